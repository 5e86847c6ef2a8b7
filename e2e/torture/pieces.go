// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

// Loops over an array @1 of @N numbers, of which they use @2, with @3 as a sum.
const (
	arrayStart = `@T @1[@N]; const u32 @2 = @e % (@N + 1u); @T @3 = (@T)@k; const u64 @4 = @w;
    for (u32 i_ = 0; i_ < @N; i_++) @1[i_] = (@T)(@4 + i_ * @K);`
	arrayEnd = `
    @r{@3} @q{|@r{@1[@M]}|for (u32 i_ = 0; i_ < @N; i_++) @r{mix((u64)@1[i_], i_)}}`
)

var loopTemplates = []template{
	`for (u32 i_ = 0; i_ < @2; i_++) @3 = (@T)((@U)@3 @o (@U)@1[i_]);`,
	`for (u32 i_ = 0; i_ < @N; i_++) @3 = (@T)((@U)@3 + (@U)@1[i_]);`,
	`for (u32 i_ = 0; i_ < @2; i_++) if (@1[i_] > (@T)@K) @3 = (@T)((@U)@3 + (@U)@1[i_]);`,
	`for (u32 i_ = 0; i_ < @2; i_++) @3 = @1[i_] @q{<|>} @3 ? @1[i_] : @3;`,
	`{ u32 i_ = 0; for (; i_ < @2; i_++) if ((@1[i_] & 31) == @k) break; @3 = (@T)((@U)@3 + i_); }`,
	`for (u32 i_ = 1; i_ < @2; i_++) @1[i_] = (@T)((@U)@1[i_ - 1] * 3u + (@U)@1[i_]);`,
	`for (u32 i_ = 0; i_ < @2; i_++) @1[i_] = @1[@N - 1 - i_];`,
	`for (u32 i_ = @M; i_ < @N; i_ += @q{2|3|5}) @3 = (@T)((@U)@3 ^ (@U)@1[i_]);`,
	`for (i32 i_ = (i32)@2 - 1; i_ >= 0; i_--) @3 = (@T)((@U)@3 * 31u + (@U)@1[i_]);`,
	`for (u8 i_ = (u8)@e, e_ = (u8)@e; i_ != e_; i_++) @3 = (@T)((@U)@3 + (@U)i_ * (@U)@1[i_ % @N]);`,
	`{ u64 s_ = 0; for (u32 i_ = 0; i_ < @2; i_++) s_ += (u64)@1[i_] * (u64)@1[(i_ * 7 + @k) % @N]; @3 = (@T)((@U)@3 ^ (@U)s_); }`,
	`{ u32 h_[8] = {0}; for (u32 i_ = 0; i_ < @N; i_++) h_[@1[i_] & 7]++; for (u32 i_ = 0; i_ < 8; i_++) @3 = (@T)((@U)@3 * 5u + h_[i_]); }`,
	`for (const @T *p_ = @1, *e_ = @1 + @2; p_ != e_; ++p_) @3 = (@T)((@U)@3 + (@U)*p_);`,
	`for (u32 i_ = 0; i_ < @2; i_++) for (u32 j_ = i_ % 5; j_ <= i_ % 11; j_++) @3 = (@T)((@U)@3 + (@U)@1[j_ * 3 % @N] * (@U)(i_ + 1));`,
	`{ @T b_[@N]; for (u32 i_ = 0; i_ < @N; i_++) b_[i_] = @1[i_]; for (u32 i_ = 0; i_ + 2 < @N; i_++) @1[i_] = (@T)((@U)b_[i_] + (@U)b_[i_ + 1] * 2u + (@U)b_[i_ + 2]); }`,
	`{ @q{float|double} s_ = 0; for (u32 i_ = 0; i_ < @2; i_++) s_ = s_ + (float)(i32)(@1[i_] & 0xffff) * 0.37f; @3 = (@T)((@U)@3 ^ (@U)bits(s_)); }`,
	`{ float s_ = -1; for (u32 i_ = 0; i_ < @2; i_++) { const float x_ = (float)(i32)(@1[i_] & 0xfff) / 7.0f; s_ = s_ < x_ ? x_ : s_; } @3 = (@T)((@U)@3 ^ (@U)bits(s_)); }`,
	`for (u32 i_ = 1; i_ < @2; i_++) { const @T x_ = @1[i_]; u32 j_ = i_; for (; j_ > 0 && @1[j_ - 1] > x_; j_--) @1[j_] = @1[j_ - 1]; @1[j_] = x_; }`,
	`{ u32 l_ = 0, h_ = @2; while (l_ < h_) { const u32 m_ = l_ + (h_ - l_) / 2; if (@1[m_] < (@T)@K) l_ = m_ + 1; else h_ = m_; } @3 = (@T)((@U)@3 + l_); }`,
	`for (u32 i_ = 0; i_ < @2; i_++) @1[i_] = @1[i_] & 1 ? (@T)((@U)@1[i_] / 3u) : (@T)((@U)@1[i_] * 3u + 1u);`,
	`for (u32 i_ = 0; i_ < @N; i_++) { const u32 t_ = (u32)(u16)@1[i_] + 300u; @1[i_] = (@T)(t_ > 65535u ? 65535u : t_); }`,
	`{ u32 s_ = 0; for (u32 i_ = 0; i_ < @2; i_++) { const i32 d_ = (i32)(@1[i_] & 255) - (i32)(@1[@N - 1 - i_] & 255); s_ += (u32)(d_ < 0 ? -d_ : d_); } @3 = (@T)((@U)@3 ^ (@U)s_); }`,
	`{ i16 b_[@N]; u32 s_ = 0; for (u32 i_ = 0; i_ < @N; i_++) b_[i_] = (i16)@1[i_]; for (u32 i_ = 0; i_ < @2; i_++) s_ += (u32)((i32)b_[i_] * (i32)b_[(i_ + 1) % @N]); @3 = (@T)((@U)@3 + (@U)s_); }`,
	`for (u32 i_ = 0; i_ < @2; i_++) { u64 x_ = (u64)@1[i_]; u32 c_ = 0; while (x_) { x_ &= x_ - 1; c_++; } @3 = (@T)((@U)@3 * 3u + c_); }`,
	`for (u32 i_ = 0; i_ < @2; i_++) { @1[i_] = (@T)@k; if (i_ == @M) { @1[0] = (@T)@e; continue; } @3 = (@T)((@U)@3 + (@U)@1[i_ / 2]); }`,
	`{ bool any_ = false, all_ = true; for (u32 i_ = 0; i_ < @2; i_++) { any_ |= @1[i_] == (@T)@k; all_ &= @1[i_] != 0; } @3 = (@T)((@U)@3 + any_ * 2u + all_); }`,
	`for (u32 i_ = 0; i_ + 4 <= @2; i_ += 4) { u32 w_; u8 b_[4] = {(u8)@1[i_], (u8)@1[i_ + 1], (u8)@1[i_ + 2], (u8)@1[i_ + 3]}; memcpy(&w_, b_, 4); @3 = (@T)((@U)@3 ^ (@U)w_); }`,
	`{ u32 f_ = 0, g_ = 1; for (u32 i_ = 0; i_ < @2; i_++) { const u32 t_ = f_ + g_; f_ = g_; g_ = t_ ^ (u32)@1[i_]; } @3 = (@T)((@U)@3 + (@U)f_); }`,
	`for (u32 i_ = 0; i_ < @N; i_++) { if (@1[i_] % 3 == 0) goto out_@5; @3 = (@T)((@U)@3 + 1u); for (u32 j_ = 0; j_ < i_ % 4; j_++) if (@1[j_] == @1[i_]) goto out_@5; } out_@5:;`,
}

