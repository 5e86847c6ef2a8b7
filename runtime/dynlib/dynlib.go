// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package dynlib opens the drivers' libraries by name and finds their functions.
package dynlib

import (
	"errors"
	"strings"
	"sync"

	"github.com/ebitengine/purego"

	"gohipcc/internal/secure"
)

// Library is an open library.
type Library struct {
	Path   string // the name that it was opened by
	handle uintptr
	mu     sync.Mutex
	syms   map[string]uintptr
}

// Open opens the first of names that the dynamic loader has, or what the environment
// variable names. The error lists what the loader says of each.
func Open(variable string, names ...string) (*Library, error) {
	if p := secure.Getenv(variable); p != "" {
		names = []string{p}
	}
	var tried []string
	for _, n := range names {
		h, err := purego.Dlopen(n, purego.RTLD_NOW|purego.RTLD_GLOBAL)
		if err == nil {
			return &Library{Path: n, handle: h, syms: make(map[string]uintptr)}, nil
		}
		tried = append(tried, err.Error())
	}
	return nil, errors.New(strings.Join(tried, "; "))
}

// OpenLocal opens a library whose symbols nothing else is to find.
func OpenLocal(path string) (*Library, error) {
	h, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	return &Library{Path: path, handle: h, syms: make(map[string]uintptr)}, nil
}

// Close closes the library, which is unloaded unless it is open elsewhere.
func (l *Library) Close() error { return purego.Dlclose(l.handle) }

// Symbol returns the address of a function of the library, or 0.
func (l *Library) Symbol(name string) uintptr {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p, ok := l.syms[name]; ok {
		return p
	}
	p, err := purego.Dlsym(l.handle, name)
	if err != nil {
		p = 0
	}
	l.syms[name] = p
	return p
}
