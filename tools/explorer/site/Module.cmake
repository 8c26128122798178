# The explorer as WebAssembly, by which exported sites answer: made by the target uthi_wasm where Emscripten and the source of zstd
# are, otherwise the one that is kept in this folder. Needs no network. Sets site_module to the two files, uthi.wasm and uthi_wasm.js.
#
#   UTHI_ZSTD_SOURCE   a source tree of zstd; tools/build_wasm.sh fetches one to where it is looked for
set(site_module ${CMAKE_CURRENT_LIST_DIR}/uthi.wasm ${CMAKE_CURRENT_LIST_DIR}/uthi_wasm.js)
if(NOT UTHI_WASM)
  return()
endif()
set(UTHI_ZSTD_SOURCE ${PROJECT_SOURCE_DIR}/build/zstd CACHE PATH "The source of zstd, for WebAssembly")
find_program(UTHI_EMCMAKE emcmake)
if(NOT UTHI_EMCMAKE OR NOT EXISTS ${UTHI_ZSTD_SOURCE}/lib/zstd.h)
  message(STATUS "WebAssembly: the module kept in tools/explorer/site (no Emscripten, or no source of zstd)")
  return()
endif()
message(STATUS "WebAssembly: made with ${UTHI_EMCMAKE}")

set(wasm_folder ${CMAKE_CURRENT_BINARY_DIR}/wasm)
# Of the system's headers these alone: the others belong to another kind of machine.
file(MAKE_DIRECTORY ${wasm_folder}/headers)
foreach(header boost/version.hpp fmt/core.h xxhash.h)
  find_path(where ${header} NO_CACHE REQUIRED)
  string(REGEX REPLACE "/.*" "" name ${header})
  file(CREATE_LINK ${where}/${name} ${wasm_folder}/headers/${name} SYMBOLIC)
  unset(where)
endforeach()

include(ProcessorCount)
ProcessorCount(cores)
# Where Debian puts acorn, wherever node itself came from.
set(wasm_environment ${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs)
add_custom_command(
  OUTPUT ${wasm_folder}/build/build.ninja
  COMMAND
    ${wasm_environment} ${UTHI_EMCMAKE} ${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/wasm -B ${wasm_folder}/build -Wno-dev
    -DCMAKE_BUILD_TYPE=MinSizeRel -DCMAKE_C_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER} -DUTHI_VERSION=${PROJECT_VERSION}
    -DUTHI_WASM_HEADERS=${wasm_folder}/headers -DUTHI_ZSTD_SOURCE=${UTHI_ZSTD_SOURCE}
  COMMENT "Configuring the WebAssembly"
  VERBATIM)
set(site_module ${wasm_folder}/uthi.wasm ${wasm_folder}/uthi_wasm.js)
# Always asks; what did not change stays as old as it is.
add_custom_target(
  uthi_wasm ALL
  COMMAND ${wasm_environment} ${CMAKE_COMMAND} --build ${wasm_folder}/build --parallel ${cores} --target uthi_wasm
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${wasm_folder}/build/uthi_wasm.wasm ${wasm_folder}/uthi.wasm
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${wasm_folder}/build/uthi_wasm.js ${wasm_folder}/uthi_wasm.js
  DEPENDS ${wasm_folder}/build/build.ninja
  BYPRODUCTS ${site_module}
  COMMENT "Making the WebAssembly"
  VERBATIM)
