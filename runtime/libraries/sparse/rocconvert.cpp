// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's conversions that hipSPARSE does not have, for devices whose memory the host accesses in place:
// ELL, coordinates in order, and matrices without their small elements.
#include "rochost.h"

namespace {

// answered waits for a result in host memory.
rocsparse_status answered(rocsparse_handle handle, rocsparse_status s) {
  if (s != rocsparse_status_success || handle->h->pointers == HIPSPARSE_POINTER_MODE_DEVICE)
    return s;
  return status_of(sparse::finish(handle->h, HIPSPARSE_STATUS_SUCCESS));
}

rocsparse_status sorted(rocsparse_handle handle, bool by_row, int m, int n, int nnz, int *row,
                        int *col, int *perm, void *buffer) {
  checked c(handle);
  c.sizes(m, n, nnz).need(!nnz || (row && col && buffer), rocsparse_status_invalid_pointer);
  return submitted(handle, c, [=] {
    sparse::sort_coordinates(by_row, nnz, row, col, perm, (sparse::coordinates *)buffer);
  });
}

template <class T>
rocsparse_status to_ell(rocsparse_handle handle, int m, rocsparse_mat_descr from, const T *val,
                        const int *row, const int *col, rocsparse_mat_descr to, int width,
                        T *ell_val, int *ell_col) {
  checked c(handle);
  c.sizes(m, width).pointers(from, to).need(
      !m || !width || (row && val && col && ell_val && ell_col), rocsparse_status_invalid_pointer);
  general(general(c, from), to);
  if (c.status != rocsparse_status_success || !m || !width) return c.status;
  return submitted(handle, c, [=, base = from->d->base, ell_base = to->d->base] {
    for (int r = 0; r < m; r++) {
      int first = row[r] - base, count = row[r + 1] - row[r];
      for (int i = 0; i < width; i++) {
        int64_t at = (int64_t)i * m + r;
        ell_col[at] = i < count ? col[first + i] - base + ell_base : -1;
        ell_val[at] = i < count ? val[first + i] : T{};
      }
    }
  });
}

// ell_rows calls f with the row, the number in it and the place of each element of an ELL matrix; a row
// ends at the first column that there is not.
template <class F> void ell_rows(int m, int n, int base, int width, const int *cols, F f) {
  for (int r = 0; r < m; r++)
    for (int i = 0; i < width; i++) {
      int64_t at = (int64_t)i * m + r;
      if (cols[at] < base || cols[at] - base >= n) break;
      f(r, i, at);
    }
}

template <class T>
rocsparse_status from_ell(rocsparse_handle handle, int m, int n, rocsparse_mat_descr from,
                          int width, const T *ell_val, const int *ell_col, rocsparse_mat_descr to,
                          T *val, const int *row, int *col) {
  checked c(handle);
  c.sizes(m, n, width)
      .pointers(from, to)
      .need(!m || !n || !width || (ell_val && ell_col && val && row && col),
            rocsparse_status_invalid_pointer);
  general(general(c, from), to);
  if (c.status != rocsparse_status_success || !m || !n || !width) return c.status;
  return submitted(handle, c, [=, ell_base = from->d->base, base = to->d->base] {
    ell_rows(m, n, ell_base, width, ell_col, [=](int r, int i, int64_t at) {
      int to = row[r] - base + i;
      col[to] = ell_col[at] - ell_base + base;
      val[to] = ell_val[at];
    });
  });
}

template <class T>
rocsparse_status count_kept(rocsparse_handle handle, int m, rocsparse_mat_descr descr, const T *val,
                            const int *row, int *per_row, int *total, T tol) {
  using E = sparse::element_of<T>;
  E least;
  memcpy((void *)&least, &tol, sizeof tol);
  checked c(handle);
  c.sizes(m).pointers(descr, total).need(!m || (row && per_row), rocsparse_status_invalid_pointer);
  c.value(sparse::real_part(least) >= 0);
  general(c, descr);
  if (c.status != rocsparse_status_success) return c.status;
  return answered(handle, submitted(handle, c, [=, base = descr->d->base] {
                    *total = 0;
                    for (int r = 0; r < m; r++) {
                      per_row[r] = 0;
                      for (int i = row[r] - base; i < row[r + 1] - base; i++)
                        per_row[r] += sparse::kept(((const E *)val)[i], least);
                      *total += per_row[r];
                    }
                  }));
}

template <class T>
rocsparse_status compress(rocsparse_handle handle, int m, int n, rocsparse_mat_descr descr,
                          const T *val, const int *row, const int *col, int nnz, const int *per_row,
                          T *to_val, int *to_row, int *to_col, T tol) {
  using E = sparse::element_of<T>;
  E least;
  memcpy((void *)&least, &tol, sizeof tol);
  checked c = csr_check(handle, descr, m, n, nnz, val, row, col);
  c.need(!m || (per_row && to_row), rocsparse_status_invalid_pointer);
  c.value(sparse::real_part(least) >= 0);
  general(c, descr);
  if (c.status != rocsparse_status_success || !m) return c.status;
  return submitted(handle, c, [=, base = descr->d->base] {
    int at = 0;
    for (int r = 0; r < m; r++) {
      to_row[r] = at + base;
      for (int i = row[r] - base; i < row[r + 1] - base; i++) {
        if (!sparse::kept(((const E *)val)[i], least)) continue;
        to_val[at] = val[i];
        to_col[at++] = col[i];
      }
    }
    to_row[m] = at + base;
  });
}

} // namespace

