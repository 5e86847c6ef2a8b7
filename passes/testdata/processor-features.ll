; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O1 --print-after=processor-features %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-NOT: @__gohip_cpu_has_fma
; CHECK: store i1 true, ptr addrspace(1) %p
define spir_kernel void @k(ptr addrspace(1) %p) {
  %fma = call i1 @__gohip_cpu_has_fma()
  store i1 %fma, ptr addrspace(1) %p
  ret void
}
declare i1 @__gohip_cpu_has_fma()
