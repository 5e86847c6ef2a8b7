// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gohipcc/atomicfile"
	"gohipcc/internal/secure"
)

// A Driver asks the installed clang how it spells the command lines of an invocation (clang -###).
// The command templates are cached on disk, so that a warm build runs no clang driver process.
//
// Names that differ from build to build are not part of a query: inputs, the output and the working
// directory are replaced by tokens, so one template serves every file that is compiled with the
// same flags.
type Driver struct {
	LLVM *LLVM
	Dir  string // where templates are cached; empty: nowhere
	// Temp makes a folder for what a query needs; nil: one is made for each.
	Temp func() (string, error)

	once sync.Once
	id   string
}

// Tokens represent names of one build in a Query and its Template. Each is delimited by a byte that
// no command line contains.
const (
	tokMark = "\x02"
	// OutToken represents the path given with -o.
	OutToken = tokMark + "out" + tokMark
	// tokOutStem is OutToken without its extension.
	tokOutStem = tokMark + "outstem" + tokMark
	tokOutDir  = tokMark + "outdir" + tokMark
	tokCwd     = tokMark + "cwd" + tokMark
	// TempPrefix starts every temporary file in a Template.
	TempPrefix = tokMark + "tmp" + tokMark
)

// InToken represents the path of input i.
func InToken(i int) string { return tokMark + "in" + strconv.Itoa(i) + tokMark }

func baseToken(i int) string { return tokMark + "base" + strconv.Itoa(i) + tokMark }
func stemToken(i int) string { return tokMark + "stem" + strconv.Itoa(i) + tokMark }

// A Query is one invocation of clang, with tokens for its file names.
type Query struct {
	Args   []string // arguments without the program name; InToken and OutToken in place of files
	Exts   []string // the extension of each input, with its dot
	OutExt string   // the extension of the output, with its dot; may be empty
	// Files are the real paths of the inputs. With ShowFiles clang gets them, because it reads
	// objects and archives when device code is relocatable.
	Files     []string
	ShowFiles bool
	// Uncacheable: the template depends on a tool that the user named, or on this machine's
	// devices, and is not cached.
	Uncacheable bool
	// Fingerprint is the state of the files that the template depends on.
	Fingerprint Fingerprint
}

// A Template is what clang printed for a Query.
type Template struct {
	Key      string     // the query and all that the template depends on
	Commands [][]string // every job's argv, in order
	Notes    []string   // warnings and errors, one line each
	Failed   bool       // clang exited with a failure
}

// templateEnv are the environment variables that clang's command lines depend on.
var templateEnv = []string{
	"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
	"ROCM_PATH", "HIP_PATH", "HIP_DEVICE_LIB_PATH", "HIP_CLANG_PATH", "CUDA_PATH", "SOURCE_DATE_EPOCH", "SDKROOT",
	"CLANG_CONFIG_FILE_USER_DIR", "CCC_OVERRIDE_OPTIONS", "CLANG_MODULE_CACHE_PATH", "LANG", "LC_ALL", "NO_COLOR",
	"CC_PRINT_OPTIONS", "CLANG_NO_DEFAULT_CONFIG",
}

func (d *Driver) key(q *Query) string {
	d.once.Do(func() { d.id = d.LLVM.Identity() })
	var b strings.Builder
	b.WriteString("learned-v5\n")
	b.WriteString(d.id)
	for _, e := range templateEnv {
		if v, ok := os.LookupEnv(e); ok {
			fmt.Fprintf(&b, "\n%s=%s", e, v)
		}
	}
	if q.Fingerprint.Relative {
		cwd, _ := os.Getwd()
		fmt.Fprintf(&b, "\ncwd=%s", cwd)
	}
	fmt.Fprintf(&b, "\n%s\n%q %q", &q.Fingerprint, q.Exts, q.OutExt)
	for _, a := range q.Args {
		fmt.Fprintf(&b, "\n%q", a)
	}
	return b.String()
}

