; RUN: -O0 --print-after=multiword-integers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The bit-fields of a packed structure.
; CHECK: define spir_kernel void @k(
; CHECK-NOT: i136
; CHECK: load i64, ptr addrspace(1) %o, align 1
; CHECK: load i64, ptr addrspace(1) {{.*}}, align 1
; CHECK: load i8, ptr addrspace(1) {{.*}}, align 1
; CHECK: store i8
; CHECK: icmp slt i64
; CHECK: call spir_func <3 x i64> @f(<3 x i64>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %o, i64 %a, i64 %b) {
  %w = load i136, ptr addrspace(1) %o, align 1
  %l = lshr i136 %w, 68
  %x = zext i64 %a to i136
  %s = shl i136 %x, %l
  %n = sext i64 %b to i136
  %t = add i136 %s, %n
  %d = sub i136 %t, %w
  %m = mul i136 %d, %x
  store i136 %m, ptr addrspace(1) %o, align 1
  %c = icmp slt i136 %m, %w
  %f = freeze i136 %m
  %v = select i1 %c, i136 %f, i136 -5
  %h = ashr i136 %v, 70
  %g = call spir_func i136 @f(i136 %h)
  %r = trunc i136 %g to i64
  store i64 %r, ptr addrspace(1) %o
  %z = trunc i136 %g to i119
  %q = call i119 @llvm.cttz.i119(i119 %z, i1 false)
  %y = call i119 @llvm.ctlz.i119(i119 %z, i1 false)
  %e = call i119 @llvm.bitreverse.i119(i119 %y)
  %u = add i119 %q, %e
  switch i119 %u, label %end [ i119 5, label %more
                               i119 -7, label %end ]
more:
  %p = call i136 @llvm.ctpop.i136(i136 %g)
  %j = trunc i136 %p to i32
  store i32 %j, ptr addrspace(1) %o
  br label %end
end:
  %i = trunc i64 %b to i24
  switch i24 %i, label %done [ i24 7, label %seven
                               i24 -2, label %done ]
seven:
  store i32 7, ptr addrspace(1) %o
  br label %done
done:
  ret void
}
define internal spir_func i136 @f(i136 %a) noinline {
  %r = xor i136 %a, 12345678901234567890123456789
  ret i136 %r
}
declare i119 @llvm.cttz.i119(i119, i1)
declare i119 @llvm.ctlz.i119(i119, i1)
declare i119 @llvm.bitreverse.i119(i119)
declare i136 @llvm.ctpop.i136(i136)
