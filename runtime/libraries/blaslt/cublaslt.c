// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Products on NVIDIA devices, by cuBLASLt. Types, orders, epilogues and pointer modes have the same
// numbers; its descriptors are created for each call.
#include "blaslt.h"
#include "cuda.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// cuBLASLt's algorithm, which does not fit into hipBLASLt's.
typedef struct algorithm {
  uint64_t data[8];
} algorithm;

typedef struct result {
  algorithm algorithm;
  size_t workspace;
  int state;
  float waves;
  int reserved[4];
} result;

#define FUNCTIONS(X)                                                                               \
  X(create, cublasLtCreate, (void **))                                                             \
  X(destroy, cublasLtDestroy, (void *))                                                            \
  X(desc_create, cublasLtMatmulDescCreate, (void **, int, int))                                    \
  X(desc_destroy, cublasLtMatmulDescDestroy, (void *))                                             \
  X(desc_set, cublasLtMatmulDescSetAttribute, (void *, int, const void *, size_t))                 \
  X(layout_create, cublasLtMatrixLayoutCreate, (void **, int, uint64_t, uint64_t, int64_t))        \
  X(layout_destroy, cublasLtMatrixLayoutDestroy, (void *))                                         \
  X(layout_set, cublasLtMatrixLayoutSetAttribute, (void *, int, const void *, size_t))             \
  X(preference_create, cublasLtMatmulPreferenceCreate, (void **))                                  \
  X(preference_destroy, cublasLtMatmulPreferenceDestroy, (void *))                                 \
  X(preference_set, cublasLtMatmulPreferenceSetAttribute, (void *, int, const void *, size_t))     \
  X(heuristic, cublasLtMatmulAlgoGetHeuristic,                                                     \
    (void *, void *, void *, void *, void *, void *, void *, int, result *, int *))                \
  X(matmul, cublasLtMatmul,                                                                        \
    (void *, void *, const void *, const void *, void *, const void *, void *, const void *,       \
     const void *, void *, void *, void *, const algorithm *, void *, size_t, void *))

static struct {
#define FIELD(field, name, parameters) int(*field) parameters;
  FUNCTIONS(FIELD)
#undef FIELD
} lt;

static gl_cuda library = {.user = "hipblaslt",
                          .variable = "GOHIP_CUBLASLT",
                          .name = "libcublasLt",
                          .versions = (const int[]){13, 12, 11, 0},
                          .package = "CUDA's cuBLAS",
#define NAME(field, name, parameters) #name,
                          .want = (const char *const[]){FUNCTIONS(NAME) NULL}
#undef NAME
};

enum { // attributes
  DESC_POINTER_MODE = 2,
  DESC_TRANSA = 3,
  DESC_TRANSB = 4,
  DESC_EPILOGUE = 7,
  DESC_BIAS_POINTER = 8,
  DESC_EPILOGUE_AUX_POINTER = 11,
  DESC_EPILOGUE_AUX_LD = 12,
  DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
  DESC_A_SCALE_POINTER = 17, // followed by B, C and D
  DESC_BIAS_DATA_TYPE = 26,
  LAYOUT_ORDER = 1,
  LAYOUT_BATCH_COUNT = 5,
  LAYOUT_STRIDED_BATCH_OFFSET = 6,
  PREFERENCE_WORKSPACE = 1
};

// described is a product in cuBLASLt's descriptors.
typedef struct described {
  void *desc, *layout[4];
} described;

static void forget(described *d) {
  if (d->desc) (void)lt.desc_destroy(d->desc);
  for (int i = 0; i < 4; i++)
    if (d->layout[i]) (void)lt.layout_destroy(d->layout[i]);
}

static int describe_layout(void **to, const struct hipblaslt_layout *l) {
  int r = lt.layout_create(to, (int)l->type, l->rows, l->cols, l->ld);
  if (!r) r = lt.layout_set(*to, LAYOUT_ORDER, &l->order, sizeof l->order);
  if (!r) r = lt.layout_set(*to, LAYOUT_BATCH_COUNT, &l->batches, sizeof l->batches);
  if (!r) r = lt.layout_set(*to, LAYOUT_STRIDED_BATCH_OFFSET, &l->stride, sizeof l->stride);
  return r;
}

