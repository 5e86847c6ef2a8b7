// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// clcompile runs an OpenCL driver's compiler for another process, whose end a crash of that
// compiler would be otherwise.
//
//   clcompile FD LIBRARY PLATFORM DEVICE
//
// FD is a stream socket, LIBRARY the OpenCL loader, PLATFORM and DEVICE are names as
// clGetPlatformInfo and clGetDeviceInfo give them. Requests and replies (struct request, struct
// reply) are in the machine's byte order. What the driver prints goes to standard error. The
// program ends with the socket, and after a while without requests.
//
// A binary goes back over the socket. What PoCL compiles for one work-group size it has no way
// to give out: it leaves that in its cache on disk, where the other process finds it.

#define _GNU_SOURCE
#include "../abi.h"
#include "../spec_constants.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define IDLE_MS 5000

// LOWER is BINARY with as little optimisation as the driver offers.
enum { BUILD = 1, COMPILE = 2, BINARY = 3, LOWER = 4 };

typedef struct request {
  uint32_t kind, il_size, name_size, nargs;
  uint64_t global[3], local[3];
} request; // the SPIR-V, the kernel's name and the arguments follow

typedef struct argument {
  uint32_t kind, size; // enum gh_arg_kind
} argument;

typedef struct reply {
  int32_t status; // a result of OpenCL's; other failures are NO_DEVICE and NO_MEMORY
  uint32_t size;  // of what follows: the build log, the file of a kernel, or a binary
} reply;
enum { NO_DEVICE = -1, NO_MEMORY = -6 };

// ---- PoCL's work-group functions ----

// The file that PoCL loaded a work-group function from last.
static char loaded[4096];

static void nothing(void) {}

typedef void *(*dlsym_fn)(void *, const char *);
typedef void *(*dlopen_fn)(const char *, int);

static dlsym_fn real_dlsym(void) {
  static dlsym_fn f;
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5", "GLIBC_2.27"};
  for (size_t i = 0; !f && i < sizeof versions / sizeof *versions; i++)
    f = (dlsym_fn)dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  return f;
}

// PoCL has no call that compiles a kernel for a work-group size, only the launch that needs it,
// and it asks for the function's address with dlsym when it has. Here that is a function that
// does nothing: a kernel must not run twice.
EXPORT void *dlsym(void *restrict handle, const char *restrict name) {
  dlsym_fn f = real_dlsym();
  if (!f) abort();
  size_t n = strlen(name);
  bool kernel = strncmp(name, "_pocl_kernel_", 13) == 0 || strncmp(name, "pocl_kernel_", 12) == 0;
  if (kernel && n > 10 && strcmp(name + n - 10, "_workgroup") == 0)
    return f(handle, name) ? (void *)nothing : NULL;
  return f(handle, name);
}

// Some of PoCL's functions for blocks of one work-item need this one, which libgohip has
// (launch.c) and PoCL leaves out. None of them runs here.
EXPORT void *__pocl_work_group_alloca(size_t size, size_t align, size_t extra) {
  (void)size, (void)align, (void)extra;
  return NULL;
}

static dlopen_fn next_dlopen;

EXPORT void *dlopen(const char *name, int flags) {
  size_t n = name ? strlen(name) : 0;
  if (n > 3 && n < sizeof loaded && strcmp(name + n - 3, ".so") == 0) memcpy(loaded, name, n + 1);
  return next_dlopen(name, flags);
}

// ---- LLVM's InstCombine ----

// PoCL names its passes as a text, in which "instcombine" alone means that LLVM 18 and later
// end the process when one iteration was not enough, a check for LLVM's own tests
// (llvm-project issue 104905; PoCL issue 1608). The option says that it is no error.
#define PIPELINE                                                                                   \
  "_ZN4llvm11PassBuilder17parsePassPipelineERNS_11PassManagerINS_6ModuleENS_15AnalysisManagerIS2_" \
  "JEEEJEEENS_9StringRefE"

// What llvm::Error is to the calling convention: an object that is returned in memory.
typedef struct in_memory {
  void *word[4];
} in_memory;

typedef in_memory (*parse_fn)(void *builder, void *manager, const char *text, size_t size);

static bool tolerant = true; // off where the other process would compile again, and end
static bool lower;           // of the request that is being served

