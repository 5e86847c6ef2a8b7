# libgohip.so (C) and libgohip_core.so (Go). Included by the top Makefile.
LIBGOHIP := $(dir $(lastword $(MAKEFILE_LIST)))
RUNTIME_C := $(wildcard $(LIBGOHIP)*.c)
CC ?= gcc
# SANITIZE=thread builds both halves for programs with -fsanitize=thread; CC must be the clang
# that compiles those.
SANITIZE ?=
RUNTIME_CFLAGS := -O2 -g1 $(SANITIZE:%=-fsanitize=%)

.PHONY: runtime libgohip generate
runtime: libgohip
libgohip: $(BUILD)/lib/libgohip.so $(BUILD)/lib/gohip/clcompile core

$(BUILD)/lib/libgohip.so: $(RUNTIME_C) $(wildcard $(LIBGOHIP)*.h) $(wildcard $(LIBGOHIP)*.inc) $(LIBGOHIP)libgohip.map
	mkdir -p $(BUILD)/lib
	$(CC) -std=gnu11 $(RUNTIME_CFLAGS) -fPIC -shared -Wall -Wextra -Iruntime/include -include $(LIBGOHIP)own_names.h \
	  -Wl,--version-script=$(LIBGOHIP)libgohip.map -Wl,-soname,libgohip.so -Wl,-z,now,-z,nodelete \
	  $(RUNTIME_C) -o $@.new -ldl -lpthread
	mv $@.new $@
	ln -sf libgohip.so $(BUILD)/lib/libhiprtc.so
	ln -sf libgohip.so $(BUILD)/lib/libamdhip64.so

# It stands between a driver and LLVM by the names that it exports.
$(BUILD)/lib/gohip/clcompile: $(LIBGOHIP)clcompile/clcompile.c $(LIBGOHIP)abi.h $(LIBGOHIP)spec_constants.h
	mkdir -p $(BUILD)/lib/gohip
	$(CC) -std=gnu11 -O2 -g1 -fPIE -pie -rdynamic -Wall -Wextra $< -o $@.new -ldl
	mv $@.new $@

# go build decides by itself whether anything has changed, but does not look at headers in
# other folders: it sees their hash, as a folder to look for packages in. Go's preemption
# signals stay off: a program that switches off a thread's alternate signal stack, as Catch2
# does after every test, would be killed by the next one.
CORE_HEADERS = $(shell cat $(LIBGOHIP)*.h | sha256sum | cut -c1-16)
SANITIZED_CGO := $(if $(SANITIZE),CC='$(CC)' CGO_CFLAGS='$(RUNTIME_CFLAGS)' CGO_LDFLAGS='-fsanitize=$(SANITIZE)')
.PHONY: core
core:
	mkdir -p $(BUILD)/lib $(BUILD)/obj/core
	CGO_ENABLED=0 $(GO) run ./$(LIBGOHIP:$(CURDIR)/%=%)cgomerge $(LIBGOHIP)core $(BUILD)/obj/core
	CGO_ENABLED=1 $(SANITIZED_CGO) $(GO) build -overlay=$(BUILD)/obj/core/overlay.json -buildmode=c-shared \
	  -ldflags '-s -w -X runtime.godebugDefault=asyncpreemptoff=1,invalidptr=0' \
	  -gcflags='gohipcc/runtime/libgohip/core=-dwarf=false -I=headers-$(CORE_HEADERS)' \
	  -o $(BUILD)/lib/libgohip_core.so.new ./$(LIBGOHIP:$(CURDIR)/%=%)core
	rm -f $(BUILD)/lib/libgohip_core.so.h $(BUILD)/lib/libgohip_core.h
	mv $(BUILD)/lib/libgohip_core.so.new $(BUILD)/lib/libgohip_core.so

# Rewrites what follows from runtime/libgohip/api.txt.
generate:
	$(GO) run ./runtime/libgohip/apigen $(LIBGOHIP)
