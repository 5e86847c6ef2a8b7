# The library that is preloaded into LLVM's tools. Included by the top Makefile.
PREFORK := $(dir $(lastword $(MAKEFILE_LIST)))

.PHONY: prefork
prefork: $(BUILD)/lib/gohip/prefork.so

# It counts on glibc's start of programs; elsewhere the tools are started for each command.
$(BUILD)/lib/gohip/prefork.so: $(PREFORK)library/prefork.c
	mkdir -p $(BUILD)/lib/gohip
	$(CC) -std=gnu11 -O2 -fPIC -shared -Wall -Wextra -Wl,-z,now $< -o $@.new -ldl
	mv $@.new $@
