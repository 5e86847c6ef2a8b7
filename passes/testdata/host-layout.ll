; RUN: -O1 --print-after=host-layout %s
; WARNING: field (a.hip:7): std::pair holds a 128-bit integer that is aligned to 8 bytes here and to 16 on the host, as in templates and aliases of arrays: do not share it with the host, or give the member alignas(16) [-Whost-layout]
; WARNING: element: Tail holds a 128-bit integer that is aligned to 8 bytes here and to 16 on the host, as in templates and aliases of arrays: do not share it with the host, or give the member alignas(16) [-Whost-layout]
; WARNING: long_double: a long double is a double here, of 8 bytes, and has 16 on the host: do not share it with the host, or write double [-Whost-layout]
; WARNING: atomic (a.hip:7): an _Atomic structure of 8 bytes is aligned to 4 here and to 8 on the host: do not share it with the host, or give it alignas(8) [-Whost-layout]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%"struct.std::pair" = type { i32, i128 }
%struct.Tail.1 = type { [2 x i128], i8 }
%struct.Bits = type { i8, i128 }
%struct.Aligned = type { i8, [15 x i8], i128 }
%struct.Packed = type <{ i8, i128 }>
%struct.Private = type { i8, i128 }
; CHECK-LABEL: define spir_kernel void @field(
define spir_kernel void @field(ptr addrspace(1) %p) !dbg !6 {
  %x = getelementptr %"struct.std::pair", ptr addrspace(1) %p, i32 0, i32 1, !dbg !7
  store i128 1, ptr addrspace(1) %x, align 8, !dbg !7
  %again = getelementptr %"struct.std::pair", ptr addrspace(1) %p, i32 1, i32 1, !dbg !7
  store i128 1, ptr addrspace(1) %again, align 8
  ret void
}
define spir_kernel void @element(ptr addrspace(1) %p, i64 %i) {
  %x = getelementptr %struct.Tail.1, ptr addrspace(1) %p, i64 %i
  store i128 1, ptr addrspace(1) %x, align 8
  ret void
}
define spir_kernel void @long_double(ptr addrspace(1) %p, i64 %i) {
  %x = getelementptr i8, ptr addrspace(1) %p, i64 8
  store double 1.0, ptr addrspace(1) %x, align 8, !tbaa !10
  store double 2.0, ptr addrspace(1) %x, align 8, !tbaa !11
  ret void
}
define spir_kernel void @atomic(ptr addrspace(1) %p) !dbg !20 {
  %x = load atomic i64, ptr addrspace(1) %p seq_cst, align 4, !dbg !21
  store atomic i64 %x, ptr addrspace(1) %p seq_cst, align 4, !dbg !21
  ret void
}
; As on the host, and what it does not see.
define spir_kernel void @same(ptr addrspace(1) %p) {
  %own = alloca %struct.Private
  %a = getelementptr %struct.Aligned, ptr addrspace(1) %p, i32 0, i32 2
  store i128 1, ptr addrspace(1) %a, align 16
  %b = getelementptr %struct.Packed, ptr addrspace(1) %p, i32 0, i32 1
  store i128 1, ptr addrspace(1) %b, align 1
  %c = getelementptr %struct.Private, ptr %own, i32 0, i32 1
  store volatile i128 1, ptr %c, align 8
  %e = getelementptr %struct.Bits, ptr addrspace(1) %p, i32 0, i32 1
  store i128 1, ptr addrspace(1) %e, align 8, !tbaa !18
  %bits = load i128, ptr addrspace(1) %e, align 8
  %few = trunc i128 %bits to i97
  %more = sext i97 %few to i128
  store i128 %more, ptr addrspace(1) %e, align 8
  %own.pair = alloca { i32, i32 }
  %again = cmpxchg ptr %own.pair, i64 1, i64 2 seq_cst seq_cst, align 4
  %sum = atomicrmw add ptr addrspace(1) %p, i64 2 monotonic, align 8
  %own.double = alloca [2 x double]
  %d = getelementptr [2 x double], ptr %own.double, i64 0, i64 1
  store volatile double 1.0, ptr %d, align 8, !tbaa !11
  store double 1.0, ptr addrspace(1) %p, align 8, !tbaa !16
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.hip", directory: "/home")
!3 = !DISubroutineType(types: !4)
!4 = !{null}
!6 = distinct !DISubprogram(name: "field", scope: !2, file: !2, line: 6, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 7, scope: !6)
!8 = !{!"Simple C++ TBAA"}
!9 = !{!"omnipotent char", !8, i64 0}
!10 = !{!12, !13, i64 8}
!11 = !{!13, !13, i64 0}
!12 = !{!"_ZTS2LD", !14, i64 0, !13, i64 8}
!13 = !{!"long double", !9, i64 0}
!14 = !{!"int", !9, i64 0}
!15 = !{!"double", !9, i64 0}
!16 = !{!15, !15, i64 0}
!17 = !{!"_BitInt(97)", !9, i64 0}
!18 = !{!17, !17, i64 0}
!20 = distinct !DISubprogram(name: "atomic", scope: !2, file: !2, line: 6, type: !3, unit: !1, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 7, scope: !20)
