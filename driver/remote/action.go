// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gohipcc/driver/reapi"
	"gohipcc/passes/llvm"
	"gohipcc/toolchains/step"
)

// The input root of an action:
//
//	bin, lib   the tool, its loader and its libraries
//	tree       what has a name of the user's or the system's, below its full name
//	in, out    what other jobs made, and what this one makes, under numbers
//	names      for clang: which file of tree stands for which full name
//
// A front end that gets "/usr/include/stdio.h" writes that name into dependency files, debug
// information, __FILE__ and the module's name, so names stay as they are: clang opens files through
// an overlay (-ivfsoverlay) that maps full names into the tree. The working directory is that of
// the build below tree, so relative names need no mapping.
const (
	treeFolder = "tree"
	namesFile  = "names"
)

// An action is a step prepared for a worker.
type action struct {
	begin   time.Time // when its preparation began
	digest  reapi.Digest
	tree    *tree
	outputs map[string]string // by path in the result: the file here
	// reads are the files that a front end may read, by their full names; nil: it reads no headers.
	// deps is the path of its dependency file in the result.
	reads   map[string]bool
	deps    string
	overlay string // as a dependency file names it
	// depsHere is the dependency file that was requested, or "".
	depsHere string
}

// localOnlyError says why a step cannot run on a worker.
type localOnlyError struct{ why string }

func (e *localOnlyError) Error() string { return e.why }

func local(format string, args ...any) error { return &localOnlyError{fmt.Sprintf(format, args...)} }

// A preparer makes actions of steps, and keeps what it finds out about tools and files.
type preparer struct {
	dir        string // for facts that are kept across builds; "": none are
	tempDir    string
	properties []reapi.Property // that a worker must have
	contents   *contents
	scans      *slots // preprocessors that look for headers

	toolsMu sync.Mutex
	tools   map[string]*program
}

func newPreparer(opt *Options, scans *slots) *preparer {
	return &preparer{dir: opt.Dir, tempDir: opt.TempDir, properties: opt.Properties, scans: scans,
		contents: &contents{dir: opt.Dir, known: map[string]*content{}}, tools: map[string]*program{}}
}

// A builder builds an action.
type builder struct {
	p     *preparer
	ctx   context.Context
	a     *action
	cwd   string
	up    string            // from the working directory to the input root
	in    map[string]string // names of inputs as the command gets them
	out   map[string]string
	front []string // the first words of the command line: the loader and the program
	env   []reapi.Property
}

// action makes the action of a step. The error is a *localOnlyError if the step cannot run on a worker.
func (p *preparer) action(ctx context.Context, s step.Step) (*action, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	b := &builder{p: p, ctx: ctx, cwd: cwd, in: map[string]string{}, out: map[string]string{},
		a: &action{tree: newTree(), outputs: map[string]string{}}}
	depth := strings.Count(strings.Trim(cwd, "/"), "/") + 1
	if cwd == "/" {
		depth = 0
	}
	b.up = strings.Repeat("../", depth+1)
	if _, err := b.a.tree.folder(treeFolder + cwd); err != nil {
		return nil, err
	}
	var argv []string
	switch s := s.(type) {
	case *step.CC1:
		argv, err = b.frontEnd(s)
	case *step.DeviceLink:
		argv, err = b.deviceLink(s)
	case *step.ImageLink:
		argv, err = b.imageLink(s)
	default:
		err = local("it is no front end, device link or image")
	}
	if err != nil {
		return nil, err
	}
	return b.finish(argv)
}

// file adds a local file to an input root.
func (p *preparer) file(t *tree, name, file string, executable bool) error {
	c, err := p.contents.of(file)
	if err != nil {
		return err
	}
	return t.add(name, reapi.Blob{Digest: c.digest, Path: absolute(file)}, executable || c.executable)
}

func absolute(file string) string {
	if a, err := filepath.Abs(file); err == nil {
		return a
	}
	return file
}

// finish makes the command and the action of a command line without its program.
func (b *builder) finish(argv []string) (*action, error) {
	c := &reapi.Command{Arguments: append(b.front, argv...), Environment: b.env, Platform: b.p.properties,
		WorkingDirectory: strings.TrimSuffix(treeFolder+b.cwd, "/")}
	for o := range b.a.outputs {
		c.Outputs = append(c.Outputs, o)
	}
	if v, ok := os.LookupEnv("SOURCE_DATE_EPOCH"); ok {
		c.Environment = append(c.Environment, reapi.Property{Name: "SOURCE_DATE_EPOCH", Value: v})
	}
	a := &reapi.Action{Platform: b.p.properties}
	var err error
	if a.Command, err = b.a.tree.message(c); err != nil {
		return nil, err
	}
	if a.InputRoot, err = b.a.tree.seal(); err != nil {
		return nil, err
	}
	b.a.digest, err = b.a.tree.message(a)
	return b.a, err
}

