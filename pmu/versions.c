// SPDX-License-Identifier: GPL-2.0-or-later
#include <papi.h>
#include <perfmon/pfmlib.h>
#include <stdio.h>

#include "versions.h"

void versions_of_pmu(char *papi, char *pfm, size_t size)
{
	int version = pfm_get_version();

	snprintf(papi, size, "%d.%d.%d", PAPI_VERSION_MAJOR(PAPI_VERSION), PAPI_VERSION_MINOR(PAPI_VERSION),
		 PAPI_VERSION_REVISION(PAPI_VERSION));
	snprintf(pfm, size, "%d.%d", PFM_MAJ_VERSION(version), PFM_MIN_VERSION(version));
}
