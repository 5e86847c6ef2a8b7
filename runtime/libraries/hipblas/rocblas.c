// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// librocblas.so: rocBLAS's names, over libhipblas.so. The enumerators of operands have the same
// numbers in both.
#include "hostcall.h"
#include "sizing.h"

#include <string.h>

#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

static rocblas_status rb_status(hipblasStatus_t s) {
  switch (s) {
  case HIPBLAS_STATUS_SUCCESS:
    return rocblas_status_success;
  case HIPBLAS_STATUS_NOT_INITIALIZED:
  case HIPBLAS_STATUS_HANDLE_IS_NULLPTR:
    return rocblas_status_invalid_handle;
  case HIPBLAS_STATUS_ALLOC_FAILED:
    return rocblas_status_memory_error;
  case HIPBLAS_STATUS_INVALID_VALUE:
    return rocblas_status_invalid_size;
  case HIPBLAS_STATUS_INVALID_ENUM:
    return rocblas_status_invalid_value;
  case HIPBLAS_STATUS_NOT_SUPPORTED:
    return rocblas_status_not_implemented;
  case HIPBLAS_STATUS_ARCH_MISMATCH:
    return rocblas_status_arch_mismatch;
  default:
    return rocblas_status_internal_error;
  }
}

void rocblas_initialize(void) {}

rocblas_status rocblas_create_handle(rocblas_handle *handle) {
  return rb_status(hipblasCreate((hipblasHandle_t *)handle));
}

rocblas_status rocblas_destroy_handle(rocblas_handle handle) {
  return rb_status(hipblasDestroy(handle));
}

rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream) {
  return rb_status(hipblasSetStream(handle, stream));
}

rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream) {
  return rb_status(hipblasGetStream(handle, stream));
}

rocblas_status rocblas_set_pointer_mode(rocblas_handle handle, rocblas_pointer_mode mode) {
  return rb_status(hipblasSetPointerMode(handle, (hipblasPointerMode_t)mode));
}

rocblas_status rocblas_get_pointer_mode(rocblas_handle handle, rocblas_pointer_mode *mode) {
  return rb_status(hipblasGetPointerMode(handle, (hipblasPointerMode_t *)mode));
}

rocblas_pointer_mode rocblas_pointer_to_mode(void *ptr) {
  hipPointerAttribute_t a;
  if (hipPointerGetAttributes(&a, ptr) == hipSuccess && a.type == hipMemoryTypeDevice)
    return rocblas_pointer_mode_device;
  return rocblas_pointer_mode_host;
}

rocblas_status rocblas_set_atomics_mode(rocblas_handle handle, rocblas_atomics_mode mode) {
  return rb_status(hipblasSetAtomicsMode(handle, (hipblasAtomicsMode_t)mode));
}

rocblas_status rocblas_get_atomics_mode(rocblas_handle handle, rocblas_atomics_mode *mode) {
  if (handle && !mode) return rocblas_status_invalid_pointer;
  return rb_status(hipblasGetAtomicsMode(handle, (hipblasAtomicsMode_t *)mode));
}

rocblas_status rocblas_set_math_mode(rocblas_handle handle, rocblas_math_mode mode) {
  if (handle && (unsigned)mode > rocblas_xf32_xdl_math_op) return rocblas_status_invalid_value;
  return rb_status(hipblasSetMathMode(handle, (hipblasMath_t)mode));
}

rocblas_status rocblas_get_math_mode(rocblas_handle handle, rocblas_math_mode *mode) {
  if (handle && !mode) return rocblas_status_invalid_pointer;
  return rb_status(hipblasGetMathMode(handle, (hipblasMath_t *)mode));
}

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)
static const char version[] =
    VERSION(ROCBLAS_VERSION_MAJOR, ROCBLAS_VERSION_MINOR, ROCBLAS_VERSION_PATCH);

rocblas_status rocblas_get_version_string_size(size_t *len) {
  if (!len) return rocblas_status_invalid_pointer;
  *len = sizeof version;
  return rocblas_status_success;
}