// input numbers a file whose name does not matter, and returns the name for the command.
func (b *builder) input(file string) (string, error) {
	if name, ok := b.in[file]; ok {
		return name, nil
	}
	name := fmt.Sprintf("in/%d%s", len(b.in), filepath.Ext(file))
	if err := b.p.file(b.a.tree, name, file, false); err != nil {
		return "", err
	}
	b.in[file] = b.up + name
	return b.in[file], nil
}

// output numbers a file that the command writes.
func (b *builder) output(file string) string {
	if file == "" || file == "-" || file == os.DevNull {
		return file
	}
	if name, ok := b.out[file]; ok {
		return name
	}
	name := fmt.Sprintf("%sout/%d%s", b.up, len(b.out), filepath.Ext(file))
	b.out[file], b.a.outputs[name] = name, file
	return name
}

// renamed returns a step with its inputs and outputs numbered.
func (b *builder) renamed(s step.Step, keepInput string) (step.Step, error) {
	var failed error
	r := s.Rename(func(f string) string {
		if f == keepInput || f == os.DevNull {
			return f
		}
		name, err := b.input(f)
		if err != nil && failed == nil {
			failed = err
		}
		return name
	}, b.output)
	return r, failed
}

// start adds the program of a step to the tree.
func (b *builder) start(name string, more ...string) error {
	p, err := b.p.program(b.ctx, name, more...)
	if err == nil {
		b.front, err = b.p.place(b.a.tree, p, b.up)
	}
	return err
}

// The front end's options that prevent remote execution: with them it reads, loads or writes
// unknown files, or its result depends on more than files.
var (
	hereNames = []string{"-working-directory", "-ivfsoverlay", "-include-pch", "-load", "-plugin", "-header-include-file", "-serialize-diagnostic-file",
		"-code-completion-at", "-verify", "-emit-pch", "-E", "-Eonly", "-M", "-analyze", "-fsyntax-only", "-stack-usage-file", "-iprefix", "-iwithprefix", "-iwithprefixbefore"}
	hereStarts = []string{"-split-dwarf", "-ftime-trace", "-serialize-diag", "-coverage-", "-fprofile-", "-opt-record", "-stack-usage", "-fmodule", "-fcrash-diag",
		"-record-command-line", "-fpass-plugin", "-fplugin", "-vfsoverlay", "-fsanitize-", "-fthinlto", "-dump-", "-ast-", "-print-", "-fembed-offload-object"}
)

// frontEnd prepares clang's front end, or its assembler.
func (b *builder) frontEnd(c *step.CC1) ([]string, error) {
	for _, a := range c.Args {
		if a.Form != step.File && (slices.Contains(hereNames, a.Name) || slices.ContainsFunc(hereStarts, func(p string) bool { return strings.HasPrefix(a.Name, p) })) {
			return nil, local("of its option %s", a.Name)
		}
	}
	source := c.Source()
	switch {
	case source == "" || source == "-":
		return nil, local("it reads standard input")
	case c.Output() == "" || c.Output() == "-":
		return nil, local("it writes to standard output")
	}
	if err := b.start(c.Program); err != nil {
		return nil, err
	}
	if c.Assembler || c.Language() == "ir" {
		s, err := b.renamed(c, "")
		if err != nil {
			return nil, err
		}
		return s.Argv()[1:], nil
	}
	list, err := b.p.headers(b.ctx, c)
	if err != nil {
		return nil, err
	}
	if err := b.names(append(slices.Clone(list), source)); err != nil {
		return nil, err
	}
	s, err := b.renamed(c, source)
	if err != nil {
		return nil, err
	}
	d := s.(*step.CC1)
	b.a.depsHere = step.DependencyFile(c)
	if b.a.depsHere == "" {
		b.a.deps = b.up + "out/deps.d"
		b.a.outputs[b.a.deps] = ""
		d.Append(step.Sep("-dependency-file", b.a.deps), step.Sep("-MT", "deps"), step.Arg{Name: "-sys-header-deps"})
	} else {
		b.a.deps = b.out[b.a.depsHere]
	}
	b.a.overlay = b.up + namesFile
	d.Append(step.Sep("-ivfsoverlay", b.a.overlay))
	return d.Argv()[1:], nil
}

// names adds files to the tree below their full names, and the overlay that maps these.
func (b *builder) names(list []string) error {
	b.a.reads = map[string]bool{}
	var places []string
	for _, f := range list {
		full := f
		if !filepath.IsAbs(f) {
			full = filepath.Join(b.cwd, f)
			// The folders in a path like src/../a.h are looked up.
			if err := b.way(b.cwd + "/" + f); err != nil {
				return err
			}
		}
		full = path.Clean(full)
		if b.a.reads[full] {
			continue
		}
		b.a.reads[full] = true
		c, err := b.p.contents.of(f)
		if err != nil {
			return err
		}
		if c.clock {
			return local("%s asks for the time", f)
		}
		if err := b.p.file(b.a.tree, treeFolder+full, f, false); err != nil {
			return local("%v", err)
		}
		places = append(places, full)
	}
	slices.Sort(places)
	return b.a.tree.data(namesFile, overlay(places))
}

