// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLASLt's C++ extension over its C interface: problems by sizes, and lists of algorithms, of which a problem has one
// here. There are no grouped products.
#ifndef HIPBLASLT_EXT_HPP
#define HIPBLASLT_EXT_HPP

#include <hipblaslt/hipblaslt.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace hipblaslt_ext {

enum class GemmType { HIPBLASLT_GEMM = 1, HIPBLASLT_GROUPED_GEMM = 2 };

class GemmPreference {
public:
  void setMaxWorkspaceBytes(size_t workspaceBytes) { bytes = workspaceBytes; }
  size_t getMaxWorkspaceBytes() const { return bytes; }

private:
  size_t bytes = 0;
};
class GemmPreferenceV2 : public GemmPreference {};

struct GemmProblemType {
  hipblasOperation_t op_a = HIPBLAS_OP_N;
  hipblasOperation_t op_b = HIPBLAS_OP_N;
  hipDataType type_a = HIPBLASLT_DATATYPE_INVALID;
  hipDataType type_b = HIPBLASLT_DATATYPE_INVALID;
  hipDataType type_c = HIPBLASLT_DATATYPE_INVALID;
  hipDataType type_d = HIPBLASLT_DATATYPE_INVALID;
  hipblasComputeType_t type_compute = HIPBLAS_COMPUTE_32F;
};

struct GemmEpilogue {
  hipblasLtEpilogue_t mode = HIPBLASLT_EPILOGUE_DEFAULT;
  hipDataType bias_data_type = HIPBLASLT_DATATYPE_INVALID;
  int aux_ld = 0;
  int aux_stride = 0;
};

struct GemmTuning {
  uint8_t splitK = 0;
  uint8_t wgm = 0;
};

struct GemmInputs {
  const void *a = nullptr;
  const void *b = nullptr;
  const void *c = nullptr;
  const void *d = nullptr;
  const void *alpha = nullptr;
  const void *beta = nullptr;
  const void *bias = nullptr;
  const void *scaleA = nullptr;
  const void *scaleB = nullptr;
  const void *scaleC = nullptr;
  const void *scaleD = nullptr;
  const void *scaleAux = nullptr;
  const void *scaleAlphaVec = nullptr;
  const void *aux = nullptr;
  const void *amaxD = nullptr;
};

// The second versions have functions in place of members.
#define GOHIP_MEMBER(T, Name, member)                                                              \
  void set##Name(T value) { v.member = value; }                                                    \
  T get##Name() const { return v.member; }

class GemmProblemTypeV2 {
public:
  GemmProblemTypeV2() = default;
  GemmProblemTypeV2(hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA,
                    hipDataType typeB, hipDataType typeC, hipDataType typeD,
                    hipblasComputeType_t typeCompute)
      : v{opA, opB, typeA, typeB, typeC, typeD, typeCompute} {}
  GOHIP_MEMBER(hipblasOperation_t, OpA, op_a)
  GOHIP_MEMBER(hipblasOperation_t, OpB, op_b)
  GOHIP_MEMBER(hipDataType, TypeA, type_a)
  GOHIP_MEMBER(hipDataType, TypeB, type_b)
  GOHIP_MEMBER(hipDataType, TypeC, type_c)
  GOHIP_MEMBER(hipDataType, TypeD, type_d)
  GOHIP_MEMBER(hipblasComputeType_t, TypeCompute, type_compute)

private:
  friend class Gemm;
  GemmProblemType v;
};

class GemmEpilogueV2 {
public:
  GOHIP_MEMBER(hipblasLtEpilogue_t, Mode, mode)
  GOHIP_MEMBER(hipDataType, BiasDataType, bias_data_type)
  GOHIP_MEMBER(int, AuxLeadingDimension, aux_ld)
  GOHIP_MEMBER(int, AuxBatchStride, aux_stride)

private:
  friend class Gemm;
  GemmEpilogue v;
};

class GemmTuningV2 {
public:
  GOHIP_MEMBER(uint16_t, SplitK, splitK)
  GOHIP_MEMBER(int16_t, Wgm, wgm)

private:
  struct {
    uint16_t splitK = 0;
    int16_t wgm = 0;
  } v;
};

