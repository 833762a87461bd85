#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# One node of a Slurm job array sweeps one CPU of each core kind, into a folder of its own.
# On a file system that all nodes see, with as many array tasks as nodes:
#
#   sbatch --array=1-8 --nodes=1 --exclusive --time=30 slurm.sh FOLIOLAB RESULTS [OPTION...]
#
# A task that was killed or timed out is submitted again as it is: --resume takes it up.
set -eu
foliolab=$1 results=$2
shift 2

# two tasks may get one node, one after the other: a folder for each
node=$(uname -n)
exec "$foliolab" sweep --cpus kinds --out "$results/${node%%.*}-${SLURM_ARRAY_TASK_ID:-0}" --resume "$@"
