// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Argument checks of hipSPARSE's functions that take a matrix as arrays, which have an implementation for
// devices whose memory the host accesses in place.
#ifndef GOHIP_SPARSE_CALLS_H
#define GOHIP_SPARSE_CALLS_H

#include "arrays.h"

namespace sparse {

constexpr size_t kBuffer = 4; // of functions that need none

inline hipsparseStatus_t checked(hipsparseHandle_t h, bool valid) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  if (!valid) return HIPSPARSE_STATUS_INVALID_VALUE;
  return h->backend == &on_host ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_NOT_SUPPORTED;
}

inline bool is_op(hipsparseOperation_t op) {
  return (unsigned)op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
inline bool is_base(hipsparseIndexBase_t base) {
  return (unsigned)base <= HIPSPARSE_INDEX_BASE_ONE;
}
inline bool is_policy(hipsparseSolvePolicy_t p) {
  return (unsigned)p <= HIPSPARSE_SOLVE_POLICY_USE_LEVEL;
}
inline bool is_direction(hipsparseDirection_t d) {
  return (unsigned)d <= HIPSPARSE_DIRECTION_COLUMN;
}

// A call's matrix: its scalar rows, what says whether its arrays are valid, and its view.
struct csr_call {
  int m, nnz;
  const hipsparse_mat_descr *d;
  const void *values;
  const int *offsets, *indices;

  bool valid() const {
    return m >= 0 && nnz >= 0 && d && (!m || offsets) && (!nnz || (values && indices));
  }
  csr_view view() const { return {m, offsets, indices, d->base}; }
};
struct bsr_call {
  hipsparseDirection_t direction;
  int mb, nnzb;
  const hipsparse_mat_descr *d;
  const void *values;
  const int *offsets, *indices;
  int dim;

  bool valid() const {
    return is_direction(direction) && mb >= 0 && nnzb >= 0 && dim > 0 && d && (!mb || offsets) &&
           (!nnzb || (values && indices));
  }
  bsr_view view() const {
    return {mb * dim, offsets, indices, d->base, dim, dim, direction == HIPSPARSE_DIRECTION_ROW};
  }
};

template <class Size>
hipsparseStatus_t sized(hipsparseHandle_t h, bool valid, Size *size, size_t bytes = kBuffer) {
  auto s = checked(h, valid && size);
  if (s == HIPSPARSE_STATUS_SUCCESS) *size = (Size)bytes;
  return s;
}

// told waits for a result in host memory.
inline hipsparseStatus_t told(const hipsparse_handle *h, hipsparseStatus_t s) {
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, s) : s;
}

} // namespace sparse

#endif