static char *without_check(const char *text, size_t size, size_t *new_size) {
  static const char pass[] = "instcombine", option[] = "<no-verify-fixpoint>";
  const size_t np = sizeof pass - 1, no = sizeof option - 1;
  char *out = malloc(size + size / np * no + 1);
  if (!out) return NULL;
  size_t n = 0;
  for (size_t i = 0; i < size;) {
    bool word = size - i >= np && memcmp(text + i, pass, np) == 0 &&
                (i + np == size || strchr(",)", text[i + np])) &&
                (i == 0 || strchr(",(", text[i - 1]));
    size_t step = word ? np : 1;
    memcpy(out + n, text + i, step);
    n += step;
    i += step;
    if (word) {
      memcpy(out + n, option, no);
      n += no;
    }
  }
  *new_size = n;
  return out;
}

// PoCL's own passes get the loops that the device link made, which SimplifyCFG may make irreducible.
static size_t without_simplification(char *text, size_t size) {
  static const char pass[] = "function(simplifycfg),";
  const size_t n = sizeof pass - 1;
  for (char *at; (at = memmem(text, size, pass, n)); size -= n)
    memmove(at, at + n, size - n - (size_t)(at - text));
  return size;
}

// LLVM's function of a name, for the code that called one of the functions here: the library that
// calls has been bound to that, and what it was built for is among the libraries that it needs.
static void *llvm_function(const void *caller, const char *name) {
  Dl_info where;
  void *lib = dladdr(caller, &where) ? next_dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  void *f = lib ? real_dlsym()(lib, name) : NULL;
  if (!f) abort();
  return f;
}

in_memory parse_pipeline(void *builder, void *manager, const char *text,
                         size_t size) __asm__(PIPELINE);

EXPORT in_memory parse_pipeline(void *builder, void *manager, const char *text, size_t size) {
  parse_fn parse = (parse_fn)llvm_function(__builtin_return_address(0), PIPELINE);
  size_t n = 0;
  char *changed = tolerant || lower ? without_check(text, size, &n) : NULL; // LLVM may keep parts
  if (!changed) return parse(builder, manager, text, size);
  if (lower) n = without_simplification(changed, n);
  return parse(builder, manager, changed, n);
}

// ---- PoCL's kernel library ----

// PoCL's library is 9 MB of LLVM IR, which it parses in full to link the few functions that a kernel
// calls. LLVM can leave function bodies in the file until they are wanted: PoCL's linker asks for
// each function that it copies by name.
#define PARSE_FILE                                                                                 \
  "_ZN4llvm11parseIRFileENS_9StringRefERNS_12SMDiagnosticERNS_11LLVMContextENS_15ParserCallbacksE"
#define PARSE_LAZILY                                                                               \
  "_ZN4llvm19getLazyIRFileModuleENS_9StringRefERNS_12SMDiagnosticERNS_11LLVMContextEb"
#define GET_FUNCTION "_ZNK4llvm6Module11getFunctionENS_9StringRefE"
#define MATERIALIZE "_ZN4llvm11GlobalValue11materializeEv"

typedef in_memory (*parse_file_fn)(const char *, size_t, void *, void *, void *callbacks);
typedef in_memory (*parse_lazily_fn)(const char *, size_t, void *, void *, bool lazy_metadata);
typedef void *(*get_function_fn)(const void *module, const char *, size_t);
typedef in_memory (*materialize_fn)(void *function);

static const void *lazy_library; // the module

// kernel-TRIPLE-CPU.bc; no other file that PoCL parses has such a name.
static bool is_kernel_library(const char *file, size_t size) {
  static const char start[] = "kernel-", end[] = ".bc";
  const char *slash = memrchr(file, '/', size);
  size_t folder = slash ? (size_t)(slash + 1 - file) : 0, n = size - folder;
  return n > sizeof start + sizeof end && memcmp(file + folder, start, sizeof start - 1) == 0 &&
         memcmp(file + size - (sizeof end - 1), end, sizeof end - 1) == 0;
}

in_memory parse_file(const char *file, size_t size, void *diagnostic, void *llvm,
                     void *callbacks) __asm__(PARSE_FILE);

