// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions on NVIDIA devices, by cuSPARSE, whose functions take the same arguments as
// hipSPARSE's, in the same order, and whose enumerators have hipSPARSE's numbers, except those of
// orders and algorithms.
#include "sparse.h"

#include "cuda.h"

#include <pthread.h>
#include <tuple>

using namespace sparse;

namespace {

enum function {
#define ID(name) ID_##name,
  SPARSE_FUNCTIONS(ID) FUNCTIONS
};
constexpr const char *const kNames[FUNCTIONS] = {
#define NAME(name) "cusparse" #name,
    SPARSE_FUNCTIONS(NAME)};
void *functions[FUNCTIONS];

constexpr int kVersions[] = {12, 11, 0};
constexpr const char *const kWant[] = {"cusparseCreate", "cusparseDestroy", "cusparseSetStream",
                                       "cusparseSetPointerMode", nullptr};
gl_cuda library = {"hipsparse", "GOHIP_CUSPARSE", "libcusparse", kVersions, "CUDA's cuSPARSE",
                   kWant,       nullptr};

// The statuses have hipSPARSE's numbers. A function that the release lacks is not supported.
constexpr int kNotSupported = HIPSPARSE_STATUS_NOT_SUPPORTED;
template <class... A> int call(const char *name, A... arguments) {
  void *f = gl_cuda_function(&library, name);
  return f ? ((int (*)(A...))f)(arguments...) : kNotSupported;
}

hipsparseStatus_t status(int s) {
  return (unsigned)s <= HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES ? (hipsparseStatus_t)s
                                                                : HIPSPARSE_STATUS_INTERNAL_ERROR;
}

// ---- descriptors ----

int order(hipsparseOrder_t o) { return o == HIPSPARSE_ORDER_ROW ? 2 : 1; }

int make(const hipsparse_dn_vec &v, void **at) {
  return call("cusparseCreateDnVec", at, v.size, v.values, (int)v.type);
}
int make(const hipsparse_sp_vec &v, void **at) {
  return call("cusparseCreateSpVec", at, v.size, v.nnz, v.indices, v.values, (int)v.index,
              (int)v.base, (int)v.type);
}
int make(const hipsparse_dn_mat &m, void **at) {
  return call("cusparseCreateDnMat", at, m.rows, m.cols, m.ld, m.values, (int)m.type,
              order(m.order));
}
int make(const hipsparse_sp_mat &m, void **at) {
  if (m.format == kFormatEll) return kNotSupported;
  if (m.format == HIPSPARSE_FORMAT_COO)
    return call("cusparseCreateCoo", at, m.rows, m.cols, m.nnz, m.offsets, m.indices, m.values,
                (int)m.index, (int)m.base, (int)m.type);
  const char *name = m.format == HIPSPARSE_FORMAT_CSR ? "cusparseCreateCsr" : "cusparseCreateCsc";
  return call(name, at, m.rows, m.cols, m.nnz, m.offsets, m.indices, m.values, (int)m.offset,
              (int)m.index, (int)m.base, (int)m.type);
}
int make(const hipsparse_mat_descr &, void **at) { return call("cusparseCreateMatDescr", at); }
int make(const hipsparse_spgemm &, void **at) { return call("cusparseSpGEMM_createDescr", at); }
int make(const hipsparse_spsv &, void **at) { return call("cusparseSpSV_createDescr", at); }
int make(const hipsparse_spsm &, void **at) { return call("cusparseSpSM_createDescr", at); }
int make(const hipsparse_ilu_info &, void **at) { return call("cusparseCreateCsrilu02Info", at); }

// update passes the changed settings of a descriptor to cuSPARSE.
int update(const hipsparse_dn_vec &v, void *at) {
  return call("cusparseDnVecSetValues", at, v.values);
}
int update(const hipsparse_dn_mat &m, void *at) {
  int s = call("cusparseDnMatSetValues", at, m.values);
  return s || m.batches == 1 ? s : call("cusparseDnMatSetStridedBatch", at, m.batches, m.stride);
}
int update_pointers(const hipsparse_sp_mat &m, void *at) {
  if (!m.offsets || !m.indices || !m.values) return 0; // the entries of the matrix are set later
  const char *name = m.format == HIPSPARSE_FORMAT_COO   ? "cusparseCooSetPointers"
                     : m.format == HIPSPARSE_FORMAT_CSR ? "cusparseCsrSetPointers"
                                                        : "cusparseCscSetPointers";
  return call(name, at, m.offsets, m.indices, m.values);
}
int update_batch(const hipsparse_sp_mat &m, void *at) {
  if (m.format == HIPSPARSE_FORMAT_COO)
    return call("cusparseCooSetStridedBatch", at, m.batches, m.value_stride);
  if (m.format != HIPSPARSE_FORMAT_CSR) return kNotSupported;
  return call("cusparseCsrSetStridedBatch", at, m.batches, m.offset_stride, m.value_stride);
}
int update(const hipsparse_sp_mat &m, void *at) {
  int fill = m.fill, diag = m.diag, s = update_pointers(m, at);
  if (!s && m.batches > 1) s = update_batch(m, at);
  // A matrix with this attribute is triangular for cuSPARSE, which does not multiply it.
  if (!s && m.has_fill) s = call("cusparseSpMatSetAttribute", at, 0, &fill, sizeof fill);
  return s || !m.has_diag ? s : call("cusparseSpMatSetAttribute", at, 1, &diag, sizeof diag);
}
int update(const hipsparse_mat_descr &d, void *at) {
  int s = call("cusparseSetMatIndexBase", at, (int)d.base);
  if (!s) s = call("cusparseSetMatType", at, (int)d.type);
  if (!s) s = call("cusparseSetMatFillMode", at, (int)d.fill);
  return s ? s : call("cusparseSetMatDiagType", at, (int)d.diag);
}
template <class D> int update(const D &, void *) { return 0; }

template <class D> constexpr const char *kEnd = nullptr;
template <> constexpr const char *kEnd<hipsparse_dn_vec> = "cusparseDestroyDnVec";
template <> constexpr const char *kEnd<hipsparse_sp_vec> = "cusparseDestroySpVec";
template <> constexpr const char *kEnd<hipsparse_dn_mat> = "cusparseDestroyDnMat";
template <> constexpr const char *kEnd<hipsparse_sp_mat> = "cusparseDestroySpMat";
template <> constexpr const char *kEnd<hipsparse_mat_descr> = "cusparseDestroyMatDescr";
template <> constexpr const char *kEnd<hipsparse_spgemm> = "cusparseSpGEMM_destroyDescr";
template <> constexpr const char *kEnd<hipsparse_spsv> = "cusparseSpSV_destroyDescr";
template <> constexpr const char *kEnd<hipsparse_spsm> = "cusparseSpSM_destroyDescr";
template <> constexpr const char *kEnd<hipsparse_ilu_info> = "cusparseDestroyCsrilu02Info";

// of returns the cuSPARSE descriptor for one of hipSPARSE's, created at the first use, or null if
// that fails.
template <class D> void *of(const D *d) {
  static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&making);
  if (!d->cuda.at) {
    counterpart c;
    c.changed = [](const void *descr, void *at) { (void)update(*(const D *)descr, at); };
    c.destroy = [](void *at) { (void)call(kEnd<D>, at); };
    if (make(*d, &c.at) == 0) {
      d->cuda = c;
      if (update(*d, c.at) != 0) drop(d->cuda);
    }
  }
  pthread_mutex_unlock(&making);
  return d->cuda.at;
}

