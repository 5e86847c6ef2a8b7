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

// func callQuick(fn, a, b, c uintptr) uintptr
//
// The frame makes the goroutine's stack large enough for the C function, which runs on it.
TEXT ·callQuick(SB), 0, $65536-40
	MOVQ fn+0(FP), AX
	MOVQ a+8(FP), DI
	MOVQ b+16(FP), SI
	MOVQ c+24(FP), DX
	MOVQ SP, BX
	ADDQ $65520, SP
	ANDQ $~15, SP
	CALL AX
	MOVQ BX, SP
	MOVQ AX, ret+32(FP)
	RET
