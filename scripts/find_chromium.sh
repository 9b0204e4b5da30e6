#!/bin/sh
# Makes sure there is a Chromium for the browser tests. Debian's shell without windows is installed where that is allowed:
# it takes a fifth less of a processor than the whole browser, which serves as well.
# Without either the browser tests are left out, and this says so.
set -u
command -v chromium-headless-shell >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing chromium-headless-shell for the browser tests ..."
  if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null; then exit 0; fi
fi
command -v chromium >/dev/null && exit 0
echo "Browser tests are left out: no chromium on this machine. To get it: sudo apt-get install chromium-headless-shell" >&2
exit 1
