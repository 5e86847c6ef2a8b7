// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The C ABI on the CPU device, with an image by hand (runtime/backend/cpu/testdata/kernels.c):
// cpudevice IMAGE TEST. Prints what went wrong, and "ok" at the end.
#define _GNU_SOURCE
#include <hip/hip_runtime_api.h>

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *image;
static hipModule_t module;
static int failures;

#define CHECK(call) check((call), hipSuccess, #call, __LINE__)
#define EXPECT(error, call) check((call), (error), #call, __LINE__)
#define TRUE(what)                                                                                 \
  do {                                                                                             \
    if (!(what)) printf("line %d: not %s\n", __LINE__, #what), failures++;                         \
  } while (0)

static void check(hipError_t got, hipError_t want, const char *call, int line) {
  if (got == want) return;
  printf("line %d: %s: %s, want %s\n", line, call, hipGetErrorName(got), hipGetErrorName(want));
  failures++;
}

static hipFunction_t kernel(const char *name) {
  hipFunction_t f = NULL;
  CHECK(hipModuleGetFunction(&f, module, name));
  return f;
}

static hipError_t launch(hipFunction_t f, unsigned grid, unsigned block, hipStream_t s,
                         void **args) {
  return hipModuleLaunchKernel(f, grid, 1, 1, block, 1, 1, 0, s, args, NULL);
}

static void *device_memory(size_t size) {
  void *p = NULL;
  CHECK(hipMalloc(&p, size));
  if (p) CHECK(hipMemset(p, 0, size));
  CHECK(hipStreamSynchronize(NULL)); // the host goes on while the device fills its memory
  return p;
}

static void blocks(void) {
  hipFunction_t f = kernel("where");
  const unsigned shapes[][3] = {{1, 1, 1}, {7, 1, 1}, {1000, 3, 1}, {3, 5, 7}, {65, 33, 3}};
  uint32_t *count = device_memory(1 << 20), *worker = device_memory(1 << 20);
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    const unsigned *g = shapes[s], n = g[0] * g[1] * g[2];
    CHECK(hipMemset(count, 0, 4 * n));
    for (int i = 0; i < 3; i++) {
      void *args[] = {&count, &worker};
      CHECK(hipModuleLaunchKernel(f, g[0], g[1], g[2], 8, 1, 1, 0, NULL, args, NULL));
    }
    CHECK(hipDeviceSynchronize());
    for (unsigned i = 0; i < n; i++)
      if (count[i] != 3 || worker[i] >= (unsigned)p.multiProcessorCount) {
        printf("grid %ux%ux%u: block %u ran %u times, on thread %u of %d\n", g[0], g[1], g[2], i,
               count[i], worker[i], p.multiProcessorCount);
        failures++;
        break;
      }
  }
}

static void arguments(void) {
  float *x = device_memory(4000), *y = device_memory(4000), a = 2;
  int n = 1000;
  for (int i = 0; i < n; i++) x[i] = (float)i, y[i] = 1;
  CHECK(launch(kernel("axpy"), 4, 256, NULL, (void *[]){&a, &x, &y, &n}));
  float back[1000];
  CHECK(hipMemcpy(back, y, sizeof back, hipMemcpyDeviceToHost));
  for (int i = 0; i < n; i++)
    if (back[i] != 1 + 2 * (float)i) {
      printf("y[%d] = %g\n", i, (double)back[i]);
      failures++;
      break;
    }
  struct {
    uint64_t v[128];
    uint64_t *out;
  } big;
  for (int i = 0; i < 128; i++) big.v[i] = (uint64_t)i;
  big.out = device_memory(8);
  size_t size = sizeof big;
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &big, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   HIP_LAUNCH_PARAM_END};
  CHECK(hipModuleLaunchKernel(kernel("wide"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra));
  CHECK(hipDeviceSynchronize());
  TRUE(*big.out == 127 * 128 / 2);
  int *p = device_memory(4 * 1024);
  for (int i = 0; i < 1024; i++) p[i] = i;
  CHECK(hipModuleLaunchKernel(kernel("reverse"), 1, 1, 1, 1024, 1, 1, 4096, NULL, (void *[]){&p},
                              NULL));
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 1024; i++) TRUE(p[i] == 1023 - i);
}

