// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"path/filepath"
	"testing"

	"gohipcc/internal/testtree"
)

// TestGraphics shares buffers and textures with Mesa's OpenGL: in place on devices that follow
// the host's addresses, by copies on the emulator, which does not.
func TestGraphics(t *testing.T) {
	p := testtree.Prefix(t)
	for name, device := range map[string]struct{ flag, env string }{
		"cpu":      {"--offload=cpu", "GOHIP_CPU=1"},
		"pocl":     {"--offload=spirv64", "GOHIP_CPU=0"},
		"emulator": {"--offload-arch=gfx1100", "GOHIP_EMULATE=gfx1100"},
	} {
		t.Run(name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "graphics")
			run(t, nil, filepath.Join(p, "bin", "gohipcc"), device.flag, "-O1", "../testdata/graphics.hip", "-o", bin, "-lEGL", "-lGL")
			if out := run(t, []string{device.env, "GOHIP_QUIET=1"}, bin); out != "PASS\n" {
				t.Error(out)
			}
		})
	}
}

// TestExternal imports memory and semaphores by descriptors, of no API in particular and of
// Vulkan on Mesa's software rasteriser, whose opaque descriptors are of memory only.
func TestExternal(t *testing.T) {
	p := testtree.Prefix(t)
	for program, libraries := range map[string][]string{"external": nil, "vulkan": {"-lvulkan"}} {
		bin := filepath.Join(t.TempDir(), program)
		args := append([]string{"--offload=cpu", "--offload=spirv64", "-O1", "../testdata/" + program + ".hip", "-o", bin}, libraries...)
		run(t, nil, filepath.Join(p, "bin", "gohipcc"), args...)
		for _, device := range []string{"GOHIP_CPU=1", "GOHIP_CPU=0"} {
			t.Run(program+"/"+device, func(t *testing.T) {
				if out := run(t, []string{device, "GOHIP_QUIET=1"}, bin); out != "PASS\n" {
					t.Error(out)
				}
			})
		}
	}
}
