// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package options is the option table and the parsing of a command line against it.
package options

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
)

// Kind says how an option takes its value.
type Kind uint8

const (
	flagOpt       Kind = iota // -c
	joinedOpt                 // --offload-arch=VALUE
	separateOpt               // -Xclang VALUE
	joinedOrSep               // -oVALUE or -o VALUE
	joinedOrSepEq             // --offload-jobs=N or --offload-jobs N
)

// Use says who acts on an option.
type Use uint8

const (
	pass   Use = iota // clang's: passed on in place
	Ours              // gohipcc's own: clang never sees it
	both              // read here, and passed on
	Target            // chooses device targets: passed on only if clang plans all of them
)

// An Option is one row of the option table.
type Option struct {
	name string // with its dashes; a joined option includes the "="
	kind Kind
	Use  Use
	ID   string // canonical name under which code asks for it
}

// options is the option table: every option that gohipcc interprets. Options that only clang
// interprets need a row (below, in clangSeparate) if their value is an argument of its own, so that
// it is not taken for an input.
var options = []Option{
	// The mode of the build.
	{"-c", flagOpt, both, "c"},
	{"-S", flagOpt, both, "S"},
	{"-E", flagOpt, both, "E"},
	{"-M", flagOpt, both, "M"},
	{"-MM", flagOpt, both, "M"},
	{"-fsyntax-only", flagOpt, both, "syntax"},
	{"-fdriver-only", flagOpt, both, "driver-only"},
	{"--precompile", flagOpt, both, "precompile"},
	{"-emit-llvm", flagOpt, both, "emit-llvm"},
	{"--emit-llvm", flagOpt, both, "emit-llvm"},
	{"-emit-ast", flagOpt, both, "emit-ast"},
	{"--analyze", flagOpt, both, "analyze"},
	{"-o", joinedOrSep, both, "o"},
	{"--output=", joinedOpt, both, "o"},
	{"--output", separateOpt, both, "o"},
	{"-x", joinedOrSep, both, "x"},
	{"--language=", joinedOpt, both, "x"},
	{"-shared", flagOpt, both, "shared"},
	{"--shared", flagOpt, both, "shared"},
	{"-r", flagOpt, both, "r"},
	{"--emit-static-lib", flagOpt, both, "emit-static-lib"},
	{"--hip-link", flagOpt, both, "hip-link"},
	{"-fgpu-rdc", flagOpt, both, "rdc"},
	{"-foffload-lto", flagOpt, both, "offload-lto"},
	{"-foffload-lto=", joinedOpt, both, "offload-lto"},
	{"-fcuda-rdc", flagOpt, both, "rdc"},
	{"-fno-gpu-rdc", flagOpt, both, "no-rdc"},
	{"-fno-cuda-rdc", flagOpt, both, "no-rdc"},
	{"--offload-new-driver", flagOpt, both, "new-driver"},
	{"--no-offload-new-driver", flagOpt, both, "old-driver"},
	{"--cuda-device-only", flagOpt, both, "device-only"},
	{"--offload-device-only", flagOpt, both, "device-only"},
	{"-cuda-device-only", flagOpt, both, "device-only"},
	{"--cuda-host-only", flagOpt, both, "host-only"},
	{"--offload-host-only", flagOpt, both, "host-only"},
	{"-cuda-host-only", flagOpt, both, "host-only"},
	{"--offload-host-device", flagOpt, both, "host-device"},
	{"--cuda-compile-host-device", flagOpt, both, "host-device"},
	{"--gpu-bundle-output", flagOpt, both, "bundle-output"},
	{"--no-gpu-bundle-output", flagOpt, both, "no-bundle-output"},
	{"-fhip-emit-relocatable", flagOpt, both, "emit-relocatable"},
	{"-cuid=", joinedOpt, both, "cuid"},
	{"-fuse-cuid=", joinedOpt, both, "use-cuid"},
	{"--driver-mode=", joinedOpt, both, "driver-mode"},
	{"--target=", joinedOpt, both, "target"},
	{"-target", separateOpt, both, "target"},
	{"-use-spirv-backend", flagOpt, both, "use-spirv-backend"},

	// Dependency files.
	{"-MD", flagOpt, both, "MD"},
	{"-MMD", flagOpt, both, "MD"},
	{"-MF", joinedOrSep, both, "MF"},
	{"-MJ", joinedOrSep, Ours, "MJ"},

	// Device targets.
	{"--offload-arch=", joinedOpt, Target, "offload-arch"},
	{"--cuda-gpu-arch=", joinedOpt, Target, "offload-arch"},
	{"-cuda-gpu-arch=", joinedOpt, Target, "offload-arch"},
	{"--no-offload-arch=", joinedOpt, Target, "no-offload-arch"},
	{"--no-cuda-gpu-arch=", joinedOpt, Target, "no-offload-arch"},
	{"--offload=", joinedOpt, Target, "offload"},
	{"--offload-targets=", joinedOpt, Target, "offload"},
	{"--offload-arch-tool=", joinedOpt, both, "offload-arch-tool"},
	{"--amdgpu-arch-tool=", joinedOpt, both, "offload-arch-tool"},
	{"--nvptx-arch-tool=", joinedOpt, both, "offload-arch-tool"},

	// Optimisation and debugging, read to plan device links.
	{"-O", joinedOpt, both, "O"},
	{"-g", flagOpt, both, "g"},
	{"-g2", flagOpt, both, "g"},
	{"-g3", flagOpt, both, "g"},
	{"-ggdb", flagOpt, both, "g"},
	{"-ggdb2", flagOpt, both, "g"},
	{"-ggdb3", flagOpt, both, "g"},
	{"-glldb", flagOpt, both, "g"},
	{"-gdwarf", flagOpt, both, "g"},
	{"-gdwarf-", joinedOpt, both, "g"},
	{"-gdwarf-aranges", flagOpt, both, "gdwarf-aranges"},
	{"-g1", flagOpt, both, "g1"},
	{"-ggdb1", flagOpt, both, "g1"},
	{"-gmlt", flagOpt, both, "g1"},
	{"-gline-tables-only", flagOpt, both, "g1"},
	{"-g0", flagOpt, both, "g0"},
	{"-ggdb0", flagOpt, both, "g0"},
	{"-mllvm", separateOpt, both, "mllvm"},
	{"-fstrict-float-cast-overflow", flagOpt, both, "strict-float-cast"},
	{"-fno-strict-float-cast-overflow", flagOpt, both, "no-strict-float-cast"},
	{"-fgpu-flush-denormals-to-zero", flagOpt, both, "flush-denormals"},
	{"-fno-gpu-flush-denormals-to-zero", flagOpt, both, "no-flush-denormals"},
	{"-mprintf-kind=", joinedOpt, both, "printf-kind"},
	{"-save-temps", flagOpt, both, "save-temps"},
	{"--save-temps", flagOpt, both, "save-temps"},
	{"-save-temps=", joinedOpt, both, "save-temps"},
	{"--save-temps=", joinedOpt, both, "save-temps"},
	{"--offload-compress", flagOpt, both, "compress"},
	{"--no-offload-compress", flagOpt, both, "no-compress"},
	{"--offload-compression-level=", joinedOpt, both, "compression-level"},
	{"-mcode-object-version=", joinedOpt, both, "cov"},
	{"-mwavefrontsize64", flagOpt, both, Wavefront64},
	{"-mno-wavefrontsize64", flagOpt, both, NoWavefront64},
	{"-fsanitize=", joinedOpt, both, "sanitize"},
	{"-w", flagOpt, both, "no-warnings"},
	{"-Wno-option-ignored", flagOpt, both, "no-option-ignored"},
	{"-ftime-trace", flagOpt, both, "ftime-trace"},
	{"-ftime-trace=", joinedOpt, both, "ftime-trace"},
	{"-ftime-trace-granularity=", joinedOpt, both, "ftime-trace-granularity"},

	// Paths.
	{"-nogpuinc", flagOpt, both, "nogpuinc"},
	{"--no-offload-inc", flagOpt, both, "nogpuinc"},
	{"-nocudainc", flagOpt, both, "nogpuinc"},
	{"-nohipwrapperinc", flagOpt, Ours, "nohipwrapperinc"},
	{"-nogpulib", flagOpt, both, "nogpulib"},
	{"--no-offloadlib", flagOpt, both, "nogpulib"},
	{"-nocudalib", flagOpt, both, "nogpulib"},
	{"--rocm-path=", joinedOpt, both, "rocm-path"},
	{"--cuda-path=", joinedOpt, Ours, "cuda-path"},
	{"--ptxas-path=", joinedOpt, Ours, "ptxas-path"},
	{"-Xcuda-ptxas", separateOpt, Ours, "cuda-ptxas"},
	{"--hip-path=", joinedOpt, both, "hip-path"},
	{"--rocm-device-lib-path=", joinedOpt, both, "device-lib-path"},
	{"--hip-device-lib-path=", joinedOpt, both, "device-lib-path"},
	{"--hip-device-lib=", joinedOpt, both, "device-lib"},
	{"--hipspv-pass-plugin=", joinedOpt, both, "pass-plugin"},
	{"--hip-version=", joinedOpt, both, "hip-version"},
	{"--hipstdpar", flagOpt, both, "hipstdpar"},
	{"-no-hip-rt", flagOpt, both, "no-hip-rt"},
	{"--no-hip-rt", flagOpt, both, "no-hip-rt"},

	// Questions to the compiler, answered without inputs.
	{"--version", flagOpt, both, "version"},
	{"--short-version", flagOpt, Ours, "short-version"},
	{"--cxxflags", flagOpt, Ours, "cxxflags"},
	{"--ldflags", flagOpt, Ours, "ldflags"},
	{"-dumpversion", flagOpt, both, "ask"},
	{"-dumpmachine", flagOpt, both, "ask"},
	{"-print-targets", flagOpt, both, "ask"},
	{"--print-targets", flagOpt, both, "ask"},
	{"-print-", joinedOpt, both, "ask"},
	{"--print-", joinedOpt, both, "ask"},
	{"--help", flagOpt, both, "help"},
	{"-help", flagOpt, both, "help"},
	{"--help-hidden", flagOpt, both, "ask"},

	// Printing of the plan.
	{"-v", flagOpt, both, "v"},
	{"--verbose", flagOpt, both, "v"},
	{"-###", flagOpt, Ours, "###"},
	{"-ccc-print-phases", flagOpt, Ours, "print-phases"},
	{"-ccc-print-bindings", flagOpt, Ours, "print-bindings"},

	// gohipcc's own.
	{"-j", joinedOrSep, Ours, "j"},
	{"--offload-jobs=", joinedOrSepEq, Ours, "offload-jobs"},
	{"--hip-link-pass-path=", joinedOpt, Ours, "link-pass-path"},
	{"--llvm-path=", joinedOpt, Ours, "llvm-path"},
	{"--spirv-version=", joinedOpt, Ours, "spirv-version"},
	{"--spirv-producer=", joinedOpt, Ours, "spirv-producer"},
	{"--offload-check=", joinedOpt, Ours, "offload-check"},
	{"-Wwarp-size", flagOpt, Ours, "warp-size"},
	{"-Wno-warp-size", flagOpt, Ours, "no-warp-size"},
	{"-Whost-layout", flagOpt, Ours, "host-layout"},
	{"-Wno-host-layout", flagOpt, Ours, "no-host-layout"},
	{"--verify-spirv", flagOpt, Ours, "verify"},
	{"--no-cache", flagOpt, Ours, "no-cache"},
	{"--remote-cache=", joinedOpt, Ours, "remote-cache"},
	{"--remote-executor=", joinedOpt, Ours, "remote-executor"},
	{"--remote-jobs=", joinedOpt, Ours, "remote-jobs"},
	{"--remote-local=", joinedOpt, Ours, "remote-local"},
	{"--remote-property=", joinedOpt, Ours, "remote-property"},
	{"--remote-verify", flagOpt, Ours, "remote-verify"},
	{"--time-trace=", joinedOpt, Ours, "time-trace"},
	{"--explain", flagOpt, Ours, "explain"},
	{"--resource-usage", flagOpt, Ours, "resource-usage"},
	{"--resource-usage=", joinedOpt, Ours, "resource-usage"},
	{"--no-pch-cache", flagOpt, Ours, "no-pch"},
}

