// Writing and reading tables.bin.
#include "tools/explorer/site/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/error.hpp"
#include "tablebase/bytes.hpp"
#include "tablebase/format.hpp"

namespace uthi::explorer {

namespace {

constexpr std::string_view kMagic = "UTHISITE";
constexpr std::uint32_t kFormat = 1;
constexpr std::size_t kSumBytes = 8;

[[noreturn]] void damaged(std::string_view what) { throw TableDamaged(fmt::format("tables.bin: {}", what)); }

struct TooShort {
  void operator()(std::string_view field) const { damaged(fmt::format("it ends within {}", field)); }
};
using Reader = ByteReader<TooShort>;

// Names become paths: "giuthi-2x5/010.uthi", no way up or out.
bool is_plain(std::string_view name) {
  if (name.empty() || name.front() == '/' || name.find("..") != std::string_view::npos) return false;
  return std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; });
}

BundleEntry read_entry(Reader& reader) {
  BundleEntry entry;
  const std::uint64_t kind = reader.number(1, "the kind of an entry");
  if (kind > 1) damaged(fmt::format("an entry of kind {}, expected 0 or 1", kind));
  entry.kind = static_cast<BundledKind>(kind);
  const auto name = reader.take(reader.number(2, "the length of a name"), "a name");
  entry.name.assign(name.begin(), name.end());
  if (!is_plain(entry.name)) damaged("a name that cannot be one of a file of the site");
  entry.bytes = reader.number(8, "the size of a file");
  const auto head = reader.take(reader.number(4, "the size of a beginning"), "the beginning of a file");
  entry.head.assign(head.begin(), head.end());
  if (entry.head.size() > entry.bytes) damaged(fmt::format("{}: its beginning is longer than the file", entry.name));
  if (entry.kind == BundledKind::file && entry.head.size() != entry.bytes) damaged(fmt::format("{}: not the whole file", entry.name));
  return entry;
}

}  // namespace

std::string BundleEntry::version() const { return fmt::format("{:016x}", checksum_of(head)); }

std::vector<std::uint8_t> write_bundle(std::span<const BundleEntry> entries) {
  std::vector<std::uint8_t> out(kMagic.begin(), kMagic.end());
  append_number(out, kFormat, 4);
  append_number(out, entries.size(), 4);
  for (const BundleEntry& entry : entries) {
    append_number(out, static_cast<std::uint64_t>(entry.kind), 1);
    append_number(out, entry.name.size(), 2);
    out.insert(out.end(), entry.name.begin(), entry.name.end());
    append_number(out, entry.bytes, 8);
    append_number(out, entry.head.size(), 4);
    out.insert(out.end(), entry.head.begin(), entry.head.end());
  }
  append_number(out, checksum_of(out), kSumBytes);
  return out;
}

std::vector<BundleEntry> read_bundle(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kMagic.size() + kSumBytes) damaged("it is too short");
  const auto body = bytes.first(bytes.size() - kSumBytes);
  Reader reader(body, {});
  const auto magic = reader.take(kMagic.size(), "the magic");
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin())) damaged("it does not begin as such a file does");
  Reader sum(bytes.last(kSumBytes), {});
  if (sum.number(kSumBytes, "the checksum") != checksum_of(body)) damaged("its bytes do not match its checksum");
  if (const auto format = reader.number(4, "the format"); format != kFormat) {
    damaged(fmt::format("format {}, expected {}", format, kFormat));
  }
  std::vector<BundleEntry> entries;
  for (std::uint64_t left = reader.number(4, "the number of entries"); left > 0; --left) entries.push_back(read_entry(reader));
  if (reader.left() != 0) damaged("bytes behind the last entry");
  return entries;
}

}  // namespace uthi::explorer
