; RUN: --target=x86_64-unknown-linux-gnu -O1 --check=race --print-after=race-checks %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Accesses to shared and global memory are told, with the value that is stored, atomic operations with
; what they are, and where each is; those to a variable of the work-item are not.
; CHECK-DAG: [[NAME:@[_a-z.0-9]+]] = private constant [2 x i8] c"s\00"
; CHECK-DAG: [[PLACE:@[_a-z.0-9]+]] = private constant { ptr, ptr, ptr, i32, i32 } { ptr null, ptr @{{.*}}, ptr [[NAME]], i32 0, i32 0 }
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[A:%.*]] = ptrtoint ptr addrspace(3) [[P:%.*]] to i64
; CHECK: call void @__gohip.check.access(i64 [[A]], i64 4, i64 {{%.*}}, i32 9, ptr [[PLACE]])
; CHECK-NEXT: store i32 {{%.*}}, ptr addrspace(3) [[P]]
; CHECK: call void @__gohip.check.arrive()
; CHECK-NEXT: call {{.*}}void @_Z7barrierj(i32 3)
; CHECK: call void @__gohip.check.access(i64 {{%.*}}, i64 4, i64 0, i32 0, ptr
; CHECK: load i32, ptr addrspace(3)
; CHECK-NOT: check
; CHECK: store volatile i32 {{.*}}, ptr %
; CHECK: call void @__gohip.check.access(i64 {{%.*}}, i64 4, i64 0, i32 3, ptr
; CHECK-NEXT: atomicrmw add
; CHECK: call void @__gohip.check.access(i64 {{%.*}}, i64 4, i64 0, i32 23, ptr
; CHECK-NEXT: cmpxchg
; CHECK: call void @__gohip.check.fence()
; CHECK-NEXT: fence
; CHECK: call void @__gohip.check.access(i64 {{%.*}}, i64 4, i64 {{%.*}}, i32 11, ptr
; CHECK-NEXT: store volatile
define spir_kernel void @k(ptr addrspace(1) %o) sanitize_thread {
  %mine = alloca i32
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %v = trunc i64 %i to i32
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 %v, ptr addrspace(3) %q
  call spir_func void @_Z7barrierj(i32 3)
  %x = xor i64 %i, 1
  %r = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %w = load i32, ptr addrspace(3) %r
  store volatile i32 %w, ptr %mine
  %a = atomicrmw add ptr addrspace(1) %o, i32 %w syncscope("device") monotonic
  %c = cmpxchg ptr addrspace(1) %o, i32 %a, i32 %w syncscope("device") release monotonic
  fence syncscope("device") seq_cst
  store volatile i32 %w, ptr addrspace(1) %o
  ret void
}
; Of a function that is not to be checked only what orders others is told.
; CHECK-LABEL: define spir_kernel void @unmarked(
; CHECK-NOT: check
; CHECK: store i32 1
; CHECK: call void @__gohip.check.access(i64 {{%.*}}, i64 4, i64 0, i32 7, ptr
; CHECK-NEXT: atomicrmw add
define spir_kernel void @unmarked(ptr addrspace(1) %o) {
  store i32 1, ptr addrspace(1) %o
  %a = atomicrmw add ptr addrspace(1) %o, i32 1 syncscope("device") acq_rel
  ret void
}
