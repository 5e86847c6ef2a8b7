// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package llvm

// Handles of LLVM-C. Zero is C's null.
type (
	// Context owns types, constants and metadata of the modules made in it.
	Context uintptr
	// Module is an LLVM module.
	Module uintptr
	// Type is a type; equal types have equal handles within a context.
	Type uintptr
	// Value is anything with a type: instruction, constant, global, argument.
	Value uintptr
	// Use is an edge from a user to the value that it uses.
	Use uintptr
	// Block is a basic block.
	Block uintptr
	// Builder inserts instructions at a point, folding constants as it goes.
	Builder uintptr
	// DIBuilder builds debug information.
	DIBuilder uintptr
	// Metadata is a metadata node.
	Metadata uintptr
	// Attribute is an attribute of a function, a parameter or a call site.
	Attribute uintptr
	// MemoryBuffer is a block of bytes owned by LLVM.
	MemoryBuffer uintptr
	// Target is a code generator.
	Target uintptr
	// TargetMachine is a code generator configured for a processor.
	TargetMachine uintptr
	// TargetData is a data layout.
	TargetData uintptr
	// PassBuilderOptions are the options of a RunPasses call.
	PassBuilderOptions uintptr
	// Error is an LLVM error; zero is success.
	Error uintptr
)

// TypeKind is LLVMTypeKind.
type TypeKind uint32

// The type kinds, with LLVM-C's own values.
const (
	VoidKind TypeKind = iota
	HalfKind
	FloatKind
	DoubleKind
	X86FP80Kind
	FP128Kind
	PPCFP128Kind
	LabelKind
	IntegerKind
	FunctionKind
	StructKind
	ArrayKind
	PointerKind
	VectorKind
	MetadataKind
	_
	TokenKind
	ScalableVectorKind
	BFloatKind
	X86AMXKind
	TargetExtKind
)

// Opcode is LLVMOpcode, which LLVM keeps stable across releases.
type Opcode uint32

// The opcodes, with LLVM-C's own values.
const (
	Ret            Opcode = 1
	Br             Opcode = 2
	Switch         Opcode = 3
	IndirectBr     Opcode = 4
	Invoke         Opcode = 5
	Unreachable    Opcode = 7
	Add            Opcode = 8
	FAdd           Opcode = 9
	Sub            Opcode = 10
	FSub           Opcode = 11
	Mul            Opcode = 12
	FMul           Opcode = 13
	UDiv           Opcode = 14
	SDiv           Opcode = 15
	FDiv           Opcode = 16
	URem           Opcode = 17
	SRem           Opcode = 18
	FRem           Opcode = 19
	Shl            Opcode = 20
	LShr           Opcode = 21
	AShr           Opcode = 22
	And            Opcode = 23
	Or             Opcode = 24
	Xor            Opcode = 25
	Alloca         Opcode = 26
	Load           Opcode = 27
	Store          Opcode = 28
	GetElementPtr  Opcode = 29
	Trunc          Opcode = 30
	ZExt           Opcode = 31
	SExt           Opcode = 32
	FPToUI         Opcode = 33
	FPToSI         Opcode = 34
	UIToFP         Opcode = 35
	SIToFP         Opcode = 36
	FPTrunc        Opcode = 37
	FPExt          Opcode = 38
	PtrToInt       Opcode = 39
	IntToPtr       Opcode = 40
	BitCast        Opcode = 41
	ICmp           Opcode = 42
	FCmp           Opcode = 43
	PHI            Opcode = 44
	Call           Opcode = 45
	Select         Opcode = 46
	VAArg          Opcode = 49
	ExtractElement Opcode = 50
	InsertElement  Opcode = 51
	ShuffleVector  Opcode = 52
	ExtractValue   Opcode = 53
	InsertValue    Opcode = 54
	Fence          Opcode = 55
	AtomicCmpXchg  Opcode = 56
	AtomicRMW      Opcode = 57
	AddrSpaceCast  Opcode = 60
	FNeg           Opcode = 66
	CallBr         Opcode = 67
	Freeze         Opcode = 68
	PtrToAddr      Opcode = 69
	UncondBr       Opcode = 70 // from LLVM 23 on; a Br is then always conditional
)

