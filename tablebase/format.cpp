// Headers to bytes and back; nothing that is read is used before it is checked.
#include "tablebase/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "core/board_game.hpp"
#include "core/error.hpp"
#include "core/repetition.hpp"
#include "core/values.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/bytes.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/values_tree.hpp"

namespace uthi {

namespace {

std::string options_text(const RuleSet& rules) {
  std::vector<std::string> options;
  for (const OptionSpec& option : rules.game().options) {
    if (!option.opening_only) options.push_back(fmt::format("{}={}", option.name, rules.get(option.name)));
  }
  return fmt::format("{}", fmt::join(options, ","));
}

// Positions that a table of this layer stores; 0 if no layer has these seeds and marks.
std::uint64_t positions_of(const RuleSet& rules, LayerId layer) {
  try {
    return stored_positions(rules, layer);
  } catch (const DoesNotFit&) {
    return 0;
  }
}

// Reads the body of a header field by field, in the order of the specification.
class HeaderReader {
 public:
  HeaderReader(std::span<const std::uint8_t> body, std::uint32_t version, std::string_view name)
      : name_(name), in_(body, TooShort{name}), version_(version) {}

  TableHeader read(std::uint64_t header_bytes, std::uint64_t file_bytes) {
    TableHeader header{.rules = read_rules()};
    header.version = version_;
    header.header_bytes = header_bytes;
    header.file_bytes = file_bytes;
    read_layer(header);
    header.codec = in_.text("codec");
    const bool strips = header.codec == kStripsCodec && version_ >= 3;
    if (header.codec != kZstdCodec && !strips) damaged_header(name_, "codec", version_ >= 3 ? "expected zstd or strips" : "expected zstd");
    if (version_ >= 2) read_level(header);
    read_dictionary(header);
    if (strips) read_model(header);
    header.values_digest = read_digest("values digest");
    header.depths_digest = read_digest("depths digest");
    read_lower(header);
    read_columns(header);
    if (in_.left() != 0) damaged_header(name_, "header length", fmt::format("{} bytes too many", in_.left()));
    return header;
  }

 private:
  struct TooShort {
    std::string_view name;
    void operator()(std::string_view field) const { damaged_header(name, field, "the header ends within it"); }
  };

  RuleSet read_rules() {
    const std::string_view game = in_.text("game");
    const auto pits = static_cast<int>(in_.number(1, "pits"));
    const std::string_view options = in_.text("rule options");
    const auto games = all_games();
    const auto spec = std::find_if(games.begin(), games.end(), [&](const GameSpec* known) { return known->name == game; });
    if (spec == games.end()) damaged_header(name_, "game", "a game that this program does not know");
    if (pits < 2 || pits > 10) damaged_header(name_, "pits", fmt::format("expected 2 to 10, found {}", pits));
    RuleSet rules(**spec, pits);
    try {
      rules.set_all(options);
    } catch (const UsageError& error) {
      damaged_header(name_, "rule options", error.what());
    }
    // Every option once, in order: what is read is what would be written.
    if (options_text(rules) != options) damaged_header(name_, "rule options", fmt::format("expected all of {}", options_text(rules)));
    return rules;
  }

  void read_layer(TableHeader& header) {
    header.layer.seeds = static_cast<int>(in_.number(2, "seeds"));
    header.layer.marks = static_cast<int>(in_.number(2, "marks"));
    header.positions = in_.number(8, "positions");
    const int most_marks = header.rules.game().has_marks ? 2 * header.rules.pits() : 0;
    if (header.layer.seeds > kMaxLayerSeeds) damaged_header(name_, "seeds", fmt::format("expected 0 to {}", kMaxLayerSeeds));
    if (header.layer.marks > most_marks) damaged_header(name_, "marks", fmt::format("expected 0 to {}", most_marks));
    const std::uint64_t expected = positions_of(header.rules, header.layer);
    if (expected == 0 || header.positions != expected) {
      damaged_header(name_, "positions", fmt::format("the layer has {}, the file says {}", expected, header.positions));
    }
  }

  void read_level(TableHeader& header) {
    header.level = static_cast<int>(in_.number(1, "level"));
    if (header.level < 1 || header.level > kMaxLevel) {
      damaged_header(name_, "level", fmt::format("expected 1 to {}, found {}", kMaxLevel, header.level));
    }
  }

