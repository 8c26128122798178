// What JavaScript calls (answers.js): the explorer over fetched files, one question at a time.
#include <emscripten.h>

#include <boost/json/serialize.hpp>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>

#include "fetched_files.hpp"
#include "tools/explorer/assets.hpp"
#include "tools/explorer/explorer.hpp"
#include "tools/explorer/problem.hpp"
#include "tools/explorer/site/bundle.hpp"
#include "tools/explorer/solve_job.hpp"

namespace uthi::explorer {

namespace {

const std::string kFolder = "/tables";
constexpr double kMostSeconds = 60;
constexpr std::uint64_t kSolveMemory = 256ULL << 20;

// The one site of this module, and the last answer.
struct Site {
  std::vector<BundleEntry> entries{};
  std::vector<EmbeddedFile> embedded{};
  std::unique_ptr<Explorer> explorer{};
  std::string type{};
  std::string text{};
  std::string wanted{};

  // 0 if files are wanted: what was found without them is no answer.
  int give(int status, std::string reply_type, std::string reply_text) {
    wanted.clear();
    for (const std::string& path : FetchedFiles::instance().take_wanted()) {
      const std::string name = path.substr(kFolder.size() + 1);
      for (const BundleEntry& entry : entries) {
        if (entry.name == name) wanted += name + " " + entry.version() + " " + std::to_string(entry.bytes) + "\n";
      }
    }
    type = std::move(reply_type);
    text = std::move(reply_text);
    return wanted.empty() ? status : 0;
  }
  int give(const Reply& reply) { return give(reply.status, reply.type, *reply.body); }
};

Site& site() {
  static Site site;
  return site;
}

// Folders are listed through the file system of the module; its files are empty, open_file knows what they hold.
void put_in_folders(const BundleEntry& entry) {
  const std::filesystem::path path = kFolder + "/" + entry.name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path);
  FetchedFiles::instance().add(path.string(), entry.bytes, entry.head);
}

void open_site(std::span<const std::uint8_t> bundle) {
  site().entries = read_bundle(bundle);
  for (const BundleEntry& entry : site().entries) {
    if (entry.kind == BundledKind::table) {
      put_in_folders(entry);
    } else {
      site().embedded.push_back({entry.name, {reinterpret_cast<const char*>(entry.head.data()), entry.head.size()}});
    }
  }
  // Nothing is kept of an answer that may have to be given anew.
  site().explorer = std::make_unique<Explorer>(ExplorerOptions{.folders = {kFolder}, .answer_bytes = 0});
}

}  // namespace

const std::vector<EmbeddedFile>& embedded_files() { return site().embedded; }

}  // namespace uthi::explorer

using namespace uthi;            // NOLINT: functions with C names cannot stand in a namespace's way
using namespace uthi::explorer;  // NOLINT

// clang-format off
EM_JS(void, tell_line, (const char* line), { Module['siteLine'](UTF8ToString(line)); })
// clang-format on

extern "C" {

/// 1 if `bundle` is the tables.bin of a site, which is then open; 0 if not, and site_text says why.
int site_open(const std::uint8_t* bundle, std::size_t bytes) {
  try {
    open_site({bundle, bytes});
    return 1;
  } catch (const std::exception& error) {
    site().give(500, "text/plain", error.what());
    return 0;
  }
}

/// The status of the answer, whose media type and text are then site_type and site_text; 0 if site_wanted are needed first.
int site_answer(const char* method, const char* target, const char* body, std::size_t body_bytes) {
  return site().give(site().explorer->answer({.method = method, .target = target, .body = {body, body_bytes}}));
}

/// A search with this order as POST /v1/solve takes it: Module.siteLine is given each line of progress, the last line is the answer.
int site_solve(const char* body, std::size_t bytes) {
  try {
    std::string last;
    SolveJob job(parse_order({body, bytes}, kMostSeconds), site().explorer->tables(), kSolveMemory, [&](std::string line, bool is_last) {
      if (is_last) {
        last = std::move(line);
      } else {
        tell_line(line.c_str());
      }
    });
    job.run();
    return site().give(200, "application/x-ndjson", std::move(last));
  } catch (const Problem& problem) {
    return site().give(problem.reply());
  } catch (const std::exception&) {
    return site().give(Problem(500, "internal", "this should not have happened").reply());
  }
}

const char* site_type() { return site().type.c_str(); }
const char* site_text() { return site().text.data(); }
std::size_t site_text_bytes() { return site().text.size(); }

/// Files to fetch, a line each: name below tables/, version, bytes.
const char* site_wanted() { return site().wanted.c_str(); }

/// Room for the bytes of a wanted file; null if there is not the memory.
std::uint8_t* site_file(const char* name) {
  try {
    return FetchedFiles::instance().room(kFolder + "/" + name).data();
  } catch (const std::exception&) {
    return nullptr;
  }
}

/// They are there.
void site_arrived(const char* name) { FetchedFiles::instance().arrived(kFolder + "/" + name); }
}
