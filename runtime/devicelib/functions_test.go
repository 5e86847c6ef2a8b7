// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// A check is a row of functions.tsv.
type check struct {
	line         int
	names        []string
	device, host string
	tolerance    string
}

// tsv parses a table of testdata/language, without its comments.
func tsv(t *testing.T, name string, row func(line int, fields []string)) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testtree.Root(t), "testdata", "language", name))
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if l != "" && l[0] != '#' {
			row(i+1, strings.Split(l, "\t"))
		}
	}
}

func checks(t *testing.T) []check {
	t.Helper()
	var all []check
	tsv(t, "functions.tsv", func(line int, f []string) {
		if len(f) < 3 || len(f) > 4 {
			t.Fatalf("functions.tsv:%d: %d columns", line, len(f))
		}
		c := check{line: line, names: strings.Fields(f[0]), device: f[1], host: f[2], tolerance: "1e-12"}
		if len(f) == 4 {
			c.tolerance = f[3]
		}
		for _, n := range c.names {
			if !strings.Contains(f[1], n) && !uncalled[n] {
				t.Errorf("functions.tsv:%d: %s is not called", line, n)
			}
		}
		all = append(all, c)
	})
	return all
}

// uncalled lists names that the program's own text contains, or that cannot be called.
var uncalled = map[string]bool{"__launch_bounds__": true, "operators": true}

// The variables of the expressions: i is the thread, 0 to 63; w the warp size; a in (0, 1), b in
// [1, 4) and c around 0 are floats that bfloat16 represents exactly; x, y and z are doubles, n and
// m ints, u unsigned, l long long, v unsigned long long. h or f before a letter is its half or
// bfloat16 value; two letters are a pair. s is sixteen ints of the row, initially zero. On the host
// at(j) is thread j's n, which given provides on the device; line and plane are textures of one and
// two dimensions with the texels 0 to 63.
const functionsHead = `#include <hip/hip_runtime.h>
#include <hip/hip_bf16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <algorithm>
#include <cassert>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>
namespace cg = cooperative_groups;
using u64 = unsigned long long;
template <class T, int N> using pack = T __attribute__((ext_vector_type(N)));
#define BOTH __host__ __device__
#define LETTERS                                                                                  \
  const float a = (i % 15 + 1) / 16.0f, b = 1 + i % 24 / 8.0f, c = (i % 25 - 12) / 4.0f + 0.125f; \
  const double x = a, y = b * 1.01, z = c * 1.1;                                                  \
  const int n = i % 41 - 20, m = i % 9 + 1;                                                       \
  const unsigned u = i * 0x9e3779b9u;                                                             \
  const long long l = (long long)(i * 0x9e3779b97f4a7c15ull);                                     \
  const u64 v = i * 0xd1b54a32d192ed03ull;                                                        \
  const __half ha = __float2half(a), hb = __float2half(b), hc = __float2half(c);                  \
  const __half2 ab = __halves2half2(ha, hb), bc = __halves2half2(hb, hc), bb2 = __half2half2(hb); \
  const __hip_bfloat16 fa = __float2bfloat16(a), fb = __float2bfloat16(b), fc = __float2bfloat16(c); \
  const __hip_bfloat162 fab = __halves2bfloat162(fa, fb), fbc = __halves2bfloat162(fb, fc);

struct Value {
  u64 bits;
  int floating, size;
};
template <class T> BOTH Value value(T v) {
  Value r{0, std::is_floating_point<T>::value, sizeof(T)};
  if constexpr (std::is_floating_point<T>::value) {
    double d = v;
    memcpy(&r.bits, &d, 8);
  } else {
    r.bits = (u64)(long long)v;
  }
  return r;
}
__global__ void __launch_bounds__(64) limited(int *p) { p[threadIdx.x] = 2 * threadIdx.x; }
__device__ int bounded(int i) { return 2 * i; }

static int w;
static int at(int i) { LETTERS return n; }
static float f16(float v) { return __half2float(__float2half(v)); }
static float bf16(float v) { return __bfloat162float(__float2bfloat16(v)); }
static float sat(float v) { return std::min(std::max(v, 0.0f), 1.0f); }
template <class To, class From> static To bits(From v) {
  To r;
  static_assert(sizeof r == sizeof v, "");
  memcpy(&r, &v, sizeof r);
  return r;
}
template <class To, class From> static To rounded(int mode, From v) {
  volatile From from = v;
  std::fesetround(mode);
  volatile To to = To(from);
  std::fesetround(FE_TONEAREST);
  return to;
}
template <class F, class T> static T with_mode(int mode, F f, T p, T q) {
  volatile T vp = p, vq = q;
  std::fesetround(mode);
  volatile T r = f(vp, vq);
  std::fesetround(FE_TONEAREST);
  return r;
}
static const std::vector<float> &halves() {
  static const std::vector<float> all = [] {
    std::vector<float> r;
    for (unsigned short b = 0; b < 0x7c00; b++) {
      _Float16 h;
      memcpy(&h, &b, 2);
      r.push_back(h);
      r.push_back(-(float)h);
    }
    return r;
  }();
  return all;
}
// A float converted to half: the one below, above, or closer to zero.
static float half_in(int where, float v) {
  float r = f16(v);
  bool down = where < 0 || !where && v > 0, up = where > 0 || !where && v < 0;
  if (down && r > v) {
    for (r = -INFINITY; float h : halves()) if (h <= v) r = std::max(r, h);
  } else if (up && r < v) {
    for (r = INFINITY; float h : halves()) if (h >= v) r = std::min(r, h);
  }
  return r;
}
// The threads of i's warp for which f holds, in order.
template <class F> static std::vector<int> peers(int i, F f) {
  std::vector<int> r;
  for (int j = i / w * w; j < i / w * w + w; j++)
    if (f(j)) r.push_back(j);
  return r;
}
static int set_bit(u64 mask, int base, int offset) {
  for (int k = base, left = std::abs(offset); k >= 0 && k < 64; k += offset < 0 ? -1 : 1)
    if ((mask >> k & 1) && --left == 0) return k;
  return -1;
}
static int zeros(u64 v, int bits) { return v ? __builtin_clzll(v) - (64 - bits) : bits; }
template <class T, class G, class F> static T over(int first, int n, G get, F f) {
  T r = get(first);
  for (int j = first + 1; j < first + n; j++) r = f(r, get(j));
  return r;
}
`

