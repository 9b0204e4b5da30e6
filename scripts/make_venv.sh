#!/bin/sh
# make_venv.sh PYTHON DIR: a virtual environment, or one sentence saying what is missing.
set -eu
python=$1 dir=$2
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "Python 3.11 or later is needed; '$python' is not. Say which: make PYTHON=/path/to/python3.11" >&2
  exit 1
fi
if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && apt-get install -y -qq python3-venv
  else
    echo "This Python cannot make virtual environments. On Debian: sudo apt-get install python3-venv" >&2
    exit 1
  fi
fi
exec "$python" -m venv "$dir"
