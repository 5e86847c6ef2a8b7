; RUN: -O0 --print-after=half-vectors %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; CHECK: [[X:%.*]] = extractelement <2 x half> %h, i32 0
; CHECK-NEXT: fpext half [[X]] to float
; CHECK: fpext half %{{.*}} to float
; CHECK: store <2 x float>
; CHECK: sitofp i32 %{{.*}} to half
; Bits and other types stay.
; CHECK: bitcast <2 x half> %h to <2 x i16>
; CHECK: fpext <2 x float> %{{.*}} to <2 x double>
define spir_kernel void @k(ptr addrspace(1) %p, <2 x i32> %i) {
  %h = load <2 x half>, ptr addrspace(1) %p
  %f = fpext <2 x half> %h to <2 x float>
  store <2 x float> %f, ptr addrspace(1) %p
  %s = sitofp <2 x i32> %i to <2 x half>
  store volatile <2 x half> %s, ptr addrspace(1) %p
  %b = bitcast <2 x half> %h to <2 x i16>
  store volatile <2 x i16> %b, ptr addrspace(1) %p
  %d = fpext <2 x float> %f to <2 x double>
  store volatile <2 x double> %d, ptr addrspace(1) %p
  ret void
}
