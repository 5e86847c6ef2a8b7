// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import "fmt"

// capabilityNames names capabilities (SPIR-V specification, 3.31), those of
// compute modules and of the extensions that LLVM's producers use.
var capabilityNames = map[uint32]string{
	0: "Matrix", 1: "Shader", 2: "Geometry", 3: "Tessellation", 4: "Addresses", 5: "Linkage", 6: "Kernel",
	7: "Vector16", 8: "Float16Buffer", 9: "Float16", 10: "Float64", 11: "Int64", 12: "Int64Atomics",
	13: "ImageBasic", 14: "ImageReadWrite", 15: "ImageMipmap", 17: "Pipes", 18: "Groups", 19: "DeviceEnqueue",
	20: "LiteralSampler", 21: "AtomicStorage", 22: "Int16", 38: "GenericPointer", 39: "Int8", 43: "Sampled1D",
	44: "Image1D", 46: "SampledBuffer", 47: "ImageBuffer", 55: "StorageImageReadWithoutFormat",
	56: "StorageImageWriteWithoutFormat", 57: "MultiViewport", 58: "SubgroupDispatch", 59: "NamedBarrier",
	60: "PipeStorage", 61: "GroupNonUniform", 62: "GroupNonUniformVote", 63: "GroupNonUniformArithmetic",
	64: "GroupNonUniformBallot", 65: "GroupNonUniformShuffle", 66: "GroupNonUniformShuffleRelative",
	67: "GroupNonUniformClustered", 68: "GroupNonUniformQuad", 4423: "SubgroupBallotKHR", 4431: "SubgroupVoteKHR",
	4464: "DenormPreserve", 4465: "DenormFlushToZero", 4466: "SignedZeroInfNanPreserve", 4467: "RoundingModeRTE",
	4468: "RoundingModeRTZ", 5345: "VulkanMemoryModel", 5347: "PhysicalStorageBufferAddresses",
	5568: "SubgroupShuffleINTEL", 5569: "SubgroupBufferBlockIOINTEL", 5570: "SubgroupImageBlockIOINTEL",
	5579: "SubgroupImageMediaBlockIOINTEL", 5582: "RoundToInfinityINTEL", 5583: "FloatingPointModeINTEL",
	5584: "IntegerFunctions2INTEL", 5603: "FunctionPointersINTEL", 5604: "IndirectReferencesINTEL",
	5606: "AsmINTEL", 5612: "AtomicFloat32MinMaxEXT", 5613: "AtomicFloat64MinMaxEXT", 5616: "AtomicFloat16MinMaxEXT",
	5617: "VectorComputeINTEL", 5619: "VectorAnyINTEL", 5629: "ExpectAssumeKHR", 5817: "VariableLengthArrayINTEL",
	5821: "FunctionFloatControlINTEL", 5824: "FPFastMathModeINTEL", 5844: "ArbitraryPrecisionIntegersINTEL",
	5886: "UnstructuredLoopControlsINTEL", 5892: "KernelAttributesINTEL", 5905: "MemoryAccessAliasingINTEL",
	5935: "USMStorageClassesINTEL", 5943: "IOPipesINTEL", 6016: "DotProductInputAllKHR", 6017: "DotProductInput4x8BitKHR",
	6018: "DotProductInput4x8BitPackedKHR", 6019: "DotProductKHR", 6022: "CooperativeMatrixKHR", 6026: "GroupNonUniformRotateKHR",
	6029: "FloatControls2", 6033: "AtomicFloat32AddEXT", 6034: "AtomicFloat64AddEXT", 6089: "LongCompositesINTEL",
	6094: "OptNoneEXT", 6095: "AtomicFloat16AddEXT", 6114: "DebugInfoModuleINTEL", 6115: "BFloat16ConversionINTEL",
	6141: "SplitBarrierINTEL", 6161: "GlobalVariableFPGADecorationsINTEL", 6400: "GroupUniformArithmeticKHR",
}

// CapabilityName returns the name of a capability, or "Capability(N)".
func CapabilityName(c uint32) string {
	if n, ok := capabilityNames[c]; ok {
		return n
	}
	return fmt.Sprintf("Capability(%d)", c)
}

// generatorNames names the tools of the registry (spir-v.xml) that produce kernels.
var generatorNames = map[uint32]string{
	0: "unknown", 6: "Khronos LLVM/SPIR-V Translator", 7: "Khronos SPIR-V Tools Assembler", 8: "Khronos Glslang",
	14: "Khronos SPIR-V Tools Linker", 17: "Khronos SPIR-V Tools", 21: "Khronos Clspv", 22: "MLIR SPIR-V serializer", 43: "LLVM SPIR-V backend",
}

// GeneratorName returns the producing tool's name with the version that it gives, from the word of
// the header.
func GeneratorName(generator uint32) string {
	n, ok := generatorNames[generator>>16]
	if !ok {
		n = fmt.Sprintf("generator %d", generator>>16)
	}
	return fmt.Sprintf("%s %d", n, generator&0xffff)
}
