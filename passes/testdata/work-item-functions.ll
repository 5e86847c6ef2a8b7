; RUN: --target=x86_64-unknown-linux-gnu -O0 --print-after=work-item-functions %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
@table = internal addrspace(1) constant [1 x ptr] [ptr @by_address]
; CHECK-LABEL: define {{.*}}spir_kernel void @k(
; CHECK: [[L:%.*]] = call ptr @__gohip.launch()
; CHECK: [[B:%.*]] = call ptr @__gohip.block()
; CHECK: [[I:%.*]] = call i64 @__gohip.local_ids()
; CHECK: call i64 @own(i64 3, ptr [[L]], ptr [[B]], i64 [[I]])
; CHECK: call i64 %f(i64 %r, ptr {{.*}}, ptr {{.*}}, i64 {{.*}})
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %r = call spir_func i64 @own(i64 3)
  %p = getelementptr [1 x ptr], ptr addrspace(1) @table, i64 0, i64 %i
  %f = load volatile ptr, ptr addrspace(1) %p
  %s = call spir_func i64 %f(i64 %r)
  store i64 %s, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define internal i64 @own(i64 %n, ptr %launch, ptr %block, i64 %ids)
; CHECK: and i64 %ids, 65535
; CHECK: getelementptr inbounds i8, ptr %block, i64 4
define internal spir_func i64 @own(i64 %n) noinline {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_group_idj(i32 1)
  %s = add i64 %x, %y
  %t = mul i64 %s, %n
  ret i64 %t
}
; One whose address is taken has the parameters, whether it needs them or not.
; CHECK-LABEL: define internal i64 @by_address(i64 %n, ptr %launch, ptr %block, i64 %ids)
define internal spir_func i64 @by_address(i64 %n) noinline {
  %r = add i64 %n, 1
  ret i64 %r
}
