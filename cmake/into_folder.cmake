# SPDX-License-Identifier: GPL-2.0-or-later
# What targets that measure run: COMMAND of FOLIOLAB (the program), with OPTIONS, into a new folder
# under RESULTS that begins with NAME; then DRAW (plots/draw.sh) draws it.
cmake_minimum_required(VERSION 3.25)
string(TIMESTAMP now "%Y%m%dT%H%M%SZ" UTC)
set(folder "${RESULTS}/${NAME}-${now}")

# on stderr and first: after ^C it is still on the screen
message("results go to ${folder}")
execute_process(COMMAND "${FOLIOLAB}" ${COMMAND} ${OPTIONS} --out "${folder}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "foliolab ${COMMAND} failed (${status}): see above; what it wrote is in ${folder}")
endif()

# without gnuplot it warns, and that is no failure
execute_process(COMMAND "${DRAW}" "${folder}" RESULT_VARIABLE status)
if(NOT status EQUAL 0)
	message(FATAL_ERROR "the plots could not all be drawn (${status}): see above; the figures are in ${folder}")
endif()

message("")
foreach(file environment.json samples.csv estimates.csv)
	message("${folder}/${file}")
endforeach()
file(GLOB plots "${folder}/*.svg" "${folder}/*.png")
foreach(plot IN LISTS plots)
	message("${plot}")
endforeach()