class GemmInputsV2 {
public:
  GOHIP_MEMBER(const void *, A, a)
  GOHIP_MEMBER(const void *, B, b)
  GOHIP_MEMBER(const void *, C, c)
  GOHIP_MEMBER(const void *, D, d)
  GOHIP_MEMBER(const void *, Alpha, alpha)
  GOHIP_MEMBER(const void *, Beta, beta)
  GOHIP_MEMBER(const void *, Bias, bias)
  GOHIP_MEMBER(const void *, ScaleA, scaleA)
  GOHIP_MEMBER(const void *, ScaleB, scaleB)
  GOHIP_MEMBER(const void *, ScaleC, scaleC)
  GOHIP_MEMBER(const void *, ScaleD, scaleD)
  GOHIP_MEMBER(const void *, ScaleAux, scaleAux)
  GOHIP_MEMBER(const void *, ScaleAlphaVec, scaleAlphaVec)
  GOHIP_MEMBER(const void *, Aux, aux)
  GOHIP_MEMBER(const void *, AmaxD, amaxD)

private:
  friend class Gemm;
  GemmInputs v;
};
#undef GOHIP_MEMBER

namespace gohip {

// A product by descriptors, which it owns or which the program does.
struct Problem {
  hipblasLtMatmulDesc_t desc = nullptr;
  hipblasLtMatrixLayout_t layout[4] = {};
  const void *in[3] = {}, *alpha = nullptr, *beta = nullptr;
  void *out = nullptr;
  bool owns = false;
  ~Problem() {
    if (!owns) return;
    if (desc) (void)hipblasLtMatmulDescDestroy(desc);
    for (auto l : layout)
      if (l) (void)hipblasLtMatrixLayoutDestroy(l);
  }
  template <class T>
  hipblasStatus_t set(hipblasStatus_t before, hipblasLtMatmulDescAttributes_t attribute, T value) {
    return before != HIPBLAS_STATUS_SUCCESS
               ? before
               : hipblasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value);
  }
};

inline hipblasStatus_t heuristic(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t desc,
                                 const hipblasLtMatrixLayout_t layout[4], size_t workspace,
                                 int count, std::vector<hipblasLtMatmulHeuristicResult_t> &found) {
  hipblasLtMatmulPreference_t preference;
  uint64_t bytes = workspace;
  int got = 0;
  found.clear();
  if (count < 1) return HIPBLAS_STATUS_INVALID_VALUE;
  hipblasStatus_t s = hipblasLtMatmulPreferenceCreate(&preference);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  (void)hipblasLtMatmulPreferenceSetAttribute(preference, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                              &bytes, sizeof bytes);
  found.resize(static_cast<size_t>(count));
  s = hipblasLtMatmulAlgoGetHeuristic(handle, desc, layout[0], layout[1], layout[2], layout[3],
                                      preference, count, found.data(), &got);
  found.resize(s == HIPBLAS_STATUS_SUCCESS ? static_cast<size_t>(got) : 0);
  (void)hipblasLtMatmulPreferenceDestroy(preference);
  return s;
}

inline hipDataType scalars(hipblasComputeType_t compute) {
  switch (compute) {
  case HIPBLAS_COMPUTE_64F:
  case HIPBLAS_COMPUTE_64F_PEDANTIC:
    return HIP_R_64F;
  case HIPBLAS_COMPUTE_32I:
  case HIPBLAS_COMPUTE_32I_PEDANTIC:
    return HIP_R_32I;
  default:
    return HIP_R_32F;
  }
}

// make creates the descriptors of a product by sizes, columns after each other.
inline hipblasStatus_t make(Problem &p, const GemmProblemType &type, int64_t m, int64_t n,
                            int64_t k, int64_t batches, const int64_t ld[4],
                            const int64_t stride[4]) {
  bool an = type.op_a == HIPBLAS_OP_N, bn = type.op_b == HIPBLAS_OP_N;
  const int64_t rows[4] = {an ? m : k, bn ? k : n, m, m}, cols[4] = {an ? k : m, bn ? n : k, n, n};
  const hipDataType types[4] = {type.type_a, type.type_b, type.type_c, type.type_d};
  p.owns = true;
  if (m < 0 || n < 0 || k < 0 || batches < 1) return HIPBLAS_STATUS_INVALID_VALUE;
  auto s = hipblasLtMatmulDescCreate(&p.desc, type.type_compute, scalars(type.type_compute));
  s = p.set(s, HIPBLASLT_MATMUL_DESC_TRANSA, static_cast<int32_t>(type.op_a));
  s = p.set(s, HIPBLASLT_MATMUL_DESC_TRANSB, static_cast<int32_t>(type.op_b));
  for (int i = 0; i < 4 && s == HIPBLAS_STATUS_SUCCESS; i++) {
    auto count = static_cast<int32_t>(batches);
    int64_t offset = stride ? stride[i] : rows[i] * cols[i];
    s = hipblasLtMatrixLayoutCreate(&p.layout[i], types[i], static_cast<uint64_t>(rows[i]),
                                    static_cast<uint64_t>(cols[i]), ld ? ld[i] : rows[i]);
    if (s != HIPBLAS_STATUS_SUCCESS) break;
    (void)hipblasLtMatrixLayoutSetAttribute(p.layout[i], HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                            &count, sizeof count);
    (void)hipblasLtMatrixLayoutSetAttribute(
        p.layout[i], HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &offset, sizeof offset);
  }
  return s;
}

} // namespace gohip

