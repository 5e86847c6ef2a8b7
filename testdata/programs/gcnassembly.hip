// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD's assembly that means something on every device: waits for the lane's own stores, hints, a trap that no
// lane reaches; with operands, arithmetic, memory and moves between lanes.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void publish(int *data, int *flag, int *bad, int n) {
  int i = threadIdx.x;
  if (n < 0) asm volatile("s_trap 2");
  data[i] = i * 3;
  asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_nop 1" ::: "memory");
  __hip_atomic_fetch_add(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __syncthreads();
  asm volatile("s_setprio 0");
  if (__hip_atomic_load(flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) != n) atomicAdd(bad, 1);
  asm volatile("s_waitcnt %0" ::"n"(0) : "memory");
  if (data[n - 1 - i] != (n - 1 - i) * 3) atomicAdd(bad, 1);
}

struct Out {
  unsigned u[64];
  unsigned long w[8];
  float f[24];
  double d[4];
};

#define U1(name, a)                                                                                \
  asm volatile(name " %0, %1" : "=v"(r) : "v"(a));                                                 \
  o.u[n++] = r
#define U2(name, a, b)                                                                             \
  asm volatile(name " %0, %1, %2" : "=v"(r) : "v"(a), "s"(b));                                     \
  o.u[n++] = r
#define U3(name, a, b, c)                                                                          \
  asm volatile(name " %0, %1, %2, %3;" : "=v"(r) : "v"(a), "v"(b), "v"(c));                        \
  o.u[n++] = r
#define F1(name, a)                                                                                \
  asm(name " %0, %1" : "=v"(x) : "v"(a));                                                          \
  o.f[m++] = x
#define F2(name, a, b)                                                                             \
  asm(name " %0, %1, %2" : "=v"(x) : "v"(a), "v"(b));                                              \
  o.f[m++] = x

