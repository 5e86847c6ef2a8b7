#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the programs of testdata on every device of this machine and prints a table: passed, rejected
# with the reason, failed.
#
#   scripts/devices.sh BUILD [PROGRAM...]
#
# PROGRAM is a name like programs/warp; the default is all of demo, programs and language. The
# output of each is in BUILD/devices. GOHIP_LIMIT is the time limit of a run, 120 seconds by
# default. A device whose driver must be enabled, such as rusticl (RUSTICL_ENABLE=llvmpipe), is
# included if `gohipcc devices` lists it.
set -uo pipefail
[ $# -gt 0 ] || { sed -n '5,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) && [ -x "$build/bin/gohipcc" ] || { echo "devices: no bin/gohipcc in $1; run 'make build' first" >&2; exit 2; }
shift
top=$(cd "$(dirname "$0")/.." && pwd)
out=$build/devices
limit=${GOHIP_LIMIT:-120}
mkdir -p "$out"

programs=("$@")
if [ $# = 0 ]; then
	for folder in demo programs language; do
		for file in "$top/testdata/$folder"/*.hip; do
			file=${file##*/}
			programs+=("$folder/${file%.hip}")
		done
	done
fi

# compile NAME: compiles a program unless its executable is newer than the compiler.
compile() {
	local source=$top/testdata/$1.hip exe=$out/${1/\//-} flags
	[ -e "$source" ] || { echo "devices: no $source" >&2; return 1; }
	[ "$exe" -nt "$build/bin/gohipcc" ] && [ "$exe" -nt "$source" ] && return
	read -ra flags < <(sed -n 's,^// e2e: flags=,,p' "$source")
	"$build/bin/gohipcc" -O2 -std=c++17 "$source" -o "$exe" ${flags[0]+"${flags[@]}"} >"$exe.log" 2>&1
}

# run NAME DEVICE: prints pass, refused, failed, crashed or time, and the reason.
run() {
	local exe=$out/${1/\//-} base=$out/$2-${1/\//-} args=() code verdict=failed why golden=$top/testdata/$1.out
	[ "$1" != demo/picture ] || args=("$base.png")
	HIP_VISIBLE_DEVICES=$2 timeout -k 5 "$limit" "$exe" ${args[0]+"${args[@]}"} >"$base.out" 2>"$base.err"
	code=$?
	why=$(grep -m1 '^libgohip: ' "$base.err")
	if [ $code = 124 ]; then
		verdict=time why="still running after $limit s"
	elif [ $code -gt 128 ]; then
		verdict=crashed why="signal $((code - 128))"
	elif [ $code = 0 ]; then
		if [ -e "$golden" ]; then
			cmp -s "$golden" "$base.out" && verdict=pass
		elif [[ $1 = demo/* ]] || [ "$(tail -n1 "$base.out")" = PASS ]; then
			verdict=pass
		fi
	fi
	if [ $verdict = failed ]; then
		case $why in
		*'image not supported by the device'*)
			verdict=refused why=${why##*: kernel } why=${why%%: image not*}
			;;
		'') why=$(grep -v -e '^FAIL$' -e '^===' "$base.out" "$base.err" -h | head -n1) ;;
		esac
	fi
	[ $verdict != pass ] || why=
	printf '%s|%s\n' "$verdict" "${why:0:150}"
}

mapfile -t names < <("$build/bin/gohipcc" devices | sed -n 's/^\([0-9][0-9]*\)  /\1|/p')
[ ${#names[@]} -gt 0 ] || { echo "devices: none here; 'gohipcc doctor' says what is missing" >&2; exit 1; }
declare -A count
bad=0
for p in "${programs[@]}"; do
	if ! compile "$p"; then
		echo "$p does not compile: $(head -n1 "$out/${p/\//-}.log" 2>/dev/null)"
		bad=1
		continue
	fi
	for name in "${names[@]}"; do
		number=${name%%|*}
		IFS='|' read -r verdict why < <(run "$p" "$number")
		count[$number,$verdict]=$((${count[$number,$verdict]:-0} + 1))
		printf '%-22s %s %-8s %s\n' "$p" "$number" "$verdict" "$why"
		case $verdict in pass | refused) ;; *) bad=1 ;; esac
	done
done
echo
for name in "${names[@]}"; do
	number=${name%%|*}
	printf '%s  %s:' "$number" "${name#*|}"
	for verdict in pass refused failed crashed time; do
		[ -z "${count[$number,$verdict]:-}" ] || printf '  %s %s' "${count[$number,$verdict]}" "$verdict"
	done
	echo
done
exit $bad
