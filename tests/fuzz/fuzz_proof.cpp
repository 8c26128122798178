// Whole proof files: whatever the bytes, checking ends in an error that names the file, in a fault, or in a proof of something true.
//
// Random bytes never get past the checksums, so each input is read three times: as it is, with the header's checksum made
// right, and with the checksums of all blocks made right too. Mutation starts from right proofs, changes their nodes and writes
// them again as well. What is proved of a solved position must be what solving says.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/writer.hpp"
#include "tests/solver/proof_maker.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kSeeds = 6;
constexpr std::size_t kMostBytes = 1 << 16;

void require(bool holds) {
  if (!holds) std::abort();
}

// Small solved games: one where ends are forced or held, one with marks, one where endless play is worth nothing.
const std::vector<uthi::ProofMaker>& makers() {
  static const std::vector<uthi::ProofMaker> list = [] {
    std::vector<uthi::ProofMaker> made;
    made.emplace_back(uthi::RuleSet(uthi::giuthi_spec(), 3), uthi::LayerId{kSeeds, 0});
    made.emplace_back(uthi::RuleSet(uthi::kiothi_spec(), 2), uthi::LayerId{kSeeds, 2});
    made.emplace_back(uthi::RuleSet(uthi::awari_spec(), 3), uthi::LayerId{kSeeds, 0});
    return made;
  }();
  return list;
}

const uthi::ProofMaker* maker_of(const uthi::Position& root) {
  for (const uthi::ProofMaker& maker : makers()) {
    if (maker.rules() != root.rules || root.seeds() > kSeeds) continue;
    const uthi::LayerId layer = uthi::make_referee(root.rules)->layer(root);
    if (std::find(maker.layers().begin(), maker.layers().end(), layer) != maker.layers().end()) return &maker;
  }
  return nullptr;
}

// Tables of solved layers; of anything else there are none.
class Leaves final : public uthi::LeafValues {
 public:
  explicit Leaves(const uthi::ProofMaker* maker) : maker_(maker) {}
  [[nodiscard]] std::optional<uthi::Digest> digest(uthi::LayerId layer) const override {
    if (maker_ == nullptr) return std::nullopt;
    const auto& layers = maker_->layers();
    if (std::find(layers.begin(), layers.end(), layer) == layers.end()) return std::nullopt;
    return maker_->digest(layer);
  }
  [[nodiscard]] uthi::Value value(uthi::LayerId layer, std::uint64_t number) const override {
    return maker_->solved().layer(layer).at(number);
  }

 private:
  const uthi::ProofMaker* maker_;
};

bool is_true(const uthi::ProofMaker& maker, const uthi::Position& root, const uthi::Claim& claim) {
  const auto& board = maker.game(root.seeds());
  const auto truth = maker.truth(board, board.key(root), claim.by_mover(), claim.forces());
  return truth && (*truth >= claim.target() || (!claim.forces() && *truth > root.seeds()));
}

// True if the header was accepted.
bool read(const Bytes& bytes) {
  try {
    const uthi::ProofFile file("fuzzed.proof", bytes);
    const uthi::Position& root = file.header().root;
    const uthi::ProofMaker* maker = maker_of(root);
    try {
      const uthi::ProofCheck check = uthi::check_proof(file, Leaves(maker));
      require(check.proved() || !check.fault->what.empty());
      if (maker != nullptr) {
        for (const uthi::ProofPartCheck& part : check.parts) require(is_true(*maker, root, part.claim));
      }
      if (check.proved()) {
        const uthi::Proof proof = file.load();
        const Bytes again = uthi::encode_proof(proof, {.level = 1});
        require(uthi::check_proof(uthi::ProofFile("again", again), Leaves(maker)).proved());
      }
    } catch (const uthi::TableMissing&) {
    } catch (const uthi::TableDamaged& error) {
      require(std::string(error.what()).find("fuzzed.proof") == 0);
    }
    return true;
  } catch (const uthi::TableDamaged& error) {
    require(std::string(error.what()).find("fuzzed.proof") == 0);
    return false;
  }
}

