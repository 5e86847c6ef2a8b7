// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package pch keeps precompiled headers and lets front-end jobs use them.
//
// Most of the time of a HIP compile is spent parsing headers. A source that starts with a run of
// #include <...> lines, hip/hip_runtime.h among them, is compiled with a precompiled header of that
// run and of the prelude before it, any other source with one of the prelude alone; there is one
// per configuration of the front end. To make one takes as long as four to five compiles save with it,
// so the first compile of a configuration makes none, unless it writes a dependency file, which must not
// depend on earlier compiles: build systems ask for one, and compile more than one source. The next one uses
// the header of the run up to hip/hip_runtime.h, which sources share; the whole run is precompiled at the one
// after that, if it found that its further headers are large. The object is the same, byte for byte.
package pch

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// maxBytes limits the size of the folder of precompiled headers; the oldest are removed.
const maxBytes = 2 << 30

// forget is how long a run of includes that was not precompiled is remembered.
const forget = 30 * 24 * time.Hour

// Prelude is the header that is included first in every HIP source: programs use __device__ and
// expf before they include hip_runtime.h.
const Prelude = "hip/gohip_detail/prelude.h"

// leadingIncludes returns the first #include lines of a source, those in angle brackets with only
// blanks and comments before them, as text for the header to precompile; nil if HIP's header is not
// among them.
func leadingIncludes(src string) []string {
	var run []string
	hip := false
	for src != "" {
		src = strings.TrimLeft(src, " \t\r\n")
		switch {
		case strings.HasPrefix(src, "//"):
			end := strings.IndexByte(src, '\n')
			if end < 0 || src[end-1] == '\\' {
				return finish(run, hip)
			}
			src = src[end+1:]
		case strings.HasPrefix(src, "/*"):
			end := strings.Index(src[2:], "*/")
			if end < 0 {
				return finish(run, hip)
			}
			src = src[2+end+2:]
		case strings.HasPrefix(src, "#"):
			line, rest, ok := strings.Cut(src, "\n")
			name := strings.TrimSpace(line[1:])
			if !ok || !strings.HasPrefix(name, "include") {
				return finish(run, hip)
			}
			name = strings.TrimSpace(name[len("include"):])
			end := strings.IndexByte(name, '>')
			if !strings.HasPrefix(name, "<") || end < 0 {
				return finish(run, hip)
			}
			if tail := strings.TrimSpace(name[end+1:]); tail != "" && !strings.HasPrefix(tail, "//") {
				return finish(run, hip)
			}
			header := name[:end+1]
			hip = hip || strings.HasPrefix(header, "<hip/hip_runtime")
			run = append(run, "#include "+header)
			src = rest
		default:
			return finish(run, hip)
		}
	}
	return finish(run, hip)
}

func finish(run []string, hip bool) []string {
	if !hip {
		return nil
	}
	return run
}

// shared returns the part of a run that other sources have as well: it ends with HIP's header.
func shared(run []string) []string {
	return run[:1+slices.IndexFunc(run, func(s string) bool { return strings.HasPrefix(s, "#include <hip/hip_runtime") })]
}

// headerText is the header that a run is precompiled as.
func headerText(run []string) string { return strings.Join(run, "\n") + "\n" }

// drop are the front end's options that do not affect a precompiled header.
var drop = cmdline.Set(`-o -main-file-name -dumpdir -dependency-file -MT -sys-header-deps -MP ` + step.GPUBinaryOption + `
	-fembed-offload-object= -mlink-builtin-bitcode -emit-obj -emit-llvm-bc -S -fsyntax-only -disable-llvm-passes
	-emit-llvm-uselists -v -emit-llvm -cuid= -fdebug-compilation-dir= -fcoverage-compilation-dir=
	-ftime-trace= -ftime-trace-granularity= -fcolor-diagnostics
	-funroll-loops -fno-unroll-loops -vectorize-loops -vectorize-slp`)

// refuse are options with which no precompiled header is used: they make the order of includes, or
// the text of the source, part of the result.
var refuse = cmdline.Set("-include -include-pch -imacros -fmodules -E -Eonly -H -analyze -fembed-bitcode -ast-dump -code-completion-at")

// refuseStarts are prefixes of further such options.
var refuseStarts = []string{"-debug-info-kind", "-save-temps", "-fprofile", "-ast-"}

