// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package testtree

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gohipcc/internal/lazyregexp"
)

// A Batch is programs that are compiled as one source with the same options, because what a compilation costs without
// the programs' own code, 0.4 s of CPU time, is more than most of them cost. Each is in a namespace of its own, and
// runs in a process of its own, or after the others in one ([Batch.Together]). Programs that are linked with libraries are linked with those of all of their batch.
//
// A test adds its program before it calls t.Parallel, and compiles after that, when all of them have been added. A
// program that -run selects alone is compiled as it is.
type Batch struct {
	args  []string
	libs  []string // -lNAME, of all its programs
	env   []string
	files []string

	once sync.Once
	exe  string
	err  error

	mu       sync.Mutex
	together map[string]*together // by device
}

// together is what programs have printed that ran one after the other in a process.
type together struct {
	once    sync.Once
	printed map[string]string // by name
}

// batchSize is a compromise between what a compilation costs and the sources that a failed one leaves to look at.
const batchSize = 10

// Batches distributes programs over batches of the same options.
type Batches struct {
	dir  string
	env  []string
	open map[string]*Batch
	n    int
}

// NewBatches returns batches that are compiled with variables beside those of the environment.
func NewBatches(t testing.TB, env ...string) *Batches {
	t.Helper()
	return &Batches{dir: t.TempDir(), env: env, open: map[string]*Batch{}}
}

// Add returns the batch in which a program is compiled.
func (all *Batches) Add(t testing.TB, file string, args []string) *Batch {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	isLibrary := func(arg string) bool { return strings.HasPrefix(arg, "-l") }
	libs := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !isLibrary(arg) })
	args = slices.DeleteFunc(slices.Clone(args), isLibrary)
	key := fmt.Sprint(filepath.Dir(file), args, len(libs) > 0)
	if !combinable(string(source)) {
		key += file
	}
	b := all.open[key]
	if b == nil || len(b.files) == batchSize {
		all.n++
		b = &Batch{args: args, env: all.env, exe: filepath.Join(all.dir, fmt.Sprint("batch", all.n))}
		all.open[key] = b
	}
	b.files = append(b.files, file)
	for _, l := range libs {
		if !slices.Contains(b.libs, l) {
			b.libs = append(b.libs, l)
		}
	}
	return b
}

// compileLimit ends a compiler that hangs. Those that do not hang take seconds, on a machine that may have much else
// to do.
const compileLimit = 20 * time.Minute

// Command returns the command that runs a program, compiled with the others of its batch.
func (b *Batch) Command(t testing.TB, file string) []string {
	t.Helper()
	b.once.Do(func() { b.err = b.compile(Compiler(t)) })
	if b.err != nil {
		t.Fatal(b.err)
	}
	if len(b.files) > 1 {
		return []string{b.exe, ProgramName(file)}
	}
	return []string{b.exe}
}

// Together runs the programs of a batch, of those that qualify, one after the other in one process, and returns what a
// program printed. It is for a device whose start takes longer than most programs: that of OpenCL's CPU device takes 0.13 s of CPU time. ok is
// false where that says nothing about the program, which then is to run in a process of its own: it has returned an
// error or ended the process, or something was printed to standard error.
func (b *Batch) Together(t testing.TB, device string, env []string, file string, qualifies func(file string) bool) (stdout string, ok bool) {
	t.Helper()
	if len(b.files) < 2 || !qualifies(file) {
		return "", false
	}
	b.Command(t, file)
	b.mu.Lock()
	r := b.together[device]
	if r == nil {
		if b.together == nil {
			b.together = map[string]*together{}
		}
		r = &together{}
		b.together[device] = r
	}
	b.mu.Unlock()
	r.once.Do(func() { r.printed = b.runAll(env, qualifies) })
	stdout, ok = r.printed[ProgramName(file)]
	return stdout, ok
}

// endOfProgram precedes, in a line of its own on standard output and on standard error, the name of a program that has
// returned 0, and "!" and the name of another one.
const endOfProgram = "\x01"

func (b *Batch) runAll(env []string, qualifies func(file string) bool) map[string]string {
	var names []string
	for _, f := range b.files {
		if qualifies(f) {
			names = append(names, ProgramName(f))
		}
	}
	all := map[string]string{}
	for len(names) > 1 {
		printed, ended := b.runSome(env, names)
		maps.Copy(all, printed)
		// After one that has ended the process, the others go on in another.
		names = names[min(ended+1, len(names)):]
	}
	return all
}

