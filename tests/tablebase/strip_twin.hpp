// The slow twin of strips: a block read entry by entry as the specification says, with maps for arrays, recursion for order
// and whole plies of the rules for shared beginnings.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/giuthi.hpp"
#include "tablebase/format.hpp"
#include "tablebase/strip_layout.hpp"

namespace uthi::twin {

using Bytes = std::vector<std::uint8_t>;
using PlainTraits = std::array<int, 32>;

/// tablebase/value_model.hpp, read by recursion.
class PlainModel {
 public:
  struct Share {
    int symbol;  // -1: one of the others
    std::uint64_t start, size;
  };

  explicit PlainModel(const Bytes& bytes) : bytes_(bytes) {
    const std::size_t nodes = bytes[0] + 256U * bytes[1] + 65536U * bytes[2];
    leaves_ = nodes / 2 + 1;
    at_limits_ = 4 + nodes;
    at_sizes_ = at_limits_ + nodes / 2;
    at_symbols_ = at_sizes_ + 2 * leaves_;
    for (std::size_t leaf = 0; leaf < leaves_; ++leaf) listed_ += bytes[at_sizes_ + leaf];
    root_ = node();
  }

  [[nodiscard]] const std::vector<Share>& shares(const PlainTraits& traits) const {
    const Node* node = root_.get();
    while (node->trait != 255) node = (traits.at(static_cast<std::size_t>(node->trait)) <= node->most ? node->lower : node->upper).get();
    return node->shares;
  }

 private:
  struct Node {
    int trait = 0, most = 0;
    std::unique_ptr<Node> lower, upper;
    std::vector<Share> shares;
  };

  static std::uint64_t weight(int w) {
    return w < 16 ? static_cast<std::uint64_t>(w % 16 + 1) : static_cast<std::uint64_t>(w % 16 + 17) * (1ULL << (w / 16 - 1));
  }

  std::unique_ptr<Node> node() {
    auto node = std::make_unique<Node>();
    node->trait = bytes_.at(4 + next_node_++);
    if (node->trait != 255) {
      node->most = bytes_.at(at_limits_ + next_limit_++);
      node->lower = this->node();
      node->upper = this->node();
      return node;
    }
    const std::size_t symbols = bytes_.at(at_sizes_ + next_leaf_);
    std::vector<std::uint64_t> weights;
    for (std::size_t i = 0; i < symbols; ++i) weights.push_back(weight(bytes_.at(at_symbols_ + 2 * listed_ + next_symbol_ + i)));
    weights.push_back(weight(bytes_.at(at_sizes_ + leaves_ + next_leaf_++)));
    std::uint64_t sum = 0;
    for (const std::uint64_t w : weights) sum += w;
    std::uint64_t left = 32768;
    for (std::size_t i = 0; i <= symbols; ++i) {
      const int symbol =
          i == symbols ? -1 : bytes_.at(at_symbols_ + next_symbol_ + i) + 256 * bytes_.at(at_symbols_ + listed_ + next_symbol_ + i);
      node->shares.push_back({symbol, 0, 1 + weights[i] * (32768 - symbols - 1) / sum});
      left -= node->shares.back().size;
    }
    node->shares[0].size += left;
    for (std::size_t i = 1; i <= symbols; ++i) node->shares[i].start = node->shares[i - 1].start + node->shares[i - 1].size;
    next_symbol_ += symbols;
    return node;
  }

  const Bytes& bytes_;
  std::size_t leaves_ = 0, listed_ = 0, at_limits_ = 0, at_sizes_ = 0, at_symbols_ = 0;
  std::size_t next_node_ = 0, next_limit_ = 0, next_leaf_ = 0, next_symbol_ = 0;
  std::unique_ptr<Node> root_;
};

/// tablebase/rans.hpp.
class PlainRans {
 public:
  explicit PlainRans(std::span<const std::uint8_t> bytes) : bytes_(bytes) {
    for (int i = 3; i >= 0; --i) state_ = state_ * 256 + bytes[static_cast<std::size_t>(i)];
    at_ = 4;
  }
  [[nodiscard]] std::uint64_t slot() const { return state_ % 32768; }
  void take(std::uint64_t start, std::uint64_t size) {
    state_ = size * (state_ / 32768) + slot() - start;
    if (state_ >= 65536) return;
    state_ = state_ * 65536 + bytes_[at_] + 256U * bytes_[at_ + 1];
    at_ += 2;
  }
  [[nodiscard]] bool finished() const { return at_ == bytes_.size() && state_ == 65536; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint64_t state_ = 0;
  std::size_t at_ = 0;
};

/// The values of a strip. Its own rows are those of a segment: sowings that lead elsewhere tell nothing.
template <int P>
class PlainStrip {
 public:
  using G = Giuthi<P>;
  using Board = typename G::Board;
  using Word = typename Board::Word;