class GemmInstance {
public:
  virtual ~GemmInstance() = default;
  GemmInstance(const GemmInstance &) = delete;
  GemmInstance &operator=(const GemmInstance &) = delete;
  GemmInstance(GemmInstance &&) noexcept = default;
  GemmInstance &operator=(GemmInstance &&) noexcept = default;

  hipblasStatus_t algoGetHeuristic(int requestedAlgoCount, const GemmPreference &pref,
                                   std::vector<hipblasLtMatmulHeuristicResult_t> &found) {
    if (!problem) return HIPBLAS_STATUS_INVALID_VALUE;
    return gohip::heuristic(m_handle, problem->desc, problem->layout, pref.getMaxWorkspaceBytes(),
                            requestedAlgoCount, found);
  }
  hipblasStatus_t isAlgoSupported(hipblasLtMatmulAlgo_t &, size_t &workspaceSizeInBytes) {
    std::vector<hipblasLtMatmulHeuristicResult_t> found;
    if (!problem) return HIPBLAS_STATUS_INVALID_VALUE;
    auto s = gohip::heuristic(m_handle, problem->desc, problem->layout, 32 << 20, 1, found);
    if (!found.empty()) workspaceSizeInBytes = found[0].workspaceSize;
    return s;
  }
  template <class Tuning>
  hipblasStatus_t isAlgoSupported(hipblasLtMatmulAlgo_t &algo, Tuning &, size_t &workspace) {
    return isAlgoSupported(algo, workspace);
  }
  hipblasStatus_t initialize(const hipblasLtMatmulAlgo_t &algorithm, void *workspace,
                             bool useUserArgs = true, hipStream_t stream = nullptr) {
    (void)useUserArgs, (void)stream;
    if (!problem) return HIPBLAS_STATUS_INVALID_VALUE;
    algo = algorithm;
    space = workspace;
    ready = true;
    return HIPBLAS_STATUS_SUCCESS;
  }
  template <class Tuning>
  hipblasStatus_t initialize(const hipblasLtMatmulAlgo_t &algorithm, Tuning &, void *workspace,
                             bool useUserArgs = true, hipStream_t stream = nullptr) {
    return initialize(algorithm, workspace, useUserArgs, stream);
  }
  hipblasStatus_t run(hipStream_t stream, hipEvent_t start = nullptr, hipEvent_t stop = nullptr) {
    if (!problem || !ready) return HIPBLAS_STATUS_INVALID_VALUE;
    if (start && hipEventRecord(start, stream) != hipSuccess) return HIPBLAS_STATUS_INVALID_VALUE;
    const gohip::Problem &p = *problem;
    auto s = hipblasLtMatmul(m_handle, p.desc, p.alpha, p.in[0], p.layout[0], p.in[1], p.layout[1],
                             p.beta, p.in[2], p.layout[2], p.out, p.layout[3], &algo, space,
                             space ? size_t(32) << 20 : 0, stream);
    if (stop && hipEventRecord(stop, stream) != hipSuccess) return HIPBLAS_STATUS_INVALID_VALUE;
    return s;
  }
  GemmType getGemmType() const { return type; }
  size_t getGemmCount() const { return problem ? 1 : 0; }
  std::string getSolutionName() const { return "gohip"; }
  std::string getKernelName() const { return "gohip"; }

protected:
  GemmInstance(hipblasLtHandle_t handle, GemmType t) : type(t), m_handle(handle) {}
  GemmType type;
  hipblasLtHandle_t m_handle;
  std::unique_ptr<gohip::Problem> problem;
  hipblasLtMatmulAlgo_t algo = {};
  void *space = nullptr;
  bool ready = false;
};

