// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device code that arrives at run time in every form: source, the bitcode that hiprtc makes
// of it, SPIR-V; linked by hiprtcLink* from memory and from files, or loaded as it is.
// e2e: flags=-lhiprtc
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hiprtc.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#define RTC(call)                                                                                  \
  do {                                                                                             \
    hiprtcResult status_ = (call);                                                                 \
    if (status_ != HIPRTC_SUCCESS) {                                                               \
      std::printf("%s: %s\n", #call, hiprtcGetErrorString(status_));                               \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

static const char *kernel = R"(
__device__ int twist(int v);
extern "C" __constant__ int bias = 5;
extern "C" __global__ void apply(int *p, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? twist(p[i]) : 0;
  __syncthreads();
  if (i < n) p[i] = tile[threadIdx.x ^ 1] + bias;
}
)";
static const char *function = "__device__ int twist(int v) { return v * 3 + (int)threadIdx.x; }\n";
static const char *whole = R"(
#include <cstdint> // one that asks for the C library's types has all of them
static_assert(sizeof(int8_t) + sizeof(std::uint16_t) + sizeof(std::int64_t) == 11, "");
static_assert(sizeof(std::uint_least8_t) + sizeof(std::intptr_t) == 9, "");
extern "C" __global__ void apply(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = i < n ? p[i ^ 1] : 0;
  __syncthreads();
  if (i < n) p[i] = (other * 3 + int(threadIdx.x ^ 1)) + 5;
}
)";

// What hiprtc makes of a source: device code, or with -fgpu-rdc bitcode.
static std::vector<char> compile(const char *source, std::vector<const char *> options) {
  hiprtcProgram p;
  RTC(hiprtcCreateProgram(&p, source, "part.hip", 0, nullptr, nullptr));
  bool rdc = !options.empty() && std::string(options[0]) == "-fgpu-rdc";
  hiprtcResult r = hiprtcCompileProgram(p, int(options.size()), options.data());
  size_t size = 0;
  if (r != HIPRTC_SUCCESS) {
    RTC(hiprtcGetProgramLogSize(p, &size));
    std::string log(size, 0);
    RTC(hiprtcGetProgramLog(p, &log[0]));
    std::printf("%s\n", log.c_str());
    failures++;
  }
  RTC(rdc ? hiprtcGetBitcodeSize(p, &size) : hiprtcGetCodeSize(p, &size));
  std::vector<char> code(size);
  RTC(rdc ? hiprtcGetBitcode(p, code.data()) : hiprtcGetCode(p, code.data()));
  RTC(hiprtcDestroyProgram(&p));
  return code;
}

// Loads an image, runs its kernel, compares every number.
static void use(const char *what, const void *image) {
  hipModule_t m;
  hipFunction_t f;
  int before = failures;
  CHECK(hipModuleLoadData(&m, image));
  if (failures != before) return;
  CHECK(hipModuleGetFunction(&f, m, "apply"));
  std::vector<int> v(128);
  for (int i = 0; i < 128; i++) v[i] = i * 7;
  Device<int> d(v);
  int n = 128;
  void *args[] = {&d.p, &n};
  CHECK(hipModuleLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr));
  auto got = d.host();
  for (int i = 0; i < 128; i++) EXPECT(got[i] == (v[i ^ 1] * 3 + ((i ^ 1) & 63)) + 5);
  CHECK(hipModuleUnload(m));
  if (failures != before) std::printf("that was %s\n", what);
}

struct Part {
  hiprtcJITInputType type;
  const std::vector<char> *data;
};

static void link(const char *what, std::vector<Part> parts, bool files) {
  hiprtcLinkState s;
  RTC(hiprtcLinkCreate(0, nullptr, nullptr, &s));
  for (const Part &p : parts) {
    if (!files) {
      RTC(hiprtcLinkAddData(s, p.type, (void *)p.data->data(), p.data->size(), "part", 0, nullptr,
                            nullptr));
      continue;
    }
    namespace fs = std::filesystem;
    fs::path name = fs::temp_directory_path() / ("gohip-rtclink." + std::to_string(getpid()));
    EXPECT(std::ofstream(name, std::ios::binary).write(p.data->data(), p.data->size()).good());
    RTC(hiprtcLinkAddFile(s, p.type, name.c_str(), 0, nullptr, nullptr));
    fs::remove(name);
  }
  void *image = nullptr;
  size_t size = 0;
  int before = failures;
  RTC(hiprtcLinkComplete(s, &image, &size));
  if (failures == before) {
    EXPECT(size > 100);
    use(what, image);
  } else
    std::printf("that was %s\n", what);
  RTC(hiprtcLinkDestroy(s));
}

