# libgohip.so (C) and libgohip_core.so (Go). Included by the top Makefile.
.PHONY: runtime
runtime:
