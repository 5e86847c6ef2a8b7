// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

//export gohipCapture
func gohipCapture(s *C.gh_stream, op *C.gh_op) C.hipError_t {
	return C.hipErrorStreamCaptureUnsupported
}

//export gohipInvalidate
func gohipInvalidate(s *C.gh_stream) {}

func vmmSupported(d *device) C.int { return 0 }
