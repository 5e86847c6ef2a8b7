// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// An interpreter for the PTX that LLVM writes, for the double of libcuda: reads a
// module as strictly as its driver does, and runs kernels one instruction at a time
// (PTX ISA 8.x).
#ifndef GOHIP_DOUBLE_PTX_H
#define GOHIP_DOUBLE_PTX_H

#include <stddef.h>
#include <stdint.h>

typedef struct ptx_module ptx_module;
typedef struct ptx_func ptx_func;

// What the interpreter needs of its host.
struct ptx_host {
  // Where the size bytes at a device address are, NULL when a kernel must not touch
  // them. *start and *end bound the addresses that the same difference holds for.
  char *(*memory)(uint64_t address, size_t size, uint64_t *start, uint64_t *end);
  uint64_t (*allocate)(size_t size);
  void (*release)(uint64_t address);
  // Where size bytes of a surface are, NULL for a place outside of it; x counts bytes, the third
  // coordinate is the layer where there are such. False: it has another geometry, or is none.
  void (*print)(const char *text, size_t size);
  int (*surface)(uint64_t surface, int geometry, const uint32_t at[3], int size, char **out);
  // Samples a texture of two dimensions. False: it is none.
  int (*sample)(uint64_t texture, float x, float y, uint32_t out[4]);
};
enum ptx_geometry { PTX_1D = 1, PTX_2D, PTX_3D, PTX_1D_LAYERED, PTX_2D_LAYERED };
extern const struct ptx_host *ptx_host;

// Reads a module. NULL, with words of why in log, when it is not PTX that this
// interpreter takes.
ptx_module *ptx_read(const char *text, char *log, size_t room);
void ptx_drop(ptx_module *);

// ".version" as 10 * major + minor, ".target" as the number behind sm_.
int ptx_version(const ptx_module *);
int ptx_target(const ptx_module *);

// The bytes of constant memory that its variables take.
size_t ptx_constants(const ptx_module *);

// Whether the module declares a function of the driver's.
int ptx_calls(const ptx_module *, const char *name);

ptx_func *ptx_kernel(ptx_module *, const char *name);
// A variable's device address, 0 when there is none of that name.
uint64_t ptx_variable(ptx_module *, const char *name, size_t *size);

// Parameter i's size in bytes, 0 behind the last.
size_t ptx_param_size(const ptx_func *, int i);
size_t ptx_shared(const ptx_func *);
size_t ptx_local(const ptx_func *);
int ptx_max_threads(const ptx_func *); // .maxntid, or 1024
int ptx_registers(const ptx_func *);

struct ptx_launch {
  ptx_func *f;
  uint32_t grid[3], block[3];
  size_t shared;       // dynamic, in bytes
  const char *params;  // the parameters, each at its natural alignment
  int together;        // all blocks run at the same time
  uint32_t cluster[3]; // blocks of a cluster
};
// Runs a kernel to its end. 0, or a CUresult with the reason in why.
int ptx_run(const struct ptx_launch *, char *why, size_t room);
// The size of the parameter block and where parameter i is in it.
size_t ptx_param_block(const ptx_func *, int i, size_t *offset);

#endif
