// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory that Vulkan exports by a descriptor: kernels and Vulkan's own commands see each other's
// writes in a buffer and in the levels of an image. On Mesa's software rasteriser, or on the GPU
// of HIP's device where Vulkan has that. Arguments add what a GPU's driver has: "semaphores", which
// order the two, and "dmabuf", another kind of descriptor.
#include <hip/hip_runtime.h>

#include "../../../testdata/programs/check.h"

#include <vulkan/vulkan.h>

#include <set>
#include <string>

#define VK(call)                                                                                   \
  do {                                                                                             \
    VkResult result_ = (call);                                                                     \
    if (result_ != VK_SUCCESS) {                                                                   \
      std::printf("%s: %d\n", #call, result_);                                                     \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

// What memory is exported as.
static VkExternalMemoryHandleTypeFlagBits exported = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

__global__ void add(unsigned *p, unsigned by) { p[blockIdx.x * blockDim.x + threadIdx.x] += by; }

// Sets a texel to its place and adds 1 to its fourth channel.
__global__ void paint(hipSurfaceObject_t s, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x >= w || y >= h) return;
  uchar4 t;
  surf2Dread(&t, s, x * 4, y);
  t.x = x, t.y = y, t.w += 1;
  surf2Dwrite(t, s, x * 4, y);
}

struct Vulkan {
  VkInstance instance;
  VkPhysicalDevice physical;
  VkDevice device;
  VkQueue queue;
  VkCommandPool pool;
  PFN_vkGetMemoryFdKHR get_fd;

  explicit Vulkan(const std::set<std::string> &wanted) {
    VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
    app.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo ci = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    ci.pApplicationInfo = &app;
    VK(vkCreateInstance(&ci, nullptr, &instance));
    choose();
    float priority = 1;
    VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    qi.queueCount = 1;
    qi.pQueuePriorities = &priority;
    std::vector<const char *> extensions = {VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME};
    if (wanted.count("semaphores"))
      extensions.push_back(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
    if (wanted.count("dmabuf")) extensions.push_back(VK_EXT_EXTERNAL_MEMORY_DMA_BUF_EXTENSION_NAME);
    VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES};
    timeline.timelineSemaphore = wanted.count("semaphores") > 0;
    VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &timeline};
    di.queueCreateInfoCount = 1, di.pQueueCreateInfos = &qi;
    di.enabledExtensionCount = extensions.size();
    di.ppEnabledExtensionNames = extensions.data();
    VK(vkCreateDevice(physical, &di, nullptr, &device));
    vkGetDeviceQueue(device, 0, 0, &queue);
    VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VK(vkCreateCommandPool(device, &pi, nullptr, &pool));
    get_fd =
        reinterpret_cast<PFN_vkGetMemoryFdKHR>(vkGetDeviceProcAddr(device, "vkGetMemoryFdKHR"));
  }
  ~Vulkan() {
    vkDestroyCommandPool(device, pool, nullptr);
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
  }

  // The GPU of HIP's device, or the rasteriser.
  void choose() {
    VkPhysicalDevice all[8];
    uint32_t n = 8;
    hipDeviceProp_t mine;
    CHECK(hipGetDeviceProperties(&mine, 0));
    VK(vkEnumeratePhysicalDevices(instance, &n, all));
    physical = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < n; i++) {
      VkPhysicalDeviceIDProperties id = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
      VkPhysicalDeviceProperties2 p = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &id};
      vkGetPhysicalDeviceProperties2(all[i], &p);
      bool same = std::memcmp(id.deviceUUID, &mine.uuid, VK_UUID_SIZE) == 0;
      if (same || (p.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU && !physical))
        physical = all[i];
      if (same) break;
    }
    if (physical) return;
    std::puts("Vulkan has neither HIP's device nor one on the processor");
    std::exit(1);
  }

  uint32_t memory_type(uint32_t of, VkMemoryPropertyFlags flags) {
    VkPhysicalDeviceMemoryProperties p;
    vkGetPhysicalDeviceMemoryProperties(physical, &p);
    for (uint32_t i = 0; i < p.memoryTypeCount; i++)
      if (of >> i & 1 && (p.memoryTypes[i].propertyFlags & flags) == flags) return i;
    std::puts("Vulkan has no such memory");
    std::exit(1);
  }

  // Memory of the device that can be exported, or memory that the host reads.
  VkDeviceMemory allocate(const VkMemoryRequirements &want, bool shared) {
    VkExportMemoryAllocateInfo ei = {VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
    ei.handleTypes = exported;
    VkMemoryAllocateInfo ai = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, shared ? &ei : nullptr};
    ai.allocationSize = want.size;
    ai.memoryTypeIndex = memory_type(
        want.memoryTypeBits, shared ? VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT
                                    : VkMemoryPropertyFlags(VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT));
    VkDeviceMemory m;
    VK(vkAllocateMemory(device, &ai, nullptr, &m));
    return m;
  }

  hipExternalMemory_t import(VkDeviceMemory m, size_t size) {
    VkMemoryGetFdInfoKHR gi = {VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    gi.memory = m;
    gi.handleType = exported;
    hipExternalMemoryHandleDesc d = {};
    d.type = hipExternalMemoryHandleTypeOpaqueFd;
    d.size = size;
    VK(get_fd(device, &gi, &d.handle.fd));
    hipExternalMemory_t e;
    CHECK(hipImportExternalMemory(&e, &d));
    return e;
  }

  VkCommandBuffer begin() {
    VkCommandBufferAllocateInfo ai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    ai.commandPool = pool;
    ai.commandBufferCount = 1;
    VkCommandBuffer c;
    VK(vkAllocateCommandBuffers(device, &ai, &c));
    VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VK(vkBeginCommandBuffer(c, &bi));
    return c;
  }

  // Has the queue do something and waits for it.
  template <typename F> void now(F record) {
    VkCommandBuffer c = begin();
    record(c);
    VK(vkEndCommandBuffer(c));
    VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    si.commandBufferCount = 1, si.pCommandBuffers = &c;
    VK(vkQueueSubmit(queue, 1, &si, VK_NULL_HANDLE));
    VK(vkQueueWaitIdle(queue));
    vkFreeCommandBuffers(device, pool, 1, &c);
  }
};

