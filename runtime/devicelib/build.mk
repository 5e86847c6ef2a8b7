# Device libraries: bitcode into $(BUILD)/lib/gohip. Included by the top Makefile.
SPIRV_LIBRARY := $(BUILD)/lib/gohip/hipspv-spirv64-unknown-unknown.bc
# group.hip is for code that was translated from SPIR-V for other targets.
DEVICELIB_COMMON := $(filter-out %/group.hip,$(wildcard runtime/devicelib/common/*.hip))
SPIRV_SOURCES := $(DEVICELIB_COMMON) $(wildcard runtime/devicelib/spirv/*.hip)
# Headers that the sources of all targets include.
DEVICELIB_HEADERS := $(wildcard runtime/devicelib/common/*.h) runtime/include/hip/gohip_texture.h

.PHONY: devicelib
devicelib: $(SPIRV_LIBRARY)
$(SPIRV_LIBRARY): $(SPIRV_SOURCES) $(DEVICELIB_HEADERS) runtime/devicelib/build.sh
	runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(SPIRV_SOURCES)
include runtime/devicelib/spirv/build.mk
include runtime/devicelib/cpu/build.mk
include runtime/devicelib/amdgcn/build.mk
include runtime/devicelib/nvptx/build.mk
