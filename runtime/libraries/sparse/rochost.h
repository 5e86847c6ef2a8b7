// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the sources of librocsparse.so share that compute on the host.
#ifndef GOHIP_ROCSPARSE_HOST_H
#define GOHIP_ROCSPARSE_HOST_H

#include "roccheck.h"

#include "arrays.h"

namespace rocsparse {

// submitted queues work, if the arguments are valid and the device is one that it can be done on.
template <class Work>
rocsparse_status submitted(rocsparse_handle handle, checked &c, const Work &work) {
  if (c.status == rocsparse_status_success) c.status = on_host();
  return c.then([&] { return sparse::submit(handle->h, work); });
}

// general checks that a matrix is not one that stands for another, such as a symmetric one.
inline checked &general(checked &c, rocsparse_mat_descr descr) {
  return c.need(!descr || descr->d->type == HIPSPARSE_MATRIX_TYPE_GENERAL,
                rocsparse_status_not_implemented);
}

} // namespace rocsparse

#endif