  void read_dictionary(TableHeader& header) {
    const std::uint64_t entries = in_.number(4, "dictionary length");
    if (entries == 0 || entries > 65536) damaged_header(name_, "dictionary length", "expected 1 to 65536");
    const int seeds = header.layer.seeds;
    const auto margin = [&] {
      const auto value = static_cast<std::int8_t>(in_.number(1, "dictionary"));
      if (value != kNoMargin && (value < -seeds || value > seeds)) {
        damaged_header(name_, "dictionary", fmt::format("a margin of {} seeds in a layer of {}", value, seeds));
      }
      return value;
    };
    for (std::uint64_t i = 0; i < entries; ++i) {
      ValuePair pair;
      pair.floor = margin();
      pair.ceiling = margin();
      if (pair.floor != kNoMargin && pair.ceiling != kNoMargin && pair.floor > pair.ceiling) {
        damaged_header(name_, "dictionary", fmt::format("a floor of {} above its ceiling of {}", pair.floor, pair.ceiling));
      }
      if (have_one_value(header.rules) && (pair.floor != pair.ceiling || pair.floor == kNoMargin)) {
        damaged_header(name_, "dictionary",
                       fmt::format("expected one value under repetition=split, found floor {} and ceiling {}", pair.floor, pair.ceiling));
      }
      header.dictionary.push_back(pair);
    }
    std::vector<ValuePair> sorted = header.dictionary;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      damaged_header(name_, "dictionary", "an entry stands there twice");
  }

  void read_model(TableHeader& header) {
    if (!can_be_strips(header.rules, header.layer, header.dictionary.size()))
      damaged_header(name_, "codec", "this layer cannot be stored as strips");
    header.model_bytes = in_.number(4, "model length");
    if (header.model_bytes == 0 || header.model_bytes > kMostModelBytes) {
      damaged_header(name_, "model length", fmt::format("expected 1 to {}, found {}", kMostModelBytes, header.model_bytes));
    }
    const auto packed = in_.take(in_.number(4, "model length"), "model");
    header.packed_model.assign(packed.begin(), packed.end());
    std::string problem;
    const auto bytes = decompress_block(packed, header.model_bytes, problem);
    if (!bytes) damaged_header(name_, "model", problem);
    auto model = ValueModel::parse(*bytes, header.dictionary.size(), problem);
    if (!model) damaged_header(name_, "model", problem);
    header.model = std::make_shared<const ValueModel>(std::move(*model));
  }

  Digest read_digest(std::string_view field) {
    Digest digest;
    const auto taken = in_.take(digest.bytes.size(), field);
    std::copy(taken.begin(), taken.end(), digest.bytes.begin());
    return digest;
  }

  void read_lower(TableHeader& header) {
    const std::uint64_t layers = in_.number(2, "number of lower layers");
    for (std::uint64_t i = 0; i < layers; ++i) {
      LowerDigest lower;
      lower.layer.seeds = static_cast<int>(in_.number(2, "lower layers"));
      lower.layer.marks = static_cast<int>(in_.number(2, "lower layers"));
      lower.values_digest = read_digest("lower layers");
      const bool ascending = header.lower.empty() || header.lower.back().layer < lower.layer;
      if (!ascending || !is_below(lower.layer, header.layer)) {
        damaged_header(name_, "lower layers", fmt::format("layer {} is out of order or not below the file's own", to_text(lower.layer)));
      }
      header.lower.push_back(lower);
    }
  }

  void read_columns(TableHeader& header) {
    const std::uint64_t columns = in_.number(1, "number of columns");
    if (columns != 1 && columns != 3) damaged_header(name_, "number of columns", fmt::format("expected 1 or 3, found {}", columns));
    if (columns == 3 && !have_depths(header.rules)) {
      damaged_header(name_, "number of columns", "expected 1, found 3: under this repetition rule there are no depths");
    }
    if (columns == 3 && header.model) damaged_header(name_, "number of columns", "expected 1, found 3: strips have no depths");
    if (columns == 1 && header.depths_digest != Digest{})
      damaged_header(name_, "depths digest", "expected zeros in a table without depths");
    std::uint64_t offset = header.header_bytes;
    for (std::uint64_t i = 0; i < columns; ++i) header.columns.push_back(read_column(header, i, offset));
    if (offset != header.file_bytes) {
      damaged_header(name_, "block index", fmt::format("the blocks end at byte {}, the file at byte {}", offset, header.file_bytes));
    }
  }

