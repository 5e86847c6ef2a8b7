// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND's names for the initialisation of MTGP32 states by the host.
#ifndef HIPRAND_MTGP32_HOST_H_
#define HIPRAND_MTGP32_HOST_H_

#include <hiprand/hiprand_kernel.h>
#include <rocrand/rocrand_mtgp32_11213.h>

inline hiprandStatus_t hiprandMakeMTGP32Constants(const mtgp32_params_fast_t params[],
                                                  mtgp32_kernel_params_t *p) {
  return (hiprandStatus_t)rocrand_make_constant(params, p);
}
// The states contain their parameters; k is what cuRAND needs.
inline hiprandStatus_t hiprandMakeMTGP32KernelState(hiprandStateMtgp32_t *s,
                                                    mtgp32_params_fast_t params[],
                                                    mtgp32_kernel_params_t *k, int n,
                                                    unsigned long long seed) {
  (void)k;
  return (hiprandStatus_t)rocrand_make_state_mtgp32(s, params, n, seed);
}

#endif
