// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The classes of rocrand.hpp and hiprand.hpp, over the functions of either library, which Api
// names.
#ifndef ROCRAND_CPP_HPP_
#define ROCRAND_CPP_HPP_

#include <exception>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

#include <hip/hip_fp16.h>
#include <hip/hip_runtime_api.h>

namespace rocrand_cpp_detail {

template <class Api> class error : public std::exception {
public:
  using error_type = typename Api::status;

  explicit error(error_type e) noexcept : code(e), text("status " + std::to_string((int)e)) {}
  error_type error_code() const noexcept { return code; }
  std::string error_string() const noexcept { return text; }
  const char *what() const noexcept override { return text.c_str(); }
  friend bool operator==(const error &a, const error &b) { return a.code == b.code; }
  friend bool operator!=(const error &a, const error &b) { return a.code != b.code; }

private:
  error_type code;
  std::string text;
};

template <class Api> void check(typename Api::status s) {
  if (s != Api::success) throw error<Api>(s);
}

// engine owns a generator of a type.
template <class Api, int Type, class Result> class engine {
public:
  using result_type = Result;
  using order_type = typename Api::order;
  using offset_type = unsigned long long;
  using generator_type = typename Api::generator;

  engine(const engine &) = delete;
  engine &operator=(const engine &) = delete;
  engine(engine &&other) noexcept : generator(other.generator) { other.generator = nullptr; }
  engine &operator=(engine &&other) noexcept {
    std::swap(generator, other.generator);
    return *this;
  }
  ~engine() noexcept {
    if (generator) (void)Api::destroy(generator);
  }

  void stream(hipStream_t value) { check<Api>(Api::set_stream(generator, value)); }
  void order(order_type value) { check<Api>(Api::set_order(generator, value)); }
  void offset(offset_type value) { check<Api>(Api::set_offset(generator, value)); }

  template <class Generator = engine> void operator()(result_type *output, size_t size) {
    check<Api>(Api::generate(generator, output, size));
  }
  result_type min() const { return 0; }
  result_type max() const { return std::numeric_limits<result_type>::max(); }
  static constexpr typename Api::type type() { return (typename Api::type)Type; }

  generator_type generator = nullptr; // for the distributions

protected:
  engine() { check<Api>(Api::create(&generator, type())); }
  explicit engine(generator_type &taken) : generator(taken) {
    if (!taken) throw error<Api>(Api::not_created);
    taken = nullptr;
  }
  void settle(offset_type by, order_type how, order_type usual) {
    if (by) offset(by);
    if (how != usual) order(how);
  }
};

template <class Api, int Type, class Result, unsigned long long DefaultSeed>
class pseudo_engine : public engine<Api, Type, Result> {
  using base = engine<Api, Type, Result>;

public:
  using seed_type = unsigned long long;
  static constexpr seed_type default_seed = DefaultSeed;

  pseudo_engine() : pseudo_engine(DefaultSeed) {}
  explicit pseudo_engine(seed_type seed_value, unsigned long long offset_value = 0,
                         typename Api::order order_value = Api::pseudo_default) {
    this->settle(offset_value, order_value, Api::pseudo_default);
    if (seed_value != DefaultSeed || DefaultSeed) seed(seed_value);
  }
  explicit pseudo_engine(typename Api::generator &taken) : base(taken) {}

  void seed(seed_type value) { check<Api>(Api::set_seed(this->generator, value)); }
};

template <class Api, int Type, class Result, unsigned DefaultDimensions>
class quasi_engine : public engine<Api, Type, Result> {
  using base = engine<Api, Type, Result>;

public:
  using dimensions_num_type = unsigned int;
  static constexpr dimensions_num_type default_num_dimensions = DefaultDimensions;

  explicit quasi_engine(dimensions_num_type number = DefaultDimensions,
                        unsigned long long offset_value = 0,
                        typename Api::order order_value = Api::quasi_default) {
    this->settle(offset_value, order_value, Api::quasi_default);
    dimensions(number);
  }
  explicit quasi_engine(typename Api::generator &taken) : base(taken) {}

