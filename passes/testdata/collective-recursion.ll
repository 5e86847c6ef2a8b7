; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=collective-recursion %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Other functions keep calling themselves.
; CHECK: call {{.*}}@depth(
; What synchronises is part of the kernel, as a loop over frames.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: alloca [2048 x i64]
; CHECK-NOT: call {{.*}}@again
; CHECK: call {{.*}}@_Z7barrierj(
; CHECK: ret void
define spir_func i32 @depth(i32 %n, ptr %p) noinline {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %more
more:
  %m = load volatile i32, ptr %p
  %r = call spir_func i32 @depth(i32 %m, ptr %p)
  store volatile i32 %r, ptr %p
  ret i32 %m
out:
  ret i32 0
}
define spir_kernel void @other(i32 %n, ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %d = call spir_func i32 @depth(i32 %n, ptr %q)
  store i32 %d, ptr addrspace(1) %p
  ret void
}
declare spir_func void @_Z7barrierj(i32) convergent nounwind
define internal spir_func void @again(i32 %n) {
  call spir_func void @_Z7barrierj(i32 3)
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %more
more:
  %m = sub i32 %n, 1
  call spir_func void @again(i32 %m)
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
out:
  ret void
}
define spir_kernel void @k(i32 %n) {
  call spir_func void @again(i32 %n)
  ret void
}
