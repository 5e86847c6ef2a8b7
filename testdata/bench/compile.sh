#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Compile-time ratios: testdata/bench/compile.sh BUILD
# Every line is one hyperfine run of gohipcc and a peer, one after the other, on the same
# source with the same flags; the ratio is that of the minima, which noise moves least.
set -euo pipefail
build=${1:?usage: compile.sh BUILD}
here=$(cd "$(dirname "$0")" && pwd)
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
runs=${RUNS:-7}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cp "$here/vadd.hip" "$tmp/vadd.hip"
cd "$tmp"
export GOHIPCC_CACHE_DIR=$tmp/cache
inc="-nogpuinc -isystem $build/include/hip/std_wrappers -isystem $build/include"
gohipcc=$build/bin/gohipcc
eight=gfx906,gfx908,gfx90a,gfx942,gfx1030,gfx1100,gfx1101,gfx1200

# What a chain of separate tools does for SPIR-V, one after the other.
cat >chain.sh <<END
set -e
$llvm/clang++ -x hip --offload=spirv64 -nogpulib $inc -O3 --cuda-device-only -emit-llvm -c vadd.hip -o chain.bc
$llvm/llvm-link chain.bc $build/lib/gohip/hipspv-spirv64-unknown-unknown.bc --only-needed -o chain.linked.bc
$llvm/opt -O3 chain.linked.bc -o chain.opt.bc
$llvm/clang --target=spirv64v1.2-unknown-unknown -Wno-override-module -c -x ir chain.opt.bc -o chain.spv
$llvm/clang-offload-bundler -type=o -bundle-align=4096 -targets=host-x86_64-unknown-linux-gnu,hip-spirv64-unknown-unknown--generic -input=/dev/null -input=chain.spv -output=chain.hipfb
$llvm/clang++ -x hip --offload=spirv64 -nogpulib $inc -O3 --cuda-host-only -Xclang -fcuda-include-gpubinary -Xclang chain.hipfb -c vadd.hip -o chain.o
END

ratio() { # ratio LIMIT NAME PEER OURS [PREPARE]
	local limit=$1 name=$2 peer=$3 ours=$4 prepare=${5-true}
	if ! hyperfine -N --style none --warmup 1 --runs "$runs" --export-json "$tmp/r.json" \
		--prepare "sh -c '$prepare'" "sh -c '$peer'" "sh -c '$ours'" >"$tmp/log" 2>&1; then
		echo "$name: a command failed" >&2
		cat "$tmp/log" >&2
		sh -c "$peer" >&2 || echo "that was: $peer" >&2
		sh -c "$ours" >&2 || echo "that was: $ours" >&2
		return 1
	fi
	awk -v limit="$limit" -v name="$name" '/"min":/ {gsub(/[^0-9.e-]/, "", $2); m[++n] = $2 * 1000}
		END {printf "%-44s peer %7.1f ms  ours %7.1f ms  ratio %.2f (aim %s)\n", name, m[1], m[2], m[2] / m[1], limit}' "$tmp/r.json"
	printf '    peer: %s\n    ours: %s\n' "${peer//$tmp\//}" "${ours//$tmp\//}" | sed "s|$build/|build/|g; s|$llvm/||g"
}

# The peer links the same device library for AMD.
clang="$llvm/clang++ -x hip $inc -O3 --rocm-device-lib-path=$build/lib/gohip/amdgcn/bitcode"
ratio 1.0 'executable, SPIR-V against gfx90a object + link' \
	"$clang --offload-arch=gfx90a -c vadd.hip -o p.o && $llvm/clang++ p.o -o p -L$build/lib -lgohip" \
	"$gohipcc --no-cache -O3 vadd.hip -o o"
ratio 0.55 'one architecture' "$clang --offload-arch=gfx90a -c vadd.hip -o p.o" \
	"$gohipcc --no-cache -O3 --offload-arch=gfx90a -c vadd.hip -o o.o"
