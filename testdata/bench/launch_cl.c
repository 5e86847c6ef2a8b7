// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The peer of launch.hip: the same work in plain C on OpenCL, with shared virtual memory.
//
//   launch_cl ALLOCATIONS
#define CL_TARGET_OPENCL_VERSION 210
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(cl_int status, const char *what) {
  if (status != CL_SUCCESS) {
    fprintf(stderr, "%s: %d\n", what, status);
    exit(1);
  }
}
#define CHECK(call) check((call), #call)

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
  const int live = argc > 1 ? atoi(argv[1]) : 0, launches = 20000, rounds = 5;
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &status);
  check(status, "clCreateCommandQueueWithProperties");
  const char *source = "kernel void empty(global int *a, global int *b, int n) {}";
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &status);
  check(status, "clCreateProgramWithSource");
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "empty", &status);
  check(status, "clCreateKernel");
  void **held = malloc((live + 1) * sizeof *held);
  for (int i = 0; i < live; i++) held[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  int *a = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0), word = 1;
  int *b = clSVMAlloc(context, CL_MEM_READ_WRITE, 4096, 0);
  const size_t one = 1;

  double best = 1e9;
  for (int r = 0; r <= rounds; r++) {
    double t = now();
    for (int i = 0; i < launches; i++) {
      CHECK(clSetKernelArgSVMPointer(kernel, 0, a));
      CHECK(clSetKernelArgSVMPointer(kernel, 1, b));
      CHECK(clSetKernelArg(kernel, 2, sizeof i, &i));
      CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    }
    CHECK(clFinish(queue));
    t = (now() - t) / launches;
    if (r > 0 && t < best) best = t;
  }
  printf("launch %.0f\n", best * 1e9);

  best = 1e9;
  for (int r = 0; r < rounds; r++) {
    double t = now();
    for (int i = 0; i < launches; i++)
      CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, a, &word, sizeof word, 0, NULL, NULL));
    t = (now() - t) / launches;
    if (t < best) best = t;
  }
  printf("copy4 %.0f\n", best * 1e9);

  const size_t big = (size_t)256 << 20;
  char *host = malloc(big), *dev = clSVMAlloc(context, CL_MEM_READ_WRITE, big, 0);
  memset(host, 1, big);
  best = 1e9;
  for (int r = 0; r < rounds; r++) {
    double t = now();
    CHECK(clEnqueueSVMMemcpy(queue, CL_TRUE, dev, host, big, 0, NULL, NULL));
    t = now() - t;
    if (t < best) best = t;
  }
  printf("copy256M %.0f\n", best * 1e9);
  return 0;
}