rocblas_status rocblas_get_version_string(char *buf, size_t len) {
  if (!buf) return rocblas_status_invalid_pointer;
  if (len < sizeof version) return rocblas_status_invalid_size;
  memcpy(buf, version, sizeof version);
  return rocblas_status_success;
}

rocblas_status rocblas_set_workspace(rocblas_handle handle, void *addr, size_t size) {
  hipStream_t stream;
  rocblas_status s = rocblas_get_stream(handle, &stream);
  if (s != rocblas_status_success) return s;
  return size && !addr ? rocblas_status_invalid_pointer : rocblas_status_success;
}

// Between the start and the stop of a query a function of BLAS or rocSOLVER only says how much of the handle's memory it
// needs (rocBLAS's documentation, "Device Memory Allocation in rocBLAS"), which is none here.
rocblas_status rocblas_start_device_memory_size_query(rocblas_handle handle) {
  bool *sizing = gohip_hipblas_sizing(handle);
  if (!sizing) return rocblas_status_invalid_handle;
  if (*sizing) return rocblas_status_size_query_mismatch;
  *sizing = true;
  return rocblas_status_success;
}

rocblas_status rocblas_stop_device_memory_size_query(rocblas_handle handle, size_t *size) {
  bool *sizing = gohip_hipblas_sizing(handle);
  if (!sizing) return rocblas_status_invalid_handle;
  if (!*sizing) return rocblas_status_size_query_mismatch;
  if (!size) return rocblas_status_invalid_pointer;
  *sizing = false;
  *size = 0;
  return rocblas_status_success;
}

bool rocblas_is_device_memory_size_query(rocblas_handle handle) {
  const bool *sizing = gohip_hipblas_sizing(handle);
  return sizing && *sizing;
}

rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size) {
  if (!gohip_hipblas_sizing(handle)) return rocblas_status_invalid_handle;
  if (!size) return rocblas_status_invalid_pointer;
  *size = 0;
  return rocblas_status_success;
}

rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size) {
  (void)size;
  return gohip_hipblas_sizing(handle) ? rocblas_status_success : rocblas_status_invalid_handle;
}

bool rocblas_is_managing_device_memory(rocblas_handle handle) {
  return gohip_hipblas_sizing(handle) != NULL;
}

// CALLED is the status of a function, which is not called during a query.
#define CALLED(call)                                                                               \
  (rocblas_is_device_memory_size_query(handle) ? rocblas_status_size_unchanged : rb_status(call))

const char *rocblas_status_to_string(rocblas_status status) {
  static const char *const names[] = {"rocblas_status_success",
                                      "rocblas_status_invalid_handle",
                                      "rocblas_status_not_implemented",
                                      "rocblas_status_invalid_pointer",
                                      "rocblas_status_invalid_size",
                                      "rocblas_status_memory_error",
                                      "rocblas_status_internal_error",
                                      "rocblas_status_perf_degraded",
                                      "rocblas_status_size_query_mismatch",
                                      "rocblas_status_size_increased",
                                      "rocblas_status_size_unchanged",
                                      "rocblas_status_invalid_value",
                                      "rocblas_status_continue",
                                      "rocblas_status_check_numerics_fail",
                                      "rocblas_status_excluded_from_build",
                                      "rocblas_status_arch_mismatch"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                         : "<undefined rocblas_status value>";
}

rocblas_status rocblas_set_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                  rocblas_int incx, void *y, rocblas_int incy) {
  return rb_status(hipblasSetVector(n, elem_size, x, incx, y, incy));
}

rocblas_status rocblas_get_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                  rocblas_int incx, void *y, rocblas_int incy) {
  return rb_status(hipblasGetVector(n, elem_size, x, incx, y, incy));
}

rocblas_status rocblas_set_matrix(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                  const void *a, rocblas_int lda, void *b, rocblas_int ldb) {
  return rb_status(hipblasSetMatrix(rows, cols, elem_size, a, lda, b, ldb));
}

rocblas_status rocblas_get_matrix(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                  const void *a, rocblas_int lda, void *b, rocblas_int ldb) {
  return rb_status(hipblasGetMatrix(rows, cols, elem_size, a, lda, b, ldb));
}

