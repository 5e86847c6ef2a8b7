// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The C++ overloads of the HIP API: typed pointers instead of void **, symbols by
// reference, kernels as function pointers. Included by hip_runtime_api.h only.
#ifndef HIP_INCLUDE_HIP_GOHIP_TEMPLATES_H
#define HIP_INCLUDE_HIP_GOHIP_TEMPLATES_H

template <class T> static inline hipError_t hipGetSymbolAddress(void **devPtr, const T &symbol) {
  return ::hipGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class T> static inline hipError_t hipGetSymbolSize(size_t *size, const T &symbol) {
  return ::hipGetSymbolSize(size, (const void *)&symbol);
}

template <class T>
static inline hipError_t hipMemcpyToSymbol(const T &symbol, const void *src, size_t sizeBytes,
                                           size_t offset = 0,
                                           hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return ::hipMemcpyToSymbol((const void *)&symbol, src, sizeBytes, offset, kind);
}

template <class T>
static inline hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *src, size_t sizeBytes,
                                                size_t offset, hipMemcpyKind kind,
                                                hipStream_t stream = 0) {
  return ::hipMemcpyToSymbolAsync((const void *)&symbol, src, sizeBytes, offset, kind, stream);
}

template <class T>
static inline hipError_t hipMemcpyFromSymbol(void *dst, const T &symbol, size_t sizeBytes,
                                             size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return ::hipMemcpyFromSymbol(dst, (const void *)&symbol, sizeBytes, offset, kind);
}

template <class T>
static inline hipError_t hipMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t sizeBytes,
                                                  size_t offset, hipMemcpyKind kind,
                                                  hipStream_t stream = 0) {
  return ::hipMemcpyFromSymbolAsync(dst, (const void *)&symbol, sizeBytes, offset, kind, stream);
}

template <class T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T f,
                                                                      int blockSize,
                                                                      size_t dynSharedMemPerBlk) {
  return ::hipOccupancyMaxActiveBlocksPerMultiprocessor(
      numBlocks, reinterpret_cast<const void *>(f), blockSize, dynSharedMemPerBlk);
}

template <class T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *numBlocks, T f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags) {
  return ::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, reinterpret_cast<const void *>(f), blockSize, dynSharedMemPerBlk, flags);
}

template <class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, T f,
                                                           size_t dynSharedMemPerBlk = 0,
                                                           int blockSizeLimit = 0) {
  return ::hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, reinterpret_cast<const void *>(f),
                                             dynSharedMemPerBlk, blockSizeLimit);
}

template <class T>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize, T f,
                                           size_t dynSharedMemPerBlk = 0, int blockSizeLimit = 0,
                                           unsigned int flags = 0) {
  (void)flags;
  return ::hipOccupancyMaxPotentialBlockSize(gridSize, blockSize, reinterpret_cast<const void *>(f),
                                             dynSharedMemPerBlk, blockSizeLimit);
}

// The block size that keeps the most threads resident when the dynamic shared
// memory depends on it: every multiple of the warp size up to the limit is tried.
template <class F, class T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *gridSize, int *blockSize, T f, F dynSharedMemOfBlock, int blockSizeLimit = 0,
    unsigned int flags = 0) {
  const void *func = reinterpret_cast<const void *>(f);
  if (!gridSize || !blockSize || !func) return hipErrorInvalidValue;
  int dev = 0, resident = 0, warp = 0, units = 0;
  hipFuncAttributes attr;
  hipError_t e = hipGetDevice(&dev);
  if (e == hipSuccess)
    e = hipDeviceGetAttribute(&resident, hipDeviceAttributeMaxThreadsPerMultiProcessor, dev);
  if (e == hipSuccess) e = hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, dev);
  if (e == hipSuccess)
    e = hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, dev);
  if (e == hipSuccess) e = hipFuncGetAttributes(&attr, func);
  if (e != hipSuccess) return e;
  int limit = blockSizeLimit;
  if (limit <= 0 || limit > attr.maxThreadsPerBlock) limit = attr.maxThreadsPerBlock;
  int most = 0;
  *blockSize = 0;
  *gridSize = 0;
  for (int step = (limit + warp - 1) / warp * warp; step > 0; step -= warp) {
    int size = step < limit ? step : limit, blocks = 0;
    e = ::hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, func, size,
                                                                dynSharedMemOfBlock(size), flags);
    if (e != hipSuccess) return e;
    if (size * blocks > most) {
      most = size * blocks;
      *blockSize = size;
      *gridSize = blocks * units;
    }
    if (most == resident) break;
  }
  return hipSuccess;
}

template <class F, class T>
static inline hipError_t
hipOccupancyMaxPotentialBlockSizeVariableSMem(int *gridSize, int *blockSize, T f,
                                              F dynSharedMemOfBlock, int blockSizeLimit = 0) {
  return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      gridSize, blockSize, f, dynSharedMemOfBlock, blockSizeLimit);
}

template <class T>
static inline hipError_t
hipLaunchCooperativeKernel(T f, dim3 gridDim, dim3 blockDim, void **kernelParams,
                           unsigned int sharedMemBytes, hipStream_t stream) {
  return ::hipLaunchCooperativeKernel(reinterpret_cast<const void *>(f), gridDim, blockDim,
                                      kernelParams, sharedMemBytes, stream);
}

// HIP 7: a launch with attributes.
template <class... Params, class... Args>
static inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config,
                                           void (*kernel)(Params...), Args &&...args) {
  return [&](Params... values) {
    void *list[] = {(void *)&values..., nullptr};
    return ::hipLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), list);
  }(static_cast<Args &&>(args)...);
}

