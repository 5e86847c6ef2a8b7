// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What goes wrong in real programs, each in a process of its own: many host threads, forks
// before and after first use, exits with kernels in flight, memory that runs out, kernels
// that trap, a cold cache under several processes, printf and malloc under contention.
//
//   faults [SCALE [CASE]]
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_cooperative_groups.h>

#include <atomic>
#include <cassert>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static int scale = 1;

__global__ void add(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] += v; }
__global__ void slow(float *p, int n) {
  float v = threadIdx.x;
  for (int i = 0; i < n; i++) v = v * 0.999f + 1;
  p[threadIdx.x] = v;
}
__global__ void trap(int *p) {
  if (threadIdx.x == 3) __builtin_trap();
  p[threadIdx.x] = 1;
}
__device__ int doubled(int x) { return 2 * x; }
__device__ int (*functions[2])(int) = {doubled, nullptr};
__device__ __attribute__((noinline)) int callOf(unsigned i) { return functions[i & 1](7) + 1; }
__global__ void callNothing(int *p) {
  p[threadIdx.x] = 1;
  p[threadIdx.x] = callOf(threadIdx.x);
}
// Lanes of two warps exchange no values.
__global__ void widerThanWarp(int *p) {
  auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
  p[threadIdx.x] = tile.shfl(int(threadIdx.x), 40);
}
__global__ void fail(int *p, int how) {
  if (how == 0) __builtin_trap();
  if (how == 1) abort();
  assert(p == nullptr);
}
// No path returns.
__global__ void end(int *p) {
  p[threadIdx.x] = 1;
  abort();
}
__global__ void say(int who, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n) printf("line %d of %s %d\n", t, "stream", who);
}
__global__ void churn(int *bad, int rounds) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    unsigned n = (t * 7 + r * 13) % 40 + 1;
    unsigned *p = static_cast<unsigned *>(malloc(n * sizeof *p));
    if (!p) {
      atomicAdd(&bad[0], 1);
      continue;
    }
    for (unsigned i = 0; i < n; i++) p[i] = t * 1000003u + i;
    __threadfence();
    for (unsigned i = 0; i < n; i++)
      if (p[i] != t * 1000003u + i) atomicAdd(&bad[1], 1);
    free(p);
    double *d = new double[n];
    if (d) d[n - 1] = t;
    if (d && d[n - 1] != t) atomicAdd(&bad[1], 1);
    delete[] d;
  }
}

static void adds(int rounds) {
  hipStream_t s;
  CHECK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
  const int n = 256;
  int *p;
  std::vector<int> v(n);
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), n * sizeof *p));
  CHECK(hipMemsetAsync(p, 0, n * sizeof *p, s));
  for (int i = 1; i <= rounds; i++) add<<<n / 64, 64, 0, s>>>(p, i);
  CHECK(hipMemcpyAsync(v.data(), p, n * sizeof *p, hipMemcpyDeviceToHost, s));
  CHECK(hipStreamSynchronize(s));
  for (int x : v) EXPECT(x == rounds * (rounds + 1) / 2);
  CHECK(hipFree(p));
  CHECK(hipStreamDestroy(s));
}

static void threads() {
  std::vector<std::thread> all;
  for (int i = 0; i < 64; i++) all.emplace_back(adds, 50 * scale);
  for (std::thread &t : all) t.join();
}

