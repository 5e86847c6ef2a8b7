// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Which copies and fills are over when the call returns. The null stream is held up by a host function
// until the host goes on, or until a watchdog has had enough of a call that does not return:
// what returned before the watchdog came was asynchronous.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

static const int W = 64, H = 48, D = 4; // of a block of bytes in larger rows
static const size_t PITCH = 256, BYTES = PITCH * H * D;

struct Held {
  std::atomic<bool> go{false};
  std::thread watchdog;
  explicit Held(std::chrono::milliseconds patience) {
    CHECK(hipLaunchHostFunc(
        nullptr,
        [](void *p) {
          while (!static_cast<Held *>(p)->go) std::this_thread::yield();
        },
        this));
    watchdog = std::thread([this, patience] {
      auto end = std::chrono::steady_clock::now() + patience;
      while (!go && std::chrono::steady_clock::now() < end) std::this_thread::yield();
      go = true;
    });
  }
  // Whether the stream is still held, which it is no longer afterwards.
  bool let_go() {
    bool held = !go.exchange(true);
    watchdog.join();
    CHECK(hipDeviceSynchronize());
    return held;
  }
};

static unsigned char *src, *dst; // device memory
static unsigned char *managed, *pinned;
static std::vector<unsigned char> host(BYTES);

static void fill(unsigned char *p, int seed) {
  for (size_t i = 0; i < BYTES; i++) p[i] = static_cast<unsigned char>(i * 7 + i / 251 + seed);
}

static hipPitchedPtr block(void *p) { return make_hipPitchedPtr(p, PITCH, W, H); }

static hipMemcpy3DParms parms3d(void *to, void *from, hipMemcpyKind kind) {
  hipMemcpy3DParms p = {};
  p.dstPtr = block(to), p.srcPtr = block(from);
  p.extent = make_hipExtent(W, H, D), p.kind = kind;
  return p;
}

static hip_Memcpy2D parms2d(void *to, hipMemoryType tt, void *from, hipMemoryType ft) {
  hip_Memcpy2D p = {};
  p.dstMemoryType = tt, p.srcMemoryType = ft;
  p.dstHost = to, p.dstDevice = to, p.srcHost = from, p.srcDevice = from;
  p.dstPitch = p.srcPitch = PITCH, p.WidthInBytes = W, p.Height = H;
  return p;
}

// Calls copy while the stream is held. An asynchronous one returns while it is; its source
// is overwritten at once where the program may do so, and what arrives is what was there.
template <typename F>
static void expect(const char *what, bool asynchronous, unsigned char *to, unsigned char *from,
                   int rows, int depth, F copy) {
  static int seed;
  fill(host.data(), ++seed);
  CHECK(hipMemset(dst, 0xee, BYTES));
  CHECK(hipDeviceSynchronize());
  bool pageable = from == host.data();
  if (!pageable) CHECK(hipMemcpy(from, host.data(), BYTES, hipMemcpyDefault));
  std::vector<unsigned char> want = host;
  Held held(std::chrono::milliseconds(asynchronous ? 5000 : 100));
  CHECK(copy());
  if (pageable) std::memset(from, 0x55, BYTES);
  bool was = held.let_go();
  if (was != asynchronous) {
    std::printf("%s: %s\n", what, was ? "returned before it was done" : "waited");
    failures++;
  }
  std::vector<unsigned char> got(BYTES);
  CHECK(hipMemcpy(got.data(), to, BYTES, hipMemcpyDefault));
  for (int z = 0; z < depth; z++)
    for (int y = 0; y < rows; y++) {
      size_t at = (z * size_t(H) + y) * PITCH;
      if (std::memcmp(got.data() + at, want.data() + at, W) != 0) {
        std::printf("%s: row %d of slice %d is wrong\n", what, y, z);
        failures++;
        return;
      }
    }
}

// The same of a fill: its first block of rows has the value afterwards, and nothing beside it.
template <typename F>
static void expect_fill(const char *what, bool asynchronous, unsigned char *at, int width, int rows,
                        int depth, F fill) {
  const unsigned char before = 0xee;
  CHECK(hipMemset(at, before, BYTES));
  CHECK(hipDeviceSynchronize());
  static int value = 0x10;
  value++;
  Held held(std::chrono::milliseconds(asynchronous ? 5000 : 100));
  CHECK(fill(value));
  if (held.let_go() != asynchronous) {
    std::printf("%s: %s\n", what, asynchronous ? "waited" : "returned before it was done");
    failures++;
  }
  std::vector<unsigned char> got(BYTES);
  CHECK(hipMemcpy(got.data(), at, BYTES, hipMemcpyDefault));
  for (size_t i = 0; i < BYTES; i++) {
    int x = i % PITCH, y = i / PITCH % H, z = i / PITCH / H;
    int want = x < width && y < rows && z < depth ? value : before;
    if (got[i] == want) continue;
    std::printf("%s: byte %d of row %d of slice %d is %d, want %d\n", what, x, y, z, got[i], want);
    failures++;
    return;
  }
}

