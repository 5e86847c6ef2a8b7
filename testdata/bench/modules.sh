#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# The first launch out of a module of many kernels against that of the same kernel alone in
# its module, each with cold caches, on PoCL or, with GOHIP_CPU=1, on the CPU device. Both compile a
# kernel at its first launch, the CPU device small modules as a whole:
# testdata/bench/modules.sh BUILD
set -euo pipefail
build=${1:?usage: modules.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
many=${KERNELS:-10000}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
source() { # source FIRST LAST
	echo '#include <hip/hip_runtime.h>'
	seq "$1" "$2" | sed 's/.*/extern "C" __global__ void kernel&(int *p) { p[threadIdx.x] += & * p[blockIdx.x] + 1; }/'
}
middle=$((many / 2))
source 1 "$many" >"$tmp/many.hip"
source "$middle" "$middle" >"$tmp/one.hip"
for m in one many; do "$build/bin/gohipcc" -O2 --cuda-device-only --offload=spirv64 "$tmp/$m.hip" -o "$tmp/$m.hipfb"; done
"$build/bin/gohipcc" -O2 "$here/modules.hip" -o "$tmp/modules"
for i in 1 2 3 4 5; do
	for m in one many; do
		rm -rf "$tmp/cache"
		mkdir "$tmp/cache"
		echo "$m $(GOHIP_CPU=${GOHIP_CPU:-0} GOHIP_CACHE_DIR=$tmp/cache POCL_CACHE_DIR=$tmp/cache "$tmp/modules" "$tmp/$m.hipfb" "kernel$middle")"
	done
done | awk -v many="$many" '
	!($1 in load) || $2 < load[$1] {load[$1] = $2}
	!($1 in first) || $2 + $3 < first[$1] {first[$1] = $2 + $3}
	END {
		printf "module load           1 kernel %8.1f ms   %d kernels %8.1f ms\n", load["one"], many, load["many"]
		printf "load and first launch 1 kernel %8.1f ms   %d kernels %8.1f ms   ratio %.2f (aim 1.5)\n", first["one"], many, first["many"], first["many"] / first["one"]
	}'
