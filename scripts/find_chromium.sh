#!/bin/sh
# Makes sure there is a Chromium for the browser tests, installing Debian's where that is allowed: the one without
# windows where Debian has it.
# Without one the browser tests are left out, and this says so.
set -u
for name in chromium-headless-shell chromium; do
  command -v "$name" >/dev/null && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing chromium for the browser tests ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  for package in chromium-headless-shell chromium; do
    if apt-get install -y -qq "$package" >/dev/null; then exit 0; fi
  done
fi
echo "Browser tests are left out: no chromium on this machine. To get it: sudo apt-get install chromium" >&2
exit 1