rocblas_status rocblas_set_vector_async(rocblas_int n, rocblas_int elem_size, const void *x,
                                        rocblas_int incx, void *y, rocblas_int incy,
                                        hipStream_t stream) {
  return rb_status(hipblasSetVectorAsync(n, elem_size, x, incx, y, incy, stream));
}

rocblas_status rocblas_get_vector_async(rocblas_int n, rocblas_int elem_size, const void *x,
                                        rocblas_int incx, void *y, rocblas_int incy,
                                        hipStream_t stream) {
  return rb_status(hipblasGetVectorAsync(n, elem_size, x, incx, y, incy, stream));
}

rocblas_status rocblas_set_matrix_async(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                        const void *a, rocblas_int lda, void *b, rocblas_int ldb,
                                        hipStream_t stream) {
  return rb_status(hipblasSetMatrixAsync(rows, cols, elem_size, a, lda, b, ldb, stream));
}

rocblas_status rocblas_get_matrix_async(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                        const void *a, rocblas_int lda, void *b, rocblas_int ldb,
                                        hipStream_t stream) {
  return rb_status(hipblasGetMatrixAsync(rows, cols, elem_size, a, lda, b, ldb, stream));
}

// bytes is the size of an element of a product's accumulator.
static size_t bytes(rocblas_datatype t) {
  switch (t) {
  case rocblas_datatype_f16_r:
  case rocblas_datatype_bf16_r:
    return 2;
  case rocblas_datatype_f32_r:
  case rocblas_datatype_i32_r:
    return 4;
  case rocblas_datatype_f64_r:
  case rocblas_datatype_f32_c:
    return 8;
  case rocblas_datatype_f64_c:
    return 16;
  default:
    return 0;
  }
}

// The result of a product with explicit types, and the matrix that is added to it.
typedef struct product {
  rocblas_int m, n, k;
  const void *c;
  rocblas_datatype c_type;
  rocblas_int ldc;
  rocblas_stride stride_c;
  void *d;
  rocblas_datatype d_type;
  rocblas_int ldd;
  rocblas_stride stride_d;
  rocblas_int batch;
  rocblas_gemm_algo algo;
} product;

// prepare checks p and copies C to D, in the handle's stream; rocblas_status_continue: the product
// is left to do.
static rocblas_status prepare(rocblas_handle handle, const product *p) {
  hipStream_t stream;
  if (hipblasGetStream(handle, &stream) != HIPBLAS_STATUS_SUCCESS)
    return rocblas_status_invalid_handle;
  if (rocblas_is_device_memory_size_query(handle)) return rocblas_status_size_unchanged;
  if (p->algo != rocblas_gemm_algo_standard && p->algo != rocblas_gemm_algo_solution_index)
    return rocblas_status_invalid_value;
  if (p->c_type != p->d_type) return rocblas_status_not_implemented;
  if (p->m < 0 || p->n < 0 || p->k < 0 || p->batch < 0 || p->ldc < p->m || p->ldd < p->m ||
      p->ldc < 1 || p->ldd < 1)
    return rocblas_status_invalid_size;
  if (p->m == 0 || p->n == 0 || p->batch == 0) return rocblas_status_success;
  if (!p->c || !p->d) return rocblas_status_invalid_pointer;
  size_t size = bytes(p->c_type);
  if (p->c == p->d || !size) return rocblas_status_continue;
  for (rocblas_int i = 0; i < p->batch; i++)
    if (hipMemcpy2DAsync((char *)p->d + i * p->stride_d * (int64_t)size, p->ldd * size,
                         (const char *)p->c + i * p->stride_c * (int64_t)size, p->ldc * size,
                         p->m * size, p->n, hipMemcpyDeviceToDevice, stream) != hipSuccess)
      return rocblas_status_internal_error;
  return rocblas_status_continue;
}

