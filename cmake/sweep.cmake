# SPDX-License-Identifier: GPL-2.0-or-later
# The targets sweep, sweep-cpuN, sweep-kind-K, sweep-all and sweep-table, made from the CPUs this
# machine has and this process may use. The program's own code finds them out, tried at configure
# time: what it would refuse to measure on has no target, and kinds are numbered as it numbers
# them. A cross build knows nothing of the machine it is for: there is foliolab sweep alone.
if(CMAKE_CROSSCOMPILING)
	return()
endif()

set(topology_host ${CMAKE_SOURCE_DIR}/drivers/host)
unset(topology_ran CACHE)
unset(topology_compiled CACHE)
try_run(topology_ran topology_compiled
	SOURCES ${CMAKE_SOURCE_DIR}/cmake/list_cpus.c ${topology_host}/topology.c ${topology_host}/placement.c
		${topology_host}/interrupts.c ${topology_host}/sysfile.c
	COMPILE_DEFINITIONS -D_GNU_SOURCE
	CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${CMAKE_SOURCE_DIR}/drivers"
	LINK_LIBRARIES PkgConfig::HWLOC PkgConfig::JANSSON
	COMPILE_OUTPUT_VARIABLE topology_errors
	RUN_OUTPUT_VARIABLE topology_found)
if(NOT topology_compiled OR NOT topology_ran EQUAL 0)
	message(STATUS "no targets sweep-*: the CPUs cannot be told: ${topology_errors}${topology_found}")
	return()
endif()
list(POP_FRONT topology_found kinds)

# sweep_target(NAME CPUS): a sweep of those into a folder of its own, and its plots
function(sweep_target name cpus)
	add_custom_target(${name}
		COMMAND ${CMAKE_COMMAND} -DFOLIOLAB=$<TARGET_FILE:foliolab> -DDRAW=${CMAKE_SOURCE_DIR}/plots/draw.sh
			-DRESULTS=${CMAKE_BINARY_DIR}/results -DNAME=${name} -DCOMMAND=sweep -DOPTIONS=--cpus=${cpus}
			-P ${CMAKE_SOURCE_DIR}/cmake/into_folder.cmake
		DEPENDS foliolab
		WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
		USES_TERMINAL
		VERBATIM)
endfunction()

sweep_target(sweep kinds)
sweep_target(sweep-all all)
foreach(cpu IN LISTS topology_found)
	sweep_target(sweep-cpu${cpu} ${cpu})
endforeach()
if(kinds EQUAL 1)
	# hwloc may not number a kind that is alone
	sweep_target(sweep-kind-0 kinds)
else()
	math(EXPR last "${kinds} - 1")
	foreach(kind RANGE ${last})
		sweep_target(sweep-kind-${kind} kind:${kind})
	endforeach()
endif()

# the newest folder of each sweep target, beside each other
add_custom_target(sweep-table
	COMMAND ${CMAKE_COMMAND} -DFOLIOLAB=$<TARGET_FILE:foliolab> -DDRAW=${CMAKE_SOURCE_DIR}/plots/draw.sh
		-DRESULTS=${CMAKE_BINARY_DIR}/results -P ${CMAKE_SOURCE_DIR}/cmake/sweep_table.cmake
	DEPENDS foliolab
	WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
	USES_TERMINAL
	VERBATIM)
