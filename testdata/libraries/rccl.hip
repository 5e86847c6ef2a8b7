// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// RCCL: all collective operations, types and reductions among ranks of one process and of several,
// against sums on the host; order in streams, graphs, messages in groups, calls that cannot be.
//
// e2e: flags=-lrccl
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <type_traits>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include <rccl/rccl.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == ncclSuccess)
#define HIP(call) CHECK((call) == hipSuccess)

template <class T> struct Memory {
  T *at = nullptr;
  size_t size;
  explicit Memory(size_t n) : size(n) { HIP(hipMalloc(&at, (n ? n : 1) * sizeof(T))); }
  explicit Memory(const std::vector<T> &v) : Memory(v.size()) {
    HIP(hipMemcpy(at, v.data(), size * sizeof(T), hipMemcpyHostToDevice));
  }
  Memory(Memory &&m) : at(m.at), size(m.size) { m.at = nullptr; }
  ~Memory() { HIP(hipFree(at)); }
  std::vector<T> get() const {
    std::vector<T> v(size);
    HIP(hipMemcpy(v.data(), at, size * sizeof(T), hipMemcpyDeviceToHost));
    return v;
  }
};

// The ranks of this process, each with its stream.
struct Ranks {
  std::vector<ncclComm_t> comms;
  std::vector<hipStream_t> streams;
  int first = 0, count;

  explicit Ranks(int n) : comms(n), streams(n), count(n) {
    std::vector<int> devices(n, 0);
    OK(ncclCommInitAll(comms.data(), n, devices.data()));
    for (auto &s : streams) HIP(hipStreamCreate(&s));
  }
  // A rank of several processes.
  Ranks(int n, int rank, const ncclUniqueId &id) : comms(1), streams(1), first(rank), count(n) {
    OK(ncclCommInitRank(&comms[0], n, id, rank));
    HIP(hipStreamCreate(&streams[0]));
  }
  ~Ranks() {
    for (auto s : streams) HIP(hipStreamDestroy(s));
    for (auto c : comms) OK(ncclCommDestroy(c));
  }
  void each(std::function<void(int rank, ncclComm_t, hipStream_t)> f) {
    OK(ncclGroupStart());
    for (size_t i = 0; i < comms.size(); i++) f(first + int(i), comms[i], streams[i]);
    OK(ncclGroupEnd());
    for (auto s : streams) HIP(hipStreamSynchronize(s));
  }
};

// What a rank has at a place: small, so that every type holds sums and products of a few ranks.
template <class T> T number(int rank, size_t i) { return T(float(1 + (i * 7 + rank * 3) % 3)); }
template <> __half number(int rank, size_t i) { return __float2half(number<float>(rank, i)); }
// bfloat16 as its bits.
struct bfloat {
  unsigned short bits;
};
template <> bfloat number(int rank, size_t i) {
  float f = number<float>(rank, i);
  return {(unsigned short)(__builtin_bit_cast(unsigned, f) >> 16)};
}
template <class T> double plain(T v) { return double(v); }
template <> double plain(__half v) { return __half2float(v); }
template <> double plain(bfloat v) { return __builtin_bit_cast(float, unsigned(v.bits) << 16); }

template <class T> std::vector<T> numbers(int rank, size_t n) {
  std::vector<T> v(n);
  for (size_t i = 0; i < n; i++) v[i] = number<T>(rank, i);
  return v;
}

// What a reduction of all ranks gives at a place. An average is rounded as its type is.
template <class T> double reduced(ncclRedOp_t op, int ranks, size_t i) {
  double r = plain(number<T>(0, i));
  for (int k = 1; k < ranks; k++) {
    double v = plain(number<T>(k, i));
    r = op == ncclProd  ? r * v
        : op == ncclMax ? std::max(r, v)
        : op == ncclMin ? std::min(r, v)
                        : r + v;
  }
  if (op == ncclAvg) r = std::is_integral_v<T> ? double((long long)r / ranks) : r / ranks;
  return r;
}

template <class T> bool same(T got, double want) {
  double error = std::abs(plain(got) - want);
  return error <= (sizeof(T) == 2 ? 0.02 : 1e-6) * std::abs(want);
}