// A buffer of Vulkan, in memory that is exported or that the host reads.
struct Buffer {
  Vulkan &vk;
  VkBuffer b;
  VkMemoryRequirements want;
  VkDeviceMemory memory;

  Buffer(Vulkan &vk, size_t size, bool shared) : vk(vk) {
    VkExternalMemoryBufferCreateInfo ei = {VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
    ei.handleTypes = exported;
    VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, shared ? &ei : nullptr};
    bi.size = size;
    bi.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    VK(vkCreateBuffer(vk.device, &bi, nullptr, &b));
    vkGetBufferMemoryRequirements(vk.device, b, &want);
    memory = vk.allocate(want, shared);
    VK(vkBindBufferMemory(vk.device, b, memory, 0));
  }
  ~Buffer() {
    vkDestroyBuffer(vk.device, b, nullptr);
    vkFreeMemory(vk.device, memory, nullptr);
  }
  template <typename T> std::vector<T> read(size_t n) {
    void *p;
    VK(vkMapMemory(vk.device, memory, 0, n * sizeof(T), 0, &p));
    std::vector<T> v(static_cast<T *>(p), static_cast<T *>(p) + n);
    vkUnmapMemory(vk.device, memory);
    return v;
  }
};

constexpr size_t n = 4096; // numbers in a buffer

static unsigned *map(hipExternalMemory_t e) {
  hipExternalMemoryBufferDesc d = {};
  d.size = n * 4;
  unsigned *p;
  CHECK(hipExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(&p), e, &d));
  return p;
}

