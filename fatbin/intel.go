// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"io"
	"strconv"
	"strings"

	"gohipcc/abi"
	"gohipcc/target"
)

// What ocloc writes (compute-runtime, "zebin/elf.md", and "ocl_igc_shared/executable_format" of the
// graphics compiler): an ELF file with the machine of Intel's GPUs or, for older ones and by older
// releases, one without a machine and a type of its own. Both have the SPIR-V that they were made of.
const (
	emIntelGT         = 205
	etIntelExecutable = 0xff04
)

// intelSPIRV are the sections with the SPIR-V, by the format of the file.
var intelSPIRV = map[bool]string{true: ".spv", false: "SPIRV Object"}

// Intel describes code of an Intel GPU.
type Intel struct {
	Format string // "zebin" or "patch tokens"
	SPIRV  *SPIRV // what the code was made of, with the metadata records

	module source
	elf    *elfFile
}

// Processor returns the GPU that the code is for, as the records have it; empty: there are none.
func (x *Intel) Processor() string {
	if m := x.SPIRV.Metadata(); m != nil {
		return m.Module.Processor
	}
	return ""
}

// Module returns the bytes of the SPIR-V.
func (x *Intel) Module() ([]byte, error) { return x.module.all() }

// ReadIntel reads code of an Intel GPU.
func ReadIntel(r io.ReaderAt, size int64) (*Intel, error) {
	return readIntel(newSource(r, size, "Intel image"))
}

func readIntel(s source) (*Intel, error) {
	f, err := readELF(s)
	if err != nil {
		return nil, err
	}
	f.src.format = s.format
	zebin := f.machine == emIntelGT
	if !zebin && (f.machine != 0 || f.typ != etIntelExecutable) {
		return nil, f.src.errAt(18, f.machine, "machine %d (Intel's GPUs), or type %#x", emIntelGT, etIntelExecutable)
	}
	name := intelSPIRV[zebin]
	section := f.find(name)
	if section == nil {
		return nil, f.src.errAt(0, nil, "a section %q with the SPIR-V", name)
	}
	x := &Intel{Format: "patch tokens", elf: f}
	if zebin {
		x.Format = "zebin"
	}
	if x.module, err = f.window(section); err != nil {
		return nil, err
	}
	x.SPIRV, err = readSPIRV(x.module)
	if err != nil {
		return nil, err
	}
	return x, nil
}

// IntelUsage is what a kernel takes on the GPU.
type IntelUsage struct {
	Name    string
	Code    uint64 // bytes of instructions
	SIMD    uint64 // work-items of a hardware thread
	Scratch uint64 // bytes of memory for private variables and spilled registers, of a hardware thread
	Spill   uint64 // bytes of spilled registers
}

// Usage lists the resources of kernels in the order of the file; none for patch tokens, which
// encode them differently.
func (x *Intel) Usage() ([]IntelUsage, error) {
	const code = ".text."
	info := x.elf.find(".ze_info")
	if info == nil {
		return nil, nil
	}
	text, err := x.elf.data(info)
	if err != nil {
		return nil, err
	}
	list := parseZeInfo(string(text))
	for i := range list {
		if s := x.elf.find(code + list[i].Name); s != nil {
			list[i].Code = s.size
		}
	}
	return list, nil
}

// parseZeInfo reads the list of kernels out of a zebin's YAML, as ocloc writes it.
func parseZeInfo(text string) []IntelUsage {
	var out []IntelUsage
	section, buffer := "", ""
	for line := range strings.Lines(text) {
		item := strings.TrimSpace(line)
		if item != "" && line[0] != ' ' {
			section = item
			continue
		}
		key, value, _ := strings.Cut(strings.TrimPrefix(item, "- "), ":")
		value = strings.Trim(strings.TrimSpace(value), "'\"")
		if section != "kernels:" {
			continue
		}
		if strings.HasPrefix(line, "  - name:") {
			out = append(out, IntelUsage{Name: value})
			buffer = ""
			continue
		}
		if len(out) == 0 {
			continue
		}
		k := &out[len(out)-1]
		n, _ := strconv.ParseUint(value, 10, 64)
		switch key {
		case "simd_size":
			k.SIMD = n
		case "spill_size":
			k.Spill = n
		case "type":
			buffer = value
		case "size":
			if buffer == "scratch" {
				k.Scratch += n
			}
		}
		if strings.HasSuffix(item, "_arguments:") {
			buffer = ""
		}
	}
	return out
}

var intelFormat = format{image: true, elf: true, extension: ".bin", offload: 1, target: intelTarget, kernels: intelKernels}

func intelTarget(n *Node) EntryID {
	x, err := n.Intel()
	if err != nil {
		return EntryID{}
	}
	return EntryID{Kind: "hip", Arch: target.SPIRGen, Vendor: "unknown", OS: "unknown", Target: target.ID{Processor: x.Processor()}}
}

func intelKernels(n *Node) ([]abi.Kernel, error) {
	x, err := n.Intel()
	if err != nil {
		return nil, err
	}
	return x.SPIRV.Kernels()
}
