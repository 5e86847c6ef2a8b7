; RUN: -O1 --print-after=insert-warp-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Lanes synchronise between a write and a read, and the other way round; not between accesses
; of one kind, nor after another barrier.
; CHECK-LABEL: define spir_kernel void @scan(
; CHECK: store volatile
; CHECK-NEXT: store volatile
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: load volatile
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: store volatile
; CHECK-NEXT: call spir_func void @_Z7barrierj(
; CHECK-NEXT: load volatile
; CHECK: ret void
define spir_kernel void @scan(ptr addrspace(1) %o, i32 %x) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store volatile i32 %x, ptr addrspace(3) @s
  store volatile i32 %x, ptr addrspace(3) %p
  %j = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %j
  %v = load volatile i32, ptr addrspace(3) %q
  %w = add i32 %v, %x
  store volatile i32 %w, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  %r = load volatile i32, ptr addrspace(3) %q
  store i32 %r, ptr addrspace(1) %o
  ret void
}
; What a loop comes back with counts.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: loop:
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: load volatile
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: store volatile
define spir_kernel void @loop(i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %v = load volatile i32, ptr addrspace(3) @s
  %w = add i32 %v, %k
  store volatile i32 %w, ptr addrspace(3) %p
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
; Not while one holds a lock, which the others wait for; after that again.
; CHECK-LABEL: define spir_kernel void @locked(
; CHECK: section:
; CHECK-NEXT: load volatile
; CHECK-NEXT: %w = add
; CHECK-NEXT: store volatile
; CHECK-NEXT: atomicrmw xchg
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: load volatile
@lock = internal addrspace(3) global i32 undef, align 4
define spir_kernel void @locked(ptr addrspace(1) %o, i32 %x) {
  store volatile i32 %x, ptr addrspace(3) @s
  br label %spin
spin:
  %r = cmpxchg ptr addrspace(3) @lock, i32 0, i32 1 syncscope("device") monotonic monotonic
  %mine = extractvalue { i32, i1 } %r, 1
  br i1 %mine, label %section, label %spin
section:
  %v = load volatile i32, ptr addrspace(3) @s
  %w = add i32 %v, %x
  store volatile i32 %w, ptr addrspace(3) @s
  %e = atomicrmw xchg ptr addrspace(3) @lock, i32 0 syncscope("device") monotonic
  br label %after
after:
  %u = load volatile i32, ptr addrspace(3) @s
  store i32 %u, ptr addrspace(1) %o
  ret void
}
; Of several elements, or several variables, all lanes have the same one.
; CHECK-LABEL: define spir_kernel void @alternative(
; CHECK: store i32 %x, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK: load i32, ptr addrspace(3)
; CHECK-LABEL: define spir_kernel void @mirrored(
; CHECK: store i32 %x, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK: load i32, ptr addrspace(3)
define spir_kernel void @alternative(ptr addrspace(1) %o, i32 %x, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 %x, ptr addrspace(3) %p
  %c = icmp eq i32 %n, 0
  br i1 %c, label %one, label %two
one:
  store i32 7, ptr addrspace(1) %o
  %j = xor i64 %i, 1
  br label %join
two:
  %k = xor i64 %i, 2
  br label %join
join:
  %at = phi i64 [ %j, %one ], [ %k, %two ]
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %at
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}
define spir_kernel void @mirrored(ptr addrspace(1) %o, i32 %x, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 %x, ptr addrspace(3) %p
  %c = icmp eq i32 %n, 0
  br i1 %c, label %one, label %two
one:
  store i32 7, ptr addrspace(1) %o
  %j = xor i64 %i, 1
  br label %join
two:
  %k = sub i64 63, %i
  br label %join
join:
  %at = phi i64 [ %j, %one ], [ %k, %two ]
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %at
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define spir_kernel void @variables(
; CHECK: store i32 %x, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: load i32, ptr addrspace(3)
@s2 = internal addrspace(3) global [64 x i32] undef, align 4
define spir_kernel void @variables(ptr addrspace(1) %o, i32 %x, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp eq i32 %n, 0
  %a = select i1 %c, ptr addrspace(3) @s, ptr addrspace(3) @s2
  %p = getelementptr [64 x i32], ptr addrspace(3) %a, i64 0, i64 %i
  store i32 %x, ptr addrspace(3) %p
  %j = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) %a, i64 0, i64 %j
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}
