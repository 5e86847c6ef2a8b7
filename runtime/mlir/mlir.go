// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package mlir runs MLIR programs with GPU code on HIP devices: mlir-opt outlines and lowers the
// kernels, package hip compiles them for each target, and the host part is linked with gohipcc's
// implementation of the mgpu functions (libgohip_mlir.so).
//
// The images replace the modules as gpu.binary operations with one fat binary each, so upstream's
// tools can read the lowered program, too.
package mlir

import (
	"bytes"
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
	"gohipcc/runtime/hip"
	"gohipcc/target"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// Tools are the paths of the programs of one LLVM installation.
type Tools struct{ Opt, Translate, Clang string }

// findTools looks for the tools beside clang.
func findTools() (*Tools, error) {
	llvm, err := clang.FindLLVM("")
	if err != nil {
		return nil, err
	}
	t := &Tools{Clang: llvm.Clang}
	var tried []string
	for _, w := range []struct {
		name string
		path *string
	}{{"mlir-opt", &t.Opt}, {"mlir-translate", &t.Translate}} {
		for _, c := range []string{filepath.Join(llvm.Bin, w.name), w.name + "-" + strconv.Itoa(llvm.Major), w.name} {
			tried = append(tried, c)
			if p, err := exec.LookPath(c); err == nil {
				*w.path = p
				break
			}
		}
		if *w.path == "" {
			return nil, fmt.Errorf("no %s found; looked for %s; install mlir-%d-tools", w.name, strings.Join(tried, ", "), llvm.Major)
		}
	}
	return t, nil
}

// Program is an MLIR program during lowering.
type Program struct {
	Name     string   // file name, for messages
	Targets  []string // of kernels: "spirv64", AMD target IDs
	Pipeline string   // mlir-opt passes to run first, for dialects above gpu
	Level    string   // optimisation level of the kernels

	tools *Tools
	text  string
}

// Error is a failed step of lowering.
type Error struct {
	Name, Step, Log string
}

// Error implements error.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %s failed:\n%s", e.Name, e.Step, strings.TrimRight(e.Log, "\n"))
}

func (p *Program) tool(ctx context.Context, step, in, tool string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, tool, append(args, "-")...)
	cmd.Env = secure.Environ()
	cmd.Stdin = strings.NewReader(in)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		text := strings.ReplaceAll(log.String(), "<stdin>:", p.Name+":")
		if text == "" {
			text = err.Error()
		}
		return "", &Error{p.Name, step, text}
	}
	return out.String(), nil
}

func (p *Program) opt(ctx context.Context, step, in, passes string) (string, error) {
	return p.tool(ctx, step, in, p.tools.Opt, "--pass-pipeline=builtin.module("+passes+")")
}

// kernelPasses lower gpu.module to the LLVM dialect. Before them gpu.all_reduce and similar
// operations become shuffles and barriers, for which mlir-opt has only a test pass.
const (
	rewritePasses = "test-gpu-rewrite"
	spirvPasses   = "gpu.module(strip-debuginfo,convert-scf-to-cf,convert-gpu-to-llvm-spv{use-64bit-index=true},convert-to-llvm,reconcile-unrealized-casts)"
	amdPasses     = "gpu.module(strip-debuginfo,convert-scf-to-cf,convert-gpu-to-rocdl{chipset=%s runtime=HIP},reconcile-unrealized-casts)"
	hostPasses    = "convert-vector-to-scf,convert-scf-to-cf,expand-strided-metadata,lower-affine,convert-vector-to-llvm,gpu-to-llvm,convert-to-llvm,reconcile-unrealized-casts"
	// asyncPasses make operations asynchronous that cannot be lowered otherwise: copies and
	// allocations of a program without async tokens.
	asyncPasses = "func.func(gpu-async-region),"
	// coroutinePasses lower the async dialect, before functions are lowered.
	coroutinePasses = "reconcile-unrealized-casts,async-to-async-runtime,async-runtime-ref-counting,convert-async-to-llvm,convert-func-to-llvm,convert-to-llvm,"
)

