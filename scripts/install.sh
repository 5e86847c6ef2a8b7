#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
#   scripts/install.sh BUILD PREFIX       copy the built tree into PREFIX
#   scripts/install.sh --remove PREFIX    remove what was copied there
#
# PREFIX/lib/gohip/manifest lists the installed files; removal follows that list.
set -euo pipefail
cd "$(dirname "$0")/.."
manifest=lib/gohip/manifest

remove() {
	local prefix=$1 list
	list=$(mktemp); cp "$prefix/$manifest" "$list"
	(cd "$prefix" && tr '\n' '\0' <"$list" | xargs -0r rm -f --)
	rm -f "$prefix/$manifest"
	# Remove folders that are now empty, the deepest first.
	(cd "$prefix" && awk -F/ '{d = ""; for (i = 1; i < NF; i++) {d = d $i "/"; print d}}' "$list" |
		sort -ru | tr '\n' '\0' | xargs -0r rmdir --ignore-fail-on-non-empty -- 2>/dev/null) || true
	rm -f "$list"
}

if [ "$1" = --remove ]; then
	prefix=${2:?usage: install.sh --remove PREFIX}
	[ -f "$prefix/$manifest" ] || { echo "install: $prefix/$manifest is missing: gohipcc is not installed in $prefix" >&2; exit 1; }
	remove "$prefix"
	echo "install: removed from $prefix"
	exit 0
fi

build=${1:?usage: install.sh BUILD PREFIX} prefix=${2:?usage: install.sh BUILD PREFIX}
[ -x "$build/bin/gohipcc" ] || { echo "install: $build/bin/gohipcc is missing: run 'make build' first" >&2; exit 1; }
stage=$(mktemp -d "${TMPDIR:-/tmp}/gohipcc-install.XXXXXX")
trap 'rm -rf "$stage"' EXIT

for d in bin lib include share libexec llvm hip .info; do
	[ ! -d "$build/$d" ] || cp -a "$build/$d" "$stage/"
done
# A clang in the same folder would read the configuration files, which are for clangd.
for f in clang clang++ clang.cfg clang++.cfg; do
	if [ -e "$prefix/bin/$f" ] && ! grep -qsx "bin/$f" "$prefix/$manifest"; then
		echo "install: $prefix/bin/$f is there: no configuration for clangd is installed beside it" >&2
		rm -f "$stage/bin/clang.cfg" "$stage/bin/clang++.cfg"
		break
	fi
done
mkdir -p "$stage/share/man/man1" "$stage/share/bash-completion/completions" \
	"$stage/share/zsh/site-functions" "$stage/share/fish/vendor_completions.d" "$stage/share/doc/gohipcc"
cp docs/gohipcc.1 "$stage/share/man/man1/"
ln -sf gohipcc.1 "$stage/share/man/man1/gohip-clang++.1"
"$build/bin/gohipcc" completion bash >"$stage/share/bash-completion/completions/gohipcc"
"$build/bin/gohipcc" completion zsh >"$stage/share/zsh/site-functions/_gohipcc"
"$build/bin/gohipcc" completion fish >"$stage/share/fish/vendor_completions.d/gohipcc.fish"
cp -r README.md CHANGELOG.md LICENSE docs/*.md docs/guide docs/design docs/results "$stage/share/doc/gohipcc/"
(cd "$stage" && find . ! -type d -printf '%P\n' | sort) >"$stage.list"
mkdir -p "$stage/lib/gohip"
{ cat "$stage.list"; echo "$manifest"; } >"$stage/$manifest"
rm -f "$stage.list"

mkdir -p "$prefix"
# An older installation may have files that this one no longer has.
[ ! -f "$prefix/$manifest" ] || remove "$prefix"
mkdir -p "$prefix"
cp -a --no-preserve=ownership "$stage/." "$prefix/"
echo "install: $(wc -l <"$prefix/$manifest") files in $prefix"
case $(realpath "$prefix") in
*hipcc*) echo "install: CMake's HIP language refuses a compiler with 'hipcc' in its path; give it a link: ln -s $prefix ~/gohip" >&2 ;;
esac
