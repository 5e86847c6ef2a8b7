; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-unroll %s
target triple = "nvptx64-nvidia-cuda"
declare i1 @llvm.nvvm.vote.all.sync(i32, i1) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; A loop around a vote unrolls where all lanes make the same number of iterations.
; CHECK-LABEL: define ptx_kernel void @votes(
; CHECK: loop:
; CHECK-COUNT-4: call i1 @llvm.nvvm.vote.all.sync(
; CHECK: br i1 {{.*}}, label %loop
define ptx_kernel void @votes(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load volatile i32, ptr addrspace(1) %q
  %c = icmp eq i32 %x, 7
  %v = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %c)
  %z = zext i1 %v to i32
  store volatile i32 %z, ptr addrspace(1) %q
  %i1 = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i1, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
; One with a stride of the launch stays as it is.
; CHECK-LABEL: define ptx_kernel void @strided(
; CHECK: loop:
; CHECK: store volatile i32 %i
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @strided(ptr addrspace(1) %p, i32 %n) {
entry:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %any = icmp ult i32 0, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %q
  %i1 = add i32 %i, %step
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; But not if the counter is a signed number that does not overflow.
; CHECK-LABEL: define ptx_kernel void @signed(
; CHECK-COUNT-7: store i32
; CHECK: ret void
define ptx_kernel void @signed(ptr addrspace(1) %p, i32 %n) mustprogress {
entry:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %tid, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %tid, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store i32 %i, ptr addrspace(1) %q
  %i1 = add nsw i32 %i, %step
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A long one of an unsigned counter whose stride is a number of warps stays as it is, but not a short one.
; CHECK-LABEL: define ptx_kernel void @long(
; CHECK: store i32
; CHECK-NOT: store
; CHECK: ret void
; CHECK-LABEL: define ptx_kernel void @longsigned(
; CHECK-COUNT-7: store i32
; CHECK: ret void
; CHECK-LABEL: define ptx_kernel void @short(
; CHECK-COUNT-7: store i32
; CHECK: ret void
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @long(ptr addrspace(1) noalias %p, i32 %n) mustprogress {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp ult i32 %tid, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %tid, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x0 = load i32, ptr addrspace(1) %q
  %x1 = mul i32 %x0, 7
  %x2 = xor i32 %x1, 9
  %x3 = mul i32 %x2, 11
  %x4 = xor i32 %x3, 13
  %x5 = mul i32 %x4, 15
  %x6 = xor i32 %x5, 17
  %x7 = mul i32 %x6, 19
  %x8 = xor i32 %x7, 21
  %x9 = mul i32 %x8, 23
  %x10 = xor i32 %x9, 25
  %x11 = mul i32 %x10, 27
  %x12 = xor i32 %x11, 29
  %x13 = mul i32 %x12, 31
  %x14 = xor i32 %x13, 33
  %x15 = mul i32 %x14, 35
  %x16 = xor i32 %x15, 37
  %x17 = mul i32 %x16, 39
  %x18 = xor i32 %x17, 41
  %x19 = mul i32 %x18, 43
  %x20 = xor i32 %x19, 45
  %x21 = mul i32 %x20, 47
  %x22 = xor i32 %x21, 49
  %x23 = mul i32 %x22, 51
  %x24 = xor i32 %x23, 53
  %x25 = mul i32 %x24, 55
  %x26 = xor i32 %x25, 57
  %x27 = mul i32 %x26, 59
  %x28 = xor i32 %x27, 61
  %x29 = mul i32 %x28, 63
  %x30 = xor i32 %x29, 65
  %x31 = mul i32 %x30, 67
  %x32 = xor i32 %x31, 69
  %x33 = mul i32 %x32, 71
  %x34 = xor i32 %x33, 73
  %x35 = mul i32 %x34, 75
  %x36 = xor i32 %x35, 77
  %x37 = mul i32 %x36, 79
  %x38 = xor i32 %x37, 81
  %x39 = mul i32 %x38, 83
  %x40 = xor i32 %x39, 85
  store i32 %x40, ptr addrspace(1) %q
  %i1 = add i32 %i, 32
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define ptx_kernel void @longsigned(ptr addrspace(1) noalias %p, i32 %n) mustprogress {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %tid, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %tid, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x0 = load i32, ptr addrspace(1) %q
  %x1 = mul i32 %x0, 7
  %x2 = xor i32 %x1, 9
  %x3 = mul i32 %x2, 11
  %x4 = xor i32 %x3, 13
  %x5 = mul i32 %x4, 15
  %x6 = xor i32 %x5, 17
  %x7 = mul i32 %x6, 19
  %x8 = xor i32 %x7, 21
  %x9 = mul i32 %x8, 23
  %x10 = xor i32 %x9, 25
  %x11 = mul i32 %x10, 27
  %x12 = xor i32 %x11, 29
  %x13 = mul i32 %x12, 31
  %x14 = xor i32 %x13, 33
  %x15 = mul i32 %x14, 35
  %x16 = xor i32 %x15, 37
  %x17 = mul i32 %x16, 39
  %x18 = xor i32 %x17, 41
  %x19 = mul i32 %x18, 43
  %x20 = xor i32 %x19, 45
  %x21 = mul i32 %x20, 47
  %x22 = xor i32 %x21, 49
  %x23 = mul i32 %x22, 51
  %x24 = xor i32 %x23, 53
  %x25 = mul i32 %x24, 55
  %x26 = xor i32 %x25, 57
  %x27 = mul i32 %x26, 59
  %x28 = xor i32 %x27, 61
  %x29 = mul i32 %x28, 63
  %x30 = xor i32 %x29, 65
  %x31 = mul i32 %x30, 67
  %x32 = xor i32 %x31, 69
  %x33 = mul i32 %x32, 71
  %x34 = xor i32 %x33, 73
  %x35 = mul i32 %x34, 75
  %x36 = xor i32 %x35, 77
  %x37 = mul i32 %x36, 79
  %x38 = xor i32 %x37, 81
  %x39 = mul i32 %x38, 83
  %x40 = xor i32 %x39, 85
  store i32 %x40, ptr addrspace(1) %q
  %i1 = add nsw i32 %i, 32
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
define ptx_kernel void @short(ptr addrspace(1) noalias %p, i32 %n) mustprogress {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %any = icmp slt i32 %tid, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ %tid, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x0 = load i32, ptr addrspace(1) %q
  %x1 = xor i32 %x0, 3
  %x2 = mul i32 %x1, 4
  %x3 = xor i32 %x2, 5
  %x4 = mul i32 %x3, 6
  store i32 %x4, ptr addrspace(1) %q
  %i1 = add nsw i32 %i, 32
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; Loops over constant memory are unrolled completely.
; CHECK-LABEL: define ptx_kernel void @constants(
; CHECK-COUNT-512: load <2 x i32>, ptr {{.*}}@table
; CHECK-NOT: br
; CHECK: ret void
@table = addrspace(4) externally_initialized global [1024 x i32] zeroinitializer, align 8
define ptx_kernel void @constants(ptr addrspace(1) %p) mustprogress {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %s = phi <2 x i32> [ zeroinitializer, %entry ], [ %v, %latch ]
  br label %loop
loop:
  %k = phi i64 [ 0, %outer ], [ %k1, %loop ]
  %t = phi <2 x i32> [ %s, %outer ], [ %v, %loop ]
  %j = add nuw nsw i64 %k, %i
  %q = getelementptr [8 x i8], ptr addrspacecast (ptr addrspace(4) @table to ptr), i64 %j
  %x = load <2 x i32>, ptr %q, align 8
  %v = add <2 x i32> %t, %x
  %k1 = add nuw nsw i64 %k, 4
  %more = icmp ult i64 %k1, 512
  br i1 %more, label %loop, label %latch
latch:
  %i1 = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i1, 4
  br i1 %again, label %outer, label %end
end:
  store <2 x i32> %v, ptr addrspace(1) %p
  ret void
}
; A loop of at most four iterations, as its bound is a sum of four bits, unrolls with an exit in each.
; CHECK-LABEL: define ptx_kernel void @bounded(
; CHECK-COUNT-4: load volatile i32
; CHECK-NOT: br {{.*}}label %loop
; CHECK: ret void
define ptx_kernel void @bounded(ptr addrspace(1) %p, i1 %b0, i1 %b1, i1 %b2, i1 %b3) {
entry:
  %z0 = zext i1 %b0 to i32
  %z1 = zext i1 %b1 to i32
  %z2 = zext i1 %b2 to i32
  %z3 = zext i1 %b3 to i32
  %s1 = add nuw nsw i32 %z0, %z1
  %s2 = add nuw nsw i32 %s1, %z2
  %n = add nuw nsw i32 %s2, %z3
  %any = icmp ne i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load volatile i32, ptr addrspace(1) %q
  %i1 = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i1, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
; A stride that a function behind a pointer returns is none of the launch.
; CHECK-LABEL: define ptx_kernel void @called(
; CHECK: call i32 %f()
; CHECK: ret void
define ptx_kernel void @called(ptr addrspace(1) %p, i32 %n, ptr %f) {
entry:
  %step = call i32 %f()
  %any = icmp ult i32 0, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %q
  %i1 = add i32 %i, %step
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