// Length fields and the header's checksum made right, where the bytes reach that far.
void mend_header(Bytes& bytes) {
  std::copy(uthi::kProofFile.magic.begin(), uthi::kProofFile.magic.end(), bytes.begin());
  // All formats: the version stays where it is one of them.
  if (bytes[8] < uthi::kOldestProofVersion || bytes[8] > uthi::kProofVersion) bytes[8] = uthi::kProofVersion;
  for (std::size_t i = 1; i < 4; ++i) bytes[8 + i] = 0;
  for (std::size_t i = 0; i < 8; ++i) bytes[16 + i] = static_cast<std::uint8_t>(bytes.size() >> (8 * i));
  std::size_t header_bytes = 0;
  for (std::size_t i = 0; i < 4; ++i) header_bytes |= static_cast<std::size_t>(bytes[12 + i]) << (8 * i);
  if (header_bytes > uthi::kPrologueBytes && header_bytes <= bytes.size())
    uthi::seal_header(uthi::kProofFile, std::span(bytes).first(header_bytes));
}

// Checksums of the blocks made right; the header must be one that is accepted.
void mend_blocks(Bytes& bytes) {
  uthi::ProofHeader header = uthi::parse_proof_header(bytes, bytes.size(), "fuzzed.proof");
  for (uthi::ProofPartHeader& part : header.parts) {
    for (uthi::ProofBlockEntry& block : part.blocks)
      block.checksum = uthi::checksum_of(std::span(bytes).subspan(block.offset, block.bytes));
  }
  const Bytes mended = uthi::serialise_proof_header(header);
  require(mended.size() == header.header_bytes && header.file_bytes == bytes.size());
  std::copy(mended.begin(), mended.end(), bytes.begin());
}

uthi::Proof sample(std::mt19937& random) {
  const uthi::ProofMaker& maker = makers()[random() % makers().size()];
  const uthi::LayerId layer = maker.layers()[random() % maker.layers().size()];
  const std::uint64_t number = random() % maker.solved().layer(layer).size();
  const uthi::Position root = uthi::make_referee(maker.rules())->at(layer, number);
  uthi::Proof proof = maker.proof(root, maker.true_claims(root), random() % 2 == 0 ? -1 : static_cast<int>(random() % kSeeds));
  for (uthi::ProofTable& table : proof.tables) {
    if (random() % 2 == 0) table.values_root = table.values_digest;  // any root: these leaves need none
  }
  return proof;
}

// One thing of a proof changed.
void change(uthi::Proof& proof, std::mt19937& random) {
  uthi::ProofPart& part = proof.parts[random() % proof.parts.size()];
  const int step = random() % 2 == 0 ? 1 : -1;
  if (part.nodes.empty() || random() % 16 == 0) {
    const int most = proof.root.seeds() + 1;
    part.claim.margin = std::clamp(part.claim.margin + step, -most, most);
    return;
  }
  const std::size_t at = random() % part.nodes.size();
  uthi::ProofNode& node = part.nodes[at];
  switch (random() % 6) {
    case 0:
      node.target = static_cast<std::int16_t>(node.target + step);
      break;
    case 1:
      node.rank = part.nodes[random() % part.nodes.size()].rank;
      break;
    case 2:
      node.ply = static_cast<std::uint8_t>(random() % 8);
      break;
    case 3:
      node.leaf = !node.leaf;
      break;
    case 4:
      part.claim.kind = static_cast<uthi::ClaimKind>(random() % 4);
      break;
    default:
      part.nodes.erase(part.nodes.begin() + static_cast<std::ptrdiff_t>(at));
      break;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::mt19937 random(seed);
  const auto put = [&](const uthi::Proof& proof) {
    const Bytes bytes = uthi::encode_proof(proof, {.level = 1, .block_bits = 4 + static_cast<int>(random() % 4)});
    if (bytes.size() > most) return;
    std::copy(bytes.begin(), bytes.end(), data);
    size = bytes.size();
  };
  if (size <= uthi::kPrologueBytes || seed % 32 == 0) put(sample(random));
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, most);
  try {
    uthi::Proof proof = uthi::ProofFile("start", Bytes(data, data + size)).load();
    change(proof, random);
    put(proof);
  } catch (const uthi::Error&) {
    return LLVMFuzzerMutate(data, size, most);
  } catch (const std::invalid_argument&) {
    return LLVMFuzzerMutate(data, size, most);
  }
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kMostBytes) return 0;
  Bytes bytes(data, data + size);
  read(bytes);
  if (size <= uthi::kPrologueBytes) return 0;
  mend_header(bytes);
  if (!read(bytes)) return 0;
  mend_blocks(bytes);
  read(bytes);
  return 0;
}
