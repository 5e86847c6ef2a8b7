; RUN: -O0 --print-after=variadic-functions %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { double, [2 x i64] }
; CHECK-LABEL: define spir_kernel void @k
; CHECK-DAG: %arguments = alloca [40 x i8], align 16
; CHECK-DAG: %[[COPY:[0-9]+]] = alloca %struct.S, align 8
define spir_kernel void @k(ptr addrspace(1) %o, <4 x float> %v) {
  %s = alloca %struct.S, align 8
  store double 3.0, ptr %s
; CHECK: memcpy{{.*}}%[[COPY]]{{.*}}%s, i64 24
; CHECK: store i32 5
; CHECK: store <4 x float> %v
; CHECK: store ptr %[[COPY]]
; CHECK: call spir_func i32 @f(i32 3, ptr addrspace(4) %
  %r = call spir_func i32 (i32, ...) @f(i32 3, i32 5, <4 x float> %v, ptr byval(%struct.S) align 8 %s)
  store i32 %r, ptr addrspace(1) %o
  ret void
}
; CHECK: define internal spir_func i32 @f(i32 %n, ptr addrspace(4) %[[A:[0-9]+]])
define internal spir_func i32 @f(i32 %n, ...) {
  %list = alloca ptr addrspace(4), align 8
  %l = addrspacecast ptr %list to ptr addrspace(4)
; CHECK: store ptr addrspace(4) %[[A]], ptr addrspace(4) %l
  call void @llvm.va_start.p4(ptr addrspace(4) %l)
; CHECK: %[[X:[0-9]+]] = load ptr addrspace(4), ptr addrspace(4) %l
; CHECK: getelementptr inbounds i8, ptr addrspace(4) %[[X]], i64 8
; CHECK: load i32, ptr addrspace(4) %[[X]]
  %x = va_arg ptr addrspace(4) %l, i32
; CHECK: add i64 %{{[0-9]+}}, 15
; CHECK: and i64 %{{[0-9]+}}, -16
; CHECK: load <4 x float>
  %v = va_arg ptr addrspace(4) %l, <4 x float>
  %s = va_arg ptr addrspace(4) %l, ptr
  call void @llvm.va_end.p4(ptr addrspace(4) %l)
  %e = extractelement <4 x float> %v, i32 1
  %i = fptosi float %e to i32
  %d = load double, ptr %s
  %j = fptosi double %d to i32
  %k = add i32 %i, %j
  %r = add i32 %x, %k
  ret i32 %r
; CHECK-NOT: va_
}
declare void @llvm.va_start.p4(ptr addrspace(4))
declare void @llvm.va_end.p4(ptr addrspace(4))
