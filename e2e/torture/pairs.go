// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

// Pairs is the first seed of programs that also have HIP's pairs of halves and of bfloats, functions of floating point that
// give a second result by a pointer, and structures of 16 bytes that are copied through shared memory.
const Pairs = 3_000_000_000_000_000

// Statements of a work-item on its own. A product is not an operand of a sum: HIP's headers let the two be fused.
var pairsAloneTemplates = []template{
	`const __half2 @1 = pairOf<__half2>(@w), @2 = pairOf<__half2>(@w); @r{bits(__hadd2(@1, @2))} @r{bits(__hsub2(@1, @2))} @r{bits(__hmul2(@2, @1))} @r{bits(__hneg2(@1))} @r{bits(__habs2(@2))} @r{bits(__hfma2(@1, @2, pairOf<__half2>(@w)))}`,
	`const __hip_bfloat162 @1 = pairOf<__hip_bfloat162>(@w), @2 = pairOf<__hip_bfloat162>(@w); @r{bits(__hadd2(@1, @2))} @r{bits(__hsub2(@1, @2))} @r{bits(__hmul2(@2, @1))} @r{bits(__hneg2(@1))} @r{bits(__habs2(@2))}`,
	`typedef @q{__half2|__hip_bfloat162} @3; const @3 @1 = pairOf<@3>(@w), @2 = @c ? @1 : pairOf<@3>(@w); @r{bits(__h@q{eq|ne|lt|le|gt|ge}2(@1, @2))} @r{(u64)__hb@q{eq|ne|lt|le|gt|ge}2(@2, @1)} if (__hb@q{eq|lt|ge}2(@1, @2)) @r{@w}`,
	`typedef @q{__half2|__hip_bfloat162} @3; @3 @1 = pairOf<@3>(@w); for (u32 i_ = 0; i_ < @e % 6u; i_++) { const @3 y_ = pairOf<@3>(mix(@w, i_)); @1 = @q{__hadd2(@1, y_)|__hsub2(y_, @1)|__hmul2(@1, y_)}; if (@c) @1 = __hneg2(@1); } @r{bits(@1)}`,
	`typedef @q{__half2|__hip_bfloat162} @3; @3 @1[4]; for (u32 i_ = 0; i_ < 4; i_++) @1[i_] = pairOf<@3>(mix(@w, i_)); const @3 @2 = __h@q{add|sub|mul}2(@1[@e & 3u], @1[@e & 3u]); @1[@e & 3u] = @2; @r{mix(bits(@1[0]), bits(@1[1])) ^ mix(bits(@1[2]), bits(@1[3]))}`,
	`const __half2 @1 = pairOf<__half2>(@w), @2 = pairOf<__half2>(@w); @r{bits(__lowhigh2highlow(@1))} @r{bits(__lows2half2(@1, @2))} @r{bits(__highs2half2(@2, @1))} @r{bits(__low2float(@1))} @r{bits(__high2float(@2))} @r{bits(__floats2half2_rn(edge<float>(@w), edge<float>(@w)))}`,
	`const float @1 = edge<float>(@w), @2 = edge<float>(@w); int @3 = 5; @r{bits(remquof(@1, @2, &@3))} if (@1 - @1 == 0 && @2 - @2 == 0 && @2 != 0) @r{@3 & 7} int @4[3] = {1, 2, 3}; @r{bits(frexpf(bounded(@1), &@4[@e % 3u]))} @r{(u32)(@4[0] + 5 * @4[1] + 9 * @4[2])} float @5[2] = {1, 2}; @r{bits(modff(@2, &@5[@e & 1u]))} @r{mix(bits(@5[0]), bits(@5[1]))}`,
	`const double @1 = edge<double>(@w), @2 = edge<double>(@w); int @3 = 5; @r{bits(remquo(@1, @2, &@3))} if (@1 - @1 == 0 && @2 - @2 == 0 && @2 != 0) @r{@3 & 7} int @4[3] = {1, 2, 3}; @r{bits(frexp(bounded(@1), &@4[@e % 3u]))} @r{(u32)(@4[0] + 5 * @4[1] + 9 * @4[2])} double @5[2] = {1, 2}; @r{bits(modf(@2, &@5[@e & 1u]))} @r{mix(bits(@5[0]), bits(@5[1]))}`,
	`const double @1 = bounded(edge<double>(@w)); if (@1 != 0) { @r{(u32)ilogb(@1)} @r{(u32)ilogbf(bounded((float)@1) == 0 ? 1.0f : bounded((float)@1))} } if (fabs(@1) < 9e18) { @r{(u64)llrint(@1)} @r{(u64)llround(@1)} @r{(u64)lrintf((float)(@1 * 0.5))} } @r{bits(nextafter(@1, @q{0|1e300|-1e300}))} @r{bits(nextafterf(edge<float>(@w), (float)@1))} @r{bits(scalbln(@1, (long)(@e % 300u) - 150))}`,
}

