// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

// Types, tables and functions; each defines @1, which takes a u64 x and a u32 k and gives a u64.
var definitionTemplates = []template{
	// Structures and tables with values in the source.
	`struct @2 { u8 a; i16 b : 5; u64 c : 40; i64 d : 33; bool e; u8 f[3]; float g; };
@q{__constant__|__device__} const @2 @3[3] = {{1, -3, @K & 0xffffffffff, -5, true, {1, 2}, 1.5f}, {255, 15, 7, 0x7fffffff, false, {9, 8, 7}, -0.25f}, {}};
@q{|__attribute__((noinline)) }__device__ u64 @1(u64 x, u32 k) { const @2 &t_ = @3[k % 3u]; return mix(x + t_.a, (u64)t_.b) ^ mix(t_.c, (u64)t_.d) + t_.e * 3u + t_.f[k % 3u] + bits(t_.g); }`,
	`@q{__constant__|__device__} @q{bool|i8|u16|_Float16|__bf16|float|double|unsigned __int128|i64} @2[5] = {1, 0, 1, 1}; @q{__constant__|__device__} unsigned _BitInt(24) @3[3] = {@K & 0xffffff, 2, 0xffffff};
__device__ u64 @1(u64 x, u32 k) { return mix(x, (u64)(float)@2[k % 5u]) + (u64)@3[k % 3u]; }`,
	`enum class @2 : u8 { a = 3, b = 200, c }; @q{__constant__|__device__} const @2 @3[] = {@2::c, @2::a, @2::b}; @q{__constant__|__device__} i8 @4[3][5][7] = {{{1, -2}, {3}}, {{4}, {}, {-128, 127, 5}}};
__device__ u64 @1(u64 x, u32 k) { u64 h_ = (u64)@3[k % 3u]; for (u32 i_ = 0; i_ < 3; i_++) for (u32 j_ = 0; j_ < 5; j_++) h_ = h_ * 7 + (u64)@4[i_][j_][(k + j_) % 7u]; return h_ + (u64)@4[1][2][k % 3u] + x; }`,
	`@q{__constant__|__device__} const char *const @2[] = {"zero", "one", "", "a longer one"}; __device__ const char @3[2][8] = {"abc", "defghij"};
__device__ u64 @1(u64 x, u32 k) { u64 h_ = x; for (const char *s_ = @2[k % 4u]; *s_; s_++) h_ = h_ * 131 + (u8)*s_; return h_ + (u8)@3[k & 1u][x % 8]; }`,
	`union @2 { u32 w; u8 b[4]; float f; }; @q{__constant__|__device__} @2 @3[2] = {{0x01020304}, {@K & 0xffffffff}}; struct @4 { u32 v; const @4 *next; }; __device__ const @4 @5 = {3, nullptr}, @6 = {@k, &@5}, @7 = {1, &@6};
__device__ u64 @1(u64 x, u32 k) { u64 h_ = @3[k & 1u].b[k >> 1 & 3]; for (const @4 *p_ = k & 8 ? &@7 : &@6; p_; p_ = p_->next) h_ = mix(h_, p_->v); return h_ ^ x; }`,
	`struct @2 { u16 a; u8 b[5]; constexpr __host__ __device__ @2(int i) : a((u16)(i * 7)), b{1, (u8)i, 3} {} }; struct @3 { static constexpr u32 table[4] = {9, 8, @k, 6}; };
__device__ u64 @1(u64 x, u32 k) { static const u32 t_[6] = {5, 4, @k, 2, 1, 0}; constexpr @2 c_[3] = {1, 2, @k}; return x + t_[k % 6u] * 3 + c_[k % 3u].a + c_[k % 3u].b[x % 5] + @3::table[k % 4u]; }`,
	// Pointers to functions, in structures, given to functions and given by them.
	`typedef u64 (*@2)(u64, u32); __device__ u64 @3(u64 x, u32 k) { return x * 3 + k; } __device__ u64 @4(u64 x, u32 k) { return k & 1 ? x ^ k : ~x; } __attribute__((noinline)) __device__ u64 @5(@2 f_, u64 x, u32 n_) { for (u32 i_ = 0; i_ < n_; i_++) x = f_(x, i_); return x; }
__device__ @2 @6(u32 k) { if (k % 3 == 0) return @3; return k & 4 ? @4 : +[](u64 x, u32 n_) -> u64 { return mix(x, n_ + @k); }; }
struct @7 { @2 f; u32 k; }; __device__ const @7 @8[3] = {{@3, 3}, {@4, @k}, {@3, 1}};
__device__ u64 @1(u64 x, u32 k) { @7 o_ = @8[k % 3u]; if (x & 1) o_.f = @6(k); return @5(o_.f, x, k % 5u) + o_.f(x, o_.k) + @8[x % 3].f(x, k); }`,
	// Functions that return in many places.
	`@q{|__attribute__((noinline)) }__device__ u64 @1(u64 x, u32 k) {
  if (@c) return @w;
  for (u32 i_ = 0; i_ < k % 9u; i_++) { if ((x >> i_ & 7) == 3) return x + i_; for (u32 j_ = 0; j_ < i_; j_++) { if (@c) break; if ((x ^ j_) % 11 == 0) return mix(x, j_); x += j_; } }
  switch (x % 5) { case 0: return 1; case 1: x ^= @w; break; case 3: if (@c) return @w; case 2: x++; }
  while (x > @K) { x /= 3; if (x & 1) return x; }
  return @w;
}`,
	`@q{|__attribute__((noinline)) }__device__ bool @2(u64 &x, u32 &k) { if (k == 0) return false; if (x & 1) { x = x * 3 + 1; k--; return true; } if (!(x >>= 1)) { k = 0; return @c; } return k-- > 1; }
__device__ u64 @1(u64 x, u32 k) { x = x % 1000 + 1; k %= 30; u32 n_ = 0; while (@2(x, k)) if (++n_ > 40) return n_; return mix(x, n_); }`,
	// Objects with constructors and destructors.
	`struct @2 { u64 *log; u8 id; __device__ @2(u64 *l_, u8 i_) : log(l_), id(i_) { *log = mix(*log, id); } __device__ @2(const @2 &o_) : log(o_.log), id((u8)(o_.id + 1)) { *log += id; } __device__ @2 &operator=(const @2 &o_) { *log ^= o_.id; id = o_.id; return *this; } __device__ ~@2() { *log = mix(*log, id + 100); } };
__device__ @2 @3(@2 a_, u32 k) { if (k & 1) return a_; @2 b_(a_.log, 7); if (k & 2) b_ = a_; return b_; }
__device__ u64 @1(u64 x, u32 k) { u64 log_ = x; for (u32 i_ = 0; i_ < k % 4u; i_++) { @2 a_(&log_, (u8)i_); if (i_ == 1 && x & 1) continue; @2 b_ = @3(a_, k + i_); if (b_.id == 3) break; if ((x >> i_ & 15) == 0) return log_; } return log_; }`,
	// Small structures of floating point and wide integers by value.
	`struct @2 { @F a; u8 b; }; struct @3 { float x, y, z; }; struct @4 { u8 a; unsigned __int128 b; }; struct @5 { @F a, b, c; };
@q{|__attribute__((noinline)) }__device__ @3 @6(@2 s_, @3 t_, @4 u_) { @3 r_ = {(float)s_.a, t_.y + t_.z, (float)(u32)(u_.b >> 90)}; if (u_.a & 1) r_.x = t_.x; return r_; }
@q{|__attribute__((noinline)) }__device__ @4 @7(@4 u_, @5 v_) { u_.b = u_.b * 3 + (u32)(bits(v_.b) & 0xffff); u_.a++; return u_; } __attribute__((noinline)) __device__ @5 @8(@5 v_, unsigned __int128 w_) { v_.c = v_.a < v_.b ? v_.a : v_.c; if (w_ >> 100) v_.a = v_.b; return v_; }
__device__ u64 @1(u64 x, u32 k) { @4 u_ = {(u8)k, (unsigned __int128)x << (k % 64u) | 5}; @2 s_ = {(@F)(float)(i32)k, 3}; @5 v_ = {(@F)(float)(u8)x, (@F)(float)(u8)k, (@F)1.5f}; v_ = @8(v_, u_.b); u_ = @7(u_, v_); const @3 t_ = @6(s_, @3{1, (float)(u8)k, 2}, u_); return mix(bits(t_.x), bits(t_.y)) ^ mix(bits(t_.z), (u64)(u_.b >> 64)) + bits(v_.a) + bits(v_.c); }`,
	// Templates over arrays, pointers to members and loops that they unroll.
	`template <typename T, u32 N> __device__ T @2(const T (&a_)[N]) { T r_ = a_[0]; for (u32 i_ = 1; i_ < N; i_++) r_ = (T)(r_ ^ (T)(a_[i_] + (T)i_)); return r_; } template <typename F> __device__ u64 @3(u32 n_, F f_) { u64 h_ = 0; for (u32 i_ = 0; i_ < n_; i_++) h_ = f_(h_, i_); return h_; }
__device__ u64 @1(u64 x, u32 k) { u8 a_[3] = {(u8)x, (u8)k, 3}; u64 b_[5] = {x, k, 3, x, 5}; u64 c_ = 0; const u64 h_ = @3(k % 7u, [&](u64 h_, u32 i_) { c_ += h_ ^ b_[i_ % 5]; b_[(i_ + 1) % 5]++; return mix(h_, i_); }); return h_ + @2(a_) + @2(b_) + c_; }`,
	// A generator that goes on where it was.
	`struct @2 { u32 at = 0, i = 0; u64 v; __device__ bool next(u64 &out_) { switch (at) { case 0: for (i = 0; i < 3; i++) { at = 1; out_ = v + i; return true; case 1: v = v * 5 + 1; } at = 2; out_ = v; return (v & 3) != 0; case 2: for (; i < 5; i++) { if (v & 1) continue; at = 3; out_ = ~v; return true; case 3:; v /= 2; } } at = 4; return false; } };
__device__ u64 @1(u64 x, u32 k) { @2 g_; g_.v = x + k; u64 h_ = 0, v_ = 0; u32 n_ = 0; while (g_.next(v_) && n_++ < 12) h_ = mix(h_, v_); return h_; }`,
}

