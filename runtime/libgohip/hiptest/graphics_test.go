// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// TestGraphics shares buffers and textures with Mesa's OpenGL: in place on devices that access host
// addresses, by copies on the emulator, which does not.
func TestGraphics(t *testing.T) {
	for name, device := range map[string]struct{ flag, env string }{
		"cpu":      {"--offload=cpu", "GOHIP_CPU=1"},
		"pocl":     {"--offload=spirv64", "GOHIP_CPU=0"},
		"emulator": {"--offload-arch=gfx1100", "GOHIP_EMULATE=gfx1100"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "graphics")
			compiled(t, device.flag, "../testdata/graphics.hip", "-o", bin, "-lEGL", "-lGL")
			if out := run(t, []string{device.env, "GOHIP_QUIET=1"}, bin); out != "PASS\n" {
				t.Error(out)
			}
		})
	}
}

// TestGraphicsOfOpenCL checks that a device with cl_khr_gl_sharing copies buffers itself, in both
// kinds of OpenCL memory, and that the host does so if the OpenGL context belongs to another
// device, or was created after the first call.
func TestGraphicsOfOpenCL(t *testing.T) {
	dir := t.TempDir()
	lib, bin := buildMask(t, dir), filepath.Join(dir, "graphics")
	compiled(t, "--offload=spirv64", "../testdata/graphics.hip", "-o", bin, "-lEGL", "-lGL")
	for _, c := range []struct {
		mask, order string
		shared      bool
	}{
		{"system,gl", "context", true},
		{"system,usm,gl", "context", true},
		{"system,gl", "call", false},
		{"system,gl,othergl", "context", false},
	} {
		t.Run(c.mask+"/"+c.order, func(t *testing.T) {
			out := run(t, []string{"GOHIP_CPU=0", "GOHIP_QUIET=1", "GOHIP_OPENCL=" + lib, "CLMASK=" + c.mask}, bin, c.order)
			if !strings.Contains("\n"+out, "\nPASS\n") || strings.Contains(out, "OpenGL: 0\n") == c.shared {
				t.Error(out)
			}
		})
	}
}

// TestExternal imports memory and semaphores by descriptors, of no particular API and of Vulkan on
// Mesa's software rasteriser, whose opaque descriptors are of memory only.
func TestExternal(t *testing.T) {
	for program, libraries := range map[string][]string{"external": nil, "vulkan": {"-lvulkan"}} {
		bin := filepath.Join(t.TempDir(), program)
		compiled(t, append([]string{"--offload=cpu", "--offload=spirv64", "../testdata/" + program + ".hip", "-o", bin}, libraries...)...)
		for _, device := range []string{"GOHIP_CPU=1", "GOHIP_CPU=0"} {
			t.Run(program+"/"+device, func(t *testing.T) {
				if out := run(t, []string{device, "GOHIP_QUIET=1"}, bin); out != "PASS\n" {
					t.Error(out)
				}
			})
		}
	}
}

// TestGraphicsFromGo runs the tests of the module runtime/hipgl, and its demo program with and
// without a display; each frame is compared with one drawn without sharing.
func TestGraphicsFromGo(t *testing.T) {
	const module = "../../hipgl"
	dir := t.TempDir()
	// Package gl has thousands of C functions, which take long to optimise and are called a few times.
	env := append(os.Environ(), "CGO_CFLAGS=-O0 -g0", "PATH="+filepath.Join(testtree.Prefix(t), "bin")+":"+os.Getenv("PATH"), "GOHIP_QUIET=1", "DISPLAY=", "WAYLAND_DISPLAY=")
	in := func(folder, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = folder, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	// With -trimpath, Go's own packages are those that `make test` has compiled.
	in(module, "go", "test", "-trimpath", "-vet=off", "-count=1", ".")
	in(module, "go", "build", "-trimpath", "-o", filepath.Join(dir, "nbody"), "./nbody")
	out := in(dir, "./nbody", "-headless", "frames", "-frames", "3", "-bodies", "300", "-check")
	if !strings.Contains(out, "each frame is the one drawn from copies") {
		t.Error(out)
	}
	for _, name := range []string{"frame-000.png", "frame-002.png", "nbody.gif"} {
		if s, err := os.Stat(filepath.Join(dir, "frames", name)); err != nil || s.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	in(dir, "xvfb-run", "-a", "./nbody", "-frames", "3", "-bodies", "300", "-check")
}
