// Proof files: what is written is read again, the same bytes for the same proof, and every damaged or forged file is refused with
// its name and the field.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>

#include "core/error.hpp"
#include "solver/proof/check.hpp"
#include "solver/proof/file.hpp"
#include "solver/proof/nodes.hpp"
#include "solver/proof/writer.hpp"
#include "tablebase/block_codec.hpp"
#include "tablebase/bytes.hpp"
#include "tests/solver/proof_maker.hpp"
#include "tests/twin/bridge.hpp"

namespace uthi {
namespace {

using Bytes = std::vector<std::uint8_t>;

const ProofMaker& giuthi() {
  static const ProofMaker maker(RuleSet(giuthi_spec(), 3), {8, 0});
  return maker;
}

const ProofMaker& kiothi() {
  static const ProofMaker maker(RuleSet(kiothi_spec(), 2), {5, 2});
  return maker;
}

// Four claims, several layers, ranks, leaves and more than one block.
const Proof& sample() {
  static const Proof proof = [] {
    const Position root = parse_position("giuthi:0,0,3/2,1,2 3 4 S");
    return giuthi().proof(root, giuthi().true_claims(root), 4);
  }();
  return proof;
}

Bytes sample_bytes() { return encode_proof(sample(), {.level = 3, .block_bits = 4}); }

std::vector<ProofNode> sorted(std::vector<ProofNode> nodes) {
  std::sort(nodes.begin(), nodes.end(), [](const ProofNode& a, const ProofNode& b) {
    return std::tuple(a.key, a.claimant_moves) < std::tuple(b.key, b.claimant_moves);
  });
  return nodes;
}

// The same but for the numbers of ranks, whose order in each layer is the same where they count.
void expect_same(const ProofMaker& maker, const Proof& proof, const Proof& read) {
  EXPECT_EQ(read.root, proof.root);
  EXPECT_EQ(read.tables, proof.tables);
  ASSERT_EQ(read.parts.size(), proof.parts.size());
  const auto& board = maker.game(proof.root.seeds());
  for (std::size_t i = 0; i < proof.parts.size(); ++i) {
    const Claim& claim = proof.parts[i].claim;
    EXPECT_EQ(read.parts[i].claim, claim);
    const auto written = sorted(proof.parts[i].nodes);
    const auto got = sorted(read.parts[i].nodes);
    ASSERT_EQ(got.size(), written.size());
    for (std::size_t n = 0; n < written.size(); ++n) {
      ProofNode expected = written[n];
      const bool counts = !expected.leaf && rank_counts(repetition_of(proof.root.rules), claim, expected.target);
      expected.rank = counts ? got[n].rank : 0;
      EXPECT_EQ(got[n], expected);
      for (std::size_t other = 0; counts && other < n; ++other) {
        if (written[other].leaf || board.layer(written[other].key) != board.layer(written[n].key)) continue;
        if (!rank_counts(repetition_of(proof.root.rules), claim, written[other].target)) continue;
        ASSERT_EQ(got[other].rank < got[n].rank, written[other].rank < written[n].rank);
        ASSERT_EQ(got[other].rank == got[n].rank, written[other].rank == written[n].rank);
      }
    }
  }
}

TEST(ProofFiles, HoldWhatWasWritten) {
  for (const int block_bits : {4, 7, 16}) {
    const ProofFile file("sample", encode_proof(sample(), {.level = 3, .block_bits = block_bits}));
    expect_same(giuthi(), sample(), file.load());
    if (block_bits == 4) {
      EXPECT_GT(file.header().parts[1].blocks.size(), 1U);
    }
  }
  const auto referee = make_referee(kiothi().rules());
  for (const LayerId layer : kiothi().layers()) {
    const Position root = referee->at(layer, kiothi().solved().layer(layer).size() / 2);
    const Proof proof = kiothi().proof(root, kiothi().true_claims(root), 2);
    expect_same(kiothi(), proof, ProofFile("kiothi", encode_proof(proof)).load());
  }
}

TEST(ProofFiles, DoNotDependOnTheOrderOfNodes) {
  Proof proof = sample();
  std::mt19937 random(3);
  for (ProofPart& part : proof.parts) std::shuffle(part.nodes.begin(), part.nodes.end(), random);
  std::reverse(proof.tables.begin(), proof.tables.end());
  EXPECT_EQ(encode_proof(proof), encode_proof(sample()));
  const Proof read = ProofFile("sample", encode_proof(sample())).load();
  EXPECT_EQ(encode_proof(read), encode_proof(sample()));
}

TEST(ProofFiles, AreWrittenWholeUnderTheirName) {
  const auto folder = std::filesystem::temp_directory_path() / ("uthi-proof-" + std::to_string(::getpid()));
  write_proof(folder / "sample.proof", sample());
  const ProofFile file(folder / "sample.proof");
  EXPECT_EQ(file.header().file_bytes, std::filesystem::file_size(folder / "sample.proof"));
  EXPECT_EQ(file.name(), (folder / "sample.proof").string());
  expect_same(giuthi(), sample(), file.load());
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, 1U);
  std::filesystem::remove_all(folder);
  EXPECT_THROW(ProofFile(folder / "sample.proof"), InputOutputError);
}

// Few bytes a node.
TEST(ProofFiles, AreSmall) {
  const ProofMaker maker(RuleSet(giuthi_spec(), 5), {10, 0});
  const Position root = parse_position("giuthi:0,3,0,1,1/2,0,2,0,1");
  const Proof proof = maker.proof(root, {{ClaimKind::floor_at_most, 10}});
  const std::size_t nodes = proof.parts[0].nodes.size();
  const std::size_t bytes = encode_proof(proof).size();
  std::cout << nodes << " nodes in " << bytes << " bytes\n";
  EXPECT_GT(nodes, 3000U);
  EXPECT_LT(bytes, 2 * nodes);
}

TEST(ProofWriter, RefusesWhatNoFileCanHold) {
  const auto with = [](const std::function<void(Proof&)>& change) {
    Proof proof = sample();
    change(proof);
    return proof;
  };
  const auto write = [](const Proof& proof) { static_cast<void>(encode_proof(proof)); };
  EXPECT_THROW(write(with([](Proof& p) { p.parts.clear(); })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts.resize(17, p.parts[0]); })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts[0].claim.margin = 10; })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts[0].nodes.push_back(p.parts[0].nodes[0]); })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts[0].nodes[0].key.words[2] = 1; })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts[0].nodes[0].key.words[0] = 0xffff; })), std::invalid_argument);
  EXPECT_THROW(write(with([](Proof& p) { p.parts[0].nodes[0] = {.key = p.parts[0].nodes[0].key, .ply = 254}; })), std::invalid_argument);
  Proof score{.root = parse_position("giuthi{repetition=score}:1,2,1/2,0,2"), .parts = {{{}, {}}}, .tables = {}};
  EXPECT_THROW(write(score), UsageError);
  Proof opening{.root = parse_position("kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2"), .parts = {{{}, {}}}, .tables = {}};
  EXPECT_THROW(write(opening), PositionError);
}

