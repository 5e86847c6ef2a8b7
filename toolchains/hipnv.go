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

	"gohipcc/target"
	"gohipcc/toolchains/clang"
)

// NVPTXEntryID is the bundle entry ID of a processor's image.
func NVPTXEntryID(sm string) string { return "hip-" + target.NVPTXTriple + "--" + sm }

// dropForNVPTX are the arguments of a SPIR-V device line that an NVPTX line does
// not have, with the number of values that follow each.
var dropForNVPTX = map[string]int{
	"-Wspir-compat": 0, "-target-cpu": 1, "-target-feature": 1,
}

// NVPTXFrontEnd makes clang's device line for a generic target into the one for an
// NVIDIA processor: the same source, language and options. Kernels keep their
// visibility, and loops and straight-line code are vectorised as far as NVPTX's
// cost model wants it.
func NVPTXFrontEnd(argv []string, sm string) []string {
	var out []string
	for i := 0; i < len(argv); i++ {
		a := argv[i]
		if n, ok := dropForNVPTX[a]; ok {
			i += n
			continue
		}
		if a == "-mllvm" && i+1 < len(argv) && strings.HasPrefix(argv[i+1], "-vectorize-") {
			i++
			continue
		}
		out = append(out, a)
		if a == "-triple" && i+1 < len(argv) {
			i++
			out = append(out, target.NVPTXTriple, "-target-cpu", sm, "-target-feature", target.PTXFeature(sm))
		}
	}
	return out
}

// FindLibdevice looks for CUDA's math library, libdevice.10.bc: in the toolkit at
// where (the value of --cuda-path) when that is not empty, else in CUDA_PATH and
// CUDA_HOME, beside nvcc, and in the usual places. It returns "" and every path
// that was tried when there is none.
func FindLibdevice(where string) (path string, tried []string) {
	var roots []string
	if where != "" {
		roots = []string{where}
	} else {
		for _, e := range []string{"CUDA_PATH", "CUDA_HOME"} {
			if v := os.Getenv(e); v != "" {
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
		roots = append(append(append(roots, "/usr/local/cuda"), newer...), "/opt/cuda", "/usr/lib/cuda", "/usr/lib/nvidia-cuda-toolkit")
	}
	for _, r := range roots {
		for _, sub := range []string{"nvvm/libdevice", "libdevice"} {
			f := filepath.Join(r, sub, "libdevice.10.bc")
			tried = append(tried, f)
			if st, err := os.Stat(f); err == nil && !st.IsDir() {
				return f, tried
			}
		}
	}
	return "", tried
}

// NVPTXLibraries are the device libraries of a link, in link order: gohipcc's own,
// then CUDA's libdevice where a toolkit has it, else the same functions over
// libclc.
func NVPTXLibraries(p *Prefix, cudaPath string) ([]string, error) {
	libdevice, tried := FindLibdevice(cudaPath)
	if libdevice == "" && cudaPath != "" {
		return nil, &clang.MissingError{What: "libdevice.10.bc", Needed: "for --cuda-path=" + cudaPath, Tried: tried,
			Install: "name the root of a CUDA toolkit, or leave --cuda-path out to use gohipcc's own math"}
	}
	if libdevice != "" {
		return []string{p.DeviceLib("gohip-nvptx64.bc"), p.DeviceLib("gohip-nvptx64-libdevice.bc"), libdevice}, nil
	}
	return []string{p.DeviceLib("gohip-nvptx64.bc"), p.DeviceLib("gohip-nvptx64-math.bc")}, nil
}

// LocalNVIDIA lists the processors of this machine's NVIDIA GPUs, lowest first and
// each once. A processor newer than those supported is left out in favour of the
// newest one that is. Without a driver the list is empty. The environment variable
// GOHIP_CUDA names another driver library, as for the runtime.
func LocalNVIDIA() []string {
	names := []string{"libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"}
	if p := os.Getenv("GOHIP_CUDA"); p != "" {
		names = []string{p}
	} else if nodes, _ := filepath.Glob("/dev/nvidia[0-9]*"); len(nodes) == 0 {
		// The device nodes come with the driver's kernel module; asking them first
		// saves opening a library on every other machine.
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
