# librccl.so: collective operations over sockets. Included by the top Makefile.
RCCL := runtime/libraries/rccl

runtime: $(BUILD)/lib/librccl.so.1

$(BUILD)/lib/librccl.so.1: $(wildcard $(RCCL)/*.c) $(wildcard $(RCCL)/*.h) $(wildcard $(RCCL)/include/*/*.h) $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(RCCL)/include/. $(BUILD)/include/
	$(LIBRARIES_CC) -I$(RCCL)/include -Wl,-soname,librccl.so.1 -o $@.new $(filter %.c,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf librccl.so.1 $(BUILD)/lib/librccl.so
