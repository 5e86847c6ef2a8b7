// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command apigen turns the one table of HIP functions (runtime/libgohip/api.txt) into
// everything that must agree with it: the declarations in the headers, the
// trampolines, the table of exported functions and the export list of libgohip.so,
// the dispatch table of the Go core, and docs/SUPPORT.md.
//
// Usage: apigen DIR, where DIR is runtime/libgohip.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

const (
	licenceC  = "// Copyright 2026 The gohipcc Authors\n// SPDX-License-Identifier: Apache-2.0\n"
	generated = "// Generated from runtime/libgohip/api.txt by apigen. DO NOT EDIT.\n"
)

// function is one row of the table.
type function struct {
	kind   string // "c", "go" or "no"
	spt    bool
	ret    string
	name   string
	params []param
	reason string
}

type param struct{ typ, name, def string }

var rowPattern = regexp.MustCompile(`^(c|go|no)(\+spt)?\t(.*?)(\w+)\((.*)\)(?: # (.*))?$`)

func parseTable(text string) ([]function, error) {
	var fns []function
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := rowPattern.FindStringSubmatch(line)
		if m == nil {
			return nil, fmt.Errorf("api.txt:%d: not a row of the table: %q", i+1, line)
		}
		f := function{kind: m[1], spt: m[2] != "", ret: strings.TrimSpace(m[3]), name: m[4], reason: m[6]}
		if m[5] != "" {
			for _, p := range strings.Split(m[5], ", ") {
				var q param
				if decl, def, ok := strings.Cut(p, " = "); ok {
					p, q.def = decl, def
				}
				at := strings.LastIndex(p, " ")
				if at < 0 {
					return nil, fmt.Errorf("api.txt:%d: parameter %q has no name", i+1, p)
				}
				q.typ, q.name = p[:at], p[at+1:]
				f.params = append(f.params, q)
			}
		}
		fns = append(fns, f)
	}
	return fns, nil
}

