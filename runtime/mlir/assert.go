// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"context"
	"fmt"
	"strings"

	"gohipcc/internal/lazyregexp"
)

// MLIR does not lower cf.assert in kernels for every target. It is replaced by a message and a call of
// the device library, which ends the work-item and makes the launch fail.

var (
	assertOp  = lazyregexp.New(`cf\.assert (%[\w#$.]+), "((?:[^"\\]|\\.)*)"`)
	assertLoc = lazyregexp.New(`cf\.assert %[\w#$.]+, "(?:[^"\\]|\\.)*" loc\((.*)\)`)
	locAlias  = lazyregexp.New(`(?m)^(#loc\d*) = loc\((.*)\)$`)
	namedLoc  = lazyregexp.New(`^"((?:[^"\\]|\\.)*)"\((.*)\)$`)
	fileLoc   = lazyregexp.New(`^"((?:[^"\\]|\\.)*)":(\d+):`)
)

// sourceLocation is the source location of an assertion.
type sourceLocation struct{ file, line, function string }

// assertPlaces returns the locations of the assertions in the GPU modules, in order, from the
// program printed with locations.
func (p *Program) assertPlaces(ctx context.Context, source, passes string) ([]sourceLocation, error) {
	text, err := p.tool(ctx, "gpu-kernel-outlining", source, p.tools.Opt, "--mlir-print-debuginfo", "--pass-pipeline=builtin.module("+passes+")")
	if err != nil {
		return nil, err
	}
	alias := map[string]string{}
	for _, m := range locAlias.FindAllStringSubmatch(text, -1) {
		alias[m[1]] = m[2]
	}
	var out []sourceLocation
	for _, module := range findOps(text, "gpu.module", '{', '}') {
		for _, m := range assertLoc.FindAllStringSubmatch(module.body, -1) {
			at := sourceLocation{"(unknown)", "0", "(unknown)"}
			for l, steps := m[1], 0; steps < 100; steps++ {
				if to, ok := alias[l]; ok {
					l = to
				} else if rest, ok := strings.CutPrefix(l, "callsite("); ok {
					l, _, _ = strings.Cut(strings.TrimSuffix(rest, ")"), " at ")
				} else if n := namedLoc.FindStringSubmatch(l); n != nil {
					at.function, l = n[1], n[2]
				} else if f := fileLoc.FindStringSubmatch(l); f != nil {
					at.file, at.line = f[1], f[2]
					break
				} else {
					break
				}
			}
			at.file = strings.Replace(at.file, "<stdin>", p.Name, 1)
			out = append(out, at)
		}
	}
	return out, nil
}

// replaceAsserts expands the assertions of GPU modules.
func replaceAsserts(text string, places []sourceLocation) string {
	modules := findOps(text, "gpu.module", '{', '}')
	with := make([]string, len(modules))
	n := 0
	for i, m := range modules {
		any := false
		body := assertOp.ReplaceAllStringFunc(m.body, func(s string) string {
			a := assertOp.FindStringSubmatch(s)
			at := sourceLocation{"(unknown)", "0", "(unknown)"}
			if n < len(places) {
				at = places[n]
			}
			v := fmt.Sprintf("%%gohip_assert%d", n)
			n++
			any = true
			percent := strings.NewReplacer("%", "%%")
			var b strings.Builder
			fmt.Fprintf(&b, "%s_true = arith.constant true\n%[1]s_not = arith.xori %[2]s, %[1]s_true : i1\nscf.if %[1]s_not {\n", v, a[1])
			var ids []string
			for _, of := range []string{"block", "thread"} {
				for _, d := range []string{"x", "y", "z"} {
					id := v + "_" + of + d
					fmt.Fprintf(&b, "%s = gpu.%s_id %s\n", id, of, d)
					ids = append(ids, id)
				}
			}
			fmt.Fprintf(&b, "gpu.printf \"%s:%s: %s: block: [%%lld,%%lld,%%lld], thread: [%%lld,%%lld,%%lld] Assertion `%s` failed.\\0A\", %s : index, index, index, index, index, index\n",
				percent.Replace(at.file), at.line, percent.Replace(at.function), percent.Replace(a[2]), strings.Join(ids, ", "))
			fmt.Fprintf(&b, "%s_why = llvm.mlir.constant(2 : i32) : i32\nllvm.call @__gohip_stop(%[1]s_why) : (i32) -> ()\n}", v)
			return b.String()
		})
		whole := text[m.start:m.end]
		if any {
			body = "\nllvm.func @__gohip_stop(i32)\n" + body
		}
		with[i] = whole[:len(whole)-1-len(m.body)] + body + "}"
	}
	return replace(text, modules, with)
}
