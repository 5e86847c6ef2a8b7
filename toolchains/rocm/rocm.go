// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package rocm finds AMD's software and the device libraries in it.
package rocm

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
)

// Search says where AMD's software may be. The zero value searches the usual places, with the
// process's environment.
type Search struct {
	DeviceLibPaths []string // --rocm-device-lib-path, --hip-device-lib-path: directories of .bc files
	ROCmPath       string   // --rocm-path: the only installation looked at
	HIPPath        string   // --hip-path
	Clang          string   // path of the clang in use, links resolved; ROCm's own lies inside an installation
	ResourceDir    string   // clang's resource directory

	Getenv func(string) string // os.Getenv if nil
	FS     fs.FS               // the file system from its root; os.DirFS("/") if nil
}

// An Installation is one of AMD's software, or the parts of it that Debian has.
type Installation struct {
	Root    string // "/opt/rocm-6.4.0", "/usr"
	Version string // "6.4.0"; empty where nothing says it
	From    string // what led to it: a flag, a variable or a place
}

// DeviceLibOptions choose among the control variables of AMD's device libraries.
type DeviceLibOptions struct {
	Processor     string // gfx90a, gfx11-generic; without features
	CodeObject    int    // 4, 5 or 6
	Wavefront64   bool   // after the processor's default and -mwavefrontsize64
	UnsafeMath    bool   // -ffast-math, -funsafe-math-optimizations
	FiniteOnly    bool   // -ffinite-math-only
	FastSqrt      bool   // -fno-hip-fp32-correctly-rounded-divide-sqrt
	FlushDenormal bool   // -fgpu-flush-denormals-to-zero
	Sanitize      bool   // -fgpu-sanitize with -fsanitize=address
	Extra         []string
}

// DeviceLibs are the bitcode files that device code for one processor is linked
// with, in the order of linking.
type DeviceLibs struct {
	Dir      string   // the directory they are from
	From     string   // what led to it
	Files    []string // paths
	Fallback bool     // gohipcc's own libraries over libclc, no ROCm's
	Notes    []string // preferred candidates that were rejected, and why
}

// DeviceLibError reports that no device libraries on this machine fit a processor. There is one of
// it however many processors a program is built for.
type DeviceLibError struct {
	Processors []string
	Searched   []string // path: what is wrong with it
	Packages   string   // what to install
}

// Error implements error.
func (e *DeviceLibError) Error() string {
	return fmt.Sprintf("no AMD device libraries for %s; searched:\n  %s\n%s",
		strings.Join(e.Processors, ", "), strings.Join(e.Searched, "\n  "), e.Packages)
}

// rocmPackages is the advice of a DeviceLibError.
const rocmPackages = "install ROCm's rocm-device-libs (Debian: rocm-device-libs), or libclc-22 and rebuild gohipcc's own libraries with `make devicelib`; " +
	"name a directory with --rocm-device-lib-path=DIR or an installation with --rocm-path=DIR; -nogpulib compiles without"

// bitcodeDirs are the places of the bitcode below an installation's root: ROCm since
// 3.9, ROCm 5.7 to 7 (inside its clang's resource directory, with or without lib),
// Spack, Debian 12, Debian 13 and later.
var bitcodeDirs = []string{
	"amdgcn/bitcode",
	"lib/amdgcn/bitcode",
	"lib/llvm/lib/clang/*/lib/amdgcn/bitcode",
	"lib/llvm/lib/clang/*/amdgcn/bitcode",
	"llvm/lib/clang/*/lib/amdgcn/bitcode",
	"llvm/amdgcn/bitcode",
	"lib/llvm/amdgcn/bitcode",
	"lib/x86_64-linux-gnu/amdgcn/bitcode",
	"lib/aarch64-linux-gnu/amdgcn/bitcode",
	"lib/llvm-*/lib/clang/*/lib/amdgcn/bitcode",
	"lib/llvm-*/lib/clang/*/amdgcn/bitcode",
	"lib/llvm-*/amdgcn/bitcode",
	"share/amdgcn/bitcode",
	"lib/bitcode",
	"lib",
}

func (s *Search) getenv(name string) string {
	if s.Getenv != nil {
		return s.Getenv(name)
	}
	return secure.Getenv(name)
}

// rel converts an absolute path to one of fs.FS.
func rel(p string) string {
	p = strings.TrimPrefix(path.Clean(filepath.ToSlash(p)), "/")
	if p == "" {
		return "."
	}
	return p
}

func (s *Search) fsys() fs.FS {
	if s.FS != nil {
		return s.FS
	}
	return os.DirFS("/")
}

func (s *Search) isDir(p string) bool {
	st, err := fs.Stat(s.fsys(), rel(p))
	return err == nil && st.IsDir()
}

func (s *Search) isFile(p string) bool {
	st, err := fs.Stat(s.fsys(), rel(p))
	return err == nil && !st.IsDir()
}

