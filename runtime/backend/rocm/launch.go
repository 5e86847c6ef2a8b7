// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"encoding/binary"
	"fmt"

	"gohipcc/runtime/backend"
)

func (q *rocmQueue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	kernel, ok := k.(*rocmKernel)
	if !ok {
		return fmt.Errorf("rocm: a kernel of another backend (%T) cannot be launched on this queue", k)
	}
	return q.Stream.Launch(kernel.Function, grid, block, shared, kernel.pack(args))
}

// pack lays arguments out as the kernel's metadata says.
func (k *rocmKernel) pack(args [][]byte) []byte {
	var buf []byte
	n := 0
	for i := range k.meta.Args {
		a := &k.meta.Args[i]
		if a.Hidden() {
			continue
		}
		if need := int(a.Offset + a.Size); need > len(buf) {
			buf = append(buf, make([]byte, need-len(buf))...)
		}
		if a.Explicit() {
			copy(buf[a.Offset:], args[n])
			n++
			continue
		}
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], backend.SharedOffset(k.meta, a))
		copy(buf[a.Offset:a.Offset+a.Size], b[:])
	}
	return buf
}