class Gemm : public GemmInstance {
public:
  Gemm(hipblasLtHandle_t handle, hipblasOperation_t opA, hipblasOperation_t opB, hipDataType typeA,
       hipDataType typeB, hipDataType typeC, hipDataType typeD, hipblasComputeType_t typeCompute)
      : GemmInstance(handle, GemmType::HIPBLASLT_GEMM),
        types{opA, opB, typeA, typeB, typeC, typeD, typeCompute} {}
  Gemm(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t desc, const void *alpha, const void *A,
       hipblasLtMatrixLayout_t matA, const void *B, hipblasLtMatrixLayout_t matB, const void *beta,
       const void *C, hipblasLtMatrixLayout_t matC, void *D, hipblasLtMatrixLayout_t matD)
      : GemmInstance(handle, GemmType::HIPBLASLT_GEMM) {
    (void)setProblem(desc, alpha, A, matA, B, matB, beta, C, matC, D, matD);
  }

  hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count,
                             GemmEpilogue &epilogue, GemmInputs &inputs) {
    return set(types, m, n, k, batch_count, nullptr, nullptr, epilogue, inputs);
  }
  hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count,
                             GemmEpilogueV2 &epilogue, GemmInputsV2 &inputs) {
    return set(types, m, n, k, batch_count, nullptr, nullptr, epilogue.v, inputs.v);
  }
  hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, int64_t lda,
                             int64_t ldb, int64_t ldc, int64_t ldd, int64_t strideA,
                             int64_t strideB, int64_t strideC, int64_t strideD,
                             GemmEpilogue &epilogue, GemmInputs &inputs,
                             GemmProblemType &problemtype) {
    const int64_t ld[] = {lda, ldb, ldc, ldd}, stride[] = {strideA, strideB, strideC, strideD};
    return set(problemtype, m, n, k, batch_count, ld, stride, epilogue, inputs);
  }
  hipblasStatus_t setProblem(int64_t m, int64_t n, int64_t k, int64_t batch_count, int64_t lda,
                             int64_t ldb, int64_t ldc, int64_t ldd, int64_t strideA,
                             int64_t strideB, int64_t strideC, int64_t strideD,
                             GemmEpilogueV2 &epilogue, GemmInputsV2 &inputs,
                             GemmProblemTypeV2 &problemtype) {
    const int64_t ld[] = {lda, ldb, ldc, ldd}, stride[] = {strideA, strideB, strideC, strideD};
    return set(problemtype.v, m, n, k, batch_count, ld, stride, epilogue.v, inputs.v);
  }
  hipblasStatus_t setProblem(hipblasLtMatmulDesc_t desc, const void *alpha, const void *A,
                             hipblasLtMatrixLayout_t matA, const void *B,
                             hipblasLtMatrixLayout_t matB, const void *beta, const void *C,
                             hipblasLtMatrixLayout_t matC, void *D, hipblasLtMatrixLayout_t matD) {
    ready = false;
    if (!desc || !matA || !matB || !matC || !matD) return HIPBLAS_STATUS_INVALID_VALUE;
    problem = std::make_unique<gohip::Problem>();
    problem->desc = desc;
    hipblasLtMatrixLayout_t layouts[] = {matA, matB, matC, matD};
    std::memcpy(problem->layout, layouts, sizeof layouts);
    give(A, B, C, D, alpha, beta);
    return HIPBLAS_STATUS_SUCCESS;
  }
  GemmProblemType getProblemTypes() const { return types; }
  GemmProblemTypeV2 getProblemTypesV2() const {
    return {types.op_a,   types.op_b,   types.type_a,      types.type_b,
            types.type_c, types.type_d, types.type_compute};
  }

