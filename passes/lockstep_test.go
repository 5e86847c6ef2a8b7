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
