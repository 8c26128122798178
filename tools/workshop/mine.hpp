// Walks tables and yields problems: positions whose first sowing is the only one that meets the goal, and that pass filters.
//
// From such a position the *unique line* goes on, both sides at even stores at the start: the solver's only good sowing, the
// opponent's reply (the one that holds the solver to least, then for longest), and so on while the solver has but one good
// sowing. It is the solution of the problem.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/values.hpp"
#include "tablebase/catalogue.hpp"
#include "tools/workshop/problem.hpp"

namespace uthi::workshop {

/// What the solver is asked for.
enum class MineGoal {
  win,          ///< "win"
  margin,       ///< "win by K", K the most there is
  draw,         ///< "draw" in drawn positions
  repetition,   ///< "repetition" where no win is possible
  one_warrior,  ///< "one-warrior win"
};

/// All that are set must hold.
struct MineFilters {
  int line = 1;               ///< Plies of the unique line, at least; it ends with a ply of the solver.
  bool quiet = false;         ///< The key captures nothing.
  int gives = 0;              ///< After the key's turn the opponent can capture at least so many seeds.
  bool greedy_loses = false;  ///< Every sowing that captures the most (one seed at least) leads to a loss.
  bool pass = false;          ///< The solver is saved by a forced pass later in its unique line.
  bool perpetual = false;     ///< A draw by repetition only: any end that the solver can force is a loss.
  bool zugzwang = false;      ///< Mutual zugzwang, at the start or after the key's turn: either side would do better if it
                              ///< were the other's move.
  int chain = 0;              ///< Some capture of the solver in the line empties at least so many pits of the opponent.
  int laps = 0;               ///< The key has at least so many laps.
  bool symmetric = false;     ///< The board looks the same to both players, or in a mirror.
  bool singletons = false;    ///< No pit but that of the key holds more than one seed.
  int pits = 0;               ///< At most so many pits hold seeds; 0 for no bound.
  bool fewer_wins = false;    ///< The solver has fewer seeds in its row than the opponent.
};

struct MineRequest {
  RuleSet rules;
  int least_seeds = 0;
  int most_seeds = 0;
  int marks = 0;  ///< Layers with 0..marks marked pits.
  MineGoal goal = MineGoal::win;
  MineFilters filters{};
  std::uint64_t seed = 1;
  std::uint64_t sample = 0;  ///< Hits kept of each layer, drawn by `seed`; 0 for all.
  int threads = 1;

  /// The layers to look through, in order.
  [[nodiscard]] std::vector<LayerId> layers() const;
  /// All that the hits depend on, as text.
  [[nodiscard]] std::string text() const;
};

/// Called now and then with the positions looked at so far. Any thread may call it.
using MineProgress = std::function<void(std::uint64_t looked_at)>;

class Miner {
 public:
  /// Loads the tables. Throws UsageError for goals that mean nothing under the rules, TableMissing, TableDamaged, DoesNotFit.
  Miner(MineRequest request, const Catalogue& catalogue);
  ~Miner();
  Miner(const Miner&) = delete;
  Miner& operator=(const Miner&) = delete;

  /// Positions of a layer to look at.
  [[nodiscard]] std::uint64_t size(LayerId layer) const;

  /// The problems of a layer, hardest first, without mirror images, tails of other hits' lines, and cousins: positions whose
  /// lines are the same sowings up to mirror and shift, of which the hardest stands. `known` holds the signatures of the
  /// hits so far and gets those of the new ones. The same for any number of threads. Throws Interrupted.
  [[nodiscard]] std::vector<Problem> problems_of(LayerId layer, std::set<std::string>& known, const std::atomic<bool>& stop,
                                                 const MineProgress& progress) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace uthi::workshop
