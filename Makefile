# gohipcc: build, install, test. See README.md for the two commands to start with.
SHELL := /bin/bash
BUILD := $(CURDIR)/build
LLVM_BIN ?= /usr/lib/llvm-22/bin
GO ?= go
VERSION := $(shell cat VERSION)

# build/ has the layout of an installed prefix: bin, lib, lib/gohip, include/hip.
.PHONY: build
build: gohipcc runtime devicelib headers

.PHONY: gohipcc
gohipcc:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o $(BUILD)/bin/gohipcc .
	ln -sf gohipcc $(BUILD)/bin/gohip-clang++

include runtime/hip/build.mk
include runtime/devicelib/build.mk

.PHONY: headers
headers:
	mkdir -p $(BUILD)/include
	cp -a runtime/hip/include/. $(BUILD)/include/
