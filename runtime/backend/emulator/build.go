// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"sort"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/abi"
	"gohipcc/fatbin"
)

// inst is a decoded instruction.
type inst struct {
	run  step
	addr uint64 // before relocation
	text string
}

// code is a loaded code object.
type code struct {
	decoder
	host hostcalls // hostcalls of its kernels
	name string

	memory  []byte // the loaded segments
	bias    uint64 // address of memory minus the lowest linked address
	insts   []inst
	usesGWS bool

	descriptors map[string]fatbin.Descriptor
	kernels     []abi.Kernel
	globals     []abi.Global
	functions   []fatbin.Function
	regions     []*region
}

// loadCode maps a code object's segments, relocates them and decodes the code.
func loadCode(image []byte, name string) (*code, error) {
	g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c := &code{decoder: newDecoder(g.Processor), name: name, descriptors: make(map[string]fatbin.Descriptor)}
	if c.gen < 9 || c.gen > 12 {
		return nil, fmt.Errorf("%s: the emulator runs code for gfx9 to gfx12, not %s", name, g.Processor)
	}
	if c.kernels, err = g.Kernels(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	syms, err := g.Symbols()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	sizes := map[int]bool{}
	for _, d := range syms.Descriptors {
		c.descriptors[d.Kernel] = d
		if c.gen >= 10 {
			c.waveSize = 64
			if d.Wave32 {
				c.waveSize = 32
			}
			sizes[c.waveSize] = true
		}
	}
	if len(sizes) > 1 {
		return nil, fmt.Errorf("%s: it has kernels of both wavefront sizes; the emulator takes one of them", name)
	}
	c.globals, c.functions = syms.Globals, syms.Functions
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if f.Type != elf.ET_DYN {
		return nil, fmt.Errorf("%s: an ELF file of %s; a linked code object is ET_DYN", name, f.Type)
	}
	if err := c.mapSegments(f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := c.relocate(f); err != nil {
		c.unmap()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := c.decode(image); err != nil {
		c.unmap()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

const page = 4096

func (c *code) mapSegments(f *elf.File) error {
	var low, high uint64
	low = ^uint64(0)
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			if p.Vaddr+p.Memsz < p.Vaddr || p.Filesz > p.Memsz {
				return fmt.Errorf("damaged program header at %#x", p.Vaddr)
			}
			low, high = min(low, p.Vaddr), max(high, p.Vaddr+p.Memsz)
		}
	}
	if high <= low || high-low > 1<<32 {
		return fmt.Errorf("loadable segments from %#x to %#x", low, high)
	}
	low &^= page - 1
	m, err := unix.Mmap(-1, 0, int(high-low), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	c.memory = m
	c.bias = uint64(uintptr(unsafe.Pointer(&m[0]))) - low
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		at := p.Vaddr - low
		if _, err := p.ReadAt(m[at:at+p.Filesz], 0); err != nil && p.Filesz > 0 {
			c.unmap()
			return fmt.Errorf("segment at %#x: %w", p.Vaddr, err)
		}
		c.regions = append(c.regions, &region{start: c.bias + p.Vaddr, end: c.bias + p.Vaddr + p.Memsz, readOnly: p.Flags&elf.PF_W == 0, what: "a segment of " + c.name})
	}
	return nil
}

func (c *code) unmap() {
	if c.memory != nil {
		unix.Munmap(c.memory)
		c.memory = nil
	}
}

// Dynamic relocations (AMDGPUUsage, "Relocation Records").
const (
	relocAbs64      = 3
	relocRelative64 = 13
)

func (c *code) relocate(f *elf.File) error {
	symbols, err := f.DynamicSymbols()
	if err != nil && f.Section(".dynsym") != nil {
		return err
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA {
			continue
		}
		b, err := s.Data()
		if err != nil {
			return err
		}
		for ; len(b) >= 24; b = b[24:] {
			offset, info, addend := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:]), binary.LittleEndian.Uint64(b[16:])
			to, err := c.bytes(offset, 8)
			if err != nil {
				return fmt.Errorf("relocation: %w", err)
			}
			switch kind, sym := info&0xffffffff, info>>32; kind {
			case relocRelative64:
				binary.LittleEndian.PutUint64(to, c.bias+addend)
			case relocAbs64:
				if sym == 0 || int(sym) > len(symbols) || symbols[sym-1].Section == elf.SHN_UNDEF {
					return fmt.Errorf("relocation at %#x needs a symbol that is undefined", offset)
				}
				binary.LittleEndian.PutUint64(to, c.bias+symbols[sym-1].Value+addend)
			default:
				return fmt.Errorf("relocation of type %d at %#x", kind, offset)
			}
		}
	}
	return nil
}

// bytes returns loaded memory by linked address.
func (c *code) bytes(addr, size uint64) ([]byte, error) {
	at := addr + c.bias - uint64(uintptr(unsafe.Pointer(&c.memory[0])))
	if at > uint64(len(c.memory)) || size > uint64(len(c.memory))-at {
		return nil, fmt.Errorf("address %#x is outside the segments", addr)
	}
	return c.memory[at : at+size], nil
}

// decode disassembles the text and compiles every instruction.
func (c *code) decode(image []byte) error {
	text, err := disassemble(image, c.gen >= 10 && c.waveSize == 64)
	if err != nil {
		return err
	}
	var lines []*line
	for scan := bufio.NewScanner(bytes.NewReader(text)); scan.Scan(); {
		l, err := parseLine(scan.Text())
		if err != nil {
			return err
		}
		if l != nil {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	sort.SliceStable(lines, func(i, j int) bool { return lines[i].addr < lines[j].addr })
	c.lay(lines)
	for _, l := range lines {
		c.usesGWS = c.usesGWS || strings.Contains(l.name, "gws")
	}
	c.insts = make([]inst, len(lines)+1)
	for i, l := range lines {
		run, err := c.compile(l)
		if err != nil {
			msg := fmt.Sprintf("the emulator cannot run this instruction: %v", err)
			run = func(*wave) { faultf("%s", msg) }
		}
		c.insts[i] = inst{run, l.addr, l.text}
	}
	last := lines[len(lines)-1]
	c.insts[len(lines)] = inst{run: func(*wave) { faultf("execution ran past the end of the code") }, addr: last.addr + last.size, text: "(none)"}
	return nil
}

// jump continues at an address of loaded code, in this or another code object.
func (w *wave) jump(addr uint64) {
	c := w.code
	if i := c.index(addr - c.bias); i >= 0 {
		w.pc = i
		return
	}
	for _, other := range w.g.d.codes() {
		if i := other.index(addr - other.bias); i >= 0 {
			w.code, w.pc = other, i
			return
		}
	}
	faultf("jump to %#x, where there is no code", addr)
}

// where describes a position in the code, for messages.
func (c *code) where(addr uint64) string {
	best := ""
	var start uint64
	for _, f := range c.functions {
		if f.Address <= addr && f.Address >= start {
			best, start = f.Name, f.Address
		}
	}
	if best == "" {
		return fmt.Sprintf("%#x", addr)
	}
	return fmt.Sprintf("%s+%#x", best, addr-start)
}
