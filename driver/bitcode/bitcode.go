// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package bitcode reads the control flow, the divisions and the conversions to half of LLVM bitcode, without LLVM: it skips
// everything but the types, the blocks of functions, the instructions that end them, casts and those with two operands. The
// format is in LLVM's BitCodeFormat document, the numbers in LLVMBitCodes.h.
package bitcode

import (
	"errors"
	"os"

	"gohipcc/fatbin"
	"gohipcc/passes/flow"
)

// Numbers of blocks of the format.
const (
	blockInfo     = 0
	moduleBlock   = 8
	functionBlock = 12
	typeBlock     = 17
)

// Codes of the records of a function, and of the record of the block of abbreviations.
const (
	setBlock      = 1
	declareBlocks = 1
	instBinary    = 2
	instCast      = 3
	instRet       = 10
	instBr        = 11
	instSwitch    = 12
	instInvoke    = 13
	unreachable   = 15
	indirectBr    = 31
	resume        = 39
	cleanupRet    = 48
	catchRet      = 49
	catchSwitch   = 52
	callBr        = 57
)

// Operations of instBinary: two divisions and two remainders, of floating-point numbers, too.
const (
	firstDivision = 3
	lastDivision  = 6
)

// Codes of the records of the block of types. The first two define none.
const (
	typeCount  = 1
	structName = 19
	half       = 10
	vector     = 12
)

// truncation is the operation of instCast that makes a floating-point number shorter.
const truncation = 7

// maxBlocks is a number of blocks that no function has, and bounds the recursion over them.
const maxBlocks = 1 << 20

var errDamaged = errors.New("damaged bitcode")

// Suspect reports whether a function of the module in a file has what AMD's code generator may get wrong: a loop with
// several entries, a computed goto, a division by a number that may be no constant, or a conversion to half.
func Suspect(file string) (bool, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	return suspect(data)
}

func suspect(data []byte) (bool, error) {
	if fatbin.Sniff(data) != fatbin.KindBitcode {
		return false, errDamaged
	}
	m := &module{bits: bits{data: data, at: 32}, known: map[uint64][]abbreviation{}}
	for !m.bad && !m.found && (m.at == 32 || m.at+32 <= uint64(len(data))*8) {
		if m.fixed(2) != enterBlock {
			return false, errDamaged // a module has nothing else at the top
		}
		m.block(-1)
	}
	if m.bad {
		return false, errDamaged
	}
	return m.found, nil
}

// module is the state of reading a module.
type module struct {
	bits
	known map[uint64][]abbreviation // what the block of abbreviations defines for others, by block
	found bool
	ops   []uint64
	succ  [][]int // of the function
	index int     // of the block in it
	seen  uint64  // instructions of it so far, of which each makes at most one value
	types []bool  // whether each type is half, or a vector of it
}

// block reads the block whose beginning has just been read. Of the functions, only blocks and branches
// count; of the module, only its functions.
func (m *module) block(parent int) {
	id, width := m.vbr(8), uint(m.vbr(4))
	m.align()
	end := m.fixed(32)*32 + m.at
	if end > uint64(len(m.data))*8 || width > 32 || width < 2 {
		m.bad = true
		return
	}
	within := id == blockInfo || id == moduleBlock && parent < 0 || (id == functionBlock || id == typeBlock) && parent == moduleBlock
	if !within {
		m.at = end
		return
	}
	abbreviations := append([]abbreviation(nil), m.known[id]...)
	m.succ, m.index, m.seen = nil, 0, 0
	about := ^uint64(0)
	for !m.bad && !m.found {
		switch a := m.fixed(width); a {
		case endBlock:
			m.align()
			if id == functionBlock {
				m.function()
			}
			return
		case enterBlock:
			m.block(int(id))
		case defineAbbreviation:
			if d := m.abbreviation(); id == blockInfo {
				m.known[about] = append(m.known[about], d)
			} else {
				abbreviations = append(abbreviations, d)
			}
		default:
			m.note(id, m.record(a, abbreviations), &about)
		}
	}
}

