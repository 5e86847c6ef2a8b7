# The device library for Intel GPUs, whose sub-groups make independent forward progress.
SUBGROUP_LIBRARY := $(BUILD)/lib/gohip/gohip-spir64_gen.bc

devicelib: $(SUBGROUP_LIBRARY)
$(SUBGROUP_LIBRARY): $(SPIRV_SOURCES) $(DEVICELIB_HEADERS) runtime/devicelib/build.sh
	DEVICELIB_FLAGS=-D__GOHIP_SUBGROUPS__ runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(SPIRV_SOURCES)
