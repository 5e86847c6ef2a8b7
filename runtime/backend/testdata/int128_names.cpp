// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions and variables with __int128 in their mangled names. int128_names.txt has the names that
// clang 22 gives them in C++20, as written and with -DBITINT.

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
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class A, class B> struct is_same {
  static constexpr bool value = false;
};
template <class A> struct is_same<A, A> {
  static constexpr bool value = true;
};
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;
template <class T> T &&declval() noexcept;
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
// Expressions that depend on a template's parameters.
namespace ns {
template <class T> struct trait {
  static constexpr int n = sizeof(T);
  template <class X> struct in {
    static constexpr bool ok = true;
    template <class Y> static constexpr int f(Y) { return 1; }
  };
  static int g(T) noexcept;
};
template <class T> constexpr int size_of(T) { return sizeof(T); }
template <class T, int N>
concept Wide = sizeof(T) >= N;
} // namespace ns
struct W {
  static constexpr int n = 16;
  using t = i;
  i m;
};
template <class T>
concept Big = sizeof(T) >= 16;
template <class T, typename std::enable_if<std::is_same<T, i>::value, int>::type = 0> void d1(T) {}
template <class T, std::enable_if_t<std::is_same_v<T, u>, int> = 0> void d2(T, i) {}
template <class T> std::enable_if_t<(ns::trait<T>::n > 4)> d3(T, i) {}
template <class T> std::enable_if_t<ns::trait<T>::template in<i>::ok> d4(T, T *) {}
template <class T> std::enable_if_t<T::n == 16> d5(T, i) {}
template <class T> std::enable_if_t<!std::is_same<typename T::t, u>::value> d6(T, i) {}
template <class T> auto d7(T a, i b) -> decltype(ns::size_of(a) + b) { return 0; }
template <class T> auto d8(T, i b) -> decltype(std::declval<T>() + b) { return 0; }
template <class T> auto d9(T a, T *p, i b) -> decltype(a.m + p->m + b) { return 0; }
template <class T> auto d10(T, i b) -> decltype(T{} + T(b) + static_cast<T>(b)) { return 0; }
template <class... T> std::enable_if_t<(sizeof...(T) > 1)> d11(i, T...) {}
template <class... T> std::enable_if_t<(std::is_same<T, i>::value && ...)> d12(T...) {}
template <class T> std::enable_if_t<ns::trait<T>::template in<i>::f(3) == 1> d13(T, T *) {}
template <class T> std::enable_if_t<noexcept(ns::trait<T>::g(T()))> d14(T, T *) {}
template <class T> auto d15(T a, i b) -> decltype(a.operator+(b), a.~T()) {}
template <class T>
  requires(sizeof(T) == 16)
void e1(T) {}
template <Big T> void e2(T, T) {}
void e3(ns::Wide<8> auto, Big auto) {}
template <class T>
void e4(T)
  requires std::is_same_v<T, i>
{}
template <class T>
  requires Big<T> && (!std::is_same<T, u>::value)
void e5(T, i) {}
template <class T>
  requires requires(T t) {
    t + 1;
    typename ns::trait<T>;
    { t * t } -> Big;
    requires Big<T>;
  }
void e6(T, i) {}
struct P {
  i a;
  int b;
};
template <auto V> void e7(i) {}
template <P V> void e8(i) {}
template <class F> void e9(F, i) {}
struct Sum {
  i operator+(i) { return 0; }
};
void use() {
  d1(i());
  d2(u(), i());
  d3(u(), i());
  d4(i(), (i *)nullptr);
  d5(W(), 1);
  d6(W(), 1);
  d7(u(), 1);
  d8(u(), 1);
  d9(W(), (W *)nullptr, 1);
  d10(u(), 1);
  d11(1, 1, u());
  d12(i(), i());
  d13(u(), (u *)nullptr);
  d14(i(), (i *)nullptr);
  d15(Sum(), 1);
  e1(u());
  e2(u(), u());
  e3(u(), i());
  e4(i());
  e5(i(), 1);
  e6(u(), 1);
  e7<(i)3>(1);
  e7<&ns::size_of<u>>(1);
  e8<P{1, 2}>(1);
  e9([]<class T, int N, Big... B>(T, i(&)[N], B...) {}, 1);
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
