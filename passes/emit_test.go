// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"strings"
	"testing"

	"gohipcc/passes/ir/irtest"
)

// TestIsHuge: one function may be huge, or all functions together; declarations have no instructions.
func TestIsHuge(t *testing.T) {
	for _, c := range []struct {
		functions, instructions int // of each function
		want                    bool
	}{
		{1, hugeFunction - 1, false},
		{1, hugeFunction, true},
		{hugeModule/8000 - 1, 8000, false},
		{hugeModule / 8000, 8000, true},
	} {
		var text strings.Builder
		text.WriteString("declare void @other()\n")
		for f := range c.functions {
			fmt.Fprintf(&text, "define void @f%d() {\n", f)
			text.WriteString(strings.Repeat("  fence acquire\n", c.instructions-1))
			text.WriteString("  ret void\n}\n")
		}
		if got := isHuge(irtest.Parse(t, text.String())); got != c.want {
			t.Errorf("%d functions of %d instructions: %v, want %v", c.functions, c.instructions, got, c.want)
		}
	}
}
