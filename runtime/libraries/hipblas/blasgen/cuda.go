// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"fmt"
	"strings"
)

// vendorFile is the file of calls into the vendor's library, cuBLAS.
const vendorFile = "cuda.inc"

// batchesOfCUDA lists the routines that cuBLAS has for arrays of matrices and for strided batches.
var batchesOfCUDA = map[string]struct{ array, strided bool }{"gemm": {true, true}, "gemv": {true, true}, "trsm": {true, false}}

// nameOfCUDA returns cuBLAS's name of a function; that for half precision has its own form.
func nameOfCUDA(r routine, t typed, f form) string {
	batches := batchesOfCUDA[r.name]
	switch {
	case r.name == "trtri", r.name == "gemmt", r.level == 1 && strings.Contains("hb", t.letter):
		return ""
	case f.layout == "GB_BATCHED" && !batches.array, f.layout == "GB_STRIDED" && !batches.strided:
		return ""
	case f.layout != "GB_ONE", t.letter == "h", strings.Contains(" syrkx herkx geam dgmm ", " "+r.name+" "):
		return "cublas" + t.name + f.name
	}
	return "cublas" + t.name + "_v2"
}

// vendorFunctions prints a function for each form of a routine that cuBLAS has, which handles all types, and
// the table of their names.
func vendorFunctions(w *bytes.Buffer, rs []routine) {
	var table bytes.Buffer
	for _, r := range rs {
		for _, f := range forms {
			var names []string
			for _, t := range r.types {
				if name := nameOfCUDA(r, t, f); name != "" {
					names = append(names, fmt.Sprintf("[GB_%s] = %q", strings.ToUpper(t.letter), name))
				}
			}
			if names == nil {
				continue
			}
			types, args := argumentsOfCUDA(r, f)
			fn := "cuda_" + r.name + "_" + strings.ToLower(f.layout)
			fmt.Fprintf(w, "static int %s(void *f, void *h, const gb_call *c, const gb_item *i) {\n(void)c;\n(void)i;\nreturn ((int (*)(%s))f)(%s);\n}\n",
				fn, strings.Join(types, ", "), strings.Join(args, ", "))
			fmt.Fprintf(&table, "[GB_%s][%s] = {%s, {%s}},\n", strings.ToUpper(r.name), f.layout, fn, strings.Join(names, ", "))
		}
	}
	fmt.Fprintf(w, "static const cuda_function functions[GB_ROUTINES][3] = {\n%s};\n", table.Bytes())
}

// argumentsOfCUDA returns the types and values of a form's arguments, in hipBLAS's order.
func argumentsOfCUDA(r routine, f form) (types, args []string) {
	add := func(t, a string) { types, args = append(types, t), append(args, a) }
	add("void *", "h")
	at := operands(r)
	enums := map[string]string{"side": "gl_cuda_side", "uplo": "gl_cuda_fill", "diag": "gl_cuda_diag", "transA": "gl_cuda_op", "transB": "gl_cuda_op"}
	for _, p := range r.params {
		switch p.kind {
		case 'n':
			add("int", "(int)c->"+p.name)
		case 'e':
			add("int", enums[p.name]+"(c->"+p.name+")")
		case 'a':
			add("const void *", "i->"+p.name)
		case '=':
			add("const void *", map[string]string{"c": "i->alpha", "s": "i->beta"}[p.name])
		case 'x', 'A', 'P', '@':
			add("void *", fmt.Sprintf("i->op[%d]", at[p.name]))
			if p.kind == 'x' || p.kind == 'A' {
				add("int", fmt.Sprintf("(int)c->op[%d].step", at[p.name]))
			}
			if f.layout == "GB_STRIDED" {
				add("long long", fmt.Sprintf("c->op[%d].stride", at[p.name]))
			}
		case 'r':
			continue
		}
	}
	if f.layout != "GB_ONE" {
		add("int", "(int)c->batch")
	}
	for _, p := range r.params {
		if p.kind == 'r' {
			add("void *", "i->result")
		}
	}
	return types, args
}
