# The headers of rocWMMA's interface. Included by the top Makefile.
WMMA := runtime/libraries/wmma

runtime: $(BUILD)/obj/wmma/made

$(BUILD)/obj/wmma/made: $(wildcard $(WMMA)/include/rocwmma/*.hpp $(WMMA)/include/rocwmma/internal/*.hpp)
	mkdir -p $(BUILD)/obj/wmma $(BUILD)/include
	cp -a $(WMMA)/include/. $(BUILD)/include/
	touch $@
