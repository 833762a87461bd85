# SPDX-License-Identifier: GPL-2.0-or-later
# clang-tidy on one SOURCE with its entry in the compile commands of folder DATABASE, then a STAMP.
# A source without an entry is not part of this build (of another architecture, or a test's data).
cmake_minimum_required(VERSION 3.25)
file(READ "${DATABASE}/compile_commands.json" commands)
string(FIND "${commands}" "\"${SOURCE}\"" at)
if(at EQUAL -1)
	message("${SOURCE}: not compiled here, so not checked")
else()
	# gcc's own flags mean nothing to clang
	execute_process(COMMAND "${TIDY}" --quiet -p "${DATABASE}" --extra-arg=-Wno-unknown-warning-option
			--extra-arg=-Wno-ignored-optimization-argument "${SOURCE}"
		RESULT_VARIABLE status ERROR_VARIABLE noise)
	if(NOT status EQUAL 0)
		message(FATAL_ERROR "clang-tidy ${SOURCE}: see above\n${noise}")
	endif()
endif()
file(TOUCH "${STAMP}")
