// Headers of proof files to bytes and back; nothing that is read is used before it is checked.
#include "solver/proof/format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "solver/proof/numbering.hpp"
#include "tablebase/bytes.hpp"

namespace uthi {

namespace {

constexpr std::size_t kBlockEntryBytes = 12;

std::string options_text(const RuleSet& rules) {
  std::vector<std::string> options;
  for (const OptionSpec& option : rules.game().options) options.push_back(fmt::format("{}={}", option.name, rules.get(option.name)));
  return fmt::format("{}", fmt::join(options, ","));
}

void append_long_text(std::vector<std::uint8_t>& out, std::string_view text) {
  append_number(out, text.size(), 2);
  out.insert(out.end(), text.begin(), text.end());
}

// Reads the body of a header field by field, in the order of the specification.
class HeaderReader {
 public:
  HeaderReader(std::span<const std::uint8_t> body, std::uint32_t version, std::string_view name)
      : name_(name), in_(body, TooShort{name}), version_(version) {}

  ProofHeader read(std::uint64_t header_bytes, std::uint64_t file_bytes) {
    ProofHeader header{.root = read_root()};
    header.version = version_;
    header.header_bytes = header_bytes;
    header.file_bytes = file_bytes;
    read_tables(header);
    const std::uint64_t parts = in_.number(1, "number of parts");
    if (parts == 0 || parts > kMaxProofParts) damaged_header(name_, "number of parts", fmt::format("expected 1 to {}", kMaxProofParts));
    std::uint64_t offset = header_bytes;
    for (std::uint64_t i = 0; i < parts; ++i) header.parts.push_back(read_part(header, offset));
    if (in_.left() != 0) damaged_header(name_, "header length", fmt::format("{} bytes too many", in_.left()));
    if (offset != file_bytes)
      damaged_header(name_, "block index", fmt::format("the blocks end at byte {}, the file at byte {}", offset, file_bytes));
    return header;
  }

 private:
  struct TooShort {
    std::string_view name;
    void operator()(std::string_view field) const { damaged_header(name, field, "the header ends within it"); }
  };

  std::string long_text(std::string_view field) {
    const auto bytes = in_.take(in_.number(2, field), field);
    return {bytes.begin(), bytes.end()};
  }

  Position read_root() {
    const std::string text = long_text("position");
    const std::string options = long_text("rule options");
    Position position = [&] {
      try {
        Position read = parse_position(text);
        static_cast<void>(make_referee(read.rules)->canonical(read));  // refuses what the rules forbid
        return read;
      } catch (const Error& error) {
        damaged_header(name_, "position", error.what());
      }
    }();
    if (to_text(position) != text) damaged_header(name_, "position", fmt::format("expected it as it is printed, {}", to_text(position)));
    if (position.redistributions != 0) damaged_header(name_, "position", "its opening is still to come");
    if (repetition_of(position.rules) == Repetition::score) damaged_header(name_, "position", "there are no proofs under repetition=score");
    if (options_text(position.rules) != options) {
      damaged_header(name_, "rule options", fmt::format("expected {}, as the position has them", options_text(position.rules)));
    }
    return position;
  }

  Digest read_digest() {
    Digest digest;
    const auto taken = in_.take(digest.bytes.size(), "tables");
    std::copy(taken.begin(), taken.end(), digest.bytes.begin());
    return digest;
  }

  std::optional<Digest> read_values_root() {
    const std::uint64_t named = in_.number(1, "tables");
    if (named > 1) damaged_header(name_, "tables", fmt::format("expected 0 or 1 before a root of values, found {}", named));
    return named == 1 ? std::optional(read_digest()) : std::nullopt;
  }

  void read_tables(ProofHeader& header) {
    const ProofNumbering numbering(header.root.rules, header.root.seeds());
    const std::uint64_t tables = in_.number(2, "number of tables");
    for (std::uint64_t i = 0; i < tables; ++i) {
      ProofTable table;
      table.layer.seeds = static_cast<int>(in_.number(2, "tables"));
      table.layer.marks = static_cast<int>(in_.number(2, "tables"));
      table.values_digest = read_digest();
      if (version_ >= 2) table.values_root = read_values_root();
      const bool ascending = header.tables.empty() || header.tables.back().layer < table.layer;
      if (!ascending || numbering.count(table.layer) == 0 || table.layer.seeds > kMaxLayerSeeds) {
        damaged_header(name_, "tables", fmt::format("layer {} is out of order or cannot follow from the position", to_text(table.layer)));
      }
      header.tables.push_back(table);
    }
  }

