# Device libraries: bitcode into $(BUILD)/lib/gohip. Included by the top Makefile.
.PHONY: devicelib
devicelib:
include runtime/devicelib/amdgcn/build.mk
