// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"gohipcc/abi"
	"gohipcc/target"
)

// ELF machines of processors that run images themselves (System V ABI, processor supplements).
const (
	etDyn     = 3
	emX86_64  = 62
	emAArch64 = 183
)

// CPURecords is the section of a CPU image with the metadata records, a line each
// (docs/design/abi.md, "CPU images").
const CPURecords = ".gohip"

var cpuArchitectures = map[uint16]string{emX86_64: target.X86_64, emAArch64: target.AArch64}

// CPU describes an image for the host's processor: an ELF shared object.
type CPU struct {
	Arch string // "x86_64", "aarch64"
	meta *Metadata
	elf  *elfFile

	records  []byte // of the section, with zeros for the digits of the checksum
	checksum string // its digits; empty: the image has none
	digits   int64  // where they are
}

// Metadata returns the gohip.v1 records (docs/design/abi.md).
func (c *CPU) Metadata() *Metadata { return c.meta }

// level returns the highest level of the architecture of which the image needs all.
func (c *CPU) level() string {
	if c.Arch != target.X86_64 {
		return target.Generic
	}
	return target.NewCPU(c.meta.Module.ProcessorFeatures).Level()
}

// target returns the target ID of the image: its level, and that its warps have 64 lanes.
func (c *CPU) target() target.ID {
	id := target.ID{Processor: c.level()}
	if c.meta.Module.WavefrontSize == 64 {
		id.Features = []target.Feature{{Name: target.WideWarps, On: true}}
	}
	return id
}

// ReadCPU reads the records of a CPU image.
func ReadCPU(r io.ReaderAt, size int64) (*CPU, error) {
	return readCPU(newSource(r, size, "CPU image"))
}

func readCPU(s source) (*CPU, error) {
	f, err := readELF(s)
	if err != nil {
		return nil, err
	}
	f.src.format = s.format
	arch, ok := cpuArchitectures[f.machine]
	switch {
	case !ok || !f.is64:
		return nil, f.src.errAt(18, f.machine, "machine %d (x86-64) or %d (AArch64)", emX86_64, emAArch64)
	case f.typ != etDyn:
		return nil, f.src.errAt(16, f.typ, "type %d (shared object)", etDyn)
	}
	section := f.find(CPURecords)
	if section == nil {
		return nil, f.src.errAt(0, nil, "a section %s with metadata records", CPURecords)
	}
	text, err := f.data(section)
	if err != nil {
		return nil, err
	}
	c := &CPU{Arch: arch, meta: &Metadata{src: f.src}, elf: f, records: text}
	at, module := int64(section.off), false
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if record := bytes.TrimRight(line, "\x00"); abi.IsRecord(record) {
			if err := c.meta.add(record, at); err != nil {
				return nil, err
			}
			kind, body, _ := abi.SplitRecord(record)
			module = module || kind == abi.ModuleKind
			if kind == abi.ChecksumKind {
				c.noteChecksum(body, at+int64(len(record)-len(body)), int64(section.off))
			}
		} else if len(bytes.TrimSpace(record)) > 0 {
			return nil, f.src.errAt(at, fmt.Sprintf("%q", record[:min(len(record), 16)]), "a metadata record")
		}
		at += int64(len(line)) + 1
		text = rest
	}
	if !module {
		return nil, f.src.errAt(int64(section.off), nil, "a %s record", abi.ModuleKind)
	}
	return c, nil
}

// noteChecksum takes the digits out of the body of the checksum record, which is at an offset of the image,
// as the records are.
func (c *CPU) noteChecksum(body []byte, at, records int64) {
	_, digits, ok := bytes.Cut(body, []byte(`"crc32c":"`))
	if !ok || len(digits) < len(noChecksum) {
		return
	}
	c.checksum = string(digits[:len(noChecksum)])
	c.digits = at + int64(len(body)-len(digits))
	c.records = bytes.Clone(c.records)
	copy(c.records[c.digits-records:], noChecksum)
}

// noChecksum are the digits before there is a checksum.
const noChecksum = "00000000"

// Check compares the image with its checksum record: the dynamic loader believes what it reads, and a damaged
// image ends the process in it, or later, or gives other numbers. Images by other compilers need no record.
func (c *CPU) Check() error {
	if c.checksum == "" {
		return nil
	}
	sum, err := c.sum()
	if err != nil {
		return err
	}
	if sum != c.checksum {
		return c.elf.src.errAt(c.digits, c.checksum, "the checksum %s of a whole image: this one is damaged", sum)
	}
	return nil
}

// sum is the checksum of the ELF file up to the end of its last segment that is loaded, and of the records. What
// says where sections are is left out, because tools that strip symbols change it.
func (c *CPU) sum() (string, error) {
	const header, shoff, shnum = 64, 40, 60 // of an ELF header; e_shnum and e_shstrndx are its end
	end := uint64(header)
	for _, p := range c.elf.progs {
		if p.typ == ptLoad {
			end = max(end, p.off+p.filesz)
		}
	}
	loaded, err := c.elf.src.bytes(0, int64(min(end, uint64(math.MaxInt64))), "segments")
	if err != nil {
		return "", err
	}
	head := bytes.Clone(loaded[:header])
	clear(head[shoff : shoff+8])
	clear(head[shnum:])
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	for _, part := range [][]byte{head, loaded[header:], c.records} {
		h.Write(part)
	}
	return fmt.Sprintf("%08x", h.Sum32()), nil
}

// SealCPU writes the checksum of a CPU image into its checksum record, if it has one.
func SealCPU(image []byte) error {
	c, err := ReadCPU(Bytes(image), int64(len(image)))
	if err != nil || c.checksum == "" {
		return err
	}
	sum, err := c.sum()
	if err != nil {
		return err
	}
	copy(image[c.digits:], sum)
	return nil
}

var cpuFormat = format{image: true, extension: ".so", offload: 1, target: cpuTarget, kernels: cpuKernels}

func cpuTarget(n *Node) EntryID {
	c, err := n.CPU()
	if err != nil {
		return EntryID{}
	}
	return EntryID{Kind: "hip", Arch: c.Arch, Vendor: "unknown", OS: "linux", Env: "gnu", Target: c.target()}
}

func cpuKernels(n *Node) ([]abi.Kernel, error) {
	c, err := n.CPU()
	if err != nil {
		return nil, err
	}
	return c.Metadata().Kernels()
}