func (f function) declParams(defaults bool) string {
	if len(f.params) == 0 {
		return "void"
	}
	var parts []string
	for _, p := range f.params {
		s := p.typ + " " + p.name
		if defaults && p.def != "" {
			s += " __dparm(" + p.def + ")"
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

func (f function) argNames() string {
	var parts []string
	for _, p := range f.params {
		parts = append(parts, p.name)
	}
	return strings.Join(parts, ", ")
}

func (f function) group() string {
	switch {
	case strings.HasPrefix(f.name, "hiprtc"):
		return "hiprtc"
	case strings.Contains(f.name, "GL"):
		return "gl"
	}
	return ""
}

func header(fns []function, group string) string {
	var b strings.Builder
	b.WriteString(licenceC + generated + "\n// clang-format off\n")
	for _, f := range fns {
		if f.group() == group {
			fmt.Fprintf(&b, "%s %s(%s);\n", f.ret, f.name, f.declParams(true))
		}
	}
	if group == "" {
		b.WriteString("\n")
		for _, f := range fns {
			if f.spt {
				fmt.Fprintf(&b, "%s %s_spt(%s);\n", f.ret, f.name, f.declParams(true))
			}
		}
		b.WriteString("\n#if defined(HIP_API_PER_THREAD_DEFAULT_STREAM)\n")
		for _, f := range fns {
			if f.spt {
				fmt.Fprintf(&b, "#define %s %s_spt\n", f.name, f.name)
			}
		}
		b.WriteString("#endif\n")
	}
	return b.String()
}

// byValueStructs are the aggregates HIP passes by value: a trampoline hands the
// core their address.
var byValueStructs = map[string]bool{
	"dim3": true, "hipPitchedPtr": true, "hipExtent": true, "struct hipExtent": true, "hipIpcMemHandle_t": true,
	"hipIpcEventHandle_t": true,
}

func errorValue(ret string, hip, rtc string) string {
	switch ret {
	case "hipError_t":
		return hip
	case "hiprtcResult":
		return rtc
	}
	return "0"
}

// trampolines returns the C side of every function that is not written in C: it packs the arguments
// into 64-bit words and calls the core by the function's number.
func trampolines(fns []function) string {
	var b strings.Builder
	b.WriteString(licenceC + generated + "\n// clang-format off\n")
	fmt.Fprintf(&b, "static const uint64_t table_hash = %#xu;\n", hash(fns))
	n := 0
	for _, f := range fns {
		switch f.kind {
		case "go":
			fmt.Fprintf(&b, "%s %s(%s) {\n", f.ret, f.name, f.declParams(false))
			words := "0"
			if len(f.params) > 0 {
				var parts []string
				for _, p := range f.params {
					switch {
					case byValueStructs[p.typ]:
						parts = append(parts, "(uint64_t)(uintptr_t)&"+p.name)
					case p.typ == "float":
						parts = append(parts, "gh_float_word("+p.name+")")
					case strings.HasSuffix(p.typ, "*") || isHandle(p.typ):
						parts = append(parts, "(uint64_t)(uintptr_t)"+p.name)
					default:
						parts = append(parts, "(uint64_t)"+p.name)
					}
				}
				words = strings.Join(parts, ", ")
			}
			fmt.Fprintf(&b, "  uint64_t w[] = {%s};\n", words)
			switch f.ret {
			case "hipError_t":
				fmt.Fprintf(&b, "  return gh_call_core(%d, w);\n}\n", n)
			case "hiprtcResult":
				fmt.Fprintf(&b, "  return (hiprtcResult)gh_call_core_rtc(%d, w);\n}\n", n)
			default:
				fmt.Fprintf(&b, "  return (%s)(uintptr_t)gh_call_core_word(%d, w);\n}\n", f.ret, n)
			}
			n++
		case "no":
			fmt.Fprintf(&b, "%s %s(%s) {\n", f.ret, f.name, f.declParams(false))
			for _, p := range f.params {
				fmt.Fprintf(&b, "  (void)%s;\n", p.name)
			}
			// What is no call at all is refused as such.
			for _, p := range f.params {
				if f.ret == "hipError_t" && strings.HasSuffix(p.typ, "*") {
					fmt.Fprintf(&b, "  if (!%s) return gh_done(hipErrorInvalidValue);\n", p.name)
					break
				}
			}
			fmt.Fprintf(&b, "  return %s;\n}\n", errorValue(f.ret, "gh_not_supported()", "HIPRTC_ERROR_INVALID_INPUT"))
		}
		if f.spt {
			fmt.Fprintf(&b, "%s %s_spt(%s) {\n", f.ret, f.name, f.declParams(false))
			var args []string
			stream := false
			for _, p := range f.params {
				if p.typ == "hipStream_t" {
					stream = true
					args = append(args, "gh_spt_stream("+p.name+")")
					continue
				}
				args = append(args, p.name)
			}
			if stream {
				fmt.Fprintf(&b, "  return %s(%s);\n}\n", f.name, strings.Join(args, ", "))
			} else {
				fmt.Fprintf(&b, "  gh_null_stream_is_per_thread++;\n  %s r = %s(%s);\n  gh_null_stream_is_per_thread--;\n  return r;\n}\n",
					f.ret, f.name, f.argNames())
			}
		}
	}
	return b.String()
}

var handleTypes = map[string]bool{
	"hipDeviceptr_t": true, "hipArray_t": true, "hipArray_const_t": true, "hipMipmappedArray_t": true,
	"hipMipmappedArray_const_t": true, "hipCtx_t": true, "hipStream_t": true, "hipEvent_t": true,
	"hipModule_t": true, "hipFunction_t": true, "hipMemPool_t": true, "hipGraph_t": true,
	"hipGraphNode_t": true, "hipGraphExec_t": true, "hipUserObject_t": true, "hipTextureObject_t": true,
	"hipSurfaceObject_t": true, "hipMemGenericAllocationHandle_t": true, "hipExternalMemory_t": true,
	"hipExternalSemaphore_t": true, "hipGraphicsResource_t": true, "hipHostFn_t": true,
	"hipStreamCallback_t": true, "hiprtcProgram": true, "hiprtcLinkState": true, "const hipFunction_t": true,
	"hipLibrary_t": true, "hipKernel_t": true,
}

func isHandle(t string) bool { return handleTypes[t] }

// goType returns the cgo spelling of a C parameter type.
func goType(t string) string {
	t = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(t, "const ", ""), "enum ", ""))
	stars := ""
	for strings.HasSuffix(t, "*") {
		t, stars = strings.TrimSpace(strings.TrimSuffix(t, "*")), stars+"*"
	}
	if strings.HasPrefix(t, "struct ") {
		t = "struct_" + strings.TrimPrefix(t, "struct ")
	}
	scalars := map[string]string{
		"unsigned int": "C.uint", "int": "C.int", "unsigned char": "C.uchar", "unsigned short": "C.ushort",
		"unsigned long long": "C.ulonglong", "float": "C.float", "char": "C.char", "size_t": "C.size_t",
		"uint32_t": "C.uint32_t", "uint64_t": "C.uint64_t",
	}
	switch {
	case t == "void" && stars != "":
		return strings.TrimSuffix(stars, "*") + "unsafe.Pointer"
	case scalars[t] != "":
		return stars + scalars[t]
	}
	return stars + "C." + t
}

func goArg(p param, i int) string {
	if p.typ == "struct hipExtent" {
		p.typ = "hipExtent"
	}
	t := goType(p.typ)
	switch {
	case byValueStructs[p.typ]:
		return fmt.Sprintf("*(*%s)(a.ptr(%d))", t, i)
	case t == "unsafe.Pointer":
		return fmt.Sprintf("a.ptr(%d)", i)
	case t == "C.float":
		return fmt.Sprintf("a.float(%d)", i)
	case p.typ == "hipDeviceptr_t" || p.typ == "hipExternalMemory_t" || p.typ == "hipExternalSemaphore_t":
		return fmt.Sprintf("%s(a.ptr(%d))", t, i)
	case strings.HasPrefix(t, "*") || isHandle(p.typ):
		return fmt.Sprintf("(%s)(a.ptr(%d))", t, i)
	}
	return fmt.Sprintf("%s(a[%d])", t, i)
}

// dispatch returns the Go side: one row per number, unpacking words into typed arguments.
func dispatch(fns []function) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(licenceC + "\n// Code generated from runtime/libgohip/api.txt by apigen. DO NOT EDIT.\n\npackage main\n\n")
	b.WriteString("// #include \"core.h\"\nimport \"C\"\n\n")
	b.WriteString("// handlers has one entry per \"go\" row of api.txt, in its order.\nvar handlers = [...]handler{\n")
	for _, f := range fns {
		if f.kind != "go" {
			continue
		}
		var args []string
		for i, p := range f.params {
			args = append(args, goArg(p, i))
		}
		call := fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", "))
		if strings.HasPrefix(f.ret, "const char") {
			fmt.Fprintf(&b, "{%q, func(a words) uint64 { return uint64(uintptr(unsafe.Pointer(%s))) }},\n", f.name, call)
		} else {
			fmt.Fprintf(&b, "{%q, func(a words) uint64 { return uint64(%s) }},\n", f.name, call)
		}
	}
	b.WriteString("}\n")
	fmt.Fprintf(&b, "\n// tableHash tells whether libgohip.so was made from the same table.\nconst tableHash = %#x\n", hash(fns))
	src := strings.Replace(b.String(), "import \"C\"\n", "import \"C\"\n\nimport \"unsafe\"\n", 1)
	return format.Source([]byte(src))
}