const functionsTail = `
static bool same(const Value &got, const Value &want, double tolerance) {
  if (!want.floating && !got.floating) {
    u64 mask = want.size == 8 ? ~0ull : (1ull << want.size * 8) - 1;
    return (got.bits & mask) == (want.bits & mask);
  }
  auto number = [](const Value &v) { return v.floating ? bits<double>(v.bits) : double((long long)v.bits); };
  double g = number(got), h = number(want);
  return g == h || std::isnan(g) && std::isnan(h) || std::fabs(g - h) <= tolerance * std::max(1.0, std::fabs(h));
}
#define CHECK(call) if (hipError_t e = (call)) return std::printf("%s: %s\n", #call, hipGetErrorString(e)), 1
int main() {
  Value *out;
  int *scratch, *given, *most, bad = 0;
  const int rows = sizeof table / sizeof *table;
  std::vector<Value> got(rows * 64);
  CHECK(hipDeviceGetAttribute(&w, hipDeviceAttributeWarpSize, 0));
  CHECK(hipMalloc((void **)&out, got.size() * sizeof *out));
  CHECK(hipMalloc((void **)&scratch, rows * 64));
  CHECK(hipMemset(scratch, 0, rows * 64));
  CHECK(hipMalloc((void **)&given, 256));
  CHECK(hipMalloc((void **)&most, 256));
  float texels[64];
  for (int i = 0; i < 64; i++) {
    int n = at(i);
    texels[i] = i;
    CHECK(hipMemcpy(given + i, &n, 4, hipMemcpyHostToDevice));
  }
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipResourceDesc what{};
  hipTextureDesc how{};
  hipTextureObject_t line, plane;
  hipArray_t array;
  void *linear;
  CHECK(hipMalloc(&linear, sizeof texels));
  CHECK(hipMemcpy(linear, texels, sizeof texels, hipMemcpyHostToDevice));
  what.resType = hipResourceTypeLinear;
  what.res.linear.devPtr = linear;
  what.res.linear.desc = format;
  what.res.linear.sizeInBytes = sizeof texels;
  CHECK(hipCreateTextureObject(&line, &what, &how, nullptr));
  CHECK(hipMallocArray(&array, &format, 8, 8, 0));
  CHECK(hipMemcpy2DToArray(array, 0, 0, texels, 32, 32, 8, hipMemcpyHostToDevice));
  what = {};
  what.resType = hipResourceTypeArray;
  what.res.array.array = array;
  CHECK(hipCreateTextureObject(&plane, &what, &how, nullptr));
  for (auto kernel : kernels) kernel<<<1, 64>>>(out, scratch, given, line, plane);
  limited<<<1, 64>>>(most);
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpy(got.data(), out, got.size() * sizeof *out, hipMemcpyDeviceToHost));
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < 64; i++) {
      Value want = table[r].host(i), g = got[r * 64 + i];
      if (same(g, want, table[r].tolerance)) continue;
      double d, e;
      memcpy(&d, &g.bits, 8);
      memcpy(&e, &want.bits, 8);
      std::printf("functions.tsv:%d: thread %d: got %.17g (%#llx), want %.17g (%#llx)\n", table[r].line, i, d, g.bits, e, want.bits);
      bad++;
      break;
    }
  std::puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}
`

