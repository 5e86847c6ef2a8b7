// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A random program (e2e/torture) with a recursive function: built with gohipcc for sm_90 at -O1, and by
// clang++ -std=c++17 -x c++ for the host, with a file's name as argument, it writes the same file.
#include "../torture/torture.h"

namespace p90000530 {
struct S1 {
  u64 m2 : 58;
  u16 m3 : 12;
  u64 m4;
};
__host__ __device__ S1 makeS1(u64 x) {
  S1 s;
  memset(&s, 0, sizeof s);
  s.m2 = (u64)(mix(x, 0) >> 19);
  s.m3 = (u16)(mix(x, 1) >> 15);
  s.m4 = (u64)(mix(x, 2) >> 9);
  return s;
}
__device__ u64 hashS1(S1 s) {
  u64 h = 0;
  h = mix(h, (u64)s.m2);
  h = mix(h, (u64)s.m3);
  h = mix(h, (u64)s.m4);
  return h;
}
struct __attribute__((packed)) S5 {
  i8 m6;
};
__host__ __device__ S5 makeS5(u64 x) {
  S5 s;
  memset(&s, 0, sizeof s);
  s.m6 = (i8)(mix(x, 0) >> 18);
  return s;
}
__device__ u64 hashS5(S5 s) {
  u64 h = 0;
  h = mix(h, (u64)s.m6);
  return h;
}
__device__ u32 r7(S1 s, u32 depth, u32 x) {
  i16 v8 = (i16)(u16)s.m2;
  S5 v9 = makeS5((u64)s.m2);
  u32 j10 = 0;
  u32 j11 = 0;
  u32 j12 = 0;
  if (depth == 0)
    return (u32)(u32)mix(mix(mix(mix(mix((u64)0, (u64)x), (u64)depth), (u64)v8), hashS1(s)),
                         hashS5(v9));
  {
    const u32 e13 = (u32)(u32)((u32)(u32)v8 ^ (u32)(u32)0x8266e8ull) % 5u;
    j12 = 0;
    do {
      v8 = (i16)(u16)__mulhi((i32)(u64)0x80000000ull, (i32)(u64)__brevll((u64)v8));
      s.m4 = (u64)(u64)((u64)(u64)((i64)(u64)j12 >> ((u32)(u32)v9.m6 % 64u)) - (u64)(u64)s.m4);
      v8 = (i16)(u16)((u32)(u16)depth % ((u32)(u16)0x8000000000000000ull | (u32)1));
    } while (++j12 < e13);
  }
  v9.m6 = (i8)(u8)__clz((i32)(u64)((u64)(u64)0x7fffffffull + (u64)(u64)0x0ull));
  v8 = (i16)(u16)((i16)(u16)0x93e179bc8007f174ull >> ((u32)(u32)v8 % 16u));
  u32 below = r7(s, depth - 1, (u32)(u32)((u32)(u32)s.m3 % ((u32)(u32)v9.m6 | (u32)1)));
  if ((u64)(u64)0x5fc95full != (u64)((i64)(u64)v9.m6 == (i64)(u64)x ? (u64)depth : (u64)v9.m6)) {
    v8 = (i16)(u16)(u32)(u32)0x2ull;
  } else {
    s.m2 = (u64)(u64)(i16)(u16)(u16)(u16)s.m4;
    v8 = (i16)(u16)((u32)(u16)s.m4 + (u32)(u16)depth);
  }
  return (u32)(u32)mix(
      mix(mix(mix(mix(mix((u64)0, (u64)x), (u64)depth), (u64)v8), (u64)below), hashS1(s)),
      hashS5(v9));
}
__global__ void k14(u64 *out, const u32 *in, u32 *count, u64 *count64, u32 n, S5 s, u16 a) {
  TORTURE_SHARED u64 shared[96];
  TORTURE_SHARED u32 counters[4];
  const u32 tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z),
            lane = tid % 32;
  const u32 lanes = 96u - (tid - lane) < 32 ? 96u - (tid - lane) : 32;
  const u32 gid = blockIdx.x * 96u + tid;
  u32 v15 = (u32)(u32)(_BitInt(122))(unsigned _BitInt(122))lane;
  i8 v16 = (i8)(u8)((i8)(u8)s.m6 >> ((u32)(u32)in[(u32)(u32)lane & 127u] % 8u));
  u16 v17 = (u16)(u16)in[(u32)(u32)s.m6 & 127u];
  u64 v18[5] = {
      (u64)(u64)r7(makeS1((u64)((u64)(u64)lane << ((u32)(u32)in[(u32)(u32)lane & 127u] % 64u))),
                   (u32)(u32)((u32)(u32)s.m6 - (u32)(u32)gid) % 5u,
                   (u32)(u32)((u32)(u32)v15 >> ((u32)(u32)in[(u32)(u32)n & 127u] % 32u))),
      (u64)(u64)((u64)(u64)lane & (u64)(u64)s.m6)};
  S1 v19 =
      makeS1(((i64)(u64)in[(u32)(u32)0x8000000000000000ull & 127u] == (i64)(u64)tid ? (u64)gid
                                                                                    : (u64)s.m6));
  u32 j20 = 0;
  u32 j21 = 0;
  u32 j22 = 0;
  if (tid < 4) counters[tid] = tid;
  __syncthreads();
  if ((tid / 32 + 1u) & 1) {
    v16 = (i8)((u8)v16 ^
               (u8)(u32)__shfl_up(
                   (float)((u32)(u32)r7(
                               v19,
                               (u32)(u32)(u32)((double)((u32)(u32)v19.m4 & 0xfffu) * (double)19 +
                                               (double)((u32)(u32)s.m6 & 0xffu)) %
                                   5u,
                               (u32)((i32)(u32)tid < (i32)(u32)v19.m2 ? (u32)v19.m2 : (u32)v16)) &
                           0xffffu),
                   16));
    atomicOr(&count[14], (u32)(u32)(u32)((double)((u32)(u32)v16 & 0xfffu) * (double)38 +
                                         (double)((u32)(u32)v17 & 0xffu)));
  }
  if ((u64)(u64)(u32)((double)((u32)(u32)v18[(u32)(u32)lane % 5u] & 0xfffu) * (double)31 +
                      (double)((u32)(u32)s.m6 & 0xffu)) ==
      (u64)(u64)(u32)((double)((u32)(u32)0x1full & 0xfffu) * (double)5 +
                      (double)((u32)(u32)tid & 0xffu))) {
    {
      const u32 e23 =
          (u32)((i32)(u32)in[(u32)(u32)v18[(u32)(u32)v18[(u32)(u32)lane % 5u] % 5u] & 127u] ==
                        (i32)(u32)in[(u32)(u32)0xffull & 127u]
                    ? (u32)s.m6
                    : (u32)in[(u32)(u32)s.m6 & 127u]) %
          5u;
      j22 = 0;
      while (j22++ < e23) {
        atomicAdd(&counters[(u32)(u32)__umul64hi((u64)in[(u32)(u32)tid & 127u], (u64)v15) & 3u],
                  (u32)(u32)s.m6);
        atomicAdd(&counters[(u32)(u32)s.m6 & 3u], (u32)(u32)__popcll((u64)a));
      }
    }
    v15 = (u32)(u32)((u32)(u32)s.m6 / ((u32)(u32)v19.m2 | (u32)1));
    if ((u32)(u32)((i32)(u32)v19.m3 / ((i32)((u32)in[(u32)(u32)v19.m3 & 127u] & 63) + (i32)1)) !=
        (u32)(u32)s.m6) {
      v17 = (u16)(u16)((i16)(u16)((u32)(u16)in[(u32)(u32)in[(u32)(u32)s.m6 & 127u] & 127u] ^
                                  (u32)(u16)gid) /
                       ((i16)((u16)(u32)((float)((u32)(u32)v19.m4 & 0xfffu) * (float)10 +
                                         (float)((u32)(u32)v15 & 0xffu)) &
                              63) +
                        (i16)1));
      v17 = (u16)(u16)((u32)(u16)v19.m3 & (u32)(u16)v18[(u32)(u32)n % 5u]);
      v15 = (u32)(u32)((u32)(u32)tid - (u32)(u32)in[(u32)(u32)in[(u32)(u32)0x0ull & 127u] & 127u]);
    } else {
      v17 = (u16)((i16)(u16)v18[(u32)(u32)v16 % 5u] <
                          (i16)((i16)(u16)v18[(u32)(u32)v19.m2 % 5u] <= (i16)(u16)v19.m2 ? (u16)gid
                                                                                         : (u16)gid)
                      ? (u16)((i16)(u16)s.m6 >> ((u32)(u32)v15 % 16u))
                      : (u16)__brev((u32)(u64)v19.m2));
    }
  }
  if ((u32)(u32)(i32)(u32)s.m6 < (u32)(u32)((u32)(u32)gid % ((u32)(u32)v19.m2 | (u32)1))) {
    {
      const u32 e24 = 1u;
      j22 = 0;
      while (j22++ < e24) {
        if ((u64)((i64)(u64)0x100ull < (i64)(u64)j22 ? (u64)v19.m4 : (u64)0x0ull) >
            (u64)(u64)((u64)(u64)v19.m3 - (u64)(u64)s.m6)) {
          if ((u32)(u32)s.m6 > (u32)(u32)((u32)(u32)gid << ((u32)(u32)s.m6 % 32u))) continue;
          s = s;
          v19.m2 = (u64)(u64)((i64)(u64)__popc((u32)(u64)s.m6) / ((i64)((u64)s.m6 & 63) + (i64)1));
        }
      }
    }
    atomicAdd(&count64[10], (u64)((u64)(u64)0x80000000ull -
                                  (u64)(u64)in[(u32)(u32)in[(u32)(u32)v15 & 127u] & 127u]));
    {
      const u32 e25 = (u32)(u32)(u32)((float)((u32)(u32)v19.m4 & 0xfffu) * (float)2 +
                                      (float)((u32)(u32)lane & 0xffu)) %
                      5u;
      for (j22 = 0; j22 < e25; j22++) {
        s.m6 = (i8)(u8)v19.m4;
        v17 = (u16)(u16)__popc((u32)(u64)__ffs((i32)(u64)v19.m2));
        if ((u32)(u32)__mulhi((i32)(u64)v19.m4, (i32)(u64)j22) > (u32)(u32)__brev((u32)(u64)s.m6))
          continue;
      }
    }
  }
  for (j22 = 16; j22; j22 /= 2) v16 = (i8)((u8)v16 + (u8)__shfl_xor((u32)v16, j22));
  atomicAdd(&count[66], (u32)(u32)v18[(u32)(u32)v18[(u32)(u32)v19.m2 % 5u] % 5u]);
  __syncthreads();
  out[gid] = mix(
      mix(mix(mix(mix(mix(mix(mix(mix(mix(mix(mix((u64)0, (u64)n), (u64)tid), (u64)lane), (u64)gid),
                                  (u64)a),
                              (u64)v15),
                          (u64)v16),
                      (u64)v17),
                  hashS5(s)),
              hashS1(v19)),
          (u64)v18[4]),
      counters[tid % 4]);
  (void)lanes;
}
static std::vector<u8> run() {
  Memory m(192);
  LAUNCH(k14, dim3(2), dim3(8, 2, 6), m.out.p, m.in.p, m.count.p, m.count64.p, 44u, makeS5(702u),
         (u16)3);
  return m.bytes();
}
} // namespace p90000530

int main(int argc, char **argv) {
  static const Run runs[] = {p90000530::run};
  return torture(argc, argv, runs, sizeof runs / sizeof *runs);
}
