// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"gohipcc/fatbin"
	"gohipcc/toolchains"
)

// SourceKind is a language that [Compile] takes.
type SourceKind int

// What Compile takes. SourceAuto looks at the source.
const (
	SourceAuto  SourceKind = iota
	SourceLLVM             // LLVM bitcode or IR as text
	SourceSPIRV            // SPIR-V
	SourceHIP              // HIP C++
	sourceKinds            // their number
)

var sourceNames = [sourceKinds]string{"source of unknown kind", "LLVM IR", "SPIR-V", "HIP source"}

// String names the kind.
func (k SourceKind) String() string {
	if k < 0 || k >= sourceKinds {
		return "SourceKind(" + strconv.Itoa(int(k)) + ")"
	}
	return sourceNames[k]
}

// CompileOptions say what [Compile] makes. The zero value compiles at -O3 for the
// first device of this machine.
type CompileOptions struct {
	// Name is what messages call the source; "input.ll" or the like by default.
	Name string
	Kind SourceKind
	// Target is an AMD target ID ("gfx90a:xnack-"), "spirv64", or an NVIDIA
	// processor ("sm_90"). Empty: that of Device, else of the first device.
	Target string
	Device *Device
	// Level is the letter after -O; "3" by default.
	Level string
	// Link holds more modules, LLVM bitcode or text or SPIR-V, that are linked with the
	// source.
	Link [][]byte
	// Libraries are bitcode files linked as far as needed, before the target's own.
	Libraries []string
	// NoDeviceLibs leaves the target's device libraries out.
	NoDeviceLibs bool
	// Export names device functions that stay symbols of the image.
	Export []string
	// Relocatable keeps an AMD image an object that [Executable] can still link.
	Relocatable bool
	// CodeObject is the version of AMD code objects: 4, 5 or 6 (the default).
	CodeObject int
	// Flags are more arguments: of gohipcc for HIP source, of gohipcc -device-link
	// for the rest.
	Flags []string
	// Dir is the directory that HIP source's relative includes are looked up in.
	Dir string
	// NoCache compiles even when the same compilation is in the cache.
	NoCache bool
}

// Image is a result of [Compile]: device code that [Device.Load] takes.
type Image struct {
	Target string // "gfx90a", "spirv64", "sm_90"
	Bytes  []byte
	Log    string // warnings
	Cached bool   // it was compiled before
	name   string
}

