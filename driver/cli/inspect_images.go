// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"fmt"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/spirv"
)

const objdump = "llvm-objdump"

// imageTools has, for each kind of image, what fills in its description, and the tool that disassembles it with its
// arguments before the file. An image without a disassembler is shown as it is if it is text.
var imageTools = map[fatbin.Kind]struct {
	describe     func(n *fatbin.Node, d *imageInfo, symbols bool, note func(error))
	disassembler string
	args         []string
}{
	fatbin.KindGFX:     {describeGFX, objdump, []string{"--disassemble", "--demangle"}},
	fatbin.KindSPIRV:   {describeSPIRV, "spirv-dis", []string{"--no-color"}},
	fatbin.KindPTX:     {describe: describePTX},
	fatbin.KindCPU:     {describeCPU, objdump, []string{"--disassemble", "--demangle"}},
	fatbin.KindIntel:   {describe: describeIntel},
	fatbin.KindBitcode: {describeBitcode, "llvm-dis", []string{"-o", "-"}},
	fatbin.KindIR:      {describe: describeBitcode},
}

func describeGFX(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	g, err := n.GFX()
	note(err)
	if g == nil {
		return
	}
	if d.Target == "" {
		d.Target = g.TargetID().String()
	}
	d.Version = fmt.Sprintf("code object %d", g.CodeObjectVersion)
	ks, err := g.Kernels()
	note(err)
	d.Kernels = append(d.Kernels, ks...)
	if symbols {
		s, err := g.Symbols()
		note(err)
		d.Descriptors, d.Functions, d.Globals = s.Descriptors, s.Functions, s.Globals
	}
}

func describeSPIRV(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	m, err := n.SPIRV()
	note(err)
	if m == nil {
		return
	}
	d.Version, d.Producer = "SPIR-V "+m.Version(), spirv.GeneratorName(m.Generator)
	for _, c := range m.Capabilities {
		d.Capabilities = append(d.Capabilities, spirv.CapabilityName(c))
	}
	d.Extensions, d.Imports = m.Extensions, m.Imports
	ks, err := m.Kernels()
	note(err)
	d.Kernels = append(d.Kernels, ks...)
	if !symbols {
		return
	}
	describeRecords(m.Metadata(), d, note)
	b, err := m.Body()
	note(err)
	if b != nil {
		d.Functions, d.Variables = b.Functions, b.Globals
	}
}

func describePTX(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	p, err := n.PTX()
	note(err)
	if p == nil {
		return
	}
	if d.Target == "" {
		d.Target = p.Target
	}
	d.Version = "PTX " + p.Version
	if m := p.Metadata(); m != nil {
		describeKernels(m, d, note)
	} else {
		d.Kernels = append(d.Kernels, p.Kernels...)
	}
	if symbols {
		d.Functions, d.Globals = p.Functions, p.Globals
		describeRecords(p.Metadata(), d, note)
	}
}

func describeCPU(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	c, err := n.CPU()
	note(err)
	if c == nil {
		return
	}
	describeKernels(c.Metadata(), d, note)
	if symbols {
		describeRecords(c.Metadata(), d, note)
	}
}

func describeIntel(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	x, err := n.Intel()
	note(err)
	if x == nil {
		return
	}
	if d.Target == "" {
		d.Target = x.Processor()
	}
	d.Version, d.Producer = x.Format, spirv.GeneratorName(x.SPIRV.Generator)
	ks, err := x.SPIRV.Kernels()
	note(err)
	d.Kernels = append(d.Kernels, ks...)
	if symbols {
		describeRecords(x.SPIRV.Metadata(), d, note)
	}
}

func describeBitcode(n *fatbin.Node, d *imageInfo, symbols bool, note func(error)) {
	b, err := n.Bitcode()
	note(err)
	if b == nil {
		return
	}
	d.Triple, d.Producer = b.Triple, b.Producer
	for _, f := range b.Functions {
		if f.Kernel {
			d.Kernels = append(d.Kernels, abi.Kernel{Name: f.Name, Symbol: f.Name})
		}
	}
	if symbols {
		d.Functions, d.Globals = b.Functions, b.Globals
	}
}
