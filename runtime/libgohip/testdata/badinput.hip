// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Calls every function of functions.inc with arguments that are wrong, one at a time and
// all at once: null, given up, of nobody, negative, too large. Prints a line a call,
// "function parameter kind status", and writes what it is about to call to a page that
// outlives this process, so that what crashes or hangs is known. After each function the
// device must still compute. calls.inc, made by TestBadInput, has the calls themselves.
//
// usage: badinput CODE PAGE FIRST: CODE is this file's device code, PAGE a file of 256
// bytes, FIRST the number of the first call
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <hip/hip_gl_interop.h>

#include <cstdint>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <type_traits>
#include <unistd.h>
#include <vector>

__global__ void kernel(int *p) { *p += 1; }
__device__ int variable[64];
static texture<float, 1, hipReadModeElementType> reference;

static constexpr size_t bytes = 4096;

// What a program can hold of the runtime: one of each.
struct Things {
  hipStream_t stream = nullptr;
  hipEvent_t event = nullptr;
  hipGraph_t graph = nullptr;
  hipGraphNode_t node = nullptr;
  hipGraphExec_t exec = nullptr;
  hipArray_t array = nullptr;
  hipMipmappedArray_t mipmap = nullptr;
  hipTextureObject_t texture = nullptr;
  hipSurfaceObject_t surface = nullptr;
  hipMemPool_t pool = nullptr;
  hipUserObject_t user = nullptr;
  hiprtcProgram program = nullptr;
  hiprtcLinkState link = nullptr;
  hipMemGenericAllocationHandle_t physical = nullptr;
  hipCtx_t context = nullptr;
  hipModule_t module = nullptr;
  hipFunction_t function = nullptr;
  void *memory = nullptr;
  void *pinned = nullptr;

  void make() {
    hipChannelFormatDesc f = hipCreateChannelDesc<float>();
    hipMalloc(&memory, bytes);
    hipHostMalloc(&pinned, bytes, 0);
    hipStreamCreate(&stream);
    hipEventCreate(&event);
    hipEventRecord(event, stream);
    hipGraphCreate(&graph, 0);
    hipGraphAddEmptyNode(&node, graph, nullptr, 0);
    hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    hipMallocArray(&array, &f, 16, 16, 0);
    hipMallocMipmappedArray(&mipmap, &f, {16, 16, 0}, 2, 0);
    hipResourceDesc r = {};
    r.resType = hipResourceTypeArray;
    r.res.array.array = array;
    hipTextureDesc t = {};
    hipCreateTextureObject(&texture, &r, &t, nullptr);
    hipCreateSurfaceObject(&surface, &r);
    hipMemPoolProps p = {};
    p.allocType = hipMemAllocationTypePinned;
    p.location.type = hipMemLocationTypeDevice;
    hipMemPoolCreate(&pool, &p);
    hipUserObjectCreate(&user, &user, [](void *) {}, 1, hipUserObjectNoDestructorSync);
    hiprtcCreateProgram(&program, "extern \"C\" __global__ void k() {}", "k.hip", 0, nullptr,
                        nullptr);
    hiprtcLinkCreate(0, nullptr, nullptr, &link);
    hipMemAllocationProp a = {};
    a.type = hipMemAllocationTypePinned;
    a.location.type = hipMemLocationTypeDevice;
    hipMemCreate(&physical, 2 << 20, &a, 0);
    hipCtxCreate(&context, 0, 0);
  }

  // In an order in which what is given up is not in use.
  void drop() {
    hipCtxDestroy(context);
    hipMemRelease(physical);
    hiprtcLinkDestroy(link);
    hiprtcDestroyProgram(&program);
    hipUserObjectRelease(user, 1);
    hipMemPoolDestroy(pool);
    hipDestroySurfaceObject(surface);
    hipDestroyTextureObject(texture);
    hipFreeMipmappedArray(mipmap);
    hipFreeArray(array);
    hipGraphExecDestroy(exec);
    hipGraphDestroy(graph);
    hipEventDestroy(event);
    hipStreamDestroy(stream);
    hipHostFree(pinned);
    hipFree(memory);
  }
};