rocsparse_status rocsparse_coosort_buffer_size(rocsparse_handle handle, rocsparse_int m,
                                               rocsparse_int n, rocsparse_int nnz,
                                               const rocsparse_int *coo_row_ind,
                                               const rocsparse_int *coo_col_ind,
                                               size_t *buffer_size) {
  checked c(handle);
  c.sizes(m, n, nnz)
      .pointers(buffer_size)
      .need(!nnz || (coo_row_ind && coo_col_ind), rocsparse_status_invalid_pointer);
  if (c.status == rocsparse_status_success) c.status = on_host();
  if (c.status == rocsparse_status_success)
    *buffer_size = ((size_t)nnz + 1) * sizeof(sparse::coordinates);
  return c.status;
}

rocsparse_status rocsparse_coosort_by_row(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                                          rocsparse_int nnz, rocsparse_int *coo_row_ind,
                                          rocsparse_int *coo_col_ind, rocsparse_int *perm,
                                          void *temp_buffer) {
  return sorted(handle, true, m, n, nnz, coo_row_ind, coo_col_ind, perm, temp_buffer);
}

rocsparse_status rocsparse_coosort_by_column(rocsparse_handle handle, rocsparse_int m,
                                             rocsparse_int n, rocsparse_int nnz,
                                             rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind,
                                             rocsparse_int *perm, void *temp_buffer) {
  return sorted(handle, false, m, n, nnz, coo_row_ind, coo_col_ind, perm, temp_buffer);
}

rocsparse_status rocsparse_csr2ell_width(rocsparse_handle handle, rocsparse_int m,
                                         const rocsparse_mat_descr csr_descr,
                                         const rocsparse_int *csr_row_ptr,
                                         const rocsparse_mat_descr ell_descr,
                                         rocsparse_int *ell_width) {
  checked c(handle);
  c.sizes(m)
      .pointers(csr_descr, ell_descr, ell_width)
      .need(!m || csr_row_ptr, rocsparse_status_invalid_pointer);
  general(general(c, csr_descr), ell_descr);
  return answered(handle, submitted(handle, c, [=] {
                    *ell_width = 0;
                    for (int r = 0; r < m; r++)
                      *ell_width = std::max(*ell_width, csr_row_ptr[r + 1] - csr_row_ptr[r]);
                  }));
}

rocsparse_status rocsparse_ell2csr_nnz(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                                       const rocsparse_mat_descr ell_descr, rocsparse_int ell_width,
                                       const rocsparse_int *ell_col_ind,
                                       const rocsparse_mat_descr csr_descr,
                                       rocsparse_int *csr_row_ptr, rocsparse_int *csr_nnz) {
  checked c(handle);
  c.sizes(m, n, ell_width).pointers(ell_descr, csr_descr, csr_row_ptr, csr_nnz);
  c.need(!m || !ell_width || ell_col_ind, rocsparse_status_invalid_pointer);
  general(general(c, ell_descr), csr_descr);
  if (c.status != rocsparse_status_success) return c.status;
  return answered(
      handle, submitted(handle, c, [=, ell_base = ell_descr->d->base, base = csr_descr->d->base] {
        for (int r = 0; r <= m; r++) csr_row_ptr[r] = 0;
        ell_rows(m, n, ell_base, ell_width, ell_col_ind,
                 [=](int r, int, int64_t) { csr_row_ptr[r + 1]++; });
        csr_row_ptr[0] = base;
        for (int r = 0; r < m; r++) csr_row_ptr[r + 1] += csr_row_ptr[r];
        *csr_nnz = csr_row_ptr[m] - base;
      }));
}

#define TYPED(x, T)                                                                                \
  rocsparse_status rocsparse_##x##csr2ell(                                                         \
      rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr csr_descr,               \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      const rocsparse_mat_descr ell_descr, rocsparse_int ell_width, T *ell_val,                    \
      rocsparse_int *ell_col_ind) {                                                                \
    return to_ell(handle, m, csr_descr, csr_val, csr_row_ptr, csr_col_ind, ell_descr, ell_width,   \
                  ell_val, ell_col_ind);                                                           \
  }                                                                                                \
  rocsparse_status rocsparse_##x##ell2csr(                                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,                                   \
      const rocsparse_mat_descr ell_descr, rocsparse_int ell_width, const T *ell_val,              \
      const rocsparse_int *ell_col_ind, const rocsparse_mat_descr csr_descr, T *csr_val,           \
      const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind) {                              \
    return from_ell(handle, m, n, ell_descr, ell_width, ell_val, ell_col_ind, csr_descr, csr_val,  \
                    csr_row_ptr, csr_col_ind);                                                     \
  }                                                                                                \
  rocsparse_status rocsparse_##x##nnz_compress(                                                    \
      rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr descr_A,                 \
      const T *csr_val_A, const rocsparse_int *csr_row_ptr_A, rocsparse_int *nnz_per_row,          \
      rocsparse_int *nnz_C, T tol) {                                                               \
    return count_kept(handle, m, descr_A, csr_val_A, csr_row_ptr_A, nnz_per_row, nnz_C, tol);      \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csr2csr_compress(                                                \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,                                   \
      const rocsparse_mat_descr descr_A, const T *csr_val_A, const rocsparse_int *csr_row_ptr_A,   \
      const rocsparse_int *csr_col_ind_A, rocsparse_int nnz_A, const rocsparse_int *nnz_per_row,   \
      T *csr_val_C, rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C, T tol) {           \
    return compress(handle, m, n, descr_A, csr_val_A, csr_row_ptr_A, csr_col_ind_A, nnz_A,         \
                    nnz_per_row, csr_val_C, csr_row_ptr_C, csr_col_ind_C, tol);                    \
  }
TYPED(s, float)
TYPED(d, double)
TYPED(c, rocsparse_float_complex)
TYPED(z, rocsparse_double_complex)
