// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

// Opcodes that something here reads or makes (SPIR-V specification, 3.49).
const (
	OpUndef                        = 1
	OpSourceContinued              = 2
	OpSource                       = 3
	OpSourceExtension              = 4
	OpName                         = 5
	OpMemberName                   = 6
	OpString                       = 7
	OpLine                         = 8
	OpExtension                    = 10
	OpExtInstImport                = 11
	OpExtInst                      = 12
	OpMemoryModel                  = 14
	OpEntryPoint                   = 15
	OpExecutionMode                = 16
	OpCapability                   = 17
	OpTypeVoid                     = 19
	OpTypeBool                     = 20
	OpTypeInt                      = 21
	OpTypeFloat                    = 22
	OpTypeVector                   = 23
	OpTypeImage                    = 25
	OpTypeSampler                  = 26
	OpTypeSampledImage             = 27
	OpTypeArray                    = 28
	OpTypeStruct                   = 30
	OpTypeOpaque                   = 31
	OpTypePointer                  = 32
	OpTypeFunction                 = 33
	OpTypeEvent                    = 34
	OpTypePipe                     = 38
	OpTypeForwardPointer           = 39
	OpConstantTrue                 = 41
	OpConstant                     = 43
	OpConstantComposite            = 44
	OpConstantSampler              = 45
	OpConstantNull                 = 46
	OpSpecConstantTrue             = 48
	OpSpecConstant                 = 50
	OpSpecConstantOp               = 52
	OpFunction                     = 54
	OpFunctionParameter            = 55
	OpFunctionEnd                  = 56
	OpFunctionCall                 = 57
	OpVariable                     = 59
	OpLoad                         = 61
	OpStore                        = 62
	OpCopyMemory                   = 63
	OpCopyMemorySized              = 64
	OpInBoundsAccessChain          = 66
	OpPtrAccessChain               = 67
	OpInBoundsPtrAccessChain       = 70
	OpDecorate                     = 71
	OpMemberDecorate               = 72
	OpDecorationGroup              = 73
	OpGroupDecorate                = 74
	OpGroupMemberDecorate          = 75
	OpVectorShuffle                = 79
	OpCompositeExtract             = 81
	OpCompositeInsert              = 82
	OpAtomicFlagClear              = 319
	OpUConvert                     = 113
	OpFConvert                     = 115
	OpConvertPtrToU                = 117
	OpConvertUToPtr                = 120
	OpPtrCastToGeneric             = 121
	OpGenericCastToPtr             = 122
	OpGenericCastToPtrExplicit     = 123
	OpBitcast                      = 124
	OpIAdd                         = 128
	OpISub                         = 130
	OpIMul                         = 132
	OpFDiv                         = 136
	OpFRem                         = 140
	OpSelect                       = 169
	OpINotEqual                    = 171
	OpULessThan                    = 176
	OpShiftRightLogical            = 194
	OpShiftLeftLogical             = 196
	OpBitwiseOr                    = 197
	OpBitwiseAnd                   = 199
	OpBitCount                     = 205
	OpControlBarrier               = 224
	OpMemoryBarrier                = 225
	OpAtomicLoad                   = 227
	OpAtomicStore                  = 228
	OpAtomicIAdd                   = 234
	OpAtomicXor                    = 242
	OpPhi                          = 245
	OpLoopMerge                    = 246
	OpSelectionMerge               = 247
	OpLabel                        = 248
	OpBranch                       = 249
	OpBranchConditional            = 250
	OpSwitch                       = 251
	OpKill                         = 252
	OpReturn                       = 253
	OpReturnValue                  = 254
	OpUnreachable                  = 255
	OpLifetimeStart                = 256
	OpLifetimeStop                 = 257
	OpGroupAll                     = 261
	OpGroupSMax                    = 271
	OpGenericPtrMemSemantics       = 281
	OpNoLine                       = 317
	OpTypePipeStorage              = 322
	OpTypeNamedBarrier             = 327
	OpModuleProcessed              = 330
	OpExecutionModeID              = 331
	OpDecorateID                   = 332
	OpGroupNonUniformElect         = 333
	OpGroupNonUniformBallot        = 339
	OpGroupNonUniformShuffle       = 345
	OpGroupNonUniformQuadSwap      = 366
	OpConstantFunctionPointerINTEL = 5600
	OpAsmTargetINTEL               = 5609
	OpAsmINTEL                     = 5610
	OpAsmCallINTEL                 = 5611
	OpDecorateString               = 5632
	OpMemberDecorateString         = 5633
)

// Execution models and modes (SPIR-V specification, 3.3, 3.6).
const (
	ModelKernel = 6

	ModeLocalSize     = 17
	ModeLocalSizeHint = 18
	ModeSubgroupSize  = 35
)

// Storage classes (SPIR-V specification, 3.7).
const (
	ClassUniformConstant = 0
	ClassInput           = 1
	ClassWorkgroup       = 4
	ClassCrossWorkgroup  = 5
	ClassFunction        = 7 // of a function's own variables
	ClassGeneric         = 8
)

// Decorations, and operands of theirs (SPIR-V specification, 3.20, 3.17, 3.19).
const (
	DecorationCPacked       = 10
	DecorationBuiltIn       = 11
	DecorationConstant      = 22
	DecorationFuncParamAttr = 38
	DecorationLinkage       = 41
	DecorationSideEffects   = 5608 // SPV_INTEL_inline_assembly

	ParamByVal    = 2
	LinkageExport = 0
	LinkageImport = 1
)

// Built-in variables (SPIR-V specification, 3.21).
const (
	BuiltInWorkgroupSize             = 25
	BuiltInLocalInvocationIndex      = 29
	BuiltInSubgroupSize              = 36
	BuiltInSubgroupMaxSize           = 37
	BuiltInNumSubgroups              = 38
	BuiltInSubgroupID                = 40
	BuiltInSubgroupLocalInvocationID = 41
)

// Scopes and memory semantics (SPIR-V specification, 3.27, 3.25).
const (
	ScopeSubgroup   = 3
	ScopeInvocation = 4

	SemanticsAcquire = 2
)

// FunctionDontInline is a function control (SPIR-V specification, 3.24).
const FunctionDontInline = 2

// AddressingPhysical32 is an addressing model (SPIR-V specification, 3.4).
const AddressingPhysical32 = 1

// Capabilities (SPIR-V specification, 3.31); [CapabilityName] has the names of more.
const (
	CapabilityLinkage        = 5
	CapabilityFloat16        = 9
	CapabilityFloat64        = 10
	CapabilityInt64Atomics   = 12
	CapabilityGenericPointer = 38
	CapabilityAsmINTEL       = 5606
)

// SubgroupCapabilities are those of sub-groups and of the operations within them.
var SubgroupCapabilities = map[uint32]bool{
	58: true, 59: true, 61: true, 62: true, 63: true, 64: true, 65: true, 66: true, 67: true,
	4423: true, 4431: true, 5568: true,
}
