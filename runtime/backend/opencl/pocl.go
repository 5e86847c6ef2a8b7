// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gohipcc/internal/secure"
	"gohipcc/internal/workaround"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/dynlib"
)

// IDs of the workarounds that can be switched off.
const (
	poclInstCombine    = "pocl-instcombine-iterations"
	poclHalves         = "pocl-undeclared-halves"
	poclShortNames     = "pocl-short-kernel-names"
	poclIntrinsics     = "pocl-llvm-intrinsics"
	poclGenericVariant = "pocl-generic-variant"
	poclRemat          = "pocl-no-rematerialised-loads"
	poclThreads        = "pocl-threads-for-waiting-blocks"
	poclQueues         = "pocl-kept-queues"
	poclFills          = "pocl-fills-by-host"
	poclAlloca         = "pocl-work-group-alloca"
	poclLowest         = "pocl-lowest-level"
)

// Workarounds is the ledger of this backend's and libgohip's workarounds for PoCL.
var Workarounds = []workaround.Entry{
	{
		ID: poclInstCombine, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL ends the process when LLVM aborts, most often because InstCombine needs a second iteration.",
		Remedy:     "A separate process, in which the check of InstCombine is disabled, compiles kernels into PoCL's cache.",
		Code:       "runtime/backend/opencl/compiler.go",
		Upstream:   "https://github.com/pocl/pocl/issues/1608",
		Reproducer: "testdata/workarounds/pocl-instcombine-iterations.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclLowest, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL's passes fail at kernels that LLVM's optimiser, which PoCL runs before and between them, has changed.",
		Remedy:     "A kernel at which PoCL fails is compiled again without LLVM's optimiser.",
		Code:       "runtime/backend/opencl/pocl_sizes.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-lowest-level.ll",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclHalves, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL supports half precision on CPUs without declaring cl_khr_fp16.",
		Remedy:     "Kernels that use half precision are not rejected.",
		Code:       "runtime/backend/opencl/device.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-undeclared-halves.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclShortNames, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL builds the name of a kernel's function in 1,024 bytes, and ends the process if it does not find the truncated name.",
		Remedy:     "Kernels with longer names get short ones.",
		Code:       "runtime/devicespirv/names.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-short-kernel-names.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclIntrinsics, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL's library, built with -fno-builtin, is not inlined into kernels from SPIR-V, because LLVM considers the attributes incompatible: the kernels are not vectorised.",
		Remedy:     "Functions with LLVM intrinsics are called as intrinsics.",
		Code:       "runtime/devicespirv/calls.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-llvm-intrinsics.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclGenericVariant, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL compiles a kernel again for every work-group size, and miscompiles it for blocks of width one and greater height.",
		Remedy:     "Later sizes and those of width one share the generic variant, loaded from a binary without LLVM IR.",
		Code:       "runtime/backend/opencl/pocl_sizes.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-generic-variant.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclRemat, Product: "PoCL", Seen: []string{"7.0", "7.1"},
		Fault:      "PoCL rematerialises loads after a barrier, which then observe later stores.",
		Remedy:     "POCL_PREGION_VALUE_REMAT=0.",
		Code:       "runtime/backend/opencl/pocl.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-no-rematerialised-loads.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclThreads, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL runs no more blocks concurrently than the CPU has cores, so blocks that wait for each other deadlock.",
		Remedy:     "POCL_CPU_MAX_CU_COUNT for programs with such kernels.",
		Code:       "runtime/backend/opencl/pocl.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-threads-for-waiting-blocks.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "pocl-late-reuse", Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL records by address which values are uniform, and keeps the records while its passes delete values and create others. A PHI that InstCombine makes of two stores can get the address of a loop's induction variable, and is uniform then: after a barrier all work-items use the value of the last one. Which kernels are wrong changes from one compilation to the next, and the result stays in PoCL's cache.",
		Remedy:     "The helper process, in which PoCL compiles, reuses memory of the size of a value late. Without the helper there is no remedy.",
		Code:       "runtime/libgohip/clcompile/clcompile.c",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-late-reuse.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclQueues, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL reads a queue after its last command has completed.",
		Remedy:     "Queues of destroyed streams are reused and never released.",
		Code:       "runtime/libgohip/opencl.c",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-kept-queues.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclFills, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL crashes in fills of memory that OpenCL did not allocate, although it has system SVM.",
		Remedy:     "The host fills memory that it can access.",
		Code:       "runtime/libgohip/opencl.c",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-fills-by-host.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: poclAlloca, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "PoCL leaves __pocl_work_group_alloca undefined in kernels for blocks of one work-item.",
		Remedy:     "libgohip defines it, also for programs that are not linked with libgohip.",
		Code:       "runtime/libgohip/pocl.c",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/pocl-work-group-alloca.hip",
		Test:       "e2e.TestWorkarounds",
	},
}

// isOff reports whether a workaround is switched off.
func isOff(id string) bool { return workaround.ParseSet(secure.Getenv(workaround.Variable))[id] }

// poclPlatform is the name of PoCL's platform.
const poclPlatform = "Portable Computing Language"

