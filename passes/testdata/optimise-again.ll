; RUN: -O1 --print-after=optimise-again %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A call by address that has become a direct one is inlined now.
; CHECK-NOT: @one
; CHECK-NOT: call
; CHECK: [[Y:%.*]] = add i32 %x, 1
; CHECK-NEXT: store i32 [[Y]], ptr addrspace(1) %p
@table = internal addrspace(1) constant [1 x ptr] [ptr @one]
define internal spir_func i32 @one(i32 %x) noinline {
  %y = add i32 %x, 1
  ret i32 %y
}
define spir_kernel void @k(ptr addrspace(1) %p, i64 %i, i32 %x) {
  %q = getelementptr [1 x ptr], ptr addrspace(1) @table, i64 0, i64 %i
  %f = load ptr, ptr addrspace(1) %q
  %v = call spir_func i32 %f(i32 %x)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
