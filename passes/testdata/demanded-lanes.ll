; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=relative-shuffles %s
; Sums over the next lanes, by 2 and by 1, of which the first lane uses the result.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
; Lane 0 needs lane 1's sum, and lanes 0 and 1 need those of lanes 2 and 3: no lane keeps its own value.
; CHECK-LABEL: define spir_kernel void @stored(
; CHECK: call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %{{.*}}, i32 2)
; CHECK-NOT: select
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 %{{.*}}, i32 1)
; CHECK-NOT: select
; CHECK: ret void
define spir_kernel void @stored(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %two = add i32 %l, 2
  %over = icmp ugt i32 %two, 31
  %from2 = select i1 %over, i32 %l, i32 %two
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from2)
  %b = add i32 %v, %a
  %one = add i32 %l, 1
  %last = icmp eq i32 %l, 31
  %from1 = select i1 %last, i32 %l, i32 %one
  %c = call spir_func i32 @_Z17sub_group_shufflejj(i32 %b, i32 %from1)
  %d = add i32 %b, %c
  %r = and i64 %t, 31
  %first = icmp eq i64 %r, 0
  br i1 %first, label %then, label %done
then:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 %d, ptr addrspace(1) %q
  br label %done
done:
  ret void
}
; In a block of several rows of 16, the sums of other lanes are added, too: those at the end keep their values.
; CHECK-LABEL: define spir_kernel void @added(
; CHECK: call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %{{.*}}, i32 2)
; CHECK: icmp ult i32 %{{.*}}, 30
; CHECK: select
; CHECK: call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %{{.*}}, i32 1)
; CHECK: select
define spir_kernel void @added(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %two = add i32 %l, 2
  %over = icmp ugt i32 %two, 31
  %from2 = select i1 %over, i32 %l, i32 %two
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from2)
  %b = add i32 %v, %a
  %one = add i32 %l, 1
  %last = icmp eq i32 %l, 31
  %from1 = select i1 %last, i32 %l, i32 %one
  %c = call spir_func i32 @_Z17sub_group_shufflejj(i32 %b, i32 %from1)
  %d = add i32 %b, %c
  %r = and i64 %t, 31
  %first = icmp eq i64 %r, 0
  br i1 %first, label %then, label %done
then:
  %o = atomicrmw add ptr addrspace(1) %p, i32 %d monotonic
  br label %done
done:
  ret void
}
