// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"sync"
	"unsafe"
)

// streamAttributesMu protects the attributes in streams, which are hints without an effect on what
// runs; but a priority, which is given when a stream is created, is that of the queue.
var streamAttributesMu sync.Mutex

// validWindow reports whether an access policy window is one that the device can have.
func validWindow(w *C.hipAccessPolicyWindow, d *device) bool {
	var has C.hipDeviceProp_tR0600
	d.properties(&has)
	return w.hitRatio >= 0 && w.hitRatio <= 1 && w.num_bytes <= C.size_t(has.accessPolicyMaxWindowSize) && w.missProp != C.hipAccessPropertyPersisting
}

// withAttributes calls f with a stream whose attributes it may read and write.
func withAttributes(h C.hipStream_t, v *C.hipLaunchAttributeValue, f func(s *C.gh_stream) C.hipError_t) C.hipError_t {
	s, e := streamOf(h)
	if e != C.hipSuccess {
		return e
	}
	if v == nil {
		return C.hipErrorInvalidValue
	}
	streamAttributesMu.Lock()
	defer streamAttributesMu.Unlock()
	return f(s)
}

func hipStreamSetAttribute(h C.hipStream_t, attr C.hipLaunchAttributeID, v *C.hipLaunchAttributeValue) C.hipError_t {
	return withAttributes(h, v, func(s *C.gh_stream) C.hipError_t {
		switch attr {
		case C.hipLaunchAttributeAccessPolicyWindow:
			w := (*C.hipAccessPolicyWindow)(unsafe.Pointer(v))
			if !validWindow(w, devices[s.dev.ordinal]) {
				return C.hipErrorInvalidValue
			}
			s.window = *w
		case C.hipLaunchAttributeSynchronizationPolicy:
			p := *(*C.hipSynchronizationPolicy)(unsafe.Pointer(v))
			if p < C.hipSyncPolicyAuto || p > C.hipSyncPolicyBlockingSync {
				return C.hipErrorInvalidValue
			}
			s.waits = p
		case C.hipLaunchAttributePriority:
			if *(*C.int)(unsafe.Pointer(v)) != s.priority {
				return C.hipErrorNotSupported
			}
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

func hipStreamGetAttribute(h C.hipStream_t, attr C.hipLaunchAttributeID, v *C.hipLaunchAttributeValue) C.hipError_t {
	return withAttributes(h, v, func(s *C.gh_stream) C.hipError_t {
		switch attr {
		case C.hipLaunchAttributeAccessPolicyWindow:
			*(*C.hipAccessPolicyWindow)(unsafe.Pointer(v)) = s.window
		case C.hipLaunchAttributeSynchronizationPolicy:
			*(*C.hipSynchronizationPolicy)(unsafe.Pointer(v)) = max(s.waits, C.hipSyncPolicyAuto)
		case C.hipLaunchAttributePriority:
			*(*C.int)(unsafe.Pointer(v)) = s.priority
		default:
			return C.hipErrorInvalidValue
		}
		return C.hipSuccess
	})
}

func hipStreamCopyAttributes(dst, src C.hipStream_t) C.hipError_t {
	to, e := streamOf(dst)
	if e != C.hipSuccess {
		return e
	}
	from, e := streamOf(src)
	if e != C.hipSuccess {
		return e
	}
	if to.dev != from.dev {
		return C.hipErrorInvalidValue
	}
	streamAttributesMu.Lock()
	defer streamAttributesMu.Unlock()
	to.window, to.waits = from.window, from.waits
	return C.hipSuccess
}
