# SPDX-License-Identifier: GPL-2.0-or-later
# foliolab age on Debian's own kernels: one guest per architecture that this machine has a program for.

# age_guest(NAME DEBIAN LIBRARIES PROGRAM [TARGET]): Debian's name of the architecture, the root folder
# that shared libraries are taken from, and what builds the program
function(age_guest name debian libraries program)
	add_test(NAME guest/age-${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/age.sh ${debian}
		${CMAKE_BINARY_DIR}/kernel-${debian} ${libraries} ${program})
	set_tests_properties(guest/age-${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 LABELS guest)
	add_custom_target(prepare-guest-${name}
		COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/kernel.sh ${debian} ${CMAKE_BINARY_DIR}/kernel-${debian}
		DEPENDS ${ARGN}
		USES_TERMINAL VERBATIM)
	add_custom_target(guest-${name}
		COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${CMAKE_BINARY_DIR} -R ^guest/age-${name}$
			--output-on-failure --no-tests=error
		DEPENDS prepare-guest-${name}
		USES_TERMINAL VERBATIM)
	add_dependencies(test-guests prepare-guest-${name})
endfunction()

if(CMAKE_CROSSCOMPILING)
	return()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
	age_guest(x86_64 amd64 / $<TARGET_FILE:foliolab> foliolab)
	age_guest(arm64 arm64 ${CMAKE_BINARY_DIR}/sysroot-arm64/root ${CMAKE_BINARY_DIR}/arm64/foliolab prepare-guests)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
	age_guest(arm64 arm64 / $<TARGET_FILE:foliolab> foliolab)
endif()
