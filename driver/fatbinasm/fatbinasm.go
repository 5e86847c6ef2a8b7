// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package fatbinasm writes the assembly that embeds the fat binary of relocatable device
// code, from the symbols that host objects leave undefined.
package fatbinasm

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"gohipcc/driver/files"
	"gohipcc/fatbin"
	"gohipcc/toolchains/step"
)

// Prefixes of the symbols that host objects of relocatable device code leave
// undefined: the fat binary, and the variable that holds its handle.
const (
	fatbinPrefix = "__hip_fatbin"
	handlePrefix = "__hip_gpubin_handle"
)

// fatbinSymbols are the undefined symbols of a set of host objects.
type fatbinSymbols struct {
	undefined map[string]bool
	defined   map[string]bool
}

// addFile reads the symbols of an object or of an archive's members; other
// files have none.
func (s *fatbinSymbols) addFile(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if fatbin.IsThinArchive(data) {
		return s.addThinArchive(path, data)
	}
	if fatbin.Sniff(data) != fatbin.KindArchive {
		s.addObject(data)
		return nil
	}
	for at := 8; at+60 <= len(data); {
		size, err := strconv.ParseInt(strings.TrimSpace(string(data[at+48:at+58])), 10, 64)
		at += 60
		if err != nil || size < 0 || int64(len(data)-at) < size {
			return fmt.Errorf("%s: malformed archive member at offset %d", path, at-60)
		}
		s.addObject(data[at : at+int(size)])
		at += int(size+1) &^ 1
	}
	return nil
}

// addThinArchive reads the files that a thin archive names, relative to its folder.
func (s *fatbinSymbols) addThinArchive(path string, data []byte) error {
	members, err := fatbin.ReadArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, m := range members {
		name := m.Name
		if !filepath.IsAbs(name) {
			name = filepath.Join(filepath.Dir(path), name)
		}
		object, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		s.addObject(object)
	}
	return nil
}

func (s *fatbinSymbols) addObject(data []byte) {
	if !bytes.HasPrefix(data, []byte(elf.ELFMAG)) {
		return
	}
	// debug/elf is not made for hostile files; a linker reads this one next.
	defer func() { _ = recover() }()
	f, err := elf.NewFile(bytes.NewReader(data))
	if err != nil {
		return
	}
	syms, err := f.Symbols()
	if err != nil {
		return
	}
	for _, y := range syms {
		if !strings.HasPrefix(y.Name, fatbinPrefix) && !strings.HasPrefix(y.Name, handlePrefix) {
			continue
		}
		switch {
		case y.Section == elf.SHN_UNDEF:
			s.undefined[y.Name] = true
		case elf.ST_VISIBILITY(y.Other) != elf.STV_HIDDEN:
			s.defined[y.Name] = true
		}
	}
}

// names returns the undefined symbols with a prefix, sorted.
func (s *fatbinSymbols) names(prefix string) []string {
	var out []string
	for n := range s.undefined {
		if strings.HasPrefix(n, prefix) && !s.defined[n] {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// writeFatbinAsm writes the assembly that defines, once and with aliases, what
// the host objects leave undefined: the section .hip_fatbin with the bundle, and
// the handle.
func writeFatbinAsm(w io.Writer, bundle string, objects []string) error {
	s := fatbinSymbols{map[string]bool{}, map[string]bool{}}
	for _, o := range objects {
		if err := s.addFile(o); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "#       HIP Object Generator\n")
	define := func(names []string, section, align string, body string) {
		if len(names) == 0 {
			return
		}
		fmt.Fprintf(w, "  .protected %s\n  .type %s,@object\n  .section %s\n  .globl %s\n  .p2align %s\n", names[0], names[0], section, names[0], align)
		for _, n := range names[1:] {
			fmt.Fprintf(w, "  .globl %s\n  .set %s,%s\n", n, n, names[0])
		}
		fmt.Fprintf(w, "%s:\n  %s\n", names[0], body)
	}
	define(s.names(handlePrefix), `.hip_gpubin_handle,"aw"`, "3", ".zero 8")
	define(s.names(fatbinPrefix), `.hip_fatbin,"a",@progbits`, "12", ".incbin "+strconv.Quote(bundle))
	_, err := fmt.Fprintf(w, "  .section .note.GNU-stack, \"\", @progbits\n")
	return err
}

// TellSymbols prints, for -v, which symbols the host objects leave undefined.
func TellSymbols(w io.Writer, objects []string) {
	s := fatbinSymbols{map[string]bool{}, map[string]bool{}}
	for _, o := range objects {
		if s.addFile(o) != nil {
			return // the job itself reports it
		}
	}
	for _, n := range s.names(fatbinPrefix) {
		fmt.Fprintf(w, "Found undefined HIP fatbin symbol: %s\n", n)
	}
	for _, n := range s.names(handlePrefix) {
		fmt.Fprintf(w, "Found undefined HIP gpubin handle symbol: %s\n", n)
	}
}

// Write writes the assembly file out, which embeds bundle for the objects.
func Write(out, bundle string, objects []string) error {
	return files.Write(out, func(w io.Writer) error { return writeFatbinAsm(w, bundle, objects) })
}

// Main is the hidden mode: -fatbin-asm -o OUT --bundle=FILE OBJECT...
func Main(args []string) error {
	if len(args) < 4 || args[0] != "-o" || !strings.HasPrefix(args[2], "--bundle=") {
		return fmt.Errorf("usage: gohipcc %s -o OUT.mcin --bundle=FILE.hipfb OBJECT...", step.EmbedFatbinMode)
	}
	return Write(args[1], strings.TrimPrefix(args[2], "--bundle="), args[3:])
}