static void variables(void) {
  hipModule_t again;
  hipDeviceptr_t a, b;
  size_t size;
  CHECK(hipModuleLoad(&again, image));
  CHECK(hipModuleGetGlobal(&a, &size, module, "counter"));
  TRUE(size == 4);
  CHECK(hipModuleGetGlobal(&b, &size, again, "counter"));
  TRUE(a != b); // a module that is loaded twice has its variables twice
  int add = 1, got = 0;
  CHECK(launch(kernel("count"), 10, 10, NULL, (void *[]){&add}));
  CHECK(hipMemcpyDtoH(&got, a, 4));
  TRUE(got == 140);
  CHECK(hipMemcpyDtoH(&got, b, 4));
  TRUE(got == 40);
  CHECK(hipMemsetD32(a, 7, 1));
  CHECK(hipMemcpyDtoH(&got, a, 4));
  TRUE(got == 7);
  EXPECT(hipErrorNotFound, hipModuleGetGlobal(&b, &size, again, "nothing"));
  CHECK(hipModuleUnload(again));
}

static void bad_launches(void) {
  hipFunction_t f = kernel("none"), none = NULL;
  EXPECT(hipErrorInvalidValue, launch(f, 0, 1, NULL, NULL));
  EXPECT(hipErrorInvalidValue, launch(f, 1, 1025, NULL, NULL));
  EXPECT(hipErrorInvalidValue, hipModuleLaunchKernel(f, 1, 65537, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  EXPECT(hipErrorInvalidValue,
         hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 1 << 30, NULL, NULL, NULL));
  EXPECT(hipErrorInvalidValue, launch(kernel("axpy"), 1, 1, NULL, NULL));
  EXPECT(hipErrorNotFound, hipModuleGetFunction(&none, module, "nobody"));
  EXPECT(hipErrorNotFound, hipModuleGetFunction(&none, module, "absent"));
  // Context arrays of 1 GB for each of 1024 work-items.
  EXPECT(hipErrorOutOfMemory, launch(kernel("huge"), 1, 1024, NULL, NULL));
  CHECK(launch(f, 1, 1, NULL, NULL));
  CHECK(hipDeviceSynchronize());
}

// More blocks than threads, which wait for each other. A number of blocks that HIP rejects for a
// cooperative launch is valid for an ordinary one.
static void grid_barrier(void) {
  const unsigned grids[] = {1, 2, 3, 32, 3000};
  for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
    unsigned n = grids[g], rounds = 20;
    uint64_t *arrived = device_memory(8);
    uint32_t *cell = device_memory(8 * n);
    void *args[] = {&arrived, &cell, &rounds};
    if (n <= 32)
      CHECK(hipModuleLaunchCooperativeKernel(kernel("ring"), n, 1, 1, 64, 1, 1, 0, NULL, args));
    else
      CHECK(launch(kernel("ring"), n, 64, NULL, args));
    CHECK(hipDeviceSynchronize());
    for (unsigned i = 0; i < n; i++)
      if (cell[i] != rounds) {
        printf("%u blocks: cell %u is %u\n", n, i, cell[i]);
        failures++;
        break;
      }
    CHECK(hipFree(cell));
  }
}

static void sleep_a_little(void *arg) {
  (void)arg;
  nanosleep(&(struct timespec){0, 20000000}, NULL);
}

typedef struct sequence {
  atomic_int *at;
  int32_t want, got;
} sequence;

static void next_of(void *arg) {
  sequence *s = arg;
  s->got = (int32_t)(*s->at)++;
}

