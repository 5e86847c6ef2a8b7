// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// ocmlFunctions are the OpenCL mathematical functions that the target's library has under the name
// __ocml_<name>_f32 and _f64: AMD's own on AMD's GPUs, gohipcc's on the others.
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

// comparison maps OpenCL's relational functions to SPIR-V's comparisons.
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
	callee := ""
	if f := floatIntrinsics[name]; f != "" {
		callee = "llvm." + f + "." + sfx
	} else if ocmlFunctions[name] {
		callee = "__ocml_" + name + "_" + sfx
	}
	if callee != "" {
		var args []string
		for i := range o.params {
			args = append(args, o.a(i))
		}
		return o.result(o.call(o.ret, callee, args...))
	}
	if define := floatFunctions[name]; define != nil {
		return o.result(define(floatOperation{o, t, sfx}))
	}
	return false
}

// floatOperation defines a function of numbers of type t, with the suffix sfx in the names of
// intrinsics.
type floatOperation struct {
	*operation
	t, sfx string
}

func (o floatOperation) sel(c, x, y string) string {
	return o.v("select i1 %s, %s %s, %s %s", c, o.t, x, o.t, y)
}
func (o floatOperation) op(f, x, y string) string { return o.v("%s %s %s, %s", f, o.t, x, y) }
func (o floatOperation) cmp(c, x, y string) string {
	return o.v("fcmp %s %s %s, %s", c, o.t, x, y)
}

// call1 and call2 call a function of the library or an intrinsic; f is its name without the suffix.
func (o floatOperation) call1(f, x string) string { return o.call(o.t, f+o.sfx, o.t+" "+x) }
func (o floatOperation) call2(f, x, y string) string {
	return o.call(o.t, f+o.sfx, o.t+" "+x, o.t+" "+y)
}

func (o floatOperation) number(x float64) string {
	return fmt.Sprintf("0x%016X", floatBits(x, o.t))
}

func (o floatOperation) clamp(x, lo, hi string) string {
	return o.call2("llvm.minnum.", o.call2("llvm.maxnum.", x, lo), hi)
}

// out calls a function with a second result of type typ, which the library stores through a generic
// pointer.
func (o floatOperation) out(f, typ string, args ...string) string {
	slot := "ptr %slot"
	if space := o.im.to.private; space != "" {
		o.f("%%private = alloca %s, align 8%s", typ, space)
		o.f("%%slot = addrspacecast ptr%s %%private to ptr", strings.TrimPrefix(space, ","))
	} else {
		o.f("%%slot = alloca %s, align 8", typ)
	}
	v := o.call(o.t, f+o.sfx, append(args, slot)...)
	x := o.v("load %s, ptr %%slot", typ)
	o.f("store %s %s, %s", typ, x, o.a(len(o.params)-1))
	return v
}

