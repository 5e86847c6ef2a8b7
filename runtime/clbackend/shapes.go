// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clbackend

import (
	"sync"

	"gohipcc/runtime/opencl"
)

// anyShape is a kernel once more, in the form for blocks of all shapes, built when it is
// first wanted.
type anyShape struct {
	once sync.Once
	prog *opencl.Program
	k    *opencl.Kernel
	err  error
}

// PerShape implements [backend.Shaped].
func (k *kernel) PerShape() bool {
	return k.mod.d.dev.Platform.Name == poclPlatform && k.meta.ReqdWorkgroupSize == nil
}

// AnyShape implements [backend.Shaped].
func (k *kernel) AnyShape() (uintptr, error) {
	k.any.once.Do(func() { k.any.err = k.buildAnyShape() })
	if k.any.err != nil {
		return 0, k.any.err
	}
	return k.any.k.Handle, nil
}

func (k *kernel) buildAnyShape() error {
	bin, err := k.prog.Binary()
	if err != nil {
		return err
	}
	if bin, err = withoutIR(bin); err != nil {
		return err
	}
	prog, err := k.mod.d.ctx.ProgramWithBinary(bin)
	if err != nil {
		return err
	}
	if err = prog.Build(""); err == nil {
		if k.any.k, err = k.mod.kernelOf(prog, k.symbol); err == nil {
			k.any.prog = prog
			return nil
		}
	}
	prog.Release()
	return err
}

func (k *kernel) release() {
	k.k.Release()
	k.prog.Release()
	if k.any.prog != nil {
		k.any.k.Release()
		k.any.prog.Release()
	}
}

// kernelOf takes a kernel out of a built program and lets it follow pointers.
func (m *module) kernelOf(prog *opencl.Program, symbol string) (*opencl.Kernel, error) {
	k, err := prog.Kernel(symbol)
	if err == nil && !m.d.systemMemory() && m.d.dev.USM {
		if err = k.SetIndirectAccess(); err != nil {
			k.Release()
			return nil, err
		}
	}
	return k, err
}