// ---- calls ----

// cuda converts an argument to cuSPARSE's.
template <class T> T cuda(T v) { return v; }
void *cuda(const hipsparse_dn_vec *d) { return of(d); }
void *cuda(const hipsparse_sp_vec *d) { return of(d); }
void *cuda(const hipsparse_dn_mat *d) { return of(d); }
void *cuda(const hipsparse_sp_mat *d) { return of(d); }
void *cuda(hipsparse_dn_vec *d) { return of(d); }
void *cuda(hipsparse_sp_vec *d) { return of(d); }
void *cuda(hipsparse_dn_mat *d) { return of(d); }
void *cuda(hipsparse_sp_mat *d) { return of(d); }
void *cuda(hipsparse_mat_descr *d) { return of(d); }
void *cuda(hipsparse_spgemm *d) { return of(d); }
void *cuda(hipsparse_spsv *d) { return of(d); }
void *cuda(hipsparse_spsm *d) { return of(d); }
void *cuda(hipsparse_ilu_info *d) { return of(d); }
int cuda(hipsparseSpMVAlg_t) { return 0; } // 0 is the default of each
int cuda(hipsparseSpMMAlg_t) { return 0; }
int cuda(hipsparseSDDMMAlg_t) { return 0; }
int cuda(hipsparseSparseToDenseAlg_t) { return 0; }
int cuda(hipsparseDenseToSparseAlg_t) { return 0; }
int cuda(hipsparseSpGEMMAlg_t) { return 0; }
int cuda(hipsparseSpSVAlg_t) { return 0; }
int cuda(hipsparseSpSMAlg_t) { return 0; }
int cuda(hipsparseCsr2CscAlg_t) { return 1; }

