; RUN: -O0 --print-after=kernel-arguments %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A bool is a byte at the interface.
; CHECK: define spir_kernel void @k(ptr addrspace(1) %p, i8 %b)
; CHECK-NEXT: [[B:%.*]] = icmp ne i8 %b, 0
; CHECK: zext i1 [[B]] to i32
define spir_kernel void @k(ptr addrspace(1) %p, i1 zeroext %b) {
  %z = zext i1 %b to i32
  store i32 %z, ptr addrspace(1) %p
  ret void
}
