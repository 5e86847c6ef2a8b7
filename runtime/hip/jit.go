// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/runtime/programcache"
	"gohipcc/target"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// CompileOptions configure [Compile]. The zero value, and nil, compile at -O3 for the first device
// of this machine.
type CompileOptions struct {
	// Name is the source's name in messages; "input.ll" or the like by default.
	Name string
	Kind SourceKind
	// Target is an AMD target ID ("gfx90a:xnack-"), "spirv64", another vendor's
	// processor, or a level of this machine's processor ("x86-64-v3"). Empty: the target of Device, else of the
	// first device.
	Target string
	Device *Device
	// Level is the letter after -O; "3" by default.
	Level string
	// Link holds further modules, LLVM bitcode or text or SPIR-V, that are linked with the source.
	Link [][]byte
	// Libraries are bitcode files of which the needed functions are linked, before the target's
	// own.
	Libraries []string
	// NoDeviceLibs leaves the target's device libraries out.
	NoDeviceLibs bool
	// Export names device functions that remain symbols of the image.
	Export []string
	// Relocatable makes an AMD image an object that [Executable] can still link.
	Relocatable bool
	// CodeObject is the version of AMD code objects: 4, 5 or 6 (the default).
	CodeObject int
	// Flags are further arguments: of gohipcc for HIP source, of gohipcc -device-link otherwise.
	Flags []string
	// Dir is the directory for relative includes of HIP source.
	Dir string
	// NoCache compiles even if the same compilation is in the cache.
	NoCache bool
}

// Image is a result of [Compile]: device code for [Device.Load].
type Image struct {
	Target string // "gfx90a", "spirv64", "sm_90"
	Bytes  []byte
	Log    string // warnings
	Cached bool   // it was in the cache
	name   string
}

// CompileError is a failed compilation.
type CompileError struct {
	Name   string // of the source
	Target string
	Step   string // "device link", "lld", "gohipcc"
	Line   int    // in the source, 0 if there is none
	Column int
	Text   string // the message about that line
	Log    string // all that was printed
	Signal string // "segmentation fault", when LLVM crashed
	Kept   string // directory with the input of a crash
	Repro  string // command that does the same in that directory
}

// Error implements error.
func (e *CompileError) Error() string {
	var b strings.Builder
	b.WriteString(e.Name)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ":%d", e.Column)
		}
	}
	fmt.Fprintf(&b, ": %s for %s", e.Step, e.Target)
	if e.Signal != "" {
		fmt.Fprintf(&b, " crashed (%s)", e.Signal)
	}
	if e.Text != "" {
		b.WriteString(": " + e.Text)
	}
	if e.Kept != "" {
		fmt.Fprintf(&b, "\nits input is kept in %s; to repeat it there: %s", e.Kept, e.Repro)
	}
	return b.String()
}

