// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What AMD's libraries count on: the standard headers that hip_runtime.h brings, AMD's own
// headers and their guards by name, the number of lanes as a macro, clang's builtins as
// functions that can be qualified and redeclared, launch bounds that are members of a value.
// e2e: alone
#include <hip/hip_runtime.h>
#include <hip/amd_detail/amd_hip_fp16.h>
#include <hip/amd_detail/amd_warp_functions.h>
#include <hip/amd_detail/concepts.hpp>
#include <hip/hip_texture_types.h>
#include <hip/linker_types.h>
#include <hip/amd_detail/host_defines.h>

#if !defined(HIP_INCLUDE_HIP_AMD_DETAIL_HOST_DEFINES_H) ||                                         \
    !defined(HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H)
#error no guards of AMD's headers
#endif

// Device code answers for features as the host's does, also where the target has no thread_local.
#define ASK(feature) __has_feature(feature)
#if !__has_feature(cxx_thread_local) || !ASK(__cxx_thread_local__) || !__has_feature(tls) ||       \
    !ASK(cxx_lambdas) || __has_feature(c_atomic) || __has_feature(gnu_asm) || ASK(no_such_feature)
#error features of device code differ
#endif
thread_local int ofTheThread = 7;

extern "C" __device__ unsigned __builtin_amdgcn_perm(unsigned, unsigned, unsigned);

struct Bounds {
  int threads, blocks;
};
template <class T> __host__ __device__ constexpr Bounds boundsOf() {
  return {(int)sizeof(T) * 16, 1};
}

template <class T> __global__ __launch_bounds__(boundsOf<T>().threads) void lanes(unsigned *out) {
  const unsigned lane = threadIdx.x;
  out[lane] = ::__builtin_amdgcn_mbcnt_hi(~0u, ::__builtin_amdgcn_mbcnt_lo(~0u, 5));
  // row_shr:1, where lane 0 of a row of 16 keeps the old value.
  out[64 + lane] = (unsigned)::__builtin_amdgcn_update_dpp(-1, (int)lane, 0x111, 0xf, 0xf, false);
  out[128 + lane] = (unsigned)__builtin_amdgcn_readlane((int)lane, 7);
  out[192 + lane] = (unsigned)__builtin_amdgcn_ds_bpermute((int)((lane ^ 1) << 2), (int)lane * 3);
  if (lane == 0) {
    out[256] = __builtin_amdgcn_perm(0x87654321, 0xfedc8a98, 0x07040300);
    out[257] = __builtin_amdgcn_perm(0x87654321, 0x7edc8a98, 0x0d0c0908);
#if !defined(__AMDGCN__) || defined(__gfx906__) || defined(__gfx90a__)
    out[258] = (unsigned)__builtin_amdgcn_sdot4(0x7f80ff01, 0x7f80027f, 10, false);
    out[259] = (unsigned)__builtin_amdgcn_sdot4(0x7f7f7f7f, 0x7f7f7f7f, 0x7fffffff, true);
    out[260] = __builtin_amdgcn_udot4(0xff, 0xff, 0xffffffff, true);
#else // these processors lack one of the two
    out[258] = 127 * 127 + 128 * 128 + 127 + 8;
    out[259] = 0x7fffffff;
    out[260] = ~0u;
#endif
    out[261] = (unsigned)__builtin_amdgcn_sbfe((int)0xf7654321u, 28, 4);
    out[262] = __builtin_amdgcn_ubfe(0x87654321, 8, 12);
    out[263] = __AMDGCN_WAVEFRONT_SIZE;
    out[264] = (unsigned)warpSize;
#ifdef HW_ID_CU_ID_SIZE
    unsigned unit =
        __builtin_amdgcn_s_getreg(GETREG_IMMED(HW_ID_CU_ID_SIZE - 1, HW_ID_CU_ID_OFFSET, HW_ID));
    out[265] = unit ^ (__smid() & 15);
#else
    out[265] = 0;
#endif
  }
#ifdef __AMDGCN__ // where a warp has any number
  if (lane == 63) out[266] = (unsigned)(lane / warpSize);
#else
  if (lane == 63) out[266] = __builtin_amdgcn_s_getreg(GETREG_IMMED(3, 0, HW_ID));
#endif
  __builtin_amdgcn_s_waitcnt(0);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
}

int main() {
  if (ofTheThread != 7) return 1;
  std::string failed;
  std::chrono::milliseconds limit(1);
  std::array<int, 2> pair{{1, 2}};
  std::tuple<int, int> both(pair[0], pair[1]);
  std::thread([&] { std::get<0>(both) = (int)limit.count(); }).join();

  unsigned *d, h[267];
  if (hipMalloc((void **)&d, sizeof h) != hipSuccess) return 1;
  lanes<float><<<1, 64>>>(d);
  if (hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  const unsigned warp = h[264];
  auto check = [&](const char *what, unsigned at, unsigned want) {
    if (h[at] != want) failed += std::string(what) + " at " + std::to_string(at) + "\n";
  };
  for (unsigned lane = 0; lane < 64; lane++) {
    check("mbcnt", lane, lane % warp + 5);
    check("dpp", 64 + lane, lane % 16 ? lane - 1 : ~0u);
    check("readlane", 128 + lane, lane / warp * warp + 7);
    check("bpermute", 192 + lane, (lane ^ 1) * 3);
  }
  check("perm", 256, 0x8721fe98);
  check("perm of signs", 257, 0xff0000ff);
  check("sdot4", 258, 127 * 127 + 128 * 128 + 127 + 8);
  check("saturated sdot4", 259, 0x7fffffff);
  check("saturated udot4", 260, ~0u);
  check("sbfe", 261, ~0u);
  check("ubfe", 262, 0x543);
  check("wavefront size", 263, warp);
  check("compute unit", 265, 0);
  check("warp of the block", 266, 63 / warp);
  printf("%s%s\n", failed.c_str(), failed.empty() ? "PASS" : "FAIL");
}
