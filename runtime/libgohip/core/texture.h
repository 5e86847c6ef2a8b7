// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Calls of the driver for textures, which cgo cannot make through pointers.
#ifndef GOHIP_CORE_TEXTURE_H
#define GOHIP_CORE_TEXTURE_H

#include "core.h"
#include <hip/gohip_texture.h>

static inline uint64_t tx_create(gh_device *d, const struct gohip_texture *t) {
  // The layout of a level without rows is another API's.
  return d->drv->texture_create && t->level.row_pitch ? d->drv->texture_create(d, t) : 0;
}
// Counts the textures of which the driver has no object.
static inline void tx_count(gh_device *d, uint32_t by) { atomic_fetch_add(&d->own_textures, by); }
static inline void tx_destroy(gh_device *d, uint64_t object) {
  if (object) d->drv->texture_destroy(d, object);
}

#endif
