// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The kernels of kernels.hip in OpenCL C, for kernels.hip to run beside its own.

kernel void triad(global float *a, global const float *b, global const float *c, float s, int n) {
  int i = get_global_id(0);
  if (i < n) a[i] = b[i] + s * c[i];
}

#define TILE 16
kernel void sgemm(global float *c, global const float *a, global const float *b, int n) {
  local float as[TILE][TILE], bs[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int col = get_group_id(0) * TILE + tx, row = get_group_id(1) * TILE + ty;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < TILE; i++) sum += as[ty][i] * bs[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + col] = sum;
}

kernel void reduction(global float *sums, global const float *in, int n, local float *part) {
  int t = get_local_id(0), size = get_local_size(0);
  float sum = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) sum += in[i];
  part[t] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) sums[get_group_id(0)] = part[0];
}

kernel void histogram(global uint *bins, global const uchar *in, int n) {
  local uint mine[256];
  int t = get_local_id(0);
  mine[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) atomic_inc(&mine[in[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[t], mine[t]);
}

kernel void stencil(global float *out, global const float *in, int nx, int ny, int nz) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x, plane = nx * ny;
  out[i] = 0.4f * in[i] +
           0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane]);
}

kernel void nbody(global float4 *force, global const float4 *body, int n, local float4 *tile) {
  int t = get_local_id(0), i = get_global_id(0), size = get_local_size(0);
  float4 me = body[i];
  float fx = 0, fy = 0, fz = 0;
  for (int base = 0; base < n; base += size) {
    tile[t] = body[base + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; j++) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inv = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      float f = other.w * inv * inv * inv;
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  force[i] = (float4)(fx, fy, fz, 0);
}

#define EDGE 32
#define ROWS 8
kernel void transpose(global float *out, global const float *in, int n) {
  local float tile[EDGE][EDGE + 1];
  int tx = get_local_id(0), ty = get_local_id(1), gx = get_group_id(0), gy = get_group_id(1);
  for (int r = ty; r < EDGE; r += ROWS) tile[r][tx] = in[(gy * EDGE + r) * n + gx * EDGE + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int r = ty; r < EDGE; r += ROWS) out[(gx * EDGE + r) * n + gy * EDGE + tx] = tile[tx][r];
}

// Inclusive within a block, with the block's total.
kernel void scan_blocks(global int *out, global int *totals, global const int *in,
                        local int *part) {
  int t = get_local_id(0), size = get_local_size(0), i = get_global_id(0);
  part[t] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < size; s *= 2) {
    int add = t >= s ? part[t - s] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    part[t] += add;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = part[t];
  if (t == size - 1) totals[get_group_id(0)] = part[t];
}

kernel void scan_add(global int *out, global const int *totals) {
  int b = get_group_id(0);
  if (b > 0) out[get_global_id(0)] += totals[b - 1];
}

// One block per signal of 512 points: radix 2, Stockham, two points per thread.
#define POINTS 512
kernel void fft(global float2 *out, global const float2 *in) {
  local float2 x[2][POINTS];
  int t = get_local_id(0), at = get_group_id(0) * POINTS, from = 0;
  x[0][t] = in[at + t];
  x[0][t + POINTS / 2] = in[at + t + POINTS / 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int span = 1; span < POINTS; span *= 2) {
    int k = t & (span - 1);
    float angle = -3.14159265f * k / span;
    float c = cos(angle), s = sin(angle);
    float2 a = x[from][t], b = x[from][t + POINTS / 2];
    float2 w = (float2)(b.x * c - b.y * s, b.x * s + b.y * c);
    int j = 2 * t - k;
    x[1 - from][j] = (float2)(a.x + w.x, a.y + w.y);
    x[1 - from][j + span] = (float2)(a.x - w.x, a.y - w.y);
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[at + t] = x[from][t];
  out[at + t + POINTS / 2] = x[from][t + POINTS / 2];
}

float normal_below(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float p = 0.39894228f * exp(-0.5f * d * d) *
            (k * (0.31938153f + k * (-0.356563782f +
                                     k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - p : p;
}

kernel void black_scholes(global float *call, global float *put, global const float *price,
                          global const float *strike, global const float *years, float rate,
                          float sigma, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i], root = sqrt(t);
  float d1 = (log(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
  float d2 = d1 - sigma * root;
  float n1 = normal_below(d1), n2 = normal_below(d2), discount = exp(-rate * t);
  call[i] = s * n1 - x * discount * n2;
  put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
}
