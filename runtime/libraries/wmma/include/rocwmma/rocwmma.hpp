// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocWMMA's interface (release 1.7): products of small matrices whose elements are spread over the
// lanes of a warp. All lanes of the warp call a function together.
//
// The elements are where the mma instructions of PTX want them (PTX ISA, "Matrix multiply-accumulate
// operation using mma instruction"), on every target, but for the order of rows and columns: tile i of 8
// rows of A has the rows 16 (i / 2) + 2 g + i % 2, g = 0 to 7, and so have the tiles of 8 columns of B.
// Thus a lane's elements are patches of neighbours. Lane 4 g + t has, of each two tiles of A, 2 rows from
// 2 g on, and in the K direction the word t of every four, a word being as many elements as fit in 4
// bytes; of B likewise; and of each 16 x 16 block of an accumulator, 2 rows from 2 g on and 4 columns
// from 4 t on. With 64 lanes both halves have the same elements.
#ifndef ROCWMMA_API_HPP
#define ROCWMMA_API_HPP

#include "internal/type_traits.hpp"
#include "rocwmma-version.hpp"

namespace rocwmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};

enum layout_t : uint32_t { mem_row_major, mem_col_major };

namespace detail {

constexpr uint32_t kLanes = 32;

// The elements of T in a word that lanes exchange.
template <typename T> constexpr uint32_t kPacked = sizeof(T) < 4 ? 4 / sizeof(T) : 1;

// The shape of a fragment: rows and columns of its part of the matrix, and the patches of a lane, which
// are rows x columns each. at is the place of an element of a patch among the elements of the lane.
template <typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T> struct shape;

template <uint32_t M, uint32_t N, uint32_t K, typename T> struct shape<matrix_a, M, N, K, T> {
  static constexpr uint32_t height = M, width = K, block = M;
  static constexpr uint32_t rows = 2, columns = kPacked<T>;
  static constexpr uint32_t steps = (K + 4 * columns - 1) / (4 * columns);
  static constexpr uint32_t patches = M / 16 * steps, elements = patches * rows * columns;
  static __device__ uint32_t row(uint32_t patch, uint32_t lane) {
    return patch / steps * 16 + lane / 4 * 2;
  }
  static __device__ uint32_t column(uint32_t patch, uint32_t lane) {
    return (patch % steps * 4 + lane % 4) * columns;
  }
  static __device__ constexpr uint32_t at(uint32_t patch, uint32_t r, uint32_t c) {
    return ((patch / steps * 2 + r) * steps + patch % steps) * columns + c;
  }
};

template <uint32_t M, uint32_t N, uint32_t K, typename T> struct shape<matrix_b, M, N, K, T> {
  using transposed = shape<matrix_a, N, M, K, T>;
  static constexpr uint32_t height = K, width = N, block = N;
  static constexpr uint32_t rows = transposed::columns, columns = 2;
  static constexpr uint32_t patches = transposed::patches, elements = transposed::elements;
  static __device__ uint32_t row(uint32_t patch, uint32_t lane) {
    return transposed::column(patch, lane);
  }
  static __device__ uint32_t column(uint32_t patch, uint32_t lane) {
    return transposed::row(patch, lane);
  }
  static __device__ constexpr uint32_t at(uint32_t patch, uint32_t r, uint32_t c) {
    return transposed::at(patch, c, r);
  }
};

template <uint32_t M, uint32_t N, uint32_t K, typename T> struct shape<accumulator, M, N, K, T> {
  static constexpr uint32_t height = M, width = N, block = N;
  static constexpr uint32_t rows = 2, columns = 4;
  static constexpr uint32_t patches = M / 16 * (N / 16), elements = patches * rows * columns;
  static __device__ uint32_t row(uint32_t patch, uint32_t lane) {
    return patch / (N / 16) * 16 + lane / 4 * 2;
  }
  static __device__ uint32_t column(uint32_t patch, uint32_t lane) {
    return patch % (N / 16) * 16 + lane % 4 * 4;
  }
  static __device__ constexpr uint32_t at(uint32_t patch, uint32_t r, uint32_t c) {
    return ((patch / (N / 16) * 2 + r) * (N / 8) + patch % (N / 16) * 2 + c % 2) * 2 + c / 2;
  }
};

__device__ inline uint32_t lane() { return __lane_id() % kLanes; }

} // namespace detail

