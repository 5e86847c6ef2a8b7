// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"fmt"
	"strconv"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/passes/ir"
)

// SPIR-V instructions without an LLVM IR instruction are calls of functions named after them
// (llvm-spirv, "SPIR-V friendly IR"). Atomics and barriers are replaced at their calls, where scope
// and ordering are constants; the other functions are defined in terms of the device library.

// constant returns the value of an argument "i32 3".
func constant(arg string) (int, bool) {
	_, v, _ := strings.Cut(arg, " ")
	n, err := strconv.Atoi(v)
	return n, err == nil
}

// scope returns the LLVM name of a SPIR-V scope; one that is not constant becomes the widest.
func (im *module) scope(arg string) string {
	if n, ok := constant(arg); ok && n >= 0 && n < len(im.to.scopes) {
		return im.to.scopes[n]
	}
	return ""
}

// ordering returns the LLVM name of SPIR-V's memory semantics.
func ordering(arg string) string {
	n, ok := constant(arg)
	switch {
	case !ok || n&0x10 != 0:
		return "seq_cst"
	case n&0x8 != 0 || n&6 == 6:
		return "acq_rel"
	case n&4 != 0:
		return "release"
	case n&2 != 0:
		return "acquire"
	}
	return "monotonic"
}

var rmwOperation = map[string]string{
	"Exchange": "xchg", "IAdd": "add", "ISub": "sub", "SMin": "min", "UMin": "umin", "SMax": "max", "UMax": "umax",
	"And": "and", "Or": "or", "Xor": "xor", "FAddEXT": "fadd", "FMinEXT": "fmin", "FMaxEXT": "fmax",
}

// inline replaces a call by instructions. head is the text before "call".
func (im *module) inline(head, result, ret, symbol string, args []string) (string, bool) {
	name, _ := ir.MangledName(symbol)
	name = strings.TrimPrefix(name, "__spirv_")
	indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
	op, atomic := strings.CutPrefix(name, "Atomic")
	switch {
	case name == "MemoryBarrier" && len(args) == 2:
		if o := ordering(args[1]); o != "monotonic" {
			return indent + "fence " + im.scope(args[0]) + o, true
		}
		return "", true
	case name == "ControlBarrier" && len(args) == 3:
		f := "__gohip_barrier"
		if n, ok := constant(args[0]); ok && n >= 3 {
			f = "__gohip_warp_barrier"
		}
		im.need("declare void @" + f + "() #9999")
		return indent + "call void @" + f + "() #9999", true
	case atomic && len(args) >= 3:
		im.unique++
		a := atomicCall{head: head, indent: indent, ret: ret, ptr: args[0], scope: im.scope(args[1]), order: ordering(args[2]),
			args: args, unused: result == "", pair: fmt.Sprintf("%%gohip.atomic.%d", im.unique)}
		text := a.text(op)
		return text, text != ""
	}
	return "", false
}

// atomicCall is a call of an atomic instruction of SPIR-V.
type atomicCall struct {
	head, indent      string // the text before "call", and its indentation
	ret               string
	ptr, scope, order string
	args              []string
	unused            bool   // the call's result is unused
	pair              string // a name for an intermediate value
}

// text returns the call as LLVM instructions; "" if there are none for it.
func (a *atomicCall) text(op string) string {
	switch {
	case op == "Load":
		return a.head + "load atomic " + a.ret + ", " + a.ptr + " " + a.scope + without(a.order, "release", "acquire") + ", align " + atomicSize(a.ret)
	case op == "Store" && len(a.args) == 4:
		typ, _, _ := strings.Cut(a.args[3], " ")
		return a.head + "store atomic " + a.args[3] + ", " + a.ptr + " " + a.scope + without(a.order, "acquire", "release") + ", align " + atomicSize(typ)
	case op == "IIncrement":
		return a.head + "atomicrmw add " + a.ptr + ", " + a.ret + " 1 " + a.scope + a.order
	case op == "IDecrement":
		return a.head + "atomicrmw sub " + a.ptr + ", " + a.ret + " 1 " + a.scope + a.order
	case op == "FlagTestAndSet":
		return fmt.Sprintf("%s%s = atomicrmw xchg %s, i32 1 %s%s\n%sicmp ne i32 %s, 0", a.indent, a.pair, a.ptr, a.scope, a.order, a.head, a.pair)
	case op == "FlagClear":
		return a.head + "store atomic i32 0, " + a.ptr + " " + a.scope + "release, align 4"
	case (op == "CompareExchange" || op == "CompareExchangeWeak") && len(a.args) == 6:
		fail := without(ordering(a.args[3]), "release", "acquire")
		return fmt.Sprintf("%s%s = cmpxchg %s, %s, %s %s%s %s\n%sextractvalue { %s, i1 } %s, 0",
			a.indent, a.pair, a.ptr, a.args[5], a.args[4], a.scope, a.order, fail, a.head, a.ret, a.pair)
	case rmwOperation[op] != "" && len(a.args) == 4:
		head := a.head
		if a.unused {
			head = a.indent + a.pair + " = "
		}
		return head + "atomicrmw " + rmwOperation[op] + " " + a.ptr + ", " + a.args[3] + " " + a.scope + a.order
	}
	return ""
}

