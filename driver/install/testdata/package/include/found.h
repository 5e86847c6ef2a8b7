// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#define FOUND 8
