# SPDX-License-Identifier: MIT
# The presets become part of the library: nothing is looked for when it runs.
#
# llmprof_embed_presets(target folder name...): folder/name.yaml, in this order.
function(llmprof_embed_presets target folder)
  set(LLMPROF_PRESET_TEXTS "")
  foreach(name ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${folder}/${name}.yaml")
    file(READ "${folder}/${name}.yaml" text)
    string(APPEND LLMPROF_PRESET_TEXTS "      {\"${name}\", R\"yaml(${text})yaml\"},\n")
  endforeach()
  set(made "${CMAKE_CURRENT_BINARY_DIR}/presets_text.cpp")
  configure_file("${folder}/../presets_text.cpp.in" "${made}" @ONLY)
  target_sources(${target} PRIVATE "${made}")
endfunction()
