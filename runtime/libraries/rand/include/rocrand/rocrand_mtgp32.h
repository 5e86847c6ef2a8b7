// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// MTGP32 with period 2^11213-1: the Mersenne Twister of Saito and Matsumoto (Variants of Mersenne
// Twister Suitable for Graphic Processors, 2013), of which a block computes as many numbers at a
// time as it has threads, at most 256. The states are initialised by the host.
#ifndef ROCRAND_MTGP32_H_
#define ROCRAND_MTGP32_H_

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <rocrand/rocrand.h>
#include <rocrand/rocrand_common.h>

#define MTGP_MEXP 11213
#define MTGP_N 351
#define MTGP_BN_MAX 512
#define MTGP_TS 16
#define MTGP_STATE 1024
#define MTGP_MASK 1023

struct mtgp32_params_fast_t {
  int mexp, pos, sh1, sh2;
  uint32_t tbl[MTGP_TS], tmp_tbl[MTGP_TS], flt_tmp_tbl[MTGP_TS];
  uint32_t mask;
  unsigned char poly_sha1[21];
};

namespace rocrand_device {

struct mtgp32_params {
  unsigned int pos_tbl[MTGP_BN_MAX];
  unsigned int param_tbl[MTGP_BN_MAX][MTGP_TS];
  unsigned int temper_tbl[MTGP_BN_MAX][MTGP_TS];
  unsigned int single_temper_tbl[MTGP_BN_MAX][MTGP_TS];
  unsigned int sh1_tbl[MTGP_BN_MAX];
  unsigned int sh2_tbl[MTGP_BN_MAX];
  unsigned int mask[1];
};

class mtgp32_engine : public word_engine {
public:
  typedef unsigned int word_type;

  __host__ __device__ mtgp32_engine() {} // a state in shared memory has no initialiser

  // set_seed initialises the state with the parameters of generator number id.
  void set_seed(const mtgp32_params_fast_t &p, unsigned int seed, int id) {
    constexpr int size = MTGP_MEXP / 32 + 1;
    unsigned int hidden = p.tbl[4] ^ p.tbl[8] << 16, fill = hidden;
    fill += fill >> 16;
    fill += fill >> 8;
    memset(status, 0, sizeof status);
    memset(status, fill & 0xff, size * sizeof *status);
    status[0] = seed;
    status[1] = hidden;
    for (int i = 1; i < size; i++)
      status[i] ^= 1812433253U * (status[i - 1] ^ status[i - 1] >> 30) + i;
    offset = 0;
    number = id;
    pos = p.pos;
    sh1 = p.sh1;
    sh2 = p.sh2;
    mask = p.mask;
    for (int i = 0; i < MTGP_TS; i++) {
      matrix[i] = p.tbl[i];
      tempering[i] = p.tmp_tbl[i];
      single[i] = p.flt_tmp_tbl[i];
    }
  }

  __device__ void set_params(const mtgp32_params *p) {
    pos = p->pos_tbl[number];
    sh1 = p->sh1_tbl[number];
    sh2 = p->sh2_tbl[number];
    mask = p->mask[0];
    for (int i = 0; i < MTGP_TS; i++) {
      matrix[i] = p->param_tbl[number][i];
      tempering[i] = p->temper_tbl[number][i];
      single[i] = p->single_temper_tbl[number][i];
    }
  }

#ifdef __HIP__
  // copy copies a state by all threads of a block.
  __device__ void copy(const mtgp32_engine *from) {
    const unsigned int *in = (const unsigned int *)from;
    unsigned int *out = (unsigned int *)this;
    for (unsigned int i = threadIdx.x; i < sizeof *this / sizeof *out; i += blockDim.x)
      out[i] = in[i];
    __syncthreads();
  }

  // next is called by all threads of a block.
  __device__ unsigned int next() {
    unsigned int r = value(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) advance(blockDim.x);
    __syncthreads();
    return r;
  }
  __device__ unsigned int operator()() { return next(); }
#endif

