// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package addrspace

import (
	"testing"

	"gohipcc/passes/ir/irtest"
)

// TestOnlyRead: a slot is read-only if nothing is stored through any address derived from it and no
// such address escapes.
func TestOnlyRead(t *testing.T) {
	u := irtest.Parse(t, `
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @g(ptr)
define void @k(ptr %q, i1 %c) {
  %loaded = alloca [4 x i32]
  %a = getelementptr i32, ptr %loaded, i64 1
  %x = load i32, ptr %a
  %source = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %source, i64 8, i1 false)
  %destination = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %destination, ptr %q, i64 8, i1 false)
  %stored = alloca [4 x i32]
  %b = getelementptr i32, ptr %stored, i64 1
  store i32 %x, ptr %b
  %escaped = alloca ptr
  store ptr %escaped, ptr %q
  %passed = alloca i32
  call void @g(ptr %passed)
  %selected = alloca i32
  %s = select i1 %c, ptr %selected, ptr %q
  %unused = alloca i32
  ret void
}
`)
	for name, want := range map[string]bool{
		"loaded": true, "source": true, "unused": true,
		"destination": false, "stored": false, "escaped": false, "passed": false, "selected": false,
	} {
		if got := onlyRead(irtest.Value(t, u, "k", name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestCountsBackwards(t *testing.T) {
	u := irtest.Parse(t, `
define i64 @k(i64 %n) {
  %complement = xor i64 %n, -1
  %less = add i64 %n, -8
  %difference = sub i64 %n, 8
  %more = add i64 %n, 8
  %flipped = xor i64 %n, 1
  %product = mul i64 %n, -1
  ret i64 %n
}
`)
	for name, want := range map[string]bool{
		"complement": true, "less": true, "difference": true, "more": false, "flipped": false, "product": false, "n": false,
	} {
		if got := countsBackwards(irtest.Value(t, u, "k", name)); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
