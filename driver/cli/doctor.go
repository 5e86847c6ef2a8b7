// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gohipcc/driver/cache"
	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
	"gohipcc/passes/llvm"
	"gohipcc/runtime/programcache"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// state is the verdict on one thing that the doctor examined.
type state string

const (
	found    state = "found"
	missing  state = "missing"  // needed to compile HIP for OpenCL devices or to run it
	optional state = "optional" // not installed, and only needed for what the finding names
	broken   state = "broken"   // installed, but does not work
)

// A finding is the result for one thing. The field names of the JSON form are the lower-case names
// here; fields are added, but never removed.
type finding struct {
	Section  string   `json:"section"`            // compiler, runtime, devices, targets
	Name     string   `json:"name"`               // what was looked for
	State    state    `json:"state"`              // see the constants above
	Version  string   `json:"version,omitempty"`  // as it reports itself
	Path     string   `json:"path,omitempty"`     // where it is
	Needed   string   `json:"needed,omitempty"`   // what it is needed for
	Details  []string `json:"details,omitempty"`  // further observations
	Searched []string `json:"searched,omitempty"` // every path searched, if it was not found
	Advice   string   `json:"advice,omitempty"`   // what to do
}

// A doctor examines one machine. Tests replace its fields.
type doctor struct {
	ctx    context.Context
	root   string // prefix of absolute system paths, "" outside tests
	env    func(string) string
	run    func(ctx context.Context, name string, args ...string) ([]byte, error)
	prefix *toolchains.Prefix

	llvm *clang.LLVM // set by the check of clang, for later checks
}

// A check examines one component.
type check struct {
	section, name, needed string
	required              bool
	look                  func(*doctor, *finding)
}

// checks, in the order in which they are run and shown.
var checks = slices.Concat([]check{
	{"compiler", "clang", "compiling HIP", true, (*doctor).clang},
	{"compiler", "libLLVM", "device code", true, (*doctor).libLLVM},
	{"compiler", "C++ toolchain", "compiling and linking the host side", true, (*doctor).hostToolchain},
	{"compiler", "ld.lld", "code of the processor, and AMD targets", true, (*doctor).lld},
	{"compiler", "llvm-spirv", "an alternative to LLVM's own SPIR-V backend", false, (*doctor).translator},
	{"compiler", "spirv-val", "checking SPIR-V (--verify)", false, (*doctor).spirvVal},
	{"compiler", "result cache", "not compiling the same thing twice", false, (*doctor).cache},
	{"runtime", "headers", "compiling HIP", true, (*doctor).headers},
	{"runtime", "libgohip", "linking and running", true, (*doctor).libgohip},
	{"runtime", "device library", "SPIR-V targets", true, (*doctor).deviceLibrary},
	{"runtime", "program cache", "not building the same kernels twice", false, (*doctor).programs},
	{"devices", "OpenCL drivers", "running SPIR-V on OpenCL devices", false, (*doctor).icds},
	{"devices", "devices", "running", true, (*doctor).devices},
}, vendorChecks)

// newDoctorCommand returns `gohipcc doctor`.
func newDoctorCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Report what is installed, what is missing and how to fix it",
		Long: `Doctor checks everything that gohipcc uses: clang and LLVM, the linker, the host
C++ toolchain, gohipcc's own libraries, OpenCL drivers and devices, and the software of GPU vendors.

The exit status is 0 when HIP programs can be compiled and run on this machine, and 1
otherwise. Missing components for other targets do not affect it.`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: false,
		RunE: func(cmd *cobra.Command, _ []string) error {
			prefix, err := toolchains.FindPrefix()
			if err != nil {
				return fmt.Errorf("cannot tell where gohipcc is installed: %w", err)
			}
			d := &doctor{ctx: cmd.Context(), env: os.Getenv, run: runTool, prefix: prefix}
			if d.ctx == nil {
				d.ctx = context.Background()
			}
			return report(cmd.OutOrStdout(), d.examine(), asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the findings as a JSON array")
	return c
}

// runTool runs a program for at most 20 seconds and returns both of its streams: a driver that
// hangs must not hang the doctor.
func runTool(ctx context.Context, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() == context.DeadlineExceeded {
		err = errors.New("no answer within 20 seconds")
	}
	return out.Bytes(), err
}

// examine runs every check, in order.
func (d *doctor) examine() []finding {
	var all []finding
	for _, c := range checks {
		f := finding{Section: c.section, Name: c.name, Needed: c.needed, State: found}
		c.look(d, &f)
		if f.State == missing && !c.required {
			f.State = optional
		}
		all = append(all, f)
	}
	return all
}

// problems counts the findings that keep HIP programs from compiling or running.
func problems(all []finding) int {
	n := 0
	for i, f := range all {
		if f.State == missing || f.State == broken && checks[i].required {
			n++
		}
	}
	return n
}

// report writes the findings and returns an error when there is a problem.
func report(w io.Writer, all []finding, asJSON bool) error {
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		if err := e.Encode(all); err != nil {
			return err
		}
	} else {
		section := ""
		for _, f := range all {
			if f.Section != section {
				section = f.Section
				fmt.Fprintf(w, "%s\n", section)
			}
			f.print(w)
		}
	}
	switch n := problems(all); n {
	case 0:
		if !asJSON {
			fmt.Fprintln(w, "HIP programs compile and run on this machine.")
		}
		return nil
	case 1:
		return errors.New("1 thing keeps HIP programs from compiling or running here")
	default:
		return fmt.Errorf("%d things keep HIP programs from compiling or running here", n)
	}
}

