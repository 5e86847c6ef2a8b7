// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What programs take from AMD's headers beside what is documented: the members `data` of
// half2, bfloat16 constants, dot products, short names of types, no
// __HIP_DEVICE_COMPILE__ on the host, the empty descriptor of 64-bit channels, minima by the
// name of their type, the release of ROCm, constant sources of copies.
// e2e: alone
#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <rocm-core/rocm_version.h>
#include <stdio.h>
#include <string.h>

#include <sstream>

static int bad;
#define CHECK(...)                                                                                 \
  do {                                                                                             \
    if (!(__VA_ARGS__) && ++bad) printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                  \
  } while (0)

#if defined(__HIP_DEVICE_COMPILE__) && defined(__FLOAT128__)
#error "no device has it"
#endif

// AMD's header has none of CUDA's names, so that programs declare and bring their own: Ginkgo does.
class __nv_bfloat16;
// AMD's header has no such function, so that programs bring their own.
inline __device__ __hip_bfloat162 __float2bfloat162_rn(const float a) {
  return __hip_bfloat162{__float2bfloat16(a), __float2bfloat16(-a)};
}

__host__ __device__ int where() {
#ifdef __HIP_DEVICE_COMPILE__
  return (int)threadIdx.x + 1;
#else
  return -1;
#endif
}

__global__ void kernel(float *o, __half2 h) {
  h += 1;
  h *= 2;
  float v[] = {
      (float)h.data.x,
      (float)__high2bfloat16(__float2bfloat162_rn(-2.5f)),
      (float)(-h).y,
      (float)static_cast<__half2_raw>(h).data.y,
      (float)fma((_Float16)3, (_Float16)2, (_Float16)1),
      (float)fma(2.0f, 3.0f, 4),
      (float)pow((_Float16)2, 3),
      (float)amd_mixed_dot(make_short2(1, -2), make_short2(3, 4), 5, true),
      (float)amd_mixed_dot(make_ushort2(65535, 65535), make_ushort2(65535, 65535), 7u, true),
      (float)amd_mixed_dot(make_char4(1, 2, 3, -4), make_char4(-128, 1, 1, 1), 1, false),
      (float)amd_mixed_dot(make_uchar4(1, 2, 3, 4), make_uchar4(255, 1, 1, 1), ~0u, true),
      (float)amd_mixed_dot(0x2f, 0x43, 5, false),
      (float)amd_mixed_dot(0xf1u, 0xf2u, 1u, false),
      (float)(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 3)) & 31),
      (float)where(),
      (float)(umin(3u, ~0u) + umax(3u, 9u)),
      (float)(llmin(-3ll, 1ll << 40) + llmax(-3ll, 5ll)),
      (float)(ullmin(3ull, 1ull << 40) + ullmax(3ull, 9ull))};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) o[i] = v[i];
}

#if !defined(_HIP_BFLOAT16_H_)
#error "a guard of AMD's header"
#endif
HIP_PUBLIC_API int exported(hipLaunchParm p) { return p + 1; }

int main() {
  uchar c = 255;
  ullong wide = c + (ushort)1 + (uint)1 + (ulong)1;
  CHECK(wide == 258 && where() == -1);
  CHECK(!strcmp(hipApiName(0), "unknown"));
  hipChannelFormatDesc d = hipCreateChannelDesc<double2>(), l = hipCreateChannelDesc<long>(),
                       f = hipCreateChannelDesc<float2>();
  CHECK(d.x == 0 && d.y == 0 && d.f == hipChannelFormatKindNone);
  CHECK(l.x == 0 && l.f == hipChannelFormatKindNone);
  CHECK(f.x == 32 && f.y == 32 && f.z == 0 && f.f == hipChannelFormatKindFloat);

  __hip_bfloat162 v = {HIPRT_ONE_BF16, HIPRT_ZERO_BF16}, w = {HIPRT_ONE_BF16, HIPRT_ONE_BF16};
  CHECK(v == v && v != w && !(v < w) && v <= w && w >= v && (float)HIPRT_ONE_BF16 == 1);
  hip_bfloat16 b(3.0f);
  std::ostream &(*print)(std::ostream &, const hip_bfloat16 &) = operator<<;
  std::ostringstream printed;
  print(printed, b);
  CHECK(printed.str() == "3");
  CHECK((float)b++ == 3 && (float)b-- == 4 && (float)b == 3);

  __half2 h;
  h.data.x = (_Float16)1.5;
  h.data.y = (_Float16)2.5;
  float *o, r[18];
  CHECK(hipMalloc(&o, sizeof r) == hipSuccess);
  kernel<<<1, 1>>>(o, h);
  CHECK(hipMemcpy(r, o, sizeof r, hipMemcpyDeviceToHost) == hipSuccess);
  const float want[] = {5,    2.5,           -7, 7,   7, 10, 8,  0, 4294967295.0f,
                        -126, 4294967295.0f, 10, 228, 3, 1,  12, 2, 12};
  for (int i = 0; i < 18; i++)
    if (r[i] != want[i] && ++bad) printf("value %d: %g, not %g\n", i, r[i], want[i]);
  const float source[2] = {1, 2};
  CHECK(hipMemcpyHtoD((hipDeviceptr_t)o, source, sizeof source) == hipSuccess);
  CHECK(hipMemcpyHtoDAsync((hipDeviceptr_t)o, source, sizeof source, nullptr) == hipSuccess);
  CHECK(hipMemcpyAsync_spt(r, o, sizeof source, hipMemcpyDeviceToHost, nullptr) == hipSuccess);
  CHECK(hipStreamSynchronize_spt(nullptr) == hipSuccess && r[0] == 1 && r[1] == 2);
  const hipLaunchParm none = 0;
  CHECK(exported(none) == 1);
  CHECK(ROCM_VERSION_MAJOR == HIP_VERSION_MAJOR);

  // 32-bit integers are read as they are, also where normalised values are asked for.
  hipArray_t a;
  hipChannelFormatDesc ints = hipCreateChannelDesc<int>();
  CHECK(hipMallocArray(&a, &ints, 16, 1) == hipSuccess);
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = a;
  hipTextureDesc how = {};
  how.readMode = hipReadModeNormalizedFloat;
  hipTextureObject_t texture;
  CHECK(hipCreateTextureObject(&texture, &resource, &how, nullptr) == hipSuccess);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
