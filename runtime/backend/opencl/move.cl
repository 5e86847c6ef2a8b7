// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Moves n bytes, 16 by each work-item: between an object of OpenCL without an address and memory
// that HIP's kernels see. move.spv is this page (go generate ./runtime/backend/opencl).
kernel void move(global const uchar *from, global uchar *to, ulong n) {
  ulong i = get_global_id(0) * 16;
  if (i + 16 <= n) {
    *(global uint4 *)(to + i) = *(global const uint4 *)(from + i);
    return;
  }
  for (; i < n; i++) to[i] = from[i];
}
