# libhipfft.so over the machine's FFTW. Included by the top Makefile.
FFT := runtime/libraries/fft

runtime: $(BUILD)/lib/libhipfft.so.0

$(BUILD)/lib/libhipfft.so.0: $(wildcard $(FFT)/*.c) $(wildcard $(FFT)/*.h) $(wildcard $(FFT)/include/*.h $(FFT)/include/*/*.h) $(LIBRARIES_COMMON) $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(FFT)/include/. $(BUILD)/include/
	$(LIBRARIES_CC) -Wl,-soname,libhipfft.so.0 -o $@.new $(filter %.c,$^) $(LIBRARIES_COMMON) -L$(BUILD)/lib -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf libhipfft.so.0 $(BUILD)/lib/libhipfft.so
