#!/bin/sh
# Before `npm start` and `npm test`: installs what is missing, builds app and server when their sources changed, and for tests
# finds Chromium and Redis. Plain sh, because on a fresh clone there is nothing else yet. Quick when there is nothing to do.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
checksum() { cksum | tr ' ' '-'; }

# What a build prints is for whom it fails.
build() {
  log=node_modules/.cache/$1.log
  mkdir -p node_modules/.cache
  npm run --silent "$1" >"$log" 2>&1 || { cat "$log" >&2; fail "$2 could not be built: the lines above say why."; }
}

stamp=node_modules/.installed-lock

# Same packages at the same versions as the lock asks for, whoever installed them.
is_installed() {
  [ -x node_modules/.bin/node ] && [ -f node_modules/.package-lock.json ] || return 1
  lock=$(checksum <package-lock.json)
  [ "$(cat "$stamp" 2>/dev/null)" = "$lock" ] && return 0
  node_modules/.bin/node -e '
    const read = (file) => JSON.parse(require("node:fs").readFileSync(file, "utf8")).packages
    const installed = read("node_modules/.package-lock.json")
    const wrong = Object.entries(read("package-lock.json")).filter(([path, wanted]) =>
      path.startsWith("node_modules/") && !wanted.link && (installed[path] ? installed[path].version !== wanted.version : !wanted.optional))
    process.exit(wrong.length === 0 ? 0 : 1)' || return 1
  printf '%s' "$lock" >"$stamp"
}

install_packages() {
  is_installed && return
  command -v npm >/dev/null || fail "npm is missing: install Node.js 20 or newer, https://nodejs.org"
  say "Installing packages (once)…"
  # NOTE: not `npm ci`, which refuses a lock without the binaries for other platforms, and a registry need not have
  # them all. The check afterwards gives the same promise: what is installed is what the lock says.
  npm install --no-save --no-audit --no-fund --loglevel=error >&2 && is_installed ||
    fail "The packages could not be installed: the lines above say why."
}

# Of everything that goes into a build: these files and folders, and what is installed.
sources_checksum() {
  find "$@" package-lock.json \
    \( -name node_modules -o -name dist -o -name '*.test.*' \) -prune -o -type f -exec cksum {} + | LC_ALL=C sort | checksum
}

build_app() {
  [ -f app/index.html ] || return 0
  sources=$(sources_checksum app supabase/functions/_shared/contract)
  [ -f app/dist/index.html ] && [ "$(cat app/dist/.sources 2>/dev/null)" = "$sources" ] && return
  say "Building the app (when its sources changed)…"
  build build "The app"
  printf '%s' "$sources" >app/dist/.sources
}

build_server() {
  sources=$(sources_checksum platform tools/operator/build-server.ts)
  [ "$(cat platform/server/dist/.sources 2>/dev/null)" = "$sources" ] && return
  build build:server "The server"
  printf '%s' "$sources" >platform/server/dist/.sources
}

find_chromium() {
  for candidate in "${CHROMIUM_PATH:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null && return
  done
  return 1
}

# As far as this may be done here; whether it is there then is for the caller to see.
install_from_debian() {
  command -v apt-get >/dev/null || return 0
  if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
  [ -z "$as_root" ] || sudo -n true 2>/dev/null || return 0
  say "Installing $1 (once)…"
  { $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1"; } >/dev/null || true
}

find_redis() { command -v redis-server >/dev/null || command -v valkey-server >/dev/null; }

install_redis() {
  find_redis && return
  install_from_debian redis-server
  find_redis && return
  say "Redis is not here and cannot be installed from here: its tests will not run, and the last lines will say so."
}

install_chromium() {
  # Most browser tests take it where it is, for speed; none needs it.
  command -v chromium-headless-shell >/dev/null || install_from_debian chromium-headless-shell
  find_chromium && return
  install_from_debian chromium
  find_chromium && return
  fail "The browser tests need Chromium and it cannot be installed from here.
Install it (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to its executable."
}

case "${1:-}" in
  start) install_packages; build_app; build_server ;;
  test) install_packages; install_chromium; install_redis; build_app; build_server ;;
  *) fail "usage: sh tools/bootstrap.sh start|test" ;;
esac
