// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// ROCm SMI over HIP's devices: who they are, where, and their memory. What HIP does not know, such as temperatures and
// clocks, is not supported: absent.c.
#include <rocm_smi/rocm_smi.h>

#include "facts.h"

#define EXPORT __attribute__((visibility("default")))

static int initialised;

EXPORT rsmi_status_t rsmi_init(uint64_t flags) {
  (void)flags;
  __atomic_add_fetch(&initialised, 1, __ATOMIC_SEQ_CST);
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_shut_down(void) {
  if (__atomic_load_n(&initialised, __ATOMIC_SEQ_CST) == 0) return RSMI_STATUS_INIT_ERROR;
  __atomic_sub_fetch(&initialised, 1, __ATOMIC_SEQ_CST);
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_num_monitor_devices(uint32_t *count) {
  int devices = 0;
  if (!initialised) return RSMI_STATUS_INIT_ERROR;
  if (!count) return RSMI_STATUS_INVALID_ARGS;
  if (hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
  *count = (uint32_t)devices;
  return RSMI_STATUS_SUCCESS;
}

// The checks that every query of a device begins with.
static rsmi_status_t open_(uint32_t device, const void *out, hipDeviceProp_t *p) {
  if (!initialised) return RSMI_STATUS_INIT_ERROR;
  if (!out) return RSMI_STATUS_INVALID_ARGS;
  if (device > INT32_MAX || hipGetDeviceProperties(p, (int)device) != hipSuccess)
    return RSMI_STATUS_INVALID_ARGS;
  return RSMI_STATUS_SUCCESS;
}

#define OPEN(out)                                                                                  \
  hipDeviceProp_t p;                                                                               \
  rsmi_status_t status = open_(device, out, &p);                                                   \
  if (status != RSMI_STATUS_SUCCESS) return status

#define TEXT(name, length, text)                                                                   \
  EXPORT rsmi_status_t name(uint32_t device, char *out, length size) {                             \
    OPEN(out);                                                                                     \
    if (size == 0) return RSMI_STATUS_INVALID_ARGS;                                                \
    return gohipCopyText(out, size, text) ? RSMI_STATUS_INSUFFICIENT_SIZE : RSMI_STATUS_SUCCESS;   \
  }
TEXT(rsmi_dev_name_get, size_t, p.name)
TEXT(rsmi_dev_market_name_get, uint32_t, p.name)
TEXT(rsmi_dev_brand_get, uint32_t, p.name)

#define NUMBER(name, type, value)                                                                  \
  EXPORT rsmi_status_t name(uint32_t device, type *out) {                                          \
    OPEN(out);                                                                                     \
    *out = (type)(value);                                                                          \
    return RSMI_STATUS_SUCCESS;                                                                    \
  }
NUMBER(rsmi_dev_pci_id_get, uint64_t, gohipBDF(&p))
NUMBER(rsmi_dev_target_graphics_version_get, uint64_t, gohipGfx(&p))
NUMBER(rsmi_dev_node_id_get, uint32_t, device + 1)
NUMBER(rsmi_topo_numa_affinity_get, int32_t, 0)
NUMBER(rsmi_topo_get_numa_node_number, uint32_t, 0)

EXPORT rsmi_status_t rsmi_dev_unique_id_get(uint32_t device, uint64_t *out) {
  OPEN(out);
  memcpy(out, p.uuid.bytes, sizeof *out);
  return RSMI_STATUS_SUCCESS;
}

static rsmi_status_t memory(uint32_t device, rsmi_memory_type_t type, uint64_t *out, int used) {
  OPEN(out);
  uint64_t numbers[2];
  if ((unsigned)type > RSMI_MEM_TYPE_LAST) return RSMI_STATUS_INVALID_ARGS;
  if (type != RSMI_MEM_TYPE_VRAM) return RSMI_STATUS_NOT_SUPPORTED;
  if (gohipMemory((int)device, &numbers[0], &numbers[1]) != 0) return RSMI_STATUS_UNKNOWN_ERROR;
  *out = numbers[used];
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_dev_memory_total_get(uint32_t device, rsmi_memory_type_t type,
                                               uint64_t *total) {
  return memory(device, type, total, 0);
}

EXPORT rsmi_status_t rsmi_dev_memory_usage_get(uint32_t device, rsmi_memory_type_t type,
                                               uint64_t *used) {
  return memory(device, type, used, 1);
}

EXPORT rsmi_status_t rsmi_topo_get_link_type(uint32_t device, uint32_t to, uint64_t *hops,
                                             RSMI_IO_LINK_TYPE *type) {
  hipDeviceProp_t other;
  OPEN(hops);
  if (!type || device == to || open_(to, type, &other) != RSMI_STATUS_SUCCESS)
    return RSMI_STATUS_INVALID_ARGS;
  *hops = 2;
  *type = RSMI_IOLINK_TYPE_PCIEXPRESS;
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_is_P2P_accessible(uint32_t device, uint32_t to, bool *accessible) {
  int can = 0;
  hipDeviceProp_t other;
  OPEN(accessible);
  status = open_(to, accessible, &other);
  if (status != RSMI_STATUS_SUCCESS) return status;
  if (device != to) (void)hipDeviceCanAccessPeer(&can, (int)device, (int)to);
  *accessible = can || device == to;
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_version_get(rsmi_version_t *version) {
  if (!version) return RSMI_STATUS_INVALID_ARGS;
  *version = (rsmi_version_t){7, 5, 0, "gohip"};
  return RSMI_STATUS_SUCCESS;
}

EXPORT rsmi_status_t rsmi_status_string(rsmi_status_t status, const char **text) {
  static const char *const texts[] = {
#define ROW(name) [RSMI_STATUS_##name] = "RSMI_STATUS_" #name
      ROW(SUCCESS),
      ROW(INVALID_ARGS),
      ROW(NOT_SUPPORTED),
      ROW(FILE_ERROR),
      ROW(PERMISSION),
      ROW(OUT_OF_RESOURCES),
      ROW(INTERNAL_EXCEPTION),
      ROW(INPUT_OUT_OF_BOUNDS),
      ROW(INIT_ERROR),
      ROW(NOT_YET_IMPLEMENTED),
      ROW(NOT_FOUND),
      ROW(INSUFFICIENT_SIZE),
      ROW(INTERRUPT),
      ROW(UNEXPECTED_SIZE),
      ROW(NO_DATA),
      ROW(UNEXPECTED_DATA),
      ROW(BUSY),
      ROW(REFCOUNT_OVERFLOW),
#undef ROW
  };
  if (!text) return RSMI_STATUS_INVALID_ARGS;
  unsigned n = (unsigned)status;
  *text = n < sizeof texts / sizeof *texts ? texts[n] : "RSMI_STATUS_UNKNOWN_ERROR";
  return RSMI_STATUS_SUCCESS;
}
