// Messages of items.
#include "tools/item_errors.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "tools/worst_exit.hpp"

namespace uthi {

void ItemErrors::add(ExitCode code, std::string_view message, std::string_view where, boost::json::object fields) {
  worsen(code);
  output_.flush();  // answers and messages stay in order where both go to one terminal
  const std::string named = where.empty() ? std::string(message) : fmt::format("{}: {}", where, message);
  const std::string line = fmt::format("uthi: {}\n", printable(named));
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
  if (!objects_) return;
  boost::json::object object{{"error", valid_utf8(message)}};
  for (auto& [key, value] : fields) object[key] = std::move(value);
  output_.line(object);
}

void ItemErrors::worsen(ExitCode code) { code_ = worse_of(code_, code); }

}  // namespace uthi
