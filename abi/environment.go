// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

// Environment variables that several parts read: libgohip's C, the runtime in Go, the toolchains.
const (
	EnvCUDA       = "GOHIP_CUDA"               // NVIDIA's driver library to open
	EnvOcloc      = "GOHIPCC_OCLOC"            // Intel's compiler
	EnvSPIRVTime  = "GOHIPCC_SPIRV_TIME"       // seconds of processor time for the link of SPIR-V input; 0: no limit
	EnvQuiet      = "GOHIP_QUIET"              // 1: nothing is printed beside error codes
	EnvVerbose    = "GOHIP_VERBOSE"            // 1: why there is no device, or why an image was not used
	EnvCPU        = "GOHIP_CPU"                // 0: no CPU device; 1: the CPU device before others of the processor
	EnvCPUWarp    = "GOHIP_CPU_WARP"           // 32 or 64: lanes of a warp of the CPU device, whatever the program's code has
	EnvCapability = "GOHIP_COMPUTE_CAPABILITY" // MAJOR.MINOR of devices that have no compute capability
	EnvCPUThreads = "GOHIP_CPU_THREADS"        // threads that run blocks on the CPU device
)

// Environment are the variables that C reads, too.
var Environment = []string{EnvCUDA, EnvQuiet, EnvVerbose}

// UnsafeFamilies are prefixes of environment variables that name libraries, programs, folders and
// files to drivers: a process with more rights than its caller must not read them.
var UnsafeFamilies = []string{
	"GOHIP", "HIP", "ROC", "HSA_", "AMD_", "OCL_", "OPENCL", "POCL", "CUDA_", "NVIDIA_",
	"RUSTICL", "MESA", "ZE_", "NEO", "GALLIUM", "LIBGL_", "LLVM", "CLANG", "CCC_", "GCC_",
	"NCCL", "CUBLAS", "CUFFT", "CUSOLVER", "CUSPARSE", "MKL", "OMP_TOOL",
	"COMPILER_PATH", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
}

// DriverCaches are the variables with which drivers keep no compiled kernels in the user's home, and their values. The
// C library sets them in a process with more rights than its caller.
var DriverCaches = []struct{ Name, Off string }{
	{"POCL_CACHE_DIR", "/dev/null/gohip"},
	{"CUDA_CACHE_DISABLE", "1"},
	{"AMD_COMGR_CACHE", "0"},
	{"NEO_CACHE_PERSISTENT", "0"}, // Intel's is in the caller's home otherwise
	{"MESA_SHADER_CACHE_DISABLE", "true"},
}

// HarmlessVariables are those of [UnsafeFamilies] that name no such thing.
var HarmlessVariables = []string{
	"HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES", EnvQuiet, EnvVerbose,
	"GOHIP_AMD", "GOHIP_CACHE", EnvCPU, EnvCapability, EnvCPUThreads, "GOHIP_PREFETCH", "HIP_LAUNCH_BLOCKING",
}
