// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Cooperative groups: blocks, tiles of a warp, the lanes that happen to be active,
// and the whole grid of a cooperative launch.
#ifndef HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H
#define HIP_INCLUDE_HIP_HIP_COOPERATIVE_GROUPS_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COOPERATIVE_GROUPS_H // the guard of AMD's header, which projects test

#include <hip/hip_runtime.h>

#if defined(__cplusplus) && defined(__clang__) && defined(__HIP__)

// AMD's names, which programs use for groups of their own.
#ifndef __CG_QUALIFIER__
#define __CG_QUALIFIER__ __device__ __forceinline__
#endif
#ifndef __CG_STATIC_QUALIFIER__
#define __CG_STATIC_QUALIFIER__ __device__ static __forceinline__
#endif
#ifndef _CG_STATIC_CONST_DECL_
#define _CG_STATIC_CONST_DECL_ static constexpr
#endif
using lane_mask = unsigned long long;

extern "C" {
__device__ void __gohip_grid_sync() __attribute__((convergent, nothrow));
__device__ bool __gohip_grid_valid() __attribute__((nothrow));
__device__ void __gohip_multi_grid() __attribute__((nothrow));
}

namespace cooperative_groups {

template <unsigned __Size> struct is_power_of_2 {
  static constexpr bool value = (__Size & (__Size - 1)) == 0;
};
template <unsigned __Size> struct is_valid_wavefront {
  static constexpr bool value = __Size <= __AMDGCN_WAVEFRONT_SIZE;
};
template <unsigned __Size> struct is_valid_tile_size {
  static constexpr bool value = is_power_of_2<__Size>::value && is_valid_wavefront<__Size>::value;
};

namespace internal {
typedef enum {
  cg_invalid,
  cg_multi_grid,
  cg_grid,
  cg_workgroup,
  cg_tiled_group,
  cg_coalesced_group
} group_type;

__GOHIP_DI unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
__GOHIP_DI unsigned block_rank() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__GOHIP_DI unsigned grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
__GOHIP_DI unsigned block_number() {
  return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
}
__GOHIP_DI unsigned long long lanes(unsigned n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }
// Bits of lanes as bits of ranks, for the lanes of a mask.
__device__ inline unsigned long long by_rank(unsigned long long bits, unsigned long long mask) {
  unsigned long long r = 0;
  for (unsigned i = 0; mask; ++i, mask &= mask - 1) r |= (bits >> __builtin_ctzll(mask) & 1) << i;
  return r;
}
} // namespace internal

// What every group has. Its members say which threads belong to it.
class thread_group {
protected:
  internal::group_type _type;
  unsigned _size;
  unsigned long long _mask; // lanes of the warp, for tiles and coalesced groups
  unsigned _tile;           // size of the tile, 0 for other groups

public:
  __GOHIP_DI thread_group(internal::group_type type, unsigned size = 0, unsigned long long mask = 0,
                          unsigned tile = 0)
      : _type(type), _size(size), _mask(mask), _tile(tile) {}
  __GOHIP_DI unsigned size() const { return _size; }
  __GOHIP_DI unsigned num_threads() const { return _size; }
  __GOHIP_DI unsigned cg_type() const { return _type; }
  __device__ unsigned thread_rank() const;
  __GOHIP_DI unsigned block_rank() const { return internal::block_number(); }
  __device__ bool is_valid() const;
  __device__ void sync() const;
  friend __device__ thread_group tiled_partition(const thread_group &g, unsigned size);
};
// The calling thread alone.
__GOHIP_DI thread_group this_thread() {
  return thread_group(internal::cg_coalesced_group, 1, 1ull << __lane_id());
}

// The grid of a cooperative launch.
class grid_group : public thread_group {
public:
  __GOHIP_DI grid_group()
      : thread_group(internal::cg_grid, internal::grid_blocks() * internal::block_threads()) {}
  __GOHIP_DI void sync() const { __gohip_grid_sync(); }
  __GOHIP_DI bool is_valid() const { return __gohip_grid_valid(); }
  __GOHIP_DI unsigned thread_rank() const {
    return internal::block_number() * internal::block_threads() + internal::block_rank();
  }
  __GOHIP_DI unsigned block_rank() const { return internal::block_number(); }
  __GOHIP_DI unsigned num_blocks() const { return internal::grid_blocks(); }
  __GOHIP_DI dim3 group_dim() const { return gridDim; }
  __GOHIP_DI dim3 dim_blocks() const { return gridDim; }
  __GOHIP_DI dim3 block_index() const { return blockIdx; }
  // The two halves of a barrier. Nobody waits in the first: what a thread does between them, others need not
  // see, and none gets past the second before all have reached it.
  struct arrival_token {};
  __GOHIP_DI arrival_token barrier_arrive() const { return {}; }
  __GOHIP_DI void barrier_wait(arrival_token &&) const { __gohip_grid_sync(); }
};
__GOHIP_DI grid_group this_grid() { return grid_group(); }

// The grids of a launch over several devices. Here no device waits for another: kernels with this group are
// launched on one, and are refused on several.
class multi_grid_group : public thread_group {
public:
  __GOHIP_DI multi_grid_group()
      : thread_group(internal::cg_multi_grid, internal::grid_blocks() * internal::block_threads()) {
    __gohip_multi_grid();
  }
  __GOHIP_DI unsigned num_grids() const { return 1; }
  __GOHIP_DI unsigned grid_rank() const { return 0; }
  __GOHIP_DI unsigned thread_rank() const { return grid_group().thread_rank(); }
  __GOHIP_DI bool is_valid() const { return __gohip_grid_valid(); }
  __GOHIP_DI void sync() const { __gohip_grid_sync(); }
};
__GOHIP_DI multi_grid_group this_multi_grid() { return multi_grid_group(); }

class thread_block : public thread_group {
public:
  __GOHIP_DI thread_block() : thread_group(internal::cg_workgroup, internal::block_threads()) {}
  static __GOHIP_DI dim3 group_index() { return blockIdx; }
  static __GOHIP_DI dim3 thread_index() { return threadIdx; }
  static __GOHIP_DI unsigned thread_rank() { return internal::block_rank(); }
  static __GOHIP_DI unsigned size() { return internal::block_threads(); }
  static __GOHIP_DI unsigned num_threads() { return internal::block_threads(); }
  static __GOHIP_DI dim3 group_dim() { return blockDim; }
  static __GOHIP_DI dim3 dim_threads() { return blockDim; }
  static __GOHIP_DI bool is_valid() { return true; }
  static __GOHIP_DI unsigned block_rank() { return internal::block_number(); }
  static __GOHIP_DI void sync() { __syncthreads(); }
  struct arrival_token {}; // as of a grid
  static __GOHIP_DI arrival_token barrier_arrive() { return {}; }
  static __GOHIP_DI void barrier_wait(arrival_token &&) { __syncthreads(); }
};
__GOHIP_DI thread_block this_thread_block() { return thread_block(); }

// HIP 7: the blocks of a cluster, which hipLaunchAttributeClusterDimension makes. They run at the same time and
// reach each other's shared memory. Where the device has none, each block is a cluster of its own.
class cluster_group {
  __GOHIP_DI cluster_group() {}
  friend __device__ cluster_group this_cluster();

public:
  struct arrival_token {};
#if defined(__NVPTX__) && __GOHIP_SM >= 900
  // A thread's earlier accesses come before the later ones of those that wait.
  static __GOHIP_DI arrival_token barrier_arrive() {
    __nvvm_barrier_cluster_arrive();
    return {};
  }
  static __GOHIP_DI void barrier_wait(arrival_token &&) { __nvvm_barrier_cluster_wait(); }
  static __GOHIP_DI dim3 block_index() {
    return dim3(__nvvm_read_ptx_sreg_cluster_ctaid_x(), __nvvm_read_ptx_sreg_cluster_ctaid_y(),
                __nvvm_read_ptx_sreg_cluster_ctaid_z());
  }
  static __GOHIP_DI unsigned block_rank() { return __nvvm_read_ptx_sreg_cluster_ctarank(); }
  static __GOHIP_DI dim3 dim_blocks() {
    return dim3(__nvvm_read_ptx_sreg_cluster_nctaid_x(), __nvvm_read_ptx_sreg_cluster_nctaid_y(),
                __nvvm_read_ptx_sreg_cluster_nctaid_z());
  }
  static __GOHIP_DI unsigned num_blocks() { return __nvvm_read_ptx_sreg_cluster_nctarank(); }
  // Where a variable in shared memory is in another block, and whose an address is.
  template <class T> static __GOHIP_DI T *map_shared_rank(T *p, int rank) {
    return (T *)__nvvm_mapa((void *)p, rank);
  }
  static __GOHIP_DI unsigned query_shared_rank(const void *p) {
    return __nvvm_getctarank((void *)p);
  }
#else
  static __GOHIP_DI arrival_token barrier_arrive() { return {}; }
  static __GOHIP_DI void barrier_wait(arrival_token &&) { __syncthreads(); }
  static __GOHIP_DI dim3 block_index() { return dim3(0, 0, 0); }
  static __GOHIP_DI unsigned block_rank() { return 0; }
  static __GOHIP_DI dim3 dim_blocks() { return dim3(1, 1, 1); }
  static __GOHIP_DI unsigned num_blocks() { return 1; }
  template <class T> static __GOHIP_DI T *map_shared_rank(T *p, int) { return p; }
  static __GOHIP_DI unsigned query_shared_rank(const void *) { return 0; }
#endif
  static __GOHIP_DI void sync() { barrier_wait(barrier_arrive()); }
  static __GOHIP_DI dim3 thread_index() {
    dim3 b = block_index();
    return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y,
                b.z * blockDim.z + threadIdx.z);
  }
  static __GOHIP_DI unsigned thread_rank() {
    return block_rank() * internal::block_threads() + internal::block_rank();
  }
  static __GOHIP_DI dim3 dim_threads() {
    dim3 n = dim_blocks();
    return dim3(n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z);
  }
  static __GOHIP_DI unsigned num_threads() { return num_blocks() * internal::block_threads(); }
  static __GOHIP_DI unsigned size() { return num_threads(); }
};
__GOHIP_DI cluster_group this_cluster() { return cluster_group(); }

