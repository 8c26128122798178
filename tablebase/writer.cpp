// From the values of a layer to the bytes of its table.
#include "tablebase/writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "core/board_game.hpp"
#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tablebase/atomic_file.hpp"
#include "tablebase/encoder.hpp"
#include "tablebase/strip_layout.hpp"

namespace uthi {

namespace {

void validate(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower) {
  const std::uint64_t positions = stored_positions(rules, values.layer);
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

// Columns of these widths, values first, with blocks that are still to be filled.
void lay_out(TableHeader& header, std::span<const int> widths, const WriteOptions& options) {
  const int by_default = widths.size() > 1 ? kBlockBitsWithDepths : kBlockBits;
  const int bits = options.block_bits == 0 ? by_default : options.block_bits;
  if (bits < kMinBlockBits || bits > kMaxBlockBits) throw std::invalid_argument("block size out of range");
  if (options.level < 1 || options.level > kMaxLevel) throw std::invalid_argument("level out of range");
  if (options.segment_rows > kMostSegmentRows) throw std::invalid_argument("segments of more rows than there can be");
  header.level = options.level;
  header.columns.clear();
  for (std::size_t i = 0; i < widths.size(); ++i) {
    Column column{.kind = static_cast<ColumnKind>(i), .width = widths[i], .block_bits = bits, .blocks = {}};
    column.blocks.resize((header.positions - 1) / column.block_positions() + 1);
    header.columns.push_back(std::move(column));
  }
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

// The header of a table without its block index: sizes and checksums of the blocks are still to come.
TableHeader header_of(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower, const WriteOptions& options) {
  validate(rules, values, lower);
  TableHeader header{.rules = rules.for_tables()};
  header.layer = values.layer;
  header.positions = values.size();
  header.dictionary = make_dictionary(values);
  header.values_digest = digest_of_values(values.floor, values.ceiling);
  header.lower.assign(lower.begin(), lower.end());
  std::vector<int> widths{header.dictionary.size() <= 256 ? 1 : 2};
  if (values.has_depths()) {
    header.depths_digest = digest_of_depths(values.floor_depth, values.ceiling_depth);
    widths.push_back(depth_width(values.floor_depth, values.floor));
    widths.push_back(depth_width(values.ceiling_depth, values.ceiling));
  }
  lay_out(header, widths, options);
  return header;
}

// The same from the header of a table that there is. Its checked digests vouch for the rest.
TableHeader header_of(const TableHeader& old, const WriteOptions& options) {
  TableHeader header = old;
  header.version = kTableVersion;
  header.codec = kZstdCodec;
  header.packed_model.clear();
  header.model_bytes = 0;
  header.model.reset();
  header.strips.reset();
  std::vector<int> widths;
  for (const Column& column : old.columns) widths.push_back(column.width);
  lay_out(header, widths, options);
  return header;
}

}  // namespace

TableHeader write_table(const std::filesystem::path& path, const RuleSet& rules, const LayerValues& values,
                        std::span<const LowerDigest> lower, const WriteOptions& options) {
  TableHeader header = header_of(rules, values, lower, options);
  AtomicFile file(path);
  FileSink sink(file);
  encode_blocks(header, pieces_of(values), options, sink);
  file.commit();
  return header;
}

std::vector<std::uint8_t> encode_table(const RuleSet& rules, const LayerValues& values, std::span<const LowerDigest> lower,
                                       const WriteOptions& options) {
  TableHeader header = header_of(rules, values, lower, options);
  MemorySink sink;
  encode_blocks(header, pieces_of(values), options, sink);
  return sink.take();
}

TableHeader rewrite_table(const std::filesystem::path& path, const Table& table, const WriteOptions& options) {
  TableHeader header = header_of(table.header(), options);
  AtomicFile file(path);
  FileSink sink(file);
  encode_blocks(header, pieces_of(table), options, sink);
  Table(file.temporary(), nullptr).check_digests(options.stop);
  file.commit();
  return header;
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