  ProofPartHeader read_part(const ProofHeader& header, std::uint64_t& offset) {
    ProofPartHeader part;
    const std::uint64_t kind = in_.number(1, "claim");
    if (kind > 3) damaged_header(name_, "claim", fmt::format("expected a kind from 0 to 3, found {}", kind));
    part.claim.kind = static_cast<ClaimKind>(kind);
    part.claim.margin = static_cast<std::int16_t>(in_.number(2, "margin"));
    const int most = header.root.seeds() + 1;
    if (part.claim.margin < -most || part.claim.margin > most) {
      damaged_header(name_, "margin", fmt::format("expected {} to {}, found {}", -most, most, part.claim.margin));
    }
    part.nodes = in_.number(8, "nodes");
    if (const ProofNumber most_nodes = 2 * ProofNumbering(header.root.rules, header.root.seeds()).count_all(); part.nodes > most_nodes) {
      damaged_header(name_, "nodes", fmt::format("expected {} at most, found {}", most_nodes, part.nodes));
    }
    part.block_bits = static_cast<int>(in_.number(1, "block size"));
    if (part.block_bits < kMinProofBlockBits || part.block_bits > kMaxProofBlockBits) {
      damaged_header(name_, "block size", fmt::format("expected 2^{} to 2^{} nodes", kMinProofBlockBits, kMaxProofBlockBits));
    }
    const std::uint64_t blocks = part.nodes == 0 ? 0 : ((part.nodes - 1) >> part.block_bits) + 1;
    if (blocks > in_.left() / kBlockEntryBytes) damaged_header(name_, "block index", "the header ends within it");
    part.blocks.reserve(blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) {
      ProofBlockEntry block;
      block.bytes = static_cast<std::uint32_t>(in_.number(4, "block index"));
      block.checksum = in_.number(8, "block index");
      block.offset = offset;
      if (block.bytes == 0 || block.bytes > header.file_bytes - offset) {
        damaged_header(name_, "block index",
                       fmt::format("block {} of part {} cannot have {} bytes", i, header.parts.size() + 1, block.bytes));
      }
      if (part.nodes_in(i) > kMostProofNodesAByte * block.bytes) {
        damaged_header(name_, "block index",
                       fmt::format("block {} of part {} cannot hold {} nodes in {} bytes: a byte holds {} at most", i,
                                   header.parts.size() + 1, part.nodes_in(i), block.bytes, kMostProofNodesAByte));
      }
      offset += block.bytes;
      part.blocks.push_back(block);
    }
    return part;
  }

  std::string_view name_;
  ByteReader<TooShort> in_;
  std::uint32_t version_;
};

}  // namespace

std::uint64_t ProofPartHeader::nodes_in(std::uint64_t block) const {
  return std::min(std::uint64_t{1} << block_bits, nodes - (block << block_bits));
}

std::uint64_t ProofPartHeader::stored_bytes() const {
  std::uint64_t total = 0;
  for (const ProofBlockEntry& block : blocks) total += block.bytes;
  return total;
}

std::uint64_t ProofHeader::nodes() const {
  std::uint64_t total = 0;
  for (const ProofPartHeader& part : parts) total += part.nodes;
  return total;
}

ProofHeader parse_proof_header(std::span<const std::uint8_t> header, std::uint64_t file_bytes, std::string_view name) {
  const SealedHeader sealed = open_header(kProofFile, header, file_bytes, name);
  return HeaderReader(sealed.body, sealed.version, name).read(sealed.header_bytes, file_bytes);
}

std::vector<std::uint8_t> serialise_proof_header(ProofHeader& header) {
  std::vector<std::uint8_t> out = begin_header(kProofFile, header.version);
  append_long_text(out, to_text(header.root));
  append_long_text(out, options_text(header.root.rules));
  const auto append_digest = [&](const Digest& digest) { out.insert(out.end(), digest.bytes.begin(), digest.bytes.end()); };
  append_number(out, header.tables.size(), 2);
  for (const ProofTable& table : header.tables) {
    append_number(out, static_cast<std::uint64_t>(table.layer.seeds), 2);
    append_number(out, static_cast<std::uint64_t>(table.layer.marks), 2);
    append_digest(table.values_digest);
    if (header.version < 2) continue;
    append_number(out, table.values_root ? 1 : 0, 1);
    if (table.values_root) append_digest(*table.values_root);
  }
  append_number(out, header.parts.size(), 1);
  for (const ProofPartHeader& part : header.parts) {
    append_number(out, static_cast<std::uint64_t>(part.claim.kind), 1);
    append_number(out, static_cast<std::uint64_t>(part.claim.margin), 2);
    append_number(out, part.nodes, 8);
    append_number(out, static_cast<std::uint64_t>(part.block_bits), 1);
    for (const ProofBlockEntry& block : part.blocks) {
      append_number(out, block.bytes, 4);
      append_number(out, block.checksum, 8);
    }
  }
  header.header_bytes = out.size();
  std::uint64_t offset = out.size();
  for (ProofPartHeader& part : header.parts) {
    for (ProofBlockEntry& block : part.blocks) {
      block.offset = offset;
      offset += block.bytes;
    }
  }
  header.file_bytes = offset;
  finish_header(kProofFile, out, header.file_bytes, fmt::format("a proof of {} nodes", header.nodes()));
  return out;
}

}  // namespace uthi
