// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import "gohipcc/target"

// decoder compiles the instructions of a code object into steps of a wave. It depends on the processor
// and on where the instructions are, and on nothing else of the code object.
type decoder struct {
	target      string
	processor   target.Processor
	gen         int // 9, 10, 11, 12
	waveSize    int
	architected bool // hardware initialises flat scratch
	packedIDs   bool // work-item IDs are packed into one VGPR
	unified     bool // AGPRs follow the VGPRs

	first  uint64  // address of the first instruction before relocation
	byWord []int32 // instruction number by word of the text, or -1
}

// newDecoder returns a decoder for a processor, which knows no instructions yet.
func newDecoder(name string) decoder {
	p, _ := target.LookUp(name)
	return decoder{
		target: name, processor: p, gen: p.Generation(), waveSize: p.WavefrontSize(),
		architected: p.Has(target.FlatScratchSetUp), packedIDs: p.Has(target.PackedWorkItemIDs), unified: p.Has(target.UnifiedRegisters),
	}
}

// splitFiles reports whether AGPRs are a separate register file of the same size as the VGPRs', as
// on gfx908. Other processors have no AGPRs or one file for both.
func (c *decoder) splitFiles() bool { return c.processor.Has(target.SplitRegisters) }

// lay sets where the instructions are, from lines in the order of their addresses.
func (c *decoder) lay(lines []*line) {
	c.first = lines[0].addr
	last := lines[len(lines)-1]
	c.byWord = make([]int32, (last.addr+last.size-c.first)/4)
	for i := range c.byWord {
		c.byWord[i] = -1
	}
	for i, l := range lines {
		c.byWord[(l.addr-c.first)/4] = int32(i)
	}
}

// index returns the number of the instruction at a linked address, or -1.
func (c *decoder) index(addr uint64) int {
	i := (addr - c.first) / 4
	if addr < c.first || i >= uint64(len(c.byWord)) || addr%4 != 0 {
		return -1
	}
	return int(c.byWord[i])
}
