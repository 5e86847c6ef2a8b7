// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
)

// Launch implements [backend.Queue].
func (q *queue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	ck, ok := k.(*kernel)
	if !ok {
		return errors.New("the kernel belongs to another kind of device")
	}
	ck.mu.Lock()
	defer ck.mu.Unlock()
	variant, err := ck.variant(grid, block)
	if err != nil {
		return err
	}
	next := 0
	for i := range ck.meta.Args {
		a := &ck.meta.Args[i]
		switch a.Class() {
		case abi.ClassLocal:
			err = variant.SetArg(i, uintptr(max(shared, 1)), nil)
		case abi.ClassSegment:
			err = variant.SetArgPointer(i, ck.mod.segment)
		default:
			b := args[next]
			next++
			if a.Class() == abi.ClassPointer {
				err = variant.SetArgPointer(i, uintptr(binary.LittleEndian.Uint64(b)))
			} else {
				err = variant.SetArg(i, uintptr(len(b)), unsafe.Pointer(&b[0]))
			}
		}
		if err != nil {
			return fmt.Errorf("kernel %s, argument %d: %w", ck.meta.Name, i, err)
		}
	}
	if !q.d.systemMemory() && !q.d.dev.USM {
		q.d.mu.Lock()
		list := slices.Clone(q.d.svm)
		q.d.mu.Unlock()
		if err := variant.SetSVMPointers(list); err != nil {
			return err
		}
	}
	var global, local [3]uint64
	for i := range grid {
		global[i], local[i] = uint64(grid[i])*uint64(block[i]), uint64(block[i])
	}
	return q.q.Launch(variant, global, local)
}