static bool is_narrow(uint32_t type) { return type == HIP_R_8F_E4M3 || type == HIP_R_8F_E5M2; }

// describe creates cuBLASLt's descriptors of a product; forget destroys them, also after a failure.
static int describe(described *d, const blaslt_product *p) {
  const struct hipblaslt_matmul *m = &p->desc;
  int32_t op[2] = {gl_cuda_op(m->trans[0]), gl_cuda_op(m->trans[1])};
  int r = lt.desc_create(&d->desc, gb_cuda_compute(m->compute), m->scalars);
  if (!r) r = lt.desc_set(d->desc, DESC_TRANSA, &op[0], sizeof op[0]);
  if (!r) r = lt.desc_set(d->desc, DESC_TRANSB, &op[1], sizeof op[1]);
  if (!r) r = lt.desc_set(d->desc, DESC_POINTER_MODE, &m->pointers, sizeof m->pointers);
  if (!r) r = lt.desc_set(d->desc, DESC_EPILOGUE, &m->epilogue, sizeof m->epilogue);
  bool biased = m->epilogue & (HIPBLASLT_EPILOGUE_BIAS | blaslt_gradients);
  bool aux = m->epilogue & blaslt_aux;
  if (!r && aux) r = lt.desc_set(d->desc, DESC_EPILOGUE_AUX_POINTER, &m->aux, sizeof m->aux);
  if (!r && aux) r = lt.desc_set(d->desc, DESC_EPILOGUE_AUX_LD, &m->aux_ld, sizeof m->aux_ld);
  if (!r && aux)
    r = lt.desc_set(d->desc, DESC_EPILOGUE_AUX_BATCH_STRIDE, &m->aux_stride, sizeof m->aux_stride);
  if (!r && biased) r = lt.desc_set(d->desc, DESC_BIAS_POINTER, &m->bias, sizeof m->bias);
  if (!r && biased && m->bias_type != HIPBLASLT_DATATYPE_INVALID)
    r = lt.desc_set(d->desc, DESC_BIAS_DATA_TYPE, &m->bias_type, sizeof m->bias_type);
  for (int i = 0; i < 4 && !r; i++)
    if (m->scale[i])
      r = lt.desc_set(d->desc, DESC_A_SCALE_POINTER + i, &m->scale[i], sizeof m->scale[i]);
  for (int i = 0; i < 4 && !r; i++) r = describe_layout(&d->layout[i], &p->layout[i]);
  return r;
}

// lacking reports features without a counterpart in cuBLASLt: scales of other than narrow types,
// which it does not reject, a C in another order than D, AMAX_D, which it has for narrow types only, and scales that
// are no single floats: it has those of blocks in tiles of its own, and vectors from CUDA 12.9 and some devices on.
static bool lacking(const blaslt_product *p) {
  if (p->desc.amax || p->desc.scale_mode[0] || p->desc.scale_mode[1]) return true;
  if (p->layout[BLASLT_C].order != p->layout[BLASLT_D].order) return true;
  for (int i = 0; i < 4; i++)
    if (p->desc.scale[i] && !is_narrow(p->layout[i].type)) return true;
  return gb_cuda_compute(p->desc.compute) < 0;
}

