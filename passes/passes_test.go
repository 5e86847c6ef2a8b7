// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/passes"
	"gohipcc/passes/devicelink"
)

// The tests run device links as the driver does: in a process of their own, which is this test
// binary.
const linkMode = "GOHIP_TEST_DEVICE_LINK"

func TestMain(m *testing.M) {
	if os.Getenv(linkMode) != "" {
		os.Exit(devicelink.Main(os.Args[1:], nil, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// deviceLink runs `gohipcc -device-link` and returns its exit status and output.
func deviceLink(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), linkMode+"=1")
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &msg
	if err := cmd.Run(); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			t.Fatal(err)
		}
		status = exit.ExitCode()
	}
	return status, out.String(), msg.String()
}

// tool finds a tool of LLVM or SPIRV-Tools.
func tool(t *testing.T, names ...string) string {
	t.Helper()
	for _, n := range names {
		if p, err := exec.LookPath(n); err == nil {
			return p
		}
	}
	t.Fatalf("none of %s found; scripts/setup.sh installs them", strings.Join(names, ", "))
	return ""
}

const spirvTarget = "--target=spirv64-unknown-unknown"

// TestWarnings links every testdata/*.ll with WARNING lines: they are all warnings, in their order.
func TestWarnings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil {
		t.Fatal(err)
	}
	warning, tested := regexp.MustCompile(`(?m)^; WARNING: (.*\n)`), 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for _, m := range warning.FindAllSubmatch(text, -1) {
			want += "gohipcc: warning: " + string(m[1])
		}
		if want == "" {
			continue
		}
		tested++
		status, _, stderr := deviceLink(t, spirvTarget, "-O1", "-o", filepath.Join(t.TempDir(), "out"), file)
		if status != 0 || stderr != want {
			t.Errorf("%s: status %d, stderr:\n%s\nwant 0 and:\n%s", file, status, stderr, want)
		}
	}
	if tested == 0 {
		t.Error("no file of testdata has WARNING lines")
	}
}

