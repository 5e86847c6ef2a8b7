// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

func TestFunctions(t *testing.T) {
	text, err := os.ReadFile("../blas.txt")
	if err != nil {
		t.Fatal(err)
	}
	rs, err := parseTable(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var hip, roc bytes.Buffer
	hipblas.declare(&hip, rs)
	rocblas.declare(&roc, rs)
	for _, want := range []string{
		"hipblasSgemm(hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m, int n, int k, " +
			"const float *alpha, const float *A, int lda, const float *B, int ldb, const float *beta, float *C, int ldc);",
		"hipblasZdotcStridedBatched(hipblasHandle_t handle, int n, const hipblasDoubleComplex *x, int incx, hipblasStride stridex, " +
			"const hipblasDoubleComplex *y, int incy, hipblasStride stridey, int batchCount, hipblasDoubleComplex *result);",
		"hipblasCherBatched_64(hipblasHandle_t handle, hipblasFillMode_t uplo, int64_t n, const float *alpha, " +
			"const hipblasComplex *const x[], int64_t incx, hipblasComplex *const A[], int64_t lda, int64_t batchCount);",
	} {
		if !strings.Contains(hip.String(), " "+want+"\n") {
			t.Errorf("not declared: %s", want)
		}
	}
	want := "rocblas_dgemm_strided_batched(rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,"
	if !strings.Contains(roc.String(), " "+want) {
		t.Errorf("not declared: %s", want)
	}
}

func TestBadTables(t *testing.T) {
	for _, line := range []string{"gemv | Sgemv:s", "gemv | Sgemv | n", "gemv | Sgemv:q | n", "gemv | Sgemv:s | w", "gemv | Sgemv:s | A"} {
		if _, err := parseTable("# level 2\n" + line + "\n"); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%q: %v", line, err)
		}
	}
}

func TestRows(t *testing.T) {
	for in, want := range map[string]string{
		"kl+ku+1":           "c->kl+c->ku+1",
		"rows(transA,m,k)":  "gb_rows(c->transA,c->m,c->k)",
		"of_side(side,m,n)": "gb_of_side(c->side,c->m,c->n)",
	} {
		if got := rowsOf(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