// without returns an ordering without the half that an instruction does not accept.
func without(order, half, rest string) string {
	if order == half || order == "acq_rel" {
		return rest
	}
	return order
}

// atomicSize returns the alignment of an atomic access to a type.
func atomicSize(typ string) string {
	switch typ {
	case "i64", "double":
		return "8"
	case "i16", "half":
		return "2"
	}
	return "4"
}

// need adds a line to the module unless it is there already.
func (im *module) need(line string) {
	if strings.HasSuffix(line, " #9999") && !im.defined["#9999"] {
		im.defined["#9999"] = true
		im.extra.WriteString("attributes #9999 = { convergent nounwind }\n")
	}
	if !im.defined[line] {
		im.defined[line] = true
		im.extra.WriteString(line + "\n")
	}
}

// operation defines one function: a scalar or whole operation of SPIR-V.
type operation struct {
	im     *module
	symbol string
	name   string // without __spirv_ or _Z
	ret    string
	params []string
	b      strings.Builder
	n      int
}

// declaration defines the function of one of the translator's declarations. Unknown names stay
// declared, and the link reports their users.
func (im *module) declaration(line string) (string, error) {
	m := spirvDeclare.FindStringSubmatch(line)
	if m == nil {
		return line, nil
	}
	symbol := strings.Trim(m[2], `"`)
	name, ok := ir.MangledName(symbol)
	if def := openCLAtomic(symbol, name, bareType(m[1]), m[3]); ok && def != "" {
		return def, nil
	}
	if !ok || !strings.HasPrefix(name, "__spirv_") {
		return strings.Replace(line, "spir_func ", "", 1), nil
	}
	name = strings.TrimPrefix(name, "__spirv_")
	if strings.HasPrefix(name, "Atomic") || name == "ControlBarrier" || name == "MemoryBarrier" {
		return "", nil
	}
	var params []string
	for _, p := range splitTop(m[3]) {
		params = append(params, bareType(p))
	}
	def, ok := im.define(symbol, name, bareType(m[1]), params)
	if !ok {
		return fmt.Sprintf("declare %s @%s(%s)", bareType(m[1]), quoteName(symbol), strings.Join(params, ", ")), nil
	}
	return def, nil
}

var atomicName = lazyregexp.New(`^atom(?:ic)?_(add|sub|xchg|inc|dec|cmpxchg|min|max|and|or|xor)$`)

// openCLAtomic defines OpenCL 1's atomic functions, which some producers leave as calls. Their
// ordering is relaxed and their scope the device.
func openCLAtomic(symbol, name, ret, params string) string {
	m := atomicName.FindStringSubmatch(name)
	p := splitTop(params)
	if m == nil || len(p) == 0 {
		return ""
	}
	op, value := m[1], "%v"
	switch op {
	case "inc", "dec":
		op, value = map[string]string{"inc": "add", "dec": "sub"}[op], "1"
	case "min", "max":
		if strings.HasSuffix(symbol, "j") || strings.HasSuffix(symbol, "m") {
			op = "u" + op
		}
	}
	sig, body := bareType(p[0])+" %p", fmt.Sprintf("  %%r = atomicrmw %s %s %%p, %s %s monotonic\n", op, bareType(p[0]), ret, value)
	if len(p) > 1 {
		sig += ", " + ret + " %v"
	}
	if op == "cmpxchg" {
		sig += ", " + ret + " %to"
		body = fmt.Sprintf("  %%both = cmpxchg %s %%p, %s %%v, %s %%to monotonic monotonic\n  %%r = extractvalue { %[2]s, i1 } %%both, 0\n", bareType(p[0]), ret, ret)
	}
	return fmt.Sprintf("define internal %s @%s(%s) alwaysinline nounwind {\n%s  ret %[1]s %%r\n}", ret, quoteName(symbol), sig, body)
}

// bareType returns a parameter's type without attributes.
func bareType(p string) string {
	switch {
	case strings.HasPrefix(p, "<"), strings.HasPrefix(p, "{"), strings.HasPrefix(p, "["):
		return p[:1+closing(p[1:])+1]
	case strings.HasPrefix(p, "ptr addrspace("):
		return p[:strings.IndexByte(p, ')')+1]
	}
	for _, w := range strings.Fields(p) {
		if w != "signext" && w != "zeroext" && w != "noundef" {
			return w
		}
	}
	return p
}

var vectorType = lazyregexp.New(`^<(\d+) x (.+)>$`)

// vector splits a vector type into its size and element; a scalar has one element.
func vector(t string) (int, string) {
	if m := vectorType.FindStringSubmatch(t); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n, m[2]
	}
	return 1, t
}

