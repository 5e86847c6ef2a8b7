// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"unsafe"

	"gohipcc/runtime/backend"
)

// dynamicSharedLimit is CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES; a kernel can use up to
// plainShared bytes without setting it.
const (
	dynamicSharedLimit = 8
	plainShared        = 48 << 10
)

// Launch starts a kernel; args holds the bytes of each argument.
func (q *Queue) Launch(kernel backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	k, ok := kernel.(*Kernel)
	if !ok {
		return fmt.Errorf("cuda: a kernel of another backend (%T)", kernel)
	}
	params := make([]unsafe.Pointer, 0, len(k.meta.Args)+1)
	var pin runtime.Pinner
	defer pin.Unpin()
	for i := range k.meta.Args {
		a := &k.meta.Args[i]
		var value []byte
		switch {
		case a.Hidden():
			continue
		case a.Explicit():
			value, args = args[0], args[1:]
		default:
			value = binary.LittleEndian.AppendUint64(nil, backend.SharedOffset(&k.meta, a))
		}
		if len(value) > 0 {
			pin.Pin(&value[0])
		}
		params = append(params, unsafe.Pointer(unsafe.SliceData(value)))
	}
	params = append(params, nil) // never empty
	f := k.of(int(block[0] * block[1] * block[2]))
	return q.dev.Within(func() error {
		if int(shared)+k.shared > plainShared {
			if err := q.dev.Lib.call("cuFuncSetAttribute", f, dynamicSharedLimit, uintptr(shared)); err != nil {
				return err
			}
		}
		return q.dev.Lib.call("cuLaunchKernel", f, uintptr(grid[0]), uintptr(grid[1]), uintptr(grid[2]),
			uintptr(block[0]), uintptr(block[1]), uintptr(block[2]), uintptr(shared), q.stream, uintptr(unsafe.Pointer(&params[0])), 0)
	})
}
