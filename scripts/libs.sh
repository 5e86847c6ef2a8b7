#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Copies the headers of rocPRIM, hipCUB and rocThrust and the modules of rocm-cmake, unmodified, into a prefix.
#
#   scripts/libs.sh PREFIX                     from Debian's packages
#   scripts/libs.sh PREFIX rocprim=DIR ...     those named from checkouts: rocprim, hipcub, rocthrust, rocm-cmake
#
# A library that is already installed is kept, unless a checkout of it is named. Debian's packages
# are unpacked instead of installed, because they depend on AMD's runtime.
set -euo pipefail
prefix=${1:?usage: libs.sh PREFIX [rocprim=DIR] [hipcub=DIR] [rocthrust=DIR] [rocm-cmake=DIR]}
shift

# library | folder of its headers | header with its version | Debian package
libraries='rocprim|rocprim|rocprim_version.hpp|librocprim-dev
hipcub|hipcub|hipcub_version.hpp|libhipcub-dev
rocthrust|thrust|rocthrust_version.hpp|librocthrust-dev
rocm-cmake|||'
newer=trixie # the first Debian release that has all of them in one version

work=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-libs.XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "libs: $1" >&2; exit 1; }

# place moves a folder into include or share of the prefix atomically.
place() {
	local name=$1 from=$2 in=${prefix:?}/${3:-include}
	mkdir -p "$in"
	rm -rf "$in/.$name.new"
	cp -r "$from" "$in/.$name.new"
	rm -rf "${in:?}/$name"
	mv "$in/.$name.new" "$in/$name"
}

# from_checkout copies a library's headers, and generates the version header, which upstream's CMake
# generates from the version in CMakeLists.txt.
from_checkout() {
	local library=$1 dir=$2 folder=$3 header=$4 version major minor patch upper found
	found=$(find "$dir" -path "*/$folder/$header.in" -print -quit 2>/dev/null)
	[ -n "$found" ] || fail "$dir is no checkout of $library: it has no $folder/$header.in"
	version=$(sed -n 's/.*\(set(VERSION_STRING\|rocm_setup_version(VERSION\) "\([0-9.]*\)".*/\2/p' "$dir/CMakeLists.txt" | head -n1)
	[ -n "$version" ] || fail "$dir/CMakeLists.txt has neither a VERSION_STRING nor rocm_setup_version"
	IFS=. read -r major minor patch <<<"$version"
	cp -r "$(dirname "$found")" "$work/$folder"
	upper=$(printf '%d%03d%02d' "$major" "$minor" "${patch:-0}")
	sed "s/@${library}_VERSION_MAJOR@/$major/g; s/@${library}_VERSION_MINOR@/$minor/g; s/@${library}_VERSION_PATCH@/${patch:-0}/g; s/@${library}_VERSION_NUMBER@/$upper/g" \
		"$found" >"$work/$folder/$header"
	place "$folder" "$work/$folder"
	echo "libs: $library $version of $dir"
}

# unpack leaves a package of the release that has all of them in $work/PACKAGE/root.
unpack() {
	local library=$1 package=$2
	command -v apt-get >/dev/null || fail "$library: no apt-get here; name a checkout: libs.sh $prefix $library=DIR"
	mkdir -p "$work/$package"
	chmod 755 "$work" "$work/$package"
	(cd "$work/$package" && { apt-get download -qq "$package/$newer" || apt-get download -qq "$package"; } >"$work/log" 2>&1) ||
		fail "$library: cannot fetch $package: $(tail -n1 "$work/log"); run 'make setup' first, or name a checkout: libs.sh $prefix $library=DIR"
	dpkg -x "$work/$package"/*.deb "$work/$package/root"
	echo "libs: $library of $(basename "$work/$package"/*.deb .deb)"
}

from_debian() {
	local library=$1 folder=$2 package=$3
	unpack "$library" "$package"
	place "$folder" "$work/$package/root/usr/include/$folder"
}

# modules copies rocm-cmake, which has no headers: find_package(ROCM) of AMD's own libraries and of those who build as
# they do; without it they download it.
modules() {
	local dir=$1 root=$work/rocm-cmake/root/usr folder
	if [ -n "$dir" ]; then
		{ cmake -S "$dir" -B "$work/rocm-cmake/build" -DCMAKE_INSTALL_PREFIX="$root" &&
			cmake --install "$work/rocm-cmake/build"; } >"$work/log" 2>&1 ||
			fail "$dir is no checkout of rocm-cmake: $(grep . "$work/log" | tail -n1)"
		echo "libs: rocm-cmake of $dir"
	else
		unpack rocm-cmake rocm-cmake
	fi
	for folder in rocmcmakebuildtools rocm; do # the second refers to the first
		[ ! -d "$root/share/$folder" ] || place "$folder" "$root/share/$folder" share
	done
}

while IFS='|' read -r library folder header package; do
	dir=
	for a in "$@"; do
		case $a in "$library"=*) dir=${a#*=} ;; rocprim=*|hipcub=*|rocthrust=*|rocm-cmake=*) ;; *) fail "unknown argument '$a'" ;; esac
	done
	if [ "$library" = rocm-cmake ]; then
		[ -z "$dir" ] && [ -e "$prefix/share/rocm/cmake/ROCMConfig.cmake" ] || modules "$dir"
	elif [ -n "$dir" ]; then
		from_checkout "$library" "$dir" "$folder" "$header"
	elif [ ! -e "$prefix/include/$folder/$header" ]; then
		from_debian "$library" "$folder" "$package"
	fi
done <<<"$libraries"
