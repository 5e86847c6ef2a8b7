// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's names, over hipSPARSE. Arguments are checked here, because rocSPARSE's statuses are
// finer.
#include "roccheck.h"

#include <algorithm>

namespace {

// made gives a new descriptor to the caller.
template <class D, class H> rocsparse_status made(D **to, H descr, hipsparseStatus_t s) {
  if (s != HIPSPARSE_STATUS_SUCCESS) return status_of(s);
  *to = (D *)calloc(1, sizeof **to);
  if (!*to) return rocsparse_status_memory_error;
  (*to)->d = descr;
  return rocsparse_status_success;
}

} // namespace

rocsparse_status rocsparse_create_handle(rocsparse_handle *handle) {
  if (!handle) return rocsparse_status_invalid_pointer;
  hipsparseHandle_t h;
  hipsparseStatus_t s = hipsparseCreate(&h);
  if (s != HIPSPARSE_STATUS_SUCCESS) return status_of(s);
  *handle = (rocsparse_handle)calloc(1, sizeof **handle);
  if (!*handle) {
    (void)hipsparseDestroy(h);
    return rocsparse_status_memory_error;
  }
  (*handle)->h = h;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle) {
  if (!handle) return rocsparse_status_invalid_handle;
  rocsparse_status s = status_of(hipsparseDestroy(handle->h));
  free(handle);
  return s;
}
rocsparse_status rocsparse_set_stream(rocsparse_handle handle, hipStream_t stream) {
  return checked(handle).then([=] { return hipsparseSetStream(handle->h, stream); });
}
rocsparse_status rocsparse_get_stream(rocsparse_handle handle, hipStream_t *stream) {
  return checked(handle).pointers(stream).then(
      [=] { return hipsparseGetStream(handle->h, stream); });
}
rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode mode) {
  return checked(handle).value((unsigned)mode <= rocsparse_pointer_mode_device).then([=] {
    return hipsparseSetPointerMode(handle->h, (hipsparsePointerMode_t)mode);
  });
}
rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle, rocsparse_pointer_mode *mode) {
  return checked(handle).pointers(mode).then([=] {
    hipsparsePointerMode_t m = HIPSPARSE_POINTER_MODE_HOST;
    hipsparseStatus_t s = hipsparseGetPointerMode(handle->h, &m);
    *mode = (rocsparse_pointer_mode)m;
    return s;
  });
}
rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version) {
  checked c(handle);
  if (c.pointers(version).status == rocsparse_status_success)
    *version =
        ROCSPARSE_VERSION_MAJOR * 100000 + ROCSPARSE_VERSION_MINOR * 100 + ROCSPARSE_VERSION_PATCH;
  return c.status;
}
rocsparse_status rocsparse_get_git_rev(rocsparse_handle handle, char *rev) {
  checked c(handle);
  if (c.pointers(rev).status == rocsparse_status_success) strcpy(rev, "gohipcc");
  return c.status;
}

static const char *const names[][2] = {
    {"rocsparse_status_success", "success"},
    {"rocsparse_status_invalid_handle", "the handle is null"},
    {"rocsparse_status_not_implemented", "the function is not implemented"},
    {"rocsparse_status_invalid_pointer", "a pointer is null"},
    {"rocsparse_status_invalid_size", "a size is invalid"},
    {"rocsparse_status_memory_error", "memory cannot be allocated"},
    {"rocsparse_status_internal_error", "the device or the library failed"},
    {"rocsparse_status_invalid_value", "a value is invalid"},
    {"rocsparse_status_arch_mismatch", "the device does not have the function"},
    {"rocsparse_status_zero_pivot", "a pivot is 0"},
    {"rocsparse_status_not_initialized", "the descriptor is not initialized"},
    {"rocsparse_status_type_mismatch", "index types differ"},
    {"rocsparse_status_requires_sorted_storage", "the matrix must be sorted"},
    {"rocsparse_status_thrown_exception", "an exception was thrown"},
    {"rocsparse_status_continue", "nothing failed so far"}};
const char *rocsparse_get_status_name(rocsparse_status status) {
  return (unsigned)status <= rocsparse_status_continue ? names[status][0] : "unknown status";
}
const char *rocsparse_get_status_description(rocsparse_status status) {
  return (unsigned)status <= rocsparse_status_continue ? names[status][1] : "unknown status";
}

rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr) {
  hipsparseMatDescr_t d = nullptr;
  if (!descr) return rocsparse_status_invalid_pointer;
  auto s = hipsparseCreateMatDescr(&d);
  return made(descr, d, s);
}
rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr d) {
  if (!d) return rocsparse_status_invalid_pointer;
  (void)hipsparseDestroyMatDescr(d->d);
  free(d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest, const rocsparse_mat_descr src) {
  if (!dest || !src) return rocsparse_status_invalid_pointer;
  dest->storage = src->storage;
  dest->d->type = src->d->type;
  dest->d->fill = src->d->fill;
  dest->d->diag = src->d->diag;
  dest->d->base = src->d->base;
  sparse::changed(dest->d);
  return rocsparse_status_success;
}
#define PROPERTY(name, kind, Name, field, most)                                                    \
  rocsparse_status rocsparse_set_mat_##name(rocsparse_mat_descr d, rocsparse_##kind v) {           \
    return checked().pointers(d).value((unsigned)v <= most).then([=] {                             \
      return hipsparseSetMat##Name(d->d, (decltype(d->d->field))v);                                \
    });                                                                                            \
  }                                                                                                \
  rocsparse_##kind rocsparse_get_mat_##name(const rocsparse_mat_descr d) {                         \
    return d ? (rocsparse_##kind)d->d->field : (rocsparse_##kind)0;                                \
  }
PROPERTY(index_base, index_base, IndexBase, base, rocsparse_index_base_one)
PROPERTY(type, matrix_type, Type, type, rocsparse_matrix_type_triangular)
PROPERTY(fill_mode, fill_mode, FillMode, fill, rocsparse_fill_mode_upper)
PROPERTY(diag_type, diag_type, DiagType, diag, rocsparse_diag_type_unit)
rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr d, rocsparse_storage_mode v) {
  checked c;
  if (c.pointers(d).value((unsigned)v <= rocsparse_storage_mode_unsorted).status ==
      rocsparse_status_success)
    d->storage = v;
  return c.status;
}
rocsparse_storage_mode rocsparse_get_mat_storage_mode(const rocsparse_mat_descr d) {
  return d ? d->storage : rocsparse_storage_mode_sorted;
}

static void destroy_infos(rocsparse_mat_info i) {
#define DESTROY(Name, name)                                                                        \
  if (i->name) (void)hipsparseDestroy##Name##Info(i->name);
  INFOS(DESTROY)
#undef DESTROY
  free(i->pivot);
  free(i);
}
rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info) {
  if (!info) return rocsparse_status_invalid_pointer;
  rocsparse_mat_info i = (rocsparse_mat_info)calloc(1, sizeof *i);
  if (!i) return rocsparse_status_memory_error;
  i->pivot = (int *)malloc(sizeof *i->pivot);
  bool all = i->pivot;
#define CREATE(Name, name)                                                                         \
  all = all && hipsparseCreate##Name##Info(&i->name) == HIPSPARSE_STATUS_SUCCESS;
  INFOS(CREATE)
#undef CREATE
  if (!all) {
    destroy_infos(i);
    return rocsparse_status_memory_error;
  }
  *i->pivot = -1;
  *info = i;
  return rocsparse_status_success;
}
// A call may still be queued that writes the pivot.
rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info) {
  if (!info) return rocsparse_status_invalid_pointer;
  (void)hipDeviceSynchronize();
  destroy_infos(info);
  return rocsparse_status_success;
}

