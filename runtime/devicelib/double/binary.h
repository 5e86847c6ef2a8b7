// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Logarithms as double-double numbers, for powers and the gamma function.
#ifndef GOHIP_DEVICELIB_DOUBLE_BINARY_H
#define GOHIP_DEVICELIB_DOUBLE_BINARY_H

#include "core.h"

// The binary logarithm of a normal number as a double-double number, to about 68 bits.
INSIDE Pair binaryPair(double x, int more) {
  Parts p = parts(x);
  double k = p.k + more;
  // atanh(q) is q + q z (1/3 + z ...) with q = f / (2 + f), z = q^2.
  Pair d = fastSum(2, p.f);
  double y = inverse(d.high), q = p.f * y, qLow = fma(-q, d.low, fma(-q, d.high, p.f)) * y;
  double z = q * q, zLow = fma(q + q, qLow, fma(q, q, -z));
  constexpr double c[] = {0x1.9999999999996p-3, 0x1.2492492493035p-3, 0x1.c71c71c580687p-4,
                          0x1.745d18324eed9p-4, 0x1.3b1362b7dbffp-4,  0x1.1120b5436de0cp-4,
                          0x1.de3382a08b61p-5,  0x1.eb1077d4b3e12p-5};
  Pair v = fastSum(0x1.5555555555555p-2, z * polynomial(c, z));
  v.low += 0x1.5555555555555p-56;
  Pair w = product(z, v.high);
  w.low += fma(z, v.low, zLow * v.high);
  Pair g = product(q, w.high);
  g.low += fma(q, w.low, qLow * w.high);
  Pair s = fastSum(q, g.high);
  s.low += g.low + qLow;
  Pair b = product(s.high, 0x1.71547652b82fep+1);
  b.low += fma(s.high, 0x1.777d0ffda0d24p-55, s.low * 0x1.71547652b82fep+1);
  Pair r = fastSum(k, b.high);
  r.low += b.low;
  return r;
}
// y log2(x), and 2 to this power.
INSIDE Pair exponentOf(Pair l, double y) {
  Pair p = product(l.high, y);
  return {p.high, fma(l.low, y, p.low)};
}

#endif
