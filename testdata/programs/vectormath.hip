// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Mathematical functions in loops over work-items that are vectorised: neighbouring work-items have
// ordinary, large, infinite and negative arguments, and some take another branch. Results are compared
// with the host's in double precision, or in extended precision where the host has it.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>

template <class T> __global__ void compute(const T *x, T *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  T v = x[i], s, c;
  y[i] = exp(v);
  y[n + i] = log(v);
  y[2 * n + i] = sin(v);
  y[3 * n + i] = cos(v);
  y[4 * n + i] = v > 1 ? tan(v) : exp2(v);
  y[5 * n + i] = i % 3 ? pow(v, (T)1.5) : pow(v, (T)3);
  sincos(v, &s, &c);
  y[6 * n + i] = s;
  y[7 * n + i] = c;
  y[8 * n + i] = tanh(v);
  y[9 * n + i] = log1p(v) + expm1(v);
}

template <class T> static long double reference(int f, T v, int i) {
  long double x = v;
  switch (f) {
  case 0:
    return expl(x);
  case 1:
    return logl(x);
  case 2:
  case 6:
    return sinl(x);
  case 3:
  case 7:
    return cosl(x);
  case 4:
    return v > 1 ? tanl(x) : exp2l(x);
  case 5:
    return i % 3 ? powl(x, 1.5L) : powl(x, 3);
  case 8:
    return tanhl(x);
  default:
    return (T)log1pl(x) + (T)expm1l(x);
  }
}

// Units in the last place of the exact result.
template <class T> static double error(T got, long double want) {
  T rounded = (T)want;
  if (std::isnan(got) || std::isnan(rounded))
    return std::isnan(got) && std::isnan(rounded) ? 0 : INFINITY;
  if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0 : INFINITY;
  T a = std::fabs(rounded), unit = std::nextafter(a, (T)INFINITY) - a;
  return (double)(std::fabs((long double)got - want) / unit);
}

template <class T> static int check(const char *name) {
  const int n = 1000, functions = 10;
  const T special[] = {0,      (T)-0.0,    1,          -1,      (T)INFINITY, -(T)INFINITY,
                       (T)NAN, (T)4194304, (T)1048577, (T)1e30, (T)-3e9};
  T *x, *y;
  if (hipMallocManaged(&x, n * sizeof(T)) || hipMallocManaged(&y, functions * n * sizeof(T)))
    return 1;
  for (int i = 0; i < n; i++) x[i] = i % 5 == 4 ? special[i / 5 % 11] : (T)((i - 300) * 0.0371);
  compute<<<(n + 127) / 128, 128>>>(x, y, n);
  if (hipDeviceSynchronize()) return 1;
  for (int f = 0; f < functions; f++)
    for (int i = 0; i < n; i++) {
      double e = error(y[f * n + i], reference(f, x[i], i));
      if (!(e <= 2)) {
        std::printf("%s, function %d: %.17g for %.17g, error %g\n", name, f, (double)y[f * n + i],
                    (double)x[i], e);
        return 1;
      }
    }
  return hipFree(x) || hipFree(y);
}

int main() {
  if (check<float>("float") || check<double>("double")) return 1;
  std::puts("PASS");
  return 0;
}
