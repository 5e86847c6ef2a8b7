# The device library for CPUs. Like programs, it is bitcode of the generic template, which the
# device link retargets.
CPU_LIBRARY := $(BUILD)/lib/gohip/gohip-cpu.bc
CPU_SOURCES := $(DEVICELIB_COMMON) runtime/devicelib/spirv/math.hip runtime/devicelib/spirv/allreduce.hip \
	$(wildcard runtime/devicelib/cpu/*.hip)

devicelib: $(CPU_LIBRARY)
$(CPU_LIBRARY): $(CPU_SOURCES) runtime/devicelib/cpu/vectorisable.h $(DEVICELIB_HEADERS) runtime/devicelib/build.sh
	DEVICELIB_FLAGS=-D__GOHIP_CPU__ runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(CPU_SOURCES)
