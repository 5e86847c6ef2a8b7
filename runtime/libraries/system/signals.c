// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HSA's signals: a number in the host's memory, and who waits polls it. Every operation is sequentially consistent,
// which each of HSA's memory orders allows.
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "hsa.h"

#define EXPORT __attribute__((visibility("default")))

struct signal {
  _Atomic hsa_signal_value_t value;
  uint64_t start, end;
};

static struct signal *get(hsa_signal_t signal) { return (struct signal *)signal.handle; }

EXPORT hsa_status_t hsa_signal_create(hsa_signal_value_t value, uint32_t count,
                                      const hsa_agent_t *consumers, hsa_signal_t *signal) {
  if (!signal || (count && !consumers)) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  struct signal *s = calloc(1, sizeof *s);
  if (!s) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  atomic_init(&s->value, value);
  signal->handle = (uint64_t)s;
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_amd_signal_create(hsa_signal_value_t value, uint32_t count,
                                          const hsa_agent_t *consumers, uint64_t attributes,
                                          hsa_signal_t *signal) {
  if (attributes & HSA_AMD_SIGNAL_IPC) return notSupported;
  return hsa_signal_create(value, count, consumers, signal);
}

EXPORT hsa_status_t hsa_signal_destroy(hsa_signal_t signal) {
  if (!signal.handle) return HSA_STATUS_ERROR_INVALID_SIGNAL;
  free(get(signal));
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_amd_signal_value_pointer(hsa_signal_t signal,
                                                 volatile hsa_signal_value_t **pointer) {
  if (!signal.handle) return HSA_STATUS_ERROR_INVALID_SIGNAL;
  if (!pointer) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  *pointer = (volatile hsa_signal_value_t *)&get(signal)->value;
  return HSA_STATUS_SUCCESS;
}

#define LOAD(order)                                                                                \
  EXPORT hsa_signal_value_t hsa_signal_load_##order(hsa_signal_t signal) {                         \
    return get(signal)->value;                                                                     \
  }
LOAD(scacquire)
LOAD(relaxed)
LOAD(acquire)

#define STORE(name)                                                                                \
  EXPORT void hsa_signal_##name(hsa_signal_t signal, hsa_signal_value_t value) {                   \
    get(signal)->value = value;                                                                    \
  }
STORE(store_relaxed)
STORE(store_screlease)
STORE(store_release)
STORE(silent_store_relaxed)
STORE(silent_store_screlease)

#define MODIFY(name, operation, order)                                                             \
  EXPORT void hsa_signal_##name##_##order(hsa_signal_t signal, hsa_signal_value_t value) {         \
    operation(&get(signal)->value, value);                                                         \
  }
#define ORDER(order)                                                                               \
  MODIFY(add, atomic_fetch_add, order)                                                             \
  MODIFY(subtract, atomic_fetch_sub, order)                                                        \
  MODIFY(and, atomic_fetch_and, order)                                                             \
  MODIFY(or, atomic_fetch_or, order)                                                               \
  MODIFY(xor, atomic_fetch_xor, order)                                                             \
  EXPORT hsa_signal_value_t hsa_signal_exchange_##order(hsa_signal_t signal,                       \
                                                        hsa_signal_value_t value) {                \
    return atomic_exchange(&get(signal)->value, value);                                            \
  }                                                                                                \
  EXPORT hsa_signal_value_t hsa_signal_cas_##order(                                                \
      hsa_signal_t signal, hsa_signal_value_t expected, hsa_signal_value_t value) {                \
    atomic_compare_exchange_strong(&get(signal)->value, &expected, value);                         \
    return expected;                                                                               \
  }
ORDER(scacq_screl)
ORDER(acq_rel)
ORDER(scacquire)
ORDER(acquire)
ORDER(relaxed)
ORDER(screlease)
ORDER(release)

static int holds(hsa_signal_value_t value, hsa_signal_condition_t condition,
                 hsa_signal_value_t compare) {
  switch (condition) {
  case HSA_SIGNAL_CONDITION_EQ:
    return value == compare;
  case HSA_SIGNAL_CONDITION_NE:
    return value != compare;
  case HSA_SIGNAL_CONDITION_LT:
    return value < compare;
  case HSA_SIGNAL_CONDITION_GTE:
    return value >= compare;
  }
  return 1;
}

// Waits a little longer after every look that was in vain, up to 50 us.
static void pause_(unsigned looks) {
  if (looks < 100) return;
  struct timespec t = {0, looks < 1000 ? 1000 : 50000};
  nanosleep(&t, NULL);
}

static int expired(uint64_t start, uint64_t timeout) {
  return timeout != UINT64_MAX && gohipTicks() - start >= timeout;
}