EXPORT in_memory parse_file(const char *file, size_t size, void *diagnostic, void *llvm,
                            void *callbacks) {
  const void *caller = __builtin_return_address(0);
  parse_file_fn parse = (parse_file_fn)llvm_function(caller, PARSE_FILE);
  if (lazy_library || !is_kernel_library(file, size))
    return parse(file, size, diagnostic, llvm, callbacks);
  parse_lazily_fn lazily = (parse_lazily_fn)llvm_function(caller, PARSE_LAZILY);
  in_memory module = lazily(file, size, diagnostic, llvm, false);
  lazy_library = module.word[0];
  return module;
}

void *get_function(const void *module, const char *name, size_t size) __asm__(GET_FUNCTION);

EXPORT void *get_function(const void *module, const char *name, size_t size) {
  static _Thread_local const void *base; // of the library that called last, and what it calls
  static _Thread_local get_function_fn get;
  static _Thread_local materialize_fn materialize;
  Dl_info where;
  if (!dladdr(__builtin_return_address(0), &where)) abort();
  if (where.dli_fbase != base) {
    get = (get_function_fn)llvm_function(__builtin_return_address(0), GET_FUNCTION);
    materialize = (materialize_fn)llvm_function(__builtin_return_address(0), MATERIALIZE);
    base = where.dli_fbase;
  }
  void *f = get(module, name, size);
  // The result is an llvm::Error, a null pointer for success.
  if (f && module == lazy_library && materialize(f).word[0]) abort();
  return f;
}

// ---- the linker ----

// PoCL links each kernel to the C and the mathematical library: to read their symbols takes the linker four fifths of
// its time. Most kernels need none of them.
static int (*next_spawn)(pid_t *, const char *, const posix_spawn_file_actions_t *,
                         const posix_spawnattr_t *, char *const[], char *const[]);

// Whether a file is an object whose code needs nothing from elsewhere.
static bool needs_nothing(const char *file) {
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  struct stat info;
  size_t size = fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
  const char *data = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  if (fd >= 0) close(fd);
  if (data == MAP_FAILED) return false;
  const ElfW(Ehdr) *head = (const void *)data;
  bool found = false, nothing = size >= sizeof *head && memcmp(data, ELFMAG, SELFMAG) == 0 &&
                                head->e_type == ET_REL && head->e_shentsize == sizeof(ElfW(Shdr)) &&
                                head->e_shoff <= size &&
                                head->e_shnum <= (size - head->e_shoff) / sizeof(ElfW(Shdr));
  const ElfW(Shdr) *section = (const void *)(data + (nothing ? head->e_shoff : 0));
  for (size_t i = 0; nothing && i < head->e_shnum; i++) {
    if (section[i].sh_type != SHT_SYMTAB) continue;
    found = true;
    nothing = section[i].sh_offset <= size && section[i].sh_size <= size - section[i].sh_offset;
    const ElfW(Sym) *symbol = (const void *)(data + section[i].sh_offset);
    for (size_t n = section[i].sh_size / sizeof *symbol, j = 1; nothing && j < n; j++)
      nothing = symbol[j].st_shndx != SHN_UNDEF;
  }
  munmap((void *)data, size);
  return found && nothing;
}

// Copies the command of a linker without its libraries, unless the objects need them, or it is another command.
static bool without_libraries(char *const argv[], char **fewer, size_t most) {
  bool shared = false, object = false;
  size_t n = 0;
  for (size_t i = 0; argv[i]; i++) {
    char *a = argv[i];
    size_t length = strlen(a);
    if (strcmp(a, "-shared") == 0) shared = true;
    if (a[0] != '-' && length > 2 && strcmp(a + length - 2, ".o") == 0) {
      if (!needs_nothing(a)) return false;
      object = true;
    }
    if (strncmp(a, "-l", 2) == 0) continue;
    if (n + 1 >= most) return false;
    fewer[n++] = a;
  }
  fewer[n] = NULL;
  return shared && object;
}

EXPORT int posix_spawn(pid_t *restrict pid, const char *restrict path,
                       const posix_spawn_file_actions_t *actions,
                       const posix_spawnattr_t *restrict attributes, char *const argv[restrict],
                       char *const environment[restrict]) {
  const char *slash = strrchr(path, '/'), *program = slash ? slash + 1 : path;
  char *fewer[64];
  bool linker = strcmp(program, "ld") == 0 || strncmp(program, "ld.", 3) == 0;
  if (linker && without_libraries(argv, fewer, sizeof fewer / sizeof *fewer)) argv = fewer;
  return next_spawn(pid, path, actions, attributes, argv, environment);
}