// way adds the folders that a name with .. passes through.
func (b *builder) way(name string) error {
	for i, r := range name {
		if r != '/' {
			continue
		}
		if _, err := b.a.tree.folder(treeFolder + path.Clean(name[:i+1])); err != nil {
			return local("%v", err)
		}
	}
	return nil
}

// overlay returns the text of an overlay of clang's virtual file system
// (llvm/include/llvm/Support/VirtualFileSystem.h). Files are reported under the names by which they
// were opened.
func overlay(places []string) []byte {
	var out strings.Builder
	out.WriteString("{\"version\": 0, \"case-sensitive\": \"true\", \"use-external-names\": \"false\", \"overlay-relative\": \"true\", \"roots\": [\n")
	folder := ""
	for i, p := range places {
		dir, base := path.Split(p)
		if dir != folder || i == 0 {
			if i > 0 {
				out.WriteString("]},\n")
			}
			folder = dir
			fmt.Fprintf(&out, "{\"type\": \"directory\", \"name\": %s, \"contents\": [\n", quote(strings.TrimSuffix(dir, "/")+"/"))
		} else {
			out.WriteString(",\n")
		}
		fmt.Fprintf(&out, "{\"type\": \"file\", \"name\": %s, \"external-contents\": %s}", quote(base), quote(treeFolder+p))
	}
	if len(places) > 0 {
		out.WriteString("]}")
	}
	out.WriteString("\n]}\n")
	return []byte(out.String())
}

// quote quotes a string for YAML.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(s) + `"`
}

// deviceLink prepares a device link. Its LLVM is the one that it would open locally.
func (b *builder) deviceLink(d *step.DeviceLink) ([]string, error) {
	switch {
	case d.SaveTemps != "":
		return nil, local("it keeps intermediate files")
	case len(d.Passes) > 0:
		return nil, local("it loads passes")
	case d.Verify:
		return nil, local("it runs spirv-val")
	case d.Emit == "shared" || d.Emit == "obj":
		return nil, local("it makes an image of this machine's kind, with this machine's linker")
	}
	d = d.Rename(func(f string) string { return f }, func(f string) string { return f }).(*step.DeviceLink)
	if d.Emit == "spirv" || d.Emit == "asm" && strings.HasPrefix(d.Triple, "spirv") {
		if d.Producer == "llvm-spirv" || d.Producer != "llvm" && hasTranslator(d.LLVM) {
			return nil, local("llvm-spirv writes its SPIR-V")
		}
		d.Producer = "llvm"
	}
	library := ""
	for _, f := range llvm.Candidates(d.LLVM) {
		if st, err := os.Stat(f); err == nil && st.Mode().IsRegular() {
			library = f
			break
		}
	}
	if library == "" {
		return nil, local("no libLLVM is found for it")
	}
	if err := b.start(d.Program, library); err != nil {
		return nil, err
	}
	d.LLVM = b.up + "lib/" + filepath.Base(library)
	var errs []error
	d.Libraries = slices.Clone(d.Libraries)
	for i, l := range d.Libraries {
		name, err := b.input(l)
		d.Libraries[i], errs = name, append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	s, err := b.renamed(d, "")
	if err != nil {
		return nil, err
	}
	b.env = append(b.env, reapi.Property{Name: "GOHIP_DEVICE_LINK_WORKER", Value: "1"})
	return s.Argv()[1:], nil
}

// hasTranslator reports whether the device link would find llvm-spirv of its LLVM locally.
func hasTranslator(prefix string) bool {
	for _, major := range []string{"19", "20", "21", "22", "23"} {
		if _, err := os.Stat("/usr/lib/llvm-" + major + "/bin/llvm-spirv"); err == nil {
			return true
		}
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			if _, err := os.Stat(filepath.Join(dir, "llvm-spirv-"+major)); err == nil && strings.Contains(prefix, major) {
				return true
			}
		}
	}
	_, err := os.Stat(filepath.Join(prefix, "bin", "llvm-spirv"))
	return err == nil
}

// imageLink prepares lld's link of an AMD code object.
func (b *builder) imageLink(l *step.ImageLink) ([]string, error) {
	if len(l.Args.Values("-L")) > 0 || len(l.Args.Values("-l")) > 0 {
		return nil, local("it looks for libraries")
	}
	for _, w := range l.Args.Words() {
		if strings.HasPrefix(w, "-plugin-opt=save-temps") || strings.HasPrefix(w, "--reproduce") || strings.HasPrefix(w, "-Map") || strings.HasPrefix(w, "@") {
			return nil, local("of its option %s", w)
		}
	}
	if err := b.start(l.Program); err != nil {
		return nil, err
	}
	s, err := b.renamed(l, "")
	if err != nil {
		return nil, err
	}
	return s.Argv()[1:], nil
}