// glob expands a pattern, newest version first.
func (s *Search) glob(pattern string) []string {
	if !strings.Contains(pattern, "*") {
		if s.isDir(pattern) {
			return []string{pattern}
		}
		return nil
	}
	found, err := fs.Glob(s.fsys(), rel(pattern))
	if err != nil {
		return nil
	}
	sort.SliceStable(found, func(i, j int) bool { return newer(found[i], found[j]) })
	for i := range found {
		found[i] = "/" + found[i]
	}
	return found
}

var digits = lazyregexp.New(`[0-9]+`)

// newer orders paths by the numbers in them, highest first.
func newer(a, b string) bool {
	x, y := digits.FindAllString(a, -1), digits.FindAllString(b, -1)
	for i := 0; i < len(x) && i < len(y); i++ {
		m, _ := strconv.Atoi(x[i])
		n, _ := strconv.Atoi(y[i])
		if m != n {
			return m > n
		}
	}
	return len(x) > len(y)
}

// roots returns the places where an installation may be, in order of preference, each with what led
// to it. A path that the user named is the only one.
func (s *Search) roots() []Installation {
	if s.ROCmPath != "" {
		return []Installation{{Root: s.ROCmPath, From: "--rocm-path"}}
	}
	if p := s.getenv("ROCM_PATH"); p != "" {
		return []Installation{{Root: p, From: "ROCM_PATH"}}
	}
	var out []Installation
	seen := map[string]bool{}
	add := func(root, from string) {
		if root = path.Clean(root); root != "." && !seen[root] {
			seen[root] = true
			out = append(out, Installation{Root: root, From: from})
		}
	}
	for _, p := range []struct{ root, from string }{{s.HIPPath, "--hip-path"}, {s.getenv("HIP_PATH"), "HIP_PATH"}} {
		if p.root != "" {
			add(p.root, p.from)
			// Up to ROCm 5 the HIP installation was the directory hip in ROCm's.
			if path.Base(path.Clean(p.root)) == "hip" {
				add(path.Dir(path.Clean(p.root)), p.from)
			}
		}
	}
	if s.Clang != "" {
		// ROCm's clang is <root>/llvm/bin, <root>/lib/llvm/bin or <root>/bin.
		dir := path.Dir(path.Dir(filepath.ToSlash(s.Clang)))
		if path.Base(dir) == "llvm" {
			dir = path.Dir(dir)
			if path.Base(dir) == "lib" {
				dir = path.Dir(dir)
			}
		}
		if dir != "/usr" {
			add(dir, "the place of clang")
		}
	}
	add("/opt/rocm", "default")
	// More than one version beside each other: the newest.
	for _, p := range s.glob("/opt/rocm-*") {
		add(p, "default")
	}
	add("/usr/local", "default")
	add("/usr", "default")
	return out
}

var hipVersion = lazyregexp.New(`(?m)^\s*HIP_VERSION_(MAJOR|MINOR|PATCH)=([0-9]+)`)

// version reads an installation's release.
func (s *Search) version(root string) string {
	for _, p := range []string{".info/version", ".info/version-dev"} {
		if data, err := fs.ReadFile(s.fsys(), rel(path.Join(root, p))); err == nil {
			v, _, _ := strings.Cut(strings.TrimSpace(string(data)), "-")
			return v
		}
	}
	for _, p := range []string{"share/hip/version", "bin/.hipVersion", "hip/bin/.hipVersion"} {
		data, err := fs.ReadFile(s.fsys(), rel(path.Join(root, p)))
		if err != nil {
			continue
		}
		part := map[string]string{}
		for _, m := range hipVersion.FindAllStringSubmatch(string(data), -1) {
			part[m[1]] = m[2]
		}
		if part["MAJOR"] != "" {
			return strings.TrimSuffix(part["MAJOR"]+"."+part["MINOR"]+"."+part["PATCH"], ".")
		}
	}
	return ""
}

// Find returns the first installation that has HIP's headers, and the places searched.
func (s *Search) Find() (*Installation, []string) {
	var tried []string
	for _, r := range s.roots() {
		if s.isFile(path.Join(r.Root, "include/hip/hip_runtime.h")) {
			r.Version = s.version(r.Root)
			return &r, append(tried, r.Root)
		}
		tried = append(tried, r.Root)
	}
	return nil, tried
}

// Missing returns, for each place where an installation may be, why there is none.
func (s *Search) Missing() []string {
	var out []string
	for _, r := range s.roots() {
		why := "no include/hip/hip_runtime.h"
		switch {
		case !s.isDir(r.Root):
			why = "no such directory"
		case s.isFile(path.Join(r.Root, "include/hip/hip_runtime.h")):
			why = "HIP's headers, but no device libraries"
		}
		out = append(out, fmt.Sprintf("%s (%s): %s", r.Root, r.From, why))
	}
	return out
}

