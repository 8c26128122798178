// The look forward: every position of a layer once, for what the layers below give it and how many plies stay inside.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/values.hpp"
#include "solver/guarantees.hpp"
#include "solver/layer_nodes.hpp"
#include "solver/lower_values.hpp"
#include "solver/predecessors.hpp"

namespace uthi {

/// What games that share beginnings finish sowings with, else nothing.
template <Game G>
struct CrowdOf {
  struct type {};
};
template <SharesBeginnings G>
struct CrowdOf<G> {
  using type = typename G::Crowd;
};

template <Game G>
class LookForward {
 public:
  using Board = typename G::Board;

  /// Files the edges within the layer in `file`, if there is one.
  LookForward(const G& game, const typename G::Index& index, const LowerValues<G>& lower, LayerNodes& nodes, EdgeFile* file)
      : game_(game), index_(index), lower_(lower), nodes_(nodes), file_(file) {}

  /// Fills candidates and open counts of the positions begin..end-1. Several threads may look at ranges of their own.
  void look(std::uint64_t begin, std::uint64_t end) {
    Locals& mine = locals_.local();
    if (file_ != nullptr && !mine.clerk) mine.clerk.emplace(*file_);
    if constexpr (SharesBeginnings<G>) {
      Company company;
      bool known = false;
      index_.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
        const bool stranger = !known || board.own != company.own;
        if (company.size == kCompany || (stranger && company.size > 0)) look_at(mine, company);
        if (stranger) {
          company.own = board.own;
          company.begun = game_.beginnings(board.own);
          known = true;
        }
        if (company.size == 0) company.first = number;
        company.opponents[company.size++] = board.opponent;
      });
      look_at(mine, company);
    } else {
      index_.for_each(begin, end, [&](std::uint64_t number, const Board& board) {
        if (mine.parents.size() >= kBatch || mine.probes.size() >= kBatch) finish(mine);
        const std::size_t place = mine.parents.size();
        mine.parents.push_back(nothing_yet(number));
        int plies = 0;
        const int within = game_.for_each_lower_ply(board, [&](const Ply<Board>& ply) {
          take(mine, place, ply);
          ++plies;
        });
        plies += within;
        mine.parents[place].open = static_cast<std::uint8_t>(within);
        if (plies == 0) end_here(mine.parents[place], board);
      });
    }
    finish(mine);
  }

  /// Guarantees that stand as candidates of positions looked at.
  [[nodiscard]] Guarantees candidates() const {
    Guarantees all;
    for (const Locals& local : locals_) {
      for (std::size_t i = 0; i < all.size(); ++i) all.set(i, all.test(i) || local.candidates[i]);
    }
    return all;
  }

  /// Who filed the edges.
  [[nodiscard]] std::vector<const EdgeFile::Clerk*> clerks() const {
    std::vector<const EdgeFile::Clerk*> all;
    for (const Locals& local : locals_) {
      if (local.clerk) all.push_back(&*local.clerk);
    }
    return all;
  }

 private:
  static constexpr std::size_t kBatch = 128;  // positions or probes: what they ask for stays in the first-level cache

  // A ply to a lower layer, waiting for its table entry to arrive in the cache.
  struct Probe {
    std::uint64_t child;
    const LowerLayer<G>* layer;
    std::uint32_t parent;  // position in the batch
    std::int8_t captures;
    bool again;
  };
  struct Candidate {
    std::uint64_t number;
    std::int32_t a_best;  // rank
    std::int32_t b_worst;
    std::uint8_t open;
  };
  [[nodiscard]] static Candidate nothing_yet(std::uint64_t number) {
    return {number, rank(kNoMargin, 0), rank(LayerNodes::kNothingBelow, 0), 0};
  }
  struct Locals {
    std::vector<Candidate> parents;
    std::vector<Probe> probes;
    std::array<bool, Guarantees().size()> candidates{};  // as Guarantees; a bit of a word would wait for the one before
    std::optional<EdgeFile::Clerk> clerk;
    typename CrowdOf<G>::type crowd;
  };

  // Positions with one own row and consecutive numbers, which are looked at together.
  static constexpr std::size_t kCompany = 64;
  struct Company {
    typename Board::Word own = 0;
    typename G::Beginnings begun;  // of `own`
    std::uint64_t first = 0;       // number
    std::size_t size = 0;
    std::array<typename Board::Word, kCompany> opponents;
  };

  // One beginning after the other, each for the whole company: what depends on the own row alone is then done once.
  void look_at(Locals& mine, Company& company) {
    if (mine.parents.size() + company.size > kBatch || mine.probes.size() >= kBatch) finish(mine);
    const std::size_t base = mine.parents.size();
    for (std::size_t i = 0; i < company.size; ++i) mine.parents.push_back(nothing_yet(company.first + i));
    std::array<std::uint8_t, kCompany> lower{};       // plies
    std::array<std::uint8_t, kCompany + 1> going_on;  // places in the company
    Candidate* const parents = &mine.parents[base];
    const std::span<const typename Board::Word> opponents(company.opponents.data(), company.size);
    for (const auto& begun : company.begun) {
      if (game_.stays_home(begun)) {
        // The children are found again by HomeEdges.
        for (std::size_t i = 0; i < company.size; ++i) ++parents[i].open;
        continue;
      }
      std::size_t left = 0;
      if (game_.stops_abroad(begun)) {
        std::array<std::uint8_t, kCompany + 1> ended;
        std::size_t ends = 0;
        for (std::size_t i = 0; i < company.size; ++i) {
          const bool end = game_.ends_abroad(begun, opponents[i]);
          ended[ends] = going_on[left] = static_cast<std::uint8_t>(i);
          ends += end ? 1 : 0;
          left += end ? 0 : 1;
          parents[i].open = static_cast<std::uint8_t>(parents[i].open + (end ? 1 : 0));
        }
        if (mine.clerk && ends > 0) {
          const auto children = index_.opponent_row(begun.board.own);
          for (std::size_t e = 0; e < ends; ++e)
            mine.clerk->add(children.number(opponents[ended[e]] + begun.board.opponent), company.first + ended[e]);
        }
      } else {
        for (; left < company.size; ++left) going_on[left] = static_cast<std::uint8_t>(left);
      }
      game_.finish_sowings(
          begun, opponents, {going_on.data(), left}, mine.crowd,
          [&](std::uint8_t i, const Board& child) {
            ++parents[i].open;
            if (mine.clerk) mine.clerk->add(index_.slot(child).number, parents[i].number);
          },
          [&](std::uint8_t i, const Board& child, int captures) {
            ++lower[i];
            take_lower(mine, base + i, {child, captures, false, true});
          });
    }
    for (std::size_t i = 0; i < company.size; ++i) {
      if (lower[i] + parents[i].open > 0) continue;
      const Board board{company.own, company.opponents[i]};
      bool over = true;
      game_.pass(board, [&](const Ply<Board>& ply) {
        take(mine, base + i, ply);
        over = false;
      });
      if (over) end_here(mine.parents[base + i], board);
    }
    company.size = 0;
  }

  // One ply of the position at `place` of the batch.
  void take(Locals& mine, std::size_t place, const Ply<Board>& ply) {
    Candidate& parent = mine.parents[place];
    if (!ply.lower) {
      ++parent.open;
      if (mine.clerk) mine.clerk->add(index_.slot(ply.board).number, parent.number);
      return;
    }
    take_lower(mine, place, ply);
  }

  void take_lower(Locals& mine, std::size_t place, const Ply<Board>& ply) {
    const LowerLayer<G>& below = lower_.at(game_.layer(ply.board));
    const std::uint64_t child = below.index.slot(ply.board).number;
    below.prefetch(child);
    mine.probes.push_back({child, &below, static_cast<std::uint32_t>(place), static_cast<std::int8_t>(ply.captures), ply.again});
  }

  void end_here(Candidate& parent, const Board& board) const {
    const int margin = game_.final_margin(board);
    parent.a_best = rank(margin, 0);
    parent.b_worst = rank(-margin, 0);
  }

  // A margin and its depth as one number: of two margins the larger is more, of the same margin the one with fewer plies. So A,
  // which takes the best margin soonest, takes the most, and B, which gets the worst one latest, the least.
  [[nodiscard]] static std::int32_t rank(int margin, int depth) { return margin * kMarginUnit + (kDepthMask - (depth & kDepthMask)); }
  static constexpr std::int32_t kMarginUnit = 1 << 16;
  static constexpr std::int32_t kDepthMask = kMarginUnit - 1;

  void finish(Locals& mine) {
    for (const Probe& probe : mine.probes) {
      const auto [floor, ceiling] = probe.layer->entry(probe.child);  // of A(child), and of B(child) negated
      Candidate& parent = mine.parents[probe.parent];
      // A(parent) leads to B(child) if the move is handed over, else to A(child).
      const auto for_a = probe.again ? floor : ceiling.negated();
      const auto for_b = probe.again ? ceiling.negated() : floor;
      // No margin is the least whatever the captures, and takes B whatever else it has.
      const std::int32_t a = for_a.margin == kNoMargin ? rank(kNoMargin, 0) : rank(for_a.margin + probe.captures, for_a.depth + 1);
      const std::int32_t b = for_b.margin == kNoMargin ? rank(kNoMargin, 0) : rank(for_b.margin - probe.captures, for_b.depth + 1);
      parent.a_best = std::max(parent.a_best, a);
      parent.b_worst = std::min(parent.b_worst, b);
    }
    for (const Candidate& parent : mine.parents) {
      const auto a = static_cast<std::int8_t>(parent.a_best >> 16);
      const auto b = static_cast<std::int8_t>(parent.b_worst >> 16);
      nodes_.a_candidate[parent.number] = a;
      nodes_.b_candidate[parent.number] = b;
      nodes_.b_open[parent.number] = b == kNoMargin ? LayerNodes::kNeverAll : parent.open;
      mine.candidates[guarantee_bit(a)] = mine.candidates[guarantee_bit(b)] = true;
      if (!nodes_.has_depths()) continue;
      nodes_.a_depth[parent.number] = static_cast<std::uint16_t>(~parent.a_best);
      nodes_.b_depth[parent.number] = static_cast<std::uint16_t>(~parent.b_worst);
    }
    mine.parents.clear();
    mine.probes.clear();
  }

  const G& game_;
  const typename G::Index& index_;
  const LowerValues<G>& lower_;
  LayerNodes& nodes_;
  EdgeFile* file_;
  tbb::enumerable_thread_specific<Locals> locals_;
};

}  // namespace uthi
