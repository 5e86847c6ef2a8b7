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
define double @slow(double %x) #2 {
  %r = fmul double %x, 0.5
  ret double %r
}
attributes #0 = { alwaysinline nounwind willreturn nosync memory(none) }
attributes #1 = { convergent nounwind }
attributes #2 = { noinline nounwind willreturn nosync memory(none) }
