// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cmdline

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMentions(t *testing.T) {
	tests := []struct {
		arg, file string
		want      bool
	}{
		{"/tmp/a.o", "/tmp/a.o", true},
		{"-input=/tmp/a.o", "/tmp/a.o", true},
		{"--image=file=/tmp/a.o,triple=x", "/tmp/a.o", true},
		{"/tmp/a.o2", "/tmp/a.o", false},
		{"/x/tmp/a.o", "/tmp/a.o", false},
	}
	for _, tt := range tests {
		if got := Mentions(tt.arg, tt.file); got != tt.want {
			t.Errorf("mentions(%q, %q) = %v", tt.arg, tt.file, got)
		}
	}
}

func TestSplitWords(t *testing.T) {
	got := splitWords("-DA='x y'  \"b c\" d\\ e\n-o\tf ''")
	if diff := cmp.Diff([]string{"-DA=x y", "b c", "d e", "-o", "f", ""}, got); diff != "" {
		t.Error(diff)
	}
}

func TestResponseFilesInALoop(t *testing.T) {
	f := filepath.Join(t.TempDir(), "r")
	if err := os.WriteFile(f, []byte("-c @"+f), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ExpandResponseFiles([]string{"@" + f}); err == nil {
		t.Error("no error")
	}
}
