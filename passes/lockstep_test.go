// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"testing"

	"gohipcc/passes/ir"
	"gohipcc/passes/ir/irtest"
)

// TestMayExchange: a copy of the program is made for kernels that call a function of the program that
// stays one and accesses memory, but not for the functions of the device library and what these call.
func TestMayExchange(t *testing.T) {
	u := irtest.Parse(t, `
define spir_kernel void @own(ptr addrspace(1) %p) {
  call spir_func void @between(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @library(ptr addrspace(1) %p) {
  call spir_func void @print(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @between(ptr addrspace(1) %p) {
  call spir_func void @store(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @store(ptr addrspace(1) %p) noinline {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define internal spir_func void @print(ptr addrspace(1) %p) noinline {
  call spir_func void @digits(ptr addrspace(1) %p)
  ret void
}
define internal spir_func void @digits(ptr addrspace(1) %p) noinline {
  store i32 1, ptr addrspace(1) %p
  ret void
}
`)
	u.Kernels["own"], u.Kernels["library"] = &ir.Kernel{}, &ir.Kernel{}
	u.Library["print"] = true
	if got := kernelsWithout(u, mayExchange); len(got) != 1 || !got["library"] {
		t.Errorf("without such functions are %v, want library", got)
	}
}

// TestExchangesShared: so it is for functions that LLVM has not inlined and whose lanes may access elements of
// each other in shared memory, which a caller passes; not for those that work on global memory or one element.
func TestExchangesShared(t *testing.T) {
	u := irtest.Parse(t, `
@s = internal addrspace(3) global [64 x i32] undef, align 4
define spir_kernel void @shared() {
  call spir_func void @between(ptr addrspace(4) addrspacecast (ptr addrspace(3) @s to ptr addrspace(4)))
  ret void
}
define spir_kernel void @global(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  call spir_func void @join2(ptr addrspace(4) %q, i64 1)
  ret void
}
define spir_kernel void @own() {
  call spir_func void @add(ptr addrspace(4) addrspacecast (ptr addrspace(3) @s to ptr addrspace(4)))
  ret void
}
define internal spir_func void @between(ptr addrspace(4) %s) {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 4
  call spir_func void @join(ptr addrspace(4) %p, i64 1)
  ret void
}
define internal spir_func void @join(ptr addrspace(4) %s, i64 %d) {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 %d
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(4) %s
  ret void
}
define internal spir_func void @join2(ptr addrspace(4) %s, i64 %d) {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 %d
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(4) %s
  ret void
}
define internal spir_func void @add(ptr addrspace(4) %s) {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 1
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(4) %s
  ret void
}
`)
	for _, k := range []string{"shared", "global", "own"} {
		u.Kernels[k] = &ir.Kernel{}
	}
	if got := kernelsWithout(u, mayExchange); len(got) != 2 || !got["global"] || !got["own"] {
		t.Errorf("without such functions are %v, want global and own", got)
	}
}