// Statements of a work-item on its own.
var aloneTemplates = []template{
	`u64 @1 = @w; u32 @2 = 0; while (@1) { @1 &= @1 - 1; @2++; } @r{@2}`,
	`u32 @1 = @e, @2 = 0; while (@1 >>= 1) @2++; @r{@2}`,
	`u32 @1 = @e | 1, @2 = @e; while (@2) { const u32 t_ = @1 % @2; @1 = @2; @2 = t_; } @r{@1}`,
	`u64 @1 = (@w & 0xffff) + 1; u32 @2 = 0; while (@1 != 1 && @2 < 50) { @1 = @1 & 1 ? @1 * 3 + 1 : @1 / 2; @2++; } @r{mix(@1, @2)}`,
	`u32 @1 = ~@e; for (u32 i_ = 0; i_ < 40; i_++) @1 = @1 & 1 ? @1 >> 1 ^ 0xedb88320u : @1 >> 1; @r{@1}`,
	`const u64 @1 = @w >> 5 | 1; u64 @2 = @1 / 2 + 1; for (u32 i_ = 0; i_ < 70; i_++) { const u64 n_ = (@2 + @1 / @2) / 2; if (n_ >= @2) break; @2 = n_; } @r{@2}`,
	`u64 @1 = 1, @2 = @w % 1000003u; for (u32 e_ = @e & 0xffff; e_; e_ >>= 1) { if (e_ & 1) @1 = @1 * @2 % 1000003u; @2 = @2 * @2 % 1000003u; } @r{@1}`,
	`u64 @1[4] = {@w, @w, 3, 4}; u32 @3 = 0;
    for (u32 pc_ = 0; pc_ < 24 && @3 < 60; @3++, pc_++) {
      const u32 op_ = (u32)(mix(@K, pc_) >> 20), a_ = op_ >> 3 & 3, b_ = op_ >> 5 & 3;
      switch (op_ & 7) {
      case 0: @1[a_] += @1[b_]; break;
      case 1: @1[a_] ^= @1[b_] >> (op_ >> 8 & 31); break;
      case 2: if (@1[a_] & 1) pc_ += op_ >> 8 & 3; break;
      case 3: if (pc_ && @1[a_] % 3 == 0) pc_ -= 1 + (op_ >> 8) % pc_; break;
      case 4: @1[a_] *= 5;
      case 5: @1[b_] -= @1[a_]; continue;
      default: if (@1[b_] < @1[a_]) @1[b_] = ~@1[a_]; else goto end_@4;
      }
    }
    end_@4:; @r{mix(@1[0], @1[1]) + mix(@1[2], @1[3]) + @3}`,
	`u64 @1 = @w % 5 * 0x100000001ull + @e % 3; switch (@1) { case 0: @1 = 5; break; case 1: case 0x100000001ull: @r{@w} break; case 0x100000002ull ... 0x300000004ull: @1 += 9; default: @1 ^= @w; break; case 0x400000004ull: @1 = ~@1; } @r{@1}`,
	`i64 @1 = (i64)(@e % 7) - 3; switch (@1) { case -3: @r{1} break; case -1 ... 1: @1 = @1 * 1000; break; case 2: @r{@e} case 3: @1 = -7; } @r{@1}`,
	`u32 @1; switch ((i8)@e) { case -128: case -1: @1 = 4; break; case 0 ... 63: @1 = 70; break; case -100 ... -50: @1 = 3; break; default: @1 = 11; } @r{@1}`,
	`i64 @1 = 0; switch (@e % 11u) { case 0: @1 = -5; break; case 1: @1 = 77; break; case 2: @1 = 0x123456789ll; break; case 3: @1 = 12; break; case 5: @1 = -1; break; case 6: @1 = 8; break; case 7: @1 = 99; break; case 9: @1 = 1ll << 62; } @r{@1}`,
	`const char *@1; switch (@e % 5u) { case 0: @1 = "zero"; break; case 1: @1 = "one"; break; case 3: @1 = "a longer one, three"; break; default: @1 = ""; } u32 @2 = 7; for (; *@1; @1++) @2 = @2 * 31 + (u8)*@1; @r{@2}`,
	`unsigned __int128 @1 = (unsigned __int128)@w << 64 | @w, @2 = ((unsigned __int128)@w << (@e % 64u)) | 1; @1 = @1 @q{/|%|*|+|-} @2; @2 = @1 @q{>>|<<} (@e % 128u); @r{mix((u64)@1, (u64)(@1 >> 64))} @r{(u64)(@2 >> (@e & 64u))}`,
	`__int128 @1 = (__int128)(((unsigned __int128)@w << 64) | @w), @2 = (__int128)(@w >> 1) + 1; @1 = @1 @q{/|%} @2; @r{mix((u64)@1, (u64)((unsigned __int128)@1 >> 64))} @r{(u64)(@1 >> (@e % 128u))} @r{@1 < @2 ? 3 : @1 == -@2 ? 4 : 5}`,
	`const unsigned __int128 @1 = ((unsigned __int128)@w << 63) | @w; @r{bits((float)@1)} @r{bits((double)@1)} @r{bits((double)(__int128)@1)} @r{(u64)(unsigned __int128)((double)(@1 >> 9))} @r{bits((float)-(__int128)(@1 >> (@e % 100u)))}`,
	`unsigned __int128 @1[3] = {@w, (unsigned __int128)@w << 50, ~(unsigned __int128)@w}; for (u32 i_ = 0; i_ < @e % 7u; i_++) @1[i_ % 3] += @1[(i_ + 1) % 3] * 5 + @1[2] / 3; @r{mix((u64)@1[@e % 3u], (u64)(@1[1] >> 64))}`,
	`__bf16 @1 = (__bf16)number<float, u32>(@w), @2 = (__bf16)number<float, u32>(@w); @1 = (__bf16)(@1 @q{+|-|*|/} @2); @2 = (__bf16)(@2 @q{+|-|*} @1); @1 = @1 < @2 ? @1 : (__bf16)-@2; @r{mix(bits(@1), bits(@2))} @r{whole((float)@1)} @r{bits((_Float16)(float)@2)}`,
	`const u32 @1 = @e; @r{bits((_Float16)(@1 & 0xffff))} @r{bits((_Float16)(i16)@1)} @r{bits((__bf16)(float)@1)} @r{bits((float)@w)} @r{bits((float)(i64)@w)} @r{bits((double)(i64)@w)} @r{bits((float)(i32)@1)} @r{bits((__bf16)(float)(_Float16)(i32)(@1 & 4095))}`,
	`typedef @F @1 __attribute__((ext_vector_type(4))); @1 @2, @3; for (u32 i_ = 0; i_ < 4; i_++) { @2[i_] = number<@F, @B>(mix(@w, i_)); @3[i_] = (@F)(float)(i32)(mix(@w, i_) >> 50); }
    @2 = @2 @q{+|-|*|/} @3; @3 = @3.@q{wzyx|xxyy|zwxy}; @3 = @3 @q{+|-|*} @2; @2 = @2 < @3 ? @2 : @3; for (u32 i_ = 0; i_ < 4; i_++) @r{mix(bits(@2[i_]), bits(@3[i_]))}`,
	`typedef float @1 __attribute__((ext_vector_type(3))); typedef double @2 __attribute__((ext_vector_type(3))); typedef i32 @3 __attribute__((ext_vector_type(3)));
    @1 @4 = {number<float, u32>(@w), (float)(i32)@e, 3}; @2 @5 = __builtin_convertvector(@4, @2) * 3.0; @3 @6 = @4 < @4.zxy; @4 = __builtin_convertvector(@5, @1); for (u32 i_ = 0; i_ < 3; i_++) { @r{bits(@4[i_])} @r{bits(@5[i_])} @r{@6[i_]} }`,
	`typedef i8 @1 __attribute__((ext_vector_type(8))); typedef i16 @2 __attribute__((ext_vector_type(8))); @1 @3 = (@1)(i8)@e; @3[@e % 8u] = (i8)@e; @2 @4 = __builtin_convertvector(@3, @2); @4 = @4 * @4 - (i16)@k; @3 = __builtin_convertvector(@4 >> (i16)3, @1) | @3.s76543210; @4.lo = @4.hi; for (u32 i_ = 0; i_ < 8; i_++) { @r{@3[i_]} @r{mix(@4[i_], i_)} }`,
	`const float @1 = inRange(number<float, u32>(@w), -2147483648.0f, 2147483520.0f); @r{(u32)__float2int_rn(@1)} @r{(u32)__float2int_rz(@1)} @r{(u32)__float2int_rd(@1)} @r{(u32)__float2int_ru(@1)} @r{(u64)__float2ll_rn(@1)} @r{__float2uint_rd(@1 < 0 ? -@1 : @1)}`,
	`const double @1 = inRange(number<double, u64>(@w), -9.2e18, 9.2e18); @r{(u64)__double2ll_rn(@1)} @r{(u64)__double2ll_rd(@1)} @r{(u64)__double2ll_ru(@1)} @r{__double2ull_rz(@1 < 0 ? -@1 : @1)} @r{bits(__double2float_rd(@1))} @r{bits(__double2float_ru(@1))} @r{bits(__double2float_rz(@1))}`,
	`const u64 @1 = @w; @r{bits(__ll2float_rd((i64)@1))} @r{bits(__ull2float_ru(@1))} @r{bits(__int2float_rz((i32)@1))} @r{bits(__uint2float_rd((u32)@1))} @r{bits(__ll2double_ru((i64)@1))} @r{bits(__ull2double_rz(@1))} @r{bits(__ull2float_rn(@1))}`,
	`const float @1 = number<float, u32>(@w), @2 = number<float, u32>(@w); @r{bits(__fadd_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__fmul_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__fdiv_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__fsqrt_@q{rn|rz|ru|rd}(@1))} @r{bits(__fmaf_@q{rn|rz|ru|rd}(@1, @2, @2))}`,
	`const double @1 = number<double, u64>(@w), @2 = number<double, u64>(@w); @r{bits(__dadd_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__dmul_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__ddiv_@q{rn|rz|ru|rd}(@1, @2))} @r{bits(__dsqrt_@q{rn|rz|ru|rd}(@1))} @r{bits(__fma_@q{rn|rz|ru|rd}(@1, @2, @2))}`,
	`struct @1 { u64 a : 33, b : 31; u64 : 5; u64 c : 59; u8 d : 3; bool e : 1; u32 : 0; u32 f : 29; }; @1 @2; @2.a = @w; @2.b = @w; @2.c = @w; @2.d = (u8)@e; @2.e = @c; @2.f = @e; for (u32 i_ = 0; i_ < @e % 5u; i_++) { @2.a += @2.b; @2.b <<= 1; @2.c *= 3; @2.d++; @2.e = !@2.e; @2.f ^= (u32)@2.c; --@2.a; } @r{mix(@2.a, @2.b)} @r{mix(@2.c, @2.d)} @r{@2.f + @2.e}`,
	`struct __attribute__((packed, may_alias)) @1 { u8 a; u64 b; u16 c; u32 d; }; u8 @2[64]; memset(@2, @k, sizeof @2); @1 *@3 = (@1 *)(@2 + @e % 16u), *@4 = (@1 *)(@2 + 31 + @e % 18u); @3->b = @w; @3->d = @e; @4->c = (u16)@e; *@4 = *@3; @4->b += @3->d; @r{mix(@4->b, @3->b)} @r{@4->a + @3->c} for (u32 i_ = 0; i_ < 64; i_++) @r{@2[i_] * i_}`,
	`u8 @1[40]; for (u32 i_ = 0; i_ < 40; i_++) @1[i_] = (u8)(@w >> i_); u64 @2 = 0; u32 @3 = 0; memcpy(&@2, @1 + @e % 30u, @q{3|5|6|7}); memcpy(&@3, @1 + @e % 30u, 3); memcpy(@1 + @e % 30u, &@2, @q{3|5|6|7}); @r{@2 + @3} @r{@1[@e % 40u]}`,
	`bool @1 = @c; u32 @2 = 0; if ((@2++, @c) && (@1 = !@1, @c) || (@2 += 3, @1 && (@2 *= 5, @c))) @r{@2} else @2 = ~@2; @2 = @1 ? @2++ : --@2; @r{@2 + @1}`,
	`u64 @1 = @w, *@2 = &@1, **@3 = &@2, @4[3] = {1, @w, 3}; for (u32 i_ = 0; i_ < @e % 6u; i_++) { **@3 += i_; if (@c) *@3 = &@4[i_ % 3]; else if (*@3 == &@1) @3 = &@2; *@2 ^= @4[1]; } @r{mix(@1, @4[0])} @r{mix(@4[1], @4[2])}`,
	`@s @1[2] = {@v, @v}; @s *@2 = &@1[@e & 1u]; @s @3 = *@2; @2->@f = @3.@f; @3 = @c ? @1[0] : @3; { const @s t_ = @1[0]; @1[0] = @1[1]; @1[1] = t_; } @r{@h(@1[@e & 1u])} @r{@h(@3) + @h(*@2)}`,
	`u64 @1 = @w; const u64 @2 = ({ u64 s_ = 0; for (u32 i_ = 0; i_ < @e % 20u; i_++) { s_ += @1 >> i_; if (s_ > @w) break; } s_; }); @r{@2}`,
	`u32 @1[8] = {@e, 1, 2, 3, @e, 5, 6, 7}; for (u32 n_ = 8; n_ > 1; n_ /= 2) for (u32 i_ = 0; i_ < n_ / 2; i_++) @1[i_] = @1[2 * i_] @q{+|^|*} @1[2 * i_ + 1] @q{+ 1|- i_|}; @r{@1[0]} @r{@1[@e % 8u]}`,
	`u8 @1[6][7]; for (u32 i_ = 0; i_ < 6; i_++) for (u32 j_ = 0; j_ < 7; j_++) @1[i_][j_] = (u8)(@e + i_ * j_); for (u32 t_ = 0; t_ < 3; t_++) for (u32 i_ = 1; i_ < 5; i_++) for (u32 j_ = 1; j_ < 6; j_++) if ((@1[i_ - 1][j_] + @1[i_ + 1][j_] + @1[i_][j_ - 1] + @1[i_][j_ + 1]) & 2) @1[i_][j_] ^= 1; else if (@1[i_][j_] > 99) break; @r{@1[@e % 6u][@e % 7u]} @r{@1[2][3] + @1[4][5] * 256}`,
	`u64 @1 = @w; _Float16 @2 = (_Float16)(float)(@e & 255); @q{float|double} @3 = 1; for (u32 i_ = 0; i_ < @e % 30u; i_++) { @3 = @3 * 1.5f; @2 = (_Float16)(@2 / (_Float16)1.25f); if (@3 > 1000) @3 = @3 - 999; @1 += (u64)(i64)whole(@3); } @r{@1} @r{mix(bits(@2), bits(@3))}`,
}

