// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The kernels of warps.hip in OpenCL C with sub-groups.

__attribute__((intel_reqd_sub_group_size(32))) kernel void
block_sum(global float *out, global const float *in, int n) {
  local float part[32];
  int t = get_local_id(0);
  float v = 0;
  for (int i = get_group_id(0) * get_local_size(0) + t; i < n;
       i += get_num_groups(0) * get_local_size(0))
    v += in[i];
  for (int o = 16; o > 0; o /= 2) v += intel_sub_group_shuffle_down(v, v, o);
  if ((t & 31) == 0) part[t / 32] = v;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32) {
    v = t < get_local_size(0) / 32 ? part[t] : 0;
    for (int o = 16; o > 0; o /= 2) v += intel_sub_group_shuffle_down(v, v, o);
    if (t == 0) out[get_group_id(0)] = v;
  }
}

__attribute__((intel_reqd_sub_group_size(32))) kernel void
compaction(global int *out, global int *count, global const int *in, int n) {
  int i = get_global_id(0), lane = get_sub_group_local_id();
  int v = i < n ? in[i] : 0;
  uint mask = sub_group_ballot(v > 0).x;
  int base = 0;
  if (lane == 0) base = atomic_add(count, popcount(mask));
  base = sub_group_broadcast(base, 0);
  if (v > 0) out[base + popcount(mask & ((1u << lane) - 1))] = v;
}

kernel void softmax(global float *out, global const float *in, int n, local float *part) {
  int t = get_local_id(0), size = get_local_size(0);
  global const float *row = in + (size_t)get_group_id(0) * n;
  float most = -1e30f, sum = 0;
  for (int i = t; i < n; i += size) most = fmax(most, row[i]);
  part[t] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] = fmax(part[t], part[t + s]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  most = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = t; i < n; i += size) sum += exp(row[i] - most);
  part[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  sum = part[0];
  for (int i = t; i < n; i += size) out[(size_t)get_group_id(0) * n + i] = exp(row[i] - most) / sum;
}
