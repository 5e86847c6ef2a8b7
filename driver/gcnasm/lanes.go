// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package gcnasm

import (
	"fmt"
	"strconv"
	"strings"
)

// integers reads numbers with commas between them.
func integers(text string) (out []int, ok bool) {
	for _, f := range strings.Split(text, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(f), 0, 32)
		if err != nil {
			return nil, false
		}
		out = append(out, int(n))
	}
	return out, true
}

// quad is the permutation of four lanes in two bits each.
func quad(lanes []int) (pattern int, ok bool) {
	if len(lanes) != 4 {
		return 0, false
	}
	for i, l := range lanes {
		if l < 0 || l > 3 {
			return 0, false
		}
		pattern |= l << (2 * i)
	}
	return pattern, true
}

// swizzle is ds_swizzle_b32, whose offset says how.
func (r *registers) swizzle(operands, modifiers []string) (string, bool) {
	if len(modifiers) != 1 {
		return "", false
	}
	text, ok := strings.CutPrefix(modifiers[0], "offset:")
	pattern, ok2 := swizzlePattern(text)
	if !ok || !ok2 {
		return "", false
	}
	return r.assign(fmt.Sprintf("(unsigned)__builtin_amdgcn_ds_swizzle((int)$1, %d)", pattern), operands)
}

// swizzlePattern reads the offset of ds_swizzle_b32: a number, or a macro of AMD's assembler.
func swizzlePattern(text string) (int, bool) {
	if n, ok := integers(text); ok && len(n) == 1 && n[0] >= 0 && n[0] <= 0xffff {
		return n[0], true
	}
	text, ok := strings.CutPrefix(strings.TrimSuffix(text, ")"), "swizzle(")
	kind, rest, _ := strings.Cut(text, ",")
	kind = strings.ToUpper(strings.TrimSpace(kind))
	if kind == "BITMASK_PERM" {
		return bitmask(strings.Trim(strings.TrimSpace(rest), `"`))
	}
	n, ok2 := integers(rest)
	if !ok || !ok2 {
		return 0, false
	}
	switch {
	case kind == "QUAD_PERM":
		pattern, ok := quad(n)
		return 0x8000 | pattern, ok
	case kind == "BROADCAST" && len(n) == 2 && power(n[0], 32) && n[1] >= 0 && n[1] < n[0]:
		return n[1]<<5 | 31&^(n[0]-1), true
	case len(n) != 1:
		return 0, false
	case kind == "SWAP":
		return n[0]<<10 | 31, power(n[0], 16)
	}
	return (n[0]-1)<<10 | 31, kind == "REVERSE" && power(n[0], 32)
}

// power reports whether a number is a power of two up to a limit.
func power(v, most int) bool { return v > 0 && v <= most && v&(v-1) == 0 }

// bitmask reads a pattern for each bit of the lane's number, the highest first: 0, 1, p (as it is) or i (inverted).
func bitmask(pattern string) (int, bool) {
	if len(pattern) != 5 {
		return 0, false
	}
	bits := 0
	for i, c := range pattern {
		bit := 1 << (4 - i)
		switch c {
		case '0':
		case '1':
			bits |= bit << 5
		case 'p':
			bits |= bit
		case 'i':
			bits |= bit | bit<<10
		default:
			return 0, false
		}
	}
	return bits, true
}

// controls are the moves between lanes that have no number.
var controls = map[string]int{"row_mirror": 0x140, "row_half_mirror": 0x141}

// numbered are those with one, which is added: how far, or which lane.
var numbered = map[string]struct{ control, least, most int }{
	"row_shl": {0x100, 1, 15}, "row_shr": {0x110, 1, 15}, "row_ror": {0x120, 1, 15},
	"wave_shl": {0x12f, 1, 1}, "wave_rol": {0x133, 1, 1}, "wave_shr": {0x137, 1, 1}, "wave_ror": {0x13b, 1, 1},
}

// move is how an instruction's first source comes from another lane.
type move struct {
	control int // -1: not said
	masks   map[string]int
	bound   bool
}

// call returns the C++ of the value that a lane gets; one that gets none has the old one.
func (m move) call(old, v string, bound bool) string {
	return fmt.Sprintf("(unsigned)__gohip_dpp((int)%s, (int)%s, %d, %d, %d, %t)", old, v, m.control, m.masks["row_mask"], m.masks["bank_mask"], bound)
}

// modifier reads one of an instruction's modifiers.
func (m *move) modifier(text string) bool {
	key, value, _ := strings.Cut(text, ":")
	n, isNumber := integers(value)
	isNumber = isNumber && len(n) == 1
	switch {
	case key == "quad_perm":
		lanes, _ := integers(strings.Trim(value, "[]"))
		pattern, ok := quad(lanes)
		m.control = pattern
		return ok
	case controls[text] != 0:
		m.control = controls[text]
	case isNumber && numbered[key].control != 0 && n[0] >= numbered[key].least && n[0] <= numbered[key].most:
		m.control = numbered[key].control + n[0]
	case isNumber && key == "row_bcast" && (n[0] == 15 || n[0] == 31):
		m.control = 0x142 + n[0]/31
	case isNumber && m.masks[key] != 0:
		m.masks[key] = n[0]
	case key == "bound_ctrl":
		m.bound = true
	default:
		return false
	}
	return true
}

// dpp is an instruction whose first source comes from another lane.
func (r *registers) dpp(name string, operands, modifiers []string) (string, bool) {
	m := move{control: -1, masks: map[string]int{"row_mask": 15, "bank_mask": 15}}
	for _, text := range modifiers {
		if !m.modifier(text) {
			return "", false
		}
	}
	expression, ok := operations[name]
	if m.control < 0 || !ok || len(operands) < 2 {
		return "", false
	}
	to, ok := r.value(operands[0])
	from, ok2 := r.value(operands[1])
	if !ok || !ok2 {
		return "", false
	}
	if name == "v_mov_b32" {
		return fmt.Sprintf("%s = %s; ", to, m.call(to, from, m.bound)), true
	}
	// Lanes whose source is none, or that the masks leave out, are not written.
	if r.named["moved"] == "" {
		r.order = append(r.order, "moved")
		r.named["moved"] = "unsigned"
	}
	moved := m.call("0", from, m.bound)
	if m.bound {
		m.control = 0xe4 // each lane its own
	}
	written := m.call("0", "1", false)
	code, ok := r.assign(expression, append([]string{operands[0], "%moved"}, operands[2:]...))
	if !ok {
		return "", false
	}
	return fmt.Sprintf("__gohip_moved = %s; if (%s) %s", moved, written, code), true
}