// The linker under its names of HIP 7.
static void link_by_hip(const std::vector<char> &data) {
  hipLinkState_t s;
  void *image = nullptr;
  size_t size = 0;
  auto part = const_cast<char *>(data.data());
  CHECK(hipLinkCreate(0, nullptr, nullptr, &s));
  EXPECT_ERROR(hipLinkComplete(s, &image, &size), hipErrorInvalidValue);
  EXPECT_ERROR(hipLinkAddFile(s, hipJitInputSpirv, "/nonexistent", 0, nullptr, nullptr),
               hipErrorFileNotFound);
  EXPECT_ERROR(hipLinkAddData(s, hipJitInputPtx, part, data.size(), "", 0, nullptr, nullptr),
               hipErrorInvalidValue);
  CHECK(hipLinkAddData(s, hipJitInputSpirv, part, data.size(), "part", 0, nullptr, nullptr));
  CHECK(hipLinkComplete(s, &image, &size));
  if (image) use("hipLink's SPIR-V", image);
  CHECK(hipLinkDestroy(s));
  EXPECT_ERROR(hipLinkDestroy(s), hipErrorInvalidValue);
}

// An archive: each member has a header of 60 bytes, and begins at an even offset.
static std::vector<char> archive(std::vector<const std::vector<char> *> members) {
  std::string s = "!<arch>\n";
  for (const auto *m : members) {
    char head[61];
    std::snprintf(head, sizeof head, "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", "part.bc/", 0, 0, 0, "644",
                  m->size());
    s += head;
    s.append(m->data(), m->size());
    if (m->size() & 1) s += '\n';
  }
  return std::vector<char>(s.begin(), s.end());
}

int main() {
  setenv("GOHIP_QUIET", "1", 1); // errors are made on purpose below
  auto k = compile(kernel, {"-fgpu-rdc", "-O2"}), f = compile(function, {"-fgpu-rdc", "-O2"});
  auto code = compile(whole, {"-O2"}), bitcode = compile(whole, {"-fgpu-rdc", "-O2"});
  auto spirv = compile(whole, {"--offload=spirv64", "-O2"});

  const auto BC = HIPRTC_JIT_INPUT_LLVM_BITCODE, SPV = HIPRTC_JIT_INPUT_SPIRV;
  use("source", code.data());
  use("bitcode", bitcode.data());
  use("SPIR-V", spirv.data());
  link("two modules of bitcode", {{BC, &k}, {BC, &f}}, false);
  link("the other way round, from files", {{BC, &f}, {BC, &k}}, true);
  link_by_hip(spirv);
  link("SPIR-V and bitcode", {{SPV, &spirv}, {BC, &f}}, true);

  auto both = archive({&k, &f});
  link("an archive", {{HIPRTC_JIT_INPUT_LLVM_ARCHIVES_OF_BUNDLED_BITCODE, &both}}, false);

  // What does not link, and what is no input.
  hiprtcLinkState s;
  void *image;
  size_t size;
  RTC(hiprtcLinkCreate(0, nullptr, nullptr, &s));
  EXPECT(hiprtcLinkComplete(s, &image, &size) == HIPRTC_ERROR_INVALID_INPUT);
  EXPECT(hiprtcLinkAddFile(s, BC, "/nonexistent", 0, nullptr, nullptr) ==
         HIPRTC_ERROR_PROGRAM_CREATION_FAILURE);
  EXPECT(hiprtcLinkAddData(s, HIPRTC_JIT_INPUT_PTX, code.data(), code.size(), "", 0, nullptr,
                           nullptr) == HIPRTC_ERROR_INVALID_INPUT);
  RTC(hiprtcLinkAddData(s, BC, k.data(), k.size(), "k", 0, nullptr, nullptr));
  EXPECT(hiprtcLinkComplete(s, &image, &size) == HIPRTC_ERROR_LINKING);
  RTC(hiprtcLinkDestroy(s));
  EXPECT(hiprtcLinkDestroy(s) == HIPRTC_ERROR_INVALID_INPUT);
  return done();
}
