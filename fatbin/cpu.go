// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"fmt"
	"io"

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
	c := &CPU{Arch: arch, meta: &Metadata{src: f.src}}
	at, module := int64(section.off), false
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if record := bytes.TrimRight(line, "\x00"); abi.IsRecord(record) {
			if err := c.meta.add(record, at); err != nil {
				return nil, err
			}
			kind, _, _ := abi.SplitRecord(record)
			module = module || kind == abi.ModuleKind
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
