// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT's extensions: callbacks, and plans by the types of elements.
#ifndef HIPFFTXT_H_
#define HIPFFTXT_H_

#include <hipfft/hipfft.h>
#include <hipfft/hiplibxt.h>

typedef enum hipfftXtCallbackType_t {
  HIPFFT_CB_LD_COMPLEX = 0,
  HIPFFT_CB_LD_COMPLEX_DOUBLE = 1,
  HIPFFT_CB_LD_REAL = 2,
  HIPFFT_CB_LD_REAL_DOUBLE = 3,
  HIPFFT_CB_ST_COMPLEX = 4,
  HIPFFT_CB_ST_COMPLEX_DOUBLE = 5,
  HIPFFT_CB_ST_REAL = 6,
  HIPFFT_CB_ST_REAL_DOUBLE = 7,
  HIPFFT_CB_UNDEFINED = 8
} hipfftXtCallbackType;

// What memory is allocated for.
typedef enum hipfftXtSubFormat_t {
  HIPFFT_XT_FORMAT_INPUT = 0,
  HIPFFT_XT_FORMAT_OUTPUT = 1,
  HIPFFT_XT_FORMAT_INPLACE = 2,
  HIPFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
  HIPFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
  HIPFFT_FORMAT_UNDEFINED = 5
} hipfftXtSubFormat;

// Device functions that load an element of the input, and store one of the output.
typedef hipfftComplex (*hipfftCallbackLoadC)(void *dataIn, size_t offset, void *callerInfo,
                                             void *sharedPointer);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void *dataIn, size_t offset, void *callerInfo,
                                                   void *sharedPointer);
typedef hipfftReal (*hipfftCallbackLoadR)(void *dataIn, size_t offset, void *callerInfo,
                                          void *sharedPointer);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void *dataIn, size_t offset, void *callerInfo,
                                                void *sharedPointer);
typedef void (*hipfftCallbackStoreC)(void *dataOut, size_t offset, hipfftComplex element,
                                     void *callerInfo, void *sharedPointer);
typedef void (*hipfftCallbackStoreZ)(void *dataOut, size_t offset, hipfftDoubleComplex element,
                                     void *callerInfo, void *sharedPointer);
typedef void (*hipfftCallbackStoreR)(void *dataOut, size_t offset, hipfftReal element,
                                     void *callerInfo, void *sharedPointer);
typedef void (*hipfftCallbackStoreD)(void *dataOut, size_t offset, hipfftDoubleReal element,
                                     void *callerInfo, void *sharedPointer);

#ifdef __cplusplus
extern "C" {
#endif

HIPFFT_API hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks,
                                            hipfftXtCallbackType cbtype, void **callbackData);
HIPFFT_API hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype);
HIPFFT_API hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan,
                                                      hipfftXtCallbackType cbtype,
                                                      size_t sharedSize);

HIPFFT_API hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long int *n,
                                             long long int *inembed, long long int istride,
                                             long long int idist, hipDataType inputType,
                                             long long int *onembed, long long int ostride,
                                             long long int odist, hipDataType outputType,
                                             long long int batch, size_t *workSize,
                                             hipDataType executionType);
HIPFFT_API hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long int *n,
                                            long long int *inembed, long long int istride,
                                            long long int idist, hipDataType inputType,
                                            long long int *onembed, long long int ostride,
                                            long long int odist, hipDataType outputType,
                                            long long int batch, size_t *workSize,
                                            hipDataType executionType);
HIPFFT_API hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output, int direction);

// Transforms of memory that descriptors name. A plan has one device, the current one.
HIPFFT_API hipfftResult hipfftXtSetGPUs(hipfftHandle plan, int count, int *gpus);
HIPFFT_API hipfftResult hipfftXtMalloc(hipfftHandle plan, hipLibXtDesc **desc,
                                       hipfftXtSubFormat format);
HIPFFT_API hipfftResult hipfftXtMemcpy(hipfftHandle plan, void *dest, void *src,
                                       hipfftXtCopyType type);
HIPFFT_API hipfftResult hipfftXtFree(hipLibXtDesc *desc);
HIPFFT_API hipfftResult hipfftXtExecDescriptorC2C(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output, int direction);
HIPFFT_API hipfftResult hipfftXtExecDescriptorR2C(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output);
HIPFFT_API hipfftResult hipfftXtExecDescriptorC2R(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output);
HIPFFT_API hipfftResult hipfftXtExecDescriptorZ2Z(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output, int direction);
HIPFFT_API hipfftResult hipfftXtExecDescriptorD2Z(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output);
HIPFFT_API hipfftResult hipfftXtExecDescriptorZ2D(hipfftHandle plan, hipLibXtDesc *input,
                                                  hipLibXtDesc *output);
HIPFFT_API hipfftResult hipfftXtExecDescriptor(hipfftHandle plan, hipLibXtDesc *input,
                                               hipLibXtDesc *output, int direction);

#ifdef __cplusplus
}
#endif

#endif