// Lanes of one warp, named by a mask. Lanes are ranked in order.
class coalesced_group : public thread_group {
  unsigned _meta_rank, _meta_size; // of this group among the parts of the group it was made from

  __GOHIP_DI unsigned lane_of(unsigned rank) const {
    return _size == (unsigned)warpSize ? rank : (unsigned)__fns64(_mask, 0, (int)rank + 1);
  }

public:
  __GOHIP_DI explicit coalesced_group(unsigned long long mask, unsigned meta_rank = 0,
                                      unsigned meta_size = 1)
      : thread_group(internal::cg_coalesced_group, (unsigned)__builtin_popcountll(mask), mask),
        _meta_rank(meta_rank), _meta_size(meta_size) {}
  __GOHIP_DI unsigned thread_rank() const { return __mbcnt(_mask); }
  __GOHIP_DI bool is_valid() const { return true; }
  // A single lane has nobody to wait for; it may be in code that others skip.
  __GOHIP_DI void sync() const {
    if (_size > 1) __syncwarp(_mask);
  }
  __GOHIP_DI unsigned meta_group_rank() const { return _meta_rank; }
  __GOHIP_DI unsigned meta_group_size() const { return _meta_size; }
  template <class __T> __GOHIP_DI __T shfl(const __T &v, int rank) const {
    if (_size == 1) return v;
    return __shfl(v, (int)lane_of((unsigned)rank % _size));
  }
  template <class __T> __GOHIP_DI __T shfl_down(const __T &v, unsigned delta) const {
    if (_size == 1) return v;
    unsigned rank = thread_rank() + delta;
    return __shfl(v, rank < _size ? (int)lane_of(rank) : (int)__lane_id());
  }
  template <class __T> __GOHIP_DI __T shfl_up(const __T &v, unsigned delta) const {
    if (_size == 1) return v;
    unsigned rank = thread_rank();
    return __shfl(v, rank >= delta ? (int)lane_of(rank - delta) : (int)__lane_id());
  }
  template <class __T> __GOHIP_DI __T shfl_xor(const __T &v, unsigned mask) const {
    if (_size == 1) return v;
    unsigned rank = thread_rank() ^ mask;
    return __shfl(v, rank < _size ? (int)lane_of(rank) : (int)__lane_id());
  }
  // Votes, one bit for each rank.
  __GOHIP_DI unsigned long long ballot(int p) const {
    if (_size == 1) return p != 0;
    unsigned long long all = __ballot(p) & _mask;
    return _size == (unsigned)warpSize ? all : internal::by_rank(all, _mask);
  }
  __GOHIP_DI int any(int p) const { return _size == 1 ? p != 0 : (__ballot(p) & _mask) != 0; }
  __GOHIP_DI int all(int p) const { return _size == 1 ? p != 0 : (__ballot(!p) & _mask) == 0; }
  template <class __T> __device__ unsigned long long match_any(__T v) const {
    if (_size == 1) return 1;
    return internal::by_rank(__match_any_sync(_mask, v), _mask);
  }
  template <class __T> __device__ unsigned long long match_all(__T v, int &pred) const {
    pred = all(shfl(v, 0) == v);
    return pred ? internal::lanes(_size) : 0;
  }

