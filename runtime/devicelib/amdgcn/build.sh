#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds the device libraries for AMD GPUs:
#   build.sh LLVM_BIN LIBCLC.bc OUT    OUT/gohip-amdgcn.bc, what gohipcc's headers call, and in
#                                      OUT/amdgcn/bitcode a fallback for AMD's own libraries, in
#                                      their layout: ocml.bc, ockl.bc, oclc_*.bc
set -euo pipefail
llvm=$1 libclc=$2 out=$3
src=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# A library for all processors and code object versions names none.
compile() {
	"$llvm/clang" -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -nogpulib -Xclang -mcode-object-version=none \
		-O2 -cl-fp32-correctly-rounded-divide-sqrt -Wall -Werror -emit-llvm -c "$src/$1.cl" -o "$tmp/$1.bc"
}

# If several files define a name, the last one wins. Symbols from libclc become internal; unused
# ones are removed.
library() {
	local name=$1
	shift
	"$llvm/llvm-link" "$tmp/$1" "${@/#/--override=$tmp/}" -o "$tmp/$name.own.bc"
	"$llvm/llvm-link" "$tmp/$name.own.bc" --internalize --only-needed "$libclc" -o "$tmp/$name.linked.bc"
	"$llvm/opt" -passes=globaldce,strip-dead-prototypes "$tmp/$name.linked.bc" -o "$tmp/$name.bc"
}

layout=$(printf '' | "$llvm/clang" -x c -target amdgcn-amd-amdhsa -nogpulib -S -emit-llvm -o - - | grep '^target ')

# Control variables are constant after linking, and the linker may see them twice.
control() {
	printf '%s\n@%s = linkonce_odr protected local_unnamed_addr addrspace(4) constant %s, align %s\n' \
		"$layout" "$2" "$3" "$4" | "$llvm/llvm-as" -o "$tmp/oclc_$1.bc" -
}

export DEVICELIB_FLAGS=-mcode-object-version=none
"$src/../build.sh" "$llvm" "$tmp/special.bc" amdgcn-amd-amdhsa "$src"/../common/{round,special,trig,float,gamma}.hip &
"$src/../build.sh" "$llvm" "$tmp/libclc.bc" amdgcn-amd-amdhsa "$src"/../libclc/*.hip &
"$src/../build.sh" "$llvm" "$tmp/gohip-amdgcn.bc" amdgcn-amd-amdhsa $(ls "$src"/../common/*.hip | grep -vE "/(system|stop|trig|float|gamma).hip") "$src/native.hip" &
for f in math workitem lane hostcall; do compile "$f" & done
for v in 400 500 600; do control "abi_version_$v" __oclc_ABI_version "i32 $v" 4; done
for pair in on:1 off:0; do
	state=${pair%:*} value=${pair#*:}
	for v in wavefrontsize64:__oclc_wavefrontsize64 unsafe_math:__oclc_unsafe_math_opt \
		finite_only:__oclc_finite_only_opt daz_opt:__oclc_daz_opt \
		correctly_rounded_sqrt:__oclc_correctly_rounded_sqrt32; do
		control "${v%:*}_$state" "${v#*:}" "i8 $value" 1
	done
done

# All processors and generic targets that this LLVM knows: gfx90a is 9010, gfx10-3-generic 10300.
"$llvm/llc" -march=amdgcn -mcpu=help </dev/null 2>&1 | awk '/Available features/ {done = 1} !done && $1 ~ /^gfx/ {print $1}' >"$tmp/processors"
while read -r cpu; do
	isa=${cpu#gfx}
	case $isa in
	*-generic)
		IFS=- read -r major minor _ <<<"$isa"
		[ "$minor" != generic ] || minor=0
		number=$((major * 1000 + minor * 100))
		;;
	*) number=$((10#${isa:0:${#isa}-2} * 1000 + 16#${isa: -2:1} * 100 + 16#${isa: -1})) ;;
	esac
	control "isa_version_$isa" __oclc_ISA_version "i32 $number" 4
done <"$tmp/processors"

wait
for f in math special libclc gohip-amdgcn workitem lane hostcall; do [ -s "$tmp/$f.bc" ] || exit 1; done
# Module flags, such as the printf kind, are set by the program.
for f in special libclc gohip-amdgcn; do
	"$llvm/llvm-dis" "$tmp/$f.bc" -o - | sed '/^!llvm.module.flags/d' | "$llvm/llvm-as" -o "$tmp/$f.plain" -
	mv "$tmp/$f.plain" "$tmp/$f.bc"
done
library ocml math.bc special.bc libclc.bc
library ockl workitem.bc lane.bc hostcall.bc
for name in ocml ockl; do
	undefined=$("$llvm/llvm-nm" --undefined-only "$tmp/$name.bc" | awk '{print $NF}' | grep -v '^__oclc_' || true)
	if [ -n "$undefined" ]; then
		echo "build.sh: $name.bc: $libclc has no" $undefined >&2
		exit 1
	fi
done

# Clang accepts a directory as AMD's libraries only if it contains an opencl.bc, which HIP does not
# link: with an empty one, --rocm-device-lib-path can name this directory.
printf '%s\n' "$layout" | "$llvm/llvm-as" -o "$tmp/opencl.bc" -

mkdir -p "$out/amdgcn/bitcode"
mv -f "$tmp/gohip-amdgcn.bc" "$out/"
for f in "$tmp"/oclc_*.bc "$tmp"/opencl.bc "$tmp"/ockl.bc "$tmp"/ocml.bc; do mv -f "$f" "$out/amdgcn/bitcode/"; done
