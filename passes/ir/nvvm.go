// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "strings"

// specialRegisters has OpenCL's work-item functions by the names of the special registers of NVIDIA GPUs
// that hold their results, without the dimension (PTX ISA, "Special Registers").
var specialRegisters = map[string]string{
	"tid": "get_local_id", "ntid": "get_local_size", "ctaid": "get_group_id", "nctaid": "get_num_groups", "laneid": "get_sub_group_local_id",
}

// specialRegisterPrefix is the prefix of the intrinsics that read special registers.
const specialRegisterPrefix = "llvm.nvvm.read.ptx.sreg."

// SpecialRegister returns the OpenCL work-item function and its dimension of an intrinsic that reads a
// special register; "" if there is none:
//
//	llvm.nvvm.read.ptx.sreg.ctaid.y    get_group_id, 1
func SpecialRegister(intrinsic string) (workItem string, dim int64) {
	register, ok := strings.CutPrefix(intrinsic, specialRegisterPrefix)
	if !ok {
		return "", 0
	}
	register, axis, _ := strings.Cut(register, ".")
	return specialRegisters[register], int64(max(strings.Index("xyz", axis), 0))
}