// copy_each copies the matrices that two arrays of pointers in the device's memory name.
static void copy_each(void *argument) {
  const product *p = argument;
  const char *const *from = p->c;
  char *const *to = p->d;
  size_t size = bytes(p->c_type);
  for (rocblas_int i = 0; i < p->batch; i++)
    for (int64_t j = 0; j < p->n && from[i] != to[i]; j++)
      memcpy(to[i] + j * p->ldd * (int64_t)size, from[i] + j * p->ldc * (int64_t)size, p->m * size);
}

// copy_batch has copy_each done in the stream, on a device whose memory the host accesses in place.
static rocblas_status copy_batch(rocblas_handle handle, const product *p) {
  hipStream_t stream;
  gl_device device;
  if (hipblasGetStream(handle, &stream) != HIPBLAS_STATUS_SUCCESS ||
      gl_current(&device) != hipSuccess)
    return rocblas_status_internal_error;
  if (device != GL_HOST || !bytes(p->c_type)) return rocblas_status_not_implemented;
  hipError_t e = gl_host_call(stream, copy_each, NULL, p, sizeof *p);
  return e == hipSuccess            ? rocblas_status_success
         : e == hipErrorOutOfMemory ? rocblas_status_memory_error
                                    : rocblas_status_internal_error;
}

rocblas_status rocblas_gemm_ex(rocblas_handle handle, rocblas_operation transA,
                               rocblas_operation transB, rocblas_int m, rocblas_int n,
                               rocblas_int k, const void *alpha, const void *a,
                               rocblas_datatype a_type, rocblas_int lda, const void *b,
                               rocblas_datatype b_type, rocblas_int ldb, const void *beta,
                               const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d,
                               rocblas_datatype d_type, rocblas_int ldd,
                               rocblas_datatype compute_type, rocblas_gemm_algo algo,
                               int32_t solution_index, uint32_t flags) {
  (void)solution_index; // there is only one solution
  (void)flags;
  product p = {m, n, k, c, c_type, ldc, 0, d, d_type, ldd, 0, 1, algo};
  rocblas_status s = prepare(handle, &p);
  if (s != rocblas_status_continue) return s;
  return CALLED(hipblasGemmEx(handle, (hipblasOperation_t)transA, (hipblasOperation_t)transB, m, n,
                              k, alpha, a, (hipblasDatatype_t)a_type, lda, b,
                              (hipblasDatatype_t)b_type, ldb, beta, d, (hipblasDatatype_t)d_type,
                              ldd, (hipblasDatatype_t)compute_type, HIPBLAS_GEMM_DEFAULT));
}

rocblas_status
rocblas_gemm_batched_ex(rocblas_handle handle, rocblas_operation transA, rocblas_operation transB,
                        rocblas_int m, rocblas_int n, rocblas_int k, const void *alpha,
                        const void *a, rocblas_datatype a_type, rocblas_int lda, const void *b,
                        rocblas_datatype b_type, rocblas_int ldb, const void *beta, const void *c,
                        rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
                        rocblas_int ldd, rocblas_int batch_count, rocblas_datatype compute_type,
                        rocblas_gemm_algo algo, int32_t solution_index, uint32_t flags) {
  (void)solution_index;
  (void)flags;
  product p = {m, n, k, c, c_type, ldc, 0, d, d_type, ldd, 0, batch_count, algo};
  if (c && d && c != d) p.c = d; // arrays of pointers, whose matrices are copied below
  rocblas_status s = prepare(handle, &p);
  if (s != rocblas_status_continue) return s;
  if (c == d && ldc != ldd) return rocblas_status_not_implemented;
  p.c = c;
  if (c != d) s = copy_batch(handle, &p);
  if (s != rocblas_status_success && s != rocblas_status_continue) return s;
  return CALLED(hipblasGemmBatchedEx(handle, (hipblasOperation_t)transA, (hipblasOperation_t)transB,
                                     m, n, k, alpha, (const void **)a, (hipblasDatatype_t)a_type,
                                     lda, (const void **)b, (hipblasDatatype_t)b_type, ldb, beta,
                                     (void **)d, (hipblasDatatype_t)d_type, ldd, batch_count,
                                     (hipblasDatatype_t)compute_type, HIPBLAS_GEMM_DEFAULT));
}

