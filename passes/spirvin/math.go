// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ocmlFunctions are OpenCL's mathematical functions that AMD's library, and gohipcc's on
// every target, has under the name __ocml_<name>_f32 and _f64.
var ocmlFunctions = func() map[string]bool {
	m := map[string]bool{}
	for _, f := range strings.Fields(`acos acosh acospi asin asinh asinpi atan atan2 atan2pi atanh atanpi cbrt cos cosh cospi
erf erfc exp exp2 exp10 expm1 fdim fmod hypot ilogb ldexp lgamma log log2 log10 log1p logb nextafter pow pown remainder
rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma`) {
		m[f] = true
	}
	return m
}()

// floatIntrinsics are those that are intrinsics of LLVM.
var floatIntrinsics = map[string]string{
	"fabs": "fabs", "floor": "floor", "ceil": "ceil", "trunc": "trunc", "rint": "rint", "round": "round", "fma": "fma", "mad": "fmuladd",
	"copysign": "copysign", "fmax": "maxnum", "fmin": "minnum", "fmax_common": "maxnum", "fmin_common": "minnum",
}

// comparison are SPIR-V's comparisons that OpenCL's relational functions become.
var comparison = map[string]string{"LessOrGreater": "one", "Ordered": "ord", "Unordered": "uno"}

// scalar defines an operation on scalars.
func (o *operation) scalar() bool {
	if name, ok := strings.CutPrefix(o.name, "ocl_"); ok {
		if len(o.params) == 0 {
			return false
		}
		switch o.params[0] {
		case "float", "double", "half":
			return o.float(name)
		}
		return o.integer(name)
	}
	if conversion.MatchString(o.name) || plainConversion.MatchString(o.name) {
		return o.convert()
	}
	if len(o.params) == 0 {
		return false
	}
	t := o.params[0]
	truth := func(v string) bool {
		if o.ret == "i1" {
			return o.result(v)
		}
		return o.result(o.v("zext i1 %s to %s", v, o.ret))
	}
	class := func(mask int) bool {
		return truth(o.call("i1", "llvm.is.fpclass."+llvmSuffix(t), o.a(0), fmt.Sprintf("i32 %d", mask)))
	}
	switch o.name {
	case "IsNan":
		return truth(o.v("fcmp uno %s, 0.0", o.a(0)))
	case "IsInf":
		return class(0x204)
	case "IsFinite":
		return class(0x1f8)
	case "IsNormal":
		return class(0x108)
	case "SignBitSet":
		bits := map[string]string{"half": "i16", "float": "i32", "double": "i64"}[t]
		return truth(o.v("icmp slt %s %s, 0", bits, o.v("bitcast %s to %s", o.a(0), bits)))
	case "BitCount":
		return o.result(o.call(t, "llvm.ctpop."+t, o.a(0)))
	case "BitReverse":
		return o.result(o.call(t, "llvm.bitreverse."+t, o.a(0)))
	case "FMod": // the result has the divisor's sign
		r := o.v("frem %s, %%a1", o.a(0))
		off := o.v("fmul %s %s, %%a1", t, r)
		return o.result(o.v("select i1 %s, %s %s, %s %s", o.v("fcmp olt %s %s, 0.0", t, off), t, o.v("fadd %s %s, %%a1", t, r), t, r))
	case "SMod":
		r := o.v("srem %s, %%a1", o.a(0))
		differ := o.v("icmp slt %s %s, 0", t, o.v("xor %s %s, %%a1", t, r))
		fix := o.v("and i1 %s, %s", differ, o.v("icmp ne %s %s, 0", t, r))
		return o.result(o.v("select i1 %s, %s %s, %s %s", fix, t, o.v("add %s %s, %%a1", t, r), t, r))
	}
	if c := comparison[o.name]; c != "" {
		return truth(o.v("fcmp %s %s, %%a1", c, o.a(0)))
	}
	return false
}

