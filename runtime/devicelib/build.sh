#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds a device library from HIP sources: build.sh LLVM_BIN OUT.bc TRIPLE SOURCE.hip... Each file
# is optimised separately, linked, and stripped of names of sources and compiler runs, so that the
# build is reproducible. DEVICELIB_FLAGS are additional arguments of clang -cc1, and DEVICELIB_OVERRIDE is
# a source whose functions replace those of the others.
set -euo pipefail
llvm=$1 out=$2 triple=$3
shift 3
# Older releases lack the option; their optimiser infers convergence.
convergent=
if "$llvm/clang" -cc1 -fno-convergent-functions -fsyntax-only -x c /dev/null 2>/dev/null; then convergent=-fno-convergent-functions; fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

pids=()
for f in "$@" ${DEVICELIB_OVERRIDE-}; do
	name=${f%.hip} name=${name//\//-} # files of two folders may have the same name
	"$llvm/clang" -cc1 -triple "$triple" -aux-triple x86_64-unknown-linux-gnu -x hip -std=c++17 \
		-fcuda-is-device -cuid="$name" -fdeclspec $convergent -O2 -ffp-contract=off -fno-rounding-math \
		-fvisibility=hidden -fapply-global-visibility-to-externs -mllvm -replexitval=never \
		-Wall -Werror ${DEVICELIB_FLAGS-} -emit-llvm-bc -o "$tmp/$name.bc" "$f" &
	pids+=($!)
done
for p in "${pids[@]}"; do wait "$p"; done
override=()
if [ -n "${DEVICELIB_OVERRIDE-}" ]; then
	override=("--override=$tmp/override")
	name=${DEVICELIB_OVERRIDE%.hip}
	mv "$tmp/${name//\//-}.bc" "$tmp/override"
fi
"$llvm/llvm-link" "$tmp"/*.bc "${override[@]}" -o "$tmp/all.bc"
"$llvm/llvm-dis" "$tmp/all.bc" -o - | sed -e '/^@__hip_cuid_/d' -e '/^@llvm.compiler.used/d' |
	"$llvm/opt" -passes=strip-dead-prototypes - -o "$tmp/out.bc"
mkdir -p "$(dirname "$out")"
mv "$tmp/out.bc" "$out"