// Fills of memory at p, which the host may look at on return, or not.
static void expect_fills(unsigned char *p, bool device) {
  const char *kind = device ? "of the device" : "that the host sees";
  auto name = [&](const char *call) { return std::string(call) + " of memory " + kind; };
  hipExtent e = make_hipExtent(W, H, D);
  expect_fill(name("hipMemset").c_str(), device, p, PITCH, 1, 1,
              [&](int v) { return hipMemset(p, v, PITCH); });
  expect_fill(name("hipMemset2D").c_str(), device, p, W, H, 1,
              [&](int v) { return hipMemset2D(p, PITCH, v, W, H); });
  expect_fill(name("hipMemset3D").c_str(), device, p, W, H, D,
              [&](int v) { return hipMemset3D(block(p), v, e); });
  expect_fill(name("hipMemsetAsync").c_str(), true, p, PITCH, 1, 1,
              [&](int v) { return hipMemsetAsync(p, v, PITCH, nullptr); });
  expect_fill(name("hipMemset2DAsync").c_str(), true, p, W, H, 1,
              [&](int v) { return hipMemset2DAsync(p, PITCH, v, W, H, nullptr); });
  expect_fill(name("hipMemset3DAsync").c_str(), true, p, W, H, D,
              [&](int v) { return hipMemset3DAsync(block(p), v, e, nullptr); });
}

int main() {
  CHECK(hipMalloc(&src, BYTES));
  CHECK(hipMalloc(&dst, BYTES));
  CHECK(hipMallocManaged(&managed, BYTES));
  CHECK(hipHostMalloc(&pinned, BYTES));
  auto d2d = hipMemcpyDeviceToDevice, h2d = hipMemcpyHostToDevice;
  unsigned char *h = host.data();

  // Synchronous with the host, but within the device.
  expect("hipMemcpy within the device", true, dst, src, H, D,
         [&] { return hipMemcpy(dst, src, BYTES, d2d); });
  expect("hipMemcpy of a kind to be found out", true, dst, src, H, D,
         [&] { return hipMemcpy(dst, src, BYTES, hipMemcpyDefault); });
  expect("hipMemcpy2D within the device", true, dst, src, H, 1,
         [&] { return hipMemcpy2D(dst, PITCH, src, PITCH, W, H, d2d); });
  expect("hipMemcpy3D within the device", true, dst, src, H, D, [&] {
    auto p = parms3d(dst, src, d2d);
    return hipMemcpy3D(&p);
  });
  expect("hipMemcpyParam2D within the device", true, dst, src, H, 1, [&] {
    auto p = parms2d(dst, hipMemoryTypeDevice, src, hipMemoryTypeDevice);
    return hipMemcpyParam2D(&p);
  });
  expect("hipMemcpy to the device", false, dst, h, H, D,
         [&] { return hipMemcpy(dst, h, BYTES, h2d); });
  expect("hipMemcpy2D to the device", false, dst, h, H, 1,
         [&] { return hipMemcpy2D(dst, PITCH, h, PITCH, W, H, h2d); });
  expect("hipMemcpy3D to the device", false, dst, h, H, D, [&] {
    auto p = parms3d(dst, h, h2d);
    return hipMemcpy3D(&p);
  });
  // The host may look at these as soon as the call has returned.
  expect("hipMemcpy to managed memory", false, managed, src, H, D,
         [&] { return hipMemcpy(managed, src, BYTES, d2d); });
  expect("hipMemcpy2D to pinned memory", false, pinned, src, H, 1,
         [&] { return hipMemcpy2D(pinned, PITCH, src, PITCH, W, H, hipMemcpyDeviceToHost); });

  // Asynchronous, the source in memory that the program may write again at once.
  expect("hipMemcpyAsync to the device", true, dst, h, H, D,
         [&] { return hipMemcpyAsync(dst, h, BYTES, h2d, nullptr); });
  expect("hipMemcpy2DAsync to the device", true, dst, h, H, 1,
         [&] { return hipMemcpy2DAsync(dst, PITCH, h, PITCH, W, H, h2d, nullptr); });
  expect("hipMemcpy3DAsync to the device", true, dst, h, H, D, [&] {
    auto p = parms3d(dst, h, h2d);
    return hipMemcpy3DAsync(&p, nullptr);
  });
  expect("hipMemcpyParam2DAsync to the device", true, dst, h, H, 1, [&] {
    auto p = parms2d(dst, hipMemoryTypeDevice, h, hipMemoryTypeHost);
    return hipMemcpyParam2DAsync(&p, nullptr);
  });

  expect_fills(dst, true);
  expect_fills(managed, false);
  expect_fills(pinned, false);

  // Both allocations ask for synchronous copies; one alone does not count.
  unsigned yes = 1, no = 0;
  auto attribute = HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS;
  CHECK(hipPointerSetAttribute(&yes, attribute, dst));
  expect("hipMemcpy to memory that is synchronous", true, dst, src, H, D,
         [&] { return hipMemcpy(dst, src, BYTES, d2d); });
  CHECK(hipPointerSetAttribute(&yes, attribute, src + 100));
  expect("hipMemcpy within synchronous memory", false, dst, src, H, D,
         [&] { return hipMemcpy(dst, src, BYTES, d2d); });
  expect("hipMemcpy2D within synchronous memory", false, dst, src, H, 1,
         [&] { return hipMemcpy2D(dst, PITCH, src, PITCH, W, H, d2d); });
  bool set = false;
  CHECK(hipPointerGetAttribute(&set, attribute, src));
  if (!set) std::puts("the attribute was not kept"), failures++;
  CHECK(hipPointerSetAttribute(&no, attribute, src));
  CHECK(hipPointerGetAttribute(&set, attribute, src));
  if (set) std::puts("the attribute was not taken back"), failures++;

  CHECK(hipFree(src));
  CHECK(hipFree(dst));
  CHECK(hipFree(managed));
  CHECK(hipHostFree(pinned));
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
