# SPDX-License-Identifier: MIT
# Warnings belong to this project's own targets; they never reach a consumer.
add_library(llmprof_warnings INTERFACE)
target_compile_options(llmprof_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
                                                  $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>
                                                  $<$<BOOL:${LLMPROF_WERROR}>:-Werror>)
# Designated initialisers name what differs from the default; the rest is meant to be left out.
target_compile_options(llmprof_warnings INTERFACE -Wno-missing-field-initializers)
# g++ 12 warns about overlapping copies inside std::string's operator+ where there are none (GCC bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  target_compile_options(llmprof_warnings INTERFACE -Wno-restrict)
endif()