// Compile compiles device code that a program has in memory. gohipcc does the work in a process of
// its own, so neither a crash of LLVM nor another LLVM in this process matters. Results are cached
// by content. The error wraps [ErrInvalidArgument] for options that name no target, level or kind of
// source; one in the source is a [*CompileError].
func Compile(ctx context.Context, source []byte, o *CompileOptions) (*Image, error) {
	if o == nil {
		o = &CompileOptions{}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	j, err := newJob(source, o)
	if err != nil {
		return nil, err
	}
	if j.kind == SourceSPIRV && j.target == target.SPIRV64 && len(j.Link) == 0 && len(j.Libraries) == 0 {
		return j.spirv()
	}
	cache := programcache.Open()
	if o.NoCache || !j.selfContained() {
		cache = nil
	}
	key := ""
	if cache != nil {
		if key, err = j.key(cache); err != nil {
			return nil, err
		}
		if b := cache.Get(key); b != nil {
			return &Image{Target: j.target, Bytes: b, Cached: true, name: j.name}, nil
		}
	}
	image, err := j.run(ctx)
	if err != nil {
		return nil, err
	}
	cache.Put(key, image.Bytes)
	return image, nil
}

// Load loads a compiled image on the device. The module has the name of the source unless the
// options have another.
func (im *Image) Load(ctx context.Context, d *Device, o *LoadOptions) (*Module, error) {
	return d.Load(ctx, im.Bytes, o.named(im.name))
}

// job is one compilation.
type job struct {
	CompileOptions
	source []byte
	kind   SourceKind
	name   string
	target string
	tools  *jitTools
}

// NeedsCompile reports whether device code must be compiled by [Compile] before the device can load
// it: LLVM bitcode and IR as text, and SPIR-V for a device that does not take it.
func (d *Device) NeedsCompile(code []byte) bool {
	switch detectSource(code) {
	case SourceLLVM:
		return true
	case SourceSPIRV:
		return d.Info().Arch != target.SPIRV64
	}
	return false
}

func newJob(source []byte, o *CompileOptions) (*job, error) {
	j := &job{CompileOptions: *o, source: source, kind: o.Kind, name: o.Name, target: o.Target}
	if len(bytes.TrimSpace(source)) == 0 {
		return nil, fmt.Errorf("nothing to compile: the source is empty: %w", ErrInvalidArgument)
	}
	if j.kind == SourceAuto {
		j.kind = detectSource(source)
	}
	if j.kind < 0 || j.kind >= sourceKinds {
		return nil, fmt.Errorf("%v is not a kind of source: %w", j.kind, ErrInvalidArgument)
	}
	if j.name == "" {
		j.name = [sourceKinds]string{"", "input.ll", "input.spv", "input.hip"}[j.kind]
	}
	if j.target == "" {
		var err error
		if j.target, err = o.defaultTarget(); err != nil {
			return nil, fmt.Errorf("%s: no target was named and the machine gives none: %w", j.name, err)
		}
	}
	if err := checkTarget(j.target); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", j.name, ErrInvalidArgument, err)
	}
	if j.Level == "" {
		j.Level = "3"
	}
	if len(j.Level) != 1 || !strings.Contains("0123sz", j.Level) {
		return nil, fmt.Errorf("%s: no level -O%s; there are -O0, -O1, -O2, -O3, -Os and -Oz: %w", j.name, j.Level, ErrInvalidArgument)
	}
	if j.CodeObject == 0 {
		j.CodeObject = 6
	}
	if j.CodeObject < 4 || j.CodeObject > 6 {
		return nil, fmt.Errorf("%s: no code object version %d; there are 4, 5 and 6: %w", j.name, j.CodeObject, ErrInvalidArgument)
	}
	var err error
	if j.kind != SourceSPIRV || j.target != target.SPIRV64 || len(j.Link) > 0 || len(j.Libraries) > 0 {
		j.tools, err = jitSetup()
	}
	return j, err
}

// defaultTarget returns the target of the named device, else of the first one.
func (o *CompileOptions) defaultTarget() (string, error) {
	d := o.Device
	if d == nil {
		all, err := Devices()
		if err != nil {
			return "", err
		}
		d = all[0]
	}
	in := d.Info()
	if in.Arch == target.SPIRV64 {
		return target.SPIRV64, nil
	}
	return in.Target.String(), nil
}

func checkTarget(t string) error {
	if t == target.SPIRV64 || isCPU(t) {
		return nil
	}
	known, err := target.CheckGPU(t)
	if !known {
		return fmt.Errorf("no target %q; there are spirv64, %s and levels of this machine's processor (x86-64 to x86-64-v4)", t, target.GPUNames)
	}
	return err
}

// isCPU reports whether a target is a level of the processor that this process runs on.
func isCPU(t string) bool {
	t, _ = target.CutWideCPU(t)
	_, level := target.CPUFeatures(t)
	return level && runtime.GOARCH == "amd64" || t == target.Generic && runtime.GOARCH == "arm64"
}

