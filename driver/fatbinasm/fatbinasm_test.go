// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbinasm

import (
	"os"
	"path/filepath"
	"testing"
)

// An archive with a member that claims more bytes than there are is an error; a
// member that is no object has no symbols.
func TestFatbinSymbolsOfBadArchives(t *testing.T) {
	dir := t.TempDir()
	head := func(size string) string {
		return "!<arch>\n" + "a.o/            0           0     0     644     " + size + "`\n"
	}
	tests := []struct {
		data string
		bad  bool
	}{
		{head("100       ") + "x", true},
		{head("-1        ") + "x", true},
		{head("nine      ") + "x", true},
		{head("1         ") + "x\n", false},
		{head("6         ") + "\x7fELF\x02\x01", false},
		{"!<arch>\n", false},
	}
	for i, tt := range tests {
		f := filepath.Join(dir, "a.a")
		if err := os.WriteFile(f, []byte(tt.data), 0o600); err != nil {
			t.Fatal(err)
		}
		s := fatbinSymbols{map[string]bool{}, map[string]bool{}}
		if err := s.addFile(f); (err != nil) != tt.bad {
			t.Errorf("%d: %v", i, err)
		}
	}
}
