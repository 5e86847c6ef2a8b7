; RUN: -O0 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-crossed-halves %s
target triple = "nvptx64-nvidia-cuda"
; ptxas writes the new half of %v to its register before it has moved the old one to the other register.
; CHECK-LABEL: define ptx_kernel void @shifted(
; CHECK: [[OLD:%.*]] = trunc i64 %x to i32
; CHECK: [[COPY:%.*]] = call i32 asm "prmt.b32 $0, $1, 0, 0x3210;", "=r,r"(i32 [[OLD]])
; CHECK: [[WIDE:%.*]] = zext i32 [[COPY]] to i64
; CHECK: [[HIGH:%.*]] = shl i64 [[WIDE]], 32
; CHECK: [[LOW:%.*]] = and i64 %v, 4294967295
; CHECK: [[BOTH:%.*]] = or i64 [[LOW]], [[HIGH]]
; CHECK: phi i64 [ %x, %entry ], [ %d, %double ], [ [[BOTH]], %new ]
define ptx_kernel void @shifted(ptr addrspace(1) %p, i32 %y, i32 %kind) {
entry:
  %x = load i64, ptr addrspace(1) %p
  %kept = icmp eq i32 %kind, 0
  br i1 %kept, label %done, label %other
other:
  %computed = icmp eq i32 %kind, 1
  br i1 %computed, label %double, label %new
double:
  %f = uitofp i64 %x to double
  %d = bitcast double %f to i64
  br label %done
new:
  %n = or i32 %y, 65536
  %w = zext i32 %n to i64
  %h = shl i64 %x, 32
  %v = or disjoint i64 %h, %w
  br label %done
done:
  %r = phi i64 [ %x, %entry ], [ %d, %double ], [ %v, %new ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}
; The other way, in a loop, with halves that are found behind other instructions.
; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK: [[OLD:%.*]] = lshr i64 %b, 32
; CHECK: trunc i64 [[OLD]] to i32
; CHECK: call i32 asm "prmt.b32
; CHECK: [[HIGH:%.*]] = and i64 {{.*}}, -4294967296
; CHECK: [[BITS:%.*]] = or i64 [[HIGH]],
; CHECK: [[BOTH:%.*]] = bitcast i64 [[BITS]] to double
; CHECK: phi double [ %sum, %add ], [ [[BOTH]], %new ]
define ptx_kernel void @loop(ptr addrspace(1) %p, i64 %y, i32 %n) {
entry:
  %first = load double, ptr addrspace(1) %p
  br label %head
head:
  %x = phi double [ %first, %entry ], [ %next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %more, %latch ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %add, label %new
add:
  %sum = fadd double %x, %x
  br label %latch
new:
  %b = bitcast double %x to i64
  %h = call i64 @llvm.fshl.i64(i64 %y, i64 %b, i64 32)
  %s = xor i64 %h, 42949672960
  %v = bitcast i64 %s to double
  br label %latch
latch:
  %next = phi double [ %sum, %add ], [ %v, %new ]
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %head, label %done
done:
  store double %next, ptr addrspace(1) %p
  ret void
}
; One half is that of another value, which is not one of the PHI.
; CHECK-LABEL: define ptx_kernel void @turned(
; CHECK: [[OLD:%.*]] = lshr i64 %x, 32
; CHECK: trunc i64 [[OLD]] to i32
; CHECK: call i32 asm "prmt.b32
; CHECK: [[BOTH:%.*]] = or i64
; CHECK-NOT: prmt
; CHECK: phi i64 [ %d, %double ], [ [[BOTH]], %new ]
define ptx_kernel void @turned(ptr addrspace(1) %p, i64 %y, i32 %n) {
entry:
  %first = load i64, ptr addrspace(1) %p
  br label %head
head:
  %x = phi i64 [ %first, %entry ], [ %next, %latch ]
  %i = phi i32 [ 0, %entry ], [ %more, %latch ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %double, label %new
double:
  %f = uitofp i64 %x to double
  %d = bitcast double %f to i64
  br label %latch
new:
  %v = call i64 @llvm.fshl.i64(i64 %y, i64 %x, i64 32)
  br label %latch
latch:
  %next = phi i64 [ %d, %double ], [ %v, %new ]
  %more = add i32 %i, 1
  %again = icmp ult i32 %more, %n
  br i1 %again, label %head, label %done
done:
  store i64 %next, ptr addrspace(1) %p
  ret void
}
; A value of no PHI of the old one, and halves that change places.
; CHECK-LABEL: define ptx_kernel void @kept(
; CHECK-NOT: prmt
; CHECK: }
define ptx_kernel void @kept(ptr addrspace(1) %p, i64 %y, i32 %kind) {
entry:
  %x = load i64, ptr addrspace(1) %p
  %computed = icmp eq i32 %kind, 1
  br i1 %computed, label %double, label %new
double:
  %f = uitofp i64 %y to double
  %d = bitcast double %f to i64
  br label %done
new:
  %h = shl i64 %x, 32
  %v = or disjoint i64 %h, 7
  %turned = call i64 @llvm.fshl.i64(i64 %y, i64 %y, i64 32)
  br label %done
done:
  %r = phi i64 [ %d, %double ], [ %v, %new ]
  %s = phi i64 [ %y, %double ], [ %turned, %new ]
  %sum = add i64 %r, %s
  store i64 %sum, ptr addrspace(1) %p
  ret void
}
declare i64 @llvm.fshl.i64(i64, i64, i64)
