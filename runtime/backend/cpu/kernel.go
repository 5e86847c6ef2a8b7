// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/fatbin"
)

// native is gohip_cpu_kernel (runtime/libgohip/cpu_engine.h).
type native struct {
	entry        uintptr
	name         *byte
	contextSize  uint64
	contextFixed uint64
	sharedSize   uint64
	stackSize    uint64
	kernargSize  uint32
	waits        uint32
}

// engineUses holds the kernels and events whose memory the engine may access: kernels until their
// module is unloaded, events until they are closed. Go frees neither if a program drops its last
// reference, since their launches may not have ended and their pins never are.
var engineUses sync.Map

// Kernel is one kernel of an image.
type Kernel struct {
	m      *Module
	meta   *abi.Kernel
	native *native
	pin    runtime.Pinner
}

func (m *Module) newKernel(meta *abi.Kernel) (*Kernel, error) {
	symbol := meta.Symbol
	if symbol == "" {
		symbol = meta.Name
	}
	entry := m.code.symbol(symbol)
	if entry == 0 {
		return nil, fmt.Errorf("its symbol %q: %w", symbol, fatbin.ErrNotFound)
	}
	size := meta.KernargSize
	for i := range meta.Args {
		size = max(size, meta.Args[i].Offset+meta.Args[i].Size)
	}
	const most = 1 << 20
	if size > most || meta.GroupSize > 1<<31 || meta.ContextSize > 1<<40 || meta.ContextFixedSize > 1<<40 {
		return nil, fmt.Errorf("its record has sizes that no kernel has: arguments of %d bytes, shared memory of %d, context arrays of %d", size, meta.GroupSize, meta.ContextSize)
	}
	name := append([]byte(meta.Name), 0)
	k := &Kernel{m: m, meta: meta, native: &native{
		entry: entry, name: &name[0], contextSize: meta.ContextSize, contextFixed: meta.ContextFixedSize,
		sharedSize: meta.GroupSize, stackSize: meta.StackSize, kernargSize: uint32(size),
	}}
	if slices.Contains(meta.Features, abi.FeatureGridSync) {
		k.native.waits = 1
	}
	k.pin.Pin(&name[0])
	k.pin.Pin(k.native)
	engineUses.Store(k, nil)
	return k, nil
}

// Meta implements [backend.Kernel].
func (k *Kernel) Meta() *abi.Kernel { return k.meta }

// Native implements [backend.Kernel]: the address of a gohip_cpu_kernel.
func (k *Kernel) Native() uintptr { return uintptr(unsafe.Pointer(k.native)) }

// MaxThreads implements [backend.Kernel].
func (k *Kernel) MaxThreads() int {
	if k.meta.MaxFlatWorkgroup > 0 {
		return min(int(k.meta.MaxFlatWorkgroup), k.m.d.info.MaxThreads)
	}
	return k.m.d.info.MaxThreads
}

// StaticShared implements [backend.Kernel].
func (k *Kernel) StaticShared() uint64 { return k.meta.GroupSize }

// Private implements [backend.Kernel].
func (k *Kernel) Private() uint64 { return k.meta.PrivateSize }
