#!/bin/sh
# Mutation testing of the movement rules: changes the code in small ways and sees whether a test notices.
# Takes half an hour or more. Works on a copy, so that the tree stays as it is.
# Usage: scripts/mutation.sh [python]   BOARDS=300 sets how many random boards each try looks at.
set -eu
python=${1:-.venv/bin/python}
case $python in /*) ;; *) python=$PWD/$python ;; esac
home=.cache/mutation
rm -rf "$home"
mkdir -p "$home"
cp -r adjudication tests "$home"
find "$home/tests" -mindepth 1 -maxdepth 1 ! -name adjudication ! -name __init__.py -exec rm -rf {} +
rm -rf "$home/tests/adjudication/batch"
cd "$home"
"$python" -m venv --system-site-packages venv
venv/bin/pip install -qq --disable-pip-version-check mutmut==3.8.1 pytest==9.2.0 hypothesis==6.170.15
cat > setup.cfg <<'CFG'
[mutmut]
source_paths=
    adjudication/movement
also_copy=
    adjudication
    tests
pytest_add_cli_args_test_selection=
    tests/adjudication/test_datc.py
    tests/adjudication/test_rulebook.py
    tests/adjudication/test_outcomes.py
    tests/adjudication/test_engine.py
    tests/adjudication/test_thesis.py
    tests/adjudication/test_brute_force.py
CFG
BRUTE_FORCE_BOARDS=${BOARDS:-300} venv/bin/mutmut run --max-children "$(nproc)" || true
venv/bin/mutmut results
