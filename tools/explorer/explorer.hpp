// The explorer: every answer of the API and the page, as a function from a query to a reply. No network in it.
//
// The same query gives the same reply at any time, but for `random`, /healthz and /metrics. All of it is thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/explorer/message.hpp"

namespace uthi::explorer {

class KnownTables;
struct State;

inline constexpr std::size_t kMostBodyBytes = 256U << 10;
inline constexpr std::size_t kMostTargetBytes = 8U << 10;

/// What the table of paths says of a request before anybody works on it.
struct Handling {
  enum class Work : std::uint8_t {
    none,    ///< Answered at once: little files and figures, OPTIONS, and refusals.
    some,    ///< Answered by `Explorer::answer`, which may take some seconds.
    stream,  ///< A search, whose lines only a server can send.
  };
  std::string_view path = "other";  ///< Of the table; "/assets/" for the files below it.
  Work work = Work::none;
  std::string_view allow{};   ///< Methods of the path: "GET, HEAD, OPTIONS". Empty if there is nothing at the path.
  bool asks_by_post = false;  ///< The path takes POST: such requests cost most, and who may ask is checked.
};

struct ExplorerOptions {
  std::vector<std::filesystem::path> folders{};  ///< Of tables, searched in this order.
  std::filesystem::path assets{};                ///< Page files are read from here instead of from the program; empty: not.
  std::uint64_t answer_bytes = 64ULL << 20;      ///< For replies that are kept.
  std::function<std::string()> metrics{};        ///< More lines for /metrics.
};

class Explorer {
 public:
  /// Throws InputOutputError.
  explicit Explorer(ExplorerOptions options);
  ~Explorer();
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Never throws for what a query holds.
  [[nodiscard]] Reply answer(const Query& query) const;
  /// The reply to GET or HEAD if it takes no work: one that was given before.
  [[nodiscard]] std::optional<Reply> kept(const Query& query) const;

  [[nodiscard]] const KnownTables& tables() const;
  [[nodiscard]] static Handling handling(const Query& query);
  /// All paths; the one that ends with a slash, /assets/, stands for the files below it.
  [[nodiscard]] static std::vector<std::string_view> paths();

 private:
  std::unique_ptr<State> state_;
};

/// True if an If-None-Match value holds the tag.
[[nodiscard]] bool matches(std::string_view if_none_match, std::string_view etag);

}  // namespace uthi::explorer
