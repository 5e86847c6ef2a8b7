# libhipsolver.so and librocsolver.so over the machine's LAPACK. Included by the top Makefile.
SOLVER := runtime/libraries/solver

runtime: $(BUILD)/lib/libhipsolver.so.0 $(BUILD)/lib/librocsolver.so.0

$(BUILD)/lib/libhipsolver.so.0: $(SOLVER)/hipsolver.cpp $(SOLVER)/lapack.cpp $(SOLVER)/cusolver.cpp $(SOLVER)/wide.cpp $(SOLVER)/library.cpp $(SOLVER)/solver.h $(SOLVER)/lapack.h $(wildcard $(SOLVER)/include/*.h $(SOLVER)/include/*/*.h) $(LIBRARIES_COMMON) $(BUILD)/lib/libhipblas.so.2
	cp -a $(SOLVER)/include/. $(BUILD)/include/
	$(LIBRARIES_CXX) -Wl,-soname,libhipsolver.so.0 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf libhipsolver.so.0 $(BUILD)/lib/libhipsolver.so

$(BUILD)/lib/librocsolver.so.0: $(SOLVER)/rocsolver.cpp $(SOLVER)/rocfactor.cpp $(SOLVER)/rocreduce.cpp $(SOLVER)/rocauxiliary.cpp $(SOLVER)/rocabsent.cpp $(SOLVER)/library.cpp $(SOLVER)/lapack.h $(SOLVER)/batch.h $(SOLVER)/roccheck.h $(wildcard $(SOLVER)/include/rocsolver/*.h $(SOLVER)/include/rocsolver/*/*.h) $(LIBRARIES_COMMON) $(BUILD)/lib/librocblas.so.4
	cp -a $(SOLVER)/include/. $(BUILD)/include/
	$(LIBRARIES_CXX) -Wl,-soname,librocsolver.so.0 -o $@.new $(filter %.cpp,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -l:librocblas.so.4 -lgohip -ldl -lpthread -nodefaultlibs -lc -lgcc
	mv $@.new $@
	ln -sf librocsolver.so.0 $(BUILD)/lib/librocsolver.so
