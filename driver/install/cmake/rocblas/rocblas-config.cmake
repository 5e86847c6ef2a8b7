# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(rocblas): roc::rocblas, the same functions by rocBLAS's names.
get_filename_component(_gohip_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_gohip_prefix}")
if(NOT TARGET roc::rocblas)
  add_library(roc::rocblas SHARED IMPORTED)
  set_target_properties(roc::rocblas PROPERTIES
    IMPORTED_LOCATION "${_gohip_prefix}/lib/librocblas.so.4"
    IMPORTED_SONAME "librocblas.so.4"
    INTERFACE_INCLUDE_DIRECTORIES "${_gohip_prefix}/include"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_gohip_prefix}/include"
    INTERFACE_LINK_LIBRARIES hip::host)
endif()
set(rocblas_FOUND TRUE)
set(rocblas_INCLUDE_DIR "${_gohip_prefix}/include")
set(rocblas_INCLUDE_DIRS "${rocblas_INCLUDE_DIR}")
set(rocblas_LIBRARY roc::rocblas)
set(rocblas_LIBRARIES roc::rocblas)
unset(_gohip_prefix)
