// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions and variables with __int128 in their mangled names. int128_names.txt has the names that
// clang 22 gives them, as written and with -DBITINT.

#ifdef BITINT
#define __int128 _BitInt(128)
#endif
typedef unsigned __int128 u;
typedef __int128 i;
struct A {
  int x;
};
namespace ns {
struct B {
  template <class T> struct C {
    T t;
  };
  static void f(i, B, i);
  enum E { e };
};
template <class T, int N = 3> struct D {
  T t[N];
  static T var;
  void m(T) const;
  void r(D) &&;
};
template <class T, int N> T D<T, N>::var = T();
inline namespace v1 {
template <class T> void g(T, T *, const T &, D<T>, D<T, 4>) {}
} // namespace v1
} // namespace ns
template <class T> T tv = T();
namespace std {
template <class T> struct complex {
  T re, im;
};
template <class T> struct allocator {};
template <class C> struct char_traits {};
template <class C, class T, class A> struct basic_string {};
struct plain {};
template <bool B, class T = void> struct enable_if {
  using type = T;
};
template <class T> struct enable_if<false, T> {};
typedef decltype(nullptr) nullptr_t;
} // namespace std
template <class F> void call(F, i) {}
template <template <class> class X, class T> void tt(X<T>, T) {}
template <class... T> void pack(T..., i) {}
template <class T, typename std::enable_if<sizeof(T) == 16, int>::type = 0> void sized(T, T) {}
template <class T> auto dec(T a, i b) -> decltype(a + b) { return a + b; }
template <u V, class T> void val(T, u) {}
template <i *P, class T> void addr(T, i *) {}
i object;
typedef float f4 __attribute__((ext_vector_type(4)));
static void local_(i, A, A) {}
namespace {
struct Q {};
void anon(Q, i, Q) {}
} // namespace
void a1(int, i, u, i) {}
void a2(A, i, A, i) {}
void a3(i *, const i *, i *const *, volatile u &, A *, A &&, i *) {}
void a4(ns::B, ns::B::C<i>, ns::B::C<u>, ns::B::C<i> *, i, ns::B::E) {}
void a5(ns::D<i>, ns::D<A>, ns::D<i, 4>, ns::D<i>, A) {}
void a6(std::complex<i>, std::allocator<i>,
        std::basic_string<char, std::char_traits<char>, std::allocator<char>>, std::plain,
        std::complex<i> *, std::allocator<u>) {}
void a7(i (*)(u, A), i (*)(u, A), i (A::*)(u) const, i A::*, i (&)[3], i (*)[4][5]) {}
void a8(_BitInt(37), unsigned _BitInt(37), _BitInt(37) *, i, A, A) {}
void a9(_Float16, __bf16, f4, f4 *, i, f4 *, long double, decltype(nullptr), char8_t, char16_t,
        char32_t) {}
void ns::B::f(i, B, i) {}
void b1(i (*)(u) noexcept, i (*)(u), i, void (*)(...)) {}
void b2(__attribute__((address_space(3))) i *, const i __attribute__((address_space(1))) *, A, i) {}
// The next four differ in what an earlier type a substitution refers to.
void c1(A, i, A *, i *) {}
void c1(A, i, i *, A *) {}
void c1(A, u, i, A *, u *) {}
void c1(A, u, i, i *, u *) {}
void use() {
  ns::g(i(), (i *)nullptr, i(), ns::D<i>(), ns::D<i, 4>());
  ns::g(A(), (A *)nullptr, A(), ns::D<A>(), ns::D<A, 4>());
  tt(std::complex<i>(), i());
  tt(ns::B::C<u>(), u());
  pack<i, A, i *, u>(i(), A(), nullptr, u(), i());
  pack<>(i());
  sized(i(), i());
  sized(u(), u());
  dec(1, i());
  dec(u(), i());
  val<(u)5 << 100>(A(), 5);
  val<7>(u(), 7);
  addr<&object>(i(), nullptr);
  call([](i) {}, i());
  call(
      [](A, i *) {
        struct L {
          i x;
        };
        call(L(), i());
      },
      i());
  struct Loc {
    i x;
    struct In {};
  } l;
  call(l, i());
  call(Loc::In(), 1);
  call(&l, 1);
  local_(1, A(), A());
  anon(Q(), 1, Q());
  call((i (*)(A, A)) nullptr, 1);
  call((void (A::*)(i, A) &&)nullptr, 1);
  tv<i> = 3;
  tv<ns::D<u>>.t[0] = 1;
  tv<u> = 1;
  ns::D<i>::var = 2;
  ns::D<ns::D<i>>::var.t[0] = 2;
  ns::D<i>().m(1);
  ns::D<u>().r({});
}