  void dimensions(dimensions_num_type value) {
    check<Api>(Api::set_dimensions(this->generator, value));
  }
};

template <class Api, class T = unsigned int> class uniform_int_distribution {
public:
  using result_type = T;
  void reset() {}
  T min() const { return 0; }
  T max() const { return std::numeric_limits<T>::max(); }
  template <class Engine> void operator()(Engine &g, T *output, size_t size) {
    check<Api>(Api::generate(g.generator, output, size));
  }
  bool operator==(const uniform_int_distribution &) const { return true; }
  bool operator!=(const uniform_int_distribution &) const { return false; }
};

template <class Api, class T = float> class uniform_real_distribution {
public:
  using result_type = T;
  void reset() {}
  T min() const {
    if (std::is_same<T, double>::value) return T(1.1102230246251565e-16);
    return T(std::is_same<T, float>::value ? 2.3283064e-10f : 1.5258789e-05f);
  }
  T max() const { return T(1.0f); }
  template <class Engine> void operator()(Engine &g, T *output, size_t size) {
    check<Api>(Api::uniform(g.generator, output, size));
  }
  bool operator==(const uniform_real_distribution &) const { return true; }
  bool operator!=(const uniform_real_distribution &) const { return false; }
};

// with_parameters is a distribution with two parameters, which Self draws.
template <class Self, class T> class with_parameters {
public:
  using result_type = T;
  class param_type {
  public:
    using distribution_type = Self;
    param_type(T first = T(0.0f), T second = T(1.0f)) : a(first), b(second) {}
    T mean() const { return a; }
    T stddev() const { return b; }
    T m() const { return a; }
    T s() const { return b; }
    bool operator==(const param_type &o) const { return a == o.a && b == o.b; }
    bool operator!=(const param_type &o) const { return !(*this == o); }

  private:
    T a, b;
  };

  explicit with_parameters(const param_type &p) : parameters(p) {}
  void reset() {}
  param_type param() const { return parameters; }
  void param(const param_type &p) { parameters = p; }
  bool operator==(const with_parameters &o) const { return parameters == o.parameters; }
  bool operator!=(const with_parameters &o) const { return !(*this == o); }

protected:
  param_type parameters;
};

template <class Api, class T = float>
class normal_distribution : public with_parameters<normal_distribution<Api, T>, T> {
  using base = with_parameters<normal_distribution<Api, T>, T>;

public:
  explicit normal_distribution(T mean = T(0.0f), T stddev = T(1.0f))
      : base(typename base::param_type(mean, stddev)) {}
  explicit normal_distribution(const typename base::param_type &p) : base(p) {}
  T mean() const { return this->parameters.mean(); }
  T stddev() const { return this->parameters.stddev(); }
  T min() const { return std::numeric_limits<T>::lowest(); }
  T max() const { return std::numeric_limits<T>::max(); }
  template <class Engine> void operator()(Engine &g, T *output, size_t size) {
    check<Api>(Api::normal(g.generator, output, size, mean(), stddev()));
  }
};

template <class Api, class T = float>
class lognormal_distribution : public with_parameters<lognormal_distribution<Api, T>, T> {
  using base = with_parameters<lognormal_distribution<Api, T>, T>;

public:
  explicit lognormal_distribution(T m = T(0.0f), T s = T(1.0f))
      : base(typename base::param_type(m, s)) {}
  explicit lognormal_distribution(const typename base::param_type &p) : base(p) {}
  T m() const { return this->parameters.m(); }
  T s() const { return this->parameters.s(); }
  T min() const { return T(0.0f); }
  T max() const { return std::numeric_limits<T>::max(); }
  template <class Engine> void operator()(Engine &g, T *output, size_t size) {
    check<Api>(Api::log_normal(g.generator, output, size, m(), s()));
  }
};

template <class Api, class T = unsigned int> class poisson_distribution {
public:
  using result_type = T;
  class param_type {
  public:
    using distribution_type = poisson_distribution;
    param_type(double mean = 1.0) : value(mean) {}
    double mean() const { return value; }
    bool operator==(const param_type &o) const { return value == o.value; }
    bool operator!=(const param_type &o) const { return value != o.value; }

  private:
    double value;
  };

  explicit poisson_distribution(double mean = 1.0) : parameters(mean) {}
  explicit poisson_distribution(const param_type &p) : parameters(p) {}
  void reset() {}
  double mean() const { return parameters.mean(); }
  T min() const { return 0; }
  T max() const { return std::numeric_limits<T>::max(); }
  param_type param() const { return parameters; }
  void param(const param_type &p) { parameters = p; }
  template <class Engine> void operator()(Engine &g, T *output, size_t size) {
    check<Api>(Api::poisson(g.generator, output, size, mean()));
  }
  bool operator==(const poisson_distribution &o) const { return parameters == o.parameters; }
  bool operator!=(const poisson_distribution &o) const { return !(*this == o); }

private:
  param_type parameters;
};

} // namespace rocrand_cpp_detail

// The distributions of a library, in its namespace.
#define ROCRAND_CPP_DISTRIBUTIONS(api)                                                             \
  using error = ::rocrand_cpp_detail::error<api>;                                                  \
  template <class T = unsigned int>                                                                \
  using uniform_int_distribution = ::rocrand_cpp_detail::uniform_int_distribution<api, T>;         \
  template <class T = float>                                                                       \
  using uniform_real_distribution = ::rocrand_cpp_detail::uniform_real_distribution<api, T>;       \
  template <class T = float>                                                                       \
  using normal_distribution = ::rocrand_cpp_detail::normal_distribution<api, T>;                   \
  template <class T = float>                                                                       \
  using lognormal_distribution = ::rocrand_cpp_detail::lognormal_distribution<api, T>;             \
  template <class T = unsigned int>                                                                \
  using poisson_distribution = ::rocrand_cpp_detail::poisson_distribution<api, T>;                 \
  using random_device = ::std::random_device;

// The engine of a generator type, and its name with the default seed or dimensions.
#define ROCRAND_CPP_PSEUDO(api, name, type, result, seed)                                          \
  template <unsigned long long DefaultSeed = seed>                                                 \
  using name##_engine = ::rocrand_cpp_detail::pseudo_engine<api, type, result, DefaultSeed>;       \
  using name = name##_engine<>;
#define ROCRAND_CPP_QUASI(api, name, type, result)                                                 \
  template <unsigned int DefaultNumDimensions = 1>                                                 \
  using name##_engine =                                                                            \
      ::rocrand_cpp_detail::quasi_engine<api, type, result, DefaultNumDimensions>;                 \
  using name = name##_engine<>;

#endif
