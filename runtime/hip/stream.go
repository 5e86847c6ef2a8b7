// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Dim is the size of a grid, in blocks, or of a block, in threads. Every part is at least 1
// in a launch that can be made; [Grid] and [Block] see to the parts that are not given.
type Dim struct {
	X, Y, Z int
	more    int // parts beyond three, which no launch has
}

// Grid makes the size of a grid from its one to three parts; those left out are 1.
func Grid(parts ...int) Dim { return dim(parts) }

// Block makes the size of a block from its one to three parts; those left out are 1.
func Block(parts ...int) Dim { return dim(parts) }

// dim keeps what was given: it is Launch that refuses it.
func dim(parts []int) Dim {
	d := Dim{1, 1, 1, max(len(parts)-3, 0)}
	for i, to := range []*int{&d.X, &d.Y, &d.Z} {
		if i < len(parts) {
			*to = parts[i]
		}
	}
	return d
}

func (d Dim) parts() [3]int { return [3]int{d.X, d.Y, d.Z} }

func words(n [3]int) [3]uint32 { return [3]uint32{uint32(n[0]), uint32(n[1]), uint32(n[2])} }

// Stream runs launches and copies in the order of the calls. Streams do not wait for
// each other but through events.
type Stream struct {
	dev  *Device
	q    backend.Queue
	mu   sync.Mutex
	used map[*Module]bool // modules with kernels in flight
	open bool
}

// NewStream makes a stream. Close it when it is no longer needed.
func (d *Device) NewStream() (*Stream, error) {
	q, err := d.impl.NewQueue()
	if err != nil {
		return nil, err
	}
	return &Stream{dev: d, q: q, used: make(map[*Module]bool), open: true}, nil
}

// Device is where the stream runs.
func (s *Stream) Device() *Device { return s.dev }

// Close waits for the stream and frees it.
func (s *Stream) Close() error {
	err := s.Synchronize()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	s.open = false
	s.q.Close()
	return err
}

// Launch starts a kernel over a grid of blocks with shared bytes of dynamic shared memory
// per block, and does not wait for it.
//
// An argument is a number, a bool, a struct or array of fixed size without Go pointers (laid
// out as in C), raw bytes as a []byte, or an address: a *Buffer, an unsafe.Pointer, nil, or a
// uintptr, which integers of its size take too.
//
// The error wraps [ErrInvalidConfiguration] for a grid, block or amount of shared memory that
// the device or the kernel cannot have, and [ErrInvalidArgument] for arguments whose number,
// sizes or kinds (addresses and values) are not those of the kernel's parameters. Nothing has
// been started then.
func (s *Stream) Launch(f *Function, grid, block Dim, shared int, args ...any) error {
	if grid.more+block.more > 0 {
		return fmt.Errorf("kernel %s: %w: a grid or a block of more than three parts", f.Name(), ErrInvalidConfiguration)
	}
	in, g, b := s.dev.impl.Info(), grid.parts(), block.parts()
	if err := backend.CheckConfiguration(in, f.k, g, b, shared); err != nil {
		return err
	}
	values := make([]backend.Argument, len(args))
	raw := make([][]byte, len(args))
	for i, a := range args {
		v, err := argument(a)
		if err != nil {
			return fmt.Errorf("kernel %s, argument %d: %w: %w", f.Name(), i, ErrInvalidArgument, err)
		}
		values[i], raw[i] = v, v.Bytes
	}
	if err := backend.CheckArguments(f.k.Meta(), values); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	if f.mod.dev != s.dev {
		return fmt.Errorf("kernel %s is loaded on device %d, the stream runs on device %d", f.Name(), f.mod.dev.ordinal, s.dev.ordinal)
	}
	if err := s.q.Launch(f.k, words(g), words(b), uint32(shared), raw); err != nil {
		return err
	}
	s.used[f.mod] = true
	return nil
}

// addressed is what has a device address: a Buffer.
type addressed interface{ Address() uintptr }

// argument gives the bytes of one kernel argument, little-endian, and what they are.
func argument(a any) (backend.Argument, error) {
	address := func(p uintptr) backend.Argument {
		return backend.Argument{Bytes: binary.LittleEndian.AppendUint64(nil, uint64(p)), Kind: backend.AddressArgument}
	}
	switch v := a.(type) {
	case nil:
		return address(0), nil
	case addressed:
		return address(v.Address()), nil
	case unsafe.Pointer:
		return address(uintptr(v)), nil
	case uintptr:
		return backend.Argument{Bytes: address(v).Bytes}, nil
	case []byte:
		return backend.Argument{Bytes: bytes.Clone(v)}, nil
	case int:
		return backend.Argument{}, fmt.Errorf("an int has no fixed size; use int32 or int64")
	case uint:
		return backend.Argument{}, fmt.Errorf("a uint has no fixed size; use uint32 or uint64")
	}
	t := reflect.TypeOf(a)
	if !plain(t) {
		return backend.Argument{}, fmt.Errorf("a %s is no value that a kernel can take", t)
	}
	v := reflect.New(t)
	v.Elem().Set(reflect.ValueOf(a))
	b := unsafe.Slice((*byte)(v.UnsafePointer()), t.Size())
	out := bytes.Clone(b)
	runtime.KeepAlive(v)
	return backend.Argument{Bytes: out, Kind: backend.ValueArgument}, nil
}

