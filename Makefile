# make play: the whole site.  make test: all tests.  make lint, make bench: what they say.
PYTHON ?= python3
PORT ?= 8000
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest

export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: play test test-quick lint format bench mutation clean help
help:
	@sed -n '1p' Makefile | sed 's/^# //'

$(BIN)/python:
	@sh scripts/make_venv.sh $(PYTHON) $(VENV)

$(VENV)/.installed: requirements.txt constraints.txt | $(BIN)/python
	$(BIN)/pip install --quiet --requirement requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	$(BIN)/pip install --quiet --requirement requirements-dev.txt
	@touch $@

play: $(VENV)/.installed
	@PORT=$(PORT) $(BIN)/python -m dipgame.play

test: $(VENV)/.installed-dev
	@sh scripts/find_chromium.sh || true
	$(PYTEST) -m "not browser" -n $(JOBS) $(ARGS)
	$(PYTEST) -m browser -n $(JOBS) $(ARGS)

test-quick: $(VENV)/.installed-dev
	$(PYTEST) -m "not browser and not slow" $(ARGS)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy .
	$(BIN)/lint-imports

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.installed-dev
	@for each in $(filter-out bench/_%,$(wildcard bench/*.py)); do \
	  echo "== $$each"; $(BIN)/python -m bench.$$(basename $$each .py) || exit 1; done

mutation: $(VENV)/.installed-dev
	@sh scripts/mutation.sh $(BIN)/python

clean:
	rm -rf $(VENV) .venv-bench staticfiles .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
