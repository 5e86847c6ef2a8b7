// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Reads and writes of textures and surfaces, by objects and by references. They are
// computed by the device library out of plain memory (hip/gohip_texture.h), the same
// on every device, except that NVIDIA's GPUs sample textures of two dimensions themselves.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_TEXTURE_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_TEXTURE_H

#include <hip/gohip_detail/macros.h>
#include <hip/hip_vector_types.h>
#include <hip/surface_types.h>
#include <hip/texture_types.h>

typedef unsigned __gohip_texel __attribute__((ext_vector_type(4)));
extern "C" {
// Four channels: the bits of floats where the texture yields floats, else integers.
__device__ __gohip_texel __gohip_tex_fetch(const void *, int, int, int)
    __attribute__((nothrow, pure));
__device__ __gohip_texel __gohip_tex_sample(const void *, int dimensions, float, float, float,
                                            int layer, float lod) __attribute__((nothrow, pure));
__device__ __gohip_texel __gohip_tex_cube(const void *, float, float, float, int layer, float lod)
    __attribute__((nothrow, pure));
__device__ __gohip_texel __gohip_tex_gather(const void *, float, float, int component)
    __attribute__((nothrow, pure));
__device__ float __gohip_tex_lod(const void *, int dimensions, float, float, float, float, float,
                                 float) __attribute__((nothrow, pure));
// Addresses of texels by byte offset in x; null outside, after the boundary mode.
__device__ char *__gohip_surf_at(const void *, int x, int y, int z, int size, int boundary)
    __attribute__((nothrow));
#ifdef __NVPTX__
// Of texels that have no address, as the driver lays the surface out; of others nothing.
__device__ void __gohip_surf_load(void *, const void *, int x, int y, int z, int size, int boundary)
    __attribute__((nothrow));
__device__ void __gohip_surf_store(const void *, const void *, int x, int y, int z, int size,
                                   int boundary) __attribute__((nothrow));
#endif
}

namespace gohip_detail {
template <typename __T> struct texel {
  static __GOHIP_DI __T get(__gohip_texel t) { return (__T)(int)t.x; }
};
template <> struct texel<unsigned> {
  static __GOHIP_DI unsigned get(__gohip_texel t) { return t.x; }
};
template <> struct texel<float> {
  static __GOHIP_DI float get(__gohip_texel t) { return __builtin_bit_cast(float, (unsigned)t.x); }
};
template <typename __T> __GOHIP_DI __T channel(unsigned c) {
  __gohip_texel t = {c, 0, 0, 0};
  return texel<__T>::get(t);
}
template <typename __T> struct texel<HIP_vector_type<__T, 1>> {
  static __GOHIP_DI HIP_vector_type<__T, 1> get(__gohip_texel t) { return {channel<__T>(t.x)}; }
};
template <typename __T> struct texel<HIP_vector_type<__T, 2>> {
  static __GOHIP_DI HIP_vector_type<__T, 2> get(__gohip_texel t) {
    return {channel<__T>(t.x), channel<__T>(t.y)};
  }
};
template <typename __T> struct texel<HIP_vector_type<__T, 3>> {
  static __GOHIP_DI HIP_vector_type<__T, 3> get(__gohip_texel t) {
    return {channel<__T>(t.x), channel<__T>(t.y), channel<__T>(t.z)};
  }
};
template <typename __T> struct texel<HIP_vector_type<__T, 4>> {
  static __GOHIP_DI HIP_vector_type<__T, 4> get(__gohip_texel t) {
    return {channel<__T>(t.x), channel<__T>(t.y), channel<__T>(t.z), channel<__T>(t.w)};
  }
};
// What a reference of this element type and read mode yields.
template <typename __T, int __M> struct texture_result {
  typedef __T type;
};
template <typename __T> struct texture_result<__T, hipReadModeNormalizedFloat> {
  typedef float type;
};
template <typename __T, unsigned __N>
struct texture_result<HIP_vector_type<__T, __N>, hipReadModeNormalizedFloat> {
  typedef HIP_vector_type<float, __N> type;
};
// The type of gathered components.
template <typename __T> struct gathered {
  typedef HIP_vector_type<__T, 4> type;
};
template <typename __T, unsigned __N> struct gathered<HIP_vector_type<__T, __N>> {
  typedef HIP_vector_type<__T, 4> type;
};
} // namespace gohip_detail