// plain reports whether a type is the same in Go and in C: no pointers, no int.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.Uintptr:
		return true
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// Synchronize waits until all that was given to the stream is done, and delivers
// what kernels printed. The error wraps [ErrLaunchFailed] when a kernel aborted,
// failed an assertion or trapped.
func (s *Stream) Synchronize() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	err := s.q.Finish()
	for m := range s.used {
		if e := m.impl.Flush(); err == nil {
			err = e
		}
	}
	clear(s.used)
	return err
}

// Event is a point in a stream.
type Event struct{ e backend.Event }

// Record marks this point of the stream.
func (s *Stream) Record() (*Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return nil, errClosed
	}
	e, err := s.q.Mark()
	if err != nil {
		return nil, err
	}
	return &Event{e}, nil
}

// WaitFor makes what is given to the stream later wait for an event of any stream.
func (s *Stream) WaitFor(e *Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	return s.q.Wait(e.e)
}

// Wait waits until the stream has come to the event.
func (e *Event) Wait() error { return e.e.Wait() }

// Done reports whether the stream has come to the event.
func (e *Event) Done() bool { return e.e.Done() }

// Since is the device's time between two events that are done.
func (e *Event) Since(start *Event) time.Duration {
	return time.Duration(e.e.Time() - start.e.Time())
}

// Close frees the event.
func (e *Event) Close() { e.e.Close() }

// Buffer is an array of n elements of T in device memory. T must be laid out as in C
// and hold no pointers.
type Buffer[T any] struct {
	dev  *Device
	addr uintptr
	n    int
}

// NewBuffer allocates a zeroed buffer. Free it when it is no longer needed.
func NewBuffer[T any](d *Device, n int) (*Buffer[T], error) {
	var zero T
	t := reflect.TypeOf(zero)
	if t == nil || !plain(t) {
		return nil, fmt.Errorf("a buffer of %T: not laid out as in C", zero)
	}
	size := uint64(t.Size())
	if n <= 0 || size == 0 || uint64(n) > math.MaxInt64/size {
		return nil, fmt.Errorf("a buffer of %d elements of %d bytes", n, size)
	}
	p, err := d.impl.Alloc(backend.DeviceMemory, uint64(n)*size)
	if err != nil {
		return nil, err
	}
	return &Buffer[T]{d, p, n}, nil
}

// Address is the buffer's device address.
func (b *Buffer[T]) Address() uintptr { return b.addr }

// Len is the number of elements.
func (b *Buffer[T]) Len() int { return b.n }

// Free gives the memory back; nothing may use it any more.
func (b *Buffer[T]) Free() error {
	if b.addr == 0 {
		return errClosed
	}
	err := b.dev.impl.Free(b.addr)
	b.addr = 0
	return err
}

func (b *Buffer[T]) check(n int) error {
	switch {
	case b.addr == 0:
		return errClosed
	case n > b.n:
		return fmt.Errorf("%d elements and a buffer of %d", n, b.n)
	}
	return nil
}

// Write copies host elements to the start of the buffer, after what the stream holds,
// and returns when that is done.
func (b *Buffer[T]) Write(s *Stream, host []T) error { return b.copy(s, host, true) }

// Read copies from the start of the buffer to host elements, after what the stream
// holds, and returns when that is done. It reports what [Stream.Synchronize] would.
func (b *Buffer[T]) Read(s *Stream, host []T) error { return b.copy(s, host, false) }

func (b *Buffer[T]) copy(s *Stream, host []T, to bool) error {
	if err := b.check(len(host)); err != nil || len(host) == 0 {
		return err
	}
	size := uint64(unsafe.Sizeof(host[0])) * uint64(len(host))
	var pin runtime.Pinner
	pin.Pin(&host[0])
	defer pin.Unpin()
	p := uintptr(unsafe.Pointer(&host[0]))
	s.mu.Lock()
	if !s.open {
		s.mu.Unlock()
		return errClosed
	}
	var err error
	if to {
		err = s.q.Copy(b.addr, p, size, true)
	} else {
		err = s.q.Copy(p, b.addr, size, true)
	}
	s.mu.Unlock()
	if err != nil || to {
		return err
	}
	return s.Synchronize()
}