  // Which lanes a group has says who is in a part of it: nothing is exchanged for that.
  __device__ coalesced_group tile(unsigned size) const {
    unsigned first = thread_rank() / size * size;
    unsigned long long from = first ? _mask >> lane_of(first) << lane_of(first) : _mask;
    if (first + size < _size) from &= internal::lanes(lane_of(first + size));
    return coalesced_group(from, first / size, (_size + size - 1) / size);
  }
  __GOHIP_DI unsigned long long mask() const { return _mask; }
  __GOHIP_DI coalesced_group agreeing(bool p) const {
    if (_size == 1) return coalesced_group(_mask, p, 2);
    unsigned long long yes = __ballot(p) & _mask;
    return coalesced_group(p ? yes : _mask & ~yes, p, 2);
  }
};
// The lanes that run together at this point.
__GOHIP_DI coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// Neighbouring lanes of a block, which are its tiles.
class tiled_group : public thread_group {
public:
  __GOHIP_DI tiled_group(unsigned size, unsigned long long mask, unsigned tile)
      : thread_group(internal::cg_tiled_group, size, mask, tile) {}
  __GOHIP_DI explicit tiled_group(const thread_group &g) : thread_group(g) {}
};

// A tile of `__Size` neighbouring lanes.
template <unsigned __Size> class tile_base : public tiled_group {
  // Lanes exchange values within their warp only: a kernel ends with an error where a tile of more
  // lanes would yield wrong ones.
  static __GOHIP_DI void check_size() {
    if (__Size > (unsigned)warpSize) __builtin_trap();
  }

public:
  static constexpr unsigned numThreads = __Size;
  __GOHIP_DI tile_base()
      : tiled_group(__Size,
                    internal::lanes(__Size)
                        << (internal::block_rank() % warpSize / __Size * __Size),
                    __Size) {}
  static __GOHIP_DI unsigned thread_rank() { return internal::block_rank() % __Size; }
  static __GOHIP_DI unsigned size() { return __Size; }
  static __GOHIP_DI unsigned num_threads() { return __Size; }
  static __GOHIP_DI bool is_valid() { return true; }
  __GOHIP_DI void sync() const {
    if (__Size > (unsigned)warpSize)
      __syncthreads();
    else if (__Size > 1)
      __syncwarp(this->_mask);
  }
  template <class __T> __GOHIP_DI __T shfl(const __T &v, int rank) const {
    check_size();
    return __Size == 1 ? v : __shfl(v, rank, (int)__Size);
  }
  template <class __T> __GOHIP_DI __T shfl_down(const __T &v, unsigned delta) const {
    check_size();
    return __Size == 1 ? v : __shfl_down(v, delta, (int)__Size);
  }
  template <class __T> __GOHIP_DI __T shfl_up(const __T &v, unsigned delta) const {
    check_size();
    return __Size == 1 ? v : __shfl_up(v, delta, (int)__Size);
  }
  template <class __T> __GOHIP_DI __T shfl_xor(const __T &v, unsigned mask) const {
    check_size();
    return __Size == 1 ? v : __shfl_xor(v, (int)mask, (int)__Size);
  }
  __GOHIP_DI unsigned long long ballot(int p) const {
    __GOHIP_REACH(0, __Size);
    check_size();
    unsigned shift = __lane_id() / __Size * __Size;
    return (__ballot(p) >> shift) & internal::lanes(__Size);
  }
  __GOHIP_DI int any(int p) const { return ballot(p) != 0; }
  __GOHIP_DI int all(int p) const { return ballot(!p) == 0; }
  template <class __T> __device__ unsigned long long match_any(__T v) const {
    unsigned long long same = 0;
    for (unsigned i = 0; i < __Size; ++i)
      if (shfl(v, (int)i) == v) same |= 1ull << i;
    return same;
  }
  template <class __T> __device__ unsigned long long match_all(__T v, int &pred) const {
    pred = all(shfl(v, 0) == v);
    return pred ? internal::lanes(__Size) : 0;
  }
};
template <unsigned __Size, class __Parent = void> class thread_block_tile;
namespace internal {
// The number of threads of the groups that tiles are made from, 0 for a block.
template <class __Parent> struct tiled {
  static constexpr bool valid = true;
  static constexpr unsigned size = 0;
};
template <unsigned __Size, class __Parent> struct tiled<thread_block_tile<__Size, __Parent>> {
  static constexpr bool valid = true;
  static constexpr unsigned size = __Size;
};
// Their lanes need not be neighbours.
template <> struct tiled<coalesced_group> {
  static constexpr bool valid = false;
  static constexpr unsigned size = 0;
};
__GOHIP_DI unsigned meta_rank(unsigned parent, unsigned size) {
  return (parent ? block_rank() % parent : block_rank()) / size;
}
__GOHIP_DI unsigned meta_size(unsigned parent, unsigned size) {
  return ((parent ? parent : block_threads()) + size - 1) / size;
}
} // namespace internal

