// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"errors"
	"path"
	"strings"
	"testing"
	"testing/fstest"
)

// bitcodeSet is a directory of device libraries as a release has them.
func bitcodeSet(fs fstest.MapFS, dir string, abis []string, isas ...string) {
	names := []string{"ocml", "ockl"}
	for _, v := range []string{"oclc_unsafe_math", "oclc_finite_only", "oclc_correctly_rounded_sqrt", "oclc_wavefrontsize64"} {
		names = append(names, v+"_on", v+"_off")
	}
	for _, a := range abis {
		names = append(names, "oclc_abi_version_"+a)
	}
	for _, i := range isas {
		names = append(names, "oclc_isa_version_"+i)
	}
	for _, n := range names {
		fs[path.Join(dir, n+".bc")] = &fstest.MapFile{Data: []byte("BC")}
	}
}

var v56 = []string{"400", "500", "600"}

func TestDeviceLibsLayouts(t *testing.T) {
	const own = "/own"
	cases := []struct {
		name   string
		set    func(fstest.MapFS)
		search Search
		env    map[string]string
		opts   DeviceLibOptions
		dir    string
		from   string
		notes  int
		files  string
	}{
		{
			name: "ROCm 5.2 to 7: amdgcn/bitcode",
			set:  func(fs fstest.MapFS) { bitcodeSet(fs, "opt/rocm/amdgcn/bitcode", v56, "90a") },
			opts: DeviceLibOptions{Processor: "gfx90a", CodeObject: 6, Wavefront64: true},
			dir:  "/opt/rocm/amdgcn/bitcode", from: "default",
			files: "ocml ockl oclc_unsafe_math_off oclc_finite_only_off oclc_correctly_rounded_sqrt_on oclc_wavefrontsize64_on oclc_isa_version_90a oclc_abi_version_600",
		},
		{
			name: "ROCm 6 and 7: below its clang's resource directory, several releases",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "opt/rocm-6.4.0/lib/llvm/lib/clang/19/lib/amdgcn/bitcode", v56, "1100")
				bitcodeSet(fs, "opt/rocm-7.0.2/lib/llvm/lib/clang/20/lib/amdgcn/bitcode", v56, "1100")
				bitcodeSet(fs, "opt/rocm-6.10.0/lib/llvm/lib/clang/19/lib/amdgcn/bitcode", v56, "1100")
			},
			opts: DeviceLibOptions{Processor: "gfx1100", CodeObject: 5, UnsafeMath: true, FastSqrt: true, FiniteOnly: true},
			dir:  "/opt/rocm-7.0.2/lib/llvm/lib/clang/20/lib/amdgcn/bitcode", from: "default",
			files: "ocml ockl oclc_unsafe_math_on oclc_finite_only_on oclc_correctly_rounded_sqrt_off oclc_wavefrontsize64_off oclc_isa_version_1100 oclc_abi_version_500",
		},
		{
			name: "Debian 12: version 6 falls back to the same version 5, denormals by a file",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "usr/lib/x86_64-linux-gnu/amdgcn/bitcode", []string{"400", "500"}, "90a")
				bitcodeSet(fs, "own", v56, "90a")
				for _, n := range []string{"on", "off"} {
					fs["usr/lib/x86_64-linux-gnu/amdgcn/bitcode/oclc_daz_opt_"+n+".bc"] = &fstest.MapFile{}
				}
			},
			opts: DeviceLibOptions{Processor: "gfx90a", CodeObject: 6, Wavefront64: true},
			dir:  "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode", from: "default",
			files: "ocml ockl oclc_daz_opt_off oclc_unsafe_math_off oclc_finite_only_off oclc_correctly_rounded_sqrt_on oclc_wavefrontsize64_on oclc_isa_version_90a oclc_abi_version_500",
		},
		{
			name: "Debian 12 does not know gfx1201: gohipcc's own",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "usr/lib/x86_64-linux-gnu/amdgcn/bitcode", []string{"400", "500"}, "90a")
				bitcodeSet(fs, "own", v56, "1201")
			},
			opts: DeviceLibOptions{Processor: "gfx1201", CodeObject: 6},
			dir:  own, from: "gohipcc", notes: 1,
		},
		{
			name: "Debian 13: below Debian's LLVM",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode", []string{"400", "500"}, "90a")
			},
			opts: DeviceLibOptions{Processor: "gfx90a", CodeObject: 5, Wavefront64: true},
			dir:  "/usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode", from: "default",
		},
		{
			name: "ROCM_PATH is the only place",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "opt/rocm/amdgcn/bitcode", v56, "90a")
				bitcodeSet(fs, "home/me/rocm/amdgcn/bitcode", v56, "90a")
			},
			env:  map[string]string{"ROCM_PATH": "/home/me/rocm"},
			opts: DeviceLibOptions{Processor: "gfx90a", CodeObject: 6},
			dir:  "/home/me/rocm/amdgcn/bitcode", from: "ROCM_PATH",
		},
		{
			name: "the flag comes before the variable",
			set: func(fs fstest.MapFS) {
				bitcodeSet(fs, "a", v56, "90a")
				bitcodeSet(fs, "b", v56, "90a")
			},
			env:    map[string]string{"HIP_DEVICE_LIB_PATH": "/a"},
			search: Search{DeviceLibPaths: []string{"/b"}},
			opts:   DeviceLibOptions{Processor: "gfx90a", CodeObject: 6},
			dir:    "/b", from: "--rocm-device-lib-path",
		},
		{
			name:   "ROCm's clang leads to its installation",
			set:    func(fs fstest.MapFS) { bitcodeSet(fs, "srv/rocm/amdgcn/bitcode", v56, "9-generic") },
			search: Search{Clang: "/srv/rocm/lib/llvm/bin/clang-20"},
			opts:   DeviceLibOptions{Processor: "gfx9-generic", CodeObject: 6, Wavefront64: true},
			dir:    "/srv/rocm/amdgcn/bitcode", from: "the place of clang",
		},
		{
			name: "HIP_PATH of ROCm 5",
			set:  func(fs fstest.MapFS) { bitcodeSet(fs, "srv/rocm/amdgcn/bitcode", v56, "906") },
			env:  map[string]string{"HIP_PATH": "/srv/rocm/hip"},
			opts: DeviceLibOptions{Processor: "gfx906", CodeObject: 4, Wavefront64: true},
			dir:  "/srv/rocm/amdgcn/bitcode", from: "HIP_PATH",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			fsys := fstest.MapFS{}
			c.set(fsys)
			s := c.search
			s.FS, s.Getenv = fsys, func(n string) string { return c.env[n] }
			got, err := s.DeviceLibs(c.opts, own)
			if err != nil {
				t.Fatal(err)
			}
			if got.Dir != c.dir || got.From != c.from || got.Fallback != (c.dir == own) {
				t.Errorf("found %s by %s (fallback %v), want %s by %s", got.Dir, got.From, got.Fallback, c.dir, c.from)
			}
			if len(got.Notes) != c.notes {
				t.Errorf("notes %q, want %d", got.Notes, c.notes)
			}
			if c.files != "" {
				var names []string
				for _, f := range got.Files {
					names = append(names, strings.TrimSuffix(path.Base(f), ".bc"))
				}
				if g := strings.Join(names, " "); g != c.files {
					t.Errorf("files\n %s\nwant\n %s", g, c.files)
				}
			}
		})
	}
}

