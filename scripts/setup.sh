#!/bin/bash
# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs gohipcc's prerequisites on Debian 12 or 13. When everything is installed, it changes
# nothing and takes a fraction of a second. Without root, or on another system, it prints the
# packages and the commands instead and exits with status 1.
#
#   scripts/setup.sh [GROUP...]     use build test demo lint bench; default: all of them
#   scripts/setup.sh --print        say what would be done, change nothing
set -euo pipefail

llvm=22          # LLVM major version that the project is built and tested with
pocl_min=6.0     # the first PoCL in Debian that accepts SPIR-V
newer=trixie     # release from which Debian 12 gets PoCL 6 and llvm-spirv for the tests, pinned below its own packages
back=bookworm-backports # release from which Debian 12 gets Go

# group | probe, true if installed | Debian package | purpose. A probe tests for the program or
# library, not for the package, so that an LLVM or a Go installed in another way counts.
requirements() {
	cat <<-END
	use|tool clang-$llvm clang|clang-$llvm|device and host front end
	use|glob /usr/lib/llvm-$llvm/lib/libLLVM.so* /usr/lib/*-linux-gnu/libLLVM.so.$llvm.1|llvm-$llvm|LLVM library, loaded at run time
	use|tool ld.lld-$llvm ld.lld|lld-$llvm|linker for images of processors and AMD GPUs
	use|glob /usr/lib/clc/*.bc|libclc-$llvm|math library for AMD targets without ROCm
	use|have g++|g++|C++ standard library and host linker
	use|file /usr/include/stdio.h|libc6-dev|C library headers
	use|glob /usr/lib/llvm-$llvm/lib/libomp.so /usr/lib/x86_64-linux-gnu/libomp.so|libomp-$llvm-dev|-fopenmp in host code
	build|have make|make|build
	build|go_version|golang-go|Go toolchain
	build|have git|git|build
	build|file /etc/ssl/certs/ca-certificates.crt|ca-certificates|fetching Go modules
	build|file /usr/include/CL/cl.h|opencl-c-headers|OpenCL headers
	test|soname libOpenCL.so.1|ocl-icd-libopencl1|OpenCL loader
	test|pocl|pocl-opencl-icd|OpenCL device on the CPU that takes SPIR-V
	test|tool llvm-spirv-22 llvm-spirv-21 llvm-spirv-20 llvm-spirv-19 llvm-spirv-18|llvm-spirv-18|reads SPIR-V, for GPUs that take another form
	test|tool spirv-val|spirv-tools|validates SPIR-V
	test|tool FileCheck-$llvm FileCheck|llvm-$llvm-tools|golden IR tests
	test|file /usr/lib/llvm-$llvm/include/llvm/IR/PassManager.h|llvm-$llvm-dev|a pass plugin is built in the tests
	test|tool clang-offload-bundler-$llvm clang-offload-bundler|clang-tools-$llvm|fat binaries are read by the upstream tools
	test|tool mlir-opt-$llvm mlir-opt|mlir-$llvm-tools|MLIR input
	test|glob /usr/lib/llvm-$llvm/lib/clang/$llvm/lib/*/libclang_rt.tsan*|libclang-rt-$llvm-dev|programs with -fsanitize=address and thread
	test|have gdb|gdb|kernels of the CPU device in a debugger
	test|file /usr/include/mpfr.h|libmpfr-dev|references of the accuracy tests
	test|have cmake|cmake|CMake's HIP language
	test|have ninja|ninja-build|CMake's HIP language
	test|file /usr/lib/x86_64-linux-gnu/libOpenCL.so|ocl-icd-opencl-dev|OpenCL programs in C
	test|have pkg-config|pkgconf|the installed gohip.pc
	test|soname libopenblas.so.0|libopenblas0|hipBLAS on devices whose memory the host reads
	test|soname libfftw3.so.3|libfftw3-double3|hipFFT on devices whose memory the host reads
	test|soname libfftw3f.so.3|libfftw3-single3|hipFFT of float
	test|have mpicxx|libopenmpi-dev|gohipcc as MPI's compiler
	test|have mpirun|openmpi-bin|MPI programs
	test|intel_compiler|intel-opencl-icd|Intel's compiler; where Debian has none, a double stands for it
	test|file /usr/sbin/nginx|nginx-light|the remote cache is tested against it; not started as a service
	demo|file /usr/include/EGL/egl.h|libegl-dev|OpenGL without a window
	demo|file /usr/include/GL/gl.h|libgl-dev|programs that share buffers with OpenGL
	demo|glob /usr/lib/*-linux-gnu/libEGL_mesa.so.0|libegl-mesa0|OpenGL without a window
	demo|glob /usr/lib/*-linux-gnu/dri/swrast_dri.so|libgl1-mesa-dri|OpenGL on the processor (llvmpipe)
	demo|have pkg-config|pkgconf|OpenGL in Go
	demo|file /usr/include/X11/Xlib.h|libx11-dev|GLFW's windows
	demo|file /usr/include/X11/Xcursor/Xcursor.h|libxcursor-dev|GLFW's windows
	demo|file /usr/include/X11/extensions/Xrandr.h|libxrandr-dev|GLFW's windows
	demo|file /usr/include/X11/extensions/Xinerama.h|libxinerama-dev|GLFW's windows
	demo|file /usr/include/X11/extensions/XInput2.h|libxi-dev|GLFW's windows
	demo|file /usr/include/X11/extensions/xf86vmode.h|libxxf86vm-dev|GLFW's windows
	test|have Xvfb|xvfb|a window without a screen
	test|have xauth|xauth|a window without a screen
	test|glob /usr/share/vulkan/icd.d/lvp_icd*.json|mesa-vulkan-drivers|Vulkan on the processor (lavapipe)
	test|file /usr/include/vulkan/vulkan.h|libvulkan-dev|programs that share memory with Vulkan
	lint|tool clang-format-$llvm|clang-format-$llvm|format of C and HIP sources
	bench|have hyperfine|hyperfine|compile-time ratios
	END
}

have() { command -v "$1" >/dev/null 2>&1; }
tool() { local n; for n in "$@"; do have "$n" || [ -x "/usr/lib/llvm-$llvm/bin/$n" ] && return 0; done; return 1; }
file() { local n; for n in "$@"; do [ -e "$n" ] && return 0; done; return 1; }
glob() { local p; for p in "$@"; do compgen -G "$p" >/dev/null && return 0; done; return 1; }
soname() { ldconfig=$(PATH=$PATH:/sbin:/usr/sbin command -v ldconfig) && "$ldconfig" -p | grep -F "$1 " >/dev/null; }

# Go 1.21 and later download the toolchain that go.mod requires; the oldest Debian package tested is
# 1.23.
go_version() {
	have go || return 1
	local v; v=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null) || return 1
	v=${v#go}; v=${v%%[- ]*}
	version_ge "$v" 1.23
}
version_ge() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n1)" = "$2" ]; }

# Debian 13 has no ocloc. Debian 12 with packages from Debian 13 reports itself as 13, so
# installable packages are considered, too.
intel_compiler() {
	have ocloc || ! { grep -q '^VERSION_ID="12"' /etc/os-release || [ -n "$(apt-cache madison intel-opencl-icd)" ]; } 2>/dev/null
}

# Any ICD counts, except Debian's PoCL before 6; `gohipcc devices` has the details.
pocl() {
	compgen -G '/etc/OpenCL/vendors/*.icd' >/dev/null || return 1
	local v; v=$(dpkg-query -W -f '${Version}' pocl-opencl-icd 2>/dev/null) || v=
	[ -n "$v" ] || [ -n "$(find /etc/OpenCL/vendors -name '*.icd' ! -name 'pocl*' -print -quit)" ] || return 1
	[ -z "$v" ] || version_ge "$v" $pocl_min
}

# mirror prints the URL of this machine's Debian mirror.
mirror() {
	local uri=
	! have apt-get || uri=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -m1 -E '/debian/?$') || uri=
	echo "${uri:-<your mirror>/debian}" | sed 's,/$,,'
}

groups='use build test demo lint bench' print=
for a in "$@"; do
	case $a in
	--print) print=1 ;;
	--help|-h) sed -n '5,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
	use|build|test|demo|lint|bench) chosen="${chosen-} $a" ;;
	*) echo "setup: unknown group '$a' (use, build, test, demo, lint, bench)" >&2; exit 2 ;;
	esac
done
groups=${chosen-$groups}

# missing prints the rows of the requested groups whose probe fails.
missing() {
	requirements | while IFS='|' read -r group probe package why; do
		case " $groups " in *" $group "*) ;; *) continue ;; esac
		eval "$probe" || echo "$package|$why"
	done
}

want=$(missing)
if [ -z "$want" ]; then
	echo "setup: everything for '${groups# }' is installed"
	exit 0
fi
echo 'setup: not installed yet:'
while IFS='|' read -r package why; do printf '  %-22s %s\n' "$package" "$why"; done <<<"$want"
packages=$(cut -d'|' -f1 <<<"$want" | tr '\n' ' ')

# advice prints the commands to run if this script may not or cannot run them.
advice() {
	echo "setup: $1" >&2
	{
		echo 'The packages by their names in Debian:'
		echo "  $packages"
		echo 'On Debian 13, as root:'
		echo "  apt-get update && apt-get install --no-install-recommends $packages"
		echo "On Debian 12, as root (PoCL and llvm-spirv, for the tests, come from Debian 13, pinned low; Go from $back; LLVM $llvm from bookworm-security):"
		echo "  echo 'deb $(mirror) $newer main' > /etc/apt/sources.list.d/gohipcc-$newer.list"
		echo "  printf 'Package: *\\nPin: release n=$newer\\nPin-Priority: 100\\n' > /etc/apt/preferences.d/gohipcc-$newer"
		echo "  echo 'deb $(mirror) $back main' > /etc/apt/sources.list.d/gohipcc-backports.list"
		echo "  echo 'deb $(mirror)-security bookworm-security main' > /etc/apt/sources.list.d/gohipcc-security.list"
		echo "  apt-get update && apt-get install --no-install-recommends $(tr ' ' '\n' <<<"$packages" | grep -vxE 'pocl-opencl-icd|golang-go|llvm-spirv-18|' | tr '\n' ' ')"
		echo "  apt-get install --no-install-recommends -t $back golang-go"
		echo "  apt-get install --no-install-recommends -t $newer pocl-opencl-icd llvm-spirv-18"
		echo 'Then run this again.'
	} >&2
	exit 1
}

id=$(. /etc/os-release 2>/dev/null && echo "${ID-}") || id=
[ "$id" = debian ] && have apt-get || advice "this is not Debian (ID=${id:-unknown}), nothing was changed"
[ -z "$print" ] || advice 'nothing was changed, as asked'
[ "$(id -u)" = 0 ] || advice 'not root, nothing was changed'

export DEBIAN_FRONTEND=noninteractive
log=$(mktemp "${TMPDIR:-/tmp}/gohipcc-setup.XXXXXX")
trap 'rm -f "$log"' EXIT
run() {
	echo "setup: $*"
	if ! "$@" >"$log" 2>&1; then
		echo "setup: that failed:" >&2
		tail -n 30 "$log" >&2
		exit 1
	fi
}
install() { run apt-get install -y --no-install-recommends "$@"; }
candidate() { apt-cache policy "$1" | sed -n 's/^  Candidate: //p' | grep -v '(none)' | sed 's/^[0-9]*://' || true; }
knows() { apt-cache policy | grep "n=$1\(,\|\$\)" >/dev/null; }

# of_newer LIBRARY PACKAGE...: a library's development package must have the library's version,
# which is the newer release's if another package brought the library from there.
of_newer() {
	local v
	v=$(dpkg-query -W -f '${Version}' "$1" 2>/dev/null) || return 0
	[ "$v" != "$(candidate "$2")" ] && knows $newer || return 0
	shift
	printf " %s/$newer" "$@"
}

# Prevent installed packages from starting services; Debian checks this file if it exists.
if [ ! -e /usr/sbin/policy-rc.d ]; then
	trap 'rm -f "$log" /usr/sbin/policy-rc.d' EXIT
	printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
	chmod +x /usr/sbin/policy-rc.d
fi

run apt-get update
# Debian 12 has LLVM 22 in its security updates, which are not configured on a machine installed by
# debootstrap.
if [ -z "$(candidate clang-$llvm)" ] && knows bookworm && ! knows bookworm-security; then
	echo 'setup: adding bookworm-security (LLVM '$llvm') in /etc/apt/sources.list.d/gohipcc-security.list'
	echo "deb $(mirror)-security bookworm-security main" >/etc/apt/sources.list.d/gohipcc-security.list
	run apt-get update
fi
[ -n "$(candidate clang-$llvm)" ] || tool clang-$llvm ||
	advice "no package source here has clang-$llvm: Debian 12 with its security updates and Debian 13 have it"

# Packages whose version in this release is too old come from the newer release, which is pinned so
# low that nothing else is installed from it.
here= there= go= mpi= sanitizers=
for p in $packages; do
	case $p in
	libopenmpi-dev|openmpi-bin) mpi+=" $p"; continue ;;
	libclang-rt-$llvm-dev) sanitizers+=" $p"; continue ;;
	pocl-opencl-icd) min=$pocl_min ;;
	golang-go)
		v=$(candidate $p)
		if version_ge "${v%%[~+-]*}" 1.23; then here+=" $p"; else go=$p; fi
		continue ;;
	llvm-spirv-18) min=18 ;;
	llvm-$llvm-dev) here+=" $p$(of_newer libz3-4 libz3-dev)"; continue ;;
	*) here+=" $p"; continue ;;
	esac
	v=$(candidate $p)
	if [ -n "$v" ] && version_ge "${v%%[~+-]*}" $min; then here+=" $p"; else there+=" $p"; fi
done
[ -z "$here" ] || install $here
if [ -n "$go" ]; then
	if ! knows $back; then
		echo "setup: adding $back for $go (/etc/apt/sources.list.d/gohipcc-backports.list)"
		echo "deb $(mirror) $back main" >/etc/apt/sources.list.d/gohipcc-backports.list
		run apt-get update
	fi
	install -t $back $go
fi
if [ -n "$there" ]; then
	if ! knows $newer; then
		echo "setup: adding Debian 13 for$there, pinned at priority 100 (/etc/apt/sources.list.d/gohipcc-$newer.list, /etc/apt/preferences.d/gohipcc-$newer)"
		printf 'Package: *\nPin: release n=%s\nPin-Priority: 100\n' $newer >/etc/apt/preferences.d/gohipcc-$newer
		echo "deb $(mirror) $newer main" >/etc/apt/sources.list.d/gohipcc-$newer.list
		run apt-get update
	fi
	install -t $newer $there
fi
if [ -n "$mpi" ]; then
	install $mpi $(of_newer libhwloc15 libhwloc-dev libhwloc-plugins libze1)
fi
# They also need their 32-bit variants, which have the C library's version.
if [ -n "$sanitizers" ]; then
	install $sanitizers $(of_newer libc6 libc6-i386) $(of_newer libstdc++6 lib32stdc++6) $(of_newer libgcc-s1 lib32gcc-s1)
fi

# The package of ocloc contains a driver, too, which must not become the first one of a machine
# without a GPU.
icd=/etc/OpenCL/vendors/intel.icd
case " $here " in *" intel-opencl-icd "*)
	if [ -e $icd ] && ! compgen -G '/dev/dri/renderD*' >/dev/null; then
		echo "setup: no GPU here: $icd is now $icd.off"
		mv $icd $icd.off
	fi ;;
esac

want=$(missing)
if [ -n "$want" ]; then
	echo 'setup: installed, but still not found:' >&2
	while IFS='|' read -r package why; do printf '  %-22s %s\n' "$package" "$why"; done <<<"$want" >&2
	exit 1
fi
echo "setup: done"