// ---- llvm-spirv ----

// PoCL runs llvm-spirv to ask for the specialisation constants of each program, and again to translate it: nearly all of
// its time, 20 ms, is its start. A program without such constants is answered for here (spec_constants.h), and llvm-spirv
// is started once, with lib/gohip/prefork.so, which forks a process for each translation (driver/prefork).

static char translator[4096]; // its path, of the last command
static int translations = -1; // the socket to it; -1 if each is started

static bool prefork_library(char *path, size_t size) {
  static const char name[] = "prefork.so";
  ssize_t n = readlink("/proc/self/exe", path, size - sizeof name);
  if (n <= 0) return false;
  path[n] = 0;
  strcpy(strrchr(path, '/') + 1, name);
  return !strpbrk(path, " :") && access(path, R_OK) == 0;
}

// Starts llvm-spirv with the library, which tells when it is loaded. The socket's end that it gets is descriptor 3.
static int start_translator(void) {
  char library[4096], preload[sizeof library + 16], number[] = "GOHIPCC_PREFORK_FD=3", *env[512];
  int ends[2];
  size_t n = 0;
  for (; environ[n] && n + 3 < sizeof env / sizeof *env; n++) env[n] = environ[n];
  if (environ[n] || getenv("LD_PRELOAD") || getauxval(AT_SECURE) ||
      !prefork_library(library, sizeof library) ||
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return -1;
  snprintf(preload, sizeof preload, "LD_PRELOAD=%s", library);
  env[n++] = preload;
  env[n++] = number;
  env[n] = NULL;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], 3);
  char *argv[] = {translator, "--version", NULL}; // without the library it ends at once
  pid_t pid;
  int error = next_spawn(&pid, translator, &files, NULL, argv, env);
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  const struct timeval limit = {10, 0};
  int32_t ready = 0;
  if (error == 0 && setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0 &&
      recv(ends[0], &ready, sizeof ready, 0) == sizeof ready)
    return ends[0];
  close(ends[0]);
  return -1;
}

// Called before a program is translated, and after PoCL has asked for its constants.
static void prepare_translator(void) {
  static bool tried;
  if (tried || !translator[0]) return;
  tried = true;
  translations = start_translator();
}

// Has a process forked for a command, a child of this process, and returns its ID, or 0. It is called in a child of
// vfork, which shares its memory with the program, but not its descriptors.
static pid_t fork_translator(char *const argv[]) {
  static char request[16384]; // less than prefork.so takes
  size_t size = 0;
  for (size_t i = 0; argv[i]; i++) {
    size_t n = strlen(argv[i]) + 1;
    if (n > sizeof request - size) return 0;
    memcpy(request + size, argv[i], n);
    size += n;
  }
  const int output[2] = {STDOUT_FILENO, STDERR_FILENO};
  union {
    char bytes[CMSG_SPACE(sizeof output)];
    struct cmsghdr aligned;
  } control = {{0}};
  struct iovec part = {request, size};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *c = CMSG_FIRSTHDR(&message);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof output);
  memcpy(CMSG_DATA(c), output, sizeof output);
  int32_t pid = 0;
  if (sendmsg(translations, &message, MSG_NOSIGNAL) != (ssize_t)size ||
      recv(translations, &pid, sizeof pid, 0) != sizeof pid || pid < 0)
    return 0;
  return pid;
}

// The process that translates in the place of a child of this thread.
static _Thread_local pid_t translating, instead_of;

static int (*next_execv)(const char *, char *const[]);
static pid_t (*next_waitpid)(pid_t, int *, int);

EXPORT int execv(const char *path, char *const argv[]) {
  if (is_translator(path)) {
    if (asks_for_no_constants(argv)) {
      if (strlen(path) < sizeof translator) strcpy(translator, path);
      answer_no_constants();
    }
    if (translations >= 0 && strcmp(path, translator) == 0 &&
        (translating = fork_translator(argv)) > 0) {
      instead_of = getpid();
      _exit(0);
    }
  }
  return next_execv(path, argv);
}

