// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
)

// line is an instruction as printed by llvm-objdump.
type line struct {
	addr uint64 // as linked
	size uint64 // bytes
	name string // mnemonic
	ops  []operand
	mods map[string]string // "offset" → "4", "glc" → ""
	text string
	dual *line // the second half of a VOPD instruction
}

// operandKind is the kind of an operand.
type operandKind uint8

const (
	kindNone    operandKind = iota // off, null
	kindVGPR                       // reg, n
	kindAGPR                       // reg, n; at an offset in the VGPRs of unified register files
	kindSGPR                       // reg, n; vcc, ttmp and m0 too
	kindExec                       // reg 126 or 127
	kindConst                      // val, or fval when real
	kindSpecial                    // val is one of special's
	kindText                       // hwreg(…), sendmsg(…): text only
)

// Numbers of the named scalar registers (the encoding of SSRC operands).
const (
	regFlatScratch = 102
	regXNACKMask   = 104
	regVCC         = 106
	regTTMP        = 108
	regM0          = 124
	regExec        = 126
	numSGPRs       = 128
)

type operand struct {
	kind    operandKind
	reg, n  int // first register, number of 32-bit registers
	val     uint64
	fval    float64
	real    bool   // val holds fval's bits in the operand's type
	scale   uint64 // bytes that a 32-bit offset counts; 0: one
	literal bool   // printed in hexadecimal: a literal
	wide    bool   // of 64 bits, although 32 would do
	neg     bool
	abs     bool
	sext    bool
	half    int8 // 16-bit half: 0 unspecified, 1 low (v0.l), 2 high (v0.h)
	text    string
}

// objdumps lists the paths of LLVM's disassembler to try: GOHIP_LLVM_OBJDUMP, PATH, Debian's and
// ROCm's directories, newest LLVM first.
func objdumps() []string {
	if p := secure.Getenv("GOHIP_LLVM_OBJDUMP"); p != "" {
		return []string{p}
	}
	var found []string
	for _, pattern := range []string{"/usr/lib/llvm-*/bin/llvm-objdump", "/opt/rocm*/llvm/bin/llvm-objdump"} {
		list, _ := filepath.Glob(pattern)
		sort.Slice(list, func(i, j int) bool {
			return len(list[i]) > len(list[j]) || len(list[i]) == len(list[j]) && list[i] > list[j]
		})
		found = append(found, list...)
	}
	if p, err := exec.LookPath("llvm-objdump"); err == nil {
		found = append(found, p)
	}
	return found
}

