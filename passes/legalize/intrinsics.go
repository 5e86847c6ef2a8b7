// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package legalize rewrites operations and types that a device does not support into supported
// ones, one instruction at a time: intrinsics, atomics, vectors, integers of any width, and their
// layout in memory. Address spaces belong to package addrspace, control flow and synchronisation to
// packages convergence and workgroup.
package legalize

import (
	"cmp"
	"fmt"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Intrinsics replaces LLVM intrinsics by OpenCL built-in functions or plain IR, so that the SPIR-V
// producers see only what both of them and every device support. The back ends accept many
// intrinsics, but crash on some (frexp) and miscompile others (shifts by the width, saturation), so
// none is left to them.
//
//	%m = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
//	%s = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %v)
//
// becomes, once the helper is inlined,
//
//	%m = call i32 @__gohip.uadd.sat.i32(i32 %a, i32 %b)
//	%s = call <2 x float> @_Z4sqrtDv2_f(<2 x float> %v)
//
//	define internal i32 @__gohip.uadd.sat.i32(i32 %a, i32 %b) alwaysinline {
//	  %r = add i32 %a, %b
//	  %c = icmp ult i32 %r, %a
//	  %s = select i1 %c, i32 -1, i32 %r
//	  ret i32 %s
//	}
//
// The helpers are IR text, instantiated from the table below for the types in use.
func Intrinsics(u *ir.Unit) error {
	if err := u.LLVMPasses("lower-constant-intrinsics,function(scalarize-masked-mem-intrin)"); err != nil {
		return err
	}
	var bad ir.Problems
	text := &strings.Builder{}
	declared := map[string]bool{}
	type pair struct {
		from llvm.Value
		to   string
	}
	var pairs []pair
	inlining := "always-inline"
	for _, f := range u.Functions() {
		if llvm.GetIntrinsicID(f) == 0 {
			continue
		}
		name := strings.TrimPrefix(f.Name(), "llvm.")
		if strings.HasPrefix(name, "dbg.") || strings.HasPrefix(name, "spv.") {
			continue
		}
		if !u.LiveUse(f) {
			dropFunction(u, f)
			continue
		}
		in, ok := findIntrinsic(name)
		if !ok {
			bad.Addf("%s uses llvm.%s, which has no counterpart on %s devices", u.UsersOf(f), name, u.Target.Image)
			continue
		}
		if in.erase != nil {
			for _, c := range ir.Users(f) {
				if ir.IsCall(c) {
					in.erase(u, c)
				}
			}
			dropFunction(u, f)
			continue
		}
		h := &helper{u: u, name: "__gohip." + name, text: text, declared: declared, ft: llvm.GlobalGetValueType(f)}
		if err := h.define(in); err != nil {
			bad.Addf("%s uses llvm.%s: %v", u.UsersOf(f), name, err)
			continue
		}
		pairs = append(pairs, pair{f, h.name})
		inlining = cmp.Or(h.inlining(), inlining)
	}
	if err := bad.Err(); err != nil {
		return err
	}
	if len(pairs) == 0 && u.Pending == "" {
		return nil
	}
	text.WriteString(u.Pending)
	u.Pending = ""
	if err := u.LinkText(text.String()); err != nil {
		return err
	}
	for _, f := range u.Definitions() {
		if strings.HasPrefix(f.Name(), "__gohip.") {
			llvm.SetLinkage(f, llvm.InternalLinkage)
		}
	}
	for _, p := range pairs {
		n := llvm.GetNamedFunction(u.Mod, p.to)
		llvm.SetLinkage(n, llvm.InternalLinkage)
		// Calls keep their arguments; intrinsics have the C calling convention, and so have the
		// helpers.
		llvm.ReplaceAllUsesWith(p.from, n)
		llvm.DeleteFunction(p.from)
	}
	return u.LLVMPasses(inlining)
}

// inlining returns LLVM's passes for a helper that needs others than the rest, or "". Integers of widths
// that the device lacks are lowered as values, not as members of the structure that a test for overflow
// returns.
func (h *helper) inlining() string {
	if strings.Contains(h.name, ".with.overflow.") && oddWidth(ir.ParamTypes(h.ft)[0]) != 0 {
		return "always-inline,function(instsimplify)"
	}
	return ""
}

func dropFunction(u *ir.Unit, f llvm.Value) {
	llvm.ReplaceAllUsesWith(f, llvm.GetPoison(llvm.TypeOf(f)))
	llvm.DeleteFunction(f)
}

// intrinsic is one entry of the table: how an intrinsic is replaced.
type intrinsic struct {
	// ocl is the OpenCL function that takes the same arguments; it is called with whole vectors
	// where OpenCL has the vector size.
	ocl string
	// body is the text of a scalar helper (see helper.scalar).
	body func(h *helper) (string, error)
	// whole is the text of a helper for the intrinsic's own types.
	whole func(h *helper) (string, error)
	// erase replaces a call without a helper.
	erase func(u *ir.Unit, call llvm.Value)
}

func text(s string) func(*helper) (string, error) {
	return func(*helper) (string, error) { return s, nil }
}

// drop removes a call whose result is void.
func drop(_ *ir.Unit, call llvm.Value) { ir.Erase(call) }

// firstArgument replaces a call by its first argument.
func firstArgument(_ *ir.Unit, call llvm.Value) { ir.Replace(call, llvm.GetOperand(call, 0)) }

func nullResult(_ *ir.Unit, call llvm.Value) { ir.Replace(call, llvm.ConstNull(llvm.TypeOf(call))) }

// intrinsics is the table. Keys are names without "llvm." and without the type suffixes. In bodies,
// $T is the type of %a, $R the result type, $N the bit width of $T, $S the number of its sign bit.
var intrinsics = map[string]intrinsic{
	// Floating point: OpenCL's functions, with the accuracy that the device states.
	"fabs": {ocl: "fabs"}, "sqrt": {ocl: "sqrt"}, "sin": {ocl: "sin"}, "cos": {ocl: "cos"}, "tan": {ocl: "tan"},
	"asin": {ocl: "asin"}, "acos": {ocl: "acos"}, "atan": {ocl: "atan"}, "atan2": {ocl: "atan2"},
	"sinh": {ocl: "sinh"}, "cosh": {ocl: "cosh"}, "tanh": {ocl: "tanh"},
	"exp": {ocl: "exp"}, "exp2": {ocl: "exp2"}, "exp10": {ocl: "exp10"},
	"log": {ocl: "log"}, "log2": {ocl: "log2"}, "log10": {ocl: "log10"}, "pow": {ocl: "pow"},
	"floor": {ocl: "floor"}, "ceil": {ocl: "ceil"}, "trunc": {ocl: "trunc"}, "round": {ocl: "round"},
	"rint": {ocl: "rint"}, "nearbyint": {ocl: "rint"}, "roundeven": {ocl: "rint"},
	"copysign": {ocl: "copysign"}, "fma": {ocl: "fma"},
	"minnum": {ocl: "fmin"}, "maxnum": {ocl: "fmax"}, // either zero of two, which the others do not leave open
	"minimumnum": {body: text(minimumNumber)}, "maximumnum": {body: text(maximumNumber)},
	"fmuladd": {ocl: "mad"}, // fused where that is fast
	"canonicalize": {body: text(`
  %r = fmul $T %a, 1.0
  ret $T %r`)},
	"minimum": {body: text(minimum)}, "maximum": {body: text(maximum)},
	"powi": {body: func(h *helper) (string, error) {
		return "\n  %n = " + h.resize("%b", h.argType(1), "i32", true) + "\n  %r = call $T @" + h.builtin("pown", "$T", "$T", "i32") + "($T %a, i32 %n)\n  ret $T %r", nil
	}},
	"ldexp": {body: func(h *helper) (string, error) {
		return "\n  %n = " + h.resize("%b", h.argType(1), "i32", true) + "\n  %r = call $T @" + h.builtin("ldexp", "$T", "$T", "i32") + "($T %a, i32 %n)\n  ret $T %r", nil
	}},
	"frexp": {body: func(h *helper) (string, error) {
		return `
  %e = alloca i32, align 4
  %f = call $T @` + h.builtin("frexp", "$T", "$T", "ptr i32") + `($T %a, ptr %e)
  %i = load i32, ptr %e, align 4
  %r0 = insertvalue $R poison, $T %f, 0
  %r1 = insertvalue $R %r0, i32 %i, 1
  ret $R %r1`, nil
	}},
	"modf": {body: func(h *helper) (string, error) {
		return `
  %i = call $T @` + h.builtin("trunc", "$T", "$T") + `($T %a)
  %inf = fcmp oeq $T %i, %a
  %d = fsub $T %a, %i
  %s = select i1 %inf, $T 0.0, $T %d
  %f = call $T @` + h.builtin("copysign", "$T", "$T", "$T") + `($T %s, $T %a)
  %r0 = insertvalue $R poison, $T %f, 0
  %r1 = insertvalue $R %r0, $T %i, 1
  ret $R %r1`, nil
	}},
	"sincos": {body: func(h *helper) (string, error) {
		return `
  %s = call $T @` + h.builtin("sin", "$T", "$T") + `($T %a)
  %c = call $T @` + h.builtin("cos", "$T", "$T") + `($T %a)
  %r0 = insertvalue $R poison, $T %s, 0
  %r1 = insertvalue $R %r0, $T %c, 1
  ret $R %r1`, nil
	}},
	"lrint": {body: roundTo("rint")}, "llrint": {body: roundTo("rint")},
	"lround": {body: roundTo("round")}, "llround": {body: roundTo("round")},
	"is.fpclass":        {body: fpClass},
	"convert.to.fp16":   {body: text("\n  %h = fptrunc $T %a to half\n  %r = bitcast half %h to i16\n  ret i16 %r")},
	"convert.from.fp16": {body: text("\n  %h = bitcast i16 %a to half\n  %r = fpext half %h to $R\n  ret $R %r")},
	"get.rounding":      {erase: func(_ *ir.Unit, c llvm.Value) { ir.Replace(c, llvm.ConstInt(llvm.TypeOf(c), 1, false)) }},

	// Integers: plain IR, valid for every width.
	"smin": {body: selectBy("slt")}, "smax": {body: selectBy("sgt")},
	"umin": {body: selectBy("ult")}, "umax": {body: selectBy("ugt")},
	"scmp": {body: threeWay("slt", "sgt")}, "ucmp": {body: threeWay("ult", "ugt")},
	"abs": {body: text(`
  %n = sub $T 0, %a
  %c = icmp slt $T %a, 0
  %r = select i1 %c, $T %n, $T %a
  ret $T %r`)},
	"uadd.sat":           {body: saturate("%r = add $T %a, %b", "ult $T %r, %a", "-1")},
	"usub.sat":           {body: saturate("%r = sub $T %a, %b", "ugt $T %b, %a", "0")},
	"sadd.sat":           {body: signedSaturate("add", "xor $T %a, %r", "xor $T %b, %r")},
	"ssub.sat":           {body: signedSaturate("sub", "xor $T %a, %b", "xor $T %a, %r")},
	"ushl.sat":           {body: saturate("%r = shl $T %a, %b\n  %back = lshr $T %r, %b", "ne $T %back, %a", "-1")},
	"sshl.sat":           {body: saturate("%r = shl $T %a, %b\n  %back = ashr $T %r, %b\n  %sign = ashr $T %a, $S\n  %min = shl $T 1, $S\n  %max = xor $T %min, -1\n  %lim = xor $T %sign, %max", "ne $T %back, %a", "%lim")},
	"uadd.with.overflow": {body: overflow("add", "%o = icmp ult $T %r, %a")},
	"usub.with.overflow": {body: overflow("sub", "%o = icmp ult $T %a, %b")},
	"sadd.with.overflow": {body: overflow("add", "%x = xor $T %a, %r\n  %y = xor $T %b, %r\n  %z = and $T %x, %y\n  %o = icmp slt $T %z, 0")},
	"ssub.with.overflow": {body: overflow("sub", "%x = xor $T %a, %b\n  %y = xor $T %a, %r\n  %z = and $T %x, %y\n  %o = icmp slt $T %z, 0")},
	"umul.with.overflow": {body: multiplyOverflow(false)},
	"smul.with.overflow": {body: multiplyOverflow(true)},
	"fshl":               {body: funnelShift("%a", "shl", "lshr")},
	"fshr":               {body: funnelShift("%b", "lshr", "shl")},
	"ctpop":              {body: func(h *helper) (string, error) { return h.countBits("popcount", "\n") }},
	"cttz": {body: func(h *helper) (string, error) {
		return h.countBits("popcount", "\n  %m1 = sub $T %a, 1\n  %not = xor $T %a, -1\n  %low = and $T %m1, %not\n")
	}},
	"ctlz":       {body: func(h *helper) (string, error) { return h.countBits("clz", "\n") }},
	"bswap":      {body: byteSwap},
	"bitreverse": {body: bitReverse},

	// Vectors.
	"vector.reduce.add": {whole: reduce("add")}, "vector.reduce.mul": {whole: reduce("mul")},
	"vector.reduce.and": {whole: reduce("and")}, "vector.reduce.or": {whole: reduce("or")}, "vector.reduce.xor": {whole: reduce("xor")},
	"vector.reduce.smax": {whole: reduce("icmp sgt")}, "vector.reduce.smin": {whole: reduce("icmp slt")},
	"vector.reduce.umax": {whole: reduce("icmp ugt")}, "vector.reduce.umin": {whole: reduce("icmp ult")},
	"vector.reduce.fmax": {whole: reduceBy(maximumNumber)}, "vector.reduce.fmin": {whole: reduceBy(minimumNumber)},
	"vector.reduce.fmaximum": {whole: reduceBy(maximum)}, "vector.reduce.fminimum": {whole: reduceBy(minimum)},
	"vector.reduce.fadd": {whole: reduce("fadd")}, "vector.reduce.fmul": {whole: reduce("fmul")},

	// Memory.
	"memcpy": {erase: lowerMemcpy}, "memcpy.inline": {erase: lowerMemcpy}, "memmove": {erase: lowerMemmove},
	"memset": {erase: lowerMemset}, "memset.inline": {erase: lowerMemset}, "memset.pattern": {},
	"ptrmask":  {erase: lowerPtrmask},
	"prefetch": {erase: drop}, "trap": {erase: drop}, "debugtrap": {erase: drop}, "ubsantrap": {erase: drop},

	// Hints and markers.
	"assume": {erase: drop}, "lifetime.start": {erase: drop}, "lifetime.end": {erase: drop}, "sideeffect": {erase: drop},
	"experimental.noalias.scope.decl": {erase: drop}, "donothing": {erase: drop}, "var.annotation": {erase: drop},
	"codeview.annotation": {erase: drop}, "pseudoprobe": {erase: drop}, "fake.use": {erase: drop}, "invariant.end": {erase: drop},
	"instrprof.increment": {erase: drop},
	"invariant.start":     {erase: nullResult}, "stacksave": {erase: nullResult}, "stackrestore": {erase: drop},
	"returnaddress": {erase: nullResult}, "frameaddress": {erase: nullResult}, "addressofreturnaddress": {erase: nullResult},
	"expect": {erase: firstArgument}, "expect.with.probability": {erase: firstArgument}, "ssa.copy": {erase: firstArgument},
	"launder.invariant.group": {erase: firstArgument}, "strip.invariant.group": {erase: firstArgument},
	"arithmetic.fence": {erase: firstArgument}, "ptr.annotation": {erase: firstArgument}, "annotation": {erase: firstArgument},
	"threadlocal.address": {erase: firstArgument}, "preserve.static.offset": {erase: firstArgument},
	"allow.runtime.check": {erase: func(_ *ir.Unit, c llvm.Value) { ir.Replace(c, llvm.ConstAllOnes(llvm.TypeOf(c))) }},
	"allow.ubsan.check":   {erase: func(_ *ir.Unit, c llvm.Value) { ir.Replace(c, llvm.ConstAllOnes(llvm.TypeOf(c))) }},
}

// findIntrinsic looks a name up, stripping one type suffix after the other.
func findIntrinsic(name string) (intrinsic, bool) {
	for {
		if in, ok := intrinsics[name]; ok {
			return in, in.ocl != "" || in.body != nil || in.whole != nil || in.erase != nil
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return intrinsic{}, false
		}
		name = name[:i]
	}
}

// A helper generates the text of one helper function.
type helper struct {
	u        *ir.Unit
	name     string
	text     *strings.Builder
	declared map[string]bool
	ft       llvm.Type
}

func (h *helper) argType(i int) string { return llvm.ScalarType(ir.ParamTypes(h.ft)[i]).String() }

// lanes returns a vector's number of elements, 0 for a scalar.
func lanes(t llvm.Type) uint32 {
	if llvm.GetTypeKind(t) == llvm.VectorKind {
		return llvm.GetVectorSize(t)
	}
	return 0
}

// scalarResult returns the result type of the helper for one element.
func (h *helper) scalarResult() string {
	r := llvm.GetReturnType(h.ft)
	if llvm.GetTypeKind(r) != llvm.StructKind {
		return llvm.ScalarType(r).String()
	}
	var parts []string
	for i := range llvm.CountStructElementTypes(r) {
		parts = append(parts, llvm.ScalarType(llvm.StructGetTypeAtIndex(r, i)).String())
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// define generates the helper: a call of an OpenCL function, or the text of a scalar body, for
// vectors with the loop over elements unrolled around it.
func (h *helper) define(in intrinsic) error {
	types := ir.ParamTypes(h.ft)
	if in.whole != nil {
		body, err := in.whole(h)
		if err != nil {
			return err
		}
		h.function(h.name, llvm.GetReturnType(h.ft).String(), types, nil, body)
		return nil
	}
	n := lanes(llvm.GetReturnType(h.ft))
	if r := llvm.GetReturnType(h.ft); llvm.GetTypeKind(r) == llvm.StructKind {
		n = lanes(llvm.StructGetTypeAtIndex(r, 0))
	}
	if in.ocl != "" {
		scalar := llvm.ScalarType(types[0])
		if !viaWider(scalar) {
			switch n {
			case 0, 2, 3, 4, 8, 16:
				var args, names []string
				for i, t := range types {
					names = append(names, t.String())
					args = append(args, fmt.Sprintf("%s %%%c", t, 'a'+i))
				}
				r := llvm.GetReturnType(h.ft).String()
				h.function(h.name, r, types, nil, fmt.Sprintf("\n  %%r = call %s @%s(%s)\n  ret %s %%r", r, h.builtin(in.ocl, r, names...), strings.Join(args, ", "), r))
				return nil
			}
		}
		name := in.ocl
		in.body = func(h *helper) (string, error) {
			var args, names []string
			for i := range types {
				names = append(names, "$T")
				args = append(args, fmt.Sprintf("$T %%%c", 'a'+i))
			}
			if !viaWider(scalar) {
				return "\n  %r = call $T @" + h.builtin(name, "$T", names...) + "(" + strings.Join(args, ", ") + ")\n  ret $T %r", nil
			}
			wide := "float"
			if len(types) == 3 {
				wide = "double" // exact for the product and the sum of halves
			}
			s := ""
			for i := range types {
				s += fmt.Sprintf("\n  %%x%d = fpext $T %%%c to %s", i, 'a'+i, wide)
				names[i] = wide
				args[i] = fmt.Sprintf("%s %%x%d", wide, i)
			}
			return s + "\n  %y = call " + wide + " @" + h.builtin(name, wide, names...) + "(" + strings.Join(args, ", ") + ")\n  %r = fptrunc " + wide + " %y to $T\n  ret $T %r", nil
		}
	}
	body, err := in.body(h)
	if err != nil {
		return err
	}
	scalar := h.name
	if n > 0 {
		scalar += ".element"
	}
	var elem []string
	for _, t := range types {
		elem = append(elem, llvm.ScalarType(t).String())
	}
	h.function(scalar, h.scalarResult(), nil, elem, h.expand(body))
	if n > 0 {
		h.vector(scalar, n)
	}
	return nil
}

// viaWider reports whether functions of a type are computed in a wider one: no device has bfloat
// functions, and not all devices with half arithmetic have half functions.
func viaWider(t llvm.Type) bool {
	k := llvm.GetTypeKind(t)
	return k == llvm.BFloatKind || k == llvm.HalfKind
}

// expand substitutes the variables of a scalar body.
func (h *helper) expand(body string) string {
	t := llvm.ScalarType(ir.ParamTypes(h.ft)[0])
	bits := llvm.SizeOfTypeInBits(h.u.Layout, t)
	return strings.NewReplacer("$T", t.String(), "$R", h.scalarResult(), "$N", fmt.Sprint(bits), "$S", fmt.Sprint(bits-1)).Replace(body)
}

func (h *helper) function(name, result string, types []llvm.Type, plain []string, body string) {
	var args []string
	for _, t := range types {
		plain = append(plain, t.String())
	}
	for i, t := range plain {
		args = append(args, fmt.Sprintf("%s %%%c", t, 'a'+i))
	}
	fmt.Fprintf(h.text, "define %s @%q(%s) alwaysinline nounwind {%s\n}\n\n", result, name, strings.Join(args, ", "), body)
}

// vector generates the helper that applies the scalar one to each element.
func (h *helper) vector(scalar string, n uint32) {
	types := ir.ParamTypes(h.ft)
	ret := llvm.GetReturnType(h.ft)
	isStruct := llvm.GetTypeKind(ret) == llvm.StructKind
	fields := uint32(1)
	if isStruct {
		fields = llvm.CountStructElementTypes(ret)
	}
	field := func(i uint32) llvm.Type {
		if isStruct {
			return llvm.StructGetTypeAtIndex(ret, i)
		}
		return ret
	}
	s := &strings.Builder{}
	acc := make([]string, fields)
	for f := range acc {
		acc[f] = "poison"
	}
	for i := range n {
		var args []string
		for j, t := range types {
			v := fmt.Sprintf("%%%c", 'a'+j)
			if lanes(t) > 0 {
				fmt.Fprintf(s, "\n  %%x%d.%d = extractelement %s %s, i32 %d", j, i, t, v, i)
				v = fmt.Sprintf("%%x%d.%d", j, i)
			}
			args = append(args, llvm.ScalarType(t).String()+" "+v)
		}
		fmt.Fprintf(s, "\n  %%r%d = call %s @%q(%s)", i, h.scalarResult(), scalar, strings.Join(args, ", "))
		for f := range fields {
			v := fmt.Sprintf("%%r%d", i)
			if isStruct {
				fmt.Fprintf(s, "\n  %%f%d.%d = extractvalue %s %%r%d, %d", f, i, h.scalarResult(), i, f)
				v = fmt.Sprintf("%%f%d.%d", f, i)
			}
			fmt.Fprintf(s, "\n  %%v%d.%d = insertelement %s %s, %s %s, i32 %d", f, i, field(f), acc[f], llvm.ScalarType(field(f)), v, i)
			acc[f] = fmt.Sprintf("%%v%d.%d", f, i)
		}
	}
	if !isStruct {
		fmt.Fprintf(s, "\n  ret %s %s", ret, acc[0])
	} else {
		prev := "poison"
		for f := range fields {
			fmt.Fprintf(s, "\n  %%s%d = insertvalue %s %s, %s %s, %d", f, ret, prev, field(f), acc[f], f)
			prev = fmt.Sprintf("%%s%d", f)
		}
		fmt.Fprintf(s, "\n  ret %s %s", ret, prev)
	}
	h.function(h.name, ret.String(), types, nil, s.String())
}

// builtin declares an OpenCL function and gives its mangled name. Types are IR
// types; "ptr T" is a pointer to private memory, "unsigned T" an unsigned integer.
func (h *helper) builtin(name, result string, args ...string) string {
	sym := fmt.Sprintf("_Z%d%s", len(name), name)
	var seen []string
	var irArgs []string
	for _, a := range args {
		a = h.expand(a)
		m := mangleType(a)
		if strings.HasPrefix(m, "Dv") || strings.HasPrefix(m, "P") {
			again := -1
			for i, s := range seen {
				if s == m {
					again = i
				}
			}
			switch {
			case again == 0:
				m = "S_"
			case again > 0:
				m = fmt.Sprintf("S%d_", again-1)
			default:
				seen = append(seen, m)
			}
		}
		sym += m
		a = strings.TrimPrefix(a, "unsigned ")
		if strings.HasPrefix(a, "ptr") {
			a = "ptr"
		}
		irArgs = append(irArgs, a)
	}
	if !h.declared[sym] && llvm.GetNamedFunction(h.u.Mod, sym) == 0 || !h.declared[sym] {
		h.declared[sym] = true
		fmt.Fprintf(h.text, "declare spir_func %s @%s(%s) nounwind willreturn\n", strings.TrimPrefix(h.expand(result), "unsigned "), sym, strings.Join(irArgs, ", "))
	}
	return sym
}

var mangled = map[string]string{
	"half": "Dh", "float": "f", "double": "d",
	"i8": "c", "i16": "s", "i32": "i", "i64": "l",
	"unsigned i8": "h", "unsigned i16": "t", "unsigned i32": "j", "unsigned i64": "m",
}

func mangleType(t string) string {
	if rest, ok := strings.CutPrefix(t, "ptr "); ok {
		return "P" + mangleType(rest)
	}
	if strings.HasPrefix(t, "<") {
		n, e, _ := strings.Cut(strings.Trim(t, "<>"), " x ")
		return "Dv" + n + "_" + mangleType(e)
	}
	return mangled[t]
}

// resize returns the text of an integer conversion.
func (h *helper) resize(v, from, to string, signed bool) string {
	var a, b int
	fmt.Sscanf(from, "i%d", &a)
	fmt.Sscanf(to, "i%d", &b)
	op := "zext"
	if signed {
		op = "sext"
	}
	switch {
	case a > b:
		op = "trunc"
	case a == b:
		op = "bitcast"
	}
	return fmt.Sprintf("%s %s %s to %s", op, from, v, to)
}

// legalWidth returns the narrowest integer width of devices that holds n bits, 0 beyond 64.
func legalWidth(n uint32) uint32 {
	for _, w := range []uint32{8, 16, 32, 64} {
		if n <= w {
			return w
		}
	}
	return 0
}

func selectBy(cmp string) func(*helper) (string, error) {
	return text("\n  %c = icmp " + cmp + " $T %a, %b\n  %r = select i1 %c, $T %a, $T %b\n  ret $T %r")
}

func threeWay(less, more string) func(*helper) (string, error) {
	return text("\n  %l = icmp " + less + " $T %a, %b\n  %g = icmp " + more + " $T %a, %b\n" +
		"  %x = select i1 %g, $R 1, $R 0\n  %r = select i1 %l, $R -1, $R %x\n  ret $R %r")
}

// saturate makes %r the result of the code, or the limit where the comparison says that the result
// overflows.
func saturate(code, over, limit string) func(*helper) (string, error) {
	return text("\n  " + code + "\n  %c = icmp " + over + "\n  %s = select i1 %c, $T " + limit + ", $T %r\n  ret $T %s")
}

// signedSaturate: there was overflow if the operands have the same sign and the result has the
// other.
func signedSaturate(op, x, y string) func(*helper) (string, error) {
	return text("\n  %r = " + op + " $T %a, %b\n  %x = " + x + "\n  %y = " + y + `
  %z = and $T %x, %y
  %o = icmp slt $T %z, 0
  %sign = ashr $T %r, $S
  %min = shl $T 1, $S
  %lim = xor $T %sign, %min
  %s = select i1 %o, $T %lim, $T %r
  ret $T %s`)
}

// funnelShift shifts the concatenation of %a and %b by %c bits: whole is the operand that a shift
// by zero returns, shift the shift of that operand, and rest the shift that brings in bits of the
// other.
func funnelShift(whole, shift, rest string) func(*helper) (string, error) {
	other := map[string]string{"%a": "%b", "%b": "%a"}[whole]
	return text("\n  %n = urem $T %c, $N" +
		"\n  %m = sub $T $N, %n" +
		"\n  %m1 = urem $T %m, $N" +
		"\n  %x = " + shift + " $T " + whole + ", %n" +
		"\n  %y = " + rest + " $T " + other + ", %m1" + `
  %or = or $T %x, %y
  %z = icmp eq $T %n, 0
  %r = select i1 %z, $T ` + whole + `, $T %or
  ret $T %r`)
}

func overflow(op, test string) func(*helper) (string, error) {
	return text("\n  %r = " + op + " $T %a, %b\n  " + test + `
  %r0 = insertvalue $R poison, $T %r, 0
  %r1 = insertvalue $R %r0, i1 %o, 1
  ret $R %r1`)
}

// multiplyOverflow multiplies 64-bit values and tests the upper half of the product; values of more than
// 64 bits are multiplied in twice their width.
func multiplyOverflow(signed bool) func(*helper) (string, error) {
	return func(h *helper) (string, error) {
		n := llvm.GetIntTypeWidth(llvm.ScalarType(ir.ParamTypes(h.ft)[0]))
		if n > 64 {
			extend := "zext"
			if signed {
				extend = "sext"
			}
			return fmt.Sprintf(`
  %%x = %[2]s $T %%a to i%[1]d
  %%y = %[2]s $T %%b to i%[1]d
  %%p = mul i%[1]d %%x, %%y
  %%r = trunc i%[1]d %%p to $T
  %%back = %[2]s $T %%r to i%[1]d
  %%o = icmp ne i%[1]d %%back, %%p
  %%r0 = insertvalue $R poison, $T %%r, 0
  %%r1 = insertvalue $R %%r0, i1 %%o, 1
  ret $R %%r1`, 2*n, extend), nil
		}
		s := "\n  %x = " + h.resize("%a", h.argType(0), "i64", signed) + "\n  %y = " + h.resize("%b", h.argType(1), "i64", signed) + "\n  %p = mul i64 %x, %y"
		if signed {
			s += "\n  %h = call i64 @" + h.builtin("mul_hi", "i64", "i64", "i64") + "(i64 %x, i64 %y)" + `
  %sign = ashr i64 %p, 63
  %o1 = icmp ne i64 %h, %sign`
		} else {
			s += "\n  %h = call i64 @" + h.builtin("mul_hi", "unsigned i64", "unsigned i64", "unsigned i64") + "(i64 %x, i64 %y)\n  %o1 = icmp ne i64 %h, 0"
		}
		s += "\n  %r = " + h.resize("%p", "i64", h.argType(0), signed) + "\n  %back = " + h.resize("%r", h.argType(0), "i64", signed) + `
  %o2 = icmp ne i64 %back, %p
  %o = or i1 %o1, %o2
  %r0 = insertvalue $R poison, $T %r, 0
  %r1 = insertvalue $R %r0, i1 %o, 1
  ret $R %r1`
		return s, nil
	}
}

// countBits extends to a legal width, prepares the value, and calls the OpenCL function. For
// leading zeros the bits that were added are subtracted. Trailing zeros are counted as the ones
// below the lowest one, which gives the width for zero, as LLVM defines it.
func (h *helper) countBits(ocl, prepare string) (string, error) {
	n := llvm.GetIntTypeWidth(llvm.ScalarType(ir.ParamTypes(h.ft)[0]))
	w := legalWidth(n)
	v := "%a"
	if strings.Contains(prepare, "%low") {
		v = "%low"
	}
	if w == 0 {
		return prepare + h.countWords(ocl, v, int(n)), nil
	}
	wide := fmt.Sprintf("i%d", w)
	s := prepare + "  %w = " + h.resize(v, h.argType(0), wide, false) + "\n  %k = call " + wide + " @" + h.builtin(ocl, "unsigned "+wide, "unsigned "+wide) + "(" + wide + " %w)"
	k := "%k"
	if ocl == "clz" && w != n {
		s += fmt.Sprintf("\n  %%d = sub %s %%k, %d", wide, w-n)
		k = "%d"
	}
	return s + "\n  %r = " + h.resize(k, wide, h.argType(0), false) + "\n  ret $T %r", nil
}

// words splits a value of more than 64 bits into words, the lowest first: %word0, %word1, …
func words(v string, n int) (s string, count int) {
	for ; 64*count < n; count++ {
		s += fmt.Sprintf("\n  %%from%[1]d = lshr $T %[2]s, %[3]d\n  %%word%[1]d = trunc $T %%from%[1]d to i64", count, v, 64*count)
	}
	return s, count
}

// countWords counts in each word: a word of zeros has 64 leading zeros more than the words below
// it.
func (h *helper) countWords(ocl, v string, n int) string {
	s, count := words(v, n)
	for k := range count {
		s += fmt.Sprintf("\n  %%c%[1]d = call i64 @%[2]s(i64 %%word%[1]d)", k, h.builtin(ocl, "unsigned i64", "unsigned i64"))
		switch {
		case k == 0:
			s += "\n  %k0 = add i64 %c0, 0"
		case ocl == "clz":
			s += fmt.Sprintf("\n  %%z%[1]d = icmp eq i64 %%word%[1]d, 0\n  %%b%[1]d = add i64 %%k%[2]d, 64\n  %%k%[1]d = select i1 %%z%[1]d, i64 %%b%[1]d, i64 %%c%[1]d", k, k-1)
		default:
			s += fmt.Sprintf("\n  %%k%[1]d = add i64 %%c%[1]d, %%k%[2]d", k, k-1)
		}
	}
	over := 0
	if ocl == "clz" {
		over = 64*count - n
	}
	return s + fmt.Sprintf("\n  %%k = sub i64 %%k%d, %d\n  %%r = zext i64 %%k to $T\n  ret $T %%r", count-1, over)
}

func byteSwap(h *helper) (string, error) {
	n := int(llvm.GetIntTypeWidth(llvm.ScalarType(ir.ParamTypes(h.ft)[0])))
	s, acc := "", ""
	for i := 0; i < n; i += 8 {
		s += fmt.Sprintf("\n  %%x%d = lshr $T %%a, %d\n  %%y%d = and $T %%x%d, 255\n  %%z%d = shl $T %%y%d, %d", i, i, i, i, i, i, n-8-i)
		if acc == "" {
			acc = "%z0"
			continue
		}
		s += fmt.Sprintf("\n  %%o%d = or $T %s, %%z%d", i, acc, i)
		acc = fmt.Sprintf("%%o%d", i)
	}
	return s + "\n  ret $T " + acc, nil
}

func bitReverse(h *helper) (string, error) {
	n := llvm.GetIntTypeWidth(llvm.ScalarType(ir.ParamTypes(h.ft)[0]))
	if w := legalWidth(n); w != 0 {
		wide := fmt.Sprintf("i%d", w)
		s := "\n  %w = " + h.resize("%a", h.argType(0), wide, false) + reversal("%w", "", w)
		s += fmt.Sprintf("\n  %%u = lshr %s %%reversed, %d", wide, w-n)
		return s + "\n  %r = " + h.resize("%u", wide, h.argType(0), false) + "\n  ret $T %r", nil
	}
	s, count := words("%a", int(n))
	whole := fmt.Sprintf("i%d", 64*count)
	acc := "0"
	for k := range count {
		s += reversal(fmt.Sprintf("%%word%d", k), fmt.Sprintf(".%d", k), 64)
		s += fmt.Sprintf("\n  %%x%[1]d = zext i64 %%reversed.%[1]d to %[2]s\n  %%y%[1]d = shl %[2]s %%x%[1]d, %[3]d\n  %%o%[1]d = or %[2]s %%y%[1]d, %[4]s",
			k, whole, 64*(count-1-k), acc)
		acc = fmt.Sprintf("%%o%d", k)
	}
	s += fmt.Sprintf("\n  %%u = lshr %s %s, %d", whole, acc, 64*count-int(n))
	return s + "\n  %r = " + h.resize("%u", whole, h.argType(0), false) + "\n  ret $T %r", nil
}

// reversal computes %reversed, with a suffix, from a value whose width is a power of two: halves
// are swapped, then their halves, and so on.
func reversal(v, suffix string, w uint32) string {
	s := ""
	i := 0
	for step := uint32(1); step < w; step *= 2 {
		mask := uint64(0)
		for b := uint32(0); b < w; b++ {
			if b/step%2 == 0 {
				mask |= 1 << b
			}
		}
		to := fmt.Sprintf("%%v%d%s", i, suffix)
		if 2*step == w {
			to = "%reversed" + suffix
		}
		s += strings.NewReplacer("$V", v, "$TO", to, "$I", fmt.Sprintf("%d%s", i, suffix), "$W", fmt.Sprintf("i%d", w), "$STEP", fmt.Sprint(step), "$MASK", fmt.Sprint(mask)).Replace(`
  %p$I = lshr $W $V, $STEP
  %q$I = and $W %p$I, $MASK
  %s$I = and $W $V, $MASK
  %t$I = shl $W %s$I, $STEP
  $TO = or $W %q$I, %t$I`)
		v = to
		i++
	}
	return s
}

// Minima and maxima of IEEE 754-2019: -0 is less than +0. With minimum and maximum a NaN propagates,
// with the others a number is preferred. OpenCL's fmin may give either of two zeros.
const (
	minimum       = lesserOf + "olt" + zerosOr + nanPropagates
	maximum       = lesserOf + "ogt" + zerosAnd + nanPropagates
	minimumNumber = lesserOf + "olt" + zerosOr + numberPreferred
	maximumNumber = lesserOf + "ogt" + zerosAnd + numberPreferred

	lesserOf = `
  %x = bitcast $T %a to i$N
  %y = bitcast $T %b to i$N
  %less = fcmp `
	zerosOr  = " $T %a, %b\n  %z = or i$N %x, %y" + ofEqual
	zerosAnd = " $T %a, %b\n  %z = and i$N %x, %y" + ofEqual
	ofEqual  = `
  %m = select i1 %less, $T %a, $T %b
  %eq = fcmp oeq $T %a, %b
  %zf = bitcast i$N %z to $T
  %s = select i1 %eq, $T %zf, $T %m`
	nanPropagates = `
  %nan = fcmp uno $T %a, %b
  %sum = fadd $T %a, %b
  %r = select i1 %nan, $T %sum, $T %s
  ret $T %r`
	numberPreferred = `
  %nan = fcmp uno $T %b, %b
  %r = select i1 %nan, $T %a, $T %s
  ret $T %r`
)

func roundTo(ocl string) func(*helper) (string, error) {
	return func(h *helper) (string, error) {
		return "\n  %f = call $T @" + h.builtin(ocl, "$T", "$T") + "($T %a)\n  %r = fptosi $T %f to $R\n  ret $R %r", nil
	}
}

// fpClass tests for the IEEE 754 classes in the mask %b, numbered as LLVM does: signalling and
// quiet NaN, then -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf.
func fpClass(h *helper) (string, error) {
	t := llvm.ScalarType(ir.ParamTypes(h.ft)[0])
	var bits, frac uint32
	switch llvm.GetTypeKind(t) {
	case llvm.HalfKind:
		bits, frac = 16, 10
	case llvm.BFloatKind:
		bits, frac = 16, 7
	case llvm.FloatKind:
		bits, frac = 32, 23
	case llvm.DoubleKind:
		bits, frac = 64, 52
	default:
		return "", fmt.Errorf("a class test of %s", t)
	}
	i := fmt.Sprintf("i%d", bits)
	inf := (uint64(1)<<(bits-1-frac) - 1) << frac
	quiet := uint64(1) << (frac - 1)
	mag := uint64(1)<<(bits-1) - 1
	s := fmt.Sprintf(`
  %%x = bitcast $T %%a to %[1]s
  %%m = and %[1]s %%x, %[2]d
  %%neg = icmp slt %[1]s %%x, 0
  %%zero = icmp eq %[1]s %%m, 0
  %%sub0 = icmp ult %[1]s %%m, %[3]d
  %%nz = xor i1 %%zero, true
  %%sub = and i1 %%sub0, %%nz
  %%inf = icmp eq %[1]s %%m, %[4]d
  %%nan = icmp ugt %[1]s %%m, %[4]d
  %%ge = icmp uge %[1]s %%m, %[3]d
  %%lt = icmp ult %[1]s %%m, %[4]d
  %%norm = and i1 %%ge, %%lt
  %%qb = and %[1]s %%x, %[5]d
  %%q0 = icmp ne %[1]s %%qb, 0
  %%quiet = and i1 %%nan, %%q0
  %%q1 = xor i1 %%q0, true
  %%sig = and i1 %%nan, %%q1
  %%pos = xor i1 %%neg, true`, i, mag, uint64(1)<<frac, inf, quiet)
	tests := []struct{ class, sign string }{
		{"sig", ""}, {"quiet", ""}, {"inf", "neg"}, {"norm", "neg"}, {"sub", "neg"}, {"zero", "neg"},
		{"zero", "pos"}, {"sub", "pos"}, {"norm", "pos"}, {"inf", "pos"},
	}
	acc := "false"
	for k, x := range tests {
		v := "%" + x.class
		if x.sign != "" {
			s += fmt.Sprintf("\n  %%t%d = and i1 %s, %%%s", k, v, x.sign)
			v = fmt.Sprintf("%%t%d", k)
		}
		s += fmt.Sprintf("\n  %%b%[1]d = and i32 %%b, %[2]d\n  %%w%[1]d = icmp ne i32 %%b%[1]d, 0\n  %%y%[1]d = and i1 %[3]s, %%w%[1]d\n  %%r%[1]d = or i1 %[4]s, %%y%[1]d", k, 1<<k, v, acc)
		acc = fmt.Sprintf("%%r%d", k)
	}
	return s + "\n  ret i1 " + acc, nil
}

// reduce folds a vector's elements in order; fadd and fmul have a start value.
func reduce(op string) func(*helper) (string, error) {
	return func(h *helper) (string, error) {
		types := ir.ParamTypes(h.ft)
		vec, v := types[len(types)-1], fmt.Sprintf("%%%c", 'a'+len(types)-1)
		e := llvm.GetElementType(vec).String()
		s, acc := "", ""
		if len(types) == 2 {
			acc = "%a"
		}
		for i := range llvm.GetVectorSize(vec) {
			s += fmt.Sprintf("\n  %%e%d = extractelement %s %s, i32 %d", i, vec, v, i)
			if acc == "" {
				acc = "%e0"
				continue
			}
			if strings.Contains(op, "cmp") {
				s += fmt.Sprintf("\n  %%c%d = %s %s %s, %%e%d\n  %%r%d = select i1 %%c%d, %s %s, %s %%e%d", i, op, e, acc, i, i, i, e, acc, e, i)
			} else {
				s += fmt.Sprintf("\n  %%r%d = %s %s %s, %%e%d", i, op, e, acc, i)
			}
			acc = fmt.Sprintf("%%r%d", i)
		}
		return s + "\n  ret " + e + " " + acc, nil
	}
}

// reduceBy applies the text of a scalar helper of two arguments to the elements, from the first on.
func reduceBy(body string) func(*helper) (string, error) {
	return func(h *helper) (string, error) {
		vec := ir.ParamTypes(h.ft)[0]
		e := llvm.GetElementType(vec).String()
		pair := h.name + ".pair"
		h.function(pair, e, nil, []string{e, e}, h.expand(body))
		s := fmt.Sprintf("\n  %%r0 = extractelement %s %%a, i32 0", vec)
		last := llvm.GetVectorSize(vec) - 1
		for i := range last {
			s += fmt.Sprintf("\n  %%e%[1]d = extractelement %[2]s %%a, i32 %[1]d\n  %%r%[1]d = call %[3]s @%[4]q(%[3]s %%r%[5]d, %[3]s %%e%[1]d)", i+1, vec, e, pair, i)
		}
		return fmt.Sprintf("%s\n  ret %s %%r%d", s, e, last), nil
	}
}
