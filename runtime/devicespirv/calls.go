// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"fmt"
	"slices"
	"strings"

	"gohipcc/spirv"
)

// llvmMath maps instructions of OpenCL.std (OpenCL Extended Instruction Set Specification, 2.1) to
// LLVM intrinsics with the same meaning. Those without a machine instruction become calls of the
// host's C library, whose functions are as accurate as OpenCL requires and much faster than the
// driver's own: pow takes a fortieth of the time. The driver implements the native variants, whose
// accuracy is implementation-defined, like the others.
var llvmMath = map[uint32]string{
	12: "ceil", 13: "copysign", 14: "cos", 19: "exp", 20: "exp2", 23: "fabs", 25: "floor", 26: "fma", 27: "maxnum",
	28: "minnum", 37: "log", 38: "log2", 39: "log10", 42: "fmuladd", 48: "pow", 53: "rint", 55: "round",
	57: "sin", 61: "sqrt", 66: "trunc",
	81: "cos", 83: "exp", 84: "exp2", 86: "log", 87: "log2", 88: "log10", 92: "sin", 93: "sqrt",
}

// Instructions of OpenCL.std that are replaced by SPIR-V instructions: fmod is OpFRem, and LLVM's
// frem.
const (
	stdFmod  = 29
	stdRsqrt = 56
)

// Tangents. That of a float is computed as the quotient of sine and cosine in double precision, so
// that it is consistent with the float's sine and cosine, as in AMD's library.
const (
	stdTan       = 62
	stdNativeTan = 94
)

// stdLog10 of a double remains the driver's: glibc's has an error of up to two units in the last
// place, HIP documents one.
const stdLog10 = 39

// rewriting is the state of rewriting one module.
type rewriting struct {
	next      uint32              // first free ID
	std       uint32              // ID of the OpenCL.std import
	types     map[uint32][]uint32 // number and vector types, by ID
	functions map[string]uint32   // function types, by their operands
	ones      map[uint32]uint32   // constant 1, by type
	declared  map[string]uint32   // imported functions, by name
	constants map[uint32]uint64   // values of 32-bit and 64-bit constants, by ID
	void      uint32              // the void type
	changed   bool                // an instruction was replaced
	// bytePointers contains the types of pointers to 8-bit integers.
	bytePointers map[uint32]bool

	capabilities, extensions, decorations, globals, declarations, body, definitions []uint32
}

// LLVMIntrinsics replaces calls of OpenCL functions by calls of LLVM intrinsics with the same
// meaning: imported functions of the intrinsic's name, which is how llvm-spirv represents them. It
// is for drivers that translate SPIR-V to LLVM IR and do not inline their own library into it,
// whose calls prevent vectorisation. A module without such calls is returned unchanged.
func LLVMIntrinsics(il []byte) ([]byte, error) {
	return rewriteCalls(il, (*rewriting).replace)
}

// rewriteCalls passes every instruction of a module's functions to replace, which may write a
// replacement and declare functions to call.
func rewriteCalls(il []byte, replace func(*rewriting, []uint32) bool) ([]byte, error) {
	words, err := spirv.Decode(il)
	if err != nil {
		return nil, err
	}
	c := &rewriting{
		next: words[spirv.BoundWord], types: make(map[uint32][]uint32), functions: make(map[string]uint32),
		ones: make(map[uint32]uint32), declared: make(map[string]uint32), constants: make(map[uint32]uint64),
		bytePointers: make(map[uint32]bool),
	}
	at := sections{capabilities: spirv.HeaderWords}
	for pos, in := range spirv.Instructions(words) {
		if at.functions == 0 {
			at.note(pos, in)
			c.note(in)
		}
		if at.functions == 0 {
			continue
		}
		if pos > at.functions && replace(c, in) {
			c.changed = true
		} else {
			c.body = append(c.body, in...)
		}
	}
	if !c.changed {
		return il, nil
	}
	return c.module(words, at), nil
}

// sections holds the boundaries of the sections of a module, in words.
type sections struct {
	capabilities, annotations, types, functions int
	linkage                                     bool // the module declares the Linkage capability
}

func (s *sections) note(pos int, in []uint32) {
	op := spirv.Op(in)
	if s.types == 0 && op >= spirv.OpTypeVoid && op <= spirv.OpTypeForwardPointer {
		s.types = pos
	}
	switch {
	case op == spirv.OpFunction:
		s.functions = pos
	case op == spirv.OpCapability && len(in) == 2:
		s.linkage = s.linkage || in[1] == spirv.CapabilityLinkage
		s.capabilities = pos + len(in)
	case op == spirv.OpDecorate:
		s.annotations = pos
	}
}

