#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Launches and copies through libgohip.so against the same on plain OpenCL, interleaved:
# testdata/bench/launch.sh BUILD
set -euo pipefail
build=${1:?usage: launch.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
"$build/bin/gohipcc" -O2 "$here/launch.hip" -o "$tmp/launch" -lOpenCL
for live in 0 1000; do "$tmp/launch" "$live"; done