// runSome runs programs in one process, and returns what they printed and how many have ended as programs do. One that
// printed to standard error is not among them.
func (b *Batch) runSome(env, names []string) (printed map[string]string, ended int) {
	ctx, cancel := context.WithTimeout(context.Background(), compileLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.exe, names...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = filepath.Dir(b.files[0]), append(os.Environ(), env...), time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run() // a program that has not returned 0 is not among the results
	printed, ended = byProgram(out.String())
	complaints, _ := byProgram(errs.String())
	maps.DeleteFunc(printed, func(name, _ string) bool { return complaints[name] != "" })
	return printed, ended
}

// byProgram divides what programs printed one after the other, and returns how many have ended.
func byProgram(all string) (printed map[string]string, ended int) {
	printed = map[string]string{}
	for rest := all; ; ended++ {
		text, after, ok := strings.Cut(rest, endOfProgram)
		name, next, whole := strings.Cut(after, "\n")
		if !ok || !whole {
			return printed, ended
		}
		printed[name], rest = text, next
	}
}

func (b *Batch) compile(compiler string) error {
	source := b.files[0]
	if len(b.files) > 1 {
		text, err := combine(b.files)
		if err != nil {
			return err
		}
		source = b.exe + ".hip"
		if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), compileLimit)
	defer cancel()
	dir := filepath.Dir(b.files[0])
	// No options of its own: each -I and each -W has precompiled headers of its own.
	cmd := exec.CommandContext(ctx, compiler, slices.Concat([]string{source, "-o", b.exe}, b.args, b.libs)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, append(os.Environ(), b.env...), time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", cmd, err, out)
	}
	return nil
}

var (
	includeLine = lazyregexp.New(`(?m)^#include (<[^>]+>|"[^"]+")`)
	defineLine  = lazyregexp.New(`(?m)^# *define (\w+)`)
	changesName = lazyregexp.New(`(?m)^# *(define|undef|pragma push_macro)\b`)
	plainMain   = lazyregexp.New(`(?m)^int main\(\) \{`)
)

// combinable reports whether a program can be one of several: a macro that it changes before one of its headers is changed for
// all of them, and main, which has to return a value in a namespace, has no parameters. One that is about what the headers
// have says that it is alone: the others include more.
func combinable(source string) bool {
	if change := changesName.FindStringSubmatchIndex(source); change != nil && includeLine.MatchString(source[change[0]:]) {
		return false
	}
	return includeLine.MatchString(source) && plainMain.MatchString(source) && !strings.Contains(source, "\n// e2e: alone\n")
}

// combine returns the source of a program that runs the one that its argument names: the headers of all, which do nothing
// when they are included again, and then each in a namespace, without the macros of the others.
func combine(files []string) (string, error) {
	headers := []string{"<vector>", "<hip/hip_runtime.h>", "<cstdio>", "<cstring>"} // the first two have a precompiled header
	var quoted []string
	var body, calls strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		for _, m := range includeLine.FindAllStringSubmatch(string(text), -1) {
			list, name := &headers, m[1]
			if name[0] == '"' {
				header := filepath.Join(filepath.Dir(file), strings.Trim(name, `"`))
				// A program for hiprtc has such lines in a string.
				if _, err := os.Stat(header); err != nil {
					continue
				}
				list, name = &quoted, strconv.Quote(header)
			}
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
		var macros []string
		for _, m := range defineLine.FindAllStringSubmatch(string(text), -1) {
			macros = append(macros, m[1])
		}
		slices.Sort(macros)
		macros = slices.Compact(macros)
		for _, m := range macros {
			fmt.Fprintf(&body, "#pragma push_macro(\"%s\")\n#undef %[1]s\n", m)
		}
		name := ProgramName(file)
		space := "program_" + strings.ReplaceAll(name, "-", "_")
		fmt.Fprintf(&body, "namespace %s {\n#include \"%s\"\n}\n", space, file)
		for _, m := range macros {
			fmt.Fprintf(&body, "#undef %s\n#pragma pop_macro(\"%[1]s\")\n", m)
		}
		fmt.Fprintf(&calls, "  if (!std::strcmp(name, \"%s\")) return %s::main();\n", name, space)
	}
	var top strings.Builder
	for _, h := range slices.Concat(headers, quoted) {
		fmt.Fprintf(&top, "#include %s\n", h)
	}
	// A program whose main returns nothing would end by an illegal instruction.
	top.WriteString("#pragma clang diagnostic error \"-Wreturn-type\"\n")
	return top.String() + body.String() + "static int program(const char *name) {\n" + calls.String() + "  return 2;\n}\n" + combinedMain, nil
}

// combinedMain runs the programs that its arguments name, and says for several of them where each has ended. Each starts
// without the last error of the one before.
const combinedMain = `int main(int argc, char **argv) {
  if (argc == 2) return program(argv[1]);
  for (int i = 1; i < argc; i++) {
    const char *mark = program(argv[i]) ? "!" : "";
    std::printf("\001%s%s\n", mark, argv[i]);
    std::fflush(stdout);
    std::fprintf(stderr, "\001%s%s\n", mark, argv[i]);
    (void)hipGetLastError();
  }
  return argc < 2;
}
`

// ProgramName returns the name of a program, from that of its file.
func ProgramName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".hip") }