static Things live, gone;
static const char *code_object;
static char *scratch; // memory that HIP knows nothing of, all zero
static void *launch_arguments[] = {&live.memory};

// Modules live as long as no call unloads one.
static void renew_modules() {
  void *p;
  size_t n;
  if (hipModuleGetGlobal(&p, &n, live.module, "variable") == hipSuccess) return;
  for (Things *t : {&live, &gone}) {
    hipModuleLoad(&t->module, code_object);
    hipModuleGetFunction(&t->function, t->module, "_Z6kernelPi");
  }
  hipModuleUnload(gone.module);
}

static void renew() {
  hipStreamCaptureStatus status;
  if (hipStreamIsCapturing(live.stream, &status) == hipSuccess &&
      status != hipStreamCaptureStatusNone) {
    hipGraph_t g = nullptr;
    hipStreamEndCapture(live.stream, &g);
    hipGraphDestroy(g);
  }
  hipStreamEndCapture(hipStreamPerThread, &gone.graph);
  dim3 grid, block; // of launches that were prepared and not made
  size_t shared;
  hipStream_t stream;
  while (__hipPopCallConfiguration(&grid, &block, &shared, &stream) == hipSuccess) continue;
  live.drop();
  hipSetDevice(0);
  live.make();
  renew_modules();
  // Made and given up last: nothing of the living has the address of one of the gone.
  gone.make();
  hiprtcProgram program = gone.program;
  gone.drop(); // which sets the program to null
  gone.program = program;
  memset(scratch, 0, 1 << 16);
  (void)hipGetLastError();
}

// ---- values of parameters ----

// What a parameter's bytes can be. Big enough for every structure that HIP passes by value.
struct Slot {
  alignas(16) char bytes[64];
  template <class T> static Slot of(const T &value) {
    Slot s = {};
    static_assert(sizeof value <= sizeof s.bytes);
    memcpy(s.bytes, &value, sizeof value);
    return s;
  }
};

struct Wrong {
  const char *kind;
  Slot value;
};

struct Param {
  const char *type, *name;
};

struct Handle {
  const char *type;
  size_t at; // in Things
};
static const Handle handles[] = {
    {"hipStream_t", offsetof(Things, stream)},
    {"hipEvent_t", offsetof(Things, event)},
    {"hipGraph_t", offsetof(Things, graph)},
    {"hipGraphNode_t", offsetof(Things, node)},
    {"hipGraphExec_t", offsetof(Things, exec)},
    {"hipArray_t", offsetof(Things, array)},
    {"hipArray_const_t", offsetof(Things, array)},
    {"hipMipmappedArray_t", offsetof(Things, mipmap)},
    {"hipMipmappedArray_const_t", offsetof(Things, mipmap)},
    {"hipTextureObject_t", offsetof(Things, texture)},
    {"hipSurfaceObject_t", offsetof(Things, surface)},
    {"hipMemPool_t", offsetof(Things, pool)},
    {"hipUserObject_t", offsetof(Things, user)},
    {"hiprtcProgram", offsetof(Things, program)},
    {"hiprtcLinkState", offsetof(Things, link)},
    {"hipMemGenericAllocationHandle_t", offsetof(Things, physical)},
    {"hipCtx_t", offsetof(Things, context)},
    {"hipModule_t", offsetof(Things, module)},
    {"hipFunction_t", offsetof(Things, function)},
};

static void *thing(Things &t, const Handle &h) {
  void *p;
  memcpy(&p, reinterpret_cast<char *>(&t) + h.at, sizeof p);
  return p;
}

// What untyped pointers point at, by their names; all others point at device memory.
static bool any(const char *name, std::initializer_list<const char *> of) {
  for (const char *n : of)
    if (!strcmp(n, name)) return true;
  return false;
}
static bool program_memory(const char *n) {
  return any(n, {"value", "data", "userData", "arg", "shared_handle", "shareableHandle", "osHandle",
                 "image", "symbolPtr"});
}
static bool kernel_address(const char *n) {
  return any(n, {"f", "func", "hostFunction", "function_address"});
}