// What a child of a process that uses HIP gets: an error from everything, and no hang.
static void forked() {
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 4; i++)
    busy.emplace_back([&] {
      while (!stop) adds(20);
    });
  // Whose locks a child finds taken, and nobody there to give them back.
  for (int i = 0; i < 2; i++)
    busy.emplace_back([&] {
      while (!stop) {
        void *q;
        CHECK(hipMalloc(&q, 64));
        CHECK(hipFree(q));
      }
    });
  adds(1);
  int *p;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), 64));
  for (int i = 0; i < 20 * scale; i++) {
    pid_t child = fork();
    if (child == 0) {
      failures = 0;
      alarm(20);
      int n, v = 0;
      void *q;
      hipStream_t s;
      EXPECT_ERROR(hipMalloc(&q, 64), hipErrorNotInitialized);
      EXPECT_ERROR(hipGetDeviceCount(&n), hipErrorNotInitialized);
      EXPECT_ERROR(hipStreamCreate(&s), hipErrorNotInitialized);
      EXPECT_ERROR(hipMemcpy(p, &v, sizeof v, hipMemcpyHostToDevice), hipErrorNotInitialized);
      EXPECT_ERROR(hipFree(p), hipErrorNotInitialized);
      add<<<1, 1>>>(p, 1);
      EXPECT_ERROR(hipGetLastError(), hipErrorNotInitialized);
      EXPECT_ERROR(hipDeviceSynchronize(), hipErrorNotInitialized);
      std::exit(failures != 0); // with its handlers, which must not hang either
    }
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child);
    if (status != 0) std::printf("child %d ended with status %#x\n", i, status), failures++;
  }
  stop = true;
  for (std::thread &t : busy) t.join();
  adds(1);
}

static void in_flight() {
  float *p;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), 64 * sizeof *p));
  hipStream_t s[4];
  for (hipStream_t &x : s) CHECK(hipStreamCreate(&x));
  // As many iterations as take this device at least five milliseconds: an emulated one is a thousand times slower.
  int n = 1000;
  for (;; n *= 4) {
    auto start = std::chrono::steady_clock::now();
    slow<<<1, 64>>>(p, n);
    CHECK(hipDeviceSynchronize());
    if (std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(5)) break;
  }
  for (int i = 0; i < 8; i++) slow<<<1, 64, 0, s[i % 4]>>>(p, n);
  CHECK(hipStreamAddCallback(s[0], [](hipStream_t, hipError_t, void *) {}, nullptr, 0));
  for (int i = 0; i < 3; i++)
    std::thread([] {
      for (;;) adds(20); // until there is no process
    }).detach();
  std::exit(0);
}

static void no_memory() {
  size_t free, total;
  CHECK(hipMemGetInfo(&free, &total));
  void *p = nullptr;
  EXPECT_ERROR(hipMalloc(&p, total * 2), hipErrorOutOfMemory);
  EXPECT_ERROR(hipMalloc(&p, ~size_t(0)), hipErrorOutOfMemory);
  EXPECT_ERROR(hipGetLastError(), hipErrorOutOfMemory);
  std::vector<void *> held;
  const size_t piece = total / 8;
  while (held.size() < 100 && hipMalloc(&p, piece) == hipSuccess) held.push_back(p);
  EXPECT(held.size() >= 1 && held.size() <= 8);
  (void)hipGetLastError();
  for (void *h : held) CHECK(hipFree(h));
  CHECK(hipMalloc(&p, piece));
  CHECK(hipFree(p));
  adds(3);
}

// NVIDIA's driver has no device any more for a process in which a kernel failed: a reset says so.
static bool ends_the_process() {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  return std::strncmp(prop.gcnArchName, "sm_", 3) == 0;
}

static bool reset() {
  if (!ends_the_process()) {
    CHECK(hipDeviceReset());
    return true;
  }
  int *p;
  EXPECT_ERROR(hipDeviceReset(), hipErrorLaunchFailure);
  EXPECT_ERROR(hipMalloc(reinterpret_cast<void **>(&p), 64), hipErrorLaunchFailure);
  return false;
}

static int warp_size() {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  return prop.warpSize;
}
static bool is_processor() {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  return std::strncmp(prop.gcnArchName, "cpu:", 4) == 0;
}