// configuration returns the options that configure a precompiled header, or nil.
func configuration(c *step.CC1) step.Args {
	var out step.Args
	for _, a := range c.Options() {
		guarded := a.Name == "-include" && guardedInclude(a.Value)
		switch {
		case guarded:
			out = append(out, a)
		case refuse[a.Name] || slices.ContainsFunc(refuseStarts, func(s string) bool { return strings.HasPrefix(a.Name, s) }):
			return nil
		case !drop[a.Name] && !(a.Name == "-O" && a.Value == "0"): // the default
			out = append(out, a)
		}
	}
	return out
}

// guardedInclude reports whether a header that the command line includes may be included twice:
// gohipcc's prelude and clang's wrapper for AMD's headers.
func guardedInclude(path string) bool {
	return isPrelude(path) || strings.HasSuffix(path, "__clang_hip_runtime_wrapper.h")
}

func isPrelude(path string) bool { return strings.HasSuffix(path, Prelude) }

// Use makes front-end jobs use the precompiled headers in dir, and adds the jobs that make missing
// ones. source names an input; compiler is the identity of the compiler; atOnce makes them for a first compile, too.
func Use(jobs []*job.Job, source func(input int) string, dir, compiler string, atOnce bool) []*job.Job {
	includes := map[int][]string{}
	building, seen := map[string]bool{}, map[string]bool{}
	first := func(base string) bool {
		if atOnce || seen[base] || remembered(base) {
			return false
		}
		seen[base] = true
		return true
	}
	var all []*job.Job
	for _, j := range jobs {
		if usesHeaders(j) {
			inc, ok := includes[j.Source]
			if !ok {
				inc = leadingIncludes(readStart(source(j.Source)))
				includes[j.Source] = inc
			}
			line := configuration(j.CC1())
			prelude := slices.ContainsFunc(line, func(a step.Arg) bool { return a.Name == "-include" && isPrelude(a.Value) })
			if inc != nil && line != nil || prelude {
				if b := use(j, line, inc, dir, compiler, first); b != nil && !building[b.Outputs()[0]] {
					building[b.Outputs()[0]] = true
					all = append(all, b)
				}
			}
		}
		all = append(all, j)
	}
	return all
}

// usesHeaders reports whether a job compiles a HIP source.
func usesHeaders(j *job.Job) bool {
	c := j.CC1()
	return c != nil && j.Source >= 0 && (j.Verb == "compile" || j.Verb == "check") && c.Language() == "hip"
}

func readStart(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	return string(data)
}

// use lets j use the precompiled header of its configuration, which is stored in dir; it returns
// the job that makes it if there is none that is up to date. The first compile with a header is made without it.
func use(j *job.Job, line step.Args, includes []string, dir, compiler string, first func(base string) bool) *job.Job {
	text := headerText(includes)
	base := filepath.Join(dir, key(j.CC1(), line, text, compiler))
	used := func(string) {}
	if s := shared(includes); len(s) < len(includes) && !remembered(base) {
		own, ownText := base, text
		text = headerText(s)
		base = filepath.Join(dir, key(j.CC1(), line, text, compiler))
		used = func(depFile string) {
			if further(depFile, base) >= largeRun {
				remember(own, ownText)
			}
		}
	}
	valid := upToDate(base)
	if valid && !Usable(base) {
		return nil // its headers have warnings
	}
	if !valid && first(base) {
		j.Compiled = func() { remember(base, text) }
		return nil
	}
	without := j.CC1()
	with := without.Clone()
	with.Append(step.Sep("-include-pch", base+".pch"))
	j.Step = with
	j.PCH = &job.PCH{Path: base, WithoutPCH: without, Used: used}
	if valid {
		return nil
	}
	// The tool of the job is the front end itself, with another action. Templates that the headers
	// use are instantiated here, or every user of the header would do so at its end: half of the
	// time of a small compile.
	c := &step.CC1{Program: without.Program, Args: append(slices.Clone(line),
		step.Arg{Name: "-emit-pch"}, step.Arg{Name: "-fpch-instantiate-templates"}, step.Sep("-dependency-file", base+".d"),
		step.Sep("-MT", "pch"), step.Arg{Name: "-sys-header-deps"}, step.Sep("-o", base+".pch"), step.Sep("-x", "hip"),
		step.Arg{Value: base + ".h", Form: step.File})}
	b := job.New(c)
	b.Device, b.Optional = j.Device, true
	b.Around = func(ctx context.Context, run job.Run) error { return precompile(ctx, base, text, run) }
	return b
}

