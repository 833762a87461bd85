# SPDX-License-Identifier: GPL-2.0-or-later
# Static checks: check-format, check-tidy, check-cppcheck; format rewrites what check-format finds.

find_program(CLANG_FORMAT clang-format)
find_program(CLANG_TIDY clang-tidy)
find_program(CPPCHECK cppcheck)
mark_as_advanced(CLANG_FORMAT CLANG_TIDY CPPCHECK)

set(checks_dir ${CMAKE_BINARY_DIR}/checks)
set(checks_database ${checks_dir}/compile_commands.json)
foreach(room kernels pmu drivers tests)
	list(APPEND checks_patterns ${CMAKE_SOURCE_DIR}/${room}/*.c)
	list(APPEND checks_header_patterns ${CMAKE_SOURCE_DIR}/${room}/*.h)
endforeach()
file(GLOB_RECURSE checks_sources CONFIGURE_DEPENDS ${checks_patterns})
file(GLOB_RECURSE checks_headers CONFIGURE_DEPENDS ${checks_header_patterns})

# one entry per source: the flavours of a kernel are one and the same text
add_custom_command(OUTPUT ${checks_database}
	COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_BINARY_DIR}/compile_commands.json -DTO=${checks_database}
		-P ${CMAKE_SOURCE_DIR}/cmake/once_each.cmake
	DEPENDS ${CMAKE_BINARY_DIR}/compile_commands.json ${CMAKE_SOURCE_DIR}/cmake/once_each.cmake
	COMMENT "" VERBATIM)

# a target that only says what is missing
function(check_missing target tool)
	add_custom_target(${target}
		COMMAND ${CMAKE_COMMAND} -E echo "no ${tool}: apt-get install ${tool}, then cmake --preset host"
		COMMAND ${CMAKE_COMMAND} -E false
		VERBATIM)
endfunction()

if(CLANG_FORMAT)
	add_custom_target(check-format
		COMMAND ${CLANG_FORMAT} --dry-run --Werror ${checks_sources} ${checks_headers}
		COMMENT "clang-format" VERBATIM)
	add_custom_target(format
		COMMAND ${CLANG_FORMAT} -i ${checks_sources} ${checks_headers}
		COMMENT "clang-format -i" VERBATIM)
else()
	check_missing(check-format clang-format)
	check_missing(format clang-format)
endif()

# a stamp per source, so that only what changed is looked at again
function(check_tidy)
	foreach(source IN LISTS checks_sources)
		cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_SOURCE_DIR} OUTPUT_VARIABLE name)
		set(stamp ${checks_dir}/${name}.tidy)
		cmake_path(GET stamp PARENT_PATH folder)
		file(MAKE_DIRECTORY ${folder})
		add_custom_command(OUTPUT ${stamp}
			COMMAND ${CMAKE_COMMAND} -DTIDY=${CLANG_TIDY} -DDATABASE=${checks_dir} -DSOURCE=${source}
				-DSTAMP=${stamp} -P ${CMAKE_SOURCE_DIR}/cmake/tidy_one.cmake
			DEPENDS ${source} ${checks_headers} ${checks_database} ${CMAKE_SOURCE_DIR}/.clang-tidy
				${CMAKE_SOURCE_DIR}/cmake/tidy_one.cmake
			COMMENT "clang-tidy ${name}" VERBATIM)
		list(APPEND stamps ${stamp})
	endforeach()
	add_custom_target(check-tidy DEPENDS ${stamps})
endfunction()

if(CLANG_TIDY)
	check_tidy()
else()
	check_missing(check-tidy clang-tidy)
endif()

if(CPPCHECK)
	file(MAKE_DIRECTORY ${checks_dir}/cppcheck)
	cmake_host_system_information(RESULT checks_jobs QUERY NUMBER_OF_LOGICAL_CORES)
	add_custom_target(check-cppcheck
		COMMAND ${CPPCHECK} -j ${checks_jobs} --project=${checks_database} --cppcheck-build-dir=${checks_dir}/cppcheck
			--enable=warning,performance,portability --inline-suppr --error-exitcode=1 --quiet
		DEPENDS ${checks_database}
		COMMENT "cppcheck" VERBATIM)
else()
	check_missing(check-cppcheck cppcheck)
endif()
