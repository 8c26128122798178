// Writing a site.
#include "tools/explorer/site/export.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "core/error.hpp"
#include "tablebase/byte_source.hpp"
#include "tools/explorer/assets.hpp"
#include "tools/explorer/explorer.hpp"
#include "tools/explorer/site/bundle.hpp"
#include "tools/explorer/site/site_folder.hpp"
#include "tools/info_report.hpp"
#include "tools/output.hpp"

namespace uthi::explorer {

namespace {

constexpr std::string_view kPage = "index.html";

// What a server would send as a header.
constexpr std::string_view kContentSecurity =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'\">\n";
// Shown until a script of the page runs (panels.css): also in browsers that cannot run it, which pass over <noscript>.
constexpr std::string_view kWithoutScript =
    "<p class=\"note without-script\">This copy of the explorer answers in the browser, from tables that it fetches: it needs "
    "JavaScript. Without it this one position is shown.</p>\n";

std::string table_name(const TableSet& set, const Table& table) {
  return fmt::format("{}/{}", set.rules.full_text(), table.path().filename().string());
}

bool is_program_file(std::string_view name) { return name.ends_with(".jsonl") || name == "openapi.json"; }

void stop_if_asked(const SiteOrder& order) {
  if (order.stop != nullptr && *order.stop) throw Interrupted();
}

// f(set, table) for every table of the order.
template <class F>
void for_each_table(const SiteOrder& order, F&& f) {
  for (const TableSet& set : order.sets) {
    for (const auto& [layer, table] : set.layers) {
      stop_if_asked(order);
      f(set, *table);
    }
  }
}

std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(fmt::format("{} has no {}", kPage, from));
  return text.replace(at, from.size(), to);
}

void write_page(SiteFolder& folder) {
  const Explorer explorer({.folders = {folder.staging() / "tables"}});
  const Reply reply = explorer.answer({.target = "/"});
  if (reply.status != 200) throw TableDamaged(fmt::format("the first page cannot be made: {}", *reply.body));
  std::string page = with_replaced(*reply.body, "data-api=\"server\"", "data-api=\"local\"");
  page = with_replaced(std::move(page), "<meta name=\"viewport\"", std::string(kContentSecurity) + "<meta name=\"viewport\"");
  page = with_replaced(std::move(page), "<div id=\"failure\"", std::string(kWithoutScript) + "    <div id=\"failure\"");
  folder.write(std::string(kPage), page);
}

std::uint64_t program_bytes() {
  std::uint64_t bytes = 0;
  for (const auto* files : {&embedded_files(), &site_files()}) {
    for (const EmbeddedFile& file : *files) bytes += file.bytes.size();
  }
  return bytes;
}

}  // namespace

SiteReport export_site(const SiteOrder& order) {
  SiteFolder folder(order.folder);
  SiteReport report;
  for_each_table(order, [&](const TableSet&, const Table& table) {
    ++report.tables;
    report.positions += all_positions(table.header());
    report.table_bytes += table.file_bytes();
  });
  if (const std::uint64_t bytes = report.table_bytes + program_bytes(); bytes > order.most_bytes) {
    throw DoesNotFit(
        fmt::format("the site would have {}, {} of them tables, and may have {}; --seeds takes fewer tables along, --most-mib "
                    "allows more",
                    byte_text(bytes), byte_text(report.table_bytes), byte_text(order.most_bytes)));
  }
  std::vector<BundleEntry> bundle;
  for_each_table(order, [&](const TableSet& set, const Table& table) {
    const std::string name = table_name(set, table);
    folder.copy("tables/" + name, table.path());
    // The copy is what visitors get; so the copy is what is checked.
    const auto copied = folder.staging() / "tables" / name;
    Table(copied, nullptr).check(order.threads);
    bundle.push_back({BundledKind::table, name, table.file_bytes(), read_header_bytes(kTableFile, *open_file(copied), copied.string())});
  });
  for (const EmbeddedFile& file : embedded_files()) {
    if (is_program_file(file.name)) {
      bundle.push_back({BundledKind::file, std::string(file.name), file.bytes.size(), {file.bytes.begin(), file.bytes.end()}});
    } else if (file.name != kPage) {
      folder.write(fmt::format("assets/{}", file.name), file.bytes);
    }
  }
  for (const EmbeddedFile& file : site_files()) folder.write(fmt::format("assets/{}", file.name), file.bytes);
  folder.write("tables/tables.bin", write_bundle(bundle));
  write_page(folder);
  stop_if_asked(order);
  folder.commit(UTHI_VERSION);
  report.files = folder.names().size() + 1;  // with site.json
  report.bytes = folder.bytes();
  return report;
}

}  // namespace uthi::explorer