// Statements of a work-item on its own from Signed on: products that are exact and have a sign, as halves.
var signedTemplates = []template{
	`for (u32 i_ = 0; i_ < @q{3|6|9}; i_++) { const float @1 = (float)(i32)((@e + i_) % 3u) - 1.0f, @2 = i_ % 2 ? (float)(i32)(@e & 7u) * @q{0.25f|-0.25f} : @q{0.0f|-0.0f|-2.0f}; @r{bits((_Float16)(@1 * @2))} @r{bits((_Float16)-(@1 * @2))} @r{bits((_Float16)(@1 * @2 + @2))} }`,
	`typedef float @1 __attribute__((ext_vector_type(2))); typedef _Float16 @2 __attribute__((ext_vector_type(2))); for (u32 i_ = 0; i_ < 3; i_++) { const @1 @3 = {(float)(i32)((@e + i_) % 3u) - 1.0f, @c ? -1.0f : 0.0f}; const @2 @4 = __builtin_convertvector(@3 * @q{-0.5f|0.0f|@3.yx}, @2); @r{mix(bits(@4.x), bits(@4.y))} }`,
}

// Statements of a work-item on its own in a kernel: atomic operations on memory that others use.
var kernelTemplates = []template{
	`u64 *@4 = &count64[@q{1|5|9}]; u64 @1 = *@4, @2; const u64 @3 = @w; do { @2 = @1; @1 = atomicCAS(@4, @2, @2 + @3); } while (@1 != @2);`,
	`for (u32 i_ = 0; i_ < @e % 4u; i_++) { u64 o_ = count64[3]; for (;;) { const u64 a_ = o_; if ((o_ = atomicCAS(&count64[3], a_, a_ + i_)) == a_) break; } }`,
	`u32 @1 = counters[2], @2; do { @2 = @1; @1 = atomicCAS(&counters[2], @2, @2 + @k); } while (@1 != @2);`,
	`atomicAdd(&count64[@q{2|7}], @w); if (@c) atomicAdd(&count64[@q{2|7}], (u64)(i64)-@k); else atomicAdd(&count64[11], (u64)1 << @k);`,
	`if (@c) { atomicSub(&counters[3], @e); atomicAdd(&counters[@q{0|1}], (u32)(mix(@w, tid) >> 40)); }`,
	`shared[tid] = @w; u8 *@1 = (u8 *)&shared[tid]; @1[@e % 8u] = (u8)@e; u16 *@2 = (u16 *)(@1 + 2); u16 h_; memcpy(&h_, @2, 2); h_ += 5; memcpy(@2, &h_, 2); @r{shared[tid]}`,
	`out[gid] = @w; const u64 *@1 = @c ? &out[gid] : &shared[tid]; shared[tid] = @w; @r{*@1} atomicAdd(&out[gid], *@1); @r{out[gid]}`,
}

