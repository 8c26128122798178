// The checks, from the few numbers to the columns; each relies on those before it.
#include "solver/checkpoint_check.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "solver/guarantees.hpp"

namespace uthi {

namespace {

class StateCheck {
 public:
  StateCheck(const LayerFrame& frame, const SolvePoint& point, const LayerNodes& nodes, std::span<const std::uint32_t> waiting)
      : frame_(frame), point_(point), nodes_(nodes), waiting_(waiting), size_(nodes.a_value.size()) {}

  std::string fault() {
    std::string what = fault_of_point();
    if (what.empty()) what = fault_of_waves();
    if (what.empty()) what = settling() ? fault_while_settling() : fault_while_looking();
    if (what.empty()) what = fault_of_candidates();
    return what;
  }

 private:
  static constexpr std::uint64_t kMillion = 1'000'000;

  // How often a node stands in the waves: who is settled and to be spread, and candidates that are not settled.
  struct Listed {
    std::uint64_t a = 0;
    std::uint64_t a_candidates = 0;
    std::uint64_t b = 0;
    friend bool operator==(const Listed&, const Listed&) = default;
  };

  [[nodiscard]] bool settling() const { return point_.stage == SolvePoint::Stage::settling; }
  [[nodiscard]] bool is_margin(std::int8_t value) const { return value >= -frame_.seeds && value <= frame_.seeds; }
  [[nodiscard]] bool is_candidate(std::int8_t value) const { return value == kNoMargin || is_margin(value); }

  [[nodiscard]] std::string fault_of_point() const {
    if (point_.parts_a_million > kMillion) return "its progress is more than the whole";
    if (!settling()) {
      if (point_.stage != SolvePoint::Stage::looking_forward) return "its stage is none";
      if (point_.looked_at >= size_) return "it has looked at more positions than there are";
      return point_.guarantee == 0 && point_.depth == 0 && waiting_.empty() ? "" : "it settles before all positions were looked at";
    }
    if (point_.looked_at != size_) return "it settles before all positions were looked at";
    const std::int64_t lowest = frame_.repetition == Repetition::split ? 1 : -frame_.seeds;
    const bool odd = frame_.repetition == Repetition::score && (frame_.seeds - point_.guarantee) % 2 != 0;
    if (point_.guarantee < lowest || point_.guarantee > frame_.seeds || odd) {
      return fmt::format("its guarantee {} is none of this layer", point_.guarantee);
    }
    if (point_.depth > (nodes_.has_depths() ? kNoDepth - 2U : 0U)) return fmt::format("its depth {} cannot be", point_.depth);
    return "";
  }

  // Of the waves from the point's depth on; without depths there is one.
  std::string fault_of_waves() {
    std::array<std::vector<bool>, 3> seen;
    for (auto& list : seen) list.resize(waiting_.empty() ? 0 : size_, false);
    const std::uint64_t beyond = nodes_.has_depths() ? kNoDepth + 1U : 1U;
    std::span<const std::uint32_t> words = waiting_;
    for (std::uint64_t depth = point_.depth; !words.empty(); ++depth) {
      if (depth >= beyond) return "it has more waves than there can be";
      for (std::size_t list = 0; list < seen.size(); ++list) {
        if (words.empty() || words[0] > words.size() - 1) return "a list of its waves has no end";
        const auto numbers = words.subspan(1, words[0]);
        words = words.subspan(1 + numbers.size());
        for (const std::uint32_t number : numbers) {
          if (number >= size_) return fmt::format("position {} in its waves is none of this layer", number);
          if (seen[list][number]) return fmt::format("position {} stands in its waves twice", number);
          seen[list][number] = true;
          const bool fits = list == 0 ? takes_a(number, depth) : list == 1 ? takes_candidate(number, depth) : takes_b(number, depth);
          if (!fits) return fmt::format("position {} stands in a wave that is not its own", number);
        }
      }
    }
    return "";
  }

  bool takes_a(std::uint32_t number, std::uint64_t depth) {
    ++listed_.a;
    return nodes_.a_value[number] == point_.guarantee && (!nodes_.has_depths() || nodes_.a_depth[number] == depth);
  }
  // A candidate may have been settled before its wave by a successor.
  bool takes_candidate(std::uint32_t number, std::uint64_t depth) {
    if (nodes_.a_candidate[number] != point_.guarantee) return false;
    if (nodes_.a_value[number] != kNoMargin) return nodes_.a_value[number] == point_.guarantee;
    ++listed_.a_candidates;
    return !nodes_.has_depths() || nodes_.a_depth[number] == depth;
  }
  bool takes_b(std::uint32_t number, std::uint64_t depth) {
    ++listed_.b;
    return nodes_.b_value[number] == point_.guarantee && (!nodes_.has_depths() || nodes_.b_depth[number] == depth);
  }