// define defines the function of an operation. One on vectors calls that on their elements.
func (im *module) define(symbol, name, ret string, params []string) (string, bool) {
	o := &operation{im: im, symbol: symbol, name: name, ret: ret, params: params}
	var sig []string
	for i, p := range params {
		sig = append(sig, fmt.Sprintf("%s %%a%d", p, i))
	}
	n, wide := 1, ""
	for _, t := range append([]string{ret}, params...) {
		if k, _ := vector(t); k > 1 {
			n, wide = k, t
		}
	}
	ok := o.whole()
	if !ok && wide != "" {
		ok = o.elements(n)
	} else if !ok {
		ok = o.scalar()
	}
	if !ok {
		return "", false
	}
	return fmt.Sprintf("define internal %s @%s(%s) alwaysinline nounwind %s{\n%s}", ret, quoteName(symbol), strings.Join(sig, ", "), o.attributes(), o.b.String()), true
}

func (o *operation) attributes() string {
	if strings.HasPrefix(o.name, "Group") {
		return "convergent "
	}
	return ""
}

// f writes a line; v writes a line with a result, whose name it returns.
func (o *operation) f(format string, args ...any) { fmt.Fprintf(&o.b, "  "+format+"\n", args...) }

func (o *operation) v(format string, args ...any) string {
	o.n++
	name := fmt.Sprintf("%%v%d", o.n)
	o.f("%s = %s", name, fmt.Sprintf(format, args...))
	return name
}

func (o *operation) result(v string) bool {
	o.f("ret %s %s", o.ret, v)
	return true
}

// call calls a function of the library or an intrinsic, with arguments "type value".
func (o *operation) call(ret, name string, args ...string) string {
	return o.callAs("", ret, name, args)
}

// converge returns call for functions at which lanes or work-items synchronise.
func (o *operation) converge(ret, name string, args ...string) string {
	return o.callAs(" #9999", ret, name, args)
}

func (o *operation) callAs(attributes, ret, name string, args []string) string {
	var types []string
	for _, a := range args {
		types = append(types, bareType(a))
	}
	o.im.need(fmt.Sprintf("declare %s @%s(%s)%s", ret, name, strings.Join(types, ", "), attributes))
	call := fmt.Sprintf("call %s @%s(%s)%s", ret, name, strings.Join(args, ", "), attributes)
	if ret == "void" {
		o.f("%s", call)
		return ""
	}
	return o.v("%s", call)
}

// a returns the argument i with its type.
func (o *operation) a(i int) string { return fmt.Sprintf("%s %%a%d", o.params[i], i) }

// elements applies the operation to the elements of its vectors.
func (o *operation) elements(n int) bool {
	_, ret := vector(o.ret)
	var params []string
	for _, p := range o.params {
		_, t := vector(p)
		params = append(params, t)
	}
	inner := "gohip.spirv." + o.name + "." + ret
	for _, p := range params {
		inner += "." + strings.NewReplacer(" ", "", "(", "", ")", "").Replace(p)
	}
	if !o.im.defined[inner] {
		def, ok := o.im.define(inner, o.name, ret, params)
		if !ok {
			return false
		}
		o.im.defined[inner] = true
		o.im.extra.WriteString(def + "\n")
	}
	acc := "poison"
	for i := range n {
		var args []string
		for j, p := range o.params {
			k, t := vector(p)
			switch {
			case k > 1:
				args = append(args, t+" "+o.v("extractelement %s, i32 %d", o.a(j), i))
			case strings.HasPrefix(p, "ptr"):
				_, e := vector(o.ret)
				if o.name == "ocl_frexp" || o.name == "ocl_remquo" || o.name == "ocl_lgamma_r" {
					e = "i32"
				}
				args = append(args, p+" "+o.v("getelementptr %s, %s, i32 %d", e, o.a(j), i))
			default:
				args = append(args, o.a(j))
			}
		}
		e := o.v("call %s @%s(%s)", ret, quoteName(inner), strings.Join(args, ", "))
		acc = o.v("insertelement %s %s, %s %s, i32 %d", o.ret, acc, ret, e, i)
	}
	return o.result(acc)
}

// The built-in variables, by the library's functions.
var builtinVariable = map[string]string{
	"GlobalInvocationId": "__ockl_get_global_id", "LocalInvocationId": "__ockl_get_local_id", "WorkgroupId": "__ockl_get_group_id",
	"WorkgroupSize": "__ockl_get_local_size", "GlobalSize": "__ockl_get_global_size", "NumWorkgroups": "__ockl_get_num_groups",
	"EnqueuedWorkgroupSize": "__ockl_get_local_size",
}

var conversion = lazyregexp.New(`^(Sat)?Convert([SUF])To([SUF])_R\w+?(_sat)?(_rt[ezpn])?$`)