// note notes a record of a block. about is the block that the definitions of the block of abbreviations are for.
func (m *module) note(id, code uint64, about *uint64) {
	switch id {
	case functionBlock:
		m.instruction(code)
	case typeBlock:
		m.defineType(code)
	case blockInfo:
		if code == setBlock && len(m.ops) > 0 {
			*about = m.ops[0]
		}
	}
}

// function looks at the function that has been read.
func (m *module) function() {
	if m.index != len(m.succ) {
		m.bad = true
		return
	}
	if len(m.succ) == 0 {
		return
	}
	reached := flow.Reachable(m.succ, []int{0}, -1)
	for i := range m.succ {
		if !reached[i] {
			m.succ[i] = nil // clang leaves blocks without an entry
		}
	}
	m.found = flow.Irreducible(m.succ)
}

// behind is the least operand that is what follows an instruction.
const behind = 1 << 31

// binary notes a division. Its operands are distances to what precedes it, constants before all instructions; what follows
// it has a type, too.
func (m *module) binary() {
	ops := m.ops
	if len(ops) > 0 && ops[0] >= behind {
		ops = ops[1:]
	}
	if len(ops) >= 3 && ops[2] >= firstDivision && ops[2] <= lastDivision && (ops[1] <= m.seen || ops[1] >= behind) {
		m.found = true
	}
}

// defineType notes a type.
func (m *module) defineType(code uint64) {
	if code == typeCount || code == structName {
		return
	}
	m.types = append(m.types, code == half || code == vector && len(m.ops) >= 2 && m.isHalf(m.ops[1]))
}

func (m *module) isHalf(t uint64) bool { return t < uint64(len(m.types)) && m.types[t] }

// cast notes a conversion to half.
func (m *module) cast() {
	ops := m.ops
	if len(ops) > 0 && ops[0] >= behind {
		ops = ops[1:]
	}
	if len(ops) >= 3 && ops[2] == truncation && m.isHalf(ops[1]) {
		m.found = true
	}
}

// instruction notes the blocks of the function, and where the instructions go that end them.
func (m *module) instruction(code uint64) {
	var to []uint64
	from := func(i int) []uint64 {
		if i > len(m.ops) {
			m.bad = true
			return nil
		}
		return m.ops[i:]
	}
	switch code {
	case instBinary:
		m.binary()
		m.seen++
		return
	case instCast:
		m.cast()
		m.seen++
		return
	case declareBlocks:
		if n := from(0); len(n) == 0 || n[0] > maxBlocks || n[0] > uint64(len(m.data))*8 {
			m.bad = true
		} else {
			m.succ = make([][]int, n[0])
		}
		return
	case instRet, unreachable, resume:
	case instBr: // to, or to, to, condition
		to = from(0)
		to = to[:min(len(to), 2)]
	case instSwitch: // type, condition, default, and values and blocks
		rest := from(2)
		for i := 0; i < len(rest); i += 2 {
			to = append(to, rest[i])
		}
	case instInvoke: // attributes, convention, to, to
		to = from(2)
		to = to[:min(len(to), 2)]
	case indirectBr: // type, address, blocks
		to, m.found = from(2), true
	case callBr: // attributes, convention, to, count, blocks
		if rest := from(2); len(rest) >= 2 && rest[1] <= uint64(len(rest)-2) {
			to = append([]uint64{rest[0]}, rest[2:2+rest[1]]...)
		} else {
			m.bad = true
		}
	case cleanupRet, catchRet, catchSwitch: // no device has exceptions
		m.bad = true
	default:
		m.seen++
		return
	}
	m.seen++
	m.ends(to)
}

// ends ends the block in hand with an instruction that leads to others.
func (m *module) ends(to []uint64) {
	if m.index >= len(m.succ) {
		m.bad = true
		return
	}
	for _, b := range to {
		if b >= uint64(len(m.succ)) {
			m.bad = true
			return
		}
		m.succ[m.index] = append(m.succ[m.index], int(b))
	}
	m.index++
}
