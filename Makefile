# Everything is set up on the first use: a virtual environment, the locked dependencies, a browser for the tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST_READY := $(VENV)/.test-ready
WORKERS ?= auto

.PHONY: play test check unit sanitize bench lock browser clean

play: $(READY)
	$(BIN)/damier web

test: check unit

check: $(TEST_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: $(TEST_READY) browser
	$(BIN)/pytest -n $(WORKERS)

# The kernels with Numba's bounds checks, then, on small depths, with the compiler off: no error, same values.
sanitize: $(TEST_READY)
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n $(WORKERS) tests/search tests/contract tests/perft tests/engine tests/solvers tests/test_naive_twins.py
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(WORKERS) -m sanitize tests/search tests/perft tests/engine

bench: $(READY)
	$(BIN)/damier bench --compile

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --requirement requirements.lock
	$(BIN)/pip install --quiet --no-deps --editable .
	touch $@

$(TEST_READY): $(READY) requirements-test.lock
	$(BIN)/pip install --quiet --requirement requirements-test.lock
	touch $@

# The browser tests use the system's Chromium; on Debian it is installed if it is missing.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "no Chromium found: install it for the browser tests"

# Write the lock files again from pyproject.toml (needs uv).
lock:
	uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --extra test --constraint requirements.lock pyproject.toml -o requirements-test.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
