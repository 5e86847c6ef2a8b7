// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// An OpenGL context without a window: EGL on Mesa's surfaceless platform.
#pragma once
#include <EGL/egl.h>
#include <EGL/eglext.h>
#define GL_GLEXT_PROTOTYPES
#include <GL/gl.h>
#include <GL/glext.h>

#include <cstdio>
#include <cstdlib>

struct Headless {
  EGLDisplay display;
  EGLConfig config;
  EGLContext context;

  Headless() {
    display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    const EGLint want[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                           EGL_NONE};
    EGLint n = 0;
    if (!eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API) ||
        !eglChooseConfig(display, want, &config, 1, &n) || n == 0)
      fail("no EGL display without a window");
    context = make(EGL_NO_CONTEXT);
    use(context);
  }
  ~Headless() {
    use(EGL_NO_CONTEXT);
    eglTerminate(display);
  }

  // A context that shares objects with another, or with none.
  EGLContext make(EGLContext with) {
    const EGLint want[] = {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    EGLContext c = eglCreateContext(display, config, with, want);
    if (c == EGL_NO_CONTEXT) fail("no OpenGL 4.3 context");
    return c;
  }
  void use(EGLContext c) {
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, c)) fail("eglMakeCurrent");
  }

private:
  static void fail(const char *what) {
    std::fprintf(stderr, "%s: EGL error 0x%x\n", what, eglGetError());
    std::exit(1);
  }
};
