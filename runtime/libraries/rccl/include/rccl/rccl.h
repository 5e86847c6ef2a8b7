// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// RCCL: collective operations among the ranks of a communicator, in stream order.
#ifndef NCCL_H_
#define NCCL_H_

#include <limits.h>
#include <stddef.h>

#include <hip/hip_fp16.h>
#include <hip/hip_runtime_api.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 22
#define NCCL_PATCH 3
#define NCCL_SUFFIX ""
#define NCCL_VERSION_CODE 22203
#define NCCL_VERSION(X, Y, Z)                                                                      \
  (((X) <= 2 && (Y) <= 8) ? (X) * 1000 + (Y) * 100 + (Z) : (X) * 10000 + (Y) * 100 + (Z))

#define RCCL_BFLOAT16 1
#define RCCL_GATHER_SCATTER 1
#define RCCL_ALLTOALLV 1

#if defined(__GNUC__)
#define GOHIP_NCCL_API __attribute__((visibility("default")))
#else
#define GOHIP_NCCL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ncclComm *ncclComm_t;
#define NCCL_COMM_NULL NULL

#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
  char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
  ncclSuccess = 0,
  ncclUnhandledCudaError = 1,
  ncclSystemError = 2,
  ncclInternalError = 3,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7,
  ncclNumResults = 8
} ncclResult_t;

typedef enum {
  ncclSum = 0,
  ncclProd = 1,
  ncclMax = 2,
  ncclMin = 3,
  ncclAvg = 4,
  ncclNumOps = 5,
  ncclMaxRedOp = 0x7fffffff
} ncclRedOp_t;

typedef enum {
  ncclInt8 = 0,
  ncclChar = 0,
  ncclUint8 = 1,
  ncclInt32 = 2,
  ncclInt = 2,
  ncclUint32 = 3,
  ncclInt64 = 4,
  ncclUint64 = 5,
  ncclFloat16 = 6,
  ncclHalf = 6,
  ncclFloat32 = 7,
  ncclFloat = 7,
  ncclFloat64 = 8,
  ncclDouble = 8,
  ncclBfloat16 = 9,
  ncclNumTypes = 10
} ncclDataType_t;

// Where the scalar of ncclRedOpCreatePreMulSum is: in device memory, where it is read when the
// reduction is executed, or on the host, where it is read at once.
typedef enum { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 } ncclScalarResidence_t;

#define NCCL_SPLIT_NOCOLOR -1

#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL

// Initialize it with NCCL_CONFIG_INITIALIZER. Operations always block, as with blocking = 1; the
// other members have no effect.
typedef struct {
  size_t size;
  unsigned int magic, version;
  int blocking, cgaClusterSize, minCTAs, maxCTAs;
  const char *netName;
  int splitShare;
} ncclConfig_t;
#define NCCL_CONFIG_INITIALIZER                                                                    \
  {sizeof(ncclConfig_t),  0xcafebeef,                                                              \
   NCCL_VERSION_CODE,     NCCL_CONFIG_UNDEF_INT,                                                   \
   NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT,                                                   \
   NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR,                                                   \
   NCCL_CONFIG_UNDEF_INT}

#define N GOHIP_NCCL_API ncclResult_t

N ncclGetVersion(int *version);
GOHIP_NCCL_API const char *ncclGetErrorString(ncclResult_t result);
GOHIP_NCCL_API const char *ncclGetLastError(ncclComm_t comm);

N ncclGetUniqueId(ncclUniqueId *uniqueId);
N ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank);
N ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank,
                         ncclConfig_t *config);
N ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist);
N ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm, ncclConfig_t *config);
N ncclCommFinalize(ncclComm_t comm);
N ncclCommDestroy(ncclComm_t comm);
N ncclCommAbort(ncclComm_t comm);
N ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError);
N ncclCommCount(const ncclComm_t comm, int *count);
N ncclCommCuDevice(const ncclComm_t comm, int *device);
N ncclCommUserRank(const ncclComm_t comm, int *rank);

N ncclMemAlloc(void **ptr, size_t size);
N ncclMemFree(void *ptr);

// Registered buffers are not faster.
N ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle);
N ncclCommDeregister(const ncclComm_t comm, void *handle);

N ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t datatype,
                           ncclScalarResidence_t residence, ncclComm_t comm);
N ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm);

N ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
             ncclRedOp_t op, int root, ncclComm_t comm, hipStream_t stream);
N ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
            hipStream_t stream);
N ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                int root, ncclComm_t comm, hipStream_t stream);
N ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                ncclRedOp_t op, ncclComm_t comm, hipStream_t stream);
N ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype,
                    ncclRedOp_t op, ncclComm_t comm, hipStream_t stream);
N ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype,
                ncclComm_t comm, hipStream_t stream);
N ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm,
           hipStream_t stream);
N ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer, ncclComm_t comm,
           hipStream_t stream);
N ncclGather(const void *sendbuff, void *recvbuff, size_t sendcount, ncclDataType_t datatype,
             int root, ncclComm_t comm, hipStream_t stream);
N ncclScatter(const void *sendbuff, void *recvbuff, size_t recvcount, ncclDataType_t datatype,
              int root, ncclComm_t comm, hipStream_t stream);
N ncclAllToAll(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
               ncclComm_t comm, hipStream_t stream);
N ncclAllToAllv(const void *sendbuff, const size_t sendcounts[], const size_t sdispls[],
                void *recvbuff, const size_t recvcounts[], const size_t rdispls[],
                ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream);

N ncclGroupStart(void);
N ncclGroupEnd(void);

#undef N

#ifdef __cplusplus
}
#endif

#endif
