# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(rocthrust): roc::rocthrust, Thrust on HIP.
set(_gohip_library rocthrust)
include("${CMAKE_CURRENT_LIST_DIR}/../gohip-libraries/library.cmake")
include(CMakeFindDependencyMacro)
find_dependency(rocprim PATHS "${_gohip_library_prefix}")
if(NOT TARGET roc::rocthrust)
  add_library(roc::rocthrust INTERFACE IMPORTED)
  set_target_properties(roc::rocthrust PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_gohip_library_include}"
    INTERFACE_LINK_LIBRARIES roc::rocprim_hip)
endif()
gohip_library_variables(rocthrust roc::rocthrust)