// Each function for objects with the result as a value and through a pointer, and for
// references. PARAMS and ARGS follow the object.
#define __GOHIP_TEXTURE(NAME, D, PARAMS, CALL)                                                     \
  template <typename __T> __GOHIP_DI __T NAME(hipTextureObject_t o, PARAMS) {                      \
    return gohip_detail::texel<__T>::get(CALL);                                                    \
  }                                                                                                \
  template <typename __T> __GOHIP_DI void NAME(__T *r, hipTextureObject_t o, PARAMS) {             \
    *r = gohip_detail::texel<__T>::get(CALL);                                                      \
  }                                                                                                \
  template <typename __T, hipTextureReadMode __M>                                                  \
  __GOHIP_DI typename gohip_detail::texture_result<__T, __M>::type NAME(texture<__T, D, __M> t,    \
                                                                        PARAMS) {                  \
    hipTextureObject_t o = t.textureObject;                                                        \
    return gohip_detail::texel<typename gohip_detail::texture_result<__T, __M>::type>::get(CALL);  \
  }
#define __GOHIP_COMMA ,
#define __GOHIP_SAMPLE(N, X, Y, Z, LAYER, LOD) __gohip_tex_sample(o, N, X, Y, Z, LAYER, LOD)
__GOHIP_TEXTURE(tex1Dfetch, hipTextureType1D, int x, __gohip_tex_fetch(o, x, 0, 0))
__GOHIP_TEXTURE(tex1D, hipTextureType1D, float x, __GOHIP_SAMPLE(1, x, 0, 0, 0, 0))
__GOHIP_TEXTURE(tex2D, hipTextureType2D, float x __GOHIP_COMMA float y,
                __GOHIP_SAMPLE(2, x, y, 0, 0, 0))
__GOHIP_TEXTURE(tex3D, hipTextureType3D, float x __GOHIP_COMMA float y __GOHIP_COMMA float z,
                __GOHIP_SAMPLE(3, x, y, z, 0, 0))
__GOHIP_TEXTURE(tex1DLayered, hipTextureType1DLayered, float x __GOHIP_COMMA int layer,
                __GOHIP_SAMPLE(1, x, 0, 0, layer, 0))
__GOHIP_TEXTURE(tex2DLayered, hipTextureType2DLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA int layer,
                __GOHIP_SAMPLE(2, x, y, 0, layer, 0))
__GOHIP_TEXTURE(texCubemap, hipTextureTypeCubemap,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z,
                __gohip_tex_cube(o, x, y, z, 0, 0))
__GOHIP_TEXTURE(texCubemapLayered, hipTextureTypeCubemapLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA int layer,
                __gohip_tex_cube(o, x, y, z, layer, 0))
__GOHIP_TEXTURE(tex1DLod, hipTextureType1D, float x __GOHIP_COMMA float lod,
                __GOHIP_SAMPLE(1, x, 0, 0, 0, lod))
__GOHIP_TEXTURE(tex2DLod, hipTextureType2D, float x __GOHIP_COMMA float y __GOHIP_COMMA float lod,
                __GOHIP_SAMPLE(2, x, y, 0, 0, lod))
__GOHIP_TEXTURE(tex3DLod, hipTextureType3D,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA float lod,
                __GOHIP_SAMPLE(3, x, y, z, 0, lod))
__GOHIP_TEXTURE(tex1DLayeredLod, hipTextureType1DLayered,
                float x __GOHIP_COMMA int layer __GOHIP_COMMA float lod,
                __GOHIP_SAMPLE(1, x, 0, 0, layer, lod))
__GOHIP_TEXTURE(tex2DLayeredLod, hipTextureType2DLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA int layer __GOHIP_COMMA float lod,
                __GOHIP_SAMPLE(2, x, y, 0, layer, lod))
