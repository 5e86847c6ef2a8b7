// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of AMD's libraries whose way to CUDA's the double of these prints: enumerators, sizes,
// addresses, streams, scalars, results.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <type_traits>

#define HIPBLAS_V2
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hipfft/hipfft.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>
#include <rccl/rccl.h>

#define STATUS(call)                                                                               \
  do {                                                                                             \
    int s_ = (call);                                                                               \
    if (s_) std::printf("%s: %d\n", #call, s_);                                                    \
  } while (0)

// HIPBLAS_V2 has the functions take HIP's types, and leaves hipBLAS's own as they are.
static_assert(std::is_same_v<decltype(&hipblasCscal),
                             hipblasStatus_t (*)(hipblasHandle_t, int, const hipComplex *,
                                                 hipComplex *, int)> &&
              !std::is_same_v<hipblasComplex, hipComplex>);

static float *f;
static double *d;
static int *indices;
static hipStream_t stream;

static void blas() {
  hipblasHandle_t h;
  float two = 2, three = 3;
  double four = 4, five = 5, result = 0;
  int at = 0;
  int64_t wide = 0;
  STATUS(hipblasCreate(&h));
  STATUS(hipblasSgemm(h, HIPBLAS_OP_N, HIPBLAS_OP_T, 4, 3, 2, &two, f, 5, f, 6, &three, f, 7));
  STATUS(hipblasSetStream(h, stream));
  STATUS(hipblasDgemmStridedBatched(h, HIPBLAS_OP_C, HIPBLAS_OP_N, 4, 3, 2, &four, d, 5, 50, d, 6,
                                    60, &five, d, 7, 70, 9));
  STATUS(hipblasSgemmBatched(h, HIPBLAS_OP_N, HIPBLAS_OP_N, 1, 1, 1, &two, (const float **)f, 1,
                             (const float **)f, 1, &three, (float **)f, 1, 2));
  STATUS(hipblasStrsm(h, HIPBLAS_SIDE_RIGHT, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_OP_T,
                      HIPBLAS_DIAG_UNIT, 4, 3, &two, f, 5, f, 6));
  STATUS(hipblasSsyrk(h, HIPBLAS_FILL_MODE_UPPER, HIPBLAS_OP_N, 4, 3, &two, f, 5, &three, f, 6));
  STATUS(hipblasSgeam(h, HIPBLAS_OP_N, HIPBLAS_OP_T, 4, 3, &two, f, 5, &three, f, 6, f, 7));
  STATUS(hipblasSgetrfBatched(h, 4, (float **)f, 5, indices, indices, 3));
  STATUS(hipblasZgetrsBatched(h, HIPBLAS_OP_C, 4, 2, (hipDoubleComplex **)d, 5, indices,
                              (hipDoubleComplex **)d, 6, &at, 3));
  STATUS(hipblasDgetriBatched(h, 4, (double **)d, 5, indices, (double **)d, 6, indices, 3));
  STATUS(hipblasCgeqrfBatched(h, 5, 4, (hipComplex **)f, 5, (hipComplex **)f, &at, 3));
  STATUS(hipblasSgelsBatched(h, HIPBLAS_OP_T, 5, 4, 2, (float **)f, 5, (float **)f, 6, &at, indices,
                             3));
  STATUS(hipblasSgetrf(h, 4, f, 5, indices, indices)); // which cuBLAS does not have
  STATUS(hipblasDdot(h, 8, d, 1, d, -2, &result));
  STATUS(hipblasIsamax(h, 8, f, 2, &at));
  STATUS(hipblasIsamax_64(h, 8, f, 2, &wide));
  STATUS(hipblasSscalStridedBatched(h, 8, &two, f, 1, 16, 3)); // one after the other
  STATUS(hipblasSscalBatched(h, 8, &two, (float **)f, 1, 3));
  STATUS(hipblasStrtri(h, HIPBLAS_FILL_MODE_LOWER, HIPBLAS_DIAG_UNIT, 4, f, 5, f, 6));
  STATUS(hipblasSetMathMode(h, HIPBLAS_TF32_TENSOR_OP_MATH));
  STATUS(hipblasGemmEx(h, HIPBLAS_OP_N, HIPBLAS_OP_T, 4, 3, 2, &two, f, HIP_R_16BF, 5, f,
                       HIP_R_16BF, 6, &three, f, HIP_R_32F, 7, HIPBLAS_COMPUTE_32F_FAST_16BF,
                       HIPBLAS_GEMM_DEFAULT));
  STATUS(hipblasAxpyEx(h, 8, &two, HIP_R_32F, f, HIP_R_16F, 1, f, HIP_R_16F, 2, HIP_R_32F));
  STATUS(hipblasSetPointerMode(h, HIPBLAS_POINTER_MODE_DEVICE));
  STATUS(hipblasIsamax(h, 8, f, 2, indices));
  STATUS(hipblasIsamax_64(h, 8, f, 2, (int64_t *)indices));
  STATUS(hipStreamBeginCapture(stream, hipStreamCaptureModeRelaxed));
  STATUS(hipblasIsamax(h, 8, f, 2, indices));
  hipGraph_t graph;
  STATUS(hipStreamEndCapture(stream, &graph));
  STATUS(hipGraphDestroy(graph));
  STATUS(hipblasDestroy(h));
}

static void blaslt() {
  hipblasLtHandle_t h;
  hipblasLtMatmulDesc_t desc;
  hipblasLtMatrixLayout_t l;
  hipblasLtMatmulPreference_t preference;
  hipblasLtMatmulHeuristicResult_t found[3];
  int n = 0;
  uint64_t room = 4096;
  int32_t op = HIPBLAS_OP_T;
  uint32_t epilogue = HIPBLASLT_EPILOGUE_GELU_BIAS;
  void *bias = f;
  float one = 1, zero = 0;
  STATUS(hipblasLtCreate(&h));
  STATUS(hipblasLtMatmulDescCreate(&desc, HIPBLAS_COMPUTE_32F, HIP_R_32F));
  STATUS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op));
  STATUS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                         sizeof epilogue));
  STATUS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                         sizeof bias));
  STATUS(hipblasLtMatrixLayoutCreate(&l, HIP_R_16F, 8, 8, 9));
  STATUS(hipblasLtMatmulPreferenceCreate(&preference));
  STATUS(hipblasLtMatmulPreferenceSetAttribute(
      preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room, sizeof room));
  STATUS(hipblasLtMatmulAlgoGetHeuristic(h, desc, l, l, l, l, preference, 3, found, &n));
  std::printf("%d algorithms, %zu bytes\n", n, found[1].workspaceSize);
  STATUS(hipblasLtMatmul(h, desc, &one, f, l, f, l, &zero, f, l, f, l, &found[1].algo, f,
                         found[1].workspaceSize, stream));
  hipblasLtMatmulAlgo_t none = {};
  STATUS(hipblasLtMatmul(h, desc, &one, f, l, f, l, &zero, f, l, f, l, &none, f, 0, stream));
  STATUS(hipblasLtMatmulDescSetAttribute(desc, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, &bias,
                                         sizeof bias));
  STATUS(hipblasLtMatmul(h, desc, &one, f, l, f, l, &zero, f, l, f, l, nullptr, f, 0, stream));
  STATUS(hipblasLtDestroy(h));
}