  [[nodiscard]] std::string fault_while_looking() const {
    for (std::uint64_t i = 0; i < size_; ++i) {
      const bool looked = i < point_.looked_at;
      const std::int8_t a = nodes_.a_candidate[i];
      const std::int8_t b = nodes_.b_candidate[i];
      bool fits = nodes_.a_value[i] == kNoMargin && nodes_.b_value[i] == kNoMargin;
      if (looked) {
        fits &= is_candidate(a) && (is_candidate(b) || b == LayerNodes::kNothingBelow);
        fits &= (b == kNoMargin) == (nodes_.b_open[i] == LayerNodes::kNeverAll);
      } else {
        fits &= a == kNoMargin && b == LayerNodes::kNothingBelow && nodes_.b_open[i] == 0;
        fits &= !nodes_.has_depths() || (nodes_.a_depth[i] == kNoDepth && nodes_.b_depth[i] == kNoDepth);
      }
      if (!fits) return fault_at(i);
    }
    return "";
  }

  [[nodiscard]] std::string fault_while_settling() const {
    Listed due;
    for (std::uint64_t i = 0; i < size_; ++i) {
      if (!a_fits(i, due) || !b_fits(i, due)) return fault_at(i);
    }
    // Without depths nothing tells who has been spread.
    if (!nodes_.has_depths()) due.a = listed_.a, due.b = listed_.b;
    return due == listed_ ? "" : "its waves are not those of its positions";
  }

  // A takes the best: settled no lower than its candidate, and unsettled only as long as its candidate's turn is to come.
  bool a_fits(std::uint64_t i, Listed& due) const {
    const std::int8_t candidate = nodes_.a_candidate[i];
    if (!is_candidate(candidate)) return false;
    const std::int8_t value = nodes_.a_value[i];
    if (value == kNoMargin) {
      if (candidate == point_.guarantee) ++due.a_candidates;
      return candidate <= point_.guarantee;
    }
    if (!is_margin(value) || value < point_.guarantee || value < candidate) return false;
    if (!nodes_.has_depths()) return true;
    if (value == point_.guarantee && nodes_.a_depth[i] >= point_.depth) ++due.a;
    return nodes_.a_depth[i] != kNoDepth;
  }

  // B gets the worst: settled no higher than its candidate, once it waits for nothing (or can be kept in a safe region).
  bool b_fits(std::uint64_t i, Listed& due) const {
    const std::int8_t candidate = nodes_.b_candidate[i];
    if (!is_candidate(candidate) && candidate != LayerNodes::kNothingBelow) return false;
    const std::int8_t value = nodes_.b_value[i];
    const bool waits = nodes_.b_open[i] != 0;
    if (value == kNoMargin) return waits || (candidate != kNoMargin && candidate < point_.guarantee);
    if (!is_margin(value) || value < point_.guarantee || value > candidate) return false;
    if (waits && frame_.repetition != Repetition::score) return false;
    if (!nodes_.has_depths()) return true;
    if (value == point_.guarantee && nodes_.b_depth[i] >= point_.depth) ++due.b;
    return nodes_.b_depth[i] != kNoDepth;
  }

  [[nodiscard]] std::string fault_of_candidates() const {
    std::array<bool, Guarantees().size()> found{};
    for (std::uint64_t i = 0; i < point_.looked_at; ++i) {
      found[guarantee_bit(nodes_.a_candidate[i])] = found[guarantee_bit(nodes_.b_candidate[i])] = true;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (((point_.candidates[i / 64] >> (i % 64) & 1U) != 0) != found[i]) return "its candidates are not those of its positions";
    }
    return "";
  }

  static std::string fault_at(std::uint64_t number) { return fmt::format("position {} cannot have come to that", number); }

  const LayerFrame& frame_;
  const SolvePoint& point_;
  const LayerNodes& nodes_;
  std::span<const std::uint32_t> waiting_;
  std::uint64_t size_;
  Listed listed_;
};

}  // namespace

std::string checkpoint_fault(const LayerFrame& frame, const SolvePoint& point, const LayerNodes& nodes,
                             std::span<const std::uint32_t> waiting) {
  return StateCheck(frame, point, nodes, waiting).fault();
}

}  // namespace uthi