// largeRun is the size of headers, in bytes, from which they are worth a precompiled header of their
// own: to make one takes as long as to parse ten times as many.
const largeRun = 256 << 10

// further returns the size of the headers that a compile read in addition to a precompiled header,
// of which a dependency file lists the names.
func further(depFile, base string) (size int64) {
	used, err := os.ReadFile(depFile)
	in, err2 := os.ReadFile(base + ".d")
	if err != nil || err2 != nil {
		return 0
	}
	has := cmdline.Set(strings.Join(depfile.Parse(in).Prereqs, "\n"))
	for _, h := range depfile.Parse(used).Prereqs {
		if st, err := os.Stat(depfile.Unescape(h)); err == nil && !has[h] && !strings.HasPrefix(h, base) {
			size += st.Size()
		}
	}
	return size
}

// remembered reports whether the text of a run of includes is stored, and perhaps also the header
// precompiled from it.
func remembered(base string) bool {
	_, err := os.Stat(base + ".h")
	return err == nil
}

// remember stores the text of a run of includes. A text that exists stays as it is: clang checks its
// modification time.
func remember(base, text string) {
	if os.MkdirAll(filepath.Dir(base), 0o700) != nil {
		return
	}
	f, err := os.OpenFile(base+".h", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return // the next compile uses the shared header again
	}
	defer f.Close()
	io.WriteString(f, text)
}

// key names the precompiled header of a configuration.
func key(c *step.CC1, line step.Args, text, compiler string) string {
	h := sha256.New()
	fmt.Fprintf(h, "pch-v2\n%s\n", compiler)
	for _, w := range append([]string{c.Program, "-cc1"}, line.Words()...) {
		fmt.Fprintf(h, "%q\n", w)
	}
	if slices.ContainsFunc(line, func(a step.Arg) bool { return searchOptions[a.Name] && !filepath.IsAbs(a.Value) }) {
		cwd, _ := os.Getwd()
		fmt.Fprintf(h, "cwd %q\n", cwd)
	}
	for _, e := range []string{"CPATH", "CPLUS_INCLUDE_PATH"} {
		fmt.Fprintf(h, "%s=%q\n", e, os.Getenv(e))
	}
	fmt.Fprintf(h, "%s", text)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// searchOptions name folders in which headers are searched.
var searchOptions = cmdline.Set("-I -isystem -iquote -idirafter")

// precompile runs the command that makes the precompiled header base from text. One build
// precompiles while others wait for it: two that saw different states of a header would leave the
// header of one and the list of the other.
//
// Headers with warnings are not precompiled until they change: a compile with the precompiled
// header would not repeat them. An empty file says so.
func precompile(ctx context.Context, base, text string, run job.Run) error {
	if err := os.MkdirAll(filepath.Dir(base), 0o700); err != nil {
		return err
	}
	unlock, err := lockFile(ctx, base+".lock")
	if err != nil {
		return err
	}
	defer unlock()
	if upToDate(base) {
		return job.ErrDone
	}
	os.Remove(base + ".stamp")
	begin := files.Now()
	// The same text with a new modification time would make clang reject a header that another
	// build made from it.
	if old, err := os.ReadFile(base + ".h"); err != nil || string(old) != text {
		if err := files.Write(base+".h", func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			return err
		}
	}
	messages, err := run()
	if err != nil {
		return err
	}
	if concernsHeaders(messages) {
		if err := os.Truncate(base+".pch", 0); err != nil {
			return err
		}
	}
	if err := stamp(base, begin); err != nil {
		return err
	}
	prune(filepath.Dir(base))
	return nil
}

// concernsHeaders reports whether clang's messages concern more than the command line, on which
// every compile has the same ones.
func concernsHeaders(messages []byte) bool {
	for line := range strings.Lines(string(messages)) {
		if !strings.HasPrefix(line, "warning: ") && !summary.MatchString(line) {
			return true
		}
	}
	return false
}

// summary is the line in which clang counts its messages.
var summary = lazyregexp.New(`^\d+ warnings? generated`)

// lockFile locks a file, until the process ends at the latest; it waits for another's lock until
// ctx ends.
func lockFile(ctx context.Context, path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			f.Close()
			return nil, err
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(wait):
		}
	}
}

