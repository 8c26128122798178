# Installs libraries, headers and a package: find_package(uthi) gives uthi::core, uthi::proof, uthi::search, uthi::solver and uthi::tablebase.
include(CMakePackageConfigHelpers)

set(uthi_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/uthi)
set(uthi_libraries uthi_core uthi_proof uthi_search uthi_solver)
set(uthi_header_dirs core solver)
if(TARGET uthi_tablebase)
  list(APPEND uthi_libraries uthi_tablebase)
  list(APPEND uthi_header_dirs tablebase)
endif()

foreach(library IN LISTS uthi_libraries)
  string(REPLACE "uthi_" "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${uthi_libraries} EXPORT uthi-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(dir IN LISTS uthi_header_dirs)
  install(DIRECTORY ${dir} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/uthi FILES_MATCHING PATTERN "*.hpp")
endforeach()
if(TARGET uthi)
  install(TARGETS uthi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT uthi-targets NAMESPACE uthi:: DESTINATION ${uthi_package_dir})
configure_package_config_file(cmake/uthi-config.cmake.in ${PROJECT_BINARY_DIR}/uthi-config.cmake
                              INSTALL_DESTINATION ${uthi_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/uthi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/uthi-config.cmake ${PROJECT_BINARY_DIR}/uthi-config-version.cmake cmake/FindZstd.cmake
              cmake/FindxxHash.cmake
        DESTINATION ${uthi_package_dir})
