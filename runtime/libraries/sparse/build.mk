# libhipsparse.so. Included by the top Makefile.
SPARSE := runtime/libraries/sparse

runtime: $(BUILD)/lib/libhipsparse.so.1

$(BUILD)/lib/libhipsparse.so.1: $(wildcard $(SPARSE)/*.cpp) $(SPARSE)/sparse.h $(wildcard $(SPARSE)/include/*.h $(SPARSE)/include/*/*.h) $(BUILD)/obj/hostcall.o $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(SPARSE)/include/. $(BUILD)/include/
	$(LIBRARIES_CXX) -Wl,-soname,libhipsparse.so.1 -o $@.new $(filter %.cpp,$^) $(BUILD)/obj/hostcall.o -L$(BUILD)/lib -lgohip -ldl -lm -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf libhipsparse.so.1 $(BUILD)/lib/libhipsparse.so
