// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of libhipsparse.so: handles, descriptors, and the function
// table of a backend. The functions of a table get checked arguments.
#ifndef GOHIP_SPARSE_H
#define GOHIP_SPARSE_H

#include <hipsparse/hipsparse.h>

#include "hostcall.h"

#include <stdlib.h>
#include <string.h>
#include <type_traits>

namespace sparse {
struct backend;

// counterpart is the descriptor of another library that corresponds to one of ours.
struct counterpart {
  void *at = nullptr;
  void (*changed)(const void *descr, void *at) = nullptr; // called after the descriptor has changed
  void (*destroy)(void *at) = nullptr;
};
} // namespace sparse

struct hipsparse_handle {
  const sparse::backend *backend; // null on an unsupported device
  hipStream_t stream;
  hipsparsePointerMode_t pointers;
  void *cuda; // cuSPARSE's handle
};

struct hipsparse_mat_descr {
  hipsparseMatrixType_t type;
  hipsparseFillMode_t fill;
  hipsparseDiagType_t diag;
  hipsparseIndexBase_t base;
  mutable sparse::counterpart cuda = {};
};

struct hipsparse_dn_vec {
  int64_t size;
  void *values;
  hipDataType type;
  mutable sparse::counterpart cuda = {};
};

struct hipsparse_sp_vec {
  int64_t size, nnz;
  void *indices, *values;
  hipsparseIndexType_t index;
  hipsparseIndexBase_t base;
  hipDataType type;
  mutable sparse::counterpart cuda = {};
};

struct hipsparse_dn_mat {
  int64_t rows, cols, ld;
  void *values;
  hipDataType type;
  hipsparseOrder_t order;
  int batches;
  int64_t stride;
  mutable sparse::counterpart cuda = {};
};

// ELL, which hipSPARSE has no descriptors of and rocSPARSE has: nnz is the room for entries, rows times the width,
// the first of each row before the second of each. An unused place has a column that the matrix has not.
constexpr hipsparseFormat_t kFormatEll = (hipsparseFormat_t)100;

struct hipsparse_sp_mat {
  hipsparseFormat_t format;
  int64_t rows, cols, nnz;
  void *offsets; // row offsets of CSR, column offsets of CSC, rows of COO
  void *indices, *values;
  hipsparseIndexType_t offset, index;
  hipsparseIndexBase_t base;
  hipDataType type;
  int batches;
  int64_t offset_stride, value_stride;
  hipsparseFillMode_t fill;
  hipsparseDiagType_t diag;
  bool has_fill = false, has_diag = false; // whether they have been set
  mutable sparse::counterpart cuda = {};
};

// The library keeps a product's entries until they are copied.
struct hipsparse_spgemm {
  int64_t nnz = 0, *begin = nullptr, *column = nullptr;
  void *values = nullptr;
  bool failed = false;
  mutable sparse::counterpart cuda = {};
};

// The host needs no analysis of triangular systems: a solve sorts the rows of op(A) itself.
struct hipsparse_spsv {
  bool analysed = false;
  mutable sparse::counterpart cuda = {};
};
struct hipsparse_spsm {
  bool analysed = false;
  mutable sparse::counterpart cuda = {};
};

// The first row whose pivot is missing or 0, or -1.
struct hipsparse_ilu_info {
  int pivot;
  mutable sparse::counterpart cuda = {};
};