EXPORT pid_t waitpid(pid_t pid, int *status, int options) {
  pid_t done = next_waitpid(pid, status, options);
  if (done <= 0 || done != instead_of) return done;
  instead_of = 0;
  return next_waitpid(translating, status, options) == translating ? pid : -1;
}

// ---- Addresses of LLVM's values ----

// PoCL records by address which values are uniform, and keeps the records while its passes delete
// values and create others: one that gets the address of an induction variable is uniform to it,
// and all work-items use the value of the last (pocl-late-reuse). Memory of the size of a value is
// therefore not reused before as much again as this ring holds has been freed.
#define VALUE_LEAST 48 // bytes that malloc gives
#define VALUE_MOST 264
#define RING (1u << 20)

extern void __libc_free(void *);

static bool keeps; // set before the driver is loaded

EXPORT void free(void *p) {
  static void *_Atomic ring[RING];
  static _Atomic uint32_t at;
  size_t n = keeps && p ? malloc_usable_size(p) : 0;
  if (n >= VALUE_LEAST && n <= VALUE_MOST)
    p = atomic_exchange(&ring[atomic_fetch_add(&at, 1) % RING], p);
  __libc_free(p);
}

// ---- LLVM's level ----

// PoCL 6 asks LLVM 18 for its default pipeline at -O2 and -O3 whatever the options of a build are.
// PoCL 7 asks for that of -O0 by itself if they say -cl-opt-disable.
#define DEFAULT_PIPELINE                                                                           \
  "_ZN4llvm11PassBuilder29buildPerModuleDefaultPipelineENS_17OptimizationLevelEb"
#define O0_PIPELINE "_ZN4llvm11PassBuilder22buildO0DefaultPipelineENS_17OptimizationLevelEb"

// llvm::OptimizationLevel to the calling convention: speed and size, two 32-bit integers.
typedef in_memory (*pipeline_fn)(void *builder, uint64_t level, bool lto);

in_memory default_pipeline(void *builder, uint64_t level, bool lto) __asm__(DEFAULT_PIPELINE);

EXPORT in_memory default_pipeline(void *builder, uint64_t level, bool lto) {
  const char *name = lower ? O0_PIPELINE : DEFAULT_PIPELINE;
  pipeline_fn f = (pipeline_fn)llvm_function(__builtin_return_address(0), name);
  return f(builder, lower ? 0 : level, lto);
}

// ---- OpenCL ----

typedef void *handle;

static struct {
  int32_t (*platforms)(uint32_t, handle *, uint32_t *);
  int32_t (*platform_info)(handle, uint32_t, size_t, void *, size_t *);
  int32_t (*devices)(handle, uint64_t, uint32_t, handle *, uint32_t *);
  int32_t (*device_info)(handle, uint32_t, size_t, void *, size_t *);
  handle (*new_context)(const intptr_t *, uint32_t, const handle *, handle, handle, int32_t *);
  handle (*new_queue)(handle, handle, const uint64_t *, int32_t *);
  handle (*new_program)(handle, const void *, size_t, int32_t *);
  int32_t (*build)(handle, uint32_t, const handle *, const char *, handle, handle);
  int32_t (*build_info)(handle, handle, uint32_t, size_t, void *, size_t *);
  int32_t (*program_info)(handle, uint32_t, size_t, void *, size_t *);
  int32_t (*release_program)(handle);
  handle (*new_kernel)(handle, const char *, int32_t *);
  int32_t (*release_kernel)(handle);
  int32_t (*set_arg)(handle, uint32_t, size_t, const void *);
  int32_t (*set_pointer)(handle, uint32_t, const void *);
  int32_t (*launch)(handle, handle, uint32_t, const size_t *, const size_t *, const size_t *,
                    uint32_t, handle, handle);
  int32_t (*finish)(handle);
} cl;

