; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=igc-lower-switches %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: switch
; CHECK: icmp
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p) {
entry:
  %v = load i8, ptr addrspace(1) %p
  switch i8 %v, label %default [
    i8 32, label %a
    i8 35, label %b
    i8 43, label %a
    i8 45, label %c
    i8 48, label %c
  ]
a:
  store i8 1, ptr addrspace(1) %p
  br label %c
b:
  store i8 2, ptr addrspace(1) %p
  br label %c
default:
  store i8 3, ptr addrspace(1) %p
  br label %c
c:
  ret void
}
