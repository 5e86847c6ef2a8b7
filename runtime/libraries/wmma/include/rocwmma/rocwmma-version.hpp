// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The release of rocWMMA whose interface these headers have.
#ifndef ROCWMMA_VERSION_HPP
#define ROCWMMA_VERSION_HPP

#define ROCWMMA_VERSION_MAJOR 1
#define ROCWMMA_VERSION_MINOR 7
#define ROCWMMA_VERSION_PATCH 0

#endif
