// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

// Flush waits for the device, which makes the driver print what kernels wrote with
// printf. A kernel that trapped or failed an assertion is the error.
func (m *Module) Flush() error { return m.dev.Call("cuCtxSynchronize") }