static hipblasStatus_t create(void **state) {
  void *stream;
  if (!gl_cuda_open(&library)) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define BIND(field, name, parameters) *(void **)&lt.field = gl_cuda_function(&library, #name);
  FUNCTIONS(BIND)
#undef BIND
  if (gohip_cuda_stream(NULL, &stream) != hipSuccess) return HIPBLAS_STATUS_NOT_INITIALIZED;
  return gb_cuda_status(lt.create(state));
}

static void destroy(void *state) {
  void *stream;
  if (gohip_cuda_stream(NULL, &stream) == hipSuccess) (void)lt.destroy(state);
}

// The algorithms found so far, without duplicates; hipBLASLt's algorithms contain their indices.
static struct {
  pthread_mutex_t mu;
  algorithm *all;
  int count, room;
} known = {.mu = PTHREAD_MUTEX_INITIALIZER};

enum { algorithm_mark = 0x47434c54 };

typedef struct kept {
  int mark, place;
} kept;

// keep returns the index of an algorithm, or -1 if memory cannot be allocated.
static int keep(const algorithm *a) {
  int place = 0;
  pthread_mutex_lock(&known.mu);
  while (place < known.count && memcmp(&known.all[place], a, sizeof *a)) place++;
  if (place == known.room) {
    int room = 2 * known.room + 16;
    algorithm *more = realloc(known.all, room * sizeof *more);
    if (more) {
      known.all = more;
      known.room = room;
    }
  }
  if (place == known.room)
    place = -1;
  else if (place == known.count)
    known.all[known.count++] = *a;
  pthread_mutex_unlock(&known.mu);
  return place;
}

static bool recall(const hipblasLtMatmulAlgo_t *of, algorithm *a) {
  kept k;
  memcpy(&k, of->data, sizeof k);
  pthread_mutex_lock(&known.mu);
  bool there = k.mark == algorithm_mark && k.place >= 0 && k.place < known.count;
  if (there) *a = known.all[k.place];
  pthread_mutex_unlock(&known.mu);
  return there;
}

static int find(void *handle, const described *d, uint64_t workspace, int room, result *found,
                int *count) {
  void *preference;
  int r = lt.preference_create(&preference);
  if (r) return r;
  r = lt.preference_set(preference, PREFERENCE_WORKSPACE, &workspace, sizeof workspace);
  if (!r)
    r = lt.heuristic(handle, d->desc, d->layout[0], d->layout[1], d->layout[2], d->layout[3],
                     preference, room, found, count);
  (void)lt.preference_destroy(preference);
  return r;
}

static hipblasStatus_t algorithms(void *state, const blaslt_product *p,
                                  const struct hipblaslt_preference *preference, int room,
                                  hipblasLtMatmulHeuristicResult_t *found, int *count) {
  void *stream;
  described d = {0};
  int n = 0;
  if (lacking(p)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  if (gohip_cuda_stream(NULL, &stream) != hipSuccess) return HIPBLAS_STATUS_INTERNAL_ERROR;
  result *results = calloc(room, sizeof *results);
  if (!results) return HIPBLAS_STATUS_ALLOC_FAILED;
  int r = describe(&d, p);
  if (!r) r = find(state, &d, preference->workspace, room, results, &n);
  forget(&d);
  for (int i = 0; !r && i < n; i++) {
    kept k = {algorithm_mark, keep(&results[i].algorithm)};
    if (k.place < 0) break;
    found[i] = (hipblasLtMatmulHeuristicResult_t){.workspaceSize = results[i].workspace,
                                                  .state = gb_cuda_status(results[i].state),
                                                  .wavesCount = results[i].waves};
    memcpy(found[i].algo.data, &k, sizeof k);
    found[i].algo.max_workspace_bytes = results[i].workspace;
    *count = i + 1;
  }
  free(results);
  return r || n ? gb_cuda_status(r) : HIPBLAS_STATUS_NOT_SUPPORTED;
}

static hipblasStatus_t multiply(void *state, blaslt_product *p, hipStream_t stream) {
  void *cuda;
  described d = {0};
  algorithm a;
  if (lacking(p)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  if (p->algorithm && !recall(p->algorithm, &a)) return HIPBLAS_STATUS_INVALID_VALUE;
  hipError_t e = gohip_cuda_stream(stream, &cuda);
  if (e == hipErrorStreamCaptureUnsupported) return HIPBLAS_STATUS_NOT_SUPPORTED;
  if (e != hipSuccess) return HIPBLAS_STATUS_EXECUTION_FAILED;
  int r = describe(&d, p);
  if (!r)
    r = lt.matmul(state, d.desc, p->scalar[0], p->in[BLASLT_A], d.layout[BLASLT_A], p->in[BLASLT_B],
                  d.layout[BLASLT_B], p->scalar[1], p->in[BLASLT_C] ? p->in[BLASLT_C] : p->out,
                  d.layout[BLASLT_C], p->out, d.layout[BLASLT_D], p->algorithm ? &a : NULL,
                  p->workspace, p->workspace_size, cuda);
  forget(&d);
  return gb_cuda_status(r);
}

const blaslt_backend blaslt_on_cuda = {create, destroy, algorithms, multiply, NULL};
