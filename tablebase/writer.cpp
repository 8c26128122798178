// From the values of a layer to the bytes of its table.
#include "tablebase/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "core/error.hpp"
#include "core/games.hpp"
#include "core/repetition.hpp"
#include "core/workers.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/block_codec.hpp"

namespace uthi {

namespace {

// A table in pieces: the header, then the blocks of each column in order.
struct Encoded {
  TableHeader header;
  std::vector<std::uint8_t> header_bytes;
  std::vector<std::vector<BlockBytes>> blocks;  // [column][block]
};

std::size_t pair_code(std::int8_t floor, std::int8_t ceiling) {
  return static_cast<std::size_t>(static_cast<std::uint8_t>(floor)) << 8 | static_cast<std::uint8_t>(ceiling);
}

void validate(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower) {
  std::uint64_t positions = 0;
  with_game(rules, [&]<class G>() { positions = G::Index::count(values.layer); });
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) throw std::invalid_argument(fmt::format("layer {} of {}: {}", to_text(values.layer), rules.full_text(), what));
  };
  require(values.layer.seeds >= 0 && values.layer.seeds <= kMaxLayerSeeds, "seeds out of range");
  require(values.floor.size() == positions && values.ceiling.size() == positions, "wrong number of margins");
  require(values.floor_depth.size() == values.ceiling_depth.size(), "one depth column without the other");
  require(values.floor_depth.empty() || values.floor_depth.size() == positions, "wrong number of depths");
  require(values.floor_depth.empty() || have_depths(rules), "depths under a repetition rule that has none");
  for (std::uint64_t i = 0; have_one_value(rules) && i < positions; ++i) {
    require(values.floor[i] == values.ceiling[i] && values.floor[i] != kNoMargin, "not one value where there must be one");
  }
  for (std::size_t i = 0; i < lower.size(); ++i) {
    require(i == 0 || lower[i - 1].layer < lower[i].layer, "lower layers out of order");
    require(is_below(lower[i].layer, values.layer), "a lower layer that is not below");
  }
}

bool can_be(const ValuePair& pair, int seeds) {
  const auto in_range = [&](std::int8_t margin) { return margin == kNoMargin || (margin >= -seeds && margin <= seeds); };
  const bool ordered = pair.floor == kNoMargin || pair.ceiling == kNoMargin || pair.floor <= pair.ceiling;
  return in_range(pair.floor) && in_range(pair.ceiling) && ordered;
}

// The pairs that occur, the most frequent first.
std::vector<ValuePair> make_dictionary(const LayerValues& values) {
  std::vector<std::uint64_t> counts(65536);
  for (std::uint64_t i = 0; i < values.size(); ++i) ++counts[pair_code(values.floor[i], values.ceiling[i])];
  std::vector<ValuePair> dictionary;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const ValuePair pair{static_cast<std::int8_t>(code >> 8), static_cast<std::int8_t>(code & 0xff)};
    if (!can_be(pair, values.layer.seeds)) {
      throw std::invalid_argument(
          fmt::format("floor {} and ceiling {} in a layer of {} seeds", pair.floor, pair.ceiling, values.layer.seeds));
    }
    dictionary.push_back(pair);
  }
  std::sort(dictionary.begin(), dictionary.end(), [&](const ValuePair& a, const ValuePair& b) {
    const std::uint64_t count_a = counts[pair_code(a.floor, a.ceiling)];
    const std::uint64_t count_b = counts[pair_code(b.floor, b.ceiling)];
    return count_a != count_b ? count_a > count_b : a < b;
  });
  return dictionary;
}

Column make_column(ColumnKind kind, int width, int block_bits, std::uint64_t positions) {
  if (block_bits < kMinBlockBits || block_bits > kMaxBlockBits) throw std::invalid_argument("block size out of range");
  Column column{.kind = kind, .width = width, .block_bits = block_bits, .blocks = {}};
  column.blocks.resize((positions - 1) / column.block_positions() + 1);
  return column;
}

// Bytes an entry for the depths that stand beside margins. Depths must stand where there are margins and nowhere else:
// files do not tell a depth without a margin from none.
int depth_width(std::span<const std::uint16_t> depths, std::span<const std::int8_t> margins) {
  int width = 1;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    if ((depths[i] == kNoDepth) != (margins[i] == kNoMargin)) {
      throw std::invalid_argument(fmt::format("position {}: a depth without a margin, or a margin without a depth", i));
    }
    if (depths[i] > 255 && depths[i] != kNoDepth) width = 2;
  }
  return width;
}

class Encoder {
 public:
  Encoder(const LayerValues& values, const WriteOptions& options) : values_(values), options_(options) {}

