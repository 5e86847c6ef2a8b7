; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-tables %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --emit=asm
; WANT: ld\.global\.nc
target triple = "nvptx64-nvidia-cuda"
; A table that lanes read at different indices leaves constant memory, also if only one of the loads does; one
; that is read at the same index stays, and so does a variable that the host may write to.
; CHECK-DAG: @lanes = internal{{.*}} addrspace(1) constant [4 x i32]
; CHECK-DAG: @both = internal{{.*}} addrspace(1) constant [4 x i32]
; CHECK-DAG: @uniform = internal{{.*}} addrspace(4) constant [4 x i32]
; CHECK-DAG: @written = {{.*}}addrspace(4) externally_initialized constant [4 x i32]
@lanes = internal addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 5]
@both = internal addrspace(4) constant [4 x i32] [i32 2, i32 3, i32 5, i32 7]
@uniform = internal addrspace(4) constant [4 x i32] [i32 3, i32 5, i32 7, i32 11]
@written = addrspace(4) externally_initialized constant [4 x i32] [i32 5, i32 7, i32 11, i32 13]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 3
  %i = zext i32 %lane to i64
  %j = zext i32 %n to i64
  %a = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @lanes to ptr), i64 0, i64 %i
  %v = load i32, ptr %a
  %b = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @uniform to ptr), i64 0, i64 %j
  %w = load i32, ptr %b
  %c = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @written to ptr), i64 0, i64 %i
  %x = load i32, ptr %c
  %d = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @both to ptr), i64 0, i64 %i
  %y = load i32, ptr %d
  %e = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @both to ptr), i64 0, i64 %j
  %z = load i32, ptr %e
  %s = add i32 %v, %w
  %q = add i32 %s, %x
  %r = add i32 %q, %y
  %l = add i32 %r, %z
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  store i32 %l, ptr addrspace(1) %at
  ret void
}
