// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What HIP knows of a device, as librocm_smi64.so and libamd_smi.so say it.
#ifndef GOHIP_SYSTEM_FACTS_H
#define GOHIP_SYSTEM_FACTS_H

#include <hip/hip_runtime_api.h>
#include <stdio.h>
#include <string.h>

// A PCI address as both libraries encode it in 64 bits.
static inline uint64_t gohipBDF(const hipDeviceProp_t *p) {
  return (uint64_t)(uint32_t)p->pciDomainID << 32 | (uint64_t)(p->pciBusID & 255) << 8 |
         (uint64_t)(p->pciDeviceID & 31) << 3;
}

// The memory of a device and how much of it is used, without a change of the current device; 0 if HIP answers.
static inline int gohipMemory(int device, uint64_t *total, uint64_t *used) {
  int current;
  size_t room = 0, all = 0;
  if (hipGetDevice(&current) != hipSuccess) return -1;
  hipError_t error = hipSetDevice(device);
  if (error == hipSuccess) error = hipMemGetInfo(&room, &all);
  (void)hipSetDevice(current);
  *total = all;
  *used = all - room;
  return error == hipSuccess ? 0 : -1;
}

// The first number of a name such as gfx90a, in the form that both libraries have: its digits as they stand. 0 for
// devices that are not AMD's.
static inline uint64_t gohipGfx(const hipDeviceProp_t *p) {
  unsigned long long number = 0;
  if (strncmp(p->gcnArchName, "gfx", 3) == 0) (void)sscanf(p->gcnArchName + 3, "%llx", &number);
  return number;
}

// 1 if the text was cut.
static inline int gohipCopyText(char *to, size_t size, const char *text) {
  return snprintf(to, size, "%s", text) >= (int)size;
}

#endif