template <unsigned __Size, class __Parent> class thread_block_tile : public tile_base<__Size> {
  static_assert(__Size > 0 && (__Size & (__Size - 1)) == 0, "a tile has a power of two of threads");
  static constexpr unsigned parent = internal::tiled<__Parent>::size;
  static_assert(internal::tiled<__Parent>::valid,
                "lanes that happen to be active form tiles with tiled_partition(group, size)");
  static_assert(parent == 0 || __Size <= parent, "a tile is larger than the group it is part of");

public:
  template <class __P> __GOHIP_DI explicit thread_block_tile(const __P &) {}
  __GOHIP_DI thread_block_tile() {}
  __GOHIP_DI operator thread_block_tile<__Size, void>() const {
    return thread_block_tile<__Size, void>(*this);
  }
  static __GOHIP_DI unsigned meta_group_rank() { return internal::meta_rank(parent, __Size); }
  static __GOHIP_DI unsigned meta_group_size() { return internal::meta_size(parent, __Size); }
};
template <unsigned __Size> class thread_block_tile<__Size, void> : public tile_base<__Size> {
  static_assert(__Size > 0 && (__Size & (__Size - 1)) == 0, "a tile has a power of two of threads");
  unsigned _parent;

public:
  __GOHIP_DI thread_block_tile() : _parent(0) {}
  template <class __P>
  __GOHIP_DI thread_block_tile(const thread_block_tile<__Size, __P> &)
      : _parent(internal::tiled<__P>::size) {}
  __GOHIP_DI unsigned meta_group_rank() const { return internal::meta_rank(_parent, __Size); }
  __GOHIP_DI unsigned meta_group_size() const { return internal::meta_size(_parent, __Size); }
};

