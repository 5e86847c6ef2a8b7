// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"fmt"

	"gohipcc/target"
)

// fits applies the target ID rules: equal processors, or a generic one that covers the device; a
// feature setting of the image must be that of the device.
func fits(image, device target.ID) bool {
	if image.Processor != device.Processor {
		return target.RankAMD(image, device) > 0
	}
	for _, f := range image.Features {
		if on, set := device.Feature(f.Name); set && on != f.On {
			return false
		}
	}
	return true
}

func (m *rocmModule) load() (*Module, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.module == nil && m.err == nil {
		m.module, m.err = m.dev.Device.Load(m.image)
		if m.err != nil {
			m.err = fmt.Errorf("%s: %w", m.name, m.err)
		}
	}
	return m.module, m.err
}
