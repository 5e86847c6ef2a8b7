// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD SMI over HIP's devices, a socket and a processor each, as rocm_smi.c.
#include <amd_smi/amdsmi.h>

#include "facts.h"

#define EXPORT __attribute__((visibility("default")))

static int initialised;

EXPORT amdsmi_status_t amdsmi_init(uint64_t flags) {
  (void)flags;
  __atomic_add_fetch(&initialised, 1, __ATOMIC_SEQ_CST);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_shut_down(void) {
  if (__atomic_load_n(&initialised, __ATOMIC_SEQ_CST) == 0) return AMDSMI_STATUS_NOT_INIT;
  __atomic_sub_fetch(&initialised, 1, __ATOMIC_SEQ_CST);
  return AMDSMI_STATUS_SUCCESS;
}

// The handle of a socket and of its processor is the device's number, from 1.
static void *handleOf(int device) { return (void *)(uintptr_t)(device + 1); }
static int deviceOf(const void *handle) {
  uintptr_t n = (uintptr_t)handle;
  return n >= 1 && n <= INT32_MAX ? (int)n - 1 : -1;
}

static amdsmi_status_t open_(const void *handle, const void *out, hipDeviceProp_t *p) {
  if (!initialised) return AMDSMI_STATUS_NOT_INIT;
  if (!out || deviceOf(handle) < 0) return AMDSMI_STATUS_INVAL;
  return hipGetDeviceProperties(p, deviceOf(handle)) == hipSuccess ? AMDSMI_STATUS_SUCCESS
                                                                   : AMDSMI_STATUS_INVAL;
}

#define OPEN(out)                                                                                  \
  hipDeviceProp_t p;                                                                               \
  amdsmi_status_t status = open_(handle, out, &p);                                                 \
  if (status != AMDSMI_STATUS_SUCCESS) return status

EXPORT amdsmi_status_t amdsmi_get_socket_handles(uint32_t *count, amdsmi_socket_handle *handles) {
  int devices = 0;
  if (!initialised) return AMDSMI_STATUS_NOT_INIT;
  if (!count) return AMDSMI_STATUS_INVAL;
  if (hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
  uint32_t room = *count;
  *count = (uint32_t)devices;
  if (!handles) return AMDSMI_STATUS_SUCCESS;
  if (room < *count) *count = room;
  for (uint32_t i = 0; i < *count; i++) handles[i] = handleOf((int)i);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_socket_info(amdsmi_socket_handle handle, size_t size,
                                              char *name) {
  OPEN(name);
  if (size == 0) return AMDSMI_STATUS_INVAL;
  char text[64];
  snprintf(text, sizeof text, "%04x:%02x:%02x", p.pciDomainID, p.pciBusID, p.pciDeviceID);
  return gohipCopyText(name, size, text) ? AMDSMI_STATUS_INSUFFICIENT_SIZE : AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_processor_handles(amdsmi_socket_handle handle, uint32_t *count,
                                                    amdsmi_processor_handle *handles) {
  OPEN(count);
  if (handles && *count) handles[0] = handle;
  *count = !handles || *count ? 1 : 0;
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_processor_type(amdsmi_processor_handle handle,
                                                 processor_type_t *type) {
  OPEN(type);
  *type = AMDSMI_PROCESSOR_TYPE_AMD_GPU; // the only one that programs ask about
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_bdf_id(amdsmi_processor_handle handle, uint64_t *bdf) {
  OPEN(bdf);
  *bdf = gohipBDF(&p);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_device_bdf(amdsmi_processor_handle handle,
                                                 amdsmi_bdf_t *bdf) {
  OPEN(bdf);
  bdf->as_uint = 0;
  bdf->domain_number = (uint32_t)p.pciDomainID;
  bdf->bus_number = p.pciBusID & 255;
  bdf->device_number = p.pciDeviceID & 31;
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_processor_handle_from_bdf(amdsmi_bdf_t bdf,
                                                            amdsmi_processor_handle *handle) {
  int devices = 0;
  if (!initialised) return AMDSMI_STATUS_NOT_INIT;
  if (!handle) return AMDSMI_STATUS_INVAL;
  if (hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
  for (int i = 0; i < devices; i++) {
    amdsmi_bdf_t own;
    if (amdsmi_get_gpu_device_bdf(handleOf(i), &own) != AMDSMI_STATUS_SUCCESS ||
        own.as_uint != bdf.as_uint)
      continue;
    *handle = handleOf(i);
    return AMDSMI_STATUS_SUCCESS;
  }
  return AMDSMI_STATUS_NOT_FOUND;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_device_uuid(amdsmi_processor_handle handle,
                                                  unsigned int *length, char *uuid) {
  OPEN(uuid);
  if (!length || *length < AMDSMI_GPU_UUID_SIZE) return AMDSMI_STATUS_INVAL;
  const char *format = "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x";
  unsigned char b[16];
  memcpy(b, p.uuid.bytes, sizeof b);
  *length = (unsigned)snprintf(uuid, *length, format, b[0], b[1], b[2], b[3], b[4], b[5], b[6],
                               b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_asic_info(amdsmi_processor_handle handle,
                                                amdsmi_asic_info_t *info) {
  OPEN(info);
  memset(info, 0, sizeof *info);
  snprintf(info->market_name, sizeof info->market_name, "%.255s", p.name);
  info->num_of_compute_units = (uint32_t)p.multiProcessorCount;
  info->target_graphics_version = gohipGfx(&p);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_board_info(amdsmi_processor_handle handle,
                                                 amdsmi_board_info_t *info) {
  OPEN(info);
  memset(info, 0, sizeof *info);
  snprintf(info->product_name, sizeof info->product_name, "%.255s", p.name);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_vram_info(amdsmi_processor_handle handle,
                                                amdsmi_vram_info_t *info) {
  OPEN(info);
  memset(info, 0, sizeof *info);
  info->vram_size = p.totalGlobalMem >> 20;
  info->vram_bit_width = (uint32_t)p.memoryBusWidth;
  return AMDSMI_STATUS_SUCCESS;
}

static amdsmi_status_t memory(amdsmi_processor_handle handle, amdsmi_memory_type_t type,
                              uint64_t *out, int used) {
  OPEN(out);
  uint64_t numbers[2];
  if ((unsigned)type > AMDSMI_MEM_TYPE_LAST) return AMDSMI_STATUS_INVAL;
  if (type != AMDSMI_MEM_TYPE_VRAM) return AMDSMI_STATUS_NOT_SUPPORTED;
  if (gohipMemory(deviceOf(handle), &numbers[0], &numbers[1]) != 0) return AMDSMI_STATUS_API_FAILED;
  *out = numbers[used];
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_memory_total(amdsmi_processor_handle handle,
                                                   amdsmi_memory_type_t type, uint64_t *total) {
  return memory(handle, type, total, 0);
}

EXPORT amdsmi_status_t amdsmi_get_gpu_memory_usage(amdsmi_processor_handle handle,
                                                   amdsmi_memory_type_t type, uint64_t *used) {
  return memory(handle, type, used, 1);
}

EXPORT amdsmi_status_t amdsmi_get_gpu_vram_usage(amdsmi_processor_handle handle,
                                                 amdsmi_vram_usage_t *info) {
  OPEN(info);
  uint64_t total, used;
  if (gohipMemory(deviceOf(handle), &total, &used) != 0) return AMDSMI_STATUS_API_FAILED;
  memset(info, 0, sizeof *info);
  info->vram_total = (uint32_t)(total >> 20); // megabytes
  info->vram_used = (uint32_t)(used >> 20);
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_gpu_topo_numa_affinity(amdsmi_processor_handle handle,
                                                         int32_t *node) {
  OPEN(node);
  *node = 0;
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_topo_get_numa_node_number(amdsmi_processor_handle handle,
                                                        uint32_t *node) {
  OPEN(node);
  *node = 0;
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_is_P2P_accessible(amdsmi_processor_handle handle,
                                                amdsmi_processor_handle to, bool *accessible) {
  int can = 0;
  hipDeviceProp_t other;
  OPEN(accessible);
  status = open_(to, accessible, &other);
  if (status != AMDSMI_STATUS_SUCCESS) return status;
  if (handle != to) (void)hipDeviceCanAccessPeer(&can, deviceOf(handle), deviceOf(to));
  *accessible = can || handle == to;
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT amdsmi_status_t amdsmi_get_lib_version(amdsmi_version_t *version) {
  if (!version) return AMDSMI_STATUS_INVAL;
  *version = (amdsmi_version_t){AMDSMI_LIB_VERSION_YEAR, AMDSMI_LIB_VERSION_MAJOR,
                                AMDSMI_LIB_VERSION_MINOR, AMDSMI_LIB_VERSION_RELEASE,
                                AMDSMI_LIB_VERSION_STRING};
  return AMDSMI_STATUS_SUCCESS;
}

EXPORT void amdsmi_free_name_value_pairs(void *pairs) { (void)pairs; } // none are given out

EXPORT amdsmi_status_t amdsmi_status_code_to_string(amdsmi_status_t status, const char **text) {
  static const char *const texts[] = {
#define ROW(name) [AMDSMI_STATUS_##name] = "AMDSMI_STATUS_" #name
      ROW(SUCCESS),          ROW(INVAL),
      ROW(NOT_SUPPORTED),    ROW(NOT_YET_IMPLEMENTED),
      ROW(API_FAILED),       ROW(NO_PERM),
      ROW(OUT_OF_RESOURCES), ROW(INTERNAL_EXCEPTION),
      ROW(INIT_ERROR),       ROW(BUSY),
      ROW(NOT_FOUND),        ROW(NOT_INIT),
      ROW(NO_DATA),          ROW(INSUFFICIENT_SIZE),
#undef ROW
  };
  if (!text) return AMDSMI_STATUS_INVAL;
  unsigned n = (unsigned)status;
  *text = n < sizeof texts / sizeof *texts && texts[n] ? texts[n] : "AMDSMI_STATUS_UNKNOWN_ERROR";
  return AMDSMI_STATUS_SUCCESS;
}