// Reads the file in every way there is; the message, or nothing if it was accepted.
std::string refusal(const Bytes& bytes) {
  try {
    const ProofFile file("some.proof", bytes);
    static_cast<void>(check_proof(file, SolvedLeaves(giuthi())));
    static_cast<void>(file.load());
  } catch (const TableDamaged& error) {
    EXPECT_EQ(std::string(error.what()).find("some.proof: "), 0U) << error.what();
    return error.what();
  }
  return {};
}

// Every byte, or at the reduced size every seventh. Says so.
std::size_t byte_step() {
  if (!twin::small_size()) return 1;
  std::cout << "reduced size: every seventh byte\n";
  return 7;
}

TEST(DamagedProofs, EveryByteCounts) {
  const std::size_t step = byte_step();
  const Bytes right = sample_bytes();
  ASSERT_EQ(refusal(right), "");
  std::mt19937 random(11);
  std::size_t found = 0;
  for (std::size_t i = 0; i < right.size(); i += step) {
    Bytes bytes = right;
    bytes[i] = static_cast<std::uint8_t>(bytes[i] ^ (1U << (random() % 8)));
    const std::string message = refusal(bytes);
    EXPECT_NE(message, "") << "byte " << i;
    found += message.empty() ? 0 : 1;
  }
  std::cout << found << " bytes flipped, all found\n";
  EXPECT_GT(found, 300U);
}

