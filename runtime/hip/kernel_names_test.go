// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import "testing"

func TestSameButInt128(t *testing.T) {
	for _, test := range []struct {
		host, device string
		same         bool
	}{
		{"_Z1kPin", "_Z1kPiDB128_", true},
		{"_Z1kPio", "_Z1kPiDB128_", false},
		{"_Z1kPinnPn", "_Z1kPiDB128_S0_PS0_", true},
		{"_Z1kPinnPn", "_Z1kPiDB128_S_PS0_", false}, // int *
		{"_Z1kPin1SS0_S_", "_Z1kPiDB128_1SS1_S_", true},
		{"_Z1kPinnS_", "_Z1kPiDB128_S0_S0_", false},
		{"_Z1kPinoPoPnS1_", "_Z1kPiDB128_DU128_PS1_PS0_S2_", false},
		{"_Z1kPinoPoPnS0_", "_Z1kPiDB128_DU128_PS1_PS0_S2_", true},
		{"_Z1qIoEvPiT_1SPS2_S1_", "_Z1qIDU128_EvPiT_1SPS3_S2_", true},
		{"_Z3sumPlincoP4WideS0_n", "_Z3sumPliDB128_cDU128_P4WideS2_S0_", true},
		{"_Z3sumPlincoP4WideS0_n", "_Z3sumPliDB128_cDU128_P4WideS2_S1_", false},
		{"_Z3sumPlincoP4WideS0_o", "_Z3sumPliDB128_cDU128_P4WideS2_S1_", true},
		{"_Z6nS0_noPin", "_Z6nS0_noPiDB128_", true},
		{"_Z1kPii", "_Z1kPiDB128_", false},
		{"_Z1kPin", "_Z1kPin", false},
		{"_Z1kPin", "_Z1kPiDB128_i", false},
	} {
		if got := sameButInt128(test.host, test.device); got != test.same {
			t.Errorf("%s, %s: %v", test.host, test.device, got)
		}
	}
}