var (
	needsAsync = lazyregexp.New(`\bgpu\.(?:alloc +\(|(?:memcpy|dealloc|memset) +[^a\s])`)
	hasTokens  = lazyregexp.New(`\bgpu\.\w+ +async\b`)
	usesAsync  = lazyregexp.New(`(?m)^[^/"]*\basync\.(?:execute|await|create_group)\b`)
)

// Lower reads a program and returns its host part in the LLVM dialect, with every GPU
// module compiled.
func Lower(ctx context.Context, p Program, source string) (string, error) {
	tools, err := findTools()
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.Name, err)
	}
	p.tools = tools
	first := "gpu-kernel-outlining"
	if p.Pipeline != "" {
		first = p.Pipeline + "," + first
	}
	if p.text, err = p.opt(ctx, "gpu-kernel-outlining", source, first); err != nil {
		return "", err
	}
	if err := p.chooseObjects(); err != nil {
		return "", err
	}
	if assertOp.MatchString(p.text) {
		places, err := p.assertPlaces(ctx, source, first)
		if err != nil {
			return "", err
		}
		p.text = replaceAsserts(p.text, places)
	}
	if err := p.compileModules(ctx); err != nil {
		return "", err
	}
	passes := hostPasses
	if needsAsync.MatchString(p.text) && !hasTokens.MatchString(p.text) {
		passes = asyncPasses + passes
	}
	if usesAsync.MatchString(p.text) {
		// Upstream's order: first the GPU operations of async regions, then the regions, which
		// become coroutines and calls of libgohip_mlir.so.
		passes = asyncPasses + strings.Replace(hostPasses, "convert-to-llvm,", coroutinePasses, 1)
	}
	return p.opt(ctx, "lowering of the host part", p.text, passes)
}

// op is an operation with a region or attribute list in MLIR text.
type op struct {
	name       string
	start, end int // of the whole operation
	head       string
	body       string
}

// findOps finds operations by name at any depth, by matching braces (or brackets). Strings and
// comments are skipped.
func findOps(text, name string, open, close byte) []op {
	var out []op
	head := regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(name) + `[ \t]+@("(?:[^"\\]|\\.)*"|[-\w$.]+)`)
	for at := 0; ; {
		m := head.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return out
		}
		o := op{name: strings.Trim(text[at+m[2]:at+m[3]], `"`), start: at + m[0]}
		begin, end := findRegion(text, at+m[1], open, close)
		if end < 0 {
			return out
		}
		o.head, o.body, o.end = text[at+m[1]:begin], text[begin+1:end], end+1
		out = append(out, o)
		at = o.end
	}
}

// findRegion finds the first region or list after a position: the positions of its opening and
// closing brackets; the latter is -1 if there is none.
func findRegion(text string, from int, open, close byte) (begin, end int) {
	begin = -1
	depth := 0
	for i := from; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' || strings.HasPrefix(text[i:], "//"):
			i = skipText(text, i)
		case strings.IndexByte("{[(<", c) >= 0:
			if c == open && depth == 0 {
				// attributes {…} come before the region.
				if before := strings.TrimSpace(text[from:i]); open != '{' || !strings.HasSuffix(before, "attributes") {
					begin = i
				}
			}
			depth++
		case strings.IndexByte("}])", c) >= 0 || c == '>' && text[i-1] != '-':
			depth--
			if depth == 0 && begin >= 0 && c == close {
				return begin, i
			}
		}
	}
	return begin, -1
}

