// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"runtime"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Launch implements [backend.Queue].
func (q *Queue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	ck, ok := k.(*Kernel)
	if !ok {
		return fmt.Errorf("cpu: a kernel of another backend (%T)", k)
	}
	kernarg := make([]byte, max(ck.native.kernargSize, 1))
	next := 0
	for i := range ck.meta.Args {
		a := &ck.meta.Args[i]
		if !a.Explicit() {
			continue
		}
		copy(kernarg[a.Offset:a.Offset+a.Size], args[next])
		next++
	}
	var pin runtime.Pinner
	defer pin.Unpin()
	pin.Pin(&kernarg[0])
	r := int32(q.l.call("launch", q.handle, ck.Native(), uintptr(unsafe.Pointer(&grid)), uintptr(unsafe.Pointer(&block)), uintptr(shared), uintptr(unsafe.Pointer(&kernarg[0]))))
	return q.l.failure(r)
}