rocsparse_status rocsparse_create_spvec_descr(rocsparse_spvec_descr *descr, int64_t size,
                                              int64_t nnz, void *indices, void *values,
                                              rocsparse_indextype idx_type,
                                              rocsparse_index_base idx_base,
                                              rocsparse_datatype data_type) {
  hipsparseSpVecDescr_t d = nullptr;
  checked c;
  c.pointers(descr)
      .sizes(size, nnz, size - nnz)
      .need(!nnz || (indices && values), rocsparse_status_invalid_pointer);
  if (c.index(idx_type).base(idx_base).type(data_type).status != rocsparse_status_success)
    return c.status;
  auto s = hipsparseCreateSpVec(&d, size, nnz, indices, values, index(idx_type), base(idx_base),
                                type(data_type));
  return made(descr, d, s);
}
rocsparse_status rocsparse_create_const_spvec_descr(rocsparse_const_spvec_descr *descr,
                                                    int64_t size, int64_t nnz, const void *indices,
                                                    const void *values,
                                                    rocsparse_indextype idx_type,
                                                    rocsparse_index_base idx_base,
                                                    rocsparse_datatype data_type) {
  return rocsparse_create_spvec_descr((rocsparse_spvec_descr *)descr, size, nnz, (void *)indices,
                                      (void *)values, idx_type, idx_base, data_type);
}
rocsparse_status rocsparse_destroy_spvec_descr(rocsparse_const_spvec_descr d) {
  if (!d) return rocsparse_status_invalid_pointer;
  (void)hipsparseDestroySpVec(d->d);
  free((void *)d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spvec_get(const rocsparse_spvec_descr d, int64_t *size, int64_t *nnz,
                                     void **indices, void **values, rocsparse_indextype *idx_type,
                                     rocsparse_index_base *idx_base,
                                     rocsparse_datatype *data_type) {
  checked c;
  c.pointers(d, size, nnz, indices, values, idx_type, idx_base, data_type);
  if (c.status != rocsparse_status_success) return c.status;
  *size = d->d->size;
  *nnz = d->d->nnz;
  *indices = d->d->indices;
  *values = d->d->values;
  *idx_type = (rocsparse_indextype)d->d->index;
  *idx_base = (rocsparse_index_base)d->d->base;
  *data_type = type(d->d->type);
  return c.status;
}
rocsparse_status rocsparse_spvec_get_index_base(rocsparse_const_spvec_descr d,
                                                rocsparse_index_base *idx_base) {
  if (!d || !idx_base) return rocsparse_status_invalid_pointer;
  *idx_base = (rocsparse_index_base)d->d->base;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spvec_get_values(const rocsparse_spvec_descr d, void **values) {
  if (!d || !values) return rocsparse_status_invalid_pointer;
  *values = d->d->values;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spvec_set_values(rocsparse_spvec_descr d, void *values) {
  if (!d || !values) return rocsparse_status_invalid_pointer;
  d->d->values = values;
  sparse::changed(d->d);
  return rocsparse_status_success;
}

// new_matrix creates a matrix of a format whose offsets are present if there are some.
template <class Create>
static rocsparse_status new_matrix(rocsparse_spmat_descr *descr, Create create, int64_t rows,
                                   int64_t cols, int64_t nnz, bool offsets, const void *indices,
                                   const void *values, rocsparse_indextype ptr_type,
                                   rocsparse_indextype ind_type, rocsparse_index_base idx_base,
                                   rocsparse_datatype data_type) {
  hipsparseSpMatDescr_t d = nullptr;
  checked c;
  c.pointers(descr).sizes(rows, cols, nnz);
  c.need(nnz == 0 || (rows > 0 && cols > 0 && nnz <= (__int128)rows * cols),
         rocsparse_status_invalid_size);
  c.need(offsets && !indices == !values, rocsparse_status_invalid_pointer);
  c.index(ptr_type).index(ind_type).base(idx_base).type(data_type);
  if (c.status != rocsparse_status_success) return c.status;
  auto s = create(&d);
  return made(descr, d, s);
}
#define COMPRESSED(format, Create, lines)                                                          \
  rocsparse_status rocsparse_create_##format##_descr(                                              \
      rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *offsets,        \
      void *indices, void *values, rocsparse_indextype ptr_type, rocsparse_indextype ind_type,     \
      rocsparse_index_base idx_base, rocsparse_datatype data_type) {                               \
    return new_matrix(                                                                             \
        descr,                                                                                     \
        [&](hipsparseSpMatDescr_t *d) {                                                            \
          return hipsparseCreate##Create(d, rows, cols, nnz, offsets, indices, values,             \
                                         index(ptr_type), index(ind_type), base(idx_base),         \
                                         type(data_type));                                         \
        },                                                                                         \
        rows, cols, nnz, offsets || !(lines), indices, values, ptr_type, ind_type, idx_base,       \
        data_type);                                                                                \
  }                                                                                                \
  rocsparse_status rocsparse_create_const_##format##_descr(                                        \
      rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,                 \
      const void *offsets, const void *indices, const void *values, rocsparse_indextype ptr_type,  \
      rocsparse_indextype ind_type, rocsparse_index_base idx_base, rocsparse_datatype data_type) { \
    return rocsparse_create_##format##_descr((rocsparse_spmat_descr *)descr, rows, cols, nnz,      \
                                             (void *)offsets, (void *)indices, (void *)values,     \
                                             ptr_type, ind_type, idx_base, data_type);             \
  }                                                                                                \
  rocsparse_status rocsparse_##format##_get(                                                       \
      const rocsparse_spmat_descr d, int64_t *rows, int64_t *cols, int64_t *nnz, void **offsets,   \
      void **indices, void **values, rocsparse_indextype *ptr_type, rocsparse_indextype *ind_type, \
      rocsparse_index_base *idx_base, rocsparse_datatype *data_type) {                             \
    checked c;                                                                                     \
    c.pointers(d, rows, cols, nnz, offsets, indices, values, ptr_type, ind_type, idx_base,         \
               data_type);                                                                         \
    if (c.status != rocsparse_status_success) return c.status;                                     \
    *rows = d->d->rows;                                                                            \
    *cols = d->d->cols;                                                                            \
    *nnz = d->d->nnz;                                                                              \
    *offsets = d->d->offsets;                                                                      \
    *indices = d->d->indices;                                                                      \
    *values = d->d->values;                                                                        \
    *ptr_type = (rocsparse_indextype)d->d->offset;                                                 \
    *ind_type = (rocsparse_indextype)d->d->index;                                                  \
    *idx_base = (rocsparse_index_base)d->d->base;                                                  \
    *data_type = type(d->d->type);                                                                 \
    return c.status;                                                                               \
  }                                                                                                \
  rocsparse_status rocsparse_##format##_set_pointers(rocsparse_spmat_descr d, void *offsets,       \
                                                     void *indices, void *values) {                \
    if (!d || !offsets || !indices || !values) return rocsparse_status_invalid_pointer;            \
    d->d->offsets = offsets;                                                                       \
    d->d->indices = indices;                                                                       \
    d->d->values = values;                                                                         \
    sparse::changed(d->d);                                                                         \
    return rocsparse_status_success;                                                               \
  }
COMPRESSED(csr, Csr, rows)
COMPRESSED(csc, Csc, cols)

rocsparse_status rocsparse_create_coo_descr(rocsparse_spmat_descr *descr, int64_t rows,
                                            int64_t cols, int64_t nnz, void *coo_row_ind,
                                            void *coo_col_ind, void *coo_val,
                                            rocsparse_indextype idx_type,
                                            rocsparse_index_base idx_base,
                                            rocsparse_datatype data_type) {
  return new_matrix(
      descr,
      [&](hipsparseSpMatDescr_t *d) {
        return hipsparseCreateCoo(d, rows, cols, nnz, coo_row_ind, coo_col_ind, coo_val,
                                  index(idx_type), base(idx_base), type(data_type));
      },
      rows, cols, nnz, coo_row_ind || !nnz, coo_col_ind, coo_val, idx_type, idx_type, idx_base,
      data_type);
}
rocsparse_status rocsparse_create_const_coo_descr(rocsparse_const_spmat_descr *descr, int64_t rows,
                                                  int64_t cols, int64_t nnz,
                                                  const void *coo_row_ind, const void *coo_col_ind,
                                                  const void *coo_val, rocsparse_indextype idx_type,
                                                  rocsparse_index_base idx_base,
                                                  rocsparse_datatype data_type) {
  return rocsparse_create_coo_descr((rocsparse_spmat_descr *)descr, rows, cols, nnz,
                                    (void *)coo_row_ind, (void *)coo_col_ind, (void *)coo_val,
                                    idx_type, idx_base, data_type);
}
rocsparse_status rocsparse_coo_get(const rocsparse_spmat_descr d, int64_t *rows, int64_t *cols,
                                   int64_t *nnz, void **coo_row_ind, void **coo_col_ind,
                                   void **coo_val, rocsparse_indextype *idx_type,
                                   rocsparse_index_base *idx_base, rocsparse_datatype *data_type) {
  rocsparse_indextype same;
  return rocsparse_csr_get(d, rows, cols, nnz, coo_row_ind, coo_col_ind, coo_val, &same, idx_type,
                           idx_base, data_type);
}
rocsparse_status rocsparse_coo_set_pointers(rocsparse_spmat_descr descr, void *coo_row_ind,
                                            void *coo_col_ind, void *coo_val) {
  return rocsparse_csr_set_pointers(descr, coo_row_ind, coo_col_ind, coo_val);
}

