// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "textflag.h"

// callC calls the function of a frame (call_amd64.go), whose address is in DI. The runtime calls it on
// the system stack, as a C function: the stack is aligned to 16 bytes where it calls.
GLOBL ·callCEntry(SB), NOPTR|RODATA, $8
DATA ·callCEntry(SB)/8, $callC(SB)
TEXT callC(SB), NOSPLIT, $16
	MOVQ DI, 8(SP)
	MOVQ DI, R11
	MOVQ 0(R11), R10
	MOVQ 8(R11), DI
	MOVQ 16(R11), SI
	MOVQ 24(R11), DX
	MOVQ 32(R11), CX
	MOVQ 40(R11), R8
	MOVQ 48(R11), R9
	XORL AX, AX
	CALL R10
	MOVQ 8(SP), DI
	MOVQ AX, 56(DI)
	XORL AX, AX
	RET