// The options for the number of lanes of a warp.
const (
	Wavefront64   = "wavefrontsize64"
	NoWavefront64 = "no-wavefrontsize64"
)

// SetsWavefrontSize reports whether an argument is one of them, or one of them after -Xarch_NAME.
func (a *Arg) SetsWavefrontSize() bool {
	o := a.Option
	if _, ok := a.Xarch(); ok {
		o = exactOptions[a.Value]
	}
	return o != nil && (o.ID == Wavefront64 || o.ID == NoWavefront64)
}

// clangSeparate lists clang's options whose value is the next argument and that gohipcc passes on
// unread.
var clangSeparate = cmdline.Set(`
--CLASSPATH --assert --bootclasspath --classpath --define-macro --defsym --dyld-prefix --encoding --extdirs
--for-linker --force-link --include-directory --include-directory-after --include-prefix --include-with-prefix
--include-with-prefix-after --include-with-prefix-before --language --library-directory --mhwdiv
--output-class-directory --param --prefix --print-file-name --print-prog-name --resource --rtlib
--serialize-diagnostics --specs --std --stdlib --sysroot --undefine-macro --config
-Xanalyzer -Xarch_device -Xarch_host -Xassembler -Xclang -Xclangas -Xcuda-fatbinary -Xlinker
-Xopenmp-target -Xpreprocessor -Zlinker-input -allowable_client -arch -arch_only -bundle_loader -ccc-gcc-name
-ccc-install-dir -dependency-file -dumpdir -dylib_file -e -exported_symbols_list -filelist -framework
-fmodules-user-build-path -force_load -gen-cdb-fragment-path -image_base -init -install_name -lazy_framework
-lazy_library -meabi -mregparm -mrelocation-model -mthread-model -multiply_defined -multiply_defined_unused
-read_only_relocs -rpath -seg_addr_table -seg_addr_table_filename -segs_read_only_addr -segs_read_write_addr
-serialize-diagnostics -specs -target-linker-version -umbrella -unexported_symbols_list -weak_framework
-weak_library -weak_reference_mismatches -working-directory -z -mmlir -plugin -stack-usage-file -include-pch`)

