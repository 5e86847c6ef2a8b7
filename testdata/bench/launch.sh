#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Launches and copies through libgohip.so against the same in C on OpenCL, in turns:
# testdata/bench/launch.sh BUILD
set -euo pipefail
build=${1:?usage: launch.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
"$build/bin/gohipcc" -O2 "$here/launch.hip" -o "$tmp/launch"
cc -O2 "$here/launch_cl.c" -o "$tmp/launch_cl" -lOpenCL
for live in 0 1000; do
	for i in 1 2 3; do
		"$tmp/launch_cl" $live | sed 's/^/peer /'
		"$tmp/launch" $live | sed 's/^/ours /'
	done | awk -v live=$live '
		!(($1, $2) in best) || $3 < best[$1, $2] {best[$1, $2] = $3; if ($1 == "ours" && !seen[$2]++) order[++n] = $2}
		END {for (i = 1; i <= n; i++) {k = order[i]; printf "%-10s %5d live allocations   OpenCL %10.0f ns   libgohip %10.0f ns   ratio %.2f (aim 1.1)\n", k, live, best["peer", k], best["ours", k], best["ours", k] / best["peer", k]}}'
done
