# SPDX-License-Identifier: GPL-2.0-or-later
# PAPI, and the libpfm4 under it: Debian's packages bring no pkg-config file for libpfm4.
find_path(PAPI_INCLUDE papi.h)
find_library(PAPI_LIBRARY papi)
find_path(PFM_INCLUDE perfmon/pfmlib.h)
find_library(PFM_LIBRARY pfm)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(PAPI REQUIRED_VARS PAPI_LIBRARY PAPI_INCLUDE PFM_LIBRARY PFM_INCLUDE)
mark_as_advanced(PAPI_INCLUDE PAPI_LIBRARY PFM_INCLUDE PFM_LIBRARY)

if(PAPI_FOUND AND NOT TARGET PAPI::papi)
	add_library(PAPI::papi UNKNOWN IMPORTED)
	set_target_properties(PAPI::papi PROPERTIES
		IMPORTED_LOCATION "${PAPI_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${PAPI_INCLUDE}")
	add_library(PAPI::pfm UNKNOWN IMPORTED)
	set_target_properties(PAPI::pfm PROPERTIES
		IMPORTED_LOCATION "${PFM_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${PFM_INCLUDE}")
endif()
