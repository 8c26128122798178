// tables.bin of exported sites: read back as written, and every damage is found.
#include "tools/explorer/site/bundle.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "tablebase/format.hpp"

namespace uthi::explorer {
namespace {

std::vector<BundleEntry> entries() {
  return {{BundledKind::table, "giuthi-2x5/010.uthi", 1000, {1, 2, 3}},
          {BundledKind::table, "giuthi{origin=sow}-2x5/000.uthi", 0, {}},
          {BundledKind::file, "openapi.json", 2, {'{', '}'}}};
}

std::vector<std::uint8_t> with_right_sum(std::vector<std::uint8_t> bytes) {
  const auto sum = checksum_of(std::span(bytes).first(bytes.size() - 8));
  for (std::size_t i = 0; i < 8; ++i) bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(sum >> (8 * i));
  return bytes;
}

TEST(Bundle, IsReadBackAsItWasWritten) {
  EXPECT_EQ(read_bundle(write_bundle(entries())), entries());
  EXPECT_TRUE(read_bundle(write_bundle({})).empty());
}

TEST(Bundle, EveryChangedBitAndEveryCutIsFound) {
  const auto bytes = write_bundle(entries());
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      auto changed = bytes;
      changed[at] ^= static_cast<std::uint8_t>(1 << bit);
      EXPECT_THROW((void)read_bundle(changed), TableDamaged) << at;
    }
    EXPECT_THROW((void)read_bundle(std::span(bytes).first(at)), TableDamaged) << at;
  }
}

TEST(Bundle, FieldsAreCheckedEvenWhereTheSumIsRight) {
  const auto bytes = write_bundle(entries());
  for (std::size_t at = 0; at + 8 < bytes.size(); ++at) {
    for (const char value : {'\0', '\xff', '/', '.'}) {
      auto changed = bytes;
      changed[at] = static_cast<std::uint8_t>(value);
      try {
        (void)read_bundle(with_right_sum(changed));
      } catch (const TableDamaged&) {
        // Many values are right ones; what must not happen is anything else.
      }
    }
  }
  const auto name_of_table = [](const std::string& name) {
    return write_bundle(std::vector<BundleEntry>{{BundledKind::table, name, 0, {}}});
  };
  for (const std::string name : {"", "/etc/passwd", "../up", "a/../b", "a b", "a\\b", "\x01"}) {
    EXPECT_THROW((void)read_bundle(name_of_table(name)), TableDamaged) << name;
  }
  EXPECT_THROW((void)read_bundle(write_bundle(std::vector<BundleEntry>{{BundledKind::table, "a", 1, {1, 2}}})), TableDamaged);
  EXPECT_THROW((void)read_bundle(write_bundle(std::vector<BundleEntry>{{BundledKind::file, "a", 3, {1, 2}}})), TableDamaged);
}

TEST(Bundle, VersionsFollowTheBeginning) {
  BundleEntry entry = entries().front();
  const std::string version = entry.version();
  EXPECT_EQ(version.size(), 16U);
  entry.head[1] ^= 1;
  EXPECT_NE(entry.version(), version);
}

}  // namespace
}  // namespace uthi::explorer