// A fragment is the part of a matrix that the lanes of a warp have: of a BlockM x BlockK matrix A, a
// BlockK x BlockN matrix B, or a BlockM x BlockN accumulator. x has the elements of the calling lane;
// fragments of accumulators with the same sizes have the same elements in the same places.
template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT = void>
class fragment {
  static_assert(BlockM % 16 == 0 && BlockN % 16 == 0 && BlockK % detail::kPacked<DataT> == 0,
                "rocWMMA: BlockM and BlockN are multiples of 16, BlockK of a word of 4 bytes");

public:
  using Shape = detail::shape<MatrixT, BlockM, BlockN, BlockK, DataT>;
  using element_type = DataT;
  static constexpr uint32_t num_elements = Shape::elements;

  DataT x[num_elements];

  __device__ DataT &operator[](uint32_t i) { return x[i]; }
  __device__ DataT const &operator[](uint32_t i) const { return x[i]; }

  __device__ static constexpr uint32_t height() { return Shape::height; }
  __device__ static constexpr uint32_t width() { return Shape::width; }
  __device__ static constexpr uint32_t blockDim() { return Shape::block; }
  __device__ static constexpr uint32_t kDim() { return BlockK; }
  __device__ static constexpr uint32_t size() { return num_elements; }
};

namespace detail {

// The offset of an element in memory whose rows, or columns, are ldm elements apart.
__device__ inline size_t offset(bool rows, uint32_t row, uint32_t column, uint32_t ldm) {
  return rows ? size_t(row) * ldm + column : size_t(column) * ldm + row;
}

// N neighbours in memory.
template <typename T, uint32_t N> struct alignas(N * sizeof(T)) run {
  T of[N];
};

// Whether memory of this alignment can be moved in runs.
template <typename Run, typename T> __device__ inline bool in_runs(const T *data, uint32_t ldm) {
  return (uintptr_t(data) | size_t(ldm) * sizeof(T)) % sizeof(Run) == 0;
}

// Calls move(patch, row, column) for the patches of the calling lane with patch % parts == part.
template <typename Shape, typename Move>
__device__ inline void each_patch(uint32_t part, uint32_t parts, Move move) {
  uint32_t l = lane();
#pragma unroll
  for (uint32_t i = 0; i < Shape::patches; i++)
    if (i % parts == part) move(i, Shape::row(i, l), Shape::column(i, l));
}

// Loads patches whose runs, of L elements, are rows (Rows) or columns.
template <bool Rows, uint32_t L, typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T,
          typename Layout>
__device__ inline void load_runs(fragment<Matrix, M, N, K, T, Layout> &f, const T *data,
                                 uint32_t ldm, uint32_t part, uint32_t parts) {
  using Shape = shape<Matrix, M, N, K, T>;
  constexpr uint32_t length = Rows ? Shape::columns : Shape::rows;
  constexpr uint32_t count = Rows ? Shape::rows : Shape::columns;
  each_patch<Shape>(part, parts, [&](uint32_t i, uint32_t row, uint32_t column) {
    bool inside = row < Shape::height && column < Shape::width;
    const T *from = data + offset(Rows, row, column, ldm);
#pragma unroll
    for (uint32_t n = 0; n < count; n++)
#pragma unroll
      for (uint32_t e = 0; e < length; e += L) {
        run<T, L> v = {};
        if (inside)
          __builtin_memcpy(&v, __builtin_assume_aligned(from + size_t(n) * ldm + e, sizeof(v)),
                           sizeof(v));
#pragma unroll
        for (uint32_t j = 0; j < L; j++)
          f.x[Rows ? Shape::at(i, n, e + j) : Shape::at(i, e + j, n)] = v.of[j];
      }
  });
}

template <bool Rows, uint32_t L, typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T,
          typename Layout>
__device__ inline void store_runs(T *data, fragment<Matrix, M, N, K, T, Layout> const &f,
                                  uint32_t ldm, uint32_t part, uint32_t parts) {
  using Shape = shape<Matrix, M, N, K, T>;
  constexpr uint32_t length = Rows ? Shape::columns : Shape::rows;
  constexpr uint32_t count = Rows ? Shape::rows : Shape::columns;
  each_patch<Shape>(part, parts, [&](uint32_t i, uint32_t row, uint32_t column) {
    if (row >= Shape::height || column >= Shape::width) return;
    T *to = data + offset(Rows, row, column, ldm);
#pragma unroll
    for (uint32_t n = 0; n < count; n++)
#pragma unroll
      for (uint32_t e = 0; e < length; e += L) {
        run<T, L> v;
#pragma unroll
        for (uint32_t j = 0; j < L; j++)
          v.of[j] = f.x[Rows ? Shape::at(i, n, e + j) : Shape::at(i, e + j, n)];
        __builtin_memcpy(__builtin_assume_aligned(to + size_t(n) * ldm + e, sizeof(v)), &v,
                         sizeof(v));
      }
  });
}

// Loads the patches i of a fragment with i % parts == part.
template <bool Rows, typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T,
          typename Layout>
__device__ inline void load(fragment<Matrix, M, N, K, T, Layout> &f, const T *data, uint32_t ldm,
                            uint32_t part = 0, uint32_t parts = 1) {
  using Shape = shape<Matrix, M, N, K, T>;
  constexpr uint32_t length = Rows ? Shape::columns : Shape::rows;
  if (in_runs<run<T, length>>(data, ldm))
    load_runs<Rows, length>(f, data, ldm, part, parts);
  else
    load_runs<Rows, 1>(f, data, ldm, part, parts);
}

// Stores the patches i of a fragment with i % parts == part, for all lanes of the warp to read.
template <bool Rows, typename Matrix, uint32_t M, uint32_t N, uint32_t K, typename T,
          typename Layout>
__device__ inline void store(T *data, fragment<Matrix, M, N, K, T, Layout> const &f, uint32_t ldm,
                             uint32_t part = 0, uint32_t parts = 1) {
  using Shape = shape<Matrix, M, N, K, T>;
  constexpr uint32_t length = Rows ? Shape::columns : Shape::rows;
  if (in_runs<run<T, length>>(data, ldm))
    store_runs<Rows, length>(data, f, ldm, part, parts);
  else
    store_runs<Rows, 1>(data, f, ldm, part, parts);
  __syncwarp();
}

// What lanes exchange of a fragment: one word.
template <typename T> struct word {
  using type = std::conditional_t<sizeof(T) == 8, unsigned long long, uint32_t>;
  T of[kPacked<T>];
  static __device__ word from(const T *x, uint32_t i, int source) {
    type bits = 0;
    __builtin_memcpy(&bits, x + i * kPacked<T>, sizeof(word));
    bits = __shfl(bits, source, kLanes);
    word w;
    __builtin_memcpy(&w, &bits, sizeof(word));
    return w;
  }
};

// The type that products of a fragment's elements are added up in.
template <typename A, typename C>
using sum_t = std::conditional_t<std::is_integral_v<A>, int32_t,
                                 std::conditional_t<std::is_same_v<C, double>, double, float>>;

// Multiplies with operations of each lane: every lane adds up the elements it has of the accumulator.
template <uint32_t M, uint32_t N, uint32_t K, typename A, typename B, typename S>
__device__ inline void multiply_lanes(S *sum, const A *a, const B *b) {
  static_assert(sizeof(A) == sizeof(B), "rocWMMA: A and B have elements of one size");
  constexpr uint32_t packed = kPacked<A>, steps = shape<matrix_a, M, N, K, A>::steps;
  int l = int(lane());
#pragma unroll
  for (uint32_t s = 0; s < steps; s++) {
#pragma unroll
    for (uint32_t t = 0; t < 4 && (s * 4 + t) * packed < K; t++) {
      word<A> rows[M / 8];
      word<B> columns[N / 8][2];
#pragma unroll
      for (uint32_t m = 0; m < M / 8; m++)
        rows[m] = word<A>::from(a, m * steps + s, l / 4 * 4 + int(t));
#pragma unroll
      for (uint32_t n = 0; n < N / 8; n++)
#pragma unroll
        for (uint32_t p = 0; p < 2; p++)
          columns[n][p] = word<B>::from(b, n * steps + s, (l % 4 * 2 + int(p)) * 4 + int(t));
#pragma unroll
      for (uint32_t e = 0; e < packed; e++)
#pragma unroll
        for (uint32_t m = 0; m < M / 8; m++)
#pragma unroll
          for (uint32_t n = 0; n < N / 8; n++)
#pragma unroll
            for (uint32_t p = 0; p < 2; p++)
              sum[(m * (N / 8) + n) * 2 + p] +=
                  convert<S>(rows[m].of[e]) * convert<S>(columns[n][p].of[e]);
    }
  }
}

#if __GOHIP_SM >= 800
#include "internal/nvptx.hpp"
#else
template <uint32_t M, uint32_t N, uint32_t K, typename A, typename B, typename S>
__device__ inline void multiply(S *sum, const A *a, const B *b) {
  multiply_lanes<M, N, K>(sum, a, b);
}
#endif

} // namespace detail

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
fill_fragment(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag, DataT value) {
#pragma unroll
  for (uint32_t i = 0; i < frag.num_elements; i++) frag.x[i] = value;
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
load_matrix_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> &frag,
                 const DataT *data, uint32_t ldm) {
  static_assert(!std::is_void_v<DataLayoutT>, "rocWMMA: the fragment has no layout: give one");
  detail::load<std::is_same_v<DataLayoutT, row_major>>(frag, data, ldm);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT>
__device__ inline void load_matrix_sync(fragment<MatrixT, BlockM, BlockN, BlockK, DataT> &frag,
                                        const DataT *data, uint32_t ldm, layout_t layout) {
  if (layout == mem_row_major)
    detail::load<true>(frag, data, ldm);
  else
    detail::load<false>(frag, data, ldm);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT,
          typename DataLayoutT>
__device__ inline void
store_matrix_sync(DataT *data,
                  fragment<MatrixT, BlockM, BlockN, BlockK, DataT, DataLayoutT> const &frag,
                  uint32_t ldm) {
  static_assert(!std::is_void_v<DataLayoutT>, "rocWMMA: the fragment has no layout: give one");
  detail::store<std::is_same_v<DataLayoutT, row_major>>(data, frag, ldm);
}

template <typename MatrixT, uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename DataT>
__device__ inline void
store_matrix_sync(DataT *data, fragment<MatrixT, BlockM, BlockN, BlockK, DataT> const &frag,
                  uint32_t ldm, layout_t layout) {
  if (layout == mem_row_major)
    detail::store<true>(data, frag, ldm);
  else
    detail::store<false>(data, frag, ldm);
}

// D = A * B + C. The products are added in float, in double if the accumulator is of double, or in 32
// bits for integers. d and c may be the same.
template <uint32_t BlockM, uint32_t BlockN, uint32_t BlockK, typename InputTA, typename InputTB,
          typename ComputeT, typename LayoutA, typename LayoutB, typename LayoutC, typename LayoutD>
__device__ inline void
mma_sync(fragment<accumulator, BlockM, BlockN, BlockK, ComputeT, LayoutD> &d,
         fragment<matrix_a, BlockM, BlockN, BlockK, InputTA, LayoutA> const &a,
         fragment<matrix_b, BlockM, BlockN, BlockK, InputTB, LayoutB> const &b,
         fragment<accumulator, BlockM, BlockN, BlockK, ComputeT, LayoutC> const &c) {
  using S = detail::sum_t<InputTA, ComputeT>;
  constexpr uint32_t n = BlockM * BlockN / detail::kLanes;
  S sum[n];
#pragma unroll
  for (uint32_t i = 0; i < n; i++) sum[i] = convert<S>(c.x[i]);
  detail::multiply<BlockM, BlockN, BlockK>(sum, a.x, b.x);
#pragma unroll
  for (uint32_t i = 0; i < n; i++) d.x[i] = convert<ComputeT>(sum[i]);
}

__device__ inline void synchronize_workgroup() { __syncthreads(); }

// A coordinate of a matrix: row and column.
struct Coord2d {
  uint32_t row, column;
  friend ROCWMMA_HOST_DEVICE constexpr Coord2d operator+(Coord2d a, Coord2d b) {
    return {a.row + b.row, a.column + b.column};
  }
  friend ROCWMMA_HOST_DEVICE constexpr Coord2d operator-(Coord2d a, Coord2d b) {
    return {a.row - b.row, a.column - b.column};
  }
  friend ROCWMMA_HOST_DEVICE constexpr Coord2d operator*(Coord2d a, Coord2d b) {
    return {a.row * b.row, a.column * b.column};
  }
  ROCWMMA_HOST_DEVICE constexpr Coord2d &operator+=(Coord2d b) { return *this = *this + b; }
};

template <typename R, typename C> ROCWMMA_HOST_DEVICE constexpr Coord2d make_coord2d(R r, C c) {
  return {uint32_t(r), uint32_t(c)};
}
ROCWMMA_HOST_DEVICE constexpr Coord2d swap(Coord2d c) { return {c.column, c.row}; }
template <uint32_t I> ROCWMMA_HOST_DEVICE constexpr uint32_t get(Coord2d c) {
  return I == 0 ? c.row : c.column;
}

// The offset of a coordinate in memory of a layout.
template <typename DataLayoutT> struct DataLayout {
  ROCWMMA_HOST_DEVICE static constexpr uint32_t fromMatrixCoord(Coord2d c, uint32_t ld) {
    return std::is_same_v<DataLayoutT, row_major> ? c.row * ld + c.column : c.column * ld + c.row;
  }
};

namespace detail {
template <typename Fragment> struct traits;
template <typename MatrixT, uint32_t M, uint32_t N, uint32_t K, typename T, typename Layout>
struct traits<fragment<MatrixT, M, N, K, T, Layout>> {
  using layout = DataLayout<Layout>;
  using type = T;
  struct io_shape {
    using Shape = shape<MatrixT, M, N, K, T>;
    static constexpr uint32_t BlockHeight = Shape::height, BlockWidth = Shape::width;
    static constexpr uint32_t BlockDim = Shape::block, KDim = K;
  };
};
} // namespace detail

template <typename Fragment> using GetDataLayout_t = typename detail::traits<Fragment>::layout;
template <typename Fragment> using GetDataType_t = typename detail::traits<Fragment>::type;
template <typename Fragment> using GetIOShape_t = typename detail::traits<Fragment>::io_shape;

// Where the calling warp's block of BlockHeight x BlockWidth elements is, if each warp of the grid has
// one: x and y of the thread are the directions of rows and columns.
template <uint32_t BlockHeight, uint32_t BlockWidth, typename DataT, typename DataLayoutT>
struct MappingUtil {
  __device__ static Coord2d waveCoord() {
    return {threadIdx.x / Constants::AMDGCN_WAVE_SIZE, threadIdx.y};
  }
  __device__ static Coord2d blockCoord() {
    return Coord2d{blockIdx.x * (blockDim.x / Constants::AMDGCN_WAVE_SIZE),
                   blockIdx.y * blockDim.y} +
           waveCoord();
  }
  __device__ static Coord2d matrixCoord() {
    return blockCoord() * make_coord2d(BlockHeight, BlockWidth);
  }
  __device__ static uint32_t dataOffset(Coord2d c, uint32_t ldm) {
    return DataLayout<DataLayoutT>::fromMatrixCoord(c, ldm);
  }
  __device__ static DataT *dataCoord(DataT *base, Coord2d c, uint32_t ldm) {
    return base + dataOffset(c, ldm);
  }
  __device__ static DataT const *dataCoord(DataT const *base, Coord2d c, uint32_t ldm) {
    return base + dataOffset(c, ldm);
  }
};

} // namespace rocwmma

#endif
