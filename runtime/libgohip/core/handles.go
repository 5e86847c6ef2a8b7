// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"maps"
	"slices"
	"sync"
	"unsafe"
)

// newHandle allocates memory whose address a program has as a handle.
func newHandle() unsafe.Pointer { return C.calloc(1, 16) }

// handleTable has the objects of one kind by the handles that programs have of them.
type handleTable[T any] struct {
	mu sync.Mutex
	of map[unsafe.Pointer]*T
}

// add returns a new handle of an object.
func (t *handleTable[T]) add(v *T) unsafe.Pointer {
	h := newHandle()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.of == nil {
		t.of = make(map[unsafe.Pointer]*T)
	}
	t.of[h] = v
	return h
}

// get returns the object of a handle, nil if there is none.
func (t *handleTable[T]) get(h unsafe.Pointer) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[h]
}

// remove frees a handle and returns its object, nil if there is none: of two calls at a time one gets it.
func (t *handleTable[T]) remove(h unsafe.Pointer) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	v := t.of[h]
	if v != nil {
		delete(t.of, h)
		C.free(h)
	}
	return v
}

// all returns the objects that have handles, in no order.
func (t *handleTable[T]) all() []*T {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Values(t.of))
}
