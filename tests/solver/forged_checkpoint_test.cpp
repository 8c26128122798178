// States that were changed after they were kept: whatever stands in them, there is no crash and no wrong layer.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <random>
#include <utility>

#include "core/awari.hpp"
#include "solver/checkpoint.hpp"
#include "solver/layer_nodes.hpp"
#include "tests/solver/layers.hpp"
#include "tools/checked_solve.hpp"

namespace uthi {
namespace {

using Parts = std::vector<std::vector<std::uint8_t>>;

// In the order in which a state has them.
enum Part : std::size_t { kPoint, kAValue, kBValue, kACandidate, kBCandidate, kBOpen, kADepth, kBDepth, kWaiting, kParts };

// Keeps every state there is.
class Album final : public Checkpoint {
 public:
  bool due() override { return true; }
  void save(const std::vector<StatePart>& parts) override {
    states_.emplace_back();
    for (const StatePart part : parts) states_.back().emplace_back(part.begin(), part.end());
  }
  bool load(const PartRoom&, const PartsFault&) override { return false; }
  void put_aside(const std::string&) override {}
  bool went_on() const override { return false; }
  [[nodiscard]] const std::vector<Parts>& states() const { return states_; }

 private:
  std::vector<Parts> states_;
};

// Gives a state out as a file with right checksums does.
class Given final : public Checkpoint {
 public:
  explicit Given(Parts parts) : parts_(std::move(parts)) {}
  bool due() override { return false; }
  void save(const std::vector<StatePart>&) override {}
  bool load(const PartRoom& room, const PartsFault& fault) override {
    if (!refused_.empty() || !found_.empty()) return false;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const auto into = room(part, parts_[part].size());
      if (into.size() != parts_[part].size()) {
        refused_ = "a part has another size";
        return false;
      }
      std::copy(parts_[part].begin(), parts_[part].end(), into.begin());
    }
    refused_ = fault();
    return went_on_ = refused_.empty();
  }
  void put_aside(const std::string& why) override {
    found_ = why;
    went_on_ = false;
  }
  bool went_on() const override { return went_on_; }

  /// Why it was refused when it was loaded, and what was found in the layer that came of it; empty if nothing.
  [[nodiscard]] const std::string& refused() const { return refused_; }
  [[nodiscard]] const std::string& found() const { return found_; }

 private:
  Parts parts_;
  bool went_on_ = false;
  std::string refused_;
  std::string found_;
};

// A layer with the states that it goes through.
class Layer {
 public:
  Layer(RuleSet rules, LayerId top, SolveOptions options)
      : rules_(std::move(rules)),
        top_(top),
        options_(std::move(options)),
        solver_(make_layer_solver(rules_, top.seeds)),
        layers_(rules_, top, options_) {
    Album album;
    SolveOptions all = options_;
    all.checkpoint = &album;
    EXPECT_TRUE(solver_->solve(top_, layers_, all) == right());
    states_ = album.states();
  }

  [[nodiscard]] const LayerValues& right() const { return layers_.layer(top_); }
  [[nodiscard]] const std::vector<Parts>& states() const { return states_; }
  [[nodiscard]] int seeds() const { return top_.seeds; }
  [[nodiscard]] std::string name() const { return rules_.full_text() + (options_.depths ? "" : " without depths"); }

  /// What comes of it.
  [[nodiscard]] LayerValues from(Given& given) const {
    SolveOptions options = options_;
    options.checkpoint = &given;
    return solve_checked(*solver_, rules_, top_, layers_, options, {.checking = {}, .note = [](const std::string&) {}});
  }

