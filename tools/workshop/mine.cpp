// The walk over a layer: cheap tests on boards first, then the unique line, then what only written positions tell.
#include "tools/workshop/mine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <tuple>

#include "core/board_game.hpp"
#include "core/error.hpp"
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
  Walker(const MineRequest& request, const Catalogue& catalogue)
      : request_(request),
        filters_(request.filters),
        game_(make_board_game(request.rules)),
        referee_(make_referee(request.rules)),
        prober_(request.rules, catalogue),
        problems_(*referee_, prober_, filters_) {
    const auto layers = referee_->layers_up_to({request.most_seeds, request.marks});
    catalogue.require(request.rules, layers);
    game_->reserve(request.most_seeds);
    for (const LayerId layer : layers) {
      layers_.emplace(layer, catalogue.get(request.rules, layer)->load(request.threads));
    }
  }

  [[nodiscard]] std::uint64_t size(LayerId layer) const { return layers_.at(layer).size(); }

  /// Hits of the numbers begin..end-1, in order.
  [[nodiscard]] std::vector<Hit> hits(LayerId layer, std::uint64_t begin, std::uint64_t end) const {
    std::vector<Hit> list;
    const LayerValues& values = layers_.at(layer);
    std::vector<AnyBoard> boards;
    boards.reserve(end - begin);
    game_->append_boards(layer, begin, end, boards);
    std::vector<NumberedPly> plies;
    for (std::uint64_t number = begin; number < end; ++number) {
      const auto aiming = aiming_at(values.raw(number));
      if (!aiming || !board_passes(boards[number - begin])) continue;
      const Place place{layer, number};
      plies.clear();
      game_->append_plies(place, plies);
      if (!has_unique_key(plies, *aiming)) continue;
      FoundLine line = unique_line(place, *aiming);
      if (line.moves.size() < static_cast<std::size_t>(std::max(1, filters_.line)) || (filters_.pass && !line.passes)) continue;
      auto problem = problems_.write(layer, number, game_->position(place), *aiming, line);
      if (problem) list.push_back({number, std::move(line), std::move(*problem)});
    }
    return list;
  }

 private:
  [[nodiscard]] RawValue value_of(const Place& place) const { return layers_.at(place.layer).raw(place.number); }

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
  [[nodiscard]] bool board_passes(const AnyBoard& board) const {
    const int row = request_.rules.pits();
    int occupied = 0;
    int large = 0;
    int own = 0;
    int theirs = 0;
    for (int pit = 0; pit < 2 * row; ++pit) {
      const int seeds = board.pits[static_cast<std::size_t>(pit)];
      occupied += seeds > 0 ? 1 : 0;
      large += seeds > 1 ? 1 : 0;
      (pit < row ? own : theirs) += seeds;
    }
    if (filters_.pits > 0 && occupied > filters_.pits) return false;
    if (filters_.singletons && large > 1) return false;
    if (filters_.fewer_wins && own >= theirs) return false;
    if (filters_.symmetric) {
      bool turned = true;
      bool palindrome = true;
      const auto& pits = board.pits;
      const auto p = static_cast<std::size_t>(row);
      for (std::size_t i = 0; i < p; ++i) {
        turned = turned && pits[i] == pits[p + i];
        palindrome = palindrome && pits[i] == pits[p - 1 - i] && pits[p + i] == pits[2 * p - 1 - i];
      }
      if (!turned && !palindrome) return false;
    }
    return true;
  }

  [[nodiscard]] bool keeps(const NumberedPly& ply, bool solver_moves, int lead, const Aiming& aiming) const {
    const int then = lead + (solver_moves ? ply.captures : -ply.captures);
    return aiming.holds(standing_of(value_of(ply.to), ply.again == solver_moves, then));
  }

  // One good sowing of two or more. Where the goal is searched, not read, the value only bounds it, and `written` decides.
  [[nodiscard]] bool has_unique_key(const std::vector<NumberedPly>& plies, const Aiming& aiming) const {
    int good = 0;
    bool quiet = false;
    int most = 0;
    bool most_loses = true;
    for (const NumberedPly& ply : plies) {
      if (good > 1 && !filters_.greedy_loses && aiming.aim != Aim::one_warrior) break;
      const Standing then = standing_of(value_of(ply.to), ply.again, ply.captures);
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
    }
    if (plies.size() < 2 || good == 0 || (good > 1 && aiming.aim != Aim::one_warrior)) return false;
    if (filters_.quiet && aiming.aim != Aim::one_warrior && !quiet) return false;
    return !filters_.greedy_loses || (most > 0 && most_loses);
  }

  // The opponent's choice: what holds the solver to least, then what takes longest. Larger is better for the opponent.
  [[nodiscard]] std::tuple<int, int> stubbornness(const NumberedPly& ply, int lead, const Aiming& aiming) const {
    const RawValue raw = value_of(ply.to);
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

  [[nodiscard]] FoundLine unique_line(const Place& start, const Aiming& aiming) const {
    FoundLine line;
    if (aiming.aim == Aim::one_warrior) return one_warrior_line(game_->position(start), *referee_, prober_);
    Place at = start;
    bool solver_moves = true;
    int lead = 0;
    std::size_t good_for = 0;  // plies up to the solver's last
    std::vector<std::pair<Place, bool>> seen;
    std::vector<NumberedPly> plies;
    while (line.moves.size() < kLongestLine) {
      if (std::find(seen.begin(), seen.end(), std::pair(at, solver_moves)) != seen.end()) break;
      seen.emplace_back(at, solver_moves);
      const NumberedPly* chosen = nullptr;
      int good = 0;
      std::tuple<int, int> best{};
      plies.clear();
      game_->append_plies(at, plies);
      for (const NumberedPly& ply : plies) {
        if (solver_moves) {
          if (good < 2 && keeps(ply, true, lead, aiming) && ++good == 1) chosen = &ply;
          continue;
        }
        const auto rank = stubbornness(ply, lead, aiming);
        if (chosen != nullptr && rank <= best) continue;
        best = rank;
        chosen = &ply;
      }
      if (plies.empty() || (solver_moves && good != 1)) break;
      if (solver_moves) {
        line.bits += std::log2(plies.size());
        line.passes = line.passes || (chosen->move.is_pass() && !line.moves.empty());
        if (!line.moves.empty() && lead == 0 && at.layer == start.layer) line.tails.push_back(at.number);
      }
      line.moves.push_back(chosen->move);
      if (solver_moves) good_for = line.moves.size();
      lead += solver_moves ? chosen->captures : -chosen->captures;
      solver_moves = solver_moves == chosen->again;
      at = chosen->to;
    }
    line.moves.resize(good_for);
    return line;
  }

  MineRequest request_;
  MineFilters filters_;
  std::shared_ptr<const BoardGame> game_;
  std::unique_ptr<Referee> referee_;
  Prober prober_;
  MinedProblems problems_;
  std::map<LayerId, LayerValues> layers_;
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
  state_->walker = std::make_unique<Walker>(wanted, catalogue);
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
