# libhsa-runtime64.so, librocm_smi64.so and libamd_smi.so: what programs ask AMD's lower layers beside HIP, answered by HIP.
# Included by the top Makefile.
SYSTEM := runtime/libraries/system
comma := ,
SYSTEM_HEADERS := $(wildcard $(SYSTEM)/*.h $(SYSTEM)/include/*/*.h)

runtime: $(BUILD)/lib/libgohip_hsa.so $(BUILD)/lib/librocm_smi64.so.7 $(BUILD)/lib/libamd_smi.so.24

define system_library
mkdir -p $(BUILD)/include $(BUILD)/lib
cp -a $(SYSTEM)/include/. $(BUILD)/include/
$(LIBRARIES_CC) -I$(SYSTEM)/include $(1) -Wl,-soname,$(@F) -o $@.new $(filter %.c,$^) -L$(BUILD)/lib -lgohip -lpthread
mv $@.new $@
endef

# Under a name of its own, with a version of its own: in a process that opens AMD's HIP the library below that must be AMD's.
$(BUILD)/lib/libgohip_hsa.so: $(SYSTEM)/hsa.c $(SYSTEM)/signals.c $(SYSTEM)/absent.c $(SYSTEM)/hsa.map $(SYSTEM_HEADERS) $(BUILD)/lib/libgohip.so
	$(call system_library,-DGOHIP_HSA -Wl$(comma)--version-script=$(SYSTEM)/hsa.map)
	ln -sf libgohip_hsa.so $(BUILD)/lib/libhsa-runtime64.so

$(BUILD)/lib/librocm_smi64.so.7: $(SYSTEM)/rocm_smi.c $(SYSTEM)/absent.c $(SYSTEM_HEADERS) $(BUILD)/lib/libgohip.so
	$(call system_library,-DGOHIP_ROCM_SMI)
	ln -sf librocm_smi64.so.7 $(BUILD)/lib/librocm_smi64.so

$(BUILD)/lib/libamd_smi.so.24: $(SYSTEM)/amd_smi.c $(SYSTEM)/absent.c $(SYSTEM_HEADERS) $(BUILD)/lib/libgohip.so
	$(call system_library,-DGOHIP_AMD_SMI)
	ln -sf libamd_smi.so.24 $(BUILD)/lib/libamd_smi.so