// CompileError is a failed compilation.
type CompileError struct {
	Name   string // of the source
	Target string
	Step   string // "device link", "lld", "gohipcc"
	Line   int    // in the source, 0 if there is none
	Column int
	Text   string // the message at that place
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

// Compile translates device code that a program has in memory. The work is done by
// gohipcc in a process of its own, so neither a crash of LLVM nor another LLVM in
// this process matters. Results are kept in a cache by content.
func Compile(ctx context.Context, source []byte, o CompileOptions) (*Image, error) {
	j, err := newJob(source, o)
	if err != nil {
		return nil, err
	}
	if j.kind == SourceSPIRV && j.target == "spirv64" && len(j.Link) == 0 && len(j.Libraries) == 0 {
		return j.spirv()
	}
	cache := openProgramCache()
	if o.NoCache || !j.selfContained() {
		cache = nil
	}
	key := ""
	if cache != nil {
		if key, err = j.key(cache); err != nil {
			return nil, err
		}
		if b := cache.get(key); b != nil {
			return &Image{Target: j.target, Bytes: b, Cached: true, name: j.name}, nil
		}
	}
	image, err := j.run(ctx)
	if err != nil {
		return nil, err
	}
	cache.put(key, image.Bytes)
	return image, nil
}

// Load loads a compiled image on the device.
func (im *Image) Load(d *Device) (*Module, error) { return d.Load(im.Bytes, im.name) }

// job is one compilation.
type job struct {
	CompileOptions
	source []byte
	kind   SourceKind
	name   string
	target string
	tools  *jitTools
}

// jitTools are the programs that a compilation runs.
type jitTools struct {
	prefix *toolchains.Prefix
	binary string // gohipcc
	llvm   *toolchains.LLVM
}

// jitSetup finds the tools once; their identity is part of every cache key.
var jitSetup = sync.OnceValues(func() (*jitTools, error) {
	prefix, err := findPrefix()
	if err != nil {
		return nil, err
	}
	llvm, err := toolchains.FindLLVM("")
	if err != nil {
		return nil, err
	}
	return &jitTools{prefix: prefix, binary: filepath.Join(prefix.Root, "bin", "gohipcc"), llvm: llvm}, nil
})

// findPrefix looks for an installation: GOHIP_PATH, the program's own (gohipcc
// itself), then the gohipcc on PATH.
func findPrefix() (*toolchains.Prefix, error) {
	var tried []string
	try := func(root string) *toolchains.Prefix {
		bin := filepath.Join(root, "bin", "gohipcc")
		if st, err := os.Stat(bin); err == nil && st.Mode().IsRegular() {
			return &toolchains.Prefix{Root: root, Self: bin}
		}
		tried = append(tried, bin)
		return nil
	}
	if root := os.Getenv("GOHIP_PATH"); root != "" {
		if p := try(root); p != nil {
			return p, nil
		}
	} else {
		if p, err := toolchains.FindPrefix(); err == nil {
			if p := try(p.Root); p != nil {
				return p, nil
			}
		}
		if lib := loadedLibrary(); lib != "" {
			if p := try(filepath.Dir(filepath.Dir(lib))); p != nil {
				return p, nil
			}
		}
		if path, err := exec.LookPath("gohipcc"); err == nil {
			if real, err := filepath.EvalSymlinks(path); err == nil {
				path = real
			}
			if p := try(filepath.Dir(filepath.Dir(path))); p != nil {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("compiling at run time needs an installed gohipcc; looked for %s and on PATH; set GOHIP_PATH to its prefix", strings.Join(tried, ", "))
}

// loadedLibrary is the file of libgohip when this code runs in it: a program that uses
// HIP's C interface lies anywhere, the library in its installation.
func loadedLibrary() string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	m := regexp.MustCompile(`(?m)^\S+ \S+ \S+ \S+ \S+\s+(/.*/libgohip_core\.so)$`).FindSubmatch(maps)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// NeedsCompile reports whether device code has to go through [Compile] before the device
// loads it: LLVM bitcode and IR as text, and SPIR-V for a device that takes another form.
func (d *Device) NeedsCompile(code []byte) bool {
	switch detectSource(code) {
	case SourceLLVM:
		return true
	case SourceSPIRV:
		return d.Info().Arch != "spirv64"
	}
	return false
}

// BitcodeLength finds the end of bitcode that lies in memory without a length (LLVM
// Bitcode File Format: a wrapper has its size; otherwise a module is a run of blocks,
// each with its length in words). It returns 0 when code is no bitcode.
func BitcodeLength(code []byte) int64 {
	le := binary.LittleEndian
	if len(code) >= 20 && le.Uint32(code) == 0x0b17c0de {
		return int64(le.Uint32(code[8:])) + int64(le.Uint32(code[12:]))
	}
	if len(code) < 4 || string(code[:4]) != "BC\xc0\xde" {
		return 0
	}
	at := int64(4)
	for at+8 <= int64(len(code)) {
		// ENTER_SUBBLOCK (1, two bits), the block's number (8 bits, below 128 and known
		// at this level), the width of its abbreviations, padding, length.
		w := le.Uint32(code[at:])
		block := w >> 2 & 0xff
		if w&3 != 1 || block != 8 && block != 13 && block != 23 && block != 25 {
			break
		}
		at += 8 + 4*int64(le.Uint32(code[at+4:]))
	}
	return min(at, int64(len(code)))
}

func newJob(source []byte, o CompileOptions) (*job, error) {
	j := &job{CompileOptions: o, source: source, kind: o.Kind, name: o.Name, target: o.Target}
	if len(bytes.TrimSpace(source)) == 0 {
		return nil, errors.New("nothing to compile: the source is empty")
	}
	if j.kind == SourceAuto {
		j.kind = detectSource(source)
	}
	if j.kind < 0 || j.kind >= sourceKinds {
		return nil, fmt.Errorf("%v is no kind of source", j.kind)
	}
	if j.name == "" {
		j.name = [sourceKinds]string{"", "input.ll", "input.spv", "input.hip"}[j.kind]
	}
	if j.target == "" {
		d := o.Device
		if d == nil {
			all, err := Devices()
			if err != nil {
				return nil, fmt.Errorf("%s: no target was named and the machine gives none: %w", j.name, err)
			}
			d = all[0]
		}
		in := d.Info()
		j.target = in.Target.String()
		if in.Arch == "spirv64" {
			j.target = "spirv64"
		}
	}
	if err := checkTarget(j.target); err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	if j.Level == "" {
		j.Level = "3"
	}
	if len(j.Level) != 1 || !strings.Contains("0123sz", j.Level) {
		return nil, fmt.Errorf("%s: no level -O%s; there are -O0, -O1, -O2, -O3, -Os and -Oz", j.name, j.Level)
	}
	if j.CodeObject == 0 {
		j.CodeObject = 6
	}
	if j.CodeObject < 4 || j.CodeObject > 6 {
		return nil, fmt.Errorf("%s: no code object version %d; there are 4, 5 and 6", j.name, j.CodeObject)
	}
	var err error
	if j.kind != SourceSPIRV || j.target != "spirv64" || len(j.Link) > 0 || len(j.Libraries) > 0 {
		j.tools, err = jitSetup()
	}
	return j, err
}

func checkTarget(t string) error {
	switch {
	case t == "spirv64", toolchains.IsSM(t) && toolchains.CheckSM(t) == nil:
		return nil
	case strings.HasPrefix(t, "gfx"):
		_, err := toolchains.ParseTargetID(t)
		return err
	}
	return fmt.Errorf("no target %q; there are spirv64, AMD target IDs (gfx90a, gfx90a:xnack-, gfx11-generic) and NVIDIA processors (sm_70 to sm_120)", t)
}

// irStart matches the first line of LLVM IR as text (LLVM Language Reference, "Module
// Structure"), after comments.
var irStart = regexp.MustCompile(`^(target (datalayout|triple)|source_filename =|module asm |define |declare |[@%$]("|[-\w$.]+ = )|attributes #|![\w.]+ = |\^\d+ = )`)

// detectSource tells the kinds apart by their first bytes, since every module that is
// loaded comes through here. What is no source, a fat binary say, counts as SourceHIP.
func detectSource(s []byte) SourceKind {
	switch {
	case bytes.HasPrefix(s, []byte("BC\xc0\xde")), bytes.HasPrefix(s, []byte{0xde, 0xc0, 0x17, 0x0b}):
		return SourceLLVM
	case bytes.HasPrefix(s, []byte{0x03, 0x02, 0x23, 0x07}):
		return SourceSPIRV
	}
	comments := 0
	for line := range bytes.Lines(s) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case line[0] == ';':
			comments++
			continue
		case irStart.Match(line):
			return SourceLLVM
		}
		return SourceHIP
	}
	if comments > 0 {
		return SourceLLVM // a module of comments alone is an empty one
	}
	return SourceHIP
}

// spirv checks a SPIR-V module for a device that takes SPIR-V as it is. For other
// targets, and linked with something, SPIR-V becomes LLVM IR.
func (j *job) spirv() (*Image, error) {
	m, err := fatbin.ReadSPIRV(fatbin.Bytes(j.source), int64(len(j.source)))
	if err == nil {
		_, err = m.Kernels()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.name, err)
	}
	return &Image{Target: "spirv64", Bytes: j.source, name: j.name}, nil
}

// key hashes all that decides the image: source, options, and the identity of the
// tools and libraries.
func (j *job) key(cache *programCache) (string, error) {
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
	return cache.key(parts...), nil
}

var otherInclude = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*(include|import|embed)(_next)?[ \t]*[^<h\s]|__has_include|^[ \t]*#[ \t]*include[ \t]*<[^h]|^[ \t]*#[ \t]*include[ \t]*<h[^i]`)

// selfContained reports whether the source and gohipcc's own headers are all that
// decides the result. Other headers are known only after the compilation; gohipcc's
// own cache, which hashes them, serves such sources.
func (j *job) selfContained() bool {
	if j.kind != SourceHIP {
		return true
	}
	for _, f := range j.Flags {
		if strings.HasPrefix(f, "-I") || strings.HasPrefix(f, "-i") || strings.HasPrefix(f, "@") {
			return false
		}
	}
	return j.Dir == "" && !otherInclude.Match(j.source)
}

// headersIdentity changes when a header of the installation does.
var headersIdentity = func() func(p *toolchains.Prefix) string {
	var once sync.Once
	var id string
	return func(p *toolchains.Prefix) string {
		once.Do(func() {
			h := sha256.New()
			filepath.WalkDir(p.Include(), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				if st, err := d.Info(); err == nil {
					fmt.Fprintf(h, "%s %d %d\n", path, st.Size(), st.ModTime().UnixNano())
				}
				return nil
			})
			id = fmt.Sprintf("%x", h.Sum(nil))
		})
		return id
	}
}()

