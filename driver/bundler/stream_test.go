// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bundler

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/toolchains/step"
)

// TestStreamRefusesEmptyImages: a fat binary without device code is an error, not a program without
// kernels.
func TestStreamRefusesEmptyImages(t *testing.T) {
	image := filepath.Join(t.TempDir(), "k.spv")
	argv := []string{"clang-offload-bundler", "-type=o", "-bundle-align=4096",
		"-targets=host-x86_64-unknown-linux-gnu,hip-spirv64-unknown-unknown--generic",
		"-input=/dev/null", "-input=" + image, "-output=out"}
	write := Stream(step.Parse(argv).(*step.Bundle))
	if write == nil {
		t.Fatal("the command is none of a fat binary's")
	}
	for _, test := range []struct{ image, want string }{
		{"", "gave no code"},
		{"\x03\x02\x23\x07", ""},
	} {
		if err := os.WriteFile(image, []byte(test.image), 0o644); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err := write(&out)
		switch {
		case test.want == "" && err != nil:
			t.Errorf("image of %d bytes: %v", len(test.image), err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), image)):
			t.Errorf("image of %d bytes: got error %v, want one with %q and the file", len(test.image), err, test.want)
		}
	}
}