 private:
  RuleSet rules_;
  LayerId top_;
  SolveOptions options_;
  std::unique_ptr<LayerSolver> solver_;
  SolvedLayers layers_;
  std::vector<Parts> states_;
};

const std::vector<Layer>& layers() {
  static const auto list = [] {
    std::vector<Layer> some;
    some.emplace_back(rules_of(giuthi_spec(), 3, ""), LayerId{7, 0}, with_threads(1));
    some.emplace_back(rules_of(giuthi_spec(), 3, "origin=sow,empty=none"), LayerId{7, 0}, with_threads(2));
    some.emplace_back(rules_of(giuthi_spec(), 3, ""), LayerId{7, 0}, with_threads(1, false));
    some.emplace_back(rules_of(giuthi_spec(), 3, "repetition=score"), LayerId{6, 0}, with_threads(1, false));
    some.emplace_back(rules_of(giuthi_spec(), 3, "repetition=split"), LayerId{6, 0}, with_threads(1, false));
    some.emplace_back(rules_of(awari_spec(), 3, ""), LayerId{7, 0}, with_threads(1, false));
    some.emplace_back(rules_of(awari_spec(), 3, "repetition=draw"), LayerId{7, 0}, with_threads(1));
    some.emplace_back(rules_of(kiothi_spec(), 2, ""), LayerId{7, 1}, with_threads(1));
    some.emplace_back(rules_of(kiothi_spec(), 3, ""), LayerId{5, 1}, with_threads(2, false));
    some.emplace_back(rules_of(kiothi_spec(), 3, "repetition=score"), LayerId{5, 1}, with_threads(1, false));
    return some;
  }();
  return list;
}

class Forger {
 public:
  explicit Forger(std::uint64_t seed) : random_(seed) {}

  // Some state, changed; half of them so that most bounds hold.
  Parts forge(const Layer& layer) {
    Parts parts = layer.states()[below(layer.states().size())];
    const std::size_t changes = 1 + below(3);
    const bool plausible = below(2) == 0;
    for (std::size_t i = 0; i < changes; ++i) plausible ? lie(parts, layer.seeds()) : change(parts, layer.seeds());
    return parts;
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random_() % bound); }

  void change(Parts& parts, int seeds) {
    std::vector<std::uint8_t>& any = parts[below(parts.size())];
    switch (below(10)) {
      case 0:
        if (!any.empty()) any[below(any.size())] = static_cast<std::uint8_t>(random_());
        break;
      case 1:
        if (!any.empty()) any[below(any.size())] ^= static_cast<std::uint8_t>(1U << below(8));
        break;
      case 2:
        put<std::uint64_t>(parts[kPoint],
                           {0, 1, 2, 120, 0xfffe, 0xffff, ~std::uint64_t{0}, std::uint64_t{1} << 32, std::uint64_t{1} << 63});
        break;
      case 3:
      case 4:
        put<std::uint32_t>(parts.back(), {0, 1, 2, 3, static_cast<std::uint32_t>(parts[kAValue % parts.size()].size()), 0x7fffffff,
                                          0xfffffffe, 0xffffffff, static_cast<std::uint32_t>(below(1000))});
        break;
      case 5:
        any.resize(below(2) == 0 ? below(any.size() + 1) : any.size() + 1 + below(64), static_cast<std::uint8_t>(random_()));
        break;
      case 6:
        std::swap(any, parts[below(parts.size())]);
        break;
      case 7:
        if (below(2) == 0) {
          parts.push_back(any);
        } else if (parts.size() > 1) {
          parts.pop_back();
        }
        break;
      default:
        lie(parts, seeds);
    }
  }

  // A margin, a count or a depth that could be.
  void lie(Parts& parts, int seeds) {
    std::vector<std::uint8_t>& column = parts[(kAValue + below(kWaiting - kAValue)) % parts.size()];
    if (column.empty()) return;
    std::uint8_t& byte = column[below(column.size())];
    switch (below(3)) {
      case 0:
        byte = static_cast<std::uint8_t>(static_cast<int>(below(static_cast<std::size_t>(2 * seeds + 1))) - seeds);
        break;
      case 1:
        byte = static_cast<std::uint8_t>(byte + 1);
        break;
      default:
        byte = static_cast<std::uint8_t>(byte - 1);
    }
  }

  template <class T>
  void put(std::vector<std::uint8_t>& part, std::initializer_list<T> choice) {
    if (part.size() < sizeof(T)) return;
    const T word = choice.begin()[below(choice.size())];
    std::memcpy(&part[below(part.size() / sizeof(T)) * sizeof(T)], &word, sizeof(word));
  }

