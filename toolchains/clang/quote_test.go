// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestQuoting(t *testing.T) {
	argv := []string{"/a b/clang", `-DX="y"`, `back\slash`, "", "plain", "$HOME`"}
	got := Unquote(Quote(argv))
	if strings.Join(got, "|") != strings.Join(argv, "|") {
		t.Errorf("%q", got)
	}
	if s := QuoteSparsely([]string{"cc", "-c", "a b", ""}); s != ` "cc" -c "a b" ""` {
		t.Errorf("%q", s)
	}
	if Unquote("clang: error: x") != nil {
		t.Error("a message was taken for a command")
	}
}

func TestShortened(t *testing.T) {
	argv := []string{"cc", "-c", "a b\n", `"\'$`, ""}
	var last []string
	file := ""
	err := Shortened(argv, 2, t.TempDir(), func(argv []string) error {
		last = argv
		if len(argv) > 3 {
			return syscall.E2BIG
		}
		data, err := os.ReadFile(strings.TrimPrefix(argv[2], "@"))
		file = string(data)
		return err
	})
	if err != nil || len(last) != 3 || last[1] != "-c" || !slices.Equal(Unquote(file), argv[2:]) {
		t.Errorf("%v %q %q", err, last, file)
	}
	if _, err := os.Stat(strings.TrimPrefix(last[2], "@")); err == nil {
		t.Error("the response file was left")
	}
}
