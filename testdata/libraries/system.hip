// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HSA's agents, pools, copies, signals and pointers, ROCm SMI's and AMD SMI's devices: they agree with HIP's. What is not
// supported says so.
//
// e2e: flags=-lhsa-runtime64 -lrocm_smi64 -lamd_smi
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include <amd_smi/amdsmi.h>
#include <hsa/hsa_ext_amd.h>
#include <rocm_smi/rocm_smi.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)

static hsa_status_t collectAgent(hsa_agent_t agent, void *data) {
  static_cast<std::vector<hsa_agent_t> *>(data)->push_back(agent);
  return HSA_STATUS_SUCCESS;
}
static hsa_status_t collectPool(hsa_amd_memory_pool_t pool, void *data) {
  static_cast<std::vector<hsa_amd_memory_pool_t> *>(data)->push_back(pool);
  return HSA_STATUS_SUCCESS;
}

__global__ void triple(int *p) { p[threadIdx.x] *= 3; }

static bool handled(hsa_signal_value_t, void *signal) {
  hsa_signal_store_screlease(*static_cast<hsa_signal_t *>(signal), 7);
  return false;
}

static void signals() {
  hsa_signal_t s, t;
  hsa_signal_value_t seen;
  CHECK(hsa_signal_create(5, 0, nullptr, &s) == HSA_STATUS_SUCCESS);
  CHECK(hsa_signal_create(0, 0, nullptr, &t) == HSA_STATUS_SUCCESS);
  hsa_signal_add_relaxed(s, 3);
  hsa_signal_subtract_screlease(s, 1);
  CHECK(hsa_signal_load_scacquire(s) == 7);
  hsa_signal_or_relaxed(s, 8);
  hsa_signal_and_relaxed(s, 13);
  hsa_signal_xor_relaxed(s, 1);
  CHECK(hsa_signal_exchange_acq_rel(s, 1) == 12);
  CHECK(hsa_signal_cas_acq_rel(s, 2, 9) == 1 && hsa_signal_cas_acq_rel(s, 1, 9) == 1 &&
        hsa_signal_load_relaxed(s) == 9);
  CHECK(hsa_signal_wait_scacquire(s, HSA_SIGNAL_CONDITION_LT, 9, 1000, HSA_WAIT_STATE_BLOCKED) ==
        9);
  CHECK(hsa_amd_signal_async_handler(s, HSA_SIGNAL_CONDITION_EQ, 1, handled, &t) ==
        HSA_STATUS_SUCCESS);
  hsa_signal_store_relaxed(s, 1);
  hsa_signal_t both[] = {s, t};
  hsa_signal_condition_t conditions[] = {HSA_SIGNAL_CONDITION_EQ, HSA_SIGNAL_CONDITION_GTE};
  hsa_signal_value_t values[] = {100, 7};
  CHECK(hsa_amd_signal_wait_any(2, both, conditions, values, UINT64_MAX, HSA_WAIT_STATE_BLOCKED,
                                &seen) == 1 &&
        seen == 7);
  CHECK(hsa_signal_destroy(s) == HSA_STATUS_SUCCESS && hsa_signal_destroy(t) == HSA_STATUS_SUCCESS);
  CHECK(hsa_signal_destroy({0}) == HSA_STATUS_ERROR_INVALID_SIGNAL);
}