static void host_function(void *) {}
static void stream_callback(hipStream_t, hipError_t, void *) {}

// The right value of a parameter, and the wrong ones.
static Slot value_of(const Param &p, std::vector<Wrong> &wrong) {
  std::string t = p.type;
  if (t.rfind("const ", 0) == 0) t = t.substr(6);
  if (t.rfind("struct ", 0) == 0 || t.rfind("enum ", 0) == 0) t = t.substr(t.find(' ') + 1);
  void *const null = nullptr;
  for (const Handle &h : handles)
    if (t == h.type) {
      wrong = {{"null", Slot::of(null)},
               {"gone", Slot::of(thing(gone, h))},
               {"foreign", Slot::of(scratch)},
               {"wild", Slot::of((uintptr_t)0xdead0)}};
      return Slot::of(thing(live, h));
    }
  if (t == "void*" || t == "hipDeviceptr_t") {
    wrong = {{"null", Slot::of(null)}};
    if (program_memory(p.name)) return Slot::of(scratch);
    wrong.push_back({"gone", Slot::of(gone.memory)});
    wrong.push_back({"foreign", Slot::of(scratch)});
    if (kernel_address(p.name)) return Slot::of(&kernel);
    if (any(p.name, {"symbol"})) return Slot::of((void *)&variable);
    return Slot::of(any(p.name, {"hostPtr", "hstPtr"}) ? live.pinned : live.memory);
  }
  if (t == "textureReference*") {
    wrong = {{"null", Slot::of(null)}, {"foreign", Slot::of(scratch)}};
    return Slot::of((void *)&reference);
  }
  if (t == "char*" && !strncmp(p.type, "const", 5)) {
    static const char unknown[] = "no such thing", known[] = "variable";
    wrong = {{"null", Slot::of(null)}, {"unknown", Slot::of(&unknown[0])}};
    return Slot::of(&known[0]);
  }
  if (t == "void**" && any(p.name, {"kernelParams", "args"})) {
    wrong = {{"null", Slot::of(null)}};
    return Slot::of(&launch_arguments[0]);
  }
  if (t == "void**" && any(p.name, {"extra"})) {
    wrong = {};
    return Slot::of(null);
  }
  if (t.back() == '*') {
    wrong = {{"null", Slot::of(null)}};
    // What a batch's function writes must not be what it reads.
    return Slot::of(any(p.name, {"failIdx"}) ? scratch + (1 << 15) : scratch);
  }
  if (t == "hipHostFn_t" || t == "hipStreamCallback_t") {
    wrong = {{"null", Slot::of(null)}};
    return t == "hipHostFn_t" ? Slot::of(&host_function) : Slot::of(&stream_callback);
  }
  if (t == "dim3") {
    wrong = {{"zero", Slot::of(dim3(0, 0, 0))}, {"ones", Slot::of(dim3(~0u, ~0u, ~0u))}};
    return Slot::of(dim3(1));
  }
  Slot ones;
  memset(&ones, 0xff, sizeof ones);
  if (t == "hipExtent") {
    wrong = {{"ones", ones}};
    return Slot::of(hipExtent{4, 4, 1});
  }
  if (t == "hipPitchedPtr") {
    wrong = {{"ones", ones}, {"null", Slot::of(hipPitchedPtr{nullptr, 16, 4, 4})}};
    return Slot::of(hipPitchedPtr{live.memory, 16, 4, 4});
  }
  if (t == "hipIpcMemHandle_t" || t == "hipIpcEventHandle_t") {
    wrong = {{"zero", Slot()}, {"ones", ones}};
    return Slot();
  }
  if (t == "float") {
    wrong = {{"negative", Slot::of(-1.0f)}};
    return Slot();
  }
  // Numbers. What a stream would wait for until the end of time is left out.
  if (any(p.name, {"value", "mask"})) {
    wrong = {};
    return Slot();
  }
  wrong = {{"negative", ones}};
  if (!any(p.name, {"image_size"})) // the program's own memory, which it knows best
    wrong.push_back(
        {"large", t == "size_t" ? Slot::of((size_t)1 << 46) : Slot::of((size_t)0x7fffffff)});
  bool count = any(p.name, {"sizeBytes", "size", "count", "ByteCount", "width", "height", "len",
                            "length", "pitch", "dpitch", "spitch"}) ||
               strstr(p.name, "Dim") || t.find("Dim") != t.npos;
  return count ? Slot::of((size_t)4) : Slot();
}

