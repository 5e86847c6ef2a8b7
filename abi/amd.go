// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

// Value kinds of the hidden arguments of AMD's code objects (AMDGPUUsage, "Code Object V5
// Metadata").
const (
	HiddenBlockCountX      = "hidden_block_count_x"
	HiddenBlockCountY      = "hidden_block_count_y"
	HiddenBlockCountZ      = "hidden_block_count_z"
	HiddenGroupSizeX       = "hidden_group_size_x"
	HiddenGroupSizeY       = "hidden_group_size_y"
	HiddenGroupSizeZ       = "hidden_group_size_z"
	HiddenRemainderX       = "hidden_remainder_x"
	HiddenRemainderY       = "hidden_remainder_y"
	HiddenRemainderZ       = "hidden_remainder_z"
	HiddenGlobalOffsetX    = "hidden_global_offset_x"
	HiddenGlobalOffsetY    = "hidden_global_offset_y"
	HiddenGlobalOffsetZ    = "hidden_global_offset_z"
	HiddenGridDims         = "hidden_grid_dims"
	HiddenNone             = "hidden_none"
	HiddenPrintfBuffer     = "hidden_printf_buffer"
	HiddenHostcallBuffer   = "hidden_hostcall_buffer"
	HiddenDefaultQueue     = "hidden_default_queue"
	HiddenCompletionAction = "hidden_completion_action"
	HiddenMultigridSync    = "hidden_multigrid_sync_arg"
	HiddenHeap             = "hidden_heap_v1"
	HiddenDynamicLDSSize   = "hidden_dynamic_lds_size"
	HiddenPrivateBase      = "hidden_private_base"
	HiddenSharedBase       = "hidden_shared_base"
	HiddenQueue            = "hidden_queue_ptr"
)

// Vocabulary are the names of kinds, address spaces, access and types of arguments, which repeat
// for every argument of every kernel.
var Vocabulary = []string{
	ByValue, GlobalBuffer, DynamicSharedPointer, Image, Sampler, Pipe, Queue,
	HiddenBlockCountX, HiddenBlockCountY, HiddenBlockCountZ, HiddenGroupSizeX, HiddenGroupSizeY, HiddenGroupSizeZ,
	HiddenRemainderX, HiddenRemainderY, HiddenRemainderZ, HiddenGlobalOffsetX, HiddenGlobalOffsetY, HiddenGlobalOffsetZ,
	HiddenGridDims, HiddenNone, HiddenPrintfBuffer, HiddenHostcallBuffer, HiddenDefaultQueue, HiddenCompletionAction,
	HiddenMultigridSync, HiddenHeap, HiddenDynamicLDSSize, HiddenPrivateBase, HiddenSharedBase, HiddenQueue,
	SpacePrivate, SpaceGlobal, SpaceConstant, SpaceLocal, SpaceGeneric, "region",
	"read_only", "write_only", "read_write",
	"struct", "i8", "u8", "i16", "u16", "f16", "i32", "u32", "f32", "i64", "u64", "f64",
}
