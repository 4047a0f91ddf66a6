# Every target works from a fresh clone. Set-up leaves stamps in .venv and is repeated only when a lock file changes.

PYTHON := .venv/bin/python
INSTALL := -m pip install -qq --disable-pip-version-check

# $(call find_python,3.12,names): print the first interpreter that is new enough and can make an environment.
# Version managers keep interpreters that are not on the PATH, hence the second list.
define find_python
for python in $(2) "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/*/bin/python; do \
  if "$$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < tuple(map(int, "$(1)".split("."))))' \
    2>/dev/null; then echo "$$python"; exit; fi; \
done; \
echo 'No Python $(1) or later with venv and pip was found (looked for: $(2), and under pyenv).' >&2; \
echo 'Install one (Debian: apt install python3 python3-venv) and run make again.' >&2; exit 1
endef

.PHONY: help serve build test lint check bench soak browsers train lock clean

help:
	@echo 'make serve   build the page and serve it, rebuilding when a file changes'
	@echo 'make build   write the page to dist/'
	@echo 'make test    run the linters and every test, in a browser too'
	@echo 'make check   run the linters and check the content: links, figures, claims'
	@echo 'make bench   measure start, answers, engines, builds, bytes and memory'
	@echo 'make soak    run the long tests: every fault, and an hour of use'
	@echo 'make browsers  walk the reader through Firefox and WebKitGTK, where they are installed'
	@echo 'make train   train the toy again and write its report'
	@echo 'make lock    pin the newest versions that pyproject.toml allows (needs uv)'
	@echo 'make clean   remove what the targets above made, except the trained parameters'

serve: .venv/site.stamp
	@$(PYTHON) -m site_builder serve

build: .venv/site.stamp
	@$(PYTHON) -m site_builder build

test: lint .venv/browser.stamp
	@$(PYTHON) -m pytest -m 'not soak and not others'

lint: .venv/development.stamp
	@$(PYTHON) -m ruff check
	@$(PYTHON) -m mypy

check: lint
	@$(PYTHON) -m site_builder check

bench: .venv/bench.stamp
	@$(PYTHON) -m tests.bench

soak: .venv/browser.stamp
	@$(PYTHON) -m pytest -m soak

browsers: .venv/browsers.stamp
	@$(PYTHON) -m pytest -m others

train: .venv-train/installed.stamp
	@for step in train ship unmasked golden ablations report; do \
	  echo "weights.$$step" && .venv-train/bin/python -m "weights.$$step" || exit; \
	done

lock:
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate --upgrade \
	  pyproject.toml -o requirements.lock
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate --upgrade \
	  -c requirements.lock --group dev pyproject.toml -o requirements-dev.lock
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate --upgrade \
	  -c requirements-dev.lock --group browsers -o requirements-browsers.lock
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate --upgrade \
	  -c requirements-dev.lock -c requirements-browsers.lock --group bench -o requirements-bench.lock

clean:
	rm -rf .venv .venv-train dist .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/bin/python:
	@python=$$($(call find_python,3.12,python3.13 python3.14 python3.12 python3)) && \
	  echo "Making .venv with $$python" && "$$python" -m venv --clear .venv

.venv/site.stamp: requirements.lock | .venv/bin/python
	@echo 'Installing what the page is built with'
	@$(PYTHON) $(INSTALL) --require-hashes -r requirements.lock
	@touch $@

.venv/development.stamp: requirements-dev.lock .venv/site.stamp
	@echo 'Installing what the tests need'
	@$(PYTHON) $(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

.venv/browser.stamp: .venv/development.stamp
	@$(PYTHON) -m tests.chromium
	@touch $@

.venv/browsers.stamp: requirements-browsers.lock .venv/browser.stamp
	@echo 'Installing what drives other browsers'
	@$(PYTHON) $(INSTALL) --require-hashes -r requirements-browsers.lock
	@touch $@

.venv/bench.stamp: requirements-bench.lock .venv/browsers.stamp
	@echo 'Installing what benchmarks compare with'
	@$(PYTHON) $(INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

# Not locked by hash: the same release of PyTorch is another file for every kind of processor and driver.
.venv-train/installed.stamp: requirements-train.txt
	@python=$$($(call find_python,3.11,python3.11 python3.12 python3.13 python3.14 python3)) && \
	  echo "Making .venv-train with $$python" && "$$python" -m venv --clear .venv-train
	@echo 'Installing PyTorch'
	@.venv-train/bin/python $(INSTALL) -r requirements-train.txt
	@touch $@
