// Commands that repeat a question's folders and rules, once it is known that they can work.
#include "tools/table_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/error.hpp"
#include "core/repetition.hpp"
#include "tools/build_plan.hpp"
#include "tools/folders.hpp"
#include "tools/machine.hpp"

namespace uthi {

namespace {

namespace fs = std::filesystem;

// A name like "-x" would be read as an option of its own.
std::string tables_words(const std::string& folder) {
  return fmt::format(" --tables{}{}", folder.starts_with('-') ? '=' : ' ', shell_word(folder));
}

std::uint64_t disk_of(const fs::path& folder) {
  try {
    return free_disk(folder);
  } catch (const InputOutputError&) {  // the build says what is the matter
    return std::numeric_limits<std::uint64_t>::max();
  }
}

// A build of all layers up to `top` within the limits that "uthi build" has without further options.
bool fits_here(const Arguments& arguments, const RuleSet& rules, LayerId top) {
  if (!can_be_built(rules, top)) return false;
  try {
    const BuildRequest request{.rules = rules.for_tables(),
                               .seeds = top.seeds,
                               .marks = top.marks,
                               .folder = folder_to_write(arguments),
                               .depths = have_depths(rules)};
    const auto available = available_memory();
    const BuildLimits limits{available ? build_memory(*available) : std::numeric_limits<std::uint64_t>::max(), disk_of(request.folder)};
    const BuildPlan plan = plan_build(request, limits);
    return plan.memory_bytes <= limits.memory && plan.disk_bytes <= limits.disk;
  } catch (const DoesNotFit&) {
    return false;
  } catch (const UsageError&) {  // no folder to build in: the build says what it needs
    return true;
  }
}

std::string solve_command(const Arguments& arguments, const Position& position) {
  std::string command = fmt::format("uthi solve {}", shell_word(to_text(position)));
  const auto asked = arguments.texts("tables");
  std::string tables;
  for (const std::string& folder : asked) {
    std::error_code error;
    if (fs::is_directory(folder, error)) tables += tables_words(folder);
  }
  return command + (tables.empty() && !asked.empty() ? " --no-tables" : tables);
}

std::string advice_text(const Arguments& arguments, const RuleSet& rules, const TableQuestion& question, std::string_view lead, bool fits) {
  if (fits) {
    const auto asked = arguments.texts("tables");
    return fmt::format("{}{}{}", lead, build_command(rules, question.top), asked.empty() ? "" : tables_words(asked.front()));
  }
  const std::string why = question.top.seeds > kMaxLayerSeeds
                              ? fmt::format("tables go up to {} seeds, positions with more have none", kMaxLayerSeeds)
                              : fmt::format("tables up to {} seeds do not fit this machine", to_text(question.top));
  if (question.position == nullptr) return fmt::format("{}; \"uthi solve POSITION\" decides a single position", why);
  return fmt::format("{}; to decide this position alone: {}", why, solve_command(arguments, *question.position));
}

}  // namespace

std::string shell_word(std::string_view word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@%+,";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string how_to_make(const Arguments& arguments, const RuleSet& rules, const TableQuestion& question, std::string_view lead) {
  return advice_text(arguments, rules, question, lead, fits_here(arguments, rules, question.top));
}

TableAdvice advice_for(const Arguments& arguments) {
  // Asked about line after line, the same layer is planned once.
  struct Known {
    std::mutex mutex;
    std::map<std::pair<std::string, LayerId>, bool> fits;
  };
  return [&arguments, known = std::make_shared<Known>()](const RuleSet& rules, const TableQuestion& question) {
    const std::lock_guard lock(known->mutex);
    const std::pair key(rules.for_tables().full_text(), question.top);
    auto found = known->fits.find(key);
    if (found == known->fits.end()) found = known->fits.emplace(key, fits_here(arguments, rules, question.top)).first;
    return advice_text(arguments, rules, question, "to make it: ", found->second);
  };
}

Catalogue catalogue_of(const Arguments& arguments) {
  return Catalogue(folders_to_read(arguments), kDefaultCacheBytes, advice_for(arguments));
}

void fail_no_tables(const Arguments& arguments, const std::vector<fs::path>& folders, const std::optional<RuleSet>& rules, LayerId wanted) {
  const RuleSet example = rules ? *rules : RuleSet(game_named("giuthi"), 6);
  const std::string what = rules ? fmt::format("no tables of {}", rules->full_text()) : "no tables";
  throw TableMissing(
      fmt::format("{} in {}; {}", what, folders_text(folders), how_to_make(arguments, example, {.top = wanted}, "to make some: ")));
}

}  // namespace uthi
