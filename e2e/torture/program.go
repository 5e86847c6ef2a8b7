// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package torture writes random HIP programs whose oracle is independent of this code base: the
// same source, compiled for the host by clang++ with the work-items of a block as fibres
// (testdata/torture/torture.h). A Session compiles and runs batches of them on devices at all
// levels, and reduces those whose results differ.
//
// Where kernelgen is about control flow around barriers, these are about calls (structures by
// value of any size, recursion, function pointers, virtual functions), integers of all widths,
// bit-fields, and warp operations after divergent code. Seeds from Wide on have masks, tiles, locks,
// floating point, vectors, the heap, textures and more (alone.go, block.go, definitions.go), those from
// Grouped on groups of lanes, chains of atomic operations and loops entered in the middle (groups.go), and those from
// Broad on pieces of ordinary code (templates.go), from Signed on the signs of zeros, and from Edge on ends of ranges,
// vector builtins, joins of a switch's cases and what else stands in edges.go; pairs.go and varied.go say what the last two kinds have.
package torture

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/abi"
)

// Program is a random program: a namespace with types, functions, kernels and a function run.
type Program struct {
	Seed  uint64
	Lanes int // of a warp
	root  node
}

// node is a piece of a program that can be left out as a whole, or be replaced by what is in it.
type node struct {
	head, tail string // around kids
	kids       []*node
	fixed      bool // the program needs it
	off        bool // left out
	bare       bool // kids alone
}

func (n *node) add(kids ...*node) { n.kids = append(n.kids, kids...) }

func line(format string, a ...any) *node { return &node{head: fmt.Sprintf(format, a...) + "\n"} }

func fixed(format string, a ...any) *node {
	n := line(format, a...)
	n.fixed = true
	return n
}

func (n *node) print(b *strings.Builder) {
	if n.off {
		return
	}
	if !n.bare {
		b.WriteString(n.head)
	}
	for _, k := range n.kids {
		k.print(b)
	}
	if !n.bare {
		b.WriteString(n.tail)
	}
}

// Text returns the source of the program, without what Source puts around it.
func (p *Program) Text() string {
	var b strings.Builder
	p.root.print(&b)
	return b.String()
}

// Source returns a file with several programs, which are all for the same number of lanes.
func Source(programs []*Program) string {
	var b strings.Builder
	b.WriteString("// Copyright 2026 The gohipcc Authors\n// SPDX-License-Identifier: Apache-2.0\n\n")
	if len(programs) > 0 && programs[0].Lanes != abi.WarpSize {
		fmt.Fprintf(&b, "#define LANES %d\n", programs[0].Lanes)
	}
	if slices.ContainsFunc(programs, func(p *Program) bool { return p.Seed >= Varied }) {
		b.WriteString("#include <array>\n#include <cstdarg>\n#include <optional>\n#include <tuple>\n#include <utility>\n#include <variant>\n")
	}
	b.WriteString("#include \"torture.h\"\n\n")
	for _, p := range programs {
		b.WriteString(p.Text())
	}
	b.WriteString("int main(int argc, char **argv) {\n  static const Run runs[] = {")
	for i, p := range programs {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "p%d::run", p.Seed)
	}
	b.WriteString("};\n  return torture(argc, argv, runs, sizeof runs / sizeof *runs);\n}\n")
	return b.String()
}

// edits returns the ways to make the program smaller by one step, large ones first; each gives how
// to take it back.
func (p *Program) edits() []func() (undo func()) {
	var level [][]*node
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		for _, k := range n.kids {
			if k.off {
				continue
			}
			if len(level) <= depth {
				level = append(level, nil)
			}
			level[depth] = append(level[depth], k)
			walk(k, depth+1)
		}
	}
	walk(&p.root, 0)
	var out []func() func()
	hide := func(list []*node) {
		var some []*node
		for _, n := range list {
			if !n.fixed {
				some = append(some, n)
			}
		}
		if len(some) > 0 {
			out = append(out, func() func() {
				for _, n := range some {
					n.off = true
				}
				return func() {
					for _, n := range some {
						n.off = false
					}
				}
			})
		}
	}
	for _, list := range level {
		for size := len(list) / 2; size >= 1; size /= 2 {
			for i := 0; i < len(list); i += size {
				hide(list[i:min(i+size, len(list))])
			}
		}
		for _, n := range list {
			if len(n.kids) > 0 && !n.fixed && !n.bare {
				out = append(out, func() func() { n.bare = true; return func() { n.bare = false } })
			}
		}
	}
	return out
}

// Reduce makes a program smaller as long as wrong says that it is wrong still, and stop does not
// say that it is enough.
func (p *Program) Reduce(wrong func() bool, stop func() bool) {
	for changed := true; changed; {
		changed = false
		list := p.edits()
		for i := 0; i < len(list); i++ {
			if stop() {
				return
			}
			before := p.Text()
			undo := list[i]()
			if p.Text() == before || !wrong() {
				undo()
				continue
			}
			changed = true
		}
	}
}
