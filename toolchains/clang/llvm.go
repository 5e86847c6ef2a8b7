// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gohipcc/internal/secure"
)

// LLVM is an installed LLVM with clang.
type LLVM struct {
	Bin   string // directory of clang, lld and the other tools, links resolved
	Clang string // path of the clang binary in Bin
	Major int    // 19 to 23
}

// MinLLVM and MaxLLVM bound the LLVM majors that gohipcc drives; the newest
// release known to pass the project's tests comes first in a search.
const (
	MinLLVM = 19
	MaxLLVM = 23
)

// preferredMajors is the order in which majors are searched.
var preferredMajors = []int{22, 23, 21, 20, 19}

// MissingError reports a tool or library that is not installed, with the paths searched and what to
// install.
type MissingError struct {
	What    string   // "clang (LLVM 19 to 23)"
	Needed  string   // what it is needed for; may be empty
	Tried   []string // every path that was looked at, in order
	Install string   // what to do about it
}

// Error implements error: one message with every path that was searched.
func (e *MissingError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "cannot find %s", e.What)
	if e.Needed != "" {
		fmt.Fprintf(&b, ", needed %s", e.Needed)
	}
	if len(e.Tried) > 0 {
		fmt.Fprintf(&b, "; looked for\n    %s", strings.Join(e.Tried, "\n    "))
	}
	if e.Install != "" {
		fmt.Fprintf(&b, "\n  to get it: %s", e.Install)
	}
	return b.String()
}

// FindLLVM returns the LLVM to use: the one at where (a prefix, its bin directory or a clang
// binary) if that is not empty, else the one that the environment variable GOHIP_LLVM names, else
// the first of the supported majors, in Debian's layout or on PATH.
func FindLLVM(where string) (*LLVM, error) {
	if where == "" {
		where = secure.Getenv("GOHIP_LLVM")
	}
	var tried []string
	try := func(clang string) *LLVM {
		tried = append(tried, clang)
		real, err := filepath.EvalSymlinks(clang)
		if err != nil {
			return nil
		}
		if st, err := os.Stat(real); err != nil || st.IsDir() || st.Mode()&0o111 == 0 {
			return nil
		}
		bin := filepath.Dir(real)
		major := majorOf(bin, real)
		if major == 0 {
			return nil
		}
		return &LLVM{Bin: bin, Clang: filepath.Join(bin, "clang"), Major: major}
	}
	if where != "" {
		for _, c := range []string{filepath.Join(where, "bin", "clang"), filepath.Join(where, "clang"), where} {
			if l := try(c); l != nil {
				return l, nil
			}
		}
		return nil, &MissingError{What: "clang in " + where, Tried: tried,
			Install: "name the prefix of an LLVM installation (19 to 23) with clang and lld"}
	}
	for _, m := range preferredMajors {
		if l := try(fmt.Sprintf("/usr/lib/llvm-%d/bin/clang", m)); l != nil {
			return l, nil
		}
	}
	for _, dir := range filepath.SplitList(secure.Getenv("PATH")) {
		for _, m := range preferredMajors {
			if l := try(filepath.Join(dir, "clang-"+strconv.Itoa(m))); l != nil {
				return l, nil
			}
		}
		if l := try(filepath.Join(dir, "clang")); l != nil {
			return l, nil
		}
	}
	return nil, &MissingError{What: "clang (LLVM 19 to 23)", Tried: tried,
		Install: "apt-get install clang-22 lld-22, or set GOHIP_LLVM to an LLVM prefix"}
}

// majorOf determines LLVM's major from the layout of the installation: the name of the prefix, of
// the binary, or of the only resource directory. No process is run for it. It returns 0 if the
// major is not supported.
func majorOf(bin, clang string) int {
	prefix := filepath.Dir(bin)
	for _, name := range []string{filepath.Base(prefix), filepath.Base(clang)} {
		if i := strings.LastIndexByte(name, '-'); i >= 0 {
			if n, err := strconv.Atoi(name[i+1:]); err == nil && n >= MinLLVM && n <= MaxLLVM {
				return n
			}
		}
	}
	found := 0
	for m := MinLLVM; m <= MaxLLVM; m++ {
		if _, err := os.Stat(filepath.Join(prefix, "lib", "clang", strconv.Itoa(m))); err == nil {
			found = m
		}
	}
	return found
}

