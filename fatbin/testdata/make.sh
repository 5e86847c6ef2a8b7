#!/bin/sh
# Makes the images and containers of this folder anew from kernels.hip with LLVM 22
# and gohipcc: make.sh GOHIPCC
set -eu
cd "$(dirname "$0")"
gohipcc=$1
export PATH=/usr/lib/llvm-22/bin:$PATH
host=host-x86_64-unknown-linux-gnu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
common="-x hip -nogpulib -nogpuinc -O1 -fPIC"
clang $common --offload-arch=gfx90a:xnack+,gfx1100,gfx9-generic -c kernels.hip -o hip.o
clang $common --offload-arch=gfx90a:xnack+ --cuda-device-only --no-gpu-bundle-output -c kernels.hip -o gfx90a-xnack.co
clang $common --offload-arch=gfx1100 --cuda-device-only --no-gpu-bundle-output -c kernels.hip -o gfx1100.co
clang $common --offload-arch=gfx90a --cuda-device-only -fhip-emit-relocatable -fno-gpu-rdc -c kernels.hip -o gfx90a-relocatable.o
clang $common --offload-arch=gfx90a -fgpu-rdc -c kernels.hip -o rdc.o
clang $common --offload=spirv64 --cuda-device-only -emit-llvm -Xclang -disable-llvm-passes -c kernels.hip -o "$tmp/spirv.bc"
clang $common --offload-arch=gfx90a --cuda-device-only -emit-llvm -c kernels.hip -o kernels.bc
"$gohipcc" -device-link --target=spirv64-unknown-unknown -O2 --emit=spirv -o kernels.spv "$tmp/spirv.bc"
clang -x cl -cl-std=CL3.0 --target=spirv64-unknown-unknown -O1 -c foreign.cl -o foreign.spv
clang -cc1 -triple nvptx64-nvidia-cuda -x hip -fcuda-is-device -target-cpu sm_80 -aux-triple x86_64-unknown-linux-gnu -O1 -S kernels.hip -o kernels.ptx
clang-offload-bundler -type=o -bundle-align=4096 -targets=$host,hipv4-amdgcn-amd-amdhsa--gfx1100,hip-spirv64-unknown-unknown--generic \
  -input=/dev/null -input=gfx1100.co -input=kernels.spv -output=mixed.hipfb
for v in 2 3; do
  COMPRESSED_BUNDLE_FORMAT_VERSION=$v clang-offload-bundler -compress -type=o -bundle-align=4096 \
    -targets=$host,hipv4-amdgcn-amd-amdhsa--gfx1100 -input=/dev/null -input=gfx1100.co -output=v$v.ccob
done
printf 'host text\n' > "$tmp/h"; printf 'device text' > "$tmp/d"
clang-offload-bundler -type=s -targets=$host,hip-amdgcn-amd-amdhsa--gfx90a -input="$tmp/h" -input="$tmp/d" -output=text.s
llvm-offload-binary -o v1.offload --image=file=gfx1100.co,triple=amdgcn-amd-amdhsa,arch=gfx1100,kind=hip --image=file=kernels.bc,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip
rm -f lib.a; cp kernels.bc a-member-with-a-long-name.bc; llvm-ar rc lib.a rdc.o a-member-with-a-long-name.bc v2.ccob; rm a-member-with-a-long-name.bc
