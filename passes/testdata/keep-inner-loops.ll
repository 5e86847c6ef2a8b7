; RUN: -O3 --print-after=keep-inner-loops %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; A loop without a barrier in one with a barrier stays a loop.
; CHECK: inner:
; CHECK: br i1 %more, label %inner, label %private, !llvm.loop [[KEEP:![0-9]+]]
; One that accesses a private variable, and one whose source says that it is unrolled, do not.
; CHECK: private:
; CHECK: br i1 %more2, label %private, label %wanted{{$}}
; CHECK: wanted:
; CHECK: br i1 %more3, label %wanted, label %next, !llvm.loop [[WANTED:![0-9]+]]
; Nor does one that is in no other loop.
; CHECK: last:
; CHECK: br i1 %on, label %last, label %end{{$}}
; CHECK-DAG: [[KEEP]] = distinct !{[[KEEP]], [[MARK:![0-9]+]], [[NO:![0-9]+]]}
; CHECK-DAG: [[MARK]] = !{!"gohip.loop.inner"}
; CHECK-DAG: [[NO]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: [[WANTED]] = distinct !{[[WANTED]], [[FULL:![0-9]+]]}
; CHECK-DAG: [[FULL]] = !{!"llvm.loop.unroll.enable"}
declare spir_func void @_Z7barrierj(i32) convergent
define spir_kernel void @k(ptr addrspace(1) %p) convergent {
entry:
  %a = alloca [8 x i32]
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
  br i1 %more, label %inner, label %private
private:
  %k = phi i32 [ 0, %inner ], [ %k1, %private ]
  %e = getelementptr i32, ptr %a, i32 %k
  store volatile i32 %k, ptr %e
  %k1 = add i32 %k, 1
  %more2 = icmp ult i32 %k1, 8
  br i1 %more2, label %private, label %wanted
wanted:
  %l = phi i32 [ 0, %private ], [ %l1, %wanted ]
  store volatile i32 %l, ptr addrspace(1) %p
  %l1 = add i32 %l, 1
  %more3 = icmp ult i32 %l1, 8
  br i1 %more3, label %wanted, label %next, !llvm.loop !0
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
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.enable"}