template <class T> std::vector<Memory<T>> inputs(const Ranks &r, size_t n) {
  std::vector<Memory<T>> in;
  for (size_t i = 0; i < r.comms.size(); i++) in.emplace_back(numbers<T>(r.first + int(i), n));
  return in;
}
template <class T> std::vector<Memory<T>> outputs(const Ranks &r, size_t n) {
  std::vector<Memory<T>> out;
  for (size_t i = 0; i < r.comms.size(); i++) out.emplace_back(std::vector<T>(n));
  return out;
}

template <class T> void reductions(Ranks &ranks, ncclDataType_t type, size_t n, ncclRedOp_t op) {
  auto in = inputs<T>(ranks, n), out = outputs<T>(ranks, n);
  auto of = [&](int rank) { return size_t(rank - ranks.first); };
  int root = ranks.count - 1;
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
    OK(ncclAllReduce(in[of(r)].at, out[of(r)].at, n, type, op, c, s));
  });
  for (auto &o : out) {
    auto got = o.get();
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) wrong += !same(got[i], reduced<T>(op, ranks.count, i));
    CHECK(wrong == 0);
  }
  auto one = outputs<T>(ranks, n);
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
    OK(ncclReduce(in[of(r)].at, r == root ? one[of(r)].at : nullptr, n, type, op, root, c, s));
  });
  size_t part = n / ranks.count;
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) { // in place
    OK(ncclReduceScatter(in[of(r)].at, in[of(r)].at + r * part, part, type, op, c, s));
  });
  for (size_t k = 0; k < in.size(); k++) {
    int rank = ranks.first + int(k);
    auto all = one[k].get(), mine = in[k].get();
    size_t wrong = 0;
    for (size_t i = 0; i < n && rank == root; i++)
      wrong += !same(all[i], reduced<T>(op, ranks.count, i));
    for (size_t i = rank * part; i < (rank + 1) * part; i++)
      wrong += !same(mine[i], reduced<T>(op, ranks.count, i));
    CHECK(wrong == 0);
  }
}

template <class T> void all_reductions(Ranks &ranks, ncclDataType_t type) {
  for (int op = ncclSum; op < ncclNumOps; op++) reductions<T>(ranks, type, 1001, ncclRedOp_t(op));
}

// What moves without being changed.
static void movements(Ranks &ranks, size_t n) {
  int count = ranks.count;
  auto of = [&](int rank) { return size_t(rank - ranks.first); };
  auto in = inputs<double>(ranks, n * count), out = outputs<double>(ranks, n * count);
  auto holds = [&](std::function<double(int rank, size_t i)> want, size_t size, int only = -1) {
    for (size_t k = 0; k < out.size(); k++) {
      auto got = out[k].get();
      size_t wrong = 0;
      for (size_t i = 0; i < size && (only < 0 || only == ranks.first + int(k)); i++)
        wrong += got[i] != want(ranks.first + int(k), i);
      CHECK(wrong == 0);
    }
  };
  for (int root = 0; root < count; root++) {
    ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
      OK(ncclBroadcast(r == root ? in[of(r)].at : nullptr, out[of(r)].at, n, ncclDouble, root, c,
                       s));
    });
    holds([&](int, size_t i) { return number<double>(root, i); }, n);
    ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
      OK(ncclGather(in[of(r)].at, out[of(r)].at, n, ncclDouble, root, c, s));
    });
    holds([&](int, size_t i) { return number<double>(int(i / n), i % n); }, n * count, root);
    ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
      OK(ncclScatter(in[of(r)].at, out[of(r)].at, n, ncclDouble, root, c, s));
    });
    holds([&](int r, size_t i) { return number<double>(root, r * n + i); }, n);
  }
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
    OK(ncclAllGather(in[of(r)].at, out[of(r)].at, n, ncclDouble, c, s));
  });
  holds([&](int, size_t i) { return number<double>(int(i / n), i % n); }, n * count);
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
    OK(ncclAllToAll(in[of(r)].at, out[of(r)].at, n, ncclDouble, c, s));
  });
  holds([&](int r, size_t i) { return number<double>(int(i / n), r * n + i % n); }, n * count);
  // Messages to the next rank and from the one before, and then a collective operation.
  ranks.each([&](int r, ncclComm_t c, hipStream_t s) {
    OK(ncclSend(in[of(r)].at, n, ncclDouble, (r + 1) % count, c, s));
    OK(ncclRecv(out[of(r)].at, n, ncclDouble, (r + count - 1) % count, c, s));
  });
  holds([&](int r, size_t i) { return number<double>((r + count - 1) % count, i); }, n);
}

