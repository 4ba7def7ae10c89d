# Warnings belong to this project's own targets; they never reach a consumer.
add_library(llmprof_warnings INTERFACE)
target_compile_options(llmprof_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow
                                                  $<$<BOOL:${LLMPROF_WERROR}>:-Werror>)
