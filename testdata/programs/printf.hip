// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The exact text of device printf, in launch order (compared with printf.out).
#include <hip/hip_runtime.h>

#include <cstdio>

struct Point {
  short x, y;
};

__device__ void nested(int depth) {
  if (depth == 0) {
    printf("bottom\n");
    return;
  }
  printf("%*s%d\n", depth * 2, "", depth);
  nested(depth - 1);
}

__global__ void conversions(const char *name, const char *none, char *buffer) {
  printf("%d %i %u %x %X %o %#x %#o\n", -1, 2, 4000000000u, 255, 255, 8, 255, 8);
  printf("%hhd %hd %ld %lld %zu %jd %td\n", (char)-3, (short)-4, -5l, -(1ll << 40), sizeof(int),
         (long)7, (long)8);
  printf("%hhu %hu %lu %llu\n", (unsigned char)255, (unsigned short)65535, ~0ul, ~0ull);
  printf("[%5d][%-5d][%05d][%+d][% d][%.3d][%8.3d]\n", 42, 42, 42, 42, 42, 7, 7);
  printf("[%f][%.2f][%10.3f][%-10.1f][%e][%g][%G][%a]\n", 1.5, 2.345, 3.14159, 2.5, 12345.678,
         0.0001, 1e10, 1.0);
  printf("[%f][%f][%5.1f]\n", 1.0 / 0.0, -1.0 / 0.0, 0.1f);
  printf("[%s][%10s][%-10s][%.3s][%c]\n", "abc", "right", "left", "truncated", 'q');
  printf("[%s][%s]\n", name, none);
  printf("[%*d][%-*d][%.*f]\n", 6, 1, 6, 2, 2, 3.14159);
  int two = name[4] == ' ' ? 2 : 0, minus = -two;
  printf("[%.*f][%.*s][%F]\n", two, 3.14159, two + 3, "abcdefgh", 2.5);
  printf("[%.*e][%*.*d]\n", minus, 3.14159, 5 + minus, two, 7);
  printf("100%% sure, %s\n", buffer);
  printf("%p\n", (void *)0x1234);
  printf("%3$d is none\n"); // and not the host's third argument
  Point p = {3, -4};
  printf("(%d, %d) %d\n", p.x, p.y, true);
  printf("no newline, ");
  printf("then one\n");
  printf("");
  printf("%s %d %s %f %s\n", "many", 1, "kinds", 2.5, "mixed");
  printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9,
         10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20);
}
__global__ void loop(int n) {
  for (int i = 0; i < n; i++) printf("line %d of %d%s", i + 1, n, i + 1 < n ? "\n" : ".\n");
}
__global__ void returned(int *out) {
  out[0] = printf("%d%s\n", 1, "x");
  out[1] = printf("plain\n");
}
__global__ void one() {
  if (threadIdx.x == 3 && blockIdx.x == 1) printf("only %u.%u\n", blockIdx.x, threadIdx.x);
}
__global__ void levels() { nested(3); }

int main() {
  char text[] = "from host memory", *name, *empty;
  int *out, got[2] = {-9, -9};
  if (hipMalloc((void **)&name, 64) || hipMalloc((void **)&empty, 4) ||
      hipMalloc((void **)&out, sizeof got) || hipMemset(empty, 0, 4) ||
      hipMemcpy(name, text, sizeof text, hipMemcpyHostToDevice))
    return 1;
  std::printf("host before\n");
  conversions<<<1, 1>>>(name, nullptr, empty);
  if (hipDeviceSynchronize()) return 1;
  std::printf("host between\n");
  loop<<<1, 1>>>(3);
  returned<<<1, 1>>>(out);
  one<<<2, 8>>>();
  levels<<<1, 1>>>();
  if (hipMemcpy(got, out, sizeof got, hipMemcpyDeviceToHost) || hipDeviceSynchronize()) return 1;
  std::printf("host after\n");
  return 0;
}