template <unsigned __Size, class __Parent>
__GOHIP_DI thread_block_tile<__Size, __Parent> tiled_partition(const __Parent &g) {
  return thread_block_tile<__Size, __Parent>(g);
}
// Tiles whose size is known only when the kernel runs.
__device__ inline thread_group tiled_partition(const thread_group &g, unsigned size) {
  if (g._type == internal::cg_coalesced_group) return coalesced_group(g._mask).tile(size);
  if (g._type == internal::cg_tiled_group && g._size <= size) return g;
  unsigned rank = internal::block_rank(), first = rank / size * size;
  unsigned left = internal::block_threads() - first; // the last tile has what is left
  unsigned n = left < size ? left : size;
  return thread_group(internal::cg_tiled_group, n, internal::lanes(n) << first % (unsigned)warpSize,
                      size);
}
__GOHIP_DI tiled_group tiled_partition(const tiled_group &g, unsigned size) {
  return tiled_group(tiled_partition(static_cast<const thread_group &>(g), size));
}
__GOHIP_DI coalesced_group tiled_partition(const coalesced_group &g, unsigned size) {
  return g.tile(size);
}
// The lanes of a group that agree on a label or a predicate. Parts are ranked by their first lanes.
__device__ inline coalesced_group labeled_partition(const coalesced_group &g,
                                                    unsigned long long label) {
  if (g.size() == 1) return coalesced_group(g.mask());
  unsigned long long same = __match_any_sync(g.mask(), label);
  unsigned first = (unsigned)__builtin_ctzll(same);
  unsigned long long firsts = __ballot(first == __lane_id()) & g.mask();
  return coalesced_group(same, (unsigned)__builtin_popcountll(firsts & internal::lanes(first)),
                         (unsigned)__builtin_popcountll(firsts));
}
template <unsigned __Size, class __Parent>
__device__ inline coalesced_group labeled_partition(const thread_block_tile<__Size, __Parent> &g,
                                                    unsigned long long label) {
  unsigned long long same = g.match_any(label);
  unsigned first = (unsigned)__builtin_ctzll(same);
  unsigned long long firsts = g.ballot(first == g.thread_rank());
  return coalesced_group(same << (__lane_id() / __Size * __Size),
                         (unsigned)__builtin_popcountll(firsts & internal::lanes(first)),
                         (unsigned)__builtin_popcountll(firsts));
}
template <unsigned __Size, class __Parent>
__device__ inline coalesced_group binary_partition(const thread_block_tile<__Size, __Parent> &g,
                                                   bool p) {
  unsigned long long yes = g.ballot(p);
  return coalesced_group(
      (p ? yes : ~yes & internal::lanes(__Size)) << (__lane_id() / __Size * __Size), p, 2);
}
__GOHIP_DI coalesced_group binary_partition(const coalesced_group &g, bool p) {
  return g.agreeing(p);
}

