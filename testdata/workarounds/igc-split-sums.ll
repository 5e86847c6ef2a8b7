; LINK: --target=spir64_gen-unknown-unknown --cpu=pvc --emit=obj -O1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
define spir_kernel void @squares(i32 %n, ptr addrspace(1) %p) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %t, %loop ]
  %w = zext i32 %i to i64
  %q = mul nuw i64 %w, %w
  %t = add i64 %s, %q
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %t, %loop ]
  store i64 %r, ptr addrspace(1) %p
  ret void
}
