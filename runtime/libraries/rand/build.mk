# librocrand.so and libhiprand.so, and the headers of the device API. Included by the top Makefile.
RAND := runtime/libraries/rand
RAND_HEADERS := $(wildcard $(RAND)/include/*/*.h $(RAND)/include/*/*.hpp)
RAND_MADE := $(BUILD)/obj/rand

runtime: $(BUILD)/lib/librocrand.so.1 $(BUILD)/lib/libhiprand.so.1

$(RAND_MADE)/made: $(wildcard $(RAND)/jumpgen/*.go $(RAND)/data/*) $(RAND_HEADERS)
	mkdir -p $(RAND_MADE) $(BUILD)/include
	cp -a $(RAND)/include/. $(BUILD)/include/
	$(GO) run ./$(RAND)/jumpgen $(RAND)/data $(BUILD)/include/rocrand $(RAND_MADE)
	touch $@

$(BUILD)/lib/librocrand.so.1: $(filter-out $(RAND)/hiprand.cpp,$(wildcard $(RAND)/*.cpp)) $(wildcard $(RAND)/*.h) $(RAND_MADE)/made $(LIBRARIES_COMMON_HEADERS) $(LIBRARIES_COMMON)
	$(LIBRARIES_CXX) -I$(RAND_MADE) -Wl,-soname,librocrand.so.1 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lm -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf librocrand.so.1 $(BUILD)/lib/librocrand.so

$(BUILD)/lib/libhiprand.so.1: $(RAND)/hiprand.cpp $(BUILD)/lib/librocrand.so.1
	$(LIBRARIES_CXX) -Wl,-soname,libhiprand.so.1 -o $@.new $< -L$(BUILD)/lib -l:librocrand.so.1 -lgohip -nodefaultlibs -lc
	mv $@.new $@
	ln -sf libhiprand.so.1 $(BUILD)/lib/libhiprand.so