TEST(DamagedProofs, EveryTruncationIsFound) {
  const std::size_t step = byte_step();
  const Bytes right = sample_bytes();
  for (std::size_t size = 0; size < right.size(); size += step) {
    EXPECT_NE(refusal(Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size))), "") << size << " bytes";
  }
  Bytes longer = right;
  longer.push_back(0);
  EXPECT_NE(refusal(longer), "");
}

// A header changed, then everything put right that a writer would put right.
std::string refusal_of_header(const std::function<void(ProofHeader&)>& change) {
  const Bytes right = sample_bytes();
  ProofHeader header = parse_proof_header(right, right.size(), "right");
  const std::size_t blocks_at = header.header_bytes;
  change(header);
  Bytes bytes = serialise_proof_header(header);
  bytes.insert(bytes.end(), right.begin() + static_cast<std::ptrdiff_t>(blocks_at), right.end());
  put_number(std::span(bytes).subspan(16, 8), bytes.size());
  seal_header(kProofFile, std::span(bytes).first(header.header_bytes));
  return refusal(bytes);
}

// Two for each position that can follow.
std::uint64_t most_nodes(const Position& root) {
  const ProofNumbering numbering(root.rules, root.seeds());
  std::uint64_t nodes = 0;
  for (int seeds = 0; seeds <= root.seeds(); ++seeds) nodes += 2 * static_cast<std::uint64_t>(numbering.count({seeds, 0}));
  return nodes;
}

TEST(ForgedProofs, HeadersAreReadFieldByField) {
  ASSERT_EQ(refusal_of_header([](ProofHeader&) {}), "");
  const std::vector<std::pair<std::string, std::function<void(ProofHeader&)>>> forgeries{
      {"version", [](ProofHeader& h) { h.version = kProofVersion + 1; }},
      {"position", [](ProofHeader& h) { h.root = parse_position("giuthi{repetition=score}:1,2,1/2,0,2 3 4 N"); }},
      {"position", [](ProofHeader& h) { h.root = parse_position("kiothi:5,5,5,5,5,5,0,0,0,0/0,0,0,0,5,5,5,5,5,5 0 0 S~2"); }},
      {"position", [](ProofHeader& h) { h.root.stores[0] = 10000; }},
      {"number of parts", [](ProofHeader& h) { h.parts.clear(); }},
      {"number of parts", [](ProofHeader& h) { h.parts.resize(17, h.parts[0]); }},
      {"claim", [](ProofHeader& h) { h.parts[0].claim.kind = static_cast<ClaimKind>(4); }},
      {"margin", [](ProofHeader& h) { h.parts[0].claim.margin = 10; }},
      {"margin", [](ProofHeader& h) { h.parts[1].claim.margin = -10; }},
      {"block size", [](ProofHeader& h) { h.parts[0].block_bits = 3; }},
      {"block size", [](ProofHeader& h) { h.parts[0].block_bits = 21; }},
      {"nodes", [](ProofHeader& h) { h.parts[0].nodes = ~std::uint64_t{0}; }},
      {"nodes", [](ProofHeader& h) { h.parts[0].nodes = most_nodes(h.root) + 1; }},
      {"block index", [](ProofHeader& h) { h.parts[0].nodes = most_nodes(h.root); }},
      {"block index", [](ProofHeader& h) { h.parts[0].blocks[0].bytes = 0; }},
      {"block index", [](ProofHeader& h) { h.parts[0].blocks[0].bytes += 1; }},
      {"header length", [](ProofHeader& h) { h.parts.back().blocks.push_back(h.parts.back().blocks.back()); }},
      {"tables", [](ProofHeader& h) { h.tables.push_back(h.tables.front()); }},
      {"tables", [](ProofHeader& h) { h.tables.back().layer.seeds = 9; }},
      {"tables", [](ProofHeader& h) { h.tables.back().layer.marks = 1; }},
  };
  for (const auto& [field, change] : forgeries) {
    const std::string message = refusal_of_header(change);
    EXPECT_NE(message.find("header, " + field + ":"), std::string::npos) << field << ": \"" << message << '"';
  }
}

