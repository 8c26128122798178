// A layer half solved: what is kept of it, so that a solver that was killed can go on.
//
// The state is taken where nothing is under way: between ranges of the look forward, and before a wave of a guarantee is
// worked off. It is the node columns, the nodes that wait for their wave, and a few numbers. Edges that were kept are not
// part of it: whoever goes on un-sows instead, with the same result.
//
// A state that comes back is somebody else's word. Three things stand between it and a table:
//
//   whoever keeps it             that the bytes are those that were saved (checksums)
//   solver/checkpoint_check.hpp  that they can be the state of this layer: nothing is out of bounds
//   whoever asked for the layer  that the values which come of it are right (tools/checked_solve.hpp)
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace uthi {

/// Bytes of a part of the state.
using StatePart = std::span<const std::uint8_t>;

/// Where the state of one layer is kept. The solver says what, whoever implements this how and how often.
class Checkpoint {
 public:
  /// The buffer for part `part`, which was kept with `size` bytes; one of another size refuses the state.
  using PartRoom = std::function<std::span<std::uint8_t>(std::size_t part, std::uint64_t size)>;
  /// Why the parts that were filled in cannot be the state of this layer; empty if they can.
  using PartsFault = std::function<std::string()>;

  virtual ~Checkpoint() = default;
  /// Time to save.
  [[nodiscard]] virtual bool due() = 0;
  /// Keeps the parts instead of those kept before.
  virtual void save(const std::vector<StatePart>& parts) = 0;
  /// Fills the buffers of `room` with the parts kept, in order. False if nothing is kept, or not all of it whole, or
  /// `fault` finds something; the buffers then hold anything, and what was kept is put aside.
  [[nodiscard]] virtual bool load(const PartRoom& room, const PartsFault& fault) = 0;
  /// What was loaded led to something false, for this reason: it is put aside, and `load` gives nothing any more.
  virtual void put_aside(const std::string& why) = 0;
  /// A state was loaded, and nothing was put aside since.
  [[nodiscard]] virtual bool went_on() const = 0;
};

/// How far a layer has come.
struct SolvePoint {
  enum class Stage : std::uint64_t { looking_forward = 0, settling = 1 };

  Stage stage = Stage::looking_forward;
  std::uint64_t looked_at = 0;  ///< Positions 0..looked_at-1 have been looked at.
  std::int64_t guarantee = 0;   ///< Being settled; all higher ones are.
  std::uint64_t depth = 0;      ///< Of the wave to come; 0 without depths, where it says nothing.
  std::uint64_t parts_a_million = 0;
  std::array<std::uint64_t, 4> candidates{};  ///< Bits of solver/guarantees.hpp.
};
static_assert(sizeof(SolvePoint) == 72, "kept as it stands in memory");

/// The bytes of a column, for a checkpoint.
template <class T>
[[nodiscard]] StatePart part_of(const std::vector<T>& column) {
  return {reinterpret_cast<const std::uint8_t*>(column.data()), column.size() * sizeof(T)};
}
template <class T>
[[nodiscard]] std::span<std::uint8_t> room_of(std::vector<T>& column) {
  return {reinterpret_cast<std::uint8_t*>(column.data()), column.size() * sizeof(T)};
}

}  // namespace uthi
