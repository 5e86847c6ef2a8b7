// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// instFormat is an instruction format of the ISA documents ("Microcode Formats"): its identifying
// bits, the position of the opcode, and operands to try until one decodes.
type instFormat struct {
	name     string
	from, to int // generations
	base     uint32
	op       [][2]uint // offset and width of the opcode's fields, low field first
	fills    [][]uint32
}

func opField(shift, width uint) [][2]uint { return [][2]uint{{shift, width}} }

// Operand bits. A VGPR as a 9-bit source is 0x100 plus its number; 0xf9, 0xfa and 0xe9 mean that a
// word for SDWA, DPP16 or DPP8 follows.
var (
	vop3Sources  = []uint32{0x1<<8 | 4, 0x108 | 0x10c<<9 | 0x110<<18}
	vop3Scalars  = []uint32{0x4, 0x8 | 0xc<<9 | 0x10<<18}
	vop3Mixed    = []uint32{0x4, 0x108 | 0xc<<9 | 0x10<<18}
	vop3Plain    = []uint32{0x4, 0x108 | 0x10c<<9 | 0x110<<18}
	vop3Lane     = []uint32{0x4, 0x8 | 0x10c<<9 | 0x110<<18}
	vop3Carry    = []uint32{4, 0x108 | 0x10c<<9 | 0x10<<18}
	vop3Select   = []uint32{0x4, 0x108 | 0xc<<9 | 0x10<<18}
	vop3DPP      = []uint32{0x4, 0xfa | 0x10c<<9 | 0x110<<18, 0xff00e408}
	vop3MaskDPP  = []uint32{0x4, 0xfa | 0x10c<<9 | 0x10<<18, 0xff00e408}
	vop3pSources = []uint32{0x4004, 0x18000108 | 0x10c<<9 | 0x110<<18}
	mfmaSources  = []uint32{0x8004, 0x108 | 0x110<<9 | 0x100<<18}
	wmmaSources  = []uint32{0x4020, 0x18000100 | 0x108<<9 | 0x120<<18}
)

// dsStores are operands of LDS instructions without a result, or without an address.
var dsStores = [][]uint32{{4, 0x00080604}, {4, 0x00000604}, {4, 0x0a000604}, {4, 0x0a000000}, {4, 0x00000600}}

// fillsOf lists operand words for instructions of two and three words.
func fillsOf(list ...[]uint32) [][]uint32 { return list }

