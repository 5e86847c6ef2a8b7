// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"context"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gohipcc/toolchains"
)

// fatbinAsmMode is the hidden mode of the binary that writes the assembly file
// which embeds a fat binary of relocatable device code.
const fatbinAsmMode = "-fatbin-asm"

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
	if !bytes.HasPrefix(data, []byte("!<arch>\n")) {
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

// tellSymbols says, for -v, what the host objects leave undefined.
func tellSymbols(w io.Writer, objects []string) {
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

func fatbinAsmMain(args []string) error {
	if len(args) < 4 || args[0] != "-o" || !strings.HasPrefix(args[2], "--bundle=") {
		return fmt.Errorf("usage: gohipcc %s -o OUT.mcin --bundle=FILE.hipfb OBJECT...", fatbinAsmMode)
	}
	return writeFile(args[1], func(w io.Writer) error {
		return writeFatbinAsm(w, strings.TrimPrefix(args[2], "--bundle="), args[3:])
	})
}

// embedRDC adds the job that writes the assembly file before each job that
// assembles one. Its symbols come from the host objects of the link, so it waits
// for them.
func (p *Plan) embedRDC(jobs []*Job) []*Job {
	var out []*Job
	for i, j := range jobs {
		mcin := ""
		for _, a := range j.Argv {
			if strings.HasSuffix(a, ".mcin") {
				mcin = a
			}
		}
		if j.Kind != otherJob || mcin == "" {
			out = append(out, j)
			continue
		}
		j.verb = "embed"
		j.direct = p.assembler(j.Argv, mcin)
		bundle := ""
		made := map[string]bool{}
		for _, b := range jobs[:i] {
			if b.Kind == bundleJob && strings.HasSuffix(b.Outputs[0], ".hipfb") {
				bundle = b.Outputs[0]
			}
			for _, o := range b.Outputs {
				made[o] = true
			}
		}
		argv := []string{p.cfg.Prefix.Self, fatbinAsmMode, "-o", mcin, "--bundle=" + bundle}
		argv = append(argv, hostObjects(jobs[i+1:], made, j.Outputs)...)
		out = append(out, &Job{Kind: localJob, verb: "embed", Argv: argv, Input: -1, Outputs: []string{mcin},
			Run: func(ctx context.Context, stdout, stderr io.Writer) error {
				if p.Args.Has("v") {
					tellSymbols(stderr, argv[5:])
				}
				return fatbinAsmMain(argv[2:])
			}}, j)
	}
	return out
}

// assembler returns the line of clang's integrated assembler that a command of
// clang's driver runs, so that the driver is not started for it; nil when there
// is none.
func (p *Plan) assembler(driver []string, source string) []string {
	out := valueAfter(driver, "-o")
	q := &toolchains.Question{Exts: []string{filepath.Ext(source)}, OutExt: filepath.Ext(out)}
	for _, a := range driver[1:] {
		switch a {
		case source:
			a = toolchains.InToken(0)
		case out:
			a = toolchains.OutToken
		}
		q.Args = append(q.Args, a)
	}
	ans, err := p.cfg.Learner.Ask(context.Background(), q)
	if err != nil || ans.Failed || len(ans.Commands) != 1 || len(ans.Commands[0]) < 2 || ans.Commands[0][1] != "-cc1as" {
		return nil
	}
	return p.realise(ans, toolchains.Names{Inputs: []string{source}, Output: out})[0]
}

// hostObjects returns the objects and archives that the next host link or
// archive job takes, but for those in not.
func hostObjects(jobs []*Job, made map[string]bool, not []string) []string {
	var objs, dirs []string
	for _, j := range jobs {
		if j.Kind != hostLinkJob && j.Kind != archiveJob {
			continue
		}
		for i, a := range j.Argv[1:] {
			switch {
			case slices.Contains(not, a) || slices.Contains(j.Outputs, a) || slices.Contains(objs, a):
			case made[a]:
				objs = append(objs, a)
			case strings.HasPrefix(a, "-L"):
				dirs = append(dirs, a[2:])
			case strings.HasPrefix(a, "-l"):
				name := "lib" + a[2:] + ".a"
				if rest, ok := strings.CutPrefix(a, "-l:"); ok {
					name = rest
				}
				for _, d := range dirs {
					// Libraries of the system have no device code; those that
					// came with a -L of the user may.
					f := filepath.Join(d, name)
					if !strings.HasPrefix(d, "/usr/") && !strings.HasPrefix(d, "/lib") && exists(f) {
						objs = append(objs, f)
						break
					}
				}
			case !strings.HasPrefix(a, "-") && (strings.HasSuffix(a, ".o") || strings.Contains(filepath.Base(a), ".a")) && !strings.HasPrefix(j.Argv[i], "-") && isRegular(a) && !strings.Contains(filepath.Base(a), "crt"):
				objs = append(objs, a)
			}
		}
		break
	}
	return objs
}

func isRegular(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}
