// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

// Errors that others wrap, the same on every device; test for them with [errors.Is].
var (
	// ErrNoDevice means that no device can run anything here; the text says which
	// were found and why they do not serve.
	ErrNoDevice = errors.New("no device")
	// ErrOutOfMemory means that a device has not enough memory left.
	ErrOutOfMemory = backend.ErrOutOfMemory
	// ErrNoImage means that what was given is no device image of any kind.
	ErrNoImage = backend.ErrNoImage
	// ErrUnsupportedImage means that a device image is for another device, or needs what the
	// device lacks.
	ErrUnsupportedImage = backend.ErrUnsupportedImage
	// ErrNotFound means that a module or an executable has no kernel, variable or function of a
	// name; the text says what it has.
	ErrNotFound = fatbin.ErrNotFound
	// ErrCompiler means that a driver's compiler met an error of its own, which would have
	// ended the process that it ran in; the text has its words. A source that is wrong is a
	// [CompileError].
	ErrCompiler = backend.ErrCompiler
	// ErrInvalidConfiguration means a launch with a grid, a block or an amount of shared
	// memory that the device or the kernel cannot have.
	ErrInvalidConfiguration = backend.ErrInvalidConfiguration
	// ErrInvalidArgument means a launch whose arguments are not those that the kernel takes, or
	// of a kernel of another device.
	ErrInvalidArgument = backend.ErrInvalidArgument
	// ErrLaunchFailed means that a kernel aborted, failed an assertion or trapped.
	ErrLaunchFailed = backend.ErrLaunchFailed
	// ErrClosed means that a stream was closed, a buffer freed or a module unloaded before.
	ErrClosed = errors.New("already closed")

	// ErrDuplicate means that two code objects of an executable define one symbol.
	ErrDuplicate = errors.New("symbol defined twice")
	// ErrUndefined means that a code object uses a symbol that none defines.
	ErrUndefined = errors.New("undefined symbol")
	// ErrFrozen means that something was added to an executable after the freeze.
	ErrFrozen = errors.New("executable is frozen")
	// ErrNotFrozen means that a symbol was looked up before the freeze.
	ErrNotFrozen = errors.New("executable is not frozen")
)
