// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command blasgen generates code from the table of BLAS functions
// (runtime/libraries/hipblas/blas.txt): the declarations in the headers hipblas/hipblas_functions.h
// and rocblas/rocblas_functions.h, and the functions, each of which describes its call and submits
// the description.
//
// Usage: blasgen TABLE INCLUDE OUT: headers are written below INCLUDE, sources to OUT.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const head = "// Copyright 2026 The gohipcc Authors\n// SPDX-License-Identifier: Apache-2.0\n" +
	"// Generated from runtime/libraries/hipblas/blas.txt by blasgen. DO NOT EDIT.\n"

// routine is a row of the table.
type routine struct {
	name   string
	level  int
	types  []typed
	params []param
}

// typed is a function of a routine: its name, and the letter of its element type.
type typed struct{ name, letter string }

// param is a parameter in the table.
type param struct {
	kind    byte   // n size, e enum, a scalar, x vector, A matrix, P packed matrix, = scalar that is read, @ array, r result
	name    string // of the parameter
	written bool
	of      string // element type of = @ and result: T, R or int
	rows    string // the smallest leading dimension
	real    bool   // a scalar of the real type
}

// A form is a variant that every function has.
type form struct{ name, layout string }

var forms = []form{{"", "GB_ONE"}, {"Batched", "GB_BATCHED"}, {"StridedBatched", "GB_STRIDED"}}

// An api is a library whose functions are generated from the table.
type api struct {
	prefix, status, handle, half, bfloat, complex, doubleComplex, stride string
	enums                                                                map[string]string
}

var hipblas = api{"hipblas", "hipblasStatus_t", "hipblasHandle_t", "hipblasHalf", "hipblasBfloat16",
	"hipblasComplex", "hipblasDoubleComplex", "hipblasStride", map[string]string{
		"side": "hipblasSideMode_t", "uplo": "hipblasFillMode_t", "diag": "hipblasDiagType_t",
		"transA": "hipblasOperation_t", "transB": "hipblasOperation_t"}}

var rocblas = api{"rocblas_", "rocblas_status", "rocblas_handle", "rocblas_half", "rocblas_bfloat16",
	"rocblas_float_complex", "rocblas_double_complex", "rocblas_stride", map[string]string{
		"side": "rocblas_side", "uplo": "rocblas_fill", "diag": "rocblas_diagonal",
		"transA": "rocblas_operation", "transB": "rocblas_operation"}}

func parseParam(word string) (param, error) {
	p := param{name: word}
	switch {
	case strings.Contains(" n m k kl ku ", " "+word+" "):
		p.kind = 'n'
	case strings.Contains(" side uplo transA transB diag ", " "+word+" "):
		p.kind = 'e'
	case word == "alpha" || word == "beta" || word == "ralpha" || word == "rbeta":
		p.kind, p.real, p.name = 'a', word[0] == 'r', strings.TrimPrefix(word, "r")
	case strings.HasPrefix(word, "result:"):
		p.kind, p.name, p.of, p.written = 'r', "result", word[len("result:"):], true
	case word[0] == '=' || word[0] == '@':
		name, of, ok := strings.Cut(word[1:], ":")
		if !ok {
			return p, fmt.Errorf("%q has no type", word)
		}
		p.kind, p.of, p.written = word[0], of, strings.HasSuffix(name, "!")
		p.name = strings.TrimSuffix(name, "!")
	case strings.HasPrefix(word, "AP"):
		p.kind, p.name, p.written = 'P', "AP", strings.HasSuffix(word, "!")
	case strings.ContainsRune("ABC", rune(word[0])):
		name, rows, ok := strings.Cut(strings.TrimSuffix(word, "]"), "[")
		if !ok {
			return p, fmt.Errorf("%q has no leading dimension", word)
		}
		p.kind, p.rows, p.written, p.name = 'A', rows, strings.HasSuffix(name, "!"), strings.TrimSuffix(name, "!")
	case strings.ContainsRune("xy", rune(word[0])):
		p.kind, p.written, p.name = 'x', strings.HasSuffix(word, "!"), word[:1]
	default:
		return p, fmt.Errorf("%q is no parameter", word)
	}
	return p, nil
}

