// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"sync"

	"gohipcc/runtime/backend/opencl/cl"
)

// Which form of a kernel a block shape gets, where the driver compiles a kernel anew for each
// shape: the first ownShapes have a function of their own. Those that come later share one,
// which takes the shape as arguments, is compiled once, and may take twice the time; a shape
// that the program stays with gets a function of its own after all, up to lastingShapes. Narrow
// blocks never get one.
const (
	ownShapes     = 8
	lastingShapes = 16
	lasting       = 256 // launches more than with any other shape
)

// shapes is what is known of the shapes of block that a kernel was launched with.
type shapes struct {
	mu        sync.Mutex
	own       map[[3]uint32]bool // those with functions of their own
	candidate [3]uint32          // a later shape that was launched more than the others
	ahead     int                // by how many launches
	any       anyShape
}

// anyShape is a kernel once more, in the form for blocks of all shapes, built when it is
// first wanted.
type anyShape struct {
	tried bool
	prog  *cl.Program
	k     *cl.Kernel // nil if there is no such form
}

// PerShape implements [backend.Shaped].
func (k *kernel) PerShape() bool {
	return k.mod.d.dev.Platform.Name == poclPlatform && k.meta.ReqdWorkgroupSize == nil
}

// Form implements [backend.Shaped].
func (k *kernel) Form(block [3]uint32) (native uintptr, own bool) {
	f := k.form(block)
	return f.Handle, f == k.k
}

// form chooses the form for a launch with blocks of this shape.
func (k *kernel) form(block [3]uint32) *cl.Kernel {
	if !k.PerShape() {
		return k.k
	}
	s := &k.shapes
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.own[block] {
		return k.k
	}
	if narrow(block) || len(s.own) >= ownShapes && !s.lasts(block) {
		if !s.any.tried {
			s.any.tried = true
			// Without this form every shape is compiled by itself, which is right and slow.
			if err := k.buildAnyShape(); err != nil {
				s.any.k = nil
			}
		}
		if s.any.k != nil {
			return s.any.k
		}
		return k.k
	}
	if s.own == nil {
		s.own = make(map[[3]uint32]bool)
	}
	s.own[block] = true
	return k.k
}

// narrow reports whether blocks are one work-item wide and not the only one. PoCL's functions for
// such a shape run the first work-item twice behind a barrier that a branch may leave out: the
// loop over the first dimension, which would start with the second one, is left out.
func narrow(block [3]uint32) bool {
	return block[0] == 1 && (block[1] > 1 || block[2] > 1)
}

// lasts counts a launch with a shape that has no function of its own, and reports whether the
// program stays with it. It is Boyer and Moore's vote: a shape loses what another gains.
func (s *shapes) lasts(block [3]uint32) bool {
	switch {
	case s.candidate == block:
		s.ahead++
	case s.ahead > 0:
		s.ahead--
	default:
		s.candidate, s.ahead = block, 1
	}
	if s.ahead < lasting || len(s.own) >= lastingShapes {
		return false
	}
	s.ahead = 0
	return true
}

func (k *kernel) buildAnyShape() error {
	bin, err := k.prog.Binary()
	if err != nil {
		return err
	}
	if bin, err = withoutIR(bin); err != nil {
		return err
	}
	prog, err := k.mod.d.ctx.ProgramWithBinary(bin)
	if err != nil {
		return err
	}
	if err = prog.Build(""); err == nil {
		if k.shapes.any.k, err = k.mod.kernelOf(prog, k.symbol); err == nil {
			k.shapes.any.prog = prog
			return nil
		}
	}
	prog.Release()
	return err
}

func (k *kernel) release() {
	k.k.Release()
	k.prog.Release()
	if any := &k.shapes.any; any.prog != nil {
		any.k.Release()
		any.prog.Release()
	}
}

// kernelOf takes a kernel out of a built program and lets it follow pointers.
func (m *module) kernelOf(prog *cl.Program, symbol string) (*cl.Kernel, error) {
	k, err := prog.Kernel(symbol)
	if err == nil && !m.d.systemMemory() && m.d.dev.USM {
		if err = k.SetIndirectAccess(); err != nil {
			k.Release()
			return nil, err
		}
	}
	return k, err
}
