// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/toolchains/clang"
)

// NVPTXTriple is the device triple of NVIDIA targets, as clang's CUDA has it.
const NVPTXTriple = "nvptx64-nvidia-cuda"

// PortableSM is the processor that --offload=nvptx64 compiles for: the lowest that
// is supported, whose PTX the driver compiles for every newer one.
const PortableSM = "sm_70"

// smVersions maps a processor to the PTX version that is written for it: the first
// that has the processor (PTX ISA, "Release Notes"), and not below 8.0, which every
// driver that the runtime uses takes (CUDA 12.0).
var smVersions = map[string]int{
	"sm_70": 80, "sm_72": 80, "sm_75": 80, "sm_80": 80, "sm_86": 80, "sm_87": 80, "sm_88": 90, "sm_89": 80,
	"sm_90": 80, "sm_90a": 80,
	"sm_100": 86, "sm_100a": 86, "sm_100f": 88, "sm_101": 86, "sm_101a": 86, "sm_101f": 88,
	"sm_103": 88, "sm_103a": 88, "sm_103f": 88, "sm_110": 90, "sm_110a": 90, "sm_110f": 90,
	"sm_120": 87, "sm_120a": 87, "sm_120f": 88, "sm_121": 88, "sm_121a": 88, "sm_121f": 88,
}

// IsSM reports whether an --offload-arch names an NVIDIA processor: it begins as
// one, known or not.
func IsSM(arch string) bool { return strings.HasPrefix(arch, "sm_") }

// SMs lists the NVIDIA processors that are supported, lowest first.
func SMs() []string {
	var out []string
	for s := range smVersions {
		out = append(out, s)
	}
	slices.SortFunc(out, CompareSM)
	return out
}

// CompareSM orders processors by number, then by suffix.
func CompareSM(a, b string) int {
	num := func(s string) (int, string) {
		d := strings.TrimRight(strings.TrimPrefix(s, "sm_"), "af")
		n, _ := strconv.Atoi(d)
		return n, s
	}
	an, as := num(a)
	bn, bs := num(b)
	if an != bn {
		return an - bn
	}
	return strings.Compare(as, bs)
}

// CheckSM refuses a processor that is not supported, with those that are.
func CheckSM(arch string) error {
	if _, ok := smVersions[arch]; ok {
		return nil
	}
	return fmt.Errorf("%w; the NVIDIA processors supported are %s", &UnsupportedArchError{arch}, strings.Join(SMs(), " "))
}

// PTXFeature is the target feature that selects the PTX version for a processor,
// "+ptx80".
func PTXFeature(sm string) string { return "+ptx" + strconv.Itoa(smVersions[sm]) }

// NVPTXEntryID is the bundle entry ID of a processor's image.
func NVPTXEntryID(sm string) string { return "hip-" + NVPTXTriple + "--" + sm }

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
			out = append(out, NVPTXTriple, "-target-cpu", sm, "-target-feature", PTXFeature(sm))
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
			out = append(out, nearestSM(fmt.Sprintf("sm_%d%d", v[0], v[1])))
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	slices.SortFunc(out, CompareSM)
	return slices.Compact(out)
}

// nearestSM is the processor itself, or the newest supported one below it; "" when
// there is none.
func nearestSM(sm string) string {
	best := ""
	for _, s := range SMs() {
		if strings.TrimRight(s, "af") == s && CompareSM(s, sm) <= 0 {
			best = s
		}
	}
	return best
}
