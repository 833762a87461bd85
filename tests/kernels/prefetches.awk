# SPDX-License-Identifier: GPL-2.0-or-later
# Reads the disassembly of one kernel's object, of the machine named, and checks:
#
#   - each function has the prefetch that its name claims, and none has another
#   - an idle variant is, but for one mnemonic, the very code of the prefetching one, each
#     instruction as long
#   - a variant with an early load has one load of the flags more per prefetch than the idle one

function fail(text)
{
	print kernel ": " text
	failures++
}

# the machine's own: the instruction as disassembled, by the name that the kernels give it
function name_instructions()
{
	if (machine == "x86_64") {
		written["write"] = written["prefetchw"] = "prefetchw"
		written["read"] = written["prefetcht0"] = "prefetcht0"
		written["prefetchnta"] = "prefetchnta"
		own = "prefetchw prefetcht0 prefetchnta"
		first = "prefetchw"
		return
	}
	written["write"] = written["pstl1keep"] = "prfm pstl1keep,"
	written["pstl1strm"] = "prfm pstl1strm,"
	written["read"] = written["pldl1keep"] = "prfm pldl1keep,"
	own = "pstl1keep pstl1strm pldl1keep"
	first = "pstl1keep"
}

# what a function has by its name: a prefetch, "nop", "load" or nothing
function claim_of(name,    part)
{
	if (name ~ /^age_(p5|p6|v3)$/ || name ~ /^age_.*_next2$/ || name ~ /^age_idea_/)
		return "write"
	if (name ~ /^(age|scan)_/ && match(name, /_(write|read|nop)[0-9]*$/)) {
		part = substr(name, RSTART + 1)
		sub(/[0-9]*$/, "", part)
		return part
	}
	if (kernel == "prefetch" && name ~ /^pass_.*_/) {
		split(name, word, "_")
		return word[2]
	}
	return ""
}

# the one whose code an idle function is to be
function partner_of(name)
{
	if (name == "age_p6_nop")
		return "age_p6"
	if (name ~ /^pass_nop_/) {
		sub(/nop/, first, name)
		return name
	}
	sub(/_nop/, "_write", name)
	return name
}

function is_prefetch(text)
{
	return text ~ /^(prefetch|prfm )/
}