  Encoded encode(const RuleSet& rules, std::span<const LowerDigest> lower) {
    validate(rules, values_, lower);
    Encoded out{.header = TableHeader{.rules = rules.for_tables()}, .header_bytes = {}, .blocks = {}};
    TableHeader& header = out.header;
    header.layer = values_.layer;
    header.positions = values_.size();
    header.dictionary = make_dictionary(values_);
    header.values_digest = digest_of_values(values_.floor, values_.ceiling);
    header.lower.assign(lower.begin(), lower.end());
    symbols_.resize(65536);
    for (std::size_t i = 0; i < header.dictionary.size(); ++i) {
      symbols_[pair_code(header.dictionary[i].floor, header.dictionary[i].ceiling)] = static_cast<std::uint16_t>(i);
    }
    header.columns.push_back(
        make_column(ColumnKind::values, header.dictionary.size() <= 256 ? 1 : 2, options_.value_block_bits, header.positions));
    if (values_.has_depths()) {
      header.depths_digest = digest_of_depths(values_.floor_depth, values_.ceiling_depth);
      header.columns.push_back(make_column(ColumnKind::floor_depth, depth_width(values_.floor_depth, values_.floor),
                                           options_.depth_block_bits, header.positions));
      header.columns.push_back(make_column(ColumnKind::ceiling_depth, depth_width(values_.ceiling_depth, values_.ceiling),
                                           options_.depth_block_bits, header.positions));
    }
    for (Column& column : header.columns) out.blocks.push_back(compress(header, column));
    out.header_bytes = serialise_header(header);
    return out;
  }

 private:
  std::vector<BlockBytes> compress(const TableHeader& header, Column& column) const {
    std::vector<BlockBytes> blocks(column.blocks.size());
    Workers(options_.threads).for_ranges(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t block = begin; block < end; ++block) {
        if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw Interrupted();
        const BlockBytes raw = raw_block(header, column, block);
        blocks[block] = compress_block(raw, column.kind == ColumnKind::values ? options_.level : options_.depth_level);
        column.blocks[block].bytes = static_cast<std::uint32_t>(blocks[block].size());
        column.blocks[block].checksum = checksum_of(blocks[block]);
      }
    });
    return blocks;
  }

  BlockBytes raw_block(const TableHeader& header, const Column& column, std::uint64_t block) const {
    const std::uint64_t positions = header.positions_in(column, block);
    const std::uint64_t first = block * column.block_positions();
    BlockBytes raw(positions * static_cast<std::uint64_t>(column.width));
    for (std::uint64_t i = 0; i < positions; ++i) set_block_entry(raw, positions, column.width, i, entry(column.kind, first + i));
    return raw;
  }

  unsigned entry(ColumnKind kind, std::uint64_t number) const {
    switch (kind) {
      case ColumnKind::values:
        return symbols_[pair_code(values_.floor[number], values_.ceiling[number])];
      case ColumnKind::floor_depth:
        return values_.floor[number] == kNoMargin ? 0 : values_.floor_depth[number];
      case ColumnKind::ceiling_depth:
        return values_.ceiling[number] == kNoMargin ? 0 : values_.ceiling_depth[number];
    }
    return 0;
  }

  const LayerValues& values_;
  const WriteOptions& options_;
  std::vector<std::uint16_t> symbols_;  // by pair_code
};

}  // namespace

TableHeader write_table(const std::filesystem::path& path, const RuleSet& rules, const LayerValues& values,
                        std::span<const LowerDigest> lower, const WriteOptions& options) {
  Encoded encoded = Encoder(values, options).encode(rules, lower);
  AtomicFile file(path);
  file.write(encoded.header_bytes);
  for (const std::vector<BlockBytes>& column : encoded.blocks) {
    for (const BlockBytes& block : column) file.write(block);
  }
  file.commit();
  return std::move(encoded.header);
}

std::vector<std::uint8_t> encode_table(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower,
                                       const WriteOptions& options) {
  Encoded encoded = Encoder(values, options).encode(rules, lower);
  std::vector<std::uint8_t> bytes = std::move(encoded.header_bytes);
  for (const std::vector<BlockBytes>& column : encoded.blocks) {
    for (const BlockBytes& block : column) bytes.insert(bytes.end(), block.begin(), block.end());
  }
  return bytes;
}

std::size_t remove_stale_temporaries(const std::filesystem::path& folder) {
  std::size_t removed = 0;
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return 0;
  std::vector<std::filesystem::path> stale;
  for (auto it = std::filesystem::recursive_directory_iterator(folder, error); !error && it != end(it); it.increment(error)) {
    std::error_code ignored;
    if (it.depth() > 1) it.disable_recursion_pending();
    if (it->is_regular_file(ignored) && is_temporary(it->path())) stale.push_back(it->path());
  }
  if (error) throw InputOutputError(fmt::format("{}: cannot list this folder: {}", folder.string(), error.message()));
  for (const std::filesystem::path& path : stale) {
    if (!std::filesystem::remove(path, error) && error) {
      throw InputOutputError(fmt::format("{}: cannot remove this left-over: {}", path.string(), error.message()));
    }
    ++removed;
  }
  return removed;
}

}  // namespace uthi