var instFormats = []instFormat{
	{"SOP2", 9, 12, 0x80000000, opField(23, 6), fillsOf([]uint32{0x020804}, []uint32{0x02ff04, 0x12345})},
	{"SOP2", 9, 12, 0xa0000000, opField(23, 5), fillsOf([]uint32{0x020804}, []uint32{0x02ff04, 0x12345})},
	{"SOPK", 9, 12, 0xb0000000, opField(23, 5), fillsOf([]uint32{0x02f801, 7}, []uint32{0x02f801})},
	{"SOP1", 9, 12, 0xbe800000, opField(8, 8), fillsOf([]uint32{0x020004}, []uint32{0x0200c1})},
	{"SOPC", 9, 12, 0xbf000000, opField(16, 7), fillsOf([]uint32{0x0804})},
	{"SOPP", 9, 12, 0xbf800000, opField(16, 7), fillsOf([]uint32{0xffff}, []uint32{0})},
	{"SMEM", 9, 9, 0xc0000000, opField(18, 8), fillsOf([]uint32{0x20102, 0x10}, []uint32{0x00102, 0x10})},
	{"SMEM", 10, 11, 0xf4000000, opField(18, 8), fillsOf([]uint32{0x0102, 0xfa000010}, []uint32{0x0102, 0xf8000010})},
	{"SMEM", 12, 12, 0xf4000000, opField(13, 6), fillsOf([]uint32{0x0102, 0xf8000010})},
	{"VOP2", 9, 12, 0x00000000, opField(25, 6), fillsOf([]uint32{0x040904, 0x3c00}, []uint32{0x040906, 0x3c00})},
	{"VOP2 SDWA", 9, 10, 0x00000000, opField(25, 6), fillsOf([]uint32{0x0408f9, 0x06060604})},
	{"VOP2 DPP", 9, 12, 0x00000000, opField(25, 6), fillsOf([]uint32{0x0408fa, 0xff00e404})},
	{"VOP2 DPP8", 10, 12, 0x00000000, opField(25, 6), fillsOf([]uint32{0x0408e9, 0x00fac604})},
	{"VOP1", 9, 12, 0x7e000000, opField(9, 8), fillsOf([]uint32{0x040104}, []uint32{0x040106, 0x12345}, []uint32{0x040004}, []uint32{0})},
	{"VOP1 SDWA", 9, 10, 0x7e000000, opField(9, 8), fillsOf([]uint32{0x0400f9, 0x00060604})},
	{"VOP1 DPP", 9, 12, 0x7e000000, opField(9, 8), fillsOf([]uint32{0x0400fa, 0xff00e404})},
	{"VOPC", 9, 12, 0x7c000000, opField(17, 8), fillsOf([]uint32{0x0904})},
	{"VOPC SDWA", 9, 10, 0x7c000000, opField(17, 8), fillsOf([]uint32{0x08f9, 0x06060004})},
	{"VOPC DPP", 10, 12, 0x7c000000, opField(17, 8), fillsOf([]uint32{0x08fa, 0xff00e404})},
	{"VOP3", 9, 9, 0xd0000000, opField(16, 10), fillsOf(vop3Sources, vop3Plain, vop3Scalars, vop3Mixed, vop3Lane, vop3Carry, vop3Select)},
	{"VOP3", 10, 12, 0xd4000000, opField(16, 10), fillsOf(vop3Sources, vop3Plain, vop3Scalars, vop3Mixed, vop3Lane, vop3Carry, vop3Select)},
	{"VOP3 DPP", 11, 12, 0xd4000000, opField(16, 10), fillsOf(vop3DPP, vop3MaskDPP)},
	{"VOP3P", 9, 9, 0xd3800000, opField(16, 7), fillsOf(vop3pSources, mfmaSources)},
	{"VOP3P", 10, 12, 0xcc000000, opField(16, 7), fillsOf(vop3pSources, wmmaSources)},
	{"VOP3PX", 9, 9, 0xd3ac0000, nil, fillsOf([]uint32{0, 0x108 | 0x10c<<9, 0xd3ad0800, 0x110 | 0x120<<9 | 0x100<<18}, []uint32{0, 0x108 | 0x10c<<9, 0xd3ae0800, 0x110 | 0x120<<9 | 0x100<<18})},
	{"VOPD X", 11, 12, 0xc8000000, opField(22, 4), fillsOf([]uint32{0x8<<17 | 0x0504, 0x02020105}, []uint32{0x8<<17 | 0x0104, 0x02020105})},
	{"VOPD Y", 11, 12, 0xca000000, opField(17, 5), fillsOf([]uint32{0x0104, 0x02020705}, []uint32{0x0104, 0x02020105})},
	{"DS", 9, 9, 0xd8000000, opField(17, 8), fillsOf(dsStores[0], dsStores[1], dsStores[2], dsStores[3], dsStores[4], []uint32{0x4, 0x0a080604}, []uint32{0x4, 0x0a000004}, []uint32{0x10004, 0x0a080604})},
	{"DS", 10, 12, 0xd8000000, opField(18, 8), fillsOf(dsStores[0], dsStores[1], dsStores[2], dsStores[3], dsStores[4], []uint32{0x4, 0x0a080604}, []uint32{0x20004, 0x0a080604})},
	{"FLAT", 9, 9, 0xdc000000, opField(18, 7), fillsOf([]uint32{0, 0x0a000004}, []uint32{0, 0x00000604}, []uint32{0x10000, 0x0a000604})},
	{"FLAT", 10, 10, 0xdc000000, opField(18, 7), fillsOf([]uint32{0, 0x0a7d0004}, []uint32{0, 0x007d0604}, []uint32{0x10000, 0x0a7d0604}, []uint32{0, 0x0a7f0604}, []uint32{0x10000, 0x0a7f0604})},
	{"SCRATCH", 9, 10, 0xdc004000, opField(18, 7), fillsOf([]uint32{4, 0x0a7f0604}, []uint32{4, 0x0a7d0604})},
	{"GLOBAL", 9, 10, 0xdc008000, opField(18, 7), fillsOf([]uint32{4, 0x0a7f0604}, []uint32{4, 0x0a080604}, []uint32{0x10004, 0x0a7f0604})},
	{"FLAT", 11, 11, 0xdc000000, opField(18, 7), fillsOf([]uint32{0, 0x0a7c0604}, []uint32{0x4000, 0x0a7c0604})},
	{"SCRATCH", 11, 11, 0xdc010000, opField(18, 7), fillsOf([]uint32{4, 0x0afc0604})},
	{"GLOBAL", 11, 11, 0xdc020000, opField(18, 7), fillsOf([]uint32{4, 0x0a7c0604}, []uint32{4, 0x0a080604}, []uint32{0x4004, 0x0a7c0604})},
	{"FLAT", 12, 12, 0xec000000, opField(14, 8), fillsOf([]uint32{0x7c, 0x03000008, 0x404}, []uint32{0x7c, 0x03100008, 0x404})},
	{"SCRATCH", 12, 12, 0xed000000, opField(14, 8), fillsOf([]uint32{0x7c, 0x03020008, 0x404})},
	{"GLOBAL", 12, 12, 0xee000000, opField(14, 8), fillsOf([]uint32{0x7c, 0x03000008, 0x404}, []uint32{0x08, 0x03000008, 0x404}, []uint32{0x7c, 0x03100008, 0x404})},
	{"MUBUF", 9, 11, 0xe0000000, opField(18, 7), fillsOf([]uint32{0, 0})},
	{"MUBUF", 9, 10, 0xe0001000, opField(18, 7), fillsOf([]uint32{8, 0x80020604}, []uint32{0x4008, 0x80020604}, []uint32{0x10008, 0x80020604})},
	{"MUBUF", 11, 11, 0xe0000000, opField(18, 8), fillsOf([]uint32{8, 0x80420604}, []uint32{0x4008, 0x80420604})},
	{"VBUFFER", 12, 12, 0xc4000000, opField(14, 8), fillsOf([]uint32{0x7c, 0x40001006, 0x804}, []uint32{0x7c, 0x40101006, 0x804})},
	{"MTBUF", 9, 9, 0xe8001000, opField(15, 4), fillsOf([]uint32{8 | 0x7a<<19, 0x80020604})},
	{"MTBUF", 10, 10, 0xe8001000, [][2]uint{{16, 3}}, fillsOf([]uint32{8 | 0x16<<19, 0x80020604}, []uint32{8 | 0x16<<19, 0x80220604})},
	{"MTBUF", 11, 11, 0xe8000000, opField(15, 4), fillsOf([]uint32{8 | 0x16<<19, 0x80420604})},
	{"MTBUF", 12, 12, 0xc4200000, opField(14, 7), fillsOf([]uint32{0x7c, 0x4b001006, 0x804})},
	{"MIMG", 9, 9, 0xf0001000, opField(18, 7), fillsOf([]uint32{0xf00, 0x00010604}, []uint32{0x100, 0x00010604}, []uint32{0x300, 0x00010604}, []uint32{0xf00, 0x00610604}, []uint32{0x8f00, 0x00610604}, []uint32{0x100, 0x00610604}, []uint32{0x300, 0x00610604})},
	{"MIMG", 10, 10, 0xf0001000, [][2]uint{{18, 7}, {0, 1}}, fillsOf([]uint32{0xf08, 0x00010604}, []uint32{0x108, 0x00010604}, []uint32{0x308, 0x00010604}, []uint32{0xf08, 0x00610604}, []uint32{0x108, 0x00610604}, []uint32{0x308, 0x00610604})},
	{"MIMG", 11, 11, 0xf0000000, opField(18, 8), fillsOf([]uint32{0xf04, 0x00020604}, []uint32{0x104, 0x00020604}, []uint32{0x304, 0x00020604}, []uint32{0xf04, 0x18020604}, []uint32{0x104, 0x18020604}, []uint32{0x304, 0x18020604})},
	{"VIMAGE", 12, 12, 0xd0000000, opField(14, 8), fillsOf([]uint32{0x03c00001, 0x00001006, 0x0804}, []uint32{0x00400001, 0x00001006, 0x0804}, []uint32{0x00c00001, 0x00001006, 0x0804})},
	{"VSAMPLE", 12, 12, 0xe4000000, opField(14, 8), fillsOf([]uint32{0x03c00001, 0x10001006, 0x0a080604}, []uint32{0x00400001, 0x10001006, 0x0a080604})},
	{"VINTERP", 11, 12, 0xcd000000, opField(16, 7), fillsOf([]uint32{4, 0x108 | 0x10c<<9 | 0x110<<18})},
	{"LDSDIR", 11, 12, 0xce000000, opField(20, 2), fillsOf([]uint32{4})},
	{"EXP", 9, 12, 0xf8000000, opField(4, 6), fillsOf([]uint32{0xf, 0x04030201})},
	{"VINTRP", 9, 9, 0xd4000000, opField(16, 2), fillsOf([]uint32{4 << 18})},
	{"VINTRP", 10, 10, 0xc8000000, opField(16, 2), fillsOf([]uint32{4 << 18})},
}

