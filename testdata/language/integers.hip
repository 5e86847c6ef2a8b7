// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integer and bit functions, bit casts, and conversions in every rounding mode.
#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <cfenv>
#include <cstdint>

enum { N = 256, K = 34 };
__global__ void integers(const uint64_t *in, uint64_t *out) {
  int i = threadIdx.x;
  uint64_t a = in[i], b = in[(i * 5 + 1) % N];
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  uint64_t *o = out + i * K;
  o[0] = __popc(x), o[1] = __popcll(a), o[2] = __clz((int)x), o[3] = __clzll((long long)a);
  o[4] = __ffs((int)x), o[5] = __ffsll((long long)a), o[6] = __brev(x), o[7] = __brevll(a);
  o[8] = __byte_perm(x, y, (uint32_t)(b >> 32)), o[9] = __funnelshift_l(x, y, i);
  o[10] = __funnelshift_r(x, y, i), o[11] = __funnelshift_lc(x, y, i);
  o[12] = __funnelshift_rc(x, y, i), o[13] = (uint64_t)(int64_t)__mul24((int)x, (int)y);
  o[14] = (uint32_t)__umul24(x, y), o[15] = (uint64_t)(int64_t)__mulhi((int)x, (int)y);
  o[16] = __umulhi(x, y), o[17] = (uint64_t)__mul64hi((long long)a, (long long)b);
  o[18] = __umul64hi(a, b), o[19] = (uint64_t)(int64_t)__hadd((int)x, (int)y);
  o[20] = (uint64_t)(int64_t)__rhadd((int)x, (int)y), o[21] = __uhadd(x, y);
  o[22] = __urhadd(x, y), o[23] = __sad((int)x, (int)y, 7), o[24] = __usad(x, y, 7);
  o[25] = __bitextract_u32(x, i % 20, 5), o[26] = __bitinsert_u32(x, y, i % 20, 5);
  o[27] = __bitextract_u64(a, i % 40, 9), o[28] = __bitinsert_u64(a, b, i % 40, 9);
  o[29] = (uint64_t)(int64_t)__dp4a((int)x, (int)y, 3);
  o[30] = (uint64_t)(int64_t)(abs((int)x) + min((int)x, 5) + max((int)y, -5));
  o[31] = (uint64_t)(int64_t)__fns64(a, i % 64, (i % 7) - 3);
  o[32] = (uint64_t)__double_as_longlong(__hiloint2double((int)x, (int)y));
  o[33] = __float_as_uint(__int_as_float((int)x & 0x7f7fffff)) + min(x, y) + max(a, b);
}