static void traps() {
  int *p, *seen;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), 64 * sizeof *p));
  for (int i = 0; i < 3 * scale; i++) {
    CHECK(hipHostMalloc(reinterpret_cast<void **>(&seen), 64 * sizeof *seen));
    std::memset(seen, 0, 64 * sizeof *seen);
    if (i % 3 == 1 && warp_size() < 64)
      widerThanWarp<<<2, 64>>>(p);
    else if (i % 3 == 2 && !is_processor()) // which reports the kernel on standard error
      callNothing<<<2, 64>>>(seen);
    else
      trap<<<2, 64>>>(p);
    hipError_t e = hipDeviceSynchronize();
    EXPECT(e == hipErrorLaunchFailure || (i % 3 == 2 && e == hipErrorIllegalAddress));
    for (int t = 1; t < 64; t += 2) EXPECT(seen[t] <= 1); // the call ended it
    add<<<1, 64>>>(p, 1);
    EXPECT_ERROR(hipGetLastError(), e);
    if (!reset()) return;
    CHECK(hipMalloc(reinterpret_cast<void **>(&p), 64 * sizeof *p));
    adds(3);
  }
}

static void cold_cache() {
  namespace fs = std::filesystem;
  fs::path dir = fs::temp_directory_path() / ("gohip-faults." + std::to_string(getpid()));
  EXPECT(fs::create_directory(dir));
  setenv("GOHIP_CACHE_DIR", dir.c_str(), 1);
  std::vector<pid_t> children;
  for (int i = 0; i < 2 * scale; i++) {
    pid_t child = fork();
    if (child == 0) {
      adds(5);
      std::exit(failures != 0);
    }
    children.push_back(child);
  }
  for (pid_t c : children) {
    int status = -1;
    EXPECT(waitpid(c, &status, 0) == c && status == 0);
  }
  EXPECT(fs::is_empty(dir) == is_processor()); // whose code needs no compiling
  fs::remove_all(dir);
}

// What fn writes to a file descriptor.
static std::string written(int fd, const std::function<void()> &fn) {
  std::fflush(stdout);
  FILE *file = std::tmpfile();
  int old = dup(fd);
  dup2(fileno(file), fd);
  fn();
  std::fflush(stdout);
  dup2(old, fd);
  close(old);
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;) text += char(c);
  std::fclose(file);
  return text;
}

// What a kernel did that failed is told by every call that would use the device, in every
// stream and thread, until it is reset; what only gives something back works on.
static void stick(int how) {
  const hipError_t want = hipErrorLaunchFailure;
  int *p, *q, v = 0;
  hipStream_t s, t;
  hipEvent_t e;
  hipGraph_t g;
  hipGraphNode_t n;
  hipGraphExec_t x;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), 256));
  CHECK(hipStreamCreate(&s));
  CHECK(hipStreamCreateWithFlags(&t, hipStreamNonBlocking));
  CHECK(hipEventCreate(&e));
  CHECK(hipGraphCreate(&g, 0));
  CHECK(hipGraphAddMemcpyNode1D(&n, g, nullptr, 0, p, &v, 4, hipMemcpyDefault));
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  if (how == 3)
    end<<<2, 4, 0, s>>>(p);
  else
    fail<<<2, 4, 0, s>>>(p, how);
  CHECK(hipGetLastError()); // it was launched all right
  hipError_t soon = hipEventRecord(e, s);
  EXPECT(soon == hipSuccess || soon == want);
  EXPECT_ERROR(hipEventSynchronize(e), want);
  EXPECT(hipPeekAtLastError() == want);
  EXPECT(hipPeekAtLastError() == want);
  EXPECT(hipExtGetLastError() == want);
  EXPECT(hipGetLastError() == hipSuccess); // the call's error is told once, the device's stays
  for (int round = 0; round < 2; round++) {
    add<<<1, 1, 0, t>>>(p, 1);
    EXPECT(hipGetLastError() == want);
    EXPECT_ERROR(hipStreamSynchronize(s), want);
    EXPECT_ERROR(hipStreamQuery(t), want);
    EXPECT_ERROR(hipEventQuery(e), want);
    EXPECT_ERROR(hipEventSynchronize(e), want);
    EXPECT_ERROR(hipDeviceSynchronize(), want);
    EXPECT_ERROR(hipMalloc(reinterpret_cast<void **>(&q), 64), want);
    EXPECT_ERROR(hipMallocAsync(reinterpret_cast<void **>(&q), 64, t), want);
    EXPECT_ERROR(hipMemcpy(&v, p, sizeof v, hipMemcpyDeviceToHost), want);
    EXPECT_ERROR(hipMemcpyAsync(&v, p, sizeof v, hipMemcpyDeviceToHost, t), want);
    EXPECT_ERROR(hipMemset(p, 0, 4), want);
    EXPECT_ERROR(hipGraphLaunch(x, t), want);
    std::thread([&] {
      EXPECT(hipGetLastError() == hipSuccess); // of this thread
      EXPECT_ERROR(hipStreamSynchronize(nullptr), want);
    }).join();
  }
  CHECK(hipStreamDestroy(t));
  CHECK(hipEventDestroy(e));
  CHECK(hipFree(p));
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipGraphDestroy(g));
  bool again = reset();
  (void)hipGetLastError();
  if (again) adds(3);
}

