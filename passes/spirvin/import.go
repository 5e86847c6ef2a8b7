// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package spirvin imports SPIR-V modules as LLVM IR for each target, and defines the functions that
// represent SPIR-V's instructions.
package spirvin

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/lazyregexp"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// A SPIR-V module among the inputs of a link is translated to LLVM IR by llvm-spirv, in a process
// of its own. For a SPIR-V target that is all, since the passes know OpenCL's functions. For other
// targets the text of the IR is rewritten from SPIR's conventions to the target's:
//
//	define spir_kernel void @k(ptr addrspace(1) %p) {
//	  %i = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
//	  %a = alloca i32
//	  %g = addrspacecast ptr %a to ptr addrspace(4)
//
// becomes, for amdgcn,
//
//	define amdgpu_kernel void @k(ptr addrspace(1) %p) {
//	  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
//	  %a = alloca i32, addrspace(5)
//	  %g = addrspacecast ptr addrspace(5) %a to ptr
//
// and operations.go defines the functions that represent SPIR-V's instructions. In a module that
// gohipcc wrote, the hidden arguments of docs/design/abi.md are replaced by what they represent:
// the variable segment is split into the variables again.

// IsSPIRV reports whether a file is a SPIR-V module.
func IsSPIRV(data []byte) bool {
	return len(data) >= 20 && fatbin.Sniff(data) == fatbin.KindSPIRV
}

// reader finds a translator from SPIR-V, the newest release whose bitcode the opened LLVM can read.
func reader(u *ir.Unit) (string, error) {
	path, tried := u.Translator()
	for major := u.Lib.Major - 1; path == "" && major >= 16; major-- {
		name := "llvm-spirv-" + strconv.Itoa(major)
		tried = append(tried, name)
		if p, err := exec.LookPath(name); err == nil {
			path = p
		}
	}
	if path == "" {
		return "", fmt.Errorf("reading SPIR-V needs llvm-spirv of LLVM %d or older; looked for %s; install llvm-spirv-18", u.Lib.Major, strings.Join(tried, ", "))
	}
	return path, nil
}

// timeLimit returns the processor time that a module of some size may take, 0 for any. llvm-spirv does
// not terminate on some invalid modules, as on a value that is defined by itself. What gohipcc itself
// links is compiled in a tenth of the limit.
func timeLimit(o *ir.Options, size int) time.Duration {
	switch {
	case o.SPIRVTime < 0:
		return 0
	case o.SPIRVTime > 0:
		return o.SPIRVTime
	}
	return time.Minute + time.Duration(size>>14)*4*time.Second
}