// Statements of the lanes of a mask.
var maskTemplates = []template{
	`const auto g_ = COALESCED(@m); @r{g_.size() * 64 + g_.thread_rank()} @r{g_.shfl(@w, (int)(@e % g_.size()))} @r{g_.ballot(@c)}`,
	`const auto g_ = COALESCED(@m); @r{g_.shfl_up(@w, @q{1|2|7})} @r{g_.shfl_down(@e, @q{1|3|5})} @r{g_.shfl_xor(@w, @q{1|2|4})} @r{g_.any(@c) * 2 + g_.all(@c)}`,
	`const auto g_ = COALESCED(@m); @r{sumOf(g_, @w)} @r{scanOf(g_, @w)} if (g_.thread_rank() == 0) atomicAdd(&count64[@q{4|8|13}], (u64)g_.size());`,
	`@r{__reduce_@q{min|max|and|or|xor|add}_sync(@m, @e)} @r{(u32)__reduce_@q{min|max}_sync(@m, (i32)@e)}`,
	`int p_ = 7; @r{(u64)__match_all_sync(@m, @e & @q{1|0}u, &p_)} @r{p_ != 0} @r{(u64)__match_any_sync(@m, @w & 3)}`,
	`u64 x_ = __shfl_xor_sync(@m, @w, @M % LANES); if (!(@m >> (lane ^ (@M % LANES)) & 1)) x_ = 5; @r{x_}`,
	`const u64 a_ = @w; u64 x_ = __shfl_up_sync(@m, a_, 3u); if (lane < 3 || !(@m >> (lane - 3) & 1)) x_ = 0; @r{x_} x_ = __shfl_down_sync(@m, a_, 1u); if (lane == LANES - 1 || !(@m >> (lane + 1) & 1)) x_ = 1; @r{x_}`,
	`const float a_ = (float)(i32)@e; @r{bits(__shfl_sync(@m, a_, laneOf(@m, @e)))} const double b_ = (double)(i64)@w; @r{bits(__shfl_sync(@m, b_, laneOf(@m, @e)))}`,
	`u64 left_ = @m; while (left_) { const int l_ = __builtin_ctzll(left_); const u64 x_ = __shfl_sync(@m, @w, l_); left_ &= left_ - 1; if (x_ & 1) left_ &= left_ - 1; @r{x_ + (u32)l_} }`,
	`const int first_ = laneOf(@m, 0); u64 base_ = 0; if ((int)lane == first_) { base_ = @w; atomicAdd(&count64[@q{6|10}], (u64)__popcll(@m)); } base_ = __shfl_sync(@m, base_, first_); @r{base_ + (u32)__popcll(@m & ((1ull << lane) - 1))}`,
}