static void sticks() {
  stick(0);
  if (!ends_the_process()) stick(1);
}

static void aborts() { stick(1); }

static void ends() { stick(3); }

static void asserts() {
  std::string said = written(1, [] { stick(2); });
  EXPECT(said.find("`p == nullptr' failed") != std::string::npos);
}

static void prints() {
  const int streams = 8, lines = 200, rounds = 3 * scale;
  std::string text = written(1, [&] {
    std::vector<std::thread> all;
    for (int i = 0; i < streams; i++)
      all.emplace_back([=] {
        hipStream_t s;
        CHECK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
        for (int r = 0; r < rounds; r++) {
          say<<<4, 64, 0, s>>>(i, lines);
          if (r % 2) CHECK(hipStreamSynchronize(s));
        }
        CHECK(hipStreamSynchronize(s));
        CHECK(hipStreamDestroy(s));
      });
    for (std::thread &t : all) t.join();
  });
  std::vector<int> seen(streams * lines);
  size_t at = 0, end;
  for (; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    int line, who;
    char more;
    if (std::sscanf(text.substr(at, end - at).c_str(), "line %d of stream %d%c", &line, &who,
                    &more) == 2 &&
        line >= 0 && line < lines && who >= 0 && who < streams)
      seen[who * lines + line]++;
    else
      EXPECT(!"a line that no kernel printed");
  }
  for (int n : seen) EXPECT(n == rounds);
}

static void overflow() {
  CHECK(hipDeviceSetLimit(hipLimitPrintfFifoSize, 4096));
  std::string out, err;
  err = written(2, [&] {
    out = written(1, [] {
      say<<<100, 64>>>(1, 6400);
      CHECK(hipDeviceSynchronize());
    });
  });
  size_t lines = 0;
  for (char c : out) lines += c == '\n';
  unsigned lost = 0;
  if (ends_the_process()) // NVIDIA's driver writes over the oldest calls and does not count them
    lost = 6400 - lines;
  else
    EXPECT(std::sscanf(err.c_str(), "libgohip: %u device printf calls", &lost) == 1);
  EXPECT(lines > 0 && lost > 0 && lines + lost == 6400);
}

static void heap() {
  Device<int> bad(2);
  for (int i = 0; i < 2 * scale; i++) churn<<<64, 64>>>(bad.p, 10);
  auto v = bad.host();
  EXPECT(v[0] == 0);
  EXPECT(v[1] == 0);
}

int main(int argc, char **argv) {
  if (argc > 1) scale = std::atoi(argv[1]);
  const struct {
    const char *name;
    void (*run)();
  } cases[] = {
      {"threads", threads}, {"fork", forked},      {"flight", in_flight}, {"memory", no_memory},
      {"trap", traps},      {"sticky", sticks},    {"abort", aborts},     {"end", ends},
      {"assert", asserts},  {"cache", cold_cache}, {"printf", prints},    {"overflow", overflow},
      {"heap", heap},
  };
  for (const auto &c : cases) {
    if (argc > 2 && std::strcmp(argv[2], c.name)) continue;
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      failures = 0; // those of the cases before are theirs
      alarm(100 * scale);
      c.run();
      std::exit(failures != 0);
    }
    int status = -1;
    if (waitpid(child, &status, 0) != child || status != 0) {
      std::printf("%s ended with status %#x\n", c.name, status);
      failures++;
    }
  }
  return done();
}