rocblas_status rocblas_gemm_strided_batched_ex(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, rocblas_stride stride_a, const void *b, rocblas_datatype b_type,
    rocblas_int ldb, rocblas_stride stride_b, const void *beta, const void *c,
    rocblas_datatype c_type, rocblas_int ldc, rocblas_stride stride_c, void *d,
    rocblas_datatype d_type, rocblas_int ldd, rocblas_stride stride_d, rocblas_int batch_count,
    rocblas_datatype compute_type, rocblas_gemm_algo algo, int32_t solution_index, uint32_t flags) {
  (void)solution_index;
  (void)flags;
  product p = {m, n, k, c, c_type, ldc, stride_c, d, d_type, ldd, stride_d, batch_count, algo};
  rocblas_status s = prepare(handle, &p);
  if (s != rocblas_status_continue) return s;
  return CALLED(hipblasGemmStridedBatchedEx(
      handle, (hipblasOperation_t)transA, (hipblasOperation_t)transB, m, n, k, alpha, a,
      (hipblasDatatype_t)a_type, lda, stride_a, b, (hipblasDatatype_t)b_type, ldb, stride_b, beta,
      d, (hipblasDatatype_t)d_type, ldd, stride_d, batch_count, (hipblasDatatype_t)compute_type,
      HIPBLAS_GEMM_DEFAULT));
}

#define TRSM(side, uplo, transA, diag)                                                             \
  (hipblasSideMode_t) side, (hipblasFillMode_t)uplo, (hipblasOperation_t)transA,                   \
      (hipblasDiagType_t)diag
rocblas_status rocblas_trsm_ex(rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
                               rocblas_operation transA, rocblas_diagonal diag, rocblas_int m,
                               rocblas_int n, const void *alpha, const void *a, rocblas_int lda,
                               void *b, rocblas_int ldb, const void *inv_a, rocblas_int inv_a_size,
                               rocblas_datatype compute_type) {
  return CALLED(hipblasTrsmEx(handle, TRSM(side, uplo, transA, diag), m, n, alpha, (void *)a, lda,
                              b, ldb, inv_a, inv_a_size, (hipblasDatatype_t)compute_type));
}

rocblas_status rocblas_trsm_batched_ex(rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
                                       rocblas_operation transA, rocblas_diagonal diag,
                                       rocblas_int m, rocblas_int n, const void *alpha,
                                       const void *a, rocblas_int lda, void *b, rocblas_int ldb,
                                       rocblas_int batch_count, const void *inv_a,
                                       rocblas_int inv_a_size, rocblas_datatype compute_type) {
  return CALLED(hipblasTrsmBatchedEx(handle, TRSM(side, uplo, transA, diag), m, n, alpha, (void *)a,
                                     lda, b, ldb, batch_count, inv_a, inv_a_size,
                                     (hipblasDatatype_t)compute_type));
}

rocblas_status rocblas_trsm_strided_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation transA,
    rocblas_diagonal diag, rocblas_int m, rocblas_int n, const void *alpha, const void *a,
    rocblas_int lda, rocblas_stride stride_a, void *b, rocblas_int ldb, rocblas_stride stride_b,
    rocblas_int batch_count, const void *inv_a, rocblas_int inv_a_size, rocblas_stride stride_inv_a,
    rocblas_datatype compute_type) {
  return CALLED(hipblasTrsmStridedBatchedEx(
      handle, TRSM(side, uplo, transA, diag), m, n, alpha, (void *)a, lda, stride_a, b, ldb,
      stride_b, batch_count, inv_a, inv_a_size, stride_inv_a, (hipblasDatatype_t)compute_type));
}

