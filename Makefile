PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL := $(VENV)/wheel
WORKERS ?= auto
PARALLEL = -n $(WORKERS) --dist loadgroup

# without byte code, all that starts processes takes three times as long
unexport PYTHONDONTWRITEBYTECODE

PYTHONS ?= python3.12 python3.13
ENGINES := $(addprefix tests/,native/test_native.py experiments/test_playouts.py play/test_batch.py)
SAMPLE := $(ENGINES) $(addprefix tests/,play/test_games.py play/test_state.py verbs/test_cli.py show/test_picture.py) \
  $(addprefix tests/,experiments/test_workers.py experiments/test_cluster.py reports/test_study_page.py reports/test_study_report.py) \
  $(addprefix tests/,web/test_serve.py web/test_serve_workers.py)
FLOORS := import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
  extras = project["optional-dependencies"]; extras.pop("dev"); \
  print(*(each.replace(">=", "==") for each in sum(extras.values(), project["dependencies"])), sep="\n")

.PHONY: play test test-long test-all test-wide test-wheel test-bounds test-floors test-pythons lint \
  style types contracts scenarios bench book clean

# sets up an environment of its own and plays a game
play: $(VENV)/installed
	$(BIN)/hexgame play hex --set size=7 --players human,random --seed 1

# sets up an environment of its own and passes the tests
test: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m "not long and not wide"

# what takes long and proves again, on more games and sizes, what the tests prove
test-long: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m long

# what the last two run, in one run
test-all: $(VENV)/installed-dev
	$(BIN)/python -m pytest $(PARALLEL) -m "not wide"

# the same proofs again on all that there is: every shipped game, every tiling, every sheet
test-wide: $(VENV)/installed-dev
	HYPOTHESIS_PROFILE=other $(BIN)/python -m pytest $(PARALLEL) -m wide

# the tests against a wheel that is installed as users install it
test-wheel: $(WHEEL)/installed
	$(WHEEL)/bin/python -m pytest $(PARALLEL) -m "not long and not wide" -p no:cacheprovider

# compiled games with every index checked
test-bounds: $(VENV)/installed-dev
	HEXGAME_CHECK=1 HEXGAME_CACHE=$(CURDIR)/$(VENV)/bounds $(BIN)/python -m pytest $(PARALLEL) $(ENGINES)

# a sample of the tests with the oldest versions that pyproject.toml allows
test-floors: $(VENV)/floors/installed
	$(VENV)/floors/bin/python -m pytest $(PARALLEL) -m "not long and not wide" -p no:cacheprovider $(SAMPLE)

# the same sample with other Pythons
test-pythons: $(PYTHONS:%=test-with-%)

test-with-%: $(VENV)/%/installed
	$(VENV)/$*/bin/python -m pytest $(PARALLEL) -m "not long and not wide" -p no:cacheprovider $(SAMPLE)

# style, types, contracts between rooms, scenarios; `make -j2 lint` checks two of them at a time
lint: style types contracts scenarios

style: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

contracts: $(VENV)/installed-dev
	$(BIN)/lint-imports

scenarios: $(VENV)/installed-dev
	$(BIN)/hexgame test games

# the documentation as a site, with a page for each game and the games to play, in build/book
book: $(VENV)/installed-dev
	$(BIN)/python docs/book/build.py --site

# every figure as a ratio measured in one run
bench: $(VENV)/installed-dev
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/native.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --editable '.[fast]'
	$(BIN)/python -m compileall -q interpreter cli.py
	touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml setup.py
	$(BIN)/python -m pip install --quiet --no-compile --editable '.[dev]'
	-$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib interpreter cli.py
	mkdir -p $(VENV)/typed && ln -sfn ../../interpreter $(VENV)/typed/hexgame
	touch $@ $(VENV)/installed

$(WHEEL)/installed: $(VENV)/installed-dev $(shell git ls-files interpreter games grammar docs cli.py)
	rm -rf build dist $(WHEEL)
	$(BIN)/python -m build --quiet --no-isolation
	$(PYTHON) -m venv $(WHEEL)
	$(WHEEL)/bin/python -m pip install --quiet "$$(echo dist/*.whl)[dev]"
	touch $@

$(VENV)/floors/installed: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)/floors
	$(PYTHON) -c '$(FLOORS)' > $(VENV)/floors/floors.txt
	$(VENV)/floors/bin/python -m pip install --quiet --constraint $(VENV)/floors/floors.txt --editable '.[dev]'
	touch $@

$(VENV)/python%/installed: pyproject.toml setup.py
	python$* -m venv $(VENV)/python$*
	$(VENV)/python$*/bin/python -m pip install --quiet --editable '.[dev]'
	touch $@

.PRECIOUS: $(VENV)/python%/installed

clean:
	rm -rf $(VENV) build dist
