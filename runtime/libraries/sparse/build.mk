# libhipsparse.so and librocsparse.so. Included by the top Makefile.
SPARSE := runtime/libraries/sparse
SPARSE_HEADERS := $(wildcard $(SPARSE)/*.h) $(wildcard $(SPARSE)/include/*.h $(SPARSE)/include/*/*.h $(SPARSE)/include/*/*/*.h)

runtime: $(BUILD)/lib/libhipsparse.so.1 $(BUILD)/lib/librocsparse.so.1

$(BUILD)/lib/libhipsparse.so.1: $(filter-out $(wildcard $(SPARSE)/roc*.cpp),$(wildcard $(SPARSE)/*.cpp)) $(SPARSE_HEADERS) $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(SPARSE)/include/. $(BUILD)/include/
	$(LIBRARIES_CXX) -Wl,-soname,libhipsparse.so.1 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lm -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf libhipsparse.so.1 $(BUILD)/lib/libhipsparse.so

$(BUILD)/lib/librocsparse.so.1: $(wildcard $(SPARSE)/roc*.cpp) $(SPARSE_HEADERS) $(BUILD)/lib/libhipsparse.so.1
	$(LIBRARIES_CXX) -Wl,-soname,librocsparse.so.1 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -l:libhipsparse.so.1 -lgohip -ldl -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf librocsparse.so.1 $(BUILD)/lib/librocsparse.so