// hash covers what the numbers of the functions and their arguments depend on.
func hash(fns []function) uint64 {
	h := fnv.New64a()
	for _, f := range fns {
		if f.kind == "go" {
			fmt.Fprintf(h, "%s %s(%s);", f.ret, f.name, f.declParams(false))
		}
	}
	return h.Sum64()
}

// table returns one line per exported function for forward.c, which makes the exported names out of
// it, and what a call of a library without the function returns.
func table(fns []function) string {
	var b strings.Builder
	b.WriteString(licenceC + generated + "\n// GH_FN(result, name, failure, (parameters), (arguments))\n// clang-format off\n")
	for _, f := range fns {
		names := []string{f.name}
		if f.spt {
			names = append(names, f.name+"_spt")
		}
		for _, n := range names {
			fmt.Fprintf(&b, "GH_FN(%s, %s, %s, (%s), (%s))\n", f.ret, n,
				errorValue(f.ret, "hip", "rtc"), f.declParams(false), f.argNames())
		}
	}
	return b.String()
}

// own gives this library's implementation of every function a name of its own: the
// exported names belong to forward.c.
func own(fns []function) string {
	var b strings.Builder
	b.WriteString(licenceC + generated + "\n// clang-format off\n")
	for _, f := range fns {
		fmt.Fprintf(&b, "#define %s gh_own_%s\n", f.name, f.name)
		if f.spt {
			fmt.Fprintf(&b, "#define %s_spt gh_own_%s_spt\n", f.name, f.name)
		}
	}
	return b.String()
}

