#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Makes a mailbox, as git format-patch --stdout would, of a series that was kept as plain text:
# a line "[PATCH n/m] subject", then "[author]", then the mail. Replies in it are left out.
# usage: make-mailbox.sh SERIES > MBOX
set -eu
exec awk '
function close_mail() { if (open) print ""; open = 0 }
/^\[PATCH [0-9]+\/[0-9]+\] / { subject = $0; next }
subject != "" && /^$/ { next }
subject != "" && /^\[.*\]$/ {
	close_mail()
	split(subject, part, /[ \/\]]/)
	if (!(part[2] in seen)) {
		seen[part[2]] = 1
		author = substr($0, 2, length($0) - 2)
		gsub(/[<>"]/, "", author)
		print "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001"
		print "From: \"" author "\" <author@example.org>"
		print "Date: Thu, 1 Jan 1970 00:00:00 +0000"
		print "Subject: " subject
		print ""
		open = 1
	}
	subject = ""
	next
}
{ subject = "" }
open { print }
# the signature ends a mail; what follows is the next one or talk about it
open && /^-- $/ { getline; print; close_mail() }
' "$1"
