# libhipfft.so over the machine's FFTW. Included by the top Makefile.
FFT := runtime/libraries/fft

runtime: $(BUILD)/lib/libhipfft.so.0

$(BUILD)/lib/libhipfft.so.0: $(FFT)/hipfft.c $(wildcard $(FFT)/include/*.h $(FFT)/include/*/*.h) $(BUILD)/obj/hostcall.o $(BUILD)/lib/libgohip.so
	mkdir -p $(BUILD)/include
	cp -a $(FFT)/include/. $(BUILD)/include/
	$(LIBRARIES_CC) -Wl,-soname,libhipfft.so.0 -o $@.new $< $(BUILD)/obj/hostcall.o -L$(BUILD)/lib -lgohip -ldl -lpthread
	mv $@.new $@
	ln -sf libhipfft.so.0 $(BUILD)/lib/libhipfft.so
