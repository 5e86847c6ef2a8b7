// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// kernelOf finds a kernel by the name that the host gives it.
func kernelOf(m backend.Module, name string) (backend.Kernel, error) {
	k, err := m.Kernel(name)
	if err == nil || !errors.Is(err, fatbin.ErrNotFound) {
		return k, err
	}
	if own, ok := backend.FindName(name, m.KernelNames()); ok {
		return m.Kernel(own)
	}
	return nil, err
}
