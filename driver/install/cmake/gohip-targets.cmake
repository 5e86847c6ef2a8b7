# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# What hip-config.cmake and hip-lang-config.cmake share: where the installation is,
# and the imported runtime library. Included with no arguments; sets GOHIP_PREFIX.
# CMake may have come through the link hip/lib.
get_filename_component(GOHIP_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(GOHIP_PREFIX "${GOHIP_PREFIX}/../../.." ABSOLUTE)

# gohip_import_runtime(<namespace>): <namespace>::amdhip64, the host library under
# the name that HIP projects link.
macro(gohip_import_runtime ns)
  if(NOT TARGET ${ns}::amdhip64)
    add_library(${ns}::amdhip64 SHARED IMPORTED)
    set_target_properties(${ns}::amdhip64 PROPERTIES
      IMPORTED_LOCATION "${GOHIP_PREFIX}/lib/libgohip.so"
      IMPORTED_SONAME "libgohip.so"
      IMPORTED_CONFIGURATIONS RELEASE # the one that AMD exports, whose properties projects read
      IMPORTED_LOCATION_RELEASE "${GOHIP_PREFIX}/lib/libgohip.so"
      IMPORTED_SONAME_RELEASE "libgohip.so"
      INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
      INTERFACE_INCLUDE_DIRECTORIES "${GOHIP_PREFIX}/include"
      INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${GOHIP_PREFIX}/include")
  endif()
endmacro()
