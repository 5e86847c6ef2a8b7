// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"gohipcc/abi"
)

// runArg is one argument of a kernel: a buffer, or the bytes of a value.
type runArg struct {
	text   string
	buffer *array
	value  []byte // of a value; nil for a buffer and for an untyped literal
	number string // an untyped literal
	typ    string // of a value that was given with its type
	save   string // .npy file that a buffer is saved to
}

const runArgHelp = `Arguments, in the kernel's order:
  zeros:TYPE:N  fill:TYPE:N:VALUE       buffer of N equal elements
  range:TYPE:N[:START[:STEP]]           buffer of START, START+STEP, …
  random:TYPE:N[:SEED]                  buffer of numbers in [0,1), integers in [0,100)
  FILE.npy  npy:FILE                    buffer with the array of a NumPy file
  raw:FILE                              buffer, or by-value argument, with the contents of a file
  TYPE:VALUE                            scalar: i32:7, f32:0.5, u64:0xff
  VALUE                                 scalar of the kernel's parameter type, if the file has types
  hex:BYTES                             by-value argument with these bytes
A buffer followed by =OUT.npy is written to that file after the launch.
N may be a product of dimensions, 16x16. Negative numbers need a type
or a preceding "--". TYPE is one of `

// parseRunArg reads one argument.
func parseRunArg(text string) (*runArg, error) {
	a := &runArg{text: text}
	spec := text
	if s, out, ok := strings.Cut(text, "="); ok {
		if !strings.HasSuffix(out, ".npy") {
			return nil, fmt.Errorf("argument %q: results are saved as .npy files", text)
		}
		spec, a.save = s, out
	}
	err := a.parse(spec)
	if err != nil {
		return nil, fmt.Errorf("argument %q: %w", text, err)
	}
	if a.save != "" && a.buffer == nil {
		return nil, fmt.Errorf("argument %q: only a buffer can be saved", text)
	}
	return a, nil
}

func (a *runArg) parse(spec string) error {
	word, rest, colon := strings.Cut(spec, ":")
	switch {
	case strings.HasSuffix(spec, ".npy") && !strings.HasPrefix(spec, "npy:"):
		word, rest, colon = "npy", spec, true
	case !colon:
		if _, err := strconv.ParseFloat(spec, 64); err != nil {
			if _, err := strconv.ParseInt(spec, 0, 64); err != nil {
				return fmt.Errorf("neither a number nor FORM:…; see gohipcc run --help")
			}
		}
		a.number = spec
		return nil
	}
	switch word {
	case "npy":
		var err error
		a.buffer, err = readNPY(rest)
		return err
	case "raw":
		b, err := os.ReadFile(rest)
		a.buffer, a.value = &array{elem: elementByName("u8"), shape: []int{len(b)}, data: b}, b
		return err
	case "hex":
		b, err := hex.DecodeString(strings.ReplaceAll(rest, "_", ""))
		a.value = b
		return err
	case "zeros", "fill", "range", "random":
		return a.generate(word, strings.Split(rest, ":"))
	}
	e := elementByName(word)
	if e == nil {
		return fmt.Errorf("no form or type %q", word)
	}
	f, i, err := e.parse(rest)
	if err != nil {
		return fmt.Errorf("%s is not a valid %s", rest, e.name)
	}
	a.typ = e.name
	a.value = make([]byte, e.size)
	e.put(a.value, f, i)
	return nil
}

// generate generates the content of a buffer.
func (a *runArg) generate(form string, p []string) error {
	most := map[string]int{"zeros": 2, "fill": 3, "range": 4, "random": 3}[form]
	if len(p) < 2 || len(p) > most || form == "fill" && len(p) != 3 {
		return fmt.Errorf("%s takes a type, a number of elements and up to %d more", form, most-2)
	}
	e := elementByName(p[0])
	if e == nil {
		return fmt.Errorf("no type %q; there are %s", p[0], elementNames())
	}
	n, shape, err := elementCount(p[1])
	if err != nil {
		return err
	}
	value, err := e.generator(form, p[2:])
	if err != nil {
		return err
	}
	a.buffer = &array{elem: e, shape: shape, data: make([]byte, n*e.size)}
	if value == nil {
		return nil
	}
	for i := range n {
		x, y := value(i)
		e.put(a.buffer.data[i*e.size:], x, y)
	}
	return nil
}

// elementCount parses the number of elements of each dimension, as in 4x8, and returns their
// product.
func elementCount(text string) (n int, shape []int, err error) {
	n = 1
	for _, d := range strings.Split(text, "x") {
		k, err := strconv.Atoi(d)
		if err != nil || k < 1 || n > (1<<36)/k {
			return 0, nil, fmt.Errorf("%q is not a number of elements", text)
		}
		n *= k
		shape = append(shape, k)
	}
	return n, shape, nil
}

// A generator computes the value of each element from its parameters, as a floating-point number
// and as an integer; nil for zeros.
func (e *element) generator(form string, p []string) (func(i int) (float64, int64), error) {
	param := func(i int, missing string) (float64, int64, error) {
		s := missing
		if i < len(p) {
			s = p[i]
		}
		f, v, err := e.parse(s)
		if err != nil {
			err = fmt.Errorf("%s is not a valid %s", s, e.name)
		}
		return f, v, err
	}
	switch form {
	case "fill":
		f, v, err := param(0, "")
		return func(int) (float64, int64) { return f, v }, err
	case "range":
		f0, v0, err := param(0, "0")
		if err != nil {
			return nil, err
		}
		f1, v1, err := param(1, "1")
		return func(i int) (float64, int64) { return f0 + float64(i)*f1, v0 + int64(i)*v1 }, err
	case "random":
		seed := uint64(1)
		if len(p) > 0 {
			var err error
			if seed, err = strconv.ParseUint(p[0], 0, 64); err != nil {
				return nil, fmt.Errorf("%s is not a seed", p[0])
			}
		}
		r := rand.New(rand.NewPCG(seed, 0))
		return func(int) (float64, int64) { f := r.Float64(); return f, int64(f * 100) }, nil
	}
	return nil, nil
}