// Roots of values stand in version 2 alone, which is written where there is one.
TEST(ProofFiles, NameTheRootsOfTablesThatHaveThem) {
  Proof proof = sample();
  ASSERT_GT(proof.tables.size(), 1U);
  EXPECT_EQ(ProofFile("none", encode_proof(proof)).header().version, 1U);
  proof.tables.front().values_root = Digest{.bytes = {1, 2, 3}};
  const Bytes bytes = encode_proof(proof);
  const ProofFile file("one", bytes);
  EXPECT_EQ(file.header().version, 2U);
  EXPECT_EQ(file.header().tables, proof.tables);
  EXPECT_EQ(file.load().tables, proof.tables);
  EXPECT_EQ(encode_proof(file.load()), bytes);
  // The byte that says whether a root follows: 0 or 1.
  ProofHeader header = file.header();
  const Bytes named(header.tables[0].values_root->bytes.begin(), header.tables[0].values_root->bytes.end());
  const auto at = std::search(bytes.begin(), bytes.end(), named.begin(), named.end()) - bytes.begin() - 1;
  for (const int other : {0, 2, 255}) {
    Bytes forged = bytes;
    forged[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(other);
    seal_header(kProofFile, std::span(forged).first(header.header_bytes));
    EXPECT_NE(refusal(forged), "") << other;
    if (other > 1) {
      EXPECT_NE(refusal(forged).find("expected 0 or 1 before a root of values"), std::string::npos) << refusal(forged);
    }
  }
}

// The first block of the first part is given other contents, and its checksum is made right.
std::string refusal_of_block(const std::function<void(Bytes&)>& change) {
  const Bytes right = sample_bytes();
  ProofHeader header = parse_proof_header(right, right.size(), "right");
  Bytes blocks;
  for (std::size_t p = 0; p < header.parts.size(); ++p) {
    for (std::size_t b = 0; b < header.parts[p].blocks.size(); ++b) {
      ProofBlockEntry& entry = header.parts[p].blocks[b];
      Bytes block(right.begin() + static_cast<std::ptrdiff_t>(entry.offset),
                  right.begin() + static_cast<std::ptrdiff_t>(entry.offset + entry.bytes));
      if (p == 1 && b == 0) change(block);
      entry.bytes = static_cast<std::uint32_t>(block.size());
      entry.checksum = checksum_of(block);
      blocks.insert(blocks.end(), block.begin(), block.end());
    }
  }
  Bytes bytes = serialise_proof_header(header);
  bytes.insert(bytes.end(), blocks.begin(), blocks.end());
  return refusal(bytes);
}

// Its columns changed, and encoded as the writer does.
std::string refusal_of_columns(const std::function<void(ProofColumns&)>& change) {
  const ProofNumbering numbering(sample().root.rules, sample().root.seeds());
  return refusal_of_block([&](Bytes& block) {
    ProofColumns columns = decode_proof_block(block, 16, numbering, "right");
    change(columns);
    block = encode_proof_block(columns, 3);
  });
}

TEST(ForgedProofs, BlocksAreReadFieldByField) {
  ASSERT_EQ(refusal_of_columns([](ProofColumns&) {}), "");
  const auto run_to = [](int seeds, int marks) { return [=](ProofColumns& c) { c.runs[0].layer = {seeds, marks}; }; };
  const std::vector<std::pair<std::string, std::function<void(ProofColumns&)>>> columns{
      {"runs", run_to(9, 0)},
      {"runs", run_to(0, 1)},
      {"runs",
       [](ProofColumns& c) {
         ++c.runs[0].nodes;
         c.numbers.push_back(c.numbers.back() + 1);
       }},
      {"runs",
       [](ProofColumns& c) {
         c.runs.push_back({c.runs.back().layer, c.runs.back().claimant_moves, 0});
       }},
      {"runs",
       [](ProofColumns& c) {
         c.runs.insert(c.runs.begin(), {{8, 0}, true, 0});
       }},
      {"steps", [](ProofColumns& c) { c.numbers.back() = 1'000'000; }},
      {"steps", [](ProofColumns& c) { c.numbers.back() = ProofNumber{1} << 100; }},
      {"actions",
       [](ProofColumns& c) {
         c.runs[0].claimant_moves = false;
         std::fill(c.actions.begin(), c.actions.end(), std::uint8_t{2});
       }},
      {"actions", [](ProofColumns& c) { c.actions.pop_back(); }},
      {"targets", [](ProofColumns& c) { c.targets.pop_back(); }},
      {"ranks", [](ProofColumns& c) { c.ranks.assign(15, 7); }},
  };
  for (const auto& [field, change] : columns) {
    const std::string message = refusal_of_columns(change);
    EXPECT_NE(message.find("part 2, block 1 of "), std::string::npos) << field << ": \"" << message << '"';
    EXPECT_NE(message.find(", " + field), std::string::npos) << field << ": \"" << message << '"';
  }
  const std::vector<std::pair<std::string, std::function<void(Bytes&)>>> bytes{
      {"runs", [](Bytes& b) { b.resize(1); }},
      {"runs", [](Bytes& b) { b[6] = 2; }},
      {"step lengths", [](Bytes& b) { b.resize(2 + 9 * b[0] + 3); }},
      {"step lengths", [](Bytes& b) { put_number(std::span(b).subspan(2 + 9 * b[0], 4), 1U << 31); }},
      {"length", [](Bytes& b) { b.push_back(0); }},
  };
  for (const auto& [field, change] : bytes) {
    const std::string message = refusal_of_block(change);
    EXPECT_NE(message.find(", " + field), std::string::npos) << field << ": \"" << message << '"';
  }
}

TEST(ForgedProofs, BlocksMustBeInOrder) {
  const Bytes right = sample_bytes();
  ProofHeader header = parse_proof_header(right, right.size(), "right");
  auto& blocks = header.parts[1].blocks;
  ASSERT_GE(blocks.size(), 3U);
  const auto piece = [&](const ProofBlockEntry& entry) {
    return Bytes(right.begin() + static_cast<std::ptrdiff_t>(entry.offset),
                 right.begin() + static_cast<std::ptrdiff_t>(entry.offset + entry.bytes));
  };
  const auto at = static_cast<std::ptrdiff_t>(blocks[0].offset);
  Bytes swapped = piece(blocks[1]);
  const Bytes first = piece(blocks[0]);
  swapped.insert(swapped.end(), first.begin(), first.end());
  std::swap(blocks[0], blocks[1]);
  Bytes bytes = serialise_proof_header(header);
  bytes.insert(bytes.end(), right.begin() + static_cast<std::ptrdiff_t>(bytes.size()), right.end());
  std::copy(swapped.begin(), swapped.end(), bytes.begin() + at);
  EXPECT_NE(refusal(bytes).find("part 2, block 2 of "), std::string::npos) << refusal(bytes);
  EXPECT_NE(refusal(bytes).find("out of order"), std::string::npos) << refusal(bytes);
}

// A header of 90 kB that asks for 600 million nodes, the most that its block index can name: 9.6 GB if it were believed.
TEST(ForgedProofs, OfFewBytesHoldFewNodes) {
  ProofHeader header{.root = parse_position("giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 S")};
  ProofPartHeader& part = header.parts.emplace_back();
  part = {.claim = {ClaimKind::ceiling_at_least, -180}, .block_bits = kMaxProofBlockBits};
  constexpr std::uint64_t kBlocks = 600;
  constexpr std::uint32_t kBlockBytes = 138;
  part.nodes = kBlocks << kMaxProofBlockBits;
  part.blocks.assign(kBlocks, {.bytes = kBlockBytes});
  Bytes bytes = serialise_proof_header(header);
  bytes.resize(header.file_bytes);
  EXPECT_EQ(bytes.size() / 1000, 90U);
  EXPECT_EQ(refusal(bytes).find("some.proof: header, block index: block 0 of part 1 cannot hold 1048576 nodes in 138 bytes"), 0U)
      << refusal(bytes);
}

// What is all alike compresses further than readers believe; the writer takes shorter blocks.
TEST(ProofWriter, KeepsToWhatReadersBelieve) {
  const Position root = parse_position("awari:4,4,4,4,4,4/4,4,4,4,4,4 0 0 S");
  const ProofNumbering numbering(root.rules, root.seeds());
  Proof proof{.root = root, .parts = {{{ClaimKind::ceiling_at_least, -48}, {}}}, .tables = {}};
  for (std::uint64_t number = 0; number < 200'000; ++number) {
    proof.parts[0].nodes.push_back({.key = numbering.key({20, 0}, number), .target = -20, .claimant_moves = false});
  }
  const ProofFile file("alike", encode_proof(proof));
  const ProofPartHeader& part = file.header().parts[0];
  EXPECT_LT(part.block_bits, kDefaultProofBlockBits);
  for (std::uint64_t block = 0; block < part.blocks.size(); ++block) {
    EXPECT_LE(part.nodes_in(block), kMostProofNodesAByte * part.blocks[block].bytes);
  }
  EXPECT_EQ(file.load().parts[0].nodes, proof.parts[0].nodes);
}

// The plan is no less than what the lists of a part take, and not much more.
TEST(ProofNodes, SayHowMuchMemoryTheyNeed) {
  const ProofMaker maker(RuleSet(giuthi_spec(), 5), {10, 0});
  const Position root = parse_position("giuthi:0,3,0,1,1/2,0,2,0,1");
  const Proof proof = maker.proof(root, {{ClaimKind::floor_at_most, 10}, maker.true_claims(root).front()});
  const ProofFile file("planned", encode_proof(proof, {.block_bits = 6}));
  const std::uint64_t holding = proof.parts[0].nodes.size();
  const std::uint64_t forcing = proof.parts[1].nodes.size();
  EXPECT_GE(ProofNodes::memory(file, 0), 12 * holding);
  EXPECT_LE(ProofNodes::memory(file, 0), 12 * holding + 12'000);
  EXPECT_GE(ProofNodes::memory(file, 1), 16 * forcing);
  EXPECT_LE(ProofNodes::memory(file, 1), 16 * forcing + 12'000);
}

// Positions of random games on large boards, each with a target that every game gives: their numbers need more than 64 bits.
TEST(LargeProofs, AreWrittenReadAndChecked) {
  std::mt19937 random(9);
  for (const char* start : {"giuthi:9,9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9,9 0 0 S",
                            "kiothi:3*,3*,3*,3*,3*,3*,3*,3*,3*,3*/3*,3*,3*,3*,3*,3*,3*,3*,3*,3* 0 0 N"}) {
    const Position root = parse_position(start);
    const auto game = make_keyed_game<3>(root.rules, root.seeds(), {});
    std::set<std::pair<Key<3>, bool>> seen;
    std::vector<KeyedPly<3>> plies;
    for (int play = 0; play < 40; ++play) {
      Key<3> key = game->key(root);
      bool claimant_moves = true;
      for (int ply = 0; ply < 60; ++ply) {
        plies.clear();
        if (game->append_plies(key, plies) == 0) break;
        seen.emplace(key, claimant_moves);
        const KeyedPly<3>& next = plies[random() % plies.size()];
        key = next.to;
        claimant_moves = next.again == claimant_moves;
      }
    }
    Proof proof{.root = root, .parts = {{{ClaimKind::ceiling_at_least, -root.seeds()}, {}}}, .tables = {}};
    const ProofNumbering numbering(root.rules, root.seeds());
    int wide = 0;
    for (const auto& [key, claimant_moves] : seen) {
      const auto target = static_cast<std::int16_t>(-game->layer(key).seeds);
      proof.parts[0].nodes.push_back({.key = key, .target = target, .claimant_moves = claimant_moves});
      wide += numbering.place(key).number >> 64 != 0 ? 1 : 0;
      EXPECT_EQ(numbering.place(key).layer, game->layer(key));
      EXPECT_EQ(numbering.key(game->layer(key), numbering.place(key).number), key);
    }
    EXPECT_GT(wide, 100) << start;
    EXPECT_GT(seen.size(), 500U) << start;
    const Bytes bytes = encode_proof(proof, {.level = 1, .block_bits = 5});
    const ProofFile file("large", bytes);
    EXPECT_TRUE(check_proof(file, NoLeafValues()).proved()) << start;
    EXPECT_EQ(sorted(file.load().parts[0].nodes), sorted(proof.parts[0].nodes)) << start;
    const ProofNodes nodes(file, 0);
    std::set<std::uint64_t> places;
    for (const auto& [key, claimant_moves] : seen) {
      const auto place = nodes.find(key, claimant_moves);
      ASSERT_TRUE(place.has_value());
      EXPECT_EQ(nodes.node(*place).key, key);
      places.insert(*place);
      EXPECT_EQ(nodes.find(key, !claimant_moves).has_value(), seen.contains({key, !claimant_moves}));
    }
    EXPECT_EQ(places.size(), seen.size());
    Proof wrong = proof;
    wrong.parts[0].nodes[random() % seen.size()].target = 1;
    EXPECT_FALSE(check_proof(ProofFile("large", encode_proof(wrong, {.level = 1})), NoLeafValues()).proved()) << start;
  }
}

// A random position of a big board; its numbers need more than 64 bits.
TEST(ProofNumbers, NeedNoMoreThanAHundredAndSixBits) {
  const ProofNumbering numbering(RuleSet(kiothi_spec(), 10), 180);
  // C(199, 19) and C(20, 10) times that, from an independent calculator.
  EXPECT_EQ(fmt::format("{}", numbering.count({180, 0})), "161358778796735007338614764");
  EXPECT_EQ(fmt::format("{}", numbering.count({180, 10})), "29812002535369573015853109337584");
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const LayerId layer{static_cast<int>(random() % 181), static_cast<int>(random() % 21)};
    const ProofNumber count = numbering.count(layer);
    if (layer.marks > layer.seeds) {
      EXPECT_EQ(count, 0U);
      continue;
    }
    const ProofNumber number = (ProofNumber{random()} << 64 | random()) % count;
    const auto place = numbering.place(numbering.key(layer, number));
    EXPECT_EQ(place.layer, layer);
    EXPECT_TRUE(place.number == number);
  }
}

TEST(ProofNumbers, AreThoseOfWholeLayers) {
  for (const auto& [spec, layer] : {std::pair(&giuthi_spec(), LayerId{7, 0}), std::pair(&kiothi_spec(), LayerId{5, 2})}) {
    const RuleSet rules(*spec, 3);
    const ProofNumbering numbering(rules, 9);
    const auto game = make_keyed_game<3>(rules, 9, {});
    const auto referee = make_referee(rules);
    ASSERT_GT(numbering.count(layer), 0U);
    std::uint64_t stored = 0;
    std::set<Key<3>> keys;
    for (ProofNumber number = 0; number < numbering.count(layer); ++number) {
      const Key<3> key = numbering.key(layer, number);
      EXPECT_TRUE(numbering.place(key).number == number);
      EXPECT_EQ(numbering.place(key).layer, layer);
      EXPECT_TRUE(keys.insert(key).second);
      stored += game->valid(key) ? 1 : 0;
    }
    EXPECT_EQ(stored, referee->stored(layer));
  }
}

}  // namespace
}  // namespace uthi
