# SPDX-License-Identifier: GPL-2.0-or-later
# Flags of the hot loops, and how a flavour of all of them is built.

# which folder of kernels/arch is compiled: by default that of the processor
set(FOLIOLAB_ARCH "" CACHE STRING "x86_64, arm64 or generic; empty: by the processor")
set_property(CACHE FOLIOLAB_ARCH PROPERTY STRINGS "" x86_64 arm64 generic)
if(FOLIOLAB_ARCH)
	set(arch ${FOLIOLAB_ARCH})
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
	set(arch x86_64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
	set(arch arm64)
else()
	set(arch generic)
endif()
set(FOLIOLAB_ARCH ${arch})
if(NOT EXISTS ${CMAKE_SOURCE_DIR}/kernels/arch/${FOLIOLAB_ARCH}/ops.h)
	message(FATAL_ERROR "FOLIOLAB_ARCH is ${FOLIOLAB_ARCH}: choose x86_64, arm64 or generic")
endif()

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
	# which atomics is the flavour's choice: never the compiler's library at run time
	list(APPEND FOLIOLAB_KERNEL_FLAGS -mgeneral-regs-only -mno-outline-atomics)
endif()
if(FOLIOLAB_ARCH STREQUAL "generic")
	include(${CMAKE_SOURCE_DIR}/kernels/arch/generic/prefetches.cmake)
	foliolab_prefetches(prefetches)
	set(FOLIOLAB_ARCH_DEFINITIONS ARCH_GENERIC ARCH_PREFETCHES=${prefetches})
	list(APPEND FOLIOLAB_KERNEL_FLAGS -DARCH_GENERIC -DARCH_PREFETCHES=${prefetches})
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

# foliolab_flavours(SUFFIX ATOMICS DEFINITION [OPTION...]): each configuration of lists, and behind it its control
# copy, with one kind of atomic operations, ATOMICS, that DEFINITION chooses. They become rows of the
# table in kernels/flavours.c. For kernels/arch/ARCH/flavours.cmake; "" "" "" where there is one kind.
function(foliolab_flavours suffix atomics definition)
	# as the kernel's CONFIG_LIST_HARDENED and CONFIG_DEBUG_LIST have them
	foreach(row plain:plain:0 control:control:0 hardened:list-hardened:1 hardened_control:list-hardened-control:1
			debug:debug-list:2 debug_control:debug-list-control:2)
		string(REPLACE ":" ";" row ${row})
		list(POP_FRONT row symbol name checks)
		foliolab_flavour(${symbol}${suffix} LIST_CHECKS=${checks} ${definition})
		target_compile_options(kernels_${symbol}${suffix} PRIVATE ${ARGN})
		set_property(GLOBAL APPEND PROPERTY FOLIOLAB_FLAVOURS ${symbol}${suffix})
		set_property(GLOBAL APPEND_STRING PROPERTY FOLIOLAB_FLAVOUR_ROWS
			"FLAVOUR(${symbol}${suffix}, \"${name}\", ${checks}, \"${atomics}\", \"${definition}\")\n")
	endforeach()
endfunction()