var stateMark = map[state]string{found: "ok", missing: "MISSING", optional: "-", broken: "BROKEN"}

func (f *finding) print(w io.Writer) {
	var words []string
	if f.Version != "" {
		words = append(words, f.Version)
	}
	if f.Path != "" {
		words = append(words, "("+f.Path+")")
	}
	switch f.State {
	case broken:
		words = append(words, "does not work, needed for "+f.Needed)
	case missing, optional:
		words = append(words, "not found, needed for "+f.Needed)
	}
	fmt.Fprintf(w, "  %-8s %-16s %s\n", stateMark[f.State], f.Name, strings.Join(words, " "))
	for _, s := range f.Details {
		fmt.Fprintf(w, "             %s\n", s)
	}
	if f.State == missing {
		for _, s := range f.Searched {
			fmt.Fprintf(w, "             looked for %s\n", s)
		}
	}
	if f.Advice != "" {
		fmt.Fprintf(w, "             to do: %s\n", f.Advice)
	}
}

// firstFile sets Path to the first of paths that exists below root, or reports that none does.
func firstFile(root string, f *finding, advice string, paths ...string) bool {
	for _, p := range paths {
		if p == "" {
			continue
		}
		if _, err := os.Stat(root + p); err == nil {
			f.Path = p
			return true
		}
		f.Searched = append(f.Searched, p)
	}
	f.State, f.Advice = missing, advice
	return false
}

// absent copies the details of a search error into f.
func absent(f *finding, err error) {
	f.State = missing
	var m *clang.MissingError
	if errors.As(err, &m) {
		f.Searched, f.Advice = m.Tried, m.Install
		return
	}
	f.Details = strings.Split(err.Error(), "\n")
}

var versionPattern = lazyregexp.New(`\d+(\.\d+)+[\w.~+-]*`)

// version runs a tool and finds the first version number in what it prints.
func (d *doctor) version(f *finding, tool string, args ...string) {
	out, err := d.run(d.ctx, tool, args...)
	if err != nil {
		f.State = broken
		f.Details = append(f.Details, fmt.Sprintf("%s %s: %v", tool, strings.Join(args, " "), err))
		return
	}
	f.Version = versionPattern.FindString(string(out))
}

func (d *doctor) clang(f *finding) {
	l, err := clang.FindLLVM("")
	if err != nil {
		absent(f, err)
		return
	}
	d.llvm, f.Path = l, l.Clang
	d.version(f, l.Clang, "--version")
}

func (d *doctor) libLLVM(f *finding) {
	where := ""
	if d.llvm != nil {
		where = filepath.Dir(d.llvm.Bin)
	}
	lib, err := llvm.Open(where)
	if err != nil {
		f.State, f.Advice = missing, "apt-get install llvm-22, or set GOHIP_LLVM to an LLVM prefix"
		f.Searched = llvm.Candidates(where)
		return
	}
	f.Path, f.Version = lib.Path, fmt.Sprintf("%d.%d.%d", lib.Major, lib.Minor, lib.Patch)
	if d.llvm != nil && lib.Major != d.llvm.Major {
		f.State = broken
		f.Details = append(f.Details, fmt.Sprintf("clang is LLVM %d, the library is LLVM %d", d.llvm.Major, lib.Major))
		f.Advice = fmt.Sprintf("apt-get install llvm-%d", d.llvm.Major)
	}
}