// float defines OpenCL's mathematical and common functions.
func (o *operation) float(name string) bool {
	t := o.params[0]
	if t == "half" && o.ret == "half" && floatIntrinsics[name] == "" {
		return o.throughFloat(name)
	}
	sfx := llvmSuffix(t)
	for _, p := range []string{"native_", "half_", "fast_"} {
		name = strings.TrimPrefix(name, p)
	}
	if f := floatIntrinsics[name]; f != "" {
		var args []string
		for i := range o.params {
			args = append(args, o.a(i))
		}
		return o.result(o.call(o.ret, "llvm."+f+"."+sfx, args...))
	}
	if ocmlFunctions[name] {
		var args []string
		for i := range o.params {
			args = append(args, o.a(i))
		}
		return o.result(o.call(o.ret, "__ocml_"+name+"_"+sfx, args...))
	}
	sel := func(c, x, y string) string { return o.v("select i1 %s, %s %s, %s %s", c, t, x, t, y) }
	op := func(f, x, y string) string { return o.v("%s %s %s, %s", f, t, x, y) }
	cmp := func(c, x, y string) string { return o.v("fcmp %s %s %s, %s", c, t, x, y) }
	call1 := func(f, x string) string { return o.call(t, f, t+" "+x) }
	number := func(x float64) string { return fmt.Sprintf("0x%016X", floatBits(x, t)) }
	clamp := func(x, lo, hi string) string {
		return o.call(t, "llvm.minnum."+sfx, t+" "+o.call(t, "llvm.maxnum."+sfx, t+" "+x, t+" "+lo), t+" "+hi)
	}
	// Functions with a second result: the library has them with a generic pointer.
	out := func(f, typ string, args ...string) bool {
		slot := "ptr %slot"
		if o.im.amd {
			o.f("%%private = alloca %s, align 8, addrspace(5)", typ)
			o.f("%%slot = addrspacecast ptr addrspace(5) %%private to ptr")
		} else {
			o.f("%%slot = alloca %s, align 8", typ)
		}
		v := o.call(t, f, append(args, slot)...)
		x := o.v("load %s, ptr %%slot", typ)
		o.f("store %s %s, %s", typ, x, o.a(len(o.params)-1))
		return o.result(v)
	}
	switch name {
	case "recip":
		return o.result(op("fdiv", "1.0", "%a0"))
	case "divide":
		return o.result(op("fdiv", "%a0", "%a1"))
	case "powr":
		return o.result(o.call(t, "__ocml_pow_"+sfx, o.a(0), o.a(1)))
	case "rootn":
		// The root of a negative number exists for odd n.
		n := o.v("sitofp i32 %%a1 to double")
		x := "%a0"
		if t == "float" {
			x = o.v("fpext float %%a0 to double")
		}
		r := o.call("double", "__ocml_pow_f64", "double "+o.call("double", "llvm.fabs.f64", "double "+x), "double "+o.v("fdiv double 1.0, %s", n))
		odd := o.v("trunc i32 %%a1 to i1")
		signed := o.call("double", "llvm.copysign.f64", "double "+r, "double "+x)
		wrong := o.v("select i1 %s, double 0x7FF8000000000000, double %s", o.v("fcmp olt double %s, 0.0", x), r)
		r = o.v("select i1 %s, double %s, double %s", odd, signed, wrong)
		if t == "float" {
			r = o.v("fptrunc double %s to float", r)
		}
		return o.result(r)
	case "fract":
		fl := call1("llvm.floor."+sfx, "%a0")
		o.f("store %s %s, %s", t, fl, o.a(1))
		below := map[string]string{"float": "0x3FEFFFFFE0000000", "double": "0x3FEFFFFFFFFFFFFF"}[t]
		return o.result(o.call(t, "llvm.minnum."+sfx, t+" "+op("fsub", "%a0", fl), t+" "+below))
	case "sincos":
		o.f("store %s %s, %s", t, call1("__ocml_cos_"+sfx, "%a0"), o.a(1))
		return o.result(call1("__ocml_sin_"+sfx, "%a0"))
	case "modf":
		return out("__gohip_modf_"+sfx, t, o.a(0))
	case "frexp":
		return out("__gohip_frexp_"+sfx, "i32", o.a(0))
	case "remquo":
		return out("__gohip_remquo_"+sfx, "i32", o.a(0), o.a(1))
	case "lgamma_r":
		fl := call1("llvm.floor."+sfx, "%a0")
		odd := cmp("une", call1("llvm.floor."+sfx, op("fmul", fl, "0.5")), op("fmul", fl, "0.5"))
		minus := o.v("and i1 %s, %s", odd, cmp("olt", "%a0", "0.0"))
		o.f("store i32 %s, %s", o.v("select i1 %s, i32 -1, i32 1", minus), o.a(1))
		return o.result(call1("__ocml_lgamma_"+sfx, "%a0"))
	case "maxmag", "minmag":
		x, y := call1("llvm.fabs."+sfx, "%a0"), call1("llvm.fabs."+sfx, "%a1")
		c, other := "ogt", "llvm.maxnum."
		if name == "minmag" {
			c, other = "olt", "llvm.minnum."
		}
		rest := o.call(t, other+sfx, o.a(0), o.a(1))
		return o.result(sel(cmp(c, x, y), "%a0", sel(cmp(c, y, x), "%a1", rest)))
	case "fclamp":
		return o.result(clamp("%a0", "%a1", "%a2"))
	case "degrees":
		return o.result(op("fmul", "%a0", number(57.295779513082320876798)))
	case "radians":
		return o.result(op("fmul", "%a0", number(0.017453292519943295769)))
	case "mix":
		return o.result(o.call(t, "llvm.fmuladd."+sfx, t+" "+op("fsub", "%a1", "%a0"), o.a(2), o.a(0)))
	case "step":
		return o.result(sel(cmp("olt", "%a1", "%a0"), "0.0", "1.0"))
	case "smoothstep":
		x := clamp(op("fdiv", op("fsub", "%a2", "%a0"), op("fsub", "%a1", "%a0")), "0.0", "1.0")
		return o.result(op("fmul", op("fmul", x, x), op("fsub", "3.0", op("fmul", "2.0", x))))
	case "sign":
		one := o.call(t, "llvm.copysign."+sfx, t+" 1.0", o.a(0))
		v := sel(cmp("oeq", "%a0", "0.0"), "%a0", one)
		return o.result(sel(cmp("uno", "%a0", "%a0"), "0.0", v))
	case "select":
		return o.choose()
	case "bitselect":
		b := map[string]string{"half": "i16", "float": "i32", "double": "i64"}[t]
		in := func(i int) string { return o.v("bitcast %s to %s", o.a(i), b) }
		return o.result(o.v("bitcast %s %s to %s", b, o.mask(b, in(0), in(1), in(2)), t))
	}
	return false
}

