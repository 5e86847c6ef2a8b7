// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"gohipcc/abi"
)

type rocmKernel struct {
	*Function
	meta *abi.Kernel
}

func (k *rocmKernel) Meta() *abi.Kernel { return k.meta }

func (k *rocmKernel) Native() uintptr { return k.handle }

func (k *rocmKernel) MaxThreads() int {
	compiled := int(k.meta.MaxFlatWorkgroup)
	n, err := k.Attribute(AttrMaxThreadsPerBlock)
	switch {
	case err != nil || n <= 0:
		return compiled
	case compiled > 0:
		return min(n, compiled)
	}
	return n
}

func (k *rocmKernel) StaticShared() uint64 { return k.meta.GroupSize }

func (k *rocmKernel) Private() uint64 { return k.meta.PrivateSize }
