# libhipsparse.so. Included by the top Makefile.
SPARSE := runtime/libraries/sparse

runtime: $(BUILD)/lib/libhipsparse.so.1

$(BUILD)/lib/libhipsparse.so.1: $(wildcard $(SPARSE)/*.cpp) $(wildcard $(SPARSE)/*.h) $(wildcard $(SPARSE)/include/*.h $(SPARSE)/include/*/*.h) $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(SPARSE)/include/. $(BUILD)/include/
	$(LIBRARIES_CXX) -Wl,-soname,libhipsparse.so.1 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lm -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf libhipsparse.so.1 $(BUILD)/lib/libhipsparse.so
