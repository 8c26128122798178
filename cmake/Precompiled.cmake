# Headers that nearly every file reads, compiled once for all targets with the flags that they share.
#
#   uthi_precompiled(TARGET KIND)   KIND: plain (standard library, fmt), json (and Boost.JSON) or test (and GoogleTest)
#
# No file leans on it: each still includes what it uses. Off with -DUTHI_PRECOMPILED=OFF.
option(UTHI_PRECOMPILED "Compile the headers that nearly every file reads once" ${PROJECT_IS_TOP_LEVEL})

set(UTHI_PRECOMPILED_plain
    <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstdlib> <filesystem> <fstream> <functional> <limits>
    <map> <memory> <mutex> <optional> <random> <set> <span> <stdexcept> <string> <string_view> <system_error> <thread> <tuple>
    <unordered_map> <utility> <vector> <fmt/format.h> <fmt/ranges.h>)
set(UTHI_PRECOMPILED_json ${UTHI_PRECOMPILED_plain} <boost/json.hpp>)
set(UTHI_PRECOMPILED_test ${UTHI_PRECOMPILED_plain} <gtest/gtest.h>)
set(UTHI_PRECOMPILED_LIBS_plain fmt::fmt)
set(UTHI_PRECOMPILED_LIBS_json fmt::fmt Boost::json)
set(UTHI_PRECOMPILED_LIBS_test fmt::fmt GTest::gtest)

function(uthi_precompiled target kind)
  if(NOT UTHI_PRECOMPILED)
    return()
  endif()
  set(headers uthi_precompiled_${kind})
  if(NOT TARGET ${headers})
    set(source ${PROJECT_BINARY_DIR}/${headers}.cpp)
    if(NOT EXISTS ${source})
      file(WRITE ${source} "")
    endif()
    add_library(${headers} OBJECT ${source})
    target_link_libraries(${headers} PRIVATE ${UTHI_PRECOMPILED_LIBS_${kind}} uthi_flags)
    target_compile_features(${headers} PRIVATE cxx_std_20)
    target_precompile_headers(${headers} PRIVATE ${UTHI_PRECOMPILED_${kind}})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
endfunction()