// floatFunctions are OpenCL's functions that are neither in the library nor intrinsics.
var floatFunctions = map[string]func(o floatOperation) string{
	"recip":  func(o floatOperation) string { return o.op("fdiv", "1.0", "%a0") },
	"divide": func(o floatOperation) string { return o.op("fdiv", "%a0", "%a1") },
	"powr":   func(o floatOperation) string { return o.call(o.t, "__ocml_pow_"+o.sfx, o.a(0), o.a(1)) },
	"rootn":  floatOperation.rootn,
	"fract": func(o floatOperation) string {
		fl := o.call1("llvm.floor.", "%a0")
		o.f("store %s %s, %s", o.t, fl, o.a(1))
		below := map[string]string{"float": "0x3FEFFFFFE0000000", "double": "0x3FEFFFFFFFFFFFFF"}[o.t]
		return o.call2("llvm.minnum.", o.op("fsub", "%a0", fl), below)
	},
	"sincos": func(o floatOperation) string {
		o.f("store %s %s, %s", o.t, o.call1("__ocml_cos_", "%a0"), o.a(1))
		return o.call1("__ocml_sin_", "%a0")
	},
	"modf":     func(o floatOperation) string { return o.out("__gohip_modf_", o.t, o.a(0)) },
	"frexp":    func(o floatOperation) string { return o.out("__gohip_frexp_", "i32", o.a(0)) },
	"remquo":   func(o floatOperation) string { return o.out("__gohip_remquo_", "i32", o.a(0), o.a(1)) },
	"lgamma_r": floatOperation.lgamma,
	"maxmag":   func(o floatOperation) string { return o.magnitude("ogt", "llvm.maxnum.") },
	"minmag":   func(o floatOperation) string { return o.magnitude("olt", "llvm.minnum.") },
	"fclamp":   func(o floatOperation) string { return o.clamp("%a0", "%a1", "%a2") },
	"degrees":  func(o floatOperation) string { return o.op("fmul", "%a0", o.number(57.295779513082320876798)) },
	"radians":  func(o floatOperation) string { return o.op("fmul", "%a0", o.number(0.017453292519943295769)) },
	"mix": func(o floatOperation) string {
		return o.call(o.t, "llvm.fmuladd."+o.sfx, o.t+" "+o.op("fsub", "%a1", "%a0"), o.a(2), o.a(0))
	},
	"step": func(o floatOperation) string { return o.sel(o.cmp("olt", "%a1", "%a0"), "0.0", "1.0") },
	"smoothstep": func(o floatOperation) string {
		x := o.clamp(o.op("fdiv", o.op("fsub", "%a2", "%a0"), o.op("fsub", "%a1", "%a0")), "0.0", "1.0")
		return o.op("fmul", o.op("fmul", x, x), o.op("fsub", "3.0", o.op("fmul", "2.0", x)))
	},
	"sign": func(o floatOperation) string {
		one := o.call(o.t, "llvm.copysign."+o.sfx, o.t+" 1.0", o.a(0))
		v := o.sel(o.cmp("oeq", "%a0", "0.0"), "%a0", one)
		return o.sel(o.cmp("uno", "%a0", "%a0"), "0.0", v)
	},
	"select": func(o floatOperation) string { return o.choose() },
	"bitselect": func(o floatOperation) string {
		b := map[string]string{"half": "i16", "float": "i32", "double": "i64"}[o.t]
		in := func(i int) string { return o.v("bitcast %s to %s", o.a(i), b) }
		return o.v("bitcast %s %s to %s", b, o.mask(b, in(0), in(1), in(2)), o.t)
	},
}

// rootn returns the n-th root of a number, which exists for a negative number if n is odd.
func (o floatOperation) rootn() string {
	n := o.v("sitofp i32 %%a1 to double")
	x := "%a0"
	if o.t == "float" {
		x = o.v("fpext float %%a0 to double")
	}
	r := o.call("double", "__ocml_pow_f64", "double "+o.call("double", "llvm.fabs.f64", "double "+x), "double "+o.v("fdiv double 1.0, %s", n))
	odd := o.v("trunc i32 %%a1 to i1")
	signed := o.call("double", "llvm.copysign.f64", "double "+r, "double "+x)
	wrong := o.v("select i1 %s, double 0x7FF8000000000000, double %s", o.v("fcmp olt double %s, 0.0", x), r)
	r = o.v("select i1 %s, double %s, double %s", odd, signed, wrong)
	if o.t == "float" {
		r = o.v("fptrunc double %s to float", r)
	}
	return r
}

// lgamma_r stores the sign of the gamma function: negative between a negative odd integer and the
// next integer.
func (o floatOperation) lgamma() string {
	fl := o.call1("llvm.floor.", "%a0")
	odd := o.cmp("une", o.call1("llvm.floor.", o.op("fmul", fl, "0.5")), o.op("fmul", fl, "0.5"))
	minus := o.v("and i1 %s, %s", odd, o.cmp("olt", "%a0", "0.0"))
	o.f("store i32 %s, %s", o.v("select i1 %s, i32 -1, i32 1", minus), o.a(1))
	return o.call1("__ocml_lgamma_", "%a0")
}

