// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// machine returns a doctor for an otherwise empty machine with the named files and their text,
// under a temporary root and in a temporary installation.
func machine(t *testing.T, system, installed map[string]string) *doctor {
	t.Helper()
	dir := t.TempDir()
	write := func(root string, files map[string]string) {
		for name, text := range files {
			p := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(p, []byte(text), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	root, prefix := filepath.Join(dir, "root"), filepath.Join(dir, "prefix")
	write(root, system)
	write(prefix, installed)
	return &doctor{
		ctx:    context.Background(),
		root:   root,
		env:    func(string) string { return "" },
		run:    func(context.Context, string, ...string) ([]byte, error) { return nil, errors.New("exit status 1") },
		prefix: &toolchains.Prefix{Root: prefix, Self: filepath.Join(prefix, "bin", "gohipcc")},
	}
}

func TestDoctorChecks(t *testing.T) {
	libs := map[string]string{"lib/gohip/gohip-nvptx64.bc": ""}
	for _, name := range defaultLibraries {
		libs["lib/gohip/"+name] = ""
	}
	noCPU := maps.Clone(libs)
	delete(noCPU, "lib/gohip/gohip-cpu.bc")
	tests := []struct {
		name              string
		system, installed map[string]string
		look              func(*doctor, *finding)
		state             state
		version           string
		mention           string // in a detail, a searched path or the advice
	}{
		{"no driver", nil, nil, (*doctor).icds, missing, "", "/etc/OpenCL/vendors/*.icd"},
		{"pocl", map[string]string{"etc/OpenCL/vendors/pocl.icd": "libpocl.so.2\n"}, nil, (*doctor).icds, found, "", "pocl.icd: libpocl.so.2"},
		{"driver without its library", map[string]string{"etc/OpenCL/vendors/x.icd": "/opt/x/libx.so\n"}, nil, (*doctor).icds, found, "", "/opt/x/libx.so (no such file)"},
		{"no device", nil, nil, (*doctor).devices, missing, "", "pocl-opencl-icd"},
		{"no headers", nil, nil, (*doctor).headers, missing, "", "make build"},
		{"headers", nil, map[string]string{"include/hip/hip_runtime.h": ""}, (*doctor).headers, found, "", ""},
		{"shim without core", nil, map[string]string{"lib/libgohip.so": ""}, (*doctor).libgohip, missing, "", "libgohip_core.so"},
		{"core without shim", nil, map[string]string{"lib/libgohip_core.so": ""}, (*doctor).libgohip, missing, "", "libgohip.so"},
		{"no CPU library", nil, noCPU, (*doctor).deviceLibrary, missing, "", "gohip-cpu.bc"},
		{"no AMD library", nil, libs, (*doctor).deviceLibrary, found, "", "AMD targets without ROCm"},
		{"no ROCm", nil, nil, (*doctor).rocm, missing, "", "libclc"},
		{"ROCm", map[string]string{"opt/rocm/.info/version": "6.4.3-123\n", "opt/rocm/amdgcn/bitcode/ocml.bc": ""}, nil, (*doctor).rocm, found, "6.4.3-123", "/opt/rocm/amdgcn/bitcode is there"},
		{"no ocloc", nil, nil, func(d *doctor, f *finding) {
			t.Setenv("GOHIPCC_OCLOC", "/nonexistent/ocloc")
			d.ocloc(f)
		}, missing, "", "intel-ocloc"},
		{"CUDA library, no GPU", map[string]string{"usr/lib/x86_64-linux-gnu/libcuda.so.1": ""}, nil, (*doctor).cuda, found, "", "no /dev/nvidia0"},
		{"NVIDIA", map[string]string{"usr/lib/x86_64-linux-gnu/libcuda.so.1": "", "dev/nvidia0": "", "proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05  x\n"}, nil, (*doctor).cuda, found, "driver 580.95.05", "GPU devices: 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := machine(t, tt.system, tt.installed)
			f := finding{State: found}
			tt.look(d, &f)
			if f.State != tt.state || f.Version != tt.version {
				t.Errorf("state %q version %q, want %q %q", f.State, f.Version, tt.state, tt.version)
			}
			text := strings.Join(append(append(f.Details, f.Searched...), f.Advice), "\n")
			if !strings.Contains(text, tt.mention) {
				t.Errorf("nothing mentions %q:\n%s", tt.mention, text)
			}
		})
	}
}

// A missing required thing makes the report an error; a missing optional one does not.
func TestDoctorReport(t *testing.T) {
	all := make([]finding, len(checks))
	for i, c := range checks {
		all[i] = finding{Section: c.section, Name: c.name, Needed: c.needed, State: found}
	}
	var b strings.Builder
	if err := report(&b, all, false); err != nil || !strings.Contains(b.String(), "run on this machine") {
		t.Errorf("all found: %v\n%s", err, b.String())
	}
	for i, c := range checks {
		for _, s := range []state{missing, broken} {
			if s == missing && !c.required {
				continue // examine turns it into optional
			}
			all[i].State = s
			b.Reset()
			if err := report(&b, all, false); (err != nil) != c.required {
				t.Errorf("%s %s: error %v, required %v", c.name, s, err, c.required)
			}
			if !strings.Contains(b.String(), c.needed) {
				t.Errorf("%s %s: the report does not say what it is needed for:\n%s", c.name, s, b.String())
			}
		}
		all[i].State = found
	}
}

// The JSON form holds every check, with its state.
func TestDoctorJSON(t *testing.T) {
	d := machine(t, nil, nil)
	var b strings.Builder
	if err := report(&b, d.examine(), true); err == nil {
		t.Error("an empty machine is reported as complete")
	}
	var got []finding
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(checks) {
		t.Fatalf("%d findings, want %d", len(got), len(checks))
	}
	for i, f := range got {
		if f.Name != checks[i].name || f.State == "" {
			t.Errorf("finding %d is %q %q, want %q", i, f.Name, f.State, checks[i].name)
		}
	}
}

// Each driver is loaded in a process of its own.
func TestDoctorDrivers(t *testing.T) {
	d := machine(t, map[string]string{"etc/OpenCL/vendors/a.icd": "liba.so\n", "etc/OpenCL/vendors/b.icd": "libb.so\n", "etc/OpenCL/vendors/c.icd": "libc.so\n"}, nil)
	d.run = func(_ context.Context, _ string, args ...string) ([]byte, error) {
		switch {
		case strings.HasSuffix(args[0], "/a.icd") && args[1] == "OCL_ICD_FILENAMES=liba.so":
			return []byte(`[{"backend": "opencl", "lacks": []}, {"backend": "cuda"}, {"backend": "opencl"}]`), nil
		case strings.HasSuffix(args[0], "/b.icd"):
			return []byte("gohipcc: error: no device: platform B: it has no device\n"), errors.New("exit status 1")
		}
		return nil, errors.New("signal: segmentation fault")
	}
	f := finding{State: found}
	d.icds(&f)
	want := "a.icd: liba.so: 2 devices\nb.icd: libb.so: no device: platform B: it has no device\nc.icd: libc.so: no device: signal: segmentation fault"
	if got := strings.Join(f.Details, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A tool that prints a version and one that fails.
func TestDoctorVersion(t *testing.T) {
	d := machine(t, nil, nil)
	d.run = func(context.Context, string, ...string) ([]byte, error) {
		return []byte("Debian clang version 22.1.8 (++2026)\n"), nil
	}
	f := finding{State: found}
	d.version(&f, "clang", "--version")
	if f.Version != "22.1.8" || f.State != found {
		t.Errorf("got %+v", f)
	}
	d.run = func(context.Context, string, ...string) ([]byte, error) { return nil, errors.New("signal: killed") }
	d.version(&f, "clang", "--version")
	if f.State != broken || !strings.Contains(strings.Join(f.Details, " "), "signal: killed") {
		t.Errorf("got %+v", f)
	}
}

// TestDoctorTranslator: Debian's translator has LLVM's major in its name. That of another LLVM is
// named, and not used.
func TestDoctorTranslator(t *testing.T) {
	d := machine(t, map[string]string{"bin/llvm-spirv-18": "", "bin/llvm-spirv-22": ""}, nil)
	bin, link := filepath.Join(d.root, "bin"), filepath.Join(d.root, "link")
	if err := os.Symlink(bin, link); err != nil {
		t.Fatal(err)
	}
	d.env = func(name string) string {
		if name == "PATH" {
			return bin + ":" + link
		}
		return ""
	}
	d.run = func(_ context.Context, name string, _ ...string) ([]byte, error) {
		_, major, _ := strings.Cut(filepath.Base(name), "llvm-spirv-")
		return []byte("llvm-spirv\nLLVM version " + major + ".1.8\n"), nil
	}
	for major, want := range map[int]string{22: filepath.Join(bin, "llvm-spirv-22"), 18: filepath.Join(bin, "llvm-spirv-18"), 21: ""} {
		d.llvm = &clang.LLVM{Bin: filepath.Join(d.root, "none"), Major: major}
		f := finding{State: found}
		d.translator(&f)
		if f.Path != want || (f.State == missing) != (want == "") {
			t.Errorf("LLVM %d: %+v, want %q", major, f, want)
		}
		if text := strings.Join(f.Details, "\n"); want == "" && strings.Count(text, "llvm-spirv-18 is of LLVM 18.1.8: not used with LLVM 21") != 1 {
			t.Errorf("LLVM %d: %s", major, text)
		}
	}
}