template <class T> static void scaled_sums(Ranks &ranks, ncclDataType_t type);
static void splits(Ranks &ranks);

static void everything(Ranks &ranks) {
  all_reductions<signed char>(ranks, ncclInt8);
  all_reductions<unsigned char>(ranks, ncclUint8);
  all_reductions<int>(ranks, ncclInt32);
  all_reductions<unsigned>(ranks, ncclUint32);
  all_reductions<long long>(ranks, ncclInt64);
  all_reductions<unsigned long long>(ranks, ncclUint64);
  all_reductions<__half>(ranks, ncclFloat16);
  all_reductions<float>(ranks, ncclFloat32);
  all_reductions<double>(ranks, ncclFloat64);
  all_reductions<bfloat>(ranks, ncclBfloat16);
  for (size_t n : {size_t(0), size_t(1), size_t(2), size_t(560001)}) // several blocks of the ring
    reductions<float>(ranks, ncclFloat, n, ncclSum);
  movements(ranks, 5);
  movements(ranks, 160001);
  scaled_sums<float>(ranks, ncclFloat32);
  scaled_sums<int>(ranks, ncclInt32);
  splits(ranks);
}

__global__ void add(float *data, int n, float what) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += what;
}

// Calls are between kernels of their streams, and a graph does them again.
static void order() {
  constexpr int n = 1000;
  Ranks ranks(2);
  std::vector<Memory<float>> data = outputs<float>(ranks, n);
  hipGraph_t graph[2];
  hipGraphExec_t run[2];
  auto step = [&] {
    for (int r = 0; r < 2; r++) add<<<4, 256, 0, ranks.streams[r]>>>(data[r].at, n, float(r + 1));
    OK(ncclGroupStart());
    for (int r = 0; r < 2; r++)
      OK(ncclAllReduce(data[r].at, data[r].at, n, ncclFloat, ncclSum, ranks.comms[r],
                       ranks.streams[r]));
    OK(ncclGroupEnd());
    for (int r = 0; r < 2; r++) add<<<4, 256, 0, ranks.streams[r]>>>(data[r].at, n, float(r));
  };
  auto holds = [&](float a, float b) {
    for (int r = 0; r < 2; r++) {
      HIP(hipStreamSynchronize(ranks.streams[r]));
      auto got = data[r].get();
      CHECK(got[0] == (r ? b : a) && got[n - 1] == (r ? b : a));
    }
  };
  step();
  holds(3, 4);
  step();
  holds(10, 11);
  for (int r = 0; r < 2; r++)
    HIP(hipStreamBeginCapture(ranks.streams[r], hipStreamCaptureModeThreadLocal));
  step();
  for (int r = 0; r < 2; r++) {
    HIP(hipStreamEndCapture(ranks.streams[r], &graph[r]));
    HIP(hipGraphInstantiate(&run[r], graph[r], nullptr, nullptr, 0));
  }
  for (int turn = 0; turn < 2; turn++) {
    for (int r = 0; r < 2; r++) HIP(hipGraphLaunch(run[r], ranks.streams[r]));
    holds(turn ? 52 : 24, turn ? 53 : 25);
  }
  for (int r = 0; r < 2; r++) HIP(hipGraphExecDestroy(run[r]));
  for (int r = 0; r < 2; r++) HIP(hipGraphDestroy(graph[r]));
  // Both ranks in one stream.
  OK(ncclGroupStart());
  for (int r = 0; r < 2; r++)
    OK(ncclAllReduce(data[r].at, data[r].at, n, ncclFloat, ncclMax, ranks.comms[r], nullptr));
  OK(ncclGroupEnd());
  HIP(hipDeviceSynchronize());
  for (auto &d : data) CHECK(d.get()[n / 2] == 53);
}

