// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

// Flush has nothing to deliver: AMD's runtime prints by itself, and reports a trap as the error of
// the next call.
func (m *rocmModule) Flush() error { return nil }