  // value returns the number for a thread; advance moves on by the number of threads.
  ROCRAND_QUALIFIERS unsigned int value(unsigned int thread) {
    unsigned int x = (at(thread) & mask) ^ at(thread + 1), t = at(thread + pos - 1);
    x ^= x << sh1;
    unsigned int y = x ^ at(thread + pos) >> sh2;
    y ^= matrix[y & 15];
    status[(thread + offset + MTGP_N) & MTGP_MASK] = y;
    t ^= t >> 16;
    t ^= t >> 8;
    return y ^ tempering[t & 15];
  }
  ROCRAND_QUALIFIERS void advance(unsigned int by) { offset = (offset + by) & MTGP_MASK; }

private:
  ROCRAND_QUALIFIERS unsigned int at(unsigned int i) const {
    return status[(i + offset) & MTGP_MASK];
  }

  unsigned int status[MTGP_STATE];
  unsigned int offset, number, pos, sh1, sh2, mask;
  unsigned int matrix[MTGP_TS], tempering[MTGP_TS], single[MTGP_TS];
};

} // namespace rocrand_device

typedef rocrand_device::mtgp32_engine rocrand_state_mtgp32;
typedef mtgp32_params_fast_t mtgp32_fast_params;
typedef rocrand_device::mtgp32_params mtgp32_params;

// rocrand_make_state_mtgp32 initialises n states in device or host memory.
inline rocrand_status rocrand_make_state_mtgp32(rocrand_state_mtgp32 *state,
                                                mtgp32_fast_params params[], int n,
                                                unsigned long long seed) {
  if (!state || !params || n < 0) return ROCRAND_STATUS_ALLOCATION_FAILED;
  size_t size = sizeof *state * (size_t)n;
  rocrand_state_mtgp32 *made = (rocrand_state_mtgp32 *)malloc(size + 1);
  if (!made) return ROCRAND_STATUS_ALLOCATION_FAILED;
  for (int i = 0; i < n; i++)
    made[i].set_seed(params[i], (unsigned int)(seed ^ seed >> 32) + i + 1, i);
  hipError_t e = hipMemcpy(state, made, size, hipMemcpyDefault);
  free(made);
  return e == hipSuccess ? ROCRAND_STATUS_SUCCESS : ROCRAND_STATUS_ALLOCATION_FAILED;
}

// rocrand_make_constant copies the parameters of the 512 generators to device memory.
inline rocrand_status rocrand_make_constant(const mtgp32_fast_params params[], mtgp32_params *p) {
  if (!p || !params) return ROCRAND_STATUS_ALLOCATION_FAILED;
  mtgp32_params *made = (mtgp32_params *)malloc(sizeof *made);
  if (!made) return ROCRAND_STATUS_ALLOCATION_FAILED;
  made->mask[0] = params[0].mask;
  for (int i = 0; i < MTGP_BN_MAX; i++) {
    made->pos_tbl[i] = params[i].pos;
    made->sh1_tbl[i] = params[i].sh1;
    made->sh2_tbl[i] = params[i].sh2;
    for (int j = 0; j < MTGP_TS; j++) {
      made->param_tbl[i][j] = params[i].tbl[j];
      made->temper_tbl[i][j] = params[i].tmp_tbl[j];
      made->single_temper_tbl[i][j] = params[i].flt_tmp_tbl[j];
    }
  }
  hipError_t e = hipMemcpy(p, made, sizeof *made, hipMemcpyDefault);
  free(made);
  return e == hipSuccess ? ROCRAND_STATUS_SUCCESS : ROCRAND_STATUS_ALLOCATION_FAILED;
}

#ifdef __HIP__
inline __device__ unsigned int rocrand(rocrand_state_mtgp32 *state) { return state->next(); }
inline __device__ void rocrand_mtgp32_block_copy(rocrand_state_mtgp32 *src,
                                                 rocrand_state_mtgp32 *dest) {
  dest->copy(src);
}
inline __device__ void rocrand_mtgp32_set_params(rocrand_state_mtgp32 *state,
                                                 mtgp32_params *params) {
  state->set_params(params);
}

#endif

#endif
