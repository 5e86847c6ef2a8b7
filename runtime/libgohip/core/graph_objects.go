// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
// // kept_handle makes a handle that is never given back. Each points at the one before:
// // leak checkers do not look into Go's memory.
// static void *kept_handle(void) {
//   static void *last;
//   void **h = calloc(1, 16);
//   if (h) *h = last, last = h;
//   return h;
// }
import "C"

import (
	"unsafe"
)

type userObject struct {
	handle  unsafe.Pointer
	ptr     unsafe.Pointer
	destroy C.hipHostFn_t
	refs    int
}

func (o *userObject) release(n int) {
	o.refs -= n
	if o.refs > 0 || o.handle == nil {
		return // held, or gone before: a graph may hold more references than there were
	}
	delete(objects, uintptr(o.handle))
	goneObjects[uintptr(o.handle)] = o.handle
	o.handle = nil
	C.sh_call_host(o.destroy, o.ptr)
}

// objectOf returns an object, or nil and true for one whose last reference was released: calls with
// its handle do nothing and succeed, as AMD's do.
func objectOf(h C.hipUserObject_t) (*userObject, bool) {
	if h == nil {
		return nil, false
	}
	at := uintptr(unsafe.Pointer(h))
	if o := objects[at]; o != nil {
		return o, true
	}
	return nil, goneObjects[at] != nil
}

func newObjectHandle() unsafe.Pointer {
	for at, h := range goneObjects {
		delete(goneObjects, at)
		return h
	}
	return C.kept_handle()
}

// badCount reports whether a number of references is invalid for every call.
func badCount(n C.uint) bool { return n == 0 || n > 1<<31-1 }

func hipUserObjectCreate(out *C.hipUserObject_t, ptr unsafe.Pointer, destroy C.hipHostFn_t, refs, flags C.uint) C.hipError_t {
	if out == nil || destroy == nil || flags != C.hipUserObjectNoDestructorSync || badCount(refs) {
		return C.hipErrorInvalidValue
	}
	graphsMu.Lock()
	defer graphsMu.Unlock()
	o := &userObject{newObjectHandle(), ptr, destroy, int(refs)}
	objects[uintptr(o.handle)] = o
	*out = C.hipUserObject_t(o.handle)
	return C.hipSuccess
}

// countObject adds n to the references of a user object. If its last reference was released before,
// it does nothing and succeeds.
func countObject(h C.hipUserObject_t, n C.uint, change func(o *userObject, n int)) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	o, ok := objectOf(h)
	if !ok || badCount(n) {
		return C.hipErrorInvalidValue
	}
	if o != nil {
		change(o, int(n))
	}
	return C.hipSuccess
}

func hipUserObjectRelease(h C.hipUserObject_t, n C.uint) C.hipError_t {
	return countObject(h, n, (*userObject).release)
}

func hipUserObjectRetain(h C.hipUserObject_t, n C.uint) C.hipError_t {
	return countObject(h, n, func(o *userObject, n int) { o.refs += n })
}

func hipGraphRetainUserObject(gh C.hipGraph_t, h C.hipUserObject_t, n, flags C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(gh)
	o, ok := objectOf(h)
	if g == nil || !ok || badCount(n) || flags > C.hipGraphUserObjectMove {
		return C.hipErrorInvalidValue
	}
	if o == nil {
		return C.hipSuccess
	}
	if flags != C.hipGraphUserObjectMove {
		o.refs += int(n)
	}
	g.users[o] += int(n)
	return C.hipSuccess
}

func hipGraphReleaseUserObject(gh C.hipGraph_t, h C.hipUserObject_t, n C.uint) C.hipError_t {
	graphsMu.Lock()
	defer graphsMu.Unlock()
	g := graphOf(gh)
	o, ok := objectOf(h)
	if g == nil || !ok || badCount(n) {
		return C.hipErrorInvalidValue
	}
	held := g.users[o]
	if o == nil || held == 0 {
		return C.hipSuccess
	}
	k := min(int(n), held)
	g.users[o] -= k
	if g.users[o] == 0 {
		delete(g.users, o)
	}
	o.release(k)
	return C.hipSuccess
}
