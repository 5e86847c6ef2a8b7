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

	"gohipcc/fatbin"
)

// runArg is one argument of a kernel: a buffer, or the bytes of a value.
type runArg struct {
	text   string
	buffer *array
	value  []byte // of a value; nil for a buffer and for a literal without a type
	number string // a literal without a type
	save   string // .npy file that a buffer is saved to
}

const runArgHelp = `Arguments, in the kernel's order:
  zeros:TYPE:N  fill:TYPE:N:VALUE       buffer of N elements, all alike
  range:TYPE:N[:START[:STEP]]           buffer of START, START+STEP, …
  random:TYPE:N[:SEED]                  buffer of numbers in [0,1), integers in [0,100)
  FILE.npy  npy:FILE                    buffer with the array of a NumPy file
  raw:FILE                              buffer, or by-value argument, with a file's bytes
  TYPE:VALUE                            scalar: i32:7, f32:0.5, u64:0xff
  VALUE                                 scalar of the size the kernel takes
  hex:BYTES                             by-value argument of any layout
A buffer followed by =OUT.npy is saved there after the launch.
N may be a product of dimensions, 16x16. Negative numbers come after "--", or with
their type. TYPE is one of `

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
		return fmt.Errorf("%s is no %s", rest, e.name)
	}
	a.value = make([]byte, e.size)
	e.put(a.value, f, i)
	return nil
}

// generate makes the content of a buffer by rule.
func (a *runArg) generate(form string, p []string) error {
	most := map[string]int{"zeros": 2, "fill": 3, "range": 4, "random": 3}[form]
	if len(p) < 2 || len(p) > most || form == "fill" && len(p) != 3 {
		return fmt.Errorf("%s takes a type, a number of elements and up to %d more", form, most-2)
	}
	e := elementByName(p[0])
	if e == nil {
		return fmt.Errorf("no type %q; there are %s", p[0], elementNames())
	}
	n, shape := 1, []int(nil)
	for _, d := range strings.Split(p[1], "x") {
		k, err := strconv.Atoi(d)
		if err != nil || k < 1 || n > (1<<36)/k {
			return fmt.Errorf("%q is no number of elements", p[1])
		}
		n *= k
		shape = append(shape, k)
	}
	a.buffer = &array{elem: e, shape: shape, data: make([]byte, n*e.size)}
	param := func(i int, missing string) (float64, int64, error) {
		s := missing
		if i < len(p) {
			s = p[i]
		}
		f, v, err := e.parse(s)
		if err != nil {
			err = fmt.Errorf("%s is no %s", s, e.name)
		}
		return f, v, err
	}
	each := func(f func(i int) (float64, int64)) {
		for i := range n {
			x, y := f(i)
			e.put(a.buffer.data[i*e.size:], x, y)
		}
	}
	switch form {
	case "fill":
		f, v, err := param(2, "")
		if err != nil {
			return err
		}
		each(func(int) (float64, int64) { return f, v })
	case "range":
		f0, v0, err := param(2, "0")
		if err != nil {
			return err
		}
		f1, v1, err := param(3, "1")
		if err != nil {
			return err
		}
		each(func(i int) (float64, int64) { return f0 + float64(i)*f1, v0 + int64(i)*v1 })
	case "random":
		seed := uint64(1)
		if len(p) > 2 {
			var err error
			if seed, err = strconv.ParseUint(p[2], 0, 64); err != nil {
				return fmt.Errorf("%s is no seed", p[2])
			}
		}
		r := rand.New(rand.NewPCG(seed, 0))
		each(func(int) (float64, int64) { f := r.Float64(); return f, int64(f * 100) })
	}
	return nil
}

// bytes is the argument as the kernel takes it; pointer is the buffer's address.
func (a *runArg) bytes(k *fatbin.Arg, pointer uintptr) ([]byte, error) {
	isPointer := k.ValueKind == "global_buffer" || k.ValueKind == "dynamic_shared_pointer"
	if isPointer {
		if a.buffer == nil {
			return nil, fmt.Errorf("%s is a value; the kernel takes a pointer there: give it a buffer", a.text)
		}
		return le.AppendUint64(nil, uint64(pointer)), nil
	}
	if a.number != "" {
		return untyped(a.number, int(k.Size))
	}
	if a.value == nil {
		return nil, fmt.Errorf("%s is a buffer; the kernel takes a value of %d bytes there", a.text, k.Size)
	}
	if uint64(len(a.value)) != k.Size {
		return nil, fmt.Errorf("%s has %d bytes; the kernel takes %d there", a.text, len(a.value), k.Size)
	}
	return a.value, nil
}

// untyped is a number without a type: with a point or exponent it is floating, else
// an integer, of the size the kernel takes.
func untyped(s string, size int) ([]byte, error) {
	kind := "i"
	if strings.ContainsAny(s, ".eEnN") && !strings.HasPrefix(s, "0x") {
		kind = "f"
	} else if i, err := strconv.ParseInt(s, 0, 64); err != nil || i >= 0 {
		kind = "u"
	}
	e := elementByName(kind + strconv.Itoa(size*8))
	if e == nil {
		return nil, fmt.Errorf("%s cannot be a value of %d bytes; use hex:, raw: or TYPE:VALUE", s, size)
	}
	f, i, err := e.parse(s)
	if err != nil {
		return nil, fmt.Errorf("%s does not fit %d bytes", s, size)
	}
	b := make([]byte, size)
	e.put(b, f, i)
	return b, nil
}

// signature is a kernel with what it takes, for messages.
func signature(k *fatbin.Kernel) string {
	var args []string
	for i := range k.Args {
		a := &k.Args[i]
		if a.Hidden() {
			continue
		}
		s := fmt.Sprintf("value of %d bytes", a.Size)
		if a.ValueKind != "by_value" {
			s = "buffer"
		}
		if a.Name != "" {
			s = a.Name + " " + s
		}
		args = append(args, s)
	}
	return fmt.Sprintf("%s(%s)", k.Name, strings.Join(args, ", "))
}