// slotWords is the space for one instruction; it is padded with s_nop.
const slotWords = 8

// candidates returns instruction words for every opcode of a generation.
func candidates(gen int) (words []uint32) {
	for _, f := range instFormats {
		if gen < f.from || gen > f.to {
			continue
		}
		bits := uint(0)
		for _, p := range f.op {
			bits += p[1]
		}
		for op := range uint32(1) << bits {
			first, rest := f.base, op
			for _, p := range f.op {
				first |= rest & (1<<p[1] - 1) << p[0]
				rest >>= p[1]
			}
			for _, fill := range f.fills {
				slot := slices.Repeat([]uint32{0xbf800000}, slotWords)
				copy(slot, fill)
				slot[0] = first | fill[0]
				words = append(words, slot...)
			}
		}
	}
	return words
}

// assembled returns an object file with the words for a processor.
func assembled(t *testing.T, target string, words []uint32) []byte {
	t.Helper()
	var src bytes.Buffer
	for _, w := range words {
		fmt.Fprintf(&src, ".long %#x\n", w)
	}
	path := filepath.Join(t.TempDir(), "code.o")
	cmd := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+target, "-filetype=obj", "-o", path)
	cmd.Stdin = &src
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc for %s: %v\n%s", target, err, out)
	}
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return image
}

