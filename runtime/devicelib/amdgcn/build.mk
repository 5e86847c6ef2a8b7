# Functions of gohipcc's headers for AMD GPUs, and the fallback for AMD's own device libraries, in
# their layout, so that --rocm-device-lib-path can name the directory.
AMDGCN_LIBCLC ?= /usr/lib/clc/amdgcn-amd-amdhsa.bc
AMDGCN_SOURCES := $(wildcard runtime/devicelib/common/* runtime/devicelib/libclc/* runtime/devicelib/amdgcn/*.hip runtime/devicelib/amdgcn/*.cl runtime/devicelib/amdgcn/*.h runtime/devicelib/amdgcn/build.sh)

devicelib: $(BUILD)/lib/gohip/amdgcn/bitcode/ocml.bc
$(BUILD)/lib/gohip/amdgcn/bitcode/ocml.bc: $(AMDGCN_SOURCES) $(DEVICELIB_HEADERS) $(AMDGCN_LIBCLC)
	runtime/devicelib/amdgcn/build.sh $(LLVM_BIN) $(AMDGCN_LIBCLC) $(BUILD)/lib/gohip
