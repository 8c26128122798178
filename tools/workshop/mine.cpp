// The walk over a layer: cheap tests on boards first, then the unique line, then what only written positions tell.
#include "tools/workshop/mine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <tuple>

#include "core/error.hpp"
#include "core/games.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "tablebase/prober.hpp"
#include "tools/workshop/goal.hpp"
#include "tools/workshop/line_signature.hpp"
#include "tools/workshop/mine_line.hpp"
#include "tools/workshop/mined_problem.hpp"
#include "tools/workshop/one_warrior_line.hpp"

namespace uthi::workshop {

namespace {

struct Hit {
  std::uint64_t number;
  FoundLine line;
  Problem problem;
};

// Ties of a sample are drawn by this.
std::uint64_t drawn(std::uint64_t seed, LayerId layer, std::uint64_t number) {
  // splitmix64 over the three
  std::uint64_t x = seed * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(layer.seeds * 64 + layer.marks);
  for (int i = 0; i < 2; ++i) {
    x += 0x9e3779b97f4a7c15U + number;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    x ^= x >> 31U;
  }
  return x;
}

// Walks layers of one game.
class Walker {
 public:
  virtual ~Walker() = default;
  [[nodiscard]] virtual std::uint64_t size(LayerId layer) const = 0;
  /// Hits of the numbers begin..end-1, in order.
  [[nodiscard]] virtual std::vector<Hit> hits(LayerId layer, std::uint64_t begin, std::uint64_t end) const = 0;
};

template <Game G>
class WalkerOf final : public Walker {
 public:
  using Board = typename G::Board;

  WalkerOf(const MineRequest& request, const Catalogue& catalogue)
      : request_(request),
        filters_(request.filters),
        game_(request.rules),
        referee_(make_referee(request.rules)),
        prober_(request.rules, catalogue),
        problems_(*referee_, prober_, filters_) {
    const auto layers = referee_->layers_up_to({request.most_seeds, request.marks});
    catalogue.require(request.rules, layers);
    const auto rows = std::make_shared<const typename G::Rows>(request.most_seeds);
    for (const LayerId layer : layers) {
      layers_.emplace(layer, Layer{typename G::Index(rows, layer), catalogue.get(request.rules, layer)->load(request.threads)});
    }
  }

  std::uint64_t size(LayerId layer) const override { return layers_.at(layer).index.size(); }

  std::vector<Hit> hits(LayerId layer, std::uint64_t begin, std::uint64_t end) const override {
    std::vector<Hit> list;
    const Layer& here = layers_.at(layer);
    here.index.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
      const RawValue raw = here.values.raw(number);
      const auto aiming = aiming_at(raw);
      if (!aiming || !board_passes(board) || !has_unique_key(board, *aiming)) return;
      FoundLine line = unique_line(layer, board, *aiming);
      if (line.moves.size() < static_cast<std::size_t>(std::max(1, filters_.line)) || (filters_.pass && !line.passes)) return;
      auto problem = problems_.write(layer, number, position_of_board(board), *aiming, line);
      if (problem) list.push_back({number, std::move(line), std::move(*problem)});
    });
    return list;
  }

 private:
  struct Layer {
    typename G::Index index;
    LayerValues values;
  };

  [[nodiscard]] Position position_of_board(const Board& board) const {
    Position position{.rules = request_.rules};
    game_.store_board(board, position);
    return position;
  }

  [[nodiscard]] RawValue value_of(const Board& board) const {
    const Layer& layer = layers_.at(game_.layer(board));
    return layer.values.raw(layer.index.slot(board).number);
  }

  // What the goal asks of a position with this value at even stores; nothing where it has no problem of this goal.
  [[nodiscard]] std::optional<Aiming> aiming_at(const RawValue& raw) const {
    const Standing at = standing_of(raw, true, 0);
    const bool win = at.has_low && at.low > 0;
    const bool loss = at.has_high && at.high < 0;
    switch (request_.goal) {
      case MineGoal::win:
        if (win) return Aiming{Aim::win, 1};
        break;
      case MineGoal::margin:
        if (win) return Aiming{Aim::win_by, at.low};
        break;
      case MineGoal::draw:
        if (!win && !loss && (!filters_.perpetual || !at.has_low || at.low < 0)) return Aiming{Aim::draw, 0};
        break;
      case MineGoal::repetition:
        if (!win && !at.has_high) return Aiming{Aim::repetition, 0};
        break;
      case MineGoal::one_warrior:
        if (at.has_low && at.low >= 2) return Aiming{Aim::one_warrior, 2};
        break;
    }
    return std::nullopt;
  }

