// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

// WarpSize is the size of the sub-groups that represent warps.
const WarpSize = 32

// Features that a kernel, or its callees, need of the host side.
const (
	FeaturePrintf       = "printf"
	FeatureAbort        = "abort"
	FeatureHeap         = "heap"
	FeatureSubgroup     = "subgroup"
	FeatureFP64         = "fp64"
	FeatureInt64Atomics = "int64_atomics"
	// FeatureGridSync is of kernels whose blocks wait for each other ("Blocks that wait").
	FeatureGridSync = "grid_sync"
	// FeatureMultiGrid is of kernels that make a group of the grids of several devices.
	FeatureMultiGrid = "multi_grid"
)

// MultiGrid is the function of the device library that such kernels call.
const MultiGrid = SymbolPrefix + "multi_grid"

// Address spaces of arguments, in the words of AMD's metadata.
const (
	SpaceGlobal   = "global"
	SpaceConstant = "constant"
	SpaceLocal    = "local"
	SpacePrivate  = "private"
	SpaceGeneric  = "generic"
)

// SymbolPrefix is the prefix of names that the device library and the passes define.
const SymbolPrefix = "__gohip_"

// Variables that the runtime sets at load ("Variables the runtime fills in").
const (
	VarPrintfBuffer = SymbolPrefix + "printf_buffer"
	VarAbort        = SymbolPrefix + "abort"
	VarHeap         = SymbolPrefix + "heap"
	VarHeapSize     = SymbolPrefix + "heap_size"
	// VarSegment is the address of the variable segment in native code for a part of a SPIR-V module.
	VarSegment = SymbolPrefix + "segment"
	// VarRaceCheck points to the functions that code which is checked for races calls.
	VarRaceCheck = SymbolPrefix + "race_check"
	// VarClockTicks counts the reads of the clock on devices without one.
	VarClockTicks = SymbolPrefix + "clock_ticks"
)

// DynamicShared is the dynamic shared memory of a program until it is a hidden argument.
const DynamicShared = SymbolPrefix + "dynamic_lds"

// StopFunction ends a work-item, which has stored one of the words below.
const StopFunction = SymbolPrefix + "stop"

// Values that a kernel stores at the address in [VarAbort]; 0 means none.
const (
	AbortCalled  = 1
	AssertFailed = 2
	TrapReached  = 3
	// CalledNothing is a call through a pointer that is no function's address.
	CalledNothing = 4
)
