; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=insert-warp-barriers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; A lane reads what its neighbour has stored to the same argument.
; CHECK-LABEL: define {{.*}}spir_kernel void @crossed(
; CHECK: store i32
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: load i32
define spir_kernel void @crossed(ptr addrspace(1) %g, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %g, i64 %id
  %n = trunc i64 %id to i32
  store i32 %n, ptr addrspace(1) %p
  %j = xor i64 %id, 1
  %q = getelementptr i32, ptr addrspace(1) %g, i64 %j
  %v = load i32, ptr addrspace(1) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; All lanes of a row add to one element of an array whose pitch is an argument.
; CHECK-LABEL: define {{.*}}spir_kernel void @once(
; CHECK: load i32
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: store i32
define spir_kernel void @once(ptr addrspace(1) %g, i64 %pitch, i64 %n) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %inside = icmp ult i64 %y, %n
  br i1 %inside, label %work, label %end
work:
  %i = mul i64 %y, %pitch
  %p = getelementptr i32, ptr addrspace(1) %g, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %w = add i32 %v, 7
  store i32 %w, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; Elements of its own, an element of another array, and one that the number of threads is away.
; CHECK-LABEL: define {{.*}}spir_kernel void @own(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @own(ptr addrspace(1) %g, ptr addrspace(1) %h, i64 %n) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %g, i64 %id
  %v = load i32, ptr addrspace(1) %p
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  %j = add i64 %id, 1
  %q = getelementptr i32, ptr addrspace(1) %h, i64 %j
  store i32 %w, ptr addrspace(1) %q
  %k = add i64 %id, %n
  %r = getelementptr i32, ptr addrspace(1) %g, i64 %k
  %x = load i32, ptr addrspace(1) %r
  %y = add i32 %x, %w
  store i32 %y, ptr addrspace(1) %r
  ret void
}
; A slice of its own, which begins where the lane has read: what it reads there it has itself stored.
; CHECK-LABEL: define {{.*}}spir_kernel void @slices(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @slices(ptr addrspace(1) %g, ptr addrspace(1) %begin) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = getelementptr i32, ptr addrspace(1) %begin, i64 %id
  %i = load i32, ptr addrspace(1) %b
  %j = sext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %g, i64 %j
  store i32 %i, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  %v = load i32, ptr addrspace(1) %q
  %r = getelementptr i8, ptr addrspace(1) %p, i64 4
  store i32 %v, ptr addrspace(1) %r
  ret void
}
; A part of an array for a warp, whose lanes read what others have stored.
; CHECK-LABEL: define {{.*}}spir_kernel void @part(
; CHECK: store i32
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: load i32
define spir_kernel void @part(ptr addrspace(1) %g, ptr addrspace(1) %begin) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %warp = lshr i64 %id, 5
  %b = getelementptr i64, ptr addrspace(1) %begin, i64 %warp
  %i = load i64, ptr addrspace(1) %b
  %part = getelementptr i32, ptr addrspace(1) %g, i64 %i
  %p = getelementptr i32, ptr addrspace(1) %part, i64 %id
  %n = trunc i64 %id to i32
  store i32 %n, ptr addrspace(1) %p
  %j = xor i64 %id, 1
  %q = getelementptr i32, ptr addrspace(1) %part, i64 %j
  %v = load i32, ptr addrspace(1) %q
  %o = getelementptr i8, ptr addrspace(1) %q, i64 4096
  store i32 %v, ptr addrspace(1) %o
  ret void
}
