// Growing a model of values from samples of a layer.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/workers.hpp"
#include "tablebase/value_model.hpp"

namespace uthi {

/// Positions whose values must be told: their traits and their symbols in the dictionary.
class Samples {
 public:
  void add(const Traits& traits, unsigned symbol) {
    traits_.push_back(traits);
    symbols_.push_back(static_cast<std::uint16_t>(symbol));
  }
  void reserve(std::size_t count) {
    traits_.reserve(count);
    symbols_.reserve(count);
  }
  void append(const Samples& more) {
    traits_.insert(traits_.end(), more.traits_.begin(), more.traits_.end());
    symbols_.insert(symbols_.end(), more.symbols_.begin(), more.symbols_.end());
  }
  [[nodiscard]] std::size_t size() const { return symbols_.size(); }
  [[nodiscard]] const Traits& traits(std::size_t i) const { return traits_[i]; }
  [[nodiscard]] unsigned symbol(std::size_t i) const { return symbols_[i]; }

 private:
  std::vector<Traits> traits_;
  std::vector<std::uint16_t> symbols_;
};

/// The bytes of a model (value_model.hpp) for a dictionary of `symbols` entries. A node is divided where that saves more bits
/// in all positions, of which the samples are one in `one_in`, than it takes to say so. The same for any number of threads
/// and on any machine. Throws Interrupted once `stop` is true.
[[nodiscard]] std::vector<std::uint8_t> grow_model(const Samples& samples, std::size_t symbols, std::uint64_t one_in, Workers& workers,
                                                   const std::atomic<bool>* stop = nullptr);

}  // namespace uthi
