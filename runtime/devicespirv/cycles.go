// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import "gohipcc/spirv"

// OpenCL has no clock in kernels that every device supports, so the device library counts the reads
// of one (devicelib/common/system.hip). With a driver that translates SPIR-V to LLVM IR and runs it
// on the host CPU, the reads are replaced by reads of the CPU's cycle counter.

// clockStep is the increment of a read: a number that programs do not add themselves.
const clockStep = 61

// CycleCounter replaces reads of the clock, a variable at the given offset in the module's variable
// segment, by calls of llvm.readcyclecounter. A read is an atomic addition of clockStep to the
// variable; the segment is accessed through a parameter that points to bytes.
func CycleCounter(il []byte, offset uint64) ([]byte, error) {
	const name = "llvm.readcyclecounter"
	distance := make(map[uint32]uint64) // offsets of pointers from a parameter in bytes, by ID
	return rewriteCalls(il, func(c *rewriting, in []uint32) bool {
		switch op := spirv.Op(in); {
		case op == spirv.OpFunctionParameter && len(in) == 3 && c.bytePointers[in[1]]:
			distance[in[2]] = 0
		case (op == spirv.OpPtrAccessChain || op == spirv.OpInBoundsPtrAccessChain || op == spirv.OpInBoundsAccessChain) && len(in) == 5:
			from, known := distance[in[3]]
			if n, constant := c.constants[in[4]]; known && constant {
				distance[in[2]] = from + n
			}
		case op == spirv.OpBitcast && len(in) == 4:
			if from, known := distance[in[3]]; known {
				distance[in[2]] = from
			}
		case op == spirv.OpAtomicIAdd && len(in) == 7 && c.suffix(in[1]) == "i64":
			if at, known := distance[in[3]]; !known || at != offset || c.constants[in[6]] != clockStep {
				return false
			}
			f, ok := c.declared[name]
			if !ok {
				f = c.declare(name, in[1], 0)
				c.declared[name] = f
			}
			c.body = spirv.Append(c.body, spirv.OpFunctionCall, in[1], in[2], f)
			return true
		}
		return false
	})
}
