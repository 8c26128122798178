// What to do about tables that are missing: a command that, typed as it stands, answers the question that was asked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "tablebase/catalogue.hpp"
#include "tools/command.hpp"

namespace uthi {

/// `word` as a shell reads it back: quoted where it holds anything special.
[[nodiscard]] std::string shell_word(std::string_view word);

/// "to make it: uthi build giuthi 2x3 --seeds 6 --tables hx", with the rules and the folder of the question, after `lead`;
/// where no such build fits this machine, "uthi solve" for the question's position.
[[nodiscard]] std::string how_to_make(const Arguments& arguments, const RuleSet& rules, const TableQuestion& question,
                                      std::string_view lead = "to make it: ");

/// `how_to_make` for messages of a catalogue. `arguments` must outlive it.
[[nodiscard]] TableAdvice advice_for(const Arguments& arguments);

/// The tables that a command line asks for, with advice about those that are missing. `arguments` must outlive it.
[[nodiscard]] Catalogue catalogue_of(const Arguments& arguments);

/// Throws TableMissing: there is no table of these rules (of any, without rules) in `folders`. `wanted` is the layer up to
/// which the question could use some.
[[noreturn]] void fail_no_tables(const Arguments& arguments, const std::vector<std::filesystem::path>& folders,
                                 const std::optional<RuleSet>& rules, LayerId wanted = {10, 0});

}  // namespace uthi