// isPoCL reports whether PoCL drives the device.
func isPoCL(d *cl.Device) bool { return d.Platform.Name == poclPlatform }

// needs reports whether the device needs a workaround of the ledger.
func needs(d *cl.Device, id string) bool { return isPoCL(d) && !isOff(id) }

// lendSymbols lets kernels resolve symbols that libgohip defines. In a program that links libgohip
// they are in the global scope; in one of the Go API, or one that has loaded libgohip as a plug-in,
// they are not.
func lendSymbols(library string) {
	if library != "" {
		_, _ = dynlib.Open("", library) // without it some kernels fail to load
	}
}

// compilesAtLaunch reports whether the driver compiles a kernel at its first launch with a
// work-group size and not when a program is built.
func (d *Device) compilesAtLaunch() bool { return isPoCL(d.dev) }

// keepsCompiled reports whether PoCL keeps what it compiles and translates, in a folder that processes share.
func keepsCompiled() bool { return os.Getenv("POCL_KERNEL_CACHE") != "0" }

// KeepsQueues reports whether an idle queue must not be released yet. That does no harm with other
// drivers, for which creating a queue costs more than keeping it.
func (d *Device) KeepsQueues() bool { return !isOff(poclQueues) }

// FillsByHost reports whether the host has to fill the device's memory if it can. With other
// drivers whose devices share memory with the host that is as fast.
func (d *Device) FillsByHost() bool { return d.info.HostAccess && !isOff(poclFills) }

// rematVariable tells PoCL whether it may rematerialise a value after a barrier. PoCL 7.0 and 7.1
// do so with loads, which then read what others have stored in the meantime:
//
//	x = shared[i]; barrier(); shared[j] = y; barrier(); use(x);
const rematVariable = "POCL_PREGION_VALUE_REMAT"

// keepLoads sets it, unless the user has. PoCL reads it at each compilation, so it stays set.
func keepLoads() {
	if _, given := os.LookupEnv(rematVariable); !given && !isOff(poclRemat) {
		os.Setenv(rematVariable, "0")
	}
}

// ThreadsVariable tells a CPU driver how many blocks to run at once.
const ThreadsVariable = "POCL_CPU_MAX_CU_COUNT"

// threadsVariables are the names in PoCL's versions. Versions since 4 read the first.
var threadsVariables = []string{
	ThreadsVariable, "POCL_CPU_MIN_CU_COUNT", "POCL_MAX_COMPUTE_UNITS",
	"POCL_MAX_PTHREAD_COUNT", "POCL_PTHREAD_MIN_THREADS",
}

// RunMoreBlocks makes CPU drivers, which read the variable when they open their devices, run n
// blocks at once. A number of threads that the user has set is kept. The returned function restores
// the variable, so that child processes do not inherit it.
func RunMoreBlocks(n int) (restore func()) {
	for _, name := range threadsVariables {
		if _, given := os.LookupEnv(name); given || isOff(poclThreads) {
			return func() {}
		}
	}
	os.Setenv(ThreadsVariable, strconv.Itoa(n))
	return func() { os.Unsetenv(ThreadsVariable) }
}

// hostThreads reports whether blocks run on threads of this machine's processor, whose own
// instructions kernels may use.
func (d *Device) hostThreads() bool { return d.info.CPU && isPoCL(d.dev) }

// maxBlocks returns the largest number of blocks of a grid, 0 if there is no limit: PoCL counts
// them with 32 bits.
func maxBlocks(d *cl.Device) uint64 {
	if isPoCL(d) {
		return math.MaxUint32
	}
	return 0
}

// residentBlocks returns the guaranteed number of concurrently running blocks of a launch. OpenCL
// guarantees one, and has no query for what an implementation does. PoCL's CPU driver distributes
// the blocks of one launch after the other to as many threads as it has compute units, one block at
// a time if there are no more blocks than threads: so a launch with no more blocks than threads
// gets a thread for each. Its drivers for oneTBB and OpenMP leave that to these libraries.
func residentBlocks(d *cl.Device) int {
	if isPoCL(d) && d.Type&cl.DeviceCPU != 0 &&
		!strings.HasPrefix(d.Name, "cpu-tbb") && !strings.Contains(d.Platform.Version, "OpenMP") {
		return int(d.ComputeUnits)
	}
	return 1
}

// OnlyPoCL reports whether PoCL is the only OpenCL driver that the loader would open, by the files
// that name drivers (OpenCL ICD loader, cl_khr_icd): opening it takes as long as loading LLVM.
func OnlyPoCL() bool {
	for _, other := range []string{"GOHIP_OPENCL", "OCL_ICD_FILENAMES", "OPENCL_VENDOR_PATH"} {
		if secure.Getenv(other) != "" {
			return false
		}
	}
	vendors := secure.Getenv("OCL_ICD_VENDORS")
	if vendors == "" {
		vendors = "/etc/OpenCL/vendors"
	}
	files, err := filepath.Glob(filepath.Join(vendors, "*.icd"))
	if err != nil || len(files) == 0 {
		return false
	}
	for _, name := range files {
		library, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(library), "libpocl") {
			return false
		}
	}
	return true
}
