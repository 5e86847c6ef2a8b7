#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# packages.sh PREFIX: writes the CMake packages and the pkg-config files of the libraries in packages.txt.
set -euo pipefail
prefix=${1:?usage: packages.sh PREFIX}
from=$(dirname "$0")
mkdir -p "$prefix/lib/pkgconfig"
while IFS='|' read -r name target file version description; do
	case $name in ''|'#'*) continue ;; esac
	fill() { sed "s|@NAME@|$name|g; s|@TARGET@|$target|g; s|@FILE@|$file|g; s|@VERSION@|$version|g; s|@DESCRIPTION@|$description|g" "$1" >"$2"; }
	mkdir -p "$prefix/lib/cmake/$name"
	fill "$from/cmake/shared-config.cmake.in" "$prefix/lib/cmake/$name/$name-config.cmake"
	fill "$from/cmake/shared-config-version.cmake.in" "$prefix/lib/cmake/$name/$name-config-version.cmake"
	fill "$from/shared.pc.in" "$prefix/lib/pkgconfig/$name.pc"
done <"$from/packages.txt"
