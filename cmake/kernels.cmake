# SPDX-License-Identifier: GPL-2.0-or-later
# Flags of the hot loops, and how a flavour of all of them is built.

# those of the kernel's own flags that change the code of these loops
set(FOLIOLAB_KERNEL_FLAGS
	-O2 -fno-strict-aliasing -fno-delete-null-pointer-checks -fno-stack-protector -fno-common -fno-lto)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
	# out of line means the function itself, with the arguments it is called with
	list(APPEND FOLIOLAB_KERNEL_FLAGS -fno-ipa-cp)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
	list(APPEND FOLIOLAB_KERNEL_FLAGS -mno-red-zone -mgeneral-regs-only -fcf-protection=none)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
	list(APPEND FOLIOLAB_KERNEL_FLAGS -mgeneral-regs-only)
	option(FOLIOLAB_LLSC "load and store exclusive, for arm64 cores without LSE atomics" OFF)
	if(FOLIOLAB_LLSC)
		list(APPEND FOLIOLAB_KERNEL_FLAGS -DARCH_LLSC)
	endif()
endif()
list(JOIN FOLIOLAB_KERNEL_FLAGS " " FOLIOLAB_KERNEL_FLAGS_TEXT)

# foliolab_flavour(NAME [DEFINITION...]): an object library with every loop and operation,
# whose symbols end in _NAME
function(foliolab_flavour name)
	add_library(kernels_${name} OBJECT ${FOLIOLAB_KERNEL_SOURCES})
	target_compile_definitions(kernels_${name} PRIVATE KERNEL_FLAVOUR=${name} ${ARGN})
	target_compile_options(kernels_${name} PRIVATE ${FOLIOLAB_KERNEL_FLAGS})
	target_include_directories(kernels_${name} PRIVATE ${CMAKE_SOURCE_DIR}/kernels)
endfunction()
