#!/usr/bin/env bash
# Calls `corpusgate check` for action.yml and says what came of it; a later step ends with its code.
# Reads CONFIG, BASE, ARGUMENTS and REPORT_URL; appends to GITHUB_OUTPUT.
set -uo pipefail

options=(--config "$CONFIG" --json)
[ -z "${BASE:-}" ] || options+=(--base "$BASE")
[ -z "${REPORT_URL:-}" ] || options+=(--report-url "$REPORT_URL")
# Separated by spaces, as the action says; nothing in them is expanded.
read -r -a more <<<"${ARGUMENTS:-}"

result="$(corpusgate check "${options[@]}" "${more[@]}")"
code=$?
printf '%s\n' "$result"

field() {
  python -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1" <<<"$result" 2>/dev/null
}
report="$(field report)"
{
  echo "exit-code=$code"
  echo "verdict=$(field verdict)"
  echo "report=${report%/*}"
} >>"$GITHUB_OUTPUT"