func TestDeviceLibsError(t *testing.T) {
	fsys := fstest.MapFS{}
	bitcodeSet(fsys, "usr/lib/x86_64-linux-gnu/amdgcn/bitcode", []string{"400"}, "803")
	s := Search{FS: fsys, Getenv: func(string) string { return "" }}
	_, err := s.DeviceLibs(DeviceLibOptions{Processor: "gfx942", CodeObject: 6}, "/prefix/lib/gohip/amdgcn/bitcode")
	var e *DeviceLibError
	if !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{
		"gfx942", "/opt/rocm (default)", "/usr/local (default)",
		"/usr/lib/x86_64-linux-gnu/amdgcn/bitcode (default): it does not know gfx942 (no oclc_isa_version_942.bc)",
		"/prefix/lib/gohip/amdgcn/bitcode (gohipcc): no such directory",
		"rocm-device-libs", "--rocm-device-lib-path",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q:\n%v", want, err)
		}
	}
	// A directory that the user names is not replaced by another.
	s.DeviceLibPaths = []string{"/nowhere"}
	if _, err := s.DeviceLibs(DeviceLibOptions{Processor: "gfx803", CodeObject: 4}, "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode"); err == nil ||
		!strings.Contains(err.Error(), "/nowhere (--rocm-device-lib-path): no such directory") {
		t.Errorf("error %v", err)
	}
}

func TestFindROCm(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	fsys := fstest.MapFS{
		"opt/rocm-6.4.1/include/hip/hip_runtime.h": file(""),
		"opt/rocm-6.4.1/.info/version":             file("6.4.1-83\n"),
		"usr/include/hip/hip_runtime.h":            file(""),
		"usr/share/hip/version":                    file("# auto\nHIP_VERSION_MAJOR=5\nHIP_VERSION_MINOR=2\nHIP_VERSION_PATCH=21153\n"),
	}
	s := Search{FS: fsys, Getenv: func(string) string { return "" }}
	r, tried := s.Find()
	if r == nil || r.Root != "/opt/rocm-6.4.1" || r.Version != "6.4.1" {
		t.Errorf("found %+v after %q", r, tried)
	}
	s.ROCmPath = "/usr"
	if r, _ = s.Find(); r == nil || r.Version != "5.2.21153" || r.From != "--rocm-path" {
		t.Errorf("found %+v", r)
	}
	s.ROCmPath = "/empty"
	if r, tried = s.Find(); r != nil || len(tried) != 1 {
		t.Errorf("found %+v after %q", r, tried)
	}
}
