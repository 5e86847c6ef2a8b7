# gohipcc: build, install, test. `make help` lists the targets; README.md has a quick start.
SHELL := /bin/bash
.SHELLFLAGS := -e -o pipefail -c
.DEFAULT_GOAL := build

BUILD := $(CURDIR)/build
LLVM_BIN ?= /usr/lib/llvm-22/bin
GO ?= go
VERSION := $(shell cat VERSION)
PREFIX ?= /usr/local
DESTDIR ?=

# go.mod names the Go release; an older go downloads it if allowed.
export GOTOOLCHAIN ?= auto
# The same source gives the same binary, also in a copy without git history. The flags are those of all uses of Go's
# tool, also by tests, so that each package is compiled once; without debug information, which takes a twelfth of the
# compiler's time, and which linking with -s and `go test` leave out.
export GOFLAGS += -buildvcs=false -trimpath -gcflags=all=-dwarf=false

# build/ has the layout of an installation prefix: bin, lib, lib/gohip, include/hip.
.PHONY: build
build: gohipcc prefork runtime devicelib headers integration ## build everything into build/, laid out as an installation

.PHONY: gohipcc
gohipcc:
	@command -v $(GO) >/dev/null || { echo "make: no '$(GO)' on PATH; 'make setup' installs what the project needs (Debian, root), or name it: make GO=/path/to/go" >&2; exit 1; }
	CGO_ENABLED=0 $(GO) build -ldflags '-s -w' -o $(BUILD)/bin/gohipcc .
	ln -sf gohipcc $(BUILD)/bin/gohip-clang++

include runtime/libgohip/build.mk
include runtime/mlir/build.mk
include runtime/libraries/common/build.mk
include runtime/libraries/hipblas/build.mk
include runtime/libraries/rand/build.mk
include runtime/libraries/fft/build.mk
include runtime/libraries/sparse/build.mk
include runtime/libraries/solver/build.mk
include runtime/libraries/blaslt/build.mk
include runtime/libraries/rccl/build.mk
include runtime/libraries/roctx/build.mk
include runtime/libraries/system/build.mk
include runtime/libraries/wmma/build.mk
include runtime/devicelib/build.mk
include driver/prefork/build.mk
include driver/install.mk

.PHONY: headers
headers:
	mkdir -p $(BUILD)/include
	cp -a runtime/include/. $(BUILD)/include/

.PHONY: setup
setup: ## install what the project needs (Debian 12 or 13, root); otherwise print it
	@scripts/setup.sh

.PHONY: demo
demo: ## install what is missing, build, compile and run the demo programs
	@scripts/setup.sh use build
	@$(MAKE) --no-print-directory build
	@testdata/demo/run.sh $(BUILD)

.PHONY: demo-gl
demo-gl: ## n bodies in OpenGL, drawn by HIP kernels: in a window, or as files in build/demo-gl without a display
	@scripts/setup.sh use build demo
	@$(MAKE) --no-print-directory build
	@cd runtime/hipgl && $(GO) build -o $(BUILD)/demo-gl/nbody ./nbody
	@cd $(BUILD)/demo-gl && PATH=$(BUILD)/bin:$$PATH ./nbody $(if $(DISPLAY)$(WAYLAND_DISPLAY),,-headless $(BUILD)/demo-gl -check) $(DEMOFLAGS)

.PHONY: libs
libs: ## the headers of rocPRIM, hipCUB and rocThrust into build/, of Debian or of LIBS="hipcub=CHECKOUT ..."
	@scripts/libs.sh $(BUILD) $(LIBS)

# A skipped test counts as a failure: see scripts/testsum.
.PHONY: test
test: ## install what is missing, build, run every test
	@scripts/setup.sh use build test demo
	@$(MAKE) --no-print-directory build
	@scripts/libs.sh $(BUILD)
	@packages=$$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...) && \
		$(TEST_GO) test $(TEST_EXEC) -json -timeout 2h -vet=off $(TESTFLAGS) $$packages | $(GO) run ./scripts/testsum
