PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint bench clean

# sets up an environment of its own and plays a game
play: $(VENV)/installed
	$(BIN)/hexgame play hex --set size=7 --players human,random --seed 1

# sets up an environment of its own and passes the tests
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest

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

clean:
	rm -rf $(VENV) build dist
