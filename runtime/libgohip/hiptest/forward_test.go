// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// amdhip builds the test double of a release of libamdhip64.
func amdhip(t *testing.T, major int) string {
	t.Helper()
	lib := filepath.Join(t.TempDir(), fmt.Sprintf("libamdhip64.so.%d", major))
	run(t, nil, "cc", "-std=gnu17", "-O2", "-shared", "-fPIC", fmt.Sprintf("-DHIP_MAJOR=%d", major), "-o", lib,
		"../../../testdata/amd/doubles/hip.c", "-lpthread")
	return lib
}

// TestForward runs programs on machines with and without an AMD GPU: if one of their images fits a
// GPU, every call is forwarded to AMD's library; otherwise PoCL is used.
func TestForward(t *testing.T) {
	p := testtree.Prefix(t)
	dir := t.TempDir()
	programs := map[string][]string{
		"gfx":        {"--offload-arch=gfx90a,gfx11-generic", "--offload=spirv64"},
		"compressed": {"--offload-arch=gfx90a:xnack-,gfx11-generic", "--offload=spirv64", "--offload-compress"},
	}
	for name, args := range programs {
		run(t, nil, filepath.Join(p, "bin", "gohipcc"), slices.Concat(light, args, []string{"-O2", "-std=c++17", "../testdata/forward.hip", "-o", filepath.Join(dir, name), "-ldl"})...)
	}
	libs := map[int]string{5: amdhip(t, 5), 6: amdhip(t, 6)}
	const pocl = "forwarded 0 devices 1\nok\n"
	forwarded := func(n int, arch string, warp int) string {
		return fmt.Sprintf("forwarded 1 devices %d %s warp %d threads 1024\n_Z5scalePii<<<8x1x1,128x1x1,0>>> dev 0 args\nok\n", n, arch, warp)
	}
	for _, c := range []struct {
		release               int
		program, devices, off string
		want                  string
	}{
		{5, "gfx", "gfx90a:sramecc+:xnack-", "", forwarded(1, "gfx90a:sramecc+:xnack-", 64)},
		{6, "gfx", "gfx90a:sramecc+:xnack-", "", forwarded(1, "gfx90a:sramecc+:xnack-", 64)},
		{6, "gfx", "gfx1103", "", forwarded(1, "gfx1103", 32)},
		{6, "gfx", "gfx90a:sramecc+:xnack-,gfx1030", "", forwarded(2, "gfx90a:sramecc+:xnack-", 64)},
		{6, "gfx", "gfx1030", "", pocl},
		{6, "gfx", "gfx90a:sramecc+:xnack-", "0", pocl},
		{5, "gfx", "", "", pocl}, // error 101
		{6, "gfx", "", "", pocl}, // error 100
		{5, "compressed", "gfx90a:sramecc+:xnack-", "", forwarded(1, "gfx90a:sramecc+:xnack-", 64)},
		{6, "compressed", "gfx90a:sramecc+:xnack+", "", pocl},
		{6, "compressed", "gfx1100", "", forwarded(1, "gfx1100", 32)},
	} {
		env := []string{"GOHIP_LIBAMDHIP64=" + libs[c.release], "DOUBLE_DEVICES=" + c.devices, "GOHIP_AMD=" + c.off}
		if got := run(t, env, filepath.Join(dir, c.program)); got != c.want {
			t.Errorf("%s on %q, release %d: got %q, want %q", c.program, c.devices, c.release, got, c.want)
		}
	}
	// A library that cannot be loaded, and libgohip itself under that name.
	for lib, why := range map[string]string{
		filepath.Join(dir, "none.so"):          "cannot open shared object file",
		"/\x1b[31m\u009b\x7f.so":               `/\x1b[31m\u009b\u007f.so: cannot open`,
		filepath.Join(p, "lib", "libgohip.so"): "",
		"libm.so.6":                            "is no HIP runtime",
	} {
		got := run(t, []string{"GOHIP_LIBAMDHIP64=" + lib, "GOHIP_VERBOSE=1"}, filepath.Join(dir, "gfx"))
		if !strings.HasSuffix(got, pocl) || !strings.Contains(got, why) {
			t.Errorf("%s: %s", lib, got)
		}
	}
}

// TestForwardGraphics checks that on an AMD GPU AMD's library shares OpenGL's buffers and imports
// the memory and semaphores of other APIs.
func TestForwardGraphics(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "graphics")
	compiled(t, "--offload-arch=gfx90a", "../testdata/forwardgraphics.hip", "-o", bin, "-ldl", "-lEGL", "-lGL")
	for _, release := range []int{5, 6} {
		env := []string{"GOHIP_LIBAMDHIP64=" + amdhip(t, release), "DOUBLE_DEVICES=gfx90a"}
		if out := run(t, env, bin); out != "PASS\n" {
			t.Errorf("release %d: %s", release, out)
		}
	}
}

// TestForwardedCallCost checks that a forwarded call costs one table look-up.
func TestForwardedCallCost(t *testing.T) {
	p := testtree.Prefix(t)
	bin := filepath.Join(t.TempDir(), "cost")
	run(t, nil, "cc", "-O2", "-I"+p+"/include", "../testdata/forwardcost.c", "-o", bin, "-L"+p+"/lib", "-lgohip", "-ldl", "-Wl,-rpath,"+p+"/lib")
	out := run(t, []string{"GOHIP_LIBAMDHIP64=" + amdhip(t, 6), "DOUBLE_DEVICES=gfx90a"}, bin)
	var direct, through float64
	if _, err := fmt.Sscan(out, &direct, &through); err != nil {
		t.Fatal(out)
	}
	t.Logf("direct %.2f ns, through libgohip %.2f ns", direct, through)
	if through > direct+10 {
		t.Errorf("a forwarded call takes %.1f ns, a direct one %.1f ns", through, direct)
	}
}