// stamp records the headers that went into a precompiled header, which makes it valid; unless one
// of them changed during the compilation.
func stamp(base string, begin time.Time) error {
	data, err := os.ReadFile(base + ".d")
	if err != nil {
		return err
	}
	headers := depfile.Parse(data).Prereqs
	for _, h := range headers {
		if h = depfile.Unescape(h); h != base+".h" && files.ChangedSince(h, begin) {
			return fmt.Errorf("%s changed while it was precompiled", h)
		}
	}
	err = files.Write(base+".stamp", func(w io.Writer) error {
		for _, h := range headers {
			if _, err := fmt.Fprintln(w, clang.Stamp(depfile.Unescape(h))); err != nil {
				return err
			}
		}
		return nil
	})
	// Whatever the umask: upToDate rejects files that others can write to.
	for _, ext := range checked {
		err = errors.Join(err, os.Chmod(base+ext, 0o600))
	}
	return err
}

// checked are the files of a precompiled header that affect compiled programs.
var checked = []string{".pch", ".d", ".stamp"}

// Usable reports whether the precompiled header, a path without its extension, is complete and
// writable only by this user and root, and whether its headers are without warnings.
func Usable(base string) bool {
	st, err := os.Stat(base + ".pch")
	return err == nil && st.Size() > 0 && complete(base)
}

// complete reports whether all files of a precompiled header exist, and only this user and root can
// write to them.
func complete(base string) bool {
	for _, ext := range checked {
		f, err := secure.Open(base + ext)
		if err != nil {
			return false
		}
		f.Close()
	}
	return true
}

// upToDate reports whether precompilation was tried and none of the headers has changed since.
func upToDate(base string) bool {
	if !complete(base) {
		return false
	}
	f, err := secure.Open(base + ".stamp")
	if err != nil {
		return false
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	n := 0
	for s.Scan() {
		line := s.Text()
		n++
		// The path ends before the last two words.
		i := strings.LastIndexByte(line, ' ')
		if i > 0 {
			i = strings.LastIndexByte(line[:i], ' ')
		}
		if i <= 0 || clang.Stamp(line[:i]) != line {
			return false
		}
	}
	return n > 0 && s.Err() == nil
}

// prune keeps the folder within its limit.
func prune(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		st, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), ".gohipcc-"):
			// Of a build that was killed together with its guard.
			if time.Since(st.ModTime()) > time.Hour {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		case strings.HasSuffix(e.Name(), ".h") && time.Since(st.ModTime()) > forget:
			if base := strings.TrimSuffix(filepath.Join(dir, e.Name()), ".h"); !Usable(base) {
				os.Remove(base + ".h")
			}
		case strings.HasSuffix(e.Name(), ".pch"):
			files = append(files, st)
			total += st.Size()
		}
	}
	sort.Slice(files, func(i, k int) bool { return files[i].ModTime().Before(files[k].ModTime()) })
	for _, f := range files {
		if total <= maxBytes {
			return
		}
		base := strings.TrimSuffix(filepath.Join(dir, f.Name()), ".pch")
		for _, ext := range []string{".stamp", ".pch", ".d", ".h", ".lock"} {
			os.Remove(base + ext)
		}
		total -= f.Size()
	}
}

// AddDeps adds the headers of the precompiled header to a dependency file that names only it.
func AddDeps(depFile, source, base string) error {
	data, err := os.ReadFile(depFile)
	if err != nil {
		return err
	}
	extra, err := os.ReadFile(base + ".d")
	if err != nil {
		return err
	}
	d := depfile.Parse(data)
	if len(d.Prereqs) == 0 {
		return nil
	}
	own := func(s string) bool { return s == base+".h" || s == base+".pch" || depfile.Unescape(s) == source }
	mine := slices.DeleteFunc(d.Prereqs, own)
	headers := slices.DeleteFunc(depfile.Parse(extra).Prereqs, own)
	main := strings.NewReplacer(" ", `\ `, "#", `\#`, "$", "$$").Replace(source)
	all := fmt.Sprintf("%s: %s", d.Target, strings.Join(append(append([]string{main}, headers...), mine...), " "))
	phony := ""
	for _, line := range strings.Split(string(data), "\n") {
		if strings.HasSuffix(line, ":") {
			phony = "\nphony:\n"
		}
	}
	return files.Write(depFile, func(w io.Writer) error { return depfile.Merge(w, [][]byte{[]byte(all + "\n" + phony)}, nil) })
}
