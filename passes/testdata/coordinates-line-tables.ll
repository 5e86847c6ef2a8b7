; RUN: --target=x86_64-unknown-linux-gnu -O0 --emit=asm %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; A module that has line tables only gets no variables, on which the code generator crashes.
; CHECK-LABEL: k.block:
; CHECK: .loc {{[0-9]+}} 4
; CHECK-NOT: threadIdx
; CHECK: .section .debug_line
define spir_kernel void @k(ptr addrspace(1) %o) !dbg !5 {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0), !dbg !8
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i, !dbg !8
  store i32 1, ptr addrspace(1) %p, !dbg !8
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.hip", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", file: !1, line: 3, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 4, scope: !5)