__global__ void numbers(Out *out, unsigned a, unsigned b, unsigned c, float p, float q) {
  if (threadIdx.x) return;
  Out &o = *out;
  int n = 0, m = 0;
  unsigned r;
  U3("V_PERM_B32", a, b, c);
  U3("v_add3_u32", a, b, c);
  U3("v_lshl_or_b32", a, 4, c);
  U3("v_and_or_b32", a, b, c);
  U3("v_bfe_u32", a, 8, 8);
  U3("v_bfe_i32", a, 8, 8);
  U3("v_bfi_b32", a, b, c);
  U3("v_alignbit_b32", a, b, 7);
  U3("v_mad_u32_u24", a, b, c);
  U3("v_mad_i32_i24", a, b, c);
  U3("v_med3_i32", a, b, c);
  U3("v_lshl_add_u32", a, 3, c);
  U2("v_lshlrev_b32_e64", 5, b);
  U2("v_mul_hi_u32", a, b);
  U2("v_max_i32", a, b);
  U2("v_bcnt_u32_b32", a, b);
  U1("v_bfrev_b32", a);
  U1("v_ffbl_b32", b);
  U1("v_not_b32", a);
  // Operands by name, an operand that is read and written, one that begins as another, literals.
  asm("v_xor_b32 %[to], %[from], 0x55" : [to] "=v"(r) : [from] "v"(a));
  o.u[n++] = r;
  r = 3;
  asm("v_add_u32 %0, %0, %1" : "+v"(r) : "v"(b));
  o.u[n++] = r;
  asm("v_add_u32 %0, %0, 7" : "=v"(r) : "0"(c));
  o.u[n++] = r;
  // Several instructions, and registers that they name.
  unsigned low, high;
  asm volatile("v_add_co_u32 %0, vcc, %2, %4\n\t"
               "v_addc_co_u32 %1, vcc, %3, %5, vcc"
               : "=&v"(low), "=v"(high)
               : "v"(a), "v"(b), "v"(0xffffffffu), "v"(c)
               : "vcc");
  o.u[n++] = low;
  o.u[n++] = high;
  asm volatile("v_cmp_gt_i32 vcc, %1, %2\n"
               "v_cndmask_b32_e32 %0, %1, %2, vcc ; the smaller"
               : "=v"(r)
               : "v"(a), "v"(b)
               : "vcc");
  o.u[n++] = r;
  asm volatile("v_mov_b32 v7, %1\n v_sub_nc_u32 v7, v7, %2\n v_mov_b32 %0, v7"
               : "=v"(r)
               : "v"(a), "v"(b)
               : "v7");
  o.u[n++] = r;
  if (a)
    asm("s_mov_b32 %0, 12" : "=s"(r));
  else
    asm("s_mov_b32 %0, 13" : "=s"(r));
  o.u[n++] = r;
  unsigned short narrow = 0xfff0;
  asm("v_add_u32 %0, %0, %1" : "+v"(narrow) : "v"(0x21));
  o.u[n++] = narrow;
  unsigned long wide;
  asm("v_mad_u64_u32 %0, vcc, %1, %2, %3" : "=v"(wide) : "v"(a), "v"(b), "v"(1ul << 40) : "vcc");
  o.w[0] = wide;
  asm("v_lshlrev_b64 %0, %1, %2" : "=v"(wide) : "v"(36), "v"(5ul));
  o.w[1] = wide;

  float x;
  F2("v_sub_f32", p, q);
  F2("v_max_f32", p, q);
  F1("v_rcp_f32", q);
  F1("v_exp_f32", 3.0f);
  F1("v_fract_f32", p);
  asm("v_fma_f32 %0, -%1, |%2|, 0.5" : "=v"(x) : "v"(p), "v"(-q));
  o.f[m++] = x;
  x = 2;
  asm("v_fmac_f32 %0, %1, %2" : "+v"(x) : "v"(p), "v"(q));
  o.f[m++] = x;
  asm("v_cvt_f32_i32 %0, %1" : "=v"(x) : "v"(-9));
  o.f[m++] = x;
  double d;
  asm("v_fma_f64 %0, %1, %2, 1.0" : "=v"(d) : "v"(1.5), "v"(-4.0));
  o.d[0] = d;

  // Two halves, -1.5 and 0.5, of which instructions negate one or take one twice.
  const unsigned halves = 0x3800be00;
  asm("v_pk_add_f16 %0, %1, %2 neg_lo:[0,1] neg_hi:[0,1]"
      : "=v"(o.u[40])
      : "v"(halves), "s"(0x3c003c00));
  asm("v_pk_mul_f16 %0, %1, %2 op_sel:[0,1] op_sel_hi:[1,0]"
      : "=v"(o.u[41])
      : "v"(halves), "v"(halves));

  // Memory.
  const unsigned *from = out->u;
  asm volatile("global_load_dword %0, %1, off offset:4 glc\n\ts_waitcnt vmcnt(0)"
               : "=v"(r)
               : "v"(from)
               : "memory");
  o.u[n++] = r;
  asm volatile("flat_load_sbyte %0, %1" : "=v"(r) : "v"((const char *)&out->w[1] + 4));
  o.u[n++] = r;
  uint4 four;
  asm volatile("global_load_dwordx4 %0, %1, off" : "=v"(four) : "v"(from));
  o.u[n++] = four.x + four.y + four.z + four.w;
  asm volatile("global_store_dword %0, %1, off offset:8" ::"v"(&o.u[n]), "v"(77) : "memory");
  n += 3;
  o.u[n] = 0;
}

__global__ void lanes(unsigned *out) {
  const unsigned lane = threadIdx.x;
  unsigned r, *to = out + lane;
  asm volatile("ds_swizzle_b32 %0, %1 offset:swizzle(QUAD_PERM, 1, 0, 3, 2)" : "=v"(r) : "v"(lane));
  to[0] = r;
  asm volatile("ds_swizzle_b32 %0, %1 offset:0x401f\n\ts_waitcnt lgkmcnt(0)" : "=v"(r) : "v"(lane));
  to[32] = r;
  asm volatile("ds_bpermute_b32 %0, %1, %2" : "=v"(r) : "v"((31 - lane) * 4), "v"(lane));
  to[64] = r;
  asm volatile("v_readfirstlane_b32 %0, %1" : "=s"(r) : "v"(lane + 5));
  to[96] = r;
  asm volatile("v_mov_b32_dpp %0, %1 row_shr:1 row_mask:0xf bank_mask:0xf bound_ctrl:0"
               : "=v"(r)
               : "v"(lane));
  to[128] = r;
  r = 1000;
  asm volatile("v_add_u32_dpp %0, %1, %1 row_shr:1 row_mask:0xf bank_mask:0xf"
               : "+v"(r)
               : "v"(lane));
  to[160] = r;
  unsigned long mask;
  asm volatile("v_cmp_lt_u32 %0, %1, 3" : "=s"(mask) : "v"(lane));
  to[192] = (unsigned)mask;
}

