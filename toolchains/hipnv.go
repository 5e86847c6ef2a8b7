// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/target"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// HIPNV is the toolchain of NVIDIA's GPUs. Clang has CUDA for them and no HIP, so the front
// end's line is made from the generic template.
type HIPNV struct{}

// Name implements Toolchain.
func (HIPNV) Name() string { return "HIPNV" }

// Triple implements Toolchain.
func (HIPNV) Triple() string { return target.NVPTXTriple }

// Owns implements Toolchain.
func (HIPNV) Owns(triple string) bool { return strings.HasPrefix(triple, "nvptx64") }

// ParseArch implements Toolchain.
func (tc HIPNV) ParseArch(value string) (Target, bool, error) {
	if !target.IsSM(value) {
		return Target{}, false, nil
	}
	return Target{Toolchain: tc, Arch: value}, true, target.CheckSM(value)
}

// ParseTriple implements Toolchain.
func (tc HIPNV) ParseTriple(triple string) (Target, bool, error) {
	return Target{Toolchain: tc, Arch: target.PortablePTX}, tc.Owns(triple), nil
}

// Arrange implements Toolchain: lowest first. A real processor's images include its virtual one's.
func (HIPNV) Arrange(archs []string, _ bool) ([]string, error) {
	slices.SortFunc(archs, target.CompareSM)
	all := slices.Clone(archs)
	archs = slices.DeleteFunc(archs, func(a string) bool {
		return target.IsVirtualSM(a) && slices.Contains(all, target.RealSM(a))
	})
	return slices.Compact(archs), nil
}

// Archs implements Toolchain.
func (HIPNV) Archs() []string {
	real := target.SMs()
	archs := slices.Clone(real)
	for _, sm := range real {
		archs = append(archs, target.VirtualSM(sm))
	}
	return archs
}

// Local implements Toolchain.
func (HIPNV) Local() []string { return localNVIDIA() }

// Template implements Toolchain.
func (HIPNV) Template() TemplateKind { return GenericTemplate }

// Device implements Toolchain.
func (HIPNV) Device(c *step.CC1) string { return c.CPU() }

// Emulation implements Toolchain.
func (HIPNV) Emulation() string { return "" }

// EntryID implements Toolchain.
func (HIPNV) EntryID(arch, _ string) string { return "hip-" + target.NVPTXTriple + "--" + arch }

// Compile implements Toolchain. Kernels keep their visibility, and loops and straight-line code are
// vectorised as NVPTX's cost model decides. Where floats flush, the device libraries are told by a
// flag of the module that clang derives from the mode.
func (HIPNV) Compile(b *Build, arch string, c *step.CC1) error {
	stopAtBitcode(b, c)
	ignoreSanitizers(b, target.NVPTXTriple, c)
	c.Drop(func(a step.Arg) bool {
		switch a.Name {
		case "-Wspir-compat", "-target-cpu", "-target-feature":
			return true
		case "-mllvm":
			return strings.HasPrefix(a.Value, "-vectorize-")
		}
		return false
	})
	c.Args.Set("-triple", target.NVPTXTriple)
	c.InsertAt(c.Args.Index("-triple")+1, step.Sep("-target-cpu", target.RealSM(arch)), step.Sep("-target-feature", target.PTXFeature(arch)))
	if b.Flags.LastOf("flush-denormals", "no-flush-denormals") == "flush-denormals" {
		c.InsertAt(c.Args.Index("-triple")+1, step.Arg{Name: "-fdenormal-fp-math-f32=", Value: "preserve-sign,preserve-sign", Form: step.Joined})
	}
	return nil
}

// Link implements Toolchain. The image is PTX.
func (HIPNV) Link(b *Build, arch string, l *step.DeviceLink) error {
	l.Triple, l.CPU, l.Features, l.Emit = target.NVPTXTriple, target.RealSM(arch), target.PTXFeature(arch), "asm"
	if l.SaveTemps != "" {
		l.SaveTemps += "-" + arch
	}
	if b.Flags.Has("nogpulib") {
		return nil
	}
	cudaPath, _ := b.Flags.Value("cuda-path")
	libs, err := nvptxLibraries(b.Prefix, cudaPath)
	l.Libraries = libs
	return err
}

// Assemble implements CodeAssembler: a real processor's PTX is assembled if there is a ptxas. The PTX
// is then bundled under its virtual processor.
func (HIPNV) Assemble(b *Build, arch, image, code string) (*step.AssembleCode, string, error) {
	if target.IsVirtualSM(arch) {
		return nil, arch, nil
	}
	program, named := b.Flags.Value("ptxas-path")
	if !named {
		cudaPath, _ := b.Flags.Value("cuda-path")
		program = findPTXAS(cudaPath)
	} else if !exists(program) {
		return nil, arch, &clang.MissingError{What: program, Needed: "for --ptxas-path=", Tried: []string{program},
			Install: "name the ptxas of a CUDA toolkit, or compile with --offload-arch=" + target.VirtualSM(arch) + ", which needs none"}
	}
	if program == "" {
		return nil, arch, nil
	}
	s := &step.AssembleCode{Program: program, CPU: arch, Options: b.Flags.Values("cuda-ptxas"), Required: named, Output: code, Source: image}
	return s, target.VirtualSM(arch), nil
}

