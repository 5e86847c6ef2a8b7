// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory that Vulkan exports by an opaque descriptor, on Mesa's software rasteriser: kernels and
// Vulkan's own commands see each other's writes in a buffer and in the levels of an image.
#include "../../../testdata/programs/check.h"

#include <vulkan/vulkan.h>

#define VK(call)                                                                                   \
  do {                                                                                             \
    VkResult result_ = (call);                                                                     \
    if (result_ != VK_SUCCESS) {                                                                   \
      std::printf("%s: %d\n", #call, result_);                                                     \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

constexpr VkExternalMemoryHandleTypeFlagBits opaque = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;

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

  Vulkan() {
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
    const char *extension = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
    VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    di.queueCreateInfoCount = 1, di.pQueueCreateInfos = &qi;
    di.enabledExtensionCount = 1, di.ppEnabledExtensionNames = &extension;
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

  void choose() {
    VkPhysicalDevice all[8];
    uint32_t n = 8;
    VK(vkEnumeratePhysicalDevices(instance, &n, all));
    for (uint32_t i = 0; i < n; i++) {
      VkPhysicalDeviceProperties p;
      vkGetPhysicalDeviceProperties(all[i], &p);
      physical = all[i];
      if (p.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) return;
    }
    std::puts("Vulkan has no device on the processor");
    std::exit(1);
  }

  // Memory that can be exported, of any type that the object takes.
  VkDeviceMemory allocate(const VkMemoryRequirements &want) {
    VkExportMemoryAllocateInfo shared = {VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO};
    shared.handleTypes = opaque;
    VkMemoryAllocateInfo ai = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, &shared};
    ai.allocationSize = want.size;
    ai.memoryTypeIndex = __builtin_ctz(want.memoryTypeBits);
    VkDeviceMemory m;
    VK(vkAllocateMemory(device, &ai, nullptr, &m));
    return m;
  }

  hipExternalMemory_t import(VkDeviceMemory m, size_t size) {
    VkMemoryGetFdInfoKHR gi = {VK_STRUCTURE_TYPE_MEMORY_GET_FD_INFO_KHR};
    gi.memory = m;
    gi.handleType = opaque;
    hipExternalMemoryHandleDesc d = {};
    d.type = hipExternalMemoryHandleTypeOpaqueFd;
    d.size = size;
    VK(get_fd(device, &gi, &d.handle.fd));
    hipExternalMemory_t e;
    CHECK(hipImportExternalMemory(&e, &d));
    return e;
  }

  // Has the queue do something and waits for it.
  template <typename F> void now(F record) {
    VkCommandBufferAllocateInfo ai = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    ai.commandPool = pool;
    ai.commandBufferCount = 1;
    VkCommandBuffer c;
    VK(vkAllocateCommandBuffers(device, &ai, &c));
    VkCommandBufferBeginInfo bi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    VK(vkBeginCommandBuffer(c, &bi));
    record(c);
    VK(vkEndCommandBuffer(c));
    VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
    si.commandBufferCount = 1, si.pCommandBuffers = &c;
    VK(vkQueueSubmit(queue, 1, &si, VK_NULL_HANDLE));
    VK(vkQueueWaitIdle(queue));
    vkFreeCommandBuffers(device, pool, 1, &c);
  }
};

static void buffers(Vulkan &vk) {
  constexpr size_t n = 4096;
  VkExternalMemoryBufferCreateInfo shared = {VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO};
  shared.handleTypes = opaque;
  VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, &shared};
  bi.size = n * 4;
  bi.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  VkBuffer b;
  VK(vkCreateBuffer(vk.device, &bi, nullptr, &b));
  VkMemoryRequirements want;
  vkGetBufferMemoryRequirements(vk.device, b, &want);
  VkDeviceMemory m = vk.allocate(want);
  VK(vkBindBufferMemory(vk.device, b, m, 0));
  hipExternalMemory_t e = vk.import(m, want.size);
  hipExternalMemoryBufferDesc d = {};
  d.size = n * 4;
  unsigned *p;
  CHECK(hipExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(&p), e, &d));
  vk.now([&](VkCommandBuffer c) { vkCmdFillBuffer(c, b, 0, n * 4, 1000); });
  add<<<n / 256, 256>>>(p, 7);
  CHECK(hipDeviceSynchronize());
  vk.now([&](VkCommandBuffer c) { // the second half becomes the first
    VkBufferCopy r = {0, n * 2, n * 2};
    vkCmdFillBuffer(c, b, n * 2, n * 2, 1);
    vkCmdCopyBuffer(c, b, b, 1, &r);
  });
  std::vector<unsigned> v(n);
  CHECK(hipMemcpy(v.data(), p, n * 4, hipMemcpyDeviceToHost));
  EXPECT(v == std::vector<unsigned>(n, 1007));
  // Vulkan sees what HIP writes.
  CHECK(hipMemset(p, 3, n * 4));
  void *mine;
  VK(vkMapMemory(vk.device, m, 0, n * 4, 0, &mine));
  EXPECT(static_cast<unsigned *>(mine)[n - 1] == 0x03030303);
  CHECK(hipFree(p));
  CHECK(hipDestroyExternalMemory(e));
  EXPECT(static_cast<unsigned *>(mine)[0] == 0x03030303);
  vkDestroyBuffer(vk.device, b, nullptr);
  vkFreeMemory(vk.device, m, nullptr);
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
  shared.handleTypes = opaque;
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
  VkDeviceMemory m = vk.allocate(want);
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
    VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    bi.size = w * h * 4;
    bi.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VkBuffer b;
    VK(vkCreateBuffer(vk.device, &bi, nullptr, &b));
    VkMemoryRequirements size;
    vkGetBufferMemoryRequirements(vk.device, b, &size);
    VkDeviceMemory out = vk.allocate(size);
    VK(vkBindBufferMemory(vk.device, b, out, 0));
    vk.now([&](VkCommandBuffer c) {
      VkBufferImageCopy r = {};
      r.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
      r.imageExtent = {w, h, 1};
      vkCmdCopyImageToBuffer(c, i, VK_IMAGE_LAYOUT_GENERAL, b, 1, &r);
    });
    void *texels;
    VK(vkMapMemory(vk.device, out, 0, w * h * 4, 0, &texels));
    for (unsigned k = 0; k < w * h; k++) {
      const unsigned char *q = static_cast<unsigned char *>(texels) + k * 4;
      EXPECT(q[0] == k % w && q[1] == k / w && q[2] == level && q[3] == 101);
    }
    vkDestroyBuffer(vk.device, b, nullptr);
    vkFreeMemory(vk.device, out, nullptr);
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

int main() {
  Vulkan vk;
  buffers(vk);
  images(vk);
  return done();
}
