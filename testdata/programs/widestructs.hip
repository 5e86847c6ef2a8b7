// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Structures with integers of more than 64 bits have the host's layout in memory and in variables.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef unsigned _BitInt(90) u90;
typedef unsigned _BitInt(120) u120;

struct Mixed {
  int a;
  u90 b;
  int c;
};
struct Wider {
  short s;
  u120 w[2];
};

__global__ void work(Mixed *m, Wider *w) {
  int i = threadIdx.x;
  Mixed local[2] = {m[i], m[i]};
  local[i & 1].b = local[i & 1].b * 3 + static_cast<unsigned>(m[i].a);
  local[i & 1].c = static_cast<int>(local[i & 1].b >> 64);
  m[i] = local[i & 1];
  w[i].w[i & 1] += static_cast<u120>(i) << 100;
  w[i].s++;
}

int main() {
  const int n = 48;
  std::vector<Mixed> m(n);
  std::vector<Wider> w(n);
  for (int i = 0; i < n; i++) {
    m[i] = {i, (static_cast<u90>(i) << 70) + 5, 7};
    w[i] = {static_cast<short>(i), {1, 2}};
  }
  Device<Mixed> dm(m);
  Device<Wider> dw(w);
  work<<<1, n>>>(dm.p, dw.p);
  std::vector<Mixed> gm = dm.host();
  std::vector<Wider> gw = dw.host();
  for (int i = 0; i < n; i++) {
    u90 b = m[i].b * 3 + static_cast<unsigned>(i);
    EXPECT(gm[i].a == i && gm[i].b == b && gm[i].c == static_cast<int>(b >> 64));
    u120 more = static_cast<u120>(i) << 100;
    EXPECT(gw[i].s == i + 1);
    EXPECT(gw[i].w[0] == 1 + (i & 1 ? 0 : more) && gw[i].w[1] == 2 + (i & 1 ? more : 0));
  }
  return done();
}
