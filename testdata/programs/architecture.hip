// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What programs read a device's architecture from: gcnArchName and the compute capability agree, so that
// host code does not choose the parameters of a family of GPUs for which the device code was not compiled.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <string>

int main() {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  int major = -1, minor = -1;
  CHECK(hipDeviceGetAttribute(&major, hipDeviceAttributeComputeCapabilityMajor, 0));
  CHECK(hipDeviceGetAttribute(&minor, hipDeviceAttributeComputeCapabilityMinor, 0));
  EXPECT(major == p.major && minor == p.minor);
  CHECK(hipDeviceComputeCapability(&major, &minor, 0));
  EXPECT(major == p.major && minor == p.minor);

  std::string name = p.gcnArchName;
  name = name.substr(0, name.find(':'));
  if (name.rfind("gfx", 0) == 0) {
    EXPECT(std::atoi(name.substr(3, name.size() - 5).c_str()) == p.major);
  } else if (name.rfind("sm_", 0) == 0) {
    EXPECT(std::atoi(name.c_str() + 3) / 10 == p.major);
  } else {
    EXPECT(p.major == 0 && p.minor == 0); // no family's number for a device of none
  }
  return done();
}
