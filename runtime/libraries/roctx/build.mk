# libroctx64.so and librocprofiler-sdk-roctx.so, one library by two names, and libroctracer64.so. Included by the top Makefile.
ROCTX := runtime/libraries/roctx
ROCTX_HEADERS := $(wildcard $(ROCTX)/include/*.h $(ROCTX)/include/*/*.h)

runtime: $(BUILD)/lib/libroctx64.so.4 $(BUILD)/lib/libroctracer64.so.4 $(BUILD)/lib/librocprofiler-sdk-roctx.so.1

$(BUILD)/lib/libroctx64.so.4: $(ROCTX)/roctx.c $(ROCTX_HEADERS)
	mkdir -p $(BUILD)/include $(BUILD)/lib
	cp -a $(ROCTX)/include/. $(BUILD)/include/
	$(LIBRARIES_CC) -I$(ROCTX)/include -Wl,-soname,libroctx64.so.4 -o $@.new $<
	mv $@.new $@
	ln -sf libroctx64.so.4 $(BUILD)/lib/libroctx64.so

$(BUILD)/lib/librocprofiler-sdk-roctx.so.1: $(ROCTX)/roctx.c $(ROCTX_HEADERS)
	mkdir -p $(BUILD)/lib
	$(LIBRARIES_CC) -I$(ROCTX)/include -Wl,-soname,librocprofiler-sdk-roctx.so.1 -o $@.new $<
	mv $@.new $@
	ln -sf librocprofiler-sdk-roctx.so.1 $(BUILD)/lib/librocprofiler-sdk-roctx.so

$(BUILD)/lib/libroctracer64.so.4: $(ROCTX)/roctracer.c $(ROCTX_HEADERS) $(BUILD)/lib/libroctx64.so.4
	$(LIBRARIES_CC) -I$(ROCTX)/include -Wl,-soname,libroctracer64.so.4 -o $@.new $<
	mv $@.new $@
	ln -sf libroctracer64.so.4 $(BUILD)/lib/libroctracer64.so
