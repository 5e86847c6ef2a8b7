// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/driver/cache"
)

// newCacheCommand returns `gohipcc cache`: show, limit, verify and clear the store of device
// bitcode, images and objects.
func newCacheCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Show, limit, verify or clear the result cache",
		Long: `The cache holds the results of compile and link steps, keyed by the contents of
their inputs: a step whose inputs have not changed copies its result. It is in
$GOHIPCC_CACHE_DIR, or by default in gohipcc below the user's cache directory.
GOHIPCC_CACHE=off disables it for a build. The directory also holds clang's command
lines and precompiled headers, which the size limit does not cover; clear removes
everything.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return cacheInfo(cmd.OutOrStdout(), false) },
	}
	info := &cobra.Command{
		Use:   "info",
		Short: "Show the location and size of the cache",
		Args:  cobra.NoArgs,
	}
	asJSON := info.Flags().Bool("json", false, "print JSON")
	info.RunE = func(cmd *cobra.Command, args []string) error { return cacheInfo(cmd.OutOrStdout(), *asJSON) }

	trim := &cobra.Command{
		Use:     "trim SIZE",
		Short:   "Remove the least recently used results, down to SIZE",
		Example: "  gohipcc cache trim 500M",
		Args:    needs(1, false),
		RunE:    withSize(cacheTrim),
	}
	bound := &cobra.Command{
		Use:     "bound SIZE",
		Short:   "Limit the cache to SIZE, now and in later builds",
		Example: "  gohipcc cache bound 20G",
		Args:    needs(1, false),
		RunE:    withSize(cacheBound),
	}
	clearCmd := &cobra.Command{
		Use:   "clear",
		Short: "Remove all results, command lines and precompiled headers",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, args []string) error { return cacheClear(cmd.OutOrStdout()) },
	}
	verify := &cobra.Command{
		Use:   "verify",
		Short: "Read every result and remove the damaged ones",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, args []string) error { return cacheVerify(cmd.OutOrStdout()) },
	}
	cmd.AddCommand(info, bound, trim, clearCmd, verify)
	return cmd
}

// withSize makes a command from a function whose only argument is a size.
func withSize(run func(out io.Writer, limit int64) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		limit, err := parseSize(args[0])
		if err != nil {
			return err
		}
		return run(cmd.OutOrStdout(), limit)
	}
}

func cacheBound(_ io.Writer, limit int64) error {
	s, err := openCache()
	if err != nil {
		return err
	}
	return s.SetBound(limit)
}

func cacheClear(out io.Writer) error {
	dir, err := cache.OpenDir()
	if err != nil {
		return err
	}
	for _, sub := range []string{"lines", "pch"} {
		if err := os.RemoveAll(filepath.Join(dir, sub)); err != nil {
			return err
		}
	}
	return cacheTrim(out, 0)
}

func cacheVerify(out io.Writer) error {
	s, err := openCache()
	if err != nil {
		return err
	}
	n, damaged, err := s.Verify()
	if err != nil {
		return err
	}
	for _, d := range damaged {
		fmt.Fprintf(out, "damaged, removed: %s\n", filepath.Join(s.Dir(), d))
	}
	fmt.Fprintf(out, "%d objects read, %d damaged\n", n, len(damaged))
	return nil
}

func openCache() (*cache.Store, error) {
	dir, err := cache.OpenDir()
	if err != nil {
		return nil, err
	}
	return cache.Open(dir, cache.Options{})
}

func cacheInfo(w io.Writer, asJSON bool) error {
	s, err := openCache()
	if err != nil {
		return err
	}
	entries, err := s.Walk()
	if err != nil {
		return err
	}
	info := struct {
		Dir     string `json:"dir"`
		Actions int    `json:"actions"`
		Objects int    `json:"objects"`
		Bytes   int64  `json:"bytes"`
		Limit   int64  `json:"limit"`
	}{Dir: s.Dir(), Limit: s.Bound()}
	for _, e := range entries {
		info.Bytes += e.Size
		if e.Kind == "ac" {
			info.Actions++
		} else {
			info.Objects++
		}
	}
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(info)
	}
	fmt.Fprintf(w, "directory  %s\nresults    %d\nfiles      %d\nsize       %s of at most %s\n",
		info.Dir, info.Actions, info.Objects, formatSize(info.Bytes), formatSize(info.Limit))
	return nil
}

func cacheTrim(w io.Writer, limit int64) error {
	s, err := openCache()
	if err != nil {
		return err
	}
	removed, err := s.Trim(limit)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "removed %s\n", formatSize(removed))
	return nil
}

// sizeUnits are the suffixes of sizes, powers of 1024, largest last.
var sizeUnits = []string{"B", "K", "M", "G", "T"}

// parseSize parses a size such as 1048576, 500M or 2G.
func parseSize(s string) (int64, error) {
	num := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(s), "B"), "I")
	scale := int64(1)
	for i, u := range sizeUnits {
		if i > 0 && strings.HasSuffix(num, u) {
			num = strings.TrimSuffix(num, u)
			scale = 1 << (10 * i)
			break
		}
	}
	v, err := strconv.ParseInt(num, 10, 64)
	if err != nil || v < 0 || v > (1<<62)/scale {
		return 0, fmt.Errorf("%q is not a size: want a number of bytes, or one with K, M, G or T after it, such as 500M", s)
	}
	return v * scale, nil
}

func formatSize(n int64) string {
	v, i := float64(n), 0
	for v >= 1024 && i < len(sizeUnits)-1 {
		v /= 1024
		i++
	}
	if i == 0 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f %siB", v, sizeUnits[i])
}
