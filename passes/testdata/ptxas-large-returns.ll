; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-large-returns %s
target triple = "nvptx64-nvidia-cuda"
; ptxas can overwrite R15, in which a function returns bytes 44 to 47, before the caller has read it.
; CHECK-LABEL: define ptx_kernel void @returns(
; CHECK: [[SLOT:%.*]] = alloca [12 x i32]
; CHECK: [[R:%.*]] = {{.*}}call [12 x i32] %large(
; CHECK-NEXT: store volatile [12 x i32] [[R]], ptr [[SLOT]]
; CHECK-NEXT: [[C:%.*]] = load volatile [12 x i32], ptr [[SLOT]]
; CHECK: extractvalue [12 x i32] [[C]], 11
; CHECK: [[S:%.*]] = {{.*}}call [11 x i32] %small(
; CHECK: extractvalue [11 x i32] [[S]], 10
; CHECK: ret void
define ptx_kernel void @returns(ptr addrspace(1) %o, i32 %n, ptr %large, ptr %small) {
  %l = call [12 x i32] %large(i32 %n)
  %x = extractvalue [12 x i32] %l, 11
  store volatile i32 %x, ptr addrspace(1) %o
  %s = call [11 x i32] %small(i32 %n)
  %y = extractvalue [11 x i32] %s, 10
  store volatile i32 %y, ptr addrspace(1) %o
  ret void
}