var plainConversion = lazyregexp.New(`^([SUF])Convert_R\w+?(_sat)?(_rt[ezpn])?$`)

// whole defines operations that do not work element by element.
func (o *operation) whole() bool {
	if name, ok := strings.CutPrefix(o.name, "BuiltIn"); ok {
		return o.builtin(name)
	}
	if strings.HasPrefix(o.name, "Group") {
		return o.group()
	}
	if strings.HasPrefix(o.name, "GenericCastToPtrExplicit_To") {
		return o.toSpace()
	}
	n, elem := 0, ""
	if len(o.params) > 0 {
		n, elem = vector(o.params[0])
	}
	switch o.name {
	case "ocl_prefetch":
		o.f("ret void")
		return true
	case "ocl_printf":
		return o.printf()
	case "Any", "All":
		v := o.v("trunc %s to <%d x i1>", o.a(0), n)
		if elem == "i8" {
			v = o.v("icmp ne %s, zeroinitializer", o.a(0))
		} else if elem == "i1" {
			v = "%a0"
		}
		return o.result(o.call("i1", fmt.Sprintf("llvm.vector.reduce.%s.v%di1", map[string]string{"Any": "or", "All": "and"}[o.name], n), fmt.Sprintf("<%d x i1> %s", n, v)))
	case "Dot":
		return o.result(o.dot("%a0", "%a1"))
	case "ocl_cross":
		return o.cross(n, elem)
	case "ocl_length", "ocl_fast_length", "ocl_distance", "ocl_fast_distance":
		x := "%a0"
		if len(o.params) == 2 {
			x = o.v("fsub %s %%a0, %%a1", o.params[0])
		}
		return o.result(o.root(o.dot(x, x)))
	case "ocl_normalize", "ocl_fast_normalize":
		d := o.dot("%a0", "%a0")
		zero := o.v("fcmp oeq %s %s, 0.0", elem, d)
		r := o.root(d)
		if n == 1 {
			return o.result(o.v("select i1 %s, %s, %s %s", zero, o.a(0), elem, o.v("fdiv %s, %s", o.a(0), r)))
		}
		one := o.v("insertelement %s poison, %s %s, i32 0", o.ret, elem, r)
		all := o.v("shufflevector %s %s, %s poison, <%d x i32> zeroinitializer", o.ret, one, o.ret, n)
		return o.result(o.v("select i1 %s, %s, %s %s", zero, o.a(0), o.ret, o.v("fdiv %s, %s", o.a(0), all)))
	case "ocl_shuffle", "ocl_shuffle2":
		return o.shuffle()
	}
	if strings.HasPrefix(o.name, "ocl_v") {
		return o.memory()
	}
	return false
}

func (o *operation) builtin(name string) bool {
	if f := builtinVariable[name]; f != "" && len(o.params) == 1 {
		v := o.call("i64", f, "i32 %a0")
		if o.ret == "i32" {
			v = o.v("trunc i64 %s to i32", v)
		}
		return o.result(v)
	}
	size := func(d int) string { return o.call("i64", "__ockl_get_local_size", fmt.Sprintf("i32 %d", d)) }
	linear := func(id, extent string) string {
		at := func(f string, d int) string { return o.call("i64", f, fmt.Sprintf("i32 %d", d)) }
		v := o.v("mul i64 %s, %s", at(id, 2), at(extent, 1))
		v = o.v("mul i64 %s, %s", o.v("add i64 %s, %s", v, at(id, 1)), at(extent, 0))
		return o.v("add i64 %s, %s", v, at(id, 0))
	}
	local := func() string { return linear("__ockl_get_local_id", "__ockl_get_local_size") }
	total := func() string {
		return o.v("mul i64 %s, %s", o.v("mul i64 %s, %s", size(0), size(1)), size(2))
	}
	v := ""
	switch name {
	case "GlobalOffset":
		v = "0"
		if f := o.im.to.offset; f != "" {
			v = o.call("i64", f, "i32 %a0")
		}
	case "WorkDim":
		v = "3"
		if f := o.im.to.dimensions; f != "" {
			v = o.v("zext i32 %s to i64", o.call("i32", f))
		}
	case "LocalInvocationIndex":
		v = local()
	case "GlobalLinearId":
		v = linear("__ockl_get_global_id", "__ockl_get_global_size")
	// A sub-group has 32 lanes, as on gohipcc's SPIR-V devices: half a wavefront of 64.
	case "SubgroupLocalInvocationId":
		v = o.v("zext i32 %s to i64", o.v("and i32 %s, 31", o.converge("i32", "__gohip_lane")))
	case "SubgroupId":
		v = o.v("lshr i64 %s, 5", local())
	case "NumSubgroups", "NumEnqueuedSubgroups":
		v = o.v("lshr i64 %s, 5", o.v("add i64 %s, 31", total()))
	case "SubgroupMaxSize":
		v = "32"
	case "SubgroupSize":
		left := o.v("sub i64 %s, %s", total(), o.v("and i64 %s, -32", local()))
		v = o.call("i64", "llvm.umin.i64", "i64 "+left, "i64 32")
	default:
		return false
	}
	if o.ret == "i32" {
		if n, err := strconv.Atoi(v); err == nil {
			v = strconv.Itoa(n)
		} else {
			v = o.v("trunc i64 %s to i32", v)
		}
	}
	return o.result(v)
}

