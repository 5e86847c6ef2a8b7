# What build systems look for in a prefix: CMake packages, hipconfig, pkg-config, the
# names that peers' compilers have. Included by the top Makefile.
HIP_VERSION := $(shell awk '/define HIP_VERSION_(MAJOR|MINOR|PATCH) / {v = v sep $$3; sep = "."} END {print v}' runtime/include/hip/hip_version.h)

.PHONY: integration
integration:
	mkdir -p $(BUILD)/bin $(BUILD)/lib/cmake/hip $(BUILD)/lib/cmake/hip-lang $(BUILD)/lib/pkgconfig $(BUILD)/lib/gohip/clang $(BUILD)/llvm/bin $(BUILD)/.info
	cp driver/install/cmake/gohip-targets.cmake driver/install/cmake/hip-config.cmake driver/install/cmake/FindHIP.cmake $(BUILD)/lib/cmake/hip/
	cp driver/install/cmake/hip-lang-config.cmake $(BUILD)/lib/cmake/hip-lang/
	cp -r driver/install/cmake/gohip-libraries driver/install/cmake/rocprim driver/install/cmake/hipcub driver/install/cmake/rocthrust driver/install/cmake/rocwmma $(BUILD)/lib/cmake/
	driver/install/packages.sh $(BUILD)
	sed 's/@HIP_VERSION@/$(HIP_VERSION)/' driver/install/cmake/hip-config-version.cmake.in > $(BUILD)/lib/cmake/hip/hip-config-version.cmake
	sed 's/@HIP_VERSION@/$(HIP_VERSION)/' driver/install/cmake/hip-config-version.cmake.in > $(BUILD)/lib/cmake/hip-lang/hip-lang-config-version.cmake
	sed 's/@VERSION@/$(VERSION)/' driver/install/gohip.pc.in > $(BUILD)/lib/pkgconfig/gohip.pc
	sed -e 's/@VERSION@/$(HIP_VERSION)/' -e 's/^Name: gohip/Name: hip/' driver/install/gohip.pc.in > $(BUILD)/lib/pkgconfig/hip.pc
	sed 's/@HIP_VERSION@/$(HIP_VERSION)/' driver/install/bin/hipconfig.in > $(BUILD)/bin/hipconfig
	cp driver/install/bin/rocm_agent_enumerator driver/install/bin/rocminfo driver/install/bin/hipify-perl driver/install/bin/clang.cfg driver/install/bin/clang++.cfg $(BUILD)/bin/
	chmod +x $(BUILD)/bin/hipconfig $(BUILD)/bin/rocm_agent_enumerator $(BUILD)/bin/rocminfo $(BUILD)/bin/hipify-perl
	ln -sf gohipcc $(BUILD)/bin/hipcc
	ln -sf gohipcc $(BUILD)/bin/amdclang
	ln -sf gohipcc $(BUILD)/bin/amdclang++
	for name in clang clang++ clang-cpp amdclang amdclang++; do ln -sf ../../bin/gohipcc $(BUILD)/llvm/bin/$$name; done
	sed 's|<CFGDIR>/|&../|' driver/install/bin/clang++.cfg > $(BUILD)/llvm/bin/clang++.cfg
	awk '/define ROCM_VERSION_PATCH/ {print "$(basename $(HIP_VERSION))." $$3}' runtime/include/rocm_version.h > $(BUILD)/.info/version
	mkdir -p $(BUILD)/hip/cmake # ROCm's older layout, by which projects find the prefix
	for name in bin include lib; do ln -sfn ../$$name $(BUILD)/hip/$$name; done
	ln -sf ../../lib/cmake/hip/FindHIP.cmake $(BUILD)/hip/cmake/
	$(CC) -x c -c /dev/null -o $(BUILD)/lib/gohip/empty.o # the object of device links that have archives only
	ln -sf ../../../bin/gohipcc $(BUILD)/lib/gohip/clang/clang++
	sed 's|<CFGDIR>/|&../../|' driver/install/bin/clang++.cfg > $(BUILD)/lib/gohip/clang/clang++.cfg
