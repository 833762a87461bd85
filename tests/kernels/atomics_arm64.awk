# SPDX-License-Identifier: GPL-2.0-or-later
# Reads the disassembly of one kernel's object, compiled for arm64 with `atomics` lse or llsc, and
# checks, function by function:
#
#   - no vector register, and no call into the compiler's library of atomics
#   - lse: no exclusives; llsc: none of the instructions that need LSE
#   - llsc: a barrier behind each store exclusive with release, on the way where it was made
#   - the steps have full compare-and-swaps and no weaker ones; who calls them has weaker ones alone

function fail(text)
{
	print kernel ": " name ": " text
	failures++
}

function check_function(    i, full, weak, lse, exclusive)
{
	for (i = 1; i <= count; i++) {
		if (operands[i] ~ /(^|[ ,{])[vq][0-9]/)
			fail("vector register: " mnemonic[i] " " operands[i])
		if (mnemonic[i] ~ /^(cas|swp|ldadd|ldclr|ldset|ldeor|stadd|stclr|stset)/)
			lse++
		if (mnemonic[i] ~ /^(lda?xr|stl?xr)/)
			exclusive++
		if (mnemonic[i] == "casal" || mnemonic[i] == "stlxr")
			full++
		else if (mnemonic[i] ~ /^(cas|swp|stxr)/)
			weak++
		# stlxr, a branch back where it failed, the barrier
		if (mnemonic[i] == "stlxr" && !(mnemonic[i + 1] == "cbnz" && mnemonic[i + 2] == "dmb" &&
						first[i + 2] == "ish"))
			fail("no barrier behind a store exclusive")
	}
	if (atomics == "lse" ? exclusive : lse)
		fail(atomics == "lse" ? "exclusives" : "LSE")
	if (name ~ /^age_/ && (!full || weak))
		fail(full + 0 " full and " weak + 0 " weaker compare-and-swaps")
	if (kernel == "inc_min_seq" && name ~ /^pass_/ && (full || !weak))
		fail(full + 0 " full and " weak + 0 " weaker compare-and-swaps")
	if (name ~ /^(age|pass|walk)_/)
		checked++
}

function end_function()
{
	if (count)
		check_function()
	count = 0
	split("", mnemonic)
	split("", operands)
	split("", first)
}

/__aarch64_/ {
	name = "object"
	fail("outline atomics: " $0)
}

/^[0-9a-f]+ <.*>:$/ {
	end_function()
	name = $2
	gsub(/[<>:]/, "", name)
	sub(/\.(constprop|isra|part).*/, "", name)
	next
}

/^ *[0-9a-f]+:\t/ {
	count++
	line = $0
	sub(/^ *[0-9a-f]+:[ \t]*/, "", line)
	sub(/ *\/\/.*/, "", line)
	n = split(line, word, /[ \t]+/)
	mnemonic[count] = word[1]
	first[count] = n > 1 ? word[2] : ""
	operands[count] = substr(line, length(word[1]) + 2)
}

END {
	end_function()
	name = "object"
	if (!checked)
		fail("no loop found")
	exit failures > 0
}
