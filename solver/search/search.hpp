// Depth-first proof search: can this player bring the game to an end with at least so much?
//
// A repetition fails the prover. So a proof never depends on the way to a position, and is kept for good. A refutation may:
// it then leans on positions of the path, on which play came back. The search carries the depth of the shallowest of them:
//
//   leans on nothing above itself   the refuted positions found below a node support each other: all are kept for good
//   leans on something above        the refutation holds as long as that stands unproved on the path; kept aside
//   the node is proved after all    what was kept aside below it falls with it
//
// That is the way strongly connected components are found; nothing that leans on a path ever reaches the table.
//
// A search may be limited to a number of positions; its question then stays open, but what was found for good stays in the
// table. Beginning anew with another order of plies often gets through where the first one is lost in a large component.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/keyed_game.hpp"
#include "core/repetition.hpp"
#include "solver/search/budget.hpp"
#include "solver/search/recorder.hpp"
#include "solver/search/transpositions.hpp"
#include "solver/search/value_source.hpp"

namespace uthi {

enum class QuestionStatus : std::uint8_t { refuted, proved, open };

/// For `most_nodes`.
inline constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

/// Can `prover` bring the game from `key` to an end with at least `target` seeds still to come for it?
template <int W>
struct Question {
  Key<W> key;
  Prover prover = Prover::mover;
  int target = 0;
};

/// One thread's search. Several can share a table.
template <int W>
class Search {
 public:
  struct Options {
    std::uint64_t memory = std::uint64_t{256} << 20;  ///< Bytes for the path and what is kept aside.
    /// Keeps how answers came about; then no answer is taken from the table, which only says what to try first.
    Recorder<W>* recorder = nullptr;
    /// Stores refutations that lean on the path as if they held for good. WRONG; for tests that show why.
    bool forget_paths = false;
  };

  Search(const KeyedGame<W>& game, const ValueSource& tables, Transpositions<W>& table, Budget& budget, const Options& options);

  /// Open if `most_nodes` were looked at, the budget is spent, or `answered` became true. `noise` other than 0 tries plies
  /// of like promise in another order.
  [[nodiscard]] QuestionStatus ask(const Question<W>& question, std::uint64_t most_nodes, unsigned noise,
                                   const std::atomic<bool>& answered);

 private:
  static constexpr std::uint32_t kNoLean = 0xffffffff;

  struct Child {
    Key<W> key;
    std::int16_t target;
    std::int16_t seeds;
    std::int16_t promise;
    std::uint8_t ply;  // its number
    Prover prover;
    bool lower;
    bool turned;  // asked for the other player, so that the answer counts the other way round
  };
  struct Frame {
    Key<W> key;
    std::int16_t target;
    std::int16_t seeds;
    Prover prover;
    std::uint32_t lean;  // of the children refuted so far
    std::uint32_t first_child;
    std::uint32_t next_child;
    std::uint32_t aside;  // how much was kept aside before
    std::uint64_t nodes;  // of this thread before
  };
  struct Answer {
    QuestionStatus status;
    std::uint32_t lean = kNoLean;  // depth of the shallowest position of the path that a refutation leans on
    std::uint8_t ply = 0;          // that brings it about, if it is one
  };
  // Positions refuted as long as the path stands; a group leans on one depth.
  struct Aside {
    Key<W> key;
    std::int16_t target;
    std::uint8_t ply;
    Prover prover;
  };
  struct Group {
    std::uint32_t begin;
    std::uint32_t lean;
  };
  using PathKey = std::pair<Key<W>, Prover>;
  // Where a node stands: its depth on the path, or its place among those kept aside.
  struct Place {
    bool on_path;
    std::uint32_t at;
  };
  struct Stop {};

  [[nodiscard]] Child child_of(const Frame& frame, const KeyedPly<W>& ply) const;
  void normalise(Child& child) const;
  /// The answer to a child's question if it takes no search.
  [[nodiscard]] bool quick(const Child& child, Answer& answer) const;
  [[nodiscard]] bool known_answer(const Child& child, const Known& known, Answer& answer) const;
  [[nodiscard]] int hint(const Child& child) const;
  [[nodiscard]] bool enter(const Child& child, Answer& answer);
  [[nodiscard]] bool take_in(Frame& frame, const Child& child, const Answer& answer, Answer& result) const;
  Answer leave(Answer answer);
  void keep(const Key<W>& key, Prover prover, int target, int ply, int cost, bool proved);
  void drop_aside(std::uint32_t from);
  [[nodiscard]] std::uint32_t lean_of(std::uint32_t aside) const;
  void count_node();
  void check_memory();

  const KeyedGame<W>& game_;
  const ValueSource& tables_;
  Transpositions<W>& table_;
  Budget& budget_;
  Options options_;
  bool split_;
  bool has_tables_;
  unsigned noise_ = 0;
  std::uint64_t last_node_ = 0;
  const std::atomic<bool>* answered_ = nullptr;
  std::uint64_t nodes_ = 0;
  std::uint64_t unspent_ = 0;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::vector<KeyedPly<W>> plies_;
  std::vector<Aside> aside_;
  std::vector<Group> groups_;
  boost::unordered_flat_map<PathKey, Place, NodeHash<W>> places_;
};

}  // namespace uthi