// magnitude returns the argument whose magnitude compares so with the other's; if they are equal,
// the result of an intrinsic.
func (o floatOperation) magnitude(c, other string) string {
	x, y := o.call1("llvm.fabs.", "%a0"), o.call1("llvm.fabs.", "%a1")
	rest := o.call(o.t, other+o.sfx, o.a(0), o.a(1))
	return o.sel(o.cmp(c, x, y), "%a0", o.sel(o.cmp(c, y, x), "%a1", rest))
}

// choose returns OpenCL's select: a scalar's condition is true if it is not zero, a vector
// element's if its top bit is set. Comparisons give all ones and zeros, for which both are the
// same.
func (o *operation) choose() string {
	c := o.v("icmp ne %s, 0", o.a(2))
	return o.v("select i1 %s, %s, %s", c, o.a(1), o.a(0))
}

// mask returns (x & ~m) | (y & m).
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

// integer defines OpenCL's integer functions.
func (o *operation) integer(name string) bool {
	t := o.params[0]
	bits, err := strconv.Atoi(strings.TrimPrefix(t, "i"))
	if err != nil {
		return false
	}
	i := intOperation{operation: o, t: t, bits: bits, wide: fmt.Sprintf("i%d", 2*bits), kind: "u", ext: "zext"}
	op := strings.TrimPrefix(name, "u_")
	if s, ok := strings.CutPrefix(name, "s_"); ok {
		i.kind, op, i.signed, i.ext = "s", s, true, "sext"
	}
	define := integerFunctions[op]
	return define != nil && o.result(define(i))
}

// intOperation defines a function of integers of type t.
type intOperation struct {
	*operation
	t, wide   string // wide has twice the bits
	bits      int
	kind, ext string // "s" and "sext", or "u" and "zext"
	signed    bool
}

func (o intOperation) intrinsic(f string, args ...string) string {
	return o.call(o.t, "llvm."+f+"."+o.t, args...)
}

func (o intOperation) widen(i int) string { return o.v("%s %s to %s", o.ext, o.a(i), o.wide) }

// product computes all bits of the product of the first two arguments.
func (o intOperation) product() string {
	return o.v("mul %s %s, %s", o.wide, o.widen(0), o.widen(1))
}

func (o intOperation) high() string {
	p := o.product()
	return o.v("trunc %s %s to %s", o.wide, o.v("lshr %s %s, %d", o.wide, p, o.bits), o.t)
}

// mean returns half of the sum, which may have one more bit, rounded up or down.
func (o intOperation) mean(up int) string {
	s := o.v("add %s %s, %d", o.wide, o.v("add %s %s, %s", o.wide, o.widen(0), o.widen(1)), up)
	return o.v("trunc %s %s to %s", o.wide, o.v("lshr %s %s, 1", o.wide, s), o.t)
}

// mul24 multiplies the lower 24 bits.
func (o intOperation) mul24() string {
	low := func(i int) string {
		v := o.v("shl %s, 8", o.a(i))
		return o.v("%s i32 %s, 8", map[bool]string{true: "ashr", false: "lshr"}[o.signed], v)
	}
	return o.v("mul i32 %s, %s", low(0), low(1))
}

// madSaturated returns a product plus a sum, saturated to type t.
func (o intOperation) madSaturated() string {
	s := o.v("add %s %s, %s", o.wide, o.product(), o.widen(2))
	lo, hi := o.v("%s %s %s to %s", o.ext, o.t, limit(o.bits, o.signed, false), o.wide), o.v("%s %s %s to %s", o.ext, o.t, limit(o.bits, o.signed, true), o.wide)
	s = o.call(o.wide, "llvm."+o.kind+"min."+o.wide, o.wide+" "+s, o.wide+" "+hi)
	if o.signed {
		s = o.call(o.wide, "llvm.smax."+o.wide, o.wide+" "+s, o.wide+" "+lo)
	}
	return o.v("trunc %s %s to %s", o.wide, s, o.t)
}

