#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# table.sh TITLE=FILE.tsv...: the rows of runs of accuracy as one table in Markdown: a row for each
# function, with its bound and a column of errors for each run, in float and then in double. A star is
# an error whose argument is marked "all": it was measured at all floats. Functions without an error are one line below the table.
set -euo pipefail
titles='' rule='' files=()
for a; do
	titles+=" ${a%%=*} |"
	rule+='---|'
	files+=("${a#*=}")
done
printf '| function | float: bound |%s double: bound |%s\n|---|---|%s---|%s\n' "$titles" "$titles" "$rule" "$rule"
awk -F'\t' -v n=${#files[@]} '
FNR == 1 { run++ }
NF >= 6 {
	if (!($1 in seen)) { seen[$1]; order[++rows] = $1 }
	bound[$1, $2] = $3
	error[$1, $2, run] = $4 ($5 ~ /all/ ? "*" : "")
	if ($4 > 0) inexact[$1]
}
function cells(name, type,    r, line) {
	line = " " bound[name, type] " |"
	for (r = 1; r <= n; r++) line = line " " error[name, type, r] " |"
	return line
}
END {
	for (i = 1; i <= rows; i++) {
		name = order[i]
		if (name in inexact) print "| `" name "` |" cells(name, "float") cells(name, "double")
		else exact = exact (exact == "" ? "" : ", ") "`" name "`"
	}
	if (exact != "") print "\nWithout an error: " exact "."
}' "${files[@]}"
