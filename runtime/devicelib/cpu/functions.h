// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The double-precision functions of one and two arguments that double.hip has for CPUs with FMA, with
// the names that C++ and OpenCL mangle.
#define FUNCTIONS(ONE, TWO)                                                                        \
  ONE(acos, "4acos")                                                                               \
  ONE(acosh, "5acosh")                                                                             \
  ONE(asin, "4asin")                                                                               \
  ONE(atan, "4atan")                                                                               \
  ONE(cosh, "4cosh")                                                                               \
  ONE(erf, "3erf")                                                                                 \
  ONE(exp, "3exp")                                                                                 \
  ONE(exp10, "5exp10")                                                                             \
  ONE(exp2, "4exp2")                                                                               \
  ONE(expm1, "5expm1")                                                                             \
  ONE(log, "3log")                                                                                 \
  ONE(log10, "5log10")                                                                             \
  ONE(log1p, "5log1p")                                                                             \
  ONE(log2, "4log2")                                                                               \
  ONE(tanh, "4tanh")                                                                               \
  TWO(atan2, "5atan2")                                                                             \
  TWO(pow, "3pow")