// dot returns the sum of products of two vectors of the first parameter's type.
func (o *operation) dot(x, y string) string {
	n, elem := vector(o.params[0])
	if n == 1 {
		return o.v("fmul %s %s, %s", elem, x, y)
	}
	p := o.v("fmul %s %s, %s", o.params[0], x, y)
	sum := o.v("extractelement %s %s, i32 0", o.params[0], p)
	for i := 1; i < n; i++ {
		sum = o.v("fadd %s %s, %s", elem, sum, o.v("extractelement %s %s, i32 %d", o.params[0], p, i))
	}
	return sum
}

func (o *operation) root(v string) string {
	_, t := vector(o.params[0])
	return o.call(t, "llvm.sqrt."+llvmSuffix(t), t+" "+v)
}

func llvmSuffix(t string) string {
	switch t {
	case "half":
		return "f16"
	case "float":
		return "f32"
	case "double":
		return "f64"
	}
	return t
}

func (o *operation) cross(n int, elem string) bool {
	at := func(p, i int) string { return o.v("extractelement %s, i32 %d", o.a(p), i) }
	acc := "poison"
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		l := o.v("fmul %s %s, %s", elem, at(0, j), at(1, k))
		r := o.v("fmul %s %s, %s", elem, at(0, k), at(1, j))
		acc = o.v("insertelement %s %s, %s %s, i32 %d", o.ret, acc, elem, o.v("fsub %s %s, %s", elem, l, r), i)
	}
	if n == 4 {
		acc = o.v("insertelement %s %s, %s 0.0, i32 3", o.ret, acc, elem)
	}
	return o.result(acc)
}

// shuffle selects elements by a mask that is known at run time only.
func (o *operation) shuffle() bool {
	n, elem := vector(o.ret)
	m, _ := vector(o.params[0])
	mask := len(o.params) - 1
	_, me := vector(o.params[mask])
	acc := "poison"
	for i := range n {
		at := o.v("extractelement %s, i32 %d", o.a(mask), i)
		in := o.v("and %s %s, %d", me, at, m-1)
		v := o.v("extractelement %s, %s %s", o.a(0), me, in)
		if mask == 2 {
			w := o.v("extractelement %s, %s %s", o.a(1), me, in)
			second := o.v("icmp ne %s %s, 0", me, o.v("and %s %s, %d", me, at, m))
			v = o.v("select i1 %s, %s %s, %s %s", second, elem, w, elem, v)
		}
		acc = o.v("insertelement %s %s, %s %s, i32 %d", o.ret, acc, elem, v, i)
	}
	return o.result(acc)
}

// memory defines OpenCL's vector loads and stores: vloadn, vstoren and those of halfs.
func (o *operation) memory() bool {
	name := strings.TrimPrefix(o.name, "ocl_")
	load, half, aligned := strings.HasPrefix(name, "vload"), strings.Contains(name, "_half"), strings.HasPrefix(name, "vloada") || strings.HasPrefix(name, "vstorea")
	value, index, ptr := o.ret, 0, 1
	if !load {
		value, index, ptr = o.params[0], 1, 2
		if len(o.params) == 4 {
			if half {
				o.params[3] = "i32"
			}
		}
	}
	n, elem := vector(value)
	stored := elem
	if half {
		stored = "half"
	}
	step := n
	if aligned && n == 3 {
		step = 4
	}
	first := o.v("mul %s, %d", o.a(index), step)
	acc := "poison"
	for i := range n {
		at := o.v("getelementptr %s, %s, %s %s", stored, o.a(ptr), o.params[index], o.v("add %s %s, %d", o.params[index], first, i))
		align := map[string]int{"i8": 1, "i16": 2, "half": 2, "i64": 8, "double": 8}[stored]
		if align == 0 {
			align = 4
		}
		if load {
			v := o.v("load %s, %s %s, align %d", stored, o.params[ptr], at, align)
			if half {
				v = o.v("fpext half %s to %s", v, elem)
			}
			if n == 1 {
				return o.result(v)
			}
			acc = o.v("insertelement %s %s, %s %s, i32 %d", o.ret, acc, elem, v, i)
			continue
		}
		v := "%a0"
		if n > 1 {
			v = o.v("extractelement %s, i32 %d", o.a(0), i)
		}
		if half {
			if strings.HasSuffix(name, "_r") {
				v = o.roundHalf(elem, v)
			} else {
				v = o.v("fptrunc %s %s to half", elem, v)
			}
		}
		o.f("store %s %s, %s %s, align %d", stored, v, o.params[ptr], at, align)
	}
	if load {
		return o.result(acc)
	}
	o.f("ret void")
	return true
}

