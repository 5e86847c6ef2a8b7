#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# table.sh TITLE=FILE.tsv...: the rows of runs of accuracy as one table in Markdown, a column
# of errors with their arguments for each run.
set -euo pipefail
titles='| function | bound |' rule='|---|---|' files=()
for a; do
	titles+=" ${a%%=*} | at |" rule+='---|---|'
	files+=("${a#*=}")
done
printf '%s\n%s\n' "$titles" "$rule"
awk -F'\t' -v n=${#files[@]} '
FNR == 1 { run++ }
NF >= 6 {
	key = $1 " " $2
	if (!(key in bound)) { order[++rows] = key; bound[key] = $3 }
	error[key, run] = $4
	at[key, run] = $5
}
END {
	for (i = 1; i <= rows; i++) {
		key = order[i]
		split(key, part, " ")
		line = "| " (part[2] == "float" ? "`" part[1] "` float" : "`" part[1] "` double") " | " bound[key] " |"
		for (r = 1; r <= n; r++) line = line " " error[key, r] " | " at[key, r] " |"
		print line
	}
}' "${files[@]}"
