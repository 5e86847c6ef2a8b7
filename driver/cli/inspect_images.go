// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import "gohipcc/fatbin"

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
