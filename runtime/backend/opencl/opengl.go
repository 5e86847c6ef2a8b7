// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	_ "embed"

	"gohipcc/runtime/backend/opencl/cl"
)

//go:generate clang-22 --target=spirv64v1.2 -x cl -cl-std=CL2.0 -Os -c move.cl -o move.spv
//go:embed move.spv
var moveIL []byte

// Mover returns a new kernel that copies bytes from its first argument to its second, as many as
// the third says, 16 per work-item (move.cl). A buffer that OpenCL shares with OpenGL has no
// address.
func (d *Device) Mover() (*cl.Kernel, error) {
	p, err := d.build(moveIL)
	if err != nil {
		return nil, err
	}
	defer p.Release() // the kernel retains it
	k, err := p.Kernel("move")
	if err != nil {
		return nil, err
	}
	if d.dev.USM {
		if err := k.SetIndirectAccess(); err != nil {
			k.Release()
			return nil, err
		}
	}
	return k, nil
}
