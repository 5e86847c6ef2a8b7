; RUN: -O0 --print-after=variable-segment %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@counter = addrspace(1) externally_initialized global i32 5, align 4
@flag = internal addrspace(1) global i8 0
@wide = addrspace(1) externally_initialized global double 0.0, align 8
; CHECK-NOT: @counter
; CHECK: define internal spir_func i32 @f(ptr addrspace(1) noundef %segment)
; CHECK: %counter = getelementptr inbounds i8, ptr addrspace(1) %segment, i64 0
; CHECK: load i32, ptr addrspace(1) %counter
define internal spir_func i32 @f() noinline {
  %v = load i32, ptr addrspace(1) @counter
  ret i32 %v
}
; A PHI gets its address in the block that the value comes from.
; CHECK: define spir_kernel void @k(ptr addrspace(1) %o, i8 %c, ptr addrspace(1) noundef %segment)
; CHECK: %wide = getelementptr inbounds i8, ptr addrspace(1) %segment, i64 8
; CHECK: phi ptr addrspace(1) [ %o, %entry ], [ %wide, %yes ]
; CHECK: call spir_func i32 @f(ptr addrspace(1) %segment)
; CHECK: yes2:
; CHECK-NEXT: [[G:%.*]] = addrspacecast ptr addrspace(1) %wide to ptr addrspace(4)
define spir_kernel void @k(ptr addrspace(1) %o, i1 %c) {
entry:
  %g = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  %p = phi ptr addrspace(4) [ %g, %entry ], [ addrspacecast (ptr addrspace(1) @wide to ptr addrspace(4)), %yes ]
  store double 1.0, ptr addrspace(4) %p
  %v = call spir_func i32 @f()
  store i32 %v, ptr addrspace(1) %o
  store i8 1, ptr addrspace(1) @flag
  br i1 %c, label %yes2, label %end
yes2:
  br label %end
end:
  %q = phi ptr addrspace(4) [ %g, %no ], [ addrspacecast (ptr addrspace(1) @wide to ptr addrspace(4)), %yes2 ]
  store ptr addrspace(4) %q, ptr addrspace(1) %o
  ret void
}