// ---- calls ----

template <class T> static T get(const Slot &s) {
  std::remove_const_t<T> value;
  memcpy(static_cast<void *>(&value), s.bytes, sizeof value);
  return value;
}

static const char *said(hipError_t e) { return hipGetErrorName(e); }
static const char *said(hiprtcResult e) { return hiprtcGetErrorString(e); }
template <class T> static const char *said(const T &) { return "-"; }

struct Call {
  const char *name;
  const char *(*call)(const Slot *);
  std::vector<Param> params;
};

// {"hipFree", [](const Slot *a) { return said(hipFree(get<void*>(a[0]))); }, {{"void*", "ptr"}}},
static const Call calls[] = {
#include "calls.inc"
};

static char *page;
static int number, first;

static void call(const Call &c, const std::string &what, const std::vector<Slot> &args) {
  if (number++ < first) return;
  snprintf(page, 256, "%d %s %s", number, c.name, what.c_str());
  alarm(20);
  const char *s = c.call(args.data());
  alarm(0);
  printf("%s %s %s\n", c.name, what.c_str(), s);
  (void)hipGetLastError();
  if (!strcmp(s, "hipSuccess") || !strcmp(s, "HIPRTC_SUCCESS")) renew();
}

static bool works() {
  int value = 41, *p;
  if (hipMalloc(&p, sizeof *p) != hipSuccess) return false;
  bool ok = hipMemcpy(p, &value, sizeof value, hipMemcpyHostToDevice) == hipSuccess;
  kernel<<<1, 1>>>(p);
  ok = ok && hipMemcpy(&value, p, sizeof value, hipMemcpyDeviceToHost) == hipSuccess;
  return hipFree(p) == hipSuccess && ok && value == 42;
}

static void probe(const Call &c) {
  size_t n = c.params.size();
  std::vector<Slot> args(n);
  std::vector<std::vector<Wrong>> wrong(n);
  auto read = [&] { // anew for each call: what lives has changed
    for (size_t i = 0; i < n; i++) args[i] = value_of(c.params[i], wrong[i]);
  };
  read();
  std::vector<std::string> kinds;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < wrong[i].size(); k++) {
      read();
      args[i] = wrong[i][k].value;
      std::string kind = wrong[i][k].kind;
      call(c, std::string(c.params[i].name) + " " + kind, args);
      bool seen = false;
      for (auto &s : kinds) seen |= s == kind;
      if (!seen) kinds.push_back(kind);
    }
  for (auto &kind : kinds) {
    if (n < 2) break;
    read();
    for (size_t i = 0; i < n; i++)
      for (auto &w : wrong[i])
        if (kind == w.kind) args[i] = w.value;
    call(c, "* " + kind, args);
  }
  if (number <= first) return;
  snprintf(page, 256, "%d %s then the device", number, c.name);
  renew();
  if (!works()) printf("%s leaves a device that does not work\n", c.name);
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  code_object = argv[1];
  int fd = open(argv[2], O_RDWR);
  page = static_cast<char *>(mmap(nullptr, 256, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  first = atoi(argv[3]);
  if (page == MAP_FAILED) return 2;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  scratch = static_cast<char *>(calloc(1, 1 << 16));
  if (!works()) return 3; // and no kernel is new from here on
  renew();
  for (const Call &c : calls) probe(c);
  puts("end");
  return 0;
}