// choose is OpenCL's select: a scalar's condition is whether it is not zero. One of a
// vector is its top bit, which for the all-ones and zeros of comparisons is the same.
func (o *operation) choose() bool {
	c := o.v("icmp ne %s, 0", o.a(2))
	return o.result(o.v("select i1 %s, %s, %s", c, o.a(1), o.a(0)))
}

// mask is (x & ~m) | (y & m).
func (o *operation) mask(t, x, y, m string) string {
	keep := o.v("and %s %s, %s", t, x, o.v("xor %s %s, -1", t, m))
	return o.v("or %s %s, %s", t, keep, o.v("and %s %s, %s", t, y, m))
}

// throughFloat computes a function of halfs in single precision.
func (o *operation) throughFloat(name string) bool {
	var params, args []string
	for i, p := range o.params {
		v := fmt.Sprintf("%%a%d", i)
		if p == "half" {
			p, v = "float", o.v("fpext half %s to float", v)
		} else if strings.HasPrefix(p, "ptr") && name != "frexp" && name != "remquo" && name != "lgamma_r" {
			return false
		}
		params, args = append(params, p), append(args, p+" "+v)
	}
	inner := "gohip.spirv.ocl_" + name + ".half"
	if !o.im.defined[inner] {
		def, ok := o.im.define(inner, o.name, "float", params)
		if !ok {
			return false
		}
		o.im.defined[inner] = true
		o.im.extra.WriteString(def + "\n")
	}
	return o.result(o.v("fptrunc float %s to half", o.v("call float @%s(%s)", quoteName(inner), strings.Join(args, ", "))))
}

