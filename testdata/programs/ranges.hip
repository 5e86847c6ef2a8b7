// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The standard library's constexpr functions, which work on the device: <ranges>, with 128-bit
// integers beside it; algorithms, whose helpers are not constexpr in libstdc++; members that throw on
// the host.
//
// e2e: flags=-std=c++20 --no-pch-cache
#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <variant>

#include "check.h"

struct Wide {
  char c;
  __int128 v;
};
static_assert(sizeof(Wide) == 32);

__global__ void sum(int *out, Wide w) {
  int s = 0;
  for (int i : std::views::iota(0, 10)) s += i;
  out[0] = s;
  out[1] = int((w.v * w.v) >> 64);
}

__host__ __device__ int algorithms(int i) {
  std::array<int, 20> a{};
  for (int j = 0; j < 20; j++) a.at(j) = (i * 7 + j * 13) % 31;
  std::sort(a.begin(), a.end());
  std::rotate(a.begin(), a.begin() + 3, a.end());
  std::copy_backward(a.begin(), a.begin() + 5, a.begin() + 9);
  std::variant<int, double> v = 0.5 * i;
  if (i % 2) v = i;
  int r =
      std::visit([](auto x) { return int(x * 3); }, v) + std::get<0>(std::variant<int, float>(i));
  r += std::optional<int>(i).value();
  for (int x : a) r = r * 31 + x;
  return r;
}

__global__ void all(int *out) { out[threadIdx.x] = algorithms(threadIdx.x); }

int main() {
  Device<int> r(64);
  all<<<1, 64>>>(r.p);
  for (int i = 0; i < 64; i++) EXPECT(r.host()[i] == algorithms(i));
  Device<int> out(2);
  Wide w{1, 1};
  w.v <<= 33;
  sum<<<1, 1>>>(out.p, w);
  EXPECT(out.host()[0] == 45);
  EXPECT(out.host()[1] == 4);
  return done();
}
