; RUN: -O3 --print-after=release-inner-loops %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The inner loop is a loop still, and a device's compiler may unroll it.
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func void @_Z7barrierj
; CHECK: store volatile i32 %j, ptr addrspace(1) %p
; CHECK-NOT: store volatile
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %inner{{$}}
declare spir_func void @_Z7barrierj(i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p) convergent {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  call spir_func void @_Z7barrierj(i32 1)
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  store volatile i32 %j, ptr addrspace(1) %p
  %j1 = add i32 %j, 1
  %more = icmp ult i32 %j1, 8
  br i1 %more, label %inner, label %next
next:
  %i1 = add i32 %i, 1
  %again = icmp ult i32 %i1, 4
  br i1 %again, label %outer, label %end
end:
  ret void
}
