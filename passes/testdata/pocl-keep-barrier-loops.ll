; RUN: -O3 --print-after=pocl-keep-barrier-loops %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define internal spir_func void @sync() {{.*}}{
; CHECK: define spir_kernel void @k(
; A loop with a barrier, inside a call here, stays a loop, and the one around it.
; CHECK: inner:
; CHECK: br i1 %more, label %inner, label %next, !llvm.loop [[KEEP:![0-9]+]]
; CHECK: next:
; CHECK: br i1 %again, label %outer, label %last, !llvm.loop
; One without may unroll.
; CHECK: last:
; CHECK: br i1 %on, label %last, label %end{{$}}
; CHECK: [[KEEP]] = distinct !{[[KEEP]], [[NO:![0-9]+]]}
; CHECK: [[NO]] = !{!"llvm.loop.unroll.disable"}
declare spir_func void @_Z7barrierj(i32) convergent
define internal spir_func void @sync() convergent {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
define spir_kernel void @k(ptr addrspace(1) %p) convergent {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  call spir_func void @sync()
  store volatile i32 %j, ptr addrspace(1) %p
  %j1 = add i32 %j, 1
  %more = icmp ult i32 %j1, 4
  br i1 %more, label %inner, label %next
next:
  %i1 = add i32 %i, 1
  %again = icmp ult i32 %i1, 4
  br i1 %again, label %outer, label %last
last:
  %m = phi i32 [ 0, %next ], [ %m1, %last ]
  store volatile i32 %m, ptr addrspace(1) %p
  %m1 = add i32 %m, 1
  %on = icmp ult i32 %m1, 4
  br i1 %on, label %last, label %end
end:
  ret void
}
