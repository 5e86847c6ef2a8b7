// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipCreateChannelDesc<T>(): the channel format of an element type, from its
// components rather than from a list of vector types, so that any vector type
// with a member x has one.
#ifndef HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H
#define HIP_INCLUDE_HIP_CHANNEL_DESCRIPTOR_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_CHANNEL_DESCRIPTOR_H // the guard of AMD's header, which projects test

#include <hip/hip_runtime_api.h>
#ifdef __cplusplus

// The formats of half floats, whose type is a struct of the host's.
static inline hipChannelFormatDesc hipCreateChannelDescHalf() {
  return hipCreateChannelDesc(16, 0, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf1() {
  return hipCreateChannelDescHalf();
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf2() {
  return hipCreateChannelDesc(16, 16, 0, 0, hipChannelFormatKindFloat);
}
static inline hipChannelFormatDesc hipCreateChannelDescHalf4() {
  return hipCreateChannelDesc(16, 16, 16, 16, hipChannelFormatKindFloat);
}

namespace gohip_detail {
template <class T> struct Kind {
  static const hipChannelFormatKind value = hipChannelFormatKindNone;
};
#define GOHIP_KIND(T, K)                                                                           \
  template <> struct Kind<T> {                                                                     \
    static const hipChannelFormatKind value = hipChannelFormatKind##K;                             \
  };
GOHIP_KIND(char, Signed)
GOHIP_KIND(signed char, Signed)
GOHIP_KIND(short, Signed)
GOHIP_KIND(int, Signed)
GOHIP_KIND(unsigned char, Unsigned)
GOHIP_KIND(unsigned short, Unsigned)
GOHIP_KIND(unsigned int, Unsigned)
GOHIP_KIND(float, Float)
#undef GOHIP_KIND

template <class T> struct Bare {
  typedef T type;
};
template <class T> struct Bare<T &> {
  typedef T type;
};
template <class T> struct Bare<const T> {
  typedef T type;
};
template <class T> struct Bare<volatile T> {
  typedef T type;
};

// No texel has channels of 64 bits: their descriptor is the empty one, as in HIP.
template <class E> static inline hipChannelFormatDesc channels(size_t count) {
  int bits = Kind<E>::value == hipChannelFormatKindNone ? 0 : (int)sizeof(E) * 8;
  return hipCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0,
                              count > 3 ? bits : 0, Kind<E>::value);
}

// A scalar has a kind of its own; anything else is asked for its member x.
template <class T, hipChannelFormatKind K> struct Format {
  static hipChannelFormatDesc get() { return channels<T>(1); }
};
template <class T> struct Format<T, hipChannelFormatKindNone> {
  template <class U> static hipChannelFormatDesc of(decltype(((U *)0)->x) *) {
    typedef typename Bare<decltype(((U *)0)->x)>::type E;
    return channels<E>(sizeof(U) / sizeof(E));
  }
  template <class U> static hipChannelFormatDesc of(...) {
    return hipCreateChannelDesc(0, 0, 0, 0, hipChannelFormatKindNone);
  }
  static hipChannelFormatDesc get() { return of<T>(0); }
};
} // namespace gohip_detail

template <class T> static inline hipChannelFormatDesc hipCreateChannelDesc() {
  return gohip_detail::Format<T, gohip_detail::Kind<T>::value>::get();
}
#endif

#endif
