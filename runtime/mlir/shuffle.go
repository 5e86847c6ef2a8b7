// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gohipcc/internal/lazyregexp"
)

// MLIR lowers gpu.shuffle to SPIR-V only if its width is a constant equal to the sub-group size,
// but gpu.all_reduce creates shuffles of any width. They are replaced by calls of the functions
// below, which use gohipcc's device library.

var shuffleOp = lazyregexp.New(`(%[\w#$.]+), (%[\w#$.]+) = gpu\.shuffle +(xor|up|down|idx) +(%[\w#$.]+), (%[\w#$.]+), (%[\w#$.]+) : (\w+)`)

var allReduceOp = lazyregexp.New(`(%[\w#$.]+) = gpu\.all_reduce +(\w+) +(%[\w#$.]+)( +uniform)? *\{\s*\} *: *\((\w+)\) -> (\w+)`)

// regionReduceOp matches a reduction with a region: result, value, the block's arguments, its body,
// what it yields, type.
var regionReduceOp = lazyregexp.New(`(?s)(%[\w#$.]+) = gpu\.all_reduce +(%[\w#$.]+)(?: +uniform)? *\{\s*\^bb\d+\((%[\w#$.]+): \w+, (%[\w#$.]+): \w+\):\s*(.*?)\bgpu\.yield (%[\w#$.]+) : \w+\s*\} : \((\w+)\) -> \w+`)

// replaceAllReduces replaces gpu.all_reduce operations by calls of the device library, because
// MLIR's lowering executes shuffles in only some lanes of a sub-group, which OpenCL does not allow.
// The region of a reduction becomes a function, and the returned LLVM module defines the reduction.
func replaceAllReduces(text string) (string, string, error) {
	modules := findOps(text, "gpu.module", '{', '}')
	with := make([]string, len(modules))
	var regions strings.Builder
	count := 0
	for i, m := range modules {
		whole := text[m.start:m.end]
		declared := map[string]string{}
		var bodies strings.Builder
		body := allReduceOp.ReplaceAllStringFunc(m.body, func(s string) string {
			o := allReduceOp.FindStringSubmatch(s)
			if _, ok := shuffleTypes[o[5]]; !ok || o[5] != o[6] {
				return s
			}
			name := "@__gohip_all_reduce_" + o[2] + "_" + o[5]
			declared[name] = o[5]
			return fmt.Sprintf("%s = llvm.call spir_funccc %s(%s) {convergent} : (%s) -> %s", o[1], name, o[3], o[5], o[5])
		})
		body = regionReduceOp.ReplaceAllStringFunc(body, func(s string) string {
			o := regionReduceOp.FindStringSubmatch(s)
			typ, ok := shuffleTypes[o[7]]
			if !ok {
				return s
			}
			if count == 0 {
				regions.WriteString(regionReduceStart)
			}
			name := fmt.Sprintf("@__gohip_all_reduce_region%d", count)
			count++
			declared[name] = o[7]
			fmt.Fprintf(&bodies, "    func.func %s_step(%s: %s, %s: %s) -> %s {\n%s return %s : %s\n    }\n", name, o[3], o[7], o[4], o[7], o[7], o[5], o[6], o[7])
			regions.WriteString(strings.NewReplacer("NAME", name, "TYPE", typ.llvm).Replace(regionReduce))
			return fmt.Sprintf("%s = llvm.call spir_funccc %s(%s) {convergent} : (%s) -> %s", o[1], name, o[2], o[7], o[7])
		})
		if at := strings.Index(body, "gpu.all_reduce"); at >= 0 {
			line, _, _ := strings.Cut(body[at:], "\n")
			return "", "", fmt.Errorf("a reduction that has no lowering to SPIR-V: %s", line)
		}
		var decls strings.Builder
		for _, n := range slices.Sorted(maps.Keys(declared)) {
			fmt.Fprintf(&decls, "    llvm.func spir_funccc %s(%s) -> %s attributes {convergent}\n", n, declared[n], declared[n])
		}
		with[i] = strings.TrimSuffix(whole, m.body+"}") + "\n" + decls.String() + bodies.String() + body + "}"
	}
	return replace(text, modules, with), regions.String(), nil
}