static void copy(VkCommandBuffer c, const Buffer &to, const Buffer &from) {
  VkBufferCopy r = {0, 0, n * 4};
  vkCmdCopyBuffer(c, from.b, to.b, 1, &r);
}

// Every write of a command is done before the next command.
static void barrier(VkCommandBuffer c) {
  VkMemoryBarrier b = {VK_STRUCTURE_TYPE_MEMORY_BARRIER};
  b.srcAccessMask = b.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
  vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                       1, &b, 0, nullptr, 0, nullptr);
}

static void buffers(Vulkan &vk) {
  Buffer b(vk, n * 4, true), seen(vk, n * 4, false);
  hipExternalMemory_t e = vk.import(b.memory, b.want.size);
  unsigned *p = map(e);
  vk.now([&](VkCommandBuffer c) { vkCmdFillBuffer(c, b.b, 0, n * 4, 1000); });
  add<<<n / 256, 256>>>(p, 7);
  CHECK(hipDeviceSynchronize());
  vk.now([&](VkCommandBuffer c) { // the first half becomes the second
    VkBufferCopy r = {0, n * 2, n * 2};
    vkCmdFillBuffer(c, b.b, n * 2, n * 2, 1);
    barrier(c);
    vkCmdCopyBuffer(c, b.b, b.b, 1, &r);
  });
  std::vector<unsigned> v(n);
  CHECK(hipMemcpy(v.data(), p, n * 4, hipMemcpyDeviceToHost));
  EXPECT(v == std::vector<unsigned>(n, 1007));
  // Vulkan sees what HIP writes, and still has it when HIP's import has gone.
  CHECK(hipMemset(p, 3, n * 4));
  CHECK(hipDeviceSynchronize());
  CHECK(hipFree(p));
  CHECK(hipDestroyExternalMemory(e));
  vk.now([&](VkCommandBuffer c) { copy(c, seen, b); });
  EXPECT(seen.read<unsigned>(n) == std::vector<unsigned>(n, 0x03030303));
}

static void transition(VkCommandBuffer c, VkImage i) {
  VkImageMemoryBarrier b = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
  b.newLayout = VK_IMAGE_LAYOUT_GENERAL;
  b.image = i;
  b.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, 1};
  vkCmdPipelineBarrier(c, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                       nullptr, 0, nullptr, 1, &b);
}

constexpr unsigned W = 50, H = 30, levels = 3;

static VkImage new_image(Vulkan &vk) {
  VkExternalMemoryImageCreateInfo shared = {VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO};
  shared.handleTypes = exported;
  VkImageCreateInfo ii = {VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO, &shared};
  ii.imageType = VK_IMAGE_TYPE_2D;
  ii.format = VK_FORMAT_R8G8B8A8_UINT;
  ii.extent = {W, H, 1};
  ii.mipLevels = levels, ii.arrayLayers = 1;
  ii.samples = VK_SAMPLE_COUNT_1_BIT;
  ii.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  VkImage i;
  VK(vkCreateImage(vk.device, &ii, nullptr, &i));
  return i;
}