// Template returns the command template of q, from disk if it is there. Failures (Failed) are not
// cached, so that installing what was missing has an effect at once. The error is about running
// clang, not about its verdict.
func (d *Driver) Template(ctx context.Context, q *Query) (*Template, error) {
	key := d.key(q)
	sum := sha256.Sum256([]byte(key))
	var file string
	if d.Dir != "" && !q.Uncacheable {
		name := hex.EncodeToString(sum[:16])
		file = filepath.Join(d.Dir, name[:2], name+".json")
		if data, err := secure.ReadFile(file); err == nil {
			var a Template
			if json.Unmarshal(data, &a) == nil && a.Key == key && d.admit(q, &a) {
				return &a, nil
			}
		}
	}
	a, err := d.query(ctx, q)
	if err != nil {
		return nil, err
	}
	a.Key = key
	if file != "" && !a.Failed {
		if data, err := json.Marshal(a); err == nil {
			// A full or read-only disk only means that the query is repeated next time.
			_ = writeAtomic(file, data)
		}
	}
	return a, nil
}

func writeAtomic(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(file, data, 0o600)
}

const (
	standInStem = "GoHipInput"
	standOut    = "GoHipOutput"
)

// standIns are temporary files that replace those of a query while clang plans it, and the table
// that turns their names in its output into tokens.
type standIns struct {
	dir, tmp string
	paths    map[string]string // by token
	tokens   []string          // pairs of a name and its token, longest names first: a stem is part of its path
}

func newStandIns(dir string, q *Query) (*standIns, error) {
	s := &standIns{dir: dir, tmp: filepath.Join(dir, "tmp"), paths: map[string]string{}}
	// Inputs are not where the output is: what clang names after an input and puts beside the output
	// (-save-temps=obj) is nothing beside the input.
	inputs := filepath.Join(dir, "in")
	for _, d := range []string{s.tmp, inputs} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return nil, err
		}
	}
	out := filepath.Join(dir, standOut+q.OutExt)
	s.paths[OutToken] = out
	s.tokens = append(s.tokens, s.tmp+"/", TempPrefix, out, OutToken, filepath.Join(dir, standOut), tokOutStem)
	for i := len(q.Exts) - 1; i >= 0; i-- {
		// Fixed-width numbers: no name is a prefix of another.
		stem := fmt.Sprintf("%s%03d", standInStem, i)
		path := filepath.Join(inputs, stem+q.Exts[i])
		var real string
		if q.ShowFiles && i < len(q.Files) {
			real, _ = filepath.Abs(q.Files[i])
		}
		if real == "" || os.Symlink(real, path) != nil {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				return nil, err
			}
		}
		s.tokens = append(s.tokens, path, InToken(i))
		if q.Exts[i] != "" {
			s.tokens = append(s.tokens, stem+q.Exts[i], baseToken(i))
		}
		s.tokens = append(s.tokens, stem, stemToken(i))
		s.paths[InToken(i)] = path
	}
	return s, nil
}

// spell replaces the tokens of args by the names of the stand-ins.
func (s *standIns) spell(args []string) []string {
	var pairs []string
	for tok, v := range s.paths {
		pairs = append(pairs, tok, v)
	}
	rep := strings.NewReplacer(pairs...)
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = rep.Replace(a)
	}
	return out
}

// parse parses the output of clang -###.
func (s *standIns) parse(printed string) *Template {
	pairs := append(slices.Clone(s.tokens), s.dir+"/", tokOutDir)
	if cwd, err := os.Getwd(); err == nil && cwd != "/" {
		// A temporary folder inside the working directory is not part of the working directory
		// here.
		for i, n := 0, len(pairs); i < n; i += 2 {
			pairs = append(pairs, "="+pairs[i], "="+pairs[i+1])
		}
		pairs = append(pairs, "="+cwd, "="+tokCwd)
	}
	rep := strings.NewReplacer(pairs...)
	t := &Template{}
	for _, line := range strings.Split(printed, "\n") {
		if argv := Unquote(line); argv != nil {
			for i := range argv {
				if i == 0 || argv[i-1] != "-I" {
					argv[i] = rep.Replace(argv[i])
				}
			}
			t.Commands = append(t.Commands, argv)
		} else if line != "" && !isBanner(line) {
			t.Notes = append(t.Notes, rep.Replace(line))
		}
	}
	return t
}

