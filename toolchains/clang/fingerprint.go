// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/internal/secure"
)

// Fingerprint is the state of the files that clang's answer to a query depends on, besides its
// arguments: templates are cached under it, so that clang is asked again after something was
// installed or removed.
type Fingerprint struct {
	facts []string
	// Relative is set if a path of the query is relative: then the template depends on the working
	// directory.
	Relative bool
}

// Stamp describes the state of a file or directory: its size and time of change,
// or its absence.
func Stamp(path string) string {
	st, err := os.Stat(path)
	if err != nil {
		return path + " -"
	}
	return fmt.Sprintf("%s %d %d", path, st.Size(), st.ModTime().UnixNano())
}

// rocmProbes are the places below a ROCm root that clang looks at: those whose
// listing or content decides a template.
var rocmProbes = []string{"", "bin", "bin/.hipVersion", "include", "include/hip", "lib", "lib64", "lib/llvm", "lib/llvm/bin",
	"llvm", "llvm/bin", "share", "share/hip", "share/hip/version", "amdgcn", "amdgcn/bitcode", "lib/bitcode",
	"lib/hip-device-lib", "lib/clang", "lib/amdgcn", "lib/amdgcn/bitcode"}

// systemProbes are the places below a root of a system that clang looks at for
// its GCC installation, start files, libraries and ROCm.
var systemProbes = []string{"", "bin", "include", "lib", "lib64", "lib32", "lib/gcc", "lib/gcc/*", "lib/gcc/*/*", "usr", "usr/bin",
	"usr/include", "usr/include/c++", "usr/lib", "usr/lib64", "usr/lib/gcc", "usr/lib/gcc/*", "usr/lib/gcc/*/*",
	"usr/local", "opt", "opt/rocm*", "opt/rocm*/bin/.hipVersion", "opt/rocm*/share/hip/version", "opt/rocm*/amdgcn/bitcode"}

// toolProbes are what clang uses from a folder of -B. The folder itself is not probed: a build may
// write into it.
var toolProbes = []string{"ld", "ld.lld", "ld.gold", "as", "clang", "lld", "llvm-ar", "crt1.o", "Scrt1.o", "gcrt1.o", "crti.o", "crtn.o",
	"crtbegin.o", "crtbeginS.o", "crtbeginT.o", "crtend.o", "crtendS.o", "include", "lib/gcc/*/*"}

// probes lists, by the prefix of an argument that names a directory or file, what below it is part
// of the fingerprint.
var probes = []struct {
	prefix string
	below  []string
}{
	{"--rocm-path=", rocmProbes},
	{"--hip-path=", rocmProbes},
	{"--rocm-device-lib-path=", []string{""}},
	{"--hip-device-lib-path=", []string{""}},
	{"--hipstdpar-path=", []string{""}},
	{"--hipstdpar-thrust-path=", []string{"", "thrust"}},
	{"--hipstdpar-prim-path=", []string{"", "rocprim"}},
	{"--sysroot=", systemProbes},
	{"--gcc-toolchain=", systemProbes},
	{"--gcc-install-dir=", []string{"", ".."}},
	{"--config=", []string{""}},
	{"-B", toolProbes},
}

// Below adds the state of places below root; a pattern may have an asterisk.
func (e *Fingerprint) Below(root string, places []string) {
	if root == "" {
		return
	}
	e.Relative = e.Relative || !filepath.IsAbs(root)
	for _, b := range places {
		path := filepath.Join(root, b)
		if !strings.Contains(b, "*") {
			e.facts = append(e.facts, Stamp(path))
			continue
		}
		found, _ := filepath.Glob(path)
		for _, f := range found {
			e.facts = append(e.facts, Stamp(f))
		}
	}
}

// Options adds the state of the files that options of a command line name.
func (e *Fingerprint) Options(args []string) {
	for i, a := range args {
		if (a == "-B" || a == "--sysroot" || a == "--config") && i+1 < len(args) {
			if a != "-B" {
				a += "="
			}
			a += args[i+1]
		}
		for _, p := range probes {
			if v, ok := strings.CutPrefix(a, p.prefix); ok {
				e.Below(v, p.below)
			}
		}
	}
}

// Environment adds the state of the ROCm roots that variables name, and of those where clang looks
// by default.
func (e *Fingerprint) Environment() {
	for _, v := range []string{"ROCM_PATH", "HIP_PATH"} {
		e.Below(secure.Getenv(v), rocmProbes)
	}
	e.Below(secure.Getenv("HIP_DEVICE_LIB_PATH"), []string{""})
	e.Below("/opt", []string{"rocm*"})
	for _, r := range []string{"/opt/rocm", "/usr/local", "/usr"} {
		e.Below(r, []string{"amdgcn/bitcode", "share/hip/version", "bin/.hipVersion"})
	}
}

// Libraries adds the file type of each input, and of each library of the command line that is an
// archive: clang extracts device code from archives.
func (e *Fingerprint) Libraries(args, inputs []string) {
	for _, f := range inputs {
		e.facts = append(e.facts, f+" is "+fileKind(f))
	}
	var dirs, names []string
	for i, a := range args {
		for _, flag := range []string{"-L", "-l"} {
			v, ok := strings.CutPrefix(a, flag)
			if !ok {
				continue
			}
			if v == "" && i+1 < len(args) {
				v = args[i+1]
			}
			if flag == "-L" {
				dirs = append(dirs, v)
				e.Relative = e.Relative || !filepath.IsAbs(v)
			} else if file, ok := strings.CutPrefix(v, ":"); ok {
				names = append(names, file)
			} else {
				names = append(names, "lib"+v+".a", "lib"+v+".so")
			}
		}
	}
	dirs = append(dirs, filepath.SplitList(secure.Getenv("LIBRARY_PATH"))...)
	for _, d := range dirs {
		for _, n := range names {
			f := filepath.Join(d, n)
			e.facts = append(e.facts, f+" is "+fileKind(f))
		}
	}
}

// fileKind returns the type of a file, by its first bytes.
func fileKind(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "absent"
	}
	defer f.Close()
	var head [8]byte
	n, _ := f.Read(head[:])
	switch k := fatbin.Sniff(head[:n]); {
	case k == fatbin.KindArchive:
		return "an archive"
	case k.IsELF():
		return "ELF"
	case k == fatbin.KindBitcode:
		return "bitcode"
	}
	return "other"
}

// String lists the fingerprint, one fact per line.
func (e *Fingerprint) String() string { return strings.Join(e.facts, "\n") }
