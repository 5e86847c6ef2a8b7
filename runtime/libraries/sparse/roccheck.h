// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of librocsparse.so: its structures, and the checks of arguments.
#ifndef GOHIP_ROCSPARSE_CHECK_H
#define GOHIP_ROCSPARSE_CHECK_H

#include "sparse.h"

#include <rocsparse/rocsparse.h>

struct _rocsparse_handle {
  hipsparseHandle_t h;
};

struct _rocsparse_mat_descr {
  hipsparse_mat_descr *d;
  rocsparse_storage_mode storage;
};

// The infos of hipSPARSE's functions, which one info of rocSPARSE's contains.
#define INFOS(X)                                                                                   \
  X(Csrilu02, csrilu02)                                                                            \
  X(Csrsm2, csrsm2)                                                                                \
  X(Csric02, csric02)                                                                              \
  X(Csrgemm2, csrgemm2)                                                                            \
  X(Bsrsv2, bsrsv2)                                                                                \
  X(Bsrsm2, bsrsm2)                                                                                \
  X(Bsric02, bsric02)                                                                              \
  X(Bsrilu02, bsrilu02)                                                                            \
  X(Prune, prune)                                                                                  \
  X(Color, hipsparseColor)

// The data of a matrix that analyses find.
struct _rocsparse_mat_info {
#define INFO(Name, name) name##Info_t name;
  INFOS(INFO)
#undef INFO
  int *pivot; // first row of a triangular system whose diagonal is missing or 0, or -1
};

struct _rocsparse_spvec_descr {
  hipsparseSpVecDescr_t d;
};
struct _rocsparse_dnvec_descr {
  hipsparseDnVecDescr_t d;
};
struct _rocsparse_dnmat_descr {
  hipsparseDnMatDescr_t d;
};
struct _rocsparse_spmat_descr {
  hipsparseSpMatDescr_t d;
  rocsparse_matrix_type type;
  rocsparse_storage_mode storage;
  hipsparseSpSVDescr_t sv; // analyses of triangular systems
  hipsparseSpSMDescr_t sm;
};

