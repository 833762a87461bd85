# SPDX-License-Identifier: GPL-2.0-or-later
# Reads the disassembly of one kernel's x86-64 object and checks, function by function:
#
#   - no vector register anywhere
#   - the steps lock nothing but compare-and-swaps; who calls them takes the lock by xchg
#   - `base` has a compare-and-swap on every path from its last look at the flags, `skip` a way round

function fail(text)
{
	print kernel ": " name ": " text
	failures++
}

# from the flags word by itself, or told from its list entry
function reads_flags(i)
{
	return mnemonic[i] != "lea" && mnemonic[i] !~ /^nop|^data16|^cs/ &&
		operands[i] ~ /(^|,)(-0x8)?\(%r[a-z0-9]+\)/ && operands[i] !~ /\(%rsp\)/
}

function is_jump(i)
{
	return mnemonic[i] ~ /^j/
}

function is_conditional(i)
{
	return is_jump(i) && mnemonic[i] != "jmp"
}

# up to two next instructions; 0 where there is none in this function
function successors(i)
{
	taken = next_one = 0
	if (is_jump(i) && (operands[i] in at))
		taken = at[operands[i]]
	if (mnemonic[i] != "jmp" && mnemonic[i] !~ /^(ret|ud2)/ && i < count)
		next_one = i + 1
}

# whether a compare-and-swap can come after @start before the flags are looked at again
function leads_to_swap(start,    queue, head, tail, seen, i)
{
	if (!start)
		return 0
	head = tail = 1
	queue[1] = start
	seen[start] = 1
	while (head <= tail) {
		i = queue[head++]
		if (i in swap)
			return 1
		if (reads_flags(i))
			continue
		successors(i)
		if (taken && !(taken in seen)) {
			seen[taken] = 1
			queue[++tail] = taken
		}
		if (next_one && !(next_one in seen)) {
			seen[next_one] = 1
			queue[++tail] = next_one
		}
	}
	return 0
}

# the last look at the flags before the swap at @from, the nearest one going backward
function look_before(from,    queue, head, tail, seen, i, k, n, list)
{
	head = tail = 1
	queue[1] = from
	seen[from] = 1
	while (head <= tail) {
		i = queue[head++]
		if (i != from && reads_flags(i))
			return i
		if (i != from && (i in swap))
			continue
		n = split(before[i], list, " ")
		for (k = 1; k <= n; k++) {
			if (list[k] in seen)
				continue
			seen[list[k]] = 1
			queue[++tail] = list[k]
		}
	}
	return 0
}

# a test of a label: with a register that holds the generation's mask, or against it
function tests_label(i,    k)
{
	if (mnemonic[i - 1] !~ /^(test|and|shr)/)
		return 0
	for (k in mask_register)
		if (index(operands[i - 1], k))
			return 1
	return operands[i - 1] ~ /\$0x7,/
}

# branches between the look at @from and a swap of which only one side comes to a swap
function ways_round(from,    queue, head, tail, seen, i, ways, one, other, t, n)
{
	head = tail = 1
	queue[1] = from
	seen[from] = 1
	label_ways = 0
	while (head <= tail) {
		i = queue[head++]
		if ((i in swap) || (i != from && reads_flags(i)))
			continue
		successors(i)
		t = taken
		n = next_one
		if (is_conditional(i)) {
			one = leads_to_swap(t)
			other = leads_to_swap(n)
			if (one != other) {
				ways++
				label_ways += tests_label(i)
			}
			# a side that is out of it is somebody else's business
			if (!one)
				t = 0
			if (!other)
				n = 0
		}
		if (t && !(t in seen)) {
			seen[t] = 1
			queue[++tail] = t
		}
		if (n && !(n in seen)) {
			seen[n] = 1
			queue[++tail] = n
		}
	}
	return ways + 0
}

function link_back(    i)
{
	for (i = 1; i <= count; i++) {
		successors(i)
		if (taken)
			before[taken] = before[taken] " " i
		if (next_one && next_one != taken)
			before[next_one] = before[next_one] " " i
	}
}