// query runs clang -### for q.
func (d *Driver) query(ctx context.Context, q *Query) (*Template, error) {
	parent := ""
	if d.Temp != nil {
		var err error
		if parent, err = d.Temp(); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp(parent, "gohipcc-ask-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	s, err := newStandIns(dir, q)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = Shortened(append([]string{d.LLVM.Clang, "-###"}, s.spell(q.Args)...), 1, dir, func(argv []string) error {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Env = append(os.Environ(), "TMPDIR="+s.tmp, "LC_ALL=C")
		cmd.Stdout, cmd.Stderr = &out, &out
		return cmd.Run()
	})
	// With -save-temps, clang writes the assembly of relocatable device code into the working
	// directory, even with -###.
	left, _ := filepath.Glob(standInStem + "[0-9][0-9][0-9]-*.mcin")
	for _, f := range left {
		os.Remove(f)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("cannot run %s: %w", d.LLVM.Clang, err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	t := s.parse(out.String())
	t.Failed = err != nil
	return t, nil
}

// banners start the lines that clang prints before its jobs.
var banners = []string{"Target: ", "Thread model: ", "InstalledDir: ", "Build config: ", "Configuration file: ",
	"Found candidate ", "Selected GCC ", "Candidate multilib", "Selected multilib", " (in-process)"}

func isBanner(line string) bool {
	for _, b := range banners {
		if strings.HasPrefix(line, b) {
			return true
		}
	}
	return strings.Contains(line, "clang version ")
}

// Names are the real names of a build that the tokens of a Template represent.
type Names struct {
	Inputs []string // path of each input as the user gave it
	Output string   // path given with -o, or empty
	Cwd    string
	// Spell changes a name derived from that of an input so that no tool takes it for an option;
	// nil: names are used as they are.
	Spell func(string) string
}

// Replacer returns the replacement of every token but TempPrefix.
func (n *Names) Replacer() *strings.Replacer {
	outDir := ""
	if strings.Contains(n.Output, "/") {
		outDir = filepath.Dir(n.Output) + "/"
	}
	spell := n.Spell
	if spell == nil {
		spell = func(s string) string { return s }
	}
	pairs := []string{OutToken, n.Output, tokOutStem, strings.TrimSuffix(n.Output, filepath.Ext(n.Output)), tokCwd, n.Cwd, tokOutDir, outDir}
	for i, in := range n.Inputs {
		base := filepath.Base(in)
		pairs = append(pairs, InToken(i), in, baseToken(i), spell(base), stemToken(i), spell(strings.TrimSuffix(base, filepath.Ext(base))))
	}
	return strings.NewReplacer(pairs...)
}

// Banner returns the output of clang --version, from disk if this clang has been asked before.
func (d *Driver) Banner() string {
	key := d.key(&Query{Args: []string{"--version"}})
	sum := sha256.Sum256([]byte(key))
	file := ""
	if d.Dir != "" {
		file = filepath.Join(d.Dir, "version-"+hex.EncodeToString(sum[:8]))
		if data, err := secure.ReadFile(file); err == nil {
			return string(data)
		}
	}
	out, err := exec.Command(d.LLVM.Clang, "--version").Output()
	if err != nil {
		return fmt.Sprintf("clang version %d\n", d.LLVM.Major)
	}
	if file != "" {
		_ = writeAtomic(file, out)
	}
	return string(out)
}
