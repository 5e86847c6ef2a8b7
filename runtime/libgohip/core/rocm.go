// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import "gohipcc/runtime/backend/rocm"

func init() { rocm.InLibrary() }