// note records what later instructions refer to.
func (c *rewriting) note(in []uint32) {
	if len(in) < 2 {
		return
	}
	switch op := spirv.Op(in); op {
	case spirv.OpExtInstImport:
		if len(in) > 2 && spirv.String(in[2:]) == "OpenCL.std" {
			c.std = in[1]
		}
	case spirv.OpTypeVoid:
		c.void = in[1]
	case spirv.OpTypeInt, spirv.OpTypeFloat, spirv.OpTypeVector:
		if len(in) > 2 {
			c.types[in[1]] = in
		}
	case spirv.OpTypeFunction:
		if len(in) > 2 {
			c.functions[fmt.Sprint(in[2:])] = in[1]
		}
	case spirv.OpTypePointer:
		if len(in) == 4 && c.isByte(in[3]) {
			c.bytePointers[in[1]] = true
		}
	case spirv.OpConstant, spirv.OpConstantNull:
		c.noteConstant(op, in)
	}
}

func (c *rewriting) isByte(typ uint32) bool {
	to := c.types[typ]
	return len(to) > 2 && spirv.Op(to) == spirv.OpTypeInt && to[2] == 8
}

func (c *rewriting) noteConstant(op uint32, in []uint32) {
	switch {
	case op == spirv.OpConstant && len(in) == 5:
		c.constants[in[2]] = uint64(in[3]) | uint64(in[4])<<32
	case op == spirv.OpConstant && len(in) == 4:
		c.constants[in[2]] = uint64(in[3])
	case op == spirv.OpConstantNull && len(in) == 3:
		c.constants[in[2]] = 0
	}
}

// module inserts the new instructions between the sections of the original module.
func (c *rewriting) module(words []uint32, at sections) []byte {
	if at.annotations == 0 {
		at.annotations = at.types // they follow the annotations
	}
	out := append([]uint32(nil), words[:spirv.HeaderWords]...)
	if !at.linkage {
		out = spirv.Append(out, spirv.OpCapability, spirv.CapabilityLinkage)
	}
	out = append(out, words[spirv.HeaderWords:at.capabilities]...)
	out = append(out, c.capabilities...)
	out = append(out, c.extensions...) // they follow the capabilities
	out = append(out, words[at.capabilities:at.annotations]...)
	out = append(out, c.decorations...)
	out = append(out, words[at.annotations:at.functions]...)
	out = append(out, c.globals...)
	out = append(out, c.declarations...)
	out = append(out, c.body...)
	out = append(out, c.definitions...)
	out[spirv.BoundWord] = c.next
	return spirv.Encode(out)
}

// replace writes the replacement of an instruction, if there is one, and reports whether it did.
func (c *rewriting) replace(in []uint32) bool {
	switch op := spirv.Op(in); {
	case op == spirv.OpBitCount && len(in) == 4:
		return c.call("ctpop", in[1], in[2], in[3:])
	case op == spirv.OpExtInst && len(in) >= 6 && in[3] == c.std:
		return c.replaceStd(in[1], in[2], in[4], in[5:])
	}
	return false
}

// replaceStd implements replace for an instruction of OpenCL.std.
func (c *rewriting) replaceStd(typ, result, op uint32, args []uint32) bool {
	switch {
	case op == stdRsqrt:
		one := c.one(typ)
		root := c.id()
		if one == 0 || !c.call("sqrt", typ, root, args) {
			return false
		}
		c.body = spirv.Append(c.body, spirv.OpFDiv, typ, result, one, root)
		return true
	case op == stdFmod && len(args) == 2:
		c.body = spirv.Append(c.body, spirv.OpFRem, typ, result, args[0], args[1])
		return true
	case (op == stdTan || op == stdNativeTan) && len(args) == 1:
		return c.tangent(typ, result, args[0])
	case op == stdLog10 && strings.HasSuffix(c.suffix(typ), "f64"):
		return false
	}
	name, ok := llvmMath[op]
	return ok && c.call(name, typ, result, args)
}

// tangent computes the tangent of a float or of a vector of floats.
func (c *rewriting) tangent(typ, result, x uint32) bool {
	wide := c.double(typ)
	if wide == 0 {
		return false
	}
	angle, sine, cosine, quotient := c.id(), c.id(), c.id(), c.id()
	c.body = spirv.Append(c.body, spirv.OpFConvert, wide, angle, x)
	c.call("sin", wide, sine, []uint32{angle})
	c.call("cos", wide, cosine, []uint32{angle})
	c.body = spirv.Append(c.body, spirv.OpFDiv, wide, quotient, sine, cosine)
	c.body = spirv.Append(c.body, spirv.OpFConvert, typ, result, quotient)
	return true
}

