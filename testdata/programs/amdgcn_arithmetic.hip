// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Builtins of clang's AMD target: arithmetic on packed numbers, dot products, differences of bytes; memory
// through buffer resources, by the names of LLVM's intrinsics, too; exchanges between lanes, atomic operations, and
// functions of AMD's device library that store through pointers.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef _Float16 half2_t __attribute__((ext_vector_type(2)));
typedef short short2_t __attribute__((ext_vector_type(2)));
typedef unsigned short ushort2_t __attribute__((ext_vector_type(2)));

// Values that the compiler does not know.
__global__ void floats(const float *x, float *out, unsigned *bits) {
  out[0] = (float)__builtin_amdgcn_sqrt((double)x[0]);
  out[1] = (float)__builtin_amdgcn_ldexp((double)x[1], 3);
  out[2] = (float)__builtin_amdgcn_fract((double)x[2]);
  out[3] = (float)__builtin_amdgcn_frexp_expf(x[3]);
  out[4] = __builtin_amdgcn_frexp_mantf(x[3]);
  out[5] = (float)__builtin_amdgcn_frexp_expf(x[4]);
  const float pairs[][2] = {{x[5], -x[5]}, {x[6], x[7]}, {x[4], x[8]}, {x[9], x[1]}};
  for (int i = 0; i < 4; i++) {
    auto packed = __builtin_amdgcn_cvt_pkrtz(pairs[i][0], pairs[i][1]);
    __builtin_memcpy(bits + i, &packed, 4);
  }
#if !defined(__AMDGCN__)
  const half2_t a = {(_Float16)x[1], (_Float16)x[2]}, b = {(_Float16)x[0], (_Float16)x[1]};
  out[6] = __builtin_amdgcn_fdot2(a, b, x[0], false);
  out[7] = __builtin_amdgcn_fdot2(a, b, x[0], true);
#endif
}

__global__ void integers(const unsigned *x, unsigned *out) {
  const unsigned a = x[0], b = x[1];
  out[0] = __builtin_amdgcn_sad_u8(a, b, 7);
  out[1] = __builtin_amdgcn_sad_hi_u8(a, b, 7);
  out[2] = __builtin_amdgcn_sad_u16(a, b, 7);
  out[3] = __builtin_amdgcn_lerp(a, b, 0x00010001);
#if !defined(__AMDGCN__)
  const short2_t s = {(short)a, (short)(a >> 16)}, t = {(short)b, (short)(b >> 16)};
  const ushort2_t u = {(unsigned short)a, (unsigned short)(a >> 16)};
  out[4] = (unsigned)__builtin_amdgcn_sudot4(true, (int)a, false, (int)b, 5, false);
  out[5] = (unsigned)__builtin_amdgcn_sudot4(false, (int)a, true, (int)b, 5, false);
  out[6] = (unsigned)__builtin_amdgcn_sudot4(true, -1, false, -1, -0x7fffffff, true);
  out[7] = (unsigned)__builtin_amdgcn_sdot8((int)a, (int)b, 5, false);
  out[8] = __builtin_amdgcn_udot8(a, b, 5, false);
  out[9] = (unsigned)__builtin_amdgcn_sdot2(s, t, 5, false);
  out[10] = __builtin_amdgcn_udot2(u, u, 5, true);
#endif
}

#if !defined(__AMDGCN__)
typedef int int4_t __attribute__((ext_vector_type(4)));
typedef unsigned uint4_t __attribute__((vector_size(16)));
typedef signed char char4_t __attribute__((ext_vector_type(4)));
#define LOAD(T, NAME, SUFFIX)                                                                      \
  __device__ T NAME(int4_t, int, int, int) __asm("llvm.amdgcn.raw.buffer." SUFFIX)
#define STORE(R, T, NAME, SUFFIX)                                                                  \
  __device__ R NAME(T, int4_t, int, int, int) __asm("llvm.amdgcn.raw.buffer." SUFFIX)
LOAD(signed char, loadByte, "load.i8");
LOAD(char4_t, loadBytes, "load.v4i8");
LOAD(unsigned short, loadShort, "load.i16");
LOAD(half2_t, loadHalves, "load.v2f16");
LOAD(int4_t, loadWords, "load.v4i32");
STORE(void, signed char, storeByte, "store.i8");
STORE(void, half2_t, storeHalves, "store.v2f16");
STORE(void, int4_t, storeWords, "store.v4i32");
STORE(int, int, addWord, "atomic.add.i32");
STORE(float, float, addFloat, "atomic.fadd.f32");
STORE(half2_t, half2_t, addHalves, "atomic.fadd.v2f16");
STORE(double, double, maxDouble, "atomic.fmax.f64");
#endif

