// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// loader loads images from memory, as a program with hipModuleLoadData does, and has their
// kernels compiled. It reads from standard input, in the machine's byte order: the length of an
// image, the image, a number of names, and each name with its length before it. It answers with
// a line of HIP's errors.
//
// An image ends where its mapping ends: a read beyond it is a fault.
#include <hip/hip_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool number(uint32_t *n) { return fread(n, sizeof *n, 1, stdin) == 1; }

int main(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (uint32_t size; number(&size);) {
    size_t room = (size + page - 1) / page * page;
    char *map = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED || mprotect(map + room, page, PROT_NONE) != 0) return 3;
    char *image = map + room - size;
    uint32_t names, length;
    if (fread(image, 1, size, stdin) != size || !number(&names)) return 3;
    hipModule_t module = NULL;
    hipError_t loaded = hipModuleLoadData(&module, image);
    printf("%s", hipGetErrorName(loaded));
    for (uint32_t i = 0; i < names; i++) {
      static char name[1 << 16];
      if (!number(&length) || length >= sizeof name || fread(name, 1, length, stdin) != length)
        return 3;
      name[length] = 0;
      hipFunction_t function;
      if (loaded == hipSuccess)
        printf(" %s", hipGetErrorName(hipModuleGetFunction(&function, module, name)));
    }
    if (loaded == hipSuccess) printf(" %s", hipGetErrorName(hipModuleUnload(module)));
    printf("\n");
    fflush(stdout);
    munmap(map, room + page);
  }
  return 0;
}