static int host_fns(uint64_t m, unsigned base, int offset) {
  if (offset == 0) return m >> base & 1 ? (int)base : -1;
  int left = std::abs(offset);
  for (int i = (int)base; i >= 0 && i < 64; i += offset > 0 ? 1 : -1)
    if ((m >> i & 1) && --left == 0) return i;
  return -1;
}
static void reference(int i, const uint64_t *in, uint64_t *o) {
  uint64_t a = in[i], b = in[(i * 5 + 1) % N];
  uint32_t x = (uint32_t)a, y = (uint32_t)b;
  int32_t sx = (int32_t)x, sy = (int32_t)y;
  auto reverse = [](uint64_t v, int n) {
    uint64_t r = 0;
    for (int k = 0; k < n; ++k) r |= (v >> k & 1) << (n - 1 - k);
    return r;
  };
  o[0] = (uint64_t)__builtin_popcount(x), o[1] = (uint64_t)__builtin_popcountll(a);
  o[2] = x ? (uint64_t)__builtin_clz(x) : 32, o[3] = a ? (uint64_t)__builtin_clzll(a) : 64;
  o[4] = (uint64_t)__builtin_ffs(sx), o[5] = (uint64_t)__builtin_ffsll((long long)a);
  o[6] = reverse(x, 32), o[7] = reverse(a, 64);
  uint64_t xy = (uint64_t)y << 32 | x;
  o[8] = 0;
  for (int k = 0; k < 4; ++k) o[8] |= (xy >> ((b >> 32 >> 4 * k & 7) * 8) & 0xff) << 8 * k;
  o[9] = (uint32_t)(xy << (i & 31) >> 32), o[10] = (uint32_t)(xy >> (i & 31));
  int c = i < 32 ? i : 32;
  o[11] = c == 32 ? x : (uint32_t)(xy << c >> 32), o[12] = c == 32 ? y : (uint32_t)(xy >> c);
  o[13] = (uint64_t)(int64_t)(int32_t)((uint32_t)((sx << 8) >> 8) * (uint32_t)((sy << 8) >> 8));
  o[14] = (x & 0xffffff) * (y & 0xffffff);
  o[15] = (uint64_t)((int64_t)sx * sy >> 32), o[16] = (uint64_t)x * y >> 32;
  o[17] = (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
  o[18] = (uint64_t)((unsigned __int128)a * b >> 64);
  o[19] = (uint64_t)(((int64_t)sx + sy) >> 1), o[20] = (uint64_t)(((int64_t)sx + sy + 1) >> 1);
  o[21] = ((uint64_t)x + y) >> 1, o[22] = ((uint64_t)x + y + 1) >> 1;
  o[23] = (uint32_t)(std::abs((int64_t)sx - sy) + 7),
  o[24] = (uint32_t)((x > y ? x - y : y - x) + 7);
  o[25] = x >> (i % 20) & 31;
  o[26] = (x & ~(31u << (i % 20))) | (y & 31) << (i % 20);
  o[27] = a >> (i % 40) & 511;
  o[28] = (a & ~(511ull << (i % 40))) | (b & 511) << (i % 40);
  int32_t dot = 3;
  for (int k = 0; k < 4; ++k) dot += (int8_t)(x >> 8 * k) * (int8_t)(y >> 8 * k);
  o[29] = (uint64_t)(int64_t)dot;
  o[30] = (uint64_t)(int64_t)(int32_t)((uint32_t)std::abs(sx) + (uint32_t)std::min(sx, 5) +
                                       (uint32_t)std::max(sy, -5));
  o[31] = (uint64_t)(int64_t)host_fns(a, (unsigned)i % 64, (i % 7) - 3);
  o[32] = (uint64_t)x << 32 | y;
  o[33] = (uint32_t)((x & 0x7f7fffff) + std::min(x, y)) + std::max(a, b);
}

// Rounding: rn, rd, ru, rz of conversions and of arithmetic.
enum { M = 256, C = 36 };
__global__ void rounding(const double *in, double *out) {
  int i = threadIdx.x;
  double d = in[i], e = in[(i * 3 + 1) % M];
  float f = (float)d, g = (float)e;
  double *o = out + i * C;
  long long l = (long long)(d * 1e15);
#define FOUR(AT, CALL)                                                                             \
  o[AT] = CALL(rn), o[AT + 1] = CALL(rd), o[AT + 2] = CALL(ru), o[AT + 3] = CALL(rz);
#define TO_INT(R) (double)(__float2int_##R(f) + __double2ll_##R(e))
#define NARROW(R) __double2float_##R(d)
#define FROM_LONG(R) __ll2float_##R(l) + __ll2double_##R(l) * 0
#define FADD(R) __fadd_##R(f, g * 0x1p-9f)
#define FMUL(R) __fmul_##R(f, g)
#define FDIV(R) __fdiv_##R(f, g)
#define DADD(R) __dadd_##R(d, e * 0x1p-20)
#define DDIV(R) __ddiv_##R(d, e)
#define DFMA(R) __fma_##R(d, e, -e)
  FOUR(0, TO_INT)
  FOUR(4, NARROW)
  FOUR(8, FROM_LONG)
  FOUR(12, FADD) FOUR(16, FMUL) FOUR(20, FDIV) FOUR(24, DADD) FOUR(28, DDIV) FOUR(32, DFMA)
}

int main() {
  std::vector<uint64_t> in(N), got, want(N * K);
  uint64_t s = 88172645463325252ull;
  for (auto &v : in) s ^= s << 13, s ^= s >> 7, s ^= s << 17, v = s;
  in[0] = 0, in[1] = ~0ull, in[2] = 1, in[3] = 1ull << 63, in[4] = 0x80000000;
  Device<uint64_t> din(in), dout(N * K);
  integers<<<1, N>>>(din.p, dout.p);
  got = dout.host();
  for (int i = 0; i < N; ++i) reference(i, in.data(), &want[i * K]);
  for (int i = 0; i < N * K; ++i)
    if (got[i] != want[i] && ++failures <= 20)
      std::printf("integer function %d of %llx: got %llx, want %llx\n", i % K,
                  (unsigned long long)in[i / K], (unsigned long long)got[i],
                  (unsigned long long)want[i]);

  std::vector<double> x(M);
  for (auto &v : x)
    s ^= s << 13, s ^= s >> 7, s ^= s << 17, v = ((double)(int64_t)s) * 0x1p-60 + 1e-3;
  Device<double> dx(x), dr(M * C);
  rounding<<<1, M>>>(dx.p, dr.p);
  std::vector<double> r = dr.host();
  const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  for (int i = 0; i < M; ++i)
    for (int m = 0; m < 4; ++m) {
      volatile double d = x[i], e = x[(i * 3 + 1) % M], w[9];
      volatile float f = (float)d, g = (float)e, t;
      volatile float small = g * 0x1p-9f;
      volatile double tiny = e * 0x1p-20;
      volatile long long l = (long long)(d * 1e15);
      std::fesetround(modes[m]);
      w[0] = (double)(std::lrintf(f) + std::llrint(e));
      t = (float)d, w[1] = t;
      t = (float)l, w[2] = t;
      t = f + small, w[3] = t;
      t = f * g, w[4] = t;
      t = f / g, w[5] = t;
      w[6] = d + tiny;
      w[7] = d / e;
      w[8] = std::fma((double)d, (double)e, -(double)e);
      std::fesetround(FE_TONEAREST);
      for (int k = 0; k < 9; ++k)
        if (r[i * C + k * 4 + m] != w[k] && ++failures <= 20)
          std::printf("rounding %d mode %d of %a, %a: got %a, want %a\n", k, m, (double)d,
                      (double)e, r[i * C + k * 4 + m], (double)w[k]);
    }
  return done();
}