// integer defines OpenCL's functions of integers.
func (o *operation) integer(name string) bool {
	t := o.params[0]
	bits, err := strconv.Atoi(strings.TrimPrefix(t, "i"))
	if err != nil {
		return false
	}
	kind, op, signed := "u", strings.TrimPrefix(name, "u_"), false
	if s, ok := strings.CutPrefix(name, "s_"); ok {
		kind, op, signed = "s", s, true
	}
	call := func(f string, args ...string) string { return o.call(t, "llvm."+f+"."+t, args...) }
	wide := fmt.Sprintf("i%d", 2*bits)
	ext := map[bool]string{true: "sext", false: "zext"}[signed]
	widen := func(i int) string { return o.v("%s %s to %s", ext, o.a(i), wide) }
	high := func() string {
		p := o.v("mul %s %s, %s", wide, widen(0), widen(1))
		return o.v("trunc %s %s to %s", wide, o.v("lshr %s %s, %d", wide, p, bits), t)
	}
	// mean is the half of the sum, which may be one bit wider, rounded up or down.
	mean := func(up int) string {
		s := o.v("add %s %s, %d", wide, o.v("add %s %s, %s", wide, widen(0), widen(1)), up)
		return o.v("trunc %s %s to %s", wide, o.v("lshr %s %s, 1", wide, s), t)
	}
	low24 := func(i int) string {
		v := o.v("shl %s, 8", o.a(i))
		return o.v("%s i32 %s, 8", map[bool]string{true: "ashr", false: "lshr"}[signed], v)
	}
	switch op {
	case "nan":
		f := map[int]string{16: "half", 32: "float", 64: "double"}[bits]
		quiet := map[int]string{16: "32256", 32: "2143289344", 64: "9221120237041090560"}[bits]
		return o.result(o.v("bitcast %s %s to %s", t, o.v("or %s, %s", o.a(0), quiet), f))
	case "max", "min":
		return o.result(call(kind+op, o.a(0), o.a(1)))
	case "clamp":
		return o.result(call(kind+"min", t+" "+call(kind+"max", o.a(0), o.a(1)), o.a(2)))
	case "abs":
		if !signed {
			return o.result("%a0")
		}
		return o.result(call("abs", o.a(0), "i1 false"))
	case "abs_diff":
		return o.result(o.v("sub %s %s, %s", t, call(kind+"max", o.a(0), o.a(1)), call(kind+"min", o.a(0), o.a(1))))
	case "add_sat", "sub_sat":
		return o.result(call(kind+op[:3]+".sat", o.a(0), o.a(1)))
	case "hadd":
		return o.result(mean(0))
	case "rhadd":
		return o.result(mean(1))
	case "clz", "ctz":
		return o.result(call(map[string]string{"clz": "ctlz", "ctz": "cttz"}[op], o.a(0), "i1 false"))
	case "popcount":
		return o.result(call("ctpop", o.a(0)))
	case "mul_hi":
		return o.result(high())
	case "mad_hi":
		return o.result(o.v("add %s %s, %%a2", t, high()))
	case "mad_sat":
		p := o.v("mul %s %s, %s", wide, widen(0), widen(1))
		s := o.v("add %s %s, %s", wide, p, widen(2))
		lo, hi := o.v("%s %s %s to %s", ext, t, limit(bits, signed, false), wide), o.v("%s %s %s to %s", ext, t, limit(bits, signed, true), wide)
		s = o.call(wide, "llvm."+kind+"min."+wide, wide+" "+s, wide+" "+hi)
		if signed {
			s = o.call(wide, "llvm.smax."+wide, wide+" "+s, wide+" "+lo)
		}
		return o.result(o.v("trunc %s %s to %s", wide, s, t))
	case "rotate":
		return o.result(call("fshl", o.a(0), o.a(0), o.a(1)))
	case "upsample":
		// The high half's sign does not matter; the low half has none.
		h := o.v("shl %s %s, %d", o.ret, o.v("zext %s to %s", o.a(0), o.ret), bits)
		return o.result(o.v("or %s %s, %s", o.ret, h, o.v("zext %s to %s", o.a(1), o.ret)))
	case "mul24", "mad24":
		v := o.v("mul i32 %s, %s", low24(0), low24(1))
		if op == "mad24" {
			v = o.v("add i32 %s, %%a2", v)
		}
		return o.result(v)
	case "bitselect":
		return o.result(o.mask(t, "%a0", "%a1", "%a2"))
	case "select":
		return o.choose()
	}
	return false
}

// limit is the least or greatest integer of a width.
func limit(bits int, signed, greatest bool) string {
	switch {
	case signed && greatest:
		return strconv.FormatUint(1<<(bits-1)-1, 10)
	case signed:
		return "-" + strconv.FormatUint(1<<(bits-1), 10)
	case greatest:
		return "-1" // all ones
	}
	return "0"
}

