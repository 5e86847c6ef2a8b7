; RUN: -O0 --print-after=memory-types %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A list of objects that begin with a pointer, of which the first is in a stack slot: where a function of the device library is called, the
; backend gave a PHI of them the type of the slot, and another one that of the pointer.
; CHECK-LABEL: define spir_kernel void @walk(
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr addrspace(4) %object, i64 0
; CHECK-NEXT: load ptr addrspace(1), ptr addrspace(4) [[A]]
define spir_kernel void @walk(ptr addrspace(1) %o, i64 %n, i1 %c) {
entry:
  %x = alloca { ptr addrspace(1), i64, ptr addrspace(4) }, align 8
  %y = alloca { ptr addrspace(1), i64, ptr addrspace(4) }, align 8
  store ptr addrspace(1) %o, ptr %x, align 8
  store ptr addrspace(1) %o, ptr %y, align 8
  %link = getelementptr { ptr addrspace(1), i64, ptr addrspace(4) }, ptr %x, i32 0, i32 2
  %second = addrspacecast ptr %y to ptr addrspace(4)
  store ptr addrspace(4) %second, ptr %link, align 8
  %end = getelementptr { ptr addrspace(1), i64, ptr addrspace(4) }, ptr %y, i32 0, i32 2
  store ptr addrspace(4) null, ptr %end, align 8
  %one = select i1 %c, ptr %x, ptr %y
  %first = addrspacecast ptr %one to ptr addrspace(4)
  br label %outer
outer:
  %object = phi ptr addrspace(4) [ %first, %entry ], [ %last, %again ]
  %value = getelementptr i8, ptr addrspace(4) %object, i64 8
  %v = load i64, ptr addrspace(4) %value, align 8
  %table = load ptr addrspace(1), ptr addrspace(4) %object, align 8
  %t = load i64, ptr addrspace(1) %table, align 8
  br label %inner
inner:
  %o2 = phi ptr addrspace(4) [ %object, %outer ], [ %next, %step ]
  %t2 = phi i64 [ %t, %outer ], [ %t3, %step ]
  %is = icmp eq i64 %t2, 32
  br i1 %is, label %step, label %again
step:
  %at = getelementptr i8, ptr addrspace(4) %o2, i64 16
  %next = load ptr addrspace(4), ptr addrspace(4) %at, align 8
  %table2 = load ptr addrspace(1), ptr addrspace(4) %next, align 8
  %t3 = load i64, ptr addrspace(1) %table2, align 8
  %stop = icmp eq i64 %t3, 5
  br i1 %stop, label %again, label %inner
again:
  %last = phi ptr addrspace(4) [ %o2, %inner ], [ null, %step ]
  %more = icmp ne ptr addrspace(4) %last, null
  br i1 %more, label %outer, label %done
done:
  store i64 %v, ptr addrspace(1) %o, align 8
  ret void
}