  PlainStrip(const TableHeader& header, const Bytes& model, std::span<const std::uint8_t> block, const Strip& strip)
      : header_(header), game_(header.rules), rows_(header.layer.seeds), own_seeds_(strip.own_seeds), model_(model), in_(block) {
    for (std::uint64_t i = 0; i < strip.own_rows; ++i) {
      by_rank_.push_back(rows_.row(own_seeds_, strip.first_own + i));
      segment_.insert(by_rank_.back());
    }
    for (std::uint64_t i = 0; i < strip.own_rows; ++i) visit(rows_.row(own_seeds_, strip.first_own + i));
    for (std::uint64_t i = 0; i < strip.opponents; ++i) {
      opponents_.push_back(rows_.straight(header.layer.seeds - own_seeds_, strip.first + i));
    }
    for (std::size_t place = 0; place < order_.size(); ++place) {
      for (std::size_t i = 0; i < opponents_.size(); ++i) read(place, i);
    }
  }

  [[nodiscard]] bool finished() const { return in_.finished(); }
  /// By own row and opponent's row.
  [[nodiscard]] const std::map<std::pair<Word, Word>, ValuePair>& values() const { return values_; }
  /// In the order of the entries: own rows by rank, with each the opponent's.
  [[nodiscard]] std::vector<ValuePair> in_order() const {
    std::vector<ValuePair> pairs;
    for (const Word own : by_rank_) {
      for (const Word opponent : opponents_) pairs.push_back(values_.at({own, opponent}));
    }
    return pairs;
  }

 private:
  // Sowings that stay at home: the same player again, by the rules' own plies beside an empty opponent's row, where they
  // are the same as beside any other.
  [[nodiscard]] std::vector<Word> home(Word own) const {
    std::vector<Word> rows;
    game_.for_each_sowing({own, 0}, [&](Move, const Ply<Board>& ply) {
      if (ply.again) rows.push_back(ply.board.own);
    });
    return rows;
  }

  void visit(Word own) {
    if (!segment_.contains(own) || !place_.emplace(own, -1).second) return;
    for (const Word child : home(own)) visit(child);
    place_[own] = static_cast<int>(order_.size());
    order_.push_back(own);
  }

  [[nodiscard]] int floor_of(const ValuePair& pair) const { return pair.floor == -128 ? 0 : pair.floor + header_.layer.seeds + 1; }
  [[nodiscard]] int ceiling_of(const ValuePair& pair) const {
    return pair.ceiling == -128 ? 2 * header_.layer.seeds + 2 : pair.ceiling + header_.layer.seeds + 1;
  }

