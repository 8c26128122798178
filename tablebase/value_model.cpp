// Models of values from bytes, every one of them checked.
#include "tablebase/value_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tablebase/bytes.hpp"

namespace uthi {

namespace {

struct BadModel {
  std::string what;
};

struct TooShort {
  void operator()(std::string_view field) const { throw BadModel{fmt::format("it ends within its {}", field)}; }
};

}  // namespace

std::uint8_t weight_for(std::uint64_t count) {
  std::uint8_t weight = 255;
  while (weight > 0 && weight_value(weight) > count) --weight;
  return weight;
}

std::optional<ValueModel> ValueModel::parse(std::span<const std::uint8_t> bytes, std::size_t symbols, std::string& problem) {
  try {
    if (symbols == 0 || symbols > kMostModelSymbols) throw BadModel{fmt::format("it is for a dictionary of {} entries", symbols)};
    ByteReader in(bytes, TooShort{});
    ValueModel model;
    model.symbols_ = static_cast<std::uint32_t>(symbols);
    const auto count = static_cast<std::size_t>(in.number(4, "number of nodes"));
    if (count % 2 == 0 || count > kMostNodes) throw BadModel{fmt::format("it cannot have {} nodes", count)};
    const auto traits = in.take(count, "nodes");
    const auto limits = in.take(count / 2, "limits");
    const auto sizes = in.take(count / 2 + 1, "leaves");
    const auto others = in.take(count / 2 + 1, "leaves");
    std::size_t listed = 0;
    for (const std::uint8_t size : sizes) listed += size;
    const auto low = in.take(listed, "symbols");
    const auto high = in.take(listed, "symbols");
    const auto weights = in.take(listed, "weights");
    if (in.left() != 0) throw BadModel{fmt::format("it has {} bytes too many", in.left())};

    std::vector<std::size_t> open;  // nodes whose upper side is still to come
    std::size_t asked = 0;
    std::size_t leaves = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0 && open.empty()) throw BadModel{"its tree ends before its nodes"};
      // After a leaf comes the upper side of the last node that waits for it, after others their own lower side.
      if (i > 0 && traits[i - 1] == kLeafNode) {
        model.nodes_[open.back()].upper = static_cast<std::uint16_t>(i);
        open.pop_back();
      }
      if (traits[i] != kLeafNode) {
        if (traits[i] >= kTraits) throw BadModel{fmt::format("it asks for trait {}", traits[i])};
        if (asked == limits.size()) throw BadModel{"it has more questions than leaves"};
        model.nodes_.push_back({traits[i], limits[asked++], 0});
        open.push_back(i);
        continue;
      }
      if (leaves == sizes.size()) throw BadModel{"it has more leaves than fit"};
      const std::size_t first = model.shares_.size();
      model.nodes_.push_back({kLeafNode, 0, static_cast<std::uint16_t>(leaves)});
      model.first_share_.push_back(static_cast<std::uint32_t>(first));
      const std::size_t shares = sizes[leaves] + std::size_t{1};
      std::uint64_t sum = weight_value(others[leaves]);
      for (std::size_t k = 0; k + 1 < shares; ++k) sum += weight_value(weights[at + k]);
      std::uint64_t start = 0;
      for (std::size_t k = 0; k < shares; ++k) {
        const bool last = k + 1 == shares;
        const unsigned symbol = last ? kOthers : low[at + k] | static_cast<unsigned>(high[at + k]) << 8;
        if (!last && symbol >= symbols) throw BadModel{fmt::format("symbol {} is not in the dictionary of {}", symbol, symbols)};
        const std::uint64_t size = 1 + weight_value(last ? others[leaves] : weights[at + k]) * (kWholeShare - shares) / sum;
        model.shares_.push_back({static_cast<std::uint16_t>(symbol), static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(size)});
        start += size;
      }
      const auto rest = static_cast<std::uint16_t>(kWholeShare - start);
      model.shares_[first].size = static_cast<std::uint16_t>(model.shares_[first].size + rest);
      for (std::size_t k = first + 1; k < model.shares_.size(); ++k) {
        model.shares_[k].start = static_cast<std::uint16_t>(model.shares_[k].start + rest);
      }
      at += sizes[leaves++];
    }
    if (!open.empty()) throw BadModel{"its tree is not complete"};
    return model;
  } catch (const BadModel& bad) {
    problem = bad.what;
    return std::nullopt;
  }
}

unsigned ValueModel::read_other(RansReader& in) const {
  const std::uint32_t size = kWholeShare / symbols_;
  // Of the slots that no symbol owns the last symbol is as good as any: a right file never has them.
  const std::uint32_t symbol = std::min(in.slot() / size, symbols_ - 1);
  in.advance(symbol * size, std::max(size, in.slot() - symbol * size + 1));
  return symbol;
}

void ValueModel::write(const Traits& traits, unsigned symbol, RansWriter& out) const {
  const Share* share = shares_of(traits);
  while (share->symbol != symbol && share->symbol != kOthers) ++share;
  out.add(share->start, share->size);
  if (share->symbol != kOthers) return;
  const std::uint32_t size = kWholeShare / symbols_;
  out.add(symbol * size, size);
}

}  // namespace uthi