// Linkage is LLVMLinkage.
type Linkage uint32

// The linkages that device code uses, with LLVM-C's own values.
const (
	ExternalLinkage            Linkage = 0
	AvailableExternallyLinkage Linkage = 1
	LinkOnceAnyLinkage         Linkage = 2
	LinkOnceODRLinkage         Linkage = 3
	WeakAnyLinkage             Linkage = 5
	WeakODRLinkage             Linkage = 6
	AppendingLinkage           Linkage = 7
	InternalLinkage            Linkage = 8
	PrivateLinkage             Linkage = 9
	ExternalWeakLinkage        Linkage = 12
	CommonLinkage              Linkage = 14
)

// GlobalUnnamedAddr marks a variable whose address does not matter (LLVMUnnamedAddr): equal ones may be merged.
const GlobalUnnamedAddr = 2

// IntPredicate is LLVMIntPredicate.
type IntPredicate uint32

// The integer comparisons, with LLVM-C's own values.
const (
	IntEQ IntPredicate = 32 + iota
	IntNE
	IntUGT
	IntUGE
	IntULT
	IntULE
	IntSGT
	IntSGE
	IntSLT
	IntSLE
)

// Floating-point comparisons (LLVMRealPredicate).
const (
	RealOEQ = 1
	RealOGT = 2
	RealOGE = 3
	RealOLT = 4
	RealOLE = 5
	RealONE = 6
	RealORD = 7
	RealUNO = 8
	RealUEQ = 9
	RealUNE = 14
)

// RMWOp is LLVMAtomicRMWBinOp.
type RMWOp uint32

// The read-modify-write operations, with LLVM-C's own values.
const (
	RMWXchg RMWOp = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWNand
	RMWOr
	RMWXor
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
	RMWFAdd
	RMWFSub
	RMWFMax
	RMWFMin
	RMWUIncWrap
	RMWUDecWrap
	RMWUSubCond
	RMWUSubSat
	RMWFMaximum
	RMWFMinimum
)

// Atomic orderings (LLVMAtomicOrdering).
const (
	NotAtomic              = 0
	Unordered              = 1
	Monotonic              = 2
	Acquire                = 4
	Release                = 5
	AcquireRelease         = 6
	SequentiallyConsistent = 7
)

// Calling conventions of functions that are no kernels; those of kernels are [target.KernelConventions].
const (
	CCC      = 0
	SPIRFunc = 75
)

// Attribute positions.
const (
	ReturnIndex   uint32 = 0
	FunctionIndex uint32 = 0xffffffff
)

// What VerifyModule does about a broken module.
const ReturnStatus = 2

// Kinds of output of TargetMachineEmitToMemoryBuffer.
const (
	AssemblyFile = 0
	ObjectFile   = 1
)

var (
	inverse = map[IntPredicate]IntPredicate{
		IntEQ: IntNE, IntNE: IntEQ, IntULT: IntUGE, IntUGE: IntULT, IntULE: IntUGT, IntUGT: IntULE,
		IntSLT: IntSGE, IntSGE: IntSLT, IntSLE: IntSGT, IntSGT: IntSLE,
	}
	swapped = map[IntPredicate]IntPredicate{
		IntEQ: IntEQ, IntNE: IntNE, IntULT: IntUGT, IntUGT: IntULT, IntULE: IntUGE, IntUGE: IntULE,
		IntSLT: IntSGT, IntSGT: IntSLT, IntSLE: IntSGE, IntSGE: IntSLE,
	}
)

// Inverse returns the predicate that holds where p does not.
func (p IntPredicate) Inverse() IntPredicate { return inverse[p] }

// Swapped returns the predicate that holds for b and a where p does for a and b.
func (p IntPredicate) Swapped() IntPredicate { return swapped[p] }

// ScalarType returns a vector's element type, and any other type itself (Type::getScalarType).
func ScalarType(t Type) Type {
	if GetTypeKind(t) == VectorKind {
		return GetElementType(t)
	}
	return t
}

// ScalarKind is the kind of a type, or of a vector's elements.
func ScalarKind(t Type) TypeKind { return GetTypeKind(ScalarType(t)) }