# Packages that have tests: go test would compile the others, too, of which runtime/libgohip/core is built with
# cgo, by four runs of a C compiler for each file. `make build` has compiled it, and `make lint` runs go vet. The
# shell lists them, because make expands a recipe before setup.sh has installed Go. With cgo off, the packages and Go's
# own are compiled once for this and `make build`, and Go's own linker links a test, in half of the time. Tests
# themselves run with the environment of make.
TEST_GO = CGO_ENABLED=0 $(GO)
TEST_EXEC = -exec 'env $(if $(filter undefined,$(origin CGO_ENABLED)),-u CGO_ENABLED,CGO_ENABLED=$(CGO_ENABLED))'

# A quick check while developing: everything that needs no device and no compiled HIP program, and
# one program.
.PHONY: check
check: gohipcc ## vet and the fast tests, for a developer's edit-and-try (needs make setup)
	@$(GO) vet $(FAST_PACKAGES)
	@$(TEST_GO) test $(TEST_EXEC) -json -vet=off $(FAST_PACKAGES) | $(GO) run ./scripts/testsum
FAST_PACKAGES = $(shell $(GO) list ./... | grep -vE '/(e2e|e2e/(intel|nvidia|torture)|driver|driver/cli|driver/install|runtime/(hip|devicelib|mlir|libgohip/.*|backend/.*)|testdata/.*)$$')

.PHONY: lint
lint: ## formatting, vet, staticcheck, dead code, go.mod, words of comments
	@scripts/setup.sh lint
	@scripts/lint.sh

.PHONY: bench
bench: ## ratios against clang and plain OpenCL, each measured in one run
	@scripts/setup.sh use build test bench
	@$(MAKE) --no-print-directory build
	@testdata/bench/run.sh $(BUILD)

.PHONY: accuracy
accuracy: build ## the functions of HIP's tables at every float, against MPFR; takes an hour
	@testdata/accuracy/run.sh $(BUILD)

.PHONY: intel
intel: ## every program by Intel's compiler (GOHIPCC_OCLOC: which ones), and the kernels beside OpenCL C
	@scripts/setup.sh use build test
	@$(MAKE) --no-print-directory build
	@$(GO) run ./scripts/intel -build $(BUILD) $(INTELFLAGS)

.PHONY: devices
devices: build ## the programs of testdata on every device of this machine, as a table
	@scripts/devices.sh $(BUILD)

.PHONY: matrix
matrix: build ## AMD's kernels for every kind of target and code object, on the emulator
	GOHIP_TEST_MATRIX=1 $(GO) test -timeout 60m -run 'TestKernel' ./runtime/backend/emulator

.PHONY: remote
remote: build ## remote execution against two servers of Debian's buildbox (BUILDBOX_ROOT: a root file system with it)
	@scripts/remote.sh

.PHONY: amdlibs
amdlibs: build ## AMD's HIP library of three Debian releases, fetched and tried without a GPU
	@scripts/amdlibs.sh $(BUILD)

FUZZTIME ?= 20s
.PHONY: fuzz
fuzz: build ## run every fuzz target for FUZZTIME (20s)
	@scripts/fuzz.sh $(FUZZTIME)

TORTURE_TIME ?= 10m
TORTURE_TARGETS ?=
TORTURE_SEED ?=
TORTURE_KEEP ?= testdata/torture
.PHONY: torture
torture: build ## random programs for TORTURE_TIME (10m) on every device and the emulator, against the host
	@$(GO) run ./scripts/torture -build $(BUILD) -time $(TORTURE_TIME) -keep $(TORTURE_KEEP) -targets '$(TORTURE_TARGETS)' $(if $(TORTURE_SEED),-seed $(TORTURE_SEED)) $(TORTUREFLAGS)

.PHONY: install
install: build ## install into PREFIX (/usr/local), below DESTDIR if that is set
	@scripts/install.sh $(BUILD) "$(DESTDIR)$(PREFIX)"

.PHONY: uninstall
uninstall: ## remove what `make install` put into PREFIX
	@scripts/install.sh --remove "$(DESTDIR)$(PREFIX)"

.PHONY: clean
clean: ## remove build/
	rm -rf $(BUILD)

.PHONY: help
help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))
