; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=stack-probes %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define void @k(ptr{{.*}} %launch, ptr{{.*}} %block){{.*}} #[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { {{.*}}"probe-stack"="inline-asm"
define spir_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
