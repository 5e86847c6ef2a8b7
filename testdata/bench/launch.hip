// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Empty launches, small and large synchronous copies, and launches of several host threads
// to streams of their own: libgohip against the same on plain OpenCL, interleaved in one
// process, with a number of live allocations on both sides. Prints the best time of each
// side and the ratios.
//
//   launch ALLOCATIONS [ROUNDS]
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

#define CL_CHECK(call)                                                                             \
  do {                                                                                             \
    cl_int status_ = (call);                                                                       \
    if (status_ != CL_SUCCESS) {                                                                   \
      std::fprintf(stderr, "%s: %d\n", #call, status_);                                            \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void empty(int *, int *, int) {}
static const char *source = "kernel void empty(global int *a, global int *b, int n) {}";

static double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

// Many short rounds rather than a few long ones: whether the threads that launch and those
// that run kernels share a core, and which of them sleeps, changes from one moment to the next
// and with it the time of a launch by several times its own.
static int rounds = 0;

// The sides' rounds alternate. The units are times per call of `hip`; the ratios are of the
// sides' best rounds and of their medians.
static void compare(const char *name, int live, int calls, double aim,
                    const std::function<void()> &cl, const std::function<void()> &hip) {
  std::vector<double> times[2];
  for (int r = -1; r < rounds; r++)
    for (int s = 0; s < 2; s++) {
      int side = s ^ (r & 1); // neither always comes second
      double t = now();
      side ? hip() : cl();
      if (r >= 0) times[side].push_back((now() - t) / calls);
    }
  double best[2], median[2];
  for (int s = 0; s < 2; s++) {
    std::sort(times[s].begin(), times[s].end());
    best[s] = times[s].front(), median[s] = times[s][times[s].size() / 2];
  }
  std::printf("%-26s %5d live allocations   OpenCL %10.0f ns   libgohip %10.0f ns   ratio %.2f, "
              "of medians %.2f (aim %.1f)\n",
              name, live, best[0] * 1e9, best[1] * 1e9, best[1] / best[0], median[1] / median[0],
              aim);
  std::fflush(stdout);
}

int main(int argc, char **argv) {
  const int live = argc > 1 ? std::atoi(argv[1]) : 0, launches = 2000, threads = 4;
  // With many allocations a launch takes plain OpenCL a hundred times as long.
  rounds = argc > 2 ? std::atoi(argv[2]) : live ? 15 : 101;
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CL_CHECK(clGetPlatformIDs(1, &platform, nullptr));
  CL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  CL_CHECK(status);
  auto new_queue = [&] {
    cl_command_queue q = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
    CL_CHECK(status);
    return q;
  };
  cl_command_queue queue = new_queue();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  CL_CHECK(status);
  CL_CHECK(clBuildProgram(program, 1, &device, "", nullptr, nullptr));
  auto new_kernel = [&] {
    cl_kernel k = clCreateKernel(program, "empty", &status);
    CL_CHECK(status);
    return k;
  };
  cl_kernel kernel = new_kernel();

  std::vector<void *> held(live), held_cl(live);
  for (void *&p : held) CHECK(hipMalloc(&p, 4096));
  for (void *&p : held_cl) p = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  int *a, *b, word = 1;
  CHECK(hipMalloc(reinterpret_cast<void **>(&a), 4096));
  CHECK(hipMalloc(reinterpret_cast<void **>(&b), 4096));

  auto launch_cl = [&](cl_command_queue q, cl_kernel k, int n) {
    const size_t one = 1;
    for (int i = 0; i < n; i++) {
      CL_CHECK(clSetKernelArgSVMPointer(k, 0, a));
      CL_CHECK(clSetKernelArgSVMPointer(k, 1, b));
      CL_CHECK(clSetKernelArg(k, 2, sizeof i, &i));
      CL_CHECK(clEnqueueNDRangeKernel(q, k, 1, nullptr, &one, &one, 0, nullptr, nullptr));
    }
    CL_CHECK(clFinish(q));
  };
  auto launch_hip = [&](hipStream_t s, int n) {
    for (int i = 0; i < n; i++) empty<<<1, 1, 0, s>>>(a, b, i);
    CHECK(hipStreamSynchronize(s));
  };
  compare(
      "launch", live, launches, 1.1, [&] { launch_cl(queue, kernel, launches); },
      [&] { launch_hip(nullptr, launches); });

  compare(
      "copy of 4 bytes", live, launches, 1.1,
      [&] {
        for (int i = 0; i < launches; i++)
          CL_CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, a, &word, sizeof word, 0, nullptr, nullptr));
      },
      [&] {
        for (int i = 0; i < launches; i++)
          CHECK(hipMemcpy(a, &word, sizeof word, hipMemcpyHostToDevice));
      });

  std::vector<hipStream_t> streams(threads);
  std::vector<cl_command_queue> queues;
  std::vector<cl_kernel> kernels;
  for (hipStream_t &s : streams) {
    CHECK(hipStreamCreateWithFlags(&s, hipStreamNonBlocking));
    queues.push_back(new_queue());
    kernels.push_back(new_kernel());
  }
  auto at_once = [&](const std::function<void(int)> &work) {
    std::vector<std::thread> all;
    for (int t = 0; t < threads; t++) all.emplace_back(work, t);
    for (std::thread &t : all) t.join();
  };
  compare(
      "launch, 4 threads", live, launches * threads, 1.1,
      [&] { at_once([&](int t) { launch_cl(queues[t], kernels[t], launches); }); },
      [&] { at_once([&](int t) { launch_hip(streams[t], launches); }); });

  if (live == 0) {
    rounds = std::min(rounds, 5);
    const size_t big = size_t(1) << 30;
    std::vector<char> host(big, 1);
    char *to;
    CHECK(hipMalloc(reinterpret_cast<void **>(&to), big));
    std::memset(to, 0, big);
    compare(
        "copy of 1 GiB", live, 1, 1.1,
        [&] {
          CL_CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, to, host.data(), big, 0, nullptr, nullptr));
        },
        [&] { CHECK(hipMemcpy(to, host.data(), big, hipMemcpyHostToDevice)); });
    CHECK(hipFree(to));
  }
  CHECK(hipGetLastError());
  return 0;
}
