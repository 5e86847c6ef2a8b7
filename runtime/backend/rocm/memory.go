// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"gohipcc/runtime/backend"
)

func (d *rocmDevice) Alloc(kind backend.MemoryKind, size uint64) (uintptr, error) {
	k := map[backend.MemoryKind]Kind{backend.DeviceMemory: DeviceMemory, backend.HostMemory: HostMemory, backend.ManagedMemory: ManagedMemory}[kind]
	p, err := d.Device.Alloc(int64(size), k)
	if err == nil {
		d.mu.Lock()
		d.kinds[p] = k
		d.mu.Unlock()
	}
	return p, err
}

func (d *rocmDevice) Free(address uintptr) error {
	d.mu.Lock()
	k := d.kinds[address]
	delete(d.kinds, address)
	d.mu.Unlock()
	return d.Device.Free(address, k)
}