// skipText returns the position of the last character of a string or a comment.
func skipText(text string, i int) int {
	if text[i] == '/' {
		for i < len(text) && text[i] != '\n' {
			i++
		}
		return i
	}
	for i++; i < len(text) && text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// replace replaces operations by new texts.
func replace(text string, ops []op, with []string) string {
	var b strings.Builder
	at := 0
	for i, o := range ops {
		b.WriteString(text[at:o.start])
		b.WriteString(with[i])
		at = o.end
	}
	b.WriteString(text[at:])
	return b.String()
}

// binary returns a gpu.binary operation with one object. The target attribute has no effect: the
// object is a fat binary for several targets.
func binary(name string, data []byte) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  gpu.binary @%s [#gpu.object<#rocdl.target, bin = \"", strconv.Quote(name))
	h := strings.ToUpper(hex.EncodeToString(data))
	for i := 0; i < len(h); i += 2 {
		b.WriteByte('\\')
		b.WriteString(h[i : i+2])
	}
	b.WriteString("\">]\n")
	return b.String()
}

// bundleAlign is the alignment of images that readers of ELF and SPIR-V need.
const bundleAlign = 64

func bundle(images map[string][]byte, targets []string) ([]byte, error) {
	inputs := []fatbin.Input{fatbin.InputBytes(fatbin.HostID, nil)}
	for _, t := range targets {
		id, err := toolchains.EntryID(t)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, fatbin.InputBytes(id, images[t]))
	}
	var b bytes.Buffer
	err := fatbin.WriteBundle(&b, bundleAlign, inputs)
	return b.Bytes(), err
}

var (
	kernelHead = lazyregexp.New(`(?m)^([ \t]*gpu\.func @.*\) .*\bkernel) (attributes \{)?`)
)

// compileModules compiles every gpu.module for every target.
func (p *Program) compileModules(ctx context.Context) error {
	modules := findOps(p.text, "gpu.module", '{', '}')
	if len(modules) == 0 {
		return nil
	}
	images := make([]map[string][]byte, len(modules))
	for i := range images {
		images[i] = map[string][]byte{}
	}
	// Only the modules are lowered, because these passes are not meant for host code.
	var b strings.Builder
	b.WriteString("module attributes {gpu.container_module} {\n")
	for _, m := range modules {
		b.WriteString(p.text[m.start:m.end] + "\n")
	}
	b.WriteString("}\n")
	for _, device := range p.Targets {
		lowered, triple, link, err := p.lower(ctx, b.String(), device)
		if err != nil {
			return err
		}
		for i, m := range findOps(lowered, "gpu.module", '{', '}') {
			ir, err := p.tool(ctx, "translation to LLVM IR", "module {\n"+m.body+"\n}\n", p.tools.Translate, "--mlir-to-llvmir")
			if err != nil {
				return err
			}
			ir = strings.ReplaceAll(ir, "@_Z6printfPU3AS2Kcz", "@printf")
			ir = targetLine.ReplaceAllString(ir, "")
			im, err := hip.Compile(ctx, []byte("target triple = \""+triple+"\"\n"+ir), &hip.CompileOptions{
				Name: p.Name + ":" + m.name + ".ll", Kind: hip.SourceLLVM, Target: device, Level: p.Level, Link: link,
			})
			if err != nil {
				return err
			}
			images[i][device] = im.Bytes
		}
	}
	with := make([]string, len(modules))
	for i, m := range modules {
		b, err := bundle(images[i], p.Targets)
		if err != nil {
			return err
		}
		with[i] = binary(m.name, b)
	}
	p.text = replace(p.text, modules, with)
	return nil
}