var errUntried = errors.New("not tried")

// compiled compiles every opcode that LLVM's disassembler knows for a processor. The result maps
// every mnemonic to the error of the first of its operands that the emulator rejects.
func compiled(t *testing.T, target string) map[string]error {
	t.Helper()
	c := &code{decoder: newDecoder(target)}
	words := candidates(c.gen)
	text, err := disassemble(assembled(t, target, words), false)
	if err != nil {
		t.Fatal(err)
	}
	// Branch targets are starts of instructions, forwards or backwards.
	const base = 1 << 20
	c.byWord = make([]int32, len(words)+2*base)
	result, seen := map[string]error{}, map[string]bool{}
	for scan := bufio.NewScanner(bytes.NewReader(text)); scan.Scan(); {
		l, err := parseLine(scan.Text())
		if err != nil {
			t.Fatal(err)
		}
		if l == nil || l.addr%(4*slotWords) != 0 || strings.HasPrefix(l.name, ".") {
			continue
		}
		l.addr += base
		name := strings.TrimSuffix(strings.TrimSuffix(l.name, "_e32"), "_e64")
		if l.dual != nil {
			name = "v_dual " + l.name + " " + l.dual.name
		}
		if _, gds := l.mods["gds"]; gds && result[name] == nil && len(result) > 0 && seen[name] {
			continue // compilers use GDS only for global wave sync
		}
		seen[name] = true
		if strings.Contains(l.text, "Invalid ") {
			// Decoded, but with operands that the instruction cannot have.
			if _, ok := result[name]; !ok {
				result[name] = fmt.Errorf("%w: instFormats has no operands for %s", errUntried, l.text)
			}
			continue
		}
		_, err = c.compile(l)
		if err != nil && (strings.Contains(err.Error(), "is not a scalar") || strings.Contains(err.Error(), "of an atomic")) {
			// A mask in a VGPR or an empty DMASK: the disassembler accepts them.
			err = errUntried
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", l.text, err)
		}
		if old, ok := result[name]; !ok || errors.Is(old, errUntried) || old == nil && !errors.Is(err, errUntried) {
			result[name] = err
		}
	}
	return result
}