// Statements of all lanes of whole warps.
var warpTemplates = []template{
	`u32 @1 = @e % 9u, @2 = 0; while (__any(@1 > @2)) { if (@1 > @2) { @r{@w} @2 += 1 + (@e & 1u); } @r{(u64)__ballot(@1 > @2)} }`,
	`bool @1 = @c; u64 @2; const u64 @3 = @w; while ((@2 = __ballot(@1)) != 0) { const int l_ = __builtin_ctzll(@2); const u64 x_ = __shfl(@3, l_); if ((int)lane == l_) @1 = false; else if (x_ & 1) @r{x_ + lane} }`,
	`u64 @1 = @w; for (u32 d_ = 1; d_ < LANES; d_ *= 2) { const u64 y_ = __shfl_up(@1, d_); if (lane >= d_) @1 += y_; } @r{@1}`,
	`u32 @1 = @e; for (u32 k_ = 2; k_ <= LANES; k_ *= 2) for (u32 j_ = k_ / 2; j_ > 0; j_ /= 2) { const u32 y_ = __shfl_xor(@1, (int)j_); const bool up_ = (lane & k_) == 0, low_ = (lane & j_) == 0; @1 = (up_ == low_) == (@1 < y_) ? @1 : y_; } @r{@1}`,
	`const u64 @1 = __match_any_sync(~0ull >> (64 - LANES), @e % 5u); const int @2 = __builtin_ctzll(@1); u32 @3 = 0; if ((int)lane == @2) @3 = (u32)__popcll(@1) * 100; @3 = __shfl(@3, @2) + (u32)__popcll(@1 & ((1ull << lane) - 1)); @r{@3}`,
	`float @1 = (float)(i32)(@e & 0xfff); for (int d_ = LANES / 2; d_; d_ /= 2) @1 += __shfl_down(@1, d_); @r{bits(__shfl(@1, 0))}`,
	`double @1 = (double)(i32)@e; for (int d_ = 1; d_ < LANES; d_ *= 2) { const double y_ = __shfl_xor(@1, d_); @1 = @1 @q{<|>} y_ ? y_ : @1; } @r{bits(@1)}`,
	`u32 @1 = 0; for (u32 i_ = 0; i_ < @u + 2; i_++) { if (@c) { @1 += i_; if (@c) { @r{@1} } else @1 ^= 7; } const u32 y_ = (u32)__shfl_xor((int)@1, 1); @1 = @1 * 3 + y_; } @r{@1}`,
	`u64 @1[4] = {@w, @w, 3, @w}; for (u32 i_ = 0; i_ < 4; i_++) @1[i_] = __shfl(@1[(i_ + lane) % 4], (int)(lane ^ i_)); @r{mix(@1[0], @1[1]) ^ mix(@1[2], @1[3])}`,
	`unsigned __int128 @1 = (unsigned __int128)@w << 64 | @w; const u64 lo_ = __shfl((u64)@1, (int)(@e % LANES)), hi_ = __shfl_xor((u64)(@1 >> 64), @q{1|8}); @1 += (unsigned __int128)hi_ << 64 | lo_; @r{mix((u64)@1, (u64)(@1 >> 64))}`,
	`const bool @1 = @c; u32 @2 = @e; if (@1) { for (u32 i_ = 0; i_ < @2 % 7u; i_++) { if (@c) { @2 ^= i_; break; } @2 += 3; } } @2 += (u32)__popcll(__ballot(@2 & 1)); for (int d_ = LANES / 2; d_; d_ /= 2) @2 += (u32)__shfl_xor((int)@2, d_); @r{@2}`,
	`const u64 @1 = @w; u64 @2 = 0; switch (@e % 4u) { case 0: @2 = @1; break; case 1: for (u32 i_ = 0; i_ < (@1 & 3); i_++) @2 += @1 >> i_; case 2: @2 ^= 5; break; default: if (@1 & 1) break; @2 = 77; } @r{__shfl(@2, (int)(@e % LANES))} @r{__all(@2 != 0) + 2 * __any(@2 == 5)}`,
}

