// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Ten kernels by gohipcc and the same in OpenCL C (kernels.cl), on the same device and the
// same memory, interleaved. Both sides' numbers are checked against the host's. Prints the best
// time of each side and the ratio, then the ratios' geometric mean.
//
//   kernels kernels.cl [ROUNDS]
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <hip/hip_runtime.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

#define CL_CHECK(call)                                                                             \
  do {                                                                                             \
    cl_int status_ = (call);                                                                       \
    if (status_ != CL_SUCCESS) {                                                                   \
      std::fprintf(stderr, "%s: %d\n", #call, status_);                                            \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void triad(float *a, const float *b, const float *c, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = b[i] + s * c[i];
}

#define TILE 16
__global__ void sgemm(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    as[ty][tx] = a[row * n + k + tx];
    bs[ty][tx] = b[(k + ty) * n + col];
    __syncthreads();
    for (int i = 0; i < TILE; i++) sum += as[ty][i] * bs[i][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void reduction(float *sums, const float *in, int n) {
  extern __shared__ float part[];
  int t = threadIdx.x, size = blockDim.x;
  float sum = 0;
  for (int i = blockIdx.x * size + t; i < n; i += gridDim.x * size) sum += in[i];
  part[t] = sum;
  __syncthreads();
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = part[0];
}

__global__ void histogram(unsigned *bins, const unsigned char *in, int n) {
  __shared__ unsigned mine[256];
  int t = threadIdx.x;
  mine[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[t], mine[t]);
}

__global__ void stencil(float *out, const float *in, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
      z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  int i = (z * ny + y) * nx + x, plane = nx * ny;
  out[i] = 0.4f * in[i] +
           0.1f * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane]);
}

__global__ void nbody(float4 *force, const float4 *body, int n) {
  extern __shared__ float4 tile[];
  int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t;
  float4 me = body[i];
  float fx = 0, fy = 0, fz = 0;
  for (int base = 0; base < n; base += size) {
    tile[t] = body[base + t];
    __syncthreads();
    for (int j = 0; j < size; j++) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inv = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      float f = other.w * inv * inv * inv;
      fx += f * dx;
      fy += f * dy;
      fz += f * dz;
    }
    __syncthreads();
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

#define EDGE 32
#define ROWS 8
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[EDGE][EDGE + 1];
  int tx = threadIdx.x, ty = threadIdx.y, gx = blockIdx.x, gy = blockIdx.y;
  for (int r = ty; r < EDGE; r += ROWS) tile[r][tx] = in[(gy * EDGE + r) * n + gx * EDGE + tx];
  __syncthreads();
  for (int r = ty; r < EDGE; r += ROWS) out[(gx * EDGE + r) * n + gy * EDGE + tx] = tile[tx][r];
}

// Inclusive within a block, with the block's total.
__global__ void scan_blocks(int *out, int *totals, const int *in) {
  extern __shared__ int partial[];
  int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t;
  partial[t] = in[i];
  __syncthreads();
  for (int s = 1; s < size; s *= 2) {
    int add = t >= s ? partial[t - s] : 0;
    __syncthreads();
    partial[t] += add;
    __syncthreads();
  }
  out[i] = partial[t];
  if (t == size - 1) totals[blockIdx.x] = partial[t];
}

__global__ void scan_add(int *out, const int *totals) {
  int b = blockIdx.x;
  if (b > 0) out[b * blockDim.x + threadIdx.x] += totals[b - 1];
}

// One block per signal of 512 points: radix 2, Stockham, two points per thread.
#define POINTS 512
__global__ void fft(float2 *out, const float2 *in) {
  __shared__ float2 x[2][POINTS];
  int t = threadIdx.x, at = blockIdx.x * POINTS, from = 0;
  x[0][t] = in[at + t];
  x[0][t + POINTS / 2] = in[at + t + POINTS / 2];
  __syncthreads();
  for (int span = 1; span < POINTS; span *= 2) {
    int k = t & (span - 1);
    float angle = -3.14159265f * k / span;
    float c = cosf(angle), s = sinf(angle);
    float2 a = x[from][t], b = x[from][t + POINTS / 2];
    float2 w = make_float2(b.x * c - b.y * s, b.x * s + b.y * c);
    int j = 2 * t - k;
    x[1 - from][j] = make_float2(a.x + w.x, a.y + w.y);
    x[1 - from][j + span] = make_float2(a.x - w.x, a.y - w.y);
    from = 1 - from;
    __syncthreads();
  }
  out[at + t] = x[from][t];
  out[at + t + POINTS / 2] = x[from][t + POINTS / 2];
}

__device__ float normal_below(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float p = 0.39894228f * expf(-0.5f * d * d) *
            (k * (0.31938153f + k * (-0.356563782f +
                                     k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - p : p;
}

__global__ void black_scholes(float *call, float *put, const float *price, const float *strike,
                              const float *years, float rate, float sigma, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = price[i], x = strike[i], t = years[i], root = sqrtf(t);
  float d1 = (logf(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
  float d2 = d1 - sigma * root;
  float n1 = normal_below(d1), n2 = normal_below(d2), discount = expf(-rate * t);
  call[i] = s * n1 - x * discount * n2;
  put[i] = x * discount * (1.0f - n2) - s * (1.0f - n1);
}

// The OpenCL side. It uses the device's system SVM, so that both sides share their memory.
static cl_command_queue queue;
static cl_program program;

static void open_cl(const char *path) {
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (text.empty()) {
    std::fprintf(stderr, "%s: cannot be read\n", path);
    std::exit(1);
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  CL_CHECK(clGetPlatformIDs(1, &platform, nullptr));
  CL_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  CL_CHECK(status);
  queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  CL_CHECK(status);
  const char *source = text.c_str();
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  CL_CHECK(status);
  status = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  if (status != CL_SUCCESS) {
    char log[8192] = "";
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    std::fprintf(stderr, "%s does not build (%d):\n%s\n", path, status, log);
    std::exit(1);
  }
}

struct local_bytes {
  size_t n;
};

struct cl_launch {
  cl_kernel kernel;
  cl_uint next = 0;
  explicit cl_launch(const char *name) {
    cl_int status;
    kernel = clCreateKernel(program, name, &status);
    CL_CHECK(status);
  }
  template <typename T> void add(const T &v) {
    CL_CHECK(clSetKernelArg(kernel, next++, sizeof v, &v));
  }
  template <typename T> void add(T *const &p) {
    CL_CHECK(clSetKernelArgSVMPointer(kernel, next++, p));
  }
  void add(const local_bytes &b) { CL_CHECK(clSetKernelArg(kernel, next++, b.n, nullptr)); }
  template <typename... Args> void operator()(dim3 grid, dim3 block, const Args &...args) {
    next = 0;
    (add(args), ...);
    const size_t local[] = {block.x, block.y, block.z},
                 global[] = {size_t(grid.x) * block.x, size_t(grid.y) * block.y,
                             size_t(grid.z) * block.z};
    CL_CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, nullptr, global, local, 0, nullptr, nullptr));
  }
};

static double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

static int rounds = 30;
static double log_sum;
static int measured;

// Runs both sides once and checks each, then interleaved for the best time.
static void bench(const char *name, const std::function<void()> &hip,
                  const std::function<void()> &cl, const std::function<void()> &clear,
                  const std::function<double()> &error, double allowed) {
  double best[2] = {1e9, 1e9};
  for (int r = -1; r < rounds; r++)
    for (int s = 0; s < 2; s++) {
      int side = s ^ (r & 1); // neither always comes second
      if (r < 0) {
        clear();
        CHECK(hipDeviceSynchronize()); // OpenCL C may run on another device
      }
      double t = now();
      if (side == 0) {
        hip();
        CHECK(hipDeviceSynchronize());
      } else {
        cl();
        CL_CHECK(clFinish(queue));
      }
      t = now() - t;
      if (r >= 0) {
        best[side] = std::fmin(best[side], t);
        continue;
      }
      double e = error();
      if (!(e <= allowed)) {
        std::fprintf(stderr, "%s: %s is off by %g, more than %g\n", name, side ? "OpenCL C" : "HIP",
                     e, allowed);
        std::exit(1);
      }
    }
  CHECK(hipGetLastError());
  log_sum += std::log(best[0] / best[1]);
  measured++;
  std::printf("%-14s OpenCL C %8.3f ms   gohipcc %8.3f ms   ratio %.3f\n", name, best[1] * 1e3,
              best[0] * 1e3, best[0] / best[1]);
  std::fflush(stdout);
}

template <typename T> static T *device(size_t n) {
  void *p;
  CHECK(hipMalloc(&p, n * sizeof(T)));
  CHECK(hipMemset(p, 0, n * sizeof(T)));
  return static_cast<T *>(p);
}

template <typename T> static T *device(const std::vector<T> &v) {
  T *p = device<T>(v.size());
  CHECK(hipMemcpy(p, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice));
  return p;
}

template <typename T> static std::vector<T> host(const T *p, size_t n) {
  std::vector<T> v(n);
  CHECK(hipMemcpy(v.data(), p, n * sizeof(T), hipMemcpyDeviceToHost));
  return v;
}

static float random01() {
  static unsigned state = 1;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / float(1 << 24);
}

static std::vector<float> randoms(size_t n, float low, float high) {
  std::vector<float> v(n);
  for (float &x : v) x = low + (high - low) * random01();
  return v;
}

static void bench_triad() {
  const int n = 4 << 20;
  auto b = randoms(n, 0, 1), c = randoms(n, 0, 1);
  float *da = device<float>(n), *db = device(b), *dc = device(c);
  cl_launch cl("triad");
  bench(
      "triad", [&] { triad<<<n / 256, 256>>>(da, db, dc, 3.0f, n); },
      [&] { cl(n / 256, 256, da, db, dc, 3.0f, n); },
      [&] { CHECK(hipMemset(da, 0, n * sizeof *da)); },
      [&] {
        double worst = 0;
        auto a = host(da, n);
        for (int i = 0; i < n; i++) worst = std::fmax(worst, std::fabs(a[i] - (b[i] + 3.0 * c[i])));
        return worst;
      },
      1e-6);
}

static void bench_sgemm() {
  const int n = 384;
  auto a = randoms(n * n, -1, 1), b = randoms(n * n, -1, 1);
  float *da = device(a), *db = device(b), *dc = device<float>(n * n);
  cl_launch cl("sgemm");
  const dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
  bench(
      "sgemm", [&] { sgemm<<<grid, block>>>(dc, da, db, n); },
      [&] { cl(grid, block, dc, da, db, n); }, [&] { CHECK(hipMemset(dc, 0, n * n * sizeof *dc)); },
      [&] {
        double worst = 0;
        auto c = host(dc, n * n);
        for (int i = 0; i < n; i += 7)
          for (int j = 0; j < n; j += 5) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += double(a[i * n + k]) * b[k * n + j];
            worst = std::fmax(worst, std::fabs(sum - c[i * n + j]));
          }
        return worst;
      },
      1e-3);
}

static void bench_reduction() {
  const int n = 4 << 20, grid = 256, block = 256;
  auto in = randoms(n, 0, 1);
  double want = 0;
  for (float x : in) want += x;
  float *di = device(in), *ds = device<float>(grid);
  cl_launch cl("reduction");
  bench(
      "reduction", [&] { reduction<<<grid, block, block * sizeof(float)>>>(ds, di, n); },
      [&] { cl(grid, block, ds, di, n, local_bytes{block * sizeof(float)}); },
      [&] { CHECK(hipMemset(ds, 0, grid * sizeof *ds)); },
      [&] {
        double sum = 0;
        for (float x : host(ds, grid)) sum += x;
        return std::fabs(sum - want) / want;
      },
      1e-5);
}

static void bench_histogram() {
  const int n = 4 << 20, grid = 64, block = 256;
  std::vector<unsigned char> in(n);
  std::vector<unsigned> want(256);
  for (auto &x : in) want[x = random01() * random01() * 256]++;
  unsigned char *di = device(in);
  unsigned *db = device<unsigned>(256);
  cl_launch cl("histogram");
  auto clear = [&] { CHECK(hipMemset(db, 0, 256 * sizeof *db)); };
  bench(
      "histogram", [&] { histogram<<<grid, block>>>(db, di, n); },
      [&] { cl(grid, block, db, di, n); }, clear, [&] { return host(db, 256) == want ? 0.0 : 1.0; },
      0);
}

static void bench_stencil() {
  const int nx = 256, ny = 128, nz = 64, n = nx * ny * nz;
  auto in = randoms(n, 0, 1);
  float *di = device(in), *dd = device<float>(n);
  cl_launch cl("stencil");
  const dim3 grid(nx / 64, ny / 4, nz), block(64, 4);
  bench(
      "stencil", [&] { stencil<<<grid, block>>>(dd, di, nx, ny, nz); },
      [&] { cl(grid, block, dd, di, nx, ny, nz); },
      [&] { CHECK(hipMemset(dd, 0, n * sizeof *dd)); },
      [&] {
        double worst = 0;
        auto out = host(dd, n);
        for (int z = 0; z < nz; z++)
          for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
              int i = (z * ny + y) * nx + x, p = nx * ny;
              bool edge = !x || !y || !z || x == nx - 1 || y == ny - 1 || z == nz - 1;
              double want = edge ? 0
                                 : 0.4 * in[i] + 0.1 * (double(in[i - 1]) + in[i + 1] + in[i - nx] +
                                                        in[i + nx] + in[i - p] + in[i + p]);
              worst = std::fmax(worst, std::fabs(out[i] - want));
            }
        return worst;
      },
      1e-5);
}

static void bench_nbody() {
  const int n = 2048, block = 128;
  std::vector<float4> body(n);
  for (float4 &b : body) b = make_float4(random01(), random01(), random01(), random01());
  float4 *db = device(body), *df = device<float4>(n);
  cl_launch cl("nbody");
  bench(
      "nbody", [&] { nbody<<<n / block, block, block * sizeof(float4)>>>(df, db, n); },
      [&] { cl(n / block, block, df, db, n, local_bytes{block * sizeof(float4)}); },
      [&] { CHECK(hipMemset(df, 0, n * sizeof *df)); },
      [&] {
        double worst = 0;
        auto f = host(df, n);
        for (int i = 0; i < n; i += 31) {
          double x = 0, size = 0;
          for (int j = 0; j < n; j++) {
            double dx = double(body[j].x) - body[i].x, dy = double(body[j].y) - body[i].y,
                   dz = double(body[j].z) - body[i].z;
            double r = dx * dx + dy * dy + dz * dz + 1e-3;
            x += body[j].w * dx / (r * std::sqrt(r));
            size += std::fabs(body[j].w * dx / (r * std::sqrt(r)));
          }
          worst = std::fmax(worst, std::fabs(x - f[i].x) / size);
        }
        return worst;
      },
      1e-4);
}

static void bench_transpose() {
  const int n = 1024;
  auto in = randoms(n * n, 0, 1);
  float *di = device(in), *dd = device<float>(n * n);
  cl_launch cl("transpose");
  const dim3 grid(n / EDGE, n / EDGE), block(EDGE, ROWS);
  bench(
      "transpose", [&] { transpose<<<grid, block>>>(dd, di, n); },
      [&] { cl(grid, block, dd, di, n); }, [&] { CHECK(hipMemset(dd, 0, n * n * sizeof *dd)); },
      [&] {
        auto out = host(dd, n * n);
        for (int i = 0; i < n; i++)
          for (int j = 0; j < n; j++)
            if (out[i * n + j] != in[j * n + i]) return 1.0;
        return 0.0;
      },
      0);
}

static void bench_scan() {
  const int block = 256, top = 8, few = top * block, n = few * block;
  std::vector<int> in(n);
  for (int &x : in) x = int(random01() * 10);
  int *di = device(in), *dd = device<int>(n), *t1 = device<int>(few), *s1 = device<int>(few),
      *t2 = device<int>(top), *s2 = device<int>(top), *t3 = device<int>(1);
  cl_launch blocks("scan_blocks"), add("scan_add");
  const size_t shared = block * sizeof(int);
  bench(
      "scan",
      [&] {
        scan_blocks<<<few, block, shared>>>(dd, t1, di);
        scan_blocks<<<top, block, shared>>>(s1, t2, t1);
        scan_blocks<<<1, top, shared>>>(s2, t3, t2);
        scan_add<<<top, block>>>(s1, s2);
        scan_add<<<few, block>>>(dd, s1);
      },
      [&] {
        blocks(few, block, dd, t1, di, local_bytes{shared});
        blocks(top, block, s1, t2, t1, local_bytes{shared});
        blocks(1, top, s2, t3, t2, local_bytes{shared});
        add(top, block, s1, s2);
        add(few, block, dd, s1);
      },
      [&] { CHECK(hipMemset(dd, 0, n * sizeof *dd)); },
      [&] {
        auto out = host(dd, n);
        int sum = 0;
        for (int i = 0; i < n; i++)
          if (out[i] != (sum += in[i])) return 1.0;
        return 0.0;
      },
      0);
}

static void bench_fft() {
  const int signals = 512, n = signals * POINTS;
  std::vector<float2> in(n);
  for (float2 &x : in) x = make_float2(random01() - 0.5f, random01() - 0.5f);
  float2 *di = device(in), *dd = device<float2>(n);
  cl_launch cl("fft");
  bench(
      "fft", [&] { fft<<<signals, POINTS / 2>>>(dd, di); },
      [&] { cl(signals, POINTS / 2, dd, di); }, [&] { CHECK(hipMemset(dd, 0, n * sizeof *dd)); },
      [&] {
        double worst = 0;
        auto out = host(dd, n);
        for (int s = 0; s < signals; s += 73)
          for (int k = 0; k < POINTS; k += 5) {
            double re = 0, im = 0;
            for (int j = 0; j < POINTS; j++) {
              double angle = -2 * M_PI * (k * j % POINTS) / POINTS, c = std::cos(angle),
                     d = std::sin(angle);
              float2 x = in[s * POINTS + j];
              re += x.x * c - x.y * d;
              im += x.x * d + x.y * c;
            }
            worst = std::fmax(worst,
                              std::hypot(re - out[s * POINTS + k].x, im - out[s * POINTS + k].y));
          }
        return worst;
      },
      1e-3);
}

static void bench_black_scholes() {
  const int n = 1 << 20;
  auto price = randoms(n, 5, 30), strike = randoms(n, 1, 100), years = randoms(n, 0.25f, 10);
  float *dc = device<float>(n), *dp = device<float>(n), *ds = device(price), *dx = device(strike),
        *dt = device(years);
  cl_launch cl("black_scholes");
  const float rate = 0.02f, sigma = 0.3f;
  bench(
      "black-scholes", [&] { black_scholes<<<n / 256, 256>>>(dc, dp, ds, dx, dt, rate, sigma, n); },
      [&] { cl(n / 256, 256, dc, dp, ds, dx, dt, rate, sigma, n); },
      [&] { CHECK(hipMemset(dc, 0, n * sizeof *dc)); },
      [&] {
        double worst = 0;
        auto call = host(dc, n), put = host(dp, n);
        for (int i = 0; i < n; i += 3) {
          double s = price[i], x = strike[i], t = years[i], root = std::sqrt(t);
          double d1 = (std::log(s / x) + (rate + 0.5 * sigma * sigma) * t) / (sigma * root),
                 d2 = d1 - sigma * root;
          double n1 = 0.5 * std::erfc(-d1 / std::sqrt(2)), n2 = 0.5 * std::erfc(-d2 / std::sqrt(2));
          double discount = std::exp(-double(rate) * t);
          worst = std::fmax(worst, std::fabs(call[i] - (s * n1 - x * discount * n2)));
          worst = std::fmax(worst, std::fabs(put[i] - (x * discount * (1 - n2) - s * (1 - n1))));
        }
        return worst;
      },
      1e-3);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: kernels kernels.cl [ROUNDS]\n");
    return 2;
  }
  if (argc > 2) rounds = std::atoi(argv[2]);
  open_cl(argv[1]);
  bench_triad();
  bench_sgemm();
  bench_reduction();
  bench_histogram();
  bench_stencil();
  bench_nbody();
  bench_transpose();
  bench_scan();
  bench_fft();
  bench_black_scholes();
  std::printf("geometric mean of %d ratios %.3f (aim 1.05)\n", measured,
              std::exp(log_sum / measured));
  return 0;
}