# not the kernels' own: the store prefetch that an exclusive load begins with
function is_exclusive(name, i,    address, following)
{
	address = code[name, i]
	following = code[name, i + 1]
	if (address !~ /^prfm pstl1strm,/ || following !~ /^lda?xr/)
		return 0
	sub(/.*\[/, "[", address)
	sub(/.*\[/, "[", following)
	return address == following
}

# of a flags word: by itself, told from its list entry, or found in the array
function is_load(text)
{
	if (text ~ /%rsp/)
		return 0
	return text ~ /^mov (-0x8)?\(%r[a-z0-9]+(,%r[a-z0-9]+,1)?\),/ ||
		text ~ /^ldu?r x[0-9]+, \[x[0-9]+(, #-8|, x[0-9]+)?\]/
}

function check_prefetches(name,    claim, i, text)
{
	claim = claim_of(name)
	for (i = 1; i <= count[name]; i++) {
		text = code[name, i]
		if (is_load(text))
			loads[name]++
		if (!is_prefetch(text) || is_exclusive(name, i))
			continue
		if (!(claim in written) || index(text, written[claim] " ") != 1)
			fail(name ": " text)
		prefetches[name]++
	}
	if (claim in written && !prefetches[name])
		fail(name ": no " written[claim])
}

# the prefetch's place taken by what does nothing
function idled(text)
{
	sub(/^prefetch[a-z0-9]*/, "nopl", text)
	sub(/^prfm .*/, "nop", text)
	return text
}

# x86-64: instruction for instruction, each at the same place
function check_same_places(name, partner,    i)
{
	for (i = 1; i <= count[name] || i <= count[partner]; i++)
		if (code[name, i] != idled(code[partner, i]) || place[name, i] != place[partner, i])
			return i
	return 0
}

# arm64, where all are of one length: the same but for the nops that align, which depend on where
# the function begins
function check_same_code(name, partner,    i, k, one, other)
{
	for (i = k = 1; i <= count[name] || k <= count[partner]; ) {
		one = code[name, i]
		other = code[partner, k]
		sub(/<self.*/, "<self>", one)
		sub(/<self.*/, "<self>", other)
		if (is_prefetch(other) && !is_exclusive(partner, k))
			other = idled(other)
		if (one == other) {
			i++
			k++
		} else if (one == "nop") {
			i++
		} else if (other == "nop" && code[partner, k] == "nop") {
			k++
		} else {
			return i
		}
	}
	return 0
}

function check_idle(name,    partner, at)
{
	partner = partner_of(name)
	at = machine == "x86_64" ? check_same_places(name, partner) : check_same_code(name, partner)
	if (at)
		fail(name ": not the code of " partner ": " code[name, at])
	if (!prefetches[partner])
		fail(partner ": nothing to be idle instead of")
}

function check_load(name,    idle_one)
{
	idle_one = name
	sub(/load/, "nop", idle_one)
	if (loads[name] - loads[idle_one] != prefetches[partner_of(idle_one)])
		fail(name ": " loads[name] " loads, and " loads[idle_one] + 0 " in " idle_one)
}

# all that a kernel is to have
function wanted_functions(    n, k, what, how, whats, hows, list)
{
	if (kernel == "inc_min_seq")
		return "age_p5 age_p6 age_v3 age_base_write age_base_read age_base_nop age_p6_next2 age_p6_read age_p6_nop age_idea_one_look age_idea_look_ahead age_idea_window age_idea_runs age_idea_stride age_idea_burst"
	if (kernel == "agetest")
		return "age_p5 age_p6 age_v3"
	if (kernel == "scan")
		return "scan_base_write scan_base_write2 scan_base_read scan_base_nop scan_front_write scan_front_read scan_front_nop"
	if (kernel != "prefetch")
		return ""
	n = split(own " load nop", whats, " ")
	k = split("next next2 next4 addr known", hows, " ")
	for (what = 1; what <= n; what++)
		for (how = 1; how <= k; how++)
			list = list " pass_" whats[what] "_" hows[how]
	return list
}

BEGIN {
	name_instructions()
}

/^[0-9a-f]+ <.*>:$/ {
	name = $2
	gsub(/[<>:]/, "", name)
	names[++functions] = name
	next
}

# place and text; jumps within the function as offsets into it
/^ *[0-9a-f]+:\t/ {
	line = $0
	sub(/^ */, "", line)
	at = substr(line, 1, index(line, ":") - 1)
	sub(/^[0-9a-f]+:[ \t]*/, "", line)
	sub(/[ \t]+(#|\/\/) .*/, "", line)
	gsub(/[ \t]+/, " ", line)
	sub(/ $/, "", line)
	if (match(line, /[0-9a-f]+ <[^>]*>$/)) {
		target = substr(line, RSTART)
		line = substr(line, 1, RSTART - 1)
		sub(/.*</, "<", target)
		if (index(target, "<" name "+") == 1 || target == "<" name ">")
			target = "<self" substr(target, length(name) + 2)
		line = line target
	}
	i = ++count[name]
	code[name, i] = line
	if (i == 1)
		base = hex(at)
	place[name, i] = hex(at) - base
}

function hex(text,    i, value)
{
	value = 0
	for (i = 1; i <= length(text); i++)
		value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
	return value
}

# what is between a function and the next one
function trim(name)
{
	while (code[name, count[name]] ~ /^(nop|data16|cs nop|xchg %ax,%ax)/)
		count[name]--
}

END {
	for (f = 1; f <= functions; f++) {
		trim(names[f])
		check_prefetches(names[f])
	}
	for (f = 1; f <= functions; f++) {
		if (claim_of(names[f]) == "nop")
			check_idle(names[f])
		if (claim_of(names[f]) == "load")
			check_load(names[f])
	}
	n = split(wanted_functions(), list, " ")
	for (k = 1; k <= n; k++)
		if (!count[list[k]])
			fail(list[k] " not found")
	exit failures > 0
}