# set_refs: the base none at all, the skip one before each swap. walk: two more, for the folio that
# has no label and for the one that is only marked, which is looked at again and always changed
function check_ways(    i, look, ways, rounds, skipping, labels, others)
{
	skipping = name ~ /_skip$/
	others = kernel == "walk" ? 2 : 0
	link_back()
	for (i in swap) {
		look = look_before(i)
		if (!look) {
			fail("no look at the flags before a compare-and-swap")
			continue
		}
		ways = ways_round(look)
		labels = label_ways
		if (kernel == "walk" && !ways)
			continue	# only marks: always changes the flags
		rounds++
		if (kernel == "walk" && labels != 1)
			fail(labels " tests of the label before a compare-and-swap, not 1")
		if (ways - others != skipping)
			fail(ways " ways round a compare-and-swap at " address[i])
	}
	if (!rounds)
		fail("no compare-and-swap found")
	checked[name] = 1
}

function check_function(    i, swaps, locks, exchanges)
{
	for (i = 1; i <= count; i++) {
		if (operands[i] ~ /%[xyz]?mm[0-9]/)
			fail("vector register: " mnemonic[i] " " operands[i])
		if (i in swap)
			swaps++
		else if (mnemonic[i] == "lock")
			locks++
		if (mnemonic[i] ~ /^xchg/ && operands[i] ~ /\(/)
			exchanges++
	}
	if (name ~ /^age_/) {
		checked[name] = 1
		if (!swaps || locks || exchanges)
			fail(swaps + 0 " compare-and-swaps, " locks + 0 " other locked, " exchanges + 0 " xchg")
	}
	if (kernel == "inc_min_seq" && name ~ /^pass_/) {
		checked[name] = 1
		if (!exchanges || locks || swaps)
			fail(exchanges + 0 " xchg, " locks + swaps " locked")
	}
	if ((kernel == "walk" && name ~ /^walk_mm_/) || (kernel == "set_refs" && name ~ /^pass_/))
		check_ways()
}

function forget()
{
	count = 0
	split("", mnemonic)
	split("", operands)
	split("", address)
	split("", at)
	split("", swap)
	split("", before)
	split("", mask_register)
}

function end_function()
{
	if (count)
		check_function()
	forget()
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
	sub(/^ */, "", line)
	address[count] = substr(line, 1, index(line, ":") - 1)
	at[address[count]] = count
	sub(/^[0-9a-f]+:[ \t]*/, "", line)
	sub(/ *#.*/, "", line)
	n = split(line, word, /[ \t]+/)
	mnemonic[count] = word[1]
	operands[count] = word[n > 1 ? 2 : 1]
	# "jne 168 <pass_base+0x48>" and "lock cmpxchg %rcx,(%rdx)"
	if (word[1] == "lock") {
		operands[count] = word[3]
		if (word[2] ~ /^cmpxchg/)
			swap[count] = 1
	}
	if (word[1] ~ /^movabs/ && word[2] ~ /^\$0x70000000000000,/) {
		sub(/.*,/, "", word[2])
		mask_register[word[2]] = 1
	}
}

END {
	end_function()
	name = "object"
	wanted["inc_min_seq"] = "age_base age_p1 age_p2 age_p3 age_p4 age_p5 age_p6 age_v3 age_idea_one_look age_idea_look_ahead age_idea_window age_idea_runs age_idea_stride age_idea_burst pass_base pass_p6 pass_v3"
	wanted["agetest"] = "age_base age_p1 age_p2 age_p3 age_p4 age_p5 age_p6 age_v3"
	wanted["walk"] = "walk_mm_base walk_mm_skip"
	wanted["set_refs"] = "pass_base pass_skip"
	n = split(wanted[kernel], list, " ")
	for (k = 1; k <= n; k++)
		if (!(list[k] in checked))
			fail(list[k] " not found")
	exit failures > 0
}
