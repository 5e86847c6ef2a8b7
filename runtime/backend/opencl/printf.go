// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/cformat"
)

// printfRecords formats the records of a printf buffer's data area (docs/design/abi.md,
// "Device printf"). Damaged records end the walk.
func printfRecords(w io.Writer, data []byte, formats map[uint32]string) {
	for len(data) >= 8 {
		size, id := binary.LittleEndian.Uint32(data), binary.LittleEndian.Uint32(data[4:])
		if size < 8 || int64(size) > int64(len(data)) {
			return
		}
		args := printfArgs{b: data[8:size]}
		format, ok := formats[id]
		if id == 0 {
			format, ok = args.text()
			args.addresses = true
		}
		if ok {
			io.WriteString(w, cformat.Format(format, &args))
		}
		data = data[size:]
	}
}

type printfArgs struct {
	b         []byte
	addresses bool // %s takes an address, not text
}

// Word implements [cformat.Args].
func (a *printfArgs) Word() uint64 {
	if len(a.b) < 8 {
		a.b = nil
		return 0
	}
	v := binary.LittleEndian.Uint64(a.b)
	a.b = a.b[8:]
	return v
}

// Text implements [cformat.Args].
func (a *printfArgs) Text() string {
	if a.addresses {
		return cString(uintptr(a.Word()))
	}
	s, _ := a.text()
	return s
}

func (a *printfArgs) text() (string, bool) {
	if len(a.b) < 8 {
		return "", false
	}
	n := a.Word()
	if n == math.MaxUint64 {
		return "", true
	}
	if n > uint64(len(a.b)) {
		return "", false
	}
	s := string(a.b[:n])
	a.b = a.b[min((n+7)&^7, uint64(len(a.b))):]
	return s, true
}

// cString reads a string at an address of the device, which the host reaches too
// where formats are not constant.
func cString(p uintptr) string {
	if p == 0 {
		return ""
	}
	var b []byte
	for i := uintptr(0); i < 1<<20; i++ {
		c := *(*byte)(pointer(p + i))
		if c == 0 {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// Flush implements [backend.Module].
func (m *module) Flush() error {
	if m.printf != 0 {
		head := make([]byte, 16)
		if err := m.d.read(head, m.printf); err != nil {
			return err
		}
		used := min(binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:]))
		dropped := binary.LittleEndian.Uint32(head[8:])
		if used > 0 || dropped > 0 {
			data := make([]byte, used)
			if err := m.d.read(data, m.printf+16); err != nil {
				return err
			}
			printfRecords(m.options.Output, data, m.formats)
			if dropped > 0 {
				fmt.Fprintf(os.Stderr, "gohipcc: %d device printf calls did not fit into the buffer of %d bytes and are lost\n", dropped, m.printfSize)
			}
			clear(data)
			if err := m.d.write(m.printf+16, data); err != nil {
				return err
			}
			clear(head)
			binary.LittleEndian.PutUint32(head[4:], m.printfSize)
			if err := m.d.write(m.printf, head); err != nil {
				return err
			}
		}
	}
	if _, ok := m.globals[abi.VarAbort]; ok {
		p, err := m.d.AbortWord()
		if err != nil {
			return err
		}
		var b [4]byte
		if err := m.d.read(b[:], p); err != nil {
			return err
		}
		if w := binary.LittleEndian.Uint32(b[:]); w != 0 {
			what := map[uint32]string{abi.AbortCalled: "abort", abi.AssertFailed: "a failed assertion", abi.TrapReached: "a trap"}[w]
			if what == "" {
				what = fmt.Sprintf("stop code %d", w)
			}
			return fmt.Errorf("%s: %s: %w", m.name, what, backend.ErrLaunchFailed)
		}
	}
	return nil
}
