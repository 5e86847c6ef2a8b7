# libhipblas.so and librocblas.so over libgohip.so and the machine's BLAS. Included by the top
# Makefile. The functions and their declarations are generated from blas.txt.
HIPBLAS := runtime/libraries/hipblas
HIPBLAS_MADE := $(BUILD)/obj/hipblas
HIPBLAS_C := $(filter-out $(HIPBLAS)/rocblas%.c,$(wildcard $(HIPBLAS)/*.c))
HIPBLAS_HEADERS := $(wildcard $(HIPBLAS)/*.h $(HIPBLAS)/include/*/*.h $(HIPBLAS)/include/*.h)
HIPBLAS_CC = $(LIBRARIES_CC) -I$(HIPBLAS)/include -I$(HIPBLAS_MADE)

runtime: $(BUILD)/lib/libhipblas.so.2 $(BUILD)/lib/librocblas.so.4

$(HIPBLAS_MADE)/made: $(HIPBLAS)/blas.txt $(wildcard $(HIPBLAS)/blasgen/*.go) $(HIPBLAS_HEADERS)
	mkdir -p $(HIPBLAS_MADE) $(BUILD)/include
	$(GO) run ./$(HIPBLAS)/blasgen $(HIPBLAS)/blas.txt $(BUILD)/include $(HIPBLAS_MADE)
	cp -a $(HIPBLAS)/include/. $(BUILD)/include/
	touch $@

$(HIPBLAS_MADE)/solvers.o: $(HIPBLAS)/solvers.cpp runtime/libraries/solver/batch.h runtime/libraries/solver/lapack.h $(HIPBLAS_MADE)/made $(LIBRARIES_COMMON_HEADERS)
	$(filter-out -shared,$(LIBRARIES_CXX)) -I$(HIPBLAS)/include -I$(HIPBLAS_MADE) -c -o $@ $<
$(HIPBLAS_MADE)/lapack.o: runtime/libraries/solver/library.cpp runtime/libraries/solver/lapack.h $(HIPBLAS_MADE)/made $(LIBRARIES_COMMON_HEADERS)
	$(filter-out -shared,$(LIBRARIES_CXX)) -c -o $@ $<

$(BUILD)/lib/libhipblas.so.2: $(HIPBLAS_C) $(HIPBLAS_MADE)/solvers.o $(HIPBLAS_MADE)/lapack.o $(HIPBLAS_MADE)/made $(BUILD)/lib/libgohip.so $(LIBRARIES_COMMON)
	$(HIPBLAS_CC) -Wl,-soname,libhipblas.so.2 -o $@.new $(HIPBLAS_C) $(HIPBLAS_MADE)/solvers.o $(HIPBLAS_MADE)/lapack.o -L$(BUILD)/lib $(LIBRARIES_COMMON) -lgohip -ldl -lm -lpthread
	mv $@.new $@
	ln -sf libhipblas.so.2 $(BUILD)/lib/libhipblas.so

$(BUILD)/lib/librocblas.so.4: $(wildcard $(HIPBLAS)/rocblas*.c) $(LIBRARIES_COMMON) $(BUILD)/lib/libhipblas.so.2
	$(HIPBLAS_CC) -Wl,-soname,librocblas.so.4 -o $@.new $(filter %.c %.o %.a,$^) -L$(BUILD)/lib -l:libhipblas.so.2 -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf librocblas.so.4 $(BUILD)/lib/librocblas.so
