// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"fmt"
	"os"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/secure"
	"gohipcc/runtime/devicespirv"
	"gohipcc/target"
)

// partsOf splits an image into the SPIR-V and, if the image has code for this device's release
// (target.RankIntel), that code. Whether the driver accepts it is for the driver to say.
func (d *Device) partsOf(image []byte) (module, code []byte, err error) {
	if fatbin.Sniff(image) != fatbin.KindIntel {
		return image, nil, nil
	}
	x, err := fatbin.ReadIntel(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, nil, err
	}
	if d.info.CPU {
		return nil, nil, fmt.Errorf("it is code for %s, an Intel GPU: %w", x.Processor(), devicespirv.ErrUnsupported)
	}
	if module, err = x.Module(); err != nil {
		return nil, nil, err
	}
	if target.RankIntel(x.Processor(), d.info.Target.Processor) >= target.RankExact {
		code = image
	}
	return module, code, nil
}

// compiledKernel returns a kernel from the module's code; nil if there is no code for the device,
// or the driver rejects it: code may be for another release of the driver, and the SPIR-V is the
// fallback. All kernels share one program. The caller holds the lock.
func (m *module) compiledKernel(meta *abi.Kernel) *kernel {
	if m.code == nil {
		return nil
	}
	if m.program == nil {
		p, err := m.d.buildBinary(m.code)
		if err != nil {
			if secure.Getenv(abi.EnvVerbose) == "1" {
				fmt.Fprintf(os.Stderr, "gohip: %s: the driver does not take the code for %s (%v); the SPIR-V that it was made of is compiled\n", m.name, m.d.info.Target, err)
			}
			m.code = nil
			return nil
		}
		m.program = p
	}
	k, err := m.kernelOf(built{m.program, nil}, meta.Symbol)
	if err != nil {
		return nil
	}
	if err := m.program.Retain(); err != nil {
		k.Release()
		return nil
	}
	return &kernel{mod: m, meta: meta, symbol: meta.Symbol, prog: built{m.program, nil}, k: k}
}