// EX defines the functions of one form for one type of sizes: COUNT, X and Y are the parameters of
// the batch, count, x and y the arguments for them.
#define TYPE(t) (hipblasDatatype_t) t
#define EX(form, Form, INT, COUNT, count, X, x_, Y, y_)                                            \
  rocblas_status rocblas_axpy##form(                                                               \
      rocblas_handle handle, INT n, const void *alpha, rocblas_datatype alpha_type, const void *x, \
      rocblas_datatype x_type, INT incx X, void *y, rocblas_datatype y_type, INT incy Y COUNT,     \
      rocblas_datatype type) {                                                                     \
    return CALLED(hipblasAxpy##Form(handle, n, alpha, TYPE(alpha_type), x, TYPE(x_type), incx x_,  \
                                    y, TYPE(y_type), incy y_ count, TYPE(type)));                  \
  }                                                                                                \
  rocblas_status rocblas_scal##form(rocblas_handle handle, INT n, const void *alpha,               \
                                    rocblas_datatype alpha_type, void *x, rocblas_datatype x_type, \
                                    INT incx X COUNT, rocblas_datatype type) {                     \
    return CALLED(hipblasScal##Form(handle, n, alpha, TYPE(alpha_type), x, TYPE(x_type),           \
                                    incx x_ count, TYPE(type)));                                   \
  }                                                                                                \
  rocblas_status rocblas_dot##form(rocblas_handle handle, INT n, const void *x,                    \
                                   rocblas_datatype x_type, INT incx X, const void *y,             \
                                   rocblas_datatype y_type, INT incy Y COUNT, void *result,        \
                                   rocblas_datatype result_type, rocblas_datatype type) {          \
    return CALLED(hipblasDot##Form(handle, n, x, TYPE(x_type), incx x_, y, TYPE(y_type),           \
                                   incy y_ count, result, TYPE(result_type), TYPE(type)));         \
  }                                                                                                \
  rocblas_status rocblas_dotc##form(rocblas_handle handle, INT n, const void *x,                   \
                                    rocblas_datatype x_type, INT incx X, const void *y,            \
                                    rocblas_datatype y_type, INT incy Y COUNT, void *result,       \
                                    rocblas_datatype result_type, rocblas_datatype type) {         \
    return CALLED(hipblasDotc##Form(handle, n, x, TYPE(x_type), incx x_, y, TYPE(y_type),          \
                                    incy y_ count, result, TYPE(result_type), TYPE(type)));        \
  }                                                                                                \
  rocblas_status rocblas_nrm2##form(rocblas_handle handle, INT n, const void *x,                   \
                                    rocblas_datatype x_type, INT incx X COUNT, void *result,       \
                                    rocblas_datatype result_type, rocblas_datatype type) {         \
    return CALLED(hipblasNrm2##Form(handle, n, x, TYPE(x_type), incx x_ count, result,             \
                                    TYPE(result_type), TYPE(type)));                               \
  }                                                                                                \
  rocblas_status rocblas_rot##form(rocblas_handle handle, INT n, void *x, rocblas_datatype x_type, \
                                   INT incx X, void *y, rocblas_datatype y_type, INT incy Y,       \
                                   const void *c, const void *s, rocblas_datatype cs_type COUNT,   \
                                   rocblas_datatype type) {                                        \
    return CALLED(hipblasRot##Form(handle, n, x, TYPE(x_type), incx x_, y, TYPE(y_type), incy y_,  \
                                   c, s, TYPE(cs_type) count, TYPE(type)));                        \
  }
#define NOTHING
#define COUNT(INT) , INT batch_count
#define STRIDE(v) , rocblas_stride stride_##v
#define GIVEN(v) , v
#define FORMS(V, INT)                                                                              \
  EX(_ex##V, Ex##V, INT, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)                     \
  EX(_batched_ex##V, BatchedEx##V, INT, COUNT(INT), GIVEN(batch_count), NOTHING, NOTHING, NOTHING, \
     NOTHING)                                                                                      \
  EX(_strided_batched_ex##V, StridedBatchedEx##V, INT, COUNT(INT), GIVEN(batch_count), STRIDE(x),  \
     GIVEN(stride_x), STRIDE(y), GIVEN(stride_y))
FORMS(, rocblas_int)
FORMS(_64, int64_t)

#pragma GCC diagnostic ignored "-Wincompatible-pointer-types" // both names of half and bfloat16
#include "rocblas_functions.inc"
