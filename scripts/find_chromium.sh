#!/bin/sh
# Makes sure there is a Chromium for the browser tests, installing Debian's where that is allowed.
# Without one the browser tests are left out, and this says so.
set -u
command -v chromium >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing chromium for the browser tests ..."
  if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; then exit 0; fi
fi
echo "Browser tests are left out: no chromium on this machine. To get it: sudo apt-get install chromium" >&2
exit 1
