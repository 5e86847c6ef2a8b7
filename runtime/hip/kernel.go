// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
)

// Kernel is a compiled kernel of a module, ready to be launched.
type Kernel struct {
	mod  *Module
	impl backend.Kernel
}

// Kernel returns the kernel with a symbol name, which is compiled on first use. An error that wraps
// [ErrNotFound] lists the kernels of the module. If ctx ends first, a compilation continues, and a
// later call gets its result.
func (m *Module) Kernel(ctx context.Context, name string) (*Kernel, error) {
	if m.unloaded.Load() {
		return nil, ErrClosed
	}
	k, err := await(ctx, func() (backend.Kernel, error) { return kernelOf(m.impl, name) }, nil)
	if err != nil {
		return nil, err
	}
	return &Kernel{m, k}, nil
}

// Name returns the kernel's symbol name.
func (k *Kernel) Name() string { return k.impl.Meta().Name }

// Module returns the module that contains the kernel.
func (k *Kernel) Module() *Module { return k.mod }

// Meta describes the kernel: its arguments with their sizes and kinds, and its requirements.
func (k *Kernel) Meta() *abi.Kernel { return k.impl.Meta() }

// MaxThreads returns the largest block size of the kernel.
func (k *Kernel) MaxThreads() int { return k.impl.MaxThreads() }

// Backend returns the backend's kernel, for code that uses the driver itself.
func (k *Kernel) Backend() backend.Kernel { return k.impl }
