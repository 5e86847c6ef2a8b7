// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A header of AMD's that programs include by its name: it names what a template parameter is.
#ifndef HIP_INCLUDE_HIP_AMD_DETAIL_CONCEPTS_HPP
#define HIP_INCLUDE_HIP_AMD_DETAIL_CONCEPTS_HPP

#define FunctionalProcedure typename

#endif
