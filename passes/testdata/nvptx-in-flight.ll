; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-in-flight %s
target triple = "nvptx64-nvidia-cuda"
; Eight loads of four floats in a loop: a limit that blocks of 1,024 threads allow.
; CHECK: define ptx_kernel void @many({{.*}} [[LARGE:#[0-9]+]]
define ptx_kernel void @many(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %s7, %loop ]
  %b = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %a0 = getelementptr i8, ptr addrspace(1) %b, i64 0
  %v0 = load <4 x float>, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %b, i64 256
  %v1 = load <4 x float>, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %b, i64 512
  %v2 = load <4 x float>, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %b, i64 768
  %v3 = load <4 x float>, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %b, i64 1024
  %v4 = load <4 x float>, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %b, i64 1280
  %v5 = load <4 x float>, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %b, i64 1536
  %v6 = load <4 x float>, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %b, i64 1792
  %v7 = load <4 x float>, ptr addrspace(1) %a7
  %s0 = fadd <4 x float> %s, %v0
  %s1 = fadd <4 x float> %s0, %v1
  %s2 = fadd <4 x float> %s1, %v2
  %s3 = fadd <4 x float> %s2, %v3
  %s4 = fadd <4 x float> %s3, %v4
  %s5 = fadd <4 x float> %s4, %v5
  %s6 = fadd <4 x float> %s5, %v6
  %s7 = fadd <4 x float> %s6, %v7
  %next = add nuw i64 %i, 1024
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %s7, ptr addrspace(1) %q
  ret void
}
; Smaller blocks allow more, of which as many are useful as the loads and the rest need.
; CHECK: define ptx_kernel void @bounded({{.*}} [[SMALL:#[0-9]+]]
define ptx_kernel void @bounded(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "nvvm.maxntid"="512" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %s7, %loop ]
  %b = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %a0 = getelementptr i8, ptr addrspace(1) %b, i64 0
  %v0 = load <4 x float>, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %b, i64 256
  %v1 = load <4 x float>, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %b, i64 512
  %v2 = load <4 x float>, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %b, i64 768
  %v3 = load <4 x float>, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %b, i64 1024
  %v4 = load <4 x float>, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %b, i64 1280
  %v5 = load <4 x float>, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %b, i64 1536
  %v6 = load <4 x float>, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %b, i64 1792
  %v7 = load <4 x float>, ptr addrspace(1) %a7
  %s0 = fadd <4 x float> %s, %v0
  %s1 = fadd <4 x float> %s0, %v1
  %s2 = fadd <4 x float> %s1, %v2
  %s3 = fadd <4 x float> %s2, %v3
  %s4 = fadd <4 x float> %s3, %v4
  %s5 = fadd <4 x float> %s4, %v5
  %s6 = fadd <4 x float> %s5, %v6
  %s7 = fadd <4 x float> %s6, %v7
  %next = add nuw i64 %i, 1024
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %s7, ptr addrspace(1) %q
  ret void
}
; Memory that is written in between: the loads wait in any case.
; CHECK: define ptx_kernel void @stores({{.*}} [[NONE:#[0-9]+]]
define ptx_kernel void @stores(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %s7, %loop ]
  %b = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %a0 = getelementptr i8, ptr addrspace(1) %b, i64 0
  %v0 = load <4 x float>, ptr addrspace(1) %a0
  store <4 x float> %v0, ptr addrspace(1) %q
  %a1 = getelementptr i8, ptr addrspace(1) %b, i64 256
  %v1 = load <4 x float>, ptr addrspace(1) %a1
  store <4 x float> %v1, ptr addrspace(1) %q
  %a2 = getelementptr i8, ptr addrspace(1) %b, i64 512
  %v2 = load <4 x float>, ptr addrspace(1) %a2
  store <4 x float> %v2, ptr addrspace(1) %q
  %a3 = getelementptr i8, ptr addrspace(1) %b, i64 768
  %v3 = load <4 x float>, ptr addrspace(1) %a3
  store <4 x float> %v3, ptr addrspace(1) %q
  %a4 = getelementptr i8, ptr addrspace(1) %b, i64 1024
  %v4 = load <4 x float>, ptr addrspace(1) %a4
  store <4 x float> %v4, ptr addrspace(1) %q
  %a5 = getelementptr i8, ptr addrspace(1) %b, i64 1280
  %v5 = load <4 x float>, ptr addrspace(1) %a5
  store <4 x float> %v5, ptr addrspace(1) %q
  %a6 = getelementptr i8, ptr addrspace(1) %b, i64 1536
  %v6 = load <4 x float>, ptr addrspace(1) %a6
  store <4 x float> %v6, ptr addrspace(1) %q
  %a7 = getelementptr i8, ptr addrspace(1) %b, i64 1792
  %v7 = load <4 x float>, ptr addrspace(1) %a7
  store <4 x float> %v7, ptr addrspace(1) %q
  %s0 = fadd <4 x float> %s, %v0
  %s1 = fadd <4 x float> %s0, %v1
  %s2 = fadd <4 x float> %s1, %v2
  %s3 = fadd <4 x float> %s2, %v3
  %s4 = fadd <4 x float> %s3, %v4
  %s5 = fadd <4 x float> %s4, %v5
  %s6 = fadd <4 x float> %s5, %v6
  %s7 = fadd <4 x float> %s6, %v7
  %next = add nuw i64 %i, 1024
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %s7, ptr addrspace(1) %q
  ret void
}
; 92 registers live through the loop: no block of 768 threads runs, with a limit or without.
; CHECK: define ptx_kernel void @needs_more({{.*}} [[MORE:#[0-9]+]]
define ptx_kernel void @needs_more(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %k0 = getelementptr i8, ptr addrspace(1) %q, i64 0
  %h0 = load <4 x float>, ptr addrspace(1) %k0
  %k1 = getelementptr i8, ptr addrspace(1) %q, i64 16
  %h1 = load <4 x float>, ptr addrspace(1) %k1
  %k2 = getelementptr i8, ptr addrspace(1) %q, i64 32
  %h2 = load <4 x float>, ptr addrspace(1) %k2
  %k3 = getelementptr i8, ptr addrspace(1) %q, i64 48
  %h3 = load <4 x float>, ptr addrspace(1) %k3
  %k4 = getelementptr i8, ptr addrspace(1) %q, i64 64
  %h4 = load <4 x float>, ptr addrspace(1) %k4
  %k5 = getelementptr i8, ptr addrspace(1) %q, i64 80
  %h5 = load <4 x float>, ptr addrspace(1) %k5
  %k6 = getelementptr i8, ptr addrspace(1) %q, i64 96
  %h6 = load <4 x float>, ptr addrspace(1) %k6
  %k7 = getelementptr i8, ptr addrspace(1) %q, i64 112
  %h7 = load <4 x float>, ptr addrspace(1) %k7
  %k8 = getelementptr i8, ptr addrspace(1) %q, i64 128
  %h8 = load <4 x float>, ptr addrspace(1) %k8
  %k9 = getelementptr i8, ptr addrspace(1) %q, i64 144
  %h9 = load <4 x float>, ptr addrspace(1) %k9
  %k10 = getelementptr i8, ptr addrspace(1) %q, i64 160
  %h10 = load <4 x float>, ptr addrspace(1) %k10
  %k11 = getelementptr i8, ptr addrspace(1) %q, i64 176
  %h11 = load <4 x float>, ptr addrspace(1) %k11
  %k12 = getelementptr i8, ptr addrspace(1) %q, i64 192
  %h12 = load <4 x float>, ptr addrspace(1) %k12
  %k13 = getelementptr i8, ptr addrspace(1) %q, i64 208
  %h13 = load <4 x float>, ptr addrspace(1) %k13
  %k14 = getelementptr i8, ptr addrspace(1) %q, i64 224
  %h14 = load <4 x float>, ptr addrspace(1) %k14
  %k15 = getelementptr i8, ptr addrspace(1) %q, i64 240
  %h15 = load <4 x float>, ptr addrspace(1) %k15
  %k16 = getelementptr i8, ptr addrspace(1) %q, i64 256
  %h16 = load <4 x float>, ptr addrspace(1) %k16
  %k17 = getelementptr i8, ptr addrspace(1) %q, i64 272
  %h17 = load <4 x float>, ptr addrspace(1) %k17
  %k18 = getelementptr i8, ptr addrspace(1) %q, i64 288
  %h18 = load <4 x float>, ptr addrspace(1) %k18
  %k19 = getelementptr i8, ptr addrspace(1) %q, i64 304
  %h19 = load <4 x float>, ptr addrspace(1) %k19
  %k20 = getelementptr i8, ptr addrspace(1) %q, i64 320
  %h20 = load <4 x float>, ptr addrspace(1) %k20
  %k21 = getelementptr i8, ptr addrspace(1) %q, i64 336
  %h21 = load <4 x float>, ptr addrspace(1) %k21
  %k22 = getelementptr i8, ptr addrspace(1) %q, i64 352
  %h22 = load <4 x float>, ptr addrspace(1) %k22
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %t22, %loop ]
  %b = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %a0 = getelementptr i8, ptr addrspace(1) %b, i64 0
  %v0 = load <4 x float>, ptr addrspace(1) %a0
  %a1 = getelementptr i8, ptr addrspace(1) %b, i64 256
  %v1 = load <4 x float>, ptr addrspace(1) %a1
  %a2 = getelementptr i8, ptr addrspace(1) %b, i64 512
  %v2 = load <4 x float>, ptr addrspace(1) %a2
  %a3 = getelementptr i8, ptr addrspace(1) %b, i64 768
  %v3 = load <4 x float>, ptr addrspace(1) %a3
  %a4 = getelementptr i8, ptr addrspace(1) %b, i64 1024
  %v4 = load <4 x float>, ptr addrspace(1) %a4
  %a5 = getelementptr i8, ptr addrspace(1) %b, i64 1280
  %v5 = load <4 x float>, ptr addrspace(1) %a5
  %a6 = getelementptr i8, ptr addrspace(1) %b, i64 1536
  %v6 = load <4 x float>, ptr addrspace(1) %a6
  %a7 = getelementptr i8, ptr addrspace(1) %b, i64 1792
  %v7 = load <4 x float>, ptr addrspace(1) %a7
  %s0 = fadd <4 x float> %s, %v0
  %s1 = fadd <4 x float> %s0, %v1
  %s2 = fadd <4 x float> %s1, %v2
  %s3 = fadd <4 x float> %s2, %v3
  %s4 = fadd <4 x float> %s3, %v4
  %s5 = fadd <4 x float> %s4, %v5
  %s6 = fadd <4 x float> %s5, %v6
  %s7 = fadd <4 x float> %s6, %v7
  %t0 = fadd <4 x float> %s7, %h0
  %t1 = fmul <4 x float> %t0, %h1
  %t2 = fmul <4 x float> %t1, %h2
  %t3 = fmul <4 x float> %t2, %h3
  %t4 = fmul <4 x float> %t3, %h4
  %t5 = fmul <4 x float> %t4, %h5
  %t6 = fmul <4 x float> %t5, %h6
  %t7 = fmul <4 x float> %t6, %h7
  %t8 = fmul <4 x float> %t7, %h8
  %t9 = fmul <4 x float> %t8, %h9
  %t10 = fmul <4 x float> %t9, %h10
  %t11 = fmul <4 x float> %t10, %h11
  %t12 = fmul <4 x float> %t11, %h12
  %t13 = fmul <4 x float> %t12, %h13
  %t14 = fmul <4 x float> %t13, %h14
  %t15 = fmul <4 x float> %t14, %h15
  %t16 = fmul <4 x float> %t15, %h16
  %t17 = fmul <4 x float> %t16, %h17
  %t18 = fmul <4 x float> %t17, %h18
  %t19 = fmul <4 x float> %t18, %h19
  %t20 = fmul <4 x float> %t19, %h20
  %t21 = fmul <4 x float> %t20, %h21
  %t22 = fmul <4 x float> %t21, %h22
  %next = add nuw i64 %i, 1024
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %t22, ptr addrspace(1) %q
  ret void
}
; CHECK-DAG: attributes [[LARGE]] = {{.*}}"nvvm.maxnreg"="64"
; CHECK-DAG: attributes [[SMALL]] = {{.*}}"nvvm.maxnreg"="64" "nvvm.maxntid"="512"
; CHECK-DAG: attributes [[MORE]] = {{.*}}"nvvm.maxnreg"="128"
; CHECK-NOT: attributes [[NONE]] = {{.*}}"nvvm.maxnreg"
