// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"bytes"
	"os"
	goruntime "runtime"

	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/spirv"
)

// buildWaiting builds a kernel. If its blocks wait for each other, threads that wait give
// the processor away, where the driver takes the instruction for it.
func (d *Device) buildWaiting(il []byte, waits bool) (*cl.Program, error) {
	if waits && d.hostThreads() {
		yields, err := spirv.Yields(il, goruntime.GOARCH)
		if err != nil {
			return nil, err
		}
		if p, err := d.build(yields); err == nil {
			return p, nil
		}
	}
	return d.build(il)
}

// build compiles SPIR-V for the device, or takes the result from the cache.
func (d *Device) build(il []byte) (*cl.Program, error) {
	const options = ""
	var key string
	if d.cache != nil {
		key = d.cache.Key([]byte("4"), []byte(d.info.Name), []byte(d.info.Driver), []byte(options), il)
		if bin := d.cache.Get(key); bin != nil {
			p, err := d.ctx.ProgramWithBinary(bin)
			if err == nil {
				if err = p.Build(options); err == nil {
					return p, nil
				}
				p.Release()
			}
			d.cache.Drop(key)
		}
	}
	p, err := d.compile(il, options)
	if err != nil {
		return nil, err
	}
	if d.cache != nil {
		d.keep(key, p)
	}
	return p, nil
}

// keep puts a program that was built into the cache. To give out a binary, PoCL compiles the
// program's kernels once more, in the form for blocks of all shapes: the first launch of a
// program that is new here does not wait for that. What is built for the first time leaves a
// mark, and what comes again is kept.
func (d *Device) keep(key string, p *cl.Program) {
	if d.dev.Platform.Name == poclPlatform {
		mark := d.cache.Key([]byte("built once"), []byte(key))
		if d.cache.Get(mark) == nil {
			d.cache.Put(mark, []byte{1})
			return
		}
	}
	if bin, err := p.Binary(); err == nil {
		d.cache.Put(key, bin)
	}
}

// compile has the driver build SPIR-V, at first in the form it compiles best.
func (d *Device) compile(il []byte, options string) (*cl.Program, error) {
	forms := [][]byte{il}
	if d.dev.Platform.Name == poclPlatform {
		better, err := spirv.LLVMIntrinsics(il)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(better, il) {
			forms = [][]byte{better, il}
		}
	}
	var first error
	for _, form := range forms {
		if f := os.Getenv("GOHIP_DUMP_SPIRV"); f != "" {
			os.WriteFile(f, form, 0o644)
		}
		p, err := d.ctx.ProgramWithIL(form)
		if err == nil {
			if err = p.Build(options); err == nil {
				return p, nil
			}
			p.Release()
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}