// Clears every level to its number, has HIP paint, and reads the texels by Vulkan's own copy.
static void images(Vulkan &vk) {
  VkImage i = new_image(vk);
  VkMemoryRequirements want;
  vkGetImageMemoryRequirements(vk.device, i, &want);
  VkDeviceMemory m = vk.allocate(want, true);
  VK(vkBindImageMemory(vk.device, i, m, 0));
  hipExternalMemory_t e = vk.import(m, want.size);
  hipExternalMemoryMipmappedArrayDesc d = {};
  d.formatDesc = hipCreateChannelDesc<uchar4>();
  d.extent = make_hipExtent(W, H, 0);
  d.numLevels = levels;
  d.flags = hipArraySurfaceLoadStore;
  hipMipmappedArray_t chain;
  CHECK(hipExternalMemoryGetMappedMipmappedArray(&chain, e, &d));
  for (unsigned level = 0; level < levels; level++) {
    unsigned w = W >> level, h = H >> level;
    vk.now([&](VkCommandBuffer c) {
      VkClearColorValue colour = {};
      colour.uint32[2] = level, colour.uint32[3] = 100;
      VkImageSubresourceRange r = {VK_IMAGE_ASPECT_COLOR_BIT, level, 1, 0, 1};
      if (level == 0) transition(c, i);
      vkCmdClearColorImage(c, i, VK_IMAGE_LAYOUT_GENERAL, &colour, 1, &r);
    });
    hipArray_t a;
    CHECK(hipGetMipmappedArrayLevel(&a, chain, level));
    hipResourceDesc rd = {};
    rd.resType = hipResourceTypeArray;
    rd.res.array.array = a;
    hipSurfaceObject_t s;
    CHECK(hipCreateSurfaceObject(&s, &rd));
    paint<<<h, 64>>>(s, w, h);
    CHECK(hipDeviceSynchronize());
    CHECK(hipDestroySurfaceObject(s));
    // Vulkan reads the texels into a buffer.
    Buffer out(vk, w * h * 4, false);
    vk.now([&](VkCommandBuffer c) {
      VkBufferImageCopy r = {};
      r.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
      r.imageExtent = {w, h, 1};
      vkCmdCopyImageToBuffer(c, i, VK_IMAGE_LAYOUT_GENERAL, out.b, 1, &r);
    });
    std::vector<unsigned char> texels = out.read<unsigned char>(w * h * 4);
    for (unsigned k = 0; k < w * h; k++) {
      const unsigned char *q = &texels[k * 4];
      EXPECT(q[0] == k % w && q[1] == k / w && q[2] == level && q[3] == 101);
    }
  }
  hipMipmappedArray_t none;
  d.numLevels = 40;
  EXPECT_ERROR(hipExternalMemoryGetMappedMipmappedArray(&none, e, &d), hipErrorInvalidValue);
  d.numLevels = levels, d.offset = want.size;
  EXPECT_ERROR(hipExternalMemoryGetMappedMipmappedArray(&none, e, &d), hipErrorInvalidValue);
  d.offset = 0, d.formatDesc.z = 0;
  EXPECT_ERROR(hipExternalMemoryGetMappedMipmappedArray(&none, e, &d), hipErrorInvalidValue);
  CHECK(hipFreeMipmappedArray(chain));
  CHECK(hipDestroyExternalMemory(e));
  vkDestroyImage(vk.device, i, nullptr);
  vkFreeMemory(vk.device, m, nullptr);
}

// A semaphore that Vulkan made and HIP has imported.
struct Semaphore {
  Vulkan &vk;
  bool timeline;
  VkSemaphore s;
  hipExternalSemaphore_t hip;

  Semaphore(Vulkan &vk, bool timeline) : vk(vk), timeline(timeline) {
    VkExportSemaphoreCreateInfo ei = {VK_STRUCTURE_TYPE_EXPORT_SEMAPHORE_CREATE_INFO};
    ei.handleTypes = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    VkSemaphoreTypeCreateInfo ti = {VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, &ei};
    ti.semaphoreType = timeline ? VK_SEMAPHORE_TYPE_TIMELINE : VK_SEMAPHORE_TYPE_BINARY;
    VkSemaphoreCreateInfo si = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &ti};
    VK(vkCreateSemaphore(vk.device, &si, nullptr, &s));
    VkSemaphoreGetFdInfoKHR gi = {VK_STRUCTURE_TYPE_SEMAPHORE_GET_FD_INFO_KHR};
    gi.semaphore = s;
    gi.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
    hipExternalSemaphoreHandleDesc d = {};
    d.type = timeline ? hipExternalSemaphoreHandleTypeTimelineSemaphoreFd
                      : hipExternalSemaphoreHandleTypeOpaqueFd;
    auto get = reinterpret_cast<PFN_vkGetSemaphoreFdKHR>(
        vkGetDeviceProcAddr(vk.device, "vkGetSemaphoreFdKHR"));
    VK(get(vk.device, &gi, &d.handle.fd));
    CHECK(hipImportExternalSemaphore(&hip, &d));
  }
  ~Semaphore() {
    CHECK(hipDestroyExternalSemaphore(hip));
    vkDestroySemaphore(vk.device, s, nullptr);
  }
};

