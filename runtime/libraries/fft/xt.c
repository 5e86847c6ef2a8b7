// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT's transforms of memory that descriptors name, on the one device of a plan.
#include "plan.h"

#include <stdlib.h>

// extent is how many bytes the input, or the output, of a plan's transform has.
static size_t extent(hipfftHandle p, bool output) {
  int kind = p->type & ~0x40, last = p->rank - 1, batch = p->batch > 0 ? p->batch : 1;
  bool real = kind == (output ? HIPFFT_C2R : HIPFFT_R2C);
  size_t element = (fft_is_double(p->type) ? sizeof(double) : sizeof(float)) * (real ? 1 : 2);
  size_t count = 1;
  for (int i = 0; i <= last; i++) {
    const int *embed = output ? p->onembed : p->inembed;
    if (!p->basic)
      count *= embed[i];
    else if (i == last && kind != HIPFFT_C2C && !real)
      count *= p->n[i] / 2 + 1;
    else
      count *= p->n[i];
  }
  if (p->basic) return count * batch * element;
  size_t stride = output ? p->ostride : p->istride, distance = output ? p->odist : p->idist;
  return (count * stride + distance * (batch - 1)) * element;
}

hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int *gpus) {
  hipfftHandle p = fft_plan_of(plan);
  int devices = 0, current = 0;
  if (!p || p->made) return HIPFFT_INVALID_PLAN;
  if (count < 1 || !gpus) return HIPFFT_INVALID_VALUE;
  if (hipGetDeviceCount(&devices) != hipSuccess || hipGetDevice(&current) != hipSuccess)
    return HIPFFT_INTERNAL_ERROR;
  for (int i = 0; i < count; i++)
    if (gpus[i] < 0 || gpus[i] >= devices) return HIPFFT_INVALID_DEVICE;
  return count == 1 && gpus[0] == current ? HIPFFT_SUCCESS : HIPFFT_NOT_SUPPORTED;
}

hipfftResult hipfftXtMalloc(hipfftHandle plan, hipLibXtDesc **desc, hipfftXtSubFormat format) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made) return HIPFFT_INVALID_PLAN;
  if (!desc || (unsigned)format >= HIPFFT_FORMAT_UNDEFINED) return HIPFFT_INVALID_VALUE;
  size_t in = extent(p, false), out = extent(p, true), size = in > out ? in : out;
  if (format == HIPFFT_XT_FORMAT_INPUT || format == HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED) size = in;
  if (format == HIPFFT_XT_FORMAT_OUTPUT) size = out;
  hipLibXtDesc *d = calloc(1, sizeof *d);
  hipXtDesc *part = calloc(1, sizeof *part);
  bool have = d && part && hipGetDevice(&part->GPUs[0]) == hipSuccess &&
              hipMalloc(&part->data[0], size) == hipSuccess;
  if (!have) {
    free(d);
    free(part);
    return HIPFFT_ALLOC_FAILED;
  }
  part->nGPUs = 1;
  part->size[0] = size;
  *d = (hipLibXtDesc){0, part, HIPLIB_FORMAT_HIPFFT, (int)format, NULL};
  *desc = d;
  return HIPFFT_SUCCESS;
}

// part_of is the memory of a descriptor, null if it is none of hipFFT's for one device.
static const hipXtDesc *part_of(const hipLibXtDesc *d) {
  bool known = d && d->library == HIPLIB_FORMAT_HIPFFT && d->descriptor;
  return known && d->descriptor->nGPUs == 1 && d->descriptor->data[0] ? d->descriptor : NULL;
}

hipfftResult hipfftXtFree(hipLibXtDesc *desc) {
  if (!part_of(desc)) return HIPFFT_INVALID_VALUE;
  hipError_t e = hipFree(desc->descriptor->data[0]);
  free(desc->descriptor);
  free(desc);
  return e == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_INTERNAL_ERROR;
}

hipfftResult hipfftXtMemcpy(hipfftHandle plan, void *dest, void *src, hipfftXtCopyType type) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made) return HIPFFT_INVALID_PLAN;
  if (!dest || !src || (unsigned)type >= HIPFFT_COPY_UNDEFINED) return HIPFFT_INVALID_VALUE;
  const hipXtDesc *to = type == HIPFFT_COPY_DEVICE_TO_HOST ? NULL : part_of(dest);
  const hipXtDesc *from = type == HIPFFT_COPY_HOST_TO_DEVICE ? NULL : part_of(src);
  if (type != HIPFFT_COPY_DEVICE_TO_HOST && !to) return HIPFFT_INVALID_VALUE;
  if (type != HIPFFT_COPY_HOST_TO_DEVICE && !from) return HIPFFT_INVALID_VALUE;
  if (to && from && to->size[0] != from->size[0]) return HIPFFT_INVALID_VALUE;
  size_t size = to ? to->size[0] : from->size[0];
  hipError_t e = hipStreamSynchronize(p->stream); // the copy is behind the plan's transforms
  if (e == hipSuccess)
    e = hipMemcpy(to ? to->data[0] : dest, from ? from->data[0] : src, size, hipMemcpyDefault);
  return e == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_INTERNAL_ERROR;
}

static hipfftResult execute(hipfftHandle plan, int type, const hipLibXtDesc *input,
                            const hipLibXtDesc *output, int direction) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made || (type && (int)p->type != type)) return HIPFFT_INVALID_PLAN;
  const hipXtDesc *in = part_of(input), *out = part_of(output);
  if (!in || !out || in->size[0] < extent(p, false) || out->size[0] < extent(p, true))
    return HIPFFT_INVALID_VALUE;
  return hipfftXtExec(p, in->data[0], out->data[0], direction);
}

hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, hipLibXtDesc *input, hipLibXtDesc *output,
                                    int direction) {
  return execute(plan, 0, input, output, direction);
}
#define EXECUTE(name, ...)                                                                         \
  hipfftResult hipfftXtExecDescriptor##name(hipfftHandle plan, hipLibXtDesc *input,                \
                                            hipLibXtDesc *output __VA_OPT__(, int direction)) {    \
    return execute(plan, HIPFFT_##name, input, output, 0 __VA_OPT__(+) __VA_ARGS__);               \
  }
EXECUTE(C2C, direction)
EXECUTE(Z2Z, direction)
EXECUTE(R2C)
EXECUTE(C2R)
EXECUTE(D2Z)
EXECUTE(Z2D)