func parseTable(text string) ([]routine, error) {
	var rs []routine
	level := 0
	for i, line := range strings.Split(text, "\n") {
		if n := 0; strings.HasPrefix(line, "# level ") {
			fmt.Sscanf(line, "# level %d", &n)
			level = n
		}
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 3 {
			return nil, fmt.Errorf("line %d: %d cells, not 3", i+1, len(cells))
		}
		r := routine{name: cells[0], level: level}
		for _, w := range strings.Fields(cells[1]) {
			name, letter, _ := strings.Cut(w, ":")
			if len(letter) != 1 || !strings.Contains("hbsdcz", letter) {
				return nil, fmt.Errorf("line %d: %q has no type", i+1, w)
			}
			r.types = append(r.types, typed{name, letter})
		}
		for _, w := range strings.Fields(cells[2]) {
			p, err := parseParam(w)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			r.params = append(r.params, p)
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// element returns the C type of an element: of is T, R or int.
func (a api) element(letter, of string) string {
	if of == "int" {
		return "int"
	}
	if of == "R" {
		letter = map[string]string{"c": "s", "z": "d"}[letter] + letter
	}
	return map[byte]string{'h': a.half, 'b': a.bfloat, 's': "float", 'd': "double",
		'c': a.complex, 'z': a.doubleComplex}[letter[0]]
}

// pointer returns the declaration of a pointer to elements, or to an array of pointers to elements.
func pointer(elem, name string, written, array bool) string {
	if !written {
		elem = "const " + elem
	}
	if array {
		return elem + " *const " + name + "[]"
	}
	return elem + " *" + name
}

// signature returns a function's parameters, and its arguments by name.
func (a api) signature(r routine, f form, letter, size string) (decl, names []string) {
	add := func(d, n string) { decl, names = append(decl, d), append(names, n) }
	operand := func(p param, elem, step string) {
		add(pointer(elem, p.name, p.written, f.layout == "GB_BATCHED"), p.name)
		if step != "" {
			add(size+" "+step, step)
		}
		if f.layout == "GB_STRIDED" {
			add(a.stride+" stride"+p.name, "stride"+p.name)
		}
	}
	add(a.handle+" handle", "handle")
	var result *param
	for i, p := range r.params {
		switch p.kind {
		case 'n':
			add(size+" "+p.name, p.name)
		case 'e':
			add(a.enums[p.name]+" "+p.name, p.name)
		case 'a':
			add(pointer(a.element(letter, map[bool]string{true: "R", false: "T"}[p.real]), p.name, false, false), p.name)
		case '=':
			add(pointer(a.element(letter, p.of), p.name, false, false), p.name)
		case 'x':
			operand(p, a.element(letter, "T"), "inc"+p.name)
		case 'A':
			operand(p, a.element(letter, "T"), "ld"+strings.ToLower(p.name))
		case 'P':
			operand(p, a.element(letter, "T"), "")
		case '@':
			operand(p, a.element(letter, p.of), "")
		case 'r':
			result = &r.params[i]
		}
	}
	if f.layout != "GB_ONE" {
		add(size+" batchCount", "batchCount")
	}
	if result != nil {
		of := a.element(letter, result.of)
		if result.of == "int" {
			of = size
		}
		add(of+" *result", "result")
	}
	return decl, names
}

// widths are the C types of a size, with the suffix of the functions that use them.
var widths = []struct{ size, suffix string }{{"int", ""}, {"int64_t", "_64"}}

// declare prints a header's declarations.
func (a api) declare(w *bytes.Buffer, rs []routine) {
	for _, r := range rs {
		for _, t := range r.types {
			for _, f := range forms {
				for _, width := range widths {
					decl, _ := a.signature(r, f, t.letter, a.size(width.size))
					fmt.Fprintf(w, "%s_API %s %s(%s);\n", strings.ToUpper(strings.TrimSuffix(a.prefix, "_")), a.status,
						a.function(t, f)+width.suffix, strings.Join(decl, ", "))
				}
			}
		}
	}
}

func (a api) size(of string) string {
	if of == "int" && a.prefix == "rocblas_" {
		return "rocblas_int"
	}
	return of
}

// function returns a function's name: hipblasSgemmStridedBatched, rocblas_sgemm_strided_batched.
func (a api) function(t typed, f form) string {
	if a.prefix == "hipblas" {
		return a.prefix + t.name + f.name
	}
	return a.prefix + strings.ToLower(t.name) + map[string]string{"": "", "Batched": "_batched", "StridedBatched": "_strided_batched"}[f.name]
}

// operands assigns each of a routine's operands its index in the call, in the order of the table.
func operands(r routine) map[string]int {
	at := map[string]int{}
	for _, p := range r.params {
		if strings.IndexByte("xAP@", p.kind) >= 0 {
			at[p.name] = len(at)
		}
	}
	return at
}

// define prints the functions of libhipblas.so.
func define(w *bytes.Buffer, rs []routine) {
	for _, r := range rs {
		at := operands(r)
		for _, t := range r.types {
			for _, f := range forms {
				for _, width := range widths {
					decl, _ := hipblas.signature(r, f, t.letter, width.size)
					fmt.Fprintf(w, "%s %s(%s) {\n", hipblas.status, hipblas.function(t, f)+width.suffix, strings.Join(decl, ", "))
					fmt.Fprintf(w, "gb_call call = {.routine = GB_%s, .type = GB_%s, .layout = %s, .wide = %d};\n",
						strings.ToUpper(r.name), strings.ToUpper(t.letter), f.layout, len(width.suffix)/3)
					for _, p := range r.params {
						describe(w, p, at, f)
					}
					batch := "1"
					if f.layout != "GB_ONE" {
						batch = "batchCount"
					}
					fmt.Fprintf(w, "call.batch = %s;\nreturn gb_submit(handle, &call);\n}\n", batch)
				}
			}
		}
	}
}

// describe prints the code that stores a parameter in the call.
func describe(w *bytes.Buffer, p param, at map[string]int, f form) {
	stride := "0"
	if f.layout == "GB_STRIDED" {
		stride = "stride" + p.name
	}
	switch p.kind {
	case 'n', 'e':
		fmt.Fprintf(w, "call.%s = %s;\n", p.name, p.name)
	case 'a':
		fmt.Fprintf(w, "call.scalar[%d] = %s;\n", map[string]int{"alpha": 0, "beta": 1}[p.name], p.name)
	case '=':
		fmt.Fprintf(w, "call.scalar[%d] = %s;\n", map[string]int{"c": 0, "s": 1}[p.name], p.name)
	case 'x':
		fmt.Fprintf(w, "call.op[%d] = (gb_operand){%s, inc%s, %s};\n", at[p.name], p.name, p.name, stride)
	case 'A':
		fmt.Fprintf(w, "call.op[%d] = (gb_operand){%s, ld%s, %s};\n", at[p.name], p.name, strings.ToLower(p.name), stride)
	case 'P', '@':
		fmt.Fprintf(w, "call.op[%d] = (gb_operand){%s, 0, %s};\n", at[p.name], p.name, stride)
	case 'r':
		fmt.Fprint(w, "call.result = result;\n")
	}
}

// rules prints the checks of each routine's calls.
func rules(w *bytes.Buffer, rs []routine) {
	for _, r := range rs {
		fmt.Fprintf(w, "static bool gb_dims_%s(const gb_call *c) {\n(void)c;\nreturn true", r.name)
		at := operands(r)
		for _, p := range r.params {
			switch {
			case p.kind == 'A':
				fmt.Fprintf(w, " && gb_leads(c->op[%d].step, %s)", at[p.name], rowsOf(p.rows))
			case p.kind == 'x' && r.level > 1:
				fmt.Fprintf(w, " && c->op[%d].step != 0", at[p.name])
			}
		}
		fmt.Fprint(w, ";\n}\n")
	}
	fmt.Fprint(w, "const gb_rule gb_rules[GB_ROUTINES] = {\n")
	for _, r := range rs {
		rule(w, r, r.name)
		if r.name == "gemm" {
			rule(w, r, "gemm_ex")
		}
	}
	fmt.Fprint(w, "};\n")
}

// rowsOf returns a leading dimension of the table as a C expression on the call.
func rowsOf(e string) string {
	for _, n := range []string{"kl", "ku", "transA", "transB", "side", "m", "n", "k"} {
		e = replaceWord(e, n, "c->"+n)
	}
	return strings.NewReplacer("rows(", "gb_rows(", "of_side(", "gb_of_side(").Replace(e)
}

// replaceWord replaces a name where it is a whole word.
func replaceWord(s, old, with string) string {
	letter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '_' || s[i] == '>' || s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z')
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if strings.HasPrefix(s[i:], old) && !letter(i-1) && !letter(i+len(old)) {
			b.WriteString(with)
			i += len(old)
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// rule prints a row of the table of rules for a routine, under its name or one with the same
// parameters.
func rule(w *bytes.Buffer, r routine, name string) {
	var uses []string
	scalars, real, n := 0, 0, len(operands(r))
	result := "0"
	for _, p := range r.params {
		switch p.kind {
		case 'n', 'e':
			uses = append(uses, "GB_USES_"+strings.ToUpper(p.name))
		case 'a', '=':
			at := map[string]int{"alpha": 0, "beta": 1, "c": 0, "s": 1}[p.name]
			scalars |= 1 << at
			if p.real || p.of == "R" {
				real |= 1 << at
			}
		case 'r':
			result = map[string]string{"T": "GB_RESULT_T", "R": "GB_RESULT_R", "int": "GB_RESULT_INT"}[p.of]
		}
	}
	if uses == nil {
		uses = []string{"0"}
	}
	fmt.Fprintf(w, "[GB_%s] = {%d, %s, %d, %d, %d, %s, gb_dims_%s, gb_host_%s},\n", strings.ToUpper(name), r.level,
		strings.Join(uses, " | "), scalars, real, n, result, r.name, name)
}

// routines prints the list of routines, for internal headers.
func routines(w *bytes.Buffer, rs []routine) {
	fmt.Fprint(w, "#define GB_FOR_ROUTINES(X) \\\n")
	for i, r := range rs {
		end := " \\\n"
		if i == len(rs)-1 {
			end = "\n"
		}
		fmt.Fprintf(w, "  X(%s, %s)%s", strings.ToUpper(r.name), r.name, end)
	}
}

// forward prints the functions of librocblas.so, which call those of libhipblas.so.
func forward(w *bytes.Buffer, rs []routine) {
	for _, r := range rs {
		for _, t := range r.types {
			for _, f := range forms {
				for _, width := range widths {
					decl, names := rocblas.signature(r, f, t.letter, rocblas.size(width.size))
					for i, p := range names {
						if _, isEnum := rocblas.enums[p]; isEnum {
							names[i] = "(" + hipblas.enums[p] + ")" + p
						}
					}
					names[0] = "(hipblasHandle_t)handle"
					fmt.Fprintf(w, "%s %s(%s) { return CALLED(%s(%s)); }\n", rocblas.status, rocblas.function(t, f)+width.suffix,
						strings.Join(decl, ", "), hipblas.function(t, f)+width.suffix, strings.Join(names, ", "))
				}
			}
		}
	}
}

func run(table, include, out string) error {
	text, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	rs, err := parseTable(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", table, err)
	}
	for _, file := range []struct {
		dir, name string
		write     func(*bytes.Buffer)
	}{
		{include, "hipblas/hipblas_functions.h", func(w *bytes.Buffer) { hipblas.declare(w, rs) }},
		{include, "rocblas/rocblas_functions.h", func(w *bytes.Buffer) { rocblas.declare(w, rs) }},
		{out, "routines.inc", func(w *bytes.Buffer) { routines(w, rs) }},
		{out, "rules.inc", func(w *bytes.Buffer) { rules(w, rs) }},
		{out, vendorFile, func(w *bytes.Buffer) { vendorFunctions(w, rs) }},
		{out, "functions.inc", func(w *bytes.Buffer) { define(w, rs) }},
		{out, "rocblas_functions.inc", func(w *bytes.Buffer) { forward(w, rs) }},
	} {
		var b bytes.Buffer
		b.WriteString(head)
		file.write(&b)
		name := filepath.Join(file.dir, file.name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: blasgen TABLE INCLUDE OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "blasgen:", err)
		os.Exit(1)
	}
}