// clangJoinedOrSep lists clang's options whose value is joined or the next
// argument.
var clangJoinedOrSep = cmdline.Set(`
--imacros --include --vfsoverlay -A -B -D -F -G -I -L -MQ -MT -T -U -V -b -client_name -compatibility_version
-current_version -cxx-isystem -dsym-dir -dylinker_install_name -idirafter -iframework -iframeworkwithsysroot
-imacros -imultilib -include -interface-stub-version= -iprefix -iquote -isysroot -isystem -isystem-after -ivfsoverlay
-iwithprefix -iwithprefixbefore -iwithsysroot -l -module-dir -pagezero_size -reexport_library -seg1addr
-stdlib++-isystem -sub_library -sub_umbrella -u -undefined`)

// optionIndex finds an option by the prefix of an argument.
var (
	exactOptions  = map[string]*Option{}
	joinedOptions []*Option
)

func init() {
	for i := range options {
		o := &options[i]
		exactOptions[o.name] = o
		if o.kind != flagOpt && o.kind != separateOpt {
			joinedOptions = append(joinedOptions, o)
		}
	}
}

// An Arg is one parsed argument: an input, or an option with its values.
type Arg struct {
	Words  []string // as on the command line
	Input  bool     // Words[0] is an input file
	Lang   string   // of an input: the language given by -x; empty: by extension
	Option *Option  // nil for inputs and for clang's own options
	Value  string
}

