; RUN: --target=x86_64-unknown-linux-gnu -O0 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; A debugger sees threadIdx and its like as variables, and a message can name the thread.
; CHECK-LABEL: define internal void @k.block(
; CHECK-DAG: %threadIdx = alloca [3 x i32]
; CHECK-DAG: #dbg_declare(ptr %threadIdx, ![[T:[0-9]+]], !DIExpression(), !
; CHECK-DAG: #dbg_declare(ptr %blockIdx, !
; CHECK-DAG: #dbg_declare(ptr %blockDim, !
; CHECK-DAG: #dbg_declare(ptr %gridDim, !
; CHECK: region0.item:
; CHECK: getelementptr inbounds i8, ptr %block, i64 40
; CHECK: store volatile i32
; CHECK: getelementptr inbounds [3 x i32], ptr %threadIdx, i32 0, i32 0
; CHECK: getelementptr inbounds [3 x i32], ptr %threadIdx, i32 0, i32 2
define spir_kernel void @k(ptr addrspace(1) %o) !dbg !5 {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0), !dbg !8
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i, !dbg !8
  store i32 1, ptr addrspace(1) %p, !dbg !8
  ret void, !dbg !8
}
; A variable that lives across a barrier is where the element of the work-item is that runs, in all regions.
; CHECK-LABEL: define internal void @across.block(
; CHECK-DAG: [[HERE:%v[.]here]] = alloca ptr
; CHECK-DAG: #dbg_declare(ptr [[HERE]], ![[V:[0-9]+]], !DIExpression(DW_OP_deref), !
; CHECK: region0.item:
; CHECK: [[E0:%[0-9]+]] = getelementptr inbounds [4 x i8], ptr [[A:%v[0-9]*]], i64 %item
; CHECK-NEXT: store ptr [[E0]], ptr [[HERE]]
; CHECK: region1.item:
; CHECK: [[E1:%[0-9]+]] = getelementptr inbounds [4 x i8], ptr [[A]], i64 %item
; CHECK-NEXT: store ptr [[E1]], ptr [[HERE]]
; CHECK: ![[TYPE:[0-9]+]] = !DICompositeType(tag: DW_TAG_structure_type, name: "uint3", size: 96
; CHECK-DAG: ![[T]] = !DILocalVariable(name: "threadIdx", scope: {{.*}}, type: ![[TYPE]]
; CHECK-DAG: ![[V]] = !DILocalVariable(name: "v"
declare spir_func void @_Z7barrierj(i32) convergent nounwind
define spir_kernel void @across(ptr addrspace(1) %o) !dbg !10 {
  %v = alloca i32
    #dbg_declare(ptr %v, !11, !DIExpression(DW_OP_constu, 4, DW_OP_swap, DW_OP_xderef), !12)
  %i = call spir_func i64 @_Z12get_local_idj(i32 0), !dbg !12
  %x = trunc i64 %i to i32
  store i32 %x, ptr %v
  call spir_func void @_Z7barrierj(i32 3), !dbg !12
  store i32 1, ptr addrspace(1) %o, !dbg !12
  ret void, !dbg !12
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.hip", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", file: !1, line: 3, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!8 = !DILocation(line: 4, scope: !5)
!10 = distinct !DISubprogram(name: "across", file: !1, line: 9, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "v", scope: !10, file: !1, line: 9, type: !13)
!12 = !DILocation(line: 9, scope: !10)
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
