; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=optimise %s
; PASS: nvptx-shared-math
target triple = "nvptx64-nvidia-cuda"
; The sine is computed once: the calls in the loop and after it have the same argument. It is inlined after that.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call {{.*}}double @slow(
; CHECK-NOT: call {{.*}}double @slow(
; CHECK: ret void
define ptx_kernel void @k(ptr addrspace(1) %p, double %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = call double @__ocml_sin_f64(double %x) #1
  %q = getelementptr double, ptr addrspace(1) %p, i32 %i
  store volatile double %a, ptr addrspace(1) %q
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %b = call double @__ocml_sin_f64(double %x) #1
  store volatile double %b, ptr addrspace(1) %p
  ret void
}
define double @__ocml_sin_f64(double %x) #0 {
  %large = fcmp ogt double %x, 1.0e5
  br i1 %large, label %yes, label %no
yes:
  %r = call double @slow(double %x)
  br label %no
no:
  %v = phi double [ %r, %yes ], [ %x, %0 ]
  %s = fmul double %v, %v
  ret double %s
}
; A function of which the kernel would have more than 3000 instructions remains one; @less has one call.
; CHECK-LABEL: define ptx_kernel void @many(
; CHECK: call {{.*}}double @__ocml_exp_f64(
; CHECK: call {{.*}}double @__ocml_exp_f64(
; CHECK: ret void
define ptx_kernel void @many(ptr addrspace(1) %p, double %x, double %y) {
  %a = call double @__ocml_exp_f64(double %x) #1
  store volatile double %a, ptr addrspace(1) %p
  %b = call double @__ocml_exp_f64(double %y) #1
  store volatile double %b, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define ptx_kernel void @less(
; CHECK-NOT: call {{.*}}double @__ocml_log_f64(
; CHECK: ret void
define ptx_kernel void @less(ptr addrspace(1) %p, double %x) {
  %a = call double @__ocml_log_f64(double %x) #1
  store volatile double %a, ptr addrspace(1) %p
  ret void
}
define double @__ocml_exp_f64(double %x) #0 {
  %large = fcmp ogt double %x, 1.0e5
  br i1 %large, label %yes, label %no
yes:
  %r = call double @twelvefold(double %x)
  br label %no
no:
  %v = phi double [ %r, %yes ], [ %x, %0 ]
  ret double %v
}
define double @__ocml_log_f64(double %x) #0 {
  %large = fcmp ogt double %x, 1.0e5
  br i1 %large, label %yes, label %no
yes:
  %r = call double @twelvefold(double %x)
  br label %no
no:
  %v = phi double [ %r, %yes ], [ %x, %0 ]
  ret double %v
}
define internal double @twelvefold(double %0) #3 {
  %2 = call double @twelve(double %0)
  %3 = call double @twelve(double %2)
  %4 = call double @twelve(double %3)
  %5 = call double @twelve(double %4)
  %6 = call double @twelve(double %5)
  %7 = call double @twelve(double %6)
  %8 = call double @twelve(double %7)
  %9 = call double @twelve(double %8)
  %10 = call double @twelve(double %9)
  %11 = call double @twelve(double %10)
  %12 = call double @twelve(double %11)
  %13 = call double @twelve(double %12)
  ret double %13
}
define internal double @twelve(double %0) #3 {
  %2 = call double @one(double %0)
  %3 = call double @one(double %2)
  %4 = call double @one(double %3)
  %5 = call double @one(double %4)
  %6 = call double @one(double %5)
  %7 = call double @one(double %6)
  %8 = call double @one(double %7)
  %9 = call double @one(double %8)
  %10 = call double @one(double %9)
  %11 = call double @one(double %10)
  %12 = call double @one(double %11)
  %13 = call double @one(double %12)
  ret double %13
}
define internal double @one(double %0) #3 {
  %2 = call double @llvm.sqrt.f64(double %0)
  %3 = call double @llvm.sqrt.f64(double %2)
  %4 = call double @llvm.sqrt.f64(double %3)
  %5 = call double @llvm.sqrt.f64(double %4)
  %6 = call double @llvm.sqrt.f64(double %5)
  %7 = call double @llvm.sqrt.f64(double %6)
  %8 = call double @llvm.sqrt.f64(double %7)
  %9 = call double @llvm.sqrt.f64(double %8)
  %10 = call double @llvm.sqrt.f64(double %9)
  %11 = call double @llvm.sqrt.f64(double %10)
  %12 = call double @llvm.sqrt.f64(double %11)
  %13 = call double @llvm.sqrt.f64(double %12)
  ret double %13
}
declare double @llvm.sqrt.f64(double)
define double @slow(double %x) #2 {
  %r = fmul double %x, 0.5
  ret double %r
}
attributes #0 = { alwaysinline nounwind willreturn nosync memory(none) }
attributes #1 = { convergent nounwind }
attributes #2 = { noinline nounwind willreturn nosync memory(none) }
attributes #3 = { noinline nounwind willreturn nosync memory(none) }