// A sum of multiples: each rank's factor is on the host or in device memory, read when the
// reduction is executed.
template <class T> static void scaled_sums(Ranks &ranks, ncclDataType_t type) {
  const size_t n = 501;
  int count = ranks.count;
  auto in = inputs<T>(ranks, n * count), out = outputs<T>(ranks, n);
  std::vector<ncclRedOp_t> ops(ranks.comms.size()), device(ranks.comms.size());
  std::vector<Memory<T>> factors;
  for (size_t i = 0; i < ops.size(); i++) {
    T factor = T(2 + ranks.first + int(i));
    factors.emplace_back(std::vector<T>{T(0)});
    OK(ncclRedOpCreatePreMulSum(&ops[i], &factor, type, ncclScalarHostImmediate, ranks.comms[i]));
    OK(ncclRedOpCreatePreMulSum(&device[i], factors[i].at, type, ncclScalarDevice, ranks.comms[i]));
    CHECK(ops[i] >= ncclNumOps && device[i] != ops[i]);
    HIP(hipMemcpy(factors[i].at, &factor, sizeof factor, hipMemcpyHostToDevice));
    factor = T(99); // the call has read it
  }
  auto want = [&](size_t i) {
    double sum = 0;
    for (int k = 0; k < count; k++) sum += (2 + k) * plain(number<T>(k, i));
    return sum;
  };
  for (auto *which : {&ops, &device}) {
    ranks.each([&](int rank, ncclComm_t c, hipStream_t s) {
      size_t at = size_t(rank - ranks.first);
      OK(ncclAllReduce(in[at].at, out[at].at, n, type, (*which)[at], c, s));
    });
    for (auto &o : out) {
      auto v = o.get();
      for (size_t i = 0; i < n; i++) CHECK(same(v[i], want(i)));
    }
    ranks.each([&](int rank, ncclComm_t c, hipStream_t s) {
      size_t at = size_t(rank - ranks.first);
      OK(ncclReduceScatter(in[at].at, out[at].at, n, type, (*which)[at], c, s));
    });
    for (size_t k = 0; k < out.size(); k++) {
      auto v = out[k].get();
      for (size_t i = 0; i < n; i++) CHECK(same(v[i], want((ranks.first + k) * n + i)));
    }
  }
  for (size_t i = 0; i < ops.size(); i++) {
    OK(ncclRedOpDestroy(ops[i], ranks.comms[i]));
    CHECK(ncclRedOpDestroy(ops[i], ranks.comms[i]) == ncclInvalidArgument);
    CHECK(ncclAllReduce(in[i].at, out[i].at, n, type, ops[i], ranks.comms[i], nullptr) ==
          ncclInvalidArgument);
    const auto other = type == ncclFloat32 ? ncclFloat64 : ncclFloat32;
    CHECK(ncclAllReduce(in[i].at, out[i].at, n, other, device[i], ranks.comms[i], nullptr) ==
          ncclInvalidArgument);
    OK(ncclRedOpDestroy(device[i], ranks.comms[i]));
  }
}

// Ranks of a color have their own communicator, in the order of their keys, after the calls before
// the split.
static void splits(Ranks &ranks) {
  const size_t n = 100;
  int count = ranks.count;
  size_t here = ranks.comms.size();
  auto in = inputs<float>(ranks, n), out = outputs<float>(ranks, n),
       part = outputs<float>(ranks, n);
  std::vector<ncclComm_t> halves(here, nullptr), none(here, ranks.comms[0]);
  // Calls that are queued when the communicator is split.
  OK(ncclGroupStart());
  for (size_t i = 0; i < here; i++)
    OK(ncclAllReduce(in[i].at, out[i].at, n, ncclFloat, ncclSum, ranks.comms[i], ranks.streams[i]));
  OK(ncclGroupEnd());
  OK(ncclGroupStart());
  for (size_t i = 0; i < here; i++) {
    int rank = ranks.first + int(i);
    OK(ncclCommSplit(ranks.comms[i], rank % 2, -rank, &halves[i], nullptr));
  }
  OK(ncclGroupEnd());
  OK(ncclGroupStart());
  for (size_t i = 0; i < here; i++) {
    int rank = ranks.first + int(i), members = (count + 1 - rank % 2) / 2, own, size;
    OK(ncclCommCount(halves[i], &size));
    OK(ncclCommUserRank(halves[i], &own));
    CHECK(size == members && own == members - 1 - rank / 2);
    OK(ncclAllReduce(in[i].at, part[i].at, n, ncclFloat, ncclSum, halves[i], ranks.streams[i]));
  }
  OK(ncclGroupEnd());
  for (size_t i = 0; i < here; i++) {
    HIP(hipStreamSynchronize(ranks.streams[i]));
    auto all = out[i].get(), half = part[i].get();
    for (size_t k = 0; k < n; k++) {
      float sum = 0, whole = 0;
      for (int r = 0; r < count; r++) {
        whole += number<float>(r, k);
        if (r % 2 == (ranks.first + int(i)) % 2) sum += number<float>(r, k);
      }
      CHECK(all[k] == whole && half[k] == sum);
    }
    OK(ncclCommDestroy(halves[i]));
  }
  // A rank without a color takes part, and gets none.
  OK(ncclGroupStart());
  for (size_t i = 0; i < here; i++) {
    bool in_it = ranks.first + int(i) == 0;
    OK(ncclCommSplit(ranks.comms[i], in_it ? 5 : NCCL_SPLIT_NOCOLOR, 0, &none[i], nullptr));
  }
  OK(ncclGroupEnd());
  for (size_t i = 0; i < here; i++) {
    int size = 0;
    if (ranks.first + int(i)) {
      CHECK(none[i] == nullptr);
    } else {
      OK(ncclCommCount(none[i], &size));
      CHECK(size == 1);
      OK(ncclCommDestroy(none[i]));
    }
  }
}

