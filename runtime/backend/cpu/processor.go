// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"gohipcc/abi"
	"gohipcc/target"
)

// leftOut reports whether the user wants no such device.
func leftOut() bool { return os.Getenv(abi.EnvCPU) == "0" }

// processor is what the system says of itself.
type processor struct {
	name, vendor, level string
	cpu                 *target.CPU
	threads             int
	kHz                 int
	memory, cache       uint64 // bytes
}

func readProcessor() (*processor, error) {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	p := &processor{name: "CPU", vendor: "unknown"}
	var flags []string
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "model name":
			p.name = value
		case "vendor_id":
			p.vendor = value
		case "cpu MHz":
			if mhz, err := strconv.ParseFloat(value, 64); err == nil {
				p.kHz = int(mhz * 1000)
			}
		case "flags", "Features":
			flags = strings.Fields(value)
		}
		if key == "" && flags != nil {
			break // the other processors are like the first
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("/proc/cpuinfo: %w", err)
	}
	p.cpu = target.NewCPU(flags)
	p.level = p.cpu.Level()
	if architectures["arm64"] == hostArch() {
		p.level = target.Generic
	}
	p.threads = usableThreads()
	p.memory = usableMemory()
	p.cache = cacheSize()
	return p, nil
}

func hostArch() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Machine[:])
}

// usableThreads is how many threads run blocks: those that GOHIP_CPU_THREADS asks for, or as many
// as there are processors that this process may use, by its affinity and the quota of its
// control group.
func usableThreads() int {
	if n, err := strconv.Atoi(os.Getenv(abi.EnvCPUThreads)); err == nil && n > 0 {
		return min(n, 1<<16)
	}
	n := 1
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		n = max(set.Count(), 1)
	}
	for _, dir := range controlGroups() {
		if q, ok := cpuQuota(dir); ok {
			n = min(n, q)
		}
	}
	return n
}

// controlGroups has the folders of this process's control group and of those around it.
func controlGroups() []string {
	const root = "/sys/fs/cgroup"
	b, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	var dirs []string
	for line := range strings.Lines(string(b)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		base := root
		for _, controller := range strings.Split(parts[1], ",") { // version 1
			if controller == "cpu" || controller == "memory" {
				base = filepath.Join(root, parts[1])
			}
		}
		for dir := parts[2]; ; dir = filepath.Dir(dir) {
			dirs = append(dirs, filepath.Join(base, dir))
			if dir == "/" || dir == "." || dir == "" {
				break
			}
		}
	}
	return dirs
}

// cpuQuota returns the number of processors that a control group may use, rounded up.
func cpuQuota(dir string) (int, bool) {
	quota, period := int64(0), int64(0)
	if b, err := os.ReadFile(filepath.Join(dir, "cpu.max")); err == nil {
		if n, _ := fmt.Sscan(string(b), &quota, &period); n != 2 {
			return 0, false // "max"
		}
	} else if quota, period = readNumber(filepath.Join(dir, "cpu.cfs_quota_us")), readNumber(filepath.Join(dir, "cpu.cfs_period_us")); quota <= 0 {
		return 0, false
	}
	if quota <= 0 || period <= 0 {
		return 0, false
	}
	return int((quota + period - 1) / period), true
}

func readNumber(path string) int64 {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// usableMemory returns the machine's memory, or what the control group leaves of it.
func usableMemory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 1 << 30
	}
	memory := uint64(info.Totalram) * uint64(info.Unit)
	for _, dir := range controlGroups() {
		for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
			if n := readNumber(filepath.Join(dir, name)); n > 0 {
				memory = min(memory, uint64(n))
			}
		}
	}
	return memory
}

// cacheSize is that of the largest cache of the first processor.
func cacheSize() uint64 {
	sizes, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*/size")
	most := uint64(0)
	for _, path := range sizes {
		b, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if n, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(string(b)), "K"), 10, 64); err == nil {
			most = max(most, n<<10)
		}
	}
	return most
}