// findPTXAS looks for the assembler of PTX in the toolkits of CUDA, and in PATH
// if where (the value of --cuda-path) is empty; "": there is none.
func findPTXAS(where string) string {
	for _, root := range toolkits(where) {
		if f := filepath.Join(root, "bin", "ptxas"); exists(f) {
			return f
		}
	}
	if where != "" {
		return ""
	}
	path, err := exec.LookPath("ptxas")
	if err != nil {
		return ""
	}
	return path
}

// toolkits returns the folders in which CUDA toolkits may be: where if that is not empty, else
// CUDA_PATH and CUDA_HOME, nvcc's, and the usual places.
func toolkits(where string) []string {
	if where != "" {
		return []string{where}
	}
	var roots []string
	for _, e := range []string{"CUDA_PATH", "CUDA_HOME"} {
		if v := secure.Getenv(e); v != "" {
			roots = append(roots, v)
		}
	}
	if nvcc, err := exec.LookPath("nvcc"); err == nil {
		if real, err := filepath.EvalSymlinks(nvcc); err == nil {
			nvcc = real
		}
		roots = append(roots, filepath.Dir(filepath.Dir(nvcc)))
	}
	newer, _ := filepath.Glob("/usr/local/cuda-*")
	slices.Reverse(newer)
	return append(append(append(roots, "/usr/local/cuda"), newer...), "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit")
}

// findLibdevice looks for CUDA's math library, libdevice.10.bc, in a toolkit, or in the folder of its nvvm. If there is
// none, it returns "" and every path that was tried.
func findLibdevice(toolkit string) (path string, tried []string) {
	for _, sub := range []string{"nvvm/libdevice", "libdevice"} {
		f := filepath.Join(toolkit, sub, "libdevice.10.bc")
		tried = append(tried, f)
		if st, err := os.Stat(f); err == nil && !st.IsDir() {
			return f, tried
		}
	}
	return "", tried
}

// nvptxLibraries returns the device libraries of a link, in link order: gohipcc's own, and the math functions, which
// are gohipcc's, too, unless --cuda-path names a toolkit, whose libdevice has them then. A toolkit that is merely
// installed does not change results: libdevice's exponentials exceed HIP's error bounds.
func nvptxLibraries(p *Prefix, cudaPath string) ([]string, error) {
	if cudaPath == "" {
		return p.DeviceLibs("gohip-nvptx64.bc", "gohip-nvptx64-math.bc")
	}
	libdevice, tried := findLibdevice(cudaPath)
	if libdevice == "" {
		return nil, &clang.MissingError{What: "libdevice.10.bc", Needed: "for --cuda-path=" + cudaPath, Tried: tried,
			Install: "name the root of a CUDA toolkit, or leave --cuda-path out to use gohipcc's own math"}
	}
	libs, err := p.DeviceLibs("gohip-nvptx64.bc", "gohip-nvptx64-libdevice.bc")
	return append(libs, libdevice), err
}

// localNVIDIA returns the processors of this machine's NVIDIA GPUs, lowest first and each once. A
// processor that is newer than the supported ones is replaced by the newest supported one. Without
// a driver the list is empty. The environment variable GOHIP_CUDA names another driver library, as
// for the runtime.
func localNVIDIA() []string {
	names := []string{"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}
	if p := secure.Getenv(abi.EnvCUDA); p != "" {
		names = []string{p}
	} else if nodes, _ := filepath.Glob("/dev/nvidia[0-9]*"); len(nodes) == 0 {
		// The device nodes come with the driver's kernel module; checking them first saves opening
		// a library on every other machine.
		if _, err := os.Stat("/dev/dxg"); err != nil {
			return nil
		}
	}
	lib := uintptr(0)
	for _, name := range names {
		if h, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL); err == nil {
			lib = h
			break
		}
	}
	if lib == 0 {
		return nil
	}
	var fn [4]uintptr
	for i, name := range []string{"cuInit", "cuDeviceGetCount", "cuDeviceGet", "cuDeviceGetAttribute"} {
		f, err := purego.Dlsym(lib, name)
		if err != nil {
			return nil
		}
		fn[i] = f
	}
	call := func(f uintptr, args ...uintptr) bool {
		r, _, _ := purego.SyscallN(f, args...)
		return int32(r) == 0
	}
	count := new(int32)
	if !call(fn[0], 0) || !call(fn[1], uintptr(unsafe.Pointer(count))) {
		return nil
	}
	const major, minor = 75, 76 // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*
	var out []string
	for i := range *count {
		dev, v := new(int32), new([2]int32)
		if call(fn[2], uintptr(unsafe.Pointer(dev)), uintptr(i)) &&
			call(fn[3], uintptr(unsafe.Pointer(&v[0])), major, uintptr(*dev)) &&
			call(fn[3], uintptr(unsafe.Pointer(&v[1])), minor, uintptr(*dev)) {
			out = append(out, target.NearestSM(target.SMName(int(v[0]), int(v[1]))))
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	slices.SortFunc(out, target.CompareSM)
	return slices.Compact(out)
}

// EnvironmentFlags implements [environmentReader].
func (HIPNV) EnvironmentFlags() map[string]string {
	return map[string]string{"cuda-path": secure.Getenv("CUDA_PATH")}
}
