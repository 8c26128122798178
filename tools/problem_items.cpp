// Faults of items become errors of the command.
#include "tools/problem_items.hpp"

#include <exception>

#include "core/error.hpp"

namespace uthi {

namespace {

// What `f` throws is no fault of the file: it passes through untouched.
struct Passing {
  std::exception_ptr error;
};

}  // namespace

boost::json::object fields_of(const workshop::ProblemItem& item) {
  boost::json::object fields{{"file", valid_utf8(item.file)}, {"line", item.line}, {"id", nullptr}};
  if (item.problem) fields["id"] = item.problem->id;
  return fields;
}

std::size_t for_each_problem(const std::vector<std::string>& files, ItemErrors& errors,
                             const std::function<void(workshop::ProblemItem&)>& f, const std::function<void()>& before_waiting) {
  std::size_t failed = 0;
  for (const std::string& file : files) {
    const auto each = [&](workshop::ProblemItem& item) {
      if (!item.problem) {
        ++failed;
        errors.add(ExitCode::usage, item.fault, item.where(), fields_of(item));
        return;
      }
      try {
        f(item);
      } catch (...) {
        throw Passing{std::current_exception()};
      }
    };
    try {
      workshop::for_each_problem(file, each, before_waiting);
    } catch (const Passing& passing) {
      std::rethrow_exception(passing.error);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      // Its message names the file.
      ++failed;
      errors.add(error.code(), error.what(), "", {{"file", valid_utf8(file)}, {"line", nullptr}, {"id", nullptr}});
    }
  }
  return failed;
}

}  // namespace uthi
