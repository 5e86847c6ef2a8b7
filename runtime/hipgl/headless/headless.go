// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package headless creates OpenGL contexts without a display, by EGL on Mesa's surfaceless
// platform.
package headless

/*
#cgo linux LDFLAGS: -lEGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdlib.h>

static EGLDisplay surfaceless(void) {
  return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}
static EGLBoolean choose(EGLDisplay d, EGLConfig *c, EGLint *n) {
  const EGLint want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  return eglChooseConfig(d, want, c, 1, n);
}
static EGLContext make(EGLDisplay d, EGLConfig c) {
  const EGLint want[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
  return eglCreateContext(d, c, EGL_NO_CONTEXT, want);
}
static EGLBoolean use(EGLDisplay d, EGLContext c) { return eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, c); }
static void leave(EGLDisplay d) { eglMakeCurrent(d, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); eglTerminate(d); }
static void *address(const char *name) { return (void *)eglGetProcAddress(name); }
*/
import "C"

import (
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Open makes an OpenGL 3.3 context current in the calling thread, which the caller must have
// locked, and initialises package gl. The returned function destroys the context.
func Open() (end func(), err error) {
	d := C.surfaceless()
	var config C.EGLConfig
	var n C.EGLint
	if C.eglInitialize(d, nil, nil) == 0 || C.eglBindAPI(C.EGL_OPENGL_API) == 0 || C.choose(d, &config, &n) == 0 || n == 0 {
		return nil, fmt.Errorf("EGL has no OpenGL without a display: error 0x%x", C.eglGetError())
	}
	end = func() { C.leave(d) }
	c := C.make(d, config)
	if c == nil || C.use(d, c) == 0 {
		end()
		return nil, fmt.Errorf("EGL makes no OpenGL 3.3 context: error 0x%x", C.eglGetError())
	}
	if err := gl.InitWithProcAddrFunc(address); err != nil {
		end()
		return nil, err
	}
	return end, nil
}

func address(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.address(s)
}