// coverageTargets represent the generations and their variants.
var coverageTargets = []string{"gfx906", "gfx908", "gfx90a", "gfx942", "gfx950", "gfx1010", "gfx1030", "gfx1100", "gfx1150", "gfx1201", "gfx1250"}

// unknownFile lists the instructions that the emulator does not implement: mnemonic, processors and
// reason, separated by tabs. GOHIP_UPDATE_UNKNOWN=1 rewrites it, and keeps the reasons.
const (
	unknownFile   = "testdata/amd/unknown.txt"
	updateUnknown = "GOHIP_UPDATE_UNKNOWN"
)

// The emulator implements every instruction that LLVM's disassembler knows, except those listed
// with a reason.
func TestCoverage(t *testing.T) {
	path := filepath.Join(testtree.Root(t), unknownFile)
	listed, reasons := readUnknown(t, path)
	unknown := map[string][]string{}
	for _, target := range coverageTargets {
		all := compiled(t, target)
		missing := 0
		for _, name := range slices.Sorted(maps.Keys(all)) {
			err := all[name]
			if err != nil {
				missing++
				unknown[name] = append(unknown[name], target)
			}
			switch known := !slices.Contains(listed[name], target); {
			case err != nil && known:
				t.Errorf("%s: %s is neither known nor in %s: %v", target, name, unknownFile, err)
			case err == nil && !known:
				t.Errorf("%s: %s is in %s, but the emulator runs it", target, name, unknownFile)
			}
		}
		t.Logf("%s: %d mnemonics, %d unknown", target, len(all), missing)
		if len(all) < 1000 {
			t.Errorf("%s: LLVM decodes %d mnemonics only; instFormats is wrong", target, len(all))
		}
	}
	if os.Getenv(updateUnknown) != "" {
		writeUnknown(t, path, unknown, reasons)
	}
}

func readUnknown(t *testing.T, path string) (targets map[string][]string, reasons map[string]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	targets, reasons = map[string][]string{}, map[string]string{}
	for n, s := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if strings.HasPrefix(s, "#") {
			continue
		}
		f := strings.Split(s, "\t")
		if len(f) != 3 || strings.TrimSpace(f[2]) == "" {
			t.Fatalf("%s:%d: %q is no mnemonic, processors and reason", unknownFile, n+1, s)
		}
		targets[f[0]], reasons[f[0]] = strings.Fields(f[1]), f[2]
	}
	return targets, reasons
}

func writeUnknown(t *testing.T, path string, unknown map[string][]string, reasons map[string]string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("# Instructions that LLVM decodes and the emulator does not run: mnemonic, processors, reason.\n")
	for _, name := range slices.Sorted(maps.Keys(unknown)) {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", name, strings.Join(unknown[name], " "), reasons[name])
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
