; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=local-fences %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; What is loaded and stored before the first barrier, it orders; the others are about shared memory.
; CHECK-LABEL: define spir_kernel void @reduce(
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: loop:
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: ret void
define spir_kernel void @reduce(ptr addrspace(1) %p, ptr addrspace(3) %s, i64 %n) {
entry:
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = getelementptr i32, ptr addrspace(1) %p, i64 %t
  %v = load i32, ptr addrspace(1) %g
  %q = getelementptr i32, ptr addrspace(3) %s, i64 %t
  store i32 %v, ptr addrspace(3) %q
  call spir_func void @_Z7barrierj(i32 3)
  br label %loop
loop:
  %d = phi i64 [ %n, %entry ], [ %half, %loop ]
  %from = getelementptr i32, ptr addrspace(3) %q, i64 %d
  %a = load i32, ptr addrspace(3) %from
  %b = load i32, ptr addrspace(3) %q
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(3) %q
  call spir_func void @_Z7barrierj(i32 3)
  %half = lshr i64 %d, 1
  %more = icmp ne i64 %half, 0
  br i1 %more, label %loop, label %done
done:
  %r = load i32, ptr addrspace(3) %s
  store i32 %r, ptr addrspace(1) %g
  ret void
}
; A store at the end of an iteration comes before the next one's barrier, and so does one in a branch.
; CHECK-LABEL: define spir_kernel void @stores(
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: ret void
define spir_kernel void @stores(ptr addrspace(1) %p, ptr addrspace(3) %s, i64 %n) {
entry:
  store i32 0, ptr addrspace(3) %s
  call spir_func void @_Z7barrierj(i32 3)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %next ]
  store i32 1, ptr addrspace(3) %s
  call spir_func void @_Z7barrierj(i32 3)
  %c = icmp ult i64 %i, 5
  br i1 %c, label %then, label %next
then:
  store i64 %i, ptr addrspace(1) %p
  br label %next
next:
  %j = add i64 %i, 1
  %more = icmp ult i64 %j, %n
  br i1 %more, label %loop, label %done
done:
  call spir_func void @_Z7barrierj(i32 3)
  %v = load i32, ptr addrspace(3) %s
  store i32 %v, ptr addrspace(1) %p
  ret void
}