// hostToolchain compiles and links an empty C++ program, which needs the C and C++ headers, the
// start files, the libraries and a linker: a list of paths could not tell whether they work
// together.
func (d *doctor) hostToolchain(f *finding) {
	if d.llvm == nil {
		f.State = missing
		f.Details = append(f.Details, "not tried: there is no clang")
		return
	}
	dir, err := os.MkdirTemp("", "gohipcc-doctor-")
	if err != nil {
		f.State = broken
		f.Details = append(f.Details, err.Error())
		return
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, "t.cpp")
	if err := os.WriteFile(src, []byte("#include <string>\nint main() { return std::string(\"a\").size() - 1; }\n"), 0o600); err != nil {
		f.State = broken
		f.Details = append(f.Details, err.Error())
		return
	}
	// In two steps, because clang would put the object into another folder.
	clangxx, object := filepath.Join(d.llvm.Bin, "clang++"), filepath.Join(dir, "t.o")
	out, err := d.run(d.ctx, clangxx, "-v", "-c", src, "-o", object)
	if err == nil {
		out, err = d.run(d.ctx, clangxx, "-v", object, "-o", filepath.Join(dir, "t"))
	}
	if err != nil {
		f.State = broken
		for _, line := range strings.Split(string(out), "\n") {
			if strings.Contains(line, "error:") || strings.Contains(line, "ld: ") {
				f.Details = append(f.Details, line)
			}
		}
		f.Advice = "apt-get install g++ libc6-dev"
	} else if m := regexp.MustCompile(`Selected GCC installation: (\S+)`).FindSubmatch(out); m != nil {
		f.Path = string(m[1])
		f.Version = "GCC " + filepath.Base(f.Path)
	}
}

func (d *doctor) lld(f *finding) {
	if d.llvm == nil {
		f.State = missing
		return
	}
	p, err := d.llvm.Tool("ld.lld")
	if err != nil {
		absent(f, err)
		return
	}
	f.Path = p
	d.version(f, p, "--version")
}

func (d *doctor) translator(f *finding) {
	if d.llvm == nil {
		f.State = missing
		return
	}
	var tried []string
	for _, dir := range distinct(append([]string{d.llvm.Bin}, filepath.SplitList(d.env("PATH"))...)) {
		names := []string{filepath.Join(dir, fmt.Sprintf("llvm-spirv-%d", d.llvm.Major)), filepath.Join(dir, "llvm-spirv")}
		others, _ := filepath.Glob(filepath.Join(dir, "llvm-spirv-[0-9]*"))
		for _, p := range append(names, slices.DeleteFunc(others, func(p string) bool { return p == names[0] })...) {
			if st, err := os.Stat(p); err != nil || st.IsDir() || st.Mode()&0o111 == 0 {
				tried = append(tried, p)
				continue
			}
			var g finding
			d.version(&g, p, "--version")
			if g.Version == "" || strings.SplitN(g.Version, ".", 2)[0] != fmt.Sprint(d.llvm.Major) {
				f.Details = append(f.Details, fmt.Sprintf("%s is of LLVM %s: not used with LLVM %d", p, g.Version, d.llvm.Major))
				continue
			}
			f.Path, f.Version = p, g.Version
			return
		}
	}
	f.State, f.Searched = missing, tried
}

// distinct drops folders that come again under another name, as /bin where it is a link to /usr/bin.
func distinct(dirs []string) []string {
	var out []string
	var seen []os.FileInfo
	for _, dir := range dirs {
		st, err := os.Stat(dir)
		if err == nil && slices.ContainsFunc(seen, func(other os.FileInfo) bool { return os.SameFile(st, other) }) {
			continue
		}
		if err == nil {
			seen = append(seen, st)
		}
		out = append(out, dir)
	}
	return out
}

func (d *doctor) spirvVal(f *finding) {
	var paths []string
	for _, dir := range filepath.SplitList(d.env("PATH")) {
		paths = append(paths, filepath.Join(dir, "spirv-val"))
	}
	if firstFile("", f, "apt-get install spirv-tools", paths...) {
		d.version(f, f.Path, "--version")
	}
}

func (d *doctor) cache(f *finding) {
	dir, err := cache.DefaultDir()
	if err != nil {
		f.State = broken
		f.Details = append(f.Details, err.Error())
		return
	}
	f.Path = dir
	dir, err = cache.OpenDir()
	folder(f, dir, cache.DirEnv, err)
}

func (d *doctor) programs(f *finding) {
	dir, err := programcache.Dir()
	if dir == "" && err == nil {
		f.Details = append(f.Details, "turned off, or this user has no cache folder")
		return
	}
	f.Path = dir
	folder(f, dir, programcache.DirEnv, err)
}

// folder reports whether a cache folder is usable, by opening it as a build does; variable names
// it.
func folder(f *finding, dir, variable string, err error) {
	var untrusted *secure.UntrustedError
	if errors.As(err, &untrusted) {
		f.State, f.Advice = broken, untrusted.Advice()+" ("+variable+")"
		f.Path, f.Details = untrusted.Path, append(f.Details, untrusted.Reason())
		return
	}
	var t *os.File
	if err == nil {
		t, err = os.CreateTemp(dir, ".gohipcc-doctor-*")
	}
	if err != nil {
		f.State = broken
		f.Details = append(f.Details, err.Error())
		f.Advice = "make it writable, or name another place with " + variable
		return
	}
	t.Close()
	os.Remove(t.Name())
}

