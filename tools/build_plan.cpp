// Memory and disk that a build needs, from the sizes of its layers.
#include "tools/build_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include "core/error.hpp"
#include "core/referee.hpp"
#include "core/rows.hpp"
#include "solver/solve.hpp"
#include "tablebase/catalogue.hpp"
#include "tablebase/strip_coder.hpp"
#include "tablebase/strip_encoder.hpp"
#include "tools/output.hpp"

namespace uthi {

namespace {

constexpr std::uint64_t kProgramBytes = 11U << 20;  // code, buffers of the writer, thread stacks; measured at 9 to 12
constexpr double kValueBytes = 0.45;                // on disk, a stored position; measured at up to 0.26 with a mirror, 0.41 without
constexpr double kDepthBytes = 1.0;                 // both columns
constexpr std::uint64_t kFileBytes = 4096;          // header and block

std::string gibibytes(std::uint64_t bytes) {
  // Rounded up, so that the figure, given back as --memory, is enough.
  return fmt::format("{:.2f}", std::ceil(static_cast<double>(bytes) / (1ULL << 30) * 100) / 100);
}

bool fits(const BuildPlan& plan, const BuildLimits& limits) { return plan.memory_bytes <= limits.memory && plan.disk_bytes <= limits.disk; }

// Bytes that a finished layer takes in memory.
std::uint64_t held_bytes(const PlannedLayer& layer, bool depths) { return layer.stored * (depths ? 6 : 2); }

// Least cache for lower layers that are read from their files: with less, blocks are decompressed again and again.
std::uint64_t least_cache(std::uint64_t read_bytes) { return read_bytes == 0 ? 0 : std::max<std::uint64_t>(read_bytes / 8, 1U << 20); }

// Moves lower layers to their files, the largest first, until the layer's solving fits.
void share_memory(BuildPlan& plan, PlannedLayer& layer, std::uint64_t solving, std::uint64_t held, bool depths, std::uint64_t memory) {
  std::uint64_t read = 0;
  std::vector<const PlannedLayer*> in_memory;
  for (const PlannedLayer& below : plan.layers) {
    // What is read from its file once stays there.
    const bool moved = !plan.layers.empty() && std::find(plan.layers.back().from_files.begin(), plan.layers.back().from_files.end(),
                                                         below.layer) != plan.layers.back().from_files.end();
    if (moved) {
      layer.from_files.push_back(below.layer);
      read += held_bytes(below, depths);
    } else {
      in_memory.push_back(&below);
      held += held_bytes(below, depths);
    }
  }
  std::stable_sort(in_memory.begin(), in_memory.end(), [](const auto* a, const auto* b) { return a->stored > b->stored; });
  for (const PlannedLayer* below : in_memory) {
    if (held + solving + least_cache(read) <= memory) break;
    layer.from_files.push_back(below->layer);
    held -= held_bytes(*below, depths);
    read += held_bytes(*below, depths);
  }
  layer.cache_bytes = least_cache(read);
  const std::uint64_t need = held + solving + layer.cache_bytes;
  if (need < memory) layer.cache_bytes = std::min(read, layer.cache_bytes + (memory - need));
  layer.memory_bytes = held + solving + layer.cache_bytes;
}

enum class Need { least, fastest };

BuildPlan plan_for(const BuildRequest& request, const BuildLimits& limits, Need need);

std::optional<int> largest_that_fits(BuildRequest request, const BuildLimits& limits) {
  for (--request.seeds; request.seeds >= 0; --request.seeds) {
    try {
      if (fits(plan_for(request, limits, Need::least), limits)) return request.seeds;
    } catch (const DoesNotFit&) {  // even farther off
    }
  }
  return std::nullopt;
}

std::string advice(const BuildRequest& request, const BuildLimits& limits) {
  const auto seeds = largest_that_fits(request, limits);
  if (!seeds) return request.marks > 0 ? "no number of seeds fits with as many marks; try fewer --marks" : "no number of seeds fits";
  return fmt::format("--seeds {}{} fits", *seeds, request.marks > 0 ? fmt::format(" --marks {}", request.marks) : "");
}

BuildPlan plan_for(const BuildRequest& request, const BuildLimits& limits, Need need) {
  const auto referee = make_referee(request.rules);
  const auto solver = make_layer_solver(request.rules, 0);
  BuildPlan plan;
  const std::uint64_t fixed = kProgramBytes + row_table_bytes(request.rules.pits(), request.seeds);
  for (const LayerId layer : referee->layers_up_to({request.seeds, request.marks})) {
    PlannedLayer planned{layer, referee->positions(layer), referee->stored(layer)};
    if (planned.stored > std::numeric_limits<std::uint32_t>::max()) {
      throw DoesNotFit(fmt::format("layer {} has more than 2^32 stored positions", to_text(layer)));
    }
    // Packing begins when solving has given its memory back.
    const bool strips = !request.depths && request.level >= kLeastStripLevel && can_be_strips(request.rules, layer, 1);
    const std::uint64_t packing = strips ? held_bytes(planned, false) + strip_packing_bytes(planned.stored) : 0;
    const std::uint64_t least = std::max(solver->peak_bytes(layer, request.depths, false), packing);
    share_memory(plan, planned, least, fixed, request.depths, limits.memory);
    if (need == Need::fastest && planned.from_files.empty() && solver->keeps_edges(layer)) {
      const std::uint64_t with_edges = planned.memory_bytes - least + std::max(least, solver->peak_bytes(layer, request.depths, true));
      planned.keep_edges = with_edges <= limits.memory;
      if (planned.keep_edges) planned.memory_bytes = with_edges;
    }
    plan.positions += planned.positions;
    plan.stored += planned.stored;
    plan.memory_bytes = std::max(plan.memory_bytes, planned.memory_bytes);
    std::error_code error;
    if (!std::filesystem::exists(table_path(request.folder, request.rules, layer), error)) {
      const double each = kValueBytes + (request.depths ? kDepthBytes : 0);
      plan.disk_bytes += kFileBytes + static_cast<std::uint64_t>(each * static_cast<double>(planned.stored));
    }
    plan.layers.push_back(planned);
  }
  return plan;
}

}  // namespace

std::string layers_text(const BuildRequest& request) {
  if (request.marks == 0) return fmt::format("layers 0..{}", request.seeds);
  return fmt::format("layers 0..{} with up to {} {}", request.seeds, request.marks, request.marks == 1 ? "mark" : "marks");
}

std::uint64_t build_memory(std::uint64_t available) {
  constexpr double kShareOfMemory = 0.8;
  return static_cast<std::uint64_t>(static_cast<double>(available) * kShareOfMemory);
}

BuildPlan plan_build(const BuildRequest& request, const BuildLimits& limits) { return plan_for(request, limits, Need::fastest); }

void check_fits(const BuildRequest& request, const BuildPlan& plan, const BuildLimits& limits) {
  const std::string what = fmt::format("{} {}", request.rules.full_text(), layers_text(request));
  if (plan.memory_bytes > limits.memory) {
    throw DoesNotFit(fmt::format("{} needs {} GiB of memory and {} GiB may be used; {}, or give --memory {} if the machine has it", what,
                                 gibibytes(plan.memory_bytes), gibibytes(limits.memory), advice(request, limits),
                                 gibibytes(plan.memory_bytes)));
  }
  if (plan.disk_bytes > limits.disk) {
    throw DoesNotFit(fmt::format("{} needs about {} of disk and {} are free in {}; {}, or name a folder elsewhere with --tables", what,
                                 byte_text(plan.disk_bytes), byte_text(limits.disk), request.folder.string(), advice(request, limits)));
  }
}

BuildPlan plan_that_fits(const BuildRequest& request, const BuildLimits& limits) {
  BuildPlan plan;
  try {
    plan = plan_build(request, limits);
  } catch (const DoesNotFit& error) {
    throw DoesNotFit(fmt::format("{} {}: {}; {}", request.rules.full_text(), layers_text(request), error.what(), advice(request, limits)));
  }
  check_fits(request, plan, limits);
  return plan;
}

}  // namespace uthi
