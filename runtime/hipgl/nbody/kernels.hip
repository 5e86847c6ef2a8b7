// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include <hip/hip_runtime.h>

constexpr int tile = 256;

// One time step of all bodies, each of mass 1/n, as a sum over all pairs.
extern "C" __global__ void move(float4 *next, const float4 *position, float4 *velocity, int n,
                                float dt) {
  __shared__ float4 others[tile];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = position[i < n ? i : 0];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < n; first += tile) {
    int j = first + threadIdx.x;
    others[threadIdx.x] = j < n ? position[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < tile; k++) {
      float4 o = others[k];
      float x = o.x - p.x, y = o.y - p.y, z = o.z - p.z;
      float inverse = rsqrtf(x * x + y * y + z * z + 1e-3f);
      float a = o.w * inverse * inverse * inverse;
      ax += a * x, ay += a * y, az += a * z;
    }
    __syncthreads();
  }
  if (i >= n) return;
  float4 v = velocity[i];
  float mass = 0.4f / n;
  v.x += ax * mass * dt, v.y += ay * mass * dt, v.z += az * mass * dt;
  velocity[i] = v;
  next[i] = make_float4(p.x + v.x * dt, p.y + v.y * dt, p.z + v.z * dt, p.w);
}

// The vertices: position and speed of each body.
extern "C" __global__ void points(float4 *out, const float4 *position, const float4 *velocity,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = position[i], v = velocity[i];
  out[i] = make_float4(p.x, p.y, p.z, sqrtf(v.x * v.x + v.y * v.y + v.z * v.z));
}

// The texture: the potential of every fifteenth body.
extern "C" __global__ void field(uchar4 *out, const float4 *position, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size * size) return;
  float x = (i % size + 0.5f) / size * 2 - 1, y = (i / size + 0.5f) / size * 2 - 1, sum = 0;
  for (int k = 0; k < n; k += 15) {
    float4 p = position[k];
    float dx = p.x - x, dy = p.y - y;
    sum += rsqrtf(dx * dx + dy * dy + 0.01f);
  }
  float level = fminf(sum * 15 / n * 0.25f, 1.0f);
  out[i] = make_uchar4(level * level * 90, level * level * level * 60, level * 130, 255);
}
