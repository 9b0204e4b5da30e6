#!/bin/sh
# lock.sh PYTHON: writes requirements.lock and requirements-dev.lock, every package with its hashes, from the
# requirements and constraints.txt. Say it after changing one of these; `make` installs from the locks alone.
set -eu
python=$1
for name in requirements requirements-dev; do
  "$python" -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
    --no-emit-index-url --no-emit-find-links --no-annotate --output-file "$name.lock" "$name.txt"
done