// enter sets the handle's stream in cuSPARSE, unless it is in capture.
hipsparseStatus_t enter(hipsparseHandle_t h) {
  void *stream;
  hipError_t e = gohip_cuda_stream(h->stream, &stream);
  if (e == hipErrorStreamCaptureUnsupported) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  if (e != hipSuccess) return status_of(e);
  int s = call("cusparseSetStream", h->cuda, stream);
  if (!s) s = call("cusparseSetPointerMode", h->cuda, (int)h->pointers);
  return status(s);
}

// For real numbers the conjugate transposition is the transposition, which cuSPARSE does not
// assume.
template <class T> bool is_real(T) { return false; }
bool is_real(hipDataType t) { return t == HIP_R_32F || t == HIP_R_64F; }
template <class T> T plain(T v, bool) { return v; }
hipsparseOperation_t plain(hipsparseOperation_t op, bool real) {
  return real && op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? HIPSPARSE_OPERATION_TRANSPOSE : op;
}

// route calls the cuSPARSE function of the same name and arguments.
template <function f, class F> struct route;
template <function f, class... A> struct route<f, hipsparseStatus_t (*)(hipsparseHandle_t, A...)> {
  static hipsparseStatus_t call(hipsparseHandle_t h, A... arguments) {
    hipsparseStatus_t s = enter(h);
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;
    if (!functions[f]) return HIPSPARSE_STATUS_NOT_SUPPORTED;
    bool real = (is_real(arguments) || ...);
    auto routine = (int (*)(void *, decltype(cuda(arguments))...))functions[f];
    std::tuple converted{h->cuda, cuda(plain(arguments, real))...}; // from left to right
    return status(std::apply(routine, converted));
  }
};
#define ROUTE(name) route<ID_##name, decltype(&hipsparse##name)>::call

// counted stores the number of entries that cuSPARSE has computed for a matrix.
hipsparseStatus_t counted(hipsparseStatus_t s, hipsparse_sp_mat *m) {
  int64_t rows, cols, nnz;
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  s = status(call("cusparseSpMatGetSize", m->cuda.at, &rows, &cols, &nnz));
  if (s == HIPSPARSE_STATUS_SUCCESS) m->nnz = nnz;
  return s;
}

