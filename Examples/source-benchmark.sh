#!/usr/bin/env bash
# Times a lint of Swift source, beside 'swift format lint' on the same files; LINES=100000 by default.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# As many lines as twice the books of the other benchmark, which is 100,000.
LINES=${LINES:-$((${BOOKS:-50000} * 2))}
fixture=$repository/Tests/SwiftModelsTests/Fixtures/BooksTracker/Before
TIMEFORMAT='  %R s, %U s of work'

timed() {
  printf '\n$ %s\n' "$*"
  time "$@" >output.txt 2>&1 || true
  tail -1 output.txt
}

# An app's models, screens and tests, again and again under other names.
copies=$((LINES / $(cat "$fixture"/*.swift | wc -l) + 1))
names=$(cat "$fixture"/*.swift | grep -oE '(class|struct|enum|actor) [A-Z]\w*' | cut -d ' ' -f 2 |
  sort -u | paste -sd '|')
for copy in $(seq $copies); do
  mkdir -p "Sources/App$copy"
  for file in "$fixture"/*.swift; do
    sed -E "s/\b($names)\b/\1$copy/g" "$file" >"Sources/App$copy/$(basename "$file")"
  done
done

say "$(cat Sources/*/*.swift | wc -l) lines of Swift in $(ls Sources/*/*.swift | wc -l) files"
for round in 1 2 3; do
  timed migrate lint Sources --format json
  timed swift format lint --parallel --recursive Sources
done
