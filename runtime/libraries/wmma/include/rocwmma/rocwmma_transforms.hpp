// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Fragments of A as fragments of the transposed B and back, and of another layout in memory. Neither
// moves an element to another place in a lane.
#ifndef ROCWMMA_TRANSFORMS_API_HPP
#define ROCWMMA_TRANSFORMS_API_HPP

#include "rocwmma.hpp"

namespace rocwmma {

namespace detail {
template <typename Layout> struct other_layout {
  using type = Layout;
};
template <> struct other_layout<row_major> {
  using type = col_major;
};
template <> struct other_layout<col_major> {
  using type = row_major;
};

template <typename Fragment> struct transposed;
template <uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
struct transposed<fragment<matrix_a, M, N, K, T, Layout>> {
  using type = fragment<matrix_b, N, M, K, T, typename other_layout<Layout>::type>;
};
template <uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
struct transposed<fragment<matrix_b, M, N, K, T, Layout>> {
  using type = fragment<matrix_a, N, M, K, T, typename other_layout<Layout>::type>;
};

template <typename Fragment, typename NewLayout> struct relaid;
template <typename MatrixT, uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout,
          typename NewLayout>
struct relaid<fragment<MatrixT, M, N, K, T, Layout>, NewLayout> {
  using type = fragment<MatrixT, M, N, K, T, NewLayout>;
};

template <typename To, typename From> __device__ inline To same_elements(From const &from) {
  static_assert(To::num_elements == From::num_elements);
  To to;
#pragma unroll
  for (uint32_t i = 0; i < To::num_elements; i++) to.x[i] = from.x[i];
  return to;
}
} // namespace detail

template <typename Fragment> using ApplyTranspose_t = typename detail::transposed<Fragment>::type;
template <typename Fragment, typename NewLayout>
using ApplyDataLayout_t = typename detail::relaid<Fragment, NewLayout>::type;

template <typename Fragment>
__device__ inline ApplyTranspose_t<std::decay_t<Fragment>> applyTranspose(Fragment &&frag) {
  return detail::same_elements<ApplyTranspose_t<std::decay_t<Fragment>>>(frag);
}

template <typename NewLayout, uint32_t WaveCount = 1, typename Fragment>
__device__ inline ApplyDataLayout_t<std::decay_t<Fragment>, NewLayout>
applyDataLayout(Fragment &&frag) {
  return detail::same_elements<ApplyDataLayout_t<std::decay_t<Fragment>, NewLayout>>(frag);
}

} // namespace rocwmma

#endif