// Each lane accesses the word of its number, of which the first 70 are in the range.
__global__ void buffers(unsigned *memory, unsigned *out, int scalar) {
#if !defined(__AMDGCN__)
  const unsigned long long base = (unsigned long long)memory;
  const int4_t r = {(int)base, (int)(base >> 32), 70 * 4, 0x00020000};
  const int lane = (int)threadIdx.x, at = 4 * lane;
  const int4_t words = loadWords(r, at, scalar, 0);
  for (int i = 0; i < 4; i++) out[4 * lane + i] = (unsigned)words[i];
  out[400 + lane] = (unsigned)loadByte(r, at + 3, 0, 0) ^ (unsigned)loadShort(r, at + 2, 0, 0) << 8;
  out[500 + lane] = __builtin_bit_cast(unsigned, loadBytes(r, at, scalar, 3)) +
                    __builtin_bit_cast(unsigned, loadHalves(r, at, scalar, 0));
  out[600 + lane] = (unsigned)loadWords(r, at | (int)0x80000000, 0, 0)[0];
  __syncthreads();
  if (lane == 68) {
    storeWords(int4_t{-1, -2, -3, -4}, r, at, 0, 0); // of which two are
    storeByte(0x55, r, 4 * 70 - 1, 0, 0);
    storeByte(0x55, r, 4 * 70, 0, 0);
    storeHalves(half2_t{1, 2}, r, 4 * 60, 0, 0);
    storeHalves(half2_t{1, 2}, r, 4 * 70, -4, 0); // offsets are unsigned
    storeHalves(half2_t{1, 2}, r, 4 * 70 - 2, 0, 0);
    storeWords(int4_t{}, r, 4 * 62, 0, 0);
    out[700] = (unsigned)(maxDouble(2, r, 4 * 62, 0, 0) + maxDouble(1, r, 4 * 62, 0, 0));
    out[701] = (unsigned)maxDouble(2, r, 4 * 69, 0, 0); // half of it is out of the range
    storeHalves(half2_t{1, 2}, r, 4 * 64, 0, 0);
    storeWords(int4_t{}, r, 4 * 64, 4, 0);
  }
  __syncthreads();
  addHalves(half2_t{1, -1}, r, 4 * (lane & 1 ? 70 : 64), 0, 0);
  addFloat(0.5f, r, 4 * (lane & 1 ? 70 : 65), 0, 0);
  addWord(3, r, 4 * (lane & 1 ? 70 : 66), 0, 0);

  // By clang's builtins, of the first 40 words.
  __amdgpu_buffer_rsrc_t b = __builtin_amdgcn_make_buffer_rsrc(memory, 0, 40 * 4, 0x00020000);
  if (lane == 1) {
    __builtin_amdgcn_raw_buffer_store_b8(7, b, 0, 0, 0);
    __builtin_amdgcn_raw_buffer_store_b16(0x1234, b, 0, 2, 0);
    auto pair = __builtin_amdgcn_raw_buffer_load_b64(b, 0, 0, 0);
    const uint4_t four = {5, 6, pair[0], pair[1]};
    __builtin_amdgcn_raw_buffer_store_b128(four, b, 4 * 37, 0, 0);
    auto three = __builtin_amdgcn_raw_buffer_load_b96(b, 4 * 37, 0, 0);
    out[702] = three[0] + three[1] * 100 + three[2];
    out[703] = __builtin_amdgcn_raw_buffer_load_b8(b, 4 * 40, 0, 0) +
               __builtin_amdgcn_raw_buffer_load_b32(b, 4 * 37, 0, 0);
  }
#endif
}