__device__ inline unsigned thread_group::thread_rank() const {
  switch (_type) {
  case internal::cg_grid:
  case internal::cg_multi_grid:
    return grid_group().thread_rank();
  case internal::cg_workgroup:
    return internal::block_rank();
  case internal::cg_tiled_group:
    return internal::block_rank() % _tile;
  default:
    return __mbcnt(_mask);
  }
}
__device__ inline bool thread_group::is_valid() const {
  return _type != internal::cg_grid && _type != internal::cg_multi_grid ? true
                                                                        : __gohip_grid_valid();
}
__device__ inline void thread_group::sync() const {
  switch (_type) {
  case internal::cg_grid:
  case internal::cg_multi_grid:
    __gohip_grid_sync();
    break;
  case internal::cg_workgroup:
    __syncthreads();
    break;
  default:
    if (_size > 1) __syncwarp(_mask);
  }
}

// The same as members and as functions.
template <class __G> __GOHIP_DI unsigned group_size(const __G &g) { return g.size(); }
template <class __G> __GOHIP_DI unsigned thread_rank(const __G &g) { return g.thread_rank(); }
template <class __G> __GOHIP_DI bool is_valid(const __G &g) { return g.is_valid(); }
template <class __G> __GOHIP_DI void sync(const __G &g) { g.sync(); }