static void refusals() {
  Ranks ranks(1);
  Memory<float> data(std::vector<float>{1, 2});
  ncclComm_t comm = ranks.comms[0], none = nullptr;
  ncclUniqueId id;
  ncclResult_t error;
  int got = 0;
  auto all_reduce = [&](const void *in, void *out, int type, int op, ncclComm_t c) {
    return ncclAllReduce(in, out, 2, ncclDataType_t(type), ncclRedOp_t(op), c, ranks.streams[0]);
  };
  OK(all_reduce(data.at, data.at, ncclFloat, ncclAvg, comm));
  CHECK(all_reduce(data.at, data.at, ncclFloat, ncclSum, none) == ncclInvalidArgument);
  CHECK(all_reduce(nullptr, data.at, ncclFloat, ncclSum, comm) == ncclInvalidArgument);
  CHECK(all_reduce(data.at, nullptr, ncclFloat, ncclSum, comm) == ncclInvalidArgument);
  CHECK(all_reduce(data.at, data.at, ncclNumTypes, ncclSum, comm) == ncclInvalidArgument);
  CHECK(all_reduce(data.at, data.at, -1, ncclSum, comm) == ncclInvalidArgument);
  CHECK(all_reduce(data.at, data.at, ncclFloat, ncclNumOps, comm) == ncclInvalidArgument);
  CHECK(ncclBcast(data.at, 2, ncclFloat, 1, comm, nullptr) == ncclInvalidArgument);
  CHECK(ncclSend(data.at, 2, ncclFloat, -1, comm, nullptr) == ncclInvalidArgument);
  CHECK(ncclSend(data.at, size_t(-1), ncclFloat, 0, comm, nullptr) == ncclInvalidArgument);
  CHECK(ncclGroupEnd() == ncclInvalidUsage);
  OK(ncclGroupStart());
  OK(all_reduce(data.at, data.at, ncclFloat, ncclProd, comm));
  CHECK(all_reduce(data.at, data.at, ncclFloat, ncclSum, none) == ncclInvalidArgument);
  CHECK(ncclGroupEnd() == ncclInvalidArgument); // and nothing is done
  CHECK(ncclGetUniqueId(nullptr) == ncclInvalidArgument);
  OK(ncclGetUniqueId(&id));
  CHECK(ncclCommInitRank(&none, 2, id, 2) == ncclInvalidArgument);
  CHECK(ncclCommInitRank(&none, 0, id, 0) == ncclInvalidArgument);
  CHECK(ncclCommInitRank(nullptr, 1, id, 0) == ncclInvalidArgument);
  CHECK(ncclCommInitRank(&none, 1, ncclUniqueId{}, 0) == ncclInvalidArgument);
  CHECK(ncclCommInitAll(&none, 1, &(const int &)1000) == ncclInvalidArgument);
  ncclConfig_t config = NCCL_CONFIG_INITIALIZER;
  OK(ncclCommInitRankConfig(&none, 1, id, 0, &config));
  OK(ncclCommAbort(none));
  CHECK(ncclCommCount(comm, nullptr) == ncclInvalidArgument);
  CHECK(ncclCommCount(comm, &got) == ncclSuccess && got == 1);
  CHECK(ncclCommUserRank(comm, &got) == ncclSuccess && got == 0);
  CHECK(ncclCommCuDevice(comm, &got) == ncclSuccess && got == 0);
  CHECK(ncclGetVersion(&got) == ncclSuccess && got == NCCL_VERSION_CODE);
  CHECK(*ncclGetErrorString(ncclInvalidUsage) && *ncclGetErrorString(ncclResult_t(77)));
  // A message to itself that nobody receives.
  OK(ncclSend(data.at, 2, ncclFloat, 0, comm, ranks.streams[0]));
  HIP(hipStreamSynchronize(ranks.streams[0]));
  CHECK(ncclCommGetAsyncError(comm, &error) == ncclSuccess && error == ncclInvalidUsage);
  CHECK(all_reduce(data.at, data.at, ncclFloat, ncclSum, comm) == ncclInvalidUsage);
  CHECK(data.get() == std::vector<float>({1, 2}));
  ncclRedOp_t op;
  float one = 1;
  void *handle;
  CHECK(ncclCommSplit(none, 0, 0, &none, nullptr) == ncclInvalidArgument);
  CHECK(ncclCommSplit(comm, 0, 0, nullptr, nullptr) == ncclInvalidArgument);
  CHECK(ncclCommSplit(comm, -2, 0, &none, nullptr) == ncclInvalidArgument);
  const auto host = ncclScalarHostImmediate;
  CHECK(ncclRedOpCreatePreMulSum(&op, &one, ncclFloat, host, none) == ncclInvalidArgument);
  CHECK(ncclRedOpCreatePreMulSum(nullptr, &one, ncclFloat, host, comm) == ncclInvalidArgument);
  CHECK(ncclRedOpCreatePreMulSum(&op, nullptr, ncclFloat, host, comm) == ncclInvalidArgument);
  CHECK(ncclRedOpCreatePreMulSum(&op, &one, ncclDataType_t(99), host, comm) == ncclInvalidArgument);
  CHECK(ncclRedOpCreatePreMulSum(&op, &one, ncclFloat, ncclScalarResidence_t(9), comm) ==
        ncclInvalidArgument);
  CHECK(ncclRedOpDestroy(ncclSum, comm) == ncclInvalidArgument);
  CHECK(ncclCommRegister(comm, nullptr, 4, &handle) == ncclInvalidArgument);
  OK(ncclCommRegister(comm, data.at, 8, &handle));
  OK(ncclCommDeregister(comm, handle));
  CHECK(ncclCommDeregister(comm, nullptr) == ncclInvalidArgument);
}

