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
	// ErrNoDevice means that no device can run kernels; the text lists the devices that were found
	// and why they cannot.
	ErrNoDevice = errors.New("no device")
	// ErrOutOfMemory means that a device has not enough free memory.
	ErrOutOfMemory = backend.ErrOutOfMemory
	// ErrNoImage means that the data is not a device image of any kind.
	ErrNoImage = backend.ErrNoImage
	// ErrUnsupportedImage means that a device image is for another device, or needs a feature that
	// the device lacks.
	ErrUnsupportedImage = backend.ErrUnsupportedImage
	// ErrNotFound means that a module or an executable has no kernel, variable or function of that
	// name; the text lists those that it has.
	ErrNotFound = fatbin.ErrNotFound
	// ErrCompiler means that a driver's compiler failed with an internal error, which would have
	// ended the process that it ran in; the text has its message. An error in the source is a
	// [CompileError].
	ErrCompiler = backend.ErrCompiler
	// ErrInvalidConfiguration means a launch with a grid, a block or an amount of shared memory
	// that the device or the kernel does not support.
	ErrInvalidConfiguration = backend.ErrInvalidConfiguration
	// ErrInvalidArgument means a launch whose arguments do not match the kernel's parameters, a kernel or a
	// buffer of another device, a buffer of an impossible type or size, or options of [Compile] that
	// name nothing.
	ErrInvalidArgument = backend.ErrInvalidArgument
	// ErrLaunchFailed means that a kernel aborted, failed an assertion or trapped.
	ErrLaunchFailed = backend.ErrLaunchFailed
	// ErrClosed means that the stream or the event was closed, the buffer freed or the module unloaded before.
	ErrClosed = errors.New("already closed")
	// ErrNotReady means that the stream has not reached the event.
	ErrNotReady = errors.New("event not reached")

	// ErrDuplicate means that two code objects of an executable define one symbol.
	ErrDuplicate = errors.New("symbol defined twice")
	// ErrUndefined means that a code object uses a symbol that no code object defines.
	ErrUndefined = errors.New("undefined symbol")
	// ErrFrozen means that a code object was added to an executable after the freeze.
	ErrFrozen = errors.New("executable is frozen")
	// ErrNotFrozen means that a symbol was looked up before the freeze.
	ErrNotFrozen = errors.New("executable is not frozen")
)