static void memory(hsa_agent_t cpu, hsa_agent_t gpu) {
  std::vector<hsa_amd_memory_pool_t> host, device;
  CHECK(hsa_amd_agent_iterate_memory_pools(cpu, collectPool, &host) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_agent_iterate_memory_pools(gpu, collectPool, &device) == HSA_STATUS_SUCCESS);
  CHECK(host.size() == 2 && device.size() == 1);
  uint32_t flags = 0;
  size_t size = 0, total = 0;
  CHECK(hsa_amd_memory_pool_get_info(device[0], HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags) ==
            HSA_STATUS_SUCCESS &&
        flags == HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED);
  CHECK(hsa_amd_memory_pool_get_info(device[0], HSA_AMD_MEMORY_POOL_INFO_SIZE, &size) ==
            HSA_STATUS_SUCCESS &&
        hipDeviceTotalMem(&total, 0) == hipSuccess && size == total);
  constexpr size_t n = 64, bytes = n * sizeof(int);
  int *a, *b, *c;
  CHECK(hsa_amd_memory_pool_allocate(host[0], bytes, 0, (void **)&a) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_memory_pool_allocate(device[0], bytes, 0, (void **)&b) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_memory_pool_allocate(host[1], bytes, 0, (void **)&c) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_agents_allow_access(1, &gpu, nullptr, a) == HSA_STATUS_SUCCESS);
  for (size_t i = 0; i < n; i++) a[i] = (int)i;
  // The second copy waits for the signal that is set after a kernel; the first for nothing.
  hsa_signal_t there, tripled, back;
  hsa_signal_create(1, 0, nullptr, &there);
  hsa_signal_create(1, 0, nullptr, &tripled);
  hsa_signal_create(1, 0, nullptr, &back);
  CHECK(hsa_amd_memory_async_copy(c, cpu, b, gpu, bytes, 1, &tripled, back) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_memory_async_copy_on_engine(b, gpu, a, cpu, bytes, 0, nullptr, there,
                                            HSA_AMD_SDMA_ENGINE_0, false) == HSA_STATUS_SUCCESS);
  CHECK(hsa_signal_wait_scacquire(there, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                                  HSA_WAIT_STATE_ACTIVE) == 0);
  triple<<<1, n>>>(b);
  CHECK(hipDeviceSynchronize() == hipSuccess);
  hsa_signal_subtract_screlease(tripled, 1);
  CHECK(hsa_signal_wait_scacquire(back, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                                  HSA_WAIT_STATE_BLOCKED) == 0);
  for (size_t i = 0; i < n; i++) CHECK(c[i] == 3 * (int)i);
  hsa_amd_profiling_async_copy_time_t time;
  CHECK(hsa_amd_profiling_get_async_copy_time(back, &time) == HSA_STATUS_SUCCESS &&
        time.end >= time.start);
  CHECK(hsa_amd_memory_fill(b, 0x01020304, n) == HSA_STATUS_SUCCESS &&
        hsa_memory_copy(c, b, bytes) == HSA_STATUS_SUCCESS && c[n - 1] == 0x01020304);
  hsa_amd_pointer_info_t info = {};
  info.size = sizeof info;
  CHECK(hsa_amd_pointer_info(b, &info, nullptr, nullptr, nullptr) == HSA_STATUS_SUCCESS &&
        info.type == HSA_EXT_POINTER_TYPE_HSA && info.agentOwner.handle == gpu.handle &&
        info.agentBaseAddress == b && info.sizeInBytes >= bytes);
  CHECK(hsa_amd_pointer_info(a, &info, nullptr, nullptr, nullptr) == HSA_STATUS_SUCCESS &&
        info.agentOwner.handle == cpu.handle);
  int local = 0;
  CHECK(hsa_amd_pointer_info(&local, &info, nullptr, nullptr, nullptr) == HSA_STATUS_SUCCESS &&
        info.type == HSA_EXT_POINTER_TYPE_UNKNOWN);
  for (hsa_signal_t s : {there, tripled, back}) hsa_signal_destroy(s);
  for (void *p : {(void *)a, (void *)b, (void *)c})
    CHECK(hsa_amd_memory_pool_free(p) == HSA_STATUS_SUCCESS);
  CHECK(hsa_amd_memory_pool_allocate({12345}, bytes, 0, (void **)&a) ==
        (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL);
  CHECK(hsa_amd_memory_async_copy(c, cpu, b, gpu, bytes, 0, nullptr, {0}) ==
        HSA_STATUS_ERROR_INVALID_SIGNAL);
}

static void hsa() {
  char text[64];
  hsa_device_type_t type;
  std::vector<hsa_agent_t> agents;
  CHECK(hsa_iterate_agents(collectAgent, &agents) == HSA_STATUS_SUCCESS); // HIP has initialised HSA
  CHECK(hsa_init() == HSA_STATUS_SUCCESS);
  hsa_agent_t cpu = agents[0], gpu = {0};
  for (hsa_agent_t a : agents) {
    CHECK(hsa_agent_get_info(a, HSA_AGENT_INFO_DEVICE, &type) == HSA_STATUS_SUCCESS);
    if (type == HSA_DEVICE_TYPE_GPU && !gpu.handle) gpu = a;
  }
  hipDeviceProp_t p;
  uint32_t number = 0;
  CHECK(hipGetDeviceProperties(&p, 0) == hipSuccess);
  CHECK(hsa_agent_get_info(gpu, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, text) ==
            HSA_STATUS_SUCCESS &&
        strncmp(text, p.name, 63) == 0);
  CHECK(hsa_agent_get_info(gpu, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT, &number) ==
            HSA_STATUS_SUCCESS &&
        number == (uint32_t)p.multiProcessorCount);
  CHECK(hsa_agent_get_info({99}, HSA_AGENT_INFO_NAME, text) == HSA_STATUS_ERROR_INVALID_AGENT);
  memory(cpu, gpu);
  signals();
  CHECK(HSA_CALL(hsa_agent_get_info(cpu, HSA_AGENT_INFO_NAME, text)) == HSA_STATUS_SUCCESS);
  hsa_queue_t *queue;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, nullptr, nullptr, 0, 0, &queue) ==
        (hsa_status_t)HSA_STATUS_ERROR_NOT_SUPPORTED);
  const char *name;
  CHECK(hsa_status_string(HSA_STATUS_ERROR_INVALID_AGENT, &name) == HSA_STATUS_SUCCESS &&
        strcmp(name, "HSA_STATUS_ERROR_INVALID_AGENT") == 0);
  CHECK(hsa_shut_down() == HSA_STATUS_SUCCESS &&
        hsa_shut_down() == HSA_STATUS_ERROR_NOT_INITIALIZED);
}

