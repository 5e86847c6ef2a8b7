// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import "strings"

// Architectures, the first part of a triple and of a bundle's entry ID.
const (
	AMDGCN  = "amdgcn"
	SPIRV64 = "spirv64"
	NVPTX64 = "nvptx64"
	X86_64  = "x86_64"
	AArch64 = "aarch64"
	SPIRGen = "spir64_gen" // code of Intel's GPUs, as oneAPI's compilers call it
)

// Triples that are compiled for.
const (
	AMDTriple      = "amdgcn-amd-amdhsa"
	SPIRVTriple    = "spirv64-unknown-unknown"
	AMDSPIRVTriple = "spirv64-amd-amdhsa" // AMD's own SPIR-V, compiled to AMD code at load
	NVPTXTriple    = "nvptx64-nvidia-cuda"
	IntelTriple    = "spir64_gen-unknown-unknown"
)

// Processors that name no hardware.
const (
	Generic     = "generic"     // of SPIR-V
	AMDGCNSPIRV = "amdgcnspirv" // of AMD's own SPIR-V
)

// families are the families of processors. Unknown names are taken for the first's.
var families = []family{amdFamily, cpuFamily, nvidiaFamily, intelFamily}

// GPUNames says which GPUs [CheckGPU] knows.
const GPUNames = "AMD target IDs (gfx90a, gfx90a:xnack-, gfx11-generic), NVIDIA processors (sm_70 to sm_120)"

// CheckGPU reports whether a name is that of a GPU that is compiled for without a vendor's compiler, and what is wrong with it.
func CheckGPU(name string) (known bool, err error) {
	if IsAMD(name) {
		_, err := ParseAMD(name)
		return true, err
	}
	return IsSM(name) && CheckSM(name) == nil, nil
}

// A KernelConvention is a calling convention of kernels in LLVM IR.
type KernelConvention struct {
	Word string // in textual IR
	// GenericPrivate: the generic address space has the number of the private one, so that allocas are generic pointers.
	GenericPrivate bool
}

// KernelConventions has the calling conventions of kernels by their numbers (llvm/IR/CallingConv.h).
var KernelConventions = map[uint64]KernelConvention{
	71: {"ptx_kernel", true}, // NVPTXUsage, "Address Spaces"
	76: {"spir_kernel", false},
	91: {"amdgpu_kernel", false},
}

// RankOf says how well an image of an architecture fits a device of the same one.
func RankOf(arch string, image, device ID) Rank {
	switch {
	case arch == X86_64 || arch == AArch64:
		return rankCPU(image.Processor, device.Processor)
	case strings.HasPrefix(arch, "nvptx"):
		return rankSM(image.Processor, device.Processor)
	}
	return RankAMD(image, device)
}

// IsDevice reports whether a triple is for GPUs or SPIR-V, of any compiler.
func IsDevice(triple string) bool {
	for _, p := range []string{AMDGCN, "r600", "nvptx", "spir"} {
		if strings.HasPrefix(triple, p) {
			return true
		}
	}
	return false
}

// isSPIRV reports whether a triple is SPIR-V's, and not AMD's own.
func isSPIRV(triple string) bool {
	return strings.HasPrefix(triple, "spirv") && !IsAMDSPIRV(triple)
}

// IsAMDSPIRV reports whether a triple is that of AMD's own SPIR-V.
func IsAMDSPIRV(triple string) bool { return strings.HasPrefix(triple, SPIRV64+"-amd") }

// IsProcessor reports whether s starts like the name of a GPU of a vendor, or is one that names no
// hardware.
func IsProcessor(s string) bool {
	return IsAMD(s) || IsSM(s) || s == Generic || s == AMDGCNSPIRV
}