  void read(std::size_t place, std::size_t i) {
    const Word own = order_[place];
    const Word opponent = opponents_[i];
    const Word back = row::reversed<P>(own);
    if (row::reversed<P>(opponent) == opponent && segment_.contains(back) && place_[back] < static_cast<int>(place)) {
      values_[{own, opponent}] = values_.at({back, opponent});
      return;
    }
    int floor = 0;
    int ceiling = 0;
    int later = 0;
    const auto children = home(own);
    for (const Word child : children) {
      if (!segment_.contains(child) || place_[child] >= static_cast<int>(place)) {
        ++later;
        continue;
      }
      floor = std::max(floor, floor_of(values_.at({child, opponent})));
      ceiling = std::max(ceiling, ceiling_of(values_.at({child, opponent})));
    }
    std::vector<ValuePair> possible;
    for (const ValuePair& pair : header_.dictionary) {
      if (floor_of(pair) >= floor && ceiling_of(pair) >= ceiling) possible.push_back(pair);
    }
    int away = 0;
    for (const auto& sowing : game_.beginnings(own)) away += G::stays_home(sowing) ? 0 : 1;
    ValuePair value{};
    if (possible.size() == 1) {
      value = possible.front();
    } else if (!children.empty() && away == 0 && later == 0) {
      value = *std::find_if(possible.begin(), possible.end(),
                            [&](auto pair) { return floor_of(pair) == floor && ceiling_of(pair) == ceiling; });
    } else {
      PlainTraits traits{};
      traits[0] = floor;
      traits[1] = ceiling;
      traits[2] = later;
      const auto value_at = [&](std::size_t trait, bool there, std::size_t own_place, std::size_t beside) {
        traits[trait] = there ? floor_of(values_.at({order_[own_place], opponents_[beside]})) : 255;
        traits[trait + 1] = there ? ceiling_of(values_.at({order_[own_place], opponents_[beside]})) : 255;
      };
      value_at(3, i >= 1, place, i - 1);
      value_at(5, i >= 2, place, i - 2);
      value_at(7, place >= 1, place - 1, i);
      traits[9] = own_seeds_;
      look(traits, own, opponent);
      traits[18] = away;
      value = header_.dictionary.at(symbol(traits));
    }
    values_[{own, opponent}] = value;
  }

  // What can be seen on the board and after its plies.
  void look(PlainTraits& traits, Word own, Word opponent) const {
    const auto pits = [](Word row, int least) {
      int count = 0;
      for (int pit = 0; pit < P; ++pit) count += row::get(row, pit) >= least ? 1 : 0;
      return count;
    };
    traits[10] = pits(own, 1);
    traits[11] = pits(own, 2);
    traits[12] = row::get(own, 0);
    traits[13] = row::get(own, P - 1);
    traits[14] = pits(opponent, 1);
    traits[15] = pits(opponent, 2);
    traits[16] = row::get(opponent, 0);
    traits[17] = row::get(opponent, P - 1);
    for (const std::size_t trait : {20, 21, 22, 23, 24, 25, 26}) traits[trait] = 255;
    game_.for_each_ply({own, opponent}, [&](Move, const Ply<Board>& ply) {
      if (ply.again) return;
      const int sowable = pits(ply.board.own, 2);
      const int taken = ply.captures + 1;
      const int moving = pits(ply.board.opponent, 2);
      const int left = row::sum(ply.board.own);
      if (taken > traits[19] || (taken == traits[19] && sowable < traits[20])) {
        traits[19] = taken;
        traits[20] = sowable;
        traits[21] = pits(ply.board.own, 1);
        traits[22] = left;
      }
      traits[23] = std::min(traits[23], sowable);
      traits[24] = std::min(traits[24], pits(ply.board.own, 1));
      traits[25] = std::min(traits[25], left);
      if (ply.captures == 0) traits[26] = std::min(traits[26], sowable);
      if (sowable == 0) traits[27] = std::max(traits[27], taken);
      if (sowable == 0) traits[28] = std::max(traits[28], moving);
      if (sowable == 1) traits[29] = std::max(traits[29], taken);
      traits[30] = std::max(traits[30], moving);
      ++traits[31];
    });
  }

  std::size_t symbol(const PlainTraits& traits) {
    for (const auto& share : model_.shares(traits)) {
      if (in_.slot() < share.start || in_.slot() >= share.start + share.size) continue;
      in_.take(share.start, share.size);
      if (share.symbol >= 0) return static_cast<std::size_t>(share.symbol);
      const std::uint64_t size = 32768 / header_.dictionary.size();
      const std::uint64_t symbol = in_.slot() / size;
      in_.take(symbol * size, size);
      return symbol;
    }
    throw std::logic_error("shares with a gap");
  }

  const TableHeader& header_;
  G game_;
  typename G::Rows rows_;
  int own_seeds_;
  PlainModel model_;
  PlainRans in_;
  std::vector<Word> by_rank_;
  std::set<Word> segment_;
  std::vector<Word> order_;
  std::vector<Word> opponents_;
  std::map<Word, int> place_;  // in the order; -1 while the row is being visited
  std::map<std::pair<Word, Word>, ValuePair> values_;
};

}  // namespace uthi::twin
