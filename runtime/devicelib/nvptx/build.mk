# The device libraries for NVIDIA, built where libclc is.
NVPTX_LIBCLC ?= /usr/lib/clc/nvptx64--.bc
NVPTX_SOURCES := $(wildcard runtime/devicelib/nvptx/*.[ch] runtime/devicelib/nvptx/build.sh \
	runtime/devicelib/nvptx/float/* runtime/devicelib/double/* \
	runtime/devicelib/common/* runtime/devicelib/libclc/* runtime/devicelib/spirv/math.hip)

devicelib: $(BUILD)/lib/gohip/gohip-nvptx64.bc
$(BUILD)/lib/gohip/gohip-nvptx64.bc: $(NVPTX_SOURCES) $(DEVICELIB_HEADERS) $(NVPTX_LIBCLC)
	runtime/devicelib/nvptx/build.sh $(LLVM_BIN) $(NVPTX_LIBCLC) $(@D)