hipsparseStatus_t compute(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                          const void *alpha, hipsparseConstSpMatDescr_t a,
                          hipsparseConstSpMatDescr_t b, const void *beta, hipsparseSpMatDescr_t c,
                          hipDataType type, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                          size_t *size, void *buffer) {
  hipsparseStatus_t s =
      ROUTE(SpGEMM_compute)(h, opA, opB, alpha, a, b, beta, c, type, alg, d, size, buffer);
  return buffer ? counted(s, c) : s;
}

hipsparseStatus_t count(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                        hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b,
                        hipsparseSpMatDescr_t c, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                        size_t *size2, void *buffer2, size_t *size3, void *buffer3, size_t *size4,
                        void *buffer4) {
  hipsparseStatus_t s = ROUTE(SpGEMMreuse_nnz)(h, opA, opB, a, b, c, alg, d, size2, buffer2, size3,
                                               buffer3, size4, buffer4);
  return buffer2 ? counted(s, c) : s;
}

hipsparseStatus_t analyse(hipsparseHandle_t h, hipsparseConstDnMatDescr_t a,
                          hipsparseSpMatDescr_t b, hipsparseDenseToSparseAlg_t alg, void *buffer) {
  return counted(ROUTE(DenseToSparse_analysis)(h, a, b, alg, buffer), b);
}

// cuSPARSE accepts no operation in a product of real vectors.
hipsparseOperation_t of_vectors(hipsparseOperation_t op, hipDataType type) {
  return is_real(type) ? HIPSPARSE_OPERATION_NON_TRANSPOSE : op;
}
hipsparseStatus_t dot_size(hipsparseHandle_t h, hipsparseOperation_t op,
                           hipsparseConstSpVecDescr_t x, hipsparseConstDnVecDescr_t y, void *result,
                           hipDataType type, size_t *size) {
  return ROUTE(SpVV_bufferSize)(h, of_vectors(op, type), x, y, result, type, size);
}
hipsparseStatus_t dot(hipsparseHandle_t h, hipsparseOperation_t op, hipsparseConstSpVecDescr_t x,
                      hipsparseConstDnVecDescr_t y, void *result, hipDataType type, void *buffer) {
  return ROUTE(SpVV)(h, of_vectors(op, type), x, y, result, type, buffer);
}

// repeated is a matrix that cuSPARSE multiplies by a batch of dense matrices: a batch that contains
// the same matrix several times.
class repeated {
  hipsparse_sp_mat m;

public:
  repeated(const hipsparse_sp_mat &a, const hipsparse_dn_mat &b) : m(a) {
    m.cuda = {};
    m.batches = b.batches;
    m.offset_stride = m.value_stride = 0;
  }
  ~repeated() { drop(m.cuda); }
  hipsparseConstSpMatDescr_t descriptor() const { return &m; }
};
bool repeats(hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b) {
  return a->batches == 1 && b->batches > 1;
}
hipsparseStatus_t product_size(hipsparseHandle_t h, hipsparseOperation_t opA,
                               hipsparseOperation_t opB, const void *alpha,
                               hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b,
                               const void *beta, const hipsparseDnMatDescr_t c, hipDataType type,
                               hipsparseSpMMAlg_t alg, size_t *size) {
  if (!repeats(a, b))
    return ROUTE(SpMM_bufferSize)(h, opA, opB, alpha, a, b, beta, c, type, alg, size);
  repeated batch(*a, *b);
  return ROUTE(SpMM_bufferSize)(h, opA, opB, alpha, batch.descriptor(), b, beta, c, type, alg,
                                size);
}
hipsparseStatus_t product(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                          const void *alpha, hipsparseConstSpMatDescr_t a,
                          hipsparseConstDnMatDescr_t b, const void *beta,
                          const hipsparseDnMatDescr_t c, hipDataType type, hipsparseSpMMAlg_t alg,
                          void *buffer) {
  if (!repeats(a, b)) return ROUTE(SpMM)(h, opA, opB, alpha, a, b, beta, c, type, alg, buffer);
  repeated batch(*a, *b);
  return ROUTE(SpMM)(h, opA, opB, alpha, batch.descriptor(), b, beta, c, type, alg, buffer);
}

