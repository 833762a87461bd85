# SPDX-License-Identifier: GPL-2.0-or-later
# Sorts the rows of a results folder into the pictures that gnuplot draws of them: cpus.csv, then
# estimates.csv. Into the folder out it writes for each picture NAME a file NAME.dat of blocks and
# a file NAME.gp that says what they are; on standard output "SCRIPT NAME" for each of them. What a
# folder says is never a command: all text in NAME.gp is of plain characters.

# fields of a line, in field[]; a comma within quotes is none that separates
function split_line(line, i, n, piece) {
	if (line !~ /"/)
		return split(line, field, ",")
	n = split(line, piece, "\"")
	line = ""
	for (i = 1; i <= n; i++) {
		if (i % 2 == 0)
			gsub(/,/, ";", piece[i])
		line = line piece[i]
	}
	return split(line, field, ",")
}

function get(name) {
	return (name in at) ? field[at[name]] : ""
}

function plain(text) {
	gsub(/[^A-Za-z0-9 _.:;@\/()+-]/, " ", text)
	return substr(text, 1, 70)
}

function file_name(text) {
	gsub(/[^A-Za-z0-9_.-]/, "_", text)
	return substr(text, 1, 60)
}

function is_number(text) {
	return text ~ /^[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/
}

# the number of a name among those of its list, a new one where it has none
function number_of(list, name) {
	if (!((list, name) in number)) {
		number[list, name] = ++count[list]
		named[list, count[list]] = name
	}
	return number[list, name]
}

function known(list, name) {
	return ((list, name) in number) ? number[list, name] : 0
}

# everything but the working set: what a panel shows
function workload() {
	words = get("layout")
	if (get("run_length") != "")
		words = words ":" get("run_length")
	other("order", "0")
	other("promoted", "0")
	other("promoted_pattern", "random")
	other("zones", "1")
	other("type", "anon")
	other("page_tables", "0")
	if (get("page_tables") > 0)
		other("young", "1000")
	other("refs", "0")
	other("contention", "none")
	return plain(words)
}

function other(name, usual) {
	if (get(name) != "" && get(name) != usual)
		words = words " " name " " get(name)
}

function head(i, n) {
	delete at
	n = split_line($0)
	for (i = 1; i <= n; i++)
		at[field[i]] = i
}

FNR == 1 { files++; head(); next }

files == 1 {
	split_line($0)
	origin = get("machine") SUBSEP get("cpu")
	if (!first_machine)
		first_machine = get("machine")
	machine_of[origin] = plain(get("machine"))
	what[origin] = plain(get("cpu_model") "; " get("arch"))
	built[origin] = plain(get("compiler") "; Linux " get("linux"))
	cpu_of[origin] = get("cpu") + 0
	kind_of[origin] = get("kind") + 0
	caches[origin] = (get("l1_bytes") + 0) " " (get("l2_bytes") + 0) " " (get("l3_bytes") + 0)
	next
}

{
	split_line($0)
	if (get("part") != "pass" && get("part") != "")
		next
	origin = (get("machine") != "" ? get("machine") : first_machine) SUBSEP (get("cpu") != "" ? get("cpu") : "-1")
	if (!(origin in machine_of) || !is_number(get("folios")))
		next
	kernel = get("kernel")
	k = number_of("kernel", kernel)
	variant = get("variant")
	order = is_number(get("order")) ? get("order") : 0
	bytes = get("folios") * 64 * 2 ^ order
	contended(k, variant)
	if (variant == "control" || (get("companions") != "" && get("companions") > 0))
		next
	p = number_of("panel" k, workload())
	v = number_of("variant" k, plain(variant))
	o = number_of("origin" k, origin)
	b = number_of("bytes" k SUBSEP p, bytes)
	cell = k SUBSEP p SUBSEP v SUBSEP o SUBSEP bytes
	if (cell in seen)
		next
	seen[cell] = 1
	keep("cycles", "cycles_per_item", "cycles_lo", "cycles_hi")
	keep("ns", "ns_per_item", "ns_lo", "ns_hi")
	if (!is_number(get("cycles_per_item")) && is_number(get("ns_per_item")))
		no_cycles[k] = 1
}

function keep(unit, mid, lo, hi) {
	figure[unit, cell] = is_number(get(mid)) ? get(mid) : "NaN"
	low[unit, cell] = is_number(get(lo)) ? get(lo) : figure[unit, cell]
	high[unit, cell] = is_number(get(hi)) ? get(hi) : figure[unit, cell]
}

# a kernel beside companions on other CPUs: cost against how many, the companions' own beside it
function contended(k, variant, s, c) {
	if (get("companions") == "" || !is_number(get("ns_per_item")) || variant == "control")
		return
	s = number_of("contended" k, plain(variant (get("contention") != "" ? " " get("contention") : "")))
	c = get("companions") + 0
	line_of[k, s] = line_of[k, s] sprintf("%d %s %s %s %s\n", c, get("ns_per_item"), \
		is_number(get("ns_lo")) ? get("ns_lo") : get("ns_per_item"), \
		is_number(get("ns_hi")) ? get("ns_hi") : get("ns_per_item"), \
		is_number(get("companion_ns")) ? get("companion_ns") : "NaN")
	if (c > 0)
		with_companions[k]++
	contended_on[k] = origin
}

function sort(list, n, i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = list[i]
		for (j = i - 1; j > 0 && list[j] > kept; j--)
			list[j + 1] = list[j]
		list[j + 1] = kept
	}
}

# sizes of a panel in order, in sizes[]
function sorted_sizes(k, p, i, n) {
	n = count["bytes" k SUBSEP p]
	for (i = 1; i <= n; i++)
		sizes[i] = named["bytes" k SUBSEP p, i] + 0
	sort(sizes, n)
	return n
}

function origin_name(k, o, origin) {
	origin = named["origin" k, o]
	return machine_of[origin] (cpu_of[origin] >= 0 ? " cpu " cpu_of[origin] : "")
}

function group_of(k, o, origin) {
	origin = named["origin" k, o]
	return machine_of[origin] (kind_of[origin] >= 0 ? " kind " kind_of[origin] : "")
}

# one block: a line of one CPU
function one_line(k, p, v, o, i, n, cell, any) {
	n = sorted_sizes(k, p)
	for (i = 1; i <= n; i++) {
		cell = k SUBSEP p SUBSEP v SUBSEP o SUBSEP sizes[i]
		if (!((unit, cell) in figure) || figure[unit, cell] == "NaN")
			continue
		printf "%.0f %s %s %s\n", sizes[i], figure[unit, cell], low[unit, cell], high[unit, cell] >dat
		any = 1
	}
	if (!any)
		print "NaN NaN NaN NaN" >dat
	printf "\n\n" >dat
	return any
}

# the figures of a group's CPUs in values[], how many
function group_values(k, p, v, group, bytes, o, n, cell) {
	n = 0
	for (o = 1; o <= count["origin" k]; o++) {
		cell = k SUBSEP p SUBSEP v SUBSEP o SUBSEP bytes
		if (group_of(k, o) == group && (unit, cell) in figure && figure[unit, cell] != "NaN")
			values[++n] = figure[unit, cell] + 0
	}
	sort(values, n)
	return n
}

# one block: median, least and most of a group
function group_line(k, p, v, group, i, n, m) {
	n = sorted_sizes(k, p)
	m = 0
	for (i = 1; i <= n; i++)
		if ((m = group_values(k, p, v, group, sizes[i])))
			printf "%.0f %s %s %s\n", sizes[i], median(m), values[1], values[m] >dat
	printf "\n\n" >dat
}

function median(n) {
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}

function begin(script, name) {
	dat = out "/" name ".dat"
	gp = out "/" name ".gp"
	print script, name
	titles = panels = firsts = lengths = ""
	nr_panels = nr_series = 0
}

function add_panel(title) {
	panels = panels (nr_panels++ ? "," : "") "'" title "'"
	firsts = firsts (nr_panels > 1 ? "," : "") nr_series
}

function add_series(title) {
	titles = titles (nr_series++ ? "," : "") "'" title "'"
}

function finish(k, grouped, paired, i, o, list, told, same, n) {
	print "kernel = '" plain(named["kernel", k]) "'" >gp
	print "unit = '" unit "'" >gp
	print "grouped = " (grouped + 0) >gp
	print "paired = " (paired + 0) >gp
	print "nr_panels = " nr_panels >gp
	print "nr_series = " nr_series >gp
	print "array panel[" nr_panels "] = [" panels "]" >gp
	print "array first[" nr_panels + 1 "] = [" firsts "," nr_series "]" >gp
	print "array series[" nr_series "] = [" titles "]" >gp
	# machines in words, three of them; caches where they all have the same
	list = ""
	same = ""
	for (o = 1; o <= count["origin" k]; o++) {
		i = named["origin" k, o]
		if (!(machine_of[i] in told)) {
			told[machine_of[i]] = 1
			if (++n <= 3)
				list = list (n > 1 ? "\\n" : "") (several_machines(k) ? machine_of[i] ": " : "") \
					what[i] (count["origin" k] == 1 ? ", cpu " cpu_of[i] : "") "; " built[i]
		}
		same = same == "" || same == caches[i] ? caches[i] : "0 0 0"
	}
	if (n > 3)
		list = list "\\nand " n - 3 " more"
	print "machines = \"" list "\"" >gp
	print "caches = '" same "'" >gp
	close(gp)
	close(dat)
}

function several_machines(k, o) {
	for (o = 2; o <= count["origin" k]; o++)
		if (machine_of[named["origin" k, o]] != machine_of[named["origin" k, 1]])
			return 1
	return 0
}

# variants on one CPU
function draw_variants(k, p, v) {
	begin("curves", "curves-" file_name(named["kernel", k]))
	for (p = 1; p <= count["panel" k] && nr_panels < 6; p++) {
		if (sorted_sizes(k, p) < 3)
			continue
		add_panel(named["panel" k, p])
		for (v = 1; v <= count["variant" k]; v++)
			if (one_line(k, p, v, 1))
				add_series(named["variant" k, v])
			else
				add_series("")
	}
	finish(k)
}

# CPUs and machines: the baseline and the last variant, each a panel
function draw_beside(k, p, v, o, g, grouped, last) {
	delete_groups(k)
	for (o = 1; o <= count["origin" k]; o++)
		number_of("group" k, group_of(k, o))
	grouped = count["origin" k] > 6
	last = count["variant" k]
	begin("curves", "beside-" file_name(named["kernel", k]))
	for (p = 1; p <= count["panel" k] && nr_panels < 6; p++) {
		if (sorted_sizes(k, p) < 3)
			continue
		for (v = 1; v <= last; v += last > 1 ? last - 1 : 1) {
			add_panel(named["panel" k, p] ": " named["variant" k, v])
			for (o = 1; !grouped && o <= count["origin" k]; o++) {
				one_line(k, p, v, o)
				add_series(origin_name(k, o))
			}
			for (g = 1; grouped && g <= count["group" k] && g <= 8; g++) {
				group_line(k, p, v, named["group" k, g])
				add_series(named["group" k, g])
			}
		}
	}
	finish(k, grouped, last > 1)
}

function delete_groups(k) {
	count["group" k] = 0
}

# one row for each CPU of a machine with many: its figure over the median of its kind
function draw_cpus(k, p, o, i, n, m, cell, mid, ratio) {
	begin("cpus", "cpus-" file_name(named["kernel", k]))
	for (p = 1; p <= count["panel" k] && nr_panels < 4; p++) {
		n = sorted_sizes(k, p)
		if (n < 3)
			continue
		add_panel(named["panel" k, p] ": " named["variant" k, 1])
		add_series("")
		for (i = 1; i <= n; i++)
			for (o = 1; o <= count["origin" k]; o++) {
				cell = k SUBSEP p SUBSEP 1 SUBSEP o SUBSEP sizes[i]
				if (!((i, group_of(k, o)) in middle)) {
					m = group_values(k, p, 1, group_of(k, o), sizes[i])
					middle[i, group_of(k, o)] = m ? median(m) : 0
				}
				mid = middle[i, group_of(k, o)]
				ratio = "NaN"
				if (mid > 0 && (unit, cell) in figure && figure[unit, cell] != "NaN")
					ratio = figure[unit, cell] / mid
				printf "%d %d %s %.0f\n", i - 1, o - 1, ratio, sizes[i] >dat
			}
		printf "\n\n" >dat
		for (i in middle)
			delete middle[i]
	}
	finish(k)
	print "nr_rows = " count["origin" k] >>gp
	close(gp)
}

function draw_contention(k, s) {
	unit = "ns"
	begin("contention", "contention-" file_name(named["kernel", k]))
	add_panel(plain(named["kernel", k]))
	for (s = 1; s <= count["contended" k] && s <= 8; s++) {
		printf "%s\n\n", line_of[k, s] >dat
		add_series(named["contended" k, s])
	}
	number_of("origin" k, contended_on[k])
	finish(k)
}

END {
	for (k = 1; k <= count["kernel"]; k++) {
		unit = (k in no_cycles) ? "ns" : "cycles"
		sizes_there = 0
		for (p = 1; p <= count["panel" k]; p++)
			if (count["bytes" k SUBSEP p] > 2)
				sizes_there = 1
		if (sizes_there) {
			if (count["origin" k] == 1)
				draw_variants(k)
			else
				draw_beside(k)
			if (count["origin" k] > 6)
				draw_cpus(k)
		}
		if (with_companions[k] > 0)
			draw_contention(k)
	}
}
