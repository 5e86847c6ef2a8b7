; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-signatures %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2
; WANT: retval0\[16\]\) wide
target triple = "nvptx64-nvidia-cuda"
; Integers of more than 64 bits are passed in halves, by pointers to functions too.
; CHECK: define {{.*}}@k(
; CHECK: call <2 x i64> @wide(<2 x i64>
; CHECK: call <2 x i64> %f(<2 x i64>
; CHECK: define {{.*}}<2 x i64> @wide(<2 x i64> %a, i32 %b)
; CHECK: bitcast <2 x i64> %a to i128
; CHECK: ret <2 x i64>
define internal i90 @wide(i90 %a, i32 %b) noinline {
  %c = zext i32 %b to i90
  %d = mul i90 %a, %c
  ret i90 %d
}
define internal i90 @other(i90 %a, i32 %b) noinline {
  %c = zext i32 %b to i90
  %d = sub i90 %a, %c
  ret i90 %d
}

define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %x) {
  %w = zext i64 %x to i90
  %a = call i90 @wide(i90 %w, i32 %n)
  %c = icmp eq i32 %n, 7
  %f = select i1 %c, ptr @wide, ptr @other
  %b = call i90 %f(i90 %a, i32 5)
  %h = lshr i90 %b, 30
  %t = trunc i90 %h to i64
  store i64 %t, ptr addrspace(1) %p
  ret void
}