ratio 0.45 'eight architectures' "$clang --offload-arch=$eight -c vadd.hip -o p.o" \
	"$gohipcc --no-cache -O3 --offload-arch=$eight -c vadd.hip -o o.o"
# Ten lines that include nothing: what is left is the start of programs.
cat >bare.hip <<'END'
struct dim3 { unsigned x, y, z; };
extern "C" int __hipPushCallConfiguration(dim3, dim3, unsigned long, void *);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, unsigned long *, void *);
typedef struct ihipStream_t *hipStream_t;
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, unsigned long, hipStream_t);
__attribute__((global)) void vadd(float *a, const float *b, int n) {
  int i = __builtin_amdgcn_workgroup_id_x() * 256 + __builtin_amdgcn_workitem_id_x();
  if (i < n) a[i] += b[i];
}
int main() { return 0; }
END
bare="-nogpuinc -nogpulib -O3 --offload-arch=$eight bare.hip"
ratio 0.45 'eight architectures, no headers' "$llvm/clang++ -x hip $bare -c -o p.o" "$gohipcc --no-cache $bare -c -o o.o"
ratio 0.10 'identical rebuild of that executable' "$llvm/clang++ -x hip $bare -c -o p.o" "$gohipcc $bare -o o"
# The same with AMD's own headers, those of Debian's package of ROCm 6.4.3.
amd=$build/bench/amd-6.4.3
if [ ! -e "$amd/usr/include/hip/hip_runtime.h" ]; then
	deb=$tmp/amd.deb
	site=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | grep -v security | head -n 1 || true)
	if [ -n "$site" ] && timeout 120 /usr/lib/apt/apt-helper download-file \
		"${site%/}/pool/main/r/rocm-hipamd/libamdhip64-dev_6.4.3-5_amd64.deb" "$deb" \
		SHA256:f2a3a542d41883f87a45e2d0554c1c84ccf350c836b9e8b35473dadbc34ced5e >/dev/null 2>&1; then
		mkdir -p "$amd"
		dpkg-deb -x "$deb" "$amd"
	fi
fi
if [ -e "$amd/usr/include/hip/hip_runtime.h" ]; then
	# These headers want a macro that clang 22 dropped.
	flags="--rocm-path=$amd/usr --rocm-device-lib-path=$build/lib/gohip/amdgcn/bitcode -O3 -D__AMDGCN_WAVEFRONT_SIZE=64"
	waves64=gfx900,gfx902,gfx906,gfx908,gfx909,gfx90a,gfx90c,gfx942
	ratio 0.55 "one architecture, AMD's headers" "$llvm/clang++ -x hip $flags --offload-arch=gfx90a -c vadd.hip -o p.o" \
		"$gohipcc --no-cache $flags --offload-arch=gfx90a -c vadd.hip -o o.o"
	ratio 0.45 "eight architectures, AMD's headers" "$llvm/clang++ -x hip $flags --offload-arch=$waves64 -c vadd.hip -o p.o" \
		"$gohipcc --no-cache $flags --offload-arch=$waves64 -c vadd.hip -o o.o"
else
	echo "AMD's headers cannot be fetched here: no ratio with them"
fi
ratio 0.50 'SPIR-V against a chain of tools' "sh chain.sh" \
	"$gohipcc --no-cache -O3 --offload=spirv64 -c vadd.hip -o o.o"
ratio 0.10 'identical rebuild, 8 architectures' "$clang --offload-arch=$eight -c vadd.hip -o p.o" \
	"$gohipcc -O3 --offload-arch=$eight -c vadd.hip -o o.o"
ratio 0.25 'host-only change, 8 architectures' "$clang --offload-arch=$eight -c vadd.hip -o p.o" \
	"$gohipcc -O3 --offload-arch=$eight -c vadd.hip -o o.o" \
	'sed -i /^int.changed/d vadd.hip; echo "int changed_$(date +%N);" >> vadd.hip'