// convert defines convert_T with a rounding mode or saturation.
func (o *operation) convert() bool {
	from, to, sat, mode, narrow := "", "", false, "", false
	if m := conversion.FindStringSubmatch(o.name); m != nil {
		from, to, sat, mode = m[2], m[3], m[1] != "" || m[4] != "", strings.TrimPrefix(m[5], "_")
	} else {
		m := plainConversion.FindStringSubmatch(o.name)
		from, to, sat, mode, narrow = m[1], m[1], m[2] != "", strings.TrimPrefix(m[3], "_"), true
	}
	src, dst := o.params[0], o.ret
	v := "%a0"
	round := map[string]string{"rte": "roundeven", "rtp": "ceil", "rtn": "floor", "rtz": "trunc"}
	switch {
	case from == "F" && to == "F":
		return o.narrowFloat(mode)
	case from == "F":
		if mode != "" && mode != "rtz" {
			v = o.call(src, "llvm."+round[mode]+"."+llvmSuffix(src), o.a(0))
		}
		kind := map[string]string{"S": "si", "U": "ui"}[to]
		if sat {
			return o.result(o.call(dst, fmt.Sprintf("llvm.fpto%s.sat.%s.%s", kind, dst, llvmSuffix(src)), src+" "+v))
		}
		return o.result(o.v("fpto%s %s %s to %s", kind, src, v, dst))
	case to == "F":
		return o.intToFloat(from == "S", mode)
	}
	sb, _ := strconv.Atoi(strings.TrimPrefix(src, "i"))
	db, _ := strconv.Atoi(strings.TrimPrefix(dst, "i"))
	if sat && !narrow || sat {
		wide := fmt.Sprintf("i%d", 2*max(sb, db))
		x := o.v("%s %s to %s", map[bool]string{true: "sext", false: "zext"}[from == "S"], o.a(0), wide)
		signed := to == "S"
		ext := map[bool]string{true: "sext", false: "zext"}[signed]
		lo, hi := o.v("%s %s %s to %s", ext, dst, limit(db, signed, false), wide), o.v("%s %s %s to %s", ext, dst, limit(db, signed, true), wide)
		x = o.call(wide, "llvm.smax."+wide, wide+" "+x, wide+" "+lo)
		x = o.call(wide, "llvm.smin."+wide, wide+" "+x, wide+" "+hi)
		return o.result(o.v("trunc %s %s to %s", wide, x, dst))
	}
	switch {
	case sb > db:
		return o.result(o.v("trunc %s to %s", o.a(0), dst))
	case sb < db:
		return o.result(o.v("%s %s to %s", map[bool]string{true: "sext", false: "zext"}[from == "S"], o.a(0), dst))
	}
	return o.result("%a0")
}

// intToFloat converts an integer, which the library has with rounding to zero, up and
// down for every width that can be inexact.
func (o *operation) intToFloat(signed bool, mode string) bool {
	op, kind := "uitofp", "u"
	if signed {
		op, kind = "sitofp", "s"
	}
	bits, _ := strconv.Atoi(strings.TrimPrefix(o.params[0], "i"))
	exact := o.ret == "float" && bits <= 16 || o.ret == "double" && bits <= 32 || bits <= 8
	if mode == "" || mode == "rte" || exact {
		return o.result(o.v("%s %s to %s", op, o.a(0), o.ret))
	}
	if o.ret == "half" {
		return false
	}
	return o.result(o.call(o.ret, fmt.Sprintf("__ocml_cvt%s_%s_%s%d", mode, llvmSuffix(o.ret), kind, bits), o.a(0)))
}

// narrowFloat converts between floating-point types.
func (o *operation) narrowFloat(mode string) bool {
	size := map[string]int{"half": 2, "float": 4, "double": 8}
	switch s, d := size[o.params[0]], size[o.ret]; {
	case s < d:
		return o.result(o.v("fpext %s to %s", o.a(0), o.ret))
	case s == d:
		return o.result("%a0")
	case mode == "" || mode == "rte":
		return o.result(o.v("fptrunc %s to %s", o.a(0), o.ret))
	case o.ret == "float":
		return o.result(o.call("float", "__ocml_cvt"+mode+"_f32_f64", o.a(0)))
	}
	o.params = append(o.params, "i32") // the mode, where stores to half have it
	n := len(o.params) - 1
	o.f("%%a%d = add i32 0, %d", n, map[string]int{"rtz": 1, "rtp": 2, "rtn": 3}[mode])
	return o.result(o.roundHalf(o.params[0], "%a0"))
}

// floatBits is the hexadecimal constant of LLVM's text for a number of a type: the bits
// of the double that it rounds to.
func floatBits(x float64, t string) uint64 {
	if t == "float" {
		x = float64(float32(x))
	}
	return math.Float64bits(x)
}