// exports returns the linker version script: these names are visible, nothing else is.
func exports(fns []function) string {
	var b strings.Builder
	b.WriteString("# Generated from runtime/libgohip/api.txt by apigen. DO NOT EDIT.\n{\nglobal:\n")
	for _, f := range fns {
		fmt.Fprintf(&b, "  %s;\n", f.name)
		if f.spt {
			fmt.Fprintf(&b, "  %s_spt;\n", f.name)
		}
	}
	for _, n := range []string{"__hipRegisterFatBinary", "__hipRegisterFunction", "__hipRegisterVar",
		"__hipRegisterManagedVar", "__hipRegisterTexture", "__hipRegisterSurface", "__hipUnregisterFatBinary",
		"__pocl_work_group_alloca", "hipGetDeviceProperties", "hipChooseDevice",
		"hipGetDevicePropertiesR0000", "hipChooseDeviceR0000", "gohip_cpu_*", "gohip_cuda_stream"} {
		fmt.Fprintf(&b, "  %s;\n", n)
	}
	b.WriteString("local: *;\n};\n")
	return b.String()
}

func support(fns []function) string {
	var b strings.Builder
	count := map[string]int{}
	for _, f := range fns {
		count[f.kind]++
	}
	fmt.Fprintf(&b, `# HIP functions

Generated from `+"`runtime/libgohip/api.txt`"+`, the table that also makes the exports of
`+"`libgohip.so`"+`. %d functions do what HIP documents. A function marked \* also has a per-thread-default-stream
twin (`+"`_spt`"+`).
`, count["c"]+count["go"])
	if count["no"] > 0 {
		b.WriteString("\n## Not supported\n\nThese return `hipErrorNotSupported`.\n\n| function | reason |\n|---|---|\n")
	}
	for _, f := range fns {
		if f.kind == "no" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", f.name, f.reason)
		}
	}
	b.WriteString("\n## Supported\n\n")
	for _, f := range fns {
		if f.kind != "no" {
			star, note := "", ""
			if f.spt {
				star = " \\*"
			}
			if f.reason != "" {
				note = ": " + f.reason
			}
			fmt.Fprintf(&b, "- `%s`%s%s\n", f.name, star, note)
		}
	}
	return b.String()
}

func run(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, "api.txt"))
	if err != nil {
		return err
	}
	fns, err := parseTable(string(text))
	if err != nil {
		return err
	}
	handlers, err := dispatch(fns)
	if err != nil {
		return err
	}
	outputs := []struct {
		path string
		data []byte
	}{
		{"../include/hip/gohip_functions.h", []byte(header(fns, ""))},
		{"../include/hip/gohip_hiprtc_functions.h", []byte(header(fns, "hiprtc"))},
		{"../include/hip/gohip_gl_functions.h", []byte(header(fns, "gl"))},
		{"trampolines.inc", []byte(trampolines(fns))},
		{"functions.inc", []byte(table(fns))},
		{"own_names.h", []byte(own(fns))},
		{"libgohip.map", []byte(exports(fns))},
		{"core/dispatch_gen.go", handlers},
		{"../../docs/SUPPORT.md", []byte(support(fns))},
	}
	for _, o := range outputs {
		path := filepath.Join(dir, o.path)
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, o.data) {
			continue
		}
		if err := os.WriteFile(path+".new", o.data, 0o644); err != nil {
			return err
		}
		if err := os.Rename(path+".new", path); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: apigen DIR (the folder of api.txt)")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "apigen:", err)
		os.Exit(1)
	}
}
