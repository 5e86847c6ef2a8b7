#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Tests gohipcc with AMD's own HIP library as built by Debian, on a machine without an AMD GPU:
# libgohip.so and the Go API must load it, read its version, and understand its errors for "no
# device" (100 or 101).
#
#   scripts/amdlibs.sh BUILD [RELEASE...]    releases of Debian: bookworm (5.2) trixie (5.7) forky (6.4)
#
# Each library runs with its dependencies from its own release, including the C library, unpacked in
# a temporary folder; nothing is installed.
set -euo pipefail
build=$(cd "${1:?the folder that make build made}" && pwd)
shift
[ $# -gt 0 ] || set -- bookworm trixie forky
mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -m1 -E '/debian/?$') ||
	{ echo 'amdlibs: no Debian mirror among the package sources' >&2; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cat >"$tmp/probe.c" <<'END'
#include <hip/hip_runtime_api.h>
#include <stdio.h>
int main(void) {
  int n = -1, v = -1;
  hipError_t e = hipGetDeviceCount(&n);
  printf("count: %d (%s)\n", n, hipGetErrorName(e));
  printf("version: %d %d\n", hipRuntimeGetVersion(&v), v);
  return e == hipErrorNoDevice && n == 0 ? 0 : 1;
}
END
cc -D__HIP_PLATFORM_AMD__ -I"$build/include" -o "$tmp/probe" "$tmp/probe.c" -L"$build/lib" -lgohip

failed=0
for release; do
	dir=$tmp/$release
	mkdir -p "$dir"/{lists,cache/partial,root}
	: >"$dir/status"
	echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${mirror%/} $release main" >"$dir/sources"
	apt=(-qq -o "Dir::Etc::sourcelist=$dir/sources" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null
		-o "Dir::State::lists=$dir/lists" -o "Dir::State::status=$dir/status" -o "Dir::Cache::archives=$dir/cache"
		-o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root)
	apt-get "${apt[@]}" update
	package=$(apt-cache "${apt[@]}" pkgnames libamdhip64- | grep -E '^libamdhip64-[0-9]+$' | sort -V | tail -n1)
	apt-get "${apt[@]}" install -y --no-install-recommends --download-only "$package" >/dev/null
	# With the release's C library if that is newer than this machine's, otherwise with this
	# machine's.
	own=$(dpkg-query -W -f '${Version}' libc6)
	theirs=$(dpkg-deb -f "$dir"/cache/libc6_*.deb Version)
	dpkg --compare-versions "$theirs" ge "$own" || rm "$dir"/cache/libc6_*.deb
	for deb in "$dir"/cache/*.deb; do dpkg -x "$deb" "$dir/root"; done
	libs=$dir/root/usr/lib/x86_64-linux-gnu:$dir/root/lib/x86_64-linux-gnu
	loader=$(find "$dir/root" -name 'ld-linux-x86-64.so.2' | head -n1)
	[ -n "$loader" ] || loader=/lib64/ld-linux-x86-64.so.2
	lib=$(find "$dir/root" -name 'libamdhip64.so.[0-9]' | head -n1)
	version=$(dpkg-deb -f "$dir"/cache/"$package"_*.deb Version)
	# glibc 2.41 and later reject libraries that require an executable stack.
	export GLIBC_TUNABLES=glibc.rtld.execstack=2 GOHIP_LIBAMDHIP64=$lib GOHIP_VERBOSE=1 OCL_ICD_VENDORS=/nonexistent
	out=$("$loader" --library-path "$libs:$build/lib" "$tmp/probe" 2>&1) && ok=yes || ok=no
	grep -qE "finds no AMD GPU \(error 10[01]\)" <<<"$out" || ok=no
	go=$("$loader" --library-path "$libs" "$build/bin/gohipcc" devices 2>&1) && ok=no || true
	grep -qF "rocm: $lib finds no GPU" <<<"$go" || ok=no
	unset GLIBC_TUNABLES GOHIP_LIBAMDHIP64 GOHIP_VERBOSE OCL_ICD_VENDORS
	echo "amdlibs: $release, $package $version: $ok"
	if [ $ok = no ]; then
		failed=1
		printf '%s\n%s\n' "$out" "$go" | sed 's/^/  /'
	fi
done
exit $failed
