// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"
	"unsafe"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/cformat"
)

// Hostcalls are calls of the host by a kernel (printf, device malloc). A wave takes a packet from
// the free stack, fills it, pushes it on the ready stack and waits until the packet's control word
// says that the host has answered. The layout is that of AMD's runtime: a buffer descriptor, a
// header per packet, eight words per lane and packet.
const (
	hostcallPackets = 1 << 16 // more than the maximum number of resident waves
	packetLanes     = 64
	packetWords     = 8

	// struct buffer, at the beginning.
	bufHeaders  = 0
	bufPayloads = 8
	bufDoorbell = 16
	bufFree     = 24
	bufReady    = 32
	bufMask     = 40
	bufSignal   = 64 // an amd_signal_t: value at 8
	bufEnd      = 128

	headerSize = 24 // next u64, active mask u64, service u32, control u32

	servicePrintf = 2
	serviceMemory = 3
)

// hostcalls is the hostcall state of one module.
type hostcalls struct {
	device *Device
	output io.Writer // destination of printf

	mu       sync.Mutex
	buffer   atomic.Uintptr
	messages map[uint64][]uint64 // incomplete printf messages
	lastID   uint64
}

// open allocates the buffer when a kernel first needs it.
func (h *hostcalls) open() (uintptr, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.buffer.Load(); p != 0 {
		return p, nil
	}
	size := uint64(bufEnd + hostcallPackets*(headerSize+packetLanes*packetWords*8))
	p, err := h.device.Alloc(backend.HostMemory, size)
	if err != nil {
		return 0, err
	}
	b := unsafe.Slice((*byte)(hostPointer(uint64(p))), size)
	le := binary.LittleEndian
	le.PutUint64(b[bufHeaders:], uint64(p)+bufEnd)
	le.PutUint64(b[bufPayloads:], uint64(p)+bufEnd+hostcallPackets*headerSize)
	le.PutUint64(b[bufDoorbell:], uint64(p)+bufSignal)
	le.PutUint64(b[bufMask:], hostcallPackets-1)
	// A packet's number is a tag above its index; zero terminates a stack, so tags start at 1.
	next := uint64(0)
	for i := range uint64(hostcallPackets) {
		le.PutUint64(b[bufEnd+i*headerSize:], next)
		next = hostcallPackets + i
	}
	le.PutUint64(b[bufFree:], next)
	h.messages = make(map[uint64][]uint64)
	h.buffer.Store(p)
	return p, nil
}

// close frees the buffer, which no kernel uses any more.
func (h *hostcalls) close() error {
	if p := h.buffer.Swap(0); p != 0 {
		return h.device.Free(p)
	}
	return nil
}

// serve answers the pending calls. Any worker may call it.
func (h *hostcalls) serve() {
	p := h.buffer.Load()
	if p == 0 {
		return
	}
	ready := (*uint64)(hostPointer(uint64(p) + bufReady))
	if atomic.LoadUint64(ready) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	mu := &atomicLock[(p+bufReady)>>3&63] // the lock that waves' atomics use
	mu.Lock()
	top := *ready
	*ready = 0
	mu.Unlock()
	// The last call is at the top of the stack.
	var calls []uint64
	for ; top != 0; top = *(*uint64)(h.header(p, top)) {
		calls = append(calls, top)
	}
	for i := len(calls) - 1; i >= 0; i-- {
		h.answer(p, calls[i])
	}
}

func (*hostcalls) header(p uintptr, packet uint64) unsafe.Pointer {
	return hostPointer(uint64(p) + bufEnd + packet%hostcallPackets*headerSize)
}

func (h *hostcalls) answer(p uintptr, packet uint64) {
	head := h.header(p, packet)
	mask := *(*uint64)(unsafe.Add(head, 8))
	service := *(*uint32)(unsafe.Add(head, 16))
	payload := hostPointer(uint64(p) + bufEnd + hostcallPackets*headerSize + packet%hostcallPackets*packetLanes*packetWords*8)
	for m := mask; m != 0; m &= m - 1 {
		words := (*[packetWords]uint64)(unsafe.Add(payload, bits.TrailingZeros64(m)*packetWords*8))
		switch service {
		case servicePrintf:
			h.print(words)
		case serviceMemory:
			h.device.deviceMemory(words)
		default:
			fmt.Fprintf(os.Stderr, "gohipcc: emulator: a kernel asks the host for service %d, which there is not\n", service)
			words[0], words[1] = 0, 0
		}
	}
	atomic.StoreUint32((*uint32)(unsafe.Add(head, 20)), 0)
}

// deviceMemory implements malloc and free of kernels: an address to free, or a size to allocate.
func (d *Device) deviceMemory(words *[packetWords]uint64) {
	address, size := words[0], words[1]
	words[0], words[1] = 0, 0
	if address != 0 {
		if err := d.Free(uintptr(address)); err != nil {
			fmt.Fprintf(os.Stderr, "gohipcc: emulator: free in a kernel: %v\n", err)
		}
		return
	}
	if p, err := d.Alloc(backend.DeviceMemory, size); err == nil {
		words[0] = uint64(p)
	}
}

// A printf message consists of pieces. Word 0 describes a piece: bit 0 first, bit 1 last, bits 5-7
// the number of words that follow, bits 8-63 the message's number.
func (h *hostcalls) print(words *[packetWords]uint64) {
	desc := words[0]
	id := desc >> 8
	if desc&1 != 0 {
		h.lastID++
		id = h.lastID
		h.messages[id] = nil
	}
	n := desc >> 5 & 7
	h.messages[id] = append(h.messages[id], words[1:1+n]...)
	words[1] = 0
	if desc&2 == 0 {
		words[0] = id<<8 | desc&0xfe
		return
	}
	msg := &message{h.messages[id]}
	delete(h.messages, id)
	to := h.output
	if msg.Word()&1 != 0 {
		to = os.Stderr
	}
	text := cformat.Format(msg.Text(), msg)
	io.WriteString(to, text)
	words[0] = uint64(len(text))
}

// message is the arguments of one printf: words, with padded strings inline.
type message struct{ words []uint64 }

// Word implements [cformat.Args].
func (m *message) Word() uint64 {
	if len(m.words) == 0 {
		return 0
	}
	v := m.words[0]
	m.words = m.words[1:]
	return v
}

// Text implements [cformat.Args].
func (m *message) Text() string {
	var text []byte
	for len(m.words) > 0 {
		text = binary.LittleEndian.AppendUint64(text, m.Word())
		if s, _, ok := bytes.Cut(text[len(text)-8:], []byte{0}); ok {
			return string(append(text[:len(text)-8], s...))
		}
	}
	return string(text)
}
