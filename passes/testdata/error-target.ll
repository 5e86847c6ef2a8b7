; RUN: -O0 %s
; ERROR: error-target.ll is compiled for amdgcn-amd-amdhsa; this link is for spirv64-unknown-unknown
target triple = "amdgcn-amd-amdhsa"
define void @k() {
  ret void
}