static void checkBuffers() {
  std::vector<unsigned> v(128);
  for (size_t i = 0; i < v.size(); i++) v[i] = unsigned(i) * 0x9e3779b1u;
  Device<unsigned> memory(v), out(800);
  buffers<<<1, 96>>>(memory.p, out.p, 4);
  std::vector<unsigned> got = out.host();
  auto in = [&](size_t i) { return i < 70 ? v[i] : 0; };
  for (size_t lane = 0; lane < 96; lane++) {
    const unsigned word = in(lane), high = unsigned(int((signed char)(word >> 24)));
    for (size_t i = 0; i < 4; i++) EXPECT(got[4 * lane + i] == in(lane + 1 + i));
    EXPECT(got[400 + lane] == (high ^ word >> 16 << 8));
    EXPECT(got[500 + lane] == 2 * in(lane + 1));
    EXPECT(got[600 + lane] == 0);
  }
  const unsigned first = 0x12340007;
  EXPECT(got[700] == 2 && got[701] == 0 && got[702] == 605 + first && got[703] == 5);
  v[0] = v[39] = first, v[37] = 5, v[38] = 6;
  v[60] = 0x40003c00, v[62] = 0, v[63] = 0x40000000;
  v[64] = 0xd1c05220, v[65] = 0x41c00000, v[66] = 48 * 3, v[67] = v[68] = 0;
  v[69] = 0x55fffffe;
  EXPECT(memory.host() == v);
}

static void checkFloats() {
  const float inf = INFINITY;
  Device<float> x(std::vector<float>{9, 1.5f, -2.75f, 12, inf, 1.0009f, 65519, 70000, 1e-9f, NAN});
  Device<float> out(8);
  Device<unsigned> bits(4);
  floats<<<1, 1>>>(x.p, out.p, bits.p);
  std::vector<float> got = out.host();
  const std::vector<float> want = {3, 12, 0.25f, 4, 0.75f, 0, 1.5f * 9 - 2.75f * 1.5f + 9, 1};
  for (size_t i = 0; i < want.size(); i++) EXPECT(got[i] == want[i]);
  std::vector<unsigned> packed = bits.host();
  EXPECT(packed[0] == 0xbc003c00); // both towards zero
  EXPECT(packed[1] == 0x7bff7bff); // the largest number, not an infinity
  EXPECT(packed[2] == 0x00007c00);
  EXPECT((packed[3] & 0x7fff) > 0x7c00 && packed[3] >> 16 == 0x3e00);
}

static void checkIntegers() {
  const unsigned a = 0x80ff027f, b = 0x7f01fe03;
  auto byte = [](unsigned v, int i, bool sign) {
    return sign ? int(int8_t(v >> 8 * i)) : int(v >> 8 * i & 255);
  };
  int bytes = 0, left = 5, right = 5, nibbles = 5, averages = 0;
  unsigned unsignedNibbles = 5;
  for (int i = 0; i < 4; i++) {
    bytes += std::abs(byte(a, i, false) - byte(b, i, false));
    left += byte(a, i, true) * byte(b, i, false);
    right += byte(a, i, false) * byte(b, i, true);
    averages |= (byte(a, i, false) + byte(b, i, false) + (i % 2 == 0)) / 2 << 8 * i;
  }
  for (int i = 0; i < 8; i++) {
    const int p = a >> 4 * i & 15, q = b >> 4 * i & 15;
    unsignedNibbles += unsigned(p * q);
    nibbles += (p > 7 ? p - 16 : p) * (q > 7 ? q - 16 : q);
  }
  const unsigned halves = std::abs(0x80ff - 0x7f01) + std::abs(0x027f - 0xfe03);
  const int words = int(int16_t(0x80ff)) * 0x7f01 + 0x027f * int(int16_t(0xfe03)) + 5;
  Device<unsigned> x(std::vector<unsigned>{a, b}), out(11);
  integers<<<1, 1>>>(x.p, out.p);
  std::vector<unsigned> got = out.host();
  const std::vector<unsigned> want = {unsigned(bytes) + 7,
                                      (unsigned(bytes) << 16) + 7,
                                      halves + 7,
                                      unsigned(averages),
                                      unsigned(left),
                                      unsigned(right),
                                      0x80000000,
                                      unsigned(nibbles),
                                      unsignedNibbles,
                                      unsigned(words),
                                      0x80ffu * 0x80ffu + 0x27f * 0x27f + 5};
  for (size_t i = 0; i < want.size(); i++) EXPECT(got[i] == want[i]);
}

