#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Compiles and runs the demo programs: testdata/demo/run.sh BUILD
# Prints the commands, what each program computed, and the time of each step.
set -uo pipefail
build=${1:?usage: run.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
out=$build/demo
mkdir -p "$out"
export PATH=$build/bin:$PATH
cd "$here" || exit 1

about=(
	'vectoradd|c = a + b'
	'matmul|tiled matrix product, static shared memory'
	'reduction|block sums, dynamic shared memory through a device function, template'
	'symbols|__constant__ and __device__ variables changed by the host'
	'stencil|two streams and events'
	'printf|printf on the device'
	'picture|a ray-marched scene'
)

now() { date +%s%N; }
ms() { printf '%6d ms' $((($2 - $1) / 1000000)); }

echo "Devices:"
gohipcc devices || echo "(gohipcc devices failed; 'gohipcc doctor' says what is missing)"
echo
failed=() table=()
for row in "${about[@]}"; do
	name=${row%%|*}
	command=(gohipcc -O3 -std=c++17 "$name.hip" -o "$out/$name")
	echo "== $name: ${row#*|}"
	echo "\$ gohipcc -O3 -std=c++17 testdata/demo/$name.hip -o build/demo/$name"
	t0=$(now)
	if ! "${command[@]}"; then
		echo "FAIL: does not compile"; failed+=("$name"); echo; continue
	fi
	t1=$(now)
	args=()
	[ "$name" = picture ] && args=("$out/picture.png")
	echo "\$ build/demo/$name"
	"$out/$name" ${args[0]+"${args[@]}"}
	status=$?
	t2=$(now)
	[ $status = 0 ] || failed+=("$name")
	table+=("$(printf '%-10s compile %s   run %s   %s' "$name" "$(ms "$t0" "$t1")" "$(ms "$t1" "$t2")" "$([ $status = 0 ] && echo PASS || echo "FAIL ($status)")")")
	echo
done
printf '%s\n' "${table[@]}"
[ ! -s "$out/picture.png" ] || echo "The picture: $out/picture.png"
if [ ${#failed[@]} -gt 0 ]; then
	echo "failed: ${failed[*]}" >&2
	exit 1
fi
echo "all ${#about[@]} demo programs passed"
