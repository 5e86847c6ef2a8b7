#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs gofmt, go vet, staticcheck, deadcode, go mod tidy, clang-format, and the checks of words in
# comments and documents, of the length and complexity of functions, and of generated files. Prints
# all findings, then fails if there were any. `scripts/lint.sh --fix` formats instead.
set -uo pipefail
cd "$(dirname "$0")/.."
fix=${1-}
bad=0

step() { # step NAME COMMAND...: fails if the command fails or prints something
	local name=$1 out status; shift
	out=$("$@" 2>&1); status=$?
	if [ $status -ne 0 ] || [ -n "$out" ]; then
		echo "lint: $name"; printf '%s\n' "$out"; bad=1
	fi
}

mapfile -t go_files < <(git ls-files -co --exclude-standard -- '*.go')
# Generated files are formatted by their generator; testdata/golden and clang contain captured
# output.
mapfile -t c_files < <(git ls-files -co --exclude-standard -- '*.c' '*.h' '*.cpp' '*.hip' '*.cl' '*.cu' |
	grep -v '/testdata/\(golden\|clang\)/' | while read -r f; do
		[ -f "$f" ] && ! head -n 8 "$f" | grep -q 'DO NOT EDIT' && echo "$f"
	done)
if [ "$fix" = --fix ]; then
	gofmt -w "${go_files[@]}"
	clang-format-22 -i "${c_files[@]}"
	exit
fi
step gofmt gofmt -l "${go_files[@]}"
step 'go vet' go vet ./...
# Usage messages end in "..."; SA4023 of this release of staticcheck panics on generic code.
step staticcheck go tool staticcheck -checks inherit,-SA4023,-ST1005 ./...
# runtime/hipgl is a separate module, which ./... excludes.
hipgl() {
	local staticcheck; staticcheck=$(go tool -n staticcheck)
	(cd runtime/hipgl && go vet ./... && "$staticcheck" -checks inherit,-SA4023,-ST1005 ./... && go mod tidy -diff)
}
step 'go vet, staticcheck and go mod tidy of runtime/hipgl' hipgl
step 'go mod tidy' go mod tidy -diff
# deadcode does not see C's calls into libgohip_core.so through cgo's exports: everything that
# package refers to is in use.
unreachable() {
	go tool deadcode -test -filter '^gohipcc/(driver|toolchains|passes|fatbin|target|atomicfile|internal|scripts|runtime/(hip|backend|spirv|programcache|amdlink|cformat|dynlib|mlir))' ./... |
		while read -r line; do grep -rqw -- "${line##*[ .]}" runtime/libgohip/core || echo "$line"; done
}
step 'unreachable functions' unreachable
mapfile -t word_files < <(git ls-files -co --exclude-standard -- '*.go' '*.c' '*.h' '*.hip' '*.md' '*.ll' '*.sh' '*.mk' '*.inc' | grep -v '^scripts/words/')
step 'words that have a term of the field (scripts/words)' go run ./scripts/words "${word_files[@]}"
step 'functions that are too long or too complex (scripts/limits)' go run ./scripts/limits scripts/limits/exceptions.txt "${go_files[@]}"
step 'clang-format (scripts/lint.sh --fix)' clang-format-22 --dry-run --Werror "${c_files[@]}"
# If two branches each add an LLVM-C function, the merge has no conflict, but wrong function
# numbers.
generated() {
	local before; before=$(sha256sum passes/llvm/zapi.go runtime/libgohip/abi.h runtime/backend/opencl/move.spv)
	go generate ./passes/llvm ./abi ./runtime/backend/opencl
	sha256sum --quiet -c <<<"$before" 2>/dev/null | sed 's/: FAILED/ was not what its generator writes, and is now/'
}
step 'go generate' generated
# Every source file has a licence header.
step 'licence header missing (see CONTRIBUTING.md)' grep -L 'SPDX-License-Identifier: Apache-2.0' "${go_files[@]}" "${c_files[@]}"
[ $bad = 0 ] && echo 'lint: clean'
exit $bad
