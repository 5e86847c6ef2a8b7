// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Heat spreading over a plate: two streams alternate on two buffers, events order and
// time them. The total heat is known before, and the result is compared with the host's.
#include "check.h"

#include <cmath>
#include <vector>

constexpr int side = 200, steps = 60;

__global__ void spread(const float *from, float *to) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  // The plate has no rim: what leaves on one side comes in on the other.
  int left = (x + side - 1) % side, right = (x + 1) % side;
  int above = (y + side - 1) % side, below = (y + 1) % side;
  float around = from[y * side + left] + from[y * side + right] + from[above * side + x] +
                 from[below * side + x];
  to[y * side + x] = 0.5f * from[y * side + x] + 0.125f * around;
}

int main() {
  std::vector<float> plate(side * side, 0.0f), next(plate), got(plate);
  plate[57 * side + 31] = 4096;
  plate[0] = 1024;
  float *buffer[2];
  hipStream_t stream[2];
  hipEvent_t start, done[2], stop;
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));
  for (int i = 0; i < 2; i++) {
    CHECK(hipMalloc(&buffer[i], plate.size() * sizeof(float)));
    CHECK(hipStreamCreate(&stream[i]));
    CHECK(hipEventCreate(&done[i]));
  }
  CHECK(hipMemcpyAsync(buffer[0], plate.data(), plate.size() * sizeof(float), hipMemcpyHostToDevice,
                       stream[0]));
  CHECK(hipEventRecord(start, stream[0]));
  dim3 block(16, 16), grid((side + 15) / 16, (side + 15) / 16);
  for (int s = 0; s < steps; s++) {
    int mine = s & 1;
    if (s > 0) CHECK(hipStreamWaitEvent(stream[mine], done[!mine], 0));
    spread<<<grid, block, 0, stream[mine]>>>(buffer[mine], buffer[!mine]);
    CHECK(hipGetLastError());
    CHECK(hipEventRecord(done[mine], stream[mine]));
  }
  hipStream_t last = stream[(steps - 1) & 1];
  CHECK(hipEventRecord(stop, last));
  CHECK(hipMemcpyAsync(got.data(), buffer[steps & 1], got.size() * sizeof(float),
                       hipMemcpyDeviceToHost, last));
  CHECK(hipStreamSynchronize(last));
  float ms = -1;
  CHECK(hipEventElapsedTime(&ms, start, stop));

  for (int s = 0; s < steps; s++) {
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++) {
        float around = plate[y * side + (x + side - 1) % side] + plate[y * side + (x + 1) % side] +
                       plate[(y + side - 1) % side * side + x] + plate[(y + 1) % side * side + x];
        next[y * side + x] = 0.5f * plate[y * side + x] + 0.125f * around;
      }
    plate.swap(next);
  }
  double heat = 0, worst = 0;
  for (int i = 0; i < side * side; i++) {
    heat += got[i];
    worst = std::fmax(worst, std::fabs(got[i] - plate[i]));
  }
  for (int i = 0; i < 2; i++) {
    CHECK(hipFree(buffer[i]));
    CHECK(hipStreamDestroy(stream[i]));
    CHECK(hipEventDestroy(done[i]));
  }
  CHECK(hipEventDestroy(start));
  CHECK(hipEventDestroy(stop));
  std::printf("%d steps on two streams, heat %.2f of 5120, largest difference %.2g\n", steps, heat,
              worst);
  return verdict(std::fabs(heat - 5120) < 0.05 && worst < 1e-3 && ms >= 0);
}
