// Depth-first search with its own stack: paths can be longer than the machine's stack is deep.
#include "solver/first_repetition.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/numbered_game.hpp"
#include "core/referee.hpp"
#include "core/repetition.hpp"

namespace uthi {

namespace {

// What the tables say does not depend on the mirror, what has been on the path does: it is one board and one player.
std::uint64_t stored_key(const Place& place) {
  return (place.number << 16) | (static_cast<std::uint64_t>(place.layer.seeds) << 8) | static_cast<std::uint64_t>(place.layer.marks);
}
std::uint64_t path_key(const Place& place, bool root_side) {
  return (stored_key(place) << 2) | (place.flipped ? 2U : 0U) | (root_side ? 1U : 0U);
}

struct LimitReached {};

// Row margins that occur on a path, seen from one player; empty to begin with.
struct Range {
  int least = std::numeric_limits<int>::max();
  int largest = std::numeric_limits<int>::min();

  [[nodiscard]] Range with(int margin) const { return {std::min(least, margin), std::max(largest, margin)}; }
  [[nodiscard]] Range seen_by_other() const { return least > largest ? *this : Range{-largest, -least}; }
};

// "Does the mover of `place` get `wanted` at least?" Margins have the parity of the seeds, so a player who does not get
// `wanted` leaves the other one 2 - `wanted` at least.
struct Question {
  Place place;
  bool root_side;  // the mover is that of the position asked about
  int wanted;
  Range path;    // of the positions in this layer before, seen from the mover
  bool entered;  // the layer was entered by this position: no path
};

class Search {
 public:
  Search(const NumberedGame& game, const BoundSource& source, std::uint64_t most_nodes, const std::atomic<bool>* stop)
      : game_(game), source_(source), most_nodes_(most_nodes), stop_(stop) {}

  [[nodiscard]] FirstRepetition solve(const Place& root) {
    FirstRepetition result{.value = source_.bounds(root.layer, root.number)};
    try {
      while (!result.exact()) {
        const int gap = result.value.ceiling - result.value.floor;
        const int wanted = result.value.floor + 2 * ((gap + 2) / 4);
        if (holds({root, true, wanted, {}, true})) {
          result.value.floor = wanted;
        } else {
          result.value.ceiling = wanted - 2;
        }
      }
    } catch (const LimitReached&) {  // what was found before stands
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  struct Frame {
    Question question;
    std::size_t first;  // of its plies in steps_
    std::size_t next;
  };

  bool holds(const Question& root) {
    frames_.clear();
    steps_.clear();
    path_.clear();
    std::optional<bool> answer = open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (answer) {
        const bool success = steps_[frame.next - 1].again == *answer;
        if (success || frame.next == steps_.size()) {
          answer = close(success);
          continue;
        }
      }
      answer = open(asked_after(frame.question, steps_[frame.next++]));
    }
    return *answer;
  }

  // The answer, if it takes no further search; else a frame is opened.
  std::optional<bool> open(const Question& question) {
    if (const auto known = known_answer(question)) return known;
    if (nodes_ == most_nodes_) throw LimitReached{};
    if (stop_ != nullptr && nodes_ % 1024 == 0 && stop_->load(std::memory_order_relaxed)) throw Interrupted();
    ++nodes_;
    const std::size_t first = steps_.size();
    game_.append_plies(question.place, steps_);
    if (steps_.size() == first) return game_.final_margin(question.place) >= question.wanted;
    path_.insert(path_key(question.place, question.root_side));
    frames_.push_back({question, first, first});
    // Plies that need no search decide at once or drop out; the others are tried by what the tables promise.
    ranked_.clear();
    for (std::size_t i = first; i < steps_.size(); ++i) {
      const NumberedPly& step = steps_[i];
      const Question after = asked_after(question, step);
      const auto known = known_answer(after);
      if (known && *known == step.again) return close(true);
      if (known) continue;
      const Bounds bounds = bounds_of(step.to);
      const int floor = step.captures + (step.again ? bounds.floor : -bounds.ceiling);
      const int ceiling = step.captures + (step.again ? bounds.ceiling : -bounds.floor);
      ranked_.push_back({floor, ceiling, step});
    }
    if (ranked_.empty()) return close(false);
    std::stable_sort(ranked_.begin(), ranked_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.floor != b.floor ? a.floor > b.floor : a.ceiling > b.ceiling; });
    steps_.resize(first);
    for (const Ranked& ranked : ranked_) steps_.push_back(ranked.step);
    return std::nullopt;
  }

  // Ends the last frame with this answer.
  bool close(bool answer) {
    const Frame& frame = frames_.back();
    const Question& question = frame.question;
    path_.erase(path_key(question.place, question.root_side));
    if (question.entered) {
      Bounds& kept = entered_.try_emplace(stored_key(question.place), bounds_of(question.place)).first->second;
      if (answer) {
        kept.floor = std::max(kept.floor, question.wanted);
      } else {
        kept.ceiling = std::min(kept.ceiling, question.wanted - 2);
      }
    }
    steps_.resize(frame.first);
    frames_.pop_back();
    return answer;
  }

  [[nodiscard]] Question asked_after(const Question& question, const NumberedPly& step) const {
    Question after{step.to, question.root_side, question.wanted - step.captures, {}, step.to.layer != question.place.layer};
    if (!after.entered) after.path = question.path.with(game_.row_margin(question.place));
    if (!step.again) {
      after.root_side = !after.root_side;
      after.wanted = 2 - after.wanted;
      after.path = after.path.seen_by_other();
    }
    return after;
  }

  [[nodiscard]] std::optional<bool> known_answer(const Question& question) const {
    Bounds bounds;
    if (question.entered) {
      const auto kept = entered_.find(stored_key(question.place));
      bounds = kept == entered_.end() ? bounds_of(question.place) : kept->second;
    } else {
      if (path_.contains(path_key(question.place, question.root_side))) return game_.row_margin(question.place) >= question.wanted;
      bounds = bounds_of(question.place);
      bounds = {std::min(bounds.floor, question.path.least), std::max(bounds.ceiling, question.path.largest)};
    }
    if (bounds.floor >= question.wanted) return true;
    if (bounds.ceiling < question.wanted) return false;
    return std::nullopt;
  }

  [[nodiscard]] Bounds bounds_of(const Place& place) const { return source_.bounds(place.layer, place.number); }

  struct Ranked {
    int floor;
    int ceiling;
    NumberedPly step;
  };

  const NumberedGame& game_;
  const BoundSource& source_;
  std::uint64_t most_nodes_;
  const std::atomic<bool>* stop_;
  std::uint64_t nodes_ = 0;
  std::vector<Frame> frames_;
  std::vector<NumberedPly> steps_;  // plies left to try of all frames, the last frame's at the end
  std::vector<Ranked> ranked_;      // while a frame is opened
  boost::unordered_flat_set<std::uint64_t> path_;
  boost::unordered_flat_map<std::uint64_t, Bounds> entered_;  // what is known of positions without a path
};

}  // namespace

FirstRepetition first_repetition(const Position& position, const BoundSource& source, std::uint64_t most_nodes,
                                 const std::atomic<bool>* stop) {
  if (repetition_of(position.rules) != Repetition::score) {
    throw UsageError("the first repetition decides the game under repetition=score only, for example giuthi{repetition=score}:2,2/2,2");
  }
  const auto game = make_numbered_game(position.rules, make_referee(position.rules)->layer(position));
  return Search(*game, source, most_nodes, stop).solve(game->place(position));
}

}  // namespace uthi
