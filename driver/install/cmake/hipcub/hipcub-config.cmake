# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(hipcub): hip::hipcub, CUB's interface over rocPRIM.
set(_gohip_library hipcub)
include("${CMAKE_CURRENT_LIST_DIR}/../gohip-libraries/library.cmake")
include(CMakeFindDependencyMacro)
find_dependency(rocprim PATHS "${_gohip_library_prefix}")
if(NOT TARGET hip::hipcub)
  add_library(hip::hipcub INTERFACE IMPORTED)
  set_target_properties(hip::hipcub PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_gohip_library_include}"
    INTERFACE_LINK_LIBRARIES roc::rocprim_hip)
endif()
gohip_library_variables(hipcub hip::hipcub)
