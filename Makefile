# Every target sets itself up: it needs python3 (3.11 or later, with venv and pip) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

# Where Python is told to keep no bytecode every worker and every child compiles all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: verify site test figures bench mutants hand-mutants elsewhere coq lint release-check

verify: $(STAMP)
	$(BIN)/python -m verify
	cd examples && ../$(BIN)/python -m verify sixth_paper

site: $(STAMP)
	$(BIN)/python -m verify --html build/site

# Two workers on two cores: a BLAS with threads of its own would wait for itself.
test: export OPENBLAS_NUM_THREADS := 1
test: $(STAMP)
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

figures: $(STAMP)
	$(BIN)/python -m figures

bench: $(STAMP)
	$(BIN)/python -m benchmarks.speed

mutants: $(STAMP)
	$(BIN)/python -m benchmarks.audits.mutants --count 300 --seed 1

hand-mutants: $(STAMP)
	$(BIN)/python -m benchmarks.audits.hand_mutants

# Claims found anew as other machines would: other vectors, kernels, threads, locales.
elsewhere: $(STAMP)
	$(BIN)/python -m benchmarks.audits.elsewhere

# Certificates before a second kernel, where Coq is installed.
coq: $(STAMP)
	$(BIN)/python -m benchmarks.audits.coq_agreement

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Builds and installs apart from $(VENV), in temporary folders.
release-check: $(STAMP)
	$(BIN)/python -m benchmarks.audits.release

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[dev]'
	touch $(STAMP)
