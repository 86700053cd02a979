PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL := $(VENV)/wheel
PARALLEL := -n auto --dist loadgroup

.PHONY: play test test-long test-wheel lint bench clean

# sets up an environment of its own and plays a game
play: $(VENV)/installed
	$(BIN)/hexgame play hex --set size=7 --players human,random --seed 1

# sets up an environment of its own and passes the tests
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m "not long"

# what takes long and proves again, on more games and sizes, what the tests prove
test-long: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m long

# the tests against a wheel that is installed as users install it
test-wheel: $(WHEEL)/installed
	$(WHEEL)/bin/python -m pytest $(PARALLEL) -m "not long" -p no:cacheprovider

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hexgame test games

# every figure as a ratio measured in one run
bench: $(VENV)/installed-dev
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/native.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --editable .
	$(BIN)/python -m compileall -q interpreter cli.py
	touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	$(BIN)/python -m compileall -q interpreter cli.py
	mkdir -p $(VENV)/typed && ln -sfn ../../interpreter $(VENV)/typed/hexgame
	touch $@ $(VENV)/installed

$(WHEEL)/installed: $(VENV)/installed-dev $(shell git ls-files interpreter games grammar docs cli.py)
	rm -rf build dist $(WHEEL)
	$(BIN)/python -m build --quiet --no-isolation
	$(PYTHON) -m venv $(WHEEL)
	$(WHEEL)/bin/python -m pip install --quiet "$$(echo dist/*.whl)[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist
