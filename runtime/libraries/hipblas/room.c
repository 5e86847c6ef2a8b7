// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The temporary memory of a call. It is allocated before the call is queued, because queued work
// cannot return a status.
#include "blas.h"

static unsigned __int128 product_of(int64_t rows, int64_t cols) {
  return rows > 0 && cols > 0 ? (unsigned __int128)rows * (unsigned __int128)cols : 0;
}

static bool small(gb_type t) { return t == GB_H || t == GB_B; }

bool gb_in_place(const gb_call *c) {
  bool product = c->routine == GB_GEMM || c->routine == GB_GEMM_EX;
  bool same = c->op[2].at == c->op[0].at || c->op[2].at == c->op[1].at;
  return product && same && c->layout != GB_BATCHED;
}

// room_of_gemm is the memory for converted operands and for a result of another type than the
// call's.
static unsigned __int128 room_of_gemm(const gb_call *c, gb_type a, gb_type to) {
  unsigned __int128 operands = product_of(c->m, c->k) + product_of(c->k, c->n);
  unsigned __int128 sum = product_of(c->m, c->n);
  if (small(a)) return (operands + (to == GB_S ? 0 : sum)) * sizeof(float);
  if (a == GB_I8) return (operands + sum) * sizeof(double);
  return gb_in_place(c) ? sum * gb_size(a) : 0;
}

bool gb_room(const gb_call *c, size_t *size) {
  unsigned __int128 room = 0;
  switch (c->routine) {
  case GB_GEMM_EX:
    room = room_of_gemm(c, c->types[0], c->types[2]);
    break;
  case GB_GEMM:
    room = room_of_gemm(c, c->type, c->type);
    break;
  case GB_AXPY:
  case GB_DOT:
  case GB_NRM2:
    if (small(c->type)) room = product_of(c->n, 2) * sizeof(float);
    break;
  case GB_GEMMT:
  case GB_SYRKX:
  case GB_HERKX:
  case GB_TRTRI:
    room = product_of(c->n, c->n) * gb_size(c->type);
    break;
  default:
    break;
  }
  *size = (size_t)room;
  return room <= PTRDIFF_MAX;
}
