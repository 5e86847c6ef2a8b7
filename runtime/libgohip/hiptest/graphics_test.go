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
