// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"math"
	"os"
	"strings"

	"gohipcc/internal/workaround"
	"gohipcc/runtime/backend/opencl/cl"
)

// IDs of the workarounds for PoCL that can be switched off.
const (
	poclHalves     = "pocl-undeclared-halves"
	poclShortNames = "pocl-short-kernel-names"
	poclIntrinsics = "pocl-llvm-intrinsics"
	poclShapes     = "pocl-generic-variant"
)

// Workarounds is the ledger of what this backend and libgohip do about PoCL.
var Workarounds = []workaround.Entry{
	{
		ID: "pocl-instcombine-iterations", Product: "PoCL", Seen: []string{"6.0"},
		Fault:    "ends the process when LLVM meets an error of its own, above all when InstCombine needs a second iteration",
		Remedy:   "kernels are compiled into PoCL's cache by a process of their own, which leaves the check of InstCombine out",
		Code:     "runtime/backend/opencl/compiler.go",
		Upstream: "https://github.com/pocl/pocl/issues/1608", Reproducer: "runtime/libgohip/testdata/fixpoint.ll", Test: "runtime/hip.TestCompilerErrors",
	},
	{
		ID: poclHalves, Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "computes with halves on CPUs without declaring cl_khr_fp16",
		Remedy: "kernels with halves are not refused",
		Code:   "runtime/backend/opencl/pocl.go", Upstream: workaround.NotReported, Test: "runtime/backend/opencl.TestPoCLFaults",
	},
	{
		ID: poclShortNames, Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "makes the name of a kernel's function in 1,024 bytes and ends the process when it does not find what was cut off",
		Remedy: "kernels with longer names get short ones",
		Code:   "runtime/devicespirv/names.go", Upstream: workaround.NotReported,
	},
	{
		ID: poclIntrinsics, Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "does not inline its library, built with -fno-builtin, into kernels from SPIR-V, which then are not vectorised",
		Remedy: "functions that LLVM has intrinsics for are called as those",
		Code:   "runtime/devicespirv/calls.go", Upstream: workaround.NotReported,
	},
	{
		ID: poclShapes, Product: "PoCL", Seen: []string{"6.0"},
		Fault:      "compiles a kernel anew for every work-group size, and wrongly for blocks that are one work-item wide and higher",
		Remedy:     "later and narrow sizes share the generic variant, out of a binary without LLVM IR",
		Code:       "runtime/backend/opencl/pocl_shapes.go",
		Upstream:   workaround.NotReported,
		Reproducer: "runtime/libgohip/testdata/shapes.hip",
	},
	{
		ID: "pocl-no-rematerialised-loads", Product: "PoCL", Seen: []string{"7.0", "7.1"},
		Fault:  "computes loads again after a barrier, which then see later stores",
		Remedy: "POCL_PREGION_VALUE_REMAT=0",
		Code:   "runtime/backend/opencl/cl/cl.go", Upstream: workaround.NotReported,
	},
	{
		ID: "pocl-threads-for-waiting-blocks", Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "runs no more blocks at once than the processor has cores, so that blocks that wait for each other wait for ever",
		Remedy: "POCL_CPU_MAX_CU_COUNT for programs with such kernels",
		Code:   "runtime/libgohip/core/threads.go", Upstream: workaround.NotReported,
	},
	{
		ID: "pocl-kept-queues", Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "reads a queue after its last command has completed",
		Remedy: "queues of destroyed streams are used again and never released",
		Code:   "runtime/libgohip/opencl.c", Upstream: workaround.NotReported,
	},
	{
		ID: "pocl-fills-by-host", Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "crashes in fills of memory that OpenCL did not allocate, in spite of system SVM",
		Remedy: "the host fills memory that it reaches",
		Code:   "runtime/libgohip/opencl.c", Upstream: workaround.NotReported,
	},
	{
		ID: "pocl-work-group-alloca", Product: "PoCL", Seen: []string{"6.0"},
		Fault:  "leaves __pocl_work_group_alloca undefined in kernels for blocks of one work-item",
		Remedy: "libgohip defines it",
		Code:   "runtime/libgohip/pocl.c", Upstream: workaround.NotReported,
	},
}

var switchedOff = workaround.ParseSet(os.Getenv(workaround.Variable))

// poclPlatform is the name of PoCL's platform.
const poclPlatform = "Portable Computing Language"

// isPoCL reports whether PoCL drives the device.
func isPoCL(d *cl.Device) bool { return d.Platform.Name == poclPlatform }

// needs reports whether the device needs a workaround of the ledger.
func needs(d *cl.Device, id string) bool { return isPoCL(d) && !switchedOff[id] }

// hostThreads reports whether blocks are threads of this machine's processor, whose own
// instructions kernels may have.
func (d *Device) hostThreads() bool { return d.info.CPU && isPoCL(d.dev) }

// maxBlocks is how many blocks a grid can have, 0 for any number: PoCL counts them with 32 bits.
func maxBlocks(d *cl.Device) uint64 {
	if isPoCL(d) {
		return math.MaxUint32
	}
	return 0
}

// residentBlocks is how many blocks of a launch run at once for certain. OpenCL promises
// nothing beyond one, nor does anything tell what an implementation does. PoCL's driver for
// processors deals the blocks of one launch after those of the other to as many threads as it
// has compute units, and one block at a time when there are no more than threads left to take
// them: so a launch of no more blocks than threads gets a thread for each. Its drivers on
// oneTBB and on OpenMP leave that to those libraries.
func residentBlocks(d *cl.Device) int {
	if isPoCL(d) && d.Type&cl.DeviceCPU != 0 &&
		!strings.HasPrefix(d.Name, "cpu-tbb") && !strings.Contains(d.Platform.Version, "OpenMP") {
		return int(d.ComputeUnits)
	}
	return 1
}