static inline hipError_t hipMallocAsync(void **ptr, size_t size, hipMemPool_t pool,
                                        hipStream_t stream) {
  return ::hipMallocFromPoolAsync(ptr, size, pool, stream);
}

template <class T>
static inline hipError_t hipMallocAsync(T **ptr, size_t size, hipMemPool_t pool,
                                        hipStream_t stream) {
  return ::hipMallocFromPoolAsync((void **)ptr, size, pool, stream);
}

template <class T>
static inline hipError_t hipMallocAsync(T **ptr, size_t size, hipStream_t stream) {
  return ::hipMallocAsync((void **)ptr, size, stream);
}

template <class T>
static inline hipError_t hipMallocFromPoolAsync(T **ptr, size_t size, hipMemPool_t pool,
                                                hipStream_t stream) {
  return ::hipMallocFromPoolAsync((void **)ptr, size, pool, stream);
}

#ifndef __HIP_DISABLE_CPP_FUNCTIONS__
template <class T> static inline hipError_t hipMalloc(T **ptr, size_t size) {
  return ::hipMalloc((void **)ptr, size);
}

template <class T>
static inline hipError_t hipMallocPitch(T **ptr, size_t *pitch, size_t width, size_t height) {
  return ::hipMallocPitch((void **)ptr, pitch, width, height);
}

template <class T>
static inline hipError_t hipHostMalloc(T **ptr, size_t size,
                                       unsigned int flags = hipHostMallocDefault) {
  return ::hipHostMalloc((void **)ptr, size, flags);
}

template <class T>
static inline hipError_t hipHostAlloc(T **ptr, size_t size,
                                      unsigned int flags = hipHostAllocDefault) {
  return ::hipHostAlloc((void **)ptr, size, flags);
}

template <class T>
static inline hipError_t hipExtHostAlloc(T **ptr, size_t size,
                                         unsigned int flags = hipHostAllocDefault) {
  return ::hipExtHostAlloc((void **)ptr, size, flags);
}

template <class T>
static inline hipError_t hipMallocManaged(T **ptr, size_t size,
                                          unsigned int flags = hipMemAttachGlobal) {
  return ::hipMallocManaged((void **)ptr, size, flags);
}
#endif

// Texture references: the variable is a texture<>, whose base is textureReference.
template <class T, int dim = hipTextureType1D,
          enum hipTextureReadMode mode = hipReadModeElementType>
struct
#if defined(__HIP__)
    __attribute__((device_builtin_texture_type))
#endif
    texture;

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, const texture<T, dim, mode> &tex,
                                        const void *devPtr, size_t size = UINT_MAX) {
  return ::hipBindTexture(offset, &tex, devPtr, &tex.channelDesc, size);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture(size_t *offset, const texture<T, dim, mode> &tex,
                                        const void *devPtr, const hipChannelFormatDesc &desc,
                                        size_t size = UINT_MAX) {
  return ::hipBindTexture(offset, &tex, devPtr, &desc, size);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, const texture<T, dim, mode> &tex,
                                          const void *devPtr, size_t width, size_t height,
                                          size_t pitch) {
  return ::hipBindTexture2D(offset, &tex, devPtr, &tex.channelDesc, width, height, pitch);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTexture2D(size_t *offset, const texture<T, dim, mode> &tex,
                                          const void *devPtr, const hipChannelFormatDesc &desc,
                                          size_t width, size_t height, size_t pitch) {
  return ::hipBindTexture2D(offset, &tex, devPtr, &desc, width, height, pitch);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(const texture<T, dim, mode> &tex,
                                               hipArray_const_t array) {
  hipChannelFormatDesc desc;
  hipError_t e = ::hipGetChannelDesc(&desc, array);
  return e == hipSuccess ? ::hipBindTextureToArray(&tex, array, &desc) : e;
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToArray(const texture<T, dim, mode> &tex,
                                               hipArray_const_t array,
                                               const hipChannelFormatDesc &desc) {
  return ::hipBindTextureToArray(&tex, array, &desc);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(const texture<T, dim, mode> &tex,
                                                        hipMipmappedArray_const_t array) {
  return ::hipBindTextureToMipmappedArray(&tex, array, &array->desc);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipBindTextureToMipmappedArray(const texture<T, dim, mode> &tex,
                                                        hipMipmappedArray_const_t array,
                                                        const hipChannelFormatDesc &desc) {
  return ::hipBindTextureToMipmappedArray(&tex, array, &desc);
}

template <class T, int dim, enum hipTextureReadMode mode>
static inline hipError_t hipUnbindTexture(const texture<T, dim, mode> &tex) {
  return ::hipUnbindTexture(&tex);
}

#include <hip/channel_descriptor.h>

#if defined(__HIP__)
template <class __T, int __D, enum hipTextureReadMode __M>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int norm = 0, enum hipTextureFilterMode filter = hipFilterModePoint,
          enum hipTextureAddressMode address = hipAddressModeClamp)
      : textureReference() {
    normalized = norm;
    readMode = __M;
    filterMode = filter;
    for (int i = 0; i < 3; ++i) addressMode[i] = address;
    channelDesc = hipCreateChannelDesc<__T>();
    textureObject = nullptr;
  }
  texture(int norm, enum hipTextureFilterMode filter, enum hipTextureAddressMode address,
          struct hipChannelFormatDesc desc)
      : texture(norm, filter, address) {
    channelDesc = desc;
  }
};
#endif

#endif
