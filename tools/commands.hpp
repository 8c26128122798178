// The commands of the program, each in a file of its own.
#pragma once

#include "tools/command.hpp"

namespace uthi {

[[nodiscard]] const Command& bench_command();
[[nodiscard]] const Command& book_command();
[[nodiscard]] const Command& build_command();
[[nodiscard]] const Command& check_proof_command();
[[nodiscard]] const Command& cook_command();
[[nodiscard]] const Command& explain_command();
[[nodiscard]] const Command& export_site_command();
[[nodiscard]] const Command& info_command();
[[nodiscard]] const Command& line_command();
[[nodiscard]] const Command& mine_command();
[[nodiscard]] const Command& moves_command();
[[nodiscard]] const Command& perft_command();
[[nodiscard]] const Command& play_command();
[[nodiscard]] const Command& probe_command();
[[nodiscard]] const Command& problems_command();
[[nodiscard]] const Command& recompress_command();
[[nodiscard]] const Command& render_command();
[[nodiscard]] const Command& rules_command();
[[nodiscard]] const Command& serve_command();
[[nodiscard]] const Command& show_command();
[[nodiscard]] const Command& similar_command();
[[nodiscard]] const Command& solve_command();
[[nodiscard]] const Command& start_command();
[[nodiscard]] const Command& stats_command();
[[nodiscard]] const Command& twin_command();
[[nodiscard]] const Command& verify_command();

}  // namespace uthi
