#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sweeps: the matrix, plan files, what is refused, one CPU after the other and side by side. The
# second argument is the folder of the plans that the documentation shows.
. "$(dirname "$0")/lib.sh"
example=$2
short='--replicates 1 --rounds 1 --passes 2'

# shellcheck disable=SC2086
works sweep $short --folios 64..256 --layouts ascending,runs:16 --variants base,p6 --out results
[ "$(sed 1d results/done.csv | wc -l)" = 6 ] || fail 'not six cases'
[ "$(column case results/estimates.csv | sort -u | wc -l)" = 6 ] || fail 'not six cases in estimates.csv'
rows_whole results/estimates.csv
rows_whole results/samples.csv
grep -q '"complete": true' results/environment.json || fail 'not complete'
[ "$(wc -l <results/cpus.csv)" = 2 ] || fail 'no CPU for the plots'
grep -q '^folios  *layout  *base  *p6  *control$' out || fail 'no table'
[ "$(awk 'length > 72' out)" = '' ] || fail 'lines are too long'
# the same again: nothing is left to measure; and into a folder that is there
cksum results/samples.csv >before
# shellcheck disable=SC2086
works sweep $short --folios 64..256 --layouts ascending,runs:16 --variants base,p6 --out results --resume
cksum results/samples.csv | cmp -s - before || fail 'what was there was measured again'
# shellcheck disable=SC2086
run sweep $short --folios 64..128 --layouts ascending,runs:16 --variants base,p6 --out results --resume
{ [ $status = 1 ] && complains 'the plan differs'; } || fail 'another plan is taken up'
# shellcheck disable=SC2086
run sweep $short --folios 64 --out results
{ [ $status = 1 ] && complains 'not empty'; } || fail 'a folder is written to that is not empty'

cat >plan <<'END'
# all kernels, unless they say otherwise
folios 64

kernel inc_min_seq		# the ladder
  variants base,p[46]
  layout   ascending,shuffled
  promoted 0,500
kernel walk
  page-tables 1,2
END
# shellcheck disable=SC2086
works sweep $short --plan plan --out planned
[ "$(sed 1d planned/done.csv | sed 's/@.*//' | tr '\n' ' ')" = "inc_min_seq/64/ascending/0 \
inc_min_seq/64/shuffled/0 inc_min_seq/64/ascending/500 inc_min_seq/64/shuffled/500 walk/64/1 walk/64/2 " ] ||
	fail 'not the cases of the plan'
[ "$(column variant planned/estimates.csv | sort -u | tr '\n' ' ')" = 'base control p4 p6 skip ' ] || fail 'not its variants'

# the examples are plans: it is the CPU that is wrong
for plan in "$example"/*.plan; do
	refused 'no CPU 9999 here' sweep --plan "$plan" --cpus 9999 --out nothing
done

# wrong_plan WORDS LINE...: refused with the file's name and line in it
wrong_plan() {
	wanted=$1
	shift
	printf '%s\n' "$@" >wrong
	refused "$wanted" sweep --plan wrong --out nothing
	[ ! -e nothing ] || fail "a folder for a plan that is wrong: $wanted"
}
wrong_plan "wrong line 1: no kernel 'nothing'" 'kernel nothing'
wrong_plan 'wrong line 2: folios 4K..1K: give a range' 'kernel walk' 'folios 4K..1K'
wrong_plan 'wrong line 2: folios 0..8: give a range' '' 'folios 0..8'
wrong_plan 'wrong line 1: --folios many' 'folios many'
wrong_plan 'wrong line 1: --promoted 1001' 'promoted 0,1001'
wrong_plan 'wrong line 1: folios 64: name it only once' 'folios 64,64'
wrong_plan 'wrong line 1: folios ,: give values' 'folios ,'
wrong_plan 'wrong line 1: speed 3: no such option' 'speed 3'
wrong_plan 'wrong line 1: seed: no option' 'seed 3'
wrong_plan 'wrong line 1: kernel: give a value' 'kernel'
wrong_plan 'wrong line 1: folios 64, 128: put commas' 'folios 64, 128'
wrong_plan 'wrong has no kernel' '# nothing'
wrong_plan 'twice' 'kernel walk' 'kernel walk'
wrong_plan "no variant 'p9'" 'kernel inc_min_seq' 'variants p9'
wrong_plan 'wrong line 1: bytes that are no text' "$(printf 'kernel walk\033[2J')"
printf 'kernel walk\n\0\n' >wrong
refused 'wrong line 2: bytes that are no text' sweep --plan wrong --out nothing
head -c 70000 /dev/zero | tr '\0' '#' >wrong
refused 'cannot be read' sweep --plan wrong --out nothing
mkfifo pipe
refused 'cannot be read' sweep --plan pipe --out nothing
refused 'leave --kernels' sweep --plan plan --folios 64 --out nothing
refused 'with --out' sweep
refused 'takes --cpus' sweep --cpu 0 --out nothing
refused '--cpus: CPU 0 is named twice' sweep --cpus 0,0 --out nothing
refused 'no CPU 9999 here' sweep --cpus 0,9999 --out nothing
refused '--cpu some is no CPU' sweep --cpus some --out nothing
refused 'no kernel' sweep --kernels walk,, --out nothing
refused 'name kernels with --kernels' sweep walk --out nothing

[ "$(nproc)" -gt 1 ] || exit 0
# shellcheck disable=SC2086
works sweep $short --folios 64 --layouts ascending --variants base --cpus all --out all
[ "$(column cpu all/estimates.csv | sort -u | wc -l)" = "$(nproc)" ] || fail 'not all CPUs'
[ "$(wc -l <all/cpus.csv)" = "$(($(nproc) + 1))" ] || fail 'not all CPUs for the plots'
# shellcheck disable=SC2086
works sweep $short --folios 64 --layouts ascending --variants base --cpus all --together --out beside
[ "$(find beside -name estimates.csv | wc -l)" = "$(nproc)" ] || fail 'not a folder for each CPU'
works table beside/cpu*
works diff all beside/cpu0
