; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=fix-layout %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

; On the processor the structure would have 48 bytes, and its field would be at 16.
; CHECK-LABEL: define spir_kernel void @wide(
; CHECK: %[[O:.*]] = mul i64 %n, 32
; CHECK-NEXT: %[[E:.*]] = getelementptr i8, ptr addrspace(1) %o, i64 %[[O]]
; CHECK: %[[P:.*]] = getelementptr {{.*}}i8, ptr addrspace(1) %{{.*}}, i64 8
; CHECK: store i90 1, ptr addrspace(1) %{{.*}}, align 8
; CHECK-NOT: getelementptr { i32
; CHECK: ret void
define spir_kernel void @wide(ptr addrspace(1) %o, i64 %n) {
  %p = getelementptr { i32, i90, i32 }, ptr addrspace(1) %o, i64 %n
  store i32 7, ptr addrspace(1) %p
  %q = getelementptr { i32, i90, i32 }, ptr addrspace(1) %o, i64 %n, i32 1
  store i90 1, ptr addrspace(1) %q, align 8
  ret void
}