// lower lowers the text of modules to MLIR's LLVM dialect for a device. It also returns the
// device's triple and LLVM IR that must be linked.
func (p *Program) lower(ctx context.Context, in, device string) (lowered, triple string, link [][]byte, err error) {
	passes, triple := spirvPasses, target.SPIRVTriple
	if target.IsAMD(device) {
		processor, _, _ := strings.Cut(device, ":")
		passes, triple = fmt.Sprintf(amdPasses, processor), target.AMDTriple
	} else {
		// Shuffles need the sub-group size as an attribute.
		in = kernelHead.ReplaceAllStringFunc(in, func(s string) string {
			attr := fmt.Sprintf("intel_reqd_sub_group_size = %d : i32", hip.WarpSize)
			if strings.HasSuffix(s, "attributes {") {
				return s + attr + ", "
			}
			return s + "attributes {" + attr + "} "
		})
	}
	if device == target.SPIRV64 {
		var regions string
		if in, regions, err = replaceAllReduces(in); err != nil {
			return "", "", nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		if regions != "" {
			link = append(link, []byte(regions))
		}
	}
	if in, err = p.opt(ctx, "rewriting of gpu operations", in, rewritePasses); err != nil {
		return "", "", nil, err
	}
	if device == target.SPIRV64 {
		text, shuffles, err := replaceShuffles(in)
		if err != nil {
			return "", "", nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		// The lowering of memref operations accepts only numeric address spaces.
		if in = workgroupGlobals(addressSpaces.Replace(text)); shuffles != "" {
			link = append(link, []byte(shuffles))
		}
	}
	lowered, err = p.opt(ctx, "lowering for "+device, in, passes)
	return lowered, triple, link, err
}

// addressSpaces maps the gpu dialect's memory spaces to SPIR-V's numbers.
var addressSpaces = strings.NewReplacer(
	", #gpu.address_space<workgroup>>", ", 3>", ", #gpu.address_space<global>>", ", 1>", ", #gpu.address_space<private>>", ">")

var targetLine = lazyregexp.New(`(?m)^target (?:triple|datalayout) = .*$`)

var (
	objectData = lazyregexp.New(`#gpu\.object<(#\w+\.target(?:<[^>]*>)?)[^"]*?"((?:[^"\\]|\\.)*)"`)
	selectNo   = lazyregexp.New(`#gpu\.select_object<\s*(\d+)`)
)

// chooseObjects handles the gpu.binary operations of gpu-module-to-binary. #gpu.select_object
// selects one of several objects; without it they become one fat binary, from which the runtime
// selects the image for the device.
func (p *Program) chooseObjects() error {
	ops := findOps(p.text, "gpu.binary", '[', ']')
	with := make([]string, len(ops))
	for i, o := range ops {
		found := objectData.FindAllStringSubmatch(o.body, -1)
		if len(found) == 0 {
			return fmt.Errorf("%s: gpu.binary @%s has no object", p.Name, o.name)
		}
		if s := selectNo.FindStringSubmatch(o.head); s != nil {
			n, err := strconv.Atoi(s[1])
			if err != nil || n >= len(found) {
				return fmt.Errorf("%s: gpu.binary @%s: #gpu.select_object<%s> of %d objects", p.Name, o.name, s[1], len(found))
			}
			found = found[n : n+1]
		}
		images, targets := map[string][]byte{}, []string{}
		for _, f := range found {
			data, err := unescape(f[2])
			if err != nil {
				return fmt.Errorf("%s: gpu.binary @%s: %w", p.Name, o.name, err)
			}
			target, err := imageTarget(data)
			if err != nil {
				return fmt.Errorf("%s: gpu.binary @%s, object for %s: %w", p.Name, o.name, f[1], err)
			}
			if target == "" { // already a fat binary
				images, targets = nil, nil
				with[i] = binary(o.name, data)
				break
			}
			if _, twice := images[target]; !twice {
				targets = append(targets, target)
			}
			images[target] = data
		}
		if len(targets) > 0 {
			b, err := bundle(images, targets)
			if err != nil {
				return err
			}
			with[i] = binary(o.name, b)
		}
	}
	p.text = replace(p.text, ops, with)
	return nil
}

// unescape decodes an MLIR string: \XX, \n, \t, \\ and \".
func unescape(s string) ([]byte, error) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			out = append(out, s[i])
			continue
		}
		if i++; i == len(s) {
			return nil, fmt.Errorf("a string ends in a backslash")
		}
		switch c := s[i]; c {
		case '\\', '"':
			out = append(out, c)
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		default:
			if i+1 == len(s) {
				return nil, fmt.Errorf("a string ends in \\%c", c)
			}
			b, err := hex.DecodeString(s[i : i+2])
			if err != nil {
				return nil, fmt.Errorf("a string has \\%s", s[i:i+2])
			}
			out = append(out, b[0])
			i++
		}
	}
	return out, nil
}