// nan builds a quiet NaN with a payload.
func (o intOperation) nan() string {
	f := map[int]string{16: "half", 32: "float", 64: "double"}[o.bits]
	quiet := map[int]string{16: "32256", 32: "2143289344", 64: "9221120237041090560"}[o.bits]
	return o.v("bitcast %s %s to %s", o.t, o.v("or %s, %s", o.a(0), quiet), f)
}

// minmax calls the intrinsic of an operation that exists for signed and for unsigned numbers.
func minmax(op string) func(o intOperation) string {
	return func(o intOperation) string { return o.intrinsic(o.kind+op, o.a(0), o.a(1)) }
}

// counting calls an intrinsic that counts zeros and is defined for zero.
func counting(f string) func(o intOperation) string {
	return func(o intOperation) string { return o.intrinsic(f, o.a(0), "i1 false") }
}

// integerFunctions are OpenCL's integer functions, without the s_ or u_ before their names.
var integerFunctions = map[string]func(o intOperation) string{
	"nan":     intOperation.nan,
	"max":     minmax("max"),
	"min":     minmax("min"),
	"add_sat": minmax("add.sat"),
	"sub_sat": minmax("sub.sat"),
	"clz":     counting("ctlz"),
	"ctz":     counting("cttz"),
	"clamp": func(o intOperation) string {
		return o.intrinsic(o.kind+"min", o.t+" "+o.intrinsic(o.kind+"max", o.a(0), o.a(1)), o.a(2))
	},
	"abs": func(o intOperation) string {
		if !o.signed {
			return "%a0"
		}
		return o.intrinsic("abs", o.a(0), "i1 false")
	},
	"abs_diff": func(o intOperation) string {
		return o.v("sub %s %s, %s", o.t, minmax("max")(o), minmax("min")(o))
	},
	"hadd":     func(o intOperation) string { return o.mean(0) },
	"rhadd":    func(o intOperation) string { return o.mean(1) },
	"popcount": func(o intOperation) string { return o.intrinsic("ctpop", o.a(0)) },
	"mul_hi":   intOperation.high,
	"mad_hi":   func(o intOperation) string { return o.v("add %s %s, %%a2", o.t, o.high()) },
	"mad_sat":  intOperation.madSaturated,
	"rotate":   func(o intOperation) string { return o.intrinsic("fshl", o.a(0), o.a(0), o.a(1)) },
	"upsample": func(o intOperation) string {
		// The high half's sign does not matter; the low half has none.
		h := o.v("shl %s %s, %d", o.ret, o.v("zext %s to %s", o.a(0), o.ret), o.bits)
		return o.v("or %s %s, %s", o.ret, h, o.v("zext %s to %s", o.a(1), o.ret))
	},
	"mul24":     intOperation.mul24,
	"mad24":     func(o intOperation) string { return o.v("add i32 %s, %%a2", o.mul24()) },
	"bitselect": func(o intOperation) string { return o.mask(o.t, "%a0", "%a1", "%a2") },
	"select":    func(o intOperation) string { return o.choose() },
}

// limit returns the least or greatest integer of a width.
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

// intToFloat converts an integer; the library has conversions with rounding to zero, up and down
// for every width for which they can be inexact.
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
	o.params = append(o.params, "i32") // the rounding mode, where vstore_half has it
	n := len(o.params) - 1
	o.f("%%a%d = add i32 0, %d", n, map[string]int{"rtz": 1, "rtp": 2, "rtn": 3}[mode])
	return o.result(o.roundHalf(o.params[0], "%a0"))
}

// floatBits returns the hexadecimal constant of LLVM's text for a number of a type: the bits of the
// double that it rounds to.
func floatBits(x float64, t string) uint64 {
	if t == "float" {
		x = float64(float32(x))
	}
	return math.Float64bits(x)
}
