// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"sync"

	"gohipcc/abi"
	"gohipcc/runtime/backend/opencl/cl"
)

type kernel struct {
	mod    *module
	meta   *abi.Kernel
	symbol string // the kernel's name in the program
	prog   built
	k      *cl.Kernel
	mu     sync.Mutex // an OpenCL kernel object holds its arguments

	shared uint64 // bytes of shared memory beside the program's own
	stack  uint64 // bytes of a work-item's private variables, by the SPIR-V
	sizes  groupSizes
}

// Meta implements [backend.Kernel].
func (k *kernel) Meta() *abi.Kernel { return k.meta }

// Native implements [backend.Kernel].
func (k *kernel) Native() uintptr { return k.k.Handle }

// MaxThreads implements [backend.Kernel].
func (k *kernel) MaxThreads() int {
	n := k.k.WorkGroup(cl.KernelWorkGroupSize)
	limit := uint64(k.mod.d.info.MaxThreads)
	if m := k.meta.MaxFlatWorkgroup; m > 0 {
		limit = min(limit, m)
	}
	if n == 0 || n > limit {
		n = limit
	}
	return int(n)
}

// StaticShared implements [backend.Kernel].
func (k *kernel) StaticShared() uint64 {
	return k.meta.GroupSize + k.shared
}

// Private implements [backend.Kernel].
func (k *kernel) Private() uint64 { return k.k.WorkGroup(cl.KernelPrivateMemSize) }

// StackPerThread implements [backend.StackUser].
func (k *kernel) StackPerThread() uint64 {
	if !k.mod.d.hostThreads() {
		return 0
	}
	return k.stack
}

// kernelOf returns a kernel of a built program and allows it indirect accesses.
func (m *module) kernelOf(prog built, symbol string) (*cl.Kernel, error) {
	k, err := prog.Kernel(symbol)
	if err == nil && !m.d.systemMemory() && m.d.dev.USM {
		if err = k.SetIndirectAccess(); err != nil {
			k.Release()
			return nil, err
		}
	}
	return k, err
}

func (k *kernel) release() {
	k.k.Release()
	k.prog.Release()
	for _, v := range []*genericVariant{&k.sizes.generic, &k.sizes.fallback} {
		if v.prog != nil {
			v.k.Release()
			v.prog.Release()
		}
	}
}
