# make play: the whole site.  make test: all tests.  make lint: all checks.  make bench: speed.
PYTHON ?= python3
PORT ?= 8000
# Tests often wait for their own processes and for pages, so more of them run than there are cores.
JOBS ?= 3
BROWSER_JOBS ?= 4
# Tests of the pure rooms hardly wait, and each process takes ten seconds to collect them.
PURE_JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# A test that failed is retried alone; one that passes only then is listed, and kept in .cache/retries.txt.
RUN_TESTS := scripts/run_tests.py
RETRIED := $(BIN)/python $(RUN_TESTS)
# An idle worker takes tests from the queue of a busy one.
BESIDE := --dist worksteal -n

export PIP_DISABLE_PIP_VERSION_CHECK = 1
# Tests start hundreds of processes with the same modules: keep the compiled ones.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play pages test test-python test-browser test-compiled test-database coverage test-quick lint lint-browser lock format bench nightly model mutation fuzz clean help
help:
	@sed -n '1p' Makefile | sed 's/^# //'

$(BIN)/python:
	@sh scripts/make_venv.sh $(PYTHON) $(VENV)

$(VENV)/.installed: requirements.lock requirements-research.lock | $(BIN)/python
	$(BIN)/pip install --quiet --no-deps --require-hashes --requirement requirements.lock --requirement requirements-research.lock
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/.installed
	$(BIN)/pip install --quiet --no-deps --require-hashes --requirement requirements-dev.lock
	@touch $@

# The compiler that checks types of the browser's modules, installed by the Node of requirements-dev.txt.
TSC := tools/browser/node_modules/.bin/tsc
$(TSC): tools/browser/package-lock.json | $(VENV)/.installed-dev
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix tools/browser --no-audit --no-fund --loglevel=error
	@touch $@

# The researchers' pages, served by the site; made again when docs/ has changed.
$(VENV)/.installed-pages: requirements-pages.lock | $(VENV)/.installed
	$(BIN)/pip install --quiet --no-deps --require-hashes --requirement requirements-pages.lock
	@touch $@

pages: $(VENV)/.installed-pages
	@$(BIN)/python -m tools.pages

play: $(VENV)/.installed pages
	@PORT=$(PORT) $(BIN)/python -m dipgame.play

test:
	@began=$$(date -u +%FT%TZ); $(MAKE) --no-print-directory test-python test-browser; code=$$?; \
	  $(PYTHON) $(RUN_TESTS) --since $$began; exit $$code

ROOMS := adjudication negotiation bots daide dipgame frontend

