// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conditions that are the same for the block, with barriers on both sides or in the condition
// itself, behind which all go on to more barriers. Random kernels (e2e/kernelgen) found them.
#include <hip/hip_runtime.h>

#include <cstdio>

const unsigned N = 33; // threads
__device__ __host__ inline unsigned mine(unsigned t) { return t % 5 < 3; }

#define KERNEL(NAME)                                                                               \
  __global__ void NAME(const unsigned *gu, unsigned *count, unsigned *out) {                       \
    unsigned t = threadIdx.x, v = t + 1;                                                           \
    __shared__ unsigned s[N];                                                                      \
    s[t] = t;                                                                                      \
    __syncthreads();                                                                               \
    for (unsigned k = 0; k < 4; k++) {
#define END                                                                                        \
  v ^= k;                                                                                          \
  __syncthreads();                                                                                 \
  }                                                                                                \
  out[t] += v;                                                                                     \
  }

// One side after a vote alone. PoCL ended the program.
KERNEL(voted)
if (gu[0] || __syncthreads_and(t < 18)) {
  __syncthreads();
  v += 3;
} else {
  if (mine(t)) {
    atomicAdd(count, 1u);
    v += s[t];
  }
  __syncthreads();
}
END

// And one with a loop of its own for each thread. As above.
KERNEL(looped) if (gu[0] || __syncthreads_and(t < 18)) {
  __syncthreads();
  v += 3;
}
else {
  if (mine(t)) {
    atomicAdd(count, 1u);
    v += s[t];
  }
  unsigned i = 0, n = t % 3;
  do v += i;
  while (++i < n);
  __syncthreads();
}
END

// A loop that is left from one side.
KERNEL(left) if (gu[0] || gu[1] == k) {
  __syncthreads();
  v += 3;
  if (gu[2]) break;
}
else {
  if (mine(t)) {
    atomicAdd(count, 1u);
    v += s[t];
  }
  __syncthreads();
}
END

    unsigned *gu,
    *mem, failures;

// What a thread has after its turns.
unsigned want(unsigned t, bool orGroup, bool loop, bool leave, unsigned *count) {
  unsigned v = t + 1;
  for (unsigned k = 0; k < 4; k++) {
    if (gu[0] || (orGroup && gu[1] == k)) {
      v += 3;
      if (leave && gu[2]) break;
    } else {
      if (mine(t)) {
        ++*count;
        v += t;
      }
      if (loop && t % 3 == 2) v++;
    }
    v ^= k;
  }
  return v;
}

void check(const char *name, void (*k)(const unsigned *, unsigned *, unsigned *), bool orGroup,
           bool loop, bool leave) {
  for (unsigned j = 0; j < 16; j++) {
    gu[0] = j & 1, gu[1] = j >> 2, gu[2] = j & 2;
    for (unsigned i = 0; i <= N; i++) mem[i] = 0;
    k<<<1, N>>>(gu, mem, mem + 1);
    hipError_t e = hipDeviceSynchronize();
    unsigned count = 0, wrong = e != hipSuccess;
    for (unsigned t = 0; t < N; t++) wrong += mem[1 + t] != want(t, orGroup, loop, leave, &count);
    if (wrong || mem[0] != count) {
      printf("FAIL: %s(%u): %u threads, count %u, not %u (%s)\n", name, j, wrong, mem[0], count,
             hipGetErrorString(e));
      failures++;
    }
  }
}

int main() {
  if (hipMallocManaged(reinterpret_cast<void **>(&gu), 3 * sizeof(unsigned)) != hipSuccess ||
      hipMallocManaged(reinterpret_cast<void **>(&mem), (N + 1) * sizeof(unsigned)) != hipSuccess)
    return 1;
  check("voted", voted, false, false, false);
  check("looped", looped, false, true, false);
  check("left", left, true, false, true);
  if (!failures) puts("PASS");
  return failures != 0;
}