// DeviceLibs chooses the device libraries for code objects of one processor. ROCm's
// come first, in clang's search order; fallback is a directory of gohipcc's own.
func (s *Search) DeviceLibs(o DeviceLibOptions, fallback string) (*DeviceLibs, error) {
	type place struct {
		dir, from string
		fallback  bool
	}
	var places []place
	fail := &DeviceLibError{Processors: []string{o.Processor}, Packages: rocmPackages}
	if len(s.DeviceLibPaths) == 0 {
		if p := s.getenv("HIP_DEVICE_LIB_PATH"); p != "" {
			for _, d := range filepath.SplitList(p) {
				places = append(places, place{dir: d, from: "HIP_DEVICE_LIB_PATH"})
			}
		}
	}
	for _, d := range s.DeviceLibPaths {
		places = append(places, place{dir: d, from: "--rocm-device-lib-path"})
	}
	if len(places) == 0 {
		if s.ResourceDir != "" {
			for _, d := range []string{"lib/amdgcn/bitcode", "amdgcn/bitcode"} {
				places = append(places, place{dir: path.Join(s.ResourceDir, d), from: "clang's resource directory"})
			}
		}
		for _, r := range s.roots() {
			none := true
			for _, d := range bitcodeDirs {
				for _, found := range s.glob(path.Join(r.Root, d)) {
					if s.isFile(path.Join(found, "ocml.bc")) || s.isFile(path.Join(found, "ocml.amdgcn.bc")) {
						places = append(places, place{dir: found, from: r.From})
						none = false
					}
				}
			}
			if none {
				fail.Searched = append(fail.Searched, fmt.Sprintf("%s (%s): no ocml.bc in %s or %d other places of it", r.Root, r.From, bitcodeDirs[0], len(bitcodeDirs)-1))
			}
		}
		if fallback != "" {
			places = append(places, place{dir: fallback, from: "gohipcc", fallback: true})
		}
	}
	var notes []string
	for _, p := range places {
		files, why := s.choose(p.dir, o)
		if why == "" {
			return &DeviceLibs{Dir: p.dir, From: p.from, Files: files, Fallback: p.fallback, Notes: notes}, nil
		}
		note := fmt.Sprintf("%s (%s): %s", p.dir, p.from, why)
		notes = append(notes, note)
		fail.Searched = append(fail.Searched, note)
	}
	return nil, fail
}

// choose returns the files of a directory in clang's link order, or an error that says what is
// missing.
func (s *Search) choose(dir string, o DeviceLibOptions) (files []string, why string) {
	if !s.isDir(dir) {
		return nil, "no such directory"
	}
	// Only libraries up to ROCm 5 have this control variable.
	flushes := s.isFile(path.Join(dir, "oclc_daz_opt_off.bc"))
	for _, names := range o.libraries(flushes) {
		f := s.library(dir, names)
		switch missing := strings.Join(names, ".bc or ") + ".bc"; {
		case f != "":
			files = append(files, f)
		case strings.HasPrefix(missing, isaLibrary):
			return nil, fmt.Sprintf("it does not know %s (no %s)", o.Processor, missing)
		default:
			return nil, "it has no " + missing
		}
	}
	for _, n := range o.Extra {
		f := n
		if !filepath.IsAbs(n) {
			n = strings.TrimSuffix(n, ".bc")
			if f = s.library(dir, []string{n}); f == "" {
				return nil, "it has no " + n + ".bc"
			}
		} else if !s.isFile(n) {
			return nil, "no file " + n
		}
		files = append(files, f)
	}
	return files, ""
}

// library returns the first of the named files that dir has, or "".
func (s *Search) library(dir string, names []string) string {
	for _, n := range names {
		for _, ext := range []string{".bc", ".amdgcn.bc"} {
			if p := path.Join(dir, n+ext); s.isFile(p) {
				return p
			}
		}
	}
	return ""
}

// isaLibrary is the prefix of the names of libraries for a processor.
const isaLibrary = "oclc_isa_version_"

// libraries returns the names of the libraries to link, in clang's order; where there are
// alternatives, the first that exists is used. flushes: there are libraries for
// -fgpu-flush-denormals-to-zero.
func (o *DeviceLibOptions) libraries(flushes bool) [][]string {
	var list [][]string
	add := func(names ...string) { list = append(list, names) }
	flag := func(name string, on bool) {
		if on {
			add(name + "_on")
		} else {
			add(name + "_off")
		}
	}
	if o.Sanitize {
		add("asanrtl")
	}
	add("ocml")
	add("ockl")
	if flushes {
		flag("oclc_daz_opt", o.FlushDenormal)
	}
	flag("oclc_unsafe_math", o.UnsafeMath)
	flag("oclc_finite_only", o.FiniteOnly)
	flag("oclc_correctly_rounded_sqrt", !o.FastSqrt)
	flag("oclc_wavefrontsize64", o.Wavefront64)
	add(isaLibrary + strings.TrimPrefix(o.Processor, "gfx"))
	abi := []string{"oclc_abi_version_" + strconv.Itoa(o.CodeObject*100)}
	if o.CodeObject > 5 {
		// Version 6 passes arguments as 5 does; older libraries have no file for it.
		abi = append(abi, "oclc_abi_version_500")
	}
	add(abi...)
	return list
}
