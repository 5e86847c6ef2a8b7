#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# All benchmarks: testdata/bench/run.sh BUILD. Each prints ratios against a peer that ran
# beside it; nothing here passes or fails.
set -euo pipefail
build=${1:?usage: run.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
echo "== compile time (minima of hyperfine runs)"
"$here/compile.sh" "$build"
for script in "$here"/*.sh; do
	case ${script##*/} in run.sh | compile.sh) continue ;; esac
	echo "== ${script##*/}"
	"$script" "$build"
done