// Import imports a SPIR-V module.
func Import(u *ir.Unit, path string, data []byte) (llvm.Module, error) {
	tool, err := reader(u)
	if err == nil {
		err = checkTypes(data)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	most := timeLimit(u.Opts, len(data))
	if most > 0 && u.Opts.Limit != nil {
		u.Opts.Limit(most)
	}
	env := "SPV-IR"
	if u.Target.SPIRV {
		env = "CL2.0"
	}
	// The translator reads its input twice, so that has to be a file.
	in, err := os.CreateTemp("", "gohipcc-*.spv")
	if err != nil {
		return 0, err
	}
	defer os.Remove(in.Name())
	_, err = in.Write(data)
	if e := in.Close(); err == nil {
		err = e
	}
	if err != nil {
		return 0, err
	}
	bitcode, err := ir.PipeWithin(most, tool, nil, "-r", "--spirv-target-env="+env, "--spirv-ext=+all", "-o", "-", in.Name())
	if err != nil {
		return 0, fmt.Errorf("%s: SPIR-V that cannot be read: %w", path, err)
	}
	m, err := u.Parse(path, bitcode, false)
	if err != nil || u.Target.SPIRV {
		return m, err
	}
	text := llvm.PrintModuleToString(m)
	llvm.DisposeModule(m)
	im := &module{u: u, to: dialectOf(u.Target)}
	if err := im.readRecords(data); err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	if err := im.services(path); err != nil {
		return 0, err
	}
	text, err = im.rewrite(text)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	if m, err = u.Parse(path, []byte(text), false); err != nil {
		return 0, fmt.Errorf("%s: its LLVM IR for %s: %w", path, u.Target.Image, err)
	}
	return m, nil
}

// services handles what the module's kernels expect of the runtime. The CPU device provides the same
// heap and printf buffer as SPIR-V devices, under the same names.
func (im *module) services(path string) error {
	u := im.u
	if u.Target.CPU {
		if len(im.formats) > 0 && len(u.Formats) > 0 {
			return fmt.Errorf("%s: the formats of its printf have the same numbers as those of another SPIR-V input; link one such input", path)
		}
		u.Formats = append(u.Formats, im.formats...)
		for feature, kernels := range im.needs {
			if feature == abi.FeaturePrintf || feature == abi.FeatureAbort || feature == abi.FeatureHeap {
				u.Reach[feature] = append(u.Reach[feature], kernels...)
			}
		}
		return nil
	}
	if im.needs[abi.FeatureHeap] != nil {
		return fmt.Errorf("%s: it allocates from the heap of gohipcc's SPIR-V runtime, which %s devices do not have; compile its source for them", path, u.Target.Image)
	}
	if im.needs[abi.FeaturePrintf] != nil {
		u.Warning("%s: its printf writes for gohipcc's SPIR-V runtime; on %s it prints nothing", path, u.Target.Image)
	}
	return nil
}

// A module is the state of the import of one module.
type module struct {
	u       *ir.Unit
	to      *dialect
	needs   map[string][]string // the kernels that need a feature
	hidden  map[string][]string // value kinds of the hidden arguments, by kernel
	globals []abi.Global
	formats []string // of printf; the ID of the first is 1
	shared  bool     // kernels find the segment by a variable
	data    []byte
	align   uint64
	relocs  map[uint64]uint64
	pieces  []segmentPiece
	defined map[string]bool
	extra   strings.Builder // definitions to add
	unique  int
}

// segmentPiece is a variable of the segment, or the bytes between two.
type segmentPiece struct {
	name         string
	offset, size uint64
	record       *abi.Global
}

// readRecords reads the records of docs/design/abi.md. Modules of other producers have none.
func (im *module) readRecords(image []byte) error {
	im.needs, im.hidden, im.relocs = map[string][]string{}, map[string][]string{}, map[uint64]uint64{}
	m, err := fatbin.ReadSPIRV(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return err
	}
	records := m.Metadata()
	if records == nil {
		return im.layOut()
	}
	if records.Module.SegmentSize > 1<<30 {
		return fmt.Errorf("a variable segment of %d bytes", records.Module.SegmentSize)
	}
	if im.shared = records.Module.SharedSegment; !im.shared {
		im.data, im.align = make([]byte, records.Module.SegmentSize), records.Module.SegmentAlign
	}
	for _, name := range records.KernelNames() {
		k, err := records.Kernel(name)
		if err != nil {
			return err
		}
		for _, f := range k.Features {
			im.needs[f] = append(im.needs[f], im.symbol(k.Symbol))
		}
		if kinds := k.HiddenKinds(); len(kinds) > 0 {
			im.hidden[k.Symbol] = kinds
		}
	}
	if im.globals, err = records.Globals(); err != nil {
		return err
	}
	if im.formats, err = formats(records); err != nil {
		return err
	}
	for d, err := range records.Data() {
		if err != nil {
			return err
		}
		copy(im.data[d.Offset:], d.Data)
	}
	relocs, err := records.Relocs()
	if err != nil {
		return err
	}
	for _, r := range relocs {
		im.relocs[r.Offset] = r.Target
	}
	return im.layOut()
}

// formats returns the formats of printf in the order of their IDs.
func formats(records *fatbin.Metadata) ([]string, error) {
	printfs, err := records.Printfs()
	if err != nil {
		return nil, err
	}
	out := make([]string, len(printfs))
	for i, p := range printfs {
		if p.ID != uint32(i+1) {
			return nil, fmt.Errorf("its format %d of printf has the ID %d", i+1, p.ID)
		}
		out[i] = p.Format
	}
	return out, nil
}

// layOut splits the segment into pieces.
func (im *module) layOut() error {
	sort.Slice(im.globals, func(i, j int) bool { return im.globals[i].Offset < im.globals[j].Offset })
	at, size := uint64(0), uint64(len(im.data))
	gap := func(end uint64) {
		if end > at {
			im.pieces = append(im.pieces, segmentPiece{name: fmt.Sprintf("__gohip_segment.%d", at), offset: at, size: end - at})
		}
	}
	for i := range im.globals {
		g := &im.globals[i]
		if g.Offset < at || g.Size > size || g.Offset > size-g.Size {
			return fmt.Errorf("its variable %s lies outside of the segment or on another one", g.Name)
		}
		gap(g.Offset)
		if g.Size > 0 {
			im.pieces = append(im.pieces, segmentPiece{g.Name, g.Offset, g.Size, g})
		}
		at = g.Offset + g.Size
	}
	gap(size)
	return nil
}

// address returns a constant expression for an offset in the segment, a pointer into global memory.
func (im *module) address(offset uint64) string {
	for i, p := range im.pieces {
		if offset < p.offset+p.size || i == len(im.pieces)-1 {
			if offset == p.offset {
				return "@" + quoteName(im.symbol(p.name))
			}
			return fmt.Sprintf("getelementptr (i8, ptr addrspace(1) @%s, i64 %d)", quoteName(im.symbol(p.name)), int64(offset-p.offset))
		}
	}
	return "null"
}

func (im *module) symbol(name string) string {
	if valid := im.u.Target.Symbol; valid != nil {
		return valid(name)
	}
	return name
}

func quoteName(s string) string { return `"` + s + `"` }

// variables defines the pieces. A word for which there is a reloc record becomes an address again.
func (im *module) variables() string {
	var b strings.Builder
	if im.shared {
		fmt.Fprintf(&b, "@%s = addrspace(1) externally_initialized global ptr addrspace(1) null, align 8\n", abi.VarSegment)
	}
	for _, p := range im.pieces {
		linkage, align := "internal addrspace(1)", im.align
		if p.record != nil {
			linkage, align = "addrspace(1) externally_initialized", p.record.Align
			if p.record.Managed {
				// A managed variable's pointer holds the address of its storage.
				if s := p.name + ".managed"; p.size == 8 && im.has(s) {
					fmt.Fprintf(&b, "@%s = %s global ptr addrspacecast (ptr addrspace(1) @%s to ptr), align 8\n", quoteName(im.symbol(p.name)), linkage, quoteName(im.symbol(s)))
					continue
				}
			}
		}
		var types, values []string
		field := func(t, v string) { types, values = append(types, t), append(values, t+" "+v) }
		bytes := func(from, to uint64) {
			if to > from {
				field(fmt.Sprintf("[%d x i8]", to-from), cString(im.data[from:to]))
			}
		}
		at := p.offset
		for off := p.offset; off+8 <= p.offset+p.size; {
			target, ok := im.relocs[off]
			if !ok {
				off++
				continue
			}
			bytes(at, off)
			field("ptr", "addrspacecast (ptr addrspace(1) "+im.address(target)+" to ptr)")
			off += 8
			at = off
		}
		bytes(at, p.offset+p.size)
		fmt.Fprintf(&b, "@%s = %s global <{ %s }> <{ %s }>, align %d\n", quoteName(im.symbol(p.name)), linkage, strings.Join(types, ", "), strings.Join(values, ", "), max(align, 1))
	}
	return b.String()
}

func (im *module) has(name string) bool {
	for _, p := range im.pieces {
		if p.name == name {
			return true
		}
	}
	return false
}

func cString(b []byte) string {
	var s strings.Builder
	s.WriteString(`c"`)
	for _, c := range b {
		fmt.Fprintf(&s, `\%02X`, c)
	}
	s.WriteByte('"')
	return s.String()
}

var (
	spirvSpace     = lazyregexp.New(`\bptr\b( addrspace\((\d)\))?`)
	spirvVarSpace  = lazyregexp.New(`^(@\S+ = .*?)addrspace\((\d)\) (global|constant|externally_initialized)`)
	spirvNameSpace = lazyregexp.New(`\.p(\d)\b`)
	spirvIntrinsic = lazyregexp.New(`@llvm\.[\w.]+`)
	spirvSameCast  = lazyregexp.New(`addrspacecast (\(?)(ptr(?: addrspace\(\d\))?) (\S+) to (ptr(?: addrspace\(\d\))?)`)
	spirvDefine    = lazyregexp.New(`^(define .*?)(spir_kernel|spir_func) (.*?@("[^"]+"|[-\w$.]+))\((.*)\)([^()]*(?:\([^()]*\))?[^()]*) \{$`)
	spirvDeclare   = lazyregexp.New(`^declare (?:spir_func )?(.+?) @("[^"]+"|[-\w$.]+)\((.*)\)`)
	spirvCall      = lazyregexp.New(`^(\s*(?:(%\S+) = )?)(?:tail )?call (.+?) @(_Z\d+__spirv_\w+)\((.*)\)(.*)$`)
	spirvByVal     = lazyregexp.New(`\bbyval\(`)
	spirvKernelMD  = lazyregexp.New(` !(kernel_arg_\w+|spirv\.\w+|intel_reqd_sub_group_size) !\d+`)
	libraryDefined = lazyregexp.New(`(?m)^define internal .*?@(__(?:gohip|ocml|ockl)_[\w$]+)\(`)
	libraryName    = lazyregexp.New(`@__(?:gohip|ocml|ockl)_[-\w$.]+`)
	lastName       = lazyregexp.New(`%\S+$`)
)

// space returns the target's number of a SPIR address space.
func (im *module) space(n string) string {
	if i, err := strconv.Atoi(n); err == nil && i < len(im.to.spaces) {
		return im.to.spaces[i]
	}
	return ""
}

// spaces rewrites the address spaces in a line, except in string constants.
func (im *module) spaces(line string) string {
	parts := strings.Split(line, `"`)
	for i := 0; i < len(parts); i += 2 {
		p := spirvSpace.ReplaceAllStringFunc(parts[i], func(s string) string {
			m := spirvSpace.FindStringSubmatch(s)
			n := m[2]
			if m[1] == "" {
				n = "0"
			}
			if to := im.space(n); to != "0" && to != "" {
				return "ptr addrspace(" + to + ")"
			}
			return "ptr"
		})
		parts[i] = spirvIntrinsic.ReplaceAllStringFunc(p, func(s string) string {
			return spirvNameSpace.ReplaceAllStringFunc(s, func(s string) string { return ".p" + im.space(s[2:]) })
		})
	}
	return strings.Join(parts, `"`)
}

// importedStop is the function of an imported module that ends a work-item.
const importedStop = "__gohip_stop.imported"

// stopCall matches the end of its definition, and of a call with the attributes.
var stopCall = lazyregexp.New(`@__gohip_stop\.body\(([^\n]*)\)(?: #\d+)?`)

// rewrite rewrites the text of a module to the target's conventions.
func (im *module) rewrite(text string) (string, error) {
	im.defined = map[string]bool{}
	// The device library's function of the same name replaces calls of __gohip_stop.
	// Its calls are inlined whatever their attributes: what follows __gohip_stop is unreachable.
	text = stopCall.ReplaceAllString(text, "@"+importedStop+"($1)")
	lines := strings.Split(im.renameLibrary(text), "\n")
	var out strings.Builder
	var declared []string
	var body map[string]string // names to replace in the current function
	for i := 0; i < len(lines); i++ {
		line, keep := im.conventions(lines[i])
		if !keep {
			continue
		}
		if strings.HasPrefix(line, "declare ") {
			declared = append(declared, line)
			continue
		}
		if m := spirvDefine.FindStringSubmatch(line); m != nil {
			if strings.Trim(m[4], `"`) == importedStop {
				// After a failed assertion the program is stopped in the target's own way.
				fmt.Fprintf(&out, "%s\n  call void @__gohip_stop(i32 %%why)\n  ret void\n}\n", strings.Replace(line, "spir_func ", "", 1))
				im.extra.WriteString("declare void @__gohip_stop(i32)\n")
				for lines[i] != "}" {
					i++
				}
				continue
			}
			var entry []string
			line, body, entry = im.function(m)
			out.WriteString(line + "\n")
			if i+1 < len(lines) && isLabel(lines[i+1]) {
				i++
				out.WriteString(lines[i] + "\n")
			}
			for _, e := range entry {
				out.WriteString(e + "\n")
			}
			continue
		}
		if line == "}" {
			body = nil
		} else if body != nil {
			line = im.instruction(line, body)
		}
		out.WriteString(line + "\n")
	}
	for _, d := range declared {
		def, err := im.declaration(d)
		if err != nil {
			return "", err
		}
		out.WriteString(def + "\n")
	}
	head := "target triple = \"" + im.u.Target.Image + "\"\n"
	if im.to.layout {
		head += "target datalayout = \"" + llvm.CopyStringRepOfTargetData(im.u.Layout) + "\"\n"
	}
	return head + im.variables() + out.String() + im.extra.String(), nil
}

// renameLibrary renames the functions of the library of the target that the module was compiled
// for, so that they do not clash.
func (im *module) renameLibrary(text string) string {
	own := map[string]bool{}
	for _, m := range libraryDefined.FindAllStringSubmatch(text, -1) {
		own[m[1]] = true
	}
	return libraryName.ReplaceAllStringFunc(text, func(s string) string {
		if own[s[1:]] {
			return s + ".spirv"
		}
		return s
	})
}

// conventions rewrites what may occur in any line: types and address spaces. It reports false for
// lines that are dropped.
func (im *module) conventions(line string) (_ string, keep bool) {
	if strings.HasPrefix(line, "target ") || strings.Contains(line, "@llvm.lifetime.") {
		return "", false // for other address spaces, or of addresses that changed
	}
	line = strings.ReplaceAll(line, `target("spirv.Event")`, "i64")
	if m := spirvVarSpace.FindStringSubmatch(line); m != nil {
		line = m[1] + "addrspace(" + im.space(m[2]) + ") " + m[3] + line[len(m[0]):]
	}
	return spirvSameCast.ReplaceAllStringFunc(im.spaces(line), func(s string) string {
		if m := spirvSameCast.FindStringSubmatch(s); m[2] == m[4] && m[1] == "" {
			return "bitcast " + s[len("addrspacecast "):]
		}
		return s
	}), true
}

// function rewrites the first line of a definition, a match of spirvDefine. It returns the names to
// replace in the function, and lines to insert at its start.
func (im *module) function(m []string) (line string, body map[string]string, entry []string) {
	body = map[string]string{}
	cc, params := "", splitTop(m[5])
	if m[2] == "spir_kernel" {
		cc = im.to.convention + " "
		params = im.kernelParams(strings.Trim(m[4], `"`), params, body, &entry)
	} else {
		for _, p := range params {
			im.hiddenParam(p, body)
		}
	}
	return spirvKernelMD.ReplaceAllString(m[1]+cc+m[3]+"("+strings.Join(params, ", ")+")"+m[6]+" {", ""), body, entry
}

func isLabel(line string) bool {
	code, _, _ := strings.Cut(line, ";")
	code = strings.TrimRight(code, " ")
	return line != "" && line[0] != ' ' && strings.HasSuffix(code, ":")
}

// hiddenParam records that a parameter is a hidden one that the passes appended.
func (im *module) hiddenParam(param string, body map[string]string) {
	if len(im.hidden) == 0 {
		return
	}
	switch lastName.FindString(param) {
	case "%segment":
		if !im.shared {
			body["%segment"] = "segment"
		}
	case "%lds":
		body["%lds"] = im.dynamicLDS()
	}
}

// dynamicLDS returns HIP's dynamic shared memory.
func (im *module) dynamicLDS() string {
	const name = "@" + abi.DynamicShared
	if !im.defined[name] {
		im.defined[name] = true
		im.extra.WriteString(name + " = external addrspace(3) global [0 x i8], align 16\n")
	}
	return name
}

// kernelParams rewrites a kernel's parameters: hidden ones are removed, and on AMD's GPUs
// aggregates become byref arguments in constant memory.
func (im *module) kernelParams(kernel string, params []string, body map[string]string, entry *[]string) []string {
	n := len(params) - len(im.hidden[kernel])
	for i, kind := range im.hidden[kernel] {
		if n < 0 || n+i >= len(params) {
			break
		}
		name := lastName.FindString(params[n+i])
		switch kind {
		case abi.HiddenSegment:
			body[name] = "segment"
			if im.shared {
				body[name] = "%gohip.segment"
				*entry = append(*entry, "  %gohip.segment = load ptr addrspace(1), ptr addrspace(1) @"+abi.VarSegment+", align 8")
			}
		case abi.HiddenDynamicLDS:
			body[name] = im.dynamicLDS()
		}
	}
	out := append([]string(nil), params[:max(n, 0)]...)
	for i, p := range out {
		at := strings.Index(p, "byval(")
		if at < 0 || !im.to.byRef {
			continue
		}
		typ := p[at+len("byval("):]
		typ = typ[:closing(typ)]
		name := lastName.FindString(p)
		align := "8"
		if m := regexp.MustCompile(`\balign (\d+)`).FindStringSubmatch(p); m != nil {
			align = m[1]
		}
		out[i] = strings.Replace(spirvByVal.ReplaceAllString(p, "byref("), "ptr addrspace(5)", "ptr addrspace(4)", 1)
		copy := fmt.Sprintf("%%gohip.byval.%d", i)
		body[name] = copy
		*entry = append(*entry,
			fmt.Sprintf("  %s = alloca %s, align %s, addrspace(5)", copy, typ, align),
			fmt.Sprintf("  call void @llvm.memcpy.p5.p4.i64(ptr addrspace(5) align %s %s, ptr addrspace(4) align %s %s, i64 ptrtoint (ptr getelementptr (%s, ptr null, i32 1) to i64), i1 false)", align, copy, align, name, typ))
		if !im.defined["memcpy.p5.p4"] {
			im.defined["memcpy.p5.p4"] = true
			im.extra.WriteString("declare void @llvm.memcpy.p5.p4.i64(ptr addrspace(5), ptr addrspace(4), i64, i1)\n")
		}
	}
	return out
}

// closing returns the index of the parenthesis that closes an open one.
func closing(s string) int {
	depth := 0
	for i, c := range s {
		switch c {
		case '(', '<', '{', '[':
			depth++
		case ')', '>', '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return len(s)
}

// splitTop splits at the commas outside of brackets.
func splitTop(s string) []string {
	var out []string
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(', '<', '{', '[':
			depth++
		case ')', '>', '}', ']':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	if rest := strings.TrimSpace(s[from:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

var (
	segmentGEP = lazyregexp.New(`getelementptr (?:inbounds )?(?:nuw )?(?:nusw )?\(?i8, ptr addrspace\(1\) (%\S+), i64 (\d+)`)
	valueName  = lazyregexp.New(`%[-\w$.]+`)
)

// instruction rewrites one line of a function.
func (im *module) instruction(line string, body map[string]string) string {
	if len(body) > 0 {
		if m := segmentGEP.FindStringSubmatch(line); m != nil && body[m[1]] == "segment" {
			off, _ := strconv.ParseUint(m[2], 10, 64)
			line = strings.Replace(line, m[0], "getelementptr i8, ptr addrspace(1) "+im.address(off)+", i64 0", 1)
		}
		line = valueName.ReplaceAllStringFunc(line, func(s string) string {
			switch to := body[s]; to {
			case "":
				return s
			case "segment":
				return im.address(0)
			default:
				return to
			}
		})
	}
	if im.to.private != "" && strings.Contains(line, " = alloca ") {
		code, md, found := strings.Cut(line, ", !")
		line = code + im.to.private
		if found {
			line += ", !" + md
		}
	}
	line = strings.Replace(line, "call spir_func ", "call ", 1)
	if m := spirvCall.FindStringSubmatch(line); m != nil {
		if new, ok := im.inline(m[1], m[2], m[3], m[4], splitTop(m[5])); ok {
			return new
		}
	}
	return line
}
