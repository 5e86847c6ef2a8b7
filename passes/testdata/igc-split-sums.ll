; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=igc-split-sums %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A sum of squares goes through the loop in halves.
; CHECK-LABEL: define spir_kernel void @squares(
; CHECK: loop:
; CHECK-NOT: phi i64
; CHECK: %[[LOW:[0-9]+]] = phi i32 [ %[[L:[a-z0-9]+]], %loop ], [ 0, %entry ]
; CHECK-NEXT: %[[HIGH:[0-9]+]] = phi i32 [ %[[H:[a-z0-9]+]], %loop ], [ 0, %entry ]
; CHECK-NEXT: %[[Z:[a-z0-9]+]] = zext i32 %[[HIGH]] to i64
; CHECK-NEXT: %[[U:[a-z0-9]+]] = shl i64 %[[Z]], 32
; CHECK-NEXT: %[[X:[a-z0-9]+]] = zext i32 %[[LOW]] to i64
; CHECK-NEXT: %[[S:[a-z0-9]+]] = or i64 %[[U]], %[[X]]
; CHECK: %[[T:[a-z0-9]+]] = add i64 %{{.*}}, %[[S]]
; CHECK: %[[R:[a-z0-9]+]] = lshr i64 %[[T]], 32
; CHECK: %[[L]] = trunc i64 %[[T]] to i32
; CHECK: %[[H]] = trunc i64 %[[R]] to i32
; CHECK: done:
; CHECK-NEXT: phi i64 [ 0, %entry ], [ %[[T]], %loop ]
define spir_kernel void @squares(i32 %n, ptr addrspace(1) %p) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %w = zext i32 %i to i64
  %q = mul nuw i64 %w, %w
  %t = add i64 %s, %q
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}
; So does a sum of sums of sums, but not what they add up.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK: loop:
; CHECK: phi i64
; CHECK: phi i64
; CHECK-NOT: phi i64
; CHECK: done:
define spir_kernel void @nested(i32 %n, i64 %x, ptr addrspace(1) %p) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 0, %entry ], [ %a1, %loop ]
  %b = phi i64 [ 0, %entry ], [ %b1, %loop ]
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %a1 = add i64 %a, %x
  %b1 = add i64 %b, %a1
  %c1 = add i64 %c, %b1
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %c1, %loop ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}
; Sums of numbers from memory and of the second degree stay.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK: phi i64
; CHECK: phi i64
; CHECK-NOT: trunc
; CHECK: ret void
define spir_kernel void @others(i32 %n, ptr addrspace(1) %p) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %u = phi i64 [ 0, %entry ], [ %v, %loop ]
  %w = zext i32 %i to i64
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %w
  %x = load i64, ptr addrspace(1) %at
  %q = mul i64 %x, %w
  %t = add i64 %s, %q
  %v = add i64 %u, %w
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  %r2 = phi i64 [ 0, %entry ], [ %v, %loop ]
  store i64 %r, ptr addrspace(1) %p
  %p2 = getelementptr i64, ptr addrspace(1) %p, i64 1
  store i64 %r2, ptr addrspace(1) %p2
  ret void
}
