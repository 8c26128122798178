// Tables as the search sees them: layers whose values are known.
#pragma once

#include <cstdint>

#include "core/layer.hpp"
#include "core/values.hpp"

namespace uthi {

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  /// True if no layer is covered.
  [[nodiscard]] virtual bool empty() const = 0;
  /// True if every position of the layer has a value here. Thread-safe and quick, as `value`.
  [[nodiscard]] virtual bool covers(LayerId layer) const = 0;
  /// Floor and ceiling of the stored position with this number, in a layer that is covered. Throws TableDamaged.
  [[nodiscard]] virtual RawValue value(LayerId layer, std::uint64_t number) const = 0;
};

/// For a search without tables.
class NoValues final : public ValueSource {
 public:
  bool empty() const override { return true; }
  bool covers(LayerId) const override { return false; }
  RawValue value(LayerId, std::uint64_t) const override { return {}; }
};

}  // namespace uthi
