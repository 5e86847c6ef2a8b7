; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; Neighbours read neighbouring elements, and each iteration goes on by a number that is not known:
; work-items execute the iterations in step while all have one, and the others one by one. The sum
; and where a work-item is are in context arrays, the index is computed from a count that all share.
; CHECK-LABEL: define internal void @strided.block(
; CHECK: %where.var{{.*}} = getelementptr inbounds i8, ptr
; CHECK: %sum.var{{.*}} = getelementptr inbounds i8, ptr
; CHECK: body:
; CHECK-NEXT: %i = phi i64 [ %{{.*}}, %resume ], [ %next, %body ]
; CHECK: br i1 %more, label %body, label %finished
; CHECK: %count[[N:[0-9]+]] = load i64, ptr %count
; CHECK: %[[I:i[0-9]+]] = add i64 %x{{[0-9]+}}, %count[[N]]
; CHECK: getelementptr i32, ptr addrspace(1) %p, i64 %[[I]]
; CHECK: store i32 %add{{[0-9]+}}, ptr %sum.var
; CHECK: store i8 %{{[0-9]+}}, ptr %where.var
; CHECK: %[[ALL:[0-9]+]] = and i1 %{{[0-9]+}}, %more
; CHECK-NEXT: store i1 %[[ALL]], ptr %all.next
; CHECK: %[[SEVERAL:[0-9]+]] = icmp uge i64 %{{[0-9]+}}, 4
; CHECK-NEXT: store i1 %[[SEVERAL]], ptr %all.next
; CHECK-NOT: @__gohip.all
; CHECK-LABEL: define void @strided(
define spir_kernel void @strided(ptr addrspace(1) %p, ptr addrspace(1) %o, i64 %n, i64 %threads) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %enter = icmp ult i64 %id, %n
  br i1 %enter, label %body, label %done
body:
  %i = phi i64 [ %id, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %add, %body ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %add = add i32 %sum, %v
  %next = add i64 %i, %threads
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %all = phi i32 [ 0, %entry ], [ %add, %body ]
  %to = getelementptr i32, ptr addrspace(1) %o, i64 %id
  store i32 %all, ptr addrspace(1) %to
  ret void
}
; Each work-item reads its own row: one after the other.
; CHECK-LABEL: define internal void @rows.block(
; CHECK-NOT: step:
; CHECK-NOT: .var
; CHECK-LABEL: define void @rows(
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %row = mul i64 %id, 1000
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %add, %body ]
  %index = add i64 %row, %i
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %add = add i32 %sum, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %to = getelementptr i32, ptr addrspace(1) %o, i64 %id
  store i32 %add, ptr addrspace(1) %to
  ret void
}
; Work-items that wait for each other in some branches do not stay together, so none of them waits
; for the others in the loop.
; CHECK-LABEL: define internal void @apart.block(
; CHECK-NOT: .var
; CHECK-LABEL: define void @apart(
declare spir_func void @_Z7barrierj(i32) convergent
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %o, i64 %n, i64 %threads) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %waits = icmp ult i64 %id, 8
  br i1 %waits, label %wait, label %before
wait:
  call spir_func void @_Z7barrierj(i32 3)
  br label %before
before:
  %enter = icmp ult i64 %id, %n
  br i1 %enter, label %body, label %done
body:
  %i = phi i64 [ %id, %before ], [ %next, %body ]
  %sum = phi i32 [ 0, %before ], [ %add, %body ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %add = add i32 %sum, %v
  %next = add i64 %i, %threads
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %all = phi i32 [ 0, %before ], [ %add, %body ]
  %to = getelementptr i32, ptr addrspace(1) %o, i64 %id
  store i32 %all, ptr addrspace(1) %to
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
; All work-items read the same elements, and have so much arithmetic to do for each sum that LLVM
; should vectorise it, and its calls of functions that are vector instructions: in step.
; CHECK-LABEL: define internal void @computes.block(
; CHECK: %sum.var{{.*}} = getelementptr inbounds i8, ptr
; CHECK: call float @llvm.floor.f32(
; CHECK: call float @llvm.sqrt.f32(
; CHECK: call i1 @llvm.is.fpclass.f32(
; CHECK: store float %add{{[0-9]+}}, ptr %sum.var
; CHECK-LABEL: define void @computes(
declare float @llvm.sqrt.f32(float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare float @llvm.floor.f32(float)
declare i32 @llvm.smin.i32(i32, i32)
define spir_kernel void @computes(ptr addrspace(3) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %to = getelementptr float, ptr addrspace(1) %o, i64 %id
  %mine = load float, ptr addrspace(1) %to
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %add, %body ]
  %at = getelementptr float, ptr addrspace(3) %p, i64 %i
  %v = load float, ptr addrspace(3) %at
  %whole = call float @llvm.floor.f32(float %v)
  %d = fsub float %whole, %mine
  %square = fmul float %d, %d
  %root = call float @llvm.sqrt.f32(float %square)
  %quotient = fdiv float 1.0, %root
  %usual = call i1 @llvm.is.fpclass.f32(float %root, i32 408)
  %inverse = select i1 %usual, float %quotient, float %mine
  %add = fadd float %sum, %inverse
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  store float %add, ptr addrspace(1) %to
  ret void
}
; An operation for each value that is kept.
; CHECK-LABEL: define internal void @adds.block(
; CHECK: store float %add{{[0-9]+}}, ptr %sum.var
; CHECK-LABEL: define void @adds(
define spir_kernel void @adds(ptr addrspace(3) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %add, %body ]
  %at = getelementptr float, ptr addrspace(3) %p, i64 %i
  %v = load float, ptr addrspace(3) %at
  %add = fadd float %sum, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %to = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %add, ptr addrspace(1) %to
  ret void
}
; Less arithmetic: one after the other.
; CHECK-LABEL: define internal void @moves.block(
; CHECK-NOT: .var
; CHECK-LABEL: define void @moves(
define spir_kernel void @moves(ptr addrspace(3) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %add, %body ]
  %last = phi float [ 0.0, %entry ], [ %sum, %body ]
  %at = getelementptr float, ptr addrspace(3) %p, i64 %i
  %v = load float, ptr addrspace(3) %at
  %add = fadd float %last, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %to = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %add, ptr addrspace(1) %to
  ret void
}
; An integer whose bits are mixed, and limited: in step.
; CHECK-LABEL: define internal void @mixes.block(
; CHECK: store i32 %{{.*}}, ptr %state.var
; CHECK-LABEL: define void @mixes(
define spir_kernel void @mixes(ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %o, i64 %id
  %first = load i32, ptr addrspace(1) %to
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %state = phi i32 [ %first, %entry ], [ %mixed, %body ]
  %shifted = shl i32 %state, 13
  %limited = xor i32 %state, %shifted
  %mixed = call i32 @llvm.smin.i32(i32 %limited, i32 1000)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  store i32 %mixed, ptr addrspace(1) %to
  ret void
}
; One of which LLVM combines several iterations, and a sum: one after the other.
; CHECK-LABEL: define internal void @multiplies.block(
; CHECK-NOT: .var
; CHECK-LABEL: define void @multiplies(
define spir_kernel void @multiplies(ptr addrspace(1) %o, ptr addrspace(3) %p, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %to = getelementptr i32, ptr addrspace(1) %o, i64 %id
  %first = load i32, ptr addrspace(1) %to
  br label %body
body:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %state = phi i32 [ %first, %entry ], [ %sum, %body ]
  %all = phi i32 [ 0, %entry ], [ %total, %body ]
  %at = getelementptr i32, ptr addrspace(3) %p, i64 %i
  %v = load i32, ptr addrspace(3) %at
  %product = mul i32 %state, 1664525
  %sum = add i32 %product, 1013904223
  %total = add i32 %all, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %done
done:
  %both = xor i32 %sum, %total
  store i32 %both, ptr addrspace(1) %to
  ret void
}
; A loop with a branch whose arm calls a cold function, with as many operations as many kept values need, and an index that was
; extended from 32 bits: in step, for LLVM makes vectors of the arms and the call.
; CHECK-LABEL: define internal void @branches.block(
; CHECK: store float %{{.*}}, ptr %v.var
; CHECK-LABEL: define void @branches(
define internal float @large(float %x) cold noinline nounwind willreturn memory(none) {
  %y = fdiv float 1.0, %x
  ret float %y
}
define spir_kernel void @branches(ptr addrspace(3) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %high = shl i64 %id, 32
  %at = ashr exact i64 %high, 32
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %i = phi i64 [ %at, %entry ], [ %i.next, %join ]
  %v = phi float [ 0.0, %entry ], [ %v.next, %join ]
  %e = getelementptr float, ptr addrspace(3) %p, i64 %i
  store float %v, ptr addrspace(3) %e
  %a = fmul float %v, 3.0
  %b = fadd float %a, 1.0
  %c = fmul float %b, %b
  %big = fcmp ogt float %c, 1.0e4
  br i1 %big, label %arm, label %join
arm:
  %r = call float @large(float %c)
  br label %join
join:
  %s = phi float [ %c, %body ], [ %r, %arm ]
  %v.next = fsub float %s, %a
  %i.next = add i64 %i, 256
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %end
end:
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %v.next, ptr addrspace(1) %q
  ret void
}
; Not in step: an arm reads memory.
; CHECK-LABEL: define internal void @reads.block(
; CHECK-NOT: .var
; CHECK-LABEL: define void @reads(
define spir_kernel void @reads(ptr addrspace(3) %p, ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %body
body:
  %k = phi i64 [ 0, %entry ], [ %next, %join ]
  %v = phi float [ 0.0, %entry ], [ %v.next, %join ]
  %a = fmul float %v, 3.0
  %b = fadd float %a, 1.0
  %c = fmul float %b, %b
  %big = fcmp ogt float %c, 1.0e4
  br i1 %big, label %arm, label %join
arm:
  %e = getelementptr float, ptr addrspace(3) %p, i64 %k
  %r = load float, ptr addrspace(3) %e
  br label %join
join:
  %s = phi float [ %c, %body ], [ %r, %arm ]
  %v.next = fsub float %s, %a
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %body, label %end
end:
  %q = getelementptr float, ptr addrspace(1) %o, i64 %id
  store float %v.next, ptr addrspace(1) %q
  ret void
}
