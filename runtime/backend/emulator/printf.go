// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unsafe"

	"gohipcc/runtime/backend"
	"gohipcc/runtime/cformat"
)

// -mprintf-kind=buffered: kernels append records to a buffer (u32 used, u32 capacity, then the
// records), which the host formats after a kernel has completed. A record is
//
//	u32 size of the record << 2 | constant format << 1 | to stderr
//	u64 hash of a constant format, which the metadata note has; else the format as text
//	the arguments: words of 8 bytes, and texts with their final zero, padded to 8
//
// (clang, AMDGPUEmitPrintf.cpp).
const printfCapacity = 1 << 20

// printfBuffer allocates the module's buffer when a kernel first needs it.
func (m *Module) printfBuffer() (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.printf == 0 {
		p, err := m.d.Alloc(backend.HostMemory, 8+printfCapacity)
		if err != nil {
			return 0, err
		}
		le := binary.LittleEndian
		b := unsafe.Slice((*byte)(hostPointer(uint64(p))), 8)
		le.PutUint32(b, 0)
		le.PutUint32(b[4:], printfCapacity)
		m.printf = p
	}
	return uint64(m.printf), nil
}

// formats parses the formats in a note: "0:0:<hash in hex>,<format>".
func formats(notes []string) map[uint64]string {
	m := map[uint64]string{}
	for _, n := range notes {
		head, format, ok := strings.Cut(n, ",")
		if i := strings.LastIndexByte(head, ':'); ok && i >= 0 {
			if hash, err := strconv.ParseUint(head[i+1:], 16, 64); err == nil {
				m[hash] = format
			}
		}
	}
	return m
}

// flushPrintf prints the records that a kernel left in the buffer.
func (m *Module) flushPrintf() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.printf == 0 {
		return
	}
	le := binary.LittleEndian
	b := unsafe.Slice((*byte)(hostPointer(uint64(m.printf))), 8+printfCapacity)
	used := min(int(le.Uint32(b)), printfCapacity)
	le.PutUint32(b, 0)
	for r := b[8 : 8+used]; len(r) >= 4; {
		control := le.Uint32(r)
		size := int(control >> 2)
		if size < 4 || size > len(r) {
			fmt.Fprintf(os.Stderr, "gohipcc: emulator: a printf record of %d bytes, %d are left\n", size, len(r))
			return
		}
		msg := &message{}
		for body := r[4:size]; len(body) >= 8; body = body[8:] {
			msg.words = append(msg.words, le.Uint64(body))
		}
		format, ok := "", true
		if control&2 == 0 {
			format = msg.Text()
		} else {
			hash := msg.Word()
			if format, ok = m.formats[hash]; !ok {
				format = fmt.Sprintf("a printf whose format %#x the metadata does not have\n", hash)
			}
		}
		to := m.output
		if control&1 != 0 {
			to = os.Stderr
		}
		io.WriteString(to, cformat.Format(format, msg))
		r = r[size:]
	}
}

// Flush implements [backend.Module]: printf output has been written when a launch returns.
func (m *Module) Flush() error { return nil }
