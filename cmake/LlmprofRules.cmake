# SPDX-License-Identifier: MIT
# The built-in rules become part of the library: nothing is looked for when it runs.
#
# llmprof_embed_rules(target file): file.yaml becomes NAME_rules() of libllmprof/analyze/rules/rules_text.hpp.
function(llmprof_embed_rules target file)
  get_filename_component(LLMPROF_RULES_NAME "${file}" NAME_WE)
  get_filename_component(folder "${file}" DIRECTORY)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
  file(READ "${file}" LLMPROF_RULES_TEXT)
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${LLMPROF_RULES_NAME}_text.cpp")
  configure_file("${folder}/rules_text.cpp.in" "${made}" @ONLY)
  target_sources(${target} PRIVATE "${made}")
endfunction()
