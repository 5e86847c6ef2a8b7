// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"encoding/binary"
	"fmt"
	"os"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/cformat"
)

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
			cformat.Records(m.options.Output, data, m.formats)
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
			what := map[uint32]string{abi.AbortCalled: "abort", abi.AssertFailed: "a failed assertion", abi.TrapReached: "a trap", abi.CalledNothing: "a call through a pointer to no function of its type"}[w]
			if what == "" {
				what = fmt.Sprintf("stop code %d", w)
			}
			return fmt.Errorf("%s: %s: %w", m.name, what, backend.ErrLaunchFailed)
		}
	}
	return nil
}
