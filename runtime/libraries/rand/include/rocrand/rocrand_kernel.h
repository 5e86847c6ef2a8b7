// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocRAND's device API.
#ifndef ROCRAND_KERNEL_H_
#define ROCRAND_KERNEL_H_

#include <rocrand/rocrand_discrete.h>
#include <rocrand/rocrand_lfsr113.h>
#include <rocrand/rocrand_log_normal.h>
#include <rocrand/rocrand_mrg32k3a.h>
#include <rocrand/rocrand_mtgp32.h>
#include <rocrand/rocrand_normal.h>
#include <rocrand/rocrand_philox4x32_10.h>
#include <rocrand/rocrand_poisson.h>
#include <rocrand/rocrand_sobol.h>
#include <rocrand/rocrand_threefry.h>
#include <rocrand/rocrand_uniform.h>
#include <rocrand/rocrand_xorwow.h>

#endif
