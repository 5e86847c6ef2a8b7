// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"gohipcc/runtime/backend/opencl/cl"
)

type event struct{ e *cl.Event }

// Wait implements [backend.Event].
func (e event) Wait() error { return e.e.Wait() }

// Done implements [backend.Event].
func (e event) Done() bool { return e.e.Done() }

// Time implements [backend.Event].
func (e event) Time() uint64 { return e.e.EndTime() }

// Close implements [backend.Event].
func (e event) Close() { e.e.Release() }
