// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HSA's agents, memory pools, copies and pointers, for programs that look at the machine or move memory by it beside
// HIP. The processors are agents, a NUMA node each, and then HIP's devices. There are no queues, code objects and
// images: absent.c.
#include <hip/hip_runtime_api.h>
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hsa.h"

#define EXPORT __attribute__((visibility("default")))

enum { maxNodes = 64, pageSize = 4096, finePool = 1, coarsePool = 2 };

static _Atomic int references;
static int nodes, devices;

static int countNodes(void) {
  char path[64];
  int n = 0;
  while (n < maxNodes) {
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d", n);
    if (access(path, F_OK) != 0) break;
    n++;
  }
  return n ? n : 1;
}

static void find(void) {
  nodes = countNodes();
  if (hipGetDeviceCount(&devices) != hipSuccess) devices = 0;
}

// AMD's HIP initialises HSA, so that programs which use both do not; here the first call does.
static void ready(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
}

EXPORT hsa_status_t hsa_init(void) {
  ready();
  references++;
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_shut_down(void) {
  int open = references;
  while (open > 0 && !atomic_compare_exchange_weak(&references, &open, open - 1));
  return open > 0 ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_NOT_INITIALIZED;
}

#define REQUIRE(condition, status)                                                                 \
  if (!(condition)) return status

// An agent's handle is its number, from 1, a pool's or region's 256 times its agent's plus its kind.
static int isAgent(hsa_agent_t agent) {
  return agent.handle >= 1 && agent.handle <= (uint64_t)(nodes + devices);
}
static int isProcessor(hsa_agent_t agent) { return agent.handle <= (uint64_t)nodes; }
static int deviceOf(hsa_agent_t agent) { return (int)agent.handle - nodes - 1; }
static hsa_agent_t agentOf(uint64_t pool) { return (hsa_agent_t){pool >> 8}; }
static int isPool(uint64_t pool) {
  uint64_t kind = pool & 255;
  return isAgent(agentOf(pool)) &&
         (kind == coarsePool || (kind == finePool && isProcessor(agentOf(pool))));
}

static hsa_status_t fromHIP(hipError_t error) {
  switch (error) {
  case hipSuccess:
    return HSA_STATUS_SUCCESS;
  case hipErrorOutOfMemory:
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  case hipErrorInvalidValue:
    return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  case hipErrorNotSupported:
    return notSupported;
  default:
    return HSA_STATUS_ERROR;
  }
}

uint64_t gohipTicks(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

#define PUT(type, x)                                                                               \
  do {                                                                                             \
    *(type *)value = (type)(x);                                                                    \
    return HSA_STATUS_SUCCESS;                                                                     \
  } while (0)

EXPORT hsa_status_t hsa_system_get_info(hsa_system_info_t attribute, void *value) {
  ready();
  REQUIRE(value, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  switch ((int)attribute) {
  case HSA_SYSTEM_INFO_VERSION_MAJOR:
    PUT(uint16_t, 1);
  case HSA_SYSTEM_INFO_VERSION_MINOR:
    PUT(uint16_t, 1);
  case HSA_SYSTEM_INFO_TIMESTAMP:
    PUT(uint64_t, gohipTicks());
  case HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY:
    PUT(uint64_t, 1000000000u);
  case HSA_SYSTEM_INFO_SIGNAL_MAX_WAIT:
    PUT(uint64_t, UINT64_MAX);
  case HSA_SYSTEM_INFO_ENDIANNESS:
    PUT(hsa_endianness_t, HSA_ENDIANNESS_LITTLE);
  case HSA_SYSTEM_INFO_MACHINE_MODEL:
    PUT(hsa_machine_model_t, HSA_MACHINE_MODEL_LARGE);
  case HSA_SYSTEM_INFO_EXTENSIONS:
    memset(value, 0, 128);
    return HSA_STATUS_SUCCESS;
  case HSA_AMD_SYSTEM_INFO_BUILD_VERSION:
    PUT(const char *, "gohip");
  case HSA_AMD_SYSTEM_INFO_SVM_SUPPORTED:
  case HSA_AMD_SYSTEM_INFO_SVM_ACCESSIBLE_BY_DEFAULT:
  case HSA_AMD_SYSTEM_INFO_MWAITX_ENABLED:
  case HSA_AMD_SYSTEM_INFO_DMABUF_SUPPORTED:
  case HSA_AMD_SYSTEM_INFO_VIRTUAL_MEM_API_SUPPORTED:
  case HSA_AMD_SYSTEM_INFO_XNACK_ENABLED:
    PUT(bool, false);
  case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MAJOR:
    PUT(uint16_t, HSA_AMD_INTERFACE_VERSION_MAJOR);
  case HSA_AMD_SYSTEM_INFO_EXT_VERSION_MINOR:
    PUT(uint16_t, HSA_AMD_INTERFACE_VERSION_MINOR);
  }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

EXPORT hsa_status_t hsa_system_extension_supported(uint16_t extension, uint16_t major,
                                                   uint16_t minor, bool *result) {
  (void)extension, (void)major, (void)minor;
  ready();
  REQUIRE(result, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  *result = false;
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_system_major_extension_supported(uint16_t extension, uint16_t major,
                                                         uint16_t *minor, bool *result) {
  REQUIRE(minor, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  return hsa_system_extension_supported(extension, major, *minor, result);
}

EXPORT hsa_status_t hsa_iterate_agents(hsa_status_t (*callback)(hsa_agent_t agent, void *data),
                                       void *data) {
  ready();
  REQUIRE(callback, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  for (int i = 1; i <= nodes + devices; i++) {
    hsa_status_t status = callback((hsa_agent_t){(uint64_t)i}, data);
    if (status != HSA_STATUS_SUCCESS) return status;
  }
  return HSA_STATUS_SUCCESS;
}

// No instruction set: there are no code objects.
EXPORT hsa_status_t hsa_agent_iterate_isas(hsa_agent_t agent,
                                           hsa_status_t (*callback)(hsa_isa_t isa, void *data),
                                           void *data) {
  (void)data;
  ready();
  REQUIRE(isAgent(agent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(callback, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  return HSA_STATUS_SUCCESS;
}

static void processorName(char *name) {
  char line[256];
  FILE *f = fopen("/proc/cpuinfo", "r");
  snprintf(name, 64, "CPU");
  while (f && fgets(line, sizeof line, f)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !colon) continue;
    colon[strcspn(colon, "\n")] = 0;
    snprintf(name, 64, "%.63s", colon + 2);
    break;
  }
  if (f) fclose(f);
}

static hsa_status_t deviceInfo(hsa_agent_t agent, int attribute, void *value) {
  hipDeviceProp_t p;
  REQUIRE(hipGetDeviceProperties(&p, deviceOf(agent)) == hipSuccess,
          HSA_STATUS_ERROR_INVALID_AGENT);
  switch (attribute) {
  case HSA_AGENT_INFO_NAME:
    memset(value, 0, 64);
    memcpy(value, p.gcnArchName, strcspn(p.gcnArchName, ":") % 64);
    return HSA_STATUS_SUCCESS;
  case HSA_AMD_AGENT_INFO_PRODUCT_NAME:
    memset(value, 0, 64);
    snprintf(value, 64, "%.63s", p.name);
    return HSA_STATUS_SUCCESS;
  case HSA_AMD_AGENT_INFO_UUID:
    snprintf(value, 21, "GPU-%02x%02x%02x%02x%02x%02x%02x%02x", p.uuid.bytes[0] & 255,
             p.uuid.bytes[1] & 255, p.uuid.bytes[2] & 255, p.uuid.bytes[3] & 255,
             p.uuid.bytes[4] & 255, p.uuid.bytes[5] & 255, p.uuid.bytes[6] & 255,
             p.uuid.bytes[7] & 255);
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_DEVICE:
    PUT(hsa_device_type_t, HSA_DEVICE_TYPE_GPU);
  case HSA_AGENT_INFO_WAVEFRONT_SIZE:
    PUT(uint32_t, p.warpSize);
  case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
    PUT(uint32_t, p.maxThreadsPerBlock);
  case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
    for (int i = 0; i < 3; i++) ((uint16_t *)value)[i] = (uint16_t)p.maxThreadsDim[i];
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_GRID_MAX_SIZE:
    PUT(uint32_t, UINT32_MAX);
  case HSA_AGENT_INFO_GRID_MAX_DIM:
    *(hsa_dim3_t *)value = (hsa_dim3_t){UINT32_MAX, UINT32_MAX, UINT32_MAX};
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_FAST_F16_OPERATION:
    PUT(bool, true);
  case HSA_AGENT_INFO_CACHE_SIZE:
    memset(value, 0, 16);
    ((uint32_t *)value)[1] = (uint32_t)p.l2CacheSize;
    return HSA_STATUS_SUCCESS;
  case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
  case HSA_AMD_AGENT_INFO_COOPERATIVE_COMPUTE_UNIT_COUNT:
    PUT(uint32_t, p.multiProcessorCount);
  case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
    PUT(uint32_t, p.clockRate / 1000);
  case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
    PUT(uint32_t, p.memoryBusWidth);
  case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
    PUT(uint32_t, p.memoryClockRate / 1000);
  case HSA_AMD_AGENT_INFO_BDFID:
    PUT(uint32_t, p.pciBusID << 8 | p.pciDeviceID << 3);
  case HSA_AMD_AGENT_INFO_DOMAIN:
    PUT(uint32_t, p.pciDomainID);
  case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
    PUT(uint32_t, p.maxThreadsPerMultiProcessor / (p.warpSize ? p.warpSize : 1));
  case HSA_AMD_AGENT_INFO_MEMORY_AVAIL: {
    size_t room = 0, total;
    int current;
    REQUIRE(hipGetDevice(&current) == hipSuccess, HSA_STATUS_ERROR);
    hipError_t error = hipSetDevice(deviceOf(agent));
    if (error == hipSuccess) error = hipMemGetInfo(&room, &total);
    (void)hipSetDevice(current);
    REQUIRE(error == hipSuccess, fromHIP(error));
    PUT(uint64_t, room);
  }
  }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

static hsa_status_t processorInfo(int attribute, void *value) {
  switch (attribute) {
  case HSA_AGENT_INFO_NAME:
  case HSA_AMD_AGENT_INFO_PRODUCT_NAME: {
    char name[64];
    processorName(name);
    memset(value, 0, 64);
    memcpy(value, name, strlen(name));
    return HSA_STATUS_SUCCESS;
  }
  case HSA_AMD_AGENT_INFO_UUID:
    memcpy(value, "CPU-XX", 7);
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_DEVICE:
    PUT(hsa_device_type_t, HSA_DEVICE_TYPE_CPU);
  case HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT:
    PUT(uint32_t, sysconf(_SC_NPROCESSORS_ONLN) / nodes);
  case HSA_AGENT_INFO_CACHE_SIZE:
  case HSA_AGENT_INFO_WORKGROUP_MAX_DIM:
  case HSA_AGENT_INFO_GRID_MAX_DIM:
    memset(value, 0,
           attribute == HSA_AGENT_INFO_CACHE_SIZE     ? 16
           : attribute == HSA_AGENT_INFO_GRID_MAX_DIM ? sizeof(hsa_dim3_t)
                                                      : 3 * sizeof(uint16_t));
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_FAST_F16_OPERATION:
    PUT(bool, false);
  case HSA_AGENT_INFO_WAVEFRONT_SIZE:
  case HSA_AGENT_INFO_WORKGROUP_MAX_SIZE:
  case HSA_AGENT_INFO_GRID_MAX_SIZE:
  case HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY:
  case HSA_AMD_AGENT_INFO_MEMORY_WIDTH:
  case HSA_AMD_AGENT_INFO_MEMORY_MAX_FREQUENCY:
  case HSA_AMD_AGENT_INFO_BDFID:
  case HSA_AMD_AGENT_INFO_DOMAIN:
  case HSA_AMD_AGENT_INFO_MAX_WAVES_PER_CU:
    PUT(uint32_t, 0);
  }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

EXPORT hsa_status_t hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t attribute, void *value) {
  ready();
  REQUIRE(isAgent(agent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(value, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  switch ((int)attribute) {
  case HSA_AGENT_INFO_VENDOR_NAME:
    memset(value, 0, 64);
    memcpy(value, isProcessor(agent) ? "CPU" : "AMD", 3);
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_FEATURE:
    PUT(hsa_agent_feature_t, 0); // no queues
  case HSA_AGENT_INFO_MACHINE_MODEL:
    PUT(hsa_machine_model_t, HSA_MACHINE_MODEL_LARGE);
  case HSA_AGENT_INFO_PROFILE:
    PUT(hsa_profile_t, HSA_PROFILE_BASE);
  case HSA_AGENT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
  case HSA_AGENT_INFO_BASE_PROFILE_DEFAULT_FLOAT_ROUNDING_MODES:
    PUT(uint32_t, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR);
  case HSA_AGENT_INFO_FBARRIER_MAX_SIZE:
  case HSA_AGENT_INFO_QUEUES_MAX:
  case HSA_AGENT_INFO_QUEUE_MIN_SIZE:
  case HSA_AGENT_INFO_QUEUE_MAX_SIZE:
    PUT(uint32_t, 0);
  case HSA_AGENT_INFO_QUEUE_TYPE:
    PUT(hsa_queue_type32_t, HSA_QUEUE_TYPE_MULTI);
  case HSA_AGENT_INFO_NODE:
  case HSA_AMD_AGENT_INFO_DRIVER_NODE_ID:
    PUT(uint32_t, agent.handle - 1);
  case HSA_AGENT_INFO_ISA:
    PUT(uint64_t, 0);
  case HSA_AGENT_INFO_EXTENSIONS:
    memset(value, 0, 128);
    return HSA_STATUS_SUCCESS;
  case HSA_AGENT_INFO_VERSION_MAJOR:
  case HSA_AGENT_INFO_VERSION_MINOR:
    PUT(uint16_t, 1);
  case HSA_AMD_AGENT_INFO_CHIP_ID:
  case HSA_AMD_AGENT_INFO_MAX_ADDRESS_WATCH_POINTS:
  case HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU:
  case HSA_AMD_AGENT_INFO_NUM_SHADER_ENGINES:
  case HSA_AMD_AGENT_INFO_NUM_SHADER_ARRAYS_PER_SE:
  case HSA_AMD_AGENT_INFO_ASIC_REVISION:
  case HSA_AMD_AGENT_INFO_ASIC_FAMILY_ID:
  case HSA_AMD_AGENT_INFO_UCODE_VERSION:
  case HSA_AMD_AGENT_INFO_SDMA_UCODE_VERSION:
  case HSA_AMD_AGENT_INFO_NUM_SDMA_ENG:
  case HSA_AMD_AGENT_INFO_NUM_SDMA_XGMI_ENG:
  case HSA_AMD_AGENT_INFO_NUM_XCC:
    PUT(uint32_t, 0);
  case HSA_AMD_AGENT_INFO_CACHELINE_SIZE:
    PUT(uint32_t, 64);
  case HSA_AMD_AGENT_INFO_COOPERATIVE_QUEUES:
  case HSA_AMD_AGENT_INFO_SVM_DIRECT_HOST_ACCESS:
  case HSA_AMD_AGENT_INFO_IOMMU_SUPPORT:
    PUT(bool, false);
  case HSA_AMD_AGENT_INFO_TIMESTAMP_FREQUENCY:
    PUT(uint64_t, 1000000000u);
  case HSA_AMD_AGENT_INFO_NEAREST_CPU:
    PUT(uint64_t, isProcessor(agent) ? agent.handle : 1);
  }
  return isProcessor(agent) ? processorInfo((int)attribute, value)
                            : deviceInfo(agent, (int)attribute, value);
}

EXPORT hsa_status_t hsa_amd_agent_iterate_memory_pools(
    hsa_agent_t agent, hsa_status_t (*callback)(hsa_amd_memory_pool_t pool, void *data),
    void *data) {
  ready();
  REQUIRE(isAgent(agent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(callback, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  for (uint64_t kind = finePool; kind <= coarsePool; kind++) {
    uint64_t pool = agent.handle << 8 | kind;
    hsa_status_t status =
        isPool(pool) ? callback((hsa_amd_memory_pool_t){pool}, data) : HSA_STATUS_SUCCESS;
    if (status != HSA_STATUS_SUCCESS) return status;
  }
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_agent_iterate_regions(
    hsa_agent_t agent, hsa_status_t (*callback)(hsa_region_t region, void *data), void *data) {
  ready();
  REQUIRE(isAgent(agent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(callback, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  for (uint64_t kind = finePool; kind <= coarsePool; kind++) {
    uint64_t pool = agent.handle << 8 | kind;
    hsa_status_t status = isPool(pool) ? callback((hsa_region_t){pool}, data) : HSA_STATUS_SUCCESS;
    if (status != HSA_STATUS_SUCCESS) return status;
  }
  return HSA_STATUS_SUCCESS;
}

static size_t poolSize(uint64_t pool) {
  if (isProcessor(agentOf(pool)))
    return (size_t)sysconf(_SC_PHYS_PAGES) / (size_t)nodes * (size_t)sysconf(_SC_PAGESIZE);
  size_t size = 0;
  (void)hipDeviceTotalMem(&size, deviceOf(agentOf(pool)));
  return size;
}

// Regions have the same numbers for what both have.
static hsa_status_t poolInfo(uint64_t pool, int attribute, void *value) {
  REQUIRE(value, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  switch (attribute) {
  case HSA_AMD_MEMORY_POOL_INFO_SEGMENT:
    PUT(uint32_t, HSA_AMD_SEGMENT_GLOBAL);
  case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS:
    PUT(uint32_t, (pool & 255) == coarsePool ? HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED
                                             : HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED |
                                                   HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT);
  case HSA_REGION_INFO_ALLOC_MAX_SIZE:
  case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE:
  case HSA_AMD_MEMORY_POOL_INFO_SIZE:
    PUT(size_t, poolSize(pool));
  case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED:
    PUT(bool, true);
  case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
  case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_REC_GRANULE:
  case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT:
    PUT(size_t, pageSize);
  case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL:
    PUT(bool, isProcessor(agentOf(pool)));
  case HSA_AMD_MEMORY_POOL_INFO_LOCATION:
    PUT(hsa_amd_memory_pool_location_t, isProcessor(agentOf(pool))
                                            ? HSA_AMD_MEMORY_POOL_LOCATION_CPU
                                            : HSA_AMD_MEMORY_POOL_LOCATION_GPU);
  }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

EXPORT hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t pool,
                                                 hsa_amd_memory_pool_info_t attribute,
                                                 void *value) {
  ready();
  REQUIRE(isPool(pool.handle), invalidPool);
  return poolInfo(pool.handle, (int)attribute, value);
}

EXPORT hsa_status_t hsa_region_get_info(hsa_region_t region, hsa_region_info_t attribute,
                                        void *value) {
  ready();
  REQUIRE(isPool(region.handle), HSA_STATUS_ERROR_INVALID_REGION);
  return poolInfo(region.handle, (int)attribute, value);
}

static hsa_amd_memory_pool_access_t access_(hsa_agent_t agent, hsa_agent_t owner) {
  if (agent.handle == owner.handle || isProcessor(owner))
    return HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT;
  int can = 0;
  if (isProcessor(agent))
    (void)hipDeviceGetAttribute(&can, hipDeviceAttributeDirectManagedMemAccessFromHost,
                                deviceOf(owner));
  else
    (void)hipDeviceCanAccessPeer(&can, deviceOf(agent), deviceOf(owner));
  return can ? HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT
             : HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED;
}

EXPORT hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent,
                                                       hsa_amd_memory_pool_t pool,
                                                       hsa_amd_agent_memory_pool_info_t attribute,
                                                       void *value) {
  ready();
  REQUIRE(isAgent(agent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(isPool(pool.handle), invalidPool);
  REQUIRE(value, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  hsa_agent_t owner = agentOf(pool.handle);
  switch (attribute) {
  case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
    PUT(hsa_amd_memory_pool_access_t, access_(agent, owner));
  case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS:
    PUT(uint32_t, agent.handle != owner.handle);
  case HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO:
    if (agent.handle != owner.handle)
      *(hsa_amd_memory_pool_link_info_t *)value =
          (hsa_amd_memory_pool_link_info_t){.atomic_support_32bit = true,
                                            .atomic_support_64bit = true,
                                            .coherent_support = true,
                                            .link_type = HSA_AMD_LINK_INFO_TYPE_PCIE,
                                            .numa_distance = 20};
    return HSA_STATUS_SUCCESS;
  }
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

EXPORT hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t pool, size_t size,
                                                 uint32_t flags, void **pointer) {
  (void)flags;
  ready();
  REQUIRE(isPool(pool.handle), invalidPool);
  REQUIRE(pointer && size, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  if (isProcessor(agentOf(pool.handle)))
    return fromHIP(hipHostMalloc(pointer, size, hipHostMallocPortable));
  int current;
  REQUIRE(hipGetDevice(&current) == hipSuccess, HSA_STATUS_ERROR);
  hipError_t error = hipSetDevice(deviceOf(agentOf(pool.handle)));
  if (error == hipSuccess) error = hipMalloc(pointer, size);
  (void)hipSetDevice(current);
  return fromHIP(error);
}

EXPORT hsa_status_t hsa_memory_allocate(hsa_region_t region, size_t size, void **pointer) {
  ready();
  REQUIRE(isPool(region.handle), HSA_STATUS_ERROR_INVALID_REGION);
  return hsa_amd_memory_pool_allocate((hsa_amd_memory_pool_t){region.handle}, size, 0, pointer);
}

EXPORT hsa_status_t hsa_amd_memory_pool_free(void *pointer) {
  ready();
  hipPointerAttribute_t a;
  if (!pointer) return HSA_STATUS_SUCCESS;
  REQUIRE(hipPointerGetAttributes(&a, pointer) == hipSuccess, HSA_STATUS_ERROR_INVALID_ALLOCATION);
  hipError_t error = a.type == hipMemoryTypeHost ? hipHostFree(pointer) : hipFree(pointer);
  return error == hipErrorInvalidValue ? HSA_STATUS_ERROR_INVALID_ALLOCATION : fromHIP(error);
}

EXPORT hsa_status_t hsa_memory_free(void *pointer) { return hsa_amd_memory_pool_free(pointer); }

EXPORT hsa_status_t hsa_memory_copy(void *to, const void *from, size_t size) {
  ready();
  REQUIRE(to && from, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  return size ? fromHIP(hipMemcpy(to, from, size, hipMemcpyDefault)) : HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_amd_memory_fill(void *pointer, uint32_t value, size_t count) {
  ready();
  REQUIRE(pointer && (uintptr_t)pointer % 4 == 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  if (!count) return HSA_STATUS_SUCCESS;
  hipError_t error = hipMemsetD32((hipDeviceptr_t)pointer, (int)value, count);
  return fromHIP(error == hipSuccess ? hipStreamSynchronize(NULL) : error);
}

// The base profile lets a program register what agents access: a hint.
EXPORT hsa_status_t hsa_memory_register(void *pointer, size_t size) {
  ready();
  return pointer || !size ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
EXPORT hsa_status_t hsa_memory_deregister(void *pointer, size_t size) {
  (void)pointer, (void)size;
  ready();
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t checkAgents(uint32_t count, const hsa_agent_t *agents) {
  REQUIRE(agents || !count, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  for (uint32_t i = 0; i < count; i++) REQUIRE(isAgent(agents[i]), HSA_STATUS_ERROR_INVALID_AGENT);
  return HSA_STATUS_SUCCESS;
}

// HIP's memory of the host is accessible to all devices; peers need to be enabled.
EXPORT hsa_status_t hsa_amd_agents_allow_access(uint32_t count, const hsa_agent_t *agents,
                                                const uint32_t *flags, const void *pointer) {
  ready();
  REQUIRE(count && !flags && pointer, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  hsa_status_t status = checkAgents(count, agents);
  hipPointerAttribute_t a;
  if (status != HSA_STATUS_SUCCESS || hipPointerGetAttributes(&a, pointer) != hipSuccess ||
      a.type != hipMemoryTypeDevice)
    return status;
  int current;
  REQUIRE(hipGetDevice(&current) == hipSuccess, HSA_STATUS_ERROR);
  for (uint32_t i = 0; i < count && status == HSA_STATUS_SUCCESS; i++) {
    if (isProcessor(agents[i]) || deviceOf(agents[i]) == a.device) continue;
    hipError_t error = hipSetDevice(deviceOf(agents[i]));
    if (error == hipSuccess) error = hipDeviceEnablePeerAccess(a.device, 0);
    if (error != hipErrorPeerAccessAlreadyEnabled) status = fromHIP(error);
  }
  (void)hipSetDevice(current);
  return status;
}

EXPORT hsa_status_t hsa_amd_memory_lock(void *host, size_t size, hsa_agent_t *agents, int count,
                                        void **pointer) {
  ready();
  REQUIRE(host && size && pointer && count >= 0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  hsa_status_t status = agents ? checkAgents((uint32_t)count, agents) : HSA_STATUS_SUCCESS;
  REQUIRE(status == HSA_STATUS_SUCCESS, status);
  *pointer = NULL;
  hipError_t error = hipHostRegister(host, size, hipHostRegisterPortable | hipHostRegisterMapped);
  if (error == hipSuccess) error = hipHostGetDevicePointer(pointer, host, 0);
  return fromHIP(error);
}

EXPORT hsa_status_t hsa_amd_memory_lock_to_pool(void *host, size_t size, hsa_agent_t *agents,
                                                int count, hsa_amd_memory_pool_t pool,
                                                uint32_t flags, void **pointer) {
  ready();
  REQUIRE(isPool(pool.handle) && isProcessor(agentOf(pool.handle)), invalidPool);
  REQUIRE(!flags, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  return hsa_amd_memory_lock(host, size, agents, count, pointer);
}

EXPORT hsa_status_t hsa_amd_memory_unlock(void *host) {
  ready();
  return fromHIP(hipHostUnregister(host));
}

EXPORT hsa_status_t hsa_amd_pointer_info(const void *pointer, hsa_amd_pointer_info_t *info,
                                         void *(*alloc)(size_t), uint32_t *count,
                                         hsa_agent_t **accessible) {
  ready();
  REQUIRE(pointer && info && info->size, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  hsa_amd_pointer_info_t answer = {.size = sizeof answer, .type = HSA_EXT_POINTER_TYPE_UNKNOWN};
  hipPointerAttribute_t a;
  if (hipPointerGetAttributes(&a, pointer) == hipSuccess && a.type != hipMemoryTypeUnregistered) {
    int host = a.type == hipMemoryTypeHost;
    hipDeviceptr_t base = a.devicePointer;
    answer.type = HSA_EXT_POINTER_TYPE_HSA;
    answer.agentOwner.handle = host ? 1 : (uint64_t)(nodes + a.device + 1);
    answer.global_flags = host ? HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED
                               : HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED;
    (void)hipMemGetAddressRange(&base, &answer.sizeInBytes, a.devicePointer);
    answer.agentBaseAddress = (void *)base;
    if (a.hostPointer)
      answer.hostBaseAddress =
          (char *)a.hostPointer - ((char *)a.devicePointer - (char *)answer.agentBaseAddress);
  }
  uint32_t size = info->size < sizeof answer ? info->size : (uint32_t)sizeof answer;
  answer.size = size;
  memcpy(info, &answer, size);
  if (!alloc || !count || !accessible) return HSA_STATUS_SUCCESS;
  int all = answer.type == HSA_EXT_POINTER_TYPE_HSA && answer.agentOwner.handle <= (uint64_t)nodes;
  *count = all ? (uint32_t)(nodes + devices) : answer.type == HSA_EXT_POINTER_TYPE_HSA;
  *accessible = NULL;
  if (!*count) return HSA_STATUS_SUCCESS;
  *accessible = alloc(*count * sizeof **accessible);
  REQUIRE(*accessible, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
  for (uint32_t i = 0; i < *count; i++)
    (*accessible)[i].handle = all ? i + 1 : answer.agentOwner.handle;
  return HSA_STATUS_SUCCESS;
}

struct copy {
  void *to;
  const void *from;
  size_t size;
  hsa_signal_t done;
  uint32_t count;
  hsa_signal_t wait[];
};

// A thread for each copy, because it may wait for a signal that a later one sets.
static void *copyThread(void *argument) {
  struct copy *c = argument;
  int failed = 0;
  for (uint32_t i = 0; i < c->count; i++)
    if (hsa_signal_wait_scacquire(c->wait[i], HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                                  HSA_WAIT_STATE_BLOCKED) < 0)
      failed = 1;
  uint64_t start = gohipTicks();
  if (!failed && c->size)
    failed = hipMemcpy(c->to, c->from, c->size, hipMemcpyDefault) != hipSuccess ||
             hipStreamSynchronize(NULL) != hipSuccess;
  gohipSignalTimes(c->done, start, gohipTicks());
  if (failed)
    hsa_signal_store_screlease(c->done, -1);
  else
    hsa_signal_subtract_screlease(c->done, 1);
  free(c);
  return NULL;
}

EXPORT hsa_status_t hsa_amd_memory_async_copy(void *to, hsa_agent_t toAgent, const void *from,
                                              hsa_agent_t fromAgent, size_t size, uint32_t count,
                                              const hsa_signal_t *signals, hsa_signal_t done) {
  ready();
  REQUIRE(isAgent(toAgent) && isAgent(fromAgent), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(done.handle, HSA_STATUS_ERROR_INVALID_SIGNAL);
  REQUIRE(to && from && (count == 0) == (signals == NULL), HSA_STATUS_ERROR_INVALID_ARGUMENT);
  struct copy *c = malloc(sizeof *c + count * sizeof *signals);
  REQUIRE(c, HSA_STATUS_ERROR_OUT_OF_RESOURCES);
  *c = (struct copy){to, from, size, done, count};
  if (count) memcpy(c->wait, signals, count * sizeof *signals);
  if (gohipStartThread(copyThread, c) == 0) return HSA_STATUS_SUCCESS;
  free(c);
  return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

// One engine, which is the host.
EXPORT hsa_status_t hsa_amd_memory_async_copy_on_engine(
    void *to, hsa_agent_t toAgent, const void *from, hsa_agent_t fromAgent, size_t size,
    uint32_t count, const hsa_signal_t *signals, hsa_signal_t done, hsa_amd_sdma_engine_id_t engine,
    bool force) {
  (void)force;
  REQUIRE(engine == HSA_AMD_SDMA_ENGINE_0, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  return hsa_amd_memory_async_copy(to, toAgent, from, fromAgent, size, count, signals, done);
}

EXPORT hsa_status_t hsa_amd_memory_copy_engine_status(hsa_agent_t to, hsa_agent_t from,
                                                      uint32_t *engines) {
  ready();
  REQUIRE(isAgent(to) && isAgent(from), HSA_STATUS_ERROR_INVALID_AGENT);
  REQUIRE(engines, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  *engines = HSA_AMD_SDMA_ENGINE_0;
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_amd_memory_get_preferred_copy_engine(hsa_agent_t to, hsa_agent_t from,
                                                             uint32_t *engines) {
  return hsa_amd_memory_copy_engine_status(to, from, engines);
}

EXPORT hsa_status_t hsa_status_string(hsa_status_t status, const char **text) {
  static const struct {
    int status;
    const char *text;
  } texts[] = {
#define ROW(name) {HSA_STATUS_##name, "HSA_STATUS_" #name}
      ROW(SUCCESS),
      ROW(INFO_BREAK),
      ROW(ERROR),
      ROW(ERROR_INVALID_ARGUMENT),
      ROW(ERROR_INVALID_QUEUE_CREATION),
      ROW(ERROR_INVALID_ALLOCATION),
      ROW(ERROR_INVALID_AGENT),
      ROW(ERROR_INVALID_REGION),
      ROW(ERROR_INVALID_SIGNAL),
      ROW(ERROR_INVALID_QUEUE),
      ROW(ERROR_OUT_OF_RESOURCES),
      ROW(ERROR_RESOURCE_FREE),
      ROW(ERROR_NOT_INITIALIZED),
      ROW(ERROR_INVALID_INDEX),
      ROW(ERROR_INVALID_ISA),
      ROW(ERROR_INVALID_CODE_OBJECT),
      ROW(ERROR_INVALID_EXECUTABLE),
      ROW(ERROR_EXCEPTION),
      ROW(ERROR_FATAL),
      ROW(ERROR_INVALID_MEMORY_POOL),
      ROW(ERROR_NOT_SUPPORTED),
#undef ROW
  };
  REQUIRE(text, HSA_STATUS_ERROR_INVALID_ARGUMENT);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].status == (int)status) {
      *text = texts[i].text;
      return HSA_STATUS_SUCCESS;
    }
  *text = NULL;
  return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