#define WAIT(order)                                                                                \
  EXPORT hsa_signal_value_t hsa_signal_wait_##order(                                               \
      hsa_signal_t signal, hsa_signal_condition_t condition, hsa_signal_value_t compare,           \
      uint64_t timeout, hsa_wait_state_t hint) {                                                   \
    (void)hint;                                                                                    \
    uint64_t start = gohipTicks();                                                                 \
    for (unsigned looks = 0;; looks++) {                                                           \
      hsa_signal_value_t value = get(signal)->value;                                               \
      if (holds(value, condition, compare) || expired(start, timeout)) return value;               \
      pause_(looks);                                                                               \
    }                                                                                              \
  }
WAIT(scacquire)
WAIT(relaxed)
WAIT(acquire)

// The index of the first signal that has its value, or UINT32_MAX after the timeout.
EXPORT uint32_t hsa_amd_signal_wait_any(uint32_t count, hsa_signal_t *signals,
                                        hsa_signal_condition_t *conditions,
                                        hsa_signal_value_t *compare, uint64_t timeout,
                                        hsa_wait_state_t hint, hsa_signal_value_t *satisfying) {
  (void)hint;
  uint64_t start = gohipTicks();
  for (unsigned looks = 0;; looks++) {
    for (uint32_t i = 0; i < count; i++) {
      if (!signals[i].handle) continue;
      hsa_signal_value_t value = get(signals[i])->value;
      if (!holds(value, conditions[i], compare[i])) continue;
      if (satisfying) *satisfying = value;
      return i;
    }
    if (expired(start, timeout)) return UINT32_MAX;
    pause_(looks);
  }
}

EXPORT uint32_t hsa_amd_signal_wait_all(uint32_t count, hsa_signal_t *signals,
                                        hsa_signal_condition_t *conditions,
                                        hsa_signal_value_t *compare, uint64_t timeout,
                                        hsa_wait_state_t hint, hsa_signal_value_t *satisfying) {
  uint64_t start = gohipTicks();
  for (uint32_t i = 0; i < count; i++) {
    uint64_t used = gohipTicks() - start;
    uint64_t left = timeout == UINT64_MAX ? timeout : used < timeout ? timeout - used : 0;
    hsa_signal_value_t value =
        hsa_signal_wait_scacquire(signals[i], conditions[i], compare[i], left, hint);
    if (!holds(value, conditions[i], compare[i])) return UINT32_MAX;
    if (satisfying) satisfying[i] = value;
  }
  return 0;
}

int gohipStartThread(void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

struct handler {
  hsa_signal_t signal;
  hsa_signal_condition_t condition;
  hsa_signal_value_t compare;
  hsa_amd_signal_handler call;
  void *argument;
};

static void *handlerThread(void *argument) {
  struct handler *h = argument;
  hsa_signal_value_t value;
  do
    value = hsa_signal_wait_scacquire(h->signal, h->condition, h->compare, UINT64_MAX,
                                      HSA_WAIT_STATE_BLOCKED);
  while (h->call(value, h->argument));
  free(h);
  return NULL;
}

EXPORT hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t signal,
                                                 hsa_signal_condition_t condition,
                                                 hsa_signal_value_t compare,
                                                 hsa_amd_signal_handler call, void *argument) {
  if (!signal.handle) return HSA_STATUS_ERROR_INVALID_SIGNAL;
  if (!call) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  struct handler *h = malloc(sizeof *h);
  if (!h) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  *h = (struct handler){signal, condition, compare, call, argument};
  if (gohipStartThread(handlerThread, h) == 0) return HSA_STATUS_SUCCESS;
  free(h);
  return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

void gohipSignalTimes(hsa_signal_t signal, uint64_t start, uint64_t end) {
  get(signal)->start = start;
  get(signal)->end = end;
}

EXPORT hsa_status_t hsa_amd_profiling_async_copy_enable(bool enable) {
  (void)enable; // times are always taken
  return HSA_STATUS_SUCCESS;
}

EXPORT hsa_status_t hsa_amd_profiling_get_async_copy_time(hsa_signal_t signal,
                                                          hsa_amd_profiling_async_copy_time_t *t) {
  if (!signal.handle) return HSA_STATUS_ERROR_INVALID_SIGNAL;
  if (!t) return HSA_STATUS_ERROR_INVALID_ARGUMENT;
  if (get(signal)->end == 0) return HSA_STATUS_ERROR;
  *t = (hsa_amd_profiling_async_copy_time_t){get(signal)->start, get(signal)->end};
  return HSA_STATUS_SUCCESS;
}
