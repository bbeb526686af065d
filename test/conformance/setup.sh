#!/usr/bin/env bash
# Makes ready what the conformance suite needs: a JDK 17 and Maven (through apt where they are absent), the jars of the
# Cassandra releases named (default: those of releases.ts) in .cache/cassandra/<version>, and this folder's npm packages.
#   setup.sh [VERSION…]
# Quiet and quick when all is there. Exit 78 with a sentence when something cannot be had: the suite is then skipped.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$(cd "$here/../.." && pwd)/.cache/cassandra
# shellcheck disable=SC2046 # Versions have no spaces.
[ $# -gt 0 ] || set -- $(sed -n "s/.*version: '\([^']*\)'.*/\1/p" "$here/releases.ts")

cannot() { echo "conformance: $*" >&2; exit 78; }

is_17() { "$1" -version 2>&1 | grep -q 'version "17'; }

# The same search as java() in node.ts.
java_17() {
  local candidate
  for candidate in "${JAVA_HOME:-/none}/bin/java" "$(command -v java || true)" /usr/lib/jvm/*17*/bin/java; do
    if [ -x "$candidate" ] && is_17 "$candidate"; then echo "$candidate"; return 0; fi
  done
  return 1
}

install_packages() {
  command -v apt-get > /dev/null || cannot "needs $*, and there is no apt-get to install them with"
  local root=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo > /dev/null && sudo -n true 2> /dev/null || cannot "needs $*, and installing them needs root"
    root="sudo -n"
  fi
  echo "conformance: installing $*" >&2
  export DEBIAN_FRONTEND=noninteractive
  { $root apt-get -qq update && $root apt-get -qq -y --no-install-recommends install "$@"; } > /dev/null ||
    cannot "apt-get could not install $*"
}

missing=()
java_17 > /dev/null || missing+=(openjdk-17-jdk-headless)

jars_missing=()
for version in "$@"; do
  # What another pom.xml fetched is fetched again.
  cmp -s "$here/pom.xml" "$cache/$version/pom.xml" || jars_missing+=("$version")
done
if [ ${#jars_missing[@]} -gt 0 ] && ! command -v mvn > /dev/null; then missing+=(maven); fi
[ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
java=$(java_17) || cannot "no JDK 17 was found"

for version in ${jars_missing[@]+"${jars_missing[@]}"}; do
  echo "conformance: fetching the jars of Cassandra $version" >&2
  profile=()
  case $version in 3.*) profile=(-Pthrift) ;; esac
  # Into a folder of its own first, so that an interrupted download is not taken for a whole one.
  fresh=$cache/$version.$$
  rm -rf "$fresh"; mkdir -p "$fresh"
  JAVA_HOME=$(cd "$(dirname "$(readlink -f "$java")")/.." && pwd) mvn -q -B ${profile[@]+"${profile[@]}"} -f "$here/pom.xml" \
    "-Dcassandra.version=$version" dependency:copy-dependencies "-DoutputDirectory=$fresh" >&2 ||
    { rm -rf "$fresh"; cannot "Maven could not fetch the jars of Cassandra $version"; }
  cp "$here/pom.xml" "$fresh"
  rm -rf "${cache:?}/$version"; mv "$fresh" "$cache/$version"
done

if [ ! -e "$here/node_modules/cassandra-driver/package.json" ]; then
  (cd "$here" && npm ci --silent >&2) || cannot "npm could not install cassandra-driver"
fi