// Statements of all work-items of a block.
var blockTemplates = []template{
	`TORTURE_SHARED @T @1[@P]; @1[tid] = (@T)@w; __syncthreads(); for (u32 s_ = 512; s_; s_ /= 2) { if (tid < s_ && tid + s_ < @P) @1[tid] = (@T)((@U)@1[tid] @o (@U)@1[tid + s_]); __syncthreads(); } @r{@1[0]} __syncthreads();`,
	`TORTURE_SHARED @T @1[(@P + 7) / 8][9]; for (u32 i_ = tid; i_ < (@P + 7) / 8 * 8; i_ += @P) @1[i_ / 8][i_ % 8] = (@T)(@K * i_ + n); __syncthreads(); @1[tid / 8][tid % 8] = (@T)@w; __syncthreads(); @r{@1[tid % ((@P + 7) / 8)][tid / ((@P + 7) / 8) % 8]} __syncthreads();`,
	`TORTURE_SHARED u32 @1[200]; for (u32 i_ = tid; i_ < 200; i_ += @P) @1[i_] = i_ * (u32)@K; __syncthreads(); u32 @2 = 0; for (u32 i_ = tid; i_ < 200 + tid; i_ += 7) @2 += @1[i_ % 200]; __syncthreads(); for (u32 i_ = tid; i_ < 200; i_ += @P) @1[i_] ^= i_; __syncthreads(); @r{@2 + @1[@e % 200u]} __syncthreads();`,
	`TORTURE_SHARED @q{u32|u64} @1[13]; if (tid < 13) @1[tid] = 0; if (@P < 13 && tid == 0) for (u32 i_ = @P; i_ < 13; i_++) @1[i_] = 0; __syncthreads(); for (u32 i_ = 0; i_ < @e % 4u; i_++) atomicAdd(&@1[@e % 13u], (decltype(+@1[0]))i_ + 1); __syncthreads(); @r{@1[tid % 13]} __syncthreads();`,
	`TORTURE_SHARED @T @1[@P]; @1[tid] = (@T)@w; __syncthreads(); for (u32 p_ = 0; p_ < @q{@P|7|n}; p_++) { if ((tid + p_) % 2 == 0 && tid + 1 < @P && @1[tid] > @1[tid + 1]) { const @T t_ = @1[tid]; @1[tid] = @1[tid + 1]; @1[tid + 1] = t_; } __syncthreads(); } @r{@1[@e % @P]} __syncthreads();`,
	`TORTURE_SHARED float @1[2][@P + 2]; @1[0][tid + 1] = (float)(i32)@e; if (tid == 0) @1[0][0] = @1[1][0] = @1[0][@P + 1] = @1[1][@P + 1] = 1; __syncthreads(); u32 @2 = 0; for (u32 i_ = 0; i_ < @u; i_++) { @1[1 - @2][tid + 1] = (@1[@2][tid] + @1[@2][tid + 2]) * 0.5f - @1[@2][tid + 1]; @2 = 1 - @2; __syncthreads(); } @r{bits(@1[@2][tid + 1])} __syncthreads();`,
	`u32 @1 = @e % 5u; while (__syncthreads_@q{count(@1 > 0) > 0|or(@1 > 0)}) { if (@1) { @1--; @r{@w} } shared[tid] = @1; __syncthreads(); @r{shared[(tid + 1) % @P]} __syncthreads(); }`,
	`TORTURE_SHARED u32 @1; for (u32 i_ = 0; i_ < 6; i_++) { if (tid == i_ % @P) @1 = @c; __syncthreads(); const u32 stop_ = @1; __syncthreads(); if (stop_) break; shared[tid] = @w; __syncthreads(); @r{shared[(tid * 3 + i_) % @P]} __syncthreads(); }`,
	`TORTURE_SHARED @q{bool|_Float16|__bf16|i8|u16|float|double|unsigned __int128} @1[@P]; @1[tid] = @q{1|0|@k}; if (@c) @1[tid] = @k & 1; __syncthreads(); @r{(u64)(float)@1[(tid * 5 + 3) % @P]} __syncthreads();`,
	`typedef @q{u8|u16|u32|float|double} @1 __attribute__((ext_vector_type(3))); TORTURE_SHARED @1 @2[@P]; @1 @3; @3.x = (u8)@e; @3.y = (u8)@e; @3.z = 3; @2[tid] = @3; __syncthreads(); @2[(tid + 1) % @P].y += @2[(tid + 1) % @P].x; __syncthreads(); const @1 @4 = @2[@e % @P]; @r{mix((u64)@4.x, (u64)@4.y) + (u64)@4.z} __syncthreads();`,
	`struct __attribute__((packed)) @1 { u8 a; u32 b; u16 c; @T d; }; TORTURE_SHARED @1 @2[@P]; @2[tid].a = (u8)@e; @2[tid].b = @e; @2[tid].c = 9; @2[tid].d = (@T)@w; __syncthreads(); @1 @3 = @2[(tid * 3 + 1) % @P]; @3.c += @3.a; __syncthreads(); @2[tid] = @3; __syncthreads(); @r{mix(@2[@e % @P].b, @2[@e % @P].c)} @r{@2[(tid + 1) % @P].d + @3.a} __syncthreads();`,
	`TORTURE_SHARED @q{float|double} @1; if (tid == 0) @1 = 0; __syncthreads(); if (@c) atomicAdd(&@1, (decltype(+@1))(@e & 0xff)); __syncthreads(); @r{bits(@1)} __syncthreads();`,
	`TORTURE_SHARED @q{i32|i64} @1, @2; if (tid == 0) @1 = @2 = 0; __syncthreads(); if (@c) { atomicMin(&@1, (decltype(+@1))@w); atomicMax(&@2, (decltype(+@1))@w); } __syncthreads(); @r{@1} @r{@2} __syncthreads();`,
	`TORTURE_SHARED u32 @1, @2; if (tid == 0) { @1 = 0; @2 = 5; } __syncthreads(); for (u32 i_ = 0; i_ < @e % 3u; i_++) { atomicInc(&@1, @q{6|30}u); } if (@c) atomicDec(&@2, 9); __syncthreads(); @r{@1 * 100 + @2} __syncthreads();`,
	`TORTURE_SHARED u64 @1; if (tid == 0) @1 = 3; __syncthreads(); if (@c) { const u64 v_ = @w; u64 o_ = @1, a_; do { a_ = o_; o_ = atomicCAS(&@1, a_, a_ ^ v_); } while (o_ != a_); } __syncthreads(); @r{@1} __syncthreads();`,
	`TORTURE_SHARED u32 @1[(@P + 1) / 2]; @1[tid / 2] = 0; __syncthreads(); { const u32 v_ = @e & 0xffffu; u32 o_ = @1[tid / 2], a_; do { a_ = o_; const u32 s_ = tid % 2 * 16; o_ = atomicCAS(&@1[tid / 2], a_, (a_ & ~(0xffffu << s_)) | v_ << s_); } while (o_ != a_); } __syncthreads(); @r{@1[@e % ((@P + 1) / 2)]} __syncthreads();`,
	`TORTURE_SHARED float @1[8][9], @2[8][8]; for (u32 i_ = tid; i_ < 64; i_ += @P) { @1[i_ / 8][i_ % 8] = (float)(i32)(mix(@K, i_) & 63); @2[i_ / 8][i_ % 8] = (float)(i_ + n); } __syncthreads(); float @3 = 0; for (u32 k_ = 0; k_ < 8; k_++) @3 += @1[tid % 8][k_] * @2[k_][tid / 8 % 8]; @r{bits(@3)} __syncthreads();`,
	`TORTURE_SHARED @s @1; if (tid == @M % @P) { @1 = @v; @1.@f ^= 1; } __syncthreads(); @s @2 = @1; @r{@h(@2) + (u64)@1.@f} __syncthreads();`,
	`if (@d) { shared[tid] = @w; __syncthreads(); for (u32 i_ = 0; i_ < @u; i_++) { if (@d) break; const u64 x_ = shared[(tid + i_) % @P]; __syncthreads(); shared[tid] = x_ * 3; __syncthreads(); } @r{shared[@P - 1 - tid]} } __syncthreads();`,
	`u64 @1 = 0; for (u32 i_ = 0; i_ < @u; i_++) { if (@c) { @1 += i_; if (@c) @r{@1} } else if (@c) @1 ^= @w; shared[tid] = @1; __syncthreads(); if (i_ & 1) { @1 += shared[(tid + 5) % @P]; } __syncthreads(); } @r{@1}`,
}