// fileArguments are the libraries among a command's arguments.
func fileArguments(argv []string) []string {
	var out []string
	for _, a := range argv {
		if p, ok := strings.CutPrefix(a, "--library="); ok {
			out = append(out, p)
		}
	}
	return out
}

// argv is the command of the first step, run in a scratch directory.
func (j *job) argv(in, out string) ([]string, error) {
	if j.kind == SourceHIP {
		arch := "--offload-arch=" + j.target
		if j.target == "spirv64" {
			arch = "--offload=spirv64"
		}
		args := []string{arch, "-x", "hip", "-O" + j.Level, "--offload-device-only", "--no-gpu-bundle-output"}
		if strings.HasPrefix(j.target, "gfx") {
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
	args := []string{"-device-link", "--verify-input", "-O" + j.Level}
	for _, l := range j.Libraries {
		args = append(args, "--library="+l)
	}
	var libs []string
	switch p := j.tools.prefix; {
	case j.target == "spirv64":
		args = append(args, "--target=spirv64-unknown-unknown", "--emit=spirv")
		libs = []string{p.DeviceLib("hipspv-spirv64-unknown-unknown.bc")}
	case strings.HasPrefix(j.target, "gfx"):
		id, err := toolchains.ParseTargetID(j.target)
		if err != nil {
			return nil, err
		}
		args = append(args, "--target=amdgcn-amd-amdhsa", "--cpu="+id.Processor, "--emit=obj")
		var features []string
		for _, f := range id.Features {
			features = append(features, map[bool]string{true: "+", false: "-"}[f.On]+f.Name)
		}
		if len(features) > 0 {
			args = append(args, "--features="+strings.Join(features, ","))
		}
		if !j.NoDeviceLibs && j.callsOut() {
			found, err := amdLibraries(j.tools, id.Processor, j.CodeObject)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", j.name, err)
			}
			libs = append([]string{p.DeviceLib("gohip-amdgcn.bc")}, found...)
		}
	default:
		args = append(args, "--target="+toolchains.NVPTXTriple, "--cpu="+j.target, "--features="+toolchains.PTXFeature(j.target), "--emit=asm")
		if !j.NoDeviceLibs {
			var err error
			if libs, err = toolchains.NVPTXLibraries(p, os.Getenv("CUDA_PATH")); err != nil {
				return nil, fmt.Errorf("%s: %w", j.name, err)
			}
		}
	}
	if !j.NoDeviceLibs {
		for _, l := range libs {
			args = append(args, "--library="+l)
		}
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

var declared = regexp.MustCompile(`(?m)^declare [^@\n]*@"?([-\w$.]+)`)

// callsOut reports whether the source, LLVM IR, may need a library: reading them costs
// more than many a kernel.
func (j *job) callsOut() bool {
	if len(j.Link) > 0 || len(j.Libraries) > 0 || j.kind == SourceSPIRV {
		return true
	}
	if bytes.HasPrefix(j.source, []byte("BC")) || bytes.HasPrefix(j.source, []byte{0xde, 0xc0}) {
		b, err := fatbin.ReadBitcode(fatbin.Bytes(j.source), int64(len(j.source)))
		if err != nil {
			return true
		}
		for _, f := range b.Functions {
			if f.Linkage == "import" && !strings.HasPrefix(f.Name, "llvm.") {
				return true
			}
		}
		return false
	}
	for _, m := range declared.FindAllSubmatch(j.source, -1) {
		if !bytes.HasPrefix(m[1], []byte("llvm.")) {
			return true
		}
	}
	return false
}

// linkName is the file of the i-th module of Link.
func linkName(i int) string { return "link" + strconv.Itoa(i) + ".bc" }

var (
	amdLibsMu sync.Mutex
	amdLibs   = map[string][]string{}
)

// amdLibraries finds AMD's device libraries for a processor once.
func amdLibraries(t *jitTools, processor string, version int) ([]string, error) {
	amdLibsMu.Lock()
	defer amdLibsMu.Unlock()
	key := processor + " " + strconv.Itoa(version)
	if l, ok := amdLibs[key]; ok {
		return l, nil
	}
	s := toolchains.ROCmSearch{Clang: t.llvm.Clang}
	found, err := s.DeviceLibs(toolchains.DeviceLibOptions{
		Processor: processor, CodeObject: version, Wavefront64: toolchains.Wavefront64Default(processor),
	}, t.prefix.DeviceLib(filepath.Join("amdgcn", "bitcode")))
	if err != nil {
		return nil, err
	}
	amdLibs[key] = found.Files
	return found.Files, nil
}

// run compiles in a scratch directory, which a crash leaves behind.
func (j *job) run(ctx context.Context) (*Image, error) {
	dir, err := os.MkdirTemp("", "gohip-jit-")
	if err != nil {
		return nil, err
	}
	keep := false
	defer func() {
		if !keep {
			os.RemoveAll(dir)
		}
	}()
	// LLVM's messages name the file: it has the source's name.
	in := scratchName(j.name, j.kind)
	if err := os.WriteFile(filepath.Join(dir, in), j.source, 0o644); err != nil {
		return nil, err
	}
	for i, m := range j.Link {
		if err := os.WriteFile(filepath.Join(dir, linkName(i)), m, 0o644); err != nil {
			return nil, err
		}
	}
	amdObject := j.kind != SourceHIP && strings.HasPrefix(j.target, "gfx")
	out := "image"
	if amdObject {
		out = "image.o"
	}
	argv, err := j.argv(in, out)
	if err != nil {
		return nil, err
	}
	step := "device link"
	if j.kind == SourceHIP {
		step = "gohipcc"
	}
	log, err := j.child(ctx, dir, step, in, j.tools.binary, argv)
	if err == nil && amdObject && !j.Relocatable {
		if obj, e := os.ReadFile(filepath.Join(dir, out)); e == nil {
			if image, ok := linkAMD(obj); ok {
				return &Image{Target: j.target, Bytes: image, Log: log, name: j.name}, nil
			}
		}
		var lld, more string
		if lld, err = j.tools.llvm.Tool("lld"); err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		more, err = j.child(ctx, dir, "lld", in, lld, []string{"-flavor", "gnu", "-m", "elf64_amdgpu", "--no-undefined", "-shared", "-o", "image", "image.o"})
		log += more
		out = "image"
	}
	if err != nil {
		var ce *CompileError
		keep = errors.As(err, &ce) && ce.Signal != ""
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(dir, out))
	if err != nil {
		return nil, fmt.Errorf("%s: %s left no image: %w\n%s", j.name, step, err, log)
	}
	return &Image{Target: j.target, Bytes: b, Log: log, name: j.name}, nil
}

var unsafeName = regexp.MustCompile(`[^-+.\w]+`)

// scratchName is a file name for a source of any name.
func scratchName(name string, kind SourceKind) string {
	base := unsafeName.ReplaceAllString(filepath.Base(name), "_")
	switch base {
	case "", ".", "..", "image", "image.o":
		base = "input"
	}
	base = strings.TrimLeft(base, "-")
	if kind == SourceHIP && filepath.Ext(base) != ".hip" {
		base += ".hip"
	}
	return base
}

// place finds "name:line:column: error: text" in messages about a source.
func place(name, log string) []string {
	return regexp.MustCompile(regexp.QuoteMeta(name) + `:(\d+)(?::(\d+))?: (?:fatal )?(?:error: )?(.*)`).FindStringSubmatch(log)
}

// child runs one step. Its error has the place in the source.
func (j *job) child(ctx context.Context, dir, step, in, name string, argv []string) (log string, err error) {
	cmd := exec.CommandContext(ctx, name, argv...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOHIP_PATH="+j.tools.prefix.Root)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	log = strings.ReplaceAll(out.String(), in+":", j.name+":")
	if err == nil {
		return log, nil
	}
	if ctx.Err() != nil {
		return log, fmt.Errorf("%s: %s for %s: %w", j.name, step, j.target, ctx.Err())
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return log, fmt.Errorf("%s: %s: %w", j.name, step, err)
	}
	e := &CompileError{Name: j.name, Target: j.target, Step: step, Log: log}
	if m := place(j.name, log); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		e.Column, _ = strconv.Atoi(m[2])
		e.Text = m[3]
	}
	if e.Text == "" {
		e.Text = strings.TrimPrefix(strings.TrimSpace(log), "gohipcc: error: ")
		e.Text = strings.TrimPrefix(e.Text, j.name+": ")
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled():
		e.Signal = status.Signal().String()
	case strings.Contains(log, "fatal error: unexpected signal"), strings.Contains(log, "SIGSEGV"):
		// Go's runtime reports a signal in C code and exits by itself.
		e.Signal = "segmentation fault"
		e.Text = ""
	case strings.Contains(log, "LLVM stopped in step"):
		e.Signal = "fatal error of LLVM"
	}
	if e.Signal != "" {
		e.Kept, e.Repro = dir, toolchains.Quote(append([]string{name}, argv...))
	}
	return log, e
}

// Sum is a short name of an image's content, for logs.
func (im *Image) Sum() string {
	s := sha256.Sum256(im.Bytes)
	return fmt.Sprintf("%x", s[:8])
}