static void smi() {
  uint32_t count = 0, handles = 0, one = 1;
  int devices = 0;
  uint64_t bdf[2] = {}, total[2] = {}, used = 0;
  int64_t temperature;
  char name[256];
  hipDeviceProp_t p;
  CHECK(hipGetDeviceCount(&devices) == hipSuccess && hipGetDeviceProperties(&p, 0) == hipSuccess);
  CHECK(rsmi_num_monitor_devices(&count) == RSMI_STATUS_INIT_ERROR);
  CHECK(rsmi_init(0) == RSMI_STATUS_SUCCESS &&
        amdsmi_init(AMDSMI_INIT_AMD_GPUS) == AMDSMI_STATUS_SUCCESS);
  CHECK(rsmi_num_monitor_devices(&count) == RSMI_STATUS_SUCCESS && (int)count == devices);
  CHECK(amdsmi_get_socket_handles(&handles, nullptr) == AMDSMI_STATUS_SUCCESS && handles == count);
  std::vector<amdsmi_socket_handle> sockets(handles);
  amdsmi_processor_handle gpu, found;
  CHECK(amdsmi_get_socket_handles(&handles, sockets.data()) == AMDSMI_STATUS_SUCCESS);
  CHECK(amdsmi_get_processor_handles(sockets[0], &one, &gpu) == AMDSMI_STATUS_SUCCESS && one == 1);
  CHECK(rsmi_dev_name_get(0, name, sizeof name) == RSMI_STATUS_SUCCESS &&
        strcmp(name, p.name) == 0);
  CHECK(rsmi_dev_name_get(0, name, 2) == RSMI_STATUS_INSUFFICIENT_SIZE && strlen(name) == 1);
  amdsmi_asic_info_t asic;
  CHECK(amdsmi_get_gpu_asic_info(gpu, &asic) == AMDSMI_STATUS_SUCCESS &&
        strncmp(asic.market_name, p.name, 255) == 0 &&
        (int)asic.num_of_compute_units == p.multiProcessorCount);
  amdsmi_bdf_t address;
  CHECK(rsmi_dev_pci_id_get(0, &bdf[0]) == RSMI_STATUS_SUCCESS &&
        amdsmi_get_gpu_bdf_id(gpu, &bdf[1]) == AMDSMI_STATUS_SUCCESS && bdf[0] == bdf[1] &&
        (bdf[0] >> 8 & 255) == (uint64_t)p.pciBusID);
  CHECK(amdsmi_get_gpu_device_bdf(gpu, &address) == AMDSMI_STATUS_SUCCESS &&
        amdsmi_get_processor_handle_from_bdf(address, &found) == AMDSMI_STATUS_SUCCESS);
  CHECK(rsmi_dev_memory_total_get(0, RSMI_MEM_TYPE_VRAM, &total[0]) == RSMI_STATUS_SUCCESS &&
        amdsmi_get_gpu_memory_total(gpu, AMDSMI_MEM_TYPE_VRAM, &total[1]) ==
            AMDSMI_STATUS_SUCCESS &&
        total[0] == p.totalGlobalMem && total[1] == total[0]);
  CHECK(rsmi_dev_memory_usage_get(0, RSMI_MEM_TYPE_VRAM, &used) == RSMI_STATUS_SUCCESS &&
        used <= total[0]);
  CHECK(rsmi_dev_name_get(count, name, sizeof name) == RSMI_STATUS_INVALID_ARGS);
  CHECK(rsmi_dev_pci_id_get(0, nullptr) == RSMI_STATUS_INVALID_ARGS);
  CHECK(amdsmi_get_gpu_bdf_id(nullptr, &bdf[1]) == AMDSMI_STATUS_INVAL);
  CHECK(rsmi_dev_temp_metric_get(0, RSMI_TEMP_TYPE_EDGE, RSMI_TEMP_CURRENT, &temperature) ==
        RSMI_STATUS_NOT_SUPPORTED);
  CHECK(amdsmi_get_temp_metric(gpu, AMDSMI_TEMPERATURE_TYPE_EDGE, AMDSMI_TEMP_CURRENT,
                               &temperature) == AMDSMI_STATUS_NOT_SUPPORTED);
  const char *text;
  CHECK(rsmi_status_string(RSMI_STATUS_NOT_SUPPORTED, &text) == RSMI_STATUS_SUCCESS &&
        strstr(text, "NOT_SUPPORTED"));
  CHECK(amdsmi_status_code_to_string(AMDSMI_STATUS_INVAL, &text) == AMDSMI_STATUS_SUCCESS &&
        strstr(text, "INVAL"));
  CHECK(rsmi_shut_down() == RSMI_STATUS_SUCCESS && amdsmi_shut_down() == AMDSMI_STATUS_SUCCESS);
}

int main() {
  hsa();
  smi();
  printf(failures ? "FAIL\n" : "PASS\n");
  return failures != 0;
}
