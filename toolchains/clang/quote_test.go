// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"strings"
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
