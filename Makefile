# Every command of the project in one list. Needs python3 >= 3.11 and make; all else is installed into .venv.
# HOST, PORT and DATA, given on the command line or in the environment, reach `brickfield` as environment variables.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(VENV)/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"
KERNEL := $(wildcard setup.py brickfield/geometry/*.c brickfield/geometry/*.h)

# A checkout that was moved, or an interpreter that is gone, leaves scripts that cannot start: then .venv is made anew.
ifneq ($(shell $(BIN)/python -c "" 2>/dev/null && cat $(VENV)/.made 2>/dev/null),$(CURDIR))
STALE := stale
endif

.DEFAULT_GOAL := help
.PHONY: help setup play test lint types bench replays lock clean stale

help:
	@echo "make play      set up and start a battle on this machine"
	@echo "make test      set up, then lint, types and all tests"
	@echo "make setup     install everything into .venv, nothing else"
	@echo "make lint      form and common mistakes (ruff)"
	@echo "make types     strict types (mypy)"
	@echo "make bench     speed of the engine, beside a well-known one"
	@echo "make replays   write the golden replays again; read the diff"
	@echo "make lock      write requirements*.txt from pyproject.toml (UPGRADE=1 for newest versions)"
	@echo "make clean     remove .venv, caches and builds"

setup: $(VENV)/.tools

play: $(VENV)/.built
	@$(BIN)/brickfield play

# Pytest runs last, so that its closing line ends the output.
test: lint types
	@$(BIN)/python -m pytest -n 2

lint: $(VENV)/.tools
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/.tools
	@$(BIN)/mypy --strict

bench: $(VENV)/.tools
	@$(BIN)/brickfield bench

replays: $(VENV)/.tools
	@$(BIN)/python -m tests.replays.regenerate

lock: $(VENV)/.made
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra build --output-file requirements.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra build --extra dev --constraint requirements.txt --output-file requirements-dev.txt

clean:
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find brickfield tests -name __pycache__ -type d -prune -exec rm -rf {} +
	@find brickfield -name "*.so" -type f -exec rm -f {} +

# Stamps: each step runs again only when something it reads has changed.
$(VENV)/.made: $(STALE)
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
		{ echo "Brickfield needs Python 3.11 or newer: try  make PYTHON=python3.12 ..." >&2; exit 1; }
	@echo "Setting up .venv (once, well under a minute) ..."
	@$(PYTHON) -m venv --clear $(VENV) || \
		{ echo "Python could not make a virtual environment; Debian keeps that in python3-venv." >&2; exit 1; }
	@echo "$(CURDIR)" > $@

$(VENV)/.locked: $(VENV)/.made requirements.txt
	@$(PIP) install --requirement requirements.txt
	@: > $@

# The C kernel is optional: without a compiler this step still succeeds and the engine runs on its Python kernel.
$(VENV)/.built: $(VENV)/.locked pyproject.toml $(KERNEL)
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@: > $@

$(VENV)/.tools: $(VENV)/.built requirements-dev.txt
	@$(PIP) install --requirement requirements-dev.txt
	@: > $@