  Column read_column(TableHeader& header, std::uint64_t place, std::uint64_t& offset) {
    Column column;
    const std::uint64_t kind = in_.number(1, "column kind");
    if (kind != place) damaged_header(name_, "column kind", fmt::format("expected {}, found {}", place, kind));
    column.kind = static_cast<ColumnKind>(kind);
    column.width = static_cast<int>(in_.number(1, "column width"));
    if (column.width != 1 && column.width != 2)
      damaged_header(name_, "column width", fmt::format("expected 1 or 2, found {}", column.width));
    if (kind == 0 && column.width != (header.dictionary.size() <= 256 ? 1 : 2)) {
      damaged_header(name_, "column width",
                     fmt::format("{} bytes an entry do not go with a dictionary of {}", column.width, header.dictionary.size()));
    }
    column.block_bits = static_cast<int>(in_.number(1, "block size"));
    if (column.block_bits < kMinBlockBits || column.block_bits > kMaxBlockBits) {
      damaged_header(name_, "block size", fmt::format("expected 2^{} to 2^{} positions", kMinBlockBits, kMaxBlockBits));
    }
    if (header.model) read_strip_size(header, column.block_bits);
    if (header.groups_depths() && place > 0 && column.block_bits != header.columns[0].block_bits) {
      damaged_header(name_, "block size", fmt::format("expected 2^{} positions, as in the values", header.columns[0].block_bits));
    }
    const std::uint64_t blocks = header.blocks_of(column);
    const std::uint64_t entry_bytes = header.block_size_bytes() + header.checksum_bytes();
    if (blocks > in_.left() / entry_bytes) damaged_header(name_, "block index", "the header ends within it");
    column.blocks.reserve(blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) {
      BlockEntry block;
      block.bytes = static_cast<std::uint32_t>(in_.number(header.block_size_bytes(), "block index"));
      block.checksum = in_.number(header.checksum_bytes(), "block index");
      block.offset = offset;
      if (block.bytes == 0 || block.bytes > most_bytes(header, column, i) || block.bytes > header.file_bytes - offset) {
        damaged_header(name_, "block index", fmt::format("{} block {} cannot have {} bytes", to_text(column.kind), i, block.bytes));
      }
      offset += block.bytes;
      column.blocks.push_back(block);
    }
    if (place == 0 && header.has_values_tree()) read_values_tree(header, blocks, column.block_bits);
    return column;
  }

  void read_values_tree(TableHeader& header, std::uint64_t blocks, int block_bits) {
    const std::uint64_t digests = digests_of(blocks, block_bits);
    if (digests > in_.left() / sizeof(Digest::bytes)) damaged_header(name_, "digests of blocks", "the header ends within them");
    header.values_tree.reserve(digests);
    for (std::uint64_t i = 0; i < digests; ++i) header.values_tree.push_back(read_digest("digests of blocks"));
  }

  void read_strip_size(TableHeader& header, int bits) {
    StripSize size{.bits = bits, .segment_rows = 0};
    if (version_ >= 4) {
      const std::uint64_t rows = in_.number(4, "segment length");
      if (rows == 0 || rows > kMostSegmentRows) {
        damaged_header(name_, "segment length", fmt::format("expected 1 to {} own rows, found {}", kMostSegmentRows, rows));
      }
      size.segment_rows = static_cast<std::uint32_t>(rows);
    }
    header.strips = std::make_shared<const StripLayout>(header.rules.pits(), header.layer.seeds, size);
  }

  static std::uint64_t most_bytes(const TableHeader& header, const Column& column, std::uint64_t block) {
    const std::uint64_t entries = header.positions_in(column, block);
    // Of strips a state, and for each entry two shares that put no more than a word each.
    return header.strips ? 4 + 4 * entries : ZSTD_compressBound(entries * static_cast<std::uint64_t>(column.width));
  }

  std::string_view name_;
  ByteReader<TooShort> in_;
  std::uint32_t version_;
};

}  // namespace

std::string_view to_text(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::values:
      return "values";
    case ColumnKind::floor_depth:
      return "floor depths";
    case ColumnKind::ceiling_depth:
      return "ceiling depths";
  }
  return "unknown";
}

std::uint64_t Column::stored_bytes() const {
  std::uint64_t total = 0;
  for (const BlockEntry& block : blocks) total += block.bytes;
  return total;
}

std::uint64_t TableHeader::blocks_of(const Column& column) const {
  return strips ? strips->strips() : (positions - 1) / column.block_positions() + 1;
}

std::uint64_t TableHeader::positions_in(const Column& column, std::uint64_t block) const {
  if (strips) return strips->strip(block).entries();
  return std::min(column.block_positions(), positions - block * column.block_positions());
}

std::optional<Digest> TableHeader::values_root() const {
  if (!has_values_tree()) return std::nullopt;
  std::vector<std::uint8_t> packing;
  append_text(packing, codec);
  append_number(packing, static_cast<std::uint64_t>(columns[0].block_bits), 1);
  append_number(packing, strips ? strips->size().segment_rows : 0, 4);
  DigestStream root;
  root.add(std::span<const std::uint8_t>(packing));
  for (const Digest& digest : values_tree) root.add(digest);
  return root.digest();
}

