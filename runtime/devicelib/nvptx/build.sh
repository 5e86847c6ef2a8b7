#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds the device libraries for NVIDIA:
#   build.sh LLVM_BIN LIBCLC.bc OUT
#     OUT/gohip-nvptx64.bc            what every link takes first
#     OUT/gohip-nvptx64-libdevice.bc  math over CUDA's libdevice.10.bc, or
#     OUT/gohip-nvptx64-math.bc       math over libclc, which is linked in
set -euo pipefail
llvm=$1 libclc=$2 out=$3
src=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# The lowest supported architecture; the link removes the target attributes again.
common=(--target=nvptx64-nvidia-cuda -nogpulib -fno-convergent-functions -fomit-frame-pointer
	-fno-builtin -march=sm_70 -Xclang -target-feature -Xclang +ptx63 -O1 -Wall -Wextra -Werror -emit-llvm -c)
for f in device native libdevice; do
	"$llvm/clang" "${common[@]}" "$src/$f.c" -o "$tmp/$f.bc" &
done
floats=() # the library's own single-precision functions
for f in "$src"/float/*.c; do
	floats+=(--override="$tmp/float-$(basename "$f").bc")
	"$llvm/clang" "${common[@]}" -ffp-contract=off "$f" -o "$tmp/float-$(basename "$f").bc" &
done
# Sources shared by all targets are HIP.
shared=("$src"/../spirv/math.hip "$src"/../common/*.hip "$src"/../libclc/*.hip "$src"/../double/*.hip)
for f in "${shared[@]}"; do
	case $f in */system.hip) continue ;; esac # printf, abort and heap are the driver's
	name=$(basename "$f")
	case $f in */libclc/*) name=libclc-$name ;; */double/*) name=double-$name ;; esac
	"$llvm/clang" -cc1 -triple nvptx64-nvidia-cuda -aux-triple x86_64-pc-linux-gnu -fcuda-is-device -x hip \
		-target-cpu sm_70 -target-feature +ptx63 -std=gnu++17 -O1 -ffp-contract=off "-cuid=$name" -Wall -Werror -emit-llvm-bc "$f" -o "$tmp/shared-$name.bc" &
done
wait
# Textures, complex arithmetic, AMD's names, bits, rounding and what printf returns are independent of the math library.
"$llvm/llvm-link" "$tmp"/shared-{texture,complex,group,ockl,bits,round,printf}.hip.bc \
	--override="$tmp/device.bc" --override="$tmp/native.bc" -o "$tmp/gohip-nvptx64.bc"
rm "$tmp"/shared-{group,ockl,bits,round,printf}.hip.bc
# libdevice has Bessel functions, but they are inaccurate for large arguments.
"$llvm/llvm-link" "$tmp/shared-special.hip.bc" --override="$tmp/libdevice.bc" -o "$tmp/gohip-nvptx64-libdevice.bc"
# gohip-nvptx64.bc overrides functions of the same name when a program is linked.
mv "$tmp"/shared-libclc-float.hip.bc "$tmp/float.bc"
mv "$tmp"/shared-libclc-double.hip.bc "$tmp/double.bc"
own=() # the library's own double-precision functions
for f in "$tmp"/shared-double-*.bc; do
	mv "$f" "${f/shared-/}"
	own+=(--override="${f/shared-/}")
done
"$llvm/llvm-link" "$tmp"/shared-*.bc --override="$tmp/float.bc" --override="$tmp/double.bc" "${own[@]}" "${floats[@]}" -o "$tmp/shared.bc"
"$llvm/llvm-link" "$tmp/shared.bc" --internalize --only-needed "$libclc" -o "$tmp/linked.bc"
"$llvm/opt" -passes=globaldce,strip-dead-prototypes "$tmp/linked.bc" -o "$tmp/gohip-nvptx64-math.bc"

undefined=$("$llvm/llvm-nm" --undefined-only "$tmp/gohip-nvptx64-math.bc" | awk '{print $NF}' | grep -vE '^(llvm\.|__nvvm_reflect)' || true)
if [ -n "$undefined" ]; then
	echo "build.sh: gohip-nvptx64-math.bc: $libclc has no" $undefined >&2
	exit 1
fi
mkdir -p "$out"
for f in gohip-nvptx64 gohip-nvptx64-libdevice gohip-nvptx64-math; do
	# The program decides whether floats flush denormals: if two modules override the flag, neither
	# wins.
	"$llvm/llvm-dis" "$tmp/$f.bc" -o - | sed 's/!{i32 4, !"nvvm-reflect-ftz", i32 0}/!{i32 7, !"nvvm-reflect-ftz", i32 0}/' |
		"$llvm/llvm-as" -o "$tmp/$f.out"
	mv -f "$tmp/$f.out" "$out/$f.bc"
done
