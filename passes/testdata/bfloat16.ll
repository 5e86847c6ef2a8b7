; RUN: -O0 --print-after=bfloat16 %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%pair = type { bfloat, bfloat }
@"a bfloat" = internal addrspace(3) global [4 x bfloat] undef
; CHECK: @"a bfloat" = internal addrspace(3) global [4 x i16] undef
; The signature and what only moves values.
; CHECK: define internal spir_func i16 @twice(i16 %bfloat, <2 x i16> %v)
; CHECK: extractelement <2 x i16> %v, i32 1
define internal spir_func bfloat @twice(bfloat nofpclass(nan) %bfloat, <2 x bfloat> %v) noinline {
  %e = extractelement <2 x bfloat> %v, i32 1
  %c = fcmp nnan olt bfloat %bfloat, %e
  %s = select nnan i1 %c, bfloat %bfloat, bfloat %e
  %n = fneg bfloat %s
  ret bfloat %n
}
; CHECK-NOT: {{[ (<]}}bfloat
; CHECK: define spir_kernel void @k(
; CHECK: [[W:%.*]] = zext i16 %x to i32
; CHECK: [[S:%.*]] = shl i32 [[W]], 16
; CHECK: [[F:%.*]] = bitcast i32 [[S]] to float
; CHECK: [[SUM:%.*]] = fadd float [[F]], 1.0
; CHECK: fcmp uno float [[SUM]], [[SUM]]
; CHECK: add i32 %{{.*}}, 32767
; CHECK: or i32 %{{.*}}, 4194304
; CHECK: trunc i32 {{.*}} to i16
; CHECK: call spir_func i16 @twice(i16 %{{.*}}, <2 x i16> <i16 16384, i16 undef>)
; From double by way of a float that is rounded to odd.
; CHECK: fptrunc double %d to float
; CHECK: or i32 %{{.*}}, 1
; CHECK: insertvalue { i16, i16 } { i16 -16512, i16 undef }
define spir_kernel void @k(ptr addrspace(1) %p, double %d, ptr addrspace(1) %bfloat) {
  %x = load bfloat, ptr addrspace(1) %p
  %a = fadd bfloat %x, 0xR3F80
  %r = call spir_func bfloat @twice(bfloat %a, <2 x bfloat> <bfloat 0xR4000, bfloat undef>)
  store bfloat %r, ptr addrspace(1) %p
  %t = fptrunc double %d to bfloat
  %i = insertvalue { bfloat, bfloat } { bfloat 0xRBF80, bfloat undef }, bfloat %t, 1
  %t1 = extractvalue { bfloat, bfloat } %i, 1
  %g = getelementptr %pair, ptr addrspace(1) %bfloat, i64 1, i32 1
  store volatile bfloat %t1, ptr addrspace(1) %g
  %y = load <2 x bfloat>, ptr addrspace(1) %bfloat
  %z = fptosi <2 x bfloat> %y to <2 x i32>
  store volatile <2 x i32> %z, ptr addrspace(1) %bfloat
  store volatile bfloat %t, ptr addrspace(3) @"a bfloat"
  ret void
}
; A PHI names its type once: the constants of its other edges stand alone.
; CHECK-LABEL: @choose(
; CHECK: phi i16 [ %x, %a ], [ 32704, %b ], [ 16256, %entry ]
define internal spir_func bfloat @choose(i32 %n, bfloat %x) noinline {
entry:
  switch i32 %n, label %a [ i32 1, label %b
                            i32 2, label %end ]
a:
  br label %end
b:
  br label %end
end:
  %r = phi nnan bfloat [ %x, %a ], [ 0xR7FC0, %b ], [ 1.0, %entry ]
  ret bfloat %r
}
define spir_kernel void @k2(ptr addrspace(1) %p, i32 %n) {
  %x = load bfloat, ptr addrspace(1) %p
  %r = call spir_func bfloat @choose(i32 %n, bfloat %x)
  store bfloat %r, ptr addrspace(1) %p
  ret void
}
