#!/bin/sh
# Makes sure there is link-grammar's link-parser for `bench.sentences`, installing Debian's where that is allowed.
set -u
command -v link-parser >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing link-grammar for bench.sentences ..."
  packages="link-grammar link-grammar-dictionaries-en"
  # shellcheck disable=SC2086
  if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $packages >/dev/null; then exit 0; fi
fi
echo "No link-parser on this machine. To get it: sudo apt-get install link-grammar link-grammar-dictionaries-en" >&2
exit 1