// The reduction with a region: every work-item stores its value, and in each step half of the
// remaining work-items combine two values until one is left, as in the device library's reductions.
const (
	regionReduceStart = `target triple = "spirv64-unknown-unknown"
declare spir_func void @__gohip_barrier() #0
declare spir_func i64 @__ockl_get_local_id(i32) #1
declare spir_func i64 @__ockl_get_local_size(i32) #1
attributes #0 = { convergent nounwind }
attributes #1 = { nounwind memory(none) }
`
	regionReduce = `
NAME_slots = internal addrspace(3) global [1024 x TYPE] undef, align 8
declare TYPE NAME_step(TYPE, TYPE)
define spir_func TYPE NAME(TYPE %v) #0 {
entry:
  %x = call spir_func i64 @__ockl_get_local_id(i32 0)
  %y = call spir_func i64 @__ockl_get_local_id(i32 1)
  %z = call spir_func i64 @__ockl_get_local_id(i32 2)
  %nx = call spir_func i64 @__ockl_get_local_size(i32 0)
  %ny = call spir_func i64 @__ockl_get_local_size(i32 1)
  %nz = call spir_func i64 @__ockl_get_local_size(i32 2)
  %zy = mul i64 %z, %ny
  %row = add i64 %zy, %y
  %rows = mul i64 %row, %nx
  %self = add i64 %rows, %x
  %nxy = mul i64 %nx, %ny
  %all = mul i64 %nxy, %nz
  %mine = getelementptr TYPE, ptr addrspace(3) NAME_slots, i64 %self
  store TYPE %v, ptr addrspace(3) %mine
  call spir_func void @__gohip_barrier()
  br label %head
head:
  %n = phi i64 [ %all, %entry ], [ %half, %next ]
  %more = icmp ugt i64 %n, 1
  br i1 %more, label %round, label %done
round:
  %up = add i64 %n, 1
  %half = lshr i64 %up, 1
  %at = add i64 %self, %half
  %in = icmp ult i64 %at, %n
  br i1 %in, label %combine, label %next
combine:
  %other = getelementptr TYPE, ptr addrspace(3) NAME_slots, i64 %at
  %a = load TYPE, ptr addrspace(3) %mine
  %b = load TYPE, ptr addrspace(3) %other
  %r = call TYPE NAME_step(TYPE %a, TYPE %b)
  store TYPE %r, ptr addrspace(3) %mine
  br label %next
next:
  call spir_func void @__gohip_barrier()
  br label %head
done:
  %result = load TYPE, ptr addrspace(3) NAME_slots
  call spir_func void @__gohip_barrier()
  ret TYPE %result
}
`
)

// shuffleModes compute the source lane, from lane %l, offset %o and width %w, and whether it is
// within the width (MLIR's gpu dialect, gpu.shuffle).
var shuffleModes = map[string]string{
	"xor":  "%s = xor i32 %l, %o\n  %v = icmp ult i32 %s, %w",
	"up":   "%s = sub i32 %l, %o\n  %v = icmp sge i32 %s, 0",
	"down": "%s = add i32 %l, %o\n  %v = icmp ult i32 %s, %w",
	"idx":  "%s = add i32 0, %o\n  %v = icmp ult i32 %s, %w",
}

// shuffleTypes maps MLIR's types to LLVM's names and the width of the exchange.
var shuffleTypes = map[string]struct {
	llvm string
	bits int
}{"i32": {"i32", 32}, "f32": {"float", 32}, "i64": {"i64", 64}, "f64": {"double", 64}}

// replaceShuffles replaces the shuffles of a program with gpu.module operations by calls, and
// returns the LLVM module that defines the callees.
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
