# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(rocprim): roc::rocprim, the headers, and roc::rocprim_hip, which compiles HIP.
set(_gohip_library rocprim)
include("${CMAKE_CURRENT_LIST_DIR}/../gohip-libraries/library.cmake")
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_gohip_library_prefix}")
if(NOT TARGET roc::rocprim)
  add_library(roc::rocprim INTERFACE IMPORTED)
  set_target_properties(roc::rocprim PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_gohip_library_include}")
  add_library(roc::rocprim_hip INTERFACE IMPORTED)
  set_target_properties(roc::rocprim_hip PROPERTIES INTERFACE_LINK_LIBRARIES "roc::rocprim;hip::device")
endif()
gohip_library_variables(rocprim roc::rocprim roc::rocprim_hip)
set(ROCPRIM_INCLUDE_DIRS "${_gohip_library_include}")
