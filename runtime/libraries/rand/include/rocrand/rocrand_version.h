// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef ROCRAND_VERSION_H_
#define ROCRAND_VERSION_H_

// The release whose numbers and functions are implemented.
#define ROCRAND_VERSION 300300
#define ROCRAND_VERSION_MAJOR 3
#define ROCRAND_VERSION_MINOR 3
#define ROCRAND_VERSION_PATCH 0

#endif
