// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef HIPRAND_VERSION_H_
#define HIPRAND_VERSION_H_

// The release whose numbers and functions are implemented.
#define HIPRAND_VERSION 201200
#define HIPRAND_VERSION_MAJOR 2
#define HIPRAND_VERSION_MINOR 12
#define HIPRAND_VERSION_PATCH 0

#endif