template <class __T> struct plus {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return a + b; }
};
template <class __T> struct less {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return b < a ? b : a; }
};
template <class __T> struct greater {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return a < b ? b : a; }
};
template <class __T> struct bit_and {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return a & b; }
};
template <class __T> struct bit_or {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return a | b; }
};
template <class __T> struct bit_xor {
  __GOHIP_HDI __T operator()(__T a, __T b) const { return a ^ b; }
};
namespace internal {
// What a scan begins with: the value that an operation leaves the other operand with.
template <class __T> __GOHIP_DI __T limit(bool high) {
  if constexpr (__is_integral(__T)) {
    if constexpr (__T(-1) > __T(0)) return high ? __T(-1) : __T(0);
    __T least = __T(1ull << (sizeof(__T) * 8 - 1));
    return high ? __T(~least) : least;
  } else if constexpr (__is_floating_point(__T) ||
                       (sizeof(__T) == 2 && __is_constructible(__T, float))) {
    return __T(high ? __builtin_huge_valf() : -__builtin_huge_valf());
  } else {
    return __T();
  }
}
template <class __F, class __T> struct neutral {
  static __GOHIP_DI __T value() { return __T(); }
};
template <class __T> struct neutral<less<__T>, __T> {
  static __GOHIP_DI __T value() { return limit<__T>(true); }
};
template <class __T> struct neutral<greater<__T>, __T> {
  static __GOHIP_DI __T value() { return limit<__T>(false); }
};
template <class __T> struct neutral<bit_and<__T>, __T> {
  static __GOHIP_DI __T value() { return __T(~__T()); }
};
// The lanes of a group that take part, which may be fewer: the last tile of a block has what is left, and lanes
// may have left a tile.
__GOHIP_DI unsigned long long present(unsigned long long mask) { return mask & __activemask(); }
template <class __T, class __F>
__device__ inline __T reduce_lanes(unsigned long long mask, __T v, __F &f) {
  __T r = __shfl(v, __builtin_ctzll(mask));
  while (mask &= mask - 1) r = f(r, __shfl(v, __builtin_ctzll(mask)));
  return r;
}
template <unsigned __Size, class __T, class __F> __device__ inline __T reduce_tile(__T v, __F &f) {
  if (__Size == 1) return v;
  unsigned first = __lane_id() / __Size * __Size;
  unsigned long long lanes_of_tile = lanes(__Size) << first, here = present(lanes_of_tile);
  if (here != lanes_of_tile) return reduce_lanes(here, v, f);
  for (unsigned d = 1; d < __Size; d *= 2) {
    __T other = __shfl_xor(v, (int)d, (int)__Size);
    v = __lane_id() & d ? f(other, v) : f(v, other);
  }
  return v;
}
} // namespace internal