// Args is a parsed command line. Names of inputs and of the output are spelled as
// cmdline.FileOperand does.
type Args struct {
	List []Arg
}

// Parse parses a command line, program name excluded, against the option table. Unknown options are
// kept: clang judges its own.
func Parse(argv []string) (*Args, error) {
	a := &Args{}
	lang := ""
	for i := 0; i < len(argv); i++ {
		w := argv[i]
		if words, ok := aliases[w]; ok {
			argv = slices.Concat(argv[:i], words, argv[i+1:])
			i--
			continue
		}
		w = canonical(w)
		if w == "" || w == "-" || w[0] != '-' {
			a.List = append(a.List, Arg{Words: []string{cmdline.FileOperand(w)}, Input: true, Lang: lang})
			continue
		}
		if w == "--" {
			for _, in := range argv[i+1:] {
				a.List = append(a.List, Arg{Words: []string{cmdline.FileOperand(in)}, Input: true, Lang: lang})
			}
			break
		}
		next := func() (string, error) {
			if i+1 >= len(argv) {
				return "", fmt.Errorf("argument to '%s' is missing (expected 1 value)", w)
			}
			i++
			return argv[i], nil
		}
		arg, err := parseOption(w, next)
		if err != nil {
			return nil, err
		}
		if arg.Option != nil && arg.Option.ID == "x" {
			lang = arg.Value
			if lang == "none" {
				lang = ""
			}
		}
		if arg.Option != nil && arg.Option.ID == "o" && arg.Value != cmdline.FileOperand(arg.Value) {
			// Tools get it as an input, too: ar, and tools that read a linked object.
			arg.Value = cmdline.FileOperand(arg.Value)
			arg.Words = []string{"-o", arg.Value}
		}
		a.List = append(a.List, arg)
	}
	return a, nil
}

// aliases are hipcc's and nvcc's spellings of clang's options, and options of hipcc's that choose what
// is always so here: device functions may be called, and the runtime is a shared library.
var aliases = map[string][]string{
	"--genco":              {"--cuda-device-only"},
	"-dc":                  {"-fgpu-rdc", "-c"},
	"-use_fast_math":       {"-DHIP_FAST_MATH"},
	"-use-staticlib":       nil,
	"-use-sharedlib":       nil,
	"--hipcc-func-supp":    nil,
	"--hipcc-no-func-supp": nil,
}