// disassemble runs llvm-objdump on a code object. Some operands depend on the wavefront size, which
// the ELF file does not record.
func disassemble(image []byte, wave64 bool) ([]byte, error) {
	tools := objdumps()
	if len(tools) == 0 {
		return nil, errors.New("emulator: no llvm-objdump in /usr/lib/llvm-*/bin, /opt/rocm*/llvm/bin or the PATH; install LLVM's tools (llvm-22) or set GOHIP_LLVM_OBJDUMP")
	}
	f, err := os.CreateTemp("", "gohip-emulator-*.co")
	if err != nil {
		return nil, err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(image)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return nil, err
	}
	var stderr bytes.Buffer
	args := []string{"-d", "--no-print-imm-hex", f.Name()}
	if wave64 {
		args = append(args, "--mattr=+wavefrontsize64")
	}
	cmd := exec.Command(tools[0], args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("emulator: %s: %v: %s", tools[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}

// encoding matches the end of a disassembled line: address and words.
var encoding = lazyregexp.New(`// ([0-9A-F]{12,16}): ((?:[0-9A-F]{8} ?)+)(?:<.*>)?$`)

// parseLine parses a line of llvm-objdump; the result is nil if it is not an instruction.
func parseLine(s string) (*line, error) {
	if !strings.HasPrefix(s, "\t") {
		return nil, nil
	}
	m := encoding.FindStringSubmatchIndex(s)
	if m == nil {
		return nil, nil
	}
	l := &line{text: strings.TrimSpace(s[:m[0]])}
	var err error
	if l.addr, err = strconv.ParseUint(s[m[2]:m[3]], 16, 64); err != nil {
		return nil, err
	}
	l.size = uint64(4 * len(strings.Fields(s[m[4]:m[5]])))
	text := l.text
	if first, second, ok := strings.Cut(text, " :: "); ok {
		text = first
		l.dual = &line{addr: l.addr, size: l.size, text: second}
		l.dual.parse(second)
	}
	l.parse(text)
	return l, nil
}

func (l *line) parse(text string) {
	name, rest, _ := strings.Cut(text, " ")
	l.name, l.mods = name, map[string]string{}
	parts := splitTop(rest, ',')
	for i, p := range parts {
		words := splitTop(p, ' ')
		if len(words) == 0 {
			continue
		}
		first := words[0]
		if i == 0 && isModifier(first) {
			// An instruction with modifiers but no operands.
			l.modifiers(words)
			continue
		}
		l.ops = append(l.ops, parseOperand(first))
		l.modifiers(words[1:])
	}
}

var modifierNames = map[string]bool{"gds": true, "glc": true, "slc": true, "dlc": true, "sc0": true, "sc1": true, "nt": true}

func isModifier(w string) bool {
	name, _, _ := strings.Cut(w, ":")
	return modifierNames[name] || strings.HasPrefix(w, "offset:") || strings.HasPrefix(w, "scope:")
}

func (l *line) modifiers(words []string) {
	for _, w := range words {
		name, value, _ := strings.Cut(w, ":")
		l.mods[name] = value
	}
}

// splitTop splits at a byte outside brackets and bars, and drops empty parts.
func splitTop(s string, at byte) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == at && depth == 0 {
			if p := strings.TrimSpace(s[start:i]); p != "" {
				out = append(out, p)
			}
			start = i + 1
			continue
		}
		switch s[i] {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		}
	}
	return out
}

// scalars are the named scalar registers.
var scalars = map[string]operand{
	"vcc": {kind: kindSGPR, reg: regVCC, n: 2}, "vcc_lo": {kind: kindSGPR, reg: regVCC, n: 1}, "vcc_hi": {kind: kindSGPR, reg: regVCC + 1, n: 1},
	"exec": {kind: kindExec, reg: regExec, n: 2}, "exec_lo": {kind: kindExec, reg: regExec, n: 1}, "exec_hi": {kind: kindExec, reg: regExec + 1, n: 1},
	"m0":           {kind: kindSGPR, reg: regM0, n: 1},
	"flat_scratch": {kind: kindSGPR, reg: regFlatScratch, n: 2}, "flat_scratch_lo": {kind: kindSGPR, reg: regFlatScratch, n: 1}, "flat_scratch_hi": {kind: kindSGPR, reg: regFlatScratch + 1, n: 1},
	"xnack_mask": {kind: kindSGPR, reg: regXNACKMask, n: 2}, "xnack_mask_lo": {kind: kindSGPR, reg: regXNACKMask, n: 1}, "xnack_mask_hi": {kind: kindSGPR, reg: regXNACKMask + 1, n: 1},
	"off": {}, "null": {},
}

// Special values of source operands.
const (
	specialSharedBase = iota
	specialSharedLimit
	specialPrivateBase
	specialScratchBase
	specialScratchBaseHigh
	specialPrivateLimit
	specialSCC
	specialVCCZ
	specialEXECZ
)

var specials = map[string]uint64{
	"src_shared_base": specialSharedBase, "src_shared_limit": specialSharedLimit,
	"src_flat_scratch_base_lo": specialScratchBase, "src_flat_scratch_base_hi": specialScratchBaseHigh,
	"src_private_base": specialPrivateBase, "src_private_limit": specialPrivateLimit,
	"src_scc": specialSCC, "scc": specialSCC, "src_vccz": specialVCCZ, "vccz": specialVCCZ, "src_execz": specialEXECZ, "execz": specialEXECZ,
}

// modifiers are the notations around an operand that modify the value read.
var modifiers = []struct {
	before, after string
	set           func(*operand)
}{
	{"|", "|", func(o *operand) { o.abs = true }},
	{"neg(", ")", func(o *operand) { o.neg = true }},
	{"abs(", ")", func(o *operand) { o.abs = true }},
	{"lit(", ")", func(*operand) {}},                    // a literal although an inline constant is possible
	{"lit64(", ")", func(o *operand) { o.wide = true }}, // a literal of 64 bits, whose high half is zero
	{"sext(", ")", func(o *operand) { o.sext = true }},
}

// strip removes the outermost modifier, if there is one.
func (o *operand) strip(t string) (string, bool) {
	if len(t) > 1 && t[0] == '-' && (t[1] < '0' || t[1] > '9') {
		o.neg = true
		return t[1:], true
	}
	for _, m := range modifiers {
		if len(t) > len(m.before)+len(m.after) && strings.HasPrefix(t, m.before) && strings.HasSuffix(t, m.after) {
			m.set(o)
			return t[len(m.before) : len(t)-len(m.after)], true
		}
	}
	return t, false
}

func parseOperand(s string) operand {
	o := operand{text: s}
	t := s
	for more := true; more; {
		t, more = o.strip(t)
	}
	if r, ok := scalars[t]; ok {
		o.kind, o.reg, o.n = r.kind, r.reg, r.n
		return o
	}
	if o.register(t) {
		return o
	}
	if v, ok := specials[t]; ok {
		o.kind, o.val = kindSpecial, v
		return o
	}
	if !o.parseNumber(t) {
		o.kind = kindText
	}
	return o
}

// registerFiles are the prefixes of numbered registers.
var registerFiles = []struct {
	prefix string
	kind   operandKind
	base   int
}{{"ttmp", kindSGPR, regTTMP}, {"v", kindVGPR, 0}, {"a", kindAGPR, 0}, {"s", kindSGPR, 0}}

// register parses a register or a range of registers: v7, s[4:7], v3.h.
func (o *operand) register(t string) bool {
	name, isHalf := strings.CutSuffix(t, ".l")
	if isHalf {
		o.half = 1
	} else if name, isHalf = strings.CutSuffix(t, ".h"); isHalf {
		o.half = 2
	}
	for _, f := range registerFiles {
		r, ok := strings.CutPrefix(name, f.prefix)
		if !ok {
			continue
		}
		if first, n, ok := registerRange(r); ok {
			o.kind, o.reg, o.n = f.kind, f.base+first, n
			return true
		}
	}
	return false
}

// registerRange parses "7", "[7]" and "[4:7]".
func registerRange(r string) (first, n int, ok bool) {
	if v, err := strconv.Atoi(r); err == nil {
		return v, 1, true
	}
	if len(r) < 2 || r[0] != '[' || r[len(r)-1] != ']' {
		return 0, 0, false
	}
	lo, hi, isRange := strings.Cut(r[1:len(r)-1], ":")
	if !isRange {
		hi = lo
	}
	a, err1 := strconv.Atoi(lo)
	b, err2 := strconv.Atoi(hi)
	return a, b - a + 1, err1 == nil && err2 == nil && b >= a
}

// parseNumber parses an integer, a hexadecimal literal or a floating-point number.
func (o *operand) parseNumber(t string) bool {
	o.kind = kindConst
	if v, err := strconv.ParseInt(t, 10, 64); err == nil {
		o.val = uint64(v)
		return true
	}
	if h, ok := strings.CutPrefix(t, "0x"); ok {
		if v, err := strconv.ParseUint(h, 16, 64); err == nil {
			o.val, o.literal = v, true
			return true
		}
	}
	if v, err := strconv.ParseFloat(t, 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
		o.fval, o.real = v, true
		return true
	}
	return false
}
