// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A discrete distribution as rocRAND's host functions create it, in device memory.
#ifndef ROCRAND_DISCRETE_TYPES_H_
#define ROCRAND_DISCRETE_TYPES_H_

// Its values are offset to offset + size - 1. The alias table (Walker, Vose) takes the probability of
// a value, or else its alias; cdf is the cumulative distribution function.
struct rocrand_discrete_distribution_st {
  unsigned int size;
  unsigned int offset;
  unsigned int *alias;
  double *probability;
  double *cdf;
};
typedef struct rocrand_discrete_distribution_st *rocrand_discrete_distribution;

#endif