// roundHalf rounds to half as the last argument says (SPIR-V, "FP Rounding Mode"): the result of
// rounding to nearest is corrected by one unit if it is on the wrong side.
func (o *operation) roundHalf(elem, v string) string {
	mode := fmt.Sprintf("%%a%d", len(o.params)-1)
	near := o.v("fptrunc %s %s to half", elem, v)
	back := o.v("fpext half %s to %s", near, elem)
	bits := o.v("bitcast half %s to i16", near)
	over, under := o.v("fcmp ogt %s %s, %s", elem, back, v), o.v("fcmp olt %s %s, %s", elem, back, v)
	negative := o.v("icmp slt i16 %s, 0", bits)
	next := func(down string) string {
		// One unit toward minus infinity or plus infinity, by the sign of the number.
		grow := o.v("xor i1 %s, %s", negative, o.v("xor i1 %s, true", down))
		step := o.v("select i1 %s, i16 1, i16 -1", grow)
		return o.v("add i16 %s, %s", bits, step)
	}
	lower, upper := next("true"), next("false")
	pick := bits
	for i, fix := range [][2]string{{under, upper}, {over, lower}} { // modes 2 and 3
		is := o.v("icmp eq i32 %s, %d", mode, i+2)
		pick = o.v("select i1 %s, i16 %s, i16 %s", o.v("and i1 %s, %s", is, fix[0]), fix[1], pick)
	}
	z := o.v("icmp eq i32 %s, 1", mode)
	pick = o.v("select i1 %s, i16 %s, i16 %s", o.v("and i1 %s, %s", z, o.v("and i1 %s, %s", negative, under)), upper, pick)
	positive := o.v("xor i1 %s, true", negative)
	pick = o.v("select i1 %s, i16 %s, i16 %s", o.v("and i1 %s, %s", z, o.v("and i1 %s, %s", positive, over)), lower, pick)
	return o.v("bitcast i16 %s to half", pick)
}

// toSpace casts a generic pointer to another address space; the result is null if it points
// elsewhere.
func (o *operation) toSpace() bool {
	var is string
	switch {
	case strings.HasSuffix(o.name, "Global"):
		s, p := o.call("i1", "__gohip_is_shared", o.a(0)), o.call("i1", "__gohip_is_private", o.a(0))
		is = o.v("xor i1 %s, true", o.v("or i1 %s, %s", s, p))
	case strings.HasSuffix(o.name, "Local"):
		is = o.call("i1", "__gohip_is_shared", o.a(0))
	default:
		is = o.call("i1", "__gohip_is_private", o.a(0))
	}
	cast := o.v("addrspacecast %s to %s", o.a(0), o.ret)
	if o.ret == o.params[0] {
		cast = "%a0"
	}
	return o.result(o.v("select i1 %s, %s %s, %s null", is, o.ret, cast, o.ret))
}

// printf passes each argument as a word of 64 bits. OpenCL's %s accepts literals only, which are in
// constant memory.
func (o *operation) printf() bool {
	words := make([]string, len(o.params))
	str := make([]bool, len(o.params))
	for i, p := range o.params {
		switch {
		case i == 0 || p == o.im.to.literals:
			str[i] = true
			words[i] = o.v("addrspacecast %s to ptr", o.a(i))
		case p == "double":
			words[i] = o.v("bitcast double %%a%d to i64", i)
		case p == "float" || p == "half":
			words[i] = o.v("bitcast double %s to i64", o.v("fpext %s to double", o.a(i)))
		case p == "i64":
			words[i] = fmt.Sprintf("%%a%d", i)
		case strings.HasPrefix(p, "ptr"):
			words[i] = o.v("ptrtoint %s to i64", o.a(i))
		case strings.HasPrefix(p, "i"):
			words[i] = o.v("sext %s to i64", o.a(i))
		default:
			return false
		}
	}
	return o.result(o.im.to.printf(o, words, str))
}

// strlen defines the length of a string, including its terminating zero.
func (im *module) strlen() {
	im.need(`define internal i64 @gohip.spirv.strlen(ptr %s) nounwind {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %n, %next ]
  %p = getelementptr i8, ptr %s, i64 %i
  %c = load i8, ptr %p, align 1
  %n = add i64 %i, 1
  %end = icmp eq i8 %c, 0
  br i1 %end, label %done, label %next
done:
  ret i64 %n
}`)
}

var groupOperation = lazyregexp.New(`^Group(?:NonUniform)?(?:Logical|Bitwise)?(I|F|S|U|)(Add|Min|Max|Mul|And|Or|Xor)(?:KHR)?$`)