// Tool returns the path of an LLVM tool of this installation, for example
// "lld" or "clang-offload-bundler".
func (l *LLVM) Tool(name string) (string, error) {
	cands := []string{filepath.Join(l.Bin, name)}
	for _, dir := range filepath.SplitList(secure.Getenv("PATH")) {
		cands = append(cands, filepath.Join(dir, name+"-"+strconv.Itoa(l.Major)))
	}
	for _, c := range cands {
		if isExecutable(c) {
			return c, nil
		}
	}
	return "", &MissingError{What: name, Tried: cands, Install: packageOf(name, l.Major)}
}

// packagesOf maps an LLVM tool to the Debian package that has it.
var packagesOf = map[string]string{
	"lld":                   "lld-%d",
	"ld.lld":                "lld-%d",
	"clang-offload-bundler": "clang-tools-%d",
	"clang-linker-wrapper":  "clang-tools-%d",
	"llvm-link":             "llvm-%d",
	"opt":                   "llvm-%d",
	"llvm-ar":               "llvm-%d",
}

func packageOf(tool string, major int) string {
	if p, ok := packagesOf[tool]; ok {
		return "apt-get install " + fmt.Sprintf(p, major)
	}
	return fmt.Sprintf("install %s of LLVM %d", tool, major)
}

func isExecutable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && !st.IsDir() && st.Mode()&0o111 != 0
}

// Identity returns a string that changes whenever this clang, or anything beside it that its
// command lines depend on, changes: the binary and its libraries, its configuration files, and the
// GCC installations whose headers and start files it uses.
func (l *LLVM) Identity() string {
	var b strings.Builder
	stamp := func(path string) {
		st, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			fmt.Fprintf(&b, "%s!%v|", path, err)
			return
		}
		fmt.Fprintf(&b, "%s %d %d|", path, st.Size(), st.ModTime().UnixNano())
	}
	prefix := filepath.Dir(l.Bin)
	stamp(l.Clang)
	stamp(filepath.Join(l.Bin, "clang.cfg"))
	stamp(filepath.Join(l.Bin, "clang++.cfg"))
	stamp(filepath.Join(l.Bin, "lld"))
	for _, path := range l.libraries() {
		stamp(path)
	}
	resources := fmt.Sprintf("%s/lib/clang/%d", prefix, l.Major)
	for _, d := range []string{"include", "lib", "lib/linux"} { // the sanitizers' runtimes are in lib
		stamp(filepath.Join(resources, d))
	}
	for _, d := range []string{"/usr/lib/gcc/x86_64-linux-gnu", "/usr/lib/gcc/aarch64-linux-gnu", "/usr/include/c++", "/usr/local/include"} {
		stamp(d)
	}
	return b.String()
}

// libraries returns the files of the libraries that clang consists of: below its prefix, or where
// Debian puts them if llvm-22-dev, which has the links, is not installed.
func (l *LLVM) libraries() []string {
	dirs := []string{filepath.Join(filepath.Dir(l.Bin), "lib")}
	multiarch, _ := filepath.Glob(filepath.Join(filepath.Dir(l.Bin), "..", "*-linux-gnu"))
	dirs = append(dirs, multiarch...)
	var out []string
	for _, lib := range []string{"libclang-cpp", "libLLVM"} {
		for _, dir := range dirs {
			if path := filepath.Join(dir, lib+".so."+strconv.Itoa(l.Major)+".1"); isReadable(path) {
				out = append(out, path)
				break
			}
		}
	}
	return out
}

// Fingerprint returns a string that changes whenever what this LLVM compiles may change, and is the
// same on every machine that has this LLVM: the contents of clang, its libraries, the linker and
// the SPIR-V translator.
func (l *LLVM) Fingerprint() (string, error) {
	files := append([]string{l.Clang, filepath.Join(l.Bin, "lld")}, l.libraries()...)
	if path, err := l.Tool("llvm-spirv"); err == nil {
		files = append(files, path)
	}
	var b strings.Builder
	for _, f := range files {
		id, err := BuildID(f)
		if errors.Is(err, fs.ErrNotExist) {
			id = "none"
		} else if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "%s %s|", filepath.Base(f), id)
	}
	return b.String(), nil
}

func isReadable(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// BuildID identifies the content of a program or library: by the build ID that its linker wrote
// into it, else by the hash of the file.
func BuildID(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if e, err := elf.NewFile(f); err == nil {
		// Go's own build ID comes first: it is a hash of the link's inputs.
		for _, name := range []string{".note.go.buildid", ".note.gnu.build-id"} {
			if s := e.Section(name); s != nil {
				if note, err := s.Data(); err == nil && len(note) > 16 {
					return hex.EncodeToString(note[16:]), nil
				}
			}
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