  // Filters that the board and its value decide.
  [[nodiscard]] bool board_passes(const Board& board) const {
    int occupied = 0;
    int large = 0;
    int own = 0;
    int theirs = 0;
    std::array<int, 2 * kMaxPits> pits{};
    for (int pit = 0; pit < 2 * G::kPits; ++pit) {
      const int seeds = seeds_at(board, pit);
      pits[static_cast<std::size_t>(pit)] = seeds;
      occupied += seeds > 0 ? 1 : 0;
      large += seeds > 1 ? 1 : 0;
      (pit < G::kPits ? own : theirs) += seeds;
    }
    if (filters_.pits > 0 && occupied > filters_.pits) return false;
    if (filters_.singletons && large > 1) return false;
    if (filters_.fewer_wins && own >= theirs) return false;
    if (filters_.symmetric) {
      bool turned = true;
      bool palindrome = true;
      for (std::size_t i = 0; i < G::kPits; ++i) {
        turned = turned && pits[i] == pits[G::kPits + i];
        palindrome = palindrome && pits[i] == pits[G::kPits - 1 - i] && pits[G::kPits + i] == pits[2 * G::kPits - 1 - i];
      }
      if (!turned && !palindrome) return false;
    }
    return true;
  }

  static int seeds_at(const Board& board, int pit) {
    if constexpr (requires { board.seeds[pit]; }) {
      return board.seeds[pit];
    } else {
      return board[pit];
    }
  }

  [[nodiscard]] bool keeps(const Ply<Board>& ply, bool solver_moves, int lead, const Aiming& aiming) const {
    const int then = lead + (solver_moves ? ply.captures : -ply.captures);
    return aiming.holds(standing_of(value_of(ply.board), ply.again == solver_moves, then));
  }

  // One good sowing of two or more. Where the goal is searched, not read, the value only bounds it, and `written` decides.
  [[nodiscard]] bool has_unique_key(const Board& board, const Aiming& aiming) const {
    int plies = 0;
    int good = 0;
    bool quiet = false;
    int most = 0;
    bool most_loses = true;
    game_.for_each_ply(board, [&](Move, const Ply<Board>& ply) {
      ++plies;
      if (good > 1 && !filters_.greedy_loses && aiming.aim != Aim::one_warrior) return;
      const Standing then = standing_of(value_of(ply.board), ply.again, ply.captures);
      if (aiming.holds(then)) {
        ++good;
        quiet = ply.captures == 0;
      }
      const bool loses = then.has_high && then.high < 0;
      if (ply.captures > most) {
        most = ply.captures;
        most_loses = loses;
      } else if (ply.captures == most) {
        most_loses = most_loses && loses;
      }
    });
    if (plies < 2 || good == 0 || (good > 1 && aiming.aim != Aim::one_warrior)) return false;
    if (filters_.quiet && aiming.aim != Aim::one_warrior && !quiet) return false;
    return !filters_.greedy_loses || (most > 0 && most_loses);
  }

  // The opponent's choice: what holds the solver to least, then what takes longest. Larger is better for the opponent.
  [[nodiscard]] std::tuple<int, int> stubbornness(const Ply<Board>& ply, int lead, const Aiming& aiming) const {
    const RawValue raw = value_of(ply.board);
    const bool solver_moves = !ply.again;
    const Standing then = standing_of(raw, solver_moves, lead - ply.captures);
    constexpr int kNever = 1 << 20;
    if (must_come_about(aiming.aim)) {
      const std::uint16_t depth = solver_moves ? raw.floor_depth : raw.ceiling_depth;
      return {then.has_low ? -then.low : kNever, depth};
    }
    const std::uint16_t depth = solver_moves ? raw.ceiling_depth : raw.floor_depth;
    return {then.has_high ? -then.high : -kNever, depth};
  }

  [[nodiscard]] FoundLine unique_line(LayerId layer, const Board& start, const Aiming& aiming) const {
    FoundLine line;
    if (aiming.aim == Aim::one_warrior) return one_warrior_line(position_of_board(start), *referee_, prober_);
    Board at = start;
    bool solver_moves = true;
    int lead = 0;
    std::size_t good_for = 0;  // plies up to the solver's last
    std::vector<std::pair<Board, bool>> seen;
    while (line.moves.size() < kLongestLine) {
      if (std::find(seen.begin(), seen.end(), std::pair(at, solver_moves)) != seen.end()) break;
      seen.emplace_back(at, solver_moves);
      std::optional<std::pair<Move, Ply<Board>>> chosen;
      int good = 0;
      std::tuple<int, int> best{};
      const int plies = game_.for_each_ply(at, [&](Move move, const Ply<Board>& ply) {
        if (solver_moves) {
          if (good < 2 && keeps(ply, true, lead, aiming) && ++good == 1) chosen = {move, ply};
          return;
        }
        const auto rank = stubbornness(ply, lead, aiming);
        if (chosen && rank <= best) return;
        best = rank;
        chosen = {move, ply};
      });
      if (plies == 0 || (solver_moves && good != 1)) break;
      if (solver_moves) {
        line.bits += std::log2(plies);
        line.passes = line.passes || (chosen->first.is_pass() && !line.moves.empty());
        if (!line.moves.empty() && lead == 0 && game_.layer(at) == layer) line.tails.push_back(layers_.at(layer).index.slot(at).number);
      }
      line.moves.push_back(chosen->first);
      if (solver_moves) good_for = line.moves.size();
      lead += solver_moves ? chosen->second.captures : -chosen->second.captures;
      at = chosen->second.board;
      solver_moves = solver_moves == chosen->second.again;
    }
    line.moves.resize(good_for);
    return line;
  }