// imageTarget returns the target of an image, empty for a fat binary.
func imageTarget(data []byte) (string, error) {
	size := int64(len(data))
	switch k := fatbin.Sniff(data); {
	case k.IsELF():
		g, err := fatbin.ReadGFX(fatbin.Bytes(data), size)
		if err != nil {
			return "", err
		}
		return g.TargetID().String(), nil
	case k == fatbin.KindSPIRV:
		return target.SPIRV64, nil
	case k.IsBundle():
		return "", nil
	}
	if id := fatbin.Scan(fatbin.Bytes(data), size, "image").Target(); id.Target.Processor != "" {
		return id.Target.String(), nil
	}
	return "", fmt.Errorf("neither a device image nor a fat binary; it starts with % x", data[:min(8, len(data))])
}

// A Host is the host part of a lowered program.
type Host struct {
	Name           string // file name, for messages
	Text           string // what Lower returned
	Entry          string // the function to run; empty: "main"
	Prefix         string // gohipcc's installation
	Stdout, Stderr io.Writer
}

// Run compiles the host part to an executable and runs its entry function. It does not use
// mlir-runner, because that process contains an LLVM, which conflicts with that of an OpenCL driver.
func (h *Host) Run(ctx context.Context) error {
	tools, err := findTools()
	if err != nil {
		return err
	}
	name, entry := h.Name, cmp.Or(h.Entry, "main")
	own := filepath.Join(h.Prefix, "lib", "libgohip_mlir.so")
	if _, err := os.Stat(own); err != nil {
		return fmt.Errorf("%s: gohipcc's functions for MLIR are not installed: %w", name, err)
	}
	p := &Program{Name: name, tools: tools}
	ir, err := p.tool(ctx, "translation of the host part to LLVM IR", h.Text, tools.Translate, "--mlir-to-llvmir")
	if err != nil {
		return err
	}
	defined := regexp.MustCompile(`(?m)^define [^@\n]*@` + regexp.QuoteMeta(entry) + `\(([^)]*)\)`).FindStringSubmatch(ir)
	if defined == nil {
		return fmt.Errorf("%s: no function %s to run; name the entry function with --kernel", name, entry)
	}
	if strings.TrimSpace(defined[1]) != "" {
		return fmt.Errorf("%s: the entry function %s takes arguments (%s)", name, entry, defined[1])
	}
	dir, err := os.MkdirTemp("", "gohip-mlir-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// The program's own main must not become C's: the exit status is 0 whatever it returns.
	ir = regexp.MustCompile(`@`+regexp.QuoteMeta(entry)+`\b`).ReplaceAllString(ir, "@gohip_mlir_entry")
	const start = "void gohip_mlir_entry(void);\nint main(void) { gohip_mlir_entry(); return 0; }\n"
	files := map[string]string{"host.ll": ir, "start.c": start}
	for n, text := range files {
		if err := os.WriteFile(filepath.Join(dir, n), []byte(text), 0o644); err != nil {
			return err
		}
	}
	exe := filepath.Join(dir, "program")
	args := []string{"-O2", "-Wno-override-module", "-o", exe, filepath.Join(dir, "host.ll"), filepath.Join(dir, "start.c"),
		own, "-Wl,-rpath," + filepath.Dir(own), "-lm"}
	if out, err := exec.CommandContext(ctx, tools.Clang, args...).CombinedOutput(); err != nil {
		return &Error{name, "compilation of the host part", string(out)}
	}
	cmd := exec.CommandContext(ctx, exe)
	cmd.Stdout, cmd.Stderr = h.Stdout, h.Stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: the program failed: %w", name, err)
	}
	return nil
}
