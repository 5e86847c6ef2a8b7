; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-printf %s
target triple = "nvptx64-nvidia-cuda"
; The driver's vprintf knows neither the length z nor a precision from an argument.
; CHECK-DAG: private addrspace(1) constant [1153 x i8] c"[%e]\00\00\00\00\00[%.0e]\00\00
; CHECK-DAG: private addrspace(1) constant [12 x i8] c"%llu [%.2f]\00"
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: [[B:%.*]] = alloca { i64, double }
; CHECK: [[F0:%.*]] = getelementptr inbounds {{.*}}{ i64, double }, ptr [[B]], i32 0, i32 0
; CHECK-NEXT: store i64 %n, ptr [[F0]]
; CHECK-NEXT: [[F1:%.*]] = getelementptr inbounds {{.*}}{ i64, double }, ptr [[B]], i32 0, i32 1
; CHECK-NEXT: store double %v, ptr [[F1]]
; CHECK-NEXT: call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @{{.*}} to ptr), ptr [[B]])
@f = private unnamed_addr addrspace(4) constant [11 x i8] c"%zu [%.*f]\00"
%args = type { i64, i32, double }
declare i32 @vprintf(ptr, ptr)
define ptx_kernel void @k(i64 %n, double %v) {
  %a = alloca %args, align 8
  %p = getelementptr inbounds %args, ptr %a, i32 0, i32 0
  store i64 %n, ptr %p
  %q = getelementptr inbounds %args, ptr %a, i32 0, i32 1
  store i32 2, ptr %q
  %r = getelementptr inbounds %args, ptr %a, i32 0, i32 2
  store double %v, ptr %r
  %c = call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @f to ptr), ptr %a)
  ret void
}

; printf's value is counted, by the format and the arguments that the program gave; a null string is empty.
; CHECK-LABEL: define ptx_kernel void @value(
; CHECK: [[W:%.*]] = alloca [2 x i64]
; CHECK: [[S:%.*]] = ptrtoint ptr %text to i64
; CHECK: store i64 [[S]], ptr
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK: store i64 [[I]], ptr
; CHECK: [[N:%.*]] = call i32 @__gohip_printf_count(ptr addrspacecast (ptr addrspace(4) @g to ptr), ptr [[W]], i1 false)
; CHECK: [[NULL:%.*]] = icmp eq ptr %text, null
; CHECK-NEXT: [[T:%.*]] = select i1 [[NULL]], ptr addrspacecast (ptr addrspace(1) @{{.*}} to ptr), ptr %text
; CHECK: store ptr [[T]], ptr
; CHECK: store i32 [[N]], ptr %out
@g = private unnamed_addr addrspace(4) constant [6 x i8] c"%s %d\00"
%two = type { ptr, i32 }
define ptx_kernel void @value(ptr %out, ptr %text, i32 %i) {
  %a = alloca %two, align 8
  %p = getelementptr inbounds %two, ptr %a, i32 0, i32 0
  store ptr %text, ptr %p
  %q = getelementptr inbounds %two, ptr %a, i32 0, i32 1
  store i32 %i, ptr %q
  %c = call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @g to ptr), ptr %a)
  store i32 %c, ptr %out
  ret void
}

; A precision that is known at run time chooses one of 128 formats of 9 bytes: none for a negative one.
; CHECK-LABEL: define ptx_kernel void @chosen(
; CHECK: [[NEG:%.*]] = icmp slt i32 %p, 0
; CHECK-NEXT: [[BIG:%.*]] = icmp sgt i32 %p, 126
; CHECK-NEXT: [[NEXT:%.*]] = add i32 %p, 1
; CHECK-NEXT: [[WHICH:%.*]] = select i1 [[BIG]], i32 127, i32 [[NEXT]]
; CHECK-NEXT: [[K:%.*]] = select i1 [[NEG]], i32 0, i32 [[WHICH]]
; CHECK: [[F:%.*]] = getelementptr inbounds {{.*}}i8, ptr addrspacecast (ptr addrspace(1) @{{.*}} to ptr), i64
; CHECK: call i32 @vprintf(ptr [[F]], ptr
@h = private unnamed_addr addrspace(4) constant [7 x i8] c"[%.*e]\00"
%named = type { i32, double }
define ptx_kernel void @chosen(i32 %p, double %v) {
  %a = alloca %named, align 8
  %q = getelementptr inbounds %named, ptr %a, i32 0, i32 0
  store i32 %p, ptr %q
  %r = getelementptr inbounds %named, ptr %a, i32 0, i32 1
  store double %v, ptr %r
  %c = call i32 @vprintf(ptr addrspacecast (ptr addrspace(4) @h to ptr), ptr %a)
  ret void
}
