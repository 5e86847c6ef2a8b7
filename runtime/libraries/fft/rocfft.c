// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocFFT: on a device whose memory the host accesses in place by FFTW's guru interface, which takes
// any stride, and real and imaginary parts apart; on NVIDIA devices by hipFFT, whose layout must be
// the default one. A transform is a host function in stream order.
#include "callback.h"
#include "fftw.h"
#include "hostcall.h"

#include <hipfft/hipfft.h>
#include <rocfft/rocfft.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { plan_mark = 0x47485250, description_mark, info_mark, most = 3 };

// layout is the arrangement of the input or the output, in elements.
typedef struct layout {
  rocfft_array_type type;
  size_t offset[2], stride[most], distance;
  size_t strides; // number of strides that are given
} layout;

struct rocfft_plan_description_t {
  int mark;
  layout in, out;
  double scale;
};

struct rocfft_execution_info_t {
  int mark;
  hipStream_t stream;
  fft_callback load, store;
  size_t load_shared, store_shared; // bytes of shared memory
};

struct rocfft_plan_t {
  int mark, users;
  bool in_place, wide, basic; // basic: the layout is the default one
  rocfft_transform_type type;
  size_t rank, n[most], batch;
  layout in, out;
  double scale;
  fftw_plan fftw;
  hipfftHandle cuda;
};

#define CHECKED(type, name, expected)                                                              \
  static type name(type p) { return p && p->mark == expected ? p : NULL; }
CHECKED(rocfft_plan, plan_of, plan_mark)
CHECKED(rocfft_plan_description, description_of, description_mark)
CHECKED(rocfft_execution_info, info_of, info_mark)

static const fftw *library(const rocfft_plan p) { return gohip_fftw("rocfft", p->wide); }

rocfft_status rocfft_setup(void) { return rocfft_status_success; }
rocfft_status rocfft_cleanup(void) { return rocfft_status_success; }

