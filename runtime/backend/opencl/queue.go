// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
)

type queue struct {
	d *Device
	q *cl.Queue
}

// NewQueue implements [backend.Device].
func (d *Device) NewQueue() (backend.Queue, error) {
	ctx, err := d.context()
	if err != nil {
		return nil, err
	}
	q, err := ctx.NewQueue()
	if err != nil {
		return nil, err
	}
	return &queue{d, q}, nil
}

// Copy implements [backend.Queue].
func (q *queue) Copy(dst, src uintptr, size uint64, wait bool) error {
	return q.q.Copy(dst, src, uintptr(size), wait)
}

// Fill implements [backend.Queue].
func (q *queue) Fill(dst uintptr, pattern []byte, size uint64) error {
	return q.q.Fill(dst, pattern, uintptr(size))
}

// Finish implements [backend.Queue].
func (q *queue) Finish() error { return q.q.Finish() }

// Close implements [backend.Queue].
func (q *queue) Close() { q.q.Release() }

// Mark implements [backend.Queue].
func (q *queue) Mark() (backend.Event, error) {
	e, err := q.q.Marker()
	if err != nil {
		return nil, err
	}
	q.q.Flush()
	return event{e}, nil
}

// Wait implements [backend.Queue].
func (q *queue) Wait(e backend.Event) error {
	ce, ok := e.(event)
	if !ok {
		return e.Wait()
	}
	return q.q.WaitFor(ce.e)
}

// Launch implements [backend.Queue].
func (q *queue) Launch(k backend.Kernel, grid, block [3]uint32, shared uint32, args [][]byte) error {
	ck, ok := k.(*kernel)
	if !ok {
		return errors.New("the kernel belongs to another kind of device")
	}
	ck.mu.Lock()
	defer ck.mu.Unlock()
	form, err := ck.form(grid, block)
	if err != nil {
		return err
	}
	next := 0
	for i := range ck.meta.Args {
		a := &ck.meta.Args[i]
		switch a.ValueKind {
		case "hidden_dynamic_lds", "dynamic_shared_pointer":
			err = form.SetArg(i, uintptr(max(shared, 1)), nil)
		case "hidden_gohip_segment":
			err = form.SetArgPointer(i, ck.mod.segment)
		default:
			b := args[next]
			next++
			if a.ValueKind == "global_buffer" {
				err = form.SetArgPointer(i, uintptr(binary.LittleEndian.Uint64(b)))
			} else {
				err = form.SetArg(i, uintptr(len(b)), unsafe.Pointer(&b[0]))
			}
		}
		if err != nil {
			return fmt.Errorf("kernel %s, argument %d: %w", ck.meta.Name, i, err)
		}
	}
	if !q.d.systemMemory() && !q.d.dev.USM {
		q.d.mu.Lock()
		list := slices.Clone(q.d.svm)
		q.d.mu.Unlock()
		if err := form.SetSVMPointers(list); err != nil {
			return err
		}
	}
	var global, local [3]uint64
	for i := range grid {
		global[i], local[i] = uint64(grid[i])*uint64(block[i]), uint64(block[i])
	}
	return q.q.Launch(form, global, local)
}

type event struct{ e *cl.Event }

// Wait implements [backend.Event].
func (e event) Wait() error { return e.e.Wait() }

// Done implements [backend.Event].
func (e event) Done() bool { return e.e.Done() }

// Time implements [backend.Event].
func (e event) Time() uint64 { return e.e.EndTime() }

// Close implements [backend.Event].
func (e event) Close() { e.e.Release() }