// Combines the values of the lanes of a tile or a coalesced group; neighbours stay neighbours.
template <unsigned __Size, class __Parent, class __T, class __F>
__device__ inline __T reduce(const thread_block_tile<__Size, __Parent> &g, __T v, __F f) {
  return internal::reduce_tile<__Size>(v, f);
}
template <class __T, class __F>
__device__ inline __T reduce(const coalesced_group &g, __T v, __F f) {
  return g.size() == 1 ? v : internal::reduce_lanes(internal::present(g.mask()), v, f);
}
template <class __G, class __T, class __F>
__device__ inline __T inclusive_scan(const __G &g, __T v, __F f) {
  __T r = v;
  unsigned rank = g.thread_rank();
  for (unsigned d = 1; d < g.size(); d *= 2) {
    __T below = g.shfl_up(r, d);
    if (rank >= d) r = f(below, r);
  }
  return r;
}
template <class __G, class __T> __device__ inline __T inclusive_scan(const __G &g, __T v) {
  return inclusive_scan(g, v, plus<__T>());
}
template <class __G, class __T, class __F>
__device__ inline __T exclusive_scan(const __G &g, __T v, __F f) {
  __T r = g.shfl_up(inclusive_scan(g, v, f), 1);
  return g.thread_rank() == 0 ? internal::neutral<__F, __T>::value() : r;
}
template <class __G, class __T> __device__ inline __T exclusive_scan(const __G &g, __T v) {
  return exclusive_scan(g, v, plus<__T>());
}
// One thread of a group, the first, calls a function. The others wait for it, and get what it
// returns if the group is of lanes.
namespace internal {
template <class __G> __GOHIP_DI bool leads(const __G &g) { return g.thread_rank() == 0; }
template <unsigned __Size, class __P>
__GOHIP_DI unsigned long long members(const thread_block_tile<__Size, __P> &) {
  return lanes(__Size) << __lane_id() / __Size * __Size;
}
__GOHIP_DI unsigned long long members(const coalesced_group &g) { return g.mask(); }
} // namespace internal
template <class __G, class __F, class... __A>
__device__ inline void invoke_one(const __G &g, __F &&f, __A &&...a) {
  g.sync();
  if (internal::leads(g)) static_cast<__F &&>(f)(static_cast<__A &&>(a)...);
  g.sync();
}
template <class __G, class __F, class... __A>
__device__ inline auto invoke_one_broadcast(const __G &g, __F &&f, __A &&...a)
    -> decltype(f(a...)) {
  unsigned first = (unsigned)__builtin_ctzll(internal::present(internal::members(g)));
  decltype(f(a...)) r{};
  g.sync();
  if (__lane_id() == first) r = static_cast<__F &&>(f)(static_cast<__A &&>(a)...);
  g.sync();
  return __shfl(r, (int)first);
}
// Copies with all threads of a group; complete after wait, as after sync.
template <class __G, class __T, class __N>
__device__ inline void memcpy_async(const __G &g, __T *to, const __T *from, const __N &bytes) {
  size_t n = (size_t)bytes, whole = 0, rank = g.thread_rank(), step = g.size();
  if constexpr (__is_trivially_copyable(__T)) {
    whole = n / sizeof(__T);
    for (size_t i = rank; i < whole; i += step) to[i] = from[i];
    whole *= sizeof(__T);
  }
  for (size_t i = whole + rank; i < n; i += step) ((char *)to)[i] = ((const char *)from)[i];
}
// Numbers of elements in place of bytes.
template <class __G, class __T, class __To, class __From>
__device__ inline void memcpy_async(const __G &g, __T *to, const __To &room, const __T *from,
                                    const __From &there) {
  size_t n = (size_t)room < (size_t)there ? (size_t)room : (size_t)there;
  memcpy_async(g, to, from, n * sizeof(__T));
}
template <class __G> __GOHIP_DI void wait(const __G &g) { g.sync(); }
template <unsigned __Stages, class __G> __GOHIP_DI void wait_prior(const __G &g) { g.sync(); }

} // namespace cooperative_groups

#endif
#endif
