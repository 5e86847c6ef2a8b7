// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// MLIR lowers gpu.shuffle to SPIR-V only when its width is a constant and the
// sub-group's own. gpu.all_reduce makes shuffles of any width. They become calls of
// the functions below, in terms of gohipcc's device library.

var shuffleOp = regexp.MustCompile(`(%[\w#$.]+), (%[\w#$.]+) = gpu\.shuffle +(xor|up|down|idx) +(%[\w#$.]+), (%[\w#$.]+), (%[\w#$.]+) : (\w+)`)

var allReduceOp = regexp.MustCompile(`(%[\w#$.]+) = gpu\.all_reduce +(\w+) +(%[\w#$.]+)( +uniform)? *\{\s*\} *: *\((\w+)\) -> (\w+)`)

// replaceAllReduces turns gpu.all_reduce operations into calls of the device library:
// MLIR's lowering shuffles where only some lanes of a sub-group arrive, which OpenCL
// does not allow. One with an operation of its own in a region stays.
func replaceAllReduces(text string) string {
	modules := findOps(text, "gpu.module", '{', '}')
	with := make([]string, len(modules))
	for i, m := range modules {
		whole := text[m.start:m.end]
		declared := map[string]string{}
		body := allReduceOp.ReplaceAllStringFunc(m.body, func(s string) string {
			o := allReduceOp.FindStringSubmatch(s)
			if _, ok := shuffleTypes[o[5]]; !ok || o[5] != o[6] {
				return s
			}
			name := "@__gohip_all_reduce_" + o[2] + "_" + o[5]
			declared[name] = o[5]
			return fmt.Sprintf("%s = llvm.call spir_funccc %s(%s) {convergent} : (%s) -> %s", o[1], name, o[3], o[5], o[5])
		})
		var decls strings.Builder
		for _, n := range slices.Sorted(maps.Keys(declared)) {
			fmt.Fprintf(&decls, "    llvm.func spir_funccc %s(%s) -> %s attributes {convergent}\n", n, declared[n], declared[n])
		}
		with[i] = strings.TrimSuffix(whole, m.body+"}") + "\n" + decls.String() + body + "}"
	}
	return replace(text, modules, with)
}

// shuffleModes give the lane to read from, of lane %l, offset %o and width %w, and
// whether it is inside the width (MLIR's gpu dialect, gpu.shuffle).
var shuffleModes = map[string]string{
	"xor":  "%s = xor i32 %l, %o\n  %v = icmp ult i32 %s, %w",
	"up":   "%s = sub i32 %l, %o\n  %v = icmp sge i32 %s, 0",
	"down": "%s = add i32 %l, %o\n  %v = icmp ult i32 %s, %w",
	"idx":  "%s = add i32 0, %o\n  %v = icmp ult i32 %s, %w",
}

// shuffleTypes are MLIR's types with LLVM's names and the width of the exchange.
var shuffleTypes = map[string]struct {
	llvm string
	bits int
}{"i32": {"i32", 32}, "f32": {"float", 32}, "i64": {"i64", 64}, "f64": {"double", 64}}

// replaceShuffles turns the shuffles of a program with gpu.module operations into
// calls, and returns the LLVM module that defines what is called.
func replaceShuffles(text string) (string, string, error) {
	used := map[string]bool{}
	var bad string
	text = shuffleOp.ReplaceAllStringFunc(text, func(s string) string {
		m := shuffleOp.FindStringSubmatch(s)
		if _, ok := shuffleTypes[m[7]]; !ok {
			bad = s
			return s
		}
		used[m[3]+" "+m[7]] = true
		return fmt.Sprintf("%s = llvm.call spir_funccc @__gohip_mlir_%s_%s(%s, %s, %s) : (%s, i32, i32) -> %s\n      %s = llvm.call spir_funccc @__gohip_mlir_%s_valid(%s, %s) : (i32, i32) -> i1",
			m[1], m[3], m[7], m[4], m[5], m[6], m[7], m[7], m[2], m[3], m[5], m[6])
	})
	if bad != "" {
		return "", "", fmt.Errorf("a shuffle of a type that has no lowering: %s", bad)
	}
	if len(used) == 0 {
		return text, "", nil
	}
	var decls, ir strings.Builder
	ir.WriteString(`target triple = "spirv64-unknown-unknown"
declare spir_func i32 @__gohip_lane() #0
declare spir_func i32 @__gohip_shfl_u32(i32, i32) #0
declare spir_func i64 @__gohip_shfl_u64(i64, i32) #0
attributes #0 = { convergent nounwind }
`)
	for _, mode := range []string{"xor", "up", "down", "idx"} {
		first := true
		for _, typ := range []string{"i32", "f32", "i64", "f64"} {
			if !used[mode+" "+typ] {
				continue
			}
			source := strings.ReplaceAll(shuffleModes[mode], "%s", "%from")
			if first {
				fmt.Fprintf(&decls, "    llvm.func spir_funccc @__gohip_mlir_%s_valid(i32, i32) -> i1\n", mode)
				fmt.Fprintf(&ir, "define spir_func i1 @__gohip_mlir_%s_valid(i32 %%o, i32 %%w) #0 {\n  %%l = call spir_func i32 @__gohip_lane()\n  %s\n  ret i1 %%v\n}\n", mode, source)
				first = false
			}
			t := shuffleTypes[typ]
			fmt.Fprintf(&decls, "    llvm.func spir_funccc @__gohip_mlir_%s_%s(%s, i32, i32) -> %s attributes {convergent}\n", mode, typ, typ, typ)
			fmt.Fprintf(&ir, `define spir_func %[1]s @__gohip_mlir_%[2]s_%[3]s(%[1]s %%x, i32 %%o, i32 %%w) #0 {
  %%l = call spir_func i32 @__gohip_lane()
  %[4]s
  %%at = select i1 %%v, i32 %%from, i32 %%l
  %%b = bitcast %[1]s %%x to i%[5]d
  %%r = call spir_func i%[5]d @__gohip_shfl_u%[5]d(i%[5]d %%b, i32 %%at)
  %%f = bitcast i%[5]d %%r to %[1]s
  ret %[1]s %%f
}
`, t.llvm, mode, typ, source, t.bits)
		}
	}
	modules := findOps(text, "gpu.module", '{', '}')
	with := make([]string, len(modules))
	for i, m := range modules {
		whole := text[m.start:m.end]
		with[i] = strings.TrimSuffix(whole, m.body+"}") + "\n" + decls.String() + m.body + "}"
	}
	return replace(text, modules, with), ir.String(), nil
}
