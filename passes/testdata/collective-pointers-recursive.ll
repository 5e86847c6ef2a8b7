; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
; A recursive function that synchronises and whose address is taken: the address is a number, and the function part of
; the kernel.
; CHECK-LABEL: define internal void @k.block(
; CHECK-NOT: @again
; CHECK: store volatile ptr inttoptr (i64 {{[0-9]+}} to ptr)
; CHECK-NOT: @again
; CHECK-NOT: @_Z7barrierj
; CHECK-LABEL: define void @k(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
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
define spir_kernel void @k(i32 %n, ptr addrspace(1) %p) {
  store volatile ptr @again, ptr addrspace(1) %p
  call spir_func void @again(i32 %n)
  ret void
}