rocfft_status rocfft_plan_description_create(rocfft_plan_description *description) {
  if (!description) return rocfft_status_invalid_arg_value;
  rocfft_plan_description d = calloc(1, sizeof *d);
  if (!d) return rocfft_status_failure;
  d->mark = description_mark;
  d->in.type = d->out.type = rocfft_array_type_unset;
  d->scale = 1;
  *description = d;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_destroy(rocfft_plan_description description) {
  rocfft_plan_description d = description_of(description);
  if (!d) return rocfft_status_invalid_arg_value;
  d->mark = 0;
  free(d);
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_set_scale_factor(rocfft_plan_description description,
                                                       double scale_factor) {
  rocfft_plan_description d = description_of(description);
  if (!d || !(scale_factor - scale_factor == 0)) return rocfft_status_invalid_arg_value;
  d->scale = scale_factor;
  return rocfft_status_success;
}

static bool planar(rocfft_array_type t) {
  return t == rocfft_array_type_complex_planar || t == rocfft_array_type_hermitian_planar;
}

static rocfft_status set_layout(layout *l, rocfft_array_type type, const size_t *offsets,
                                size_t strides, const size_t *stride, size_t distance) {
  if ((unsigned)type > rocfft_array_type_unset) return rocfft_status_invalid_array_type;
  if (!stride) strides = 0; // packed, whatever their number
  if (strides > most) return rocfft_status_invalid_strides;
  for (size_t i = 0; i < strides; i++)
    if (!stride[i] || stride[i] > PTRDIFF_MAX / 2) return rocfft_status_invalid_strides;
  if (distance > PTRDIFF_MAX / 2) return rocfft_status_invalid_distance;
  memset(l, 0, sizeof *l);
  l->type = type;
  l->strides = strides;
  l->distance = distance;
  if (strides) memcpy(l->stride, stride, strides * sizeof *stride);
  for (int i = 0; offsets && i < (planar(type) ? 2 : 1); i++) l->offset[i] = offsets[i];
  return rocfft_status_success;
}

rocfft_status rocfft_plan_description_set_data_layout(
    rocfft_plan_description description, rocfft_array_type in_array_type,
    rocfft_array_type out_array_type, const size_t *in_offsets, const size_t *out_offsets,
    size_t in_strides_size, const size_t *in_strides, size_t in_distance, size_t out_strides_size,
    const size_t *out_strides, size_t out_distance) {
  rocfft_plan_description d = description_of(description);
  layout in, out;
  if (!d) return rocfft_status_invalid_arg_value;
  rocfft_status s =
      set_layout(&in, in_array_type, in_offsets, in_strides_size, in_strides, in_distance);
  if (s == rocfft_status_success)
    s = set_layout(&out, out_array_type, out_offsets, out_strides_size, out_strides, out_distance);
  if (s != rocfft_status_success) return s;
  d->in = in;
  d->out = out;
  return rocfft_status_success;
}

// is_real reports whether one side of a transform has real numbers, is_half whether it has half of
// the complex ones.
static bool is_real(rocfft_transform_type t, bool out) {
  return t == (out ? rocfft_transform_type_real_inverse : rocfft_transform_type_real_forward);
}
static bool is_half(rocfft_transform_type t, bool out) { return is_real(t, !out); }

// fits checks an array type, after replacing an unset one.
static bool fits(layout *l, rocfft_transform_type t, bool out) {
  if (is_real(t, out)) {
    if (l->type == rocfft_array_type_unset) l->type = rocfft_array_type_real;
    return l->type == rocfft_array_type_real;
  }
  if (is_half(t, out)) {
    if (l->type == rocfft_array_type_unset) l->type = rocfft_array_type_hermitian_interleaved;
    return l->type == rocfft_array_type_hermitian_interleaved ||
           l->type == rocfft_array_type_hermitian_planar;
  }
  if (l->type == rocfft_array_type_unset) l->type = rocfft_array_type_complex_interleaved;
  return l->type == rocfft_array_type_complex_interleaved ||
         l->type == rocfft_array_type_complex_planar;
}

// complete sets the strides and the distance that are not given. Real numbers in place are padded
// to the size of the complex ones.
static rocfft_status complete(layout *l, const rocfft_plan p, bool out) {
  if (l->strides && l->strides != p->rank) return rocfft_status_invalid_strides;
  size_t first = p->n[0];
  if (is_half(p->type, out)) first = first / 2 + 1;
  if (is_real(p->type, out) && p->in_place) first = 2 * (first / 2 + 1);
  unsigned __int128 next = 1;
  for (size_t i = 0; i < p->rank; i++) {
    if (!l->strides) l->stride[i] = (size_t)next;
    next = (unsigned __int128)l->stride[i] * (i ? p->n[i] : first);
    if (next > PTRDIFF_MAX / 16) return rocfft_status_invalid_dimensions;
  }
  if (!l->distance) l->distance = (size_t)next;
  return rocfft_status_success;
}

static void drop(rocfft_plan p) {
  if (__atomic_sub_fetch(&p->users, 1, __ATOMIC_ACQ_REL)) return;
  gohip_fftw_lock();
  if (p->fftw) library(p)->destroy_plan(p->fftw);
  gohip_fftw_unlock();
  if (p->cuda) (void)hipfftDestroy(p->cuda);
  free(p);
}

static hipfftType cuda_type(const rocfft_plan p) {
  static const hipfftType all[][2] = {
      [rocfft_transform_type_complex_forward] = {HIPFFT_C2C, HIPFFT_Z2Z},
      [rocfft_transform_type_complex_inverse] = {HIPFFT_C2C, HIPFFT_Z2Z},
      [rocfft_transform_type_real_forward] = {HIPFFT_R2C, HIPFFT_D2Z},
      [rocfft_transform_type_real_inverse] = {HIPFFT_C2R, HIPFFT_Z2D}};
  return all[p->type][p->wide];
}

// on_device creates what the current device needs for a plan.
static rocfft_status on_device(rocfft_plan p) {
  gl_device device;
  if (gl_current(&device) != hipSuccess) return rocfft_status_failure;
  if (device == GL_HOST) {
    const fftw *f = library(p);
    return f && f->split ? rocfft_status_success : rocfft_status_failure;
  }
  if (device != GL_CUDA || !p->basic || p->scale != 1 || p->batch > INT32_MAX)
    return rocfft_status_failure;
  int n[most];
  for (size_t i = 0; i < p->rank; i++) {
    if (p->n[i] > INT32_MAX) return rocfft_status_failure;
    n[p->rank - 1 - i] = (int)p->n[i];
  }
  hipfftResult r = hipfftPlanMany(&p->cuda, (int)p->rank, n, NULL, 1, 0, NULL, 1, 0, cuda_type(p),
                                  (int)p->batch);
  return r == HIPFFT_SUCCESS ? rocfft_status_success : rocfft_status_failure;
}

static rocfft_status describe(rocfft_plan p, rocfft_plan_description d) {
  p->in.type = p->out.type = rocfft_array_type_unset;
  p->scale = 1;
  if (d) {
    p->in = d->in;
    p->out = d->out;
    p->scale = d->scale;
  }
  p->basic = !p->in.strides && !p->out.strides && !p->in.distance && !p->out.distance;
  for (int i = 0; i < 2; i++) p->basic = p->basic && !p->in.offset[i] && !p->out.offset[i];
  if (!fits(&p->in, p->type, false) || !fits(&p->out, p->type, true))
    return rocfft_status_invalid_array_type;
  p->basic = p->basic && !planar(p->in.type) && !planar(p->out.type);
  if (p->in_place && p->in.type != rocfft_array_type_real &&
      p->out.type != rocfft_array_type_real && p->in.type != p->out.type)
    return rocfft_status_invalid_array_type;
  rocfft_status s = complete(&p->in, p, false);
  return s == rocfft_status_success ? complete(&p->out, p, true) : s;
}

rocfft_status rocfft_plan_create(rocfft_plan *plan, rocfft_result_placement placement,
                                 rocfft_transform_type transform_type, rocfft_precision type,
                                 size_t dimensions, const size_t *lengths,
                                 size_t number_of_transforms,
                                 const rocfft_plan_description description) {
  if (!plan || (unsigned)placement > rocfft_placement_notinplace ||
      (unsigned)transform_type > rocfft_transform_type_real_inverse ||
      (unsigned)type > rocfft_precision_half || !lengths || !number_of_transforms ||
      number_of_transforms > PTRDIFF_MAX / 16 || (description && !description_of(description)))
    return rocfft_status_invalid_arg_value;
  if (dimensions < 1 || dimensions > most) return rocfft_status_invalid_dimensions;
  for (size_t i = 0; i < dimensions; i++)
    if (!lengths[i] || lengths[i] > PTRDIFF_MAX / 16) return rocfft_status_invalid_dimensions;
  if (type == rocfft_precision_half) return rocfft_status_failure;
  rocfft_plan p = calloc(1, sizeof *p);
  if (!p) return rocfft_status_failure;
  p->mark = plan_mark;
  p->users = 1;
  p->in_place = placement == rocfft_placement_inplace;
  p->wide = type == rocfft_precision_double;
  p->type = transform_type;
  p->rank = dimensions;
  memcpy(p->n, lengths, dimensions * sizeof *lengths);
  p->batch = number_of_transforms;
  rocfft_status s = describe(p, description);
  if (s == rocfft_status_success) s = on_device(p);
  if (s != rocfft_status_success) {
    free(p);
    return s;
  }
  *plan = p;
  return rocfft_status_success;
}

rocfft_status rocfft_plan_destroy(rocfft_plan plan) {
  rocfft_plan p = plan_of(plan);
  if (!p) return rocfft_status_invalid_arg_value;
  p->mark = 0;
  drop(p);
  return rocfft_status_success;
}

// No device needs a work buffer: hipFFT allocates its own.
rocfft_status rocfft_plan_get_work_buffer_size(const rocfft_plan plan, size_t *size_in_bytes) {
  if (!plan_of(plan) || !size_in_bytes) return rocfft_status_invalid_arg_value;
  *size_in_bytes = 0;
  return rocfft_status_success;
}

static void print_layout(const char *name, const layout *l, size_t rank) {
  printf("%s: array type %d, offset %zu, strides", name, l->type, l->offset[0]);
  for (size_t i = 0; i < rank; i++) printf(" %zu", l->stride[i]);
  printf(", distance %zu\n", l->distance);
}

rocfft_status rocfft_plan_get_print(const rocfft_plan plan) {
  rocfft_plan p = plan_of(plan);
  if (!p) return rocfft_status_invalid_arg_value;
  printf("transform type %d, %s precision, %s, lengths", p->type, p->wide ? "double" : "single",
         p->in_place ? "in place" : "not in place");
  for (size_t i = 0; i < p->rank; i++) printf(" %zu", p->n[i]);
  printf(", %zu transforms, scale factor %g\n", p->batch, p->scale);
  print_layout("input", &p->in, p->rank);
  print_layout("output", &p->out, p->rank);
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_create(rocfft_execution_info *info) {
  if (!info) return rocfft_status_invalid_arg_value;
  rocfft_execution_info i = calloc(1, sizeof *i);
  if (!i) return rocfft_status_failure;
  i->mark = info_mark;
  *info = i;
  return rocfft_status_success;
}
rocfft_status rocfft_execution_info_destroy(rocfft_execution_info info) {
  rocfft_execution_info i = info_of(info);
  if (!i) return rocfft_status_invalid_arg_value;
  i->mark = 0;
  free(i);
  return rocfft_status_success;
}
rocfft_status rocfft_execution_info_set_work_buffer(rocfft_execution_info info, void *work_buffer,
                                                    size_t size_in_bytes) {
  if (!info_of(info)) return rocfft_status_invalid_arg_value;
  return work_buffer || !size_in_bytes ? rocfft_status_success : rocfft_status_invalid_work_buffer;
}
rocfft_status rocfft_execution_info_set_stream(rocfft_execution_info info, void *stream) {
  rocfft_execution_info i = info_of(info);
  if (!i) return rocfft_status_invalid_arg_value;
  i->stream = stream;
  return rocfft_status_success;
}

// transform is a transform of the data at four addresses: the real and the imaginary parts. With callbacks
// it is of copies, of the input given and the result wanted elsewhere.
typedef struct transform {
  rocfft_plan plan;
  char *in[2], *out[2];
  fft_side load, store;
  char *given, *wanted, *copy;
} transform;

static void scale(const transform *t) {
  const rocfft_plan p = t->plan;
  const layout *l = &p->out;
  bool complex = l->type != rocfft_array_type_real;
  size_t n[most] = {1, 1, 1}, step = complex && !planar(l->type) ? 2 : 1;
  for (size_t i = 0; i < p->rank; i++) n[i] = p->n[i];
  if (is_half(p->type, true)) n[0] = n[0] / 2 + 1;
  for (size_t b = 0; b < p->batch; b++)
    for (size_t z = 0; z < n[2]; z++)
      for (size_t y = 0; y < n[1]; y++)
        for (size_t x = 0; x < n[0]; x++) {
          size_t at =
              (b * l->distance + x * l->stride[0] + y * l->stride[1] + z * l->stride[2]) * step;
          for (int part = 0; part < (complex ? 2 : 1); part++)
            if (p->wide)
              ((double *)t->out[part])[at] *= p->scale;
            else
              ((float *)t->out[part])[at] *= (float)p->scale;
        }
}

static void perform(void *argument) {
  const transform *t = argument;
  const rocfft_plan p = t->plan;
  const fftw *f = library(p);
  if (t->given) fft_load(&t->load, t->given, t->in[0]);
  switch (p->type) {
  case rocfft_transform_type_real_forward:
    f->execute_split_dft_r2c(p->fftw, t->in[0], t->out[0], t->out[1]);
    break;
  case rocfft_transform_type_real_inverse:
    f->execute_split_dft_c2r(p->fftw, t->in[0], t->in[1], t->out[0]);
    break;
  case rocfft_transform_type_complex_forward:
    f->execute_split_dft(p->fftw, t->in[0], t->in[1], t->out[0], t->out[1]);
    break;
  default: // a transform with its parts exchanged is the inverse one
    f->execute_split_dft(p->fftw, t->in[1], t->in[0], t->out[1], t->out[0]);
  }
  if (p->scale != 1) scale(t);
  if (t->wanted) fft_store(&t->store, t->out[0], t->wanted);
}

static void end(void *argument) {
  free(((transform *)argument)->copy);
  drop(((transform *)argument)->plan);
}

static fft_side side_of(const rocfft_plan p, const layout *l, bool out, const fft_callback *c) {
  fft_side s = {is_real(p->type, out), p->wide, {1, 1, 1}, {0}, p->batch, l->distance, *c, 0};
  for (size_t i = 0; i < p->rank; i++) {
    s.n[i] = p->n[i];
    s.stride[i] = l->stride[i];
  }
  if (is_half(p->type, out)) s.n[0] = s.n[0] / 2 + 1;
  return s;
}

// with_callbacks replaces the arrays of a transform by copies, which its callbacks read and write.
static rocfft_status with_callbacks(transform *t, rocfft_execution_info info) {
  const rocfft_plan p = t->plan;
  if (planar(p->in.type) || planar(p->out.type)) return rocfft_status_failure;
  t->load = side_of(p, &p->in, false, &info->load);
  t->store = side_of(p, &p->out, true, &info->store);
  size_t in = (fft_bytes(&t->load) + 63) & ~(size_t)63,
         out = (fft_bytes(&t->store) + 63) & ~(size_t)63;
  size_t shared = in + out + (info->load_shared + 15) / 16 * 16;
  t->copy = malloc(shared + info->store_shared);
  if (!t->copy) return rocfft_status_failure;
  t->load.callback.shared = t->copy + in + out;
  t->store.callback.shared = t->copy + shared;
  t->given = t->in[0];
  t->wanted = t->out[0];
  size_t part = p->wide ? sizeof(double) : sizeof(float);
  t->in[0] = t->copy;
  t->out[0] = p->in_place ? t->copy : t->copy + in;
  t->in[1] = t->in[0] + part;
  t->out[1] = t->out[0] + part;
  return rocfft_status_success;
}

// plan_fftw creates FFTW's plan. The dimension that is halved comes last.
static fftw_plan plan_fftw(const transform *t) {
  const rocfft_plan p = t->plan;
  const fftw *f = library(p);
  ptrdiff_t is = p->in.type == rocfft_array_type_real || planar(p->in.type) ? 1 : 2;
  ptrdiff_t os = p->out.type == rocfft_array_type_real || planar(p->out.type) ? 1 : 2;
  fftw_dimension all[most], batch = {(ptrdiff_t)p->batch, (ptrdiff_t)p->in.distance * is,
                                     (ptrdiff_t)p->out.distance * os};
  int rank = (int)p->rank;
  for (int i = 0; i < rank; i++)
    all[rank - 1 - i] = (fftw_dimension){(ptrdiff_t)p->n[i], (ptrdiff_t)p->in.stride[i] * is,
                                         (ptrdiff_t)p->out.stride[i] * os};
  unsigned flags = fftw_estimate | fftw_unaligned;
  switch (p->type) {
  case rocfft_transform_type_real_forward:
    return f->plan_guru64_split_dft_r2c(rank, all, 1, &batch, t->in[0], t->out[0], t->out[1],
                                        flags);
  case rocfft_transform_type_real_inverse:
    return f->plan_guru64_split_dft_c2r(rank, all, 1, &batch, t->in[0], t->in[1], t->out[0],
                                        flags | (rank > 1 ? fftw_destroy_input : 0));
  case rocfft_transform_type_complex_forward:
    return f->plan_guru64_split_dft(rank, all, 1, &batch, t->in[0], t->in[1], t->out[0], t->out[1],
                                    flags);
  default:
    return f->plan_guru64_split_dft(rank, all, 1, &batch, t->in[1], t->in[0], t->out[1], t->out[0],
                                    flags);
  }
}

// locate finds the real and the imaginary parts of an array.
static bool locate(const layout *l, bool wide, void **buffer, char *to[2]) {
  size_t size = wide ? sizeof(double) : sizeof(float);
  if (!buffer || !buffer[0] || (planar(l->type) && !buffer[1])) return false;
  if (planar(l->type)) {
    for (int i = 0; i < 2; i++) to[i] = (char *)buffer[i] + l->offset[i] * size;
    return true;
  }
  to[0] = (char *)buffer[0] + l->offset[0] * size * (l->type == rocfft_array_type_real ? 1 : 2);
  to[1] = to[0] + size;
  return true;
}

static rocfft_status execute_cuda(rocfft_plan p, void *in, void *out, hipStream_t stream) {
  hipfftResult r = hipfftSetStream(p->cuda, stream);
  int direction =
      p->type == rocfft_transform_type_complex_forward ? HIPFFT_FORWARD : HIPFFT_BACKWARD;
  if (r != HIPFFT_SUCCESS) return rocfft_status_failure;
  switch (cuda_type(p)) {
  case HIPFFT_C2C:
    r = hipfftExecC2C(p->cuda, in, out, direction);
    break;
  case HIPFFT_Z2Z:
    r = hipfftExecZ2Z(p->cuda, in, out, direction);
    break;
  case HIPFFT_R2C:
    r = hipfftExecR2C(p->cuda, in, out);
    break;
  case HIPFFT_D2Z:
    r = hipfftExecD2Z(p->cuda, in, out);
    break;
  case HIPFFT_C2R:
    r = hipfftExecC2R(p->cuda, in, out);
    break;
  default:
    r = hipfftExecZ2D(p->cuda, in, out);
  }
  return r == HIPFFT_SUCCESS ? rocfft_status_success : rocfft_status_failure;
}

rocfft_status rocfft_execute(const rocfft_plan plan, void *in_buffer[], void *out_buffer[],
                             rocfft_execution_info info) {
  rocfft_plan p = plan_of(plan);
  if (!p || (info && !info_of(info))) return rocfft_status_invalid_arg_value;
  void **out = p->in_place ? in_buffer : out_buffer;
  transform t = {.plan = p};
  if (!locate(&p->in, p->wide, in_buffer, t.in) || !locate(&p->out, p->wide, out, t.out))
    return rocfft_status_invalid_arg_value;
  hipStream_t stream = info ? info->stream : NULL;
  if (p->cuda && info && (info->load.function || info->store.function))
    return rocfft_status_failure;
  if (p->cuda) return execute_cuda(p, in_buffer[0], out[0], stream);
  gohip_fftw_lock();
  if (!p->fftw) p->fftw = plan_fftw(&t);
  gohip_fftw_unlock();
  if (!p->fftw) return rocfft_status_failure;
  if (info && (info->load.function || info->store.function)) {
    rocfft_status s = with_callbacks(&t, info);
    if (s != rocfft_status_success) return s;
  }
  __atomic_add_fetch(&p->users, 1, __ATOMIC_RELAXED);
  hipError_t e = gl_host_call(stream, perform, end, &t, sizeof t);
  return e == hipSuccess ? rocfft_status_success : rocfft_status_failure;
}

rocfft_status rocfft_get_version_string(char *buf, size_t len) {
  if (!buf) return rocfft_status_invalid_arg_value;
  int n = snprintf(buf, len, "%d.%d.%d", rocfft_version_major, rocfft_version_minor,
                   rocfft_version_patch);
  return (size_t)n < len ? rocfft_status_success : rocfft_status_invalid_arg_value;
}

// set_callback sets a callback, or removes it if there is no function.
static rocfft_status set_callback(fft_callback *to, size_t *shared, void **functions, void **data,
                                  size_t bytes) {
  void *function = functions ? functions[0] : NULL;
  if (function && !fft_callable(function)) return rocfft_status_failure;
  *to = (fft_callback){function, data ? data[0] : NULL, NULL};
  *shared = bytes;
  return rocfft_status_success;
}

rocfft_status rocfft_execution_info_set_load_callback(rocfft_execution_info info,
                                                      void **cb_functions, void **cb_data,
                                                      size_t shared_mem_bytes) {
  rocfft_execution_info i = info_of(info);
  if (!i) return rocfft_status_invalid_arg_value;
  return set_callback(&i->load, &i->load_shared, cb_functions, cb_data, shared_mem_bytes);
}
rocfft_status rocfft_execution_info_set_store_callback(rocfft_execution_info info,
                                                       void **cb_functions, void **cb_data,
                                                       size_t shared_mem_bytes) {
  rocfft_execution_info i = info_of(info);
  if (!i) return rocfft_status_invalid_arg_value;
  return set_callback(&i->store, &i->store_shared, cb_functions, cb_data, shared_mem_bytes);
}

rocfft_status rocfft_plan_description_set_comm(rocfft_plan_description description,
                                               rocfft_comm_type comm_type, void *comm_handle) {
  (void)comm_handle;
  if (!description_of(description) || (unsigned)comm_type > rocfft_comm_mpi)
    return rocfft_status_invalid_arg_value;
  return comm_type == rocfft_comm_none ? rocfft_status_success : rocfft_status_failure;
}
rocfft_status rocfft_plan_description_add_infield(rocfft_plan_description description,
                                                  rocfft_field field) {
  (void)field;
  return description_of(description) ? rocfft_status_failure : rocfft_status_invalid_arg_value;
}
rocfft_status rocfft_plan_description_add_outfield(rocfft_plan_description description,
                                                   rocfft_field field) {
  return rocfft_plan_description_add_infield(description, field);
}
rocfft_status rocfft_field_create(rocfft_field *field) {
  return field ? rocfft_status_failure : rocfft_status_invalid_arg_value;
}
rocfft_status rocfft_field_destroy(rocfft_field field) {
  (void)field;
  return rocfft_status_invalid_arg_value; // there are none
}
rocfft_status rocfft_field_add_brick(rocfft_field field, rocfft_brick brick) {
  (void)field;
  (void)brick;
  return rocfft_status_invalid_arg_value;
}
rocfft_status rocfft_brick_create(rocfft_brick *brick, const size_t *field_lower,
                                  const size_t *field_upper, const size_t *brick_stride, size_t dim,
                                  int deviceID) {
  (void)dim;
  (void)deviceID;
  return brick && field_lower && field_upper && brick_stride ? rocfft_status_failure
                                                             : rocfft_status_invalid_arg_value;
}
rocfft_status rocfft_brick_destroy(rocfft_brick brick) {
  (void)brick;
  return rocfft_status_invalid_arg_value;
}

rocfft_status rocfft_cache_serialize(void **buffer, size_t *buffer_len_bytes) {
  if (!buffer || !buffer_len_bytes) return rocfft_status_invalid_arg_value;
  *buffer = NULL;
  *buffer_len_bytes = 0;
  return rocfft_status_success;
}
rocfft_status rocfft_cache_buffer_free(void *buffer) {
  return buffer ? rocfft_status_invalid_arg_value : rocfft_status_success;
}
rocfft_status rocfft_cache_deserialize(const void *buffer, size_t buffer_len_bytes) {
  return buffer && buffer_len_bytes ? rocfft_status_success : rocfft_status_invalid_arg_value;
}
