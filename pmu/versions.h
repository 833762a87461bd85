/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef FOLIOLAB_VERSIONS_H
#define FOLIOLAB_VERSIONS_H

#include <stddef.h>

/* versions of PAPI and of libpfm4, as "7.0.0" and "4.13" */
void versions_of_pmu(char *papi, char *pfm, size_t size);

#endif