rocsparse_status rocsparse_create_bsr_descr(rocsparse_spmat_descr *descr, int64_t, int64_t, int64_t,
                                            rocsparse_direction, int64_t, void *, void *, void *,
                                            rocsparse_indextype, rocsparse_indextype,
                                            rocsparse_index_base, rocsparse_datatype) {
  return descr ? rocsparse_status_not_implemented : rocsparse_status_invalid_pointer;
}
rocsparse_status rocsparse_create_ell_descr(rocsparse_spmat_descr *descr, int64_t rows,
                                            int64_t cols, void *ell_col_ind, void *ell_val,
                                            int64_t ell_width, rocsparse_indextype idx_type,
                                            rocsparse_index_base idx_base,
                                            rocsparse_datatype data_type) {
  if (ell_width < 0 || ell_width > cols || (ell_width && rows > INT64_MAX / ell_width))
    return rocsparse_status_invalid_size;
  return new_matrix(
      descr,
      [&](hipsparseSpMatDescr_t *d) {
        auto s = hipsparseCreateCoo(d, rows, cols, rows * ell_width, nullptr, ell_col_ind, ell_val,
                                    index(idx_type), base(idx_base), type(data_type));
        if (s == HIPSPARSE_STATUS_SUCCESS) (*d)->format = kFormatEll;
        return s;
      },
      rows, cols, rows * ell_width, true, ell_col_ind, ell_val, idx_type, idx_type, idx_base,
      data_type);
}
rocsparse_status rocsparse_ell_get(const rocsparse_spmat_descr d, int64_t *rows, int64_t *cols,
                                   void **ell_col_ind, void **ell_val, int64_t *ell_width,
                                   rocsparse_indextype *idx_type, rocsparse_index_base *idx_base,
                                   rocsparse_datatype *data_type) {
  rocsparse_indextype same;
  int64_t nnz;
  void *none;
  if (!ell_width) return rocsparse_status_invalid_pointer;
  auto s = rocsparse_csr_get(d, rows, cols, &nnz, &none, ell_col_ind, ell_val, &same, idx_type,
                             idx_base, data_type);
  if (s == rocsparse_status_success) *ell_width = *rows ? nnz / *rows : 0;
  return s;
}
rocsparse_status rocsparse_const_ell_get(rocsparse_const_spmat_descr d, int64_t *rows,
                                         int64_t *cols, const void **ell_col_ind,
                                         const void **ell_val, int64_t *ell_width,
                                         rocsparse_indextype *idx_type,
                                         rocsparse_index_base *idx_base,
                                         rocsparse_datatype *data_type) {
  return rocsparse_ell_get((rocsparse_spmat_descr)d, rows, cols, (void **)ell_col_ind,
                           (void **)ell_val, ell_width, idx_type, idx_base, data_type);
}
rocsparse_status rocsparse_ell_set_pointers(rocsparse_spmat_descr d, void *ell_col_ind,
                                            void *ell_val) {
  if (!d || !ell_col_ind || !ell_val) return rocsparse_status_invalid_pointer;
  d->d->indices = ell_col_ind;
  d->d->values = ell_val;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_create_bell_descr(rocsparse_spmat_descr *descr, int64_t, int64_t,
                                             rocsparse_direction, int64_t, int64_t, void *, void *,
                                             rocsparse_indextype, rocsparse_index_base,
                                             rocsparse_datatype) {
  return descr ? rocsparse_status_not_implemented : rocsparse_status_invalid_pointer;
}

rocsparse_status rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr d) {
  if (!d) return rocsparse_status_invalid_pointer;
  if (d->sv) (void)hipsparseSpSV_destroyDescr(d->sv);
  if (d->sm) (void)hipsparseSpSM_destroyDescr(d->sm);
  (void)hipsparseDestroySpMat(d->d);
  free((void *)d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr d, int64_t *rows,
                                          int64_t *cols, int64_t *nnz) {
  return checked().pointers(d, rows, cols, nnz).then([=] {
    return hipsparseSpMatGetSize(d->d, rows, cols, nnz);
  });
}
rocsparse_status rocsparse_spmat_get_nnz(rocsparse_const_spmat_descr d, int64_t *nnz) {
  int64_t rows, cols;
  return rocsparse_spmat_get_size(d, &rows, &cols, nnz);
}
rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr d,
                                            rocsparse_format *format) {
  if (!d || !format) return rocsparse_status_invalid_pointer;
  *format = d->d->format == HIPSPARSE_FORMAT_CSR   ? rocsparse_format_csr
            : d->d->format == HIPSPARSE_FORMAT_CSC ? rocsparse_format_csc
            : d->d->format == kFormatEll           ? rocsparse_format_ell
                                                   : rocsparse_format_coo;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr d,
                                                rocsparse_index_base *idx_base) {
  if (!d || !idx_base) return rocsparse_status_invalid_pointer;
  *idx_base = (rocsparse_index_base)d->d->base;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_get_values(rocsparse_spmat_descr d, void **values) {
  if (!d || !values) return rocsparse_status_invalid_pointer;
  *values = d->d->values;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_set_values(rocsparse_spmat_descr d, void *values) {
  return checked().pointers(d, values).then([=] { return hipsparseSpMatSetValues(d->d, values); });
}

rocsparse_status rocsparse_spmat_set_attribute(rocsparse_spmat_descr d,
                                               rocsparse_spmat_attribute attribute,
                                               const void *data, size_t data_size) {
  static const unsigned most[] = {rocsparse_fill_mode_upper, rocsparse_diag_type_unit,
                                  rocsparse_matrix_type_triangular,
                                  rocsparse_storage_mode_unsorted};
  checked c;
  c.pointers(d, data).value((unsigned)attribute <= rocsparse_spmat_storage_mode);
  c.need(data_size == sizeof(int), rocsparse_status_invalid_size);
  if (c.status != rocsparse_status_success) return c.status;
  unsigned v = *(const unsigned *)data;
  if (v > most[attribute]) return rocsparse_status_invalid_value;
  if (attribute == rocsparse_spmat_matrix_type)
    d->type = (rocsparse_matrix_type)v;
  else if (attribute == rocsparse_spmat_storage_mode)
    d->storage = (rocsparse_storage_mode)v;
  else
    return status_of(
        hipsparseSpMatSetAttribute(d->d, (hipsparseSpMatAttribute_t)attribute, data, data_size));
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr d,
                                               rocsparse_spmat_attribute attribute, void *data,
                                               size_t data_size) {
  checked c;
  c.pointers(d, data).value((unsigned)attribute <= rocsparse_spmat_storage_mode);
  c.need(data_size == sizeof(int), rocsparse_status_invalid_size);
  if (c.status != rocsparse_status_success) return c.status;
  const int all[] = {d->d->fill, d->d->diag, d->type, d->storage};
  *(int *)data = all[attribute];
  return c.status;
}
rocsparse_status rocsparse_csr_set_strided_batch(rocsparse_spmat_descr d, rocsparse_int batch_count,
                                                 int64_t offsets_batch_stride,
                                                 int64_t columns_values_batch_stride) {
  return checked().pointers(d).value(batch_count > 0).then([=] {
    return hipsparseCsrSetStridedBatch(d->d, batch_count, offsets_batch_stride,
                                       columns_values_batch_stride);
  });
}

rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr d, rocsparse_int batch_count,
                                                 int64_t batch_stride) {
  return checked().pointers(d).value(batch_count > 0).then([=] {
    return hipsparseCooSetStridedBatch(d->d, batch_count, batch_stride);
  });
}
rocsparse_status rocsparse_csc_set_strided_batch(rocsparse_spmat_descr d, rocsparse_int batch_count,
                                                 int64_t offsets_batch_stride,
                                                 int64_t rows_values_batch_stride) {
  return rocsparse_csr_set_strided_batch(d, batch_count, offsets_batch_stride,
                                         rows_values_batch_stride);
}
rocsparse_status rocsparse_spmat_get_strided_batch(rocsparse_const_spmat_descr d,
                                                   rocsparse_int *batch_count) {
  if (!d || !batch_count) return rocsparse_status_invalid_pointer;
  *batch_count = d->d->batches;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_set_strided_batch(rocsparse_spmat_descr d,
                                                   rocsparse_int batch_count) {
  if (!d) return rocsparse_status_invalid_pointer;
  if (batch_count <= 0) return rocsparse_status_invalid_value;
  d->d->batches = batch_count;
  sparse::changed(d->d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_set_nnz(rocsparse_spmat_descr d, int64_t nnz) {
  if (!d) return rocsparse_status_invalid_pointer;
  if (nnz < 0) return rocsparse_status_invalid_size;
  d->d->nnz = nnz;
  sparse::drop(d->d->cuda); // cuSPARSE's descriptor has the old number
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnmat_get_strided_batch(rocsparse_const_dnmat_descr d,
                                                   rocsparse_int *batch_count,
                                                   int64_t *batch_stride) {
  if (!d || !batch_count || !batch_stride) return rocsparse_status_invalid_pointer;
  *batch_count = d->d->batches;
  *batch_stride = d->d->stride;
  return rocsparse_status_success;
}

rocsparse_status rocsparse_create_dnvec_descr(rocsparse_dnvec_descr *descr, int64_t size,
                                              void *values, rocsparse_datatype data_type) {
  hipsparseDnVecDescr_t d = nullptr;
  checked c;
  c.pointers(descr).sizes(size).need(!size || values, rocsparse_status_invalid_pointer);
  if (c.type(data_type).status != rocsparse_status_success) return c.status;
  auto s = hipsparseCreateDnVec(&d, size, values, type(data_type));
  return made(descr, d, s);
}
rocsparse_status rocsparse_create_const_dnvec_descr(rocsparse_const_dnvec_descr *descr,
                                                    int64_t size, const void *values,
                                                    rocsparse_datatype data_type) {
  return rocsparse_create_dnvec_descr((rocsparse_dnvec_descr *)descr, size, (void *)values,
                                      data_type);
}
rocsparse_status rocsparse_create_dnmat_descr(rocsparse_dnmat_descr *descr, int64_t rows,
                                              int64_t cols, int64_t ld, void *values,
                                              rocsparse_datatype data_type, rocsparse_order order) {
  hipsparseDnMatDescr_t d = nullptr;
  checked c;
  c.pointers(descr).sizes(rows, cols).value((unsigned)order <= rocsparse_order_column);
  c.need(ld >= std::max<int64_t>(1, order == rocsparse_order_row ? cols : rows),
         rocsparse_status_invalid_size);
  c.need(!rows || !cols || values, rocsparse_status_invalid_pointer).type(data_type);
  if (c.status != rocsparse_status_success) return c.status;
  auto s = hipsparseCreateDnMat(&d, rows, cols, ld, values, type(data_type),
                                order == rocsparse_order_row ? HIPSPARSE_ORDER_ROW
                                                             : HIPSPARSE_ORDER_COL);
  return made(descr, d, s);
}
rocsparse_status rocsparse_create_const_dnmat_descr(rocsparse_const_dnmat_descr *descr,
                                                    int64_t rows, int64_t cols, int64_t ld,
                                                    const void *values,
                                                    rocsparse_datatype data_type,
                                                    rocsparse_order order) {
  return rocsparse_create_dnmat_descr((rocsparse_dnmat_descr *)descr, rows, cols, ld,
                                      (void *)values, data_type, order);
}
rocsparse_status rocsparse_destroy_dnvec_descr(rocsparse_const_dnvec_descr d) {
  if (!d) return rocsparse_status_invalid_pointer;
  (void)hipsparseDestroyDnVec(d->d);
  free((void *)d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_destroy_dnmat_descr(rocsparse_const_dnmat_descr d) {
  if (!d) return rocsparse_status_invalid_pointer;
  (void)hipsparseDestroyDnMat(d->d);
  free((void *)d);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnvec_get(const rocsparse_dnvec_descr d, int64_t *size, void **values,
                                     rocsparse_datatype *data_type) {
  if (!d || !size || !values || !data_type) return rocsparse_status_invalid_pointer;
  *size = d->d->size;
  *values = d->d->values;
  *data_type = type(d->d->type);
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnvec_get_values(const rocsparse_dnvec_descr d, void **values) {
  if (!d || !values) return rocsparse_status_invalid_pointer;
  *values = d->d->values;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnvec_set_values(rocsparse_dnvec_descr d, void *values) {
  return checked().pointers(d, values).then([=] { return hipsparseDnVecSetValues(d->d, values); });
}
rocsparse_status rocsparse_dnmat_get(const rocsparse_dnmat_descr d, int64_t *rows, int64_t *cols,
                                     int64_t *ld, void **values, rocsparse_datatype *data_type,
                                     rocsparse_order *order) {
  checked c;
  if (c.pointers(d, rows, cols, ld, values, data_type, order).status != rocsparse_status_success)
    return c.status;
  *rows = d->d->rows;
  *cols = d->d->cols;
  *ld = d->d->ld;
  *values = d->d->values;
  *data_type = type(d->d->type);
  *order = d->d->order == HIPSPARSE_ORDER_ROW ? rocsparse_order_row : rocsparse_order_column;
  return c.status;
}
rocsparse_status rocsparse_dnmat_get_values(const rocsparse_dnmat_descr d, void **values) {
  if (!d || !values) return rocsparse_status_invalid_pointer;
  *values = d->d->values;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnmat_set_values(rocsparse_dnmat_descr d, void *values) {
  return checked().pointers(d, values).then([=] { return hipsparseDnMatSetValues(d->d, values); });
}
rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr d,
                                                   rocsparse_int batch_count,
                                                   int64_t batch_stride) {
  return checked().pointers(d).value(batch_count > 0).then([=] {
    return hipsparseDnMatSetStridedBatch(d->d, batch_count, batch_stride);
  });
}

rocsparse_status rocsparse_axpby(rocsparse_handle handle, const void *alpha,
                                 rocsparse_const_spvec_descr x, const void *beta,
                                 rocsparse_dnvec_descr y) {
  return checked(handle).pointers(alpha, x, beta, y).then([=] {
    return hipsparseAxpby(handle->h, alpha, x->d, beta, y->d);
  });
}
rocsparse_status rocsparse_gather(rocsparse_handle handle, rocsparse_const_dnvec_descr y,
                                  rocsparse_spvec_descr x) {
  return checked(handle).pointers(y, x).then(
      [=] { return hipsparseGather(handle->h, y->d, x->d); });
}
rocsparse_status rocsparse_scatter(rocsparse_handle handle, rocsparse_const_spvec_descr x,
                                   rocsparse_dnvec_descr y) {
  return checked(handle).pointers(x, y).then(
      [=] { return hipsparseScatter(handle->h, x->d, y->d); });
}
rocsparse_status rocsparse_rot(rocsparse_handle handle, const void *c, const void *s,
                               rocsparse_spvec_descr x, rocsparse_dnvec_descr y) {
  return checked(handle).pointers(c, s, x, y).then([=] {
    return hipsparseRot(handle->h, c, s, x->d, y->d);
  });
}

// In the functions with one or two steps a null temp_buffer asks for the size. It is never 0, so
// that the caller's buffer is not null.
static hipsparseStatus_t sized(hipsparseStatus_t s, size_t *size) {
  if (s == HIPSPARSE_STATUS_SUCCESS) *size = std::max<size_t>(*size, 4);
  return s;
}

rocsparse_status rocsparse_spvv(rocsparse_handle handle, rocsparse_operation trans,
                                rocsparse_const_spvec_descr x, rocsparse_const_dnvec_descr y,
                                void *result, rocsparse_datatype compute_type, size_t *buffer_size,
                                void *temp_buffer) {
  checked c(handle);
  c.op(trans).type(compute_type).pointers(x, y, result);
  c.need(temp_buffer || buffer_size, rocsparse_status_invalid_pointer);
  return c.then([=] {
    if (!temp_buffer)
      return sized(hipsparseSpVV_bufferSize(handle->h, op(trans), x->d, y->d, result,
                                            type(compute_type), buffer_size),
                   buffer_size);
    return hipsparseSpVV(handle->h, op(trans), x->d, y->d, result, type(compute_type), temp_buffer);
  });
}

template <class Stage> static checked &stage(checked &c, Stage s, const size_t *buffer_size) {
  c.value((unsigned)s >= 1 && (unsigned)s <= 3);
  return c.need((unsigned)s != 1 || buffer_size, rocsparse_status_invalid_pointer);
}

rocsparse_status rocsparse_spmv(rocsparse_handle handle, rocsparse_operation trans,
                                const void *alpha, rocsparse_const_spmat_descr mat,
                                rocsparse_const_dnvec_descr x, const void *beta,
                                const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
                                rocsparse_spmv_alg alg, rocsparse_spmv_stage s, size_t *buffer_size,
                                void *temp_buffer) {
  checked c(handle);
  c.op(trans).type(compute_type).value((unsigned)alg <= rocsparse_spmv_alg_csr_lrb);
  stage(c.pointers(alpha, mat, x, beta, y), s, buffer_size);
  if (c.status == rocsparse_status_success)
    c.need(mat->type == rocsparse_matrix_type_general, rocsparse_status_not_implemented);
  return c.then([=] {
    if (s == rocsparse_spmv_stage_buffer_size)
      return sized(hipsparseSpMV_bufferSize(handle->h, op(trans), alpha, mat->d, x->d, beta, y->d,
                                            type(compute_type), HIPSPARSE_SPMV_ALG_DEFAULT,
                                            buffer_size),
                   buffer_size);
    if (s == rocsparse_spmv_stage_preprocess) return HIPSPARSE_STATUS_SUCCESS;
    return hipsparseSpMV(handle->h, op(trans), alpha, mat->d, x->d, beta, y->d, type(compute_type),
                         HIPSPARSE_SPMV_ALG_DEFAULT, temp_buffer);
  });
}
rocsparse_status rocsparse_spmv_ex(rocsparse_handle handle, rocsparse_operation trans,
                                   const void *alpha, rocsparse_const_spmat_descr mat,
                                   rocsparse_const_dnvec_descr x, const void *beta,
                                   const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
                                   rocsparse_spmv_alg alg, rocsparse_spmv_stage s,
                                   size_t *buffer_size, void *temp_buffer) {
  return rocsparse_spmv(handle, trans, alpha, mat, x, beta, y, compute_type, alg, s, buffer_size,
                        temp_buffer);
}

rocsparse_status rocsparse_spmm(rocsparse_handle handle, rocsparse_operation trans_A,
                                rocsparse_operation trans_B, const void *alpha,
                                rocsparse_const_spmat_descr mat_A,
                                rocsparse_const_dnmat_descr mat_B, const void *beta,
                                const rocsparse_dnmat_descr mat_C, rocsparse_datatype compute_type,
                                rocsparse_spmm_alg alg, rocsparse_spmm_stage s, size_t *buffer_size,
                                void *temp_buffer) {
  checked c(handle);
  c.op(trans_A).op(trans_B).type(compute_type);
  c.value((unsigned)alg <= rocsparse_spmm_alg_csr_merge_path);
  stage(c.pointers(alpha, mat_A, mat_B, beta, mat_C), s, buffer_size);
  return c.then([=] {
    if (s == rocsparse_spmm_stage_buffer_size)
      return sized(hipsparseSpMM_bufferSize(handle->h, op(trans_A), op(trans_B), alpha, mat_A->d,
                                            mat_B->d, beta, mat_C->d, type(compute_type),
                                            HIPSPARSE_SPMM_ALG_DEFAULT, buffer_size),
                   buffer_size);
    if (s == rocsparse_spmm_stage_preprocess) return HIPSPARSE_STATUS_SUCCESS;
    return hipsparseSpMM(handle->h, op(trans_A), op(trans_B), alpha, mat_A->d, mat_B->d, beta,
                         mat_C->d, type(compute_type), HIPSPARSE_SPMM_ALG_DEFAULT, temp_buffer);
  });
}

rocsparse_status rocsparse_spsv(rocsparse_handle handle, rocsparse_operation trans,
                                const void *alpha, rocsparse_const_spmat_descr mat,
                                rocsparse_const_dnvec_descr x, const rocsparse_dnvec_descr y,
                                rocsparse_datatype compute_type, rocsparse_spsv_alg alg,
                                rocsparse_spsv_stage s, size_t *buffer_size, void *temp_buffer) {
  checked c(handle);
  c.op(trans).type(compute_type).value(alg == rocsparse_spsv_alg_default);
  stage(c.pointers(alpha, mat, x, y), s, buffer_size);
  return c.then([=] {
    rocsparse_spmat_descr m = (rocsparse_spmat_descr)mat;
    hipsparseStatus_t made = m->sv ? HIPSPARSE_STATUS_SUCCESS : hipsparseSpSV_createDescr(&m->sv);
    if (made != HIPSPARSE_STATUS_SUCCESS) return made;
    if (s == rocsparse_spsv_stage_buffer_size)
      return sized(hipsparseSpSV_bufferSize(handle->h, op(trans), alpha, m->d, x->d, y->d,
                                            type(compute_type), HIPSPARSE_SPSV_ALG_DEFAULT, m->sv,
                                            buffer_size),
                   buffer_size);
    if (s == rocsparse_spsv_stage_preprocess)
      return hipsparseSpSV_analysis(handle->h, op(trans), alpha, m->d, x->d, y->d,
                                    type(compute_type), HIPSPARSE_SPSV_ALG_DEFAULT, m->sv,
                                    temp_buffer);
    return hipsparseSpSV_solve(handle->h, op(trans), alpha, m->d, x->d, y->d, type(compute_type),
                               HIPSPARSE_SPSV_ALG_DEFAULT, m->sv);
  });
}

rocsparse_status rocsparse_spsm(rocsparse_handle handle, rocsparse_operation trans_A,
                                rocsparse_operation trans_B, const void *alpha,
                                rocsparse_const_spmat_descr matA, rocsparse_const_dnmat_descr matB,
                                const rocsparse_dnmat_descr matC, rocsparse_datatype compute_type,
                                rocsparse_spsm_alg alg, rocsparse_spsm_stage s, size_t *buffer_size,
                                void *temp_buffer) {
  checked c(handle);
  c.op(trans_A).op(trans_B).type(compute_type).value(alg == rocsparse_spsm_alg_default);
  stage(c.pointers(alpha, matA, matB, matC), s, buffer_size);
  return c.then([=] {
    rocsparse_spmat_descr m = (rocsparse_spmat_descr)matA;
    hipsparseStatus_t made = m->sm ? HIPSPARSE_STATUS_SUCCESS : hipsparseSpSM_createDescr(&m->sm);
    if (made != HIPSPARSE_STATUS_SUCCESS) return made;
    if (s == rocsparse_spsm_stage_buffer_size)
      return sized(hipsparseSpSM_bufferSize(handle->h, op(trans_A), op(trans_B), alpha, m->d,
                                            matB->d, matC->d, type(compute_type),
                                            HIPSPARSE_SPSM_ALG_DEFAULT, m->sm, buffer_size),
                   buffer_size);
    if (s == rocsparse_spsm_stage_preprocess)
      return hipsparseSpSM_analysis(handle->h, op(trans_A), op(trans_B), alpha, m->d, matB->d,
                                    matC->d, type(compute_type), HIPSPARSE_SPSM_ALG_DEFAULT, m->sm,
                                    temp_buffer);
    return hipsparseSpSM_solve(handle->h, op(trans_A), op(trans_B), alpha, m->d, matB->d, matC->d,
                               type(compute_type), HIPSPARSE_SPSM_ALG_DEFAULT, m->sm, temp_buffer);
  });
}

#define SDDMM(name, Name, last, extra)                                                             \
  rocsparse_status rocsparse_##name(                                                               \
      rocsparse_handle handle, rocsparse_operation opA, rocsparse_operation opB,                   \
      const void *alpha, rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B,             \
      const void *beta, rocsparse_spmat_descr C, rocsparse_datatype compute_type,                  \
      rocsparse_sddmm_alg alg, last) {                                                             \
    checked c(handle);                                                                             \
    c.op(opA).op(opB).type(compute_type).value((unsigned)alg <= rocsparse_sddmm_alg_dense);        \
    c.pointers(alpha, A, B, beta, C);                                                              \
    return c.then([=] {                                                                            \
      return hipsparse##Name(handle->h, op(opA), op(opB), alpha, A->d, B->d, beta, C->d,           \
                             type(compute_type), HIPSPARSE_SDDMM_ALG_DEFAULT, extra);              \
    });                                                                                            \
  }
SDDMM(sddmm_buffer_size, SDDMM_bufferSize, size_t *buffer_size, buffer_size)
SDDMM(sddmm_preprocess, SDDMM_preprocess, void *temp_buffer, temp_buffer)
SDDMM(sddmm, SDDMM, void *temp_buffer, temp_buffer)

rocsparse_status rocsparse_dense_to_sparse(rocsparse_handle handle,
                                           rocsparse_const_dnmat_descr mat_A,
                                           rocsparse_spmat_descr mat_B,
                                           rocsparse_dense_to_sparse_alg alg, size_t *buffer_size,
                                           void *temp_buffer) {
  const auto plain = HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT;
  checked c(handle);
  c.pointers(mat_A, mat_B).value(alg == rocsparse_dense_to_sparse_alg_default);
  if (c.status == rocsparse_status_success)
    c.need(mat_B->d->format != kFormatEll, rocsparse_status_not_implemented);
  c.need(temp_buffer || buffer_size, rocsparse_status_invalid_pointer);
  return c.then([=] {
    if (!temp_buffer)
      return sized(
          hipsparseDenseToSparse_bufferSize(handle->h, mat_A->d, mat_B->d, plain, buffer_size),
          buffer_size);
    // The call with a null size converts; the one before it counts.
    if (buffer_size)
      return hipsparseDenseToSparse_analysis(handle->h, mat_A->d, mat_B->d, plain, temp_buffer);
    return hipsparseDenseToSparse_convert(handle->h, mat_A->d, mat_B->d, plain, temp_buffer);
  });
}
rocsparse_status rocsparse_sparse_to_dense(rocsparse_handle handle,
                                           rocsparse_const_spmat_descr mat_A,
                                           rocsparse_dnmat_descr mat_B,
                                           rocsparse_sparse_to_dense_alg alg, size_t *buffer_size,
                                           void *temp_buffer) {
  const auto plain = HIPSPARSE_SPARSETODENSE_ALG_DEFAULT;
  checked c(handle);
  c.pointers(mat_A, mat_B).value(alg == rocsparse_sparse_to_dense_alg_default);
  c.need(temp_buffer || buffer_size, rocsparse_status_invalid_pointer);
  return c.then([=] {
    if (!temp_buffer)
      return sized(
          hipsparseSparseToDense_bufferSize(handle->h, mat_A->d, mat_B->d, plain, buffer_size),
          buffer_size);
    return hipsparseSparseToDense(handle->h, mat_A->d, mat_B->d, plain, temp_buffer);
  });
}

rocsparse_status rocsparse_coo2csr(rocsparse_handle handle, const rocsparse_int *coo_row_ind,
                                   rocsparse_int nnz, rocsparse_int m, rocsparse_int *csr_row_ptr,
                                   rocsparse_index_base idx_base) {
  checked c(handle);
  c.base(idx_base).sizes(nnz, m).pointers(csr_row_ptr);
  return c.need(!nnz || coo_row_ind, rocsparse_status_invalid_pointer).then([=] {
    return hipsparseXcoo2csr(handle->h, coo_row_ind, nnz, m, csr_row_ptr, base(idx_base));
  });
}
rocsparse_status rocsparse_csr2coo(rocsparse_handle handle, const rocsparse_int *csr_row_ptr,
                                   rocsparse_int nnz, rocsparse_int m, rocsparse_int *coo_row_ind,
                                   rocsparse_index_base idx_base) {
  checked c(handle);
  c.base(idx_base).sizes(nnz, m).pointers(csr_row_ptr);
  return c.need(!nnz || coo_row_ind, rocsparse_status_invalid_pointer).then([=] {
    return hipsparseXcsr2coo(handle->h, csr_row_ptr, nnz, m, coo_row_ind, base(idx_base));
  });
}
rocsparse_status rocsparse_create_identity_permutation(rocsparse_handle handle, rocsparse_int n,
                                                       rocsparse_int *p) {
  checked c(handle);
  return c.sizes(n).need(!n || p, rocsparse_status_invalid_pointer).then([=] {
    return hipsparseCreateIdentityPermutation(handle->h, n, p);
  });
}
rocsparse_status rocsparse_csrsort_buffer_size(rocsparse_handle handle, rocsparse_int m,
                                               rocsparse_int n, rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               size_t *buffer_size) {
  checked c(handle);
  c.sizes(m, n, nnz).pointers(csr_row_ptr, buffer_size);
  return c.need(!nnz || csr_col_ind, rocsparse_status_invalid_pointer).then([=] {
    return sized(hipsparseXcsrsort_bufferSizeExt(handle->h, m, n, nnz, csr_row_ptr, csr_col_ind,
                                                 buffer_size),
                 buffer_size);
  });
}
rocsparse_status rocsparse_csrsort(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                                   rocsparse_int nnz, const rocsparse_mat_descr descr,
                                   const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind,
                                   rocsparse_int *perm, void *temp_buffer) {
  checked c(handle);
  c.sizes(m, n, nnz).pointers(descr, csr_row_ptr);
  c.need(!nnz || (csr_col_ind && temp_buffer), rocsparse_status_invalid_pointer);
  c.need(!nnz || perm, rocsparse_status_not_implemented); // hipSPARSE needs a permutation
  return c.then([=] {
    return hipsparseXcsrsort(handle->h, m, n, nnz, descr->d, csr_row_ptr, csr_col_ind, perm,
                             temp_buffer);
  });
}
rocsparse_status rocsparse_csr2csc_buffer_size(rocsparse_handle handle, rocsparse_int m,
                                               rocsparse_int n, rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               rocsparse_action copy_values, size_t *buffer_size) {
  checked c(handle);
  c.value((unsigned)copy_values <= rocsparse_action_numeric).sizes(m, n, nnz);
  c.pointers(csr_row_ptr, buffer_size).need(!nnz || csr_col_ind, rocsparse_status_invalid_pointer);
  // The type is not known here; the largest one has the largest buffer.
  return c.then([=] {
    return sized(hipsparseCsr2cscEx2_bufferSize(
                     handle->h, m, n, nnz, csr_col_ind, csr_row_ptr, csr_col_ind,
                     (void *)csr_col_ind, (int *)csr_row_ptr, (int *)csr_col_ind, HIP_C_64F,
                     (hipsparseAction_t)copy_values, HIPSPARSE_INDEX_BASE_ZERO,
                     HIPSPARSE_CSR2CSC_ALG_DEFAULT, buffer_size),
                 buffer_size);
  });
}

rocsparse_status rocsparse_csrmv_clear(rocsparse_handle handle, rocsparse_mat_info info) {
  return checked(handle).pointers(info).status;
}
rocsparse_status rocsparse_csrsv_clear(rocsparse_handle handle, const rocsparse_mat_descr descr,
                                       rocsparse_mat_info info) {
  return checked(handle).pointers(descr, info).status;
}
rocsparse_status rocsparse_csrilu0_clear(rocsparse_handle handle, rocsparse_mat_info info) {
  return checked(handle).pointers(info).status;
}

// position gives the caller a pivot, where the handle's pointer mode says.
static rocsparse_status position_of(rocsparse_handle handle, int pivot, rocsparse_int *position) {
  hipsparsePointerMode_t mode;
  if (hipsparseGetPointerMode(handle->h, &mode) != HIPSPARSE_STATUS_SUCCESS)
    return rocsparse_status_internal_error;
  if (mode == HIPSPARSE_POINTER_MODE_HOST)
    *position = pivot;
  else if (hipMemcpy(position, &pivot, sizeof pivot, hipMemcpyHostToDevice) != hipSuccess)
    return rocsparse_status_internal_error;
  return pivot >= 0 ? rocsparse_status_zero_pivot : rocsparse_status_success;
}
rocsparse_status rocsparse_csrsv_zero_pivot(rocsparse_handle handle,
                                            const rocsparse_mat_descr descr,
                                            rocsparse_mat_info info, rocsparse_int *position) {
  checked c(handle);
  hipStream_t stream;
  if (c.pointers(descr, info, position).status != rocsparse_status_success) return c.status;
  if (hipsparseGetStream(handle->h, &stream) != HIPSPARSE_STATUS_SUCCESS ||
      hipStreamSynchronize(stream) != hipSuccess)
    return rocsparse_status_internal_error;
  return position_of(handle, *info->pivot, position);
}
rocsparse_status rocsparse_csrilu0_zero_pivot(rocsparse_handle handle, rocsparse_mat_info info,
                                              rocsparse_int *position) {
  return checked(handle).pointers(info, position).then([=] {
    return hipsparseXcsrilu02_zeroPivot(handle->h, info->csrilu02, position);
  });
}

namespace {

// with_csr calls f with a matrix that has the properties of its descriptor.
template <class T, class F>
rocsparse_status with_csr(rocsparse_mat_descr descr, int m, int n, int nnz, const T *values,
                          const int *offsets, const int *indices, F f) {
  rocsparse_spmat_descr a;
  rocsparse_status s = rocsparse_create_csr_descr(
      &a, m, n, nnz, (void *)offsets, (void *)indices, (void *)values, rocsparse_indextype_i32,
      rocsparse_indextype_i32, (rocsparse_index_base)descr->d->base, type_of<T>());
  if (s != rocsparse_status_success) return s;
  s = rocsparse_spmat_set_attribute(a, rocsparse_spmat_fill_mode, &descr->d->fill, sizeof(int));
  if (s == rocsparse_status_success)
    s = rocsparse_spmat_set_attribute(a, rocsparse_spmat_diag_type, &descr->d->diag, sizeof(int));
  if (s == rocsparse_status_success) s = f(a);
  (void)rocsparse_destroy_spmat_descr(a);
  return s;
}

template <class T>
rocsparse_status multiply_vector(rocsparse_handle handle, rocsparse_operation trans, int m, int n,
                                 const T *alpha, rocsparse_spmat_descr a, const T *x, const T *beta,
                                 T *y) {
  rocsparse_dnvec_descr from, to;
  bool plain = trans == rocsparse_operation_none;
  rocsparse_status s = rocsparse_create_dnvec_descr(&from, plain ? n : m, (void *)x, type_of<T>());
  if (s != rocsparse_status_success) return s;
  s = rocsparse_create_dnvec_descr(&to, plain ? m : n, y, type_of<T>());
  size_t size = 0;
  void *buffer = nullptr;
  hipStream_t stream = nullptr;
  if (s == rocsparse_status_success) {
    auto step = [&](rocsparse_spmv_stage stage) {
      return rocsparse_spmv(handle, trans, alpha, a, from, beta, to, type_of<T>(),
                            rocsparse_spmv_alg_default, stage, &size, buffer);
    };
    s = step(rocsparse_spmv_stage_buffer_size);
    (void)hipsparseGetStream(handle->h, &stream);
    if (s == rocsparse_status_success && hipMallocAsync(&buffer, size, stream) != hipSuccess)
      s = rocsparse_status_memory_error;
    if (s == rocsparse_status_success) s = step(rocsparse_spmv_stage_compute);
    if (buffer) (void)hipFreeAsync(buffer, stream);
    (void)rocsparse_destroy_dnvec_descr(to);
  }
  (void)rocsparse_destroy_dnvec_descr(from);
  return s;
}

// diagonal is a search for the first row whose diagonal is missing or 0.
template <class T> struct diagonal {
  int m, base;
  const T *values;
  const int *offsets, *indices;
  int *pivot;
};
inline bool zero(float x) { return x == 0; }
inline bool zero(double x) { return x == 0; }
inline bool zero(hipFloatComplex x) { return x.x == 0 && x.y == 0; }
inline bool zero(hipDoubleComplex x) { return x.x == 0 && x.y == 0; }
template <class T> void search(void *argument) {
  const diagonal<T> *d = (const diagonal<T> *)argument;
  *d->pivot = -1;
  for (int i = 0; i < d->m && *d->pivot < 0; i++) {
    bool found = false;
    for (int k = d->offsets[i] - d->base; k < d->offsets[i + 1] - d->base && !found; k++)
      found = d->indices[k] - d->base == i && !zero(d->values[k]);
    if (!found) *d->pivot = i + d->base;
  }
}

// triangular does a step of a solve. The analysis is repeated, because nothing keeps it: on the
// host it costs nothing.
template <class T>
rocsparse_status triangular(rocsparse_handle handle, rocsparse_operation trans, int m,
                            const T *alpha, rocsparse_spmat_descr a, const T *x, T *y,
                            void *buffer) {
  rocsparse_dnvec_descr from, to;
  rocsparse_status s = rocsparse_create_dnvec_descr(&from, m, (void *)x, type_of<T>());
  if (s != rocsparse_status_success) return s;
  s = rocsparse_create_dnvec_descr(&to, m, y, type_of<T>());
  if (s == rocsparse_status_success) {
    size_t size;
    for (auto stage : {rocsparse_spsv_stage_buffer_size, rocsparse_spsv_stage_preprocess,
                       rocsparse_spsv_stage_compute})
      if (s == rocsparse_status_success)
        s = rocsparse_spsv(handle, trans, alpha, a, from, to, type_of<T>(),
                           rocsparse_spsv_alg_default, stage, &size, buffer);
    (void)rocsparse_destroy_dnvec_descr(to);
  }
  (void)rocsparse_destroy_dnvec_descr(from);
  return s;
}

// fill_dense converts a matrix with a buffer of its own.
rocsparse_status fill_dense(rocsparse_handle handle, rocsparse_spmat_descr a,
                            rocsparse_dnmat_descr to, hipStream_t stream) {
  size_t size = 0;
  void *buffer = nullptr;
  const auto alg = rocsparse_sparse_to_dense_alg_default;
  rocsparse_status s = rocsparse_sparse_to_dense(handle, a, to, alg, &size, nullptr);
  if (s == rocsparse_status_success && hipMallocAsync(&buffer, size, stream) != hipSuccess)
    s = rocsparse_status_memory_error;
  if (s == rocsparse_status_success)
    s = rocsparse_sparse_to_dense(handle, a, to, alg, nullptr, buffer);
  if (buffer) (void)hipFreeAsync(buffer, stream);
  return s;
}

template <class T>
rocsparse_status multiply_matrix(rocsparse_handle handle, rocsparse_operation trans_A,
                                 rocsparse_operation trans_B, int m, int n, int k, const T *alpha,
                                 rocsparse_spmat_descr a, const T *B, int ldb, const T *beta, T *C,
                                 int ldc) {
  rocsparse_dnmat_descr from, to;
  int inner = trans_A == rocsparse_operation_none ? k : m;
  int outer = trans_A == rocsparse_operation_none ? m : k;
  bool plain = trans_B == rocsparse_operation_none;
  rocsparse_status s =
      rocsparse_create_dnmat_descr(&from, plain ? inner : n, plain ? n : inner, ldb, (void *)B,
                                   type_of<T>(), rocsparse_order_column);
  if (s != rocsparse_status_success) return s;
  s = rocsparse_create_dnmat_descr(&to, outer, n, ldc, C, type_of<T>(), rocsparse_order_column);
  size_t size = 0;
  void *buffer = nullptr;
  hipStream_t stream = nullptr;
  if (s == rocsparse_status_success) {
    auto step = [&](rocsparse_spmm_stage stage) {
      return rocsparse_spmm(handle, trans_A, trans_B, alpha, a, from, beta, to, type_of<T>(),
                            rocsparse_spmm_alg_default, stage, &size, buffer);
    };
    s = step(rocsparse_spmm_stage_buffer_size);
    (void)hipsparseGetStream(handle->h, &stream);
    if (s == rocsparse_status_success && hipMallocAsync(&buffer, size, stream) != hipSuccess)
      s = rocsparse_status_memory_error;
    if (s == rocsparse_status_success) s = step(rocsparse_spmm_stage_compute);
    if (buffer) (void)hipFreeAsync(buffer, stream);
    (void)rocsparse_destroy_dnmat_descr(to);
  }
  (void)rocsparse_destroy_dnmat_descr(from);
  return s;
}

} // namespace

#define CSR_PARAMETERS(T)                                                                          \
  const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,             \
      const rocsparse_int *csr_col_ind
#define TYPE_FUNCTIONS(x, X, T)                                                                    \
  rocsparse_status rocsparse_##x##csrmv_analysis(                                                  \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, CSR_PARAMETERS(T), rocsparse_mat_info info) {                             \
    return csr_check(handle, descr, m, n, nnz, csr_val, csr_row_ptr, csr_col_ind)                  \
        .op(trans)                                                                                 \
        .pointers(info)                                                                            \
        .status;                                                                                   \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrmv(rocsparse_handle handle, rocsparse_operation trans,        \
                                        rocsparse_int m, rocsparse_int n, rocsparse_int nnz,       \
                                        const T *alpha, CSR_PARAMETERS(T), rocsparse_mat_info,     \
                                        const T *v, const T *beta, T *y) {                         \
    checked c = csr_check(handle, descr, m, n, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.op(trans)                                                                                    \
        .pointers(alpha, beta)                                                                     \
        .need(!m || !n || (v && y), rocsparse_status_invalid_pointer);                             \
    if (c.status != rocsparse_status_success) return c.status;                                     \
    if (descr->d->type != HIPSPARSE_MATRIX_TYPE_GENERAL) return rocsparse_status_not_implemented;  \
    if (!m || !n) return rocsparse_status_success;                                                 \
    return with_csr<T>(descr, m, n, nnz, csr_val, csr_row_ptr, csr_col_ind,                        \
                       [&](rocsparse_spmat_descr a) {                                              \
                         return multiply_vector<T>(handle, trans, m, n, alpha, a, v, beta, y);     \
                       });                                                                         \
  }                                                                                                \
  rocsparse_status rocsparse_##x##coomv(                                                           \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *coo_val,        \
      const rocsparse_int *coo_row_ind, const rocsparse_int *coo_col_ind, const T *v,              \
      const T *beta, T *y) {                                                                       \
    checked c = csr_check(handle, descr, 0, n, nnz, coo_val, coo_row_ind, coo_col_ind);            \
    c.sizes(m)                                                                                     \
        .op(trans)                                                                                 \
        .pointers(alpha, beta)                                                                     \
        .need((!nnz || coo_row_ind) && (!m || !n || (v && y)), rocsparse_status_invalid_pointer);  \
    if (c.status != rocsparse_status_success) return c.status;                                     \
    if (descr->d->type != HIPSPARSE_MATRIX_TYPE_GENERAL) return rocsparse_status_not_implemented;  \
    if (!m || !n) return rocsparse_status_success;                                                 \
    rocsparse_spmat_descr a;                                                                       \
    rocsparse_status s = rocsparse_create_coo_descr(                                               \
        &a, m, n, nnz, (void *)coo_row_ind, (void *)coo_col_ind, (void *)coo_val,                  \
        rocsparse_indextype_i32, (rocsparse_index_base)descr->d->base, type_of<T>());              \
    if (s != rocsparse_status_success) return s;                                                   \
    s = multiply_vector<T>(handle, trans, m, n, alpha, a, v, beta, y);                             \
    (void)rocsparse_destroy_spmat_descr(a);                                                        \
    return s;                                                                                      \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsv_buffer_size(                                               \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      CSR_PARAMETERS(T), rocsparse_mat_info info, size_t *buffer_size) {                           \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    if (c.op(trans).pointers(info, buffer_size).status == rocsparse_status_success)                \
      *buffer_size = 4;                                                                            \
    return c.status;                                                                               \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsv_analysis(                                                  \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      CSR_PARAMETERS(T), rocsparse_mat_info info, rocsparse_analysis_policy analysis,              \
      rocsparse_solve_policy solve, void *temp_buffer) {                                           \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.op(trans).pointers(info, temp_buffer).value(solve == rocsparse_solve_policy_auto);           \
    c.value((unsigned)analysis <= rocsparse_analysis_policy_force);                                \
    if (c.status == rocsparse_status_success) c.status = on_host();                                \
    return c.then([=] {                                                                            \
      hipStream_t stream;                                                                          \
      hipsparseStatus_t s = hipsparseGetStream(handle->h, &stream);                                \
      if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                 \
      if (descr->d->diag == HIPSPARSE_DIAG_TYPE_UNIT) {                                            \
        *info->pivot = -1;                                                                         \
        return s;                                                                                  \
      }                                                                                            \
      diagonal<T> d = {m, descr->d->base, csr_val, csr_row_ptr, csr_col_ind, info->pivot};         \
      return sparse::status_of(gl_host_call(stream, search<T>, nullptr, &d, sizeof d));            \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrsv_solve(                                                     \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const T *alpha, CSR_PARAMETERS(T), rocsparse_mat_info info, const T *v, T *y,                \
      rocsparse_solve_policy policy, void *temp_buffer) {                                          \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.op(trans).pointers(alpha, info, temp_buffer).value(policy == rocsparse_solve_policy_auto);   \
    c.need(!m || (v && y), rocsparse_status_invalid_pointer);                                      \
    if (c.status == rocsparse_status_success) c.status = on_host();                                \
    if (c.status != rocsparse_status_success || !m) return c.status;                               \
    return with_csr<T>(descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind,                        \
                       [&](rocsparse_spmat_descr a) {                                              \
                         return triangular<T>(handle, trans, m, alpha, a, v, y, temp_buffer);      \
                       });                                                                         \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrmm(                                                           \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, rocsparse_int nnz, const T *alpha,        \
      CSR_PARAMETERS(T), const T *B, rocsparse_int ldb, const T *beta, T *C, rocsparse_int ldc) {  \
    checked c = csr_check(handle, descr, m, k, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.sizes(n).op(trans_A).op(trans_B).pointers(alpha, beta);                                      \
    c.need(!m || !n || !k || (B && C), rocsparse_status_invalid_pointer);                          \
    if (c.status != rocsparse_status_success) return c.status;                                     \
    if (descr->d->type != HIPSPARSE_MATRIX_TYPE_GENERAL) return rocsparse_status_not_implemented;  \
    if (!m || !n || !k) return rocsparse_status_success;                                           \
    return with_csr<T>(descr, m, k, nnz, csr_val, csr_row_ptr, csr_col_ind,                        \
                       [&](rocsparse_spmat_descr a) {                                              \
                         return multiply_matrix<T>(handle, trans_A, trans_B, m, n, k, alpha, a, B, \
                                                   ldb, beta, C, ldc);                             \
                       });                                                                         \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrilu0_buffer_size(                                             \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, CSR_PARAMETERS(T),              \
      rocsparse_mat_info info, size_t *buffer_size) {                                              \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.pointers(info, buffer_size);                                                                 \
    return c.then([=] {                                                                            \
      int size = 0;                                                                                \
      auto s = hipsparse##X##csrilu02_bufferSize(handle->h, m, nnz, descr->d, (T *)csr_val,        \
                                                 csr_row_ptr, csr_col_ind, info->csrilu02, &size); \
      *buffer_size = std::max(size, 4);                                                            \
      return s;                                                                                    \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrilu0_analysis(                                                \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, CSR_PARAMETERS(T),              \
      rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve,   \
      void *temp_buffer) {                                                                         \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.pointers(info, temp_buffer).value(solve == rocsparse_solve_policy_auto);                     \
    c.value((unsigned)analysis <= rocsparse_analysis_policy_force);                                \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrilu02_analysis(handle->h, m, nnz, descr->d, csr_val, csr_row_ptr,    \
                                             csr_col_ind, info->csrilu02,                          \
                                             HIPSPARSE_SOLVE_POLICY_USE_LEVEL, temp_buffer);       \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csrilu0(                                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, T *csr_val, const rocsparse_int *csr_row_ptr,               \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info, rocsparse_solve_policy policy,    \
      void *temp_buffer) {                                                                         \
    checked c = csr_check(handle, descr, m, m, nnz, csr_val, csr_row_ptr, csr_col_ind);            \
    c.pointers(info, temp_buffer).value(policy == rocsparse_solve_policy_auto);                    \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrilu02(handle->h, m, nnz, descr->d, csr_val, csr_row_ptr,             \
                                    csr_col_ind, info->csrilu02, HIPSPARSE_SOLVE_POLICY_USE_LEVEL, \
                                    temp_buffer);                                                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csr2csc(                                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,                \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      T *csc_val, rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr,                          \
      rocsparse_action copy_values, rocsparse_index_base idx_base, void *temp_buffer) {            \
    checked c(handle);                                                                             \
    c.base(idx_base).value((unsigned)copy_values <= rocsparse_action_numeric).sizes(m, n, nnz);    \
    c.pointers(csr_row_ptr, csc_col_ptr, temp_buffer);                                             \
    c.need(!nnz || (csr_col_ind && csc_row_ind), rocsparse_status_invalid_pointer);                \
    c.need(!nnz || copy_values == rocsparse_action_symbolic || (csr_val && csc_val),               \
           rocsparse_status_invalid_pointer);                                                      \
    return c.then([=] {                                                                            \
      return hipsparseCsr2cscEx2(handle->h, m, n, nnz, csr_val, csr_row_ptr, csr_col_ind, csc_val, \
                                 csc_col_ptr, csc_row_ind, type(type_of<T>()),                     \
                                 (hipsparseAction_t)copy_values, base(idx_base),                   \
                                 HIPSPARSE_CSR2CSC_ALG_DEFAULT, temp_buffer);                      \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##nnz(                                                             \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      const rocsparse_mat_descr descr, const T *A, rocsparse_int ld,                               \
      rocsparse_int *nnz_per_row_columns, rocsparse_int *nnz_total_dev_host_ptr) {                 \
    checked c(handle);                                                                             \
    c.value((unsigned)dir <= rocsparse_direction_column).sizes(m, n, ld - std::max(1, m));         \
    c.pointers(descr, nnz_total_dev_host_ptr);                                                     \
    c.need(!m || !n || (A && nnz_per_row_columns), rocsparse_status_invalid_pointer);              \
    return c.then([=] {                                                                            \
      return hipsparse##X##nnz(handle->h, (hipsparseDirection_t)dir, m, n, descr->d, A, ld,        \
                               nnz_per_row_columns, nnz_total_dev_host_ptr);                       \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csr2dense(rocsparse_handle handle, rocsparse_int m,              \
                                            rocsparse_int n, CSR_PARAMETERS(T), T *A,              \
                                            rocsparse_int ld) {                                    \
    checked c = csr_check(handle, descr, m, n, 0, csr_val, csr_row_ptr, csr_col_ind);              \
    c.sizes(ld - std::max(1, m)).need(!m || !n || A, rocsparse_status_invalid_pointer);            \
    if (c.status != rocsparse_status_success || !m || !n) return c.status;                         \
    rocsparse_int ends[2];                                                                         \
    hipStream_t stream;                                                                            \
    (void)hipsparseGetStream(handle->h, &stream);                                                  \
    if (hipStreamSynchronize(stream) != hipSuccess ||                                              \
        hipMemcpy(ends, csr_row_ptr, sizeof *ends, hipMemcpyDeviceToHost) != hipSuccess ||         \
        hipMemcpy(ends + 1, csr_row_ptr + m, sizeof *ends, hipMemcpyDeviceToHost) != hipSuccess)   \
      return rocsparse_status_internal_error;                                                      \
    return with_csr<T>(descr, m, n, ends[1] - ends[0], csr_val, csr_row_ptr, csr_col_ind,          \
                       [&](rocsparse_spmat_descr a) {                                              \
                         rocsparse_dnmat_descr to;                                                 \
                         rocsparse_status s = rocsparse_create_dnmat_descr(                        \
                             &to, m, n, ld, A, type_of<T>(), rocsparse_order_column);              \
                         if (s != rocsparse_status_success) return s;                              \
                         s = fill_dense(handle, a, to, stream);                                    \
                         (void)rocsparse_destroy_dnmat_descr(to);                                  \
                         return s;                                                                 \
                       });                                                                         \
  }
TYPE_FUNCTIONS(s, S, float)
TYPE_FUNCTIONS(d, D, double)
TYPE_FUNCTIONS(c, C, rocsparse_float_complex)
TYPE_FUNCTIONS(z, Z, rocsparse_double_complex)
