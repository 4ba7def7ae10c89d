# SPDX-License-Identifier: MIT
# llmprof_embed_schemas(TARGET NAME...): compiles docs/schemas/NAME.schema.json into TARGET, names sorted.
function(llmprof_embed_schemas target)
  set(LLMPROF_SCHEMAS "")
  foreach(name ${ARGN})
    set(file "${PROJECT_SOURCE_DIR}/docs/schemas/${name}.schema.json")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(READ "${file}" text)
    string(APPEND LLMPROF_SCHEMAS "    Schema{\"${name}\", R\"schema(${text})schema\"},\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/schemas.cpp")
  configure_file("${PROJECT_SOURCE_DIR}/libllmprof/report/schemas.cpp.in" "${source}" @ONLY)
  target_sources(${target} PRIVATE "${source}")
endfunction()
