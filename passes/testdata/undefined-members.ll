; RUN: -O0 --print-after=undefined-members %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The padding after a bit-field.
; CHECK: @table = {{.*}} [2 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 51, [3 x i8] zeroinitializer }, { i8, [3 x i8] } { i8 7, [3 x i8] zeroinitializer }]
@table = internal addrspace(2) constant [2 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 51, [3 x i8] undef }, { i8, [3 x i8] } { i8 7, [3 x i8] undef }], align 4
; Members of a named type, below others; scalars stay.
%Pair = type <{ i16, [2 x %Padded] }>
%Padded = type { i8, [1 x i8] }
; CHECK: @named = {{.*}} %Pair <{ i16 undef, [2 x %Padded] [%Padded zeroinitializer, %Padded { i8 3, [1 x i8] zeroinitializer }] }>
@named = internal addrspace(2) constant %Pair <{ i16 undef, [2 x %Padded] [%Padded undef, %Padded { i8 3, [1 x i8] undef }] }>, align 2
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %p = getelementptr [2 x { i8, [3 x i8] }], ptr addrspace(2) @table, i64 0, i64 %i
  %v = load i8, ptr addrspace(2) %p
  %q = getelementptr i8, ptr addrspace(2) @named, i64 %i
  %w = load i8, ptr addrspace(2) %q
  %s = add i8 %v, %w
  store i8 %s, ptr addrspace(1) %o
  ret void
}