static void streams(void) {
  enum { N = 8 };
  hipStream_t s[N];
  hipEvent_t e[N];
  atomic_int at = 0;
  sequence seq[N];
  for (int i = 0; i < N; i++) {
    CHECK(hipStreamCreateWithFlags(&s[i], hipStreamNonBlocking));
    CHECK(hipEventCreate(&e[i]));
  }
  // A chain through all streams, by events.
  CHECK(hipLaunchHostFunc(s[0], sleep_a_little, NULL));
  for (int i = 0; i < N; i++) {
    seq[i] = (sequence){&at, i, -1};
    if (i) CHECK(hipStreamWaitEvent(s[i], e[i - 1], 0));
    CHECK(hipLaunchHostFunc(s[i], next_of, &seq[i]));
    CHECK(hipEventRecord(e[i], s[i]));
  }
  EXPECT(hipErrorNotReady, hipEventQuery(e[N - 1]));
  EXPECT(hipErrorNotReady, hipStreamQuery(s[N - 1]));
  CHECK(hipEventSynchronize(e[N - 1]));
  for (int i = 0; i < N; i++) TRUE(seq[i].got == i);
  float ms = -1;
  CHECK(hipEventElapsedTime(&ms, e[0], e[N - 1]));
  TRUE(ms >= 0);
  // The null stream waits for blocking ones, and they for it.
  hipStream_t blocking;
  CHECK(hipStreamCreate(&blocking));
  uint32_t *flag = device_memory(64);
  CHECK(hipLaunchHostFunc(blocking, sleep_a_little, NULL));
  CHECK(launch(kernel("signal"), 1, 1, blocking, (void *[]){&flag}));
  uint32_t got = 0;
  CHECK(hipMemcpy(&got, flag, 4, hipMemcpyDeviceToHost));
  TRUE(got == 1);
  // Kernels of two streams at the same time: one waits for the other.
  CHECK(hipMemset(flag, 0, 4));
  CHECK(hipDeviceSynchronize());
  CHECK(launch(kernel("await"), 4, 1, s[0], (void *[]){&flag}));
  CHECK(launch(kernel("signal"), 1, 1, s[1], (void *[]){&flag}));
  CHECK(hipStreamSynchronize(s[0]));
  // Values in memory.
  CHECK(hipStreamWaitValue32(s[2], flag + 1, 5, hipStreamWaitValueEq, 0xffffffff));
  CHECK(hipStreamWriteValue32(s[2], flag + 2, 6, 0));
  EXPECT(hipErrorNotReady, hipStreamQuery(s[2]));
  CHECK(hipStreamWriteValue32(s[3], flag + 1, 5, 0));
  CHECK(hipStreamSynchronize(s[2]));
  TRUE(flag[2] == 6);
  // A large copy, in pieces, and a fill.
  size_t big = 9 << 20;
  char *from = device_memory(big), *to = device_memory(big);
  CHECK(hipMemsetAsync(from, 0x5a, big, s[4]));
  CHECK(hipMemcpyAsync(to, from, big, hipMemcpyDeviceToDevice, s[4]));
  CHECK(hipMemcpyAsync(to, to + 1, big - 1, hipMemcpyDeviceToDevice, s[4]));
  CHECK(hipStreamSynchronize(s[4]));
  for (size_t i = 0; i < big; i += 4093) TRUE(to[i] == 0x5a);
  for (int i = 0; i < N; i++) {
    CHECK(hipStreamDestroy(s[i]));
    CHECK(hipEventDestroy(e[i]));
  }
  CHECK(hipStreamDestroy(blocking));
}

static void graph(void) {
  hipStream_t s;
  hipGraph_t g;
  hipGraphExec_t x;
  int add = 1, got = 0;
  hipDeviceptr_t a;
  size_t size;
  CHECK(hipModuleGetGlobal(&a, &size, module, "counter"));
  CHECK(hipMemsetD32(a, 0, 1));
  CHECK(hipStreamCreate(&s));
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  for (int i = 0; i < 10; i++) CHECK(launch(kernel("count"), 5, 2, s, (void *[]){&add}));
  CHECK(hipStreamEndCapture(s, &g));
  CHECK(hipGraphInstantiate(&x, g, NULL, NULL, 0));
  for (int i = 0; i < 7; i++) CHECK(hipGraphLaunch(x, s));
  CHECK(hipStreamSynchronize(s));
  CHECK(hipMemcpyDtoH(&got, a, 4));
  TRUE(got == 700);
  // Memory in the order of a stream.
  uint32_t *p;
  CHECK(hipMallocAsync((void **)&p, 4096, s));
  CHECK(hipMemsetAsync(p, 0, 4096, s));
  CHECK(launch(kernel("signal"), 1, 1, s, (void *[]){&p}));
  CHECK(hipMemcpyAsync(&got, p, 4, hipMemcpyDeviceToHost, s));
  CHECK(hipFreeAsync(p, s));
  CHECK(hipStreamSynchronize(s));
  TRUE(got == 1);
}

static void *submit(void *stream) {
  int add = 1;
  for (int i = 0; i < 2000; i++) {
    CHECK(launch(kernel("count"), (unsigned)(i % 5 + 1), 1, stream, (void *[]){&add}));
    if (i % 97 == 0) CHECK(hipStreamSynchronize(stream));
  }
  return NULL;
}

// Threads of the program at once, each with its stream and two on the same.
static void threads(void) {
  pthread_t t[4];
  hipStream_t s[3];
  hipDeviceptr_t a;
  size_t size;
  int got = 0;
  CHECK(hipModuleGetGlobal(&a, &size, module, "counter"));
  CHECK(hipMemsetD32(a, 0, 1));
  for (int i = 0; i < 3; i++) CHECK(hipStreamCreateWithFlags(&s[i], hipStreamNonBlocking));
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, submit, s[i % 3]);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpyDtoH(&got, a, 4));
  TRUE(got == 4 * 2000 * 3);
}