static void with_operands() {
  const unsigned a = 0x9c8b7a65, b = 0x12345678, c = 0x07020c05;
  const float p = 2.75f, q = 4;
  Out *o;
  CHECK(hipHostMalloc((void **)&o, sizeof *o));
  numbers<<<1, 32>>>(o, a, b, c, p, q);
  CHECK(hipDeviceSynchronize());
  const int a24 = (int)(a << 8) >> 8, b24 = (int)(b << 8) >> 8;
  const unsigned bytes[] = {0x78, 0x56, 0x34, 0x12, 0x65, 0x7a, 0x8b, 0x9c};
  const unsigned u[] = {bytes[7] << 24 | bytes[2] << 16 | 0 << 8 | bytes[5],
                        a + b + c,
                        a << 4 | c,
                        (a & b) | c,
                        0x7a,
                        0x7a,
                        (a & b) | (~a & c),
                        (unsigned)((((unsigned long)a << 32) | b) >> 7),
                        (a & 0xffffff) * (b & 0xffffff) + c,
                        (unsigned)a24 * (unsigned)b24 + c,
                        c,
                        (a << 3) + c,
                        b << 5,
                        (unsigned)((unsigned long)a * b >> 32),
                        b,
                        (unsigned)__builtin_popcount(a) + b,
                        0xa65ed139,
                        3,
                        ~a,
                        a ^ 0x55,
                        3 + b,
                        c + 7,
                        a - 1,
                        b + c + 1,
                        a,
                        a - b,
                        12,
                        0x11,
                        a + b + c};
  for (int i = 0; i < 29; i++) EXPECT(o->u[i] == u[i]);
  EXPECT(o->w[0] == (unsigned long)a * b + (1ul << 40) && o->w[1] == 5ul << 36);
  EXPECT(o->u[29] == 80);
  EXPECT(o->u[30] == u[0] + u[1] + u[2] + u[3]);
  EXPECT(o->u[33] == 77);
  EXPECT(o->u[40] == 0xb800c100 && o->u[41] == 0xba00ba00);
  const float f[] = {-1.25f, 4, 0.25f, 8, 0.75f, -10.5f, 13, -9};
  for (int i = 0; i < 8; i++) EXPECT(o->f[i] == f[i]);
  EXPECT(o->d[0] == -5);
  CHECK(hipHostFree(o));

  unsigned *l;
  CHECK(hipHostMalloc((void **)&l, 224 * sizeof *l));
  lanes<<<1, 32>>>(l);
  CHECK(hipDeviceSynchronize());
  for (unsigned i = 0; i < 32; i++) {
    EXPECT(l[i] == (i ^ 1));
    EXPECT(l[32 + i] == (i ^ 16));
    EXPECT(l[64 + i] == 31 - i);
    EXPECT(l[96 + i] == 5);
    EXPECT(l[128 + i] == (i % 16 ? i - 1 : 0));
    EXPECT(l[160 + i] == (i % 16 ? 2 * i - 1 : 1000));
    EXPECT(l[192 + i] == 7);
  }
}

int main() {
  const int n = 256;
  Device<int> data(n), flag(1), bad(1);
  CHECK(hipMemset(flag.p, 0, sizeof(int)));
  CHECK(hipMemset(bad.p, 0, sizeof(int)));
  publish<<<1, n>>>(data.p, flag.p, bad.p, n);
  CHECK(hipDeviceSynchronize());
  EXPECT(bad.host()[0] == 0);
  with_operands();
  return done();
}