std::size_t TableHeader::block_size_bytes() const {
  constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 13;  // of four bytes each, and a state
  return version >= 4 && strips && strips->size().most_entries() <= kMostEntries ? 2 : 4;
}

std::size_t TableHeader::checksum_bytes() const { return version >= 4 && strips ? 4 : 8; }

bool TableHeader::matches(const BlockEntry& entry, std::span<const std::uint8_t> bytes) const {
  const std::uint64_t kept = ~std::uint64_t{0} >> (64 - 8 * checksum_bytes());
  return bytes.size() == entry.bytes && ((checksum_of(bytes) ^ entry.checksum) & kept) == 0;
}

TableHeader parse_header(std::span<const std::uint8_t> header, std::uint64_t file_bytes, std::string_view name) {
  const SealedHeader sealed = open_header(kTableFile, header, file_bytes, name);
  return HeaderReader(sealed.body, sealed.version, name).read(sealed.header_bytes, file_bytes);
}

void set_model(TableHeader& header, std::span<const std::uint8_t> model) {
  constexpr int kModelLevel = 19;
  std::string problem;
  auto parsed = ValueModel::parse(model, header.dictionary.size(), problem);
  if (!parsed) throw std::invalid_argument(fmt::format("no model: {}", problem));
  header.codec = kStripsCodec;
  header.model = std::make_shared<const ValueModel>(std::move(*parsed));
  header.model_bytes = model.size();
  header.packed_model = compress_block(model, kModelLevel);
}

std::vector<std::uint8_t> serialise_header(TableHeader& header) {
  std::vector<std::uint8_t> out = begin_header(kTableFile, header.version);
  append_text(out, header.rules.game().name);
  append_number(out, static_cast<std::uint64_t>(header.rules.pits()), 1);
  append_text(out, options_text(header.rules));
  const auto append_layer = [&](LayerId layer) {
    append_number(out, static_cast<std::uint64_t>(layer.seeds), 2);
    append_number(out, static_cast<std::uint64_t>(layer.marks), 2);
  };
  const auto append_digest = [&](const Digest& digest) { out.insert(out.end(), digest.bytes.begin(), digest.bytes.end()); };
  append_layer(header.layer);
  append_number(out, header.positions, 8);
  append_text(out, header.codec);
  if (header.version >= 2) append_number(out, static_cast<std::uint64_t>(header.level), 1);
  append_number(out, header.dictionary.size(), 4);
  for (const ValuePair& pair : header.dictionary) {
    out.push_back(static_cast<std::uint8_t>(pair.floor));
    out.push_back(static_cast<std::uint8_t>(pair.ceiling));
  }
  if (header.codec == kStripsCodec) {
    append_number(out, header.model_bytes, 4);
    append_number(out, header.packed_model.size(), 4);
    out.insert(out.end(), header.packed_model.begin(), header.packed_model.end());
  }
  append_digest(header.values_digest);
  append_digest(header.depths_digest);
  append_number(out, header.lower.size(), 2);
  for (const LowerDigest& lower : header.lower) {
    append_layer(lower.layer);
    append_digest(lower.values_digest);
  }
  append_number(out, header.columns.size(), 1);
  for (const Column& column : header.columns) {
    append_number(out, static_cast<std::uint64_t>(column.kind), 1);
    append_number(out, static_cast<std::uint64_t>(column.width), 1);
    append_number(out, static_cast<std::uint64_t>(column.block_bits), 1);
    if (header.version >= 4 && header.strips) append_number(out, header.strips->size().segment_rows, 4);
    for (const BlockEntry& block : column.blocks) {
      append_number(out, block.bytes, header.block_size_bytes());
      append_number(out, block.checksum, header.checksum_bytes());
    }
    if (column.kind == ColumnKind::values && header.has_values_tree()) {
      for (const Digest& digest : header.values_tree) append_digest(digest);
    }
  }
  header.header_bytes = out.size();
  std::uint64_t offset = out.size();
  for (Column& column : header.columns) {
    for (BlockEntry& block : column.blocks) {
      block.offset = offset;
      offset += block.bytes;
    }
  }
  header.file_bytes = offset;
  finish_header(kTableFile, out, header.file_bytes, fmt::format("a table of {} positions", header.positions));
  return out;
}

Digest digest_of_entries(std::span<const ValuePair> dictionary, std::span<const std::uint16_t> symbols) {
  std::vector<std::int8_t> margins(symbols.size());
  DigestStream stream;
  for (const auto margin : {&ValuePair::floor, &ValuePair::ceiling}) {
    std::transform(symbols.begin(), symbols.end(), margins.begin(), [&](std::uint16_t symbol) { return dictionary[symbol].*margin; });
    stream.add(std::span<const std::int8_t>(margins));
  }
  return stream.digest();
}

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace uthi
