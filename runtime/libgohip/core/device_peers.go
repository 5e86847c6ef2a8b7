// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

// canReach reports whether kernels on one device can access the other's memory: if both use the
// host's own.
func canReach(a, b *device) bool {
	if a.gpu != nil && b.gpu != nil {
		return a != b && a.gpu.canReach(b.gpu)
	}
	return a != b && a.c.model == C.GH_MEM_SYSTEM && b.c.model == C.GH_MEM_SYSTEM
}

func hipDeviceCanAccessPeer(can *C.int, dev, peer C.int) C.hipError_t {
	if can == nil {
		return C.hipErrorInvalidValue
	}
	a, b := deviceAt(dev), deviceAt(peer)
	if a == nil || b == nil {
		return C.hipErrorInvalidDevice
	}
	*can = 0
	if canReach(a, b) {
		*can = 1
	}
	return C.hipSuccess
}

func hipDeviceEnablePeerAccess(peer C.int, flags C.uint) C.hipError_t {
	b := deviceAt(peer)
	if b == nil || b == cur() {
		return C.hipErrorInvalidDevice
	}
	if flags != 0 {
		return C.hipErrorInvalidValue
	}
	d := cur()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.peers[int(peer)] {
		return C.hipErrorPeerAccessAlreadyEnabled
	}
	if !canReach(d, b) {
		return C.hipErrorPeerAccessUnsupported
	}
	if d.gpu != nil {
		if err := d.gpu.enablePeer(b.gpu); err != nil {
			complain("%v", err)
			return C.hipErrorPeerAccessUnsupported
		}
	}
	d.peers[int(peer)] = true
	return C.hipSuccess
}

func hipDeviceDisablePeerAccess(peer C.int) C.hipError_t {
	b := deviceAt(peer)
	if b == nil || b == cur() {
		return C.hipErrorInvalidDevice
	}
	d := cur()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.peers[int(peer)] {
		return C.hipErrorPeerAccessNotEnabled
	}
	delete(d.peers, int(peer))
	return C.hipSuccess
}