// Of 64 lanes, half of them a warp or all.
__global__ void lanes(unsigned *out, unsigned *count, float *sum, double *most) {
  const unsigned lane = threadIdx.x, v = lane * 3 + 1;
#if !defined(__AMDGCN__)
  out[lane] = __builtin_amdgcn_permlane16(0, v, 0x76543210, 0x01234567, false, false);
  out[64 + lane] = __builtin_amdgcn_permlanex16(0, v, 0x76543210, 0xfedcba98, false, true);
  auto swapped = __builtin_amdgcn_permlane16_swap(v, v + 1000, false, false);
  out[128 + lane] = swapped[0] << 16 | swapped[1];
  out[192 + lane] = (unsigned)__builtin_amdgcn_writelane(7, 5, (int)v);
  out[256 + lane] = __builtin_amdgcn_permlane64(v);
  out[320 + lane] = (unsigned)(__builtin_amdgcn_uicmp(lane & 31, 9u, 36) & 0xffffffffu);
  out[384 + lane] = (unsigned)(__builtin_amdgcn_sicmp((int)(lane & 31) - 4, -1, 38) & 0xffffffffu);
  out[448 + lane] = __builtin_amdgcn_atomic_inc32(count, 40u, __ATOMIC_RELAXED, "agent", false);
  __builtin_amdgcn_atomic_dec32(count + 1, 40u, __ATOMIC_RELAXED, "agent");
  __builtin_amdgcn_global_atomic_fadd_f32(sum, 0.5f);
  __builtin_amdgcn_flat_atomic_fadd_f64(most, 2.0);
  __builtin_amdgcn_flat_atomic_fmax_f64(most + 1, (double)lane);
  __builtin_amdgcn_s_barrier_signal(-1);
  __builtin_amdgcn_s_barrier_wait(-1);
  out[512 + lane] = (unsigned)*(volatile float *)sum;
  if (lane == 0) {
    sum[1] = (float)__builtin_amdgcn_fmed3h((_Float16)3, (_Float16)-1, (_Float16)2);
    sum[2] = __builtin_amdgcn_fmul_legacy(0.0f, INFINITY);
    sum[3] = __ocml_native_recip_f32(*(volatile float *)sum);
  }
  float part;
  int power;
  if (lane == 0) {
    sum[4] = __ocml_sincospi_f32(*(volatile float *)sum / 64, &part);
    sum[5] = part;
    sum[6] = __ocml_modf_f32(*(volatile float *)sum + 0.25f, &part) + part;
    sum[7] = __ocml_frexp_f32(*(volatile float *)sum + 24, &power) + (float)power;
    sum[8] = __ocml_remquo_f32(*(volatile float *)sum + 23, 4, &power) + 100 * (float)(power & 7);
    sum[9] = __ocml_sincos_f32(*(volatile float *)sum / 32, &part) * part;
  }
#endif
}

static void checkLanes() {
  Device<unsigned> out(576), count(std::vector<unsigned>{0, 40});
  Device<float> sum(std::vector<float>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  Device<double> most(std::vector<double>{0, -1});
  lanes<<<1, 64>>>(out.p, count.p, sum.p, most.p);
  CHECK(hipGetLastError());
  const std::vector<float> s = sum.host();
  const std::vector<float> want = {32, 2, 0, 0.03125f, 1, 0, 32.25f, 6.875f, -1 + 600.0f};
  for (size_t i = 0; i < want.size(); i++) EXPECT(std::fabs(s[i] - want[i]) < 1e-6);
  EXPECT(std::fabs(s[9] - std::sin(2.0f) / 2) < 1e-6);
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  const std::vector<unsigned> got = out.host();
  std::vector<unsigned> tickets(64);
  for (unsigned lane = 0; lane < 64; lane++) {
    auto v = [](unsigned l) { return l * 3 + 1; };
    const unsigned row = lane & ~15u, at = lane & 15;
    EXPECT(got[lane] == v(row | (at < 8 ? at : 15 - at)));
    EXPECT(got[64 + lane] == v(lane ^ 16));
    EXPECT(got[128 + lane] == (lane & 16 ? (v(lane - 16) + 1000) << 16 | (v(lane) + 1000)
                                         : v(lane) << 16 | v(lane + 16)));
    EXPECT(got[192 + lane] == ((p.warpSize == 64 ? lane : lane & 31) == 5 ? 7 : v(lane)));
    EXPECT(got[256 + lane] == v(p.warpSize == 64 ? lane ^ 32 : lane));
    EXPECT(got[320 + lane] == 0x1ff && got[384 + lane] == 0xfffffff0);
    EXPECT(got[512 + lane] == 32);
    tickets[got[448 + lane]]++;
  }
  for (unsigned i = 0; i < 64; i++) EXPECT(tickets[i] == (i < 23 ? 2u : i < 41 ? 1u : 0u));
  EXPECT(count.host()[0] == 64 % 41 && count.host()[1] == 40 - 64 % 41);
  EXPECT(most.host()[0] == 128 && most.host()[1] == 63);
}

int main() {
  checkLanes();
  checkFloats();
  checkIntegers();
  checkBuffers();
  return done();
}
