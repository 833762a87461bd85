# SPDX-License-Identifier: GPL-2.0-or-later
# Builds for arm64 Linux on another machine, against Debian's arm64 packages unpacked by
# cmake/sysroot-arm64.sh into FOLIOLAB_SYSROOT (by default build/sysroot-arm64).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

if(NOT FOLIOLAB_SYSROOT)
	set(FOLIOLAB_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot-arm64)
endif()
cmake_path(ABSOLUTE_PATH FOLIOLAB_SYSROOT NORMALIZE)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FOLIOLAB_SYSROOT)

execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/sysroot-arm64.sh ${FOLIOLAB_SYSROOT} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "no arm64 sysroot in ${FOLIOLAB_SYSROOT}: see above")
endif()

set(CMAKE_SYSROOT ${FOLIOLAB_SYSROOT}/root)
set(CMAKE_FIND_ROOT_PATH ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# pkg-config looks nowhere else
set(ENV{PKG_CONFIG_LIBDIR}
	${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})

# tests and the program run under user emulation where there is one
find_program(QEMU_AARCH64 NAMES qemu-aarch64-static qemu-aarch64)
mark_as_advanced(QEMU_AARCH64)
if(QEMU_AARCH64)
	set(CMAKE_CROSSCOMPILING_EMULATOR ${QEMU_AARCH64} -L ${CMAKE_SYSROOT})
endif()