// SPARSE_FUNCTIONS lists the functions of a backend.
#define SPARSE_FUNCTIONS(X)                                                                        \
  X(Axpby)                                                                                         \
  X(Gather)                                                                                        \
  X(Scatter)                                                                                       \
  X(Rot)                                                                                           \
  X(SpVV_bufferSize)                                                                               \
  X(SpVV)                                                                                          \
  X(SpMV_bufferSize)                                                                               \
  X(SpMV)                                                                                          \
  X(SpMM_bufferSize)                                                                               \
  X(SpMM)                                                                                          \
  X(SDDMM_bufferSize)                                                                              \
  X(SDDMM_preprocess)                                                                              \
  X(SDDMM)                                                                                         \
  X(SparseToDense_bufferSize)                                                                      \
  X(SparseToDense)                                                                                 \
  X(DenseToSparse_bufferSize)                                                                      \
  X(DenseToSparse_analysis)                                                                        \
  X(DenseToSparse_convert)                                                                         \
  X(SpGEMM_workEstimation)                                                                         \
  X(SpGEMM_compute)                                                                                \
  X(SpGEMM_copy)                                                                                   \
  X(SpGEMMreuse_workEstimation)                                                                    \
  X(SpGEMMreuse_nnz)                                                                               \
  X(SpGEMMreuse_copy)                                                                              \
  X(SpGEMMreuse_compute)                                                                           \
  X(SpSV_bufferSize)                                                                               \
  X(SpSV_analysis)                                                                                 \
  X(SpSV_solve)                                                                                    \
  X(SpSM_bufferSize)                                                                               \
  X(SpSM_analysis)                                                                                 \
  X(SpSM_solve)                                                                                    \
  X(Csr2cscEx2_bufferSize)                                                                         \
  X(Csr2cscEx2)                                                                                    \
  X(Xcoo2csr)                                                                                      \
  X(Xcsr2coo)                                                                                      \
  X(CreateIdentityPermutation)                                                                     \
  X(Xcsrsort_bufferSizeExt)                                                                        \
  X(Xcsrsort)                                                                                      \
  X(Xcsrilu02_zeroPivot)                                                                           \
  SPARSE_TYPED(X, S)                                                                               \
  SPARSE_TYPED(X, D)                                                                               \
  SPARSE_TYPED(X, C)                                                                               \
  SPARSE_TYPED(X, Z)
#define SPARSE_TYPED(X, T)                                                                         \
  X(T##nnz)                                                                                        \
  X(T##csrilu02_bufferSize)                                                                        \
  X(T##csrilu02_analysis)                                                                          \
  X(T##csrilu02)

namespace sparse {

// drop destroys a descriptor's counterpart; changed updates it after the descriptor has changed.
inline void drop(counterpart &c) {
  if (c.at) c.destroy(c.at);
  c = {};
}
template <class D> void changed(const D *d) {
  if (d->cuda.at) d->cuda.changed(d, d->cuda.at);
}

inline bool is_type(hipDataType t) {
  return t == HIP_R_32F || t == HIP_R_64F || t == HIP_C_32F || t == HIP_C_64F;
}
inline bool is_index(hipsparseIndexType_t t) {
  return t == HIPSPARSE_INDEX_32I || t == HIPSPARSE_INDEX_64I;
}
inline size_t size_of(hipDataType t) { return t == HIP_R_32F ? 4 : t == HIP_C_64F ? 16 : 8; }

inline hipsparseStatus_t status_of(hipError_t e) {
  return e == hipSuccess            ? HIPSPARSE_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPSPARSE_STATUS_ALLOC_FAILED
                                    : HIPSPARSE_STATUS_EXECUTION_FAILED;
}

// finish waits for the work in the handle's stream if the host needs a result.
inline hipsparseStatus_t finish(const hipsparse_handle *h, hipsparseStatus_t submitted) {
  return submitted != HIPSPARSE_STATUS_SUCCESS ? submitted
                                               : status_of(hipStreamSynchronize(h->stream));
}

inline int64_t rows_of(const hipsparse_dn_mat &m, hipsparseOperation_t op) {
  return op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m.rows : m.cols;
}
inline int64_t cols_of(const hipsparse_dn_mat &m, hipsparseOperation_t op) {
  return op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m.cols : m.rows;
}
inline int64_t rows_of(const hipsparse_sp_mat &m, hipsparseOperation_t op) {
  return op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m.rows : m.cols;
}
inline int64_t cols_of(const hipsparse_sp_mat &m, hipsparseOperation_t op) {
  return op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? m.cols : m.rows;
}

// backend implements the handles for one kind of device. Its functions take hipSPARSE's arguments.
struct backend {
  bool buffers; // functions need buffers of the size that they report
  hipsparseStatus_t (*create)(hipsparseHandle_t);
  void (*destroy)(hipsparseHandle_t);
#define SPARSE_FIELD(name) decltype(&hipsparse##name) name;
  SPARSE_FUNCTIONS(SPARSE_FIELD)
#undef SPARSE_FIELD
};

extern const backend on_host, on_cuda;

// routed calls a function of the handle's backend, if the arguments are valid.
template <class F, class... A>
hipsparseStatus_t routed(hipsparseStatus_t checked, F backend::*function, hipsparseHandle_t h,
                         A... arguments) {
  if (checked != HIPSPARSE_STATUS_SUCCESS) return checked;
  if (!h->backend) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  return (h->backend->*function)(h, arguments...);
}

} // namespace sparse

#endif