// double returns the double-precision counterpart of float or of a vector of floats, 0 for any
// other type.
func (c *rewriting) double(typ uint32) uint32 {
	var want []uint32 // without the ID
	switch in := c.types[typ]; {
	case len(in) > 2 && spirv.Op(in) == spirv.OpTypeFloat && in[2] == 32:
		want = []uint32{spirv.OpTypeFloat, 64}
	case len(in) == 4 && spirv.Op(in) == spirv.OpTypeVector && c.double(in[2]) != 0:
		want = []uint32{spirv.OpTypeVector, c.double(in[2]), in[3]}
	default:
		return 0
	}
	for id, in := range c.types {
		if spirv.Op(in) == want[0] && slices.Equal(in[2:], want[1:]) {
			return id
		}
	}
	id := c.id()
	c.types[id] = spirv.Instruction(want[0], append([]uint32{id}, want[1:]...)...)
	c.globals = append(c.globals, c.types[id]...)
	if want[0] == spirv.OpTypeFloat {
		c.capabilities = spirv.Append(c.capabilities, spirv.OpCapability, spirv.CapabilityFloat64)
	}
	return id
}

// extend adds an extension and its capability to the module.
func (c *rewriting) extend(capability uint32, extension string) {
	c.capabilities = spirv.Append(c.capabilities, spirv.OpCapability, capability)
	c.extensions = spirv.Append(c.extensions, spirv.OpExtension, spirv.StringWords(extension)...)
}

func (c *rewriting) id() uint32 {
	c.next++
	return c.next - 1
}

// call calls an intrinsic whose arguments and result have the same type.
func (c *rewriting) call(name string, typ, result uint32, args []uint32) bool {
	suffix := c.suffix(typ)
	if suffix == "" {
		return false
	}
	name = "llvm." + name + "." + suffix
	f, ok := c.declared[name]
	if !ok {
		f = c.declare(name, typ, len(args))
		c.declared[name] = f
	}
	c.body = spirv.Append(c.body, spirv.OpFunctionCall, append([]uint32{typ, result, f}, args...)...)
	return true
}

// declare imports a function with n parameters of its result's type.
func (c *rewriting) declare(name string, typ uint32, n int) uint32 {
	signature := []uint32{typ}
	for range n {
		signature = append(signature, typ)
	}
	ft, ok := c.functions[fmt.Sprint(signature)]
	if !ok {
		ft = c.id()
		c.functions[fmt.Sprint(signature)] = ft
		c.globals = spirv.Append(c.globals, spirv.OpTypeFunction, append([]uint32{ft}, signature...)...)
	}
	f := c.id()
	c.decorations = spirv.Append(c.decorations, spirv.OpDecorate, append(append([]uint32{f, spirv.DecorationLinkage}, spirv.StringWords(name)...), spirv.LinkageImport)...)
	c.declarations = spirv.Append(c.declarations, spirv.OpFunction, typ, f, 0, ft)
	for range n {
		c.declarations = spirv.Append(c.declarations, spirv.OpFunctionParameter, typ, c.id())
	}
	c.declarations = spirv.Append(c.declarations, spirv.OpFunctionEnd)
	return f
}

// suffix returns a type's suffix in the names of LLVM intrinsics, or "".
func (c *rewriting) suffix(typ uint32) string {
	switch in := c.types[typ]; {
	case len(in) < 3:
	case spirv.Op(in) == spirv.OpTypeInt:
		return fmt.Sprintf("i%d", in[2])
	case spirv.Op(in) == spirv.OpTypeFloat:
		return fmt.Sprintf("f%d", in[2])
	case spirv.Op(in) == spirv.OpTypeVector && len(in) == 4:
		if s := c.suffix(in[2]); s != "" {
			return fmt.Sprintf("v%d%s", in[3], s)
		}
	}
	return ""
}

// one returns the constant 1 of a floating-point type or a vector of it, or 0.
func (c *rewriting) one(typ uint32) uint32 {
	if id, ok := c.ones[typ]; ok {
		return id
	}
	var words []uint32
	op := uint32(spirv.OpConstant)
	switch in := c.types[typ]; {
	case len(in) < 3 || spirv.Op(in) == spirv.OpTypeInt:
		return 0
	case spirv.Op(in) == spirv.OpTypeVector:
		part := c.one(in[2])
		if part == 0 || len(in) != 4 {
			return 0
		}
		op = spirv.OpConstantComposite
		for range in[3] {
			words = append(words, part)
		}
	default:
		words = map[uint32][]uint32{16: {0x3c00}, 32: {0x3f800000}, 64: {0, 0x3ff00000}}[in[2]]
		if words == nil {
			return 0
		}
	}
	id := c.id()
	c.ones[typ] = id
	c.globals = spirv.Append(c.globals, op, append([]uint32{typ, id}, words...)...)
	return id
}
