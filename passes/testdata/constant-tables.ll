; RUN: -O0 --print-after=constant-tables %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: @seen = {{.*}}addrspace(1) externally_initialized constant
; CHECK: @escapes = internal addrspace(1) constant
; CHECK: @numbers = internal addrspace(1) constant
; CHECK: @t = internal addrspace(2) constant [4 x i32]
@t = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@seen = addrspace(1) externally_initialized constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@escapes = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@numbers = internal addrspace(1) constant [2 x ptr] [ptr inttoptr (i64 1 to ptr), ptr null]
; CHECK: [[P:%.*]] = getelementptr [4 x i32], ptr addrspace(2) @t, i64 0, i64 %i
; CHECK: load i32, ptr addrspace(2) [[P]]
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %p = getelementptr [4 x i32], ptr addrspace(1) @t, i64 0, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr [4 x i32], ptr addrspace(1) @seen, i64 0, i64 %i
  %w = load i32, ptr addrspace(1) %q
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %o
  %at = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) @escapes, ptr addrspace(1) %at
  ret void
}
; CHECK-LABEL: @marks(
; CHECK: load ptr, ptr addrspace(1)
define spir_kernel void @marks(ptr addrspace(1) %o, i64 %i) {
  %p = getelementptr [2 x ptr], ptr addrspace(1) @numbers, i64 0, i64 %i
  %v = load ptr, ptr addrspace(1) %p
  store ptr %v, ptr addrspace(1) %o
  ret void
}