__GOHIP_TEXTURE(texCubemapLod, hipTextureTypeCubemap,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA float lod,
                __gohip_tex_cube(o, x, y, z, 0, lod))
__GOHIP_TEXTURE(texCubemapLayeredLod, hipTextureTypeCubemapLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA int layer
                    __GOHIP_COMMA float lod,
                __gohip_tex_cube(o, x, y, z, layer, lod))
__GOHIP_TEXTURE(tex1DGrad, hipTextureType1D, float x __GOHIP_COMMA float dx __GOHIP_COMMA float dy,
                __GOHIP_SAMPLE(1, x, 0, 0, 0, __gohip_tex_lod(o, 1, dx, 0, 0, dy, 0, 0)))
__GOHIP_TEXTURE(tex2DGrad, hipTextureType2D,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float2 dx __GOHIP_COMMA float2 dy,
                __GOHIP_SAMPLE(2, x, y, 0, 0, __gohip_tex_lod(o, 2, dx.x, dx.y, 0, dy.x, dy.y, 0)))
__GOHIP_TEXTURE(tex3DGrad, hipTextureType3D,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA float4 dx
                    __GOHIP_COMMA float4 dy,
                __GOHIP_SAMPLE(3, x, y, z, 0,
                               __gohip_tex_lod(o, 3, dx.x, dx.y, dx.z, dy.x, dy.y, dy.z)))
// A direction's change by d moves the texel on a face, whose coordinates are half of the
// direction's over its largest component, by at most this.
__GOHIP_DI float __gohip_cube_step(float x, float y, float z, float4 d) {
  float m = fmaxf(fmaxf(fabsf(x), fabsf(y)), fabsf(z));
  return 0.5f * sqrtf(d.x * d.x + d.y * d.y + d.z * d.z) / m;
}
__GOHIP_TEXTURE(texCubemapGrad, hipTextureTypeCubemap,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA float4 dx
                    __GOHIP_COMMA float4 dy,
                __gohip_tex_cube(o, x, y, z, 0,
                                 __gohip_tex_lod(o, 1, __gohip_cube_step(x, y, z, dx), 0, 0,
                                                 __gohip_cube_step(x, y, z, dy), 0, 0)))
__GOHIP_TEXTURE(texCubemapLayeredGrad, hipTextureTypeCubemapLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA float z __GOHIP_COMMA int layer
                    __GOHIP_COMMA float4 dx __GOHIP_COMMA float4 dy,
                __gohip_tex_cube(o, x, y, z, layer,
                                 __gohip_tex_lod(o, 1, __gohip_cube_step(x, y, z, dx), 0, 0,
                                                 __gohip_cube_step(x, y, z, dy), 0, 0)))
__GOHIP_TEXTURE(tex1DLayeredGrad, hipTextureType1DLayered,
                float x __GOHIP_COMMA int layer __GOHIP_COMMA float dx __GOHIP_COMMA float dy,
                __GOHIP_SAMPLE(1, x, 0, 0, layer, __gohip_tex_lod(o, 1, dx, 0, 0, dy, 0, 0)))
__GOHIP_TEXTURE(tex2DLayeredGrad, hipTextureType2DLayered,
                float x __GOHIP_COMMA float y __GOHIP_COMMA int layer __GOHIP_COMMA float2 dx
                    __GOHIP_COMMA float2 dy,
                __GOHIP_SAMPLE(2, x, y, 0, layer,
                               __gohip_tex_lod(o, 2, dx.x, dx.y, 0, dy.x, dy.y, 0)))
