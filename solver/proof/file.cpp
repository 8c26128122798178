// Reading proof files.
#include "solver/proof/file.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "solver/proof/nodes.hpp"
#include "tablebase/byte_source.hpp"

namespace uthi {

namespace {

ProofHeader read_header(const ByteSource& source, const std::string& name) {
  return parse_proof_header(read_header_bytes(kProofFile, source, name), source.size(), name);
}

}  // namespace

ProofFile::ProofFile(const std::filesystem::path& path)
    : name_(path.string()),
      source_(open_file(path)),
      header_(read_header(*source_, name_)),
      numbering_(header_.root.rules, header_.root.seeds()) {}

ProofFile::ProofFile(std::string name, std::vector<std::uint8_t> bytes)
    : name_(std::move(name)),
      source_(in_memory(std::move(bytes))),
      header_(read_header(*source_, name_)),
      numbering_(header_.root.rules, header_.root.seeds()) {}

ProofFile::~ProofFile() = default;

ProofColumns ProofFile::block(std::size_t part, std::uint64_t block) const {
  const ProofPartHeader& header = header_.parts.at(part);
  const ProofBlockEntry& entry = header.blocks.at(block);
  const std::string where = fmt::format("{}: part {}, block {} of {}", name_, part + 1, block + 1, header.blocks.size());
  std::vector<std::uint8_t> bytes(entry.bytes);
  const std::size_t count = source_->read(entry.offset, bytes);
  if (count != bytes.size())
    throw TableDamaged(fmt::format("{}: the file ends within it, after {} of {} bytes", where, count, bytes.size()));
  if (checksum_of(bytes) != entry.checksum) throw TableDamaged(fmt::format("{}: its bytes do not match its checksum", where));
  return decode_proof_block(bytes, header.nodes_in(block), numbering_, where);
}

Proof ProofFile::load() const {
  Proof proof{.root = header_.root, .parts = {}, .tables = header_.tables};
  for (std::size_t i = 0; i < header_.parts.size(); ++i) {
    const ProofNodes nodes(*this, i);
    ProofPart& part = proof.parts.emplace_back();
    part.claim = header_.parts[i].claim;
    part.nodes.reserve(nodes.size());
    for (std::uint64_t node = 0; node < nodes.size(); ++node) part.nodes.push_back(nodes.node(node));
  }
  return proof;
}

}  // namespace uthi
