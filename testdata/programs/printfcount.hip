// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The value of device printf is the number of characters, as the host's printf counts them;
// with conversions that round, and a format known when the kernel runs.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#define CASES(X)                                                                                   \
  X("plain\n")                                                                                     \
  X("100%%\n")                                                                                     \
  X("%d %i %5d %-7d| %05d %+d % d %.4d %.0d\n", -12, 3456, 42, -42, -42, 0, 7, -9, 0)              \
  X("%u %x %#x %#o %o %X %#.5x %#.0o %.0x\n", 4000000000u, 255, 0, 8, 0, 65535, 12, 0, 0)          \
  X("%hhd %hd %ld %lld %hhu %lu\n", 300, 70000, -(1L << 40), 1LL << 62, 300, ~0UL)                 \
  X("%c%3c%-3c|%p %20p\n", 'a', 'b', 'c', (void *)0xf01dab1e, (void *)16)                          \
  X("%s|%8s|%.2s|%-6.3s|%*.*s\n", "text", "right", "cut off", "abcdef", 9, 2, "stars")             \
  X("%f %f %f %.0f %.0f %.0f %.0f\n", 0.0, -1.5, 9.9999996, 0.5, 1.5, 9.5, 99.4)                   \
  X("%.2f %.3f %.20f %.1f %.30f\n", 9.995, 999.9995, 0.1, 99.95, 1e-25)                            \
  X("%f\n", 1.7976931348623157e308)                                                                \
  X("%.15f %f\n", 1e22, 123456789012345680000.0)                                                   \
  X("%e %.0e %.3e %e %e\n", 9.9999996, 9.5, 9.9995, 0.0, -4.9e-324)                                \
  X("%.2e %.17e %E\n", 9.999e99, 1e100, 9.9999999e-100)                                            \
  X("%g %g %g %g %g %g\n", 100000.0, 1e6, 999999.5, 0.0001, 0.00001234, 0.0)                       \
  X("%g %.3g %.10g %#g %#.3g %G\n", 123.0, 1234.5, 0.1, 1.0, 1e10, 1e-10)                          \
  X("%.0g %#.0g %#.0f %#.0e\n", 9.6, 1.0, 2.0, 3.0)                                                \
  X("%a %a %.3a %.0a %a %A\n", 1.0, -0.1, 3.14159, 1.9, 1e300, 0.5)                                \
  X("%f %5.1f %+g %e\n", -INFINITY, INFINITY, INFINITY, (double)NAN)                               \
  X("[%20.3f][%-20e][%+.2f][% g]\n", 3.14159, 2.71828, 1.0, 2.0)

__global__ void all(int *out, const char *format, const char *string) {
  int n = 0;
#define PRINT(...) out[n++] = printf(__VA_ARGS__);
  CASES(PRINT)
  out[n++] = printf(format, 42, string, 2.5);
  out[n++] = printf("%s %d\n", string, 1);
  out[n++] = printf("%s\n", static_cast<const char *>(nullptr));
}

int main() {
  const char *format = "%5d|%9s|%g of the device\n", *string = "12345678";
  std::vector<int> want;
  char text[2000];
#define COUNT(...) want.push_back(std::snprintf(text, sizeof text, __VA_ARGS__));
  CASES(COUNT)
  COUNT(format, 42, string, 2.5)
  COUNT("%s %d\n", string, 1)
  want.push_back(1); // nothing for a null string
  Device<char> f(std::vector<char>(format, format + std::strlen(format) + 1));
  Device<char> s(std::vector<char>(string, string + std::strlen(string) + 1));
  Device<int> out(want.size());
  all<<<1, 1>>>(out.p, f.p, s.p);
  CHECK(hipDeviceSynchronize());
  auto got = out.host();
  for (size_t i = 0; i < want.size(); i++)
    if (got[i] != want[i] && ++failures)
      std::printf("printf %zu: %d characters, want %d\n", i, got[i], want[i]);
  return done();
}
