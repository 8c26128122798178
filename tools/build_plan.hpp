// What a build will do and need, known before it starts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/layer.hpp"
#include "core/rule_set.hpp"

namespace uthi {

struct BuildRequest {
  RuleSet rules;  ///< As RuleSet::for_tables gives them.
  int seeds = 0;  ///< Layers 0..seeds.
  int marks = 0;  ///< With 0..marks marked pits each, in games that have them.
  std::filesystem::path folder;
  int threads = 1;
  bool depths = true;
  int level = 19;                   ///< zstd level of the values, 1..22.
  double checkpoint_seconds = 300;  ///< Between two saves of a layer half solved; 0 saves at every step.
};

struct PlannedLayer {
  LayerId layer;
  std::uint64_t positions = 0;        ///< Mirror images counted.
  std::uint64_t stored = 0;           ///< Mirror images folded.
  std::uint64_t memory_bytes = 0;     ///< At the peak of solving it, everything counted.
  std::vector<LayerId> from_files{};  ///< Lower layers that are read through the block cache, for want of memory.
  std::uint64_t cache_bytes = 0;      ///< Of that cache.
  bool keep_edges = false;            ///< There is room for its edges (SolveOptions::keep_edges).
};

struct BuildPlan {
  std::vector<PlannedLayer> layers;  ///< Lower ones first.
  std::uint64_t positions = 0;
  std::uint64_t stored = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t disk_bytes = 0;  ///< Estimate for layers that are not there yet.
};

/// "layers 0..8", "layers 0..8 with up to 2 marks".
[[nodiscard]] std::string layers_text(const BuildRequest& request);

/// Limits for a build, in bytes.
struct BuildLimits {
  std::uint64_t memory = 0;
  std::uint64_t disk = 0;
};

/// Of so much available memory, what a build uses unless it is told otherwise.
[[nodiscard]] std::uint64_t build_memory(std::uint64_t available);

/// The plan that is fastest within `limits.memory`, or the one that needs least where nothing fits. Throws DoesNotFit for
/// layers beyond what can be indexed or solved at all.
[[nodiscard]] BuildPlan plan_build(const BuildRequest& request, const BuildLimits& limits);

/// Throws DoesNotFit unless the plan fits, naming the largest number of seeds that does and the memory that would do.
void check_fits(const BuildRequest& request, const BuildPlan& plan, const BuildLimits& limits);

/// `plan_build` and `check_fits`; a board far too large names the largest number of seeds that fits as well.
[[nodiscard]] BuildPlan plan_that_fits(const BuildRequest& request, const BuildLimits& limits);

}  // namespace uthi