static const struct {
  const char *name;
  void *to;
} functions[] = {
    {"clGetPlatformIDs", &cl.platforms},
    {"clGetPlatformInfo", &cl.platform_info},
    {"clGetDeviceIDs", &cl.devices},
    {"clGetDeviceInfo", &cl.device_info},
    {"clCreateContext", &cl.new_context},
    {"clCreateCommandQueueWithProperties", &cl.new_queue},
    {"clCreateProgramWithIL", &cl.new_program},
    {"clBuildProgram", &cl.build},
    {"clGetProgramBuildInfo", &cl.build_info},
    {"clGetProgramInfo", &cl.program_info},
    {"clReleaseProgram", &cl.release_program},
    {"clCreateKernel", &cl.new_kernel},
    {"clReleaseKernel", &cl.release_kernel},
    {"clSetKernelArg", &cl.set_arg},
    {"clSetKernelArgSVMPointer", &cl.set_pointer},
    {"clEnqueueNDRangeKernel", &cl.launch},
    {"clFinish", &cl.finish},
};

static handle device, context, queue;
static handle program; // of the request before
static void *program_il;
static size_t program_il_size;
static bool program_lower;

static bool bind_opencl(const char *library) {
  void *lib = next_dlopen(library, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; lib && i < sizeof functions / sizeof *functions; i++)
    if (!(*(void **)functions[i].to = real_dlsym()(lib, functions[i].name))) return false;
  return lib;
}

#define PLATFORM_NAME 0x0902
#define DEVICE_NAME 0x102B
#define DEVICE_TYPE_ALL 0xFFFFFFFF

static bool find_device(const char *platform, const char *name) {
  handle p[64], d[64];
  uint32_t np = 0, nd = 0;
  char text[1024];
  if (cl.platforms(64, p, &np) != 0) return false;
  for (uint32_t i = 0; i < np && i < 64; i++) {
    if (cl.platform_info(p[i], PLATFORM_NAME, sizeof text, text, NULL) != 0 ||
        strcmp(text, platform) != 0 || cl.devices(p[i], DEVICE_TYPE_ALL, 64, d, &nd) != 0)
      continue;
    for (uint32_t j = 0; j < nd && j < 64; j++)
      if (cl.device_info(d[j], DEVICE_NAME, sizeof text, text, NULL) == 0 &&
          strcmp(text, name) == 0) {
        device = d[j];
        int32_t e = 0;
        context = cl.new_context(NULL, 1, &device, NULL, NULL, &e);
        if (context) queue = cl.new_queue(context, device, NULL, &e);
        return queue;
      }
  }
  return false;
}

// ---- requests ----

static int sock;

