// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>
#include <mpi.h>

#include <cstdio>

// Every thread adds its rank's share.
__global__ void add(int *sum, int value) { atomicAdd(sum, value); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, mine = 0, total = 0, *dev = nullptr;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (hipMalloc((void **)&dev, sizeof(int)) != hipSuccess ||
      hipMemset(dev, 0, sizeof(int)) != hipSuccess)
    MPI_Abort(MPI_COMM_WORLD, 1);
  add<<<10, 100>>>(dev, rank + 1);
  if (hipMemcpy(&mine, dev, sizeof(int), hipMemcpyDeviceToHost) != hipSuccess)
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Reduce(&mine, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::printf("sum over %d ranks: %d\n", size, total);
  (void)hipFree(dev);
  MPI_Finalize();
  return 0;
}