// Statements of a work-item on its own in a kernel: results by pointers to shared and global memory. The memory is of
// integers: memcpy makes it another type's and an integer's again, without the bits of a NaN, which differ among devices.
var pairsKernelTemplates = []template{
	`u64 @3 = 0; memcpy(&shared[tid], &@3, 8); int *@1 = (int *)&shared[tid]; @1[0] = @1[1] = 0; @r{bits(frexp(bounded(edge<double>(@w)), @1 + (@e & 1u)))} @r{(u32)@1[0]} @r{(u32)@1[1]} @3 = (u32)@1[0]; memcpy(&shared[tid], &@3, 8);`,
	`u64 @3 = 0; memcpy(&shared[tid], &@3, 8); double *@1 = (double *)&shared[tid]; *@1 = 1; @r{bits(modf(edge<double>(@w), @1))} @3 = bits(*@1); @r{@3} memcpy(&shared[tid], &@3, 8); memcpy(&out[gid], &@3, 8); float *@2 = (float *)&out[gid]; @2[0] = @2[1] = 3; @r{bits(modff(edge<float>(@w), @2 + (@e & 1u)))} @3 = mix(bits(@2[0]), bits(@2[1])); @r{@3} memcpy(&out[gid], &@3, 8);`,
	`u64 @3 = 0; memcpy(&shared[tid], &@3, 8); __half2 *@1 = (__half2 *)&shared[tid]; @1[0] = pairOf<__half2>(@w); @1[1] = pairOf<__half2>(@w); @1[@e & 1u] = __h@q{add|mul|sub}2(@1[0], @1[@e & 1u]); @3 = mix(bits(@1[0]), bits(@1[1])); @r{@3} memcpy(&shared[tid], &@3, 8);`,
}

// Statements of all work-items of a block.
var pairsBlockTemplates = []template{
	`struct alignas(16) @1 { u64 a; u32 b; u16 c; u8 d[2]; }; TORTURE_SHARED @1 @2[@P]; @1 @3 = {@w, @e, (u16)@e, {(u8)@k, 3}}; @2[tid] = @3; __syncthreads(); @1 @4 = @2[@e % @P]; @4.d[@e & 1u] ^= @4.c; __syncthreads(); if (@c) @2[tid] = @4; __syncthreads(); @3 = @2[(tid + 1) % @P]; @r{mix(@3.a, @3.b) ^ mix(@3.c, @3.d[0] * 256u + @3.d[1])} __syncthreads();`,
	`struct @1 { float x, y; i32 k; u32 n; }; TORTURE_SHARED @1 @2[@P][2]; @2[tid][0] = {(float)(i32)(@e & 0xfff), 2, (i32)@e, @e}; @2[tid][1] = @2[tid][0]; @2[tid][1].n++; __syncthreads(); for (u32 i_ = 0; i_ < @u + 1; i_++) { const @1 t_ = @2[(tid + i_) % @P][i_ & 1]; __syncthreads(); @2[tid][i_ & 1] = t_; @2[tid][i_ & 1].y += t_.x; __syncthreads(); } const @1 @3 = @2[@e % @P][@e & 1u]; @r{mix(bits(@3.x), bits(@3.y)) ^ mix((u32)@3.k, @3.n)} __syncthreads();`,
	`TORTURE_SHARED @q{float4|uint4|int4} @1[@P]; decltype(+@1[0].x) @2[4] = {(decltype(+@1[0].x))(i32)(@e & 0xffff), 1, 2, (decltype(+@1[0].x))(@e & 0xff)}; memcpy(&@1[tid], @2, 16); __syncthreads(); auto @3 = @1[(tid * 3 + 1) % @P]; __syncthreads(); @3.y += @3.x; @1[tid] = @3; __syncthreads(); memcpy(@2, &@1[@e % @P], 16); @r{mix((u64)@2[0], (u64)@2[1]) ^ mix((u64)@2[2], (u64)@2[3])} __syncthreads();`,
	`TORTURE_SHARED ulonglong2 @1[@P]; TORTURE_SHARED unsigned __int128 @2[@P]; @1[tid].x = @w; @1[tid].y = @w; @2[tid] = (unsigned __int128)@w << @e % 65u; __syncthreads(); const ulonglong2 @3 = @1[@P - 1 - tid]; const unsigned __int128 @4 = @2[(tid + 1) % @P] + @3.x; __syncthreads(); if (@c) { @2[tid] = @4 * 3; @1[tid] = @3; } __syncthreads(); @r{mix((u64)@2[@e % @P], (u64)(@2[tid] >> 64))} @r{@1[@e % @P].x ^ @1[tid].y} __syncthreads();`,
	`TORTURE_SHARED @q{__half2|__hip_bfloat162} @1[@P]; @1[tid] = pairOf<std::decay_t<decltype(@1[0])>>(@w); __syncthreads(); for (u32 i_ = 0; i_ < @u + 1; i_++) { const auto a_ = @1[(tid + i_ + 1) % @P], b_ = @1[tid]; __syncthreads(); @1[tid] = __h@q{add|sub|mul}2(a_, b_); __syncthreads(); } @r{bits(@1[@e % @P])} __syncthreads();`,
}
