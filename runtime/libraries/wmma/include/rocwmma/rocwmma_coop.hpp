// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Loads and stores of a fragment that several warps of a block share: each moves its part, and has no
// more of the fragment than that.
#ifndef ROCWMMA_COOP_API_HPP
#define ROCWMMA_COOP_API_HPP

#include "rocwmma.hpp"

namespace rocwmma {

namespace detail {
// The warps of the block, and the index of the calling one.
__device__ inline uint32_t waves() {
  return ceilDiv(uint32_t(blockDim.x), Constants::AMDGCN_WAVE_SIZE) * blockDim.y;
}
__device__ inline uint32_t wave() {
  return threadIdx.x / Constants::AMDGCN_WAVE_SIZE * blockDim.y + threadIdx.y;
}
} // namespace detail

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
load_matrix_coop_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                      const DataT *data, uint32_t ldm, uint32_t waveIndex, uint32_t waveCount) {
  detail::load<std::is_same_v<DataLayoutT, row_major>>(frag, data, ldm, waveIndex, waveCount);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
load_matrix_coop_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                      const DataT *data, uint32_t ldm, uint32_t waveIndex, uint32_t waveCount,
                      uint32_t) {
  load_matrix_coop_sync(frag, data, ldm, waveIndex, waveCount);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
load_matrix_coop_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                      const DataT *data, uint32_t ldm) {
  load_matrix_coop_sync(frag, data, ldm, detail::wave(), detail::waves());
}

template <uint32_t WaveCount, typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK,
          typename DataT, typename DataLayoutT>
__device__ inline void
load_matrix_coop_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                      const DataT *data, uint32_t ldm, uint32_t waveIndex) {
  load_matrix_coop_sync(frag, data, ldm, waveIndex, WaveCount);
}

template <uint32_t WaveCount, uint32_t SplitCount, typename MatrixT, uint32_t BlockM,
          uint32_t BlockN, uint32_t BlockK, typename DataT, typename DataLayoutT>
__device__ inline void
load_matrix_coop_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                      const DataT *data, uint32_t ldm, uint32_t waveIndex) {
  load_matrix_coop_sync(frag, data, ldm, waveIndex, WaveCount);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
store_matrix_coop_sync(DataT *data,
                       fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                       uint32_t ldm, uint32_t waveIndex, uint32_t waveCount) {
  detail::store<std::is_same_v<DataLayoutT, row_major>>(data, frag, ldm, waveIndex, waveCount);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
store_matrix_coop_sync(DataT *data,
                       fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                       uint32_t ldm, uint32_t waveIndex, uint32_t waveCount, uint32_t) {
  store_matrix_coop_sync(data, frag, ldm, waveIndex, waveCount);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
store_matrix_coop_sync(DataT *data,
                       fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                       uint32_t ldm) {
  store_matrix_coop_sync(data, frag, ldm, detail::wave(), detail::waves());
}

template <uint32_t WaveCount, typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK,
          typename DataT, typename DataLayoutT>
__device__ inline void
store_matrix_coop_sync(DataT *data,
                       fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                       uint32_t ldm, uint32_t waveIndex) {
  store_matrix_coop_sync(data, frag, ldm, waveIndex, WaveCount);
}

template <uint32_t WaveCount, uint32_t SplitCount, typename MatrixT, uint32_t BlockM,
          uint32_t BlockN, uint32_t BlockK, typename DataT, typename DataLayoutT>
__device__ inline void
store_matrix_coop_sync(DataT *data,
                       fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                       uint32_t ldm, uint32_t waveIndex) {
  store_matrix_coop_sync(data, frag, ldm, waveIndex, WaveCount);
}

} // namespace rocwmma

#endif
