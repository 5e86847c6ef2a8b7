# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(hipblas): roc::hipblas, BLAS on the device's memory.
get_filename_component(_gohip_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_gohip_prefix}")
if(NOT TARGET roc::hipblas)
  add_library(roc::hipblas SHARED IMPORTED)
  set_target_properties(roc::hipblas PROPERTIES
    IMPORTED_LOCATION "${_gohip_prefix}/lib/libhipblas.so.2"
    IMPORTED_SONAME "libhipblas.so.2"
    INTERFACE_INCLUDE_DIRECTORIES "${_gohip_prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_gohip_prefix}/include"
    INTERFACE_LINK_LIBRARIES hip::host)
endif()
set(hipblas_FOUND TRUE)
set(hipblas_INCLUDE_DIR "${_gohip_prefix}/include")
set(hipblas_INCLUDE_DIRS "${hipblas_INCLUDE_DIR}")
set(hipblas_LIBRARY roc::hipblas)
set(hipblas_LIBRARIES roc::hipblas)
unset(_gohip_prefix)