// Every fault is told by what is called next, until the device is set back.
static void faults(void) {
  uint32_t *good = device_memory(64), where = 3;
  int zero = 0, deep = 1 << 20;
  void *null = NULL, *far = (void *)0x10, *outside = (void *)0x7000000000;
  const struct {
    const char *name;
    hipError_t want;
    void *args[2];
  } all[] = {
      {"store", hipErrorIllegalAddress, {&null, &where}},
      {"store", hipErrorIllegalAddress, {&far, &where}},
      {"load", hipErrorIllegalAddress, {&outside}},
      {"misaligned", hipErrorIllegalAddress, {&good}},
      {"divide", hipErrorLaunchFailure, {&zero}},
      {"trap", hipErrorLaunchFailure, {NULL}},
      {"recurse", hipErrorLaunchFailure, {&deep}},
      {"fault_in_barrier", hipErrorIllegalAddress, {&good}},
      {"stop", hipErrorLaunchFailure, {&deep}},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    uint32_t one = 0;
    CHECK(hipModuleLaunchKernel(kernel(all[i].name), 20, 1, 1, 2, 1, 4, 0, NULL,
                                (void **)all[i].args, NULL));
    EXPECT(all[i].want, hipDeviceSynchronize());
    EXPECT(all[i].want, launch(kernel("none"), 1, 1, NULL, NULL));
    EXPECT(all[i].want, hipMemcpy(&one, good, 4, hipMemcpyDeviceToHost));
    CHECK(hipDeviceReset());
    (void)hipGetLastError();
    good = device_memory(64);
    CHECK(launch(kernel("signal"), 1, 1, NULL, (void *[]){&good}));
    CHECK(hipMemcpy(&one, good, 4, hipMemcpyDeviceToHost));
    TRUE(one == 1);
    CHECK(hipMemset(good, 0, 4));
  }
}

static void on_segv(int signal) {
  (void)signal;
  static const char text[] = "the program's own handler\nok\n";
  if (write(1, text, sizeof text - 1) < 0) _exit(3);
  _exit(0);
}

// A fault that is no kernel's is the program's.
static void own_handler(void) {
  CHECK(launch(kernel("none"), 1, 1, NULL, NULL));
  CHECK(hipDeviceSynchronize());
  *(volatile int *)8 = 1;
}

static void forked(void) {
  CHECK(launch(kernel("none"), 100, 1, NULL, NULL));
  CHECK(hipDeviceSynchronize());
  pid_t child = fork();
  if (child == 0) {
    int n;
    hipError_t e = hipGetDeviceCount(&n);
    _exit(e == hipErrorNotInitialized ? 7 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  CHECK(launch(kernel("none"), 100, 1, NULL, NULL));
  CHECK(hipDeviceSynchronize());
}

static void say(void) {
  int first = 100;
  printf("before\n");
  CHECK(launch(kernel("say"), 1, 1, NULL, (void *[]){&first}));
  CHECK(hipDeviceSynchronize());
  printf("after\n");
}

static void forever(void) {
  uint32_t *flag = device_memory(64);
  CHECK(launch(kernel("forever"), 1, 1, NULL, (void *[]){&flag}));
  printf("started\n");
  fflush(stdout);
  hipDeviceSynchronize();
}

static void count_threads(void) {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  printf("%d\n", p.multiProcessorCount);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// No test: an empty launch that is waited for, and one of many.
static void measure(void) {
  hipFunction_t f = kernel("none");
  const unsigned grids[] = {1, 16, 1024};
  for (int g = 0; g < 3; g++) {
    double best = 1, each = 1;
    for (int r = 0; r < 20; r++) {
      double a = now();
      for (int i = 0; i < 1000; i++) {
        launch(f, grids[g], 256, NULL, NULL);
        hipDeviceSynchronize();
      }
      double b = now();
      for (int i = 0; i < 1000; i++) launch(f, grids[g], 256, NULL, NULL);
      hipDeviceSynchronize();
      double c = now();
      if (b - a < best) best = b - a;
      if (c - b < each) each = c - b;
    }
    printf("%u blocks: %.2f us waited for, %.2f us in a row\n", grids[g], best * 1e3, each * 1e3);
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*test)(void);
  } tests[] = {
      {"blocks", blocks},       {"arguments", arguments}, {"variables", variables},
      {"bad", bad_launches},    {"grid", grid_barrier},   {"streams", streams},
      {"graph", graph},         {"threads", threads},     {"faults", faults},
      {"handler", own_handler}, {"fork", forked},         {"say", say},
      {"forever", forever},     {"count", count_threads}, {"measure", measure},
  };
  if (argc != 3) return 2;
  image = argv[1];
  if (!strcmp(argv[2], "handler")) signal(SIGSEGV, on_segv);
  CHECK(hipModuleLoad(&module, image));
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
    if (!strcmp(argv[2], tests[i].name)) tests[i].test();
  if (!failures) printf("ok\n");
  return failures != 0;
}
