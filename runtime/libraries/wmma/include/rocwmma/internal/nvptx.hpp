// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Products by the matrix instructions of sm_80 and later. rocwmma.hpp includes this in rocwmma::detail.

template <typename A, uint32_t K> struct instruction {
  static constexpr bool exists = false;
};

// One instruction with float sums: m16n8k16, or m16n8k8 where K is 8.
#define ROCWMMA_DETAIL_FLOAT_INSTRUCTION(T, NAME)                                                  \
  template <uint32_t K> struct instruction<T, K> {                                                 \
    static constexpr bool exists = K % 8 == 0;                                                     \
    static constexpr uint32_t depth = K % 16 == 0 ? 2 : 1;                                         \
    static __device__ void run(float *c0, float *c1, const uint32_t *a0, const uint32_t *a1,       \
                               const uint32_t *b) {                                                \
      if constexpr (depth == 2)                                                                    \
        asm("mma.sync.aligned.m16n8k16.row.col.f32." NAME "." NAME                                 \
            ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                 \
            : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])                                   \
            : "r"(a0[0]), "r"(a1[0]), "r"(a0[1]), "r"(a1[1]), "r"(b[0]), "r"(b[1]));               \
      else                                                                                         \
        asm("mma.sync.aligned.m16n8k8.row.col.f32." NAME "." NAME                                  \
            ".f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                             \
            : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])                                   \
            : "r"(a0[0]), "r"(a1[0]), "r"(b[0]));                                                  \
    }                                                                                              \
  };
ROCWMMA_DETAIL_FLOAT_INSTRUCTION(float16_t, "f16")
ROCWMMA_DETAIL_FLOAT_INSTRUCTION(hfloat16_t, "f16")
ROCWMMA_DETAIL_FLOAT_INSTRUCTION(bfloat16_t, "bf16")
#undef ROCWMMA_DETAIL_FLOAT_INSTRUCTION

template <uint32_t K> struct instruction<xfloat32_t, K> {
  static constexpr bool exists = K % 4 == 0;
  static constexpr uint32_t depth = K % 8 == 0 ? 2 : 1;
  static __device__ void run(float *c0, float *c1, const uint32_t *a0, const uint32_t *a1,
                             const uint32_t *b) {
    if constexpr (depth == 2)
      asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
          "{%8, %9}, {%0, %1, %2, %3};"
          : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])
          : "r"(a0[0]), "r"(a1[0]), "r"(a0[1]), "r"(a1[1]), "r"(b[0]), "r"(b[1]));
    else
      asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
          "{%0, %1, %2, %3};"
          : "+f"(c0[0]), "+f"(c0[1]), "+f"(c1[0]), "+f"(c1[1])
          : "r"(a0[0]), "r"(a1[0]), "r"(b[0]));
  }
};

#define ROCWMMA_DETAIL_INTEGER_INSTRUCTION(T, NAME)                                                \
  template <uint32_t K> struct instruction<T, K> {                                                 \
    static constexpr bool exists = K % 16 == 0;                                                    \
    static constexpr uint32_t depth = K % 32 == 0 ? 2 : 1;                                         \
    static __device__ void run(int32_t *c0, int32_t *c1, const uint32_t *a0, const uint32_t *a1,   \
                               const uint32_t *b) {                                                \
      if constexpr (depth == 2)                                                                    \
        asm("mma.sync.aligned.m16n8k32.row.col.s32." NAME "." NAME                                 \
            ".s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                 \
            : "+r"(c0[0]), "+r"(c0[1]), "+r"(c1[0]), "+r"(c1[1])                                   \
            : "r"(a0[0]), "r"(a1[0]), "r"(a0[1]), "r"(a1[1]), "r"(b[0]), "r"(b[1]));               \
      else                                                                                         \
        asm("mma.sync.aligned.m16n8k16.row.col.s32." NAME "." NAME                                 \
            ".s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"                             \
            : "+r"(c0[0]), "+r"(c0[1]), "+r"(c1[0]), "+r"(c1[1])                                   \
            : "r"(a0[0]), "r"(a1[0]), "r"(b[0]));                                                  \
    }                                                                                              \
  };
ROCWMMA_DETAIL_INTEGER_INSTRUCTION(int8_t, "s8")
ROCWMMA_DETAIL_INTEGER_INSTRUCTION(uint8_t, "u8")
#undef ROCWMMA_DETAIL_INTEGER_INSTRUCTION

// Double: m8n8k4, for each 8 rows.
template <uint32_t M, uint32_t N, uint32_t K>
__device__ inline void multiply_double(double *sum, const double *a, const double *b) {
#pragma unroll
  for (uint32_t s = 0; s < K / 4; s++)
#pragma unroll
    for (uint32_t m = 0; m < M / 8; m++)
#pragma unroll
      for (uint32_t n = 0; n < N / 8; n++) {
        double *c = sum + (m * (N / 8) + n) * 2;
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(c[0]), "+d"(c[1])
            : "d"(a[m * (K / 4) + s]), "d"(b[n * (K / 4) + s]));
      }
}

template <uint32_t M, uint32_t N, uint32_t K, typename A, typename B, typename S>
__device__ inline void multiply(S *sum, const A *a, const B *b) {
  using I = instruction<A, K>;
  if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double> && K % 4 == 0) {
    multiply_double<M, N, K>(sum, a, b);
  } else if constexpr (I::exists && std::is_same_v<A, B> && !std::is_same_v<S, double> &&
                       M % 16 == 0) {
    constexpr uint32_t steps = shape<matrix_a, M, N, K, A>::steps;
    uint32_t rows[M / 8][steps], columns[N / 8][steps];
    __builtin_memcpy(rows, a, sizeof(rows));
    __builtin_memcpy(columns, b, sizeof(columns));
#pragma unroll
    for (uint32_t s = 0; s < steps; s += I::depth)
#pragma unroll
      for (uint32_t m = 0; m < M / 8; m += 2)
#pragma unroll
        for (uint32_t n = 0; n < N / 8; n++)
          I::run(sum + (m * (N / 8) + n) * 2, sum + ((m + 1) * (N / 8) + n) * 2, &rows[m][s],
                 &rows[m + 1][s], &columns[n][s]);
  } else {
    multiply_lanes<M, N, K>(sum, a, b);
  }
}
