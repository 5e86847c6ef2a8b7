// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModuleLoadDataOfIR: a C program passes LLVM bitcode, and IR as text, to hipModuleLoadData,
// with other bytes after it in memory.
func TestModuleLoadDataOfIR(t *testing.T) {
	prefix := usePrefix(t)
	os.Unsetenv("GOHIP_PATH") // the library knows its installation
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("k.bc", append(bitcode(t, axpyIR), "\x01\x02\x03 not bitcode"...))
	write("k.ll", append([]byte(axpyIR), 0))
	write("bad.ll", []byte("define spir_kernel void @k() {\n  lode\n}\n\x00"))
	write("main.c", []byte(`#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
static int run(const char *file) {
  FILE *f = fopen(file, "rb");
  char *image = calloc(1, 1 << 20);
  size_t n = fread(image, 1, 1 << 20, f);
  fclose(f);
  hipModule_t m;
  hipError_t e = hipModuleLoadData(&m, image);
  printf("%s: %zu bytes, %s\n", file, n, hipGetErrorName(e));
  if (e) return 1;
  hipFunction_t k;
  if (hipModuleGetFunction(&k, m, "axpy")) return 2;
  float x[4] = {1, 2, 3, 4}, y[4] = {0, 0, 0, 0}, a = 3, *dx, *dy;
  hipMalloc((void **)&dx, sizeof x);
  hipMalloc((void **)&dy, sizeof y);
  hipMemcpy(dx, x, sizeof x, hipMemcpyHostToDevice);
  hipMemcpy(dy, y, sizeof y, hipMemcpyHostToDevice);
  void *args[] = {&a, &dx, &dy};
  if (hipModuleLaunchKernel(k, 1, 1, 1, 4, 1, 1, 0, 0, args, 0)) return 3;
  hipMemcpy(y, dy, sizeof y, hipMemcpyDeviceToHost);
  printf("%g %g %g %g\n", y[0], y[1], y[2], y[3]);
  return 0;
}
int main(void) { return run("k.bc") || run("k.ll") || run("bad.ll") != 1; }
`))
	exe := filepath.Join(dir, "main")
	lib := filepath.Join(prefix, "lib")
	if out, err := exec.Command("cc", "-D__HIP_PLATFORM_AMD__", "-I"+filepath.Join(prefix, "include"), "-o", exe, filepath.Join(dir, "main.c"),
		"-L"+lib, "-lgohip", "-Wl,-rpath,"+lib).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"k.bc: ", "hipSuccess\n4 7 10 13\n", "k.ll: ", "bad.ll: ", "hipErrorInvalidImage"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}
