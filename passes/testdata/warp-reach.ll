; RUN: -O1 --print-after=warp-reach %s
; WARNING: xor (a.hip:7): a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: theirs (/home/include/hip/sum.h:3): a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: loop: a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: counts: a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: parts: a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: flipped: a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
; WARNING: flips: a warp operation reaches beyond its warp: warps have 32 lanes on spirv64-unknown-unknown [-Wwarp-size]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare void @llvm.var.annotation.p4.p4(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4))
; The position is that of the call in the program, not that in the header.
; CHECK-LABEL: define spir_kernel void @xor(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @xor(ptr addrspace(1) %p) !dbg !6 {
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 48, ptr addrspace(4) null), !dbg !8
  %f = xor i32 %l, 32
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; The program's own header may be in a folder of the same name.
; CHECK-LABEL: define spir_kernel void @theirs(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @theirs(ptr addrspace(1) %p) !dbg !10 {
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 48, ptr addrspace(4) null), !dbg !13
  ret void
}
; A loop that is not unrolled begins with the distance.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %step) {
entry:
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  br label %again
again:
  %d = phi i32 [ 32, %entry ], [ %h, %again ]
  %a = phi i32 [ %v, %entry ], [ %b, %again ]
  %r = or i32 %d, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %r, ptr addrspace(4) null)
  %f = xor i32 %l, %d
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a, i32 %f)
  %b = add i32 %a, %x
  %h = lshr i32 %d, %step
  %more = icmp ne i32 %h, 0
  br i1 %more, label %again, label %done
done:
  store i32 %b, ptr addrspace(1) %p
  ret void
}
; Another counts up.
; CHECK-LABEL: define spir_kernel void @counts(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @counts(ptr addrspace(1) %p) {
entry:
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  br label %again
again:
  %d = phi i32 [ 1, %entry ], [ %h, %again ]
  %a = phi i32 [ %v, %entry ], [ %b, %again ]
  %r = or i32 %d, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %r, ptr addrspace(4) null)
  %f = xor i32 %l, %d
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a, i32 %f)
  %b = add i32 %a, %x
  %h = shl i32 %d, 1
  %more = icmp ult i32 %d, 32
  br i1 %more, label %again, label %done
done:
  store i32 %b, ptr addrspace(1) %p
  ret void
}
; So does one whose values are moved in parts, by a loop in it.
; CHECK-LABEL: define spir_kernel void @parts(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @parts(ptr addrspace(1) %p) {
entry:
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  br label %head
head:
  %d = phi i32 [ 1, %entry ], [ %h, %latch ]
  %r = or i32 %d, 16
  %f = xor i32 %l, %d
  br label %part
part:
  %k = phi i64 [ 0, %head ], [ %j, %part ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %k
  %v = load i32, ptr addrspace(1) %q
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %r, ptr addrspace(4) null)
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store i32 %x, ptr addrspace(1) %q
  %j = add i64 %k, 1
  %again = icmp eq i64 %k, 0
  br i1 %again, label %part, label %latch, !llvm.loop !16
latch:
  %h = shl i32 %d, 1
  %more = icmp ult i32 %d, 32
  br i1 %more, label %head, label %done, !llvm.loop !18
done:
  ret void
}
; A use that the last distance does not reach, and a loop that is left before its use.
; CHECK-LABEL: define spir_kernel void @before(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @before(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %head
head:
  %d = phi i32 [ 1, %entry ], [ %h, %latch ]
  %r = or i32 %d, 16
  %small = icmp ult i32 %d, %n
  br i1 %small, label %use, label %latch
use:
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %r, ptr addrspace(4) null)
  br label %latch
latch:
  %h = shl i32 %d, 1
  %more = icmp ult i32 %d, 32
  br i1 %more, label %head, label %next, !llvm.loop !19
next:
  %e = phi i32 [ 1, %latch ], [ %g, %body ]
  %s = or i32 %e, 16
  %inside = icmp ult i32 %e, 32
  br i1 %inside, label %body, label %done
body:
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %s, ptr addrspace(4) null)
  %g = shl i32 %e, 1
  br label %next, !llvm.loop !20
done:
  ret void
}
; Distances within the warp, distances that are unknown, and a negative lane.
; CHECK-LABEL: define spir_kernel void @fits(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @fits(ptr addrspace(1) %p, i32 %n) {
  %r = or i32 %n, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 31, ptr addrspace(4) null)
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %r, ptr addrspace(4) null)
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 -1, ptr addrspace(4) null)
  ret void
}
; A lane with a bit of its number changed, which a constant and a loop's counter name.
; CHECK-LABEL: define spir_kernel void @flipped(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @flipped(ptr addrspace(1) %p, i32 %lane) {
  %low = xor i32 %lane, 31
  %l = or i32 %low, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %l, ptr addrspace(4) null)
  %other = xor i32 %lane, 32
  %o = or i32 %other, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %o, ptr addrspace(4) null)
  ret void
}
; CHECK-LABEL: define spir_kernel void @flips(
; CHECK-NOT: annotation
; CHECK: ret void
define spir_kernel void @flips(ptr addrspace(1) %p, i32 %lane, i32 %step) {
entry:
  br label %loop
loop:
  %d = phi i32 [ 32, %entry ], [ %half, %loop ]
  %other = xor i32 %lane, %d
  %o = or i32 %other, 16
  call void @llvm.var.annotation.p4.p4(ptr addrspace(4) null, ptr addrspace(4) null, ptr addrspace(4) null, i32 %o, ptr addrspace(4) null)
  %half = lshr i32 %d, %step
  %more = icmp ugt i32 %half, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.hip", directory: "/")
!3 = !DIFile(filename: "/opt/gohip/include/hip/gohip_detail/warp.h", directory: "/")
!4 = !DISubroutineType(types: !5)
!5 = !{}
!6 = distinct !DISubprogram(name: "xor", scope: !2, file: !2, line: 5, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!7 = distinct !DISubprogram(name: "__shfl_xor", scope: !3, file: !3, line: 120, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 121, scope: !7, inlinedAt: !9)
!9 = distinct !DILocation(line: 7, scope: !6)
!10 = distinct !DISubprogram(name: "theirs", scope: !2, file: !2, line: 9, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!11 = !DIFile(filename: "/home/include/hip/sum.h", directory: "/")
!12 = distinct !DISubprogram(name: "sum", scope: !11, file: !11, line: 2, type: !4, unit: !1, spFlags: DISPFlagDefinition)
!13 = !DILocation(line: 122, scope: !7, inlinedAt: !14)
!14 = distinct !DILocation(line: 3, scope: !12, inlinedAt: !15)
!15 = distinct !DILocation(line: 10, scope: !10)
!16 = distinct !{!16, !17}
!17 = !{!"llvm.loop.unroll.disable"}
!18 = distinct !{!18, !17}
!19 = distinct !{!19, !17}
!20 = distinct !{!20, !17}
