# librocrand.so and libhiprand.so, and the headers of the device API. Included by the top Makefile.
RAND := runtime/libraries/rand
RAND_HEADERS := $(wildcard $(RAND)/include/*/*.h)

runtime: $(BUILD)/lib/librocrand.so.1 $(BUILD)/lib/libhiprand.so.1

$(BUILD)/obj/rand/made: $(wildcard $(RAND)/jumpgen/*.go) $(RAND_HEADERS)
	mkdir -p $(BUILD)/obj/rand $(BUILD)/include
	cp -a $(RAND)/include/. $(BUILD)/include/
	$(GO) run ./$(RAND)/jumpgen $(BUILD)/include/rocrand/rocrand_jumps.h
	touch $@

$(BUILD)/lib/librocrand.so.1: $(RAND)/rocrand.cpp $(BUILD)/obj/rand/made $(LIBRARIES_COMMON_HEADERS) $(LIBRARIES_COMMON)
	$(LIBRARIES_CXX) -Wl,-soname,librocrand.so.1 -o $@.new $< $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lm -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf librocrand.so.1 $(BUILD)/lib/librocrand.so

$(BUILD)/lib/libhiprand.so.1: $(RAND)/hiprand.cpp $(BUILD)/lib/librocrand.so.1
	$(LIBRARIES_CXX) -Wl,-soname,libhiprand.so.1 -o $@.new $< -L$(BUILD)/lib -l:librocrand.so.1 -lgohip -nodefaultlibs -lc
	mv $@.new $@
	ln -sf libhiprand.so.1 $(BUILD)/lib/libhiprand.so