  std::mt19937_64 random_;
};

TEST(ForgedCheckpoint, AThousandOfThemGiveTheRightLayer) {
  constexpr int kEach = 100;
  std::size_t refused = 0;
  std::size_t found = 0;
  std::uint64_t seed = 1;
  for (const Layer& layer : layers()) {
    ASSERT_GT(layer.states().size(), 5U) << layer.name();
    Forger forger(seed++);
    for (int i = 0; i < kEach; ++i) {
      Given given(forger.forge(layer));
      ASSERT_TRUE(layer.from(given) == layer.right()) << layer.name() << ", forgery " << i;
      refused += given.refused().empty() ? 0 : 1;
      found += given.found().empty() ? 0 : 1;
    }
  }
  EXPECT_EQ(kEach * layers().size(), 1000U);
  EXPECT_GT(refused, 500U) << "bounds are checked when a state is loaded";
  EXPECT_GT(found, 20U) << "and what bounds cannot tell when the layer is solved";
  RecordProperty("refused", static_cast<int>(refused));
  RecordProperty("found", static_cast<int>(found));
}

// Plies that B still waits for say nothing by themselves: one less, and B is settled before its last successor.
TEST(ForgedCheckpoint, ACountOfOpenPliesThatIsOneTooSmallIsFoundInTheLayer) {
  for (const Layer& layer : layers()) {
    std::size_t wrong = 0;
    for (const Parts& state : layer.states()) {
      for (std::size_t i = 0; i < state[kBOpen].size() && wrong < 5; i += 7) {
        if (state[kBOpen][i] < 2 || state[kBOpen][i] > 100) continue;
        Parts parts = state;
        --parts[kBOpen][i];
        Given given(parts);
        ASSERT_TRUE(layer.from(given) == layer.right()) << layer.name();
        EXPECT_EQ(given.refused(), "") << layer.name();
        wrong += given.found().empty() ? 0 : 1;
      }
    }
    EXPECT_GT(wrong, 0U) << layer.name();
  }
}

TEST(ForgedCheckpoint, HonestStatesAreNeitherRefusedNorFoundWrong) {
  for (const Layer& layer : layers()) {
    for (const Parts& state : layer.states()) {
      Given given(state);
      ASSERT_TRUE(layer.from(given) == layer.right()) << layer.name();
      ASSERT_EQ(given.refused(), "") << layer.name();
      ASSERT_EQ(given.found(), "") << layer.name();
    }
  }
}

// The bounds one by one, on a state that settles and has nodes waiting.
class StateBounds : public testing::Test {
 protected:
  StateBounds() {
    const auto fits = [](const Parts& state) {
      std::uint64_t stage = 0;
      std::memcpy(&stage, state[kPoint].data(), sizeof(stage));
      std::uint32_t length = 0;
      if (state[kWaiting].size() >= 4 * sizeof(length)) std::memcpy(&length, state[kWaiting].data(), sizeof(length));
      return stage == 1 && length > 1;  // the first list has two nodes
    };
    const auto& states = layers().front().states();
    const auto found = std::find_if(states.begin(), states.end(), fits);
    EXPECT_NE(found, states.end());
    parts_ = *found;
  }

  [[nodiscard]] std::string refusal() const {
    Given given(parts_);
    EXPECT_TRUE(layers().front().from(given) == layers().front().right());
    return given.refused();
  }
  void set_word(std::size_t word, std::uint32_t value) { std::memcpy(&parts_[kWaiting][word * sizeof(value)], &value, sizeof(value)); }
  [[nodiscard]] std::uint32_t word(std::size_t word) const {
    std::uint32_t value = 0;
    std::memcpy(&value, &parts_[kWaiting][word * sizeof(value)], sizeof(value));
    return value;
  }
  void set_point(std::size_t number, std::uint64_t value) { std::memcpy(&parts_[kPoint][number * sizeof(value)], &value, sizeof(value)); }

  Parts parts_;
};

