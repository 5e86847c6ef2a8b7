; RUN: -O0 --print-after=recursion %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The factorial becomes a loop over frames in private memory.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: alloca [2048 x i64], align 16
; CHECK-NOT: call {{.*}}@factorial
; CHECK: mul i64
; CHECK: ret void
define internal spir_func i64 @factorial(i64 %n) {
  %c = icmp ugt i64 %n, 1
  br i1 %c, label %more, label %one
more:
  %m = sub i64 %n, 1
  %f = call spir_func i64 @factorial(i64 %m)
  %r = mul i64 %f, %n
  ret i64 %r
one:
  ret i64 1
}
define spir_kernel void @k(ptr addrspace(1) %o, i64 %n) {
  %f = call spir_func i64 @factorial(i64 %n)
  store i64 %f, ptr addrspace(1) %o
  ret void
}
; Two that call each other are one function first.
; CHECK-LABEL: define spir_kernel void @mutual(
; CHECK-NOT: call {{.*}}@odd
; CHECK-NOT: call {{.*}}@even
; CHECK: ret void
define internal spir_func i32 @even(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %yes, label %no
yes:
  ret i32 1
no:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @odd(i32 %m)
  ret i32 %r
}
define internal spir_func i32 @odd(i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %yes, label %no
yes:
  ret i32 0
no:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @even(i32 %m)
  ret i32 %r
}
define spir_kernel void @mutual(ptr addrspace(1) %o, i32 %n) {
  %f = call spir_func i32 @even(i32 %n)
  store i32 %f, ptr addrspace(1) %o
  ret void
}
; A structure by value is copied into every frame, and frames keep its alignment and that of
; the local variables.
; CHECK-LABEL: define spir_kernel void @byvalue(
; CHECK: %[[STACK:.*]] = alloca [2048 x i64], align 64
; CHECK: call void @llvm.memcpy{{.*}}(ptr align 64 %{{.*}}, ptr align 64 %{{.*}}, i64 64,
; CHECK: ret void
define internal spir_func i32 @nested(ptr byval(%S) align 64 %s, i32 %n) {
  %local = alloca i32, align 32
  %v = load i32, ptr %s
  %w = add i32 %v, %n
  store i32 %w, ptr %s
  store i32 %w, ptr %local
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %more
more:
  %m = sub i32 %n, 1
  %r = call spir_func i32 @nested(ptr byval(%S) align 64 %s, i32 %m)
  %x = load i32, ptr %s
  %y = load i32, ptr %local
  %a = add i32 %r, %x
  %b = add i32 %a, %y
  ret i32 %b
end:
  ret i32 %w
}
%S = type { i32, [60 x i8] }
define spir_kernel void @byvalue(ptr addrspace(1) %o, i32 %n) {
  %s = alloca %S, align 64
  store i32 %n, ptr %s
  %f = call spir_func i32 @nested(ptr byval(%S) align 64 %s, i32 %n)
  store i32 %f, ptr addrspace(1) %o
  ret void
}
; Two that call each other and themselves are called through one.
; CHECK-LABEL: define spir_kernel void @both(
; CHECK-NOT: call {{.*}}@__gohip.cycle
; CHECK-NOT: call {{.*}}@forth
; CHECK: ret void
define internal spir_func i64 @forth(i64 %n) noinline {
  %c = icmp sgt i64 %n, 0
  br i1 %c, label %more, label %end
more:
  %m = sub i64 %n, 1
  %a = call spir_func i64 @forth(i64 %m)
  %b = call spir_func double @back(i64 %m)
  %i = fptosi double %b to i64
  %r = add i64 %a, %i
  ret i64 %r
end:
  ret i64 1
}
define internal spir_func double @back(i64 %n) noinline {
  %c = icmp sgt i64 %n, 0
  br i1 %c, label %more, label %end
more:
  %m = sub i64 %n, 2
  %b = call spir_func double @back(i64 %m)
  %a = call spir_func i64 @forth(i64 %m)
  %i = sitofp i64 %a to double
  %r = fadd double %i, %b
  ret double %r
end:
  ret double 1.0
}
define spir_kernel void @both(ptr addrspace(1) %o, i64 %n) {
  %f = call spir_func i64 @forth(i64 %n)
  store i64 %f, ptr addrspace(1) %o
  ret void
}