// spirv checks a SPIR-V module for a device that takes SPIR-V. For other targets, and if it is
// linked with something, SPIR-V becomes LLVM IR.
func (j *job) spirv() (*Image, error) {
	m, err := fatbin.ReadSPIRV(fatbin.Bytes(j.source), int64(len(j.source)))
	if err == nil {
		_, err = m.Kernels()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	return &Image{Target: target.SPIRV64, Bytes: j.source, name: j.name}, nil
}

// key hashes everything that determines the image: source, options, and the identity of the tools
// and libraries.
func (j *job) key(cache *programcache.Cache) (string, error) {
	argv, err := j.argv("in", "out")
	if err != nil {
		return "", err
	}
	parts := [][]byte{fmt.Appendf(nil, "jit 1 %v", j.Relocatable), []byte(j.target), []byte(strings.Join(argv, "\x00")), j.source, []byte(j.Dir)}
	parts = append(parts, j.Link...)
	for _, f := range append([]string{j.tools.binary, j.tools.llvm.Clang}, fileArguments(argv)...) {
		st, err := os.Stat(f)
		if err != nil {
			return "", fmt.Errorf("%s: %w", j.name, err)
		}
		parts = append(parts, fmt.Appendf(nil, "%s %d %d", f, st.Size(), st.ModTime().UnixNano()))
	}
	if j.kind == SourceHIP {
		parts = append(parts, []byte(headersIdentity(j.tools.prefix)))
	}
	return cache.Key(parts...), nil
}

// fileArguments returns the libraries among a command's arguments.
func fileArguments(argv []string) []string {
	var out []string
	for _, a := range argv {
		if p, ok := strings.CutPrefix(a, "--library="); ok {
			out = append(out, p)
		}
	}
	return out
}

// argv returns the command of the first step, run in a scratch directory.
func (j *job) argv(in, out string) ([]string, error) {
	if j.kind == SourceHIP {
		arch := "--offload-arch=" + j.target
		if j.target == target.SPIRV64 {
			arch = "--offload=spirv64"
		}
		args := []string{arch, "-x", "hip", "-O" + j.Level, "--offload-device-only", "--no-gpu-bundle-output"}
		if target.IsAMD(j.target) {
			args = append(args, "-mcode-object-version="+strconv.Itoa(j.CodeObject))
			if j.Relocatable {
				args = append(args, "-fhip-emit-relocatable")
			}
		}
		if j.Dir != "" {
			args = append(args, "-I", j.Dir)
		}
		args = append(args, j.Flags...)
		return append(args, "-c", "-o", out, in), nil
	}
	l, err := j.deviceLink()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	args := []string{"-device-link", "--verify-input", l.OptLevel}
	for _, lib := range j.Libraries {
		args = append(args, "--library="+lib)
	}
	args = append(args, "--target="+l.Triple, "--emit="+l.Emit)
	if l.CPU != "" {
		args = append(args, "--cpu="+l.CPU)
	}
	if l.Features != "" {
		args = append(args, "--features="+l.Features)
	}
	for _, lib := range l.Libraries {
		args = append(args, "--library="+lib)
	}
	for _, e := range j.Export {
		args = append(args, "--export="+e)
	}
	args = append(args, j.Flags...)
	args = append(args, "-o", out, in)
	for i := range j.Link {
		args = append(args, linkName(i))
	}
	return args, nil
}

// deviceLink returns how the target's toolchain links LLVM IR, and with which device libraries.
func (j *job) deviceLink() (*step.DeviceLink, error) {
	l := &step.DeviceLink{OptLevel: "-O" + j.Level, Emit: "spirv"}
	if target.IsAMD(j.target) {
		return l, j.objectLink(l)
	}
	t, err := toolchains.ForArch(j.target)
	if isCPU(j.target) {
		t, err = toolchains.Target{Toolchain: toolchains.HostCPU(), Arch: j.target}, nil
		if j.kind == SourceSPIRV {
			t = toolchains.WithWarps(t, false) // its sub-groups have 32 lanes
		}
	}
	if err != nil {
		return nil, err
	}
	flags := linkFlags(toolchains.EnvironmentFlags())
	flags["O"] = j.Level
	if j.NoDeviceLibs {
		flags["nogpulib"] = ""
	}
	return l, t.Link(&toolchains.Build{Prefix: j.tools.prefix, LLVM: j.tools.llvm, Flags: flags, OwnRoot: true}, t.Arch, l)
}

// objectLink is the link for AMD's targets, which the driver does with lld: it makes an object, and
// amdlink the image.
func (j *job) objectLink(l *step.DeviceLink) error {
	id, err := target.ParseAMD(j.target)
	if err != nil {
		return err
	}
	l.Triple, l.CPU, l.Emit, l.Features = target.AMDTriple, id.Processor, "obj", strings.Join(id.Options(), ",")
	if j.NoDeviceLibs || !j.callsOut() {
		return nil
	}
	found, err := amdLibraries(j.tools, id.Processor, j.CodeObject)
	l.Libraries = append([]string{j.tools.prefix.DeviceLib("gohip-amdgcn.bc")}, found...)
	return err
}

// linkFlags are options of a command line, by name; each is given once.
type linkFlags map[string]string

// Has implements [toolchains.Flags].
func (f linkFlags) Has(ids ...string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { _, ok := f[id]; return ok })
}

// LastOf implements [toolchains.Flags].
func (f linkFlags) LastOf(ids ...string) string {
	for _, id := range ids {
		if f.Has(id) {
			return id
		}
	}
	return ""
}

// Value implements [toolchains.Flags].
func (f linkFlags) Value(id string) (string, bool) {
	v, ok := f[id]
	return v, ok
}

// Values implements [toolchains.Flags].
func (f linkFlags) Values(id string) []string {
	if v, ok := f[id]; ok {
		return []string{v}
	}
	return nil
}

// linkName returns the file of the i-th module of Link.
func linkName(i int) string { return "link" + strconv.Itoa(i) + ".bc" }
