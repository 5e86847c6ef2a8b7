# The functions that MLIR's lowering of GPU programs calls, over libgohip.so, and MLIR's print
# functions.
runtime: $(BUILD)/lib/libgohip_mlir.so
$(BUILD)/lib/libgohip_mlir.so: $(wildcard runtime/mlir/wrappers/*.c) $(BUILD)/lib/libgohip.so
	$(CC) -std=gnu17 -O2 -fPIC -fvisibility=hidden -Wall -Wextra -D__HIP_PLATFORM_AMD__ -Iruntime/include \
		-shared -Wl,-soname,libgohip_mlir.so -Wl,-rpath,'$$ORIGIN' -o $@.new $(wildcard runtime/mlir/wrappers/*.c) -L$(BUILD)/lib -lgohip
	mv $@.new $@
