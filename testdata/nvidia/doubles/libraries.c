// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A double of CUDA's libraries for tests: its functions compute nothing. Each prints its name and what
// it was given, and refuses what the library would not survive: a handle that is none, a stream that
// the driver's double does not know, memory that is not the device's, no current context. It is built
// once for each library, whose number LIBRARY is.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t word;

static struct {
  int mark;
} handle = {0x4c494252};

static int driver(const char *name, word a, word b, word c) {
  int (*f)(word, word, word) = (int (*)(word, word, word))dlsym(RTLD_DEFAULT, name);
  return f ? f(a, b, c) : -1;
}

static int is_stream(word s) {
  int r = s == 1 ? 0 : driver("cuStreamQuery", s, 0, 0);
  return r == 0 || r == 600;
}

static int is_device_memory(word p) {
  unsigned type = 0;
  return driver("cuPointerGetAttribute", (word)&type, 2, p) == 0 && type == 2;
}

static int has_context(void) {
  void *context = NULL;
  return driver("cuCtxGetCurrent", (word)&context, 0, 0) == 0 && context;
}

// argument prints one, by its kind: h handle, s stream, i int, l long, p memory of the device, n such
// memory or null, v an address that is not looked at, f d a scalar of the host, o a handle to be made,
// z a size to be told, c a length to be told, u l's of an array of the host with as many as the int before.
// It says whether the argument can be.
static int argument(char kind, word v, word before, word after) {
  switch (kind) {
  case 'h':
    return v == (word)&handle;
  case 'H': // cuFFT's handles are numbers
    return (int)v == 42;
  case 's':
    printf(" %s", v == 1 ? "legacy" : "stream");
    return is_stream(v);
  case 'i':
    printf(" %d", (int)v);
    return 1;
  case 'l':
    printf(" %lld", (long long)v);
    return 1;
  case 'p':
    printf(" p");
    return is_device_memory(v);
  case 'n':
    printf(v ? " p" : " null");
    return !v || is_device_memory(v);
  case 'v':
    printf(v ? " v" : " null");
    return 1;
  case 'f':
    printf(" %g", *(float *)v);
    return 1;
  case 'd':
    printf(" %g", *(double *)v);
    return 1;
  case 'a': // the value of an attribute, with its size after it
    if (after != 8)
      printf(" %d", *(int *)v);
    else if (is_device_memory(*(word *)v))
      printf(" p");
    else
      printf(" %lld", *(long long *)v);
    return 1;
  case 'o':
    *(void **)v = &handle;
    return 1;
  case 'O':
    *(int *)v = 42;
    return 1;
  case 'z':
    *(size_t *)v = 64;
    return 1;
  case 'c':
    *(int *)v = 32;
    return 1;
  case 'u':
    if (!v) printf(" null");
    for (int i = 0; v && i < (int)before; i++) printf(" %lld", ((long long *)v)[i]);
    return 1;
  }
  return 0;
}

static int record(const char *name, const char *kinds, const word *a) {
  static const int invalid[] = {7, 7, 4, 3, 3, 4};
  int good = has_context();
  printf("%s", name);
  word rank = kinds[0] == 'H' ? a[1] : 0;
  for (int i = 0; kinds[i]; i++)
    if (!argument(kinds[i], a[i], rank, a[i + 1])) good = 0;
  printf(good ? "\n" : " BAD\n");
  fflush(stdout);
  return good ? 0 : invalid[LIBRARY];
}

// All arguments of these functions are integers and addresses, which the calling conventions of
// 64-bit Linux hand over alike, each as a word.
#define F(name, kinds)                                                                             \
  int name(word a, word b, word c, word d, word e, word f, word g, word h, word i, word j, word k, \
           word l, word m, word n, word o, word p, word q, word r, word s, word t, word u) {       \
    const word all[] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u};            \
    return record(#name, kinds, all);                                                              \
  }