// functionsPerKernel limits the size of the kernels, so that drivers compile them fast.
const functionsPerKernel = 40

// functionsProgram generates the program with all checks. Line numbers in diagnostics are those of
// the table.
func functionsProgram(all []check) string {
	var b, kernels, table strings.Builder
	b.WriteString(functionsHead)
	for r, c := range all {
		if r%functionsPerKernel == 0 {
			if r > 0 {
				b.WriteString("}\n")
			}
			k := fmt.Sprintf("kernel%d", r/functionsPerKernel)
			fmt.Fprintf(&kernels, "%s, ", k)
			fmt.Fprintf(&b, "__global__ void %s(Value *out, int *scratch, const int *given, hipTextureObject_t line, hipTextureObject_t plane) {\n"+
				"const int i = threadIdx.x, w = warpSize;\nLETTERS\n", k)
		}
		fmt.Fprintf(&b, "{ int *s = scratch + %d;\n#line %d \"functions.tsv\"\nout[%d + i] = value(%s); }\n", r*16, c.line, r*64, c.device)
	}
	b.WriteString("}\n")
	for r, c := range all {
		fmt.Fprintf(&b, "static Value host%d(int i) { LETTERS\n#line %d \"functions.tsv\"\nreturn value(%s); }\n", r, c.line, c.host)
		fmt.Fprintf(&table, "{%d, host%d, %s},\n", c.line, r, c.tolerance)
	}
	fmt.Fprintf(&b, "#line 1 \"main\"\nconst struct { int line; Value (*host)(int); double tolerance; } table[] = {\n%s};\n", table.String())
	fmt.Fprintf(&b, "void (*const kernels[])(Value *, int *, const int *, hipTextureObject_t, hipTextureObject_t) = {%s};\n", kernels.String())
	b.WriteString(functionsTail)
	return b.String()
}

var atRow = regexp.MustCompile(`(?m)^functions\.tsv:(\d+):(.*)$`)

// TestFunctions runs a program that calls every function of functions.tsv and compares it with the
// host. On failure it names the functions that are missing or wrong, and those that programs use
// (used.tsv) but no row calls.
func TestFunctions(t *testing.T) {
	all := checks(t)
	covered := make(map[string]bool)
	names := make(map[string]string)
	for _, c := range all {
		for _, n := range c.names {
			covered[n] = true
		}
		names[strconv.Itoa(c.line)] = strings.Join(c.names, " ")
	}
	tsv(t, "used.tsv", func(line int, f []string) {
		if !covered[f[0]] {
			t.Errorf("%s, which %s programs use, is in no row of functions.tsv", f[0], f[1])
		}
	})
	dir := t.TempDir()
	source, exe := filepath.Join(dir, "functions.hip"), filepath.Join(dir, "functions")
	if err := os.WriteFile(source, []byte(functionsProgram(all)), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	args := append([]string{"-O1", "-std=c++17", "-w", "-ferror-limit=0", "-ffp-contract=off", source, "-o", exe}, testtree.UnoptimisedHost...)
	said, err := exec.CommandContext(ctx, testtree.Compiler(t), args...).CombinedOutput()
	if err == nil {
		said, err = exec.CommandContext(ctx, exe).CombinedOutput()
	}
	wrong := make(map[string]string)
	for _, m := range atRow.FindAllStringSubmatch(string(said), -1) {
		wrong[m[1]] = cmp.Or(wrong[m[1]], m[2])
	}
	for _, line := range slices.Sorted(maps.Keys(wrong)) {
		t.Errorf("%s (functions.tsv:%s):%s", names[line], line, wrong[line])
	}
	if err != nil && len(wrong) == 0 || err == nil && !strings.HasSuffix("\n"+string(said), "\nPASS\n") {
		t.Errorf("%v\n%s", err, said)
	}
	t.Logf("%d functions in %d rows", len(covered), len(all))
}