// cuSPARSE crashes in a solve without an analysis.
template <class D> hipsparseStatus_t analysed(hipsparseStatus_t s, D *d) {
  d->analysed = s == HIPSPARSE_STATUS_SUCCESS;
  return s;
}
hipsparseStatus_t analyse_vector(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                                 hipsparseConstSpMatDescr_t a, hipsparseConstDnVecDescr_t x,
                                 const hipsparseDnVecDescr_t y, hipDataType type,
                                 hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t d, void *buffer) {
  return analysed(ROUTE(SpSV_analysis)(h, op, alpha, a, x, y, type, alg, d, buffer), d);
}
hipsparseStatus_t solve_vector(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                               hipsparseConstSpMatDescr_t a, hipsparseConstDnVecDescr_t x,
                               const hipsparseDnVecDescr_t y, hipDataType type,
                               hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t d) {
  if (!d->analysed) return HIPSPARSE_STATUS_INVALID_VALUE;
  return ROUTE(SpSV_solve)(h, op, alpha, a, x, y, type, alg, d);
}
hipsparseStatus_t analyse_matrix(hipsparseHandle_t h, hipsparseOperation_t opA,
                                 hipsparseOperation_t opB, const void *alpha,
                                 hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b,
                                 const hipsparseDnMatDescr_t c, hipDataType type,
                                 hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t d, void *buffer) {
  return analysed(ROUTE(SpSM_analysis)(h, opA, opB, alpha, a, b, c, type, alg, d, buffer), d);
}
// cuSPARSE has kept the buffer of the analysis.
hipsparseStatus_t solve_matrix(hipsparseHandle_t h, hipsparseOperation_t opA,
                               hipsparseOperation_t opB, const void *alpha,
                               hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b,
                               const hipsparseDnMatDescr_t c, hipDataType type,
                               hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t d, void *) {
  using without_buffer = hipsparseStatus_t (*)(
      hipsparseHandle_t, hipsparseOperation_t, hipsparseOperation_t, const void *,
      hipsparseConstSpMatDescr_t, hipsparseConstDnMatDescr_t, hipsparseDnMatDescr_t, hipDataType,
      hipsparseSpSMAlg_t, hipsparseSpSMDescr_t);
  if (!d->analysed) return HIPSPARSE_STATUS_INVALID_VALUE;
  return route<ID_SpSM_solve, without_buffer>::call(h, opA, opB, alpha, a, b, c, type, alg, d);
}

hipsparseStatus_t create(hipsparseHandle_t h) {
  void *stream;
  if (!gl_cuda_open(&library)) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  for (int f = 0; f < FUNCTIONS; f++) functions[f] = gl_cuda_function(&library, kNames[f]);
  if (gohip_cuda_stream(nullptr, &stream) != hipSuccess) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  return status(call("cusparseCreate", &h->cuda));
}
void destroy(hipsparseHandle_t h) {
  void *stream;
  if (gohip_cuda_stream(nullptr, &stream) == hipSuccess) (void)call("cusparseDestroy", h->cuda);
}

constexpr backend table() {
#define ENTRY(name) ROUTE(name),
  backend b = {true, create, destroy, SPARSE_FUNCTIONS(ENTRY)};
  b.SpVV_bufferSize = dot_size;
  b.SpVV = dot;
  b.SpMM_bufferSize = product_size;
  b.SpMM = product;
  b.SpGEMM_compute = compute;
  b.SpGEMMreuse_nnz = count;
  b.DenseToSparse_analysis = analyse;
  b.SpSV_analysis = analyse_vector;
  b.SpSV_solve = solve_vector;
  b.SpSM_analysis = analyse_matrix;
  b.SpSM_solve = solve_matrix;
  return b;
}

} // namespace

const backend sparse::on_cuda = table();
