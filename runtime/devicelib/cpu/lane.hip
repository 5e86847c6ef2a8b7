// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Work-items, barriers, fences and warps, by the OpenCL names that work-group formation
// (passes/workgroup) lowers.
#include "../common/device.h"

typedef u32 u32x4 __attribute__((ext_vector_type(4)));
#define CL __attribute__((device))
CL __attribute__((const)) size_t get_local_id(u32) __asm__("_Z12get_local_idj");
CL __attribute__((const)) size_t get_group_id(u32) __asm__("_Z12get_group_idj");
CL __attribute__((const)) size_t get_local_size(u32) __asm__("_Z14get_local_sizej");
CL __attribute__((const)) size_t get_num_groups(u32) __asm__("_Z14get_num_groupsj");
CL __attribute__((const)) u32 get_sub_group_local_id() __asm__("_Z22get_sub_group_local_idv");
CL CONVERGENT void barrier(u32) __asm__("_Z7barrierj");
CL CONVERGENT void control_barrier(u32, u32, u32) __asm__("_Z22__spirv_ControlBarrierjjj");
CL CONVERGENT u32 sub_group_shuffle(u32, u32) __asm__("_Z17sub_group_shufflejj");
CL CONVERGENT u64 sub_group_shuffle(u64, u32) __asm__("_Z17sub_group_shufflemj");
CL CONVERGENT u32x4 sub_group_ballot(int) __asm__("_Z16sub_group_balloti");

PURE size_t __ockl_get_local_id(u32 d) { return get_local_id(d); }
PURE size_t __ockl_get_group_id(u32 d) { return get_group_id(d); }
PURE size_t __ockl_get_local_size(u32 d) { return get_local_size(d); }
PURE size_t __ockl_get_num_groups(u32 d) { return get_num_groups(d); }
PURE size_t __ockl_get_global_size(u32 d) { return get_num_groups(d) * get_local_size(d); }
PURE size_t __ockl_get_global_id(u32 d) {
  return get_group_id(d) * get_local_size(d) + get_local_id(d);
}

// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE.
enum { LOCAL = 1, GLOBAL = 2 };
API CONVERGENT void __gohip_barrier() { barrier(LOCAL | GLOBAL); }

// One work-item runs at a time, but lanes that load and then store one address do both in lockstep
// (passes/convergence), so the addition is one operation.
SHARED u32 votes;
INSIDE CONVERGENT u32 count(int p) {
  votes = 0; // by all, because the first work-item may have exited
  barrier(LOCAL);
  if (p) __atomic_fetch_add(&votes, 1, __ATOMIC_RELAXED);
  barrier(LOCAL);
  u32 n = votes;
  // The next call must not reset the count before all work-items have read it.
  barrier(LOCAL);
  return n;
}
API CONVERGENT int __gohip_barrier_count(int p) { return (int)count(p); }
API CONVERGENT int __gohip_barrier_and(int p) { return count(!p) == 0; }
API CONVERGENT int __gohip_barrier_or(int p) { return count(p) != 0; }

#if __has_builtin(__scoped_atomic_thread_fence)
API void __gohip_fence_block() {
  __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP);
}
#else // LLVM 19: only the widest scope
API void __gohip_fence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
#endif
API void __gohip_fence_device() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
API void __gohip_fence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

PURE u32 __gohip_lane() { return get_sub_group_local_id(); }
// SPIR-V's scope Subgroup; the semantics AcquireRelease with SubgroupMemory, WorkgroupMemory and
// CrossWorkgroupMemory.
API CONVERGENT void __gohip_warp_barrier() { control_barrier(3, 3, 0x8 | 0x80 | 0x100 | 0x200); }
API CONVERGENT u32 __gohip_shfl_u32(u32 v, u32 from) { return sub_group_shuffle(v, from); }
API CONVERGENT u64 __gohip_shfl_u64(u64 v, u32 from) { return sub_group_shuffle(v, from); }
// A mask has 32 lanes in each of its elements.
INSIDE u64 mask(u32x4 of) { return WARP > 32 ? of.x | (u64)of.y << 32 : of.x; }
API CONVERGENT u64 __gohip_ballot(int p) { return mask(sub_group_ballot(p)); }
API CONVERGENT u64 __gohip_activemask() { return mask(sub_group_ballot(1)); }

// The CPU's cycle counter. The lanes of a warp that read it together get one value, as on AMD's GPUs: those that
// wait for a time wait together, and not one after another.
INSIDE CONVERGENT i64 warp_clock() {
  const u32 first = (u32)__builtin_ctzll(mask(sub_group_ballot(1)));
  return (i64)sub_group_shuffle((u64)__builtin_readcyclecounter(), first);
}
API CONVERGENT i64 __gohip_clock() { return warp_clock(); }
API CONVERGENT i64 __gohip_wall_clock() { return warp_clock(); }
API void __gohip_sleep(u32 ns) {
  const i64 start = (i64)__builtin_readcyclecounter();
  while ((i64)__builtin_readcyclecounter() - start < (i64)ns * 2) continue;
}
