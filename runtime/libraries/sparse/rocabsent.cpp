// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's functions that are not supported, those for memory, and the switches of its checks of itself.
#include <rocsparse/rocsparse.h>

#define NOT_SUPPORTED(name, parameters)                                                            \
  rocsparse_status name parameters { return rocsparse_status_not_implemented; }
GOHIP_ROCSPARSE_ABSENT(NOT_SUPPORTED)

#define SWITCH(name)                                                                               \
  static int state_of_##name;                                                                      \
  void rocsparse_enable_##name() { __atomic_store_n(&state_of_##name, 1, __ATOMIC_RELAXED); }      \
  void rocsparse_disable_##name() { __atomic_store_n(&state_of_##name, 0, __ATOMIC_RELAXED); }     \
  int rocsparse_state_##name() { return __atomic_load_n(&state_of_##name, __ATOMIC_RELAXED); }
GOHIP_ROCSPARSE_SWITCHES(SWITCH)

hipError_t rocsparse_hip_malloc(void **mem, size_t nbytes, const char *) {
  return hipMalloc(mem, nbytes);
}
hipError_t rocsparse_hip_free(void *mem, const char *) { return hipFree(mem); }
hipError_t rocsparse_hip_malloc_async(void **mem, size_t nbytes, hipStream_t stream, const char *) {
  return hipMallocAsync(mem, nbytes, stream);
}
hipError_t rocsparse_hip_free_async(void *mem, hipStream_t stream, const char *) {
  return hipFreeAsync(mem, stream);
}
hipError_t rocsparse_hip_host_malloc(void **mem, size_t nbytes, const char *) {
  return hipHostMalloc(mem, nbytes, hipHostMallocDefault);
}
hipError_t rocsparse_hip_host_free(void *mem, const char *) { return hipHostFree(mem); }
hipError_t rocsparse_hip_malloc_managed(void **mem, size_t nbytes, const char *) {
  return hipMallocManaged(mem, nbytes, hipMemAttachGlobal);
}
hipError_t rocsparse_hip_free_managed(void *mem, const char *) { return hipFree(mem); }
