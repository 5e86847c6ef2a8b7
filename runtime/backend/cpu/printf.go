// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync/atomic"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/cformat"
)

// stops says what a kernel's last word in the abort word means.
var stops = map[uint32]string{abi.AbortCalled: "abort", abi.AssertFailed: "a failed assertion", abi.TrapReached: "a trap", abi.CalledNothing: "a call through a pointer to no function of its type"}

// Flush implements [backend.Module].
func (m *Module) Flush() error {
	if m.printf != 0 {
		head := memory(m.printf, 16)
		size := binary.LittleEndian.Uint32(head[4:])
		used := min(binary.LittleEndian.Uint32(head), size)
		dropped := binary.LittleEndian.Uint32(head[8:])
		data := memory(m.printf+16, uint64(used))
		cformat.Records(m.options.Output, data, m.formats)
		if dropped > 0 {
			fmt.Fprintf(os.Stderr, "gohipcc: %d device printf calls did not fit into the buffer of %d bytes and are lost\n", dropped, size)
		}
		clear(data)
		clear(head)
		binary.LittleEndian.PutUint32(head[4:], size)
	}
	if !m.aborts {
		return nil
	}
	p, err := m.d.AbortWord()
	if err != nil {
		return err
	}
	if w := atomic.LoadUint32((*uint32)(pointer(p))); w != 0 {
		what := stops[w]
		if what == "" {
			what = fmt.Sprintf("stop code %d", w)
		}
		return fmt.Errorf("%s: %s: %w", m.name, what, backend.ErrLaunchFailed)
	}
	return nil
}
