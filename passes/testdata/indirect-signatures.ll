; RUN: -O0 --print-after=indirect-calls %s
; VALIDATE
; Functions of one LLVM type that take or return structures in other ways are never called in
; each other's place.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%S = type { [4 x i32] }
%R = type { [24 x i32] }
%S.other = type { i32, i32, i32, i32 }
@calls = addrspace(1) externally_initialized global [6 x ptr] [ptr @plain, ptr @returned, ptr @small, ptr @large, ptr @aligned, ptr @renamed]
; A pointer to a member function holds the number as an integer, and the lowest bit is not set.
; CHECK: @member = {{.*}} { i64 {{[0-9]*[02468]}}, i64 0 }
@member = addrspace(1) externally_initialized global { i64, i64 } { i64 ptrtoint (ptr @plain to i64), i64 0 }
define internal spir_func void @plain(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define internal spir_func void @returned(ptr sret(%S) align 4 %p) {
  store i32 2, ptr %p
  ret void
}
define internal spir_func void @small(ptr byval(%S) align 4 %p) {
  store i32 3, ptr %p
  ret void
}
define internal spir_func void @renamed(ptr byval(%S.other) align 4 %p) {
  store i32 4, ptr %p
  ret void
}
define internal spir_func void @large(ptr byval(%R) align 4 %p) {
  store i32 5, ptr %p
  ret void
}
define internal spir_func void @aligned(ptr byval(%S) align 64 %p) {
  store i32 6, ptr %p
  ret void
}
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func void @[[LARGE:__gohip.indirect.[0-9]]](ptr byval(%R) align 4 %
; CHECK: call spir_func void @[[SMALL:__gohip.indirect.[0-9]]](ptr byval(%S) align 4 %
; CHECK: call spir_func void @[[PLAIN:__gohip.indirect.[0-9]]](ptr %
; CHECK: call spir_func void @[[SRET:__gohip.indirect.[0-9]]](ptr sret(%S) align 4 %
; CHECK: call spir_func void @[[ALIGNED:__gohip.indirect.[0-9]]](ptr byval(%S) align 64 %
define spir_kernel void @k(i64 %n) {
  %a = alloca %R, align 64
  %p = getelementptr [6 x ptr], ptr addrspace(1) @calls, i64 0, i64 %n
  %f = load ptr, ptr addrspace(1) %p
  call spir_func void %f(ptr byval(%R) align 4 %a)
  call spir_func void %f(ptr byval(%S) align 4 %a)
  call spir_func void %f(ptr %a)
  call spir_func void %f(ptr sret(%S) align 4 %a)
  call spir_func void %f(ptr byval(%S) align 64 %a)
  ret void
}
; CHECK: define internal spir_func void @[[LARGE]](ptr byval(%R) align 4 %0, i64 %1, ptr %2)
; CHECK: call spir_func void @large(ptr byval(%R) align 4 %0)
; CHECK-NOT: call
; CHECK: define internal spir_func void @[[SMALL]](ptr byval(%S{{.*}}) align 4 %0, i64 %1, ptr %2)
; CHECK: call spir_func void @renamed(ptr byval(%S.other) align 4 %0)
; CHECK: call spir_func void @small(ptr byval(%S) align 4 %0)
; CHECK-NOT: call
; CHECK: define internal spir_func void @[[PLAIN]](ptr %0, i64 %1, ptr %2)
; CHECK: call spir_func void @plain(ptr %0)
; CHECK-NOT: call
; CHECK: define internal spir_func void @[[SRET]](ptr sret(%S) %0, i64 %1, ptr %2)
; CHECK: call spir_func void @returned(ptr sret(%S) align 4 %0)
; CHECK-NOT: call
; CHECK: define internal spir_func void @[[ALIGNED]](ptr byval(%S) align 64 %0, i64 %1, ptr %2)
; CHECK: call spir_func void @aligned(ptr byval(%S) align 64 %0)
; CHECK-NOT: call
