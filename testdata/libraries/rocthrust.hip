// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocThrust, upstream's headers, against the host.

#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <algorithm>
#include <numeric>

#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/transform.h>

int main() {
  const int n = 10000;
  thrust::host_vector<int> h(n);
  for (int i = 0; i < n; i++) h[i] = static_cast<int>((i * 2654435761u) >> 12) % 1000 - 300;
  thrust::device_vector<int> d = h, e(n);
  EXPECT(thrust::reduce(d.begin(), d.end()) == std::accumulate(h.begin(), h.end(), 0));
  thrust::transform(d.begin(), d.end(), e.begin(), thrust::negate<int>());
  thrust::host_vector<int> negated = e;
  for (int i = 0; i < n; i++) EXPECT(negated[i] == -h[i]);
  thrust::exclusive_scan(d.begin(), d.end(), e.begin());
  thrust::host_vector<int> scanned = e;
  for (int i = 0, sum = 0; i < n; sum += h[i++]) EXPECT(scanned[i] == sum);
  return done();
}