// group defines the operations that the lanes of a sub-group or the work-items of a block do
// together.
func (o *operation) group() bool {
	if m := groupOperation.FindStringSubmatch(o.name); m != nil && len(o.params) == 3 {
		return o.result(o.reduce(m[1], m[2]))
	}
	switch name := strings.TrimPrefix(strings.TrimPrefix(o.name, "Group"), "NonUniform"); name {
	case "All", "Any":
		f := map[string]string{"All": "__gohip_barrier_and", "Any": "__gohip_barrier_or"}[name]
		// The scope is a constant at the call, into which this is inlined.
		block := o.v("icmp eq i32 %%a0, 2")
		o.f("br i1 %s, label %%block, label %%lanes", block)
		o.b.WriteString("block:\n")
		b := o.v("icmp ne i32 %s, 0", o.converge("i32", f, "i32 "+o.v("zext i1 %%a1 to i32")))
		o.f("ret i1 %s", b)
		o.b.WriteString("lanes:\n")
		return o.result(o.vote(name == "All"))
	case "Elect":
		m := o.converge("i64", "__gohip_ballot", "i32 1")
		lane := o.converge("i32", "__gohip_lane")
		base := o.v("and i32 %s, 32", lane)
		bits := o.v("trunc i64 %s to i32", o.v("lshr i64 %s, %s", m, o.v("zext i32 %s to i64", base)))
		first := o.call("i32", "llvm.cttz.i32", "i32 "+bits, "i1 false")
		return o.result(o.v("icmp eq i32 %s, %s", first, o.v("and i32 %s, 31", lane)))
	case "Ballot":
		return o.result(o.v("insertelement <4 x i32> zeroinitializer, i32 %s, i32 0", o.ballot(fmt.Sprintf("%%a%d", len(o.params)-1))))
	case "Broadcast", "Shuffle", "ShuffleXor", "ShuffleUp", "ShuffleDown", "BroadcastFirst":
		return o.exchange(name)
	case "AsyncCopy":
		return o.copyAsync()
	case "WaitEvents":
		o.converge("void", "__gohip_barrier")
		o.f("ret void")
		return true
	}
	return false
}

// ballot returns the mask of the lanes of the sub-group, half a wavefront of 64, for which a
// condition holds.
func (o *operation) ballot(condition string) string {
	m := o.converge("i64", "__gohip_ballot", "i32 "+o.v("zext i1 %s to i32", condition))
	base := o.v("and i32 %s, 32", o.converge("i32", "__gohip_lane"))
	return o.v("trunc i64 %s to i32", o.v("lshr i64 %s, %s", m, o.v("zext i32 %s to i64", base)))
}

// vote reports whether the last argument is true in all active lanes, or in any.
func (o *operation) vote(all bool) string {
	last := fmt.Sprintf("%%a%d", len(o.params)-1)
	if all {
		return o.v("icmp eq i32 %s, 0", o.ballot(o.v("xor i1 %s, true", last)))
	}
	return o.v("icmp ne i32 %s, 0", o.ballot(last))
}

// reduce returns a reduction or a scan; kind is the letter of the operands' type: I, F, S, U, or
// none.
func (o *operation) reduce(kind, op string) string {
	t, v, as := o.ret, "%a2", o.ret
	switch t {
	case "i8", "i16", "i1":
		as = "i32"
		ext := "sext"
		if kind == "U" {
			ext = "zext"
		}
		v = o.v("%s %s to i32", ext, o.a(2))
	case "half":
		as = "float"
		v = o.v("fpext half %%a2 to float")
	}
	name := strings.ToLower(op)
	if kind == "U" && (op == "Add" || op == "Min" || op == "Max") && t[0] == 'i' {
		name = "u" + name
	}
	v = o.converge(as, "__gohip_group_"+name+"_"+llvmSuffix(as), o.a(0), o.a(1), as+" "+v)
	switch {
	case t == "half":
		v = o.v("fptrunc float %s to half", v)
	case as != t:
		v = o.v("trunc %s %s to %s", as, v, t)
	}
	return v
}

