// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

// Flush waits for the device, which makes the driver print the output of kernels' printf. It
// returns the error of a kernel that trapped or failed an assertion.
func (m *Module) Flush() error { return m.dev.Call("cuCtxSynchronize") }
