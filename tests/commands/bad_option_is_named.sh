#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# An option that is none is named in the complaint.
. "$(dirname "$0")/lib.sh"

refused '--junk' run empty --junk
refused '-x' run empty -x
refused '--folios' run empty --folios
refused '--junk' list --junk