static bool receive(void *p, size_t n) {
  for (char *to = p; n > 0;) {
    ssize_t got = recv(sock, to, n, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    n -= (size_t)got;
  }
  return true;
}

static bool transmit(const void *p, size_t n) {
  for (const char *from = p; n > 0;) {
    ssize_t sent = send(sock, from, n, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    from += sent;
    n -= (size_t)sent;
  }
  return true;
}

static bool answer(int32_t status, const void *data, size_t size) {
  reply r = {status, (uint32_t)size};
  return transmit(&r, sizeof r) && transmit(data, size);
}

#define BUILD_LOG 0x1183
#define BINARY_SIZES 0x1165
#define BINARIES 0x1166

// Builds the program unless the request before was about it. On failure the answer has been sent.
static int32_t build(void *il, size_t size) {
  if (program && lower == program_lower && size == program_il_size &&
      memcmp(il, program_il, size) == 0) {
    free(il);
    return 0;
  }
  if (program) cl.release_program(program);
  free(program_il);
  program_il = il;
  program_il_size = size;
  program_lower = lower;
  int32_t e = 0;
  program = cl.new_program(context, il, size, &e);
  const char *options = lower ? "-cl-opt-disable" : "";
  prepare_translator();
  if (program) e = cl.build(program, 1, &device, options, NULL, NULL);
  return e;
}

static bool answer_log(int32_t status) {
  size_t n = 0;
  char *log = NULL;
  if (program && cl.build_info(program, device, BUILD_LOG, 0, NULL, &n) == 0 && n > 0 &&
      (log = calloc(1, n)))
    cl.build_info(program, device, BUILD_LOG, n, log, NULL);
  bool ok = answer(status, log, log ? strlen(log) : 0);
  free(log);
  if (program) cl.release_program(program);
  program = NULL;
  return ok;
}

static bool answer_binary(void) {
  size_t size = 0;
  unsigned char *binary = NULL;
  int32_t e = cl.program_info(program, BINARY_SIZES, sizeof size, &size, NULL);
  if (e == 0 && size > 0) {
    if (!(binary = malloc(size))) return answer(NO_MEMORY, NULL, 0);
    e = cl.program_info(program, BINARIES, sizeof binary, &binary, NULL);
  }
  bool ok = answer(e, binary, e == 0 ? size : 0);
  free(binary);
  return ok;
}

static int32_t set_args(handle kernel, const argument *args, uint32_t n) {
  int32_t e = 0;
  for (uint32_t i = 0; i < n && e == 0; i++) {
    if (args[i].kind == GH_ARG_POINTER) {
      e = cl.set_pointer(kernel, i, NULL);
    } else if (args[i].kind == GH_ARG_LOCAL) {
      e = cl.set_arg(kernel, i, 16, NULL);
    } else {
      void *zero = calloc(1, args[i].size + 1);
      e = zero ? cl.set_arg(kernel, i, args[i].size, zero) : NO_MEMORY;
      free(zero);
    }
  }
  return e;
}

static bool answer_compile(const request *r, const char *name, const argument *args) {
  int32_t e = 0;
  handle kernel = cl.new_kernel(program, name, &e);
  if (kernel) e = set_args(kernel, args, r->nargs);
  loaded[0] = 0;
  size_t global[3], local[3];
  for (int i = 0; i < 3; i++) {
    global[i] = r->global[i];
    local[i] = r->local[i];
  }
  if (e == 0) e = cl.launch(queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
  if (e == 0) e = cl.finish(queue);
  if (kernel) cl.release_kernel(kernel);
  return answer(e, loaded, e == 0 ? strlen(loaded) : 0);
}

static bool serve(const request *r, void *il, const char *name, const argument *args) {
  lower = r->kind == LOWER;
  int32_t e = build(il, r->il_size);
  if (e != 0) return answer_log(e);
  switch (r->kind) {
  case COMPILE:
    return answer_compile(r, name, args);
  case BINARY:
  case LOWER:
    return answer_binary();
  }
  return answer(0, NULL, 0);
}

#define MOST (1u << 30)

// Serves one request. False if there was none: the other process has closed the socket, or is idle.
static bool next(void) {
  struct pollfd p = {.fd = sock, .events = POLLIN};
  request r;
  if (poll(&p, 1, IDLE_MS) == 0 || !receive(&r, sizeof r)) return false;
  if (r.il_size > MOST || r.name_size > MOST || r.nargs > MOST / sizeof(argument)) return false;
  void *il = malloc((size_t)r.il_size + 1);
  char *name = calloc(1, (size_t)r.name_size + 1);
  argument *args = calloc((size_t)r.nargs + 1, sizeof *args);
  bool ok = il && name && args && receive(il, r.il_size) && receive(name, r.name_size) &&
            receive(args, r.nargs * sizeof *args);
  if (ok)
    ok = serve(&r, il, name, args);
  else
    free(il);
  free(name);
  free(args);
  return ok;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(
        stderr,
        "clcompile: it compiles for libgohip, which starts it; there is nothing to run by hand\n");
    return 2;
  }
  // A compiler that ends the process is what this one is for.
  prctl(PR_SET_DUMPABLE, 0);
  sock = atoi(argv[1]);
  const char *cache = getenv("POCL_KERNEL_CACHE");
  tolerant = !cache || strcmp(cache, "0") != 0;
  const char *without = getenv("GOHIP_DISABLE_WORKAROUNDS");
  keeps = !without || !strstr(without, "pocl-late-reuse");
  next_dlopen = (dlopen_fn)real_dlsym()(RTLD_NEXT, "dlopen");
  *(void **)&next_execv = real_dlsym()(RTLD_NEXT, "execv");
  *(void **)&next_waitpid = real_dlsym()(RTLD_NEXT, "waitpid");
  *(void **)&next_spawn = real_dlsym()(RTLD_NEXT, "posix_spawn");
  if (!next_dlopen || !next_execv || !next_waitpid || !next_spawn || !bind_opencl(argv[2]) ||
      !find_device(argv[3], argv[4])) {
    answer(NO_DEVICE, NULL, 0);
    return 1;
  }
  answer(0, NULL, 0); // ready
  while (next()) {
  }
  // Its driver's threads and handlers at exit have nothing to add.
  _exit(0);
}
