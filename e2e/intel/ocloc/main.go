// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command ocloc is a contract double of Intel's ocloc, for machines without one. It takes the command lines that gohipcc
// gives it, compiles nothing, and writes a file of the form of ocloc's with the SPIR-V in it.
package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
)

func main() {
	if err := compile(os.Args[1:]); err != nil {
		fmt.Println(err)
		os.Exit(245)
	}
}

func compile(args []string) error {
	if len(args) == 0 || args[0] != "compile" || !slices.Contains(args, "-spirv_input") || !slices.Contains(args, "-output_no_suffix") {
		return fmt.Errorf("the double does not know %q", args)
	}
	value := func(name string) string {
		if i := slices.Index(args, name); i >= 0 && i+1 < len(args) {
			return args[i+1]
		}
		return ""
	}
	if value("-device") == "cri" {
		return fmt.Errorf("Could not determine device target: %s", value("-device"))
	}
	module, err := os.ReadFile(value("-file"))
	if err != nil {
		return err
	}
	return os.WriteFile(value("-output")+".bin", image(module), 0o644)
}

// image returns an ELF file for Intel's GPUs with the sections .spv and .shstrtab.
func image(module []byte) []byte {
	const names, machine = "\x00.spv\x00.shstrtab\x00", 205
	const spv = elf.SectionType(0xff000009)
	at := uint64(binary.Size(elf.Header64{}))
	h := elf.Header64{Type: 0xff12, Machine: machine, Version: 1, Shoff: at + uint64(len(module)+len(names)),
		Ehsize: uint16(at), Shentsize: 64, Shnum: 3, Shstrndx: 2}
	copy(h.Ident[:], append([]byte(elf.ELFMAG), byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB), byte(elf.EV_CURRENT)))
	var b bytes.Buffer
	for _, part := range []any{h, module, []byte(names), []elf.Section64{
		{},
		{Name: 1, Type: uint32(spv), Off: at, Size: uint64(len(module))},
		{Name: 6, Type: uint32(elf.SHT_STRTAB), Off: at + uint64(len(module)), Size: uint64(len(names))},
	}} {
		binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}
