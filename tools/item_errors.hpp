// What goes wrong with one item of many: named on standard error, answered in its place in JSON, and no end for the others.
#pragma once

#include <boost/json/object.hpp>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "tools/output.hpp"

namespace uthi {

class ItemErrors {
 public:
  /// With `objects` each error is also a JSON object on standard output, so that every item has its line there.
  ItemErrors(Output& output, bool objects) : output_(output), objects_(objects) {}

  /// `where` is named in front of the message, empty if there is but one item; `fields` say the same in JSON.
  void add(ExitCode code, std::string_view message, std::string_view where, boost::json::object fields);

  /// The answer of `f`; nothing where it throws an Error other than Interrupted, which is added.
  template <class F>
  std::optional<std::invoke_result_t<F>> attempt(std::string_view where, const boost::json::object& fields, const F& f) {
    try {
      return f();
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      add(error.code(), error.what(), where, fields);
    } catch (const std::bad_alloc&) {
      add(ExitCode::does_not_fit, "out of memory", where, fields);
    }
    return std::nullopt;
  }

  void worsen(ExitCode code);
  /// The worst so far.
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  Output& output_;
  bool objects_;
  ExitCode code_ = ExitCode::ok;
};

/// Calls `show(answer(word))` for each word of a command line that stands for an item; a word that fails is named (where there
/// are several) and the others go on. In JSON several words have a line each, whatever comes of them.
template <class F, class Show>
[[nodiscard]] ExitCode answer_words(Output& output, const std::vector<std::string>& words, bool as_json, const F& answer,
                                    const Show& show) {
  const bool several = words.size() > 1;
  ItemErrors errors(output, several && as_json);
  for (const std::string& word : words) {
    const auto answered = errors.attempt(several ? word : "", {{"input", valid_utf8(word)}}, [&] { return answer(word); });
    if (answered) show(*answered);
  }
  output.flush();
  return errors.code();
}

}  // namespace uthi
