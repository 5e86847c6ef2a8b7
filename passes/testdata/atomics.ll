; RUN: -O0 --print-after=atomics %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %p, float %f, i8 %c) {
; What the device has stays.
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("device") monotonic
; CHECK: call float @__gohip.atomic.0(ptr addrspace(1) %p, float %f)
  %b = atomicrmw fadd ptr addrspace(1) %p, float %f syncscope("device") monotonic, align 4
; CHECK: call i8 @__gohip.atomic.1(ptr addrspace(1) %p, i8 %c)
  %d = atomicrmw or ptr addrspace(1) %p, i8 %c seq_cst
  ret void
}
; The result of one operation is an operand of the next.
; CHECK: define spir_kernel void @chain(
define spir_kernel void @chain(ptr addrspace(1) %p) {
; CHECK: [[OLD:%[0-9]+]] = call i16 @__gohip.atomic.2(ptr addrspace(1) %p)
  %a = load atomic i16, ptr addrspace(1) %p monotonic, align 2
; CHECK: [[X:%[0-9]+]] = call { i16, i1 } @__gohip.atomic.3(ptr addrspace(1) %p, i16 [[OLD]], i16 7)
  %b = cmpxchg ptr addrspace(1) %p, i16 %a, i16 7 monotonic monotonic, align 2
; CHECK: [[SEEN:%[a-z0-9]+]] = extractvalue { i16, i1 } [[X]], 0
  %seen = extractvalue { i16, i1 } %b, 0
; CHECK: call void @__gohip.atomic.4(ptr addrspace(1) %p, i16 [[SEEN]])
  store atomic i16 %seen, ptr addrspace(1) %p monotonic, align 2
; CHECK: [[BYTE:%[0-9]+]] = call i8 @__gohip.atomic.1(ptr addrspace(1) %p, i8 1)
  %c = atomicrmw or ptr addrspace(1) %p, i8 1 seq_cst
; CHECK: call i8 @__gohip.atomic.1(ptr addrspace(1) %p, i8 [[BYTE]])
  %d = atomicrmw or ptr addrspace(1) %p, i8 %c seq_cst
  ret void
}
; CHECK: define internal float @__gohip.atomic.0(
; CHECK: load atomic i32, ptr addrspace(1) %q syncscope("device") monotonic, align 4
; CHECK: fadd float %a, %v
; CHECK: cmpxchg ptr addrspace(1) %q, i32 %old, i32 %new syncscope("device") monotonic monotonic, align 4
; CHECK: define internal i8 @__gohip.atomic.1(
; CHECK: and i64 %pi, 3
; CHECK: cmpxchg ptr addrspace(1) %q, i32 %old, i32 %new seq_cst seq_cst, align 4
