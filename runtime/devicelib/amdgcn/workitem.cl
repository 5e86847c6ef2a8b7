// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// __ockl_* work-item functions.
#include "abi.h"

static inline uint group_id(uint d) {
  switch (d) {
  case 0:
    return __builtin_amdgcn_workgroup_id_x();
  case 1:
    return __builtin_amdgcn_workgroup_id_y();
  case 2:
    return __builtin_amdgcn_workgroup_id_z();
  }
  return 0;
}

static inline uint local_id(uint d) {
  switch (d) {
  case 0:
    return __builtin_amdgcn_workitem_id_x();
  case 1:
    return __builtin_amdgcn_workitem_id_y();
  case 2:
    return __builtin_amdgcn_workitem_id_z();
  }
  return 0;
}

// The size of whole work-groups.
static inline uint full_size(uint d) {
  if (d > 2) return 1;
  return ABI5 ? ARG(ushort, implicit_args(), ARG5_GROUP_SIZE + 2 * d)
              : ARG(ushort, dispatch_packet(), 4 + 2 * d);
}

static inline uint grid_size(uint d) {
  if (d > 2) return 1;
  if (ABI5)
    return ARG(uint, implicit_args(), ARG5_BLOCK_COUNT + 4 * d) * full_size(d) +
           ARG(ushort, implicit_args(), ARG5_REMAINDER + 2 * d);
  return ARG(uint, dispatch_packet(), 12 + 4 * d);
}

// The size of this work-group: the last one of a grid may be partial.
static inline uint group_size(uint d) {
  if (d > 2) return 1;
  if (ABI5)
    return group_id(d) < ARG(uint, implicit_args(), ARG5_BLOCK_COUNT + 4 * d)
               ? ARG(ushort, implicit_args(), ARG5_GROUP_SIZE + 2 * d)
               : ARG(ushort, implicit_args(), ARG5_REMAINDER + 2 * d);
  return min(full_size(d), grid_size(d) - group_id(d) * full_size(d));
}

static inline ulong global_offset(uint d) {
  if (d > 2) return 0;
  return ABI5 ? ARG(ulong, implicit_args(), ARG5_GLOBAL_OFFSET + 8 * d)
              : ARG(ulong, implicit_args(), ARG4_GLOBAL_OFFSET + 8 * d);
}

ulong __ockl_get_local_id(uint d) { return local_id(d); }
ulong __ockl_get_group_id(uint d) { return group_id(d); }
ulong __ockl_get_local_size(uint d) { return group_size(d); }
ulong __ockl_get_enqueued_local_size(uint d) { return full_size(d); }
ulong __ockl_get_global_size(uint d) { return grid_size(d); }
ulong __ockl_get_global_offset(uint d) { return global_offset(d); }

ulong __ockl_get_global_id(uint d) {
  return global_offset(d) + group_id(d) * full_size(d) + local_id(d);
}

ulong __ockl_get_num_groups(uint d) {
  if (d > 2) return 1;
  if (ABI5)
    return ARG(uint, implicit_args(), ARG5_BLOCK_COUNT + 4 * d) +
           (ARG(ushort, implicit_args(), ARG5_REMAINDER + 2 * d) != 0);
  uint n = grid_size(d), g = full_size(d);
  return n / g + (n % g != 0);
}

uint __ockl_get_work_dim(void) {
  return ABI5 ? ARG(ushort, implicit_args(), ARG5_GRID_DIMS)
              : (ARG(ushort, dispatch_packet(), 2) & 3);
}

ulong __ockl_get_local_linear_id(void) {
  return (local_id(2) * group_size(1) + local_id(1)) * group_size(0) + local_id(0);
}

ulong __ockl_get_global_linear_id(void) {
  ulong x = group_id(0) * full_size(0) + local_id(0);
  ulong y = group_id(1) * full_size(1) + local_id(1);
  ulong z = group_id(2) * full_size(2) + local_id(2);
  return (z * grid_size(1) + y) * grid_size(0) + x;
}

// Address space tests: the upper half of a generic address identifies the aperture.
bool __ockl_is_local_addr(const __generic void *p) { return __builtin_amdgcn_is_shared(p); }
bool __ockl_is_private_addr(const __generic void *p) { return __builtin_amdgcn_is_private(p); }
__global void *__ockl_to_global(__generic void *p) { return (__global void *)p; }
__local void *__ockl_to_local(__generic void *p) {
  return __ockl_is_local_addr(p) ? (__local void *)p : 0;
}
__private void *__ockl_to_private(__generic void *p) {
  return __ockl_is_private_addr(p) ? (__private void *)p : 0;
}

// Grid barriers: global wave sync (GWS), which a cooperative launch sets up.
__attribute__((convergent)) void gohip_gws_init(uint, uint) __asm("llvm.amdgcn.ds.gws.init");
__attribute__((convergent)) void gohip_gws_barrier(uint, uint) __asm("llvm.amdgcn.ds.gws.barrier");

__attribute__((convergent)) void __ockl_gws_init(uint nwm1, uint rid) { gohip_gws_init(nwm1, rid); }
__attribute__((convergent)) void __ockl_gws_barrier(uint nwm1, uint rid) {
  gohip_gws_barrier(nwm1, rid);
}
// Every wave takes part; the runtime sets the number of waves of the launch.
__attribute__((convergent)) void __ockl_grid_sync(void) {
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
  gohip_gws_barrier(0, 0);
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
}
bool __ockl_grid_is_valid(void) { return true; }
