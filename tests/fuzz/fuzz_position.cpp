// Any text is a position or a PositionError; a position that is printed and read again is the same.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/layer.hpp"
#include "core/position.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const uthi::Position position = uthi::parse_position(text);
    require(position.seeds() <= uthi::kMaxSeeds);
    require(position.stores[0] >= 0 && position.stores[0] <= uthi::kMaxStore);
    require(position.stores[1] >= 0 && position.stores[1] <= uthi::kMaxStore);
    std::string printed = uthi::to_text(position);
    require(uthi::parse_position(printed) == position);
    require(uthi::to_text(uthi::parse_position(printed)) == printed);
    std::replace(printed.begin(), printed.end(), ' ', '_');
    require(uthi::parse_position(printed) == position);
  } catch (const uthi::PositionError& error) {
    require(std::string_view(error.what()).size() < 2000);
  }
  return 0;
}