func (d *doctor) headers(f *finding) {
	firstFile("", f, toolchains.Rebuild, filepath.Join(d.prefix.Include(), "hip", "hip_runtime.h"))
}

func (d *doctor) libgohip(f *finding) {
	for _, name := range []string{"libgohip_core.so", "libgohip.so"} {
		if !firstFile("", f, toolchains.Rebuild, filepath.Join(d.prefix.Lib(), name)) {
			return
		}
	}
}

// defaultLibraries are the device libraries of the targets that a build has by default.
var defaultLibraries = []string{"hipspv-spirv64-unknown-unknown.bc", "gohip-cpu.bc", "gohip-cpu-wave64.bc"}

func (d *doctor) deviceLibrary(f *finding) {
	libs, err := d.prefix.DeviceLibs(defaultLibraries...)
	if err != nil {
		absent(f, err)
		return
	}
	f.Path = libs[0]
	for _, library := range vendorLibraries {
		if _, err := os.Stat(d.prefix.DeviceLib(library.file)); err != nil {
			f.Details = append(f.Details, d.prefix.DeviceLib(library.file)+" is missing: no device library for "+library.targets)
		}
	}
}

// icds reads the list of OpenCL drivers as the loader does: the .icd files in the
// vendors folder, each with the name of a library, or what OCL_ICD_FILENAMES names.
func (d *doctor) icds(f *finding) {
	if names := d.env("OCL_ICD_FILENAMES"); names != "" {
		f.Details = append(f.Details, "OCL_ICD_FILENAMES="+names)
		return
	}
	dir := "/etc/OpenCL/vendors"
	for _, e := range []string{"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"} {
		if v := d.env(e); v != "" {
			dir = v
			f.Details = append(f.Details, e+"="+v)
			break
		}
	}
	f.Path = dir
	files, _ := filepath.Glob(filepath.Join(d.root+dir, "*.icd"))
	if strings.HasSuffix(dir, ".icd") {
		files = []string{d.root + dir}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Details = append(f.Details, err.Error())
			continue
		}
		lib := strings.TrimSpace(strings.SplitN(string(data), "\n", 2)[0])
		line := filepath.Base(file) + ": " + lib
		if filepath.IsAbs(lib) {
			if _, err := os.Stat(d.root + lib); err != nil {
				line += " (no such file)"
			}
		}
		f.Details = append(f.Details, line+": "+d.driver(file, lib))
	}
	if len(files) == 0 {
		f.State, f.Path = missing, ""
		f.Searched = []string{filepath.Join(dir, "*.icd")}
		f.Advice = "apt-get install pocl-opencl-icd (version 6 or later) for the CPU, or your GPU's OpenCL driver"
	}
}

// driver reports the devices of a single OpenCL driver. It runs `gohipcc devices` in a process of its
// own: a driver that crashes or hangs is then a finding. The two variables are those of ocl-icd and
// of Khronos's loader.
func (d *doctor) driver(file, lib string) string {
	out, err := d.run(d.ctx, "env", "OCL_ICD_VENDORS="+file, "OCL_ICD_FILENAMES="+lib, "HIP_VISIBLE_DEVICES=", "GOHIP_AMD=0",
		d.prefix.Self, "devices", "--json")
	var rows []deviceRow
	n := 0
	if json.Unmarshal(out, &rows) == nil {
		for _, r := range rows {
			if r.Backend == "opencl" {
				n++
			}
		}
	}
	switch {
	case n == 1:
		return "1 device"
	case n > 1:
		return fmt.Sprintf("%d devices", n)
	case err != nil:
		last := strings.TrimSpace(string(out))
		if k := strings.LastIndexByte(last, '\n'); k >= 0 {
			last = last[k+1:]
		}
		if last == "" {
			last = err.Error()
		}
		return "no device: " + strings.TrimPrefix(strings.TrimPrefix(last, "gohipcc: error: "), "no device: ")
	}
	return "no device that runs SPIR-V"
}

func (d *doctor) devices(f *finding) {
	out, err := d.run(d.ctx, d.prefix.Self, "devices")
	text := strings.TrimSpace(string(out))
	if err != nil {
		f.State = missing
		f.Details = append(f.Details, fmt.Sprintf("gohipcc devices: %v", err))
	}
	if text != "" {
		f.Details = append(f.Details, strings.Split(text, "\n")...)
	}
	if err != nil || text == "" {
		f.State = missing
		f.Advice = "install a driver that takes SPIR-V (Debian: pocl-opencl-icd, version 6 or later), and check what OCL_ICD_VENDORS and HIP_VISIBLE_DEVICES are set to"
	}
}
