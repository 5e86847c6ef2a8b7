; RUN: -O3 --print-after=exit-work-items %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@__gohip_abort = addrspace(1) externally_initialized global ptr addrspace(1) null
define spir_func void @__gohip_stop(i32 %why) noreturn nounwind {
  %p = load ptr addrspace(1), ptr addrspace(1) @__gohip_abort
  store i32 %why, ptr addrspace(1) %p
  unreachable
}
define internal spir_func void @check(i1 %ok) noinline {
  br i1 %ok, label %good, label %bad
bad:
  call spir_func void @__gohip_stop(i32 2)
  unreachable
good:
  ret void
}
; A kernel that always ends its work-items returns all the same.
; CHECK: define spir_kernel void @always(
; CHECK: call spir_func void @__gohip_stop.body(i32 1)
; CHECK-NEXT: ret void
define spir_kernel void @always(ptr addrspace(1) %o) {
  store i32 1, ptr addrspace(1) %o
  call spir_func void @__gohip_stop(i32 1)
  unreachable
}
; The body keeps its store, and the check is inlined in spite of noinline.
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func void @__gohip_stop.body(i32 2)
; CHECK-NEXT: ret void
; CHECK: store i32 1, ptr addrspace(1) %o
; CHECK: define internal spir_func void @__gohip_stop.body(i32 %why)
; CHECK: store i32 %why
; CHECK-NEXT: ret void
; CHECK-NOT: noreturn
define spir_kernel void @k(ptr addrspace(1) %o, i1 zeroext %ok) {
  call spir_func void @check(i1 %ok)
  store i32 1, ptr addrspace(1) %o
  ret void
}
