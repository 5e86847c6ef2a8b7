// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"encoding/binary"
	"fmt"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
)

// Launch implements [backend.Queue].
func (q *Queue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	kernel, ok := k.(*Kernel)
	if !ok {
		return fmt.Errorf("emulator: a kernel of another backend (%T)", k)
	}
	return kernel.Launch(grid, block, shared, args)
}

// Launch runs a kernel and returns when it has completed. args holds the bytes of the explicit
// arguments, in order, as checked by [backend.CheckConfiguration] and [backend.CheckArguments]. The
// error of a failed launch is an [*Error].
func (k *Kernel) Launch(grid, block [3]uint32, shared uint32, args [][]byte) error {
	buf, err := k.arguments(grid, block, shared, args)
	if err != nil {
		return err
	}
	err = k.m.d.run(k.m.code, k.meta, grid, block, shared, buf)
	k.m.code.host.serve()
	k.m.flushPrintf()
	return err
}

// arguments fills the kernel argument segment: explicit arguments at the offsets in the metadata,
// and the hidden ones (AMDGPUUsage, "Code Object V5 Metadata").
func (k *Kernel) arguments(grid, block [3]uint32, shared uint32, args [][]byte) ([]byte, error) {
	buf := make([]byte, k.meta.KernargSize)
	n := 0
	for i := range k.meta.Args {
		a := &k.meta.Args[i]
		if a.Offset > k.meta.KernargSize || a.Size > k.meta.KernargSize-a.Offset {
			return nil, fmt.Errorf("%s: argument %d lies outside the %d bytes of arguments", k.meta.Name, i, k.meta.KernargSize)
		}
		to := buf[a.Offset : a.Offset+a.Size]
		if a.Hidden() {
			v, err := k.hidden(a.ValueKind, grid, block, shared)
			if err != nil {
				return nil, err
			}
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], v)
			copy(to, b[:])
			continue
		}
		if !a.Explicit() {
			var b [8]byte
			binary.LittleEndian.PutUint64(b[:], backend.SharedOffset(k.meta, a))
			copy(to, b[:])
			continue
		}
		copy(to, args[n])
		n++
	}
	return buf, nil
}

// hidden returns the value of a hidden argument. HIP's grids consist of whole work-groups, so
// remainders are zero.
func (k *Kernel) hidden(kind string, grid, block [3]uint32, shared uint32) (uint64, error) {
	axis := func(v [3]uint32) uint64 { return uint64(v[kind[len(kind)-1]-'x']) }
	switch kind {
	case abi.HiddenBlockCountX, abi.HiddenBlockCountY, abi.HiddenBlockCountZ:
		return axis(grid), nil
	case abi.HiddenGroupSizeX, abi.HiddenGroupSizeY, abi.HiddenGroupSizeZ:
		return axis(block), nil
	case abi.HiddenGridDims:
		return 3, nil
	case abi.HiddenDynamicLDSSize:
		return uint64(shared), nil
	case abi.HiddenSharedBase:
		return sharedBase >> 32, nil
	case abi.HiddenPrivateBase:
		return privateBase >> 32, nil
	case abi.HiddenHostcallBuffer:
		p, err := k.m.code.host.open()
		return uint64(p), err
	case abi.HiddenPrintfBuffer:
		return k.m.printfBuffer()
	case abi.HiddenRemainderX, abi.HiddenRemainderY, abi.HiddenRemainderZ,
		abi.HiddenGlobalOffsetX, abi.HiddenGlobalOffsetY, abi.HiddenGlobalOffsetZ,
		abi.HiddenNone, abi.HiddenDefaultQueue, abi.HiddenCompletionAction, abi.HiddenMultigridSync, abi.HiddenHeap, abi.HiddenQueue:
		return 0, nil
	}
	return 0, fmt.Errorf("%s: hidden argument %q is not known to the emulator", k.meta.Name, kind)
}
