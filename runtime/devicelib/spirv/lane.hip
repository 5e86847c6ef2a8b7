// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Work-items, barriers, fences and sub-groups, by OpenCL's mangled names.
#include "../common/device.h"

typedef u32 u32x4 __attribute__((ext_vector_type(4)));
#define CL __attribute__((device))
CL __attribute__((const)) size_t get_local_id(u32) __asm__("_Z12get_local_idj");
CL __attribute__((const)) size_t get_group_id(u32) __asm__("_Z12get_group_idj");
CL __attribute__((const)) size_t get_local_size(u32) __asm__("_Z14get_local_sizej");
CL __attribute__((const)) size_t get_num_groups(u32) __asm__("_Z14get_num_groupsj");
CL __attribute__((const)) size_t get_global_size(u32) __asm__("_Z15get_global_sizej");
CL __attribute__((const)) size_t get_global_id(u32) __asm__("_Z13get_global_idj");
CL __attribute__((const)) u32 get_sub_group_local_id() __asm__("_Z22get_sub_group_local_idv");
CL CONVERGENT void barrier(u32) __asm__("_Z7barrierj");
CL CONVERGENT void control_barrier(u32, u32, u32) __asm__("_Z22__spirv_ControlBarrierjjj");
CL CONVERGENT u32 sub_group_shuffle(u32, u32) __asm__("_Z17sub_group_shufflejj");
CL CONVERGENT u64 sub_group_shuffle(u64, u32) __asm__("_Z17sub_group_shufflemj");
CL CONVERGENT u32x4 sub_group_ballot(int) __asm__("_Z16sub_group_balloti");

// CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE.
enum { LOCAL = 1, GLOBAL = 2 };

// SPIR-V's scope Subgroup; the semantics AcquireRelease with SubgroupMemory, WorkgroupMemory and
// CrossWorkgroupMemory.
INSIDE CONVERGENT void sub_group_barrier() { control_barrier(3, 3, 0x8 | 0x80 | 0x100 | 0x200); }

PURE size_t __ockl_get_local_id(u32 d) { return get_local_id(d); }
PURE size_t __ockl_get_group_id(u32 d) { return get_group_id(d); }
PURE size_t __ockl_get_local_size(u32 d) { return get_local_size(d); }
PURE size_t __ockl_get_num_groups(u32 d) { return get_num_groups(d); }
PURE size_t __ockl_get_global_size(u32 d) { return get_global_size(d); }
PURE size_t __ockl_get_global_id(u32 d) { return get_global_id(d); }

API CONVERGENT void __gohip_barrier() { barrier(LOCAL | GLOBAL); }

SHARED u32 votes;
INSIDE CONVERGENT u32 count(int p) {
  votes = 0; // by all, because the first work-item may have exited
  barrier(LOCAL | GLOBAL);
  if (p) __hip_atomic_fetch_add(&votes, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  barrier(LOCAL | GLOBAL);
  u32 n = votes;
  // The next call must not reset the count before all work-items have read it.
  barrier(LOCAL);
  return n;
}
API CONVERGENT int __gohip_barrier_count(int p) { return (int)count(p); }
API CONVERGENT int __gohip_barrier_and(int p) { return count(!p) == 0; }
API CONVERGENT int __gohip_barrier_or(int p) { return count(p) != 0; }

#if __has_builtin(__scoped_atomic_thread_fence)
#define FENCE(scope) __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, scope)
#else // LLVM 19: only the widest scope
#define FENCE(scope) __atomic_thread_fence(__ATOMIC_SEQ_CST)
#endif
API void __gohip_fence_block() { FENCE(__MEMORY_SCOPE_WRKGRP); }
API void __gohip_fence_device() { FENCE(__MEMORY_SCOPE_DEVICE); }
API void __gohip_fence_system() { FENCE(__MEMORY_SCOPE_SYSTEM); }

PURE u32 __gohip_lane() { return get_sub_group_local_id(); }
API CONVERGENT void __gohip_warp_barrier() { sub_group_barrier(); }

#ifdef __GOHIP_SUBGROUPS__
// Sub-groups make independent forward progress: these operations apply to the lanes that execute
// them.
API CONVERGENT u32 __gohip_shfl_u32(u32 v, u32 from) { return sub_group_shuffle(v, from); }
API CONVERGENT u64 __gohip_shfl_u64(u64 v, u32 from) { return sub_group_shuffle(v, from); }
API CONVERGENT u64 __gohip_ballot(int p) { return sub_group_ballot(p).x; }
#else
// The second barrier is needed where exchanges go through memory (as in PoCL, one work-item after
// the other): there a lane of the next call could overwrite a value that a lane of this call has
// not read yet.
API CONVERGENT u32 __gohip_shfl_u32(u32 v, u32 from) {
  u32 r = sub_group_shuffle(v, from);
  sub_group_barrier();
  return r;
}
API CONVERGENT u64 __gohip_shfl_u64(u64 v, u32 from) {
  u64 r = sub_group_shuffle(v, from);
  sub_group_barrier();
  return r;
}
// The number of lanes in the calling lane's sub-group: less than the sub-group size in the last
// one, if the block size is not a multiple of it.
INSIDE u32 lanes() {
  u32 x = (u32)get_local_size(0), y = (u32)get_local_size(1);
  u32 id = ((u32)get_local_id(2) * y + (u32)get_local_id(1)) * x + (u32)get_local_id(0);
  u32 n = x * y * (u32)get_local_size(2) - (id - get_sub_group_local_id());
  return n < 32 ? (1u << n) - 1 : ~0u;
}
// PoCL includes lanes that do not exist, with undefined values.
API CONVERGENT u64 __gohip_ballot(int p) {
  u32x4 m = sub_group_ballot(p);
  sub_group_barrier();
  return m.x & lanes();
}
#endif
API CONVERGENT u64 __gohip_activemask() { return __gohip_ballot(1); }
