# Everything is set up on the first use: a virtual environment, the locked dependencies, a browser for the tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
TEST_READY := $(VENV)/.test-ready
DOCS_READY := $(VENV)/.docs-ready
SITE := out/site
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
WORKERS ?= $(shell expr $(CORES) + 1)  # one more than there are cores: many tests wait for clocks and signals

# What is imported in a thousand processes is parsed once.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test check unit soak sanitize bounds plain warm bench lock browser clean docs pictures package

play: $(READY)
	$(BIN)/damier web

# What can be done side by side is; what one says is printed whole, when it ends.
BESIDE := $(MAKE) -j2 --output-sync=target

test:
	$(BESIDE) check warm browser docs package
	$(MAKE) unit
	$(BESIDE) bounds plain WORKERS=0 BOUNDS="$(SHORT) $(SHARED)" PLAIN="$(SHORT_PLAIN)"

check: $(TEST_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Pages and clocks are watched on a busy machine: what fails beside other tests has to pass alone, and what fails then, fails.
unit: $(TEST_READY) browser
	$(BIN)/pytest -n $(WORKERS) || { [ $$? = 1 ] && $(BIN)/pytest -n 1 --last-failed; }

# Chess takes longest to compile; where it is done ahead, beside other work, both workers of the tests begin with it.
warm: $(READY)
	$(BIN)/damier warm chess

# The documentation as a site; what leads nowhere, or is in no part of it, ends it. Open out/site/index.html.
docs: $(DOCS_READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir $(SITE)
	$(BIN)/python website/dead_links.py $(SITE)

# The pictures of the documentation, from the page as it is now.
pictures: $(TEST_READY) browser
	PYTHONPATH=tests $(BIN)/python tests/web/screens.py --docs docs/images/screens
	PYTHONPATH=tests $(BIN)/python tests/web/pictures.py docs/images

# Wheel and source archive, in dist/; both are installed where nothing else of damier is, and tried.
package: $(TEST_READY)
	$(BIN)/python tests/tried_packages.py

# Every test at full length: all kills, all made-up files and requests, many more examples (an hour and more).
soak: $(TEST_READY) browser
	DAMIER_SOAK=1 $(BIN)/pytest -n $(WORKERS)

# The kernels with Numba's bounds checks, then, on small depths, with the compiler off: no error, same values.
BOUNDS := tests/search tests/contract tests/perft tests/engine tests/solvers tests/test_naive_twins.py
PLAIN := tests/search tests/perft tests/engine
SHORT := tests/search/test_worked_examples.py tests/perft/test_perft.py  # what of it fits into every change
SHARED := tests/solvers/test_many_threads.py tests/engine/test_crew.py::test_exact_values  # by several threads
SHORT_PLAIN := $(SHORT) tests/search/test_agreement.py tests/engine/test_chess_search.py tests/engine/test_search.py

sanitize: bounds plain

bounds: $(TEST_READY)
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n $(WORKERS) $(BOUNDS)

plain: $(TEST_READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n $(WORKERS) -m sanitize $(PLAIN)

bench: $(READY)
	$(BIN)/damier bench --compile

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --no-deps --requirement requirements.lock --editable .
	touch $@

$(TEST_READY): $(READY) requirements-test.lock
	$(BIN)/pip install --quiet --no-deps --no-compile --requirement requirements-test.lock
	touch $@

$(DOCS_READY): $(TEST_READY) requirements-docs.lock
	$(BIN)/pip install --quiet --no-deps --requirement requirements-docs.lock
	touch $@

# The browser tests use the system's Chromium; on Debian it is installed if it is missing. Some use Firefox, where it is there.
browser:
	@command -v chromium chromium-browser google-chrome >/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && \
	    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } || \
	  echo "no Chromium found: install it for the browser tests"
	@command -v firefox-esr firefox >/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && \
	    apt-get install -y -qq --no-install-recommends firefox-esr >/dev/null 2>&1; } || true

# Write the lock files again from pyproject.toml (needs uv).
lock:
	uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --extra test --constraint requirements.lock pyproject.toml -o requirements-test.lock
	uv pip compile --quiet --universal --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --python-version 3.11 --extra docs --constraint requirements-test.lock pyproject.toml -o requirements-docs.lock

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
