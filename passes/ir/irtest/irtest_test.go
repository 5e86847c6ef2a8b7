// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package irtest

import "testing"

// TestValue: parameters and instructions are found by their names, in the function that is named.
func TestValue(t *testing.T) {
	u := Parse(t, `
define i32 @f(i32 %a) {
  %b = add i32 %a, 1
  ret i32 %b
}
define i32 @g(i32 %c) {
entry:
  br label %next
next:
  %b = mul i32 %c, 2
  ret i32 %b
}
`)
	for _, c := range []struct{ function, name, text string }{
		{"f", "a", "i32 %a"}, {"f", "b", "%b = add i32 %a, 1"}, {"g", "c", "i32 %c"}, {"g", "b", "%b = mul i32 %c, 2"},
	} {
		if got := Value(t, u, c.function, c.name).String(); got != c.text {
			t.Errorf("%%%s of %s: %q, want %q", c.name, c.function, got, c.text)
		}
	}
}