// The rank of a process that ends is missed by the others.
static void gone(int rank, const ncclUniqueId &id) {
  Ranks ranks(2, rank, id);
  Memory<float> data(std::vector<float>(4));
  ncclResult_t error = ncclSuccess;
  if (rank) return;
  OK(ncclRecv(data.at, 4, ncclFloat, 1, ranks.comms[0], ranks.streams[0]));
  HIP(hipStreamSynchronize(ranks.streams[0]));
  CHECK(ncclCommGetAsyncError(ranks.comms[0], &error) == ncclSuccess && error == ncclRemoteError);
}

// The processes are made before HIP is used; the first one tells the others the IDs.
static int process(int rank, int count, int from, const std::vector<int> &to) {
  ncclUniqueId id[2];
  if (rank == 0) {
    for (auto &i : id) OK(ncclGetUniqueId(&i));
    for (int t : to) CHECK(write(t, id, sizeof id) == sizeof id);
  } else {
    CHECK(read(from, id, sizeof id) == sizeof id);
  }
  {
    Ranks ranks(count, rank, id[0]);
    everything(ranks);
    OK(ncclCommFinalize(ranks.comms[0]));
  }
  if (rank < 2) gone(rank, id[1]);
  return failures;
}

int main() {
  constexpr int count = 3;
  std::vector<int> to;
  std::vector<pid_t> others;
  for (int rank = 1; rank < count; rank++) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t child = fork();
    if (child == 0) {
      int wrong = process(rank, count, ends[0], {});
      fflush(stdout);
      _exit(wrong != 0);
    }
    others.push_back(child);
    to.push_back(ends[1]);
  }
  process(0, count, -1, to);
  for (pid_t o : others) {
    int status = -1;
    CHECK(waitpid(o, &status, 0) == o && status == 0);
  }
  for (int n : {1, 2, 4}) {
    Ranks ranks(n);
    everything(ranks);
  }
  order();
  refusals();
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
