# Device libraries: bitcode into $(BUILD)/lib/gohip. Included by the top Makefile.
SPIRV_LIBRARY := $(BUILD)/lib/gohip/hipspv-spirv64-unknown-unknown.bc
# group.hip is for code that came as SPIR-V and is compiled for other targets.
DEVICELIB_COMMON := $(filter-out %/group.hip,$(wildcard runtime/devicelib/common/*.hip))
SPIRV_SOURCES := $(DEVICELIB_COMMON) $(wildcard runtime/devicelib/spirv/*.hip)

.PHONY: devicelib
devicelib: $(SPIRV_LIBRARY)
$(SPIRV_LIBRARY): $(SPIRV_SOURCES) runtime/devicelib/common/device.h runtime/devicelib/build.sh
	runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(SPIRV_SOURCES)
include runtime/devicelib/amdgcn/build.mk
include runtime/devicelib/nvptx/build.mk