// exchange defines reads of another lane's value, or for a block's broadcast of another
// work-item's.
func (o *operation) exchange(name string) bool {
	if n, _ := vector(o.ret); n > 1 {
		return false
	}
	lane := o.converge("i32", "__gohip_lane")
	base, own := o.v("and i32 %s, -32", lane), o.v("and i32 %s, 31", lane)
	index := own
	if len(o.params) > 2 {
		if n, _ := vector(o.params[2]); n > 1 {
			return o.broadcastBlock()
		}
		index = "%a2"
		if o.params[2] != "i32" {
			index = o.v("trunc %s to i32", o.a(2))
		}
	}
	switch name {
	case "ShuffleXor":
		index = o.v("xor i32 %s, %s", own, index)
	case "ShuffleUp":
		index = o.v("sub i32 %s, %s", own, index)
	case "ShuffleDown":
		index = o.v("add i32 %s, %s", own, index)
	case "BroadcastFirst":
		m := o.converge("i64", "__gohip_ballot", "i32 1")
		bits := o.v("trunc i64 %s to i32", o.v("lshr i64 %s, %s", m, o.v("zext i32 %s to i64", o.v("and i32 %s, 32", lane))))
		index = o.call("i32", "llvm.cttz.i32", "i32 "+bits, "i1 false")
	case "Broadcast":
		if o.params[2] != "i32" {
			return o.broadcastBlock()
		}
		o.f("br i1 %s, label %%block, label %%lanes", o.v("icmp eq i32 %%a0, 2"))
		o.b.WriteString("block:\n")
		o.broadcastBlock()
		o.b.WriteString("lanes:\n")
	}
	from := o.v("or i32 %s, %s", base, o.v("and i32 %s, 31", index))
	bits, wide := o.bits(o.ret, "%a1")
	v := ""
	if wide {
		v = o.converge("i64", "__gohip_shfl_u64", "i64 "+bits, "i32 "+from)
	} else {
		v = o.converge("i32", "__gohip_shfl_u32", "i32 "+bits, "i32 "+from)
	}
	return o.result(o.unbits(o.ret, v))
}

// broadcastBlock broadcasts a work-item's value to its block.
func (o *operation) broadcastBlock() bool {
	n, elem := vector(o.params[2])
	at := func(i int) string {
		v := fmt.Sprintf("%%a2")
		if n > 1 {
			v = o.v("extractelement %s, i32 %d", o.a(2), i)
		}
		if elem != "i64" {
			v = o.v("zext %s %s to i64", elem, v)
		}
		return v
	}
	index := at(0)
	if n > 1 {
		x := o.call("i64", "__ockl_get_local_size", "i32 0")
		index = o.v("add i64 %s, %s", index, o.v("mul i64 %s, %s", at(1), x))
		if n > 2 {
			xy := o.v("mul i64 %s, %s", x, o.call("i64", "__ockl_get_local_size", "i32 1"))
			index = o.v("add i64 %s, %s", index, o.v("mul i64 %s, %s", at(2), xy))
		}
	}
	bits, wide := o.bits(o.ret, "%a1")
	if !wide {
		bits = o.v("zext i32 %s to i64", bits)
	}
	v := o.converge("i64", "__gohip_group_broadcast", "i64 "+bits, "i64 "+index)
	if !wide {
		v = o.v("trunc i64 %s to i32", v)
	}
	return o.result(o.unbits(o.ret, v))
}

// bits returns a value's bits as i32 or i64; unbits undoes it.
func (o *operation) bits(t, v string) (string, bool) {
	switch t {
	case "i64":
		return v, true
	case "double":
		return o.v("bitcast double %s to i64", v), true
	case "i32":
		return v, false
	case "float":
		return o.v("bitcast float %s to i32", v), false
	case "half":
		return o.v("zext i16 %s to i32", o.v("bitcast half %s to i16", v)), false
	}
	return o.v("zext %s %s to i32", t, v), false
}

func (o *operation) unbits(t, v string) string {
	switch t {
	case "i64", "i32":
		return v
	case "double":
		return o.v("bitcast i64 %s to double", v)
	case "float":
		return o.v("bitcast i32 %s to float", v)
	case "half":
		return o.v("bitcast i16 %s to half", o.v("trunc i32 %s to i16", v))
	}
	return o.v("trunc i32 %s to %s", v, t)
}

var copyElement = lazyregexp.New(`^GroupAsyncCopyiPU3AS\d((?:Dv\d+_)?[a-zA-Z]h?)`)

// copyAsync copies with all work-items of the block; its arguments are scope, destination, source,
// number of elements, stride, event.
func (o *operation) copyAsync() bool {
	_, rest, _ := strings.Cut(o.symbol, "__spirv_")
	m := copyElement.FindStringSubmatch(rest)
	if m == nil || len(o.params) != 6 {
		return false
	}
	t, n := m[1], 1
	if v, e, ok := strings.Cut(strings.TrimPrefix(t, "Dv"), "_"); ok {
		n, _ = strconv.Atoi(v)
		t = e
	}
	size := map[string]int{"c": 1, "a": 1, "h": 1, "s": 2, "t": 2, "Dh": 2, "i": 4, "j": 4, "f": 4, "l": 8, "m": 8, "d": 8}[t] * n
	if size == 0 {
		return false
	}
	generic := func(i int) string {
		if o.params[i] == "ptr" {
			return fmt.Sprintf("ptr %%a%d", i)
		}
		return "ptr " + o.v("addrspacecast %s to ptr", o.a(i))
	}
	toLocal := "i64 0"
	if o.params[1] == "ptr addrspace(3)" {
		toLocal = "i64 1"
	}
	o.converge("void", "__gohip_group_copy", generic(1), generic(2), o.a(3), o.a(4), fmt.Sprintf("i64 %d", size), toLocal)
	return o.result("0")
}