// TestGolden runs every testdata/*.ll: the RUN line gives the arguments, and
// FileCheck compares what is printed with the CHECK lines. ERROR lines ask for a
// failure with that text; VALIDATE asks for SPIR-V that the validator accepts, at -O0
// and at -O3. Every pass of every target has a file that shows its effect: one that prints the IR
// after it, or says so in a PASS line where the effect is in the output or in an error.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ll")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	shown := map[string]bool{}
	directive := regexp.MustCompile(`(?m)^; (?:RUN: .*--print-after=|PASS: )(\S+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range directive.FindAllSubmatch(text, -1) {
			shown[string(m[1])] = true
		}
	}
	for _, triple := range []string{"spirv64-unknown-unknown", "amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "spir64_gen-unknown-unknown", "x86_64-unknown-linux-gnu"} {
		p, err := passes.For(triple)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.PassNames() {
			if !shown[name] {
				t.Errorf("pass %s of %s has no golden: no file of testdata has \"; RUN: … --print-after=%[1]s %%s\" or \"; PASS: %[1]s\"", name, triple)
			}
		}
	}
	fileCheck := tool(t, "FileCheck-22", "/usr/lib/llvm-22/bin/FileCheck", "FileCheck")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".ll"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var args []string
			var want string
			validate := false
			for _, line := range strings.Split(string(text), "\n") {
				if rest, ok := strings.CutPrefix(line, "; RUN: "); ok {
					args = strings.Fields(strings.ReplaceAll(rest, "%s", file))
				}
				if rest, ok := strings.CutPrefix(line, "; ERROR: "); ok {
					want = rest
				}
				validate = validate || line == "; VALIDATE"
			}
			if args == nil {
				t.Fatal("no RUN line")
			}
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			printing := strings.Contains(strings.Join(args, " "), "--print-after")
			if printing {
				// Later passes are not under test here, and may need the device library.
				args = append(args, "--stop-after")
			}
			full := append([]string{spirvTarget, "-o", out}, args...)
			status, stdout, stderr := deviceLink(t, full...)
			if want != "" {
				if status != 1 || !strings.Contains(stderr, want) {
					t.Errorf("status %d, stderr:\n%s\nwant 1 and %q", status, stderr, want)
				}
				if !strings.HasPrefix(stderr, "gohipcc: error: ") {
					t.Errorf("stderr has something in front of the error:\n%s", stderr)
				}
				if left, _ := os.ReadDir(dir); len(left) != 0 {
					t.Errorf("a failed link left %v", left)
				}
				return
			}
			if status != 0 {
				t.Fatalf("status %d\n%s", status, stderr)
			}
			if !printing {
				b, err := os.ReadFile(out)
				if err != nil {
					t.Fatal(err)
				}
				stdout = string(b)
			}
			check := exec.Command(fileCheck, file)
			check.Stdin = strings.NewReader(stdout)
			if msg, err := check.CombinedOutput(); err != nil {
				t.Errorf("FileCheck: %v\n%s\noutput:\n%s", err, msg, stdout)
			}
			if !validate {
				return
			}
			tool(t, "spirv-val")
			for _, level := range []string{"-O0", "-O3"} {
				if status, _, stderr := deviceLink(t, spirvTarget, level, "--verify", "-o", out, file); status != 0 {
					t.Errorf("%s: status %d\n%s", level, status, stderr)
				}
			}
		})
	}
}

// TestReproducible links the same input twice and wants the same bytes.
func TestReproducible(t *testing.T) {
	dir := t.TempDir()
	var first []byte
	for i := range 3 {
		out := filepath.Join(dir, "out")
		if status, _, stderr := deviceLink(t, spirvTarget, "-O3", "-o", out, "testdata/indirect-calls.ll"); status != 0 {
			t.Fatal(stderr)
		}
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = b
		} else if !bytes.Equal(first, b) {
			t.Fatal("the output differs from run to run")
		}
	}
}

// TestBadInput links files that are not device code.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	good, _, stderr := deviceLink(t, spirvTarget, "--emit=bc", "-O0", "-o", filepath.Join(dir, "good.bc"), "testdata/constant-tables.ll")
	if good != 0 {
		t.Fatal(stderr)
	}
	bc, err := os.ReadFile(filepath.Join(dir, "good.bc"))
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(bc)
	for i := len(damaged) / 3; i < len(damaged)/3+40; i++ {
		damaged[i] ^= 0x5a
	}
	cases := []struct {
		name string
		args []string
		want string
	}{
		{"missing", []string{filepath.Join(dir, "nothing.bc")}, "nothing.bc: no such file"},
		{"empty", []string{write("empty.bc", "")}, "it is empty"},
		{"elf", []string{write("x.bc", "\x7fELF\x02\x01\x01\x00")}, "it is an ELF file"},
		{"bundle", []string{write("b.bc", "__CLANG_OFFLOAD_BUNDLE__\x00\x00")}, "it is an offload bundle"},
		{"spirv", []string{write("s.bc", "\x03\x02\x23\x07\x00\x00")}, "it is SPIR-V"},
		{"binary", []string{write("r.bc", "\x00\x01\x02\x03")}, "it starts with 00 01 02 03"},
		{"truncated", []string{write("t.bc", string(bc[:len(bc)/2/4*4]))}, "t.bc: bitcode that LLVM"},
		{"damaged", []string{write("d.bc", string(damaged))}, "error: "},
		{"text", []string{write("t.ll", "hello\n")}, "t.ll:1:1: error: expected top-level entity"},
		{"library", []string{"--library=" + filepath.Join(dir, "lib.bc"), "testdata/strip.ll"}, "lib.bc: no such file"},
		{"llvm", []string{"--llvm=" + dir, "testdata/strip.ll"}, "no usable libLLVM at " + dir},
		{"option", []string{"--frobnicate", "testdata/strip.ll"}, "unknown option --frobnicate"},
		{"level", []string{"-O7", "testdata/strip.ll"}, "the levels are"},
		{"extension", []string{"--spirv-ext=all", "testdata/strip.ll"}, "is not +SPV_"},
		{"plugin", []string{"--pass-plugin=" + filepath.Join(dir, "p.so"), "--user-pass=x", "testdata/strip.ll"}, "p.so"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			status, _, stderr := deviceLink(t, append([]string{spirvTarget, "-o", out}, c.args...)...)
			if status != 1 || !strings.Contains(stderr, c.want) || !strings.HasPrefix(stderr, "gohipcc: error: ") {
				t.Errorf("status %d, stderr %q, want 1 and %q", status, stderr, c.want)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("a failed link left an output")
			}
		})
	}
	t.Run("target", func(t *testing.T) {
		status, _, stderr := deviceLink(t, "--target=riscv64-unknown-elf", "-o", filepath.Join(dir, "o"), "testdata/strip.ll")
		if status != 1 || !strings.Contains(stderr, `no device pipeline for target "riscv64-unknown-elf"`) {
			t.Errorf("%d %s", status, stderr)
		}
		status, stdout, stderr := deviceLink(t, "--target=riscv64-unknown-elf", "--list-passes")
		if status != 1 || stdout != "" || !strings.Contains(stderr, "no device pipeline") {
			t.Errorf("list of passes: %d %s %s", status, stdout, stderr)
		}
	})
}

// TestUserPasses runs one of LLVM's passes by name.
func TestUserPasses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	status, stdout, stderr := deviceLink(t, spirvTarget, "-O0", "--user-pass=function(instcombine)", "--user-pass=globaldce", "--print-after=strip", "--stop-after", "-o", out, "testdata/inline-shared.ll")
	if status != 0 || !strings.Contains(stdout, "trunc") && !strings.Contains(stdout, "getelementptr i32, ptr addrspace(3) @s") {
		t.Errorf("status %d %s\n%s", status, stderr, stdout)
	}
	status, _, stderr = deviceLink(t, spirvTarget, "-O0", "--user-pass=no-such-pass", "-o", out, "testdata/fold-pointer-casts.ll")
	if status != 1 || !strings.Contains(stderr, "unknown pass name 'no-such-pass'") {
		t.Errorf("status %d %s", status, stderr)
	}
}

// TestLibrary links a library lazily: definitions without references are not even read, and a
// definition of the program takes precedence.
func TestLibrary(t *testing.T) {
	dir := t.TempDir()
	lib, prog := filepath.Join(dir, "lib.ll"), filepath.Join(dir, "prog.ll")
	head := "target triple = \"spirv64\"\n"
	library := head + `
@table = internal addrspace(1) constant [2 x i32] [i32 3, i32 4]
define spir_func i32 @wanted(i32 %x) {
  %r = call spir_func i32 @below(i32 %x)
  ret i32 %r
}
define spir_func i32 @below(i32 %x) {
  %p = getelementptr [2 x i32], ptr addrspace(1) @table, i64 0, i32 %x
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
define spir_func i32 @mine(i32 %x) {
  ret i32 1
}
define spir_func i32 @unwanted(i32 %x) {
  ret i32 2
}
`
	program := head + `
declare spir_func i32 @wanted(i32)
define spir_func i32 @mine(i32 %x) {
  ret i32 %x
}
define spir_kernel void @k(ptr addrspace(1) %o, i32 %i) {
  %a = call spir_func i32 @wanted(i32 %i)
  store i32 %a, ptr addrspace(1) %o
  %b = call spir_func i32 @mine(i32 %i)
  store i32 %b, ptr addrspace(1) %o
  ret void
}
`
	for name, text := range map[string]string{lib: library, prog: program} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	status, stdout, stderr := deviceLink(t, spirvTarget, "-O0", "--library="+lib, "--print-after=internalize", "--stop-after", "-o", filepath.Join(dir, "o"), prog)
	if status != 0 {
		t.Fatal(stderr)
	}
	for text, want := range map[string]bool{
		"define internal spir_func i32 @wanted": true, "define internal spir_func i32 @below": true, "@table = internal": true,
		"@unwanted": false, "ret i32 1\n": false,
	} {
		if strings.Contains(stdout, text) != want {
			t.Errorf("%q: present is %v, want %v in\n%s", text, !want, want, stdout)
		}
	}
	// Two definitions of one function in the program are an error that names it.
	status, _, stderr = deviceLink(t, spirvTarget, "-O0", "-o", filepath.Join(dir, "o"), prog, prog)
	if status != 1 || !strings.Contains(stderr, "mine") {
		t.Errorf("status %d %s", status, stderr)
	}
}
