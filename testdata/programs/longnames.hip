// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels whose names are longer than some drivers take, as those of templates of templates are,
// and that differ only far behind their start.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

template <typename... T> struct List {};
template <typename T> struct Twice {};

using A = List<int, float, double, char, short, long, unsigned, bool>;
using B = Twice<List<A, A *, const A *, A **, const A **, A ***>>;
using C = Twice<Twice<List<B, B *, const B *, int (*)(B, A), float (*)(A, B, double)>>>;
struct FirstOfTwoVeryLongNamesThatAreTheSameForMoreThanSixtyFourCharactersAndThenNot {};
struct FirstOfTwoVeryLongNamesThatAreTheSameForMoreThanSixtyFourCharactersAndThenSo {};

template <int N> struct Level {
  template <typename T> struct Of {
    using type = List<typename Level<N - 1>::template Of<Twice<T>>::type, int (*)[N]>;
  };
};
template <> struct Level<0> {
  template <typename T> struct Of {
    using type = T;
  };
};

template <typename T, typename U, int N> __global__ void add(int *p, T, U) { p[threadIdx.x] += N; }

int main() {
  using Long = Level<300>::Of<C>::type;
  Device<int> x(64);
  CHECK(hipMemset(x.p, 0, 64 * sizeof(int)));
  using F = FirstOfTwoVeryLongNamesThatAreTheSameForMoreThanSixtyFourCharactersAndThenNot;
  using G = FirstOfTwoVeryLongNamesThatAreTheSameForMoreThanSixtyFourCharactersAndThenSo;
  add<Long, F, 1><<<1, 64>>>(x.p, Long(), F());
  add<Long, G, 10><<<1, 64>>>(x.p, Long(), G());
  add<int, F, 100><<<1, 64>>>(x.p, 1, F());
  CHECK(hipDeviceSynchronize());
  for (int v : x.host()) EXPECT(v == 111);
  return done();
}
