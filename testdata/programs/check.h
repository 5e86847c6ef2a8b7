// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the self-checking programs share. A program prints every difference it finds and
// ends with PASS or FAIL and the exit status that goes with it.
#pragma once
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static int failures;

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, hipGetErrorString(status_));       \
      std::puts("FAIL");                                                                           \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

#define EXPECT(condition)                                                                          \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20)                                                          \
      std::printf("%s:%d: %s is not so\n", __FILE__, __LINE__, #condition);                        \
  } while (0)

// The status of a call that must fail, by name.
#define EXPECT_ERROR(call, want)                                                                   \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != (want) && ++failures <= 20)                                                     \
      std::printf("%s:%d: %s: got %s, want %s\n", __FILE__, __LINE__, #call,                       \
                  hipGetErrorName(status_), hipGetErrorName(want));                                \
  } while (0)

inline int done() {
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

// Memory on the device that holds a copy of a host vector.
template <typename T> struct Device {
  T *p = nullptr;
  size_t n;
  explicit Device(size_t count) : n(count) {
    CHECK(hipMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)));
    CHECK(hipMemset(p, 0, n * sizeof(T)));
  }
  explicit Device(const std::vector<T> &v) : n(v.size()) {
    CHECK(hipMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)));
    CHECK(hipMemcpy(p, v.data(), n * sizeof(T), hipMemcpyHostToDevice));
  }
  Device(const Device &) = delete;
  ~Device() { (void)hipFree(p); }
  std::vector<T> host() const {
    std::vector<T> v(n);
    CHECK(hipMemcpy(v.data(), p, n * sizeof(T), hipMemcpyDeviceToHost));
    return v;
  }
};