  MineRequest request_;
  MineFilters filters_;
  G game_;
  std::unique_ptr<Referee> referee_;
  Prober prober_;
  MinedProblems problems_;
  std::map<LayerId, Layer> layers_;
};

}  // namespace

std::vector<LayerId> MineRequest::layers() const {
  std::vector<LayerId> list;
  for (int seeds = least_seeds; seeds <= most_seeds; ++seeds) {
    for (int m = 0; m <= std::min({marks, seeds, 2 * rules.pits()}); ++m) list.push_back({seeds, m});
  }
  return list;
}

std::string MineRequest::text() const {
  const MineFilters& f = filters;
  return fmt::format(
      "{} seeds {}..{} marks {} goal {} line {} quiet {} gives {} greedy {} pass {} perpetual {} zugzwang {} chain {} laps {} symmetric {} "
      "singletons {} pits {} fewer {} seed {} sample {}",
      rules.full_text(), least_seeds, most_seeds, marks, static_cast<int>(goal), f.line, f.quiet, f.gives, f.greedy_loses, f.pass,
      f.perpetual, f.zugzwang, f.chain, f.laps, f.symmetric, f.singletons, f.pits, f.fewer_wins, seed, sample);
}

struct Miner::State {
  MineRequest request;
  std::unique_ptr<Walker> walker;
};

Miner::Miner(MineRequest request, const Catalogue& catalogue) : state_(std::make_unique<State>(State{std::move(request), nullptr})) {
  const MineRequest& wanted = state_->request;
  if (!have_depths(wanted.rules)) throw UsageError(fmt::format("mining is for repetition=draw, not {}", wanted.rules.full_text()));
  if (wanted.goal == MineGoal::one_warrior) require_meaningful({Aim::one_warrior, 0}, wanted.rules);
  with_game(wanted.rules, [&]<class G>() { state_->walker = std::make_unique<WalkerOf<G>>(wanted, catalogue); });
}

Miner::~Miner() = default;

std::uint64_t Miner::size(LayerId layer) const { return state_->walker->size(layer); }

std::vector<Problem> Miner::problems_of(LayerId layer, std::set<std::string>& known, const std::atomic<bool>& stop,
                                        const MineProgress& progress) const {
  constexpr std::uint64_t kGrain = 1 << 12;
  std::vector<Hit> hits;
  std::mutex mutex;
  std::atomic<std::uint64_t> looked_at = 0;
  Workers(state_->request.threads).for_ranges(state_->walker->size(layer), kGrain, [&](std::uint64_t begin, std::uint64_t end) {
    if (stop.load(std::memory_order_relaxed)) throw Interrupted();
    auto piece = state_->walker->hits(layer, begin, end);
    progress(looked_at += end - begin);
    const std::lock_guard lock(mutex);
    std::move(piece.begin(), piece.end(), std::back_inserter(hits));
  });
  // Long lines first, so that a position that stands in a line comes behind it; of cousins the hardest first.
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return std::tuple(b.line.moves.size(), b.problem.difficulty, a.number) <
           std::tuple(a.line.moves.size(), a.problem.difficulty, b.number);
  });
  std::set<std::uint64_t> tails;
  std::erase_if(hits, [&](const Hit& hit) {
    if (tails.contains(hit.number) || !known.insert(line_signature(hit.problem)).second) return true;
    tails.insert(hit.line.tails.begin(), hit.line.tails.end());
    return false;
  });
  std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
    return std::tuple(b.problem.difficulty, a.number) < std::tuple(a.problem.difficulty, b.number);
  });
  const std::uint64_t sample = state_->request.sample;
  if (sample > 0 && hits.size() > sample) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> lots;
    for (const Hit& hit : hits) lots.emplace_back(drawn(state_->request.seed, layer, hit.number), hit.number);
    std::sort(lots.begin(), lots.end());
    lots.resize(sample);
    std::set<std::uint64_t> kept;
    for (const auto& [lot, number] : lots) kept.insert(number);
    std::erase_if(hits, [&](const Hit& hit) { return !kept.contains(hit.number); });
  }
  std::vector<Problem> problems;
  problems.reserve(hits.size());
  for (Hit& hit : hits) problems.push_back(std::move(hit.problem));
  return problems;
}

}  // namespace uthi::workshop