private:
  GemmProblemType types;
  void give(const void *a, const void *b, const void *c, const void *d, const void *alpha,
            const void *beta) {
    problem->in[0] = a, problem->in[1] = b, problem->in[2] = c;
    problem->out = const_cast<void *>(d);
    problem->alpha = alpha, problem->beta = beta;
  }
  hipblasStatus_t set(const GemmProblemType &type, int64_t m, int64_t n, int64_t k, int64_t batches,
                      const int64_t *ld, const int64_t *stride, const GemmEpilogue &e,
                      const GemmInputs &in) {
    ready = false;
    types = type;
    problem = std::make_unique<gohip::Problem>();
    gohip::Problem &p = *problem;
    auto s = gohip::make(p, type, m, n, k, batches, ld, stride);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_EPILOGUE, static_cast<uint32_t>(e.mode));
    if (e.bias_data_type != HIPBLASLT_DATATYPE_INVALID)
      s = p.set(s, HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, static_cast<int32_t>(e.bias_data_type));
    s = p.set(s, HIPBLASLT_MATMUL_DESC_BIAS_POINTER, in.bias);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, in.aux);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(e.aux_ld ? e.aux_ld : m));
    s = p.set(s, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
              int64_t(e.aux_stride ? e.aux_stride : m * n));
    s = p.set(s, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, in.scaleA);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER, in.scaleB);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER, in.scaleC);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER, in.scaleD);
    s = p.set(s, HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER, in.amaxD);
    if (in.scaleAux) s = p.set(s, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, in.scaleAux);
    if (in.scaleAlphaVec)
      s = p.set(s, HIPBLASLT_MATMUL_DESC_POINTER_MODE,
                static_cast<int32_t>(HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST));
    give(in.a, in.b, in.c, in.d, in.scaleAlphaVec ? in.scaleAlphaVec : in.alpha, in.beta);
    if (s != HIPBLAS_STATUS_SUCCESS) problem.reset();
    return s;
  }
};

// The algorithms for products of these types, found for one of 64 rows and columns.
inline hipblasStatus_t getAllAlgos(hipblasLtHandle_t handle, GemmType typeGemm,
                                   hipblasOperation_t opA, hipblasOperation_t opB,
                                   hipDataType typeA, hipDataType typeB, hipDataType typeC,
                                   hipDataType typeD, hipblasComputeType_t typeCompute,
                                   std::vector<hipblasLtMatmulHeuristicResult_t> &found) {
  found.clear();
  if (typeGemm != GemmType::HIPBLASLT_GEMM) return HIPBLAS_STATUS_NOT_SUPPORTED;
  gohip::Problem p;
  auto s = gohip::make(p, {opA, opB, typeA, typeB, typeC, typeD, typeCompute}, 64, 64, 64, 1,
                       nullptr, nullptr);
  return s == HIPBLAS_STATUS_SUCCESS
             ? gohip::heuristic(handle, p.desc, p.layout, 32 << 20, 1, found)
             : s;
}

inline int getIndexFromAlgo(hipblasLtMatmulAlgo_t &) { return 0; }
inline std::string getSolutionNameFromAlgo(hipblasLtHandle_t, hipblasLtMatmulAlgo_t &) {
  return "gohip";
}
inline std::string getKernelNameFromAlgo(hipblasLtHandle_t, hipblasLtMatmulAlgo_t &) {
  return "gohip";
}

inline hipblasStatus_t getAlgosFromIndex(hipblasLtHandle_t handle, std::vector<int> &algoIndex,
                                         std::vector<hipblasLtMatmulHeuristicResult_t> &found) {
  std::vector<hipblasLtMatmulHeuristicResult_t> all;
  found.clear();
  auto s = getAllAlgos(handle, GemmType::HIPBLASLT_GEMM, HIPBLAS_OP_N, HIPBLAS_OP_N, HIP_R_32F,
                       HIP_R_32F, HIP_R_32F, HIP_R_32F, HIPBLAS_COMPUTE_32F, all);
  for (int index : algoIndex)
    if (index == 0 && !all.empty()) found.push_back(all[0]);
  return s;
}

inline hipblasStatus_t matmulIsAlgoSupported(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t desc,
                                             const void *alpha, hipblasLtMatrixLayout_t Adesc,
                                             hipblasLtMatrixLayout_t Bdesc, const void *beta,
                                             hipblasLtMatrixLayout_t Cdesc,
                                             hipblasLtMatrixLayout_t Ddesc, hipblasLtMatmulAlgo_t &,
                                             size_t &workspaceSizeInBytes) {
  std::vector<hipblasLtMatmulHeuristicResult_t> found;
  const hipblasLtMatrixLayout_t layout[] = {Adesc, Bdesc, Cdesc, Ddesc};
  if (!alpha || !beta) return HIPBLAS_STATUS_INVALID_VALUE;
  auto s = gohip::heuristic(handle, desc, layout, 32 << 20, 1, found);
  if (!found.empty()) workspaceSizeInBytes = found[0].workspaceSize;
  return s;
}

inline int matmulIsTuned(hipblasLtHandle_t, hipblasLtMatmulDesc_t, hipblasLtMatrixLayout_t,
                         hipblasLtMatrixLayout_t, hipblasLtMatrixLayout_t,
                         hipblasLtMatrixLayout_t) {
  return 0;
}

} // namespace hipblaslt_ext

#endif
