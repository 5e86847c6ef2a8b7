#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# remote.sh: tests remote execution with buildbox-casd (Debian's package buildbox): two servers act
# as two machines, and the second uses the storage and the action cache of the first. BUILDBOX_ROOT
# names a root file system with the package, for machines that lack it; it is entered with chroot.
# Objects built by workers are compared with objects built locally.
set -euo pipefail
cd "$(dirname "$0")/.."
gohipcc=$PWD/build/bin/gohipcc
root=${BUILDBOX_ROOT-}
enter=(); [ -z "$root" ] || enter=(chroot "$root")
work=$(mktemp -d); store=$(mktemp -d -p "$root/tmp")
servers=()
finish() {
	for p in "${servers[@]}"; do kill "$p" 2>/dev/null || true; done
	wait
	rm -rf "$work" "$store"
}
trap finish EXIT
# serve NAME PORT OPTIONS...: starts a server and waits until it listens
serve() {
	local name=$1 port=$2; shift 2
	mkdir -p "$store/$name"
	# Containers have no /dev/fuse: files are hard-linked into the folders of commands.
	"${enter[@]}" buildbox-casd --bind="127.0.0.1:$port" --buildbox-run=/usr/bin/buildbox-run-hosttools \
		--runner-arg=--staging-mode=copy-or-link --log-level=warning "$@" "${store#"$root"}/$name" >"$work/$name.log" 2>&1 &
	servers+=($!)
	for _ in $(seq 200); do
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
		sleep 0.1
	done
	cat "$work/$name.log"; exit 1
}
one=${REMOTE_PORT:-50961} two=$((${REMOTE_PORT:-50961} + 1))
serve one "$one"
serve two "$two" --cas-remote="http://127.0.0.1:$one" --ac-remote="http://127.0.0.1:$one"

mkdir "$work/src"; cd "$work/src"
for i in 1 2 3; do
	cat >"p$i.hip" <<-EOF
		#include <hip/hip_runtime.h>
		#include <cstdio>
		__global__ void k$i(float *p) { p[threadIdx.x] += $i; }
		int main() { printf("%s\n", __FILE__); k$i<<<1, 4>>>(nullptr); }
	EOF
done
options=(--offload=spirv64 --offload-arch=gfx90a,sm_80 -O2 -g -MD -cuid=1 --no-cache -c)
bad=0
keep() { mv "p$2.o" "$1$2.o"; mv "p$2.d" "$1$2.d"; }
for i in 1 2 3; do "$gohipcc" "${options[@]}" "$PWD/p$i.hip" -o "p$i.o"; keep here $i; done
# machine NAME PORT WORD: builds with a server; the log must have WORD for every command
machine() {
	local name=$1 port=$2 word=$3 i
	for i in 1 2 3; do
		GOHIPCC_CACHE_DIR=$work/$name "$gohipcc" "${options[@]}" --explain --remote-local=0 "--remote-executor=grpc://127.0.0.1:$port" \
			"$PWD/p$i.hip" -o "p$i.o" 2>"$name$i.log"
		keep "$name" $i
		cmp "here$i.o" "$name$i.o" || bad=1
		cmp "here$i.d" "$name$i.d" || bad=1
		# A command may use the result of another source's command; none runs locally.
		if grep -q 'runs here' "$name$i.log" || ! grep -q "$word" "$name$i.log"; then
			echo "$name$i:"; cat "$name$i.log"; bad=1
		fi
	done
	echo "$name: $(cat "$name"?.log | grep -c 'ran at') commands ran at $port, $(cat "$name"?.log | grep -c 'taken from') were in the action cache"
}
machine first "$one" 'ran at'
machine second "$two" 'taken from the action cache'
for log in "$work"/*.log; do [ $bad = 0 ] || tail -n 5 "$log"; done
[ $bad = 0 ] && echo "remote execution: the same bytes on both machines"
exit $bad
