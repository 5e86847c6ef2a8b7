# The AMD fallback device libraries, in the layout of AMD's own, so that
# --rocm-device-lib-path can name the directory. They are built where libclc is.
AMDGCN_LIBCLC ?= /usr/lib/clc/amdgcn-amd-amdhsa.bc
AMDGCN_SOURCES := $(wildcard runtime/devicelib/amdgcn/*.cl runtime/devicelib/amdgcn/*.h runtime/devicelib/amdgcn/build.sh)

devicelib: $(BUILD)/lib/gohip/amdgcn/bitcode/ocml.bc
$(BUILD)/lib/gohip/amdgcn/bitcode/ocml.bc: $(AMDGCN_SOURCES) $(AMDGCN_LIBCLC)
	runtime/devicelib/amdgcn/build.sh $(LLVM_BIN) $(AMDGCN_LIBCLC) $(@D)
