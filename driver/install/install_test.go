// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package install_test builds projects with CMake, pkg-config and plain compilers
// against an installation, as their users would.
package install_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"gohipcc/toolchains"
)

// prefix copies the build tree to a plausible installation path: CMake rejects a compiler whose
// path contains "hipcc", as a checkout's may.
var prefix = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "prefix")
	if err != nil {
		return "", err
	}
	tmp = dir
	p := filepath.Join(dir, "opt")
	if out, err := exec.Command("sh", "-c", `mkdir "$0" && cd ../../build && cp -a bin include lib llvm hip .info "$0" && { [ ! -d share ] || cp -a share "$0"; }`, p).CombinedOutput(); err != nil {
		return "", &commandError{string(out), err}
	}
	return p, nil
})

var tmp string

type commandError struct {
	out string
	err error
}

func (e *commandError) Error() string { return e.out + e.err.Error() + " (run 'make build' first)" }

func TestMain(m *testing.M) {
	code := m.Run()
	if tmp != "" {
		os.RemoveAll(tmp)
	}
	os.Exit(code)
}

func install(t *testing.T) string {
	t.Helper()
	p, err := prefix()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// run runs a command in dir with extra environment and returns what it printed.
func run(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func source(t *testing.T, name string) string {
	t.Helper()
	abs, err := filepath.Abs(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

// fewHeaders is for projects whose sources need what hiprtc has of HIP's header: CMake's -MD would have all of it
// precompiled at once, for few sources.
const fewHeaders = "HIPCC_COMPILE_FLAGS_APPEND=--no-pch-cache -D__HIPCC_RTC__=1"

// TestHIPLanguage uses CMake's own HIP language, with both generators: one finds the compiler
// through HIPCXX, the other through hipconfig.
func TestHIPLanguage(t *testing.T) {
	p := install(t)
	// As the build folder of a clone called gohipcc is used: through a link.
	clone, link := filepath.Join(t.TempDir(), "gohipcc"), filepath.Join(t.TempDir(), "gohip")
	run(t, ".", nil, "cp", "-al", p, clone)
	if err := os.Symlink(clone, link); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		generator string
		env       []string
	}{
		{"Ninja", []string{"HIPCXX=" + link + "/bin/gohip-clang++"}},
		{"Unix Makefiles", []string{"PATH=" + p + "/bin:" + os.Getenv("PATH")}},
	} {
		t.Run(c.generator, func(t *testing.T) {
			dir := t.TempDir()
			c.env = append(c.env, fewHeaders)
			run(t, dir, c.env, "cmake", "-G", c.generator, "-DCMAKE_BUILD_TYPE=Release", source(t, "lang"))
			run(t, dir, c.env, "cmake", "--build", ".", "-j2")
			if got := run(t, dir, nil, "./app"); got != "lang ok\n" {
				t.Errorf("the program printed %q", got)
			}
			if got := run(t, dir, nil, "./host"); got != "host ok\n" {
				t.Errorf("the program without HIP sources printed %q", got)
			}
			if again := run(t, dir, c.env, "cmake", "--build", "."); strings.Contains(again, "Building") {
				t.Errorf("nothing changed, and yet:\n%s", again)
			}
			// A header that only HIP sources include is a dependency of theirs.
			data, err := os.ReadFile(filepath.Join(dir, "compile_commands.json"))
			if err != nil {
				t.Fatal(err)
			}
			var entries []struct{ Command, File string }
			if err := json.Unmarshal(data, &entries); err != nil {
				t.Fatal(err)
			}
			hip := 0
			for _, e := range entries {
				if strings.HasSuffix(e.File, ".hip") && strings.Contains(e.Command, " -x hip ") {
					if hip++; hip == 1 { // all are of the same form
						understood(t, dir, strings.Fields(e.Command))
					}
				}
			}
			if hip != 3 {
				t.Errorf("compile_commands.json has %d HIP sources, want 3", hip)
			}
		})
	}
}

// understood runs a compile command as clangd reads it: with clang's driver instead of the
// compiler, so that it finds the configuration file beside that.
func understood(t *testing.T, dir string, argv []string) {
	t.Helper()
	const llvm = "/usr/lib/llvm-22"
	resources, err := filepath.Glob(llvm + "/lib/clang/*")
	if err != nil || len(resources) == 0 {
		t.Fatalf("no resource directory in %s: %v", llvm, err)
	}
	cmd := exec.Command(llvm+"/bin/clang", append([]string{"-no-canonical-prefixes", "-resource-dir=" + resources[0], "-fsyntax-only"}, argv[1:]...)...)
	cmd.Args[0] = argv[0]
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("clangd would not understand %q: %v\n%s", argv, err, out)
	}
}

// TestHIPCCEntries runs compile commands of other build systems: hipcc by its name, with C++ that
// is HIP, for targets of every kind.
func TestHIPCCEntries(t *testing.T) {
	p := install(t)
	dir := t.TempDir()
	text := "#include <hip/hip_runtime.h>\n__global__ void k(float *p) { *p = sinf(*p); }\nvoid f(float *p) { k<<<1, 1>>>(p); }\n"
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for arch, name := range map[string]string{"--offload-arch=gfx90a": "gohipcc", "--offload-arch=sm_90,spirv64,gfx1100": "hipcc", "--offload=spirv64": "gohipcc"} {
		understood(t, dir, []string{p + "/bin/" + name, "-O2", "-std=c++17", arch, "-c", "a.cpp", "-o", "a.o"})
	}
}

// TestPackage uses find_package(hip): with the host's compiler, then with gohipcc as the C++
// compiler.
func TestPackage(t *testing.T) {
	p := install(t)
	for _, c := range []struct {
		name string
		args []string
		runs map[string]string
	}{
		{"host compiler", nil, map[string]string{"./host": "host ok\n", "./old": "49500\n", "./flags": "flags ok\n"}},
		{"our compiler", []string{"-DWITH_DEVICE=ON", "-DCMAKE_CXX_COMPILER=" + p + "/bin/gohip-clang++"},
			map[string]string{"./host": "host ok\n", "./device": "49500\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			args := append([]string{"-G", "Ninja", "-DCMAKE_PREFIX_PATH=" + p, source(t, "package")}, c.args...)
			env := []string{fewHeaders}
			run(t, dir, env, "cmake", args...)
			run(t, dir, env, "cmake", "--build", ".")
			for exe, want := range c.runs {
				if got := run(t, dir, nil, exe); got != want {
					t.Errorf("%s printed %q, want %q", exe, got, want)
				}
			}
		})
	}
}

func TestPkgConfig(t *testing.T) {
	p := install(t)
	dir := t.TempDir()
	env := []string{"PKG_CONFIG_PATH=" + p + "/lib/pkgconfig"}
	run(t, dir, env, "pkg-config", "--exists", "gohip")
	flags := strings.Fields(run(t, dir, env, "pkg-config", "--cflags", "--libs", "hip >= 6"))
	run(t, dir, nil, "g++", append([]string{filepath.Join(source(t, "package"), "host.cpp"), "-o", "host"}, flags...)...)
	if got := run(t, dir, nil, "./host"); got != "host ok\n" {
		t.Errorf("the program printed %q", got)
	}
}

func TestHipconfig(t *testing.T) {
	p := install(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--path"}, p},
		{[]string{"-R", "-n"}, p + "\n"},
		{[]string{"--platform"}, "amd"},
		{[]string{"--compiler"}, "clang"},
		{[]string{"--cpp_config"}, " -D__HIP_PLATFORM_AMD__= -I" + p + "/include"},
	} {
		if got := run(t, ".", nil, p+"/bin/hipconfig", c.args...); got != c.want {
			t.Errorf("hipconfig %v printed %q, want %q", c.args, got, c.want)
		}
	}
	if got := run(t, ".", nil, p+"/bin/hipconfig"); !strings.Contains(got, "clang version") {
		t.Errorf("hipconfig printed\n%s", got)
	}
	if out, err := exec.Command(p+"/bin/hipconfig", "--nonsense").CombinedOutput(); err == nil {
		t.Errorf("hipconfig took an unknown option: %s", out)
	}
}

// TestAgentEnumerator reads AMD's topology folder, here a made-up one: a CPU node and two GPUs.
func TestAgentEnumerator(t *testing.T) {
	p := install(t)
	dir := t.TempDir()
	for node, properties := range map[string]string{
		"0": "cpu_cores_count 16\ngfx_target_version 0\n",
		"1": "simd_count 416\ngfx_target_version 90010\n",
		"2": "simd_count 192\ngfx_target_version 110000\n",
	} {
		os.Mkdir(filepath.Join(dir, node), 0o777)
		os.WriteFile(filepath.Join(dir, node, "properties"), []byte(properties), 0o666)
	}
	exe := p + "/bin/rocm_agent_enumerator"
	if got := run(t, ".", []string{"GOHIP_TOPOLOGY=" + dir}, exe, "-t", "GPU"); got != "gfx90a\ngfx1100\n" {
		t.Errorf("printed %q", got)
	}
	none := []string{"GOHIP_TOPOLOGY=" + t.TempDir()}
	targets := run(t, ".", nil, p+"/bin/gohipcc", "targets")
	if !strings.Contains(targets, "spirv64\n") {
		t.Errorf("gohipcc targets printed %q", targets)
	}
	if got := run(t, ".", none, exe, "-t", "GPU"); got != targets {
		t.Errorf("without a GPU printed %q, want %q", got, targets)
	}
	if got := run(t, ".", none, exe); got != targets+toolchains.StandIn+"\n" {
		t.Errorf("without a GPU and options printed %q", got)
	}
	// As Makefiles take the name of the first GPU from rocminfo, and count the GPUs.
	find := p + `/bin/rocminfo | grep -m 1 -E 'gfx[^0]{1}' | sed -e 's/ *Name: *//'; ` +
		p + `/bin/rocminfo | grep -c 'Device Type:             GPU'`
	if got := run(t, ".", []string{"GOHIP_TOPOLOGY=" + dir}, "sh", "-c", find); got != "gfx90a\n2\n" {
		t.Errorf("rocminfo of two GPUs gives %q", got)
	}
	if got := run(t, ".", none, "sh", "-c", find); got != toolchains.StandIn+"\n1\n" {
		t.Errorf("rocminfo without a GPU gives %q", got)
	}
}

// TestHipify: hipify-perl converts a program for CUDA, which then compiles and runs, names what is left, and neither
// changes nor leaves a file if it fails.
func TestHipify(t *testing.T) {
	p := install(t)
	dir := t.TempDir()
	run(t, dir, nil, "perl", p+"/bin/hipify-perl", source(t, "saxpy.cu"), "-o", "saxpy.hip")
	run(t, dir, nil, p+"/bin/hipcc", "--offload=cpu", "-Xarch_host", "-O0", "saxpy.hip", "-lhipblas", "-o", "app")
	if got := run(t, dir, nil, "./app"); got != "right\n" {
		t.Errorf("printed %q", got)
	}
	if err := os.WriteFile(filepath.Join(dir, "left.cu"), []byte("cudaGridDependencySynchronize(cudaCheck);\ncudaFree(0);\nk<2> << < 1, 32 >> > (p);\n#include <cooperative_groups/reduce.h>\n#include <cub/block/block_scan.cuh>\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got := run(t, dir, nil, p+"/bin/hipify-perl", "-inplace", "left.cu")
	if want := "hipify-perl: left.cu: no counterpart is known of cudaGridDependencySynchronize, line 1\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "left.cu")); err != nil || !strings.Contains(string(b), "\nhipFree(0);") || !strings.Contains(string(b), "<<< 1, 32 >>>(p);\n#include <hip/cooperative_groups/hip_reduce.h>\n#include <hipcub/block/block_scan.hpp>\n") {
		t.Errorf("converted in place: %q, %v", b, err)
	}
	for _, args := range [][]string{{"absent.cu"}, {"-unknown", "left.cu"}, {"left.cu", "-o", "no/such/folder"}, {}} {
		cmd := exec.Command(p+"/bin/hipify-perl", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err == nil {
			t.Errorf("%q succeeded: %s", args, out)
		}
	}
}

// TestROCmLayout: the files that projects look for below ROCM_PATH, whose compilers compile HIP.
func TestROCmLayout(t *testing.T) {
	p, dir := install(t), t.TempDir()
	release := run(t, ".", nil, "cat", p+"/.info/version")
	if want := run(t, ".", nil, p+"/bin/hipconfig", "--version"); !strings.HasPrefix(want, release[:strings.LastIndex(release, ".")]+".") {
		t.Errorf(".info/version is %q, hipconfig says %q", release, want)
	}
	source := filepath.Join(dir, "kernel.hip")
	text := "#include <hip/hip_runtime.h>\n__global__ void k(int *p) { *p = 1; }\nint main() { return hipGetLastError(); }\n"
	if err := os.WriteFile(source, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"llvm/bin/clang++", "llvm/bin/amdclang++", "bin/amdclang++"} {
		exe := filepath.Join(dir, "app")
		run(t, dir, []string{"ROCM_PATH=" + p}, filepath.Join(p, name), "--offload-arch=x86-64", source, "-lhsa-runtime64", "-lroctracer64", "-o", exe)
		run(t, dir, nil, exe)
	}
	// hip-tests' CMake reads its configuration by the preprocessor.
	text = "#ifdef yes\nanswer\n#endif\n"
	if err := os.WriteFile(filepath.Join(dir, "config"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := run(t, dir, nil, p+"/llvm/bin/clang-cpp", "-P", "-Dyes", "config"); strings.TrimSpace(got) != "answer" {
		t.Errorf("clang-cpp printed %q", got)
	}
	// A code object for the AMD processor that projects name has the machine's targets, too.
	run(t, dir, nil, p+"/bin/hipcc", "--genco", "--offload-arch=gfx1030", source, "-o", "kernel.co")
	if got := run(t, dir, nil, p+"/bin/gohipcc", "inspect", "kernel.co"); !strings.Contains(got, "gfx1030") || !strings.Contains(got, "x86-64-v3") {
		t.Errorf("kernel.co has\n%s", got)
	}
	for _, name := range []string{"llvm/bin/clang", "bin/amdclang"} {
		c := filepath.Join(dir, "host.c")
		if err := os.WriteFile(c, []byte("int main(void) { int class = 0; return class; }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		run(t, dir, nil, filepath.Join(p, name), c, "-o", filepath.Join(dir, "host"))
	}
}

// TestROCmFolder: projects of BLT find the prefix by its folder hip, beside which they look for more, and others use
// that folder as the prefix.
func TestROCmFolder(t *testing.T) {
	p := install(t)
	project := `cmake_minimum_required(VERSION 3.21)
project(found LANGUAGES NONE)
find_path(ROCM_PATH hip PATHS ${HIP_PATH}/.. ${HIP_ROOT_DIR}/../ NO_DEFAULT_PATH REQUIRED)
find_package(hip REQUIRED CONFIG PATHS ${HIP_PATH} ${ROCM_PATH})
find_path(header hip/hip_runtime.h HINTS ${HIP_ROOT_DIR}/../include NO_DEFAULT_PATH REQUIRED)
list(APPEND CMAKE_MODULE_PATH "${ROCM_PATH}/hip/cmake")
find_package(HIP REQUIRED MODULE)
message(STATUS "found ${ROCM_PATH} ${hip_INCLUDE_DIR} ${HIP_ROOT_DIR}")
`
	for _, args := range [][]string{
		{"-DHIP_ROOT_DIR=" + p + "/hip", "-DHIP_PATH=" + p + "/bin"},
		{"-DHIP_ROOT_DIR=" + p + "/hip", "-DCMAKE_PREFIX_PATH=" + p + "/hip"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "CMakeLists.txt"), []byte(project), 0o666); err != nil {
			t.Fatal(err)
		}
		got := run(t, dir, nil, "cmake", append(args, "-B", "build", ".")...)
		if want := "found " + p + " " + p + "/include " + p + "/hip\n"; !strings.Contains(got, want) {
			t.Errorf("cmake %q printed\n%s, want %q", args, got, want)
		}
	}
}

// TestMPI compiles with MPI's wrapper around gohipcc and runs four ranks, each with the device to
// itself.
func TestMPI(t *testing.T) {
	p := install(t)
	dir := t.TempDir()
	env := []string{"OMPI_CXX=" + p + "/bin/gohipcc", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
		"OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_plm_rsh_agent=sh"}
	run(t, dir, env, "mpicxx", source(t, "mpi.cpp"), "-o", "app")
	if got := run(t, dir, env, "mpirun", "--oversubscribe", "-n", "4", "./app"); !strings.Contains(got, "sum over 4 ranks: 10000") {
		t.Errorf("printed\n%s", got)
	}
}

// TestLibraryPackages: projects find AMD's header libraries and rocm-cmake, which `make libs` puts into the
// prefix, and if they are missing CMake says what to do.
func TestLibraryPackages(t *testing.T) {
	p := install(t)
	prefix := "-DCMAKE_PREFIX_PATH=" + p
	configure := func(t *testing.T, places ...string) (dir, out string, err error) {
		dir = t.TempDir()
		args := []string{"-G", "Ninja", "-DCMAKE_CXX_COMPILER=" + p + "/bin/gohip-clang++", source(t, "libraries")}
		cmd := exec.Command("cmake", append(args, places...)...)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		return dir, string(text), err
	}
	t.Run("found", func(t *testing.T) {
		dir, out, err := configure(t, prefix)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		run(t, dir, nil, "cmake", "--build", ".")
		if got := run(t, dir, nil, "./app"); got != "sum ok\n" {
			t.Errorf("the program printed %q", got)
		}
	})
	// As the configuration of an installed project names the packages that it was built with.
	t.Run("by folder", func(t *testing.T) {
		cmake := p + "/lib/cmake/"
		if _, out, err := configure(t, "-Dhipcub_DIR="+cmake+"hipcub", "-Drocthrust_DIR="+cmake+"rocthrust"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
	t.Run("missing", func(t *testing.T) {
		header := filepath.Join(p, "include", "hipcub", "hipcub_version.hpp")
		if err := os.Rename(header, header+".away"); err != nil {
			t.Fatal(err)
		}
		defer os.Rename(header+".away", header)
		_, out, err := configure(t, prefix)
		if err == nil || !strings.Contains(out, "make libs") {
			t.Errorf("configured without hipCUB: %v\n%s", err, out)
		}
	})
}

// TestSharedPackages builds a project with the system's C++ compiler against the shared libraries,
// found by CMake and by pkg-config.
func TestSharedPackages(t *testing.T) {
	p, dir := install(t), t.TempDir()
	run(t, dir, nil, "cmake", "-G", "Ninja", "-DCMAKE_PREFIX_PATH="+p, source(t, "shared"))
	run(t, dir, nil, "cmake", "--build", ".")
	if got := run(t, dir, nil, "./app"); got != "sum ok\n" {
		t.Errorf("the program printed %q", got)
	}
	table, err := os.ReadFile("packages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		name, _, _ := strings.Cut(line, "|")
		if strings.HasPrefix(name, "#") {
			continue
		}
		env := []string{"PKG_CONFIG_PATH=" + filepath.Join(p, "lib", "pkgconfig")}
		if got := run(t, dir, env, "pkg-config", "--libs", name); !strings.Contains(got, "-l"+name) {
			t.Errorf("pkg-config --libs %s says %q", name, got)
		}
	}
}

// TestMakeWithoutGo: a plain make on a machine that has nothing yet says what to do, and does nothing.
func TestMakeWithoutGo(t *testing.T) {
	build := filepath.Join(t.TempDir(), "build")
	cmd := exec.Command("make", "-C", "../..", "GO=no-such-go", "BUILD="+build)
	cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MFLAGS=", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "no 'no-such-go' on PATH; 'make setup' installs") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(build); err == nil {
		t.Errorf("something was built:\n%s", out)
	}
}

// TestInstall: `make install` says that CMake refuses a prefix with "hipcc" in its path, and what to do then;
// what it installs goes away again, and nothing else.
func TestInstall(t *testing.T) {
	dir := t.TempDir()
	build := filepath.Join(dir, "build")
	run(t, "../../build", nil, "sh", "-c", `mkdir -p "$0/include" "$0/lib" && cp -a bin "$0" && cp -a include/hip "$0/include" && cp -a lib/cmake lib/pkgconfig "$0/lib"`, build)
	for name, says := range map[string]bool{"gohipcc-1.0": true, "gohip-1.0": false} {
		p := filepath.Join(dir, name)
		out := run(t, "../..", nil, "scripts/install.sh", build, p)
		if strings.Contains(out, "ln -s "+p) != says {
			t.Errorf("into %s it printed:\n%s", p, out)
		}
		if err := os.WriteFile(filepath.Join(p, "own"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, "../..", nil, "scripts/install.sh", "--remove", p)
		left, err := os.ReadDir(p)
		if err != nil || len(left) != 1 || left[0].Name() != "own" {
			t.Errorf("left in %s: %v, %v", p, left, err)
		}
	}
}

// TestLibraryMacros: what the libraries' headers define beside AMD's macros begins with GOHIP, because programs define
// names such as ROCSPARSE_CHECK themselves.
func TestLibraryMacros(t *testing.T) {
	p := install(t)
	out := run(t, t.TempDir(), nil, "g++", "-dM", "-E", "-D__HIP_PLATFORM_AMD__", "-I"+p+"/include", source(t, "shared/macros.cpp"))
	own := regexp.MustCompile(`#define ((?:HIP|ROC)(?:BLAS|BLASLT|FFT|SOLVER|SPARSE)_\w+)`)
	documented := regexp.MustCompile(`_(API|EXPORT|CLANG_STATIC|HP?P?_?|VERSION\w*|FORWARD|BACKWARD|OP_[NTC]|FILL_MODE_\w+|SIDE_\w+|[RC]_\w+|DATATYPE_INVALID)$`)
	found := own.FindAllStringSubmatch(out, -1)
	if len(found) < 20 {
		t.Errorf("only %d macros: does macros.cpp include the headers?", len(found))
	}
	for _, m := range found {
		if !documented.MatchString(m[1]) {
			t.Errorf("a header defines %s", m[1])
		}
	}
}

// TestLibsOfCheckouts: the two ways in which upstream's CMakeLists.txt state the version that the
// installed version header has.
func TestLibsOfCheckouts(t *testing.T) {
	dir := t.TempDir()
	p := filepath.Join(dir, "prefix")
	args := []string{p}
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("prefix/share/rocm/cmake/ROCMConfig.cmake", "") // is there, and not fetched
	for _, l := range []struct{ name, folder, cmake string }{
		{"rocprim", "rocprim", `set(VERSION_STRING "3.10.2")`},
		{"hipcub", "hipcub", `set(VERSION_STRING "3.10.2")`},
		{"rocthrust", "thrust", `rocm_setup_version(VERSION "3.10.2")`},
	} {
		write(filepath.Join(l.name, "CMakeLists.txt"), l.cmake+"\n")
		write(filepath.Join(l.name, "include", l.folder, l.name+"_version.hpp.in"), "@"+l.name+"_VERSION_NUMBER@ @"+l.name+"_VERSION_MINOR@")
		args = append(args, l.name+"="+filepath.Join(dir, l.name))
	}
	run(t, "../..", nil, "scripts/libs.sh", args...)
	for _, header := range []string{"rocprim/rocprim", "hipcub/hipcub", "thrust/rocthrust"} {
		got, err := os.ReadFile(filepath.Join(p, "include", header+"_version.hpp"))
		if err != nil || string(got) != "301002 10" {
			t.Errorf("%s: %q, %v", header, got, err)
		}
	}
}