#if LIBRARY == 0 // cuBLAS
F(cublasCreate_v2, "o")
F(cublasDestroy_v2, "h")
F(cublasSetStream_v2, "hs")
F(cublasSetPointerMode_v2, "hi")
F(cublasSetMathMode, "hi")
F(cublasSetAtomicsMode, "hi")
F(cublasAxpyEx, "hifipiipiii")
F(cublasScalEx, "hifipiii")
F(cublasDotEx, "hipiipiivii")
F(cublasNrm2Ex, "hipiivii")
F(cublasGemmEx, "hiiiiifpiipiifpiiii")
F(cublasGemmBatchedEx, "hiiiiifpiipiifpiiiii")
F(cublasGemmStridedBatchedEx, "hiiiiifpiilpiilfpiiliii")
F(cublasSgemm_v2, "hiiiiifpipifpi")
F(cublasDgemm_v2, "hiiiiidpipidpi")
F(cublasSgemmBatched, "hiiiiifpipifpii")
F(cublasDgemmStridedBatched, "hiiiiidpilpildpili")
F(cublasStrsm_v2, "hiiiiiifpipi")
F(cublasSsyrk_v2, "hiiiifpifpi")
F(cublasDdot_v2, "hipipiv")
F(cublasIsamax_v2, "hipiv")
F(cublasSscal_v2, "hifpi")
F(cublasSgeam, "hiiiifpifpipi")
F(cublasSgetrfBatched, "hipippi")
F(cublasZgetrsBatched, "hiiipippivi")
F(cublasDgetriBatched, "hipippipi")
F(cublasCgeqrfBatched, "hiipipvi")
F(cublasSgelsBatched, "hiiiipipivpi")
#elif LIBRARY == 1 // cuBLASLt
F(cublasLtCreate, "o")
F(cublasLtDestroy, "h")
F(cublasLtMatmulDescCreate, "oii")
F(cublasLtMatmulDescDestroy, "h")
F(cublasLtMatmulDescSetAttribute, "hiai")
F(cublasLtMatrixLayoutCreate, "oilll")
F(cublasLtMatrixLayoutDestroy, "h")
F(cublasLtMatrixLayoutSetAttribute, "hiai")
F(cublasLtMatmulPreferenceCreate, "o")
F(cublasLtMatmulPreferenceDestroy, "h")
F(cublasLtMatmulPreferenceSetAttribute, "hiai")
F(cublasLtMatmul, "hhfphphfphphvvls")
// Two algorithms, of which the program may take either.
int cublasLtMatmulAlgoGetHeuristic(void *h, void *desc, void *a, void *b, void *c, void *d,
                                   void *preference, int room, void *results, int *count) {
  struct {
    uint64_t algorithm[8];
    size_t workspace;
    int state;
    float waves;
    int reserved[4];
  } *found = results;
  (void)h, (void)desc, (void)a, (void)b, (void)c, (void)d, (void)preference;
  printf("cublasLtMatmulAlgoGetHeuristic %d\n", room);
  for (*count = 0; *count < room && *count < 2; ++*count) {
    memset(&found[*count], 0, sizeof found[0]);
    found[*count].algorithm[0] = 7 + *count;
    found[*count].workspace = 256;
  }
  return 0;
}
#elif LIBRARY == 2 // cuFFT
F(cufftCreate, "O")
F(cufftDestroy, "H")
F(cufftSetAutoAllocation, "Hi")
F(cufftSetWorkArea, "Hp")
F(cufftSetStream, "Hs")
F(cufftMakePlanMany64, "Hiuullullilz")
F(cufftExecC2C, "Hppi")
F(cufftExecR2C, "Hpp")
F(cufftExecC2R, "Hpp")
F(cufftExecZ2Z, "Hppi")
F(cufftExecD2Z, "Hpp")
F(cufftExecZ2D, "Hpp")
#elif LIBRARY == 3 // cuSPARSE
F(cusparseCreate, "o")
F(cusparseDestroy, "h")
F(cusparseSetStream, "hs")
F(cusparseSetPointerMode, "hi")
F(cusparseCreateDnVec, "olpi")
F(cusparseDestroyDnVec, "h")
F(cusparseDnVecSetValues, "hp")
F(cusparseCreateDnMat, "olllpii")
F(cusparseDestroyDnMat, "h")
F(cusparseDnMatSetValues, "hp")
F(cusparseDnMatSetStridedBatch, "hil")
F(cusparseCreateSpVec, "ollppiii")
F(cusparseDestroySpVec, "h")
F(cusparseSpVV, "hihhvip")
F(cusparseCsrSetStridedBatch, "hill")
F(cusparseCreateCsr, "olllpppiiii")
F(cusparseCsrSetPointers, "hppp")
F(cusparseDestroySpMat, "h")
F(cusparseSpMatSetAttribute, "hiai")
F(cusparseSpMV_bufferSize, "hifhhfhiiz")
F(cusparseSpMV, "hifhhfhiip")
F(cusparseSpMM, "hiifhhfhiip")
F(cusparseSpSV_createDescr, "o")
F(cusparseSpSV_destroyDescr, "h")
F(cusparseSpSV_analysis, "hifhhhiihp")
F(cusparseSpSV_solve, "hifhhhiih")
F(cusparseXcoo2csr, "hpiipi")
#elif LIBRARY == 4 // cuSOLVER
F(cusolverDnCreate, "o")
F(cusolverDnDestroy, "h")
F(cusolverDnSetStream, "hs")
F(cusolverDnSgetrf_bufferSize, "hiipic")
F(cusolverDnSgetrf, "hiipippp")
F(cusolverDnSgetrs, "hiiipippip")
F(cusolverDnDpotrf, "hiipipip")
F(cusolverDnCheevd, "hiiipippip")
F(cusolverDnSormqr, "hiiiiipippipip")
F(cusolverDnSgesvd, "hiiiipippipipipp")
F(cusolverDnCreateSyevjInfo, "o")
F(cusolverDnDestroySyevjInfo, "h")
F(cusolverDnXsyevjSetSortEig, "hi")
F(cusolverDnXsyevjSetTolerance, "h")
F(cusolverDnXsyevjSetMaxSweeps, "hi")
F(cusolverDnXsyevjGetSweeps, "hhc")
F(cusolverDnSsyevdx, "hiiiipiiivppip")
F(cusolverDnSsygvj, "hiiiipipippiph")
F(cusolverDnSsyevj_bufferSize, "hiiipipch")
F(cusolverDnSsyevj, "hiiipippiph")
F(cusolverDnSsyevjBatched, "hiiipippiphi")
F(cusolverDnCreateGesvdjInfo, "o")
F(cusolverDnDestroyGesvdjInfo, "h")
F(cusolverDnXgesvdjSetSortEig, "hi")
F(cusolverDnDgesvdj, "hiiiipippipipiph")
F(cusolverDnZhegvd, "hiiiipipippip")
F(cusolverDnSSgels, "hiiipipipiplvp")
#elif LIBRARY == 5 // NCCL; the ID, which the call has by value, is none of the words
F(ncclGetUniqueId, "v")
F(ncclCommInitRank, "oii")
F(ncclCommDestroy, "h")
F(ncclCommAbort, "h")
F(ncclCommFinalize, "h")
F(ncclCommGetAsyncError, "hv")
F(ncclCommCount, "hc")
F(ncclCommUserRank, "hc")
F(ncclCommSplit, "hiiov")
F(ncclGroupStart, "")
F(ncclGroupEnd, "")
F(ncclRedOpCreatePreMulSum, "vfiih")
F(ncclRedOpDestroy, "ih")
F(ncclAllReduce, "ppliihs")
F(ncclReduce, "ppliiihs")
F(ncclBroadcast, "ppliihs")
F(ncclReduceScatter, "ppliihs")
F(ncclAllGather, "pplihs")
F(ncclSend, "pliihs")
F(ncclRecv, "pliihs")
#endif
