; RUN: --target=x86_64-unknown-linux-gnu -O0 --print-after=insert-warp-barriers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; Lanes that exchange values are seen though every value is on the stack, and though a function reads
; them: the kernel is optimised for that.
; CHECK-LABEL: define spir_kernel void @exchange(
; CHECK-NOT: alloca
; CHECK: store i32
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @exchange(ptr addrspace(1) %out) {
  %i = alloca i64
  %p = alloca ptr addrspace(4)
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  store i64 %id, ptr %i
  %i1 = load i64, ptr %i
  %q = getelementptr [64 x i32], ptr addrspace(4) addrspacecast (ptr addrspace(3) @s to ptr addrspace(4)), i64 0, i64 %i1
  store ptr addrspace(4) %q, ptr %p
  %q1 = load ptr addrspace(4), ptr %p
  %n = trunc i64 %i1 to i32
  store i32 %n, ptr addrspace(4) %q1
  %i2 = load i64, ptr %i
  %v = call spir_func i32 @neighbour(i64 %i2)
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i2
  store i32 %v, ptr addrspace(1) %o
  ret void
}
define internal spir_func i32 @neighbour(i64 %i) {
  %a = alloca i64
  store i64 %i, ptr %a
  %x = load i64, ptr %a
  %j = xor i64 %x, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %j
  %v = load i32, ptr addrspace(3) %q
  ret i32 %v
}
; A block that waits for another one lets that run.
; CHECK-LABEL: define spir_kernel void @wait(
; CHECK: fence syncscope("singlethread") acquire
define spir_kernel void @wait(ptr addrspace(1) %flag) {
  %p = alloca ptr addrspace(4)
  %v = alloca i32
  %g = addrspacecast ptr addrspace(1) %flag to ptr addrspace(4)
  store ptr addrspace(4) %g, ptr %p
  br label %loop
loop:
  %q = load ptr addrspace(4), ptr %p
  %x = load volatile i32, ptr addrspace(4) %q
  store i32 %x, ptr %v
  %y = load i32, ptr %v
  %no = icmp eq i32 %y, 0
  br i1 %no, label %loop, label %go
go:
  ret void
}
; What does not count on it stays as it is.
; CHECK-LABEL: define spir_kernel void @plain(
; CHECK: alloca i64
define spir_kernel void @plain(ptr addrspace(1) %out) !dbg !3 {
  %i = alloca i64
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  store i64 %id, ptr %i
  %i1 = load i64, ptr %i
  %o = getelementptr i64, ptr addrspace(1) %out, i64 %i1
  store i64 %i1, ptr addrspace(1) %o
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.hip", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "plain", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
