// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package convergence

import (
	"gohipcc/passes/flow"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// CriticalSections are the instructions of a function that a work-item may execute while it holds a
// lock: between an atomic operation whose success is a branch and an operation that stores to the
// same variable again. The lanes of a warp cannot synchronise there: the other ones wait for the
// lock.
//
//	spin:
//	  %r = cmpxchg ptr addrspace(3) @lock, i32 0, i32 1 monotonic monotonic
//	  %mine = extractvalue { i32, i1 } %r, 1
//	  br i1 %mine, label %section, label %spin
//
//	section:                                ; to the exchange
//	  %w = load volatile i64, ptr addrspace(3) @sum
//	  …
//	  %x = atomicrmw xchg ptr addrspace(3) @lock, i32 0 monotonic
type CriticalSections map[llvm.Value]bool

// lockSets are the locks that a work-item may hold, as bits.
type lockSets struct {
	*flow.Graph
	number   map[llvm.Value]uint // of the variable of a lock
	acquires map[llvm.Value]bool // operations that take one
	taken    map[[2]int]uint64   // by edge: locks whose operation was successful
}

// FindCriticalSections returns the critical sections of a function.
func FindCriticalSections(f llvm.Value) CriticalSections {
	l := lockSets{Graph: flow.New(f), number: map[llvm.Value]uint{}, acquires: map[llvm.Value]bool{}, taken: map[[2]int]uint64{}}
	l.findAcquires()
	if len(l.number) == 0 {
		return nil
	}
	end := make([]uint64, len(l.Blocks))
	start := func(b int) uint64 {
		var held uint64
		for _, p := range l.Pred[b] {
			held |= end[p] | l.taken[[2]int{p, b}]
		}
		return held
	}
	for changed := true; changed; {
		changed = false
		for b := range l.Blocks {
			if held := l.through(b, start(b), nil); held != end[b] {
				end[b], changed = held, true
			}
		}
	}
	sections := CriticalSections{}
	for b := range l.Blocks {
		l.through(b, start(b), func(i llvm.Value) { sections[i] = true })
	}
	return sections
}

// findAcquires finds the operations that take a lock. What nothing releases is none: a loop
// that stores by compare and exchange, for example.
func (l *lockSets) findAcquires() {
	const most = 64
	released := map[llvm.Value]bool{}
	success := map[llvm.Value][][2]int{} // by operation: the edges that it decides
	var operations []llvm.Value
	for b, block := range l.Blocks {
		for i := llvm.GetFirstInstruction(block); i != 0; i = llvm.GetNextInstruction(i) {
			if v := releases(i); v != 0 {
				released[v] = true
			}
		}
		t := llvm.GetBasicBlockTerminator(block)
		if ir.Opcode(t) != llvm.Br || llvm.GetNumSuccessors(t) != 2 || len(l.Succ[b]) != 2 {
			continue
		}
		for k := range 2 {
			to := l.Index[llvm.GetSuccessor(t, uint32(k))]
			for _, op := range succeeded(llvm.GetOperand(t, 0), k == 0) {
				if success[op] == nil {
					operations = append(operations, op)
				}
				success[op] = append(success[op], [2]int{b, to})
			}
		}
	}
	for _, op := range operations {
		v := Pointee(llvm.GetOperand(op, 0))
		if v == 0 || !released[v] {
			continue
		}
		n, known := l.number[v]
		if !known {
			if n = uint(len(l.number)); n == most {
				continue
			}
			l.number[v] = n
		}
		l.acquires[op] = true
		for _, e := range success[op] {
			l.taken[e] |= 1 << n
		}
	}
}

// through returns the locks that may be held at the end of a block, and reports the instructions
// that are executed with one.
func (l *lockSets) through(b int, held uint64, report func(llvm.Value)) uint64 {
	for i := llvm.GetFirstInstruction(l.Blocks[b]); i != 0; i = llvm.GetNextInstruction(i) {
		if held != 0 && report != nil {
			report(i)
		}
		if v := releases(i); v != 0 && !l.acquires[i] {
			if n, ok := l.number[v]; ok {
				held &^= 1 << n
			}
		}
	}
	return held
}

// releases returns the variable that an instruction may unlock, or 0.
func releases(i llvm.Value) llvm.Value {
	switch ir.Opcode(i) {
	case llvm.Store:
		return Pointee(llvm.GetOperand(i, 1))
	case llvm.AtomicRMW:
		return Pointee(llvm.GetOperand(i, 0))
	}
	return 0
}

// succeeded returns the atomic operations that have stored another value than was there if a condition
// is as given.
func succeeded(condition llvm.Value, is bool) []llvm.Value {
	switch ir.Opcode(condition) {
	case llvm.ExtractValue:
		if op := llvm.GetOperand(condition, 0); is && ir.Opcode(op) == llvm.AtomicCmpXchg && llvm.Path(condition)[0] == 1 {
			return []llvm.Value{op}
		}
	case llvm.And:
		if is {
			return append(succeeded(llvm.GetOperand(condition, 0), is), succeeded(llvm.GetOperand(condition, 1), is)...)
		}
	case llvm.Xor:
		if llvm.IsAConstantInt(llvm.GetOperand(condition, 1)) != 0 {
			return succeeded(llvm.GetOperand(condition, 0), !is)
		}
	case llvm.ICmp:
		predicate := llvm.GetICmpPredicate(condition)
		if predicate != llvm.IntEQ && predicate != llvm.IntNE {
			return nil
		}
		if op := exchanged(llvm.GetOperand(condition, 0), llvm.GetOperand(condition, 1), is == (predicate == llvm.IntEQ)); op != 0 {
			return []llvm.Value{op}
		}
	}
	return nil
}

// exchanged returns the atomic operation that a value is the old one of, if that it is equal to
// another, or is not, means that the operation has stored a new one.
func exchanged(old, other llvm.Value, equal bool) llvm.Value {
	switch ir.Opcode(old) {
	case llvm.ExtractValue:
		op := llvm.GetOperand(old, 0)
		if ir.Opcode(op) == llvm.AtomicCmpXchg && llvm.Path(old)[0] == 0 && equal == (other == llvm.GetOperand(op, 1)) {
			return op
		}
	case llvm.AtomicRMW:
		if llvm.GetAtomicRMWBinOp(old) == llvm.RMWXchg && equal == (other != llvm.GetOperand(old, 1)) {
			return old
		}
	}
	return 0
}