// The same, by recursion: virtual calls, arrays of the caller, structures by value.
var recursiveTemplates = []template{
	`struct @2 { __device__ virtual u64 eval(u64 x, u32 d) const = 0; }; struct @3 : @2 { u64 v; __device__ @3(u64 x) : v(x) {} __device__ u64 eval(u64 x, u32) const override { return v ^ x; } };
struct @4 : @2 { const @2 *a, *b; u8 op; __device__ @4(const @2 *p, const @2 *q, u8 o) : a(p), b(q), op(o) {} __device__ u64 eval(u64 x, u32 d) const override { if (d == 0) return op; const u64 l_ = a->eval(x, d - 1), r_ = b->eval(l_, d - 1); switch (op % 3) { case 0: return l_ + r_; case 1: return l_ * r_; } return l_ > r_ ? l_ - r_ : mix(l_, r_); } };
@q{|__attribute__((noinline)) }__device__ u64 @1(u64 x, u32 k) { @3 p_(x), q_(k); @4 s_(&p_, &q_, (u8)k), t_(&s_, &p_, 1), u_(&t_, &s_, (u8)x); const @2 *all_[3] = {&u_, &s_, &q_}; return all_[k % 3u]->eval(x, k % 6u); }`,
	`@q{|__attribute__((noinline)) }__device__ u32 @2(u8 *q_, u32 row_, u32 n_) { if (row_ == n_) return 1; u32 c_ = 0; for (u32 i_ = 0; i_ < n_; i_++) { bool ok_ = true; for (u32 j_ = 0; j_ < row_; j_++) if (q_[j_] == i_ || q_[j_] + row_ - j_ == i_ || q_[j_] + j_ == i_ + row_) { ok_ = false; break; } if (!ok_) continue; q_[row_] = (u8)i_; c_ += @2(q_, row_ + 1, n_); } return c_; }
__device__ u64 @1(u64 x, u32 k) { u8 q_[6]; return mix(x, @2(q_, 0, 1 + k % 4u)); }`,
	`struct @2 { u8 n; u16 v[3]; }; __device__ u64 @3(@2 s_, u32 d_, u64 x) { if (d_ == 0) return x + s_.v[s_.n % 3]; s_.n += (u8)x; s_.v[d_ % 3] ^= (u16)x; const u64 a_ = @3(s_, d_ - 1, x * 5 + 1); if (a_ & 4) s_.v[0]++; return mix(a_, d_ > 1 ? @3(s_, d_ - 2, a_) : s_.v[0] + s_.n); }
__device__ u64 @1(u64 x, u32 k) { @2 s_ = {(u8)k, {1, (u16)x, 3}}; return @3(s_, k % 6u, x); }`,
}
