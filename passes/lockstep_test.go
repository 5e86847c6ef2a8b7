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
	if got := without(u, "shared", "global", "own"); len(got) != 2 || !got["global"] || !got["own"] {
		t.Errorf("without such functions are %v, want global and own", got)
	}
}

// TestUpdatesOnce: so it is for functions that update an element that all lanes of a row may have, not if it is
// one of the lane's own or on the stack.
func TestUpdatesOnce(t *testing.T) {
	u := irtest.Parse(t, `
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
define spir_kernel void @row(ptr addrspace(1) %p) {
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  call spir_func void @update(ptr addrspace(1) %p, i64 %y)
  ret void
}
define spir_kernel void @lane(ptr addrspace(1) %p) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  call spir_func void @update2(ptr addrspace(1) %p, i64 %x)
  ret void
}
define spir_kernel void @stack() {
  %s = alloca i32
  call spir_func void @count(ptr %s)
  ret void
}
define internal spir_func void @update(ptr addrspace(1) %p, i64 %i) {
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %q
  ret void
}
define internal spir_func void @update2(ptr addrspace(1) %p, i64 %i) {
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %q
  ret void
}
define internal spir_func void @count(ptr %p) {
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void
}
`)
	if got := without(u, "row", "lane", "stack"); len(got) != 2 || !got["lane"] || !got["stack"] {
		t.Errorf("without such functions are %v, want lane and stack", got)
	}
}

func without(u *ir.Unit, kernels ...string) map[string]bool {
	for _, k := range kernels {
		u.Kernels[k] = &ir.Kernel{}
	}
	return kernelsWithout(u, mayExchange)
}