// hipccNames are options that hipcc had before clang, and clang's names of them.
var hipccNames = []struct{ old, clangs string }{
	{"--amdgpu-target=", "--offload-arch="},
	{"--amdhsa-code-object-version=", "-mcode-object-version="},
}

// canonical spells an argument as clang does: with two dashes where gohipcc also accepts one. To
// clang, -offload-arch=gfx90a is an output file called ffload-arch=gfx90a.
func canonical(w string) string {
	for _, n := range hipccNames {
		if v, ok := strings.CutPrefix(w, n.old); ok {
			return n.clangs + v
		}
	}
	switch {
	case strings.HasPrefix(w, "-offload"), strings.HasPrefix(w, "-no-offload"):
		return "-" + w
	}
	return w
}

func parseOption(w string, next func() (string, error)) (Arg, error) {
	arg := Arg{Words: []string{w}}
	takeNext := func() error {
		v, err := next()
		if err == nil {
			arg.Value = v
			arg.Words = append(arg.Words, v)
		}
		return err
	}
	if o := exactOptions[w]; o != nil {
		arg.Option = o
		switch o.kind {
		case separateOpt, joinedOrSep:
			return arg, takeNext()
		}
		return arg, nil
	}
	if clangSeparate[w] || clangJoinedOrSep[w] {
		return arg, takeNext()
	}
	for _, p := range []string{xarch, "-Xoffload-linker", "-Xopenmp-target=", "-plugin-arg-", "-Xthinlto-distributor="} {
		if strings.HasPrefix(w, p) {
			return arg, takeNext()
		}
	}
	if strings.HasPrefix(w, "-x") && len(w) > 2 && !strings.HasPrefix(w, "-x=") {
		arg.Option, arg.Value = exactOptions["-x"], w[2:]
		return arg, nil
	}
	if strings.HasPrefix(w, "-o") && !strings.HasPrefix(w, "-objc") && len(w) > 2 {
		arg.Option, arg.Value = exactOptions["-o"], w[2:]
		return arg, nil
	}
	for _, o := range joinedOptions {
		if o.name == "-x" || o.name == "-o" || !strings.HasPrefix(w, o.name) {
			continue
		}
		if o.name == "-j" && !isDigits(w[2:]) {
			continue
		}
		arg.Option, arg.Value = o, w[len(o.name):]
		return arg, nil
	}
	return arg, nil
}

func isDigits(s string) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return s != ""
}

// xarch starts an option whose value is an option for some of the compilations: of the host, of
// every device, or of a processor or an architecture.
const xarch = "-Xarch_"

// Xarch returns the name in -Xarch_NAME OPTION; ok: a is such an argument.
func (a *Arg) Xarch() (name string, ok bool) {
	if a.Input || a.Option != nil || len(a.Words) != 2 {
		return "", false
	}
	return strings.CutPrefix(a.Words[0], xarch)
}

// For returns the arguments of one compilation, in which each -Xarch_NAME OPTION whose name is
// accepted is replaced by the option, as clang does. Without such arguments it returns a.
func (a *Args) For(accepts func(name string) bool) *Args {
	var out *Args
	for i := range a.List {
		name, ok := a.List[i].Xarch()
		if !ok || !accepts(name) {
			continue
		}
		arg, err := parseOption(a.List[i].Value, func() (string, error) { return "", errNoValue })
		if err != nil {
			continue // clang refuses it
		}
		if out == nil {
			out = &Args{List: slices.Clone(a.List)}
		}
		out.List[i] = arg
	}
	if out == nil {
		return a
	}
	return out
}

// errNoValue: an option of -Xarch_ has its value in the same word.
var errNoValue = errors.New("no value")

// Has reports whether an option with one of the canonical names was given.
func (a *Args) Has(ids ...string) bool { return a.LastOf(ids...) != "" }

// LastOf returns which of the options was given last, or "".
func (a *Args) LastOf(ids ...string) string {
	for i := len(a.List) - 1; i >= 0; i-- {
		if o := a.List[i].Option; o != nil {
			for _, id := range ids {
				if o.ID == id {
					return id
				}
			}
		}
	}
	return ""
}

// Value returns the last value of an option, and whether it was given.
func (a *Args) Value(id string) (string, bool) {
	for i := len(a.List) - 1; i >= 0; i-- {
		if o := a.List[i].Option; o != nil && o.ID == id {
			return a.List[i].Value, true
		}
	}
	return "", false
}

// Values returns every value of an option in order.
func (a *Args) Values(id string) []string {
	var vs []string
	for i := range a.List {
		if o := a.List[i].Option; o != nil && o.ID == id {
			vs = append(vs, a.List[i].Value)
		}
	}
	return vs
}
