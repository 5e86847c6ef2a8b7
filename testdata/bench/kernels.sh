#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Ten kernels against the same in OpenCL C, interleaved in one process, as SPIR-V and as code of
# the processor:
# testdata/bench/kernels.sh BUILD
set -euo pipefail
build=${1:?usage: kernels.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
level=x86-64
! grep -qw avx2 /proc/cpuinfo || level=x86-64-v3
for target in spirv64 $level; do
	echo "-- $target"
	"$build/bin/gohipcc" -O3 --offload-arch=$target "$here/kernels.hip" -o "$tmp/kernels" -lOpenCL
	"$tmp/kernels" "$here/kernels.cl"
done
