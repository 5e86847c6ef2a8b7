# The device library for CPUs. Like programs, it is bitcode of the generic template, which the
# device link retargets.
CPU_LIBRARY := $(BUILD)/lib/gohip/gohip-cpu.bc
CPU_SOURCES := $(DEVICELIB_COMMON) runtime/devicelib/spirv/math.hip runtime/devicelib/spirv/allreduce.hip \
	$(filter-out %/choice.hip,$(wildcard runtime/devicelib/cpu/*.hip))
CPU_OVERRIDE := runtime/devicelib/cpu/choice.hip

# The part of it that depends on the number of lanes of a warp, for 64.
CPU_WAVE64_LIBRARY := $(BUILD)/lib/gohip/gohip-cpu-wave64.bc
CPU_WAVE64_SOURCES := runtime/devicelib/common/group.hip runtime/devicelib/common/ockl.hip runtime/devicelib/cpu/lane.hip

devicelib: $(CPU_LIBRARY) $(CPU_WAVE64_LIBRARY)
$(CPU_WAVE64_LIBRARY): $(CPU_WAVE64_SOURCES) $(DEVICELIB_HEADERS) runtime/devicelib/build.sh
	DEVICELIB_FLAGS='-D__GOHIP_CPU__ -DWARP=64' runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(CPU_WAVE64_SOURCES)
$(CPU_LIBRARY): $(CPU_SOURCES) $(CPU_OVERRIDE) $(wildcard runtime/devicelib/cpu/*.h runtime/devicelib/double/*) $(DEVICELIB_HEADERS) runtime/devicelib/build.sh
	DEVICELIB_FLAGS=-D__GOHIP_CPU__ DEVICELIB_OVERRIDE=$(CPU_OVERRIDE) runtime/devicelib/build.sh $(LLVM_BIN) $@ spirv64-unknown-unknown $(CPU_SOURCES)
