// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include "core.h"
import "C"

import (
	"unsafe"
)

func valueOp(kind C.int, s C.hipStream_t, p unsafe.Pointer, v, mask C.uint64_t, flags, size C.uint) C.hipError_t {
	if p == nil || uintptr(p)%uintptr(size) != 0 || givenBack(p) {
		return C.hipErrorInvalidValue
	}
	if kind == C.GH_OP_WAIT_VALUE && flags > C.hipStreamWaitValueNor {
		return C.hipErrorInvalidValue
	}
	return submit(s, C.op_value(kind, p, v, mask, flags, size))
}

func hipStreamWaitValue32(s C.hipStream_t, p unsafe.Pointer, v C.uint32_t, flags C.uint, mask C.uint32_t) C.hipError_t {
	return valueOp(C.GH_OP_WAIT_VALUE, s, p, C.uint64_t(v), C.uint64_t(mask), flags, 4)
}

func hipStreamWaitValue64(s C.hipStream_t, p unsafe.Pointer, v C.uint64_t, flags C.uint, mask C.uint64_t) C.hipError_t {
	return valueOp(C.GH_OP_WAIT_VALUE, s, p, v, mask, flags, 8)
}

func hipStreamWriteValue32(s C.hipStream_t, p unsafe.Pointer, v C.uint32_t, flags C.uint) C.hipError_t {
	return valueOp(C.GH_OP_WRITE_VALUE, s, p, C.uint64_t(v), 0, flags, 4)
}

func hipStreamWriteValue64(s C.hipStream_t, p unsafe.Pointer, v C.uint64_t, flags C.uint) C.hipError_t {
	return valueOp(C.GH_OP_WRITE_VALUE, s, p, v, 0, flags, 8)
}

func hipStreamBatchMemOp(s C.hipStream_t, n C.uint, list *C.hipStreamBatchMemOpParams, flags C.uint) C.hipError_t {
	if n == 0 || n > 256 || list == nil || flags != 0 {
		return C.hipErrorInvalidValue
	}
	for _, p := range unsafe.Slice(list, n) {
		w := (*C.struct_hipStreamMemOpWaitValueParams_t)(unsafe.Pointer(&p))
		v := *(*C.uint64_t)(unsafe.Pointer(&w.anon0))
		var e C.hipError_t
		switch w.operation {
		case C.hipStreamMemOpWaitValue32:
			e = hipStreamWaitValue32(s, unsafe.Pointer(w.address), C.uint32_t(v), w.flags, 0xffffffff)
		case C.hipStreamMemOpWaitValue64:
			e = hipStreamWaitValue64(s, unsafe.Pointer(w.address), v, w.flags, 0xffffffffffffffff)
		case C.hipStreamMemOpWriteValue32:
			e = hipStreamWriteValue32(s, unsafe.Pointer(w.address), C.uint32_t(v), 0)
		case C.hipStreamMemOpWriteValue64:
			e = hipStreamWriteValue64(s, unsafe.Pointer(w.address), v, 0)
		default:
			e = C.hipErrorInvalidValue
		}
		if e != C.hipSuccess {
			return e
		}
	}
	return C.hipSuccess
}
