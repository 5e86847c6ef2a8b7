# libhipblaslt.so over the machine's BLAS, which it opens as libhipblas.so does. Included by the top
# Makefile.
BLASLT := runtime/libraries/blaslt

runtime: $(BUILD)/lib/libhipblaslt.so.0

$(BUILD)/lib/libhipblaslt.so.0: $(wildcard $(BLASLT)/*.c) $(wildcard $(BLASLT)/*.h) $(HIPBLAS)/library.c $(HIPBLAS)/half.c $(HIPBLAS)/types.c $(HIPBLAS)/cublas.c $(HIPBLAS_HEADERS) $(wildcard $(BLASLT)/include/*/*.h) $(HIPBLAS_MADE)/made $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(BLASLT)/include/. $(BUILD)/include/
	$(HIPBLAS_CC) -I$(HIPBLAS) -I$(BLASLT)/include -Wl,-soname,libhipblaslt.so.0 -o $@.new $(filter %.c,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lm -lpthread
	mv $@.new $@
	ln -sf libhipblaslt.so.0 $(BUILD)/lib/libhipblaslt.so