namespace rocsparse {

inline rocsparse_status status_of(hipsparseStatus_t s) {
  switch (s) {
  case HIPSPARSE_STATUS_SUCCESS:
    return rocsparse_status_success;
  case HIPSPARSE_STATUS_NOT_INITIALIZED:
    return rocsparse_status_invalid_handle;
  case HIPSPARSE_STATUS_ALLOC_FAILED:
    return rocsparse_status_memory_error;
  case HIPSPARSE_STATUS_INVALID_VALUE:
    return rocsparse_status_invalid_value;
  case HIPSPARSE_STATUS_ARCH_MISMATCH:
    return rocsparse_status_arch_mismatch;
  case HIPSPARSE_STATUS_ZERO_PIVOT:
    return rocsparse_status_zero_pivot;
  case HIPSPARSE_STATUS_NOT_SUPPORTED:
  case HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
    return rocsparse_status_not_implemented;
  default:
    return rocsparse_status_internal_error;
  }
}

// checked is the status of a call before there is anything to do.
struct checked {
  rocsparse_status status = rocsparse_status_success;
  checked() {}
  explicit checked(rocsparse_handle h) { need(h, rocsparse_status_invalid_handle); }
  checked &need(bool ok, rocsparse_status bad) {
    if (status == rocsparse_status_success && !ok) status = bad;
    return *this;
  }
  template <class... P> checked &pointers(P... p) {
    return need((... && (p != nullptr)), rocsparse_status_invalid_pointer);
  }
  template <class... S> checked &sizes(S... s) {
    return need((... && (s >= 0)), rocsparse_status_invalid_size);
  }
  checked &value(bool known) { return need(known, rocsparse_status_invalid_value); }
  checked &op(rocsparse_operation t) {
    return value(t >= rocsparse_operation_none && t <= rocsparse_operation_conjugate_transpose);
  }
  checked &index(rocsparse_indextype t) {
    value(t >= rocsparse_indextype_u16 && t <= rocsparse_indextype_i64);
    return need(t != rocsparse_indextype_u16, rocsparse_status_not_implemented);
  }
  checked &base(rocsparse_index_base b) { return value((unsigned)b <= rocsparse_index_base_one); }
  checked &type(rocsparse_datatype t) {
    bool floating = t == rocsparse_datatype_f32_r || t == rocsparse_datatype_f64_r ||
                    t == rocsparse_datatype_f32_c || t == rocsparse_datatype_f64_c;
    value(floating || (t >= rocsparse_datatype_i8_r && t <= rocsparse_datatype_u32_r));
    return need(floating, rocsparse_status_not_implemented);
  }
  template <class F> rocsparse_status then(F call) {
    return status == rocsparse_status_success ? status_of(call()) : status;
  }
};

inline hipsparseOperation_t op(rocsparse_operation t) {
  return (hipsparseOperation_t)(t - rocsparse_operation_none);
}
inline hipsparseIndexBase_t base(rocsparse_index_base b) { return (hipsparseIndexBase_t)b; }
inline hipsparseIndexType_t index(rocsparse_indextype t) { return (hipsparseIndexType_t)t; }
inline hipDataType type(rocsparse_datatype t) {
  return t == rocsparse_datatype_f32_r   ? HIP_R_32F
         : t == rocsparse_datatype_f64_r ? HIP_R_64F
         : t == rocsparse_datatype_f32_c ? HIP_C_32F
                                         : HIP_C_64F;
}
inline rocsparse_datatype type(hipDataType t) {
  return t == HIP_R_32F   ? rocsparse_datatype_f32_r
         : t == HIP_R_64F ? rocsparse_datatype_f64_r
         : t == HIP_C_32F ? rocsparse_datatype_f32_c
                          : rocsparse_datatype_f64_c;
}
template <class T> rocsparse_datatype type_of() {
  return std::is_same_v<T, float>                     ? rocsparse_datatype_f32_r
         : std::is_same_v<T, double>                  ? rocsparse_datatype_f64_r
         : std::is_same_v<T, rocsparse_float_complex> ? rocsparse_datatype_f32_c
                                                      : rocsparse_datatype_f64_c;
}

// Functions of one backend are for devices whose memory the host accesses in place.
inline rocsparse_status on_host() {
  gl_device device;
  if (gl_current(&device) != hipSuccess) return rocsparse_status_internal_error;
  return device == GL_HOST ? rocsparse_status_success : rocsparse_status_not_implemented;
}

// csr_check checks the arrays of a matrix.
inline checked csr_check(rocsparse_handle handle, rocsparse_mat_descr descr, int m, int n, int nnz,
                         const void *values, const int *offsets, const int *indices) {
  checked c(handle);
  c.sizes(m, n, nnz).pointers(descr).need(!m || offsets, rocsparse_status_invalid_pointer);
  return c.need(!nnz || (values && indices), rocsparse_status_invalid_pointer);
}

inline hipsparseDirection_t direction(rocsparse_direction d) { return (hipsparseDirection_t)d; }

// bsr_check checks a matrix of blocks; its sizes are those in blocks.
inline checked bsr_check(rocsparse_handle handle, rocsparse_direction dir,
                         rocsparse_mat_descr descr, int mb, int nb, int nnzb, const void *values,
                         const int *offsets, const int *indices, int dim) {
  checked c = csr_check(handle, descr, mb, nb, nnzb, values, offsets, indices);
  c.value((unsigned)dir <= rocsparse_direction_column);
  return c.need(dim > 0, rocsparse_status_invalid_size);
}
inline checked policies(checked c, rocsparse_analysis_policy analysis,
                        rocsparse_solve_policy solve) {
  c.value((unsigned)analysis <= rocsparse_analysis_policy_force);
  return c.value(solve == rocsparse_solve_policy_auto);
}

} // namespace rocsparse

using namespace rocsparse;

#endif