static void fft() {
  hipfftHandle plan, many;
  int n[] = {4, 6}, in[] = {5, 7}, out[] = {5, 8};
  size_t work = 0;
  STATUS(hipfftPlan1d(&plan, 8, HIPFFT_C2C, 3));
  STATUS(hipfftExecC2C(plan, (hipfftComplex *)f, (hipfftComplex *)f, HIPFFT_BACKWARD));
  STATUS(hipfftDestroy(plan));
  STATUS(hipfftCreate(&many));
  STATUS(hipfftSetAutoAllocation(many, 0));
  STATUS(hipfftMakePlanMany(many, 2, n, in, 2, 70, out, 3, 120, HIPFFT_D2Z, 2, &work));
  std::printf("%zu bytes\n", work);
  STATUS(hipfftSetWorkArea(many, f));
  STATUS(hipfftSetStream(many, stream));
  STATUS(hipfftExecD2Z(many, d, (hipfftDoubleComplex *)d));
  STATUS(hipfftDestroy(many));
}

static void sparse() {
  hipsparseHandle_t h;
  hipsparseSpMatDescr_t a;
  hipsparseDnVecDescr_t x, y;
  hipsparseDnMatDescr_t b, c;
  hipsparseSpSVDescr_t solver;
  hipsparseSpVecDescr_t v;
  size_t size = 0;
  float one = 1, zero = 0, dot;
  hipsparseFillMode_t fill = HIPSPARSE_FILL_MODE_UPPER;
  STATUS(hipsparseCreate(&h));
  STATUS(hipsparseSetStream(h, stream));
  STATUS(hipsparseCreateCsr(&a, 4, 4, 6, indices, indices, f, HIPSPARSE_INDEX_32I,
                            HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ONE, HIP_R_32F));
  STATUS(hipsparseCreateDnVec(&x, 4, f, HIP_R_32F));
  STATUS(hipsparseCreateDnVec(&y, 4, f, HIP_R_32F));
  STATUS(hipsparseCreateDnMat(&b, 4, 2, 4, f, HIP_R_32F, HIPSPARSE_ORDER_COL));
  STATUS(hipsparseCreateDnMat(&c, 4, 2, 2, f, HIP_R_32F, HIPSPARSE_ORDER_ROW));
  STATUS(hipsparseSpMV_bufferSize(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y,
                                  HIP_R_32F, HIPSPARSE_SPMV_ALG_DEFAULT, &size));
  std::printf("%zu bytes\n", size);
  STATUS(hipsparseSpMV(h, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE, &one, a, x, &zero, y, HIP_R_32F,
                       HIPSPARSE_SPMV_ALG_DEFAULT, f));
  STATUS(hipsparseSpMM(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_NON_TRANSPOSE,
                       &one, a, b, &zero, c, HIP_R_32F, HIPSPARSE_SPMM_ALG_DEFAULT, f));
  STATUS(hipsparseDnMatSetStridedBatch(b, 3, 8)); // one matrix and three
  STATUS(hipsparseDnMatSetStridedBatch(c, 3, 8));
  STATUS(hipsparseSpMM(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, HIPSPARSE_OPERATION_NON_TRANSPOSE,
                       &one, a, b, &zero, c, HIP_R_32F, HIPSPARSE_SPMM_ALG_DEFAULT, f));
  STATUS(hipsparseCreateSpVec(&v, 4, 2, indices, f, HIPSPARSE_INDEX_32I, HIPSPARSE_INDEX_BASE_ZERO,
                              HIP_R_32F));
  STATUS(hipsparseSpVV(h, HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE, v, y, &dot, HIP_R_32F, f));
  STATUS(hipsparseDestroySpVec(v));
  STATUS(hipsparseSpMatSetAttribute(a, HIPSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  STATUS(hipsparseSpSV_createDescr(&solver));
  STATUS(hipsparseSpSV_solve(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, y, HIP_R_32F,
                             HIPSPARSE_SPSV_ALG_DEFAULT, solver)); // without an analysis
  STATUS(hipsparseSpSV_analysis(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, y, HIP_R_32F,
                                HIPSPARSE_SPSV_ALG_DEFAULT, solver, f));
  STATUS(hipsparseSpSV_solve(h, HIPSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, y, HIP_R_32F,
                             HIPSPARSE_SPSV_ALG_DEFAULT, solver));
  STATUS(hipsparseSpSV_destroyDescr(solver));
  STATUS(hipsparseXcoo2csr(h, indices, 6, 4, indices, HIPSPARSE_INDEX_BASE_ZERO));
  STATUS(hipsparseCreateIdentityPermutation(h, 4, indices)); // which the double does not have
  STATUS(hipsparseDestroySpMat(a));
  STATUS(hipsparseDestroy(h));
}

static void jacobi(hipsolverHandle_t h) {
  hipsolverSyevjInfo_t eigen;
  hipsolverGesvdjInfo_t singular;
  int length = 0, iterations = 0;
  STATUS(hipsolverDnCreateSyevjInfo(&eigen));
  STATUS(hipsolverDnXsyevjSetTolerance(eigen, 1e-3));
  STATUS(hipsolverDnXsyevjSetMaxSweeps(eigen, 11));
  STATUS(hipsolverDnXsyevjGetSweeps(h, eigen, &length)); // before a call
  STATUS(hipsolverDnSsyevj_bufferSize(h, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, 4, f,
                                      5, f, &length, eigen));
  STATUS(hipsolverDnSsyevj(h, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, 4, f, 5, f, f,
                           length, indices, eigen));
  STATUS(hipsolverDnSsyevjBatched(h, HIPSOLVER_EIG_MODE_NOVECTOR, HIPSOLVER_FILL_MODE_UPPER, 4, f,
                                  5, f, f, length, indices, eigen, 3));
  STATUS(hipsolverDnXsyevjGetSweeps(h, eigen, &length));
  STATUS(hipsolverDnSsyevdx(h, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_EIG_RANGE_I,
                            HIPSOLVER_FILL_MODE_LOWER, 4, f, 5, 0, 0, 2, 3, &length, f, f, 32,
                            indices));
  STATUS(hipsolverDnSsygvj(h, HIPSOLVER_EIG_TYPE_2, HIPSOLVER_EIG_MODE_VECTOR,
                           HIPSOLVER_FILL_MODE_UPPER, 4, f, 5, f, 6, f, f, 32, indices, eigen));
  STATUS(hipsolverDnDestroySyevjInfo(eigen));
  STATUS(hipsolverDnCreateGesvdjInfo(&singular));
  STATUS(hipsolverDnXgesvdjSetSortEig(singular, 0));
  STATUS(hipsolverDnDgesvdj(h, HIPSOLVER_EIG_MODE_VECTOR, 1, 4, 3, d, 5, d, d, 6, d, 7, d, 64,
                            indices, singular));
  STATUS(hipsolverDnDestroyGesvdjInfo(singular));
  STATUS(hipsolverDnZhegvd(h, HIPSOLVER_EIG_TYPE_2, HIPSOLVER_EIG_MODE_VECTOR,
                           HIPSOLVER_FILL_MODE_LOWER, 4, (hipDoubleComplex *)d, 5,
                           (hipDoubleComplex *)d, 6, d, (hipDoubleComplex *)d, 64, indices));
  STATUS(hipsolverDnSSgels(h, 4, 3, 2, f, 5, f, 6, f, 7, f, 640, &iterations, indices));
}

static void solver() {
  hipsolverHandle_t h;
  int length = 0;
  STATUS(hipsolverCreate(&h));
  STATUS(hipsolverSetStream(h, stream));
  STATUS(hipsolverDnSgetrf_bufferSize(h, 4, 3, f, 5, &length));
  std::printf("length %d\n", length);
  STATUS(hipsolverDnSgetrf(h, 4, 3, f, 5, f, indices, indices));
  STATUS(hipsolverDnSgetrs(h, HIPSOLVER_OP_T, 4, 3, f, 5, indices, f, 6, indices));
  STATUS(hipsolverDnDpotrf(h, HIPSOLVER_FILL_MODE_UPPER, 4, d, 5, d, 64, indices));
  STATUS(hipsolverDnCheevd(h, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_LOWER, 4,
                           (hipFloatComplex *)f, 5, f, (hipFloatComplex *)f, 64, indices));
  STATUS(hipsolverDnSormqr(h, HIPSOLVER_SIDE_RIGHT, HIPSOLVER_OP_N, 4, 3, 2, f, 5, f, f, 6, f, 64,
                           indices));
  STATUS(hipsolverDnSgesvd(h, 'A', 'S', 4, 3, f, 5, f, f, 6, f, 7, f, 64, f, indices));
  STATUS(hipsolverDnDgetrf(h, 4, 3, d, 5, d, indices, indices)); // which the double does not have
  jacobi(h);
  STATUS(hipsolverDestroy(h));
}

static void collectives() {
  ncclUniqueId id;
  ncclComm_t c, part, none;
  ncclRedOp_t scaled = (ncclRedOp_t)7;
  ncclResult_t error = ncclSuccess;
  int count = 0;
  float half = 0.5f;
  STATUS(ncclGetUniqueId(&id));
  STATUS(ncclCommInitRank(&c, 3, id, 1));
  STATUS(ncclAllReduce(f, f, 16, ncclFloat, ncclAvg, c, stream));
  STATUS(ncclReduce(d, d, 8, ncclDouble, ncclMax, 2, c, nullptr));
  STATUS(ncclBcast(f, 5, ncclHalf, 1, c, stream));
  STATUS(ncclBroadcast(f, d, 5, ncclBfloat16, 1, c, stream));
  STATUS(ncclReduceScatter(f, d, 4, ncclInt32, ncclSum, c, stream));
  STATUS(ncclAllGather(f, d, 4, ncclUint8, c, stream));
  STATUS(ncclRedOpCreatePreMulSum(&scaled, &half, ncclFloat, ncclScalarHostImmediate, c));
  STATUS(ncclAllReduce(f, f, 16, ncclFloat, scaled, c, stream));
  STATUS(ncclRedOpDestroy(scaled, c));
  STATUS(ncclGroupStart()); // NCCL's groups begin before their first call
  STATUS(ncclGroupStart());
  STATUS(ncclSend(f, 6, ncclFloat, 2, c, stream));
  STATUS(ncclRecv(d, 6, ncclFloat, 0, c, stream));
  STATUS(ncclGroupEnd());
  STATUS(ncclGroupEnd());
  STATUS(ncclGroupStart());
  STATUS(ncclGroupEnd());
  STATUS(ncclCommSplit(c, 3, 2, &part, nullptr));
  STATUS(ncclCommSplit(c, NCCL_SPLIT_NOCOLOR, 0, &none, nullptr));
  std::printf("no part: %d\n", none == nullptr);
  STATUS(ncclCommCount(part, &count));
  STATUS(ncclCommCount(c, &count));
  std::printf("%d ranks\n", count);
  STATUS(ncclCommGetAsyncError(c, &error));
  STATUS(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
  STATUS(ncclAllReduce(f, f, 16, ncclFloat, ncclSum, c, stream));
  hipGraph_t graph;
  STATUS(hipStreamEndCapture(stream, &graph));
  STATUS(ncclAllReduce(f, f, 16, ncclFloat, ncclSum, nullptr, stream));
  STATUS(ncclCommFinalize(c));
  STATUS(ncclCommDestroy(c));
  STATUS(ncclCommAbort(part));
}

int main() {
  STATUS(hipMalloc((void **)&f, 4096));
  STATUS(hipMalloc((void **)&d, 4096));
  STATUS(hipMalloc((void **)&indices, 4096));
  STATUS(hipStreamCreate(&stream));
  blas();
  blaslt();
  fft();
  sparse();
  solver();
  collectives();
}