#undef __GOHIP_SAMPLE
#undef __GOHIP_TEXTURE
#undef __GOHIP_COMMA
template <typename __T>
__GOHIP_DI __T tex2Dgather(hipTextureObject_t o, float x, float y, int component = 0) {
  return gohip_detail::texel<__T>::get(__gohip_tex_gather(o, x, y, component));
}
template <typename __T>
__GOHIP_DI void tex2Dgather(__T *r, hipTextureObject_t o, float x, float y, int component = 0) {
  *r = gohip_detail::texel<__T>::get(__gohip_tex_gather(o, x, y, component));
}
template <typename __T, hipTextureReadMode __M>
__GOHIP_DI
    typename gohip_detail::gathered<typename gohip_detail::texture_result<__T, __M>::type>::type
    tex2Dgather(texture<__T, hipTextureType2D, __M> t, float x, float y, int component = 0) {
  return gohip_detail::texel<typename gohip_detail::gathered<typename gohip_detail::texture_result<
      __T, __M>::type>::type>::get(__gohip_tex_gather(t.textureObject, x, y, component));
}

// Surfaces: x counts bytes, and a value is stored as it is.
template <class __T, int __D> struct __attribute__((device_builtin_surface_type)) surface;
template <int __D>
struct __attribute__((device_builtin_surface_type)) surface<void, __D> : public surfaceReference {
  surface() { surfaceObject = nullptr; }
};
namespace gohip_detail {
template <typename __T>
__GOHIP_DI __T surface_read(hipSurfaceObject_t o, int x, int y, int z, int boundary) {
  char *p = __gohip_surf_at(o, x, y, z, (int)sizeof(__T), boundary);
  __T v = {};
#ifdef __NVPTX__
  if (!p) {
    __T other = {};
    __gohip_surf_load(&other, o, x, y, z, (int)sizeof(__T), boundary);
    return other;
  }
#endif
  if (p) __builtin_memcpy(&v, p, sizeof(__T));
  return v;
}
template <typename __T>
__GOHIP_DI void surface_write(const __T &v, hipSurfaceObject_t o, int x, int y, int z,
                              int boundary) {
  char *p = __gohip_surf_at(o, x, y, z, (int)sizeof(__T), boundary);
#ifdef __NVPTX__
  if (!p) {
    __T other = v;
    __gohip_surf_store(&other, o, x, y, z, (int)sizeof(__T), boundary);
  }
#endif
  if (p) __builtin_memcpy(p, &v, sizeof(__T));
}
} // namespace gohip_detail
#define __GOHIP_SURFACE(NAME, PARAMS, X, Y, Z)                                                     \
  template <typename __T>                                                                          \
  __GOHIP_DI void NAME##read(__T *r, hipSurfaceObject_t o, __GOHIP_STRIP PARAMS,                   \
                             int boundary = hipBoundaryModeZero) {                                 \
    *r = gohip_detail::surface_read<__T>(o, X, Y, Z, boundary);                                    \
  }                                                                                                \
  template <typename __T>                                                                          \
  __GOHIP_DI __T NAME##read(hipSurfaceObject_t o, __GOHIP_STRIP PARAMS,                            \
                            int boundary = hipBoundaryModeZero) {                                  \
    return gohip_detail::surface_read<__T>(o, X, Y, Z, boundary);                                  \
  }                                                                                                \
  template <typename __T>                                                                          \
  __GOHIP_DI void NAME##write(__T v, hipSurfaceObject_t o, __GOHIP_STRIP PARAMS,                   \
                              int boundary = hipBoundaryModeZero) {                                \
    gohip_detail::surface_write<__T>(v, o, X, Y, Z, boundary);                                     \
  }
#define __GOHIP_STRIP(...) __VA_ARGS__
__GOHIP_SURFACE(surf1D, (int x), x, 0, 0)
__GOHIP_SURFACE(surf2D, (int x, int y), x, y, 0)
__GOHIP_SURFACE(surf3D, (int x, int y, int z), x, y, z)
__GOHIP_SURFACE(surf1DLayered, (int x, int layer), x, 0, layer)
__GOHIP_SURFACE(surf2DLayered, (int x, int y, int layer), x, y, layer)
__GOHIP_SURFACE(surfCubemap, (int x, int y, int face), x, y, face)
__GOHIP_SURFACE(surfCubemapLayered, (int x, int y, int face, int layer), x, y, layer * 6 + face)
#undef __GOHIP_STRIP
#undef __GOHIP_SURFACE

#endif