TEST_F(StateBounds, OfTheStage) {
  set_point(0, 7);
  EXPECT_EQ(refusal(), "its stage is none");
}
TEST_F(StateBounds, OfWhatWasLookedAt) {
  set_point(1, 5);
  EXPECT_EQ(refusal(), "it settles before all positions were looked at");
}
TEST_F(StateBounds, OfTheGuarantee) {
  for (const std::int64_t guarantee : {std::int64_t{8}, std::int64_t{-8}, std::numeric_limits<std::int64_t>::min()}) {
    set_point(2, static_cast<std::uint64_t>(guarantee));
    EXPECT_EQ(refusal(), "its guarantee " + std::to_string(guarantee) + " is none of this layer");
  }
}
TEST_F(StateBounds, OfTheDepth) {
  set_point(3, 65534);
  EXPECT_EQ(refusal(), "its depth 65534 cannot be");
}
TEST_F(StateBounds, OfTheProgress) {
  set_point(4, ~std::uint64_t{0});
  EXPECT_EQ(refusal(), "its progress is more than the whole");
}
TEST_F(StateBounds, OfTheCandidates) {
  set_point(5, ~std::uint64_t{0});
  EXPECT_EQ(refusal(), "its candidates are not those of its positions");
}
TEST_F(StateBounds, OfANumberInAWave) {
  set_word(1, static_cast<std::uint32_t>(parts_[kAValue].size()));
  EXPECT_EQ(refusal(), "position " + std::to_string(parts_[kAValue].size()) + " in its waves is none of this layer");
}
TEST_F(StateBounds, OfANodeThatStandsInTheWavesTwice) {
  set_word(2, word(1));
  EXPECT_EQ(refusal(), "position " + std::to_string(word(1)) + " stands in its waves twice");
}
TEST_F(StateBounds, OfTheLengthOfAList) {
  for (const std::uint32_t length : {0xffffffffU, 0x80000000U, static_cast<std::uint32_t>(parts_[kWaiting].size() / 4)}) {
    set_word(0, length);
    EXPECT_EQ(refusal(), "a list of its waves has no end");
  }
}
TEST_F(StateBounds, OfHowManyWavesThereAre) {
  parts_[kWaiting].resize(parts_[kWaiting].size() + 3 * sizeof(std::uint32_t) * 0xffff, 0);
  EXPECT_EQ(refusal(), "it has more waves than there can be");
}
TEST_F(StateBounds, OfANodeThatIsSpreadAndNotSettled) {
  parts_[kAValue][word(1)] = static_cast<std::uint8_t>(kNoMargin);
  EXPECT_EQ(refusal(), "position " + std::to_string(word(1)) + " stands in a wave that is not its own");
}
TEST_F(StateBounds, OfANodeThatIsNotSpread) {
  const auto first = parts_[kWaiting].begin() + 4;
  parts_[kWaiting].erase(first, first + std::ptrdiff_t{4} * word(0));
  set_word(0, 0);
  EXPECT_EQ(refusal(), "its waves are not those of its positions");
}
TEST_F(StateBounds, OfTheMargins) {
  for (const Part column : {kAValue, kBValue, kACandidate, kBCandidate}) {
    for (std::size_t i = 0; i < parts_[column].size(); i += 5) {
      const std::uint8_t kept = std::exchange(parts_[column][i], std::uint8_t{100});
      EXPECT_NE(refusal(), "") << column << ", position " << i;
      parts_[column][i] = kept;
    }
  }
}
TEST_F(StateBounds, OfTheParts) {
  const Parts kept = parts_;
  parts_.pop_back();
  EXPECT_EQ(refusal(), "parts are missing");
  parts_ = kept;
  parts_.push_back({});
  EXPECT_NE(refusal(), "");
  parts_ = kept;
  parts_[kWaiting].pop_back();
  EXPECT_EQ(refusal(), "a part has another size");
  parts_[kWaiting] = std::vector<std::uint8_t>(std::size_t{1} << 22, 0);
  EXPECT_EQ(refusal(), "a part has another size");
}

}  // namespace
}  // namespace uthi
