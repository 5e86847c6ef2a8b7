# libhipfft.so and librocfft.so over the machine's FFTW. Included by the top Makefile.
FFT := runtime/libraries/fft
FFT_HEADERS := $(wildcard $(FFT)/*.h) $(wildcard $(FFT)/include/*.h $(FFT)/include/*/*.h)

runtime: $(BUILD)/lib/libhipfft.so.0 $(BUILD)/lib/librocfft.so.0

$(BUILD)/lib/libhipfft.so.0: $(filter-out $(FFT)/rocfft.c,$(wildcard $(FFT)/*.c)) $(FFT_HEADERS) $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(FFT)/include/. $(BUILD)/include/
	$(LIBRARIES_CC) -Wl,-soname,libhipfft.so.0 -o $@.new $(filter %.c,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf libhipfft.so.0 $(BUILD)/lib/libhipfft.so

$(BUILD)/lib/librocfft.so.0: $(FFT)/rocfft.c $(FFT)/callback.c $(FFT_HEADERS) $(BUILD)/lib/libhipfft.so.0
	$(LIBRARIES_CC) -Wl,-soname,librocfft.so.0 -o $@.new $(filter %.c,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -l:libhipfft.so.0 -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf librocfft.so.0 $(BUILD)/lib/librocfft.so
