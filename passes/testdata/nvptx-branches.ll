; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-branches %s
target triple = "nvptx64-nvidia-cuda"

; Both branches have the same values in other orders: one stays, and one division of the two.
; CHECK-LABEL: define ptx_kernel void @twice(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: fdiv
; CHECK-NOT: fdiv
; CHECK: ret void
define ptx_kernel void @twice(ptr %out, double %x, double %y, double %z) {
entry:
  %a = fcmp une double %x, 0.0
  %b = fcmp une double %y, 0.0
  %c = fcmp une double %z, 0.0
  %ab = or i1 %a, %b
  %abc = or i1 %ab, %c
  br i1 %abc, label %yes, label %no
yes:
  %xx = fmul double %x, %x
  %yy = fmul double %y, %y
  %zz = fmul double %z, %z
  %xy = fadd double %xx, %yy
  %xyz = fadd double %xy, %zz
  %x4 = fmul double %xx, %xx
  %q = fdiv double %x4, %xyz
  br label %between
no:
  store double 2.0, ptr %out
  br label %between
between:
  %v = phi double [ %q, %yes ], [ 1.0, %no ]
  %w = fmul double %v, 3.0
  %cb = or i1 %c, %b
  %cba = or i1 %a, %cb
  br i1 %cba, label %yes2, label %no2
yes2:
  %xx2 = fmul double %x, %x
  %yy2 = fmul double %y, %y
  %zz2 = fmul double %z, %z
  %xy2 = fadd double %xx2, %yy2
  %xyz2 = fadd double %xy2, %zz2
  %x42 = fmul double %xx2, %xx2
  %q2 = fdiv double %x42, %xyz2
  %r2 = fadd double %w, %q2
  br label %end
no2:
  %n = fsub double %w, %x
  br label %end
end:
  %r = phi double [ %r2, %yes2 ], [ %n, %no2 ]
  %s = fadd double %r, %v
  store double %s, ptr %out
  ret void
}

; What is between synchronises, so it is not copied.
; CHECK-LABEL: define ptx_kernel void @barrier(
; CHECK: br i1
; CHECK: call void @llvm.nvvm.barrier
; CHECK-NOT: @llvm.nvvm.barrier
; CHECK: br i1
define ptx_kernel void @barrier(ptr %out, i32 %n) {
entry:
  %c = icmp slt i32 %n, 7
  br i1 %c, label %yes, label %between
yes:
  %p1 = getelementptr i32, ptr %out, i32 %n
  store i32 1, ptr %p1
  %p2 = getelementptr i32, ptr %p1, i32 %n
  store i32 2, ptr %p2
  %p3 = getelementptr i32, ptr %p2, i32 %n
  store i32 3, ptr %p3
  %p4 = getelementptr i32, ptr %p3, i32 %n
  store i32 4, ptr %p4
  br label %between
between:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %yes2, label %end
yes2:
  %q1 = getelementptr i32, ptr %out, i32 %n
  store i32 5, ptr %q1
  %q2 = getelementptr i32, ptr %q1, i32 %n
  store i32 6, ptr %q2
  %q3 = getelementptr i32, ptr %q2, i32 %n
  store i32 7, ptr %q3
  %q4 = getelementptr i32, ptr %q3, i32 %n
  store i32 8, ptr %q4
  br label %end
end:
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
