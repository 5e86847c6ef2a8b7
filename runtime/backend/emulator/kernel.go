// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"gohipcc/abi"
)

// Kernel is a kernel of a code object.
type Kernel struct {
	m    *Module
	meta *abi.Kernel
}

// Meta implements [backend.Kernel].
func (k *Kernel) Meta() *abi.Kernel { return k.meta }

// Native implements [backend.Kernel]: the address of the kernel descriptor.
func (k *Kernel) Native() uintptr {
	return uintptr(k.m.code.bias + k.m.code.descriptors[k.meta.Name].Address)
}

// MaxThreads implements [backend.Kernel].
func (k *Kernel) MaxThreads() int {
	if k.meta.MaxFlatWorkgroup > 0 {
		return int(k.meta.MaxFlatWorkgroup)
	}
	return k.m.d.info.MaxThreads
}

// StaticShared implements [backend.Kernel].
func (k *Kernel) StaticShared() uint64 { return k.meta.GroupSize }

// Private implements [backend.Kernel].
func (k *Kernel) Private() uint64 { return k.meta.PrivateSize }