// Has the queue do something after one semaphore and before another, and waits for nothing.
static VkCommandBuffer submit(Vulkan &vk, VkCommandBuffer c, Semaphore *after, uint64_t reached,
                              Semaphore *before, uint64_t reaches) {
  VK(vkEndCommandBuffer(c));
  VkTimelineSemaphoreSubmitInfo ti = {VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
  VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, &ti};
  const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  si.commandBufferCount = 1, si.pCommandBuffers = &c;
  if (after) {
    ti.waitSemaphoreValueCount = si.waitSemaphoreCount = 1;
    ti.pWaitSemaphoreValues = &reached;
    si.pWaitSemaphores = &after->s, si.pWaitDstStageMask = &all;
  }
  if (before) {
    ti.signalSemaphoreValueCount = si.signalSemaphoreCount = 1;
    ti.pSignalSemaphoreValues = &reaches;
    si.pSignalSemaphores = &before->s;
  }
  VK(vkQueueSubmit(vk.queue, 1, &si, VK_NULL_HANDLE));
  return c;
}

// Vulkan fills, HIP adds, Vulkan copies, many times and with no wait of the host: the order is
// that of the semaphores, in the stream or, captured, in a graph.
static void turns(Vulkan &vk, bool timeline, bool graphs) {
  constexpr unsigned times = 50;
  Buffer b(vk, n * 4, true), seen(vk, n * 4, false);
  hipExternalMemory_t e = vk.import(b.memory, b.want.size);
  unsigned *p = map(e);
  Semaphore filled(vk, timeline), added(vk, timeline), copied(vk, timeline);
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  std::vector<VkCommandBuffer> used;
  for (unsigned i = 1; i <= times; i++) {
    VkCommandBuffer c = vk.begin();
    vkCmdFillBuffer(c, b.b, 0, n * 4, i * 1000);
    used.push_back(submit(vk, c, i > 1 ? &copied : nullptr, i - 1, &filled, i));
    hipExternalSemaphoreWaitParams wait = {};
    hipExternalSemaphoreSignalParams signal = {};
    wait.params.fence.value = signal.params.fence.value = i;
    hipGraph_t g;
    hipGraphExec_t x;
    if (graphs) CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
    CHECK(hipWaitExternalSemaphoresAsync(&filled.hip, &wait, 1, s));
    for (int k = 0; k < 20; k++) add<<<n / 256, 256, 0, s>>>(p, i);
    CHECK(hipSignalExternalSemaphoresAsync(&added.hip, &signal, 1, s));
    if (graphs) {
      CHECK(hipStreamEndCapture(s, &g));
      CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
      CHECK(hipGraphLaunch(x, s));
      CHECK(hipGraphExecDestroy(x));
      CHECK(hipGraphDestroy(g));
    }
    c = vk.begin();
    copy(c, seen, b);
    used.push_back(submit(vk, c, &added, i, i < times ? &copied : nullptr, i));
  }
  VK(vkQueueWaitIdle(vk.queue));
  EXPECT(seen.read<unsigned>(n) == std::vector<unsigned>(n, times * 1020));
  CHECK(hipStreamDestroy(s));
  vkFreeCommandBuffers(vk.device, vk.pool, used.size(), used.data());
  CHECK(hipDestroyExternalMemory(e));
}

int main(int argc, char **argv) {
  std::set<std::string> wanted(argv + 1, argv + argc);
  Vulkan vk(wanted);
  buffers(vk);
  images(vk);
  if (wanted.count("semaphores"))
    for (bool timeline : {false, true})
      for (bool graphs : {false, true}) turns(vk, timeline, graphs);
  if (wanted.count("dmabuf")) {
    exported = VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
    buffers(vk);
  }
  return done();
}
