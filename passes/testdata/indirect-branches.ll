; RUN: -O0 --print-after=indirect-branches %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: @labels = internal addrspace(1) constant [2 x ptr] [ptr inttoptr (i64 1 to ptr), ptr inttoptr (i64 2 to ptr)]
@labels = internal addrspace(1) constant [2 x ptr] [ptr blockaddress(@k, %a), ptr blockaddress(@k, %b)]
; CHECK-LABEL: @k(
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
entry:
  %p = getelementptr ptr, ptr addrspace(1) @labels, i64 %i
  %l = load ptr, ptr addrspace(1) %p
; CHECK: %[[N:[0-9]+]] = ptrtoint ptr %l to i64
; CHECK-NEXT: switch i64 %[[N]], label %b [
; CHECK-NEXT: i64 1, label %a
; CHECK-NEXT: ]
  indirectbr ptr %l, [label %a, label %b]
a:
  store i32 1, ptr addrspace(1) %o
  br label %b
b:
; CHECK: phi i32 [ 3, %entry ], [ 4, %a ]
  %x = phi i32 [ 3, %entry ], [ 4, %a ]
  store i32 %x, ptr addrspace(1) %o
  ret void
}
