#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# run.sh BUILD [STRIDE]: measures the errors of the mathematical functions on this machine's
# first device, functions of one float at every float or each STRIDE-th, and of samples on OpenCL's
# and on the emulator of AMD's GPUs. Rows go to BUILD/accuracy, where table.sh makes docs/results of them.
set -euo pipefail
build=$1 stride=${2:-1}
src=$(cd "$(dirname "$0")" && pwd)
out=$build/accuracy
mkdir -p "$out"
"$build/bin/gohipcc" -O2 -std=c++17 --offload=cpu,spirv64 --offload-arch=gfx90a,sm_70 \
	"$src/accuracy.hip" -lmpfr -o "$out/accuracy"
status=0
"$out/accuracy" --samples=20000 --every="$stride" | tee "$out/device.tsv" || status=1
GOHIP_CPU=0 "$out/accuracy" --samples=20000 | tee "$out/opencl.tsv" || status=1
GOHIP_EMULATE=gfx90a "$out/accuracy" --samples=1000 | tee "$out/gfx90a.tsv" || status=1
exit $status