// bytes returns a value as the kernel expects it; buffers are not values.
func (a *runArg) bytes(k *abi.Arg) ([]byte, error) {
	if k.ValueKind == abi.GlobalBuffer {
		return nil, fmt.Errorf("%s is a value; the kernel takes a pointer there: give it a buffer", a.text)
	}
	if a.number != "" {
		return untyped(a.number, k)
	}
	if a.value == nil {
		return nil, fmt.Errorf("%s is a buffer; the kernel takes a value of %d bytes there", a.text, k.Size)
	}
	if uint64(len(a.value)) != k.Size {
		return nil, fmt.Errorf("%s has %d bytes; the kernel takes %d there", a.text, len(a.value), k.Size)
	}
	if a.typ != "" && k.ValueType != "" && k.ValueType != "struct" && isFloat(a.typ) != isFloat(k.ValueType) {
		return nil, fmt.Errorf("%s is not a valid %s, the type of this kernel argument; bits of another type are given as hex:BYTES", a.text, k.ValueType)
	}
	return a.value, nil
}

// isFloat reports whether a value type or an element type is floating.
func isFloat(name string) bool { return strings.HasPrefix(name, "f") || name == "bf16" }

// untyped gives an untyped number the type of the kernel's parameter. If the file does not contain
// that type, the same digits could mean two values.
func untyped(s string, k *abi.Arg) ([]byte, error) {
	if _, err := strconv.ParseFloat(s, 64); err != nil && isFloat(k.ValueType) {
		return nil, fmt.Errorf("%s is not a valid %s, the type of this kernel argument", s, k.ValueType)
	}
	bits := strconv.FormatUint(k.Size*8, 10)
	name := k.ValueType
	switch name {
	case "struct":
		return nil, fmt.Errorf("%s is a number; the kernel takes a structure of %d bytes there: use hex:BYTES or raw:FILE", s, k.Size)
	case "i" + bits, "u" + bits:
		// Metadata without signedness says i; both have the same bits.
		name = "u" + bits
		if strings.HasPrefix(s, "-") {
			name = "i" + bits
		}
	}
	e := elementByName(name)
	if e == nil || uint64(e.size) != k.Size {
		if f, i := elementByName("f"+bits), elementByName("i"+bits); name == "" && f != nil && i != nil {
			return nil, fmt.Errorf("%s has no type, and the file does not say whether the kernel takes an integer or a floating-point number of %d bytes there: write %s:%s or %s:%s", s, k.Size, i.name, s, f.name, s)
		}
		if i := elementByName("i" + bits); i == nil || name != "" {
			return nil, fmt.Errorf("%s cannot be a value of %d bytes; use hex:BYTES or raw:FILE", s, k.Size)
		}
		e = elementByName("u" + bits) // bytes are integers
		if strings.HasPrefix(s, "-") {
			e = elementByName("i" + bits)
		}
	}
	f, i, err := e.parse(s)
	if err != nil {
		return nil, fmt.Errorf("%s is not a valid %s, the type of this kernel argument", s, e.name)
	}
	b := make([]byte, e.size)
	e.put(b, f, i)
	return b, nil
}

// builtinTypes are C++'s names of the types of numbers.
var builtinTypes = map[string]string{
	"float": "f32", "double": "f64", "_Float16": "f16", "half": "f16", "std::bfloat16_t": "bf16",
	"bool": "u8", "char": "i8", "signed char": "i8", "unsigned char": "u8", "short": "i16", "unsigned short": "u16",
	"int": "i32", "unsigned int": "u32", "long": "i64", "unsigned long": "u64", "long long": "i64", "unsigned long long": "u64",
	"wchar_t": "i32", "char8_t": "u8", "char16_t": "u16", "char32_t": "u32",
}

// nameValueTypes fills in value types that an image does not contain, as AMD's code objects since
// version 3 do not, from the kernel's name: a mangled name encodes the types of the parameters
// (Itanium C++ ABI, 5.1.5.3).
func nameValueTypes(symbol string, explicit []*abi.Arg) {
	ast, err := demangle.ToAST(symbol)
	if err != nil {
		return
	}
	typed, ok := ast.(*demangle.Typed)
	if !ok {
		return
	}
	f, ok := typed.Type.(*demangle.FunctionType)
	if !ok || len(f.Args) != len(explicit) {
		return
	}
	for i, a := range explicit {
		if a.ValueType == "" && a.ValueKind == abi.ByValue {
			if t := builtinTypes[demangle.ASTToString(f.Args[i])]; t != "" && t[1:] == strconv.FormatUint(a.Size*8, 10) {
				a.ValueType = t
			}
		}
	}
}

// signature returns a kernel with its parameters, for messages.
func signature(k *abi.Kernel, explicit []*abi.Arg) string {
	var args []string
	for _, a := range explicit {
		s := fmt.Sprintf("value of %d bytes", a.Size)
		if a.ValueType != "" && a.ValueType != "struct" {
			s = a.ValueType
		}
		if a.ValueKind != abi.ByValue {
			s = "buffer"
		}
		if a.Name != "" {
			s = a.Name + " " + s
		}
		args = append(args, s)
	}
	return fmt.Sprintf("%s(%s)", k.Name, strings.Join(args, ", "))
}