# The pure rooms come first, in processes that never load Django and do not collect the site's tests (tests/conftest.py).
PURE := tests/adjudication tests/negotiation tests/bots tests/daide
test-python: $(VENV)/.installed-dev
	@sh scripts/find_link_parser.sh || true
	$(BIN)/node --test tests/js/*.test.js
	@code=0; \
	  $(RETRIED) $(PURE) $(BESIDE) $(PURE_JOBS) $(ARGS) || code=$$?; \
	  $(RETRIED) tests $(addprefix --ignore ,$(PURE) tests/browser) $(BESIDE) $(JOBS) $(ARGS) || code=$$?; \
	  exit $$code

# Compile test modules and what they load, in two processes of about the same length, if one has changed.
COMPILED := .cache/compiled
test-compiled: $(COMPILED)
$(COMPILED): $(shell find $(ROOMS) tests -name '*.py') | $(VENV)/.installed-dev
	@$(PYTEST) --collect-only -qq $(PURE) >/dev/null & compiling=$$!; code=0; \
	  $(PYTEST) --collect-only -qq tests $(addprefix --ignore ,$(PURE) tests/browser) >/dev/null || code=$$?; \
	  wait $$compiling || code=$$?; \
	  if [ $$code = 0 ]; then mkdir -p $(@D) && touch $@; fi; exit $$code

test-browser: $(VENV)/.installed-dev
	@sh scripts/find_chromium.sh || true
	$(RETRIED) tests/browser $(BESIDE) $(BROWSER_JOBS) $(ARGS)

# Tests that depend on the database, on DATABASE_URL. Only files with such tests are collected.
ON_ROWS = $(shell grep -rl --include 'test_*.py' mark.database tests/dipgame tests/frontend)
test-database: $(VENV)/.installed-dev
	@test -n "$$DATABASE_URL" || { echo "Say which database: DATABASE_URL=postgres:///postgres make test-database" >&2; exit 1; }
	$(RETRIED) -m database $(ON_ROWS) $(BESIDE) $(JOBS) $(ARGS)

# Share of lines covered by tests, by room, without browser tests.
coverage: $(VENV)/.installed-dev
	$(RETRIED) -q --ignore tests/browser $(BESIDE) $(JOBS) --cov --cov-report= $(ARGS)
	@for room in $(ROOMS); do printf '%-14s %s %%\n' $$room "$$($(BIN)/coverage report --include="$$room/*" --format=total)"; done

test-quick: $(VENV)/.installed-dev
	$(PYTEST) -m "not browser and not slow" $(ARGS)

lint: $(VENV)/.installed-dev lint-browser
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python scripts/plain_words.py
	$(BIN)/python -m tools.pages
	@sh scripts/audit.sh $(BIN)

# Only the browser's modules: as quick as `ruff check`.
lint-browser: $(VENV)/.installed-dev $(TSC)
	$(BIN)/oxlint --deny-warnings static tests/js
	PATH="$(CURDIR)/$(BIN):$$PATH" $(TSC) --project jsconfig.json

# After a change of requirements*.txt or constraints.txt.
lock: $(VENV)/.installed-dev
	@sh scripts/lock.sh $(BIN)/python

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev
	@for each in $(filter-out bench/_%,$(wildcard bench/*.py)); do \
	  echo "== $$each"; $(BIN)/python -m bench.$$(basename $$each .py) || exit 1; done
	$(BIN)/python -m bench.task_success

# Read mangled sentences (no crash, none over half a second, constant memory), and mangled frames of DAIDE.
TEXTS ?= 100000
fuzz: $(VENV)/.installed-dev
	TALK_FUZZ=$(TEXTS) $(PYTEST) -k "fuzz and english" tests/negotiation/test_fuzz.py $(ARGS)
	DAIDE_FUZZ=$(TEXTS) $(PYTEST) -k fuzz tests/daide $(ARGS)

# Random steps over the services, and pairs of them interleaved; on DATABASE_URL, or on SQLite without one.
MODEL_STEPS ?= 150
INTERLEAVINGS ?= 30
model: $(VENV)/.installed-dev
	MODEL_STEPS=$(MODEL_STEPS) INTERLEAVINGS=$(INTERLEAVINGS) $(PYTEST) $(BESIDE) $(JOBS) $(ARGS) \
	  tests/dipgame/test_model.py tests/dipgame/test_interleavings.py

# Checks too long for every change: all random examples, fuzz, many steps of the model, the probes at full size, and
# bandit, of whose rules `ruff check` has nearly all.
nightly: $(VENV)/.installed-dev
	$(BIN)/bandit --quiet --recursive --severity-level medium --configfile pyproject.toml $(ROOMS) tools
	$(RETRIED) --ignore tests/browser $(BESIDE) $(JOBS) --hypothesis-profile=thorough $(ARGS)
	$(MAKE) --no-print-directory test-browser
	$(MAKE) --no-print-directory fuzz
	env -u DATABASE_URL $(MAKE) --no-print-directory model MODEL_STEPS=20000 INTERLEAVINGS=2000
	DATABASE_URL=$(or $(CI_DATABASE_URL),postgres:///postgres) $(MAKE) --no-print-directory model INTERLEAVINGS=2000
	$(BIN)/python -m ops.probes.everything
	@sh scripts/find_link_parser.sh
	$(BIN)/python -m bench.sentences

mutation: $(VENV)/.installed-dev
	@sh scripts/mutation.sh $(BIN)/python

clean:
	rm -rf $(VENV) tools/browser/node_modules .venv-bench staticfiles .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
