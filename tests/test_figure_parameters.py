"""What ``python -m figures`` lets change, what it refuses, and methods of one's own."""

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure

from dptheory.errors import ArgumentError
from dptheory.optimizers.sgdm import Sgdm
from figures import NAMES
from figures.__main__ import main
from figures.adambc.own import own
from figures.parameters import chosen, listed, parameters, text
from verify.papers.adambc.laboratory.adam_problems import (
    Lanes,
    Release,
    points,
    scaled_points,
    train,
)

TUTORIAL = Path(__file__).parents[1] / "examples" / "tutorials" / "add_optimiser.py"
# One value where the figure has several, and others.
CHANGED = (
    ("fig-2", ["stages=2", "smoothness=50"]),
    ("lssgd-fig-2", ["deviation_2=0.5", "smoothing_2=10"]),
    ("lssgd-gamma-beta", ["smoothings=2", "most_dimension=20"]),
    ("nsgd-floor", ["marks=1", "points=3"]),
    ("groupwise-fig-4", ["model=vit-small", "groups=2"]),
    ("groupwise-groupings", ["models=vit-small", "most=4"]),
    ("adambc-violation", ["steps=10", "points=2", "alpha=0.2"]),
)


def defaults(name: str) -> Any:
    return importlib.import_module(NAMES[name]).PARAMETERS


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_has_parameters_whose_values_are_in_their_ranges(name: str) -> None:
    known = list(parameters(defaults(name)))
    assert known
    for one in known:
        assert one.read(text(one.default)) == one.default
        assert one.range.help
        assert one.many is isinstance(one.default, tuple)
        assert f"{one.name}={text(one.default)}" in listed(name, defaults(name))


@pytest.mark.parametrize(("name", "assignments"), CHANGED)
def test_a_changed_figure_is_computed_and_drawn(name: str, assignments: list[str]) -> None:
    module = importlib.import_module(NAMES[name])
    now = chosen(name, module.PARAMETERS, assignments)
    tables = {
        key: {column: np.asarray(values) for column, values in table.items()}
        for key, table in module.tables(now).items()
    }
    assert isinstance(module.draw(tables, now), Figure)


@pytest.mark.parametrize(
    ("name", "assignment"),
    [
        ("fig-2", "mu=2"),
        ("fig-2", "smoothness=50"),
        ("fig-2", "first_stage=5"),
        ("lssgd-gamma-beta", "smoothings=1,3,10,101"),
        ("lssgd-gamma-beta", "most_dimension=20"),
        ("groupwise-fig-4", "batch=1"),
        ("groupwise-fig-4", "groups=6"),
    ],
)
def test_a_parameter_reaches_the_numbers(name: str, assignment: str) -> None:
    module = importlib.import_module(NAMES[name])
    before, after = (
        {key: np.concatenate([np.ravel(v) for v in table.values()]) for key, table in found.items()}
        for found in (
            module.tables(chosen(name, module.PARAMETERS, given)) for given in ([], [assignment])
        )
    )
    assert any(not np.array_equal(before[key], after[key]) for key in before.keys() & after.keys())


def test_a_changed_figure_takes_no_place_of_another(here: Path, capsys: Any) -> None:
    line = ["lssgd-gamma-beta", "--set", "smoothings=1,2", "most_dimension=20"]
    assert main(line) == 0
    stem = "build/figures/lssgd-gamma-beta_smoothings-1,2_most_dimension-20"
    assert capsys.readouterr().out.split() == [f"{stem}.png", f"{stem}.svg"]
    assert (here / stem / "dimension.csv").exists()
    assert not (here / "docs").exists()
    assert "Changed: smoothings = 1,2 (was 1,3,10,100)" in (here / f"{stem}.svg").read_text()
    assert main([*line, "--reuse-data", "--output", "elsewhere"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fig-1", "--set", "mu=2"], "mu must be a number in (0, 1). Found 2."),
        (["fig-1", "--set", "mu=nan"], "mu must be a number in (0, 1). Found nan."),
        (["fig-1", "--set", "mu="], "mu must be a number in (0, 1). Found ."),
        (["fig-1", "--set", "nu=2"], "--set must name a parameter of fig-1: mu, start, alphas, "),
        (["fig-1", "--set", "mu"], "--set must be NAME=VALUE. Found mu."),
        (["fig-1", "--set", "mu=0.1", "mu=0.2"], "mu must be set once. Found mu=0.2 as well."),
        (["fig-1", "fig-2", "--set", "start=1"], "--set must name a parameter of fig-2: mu, "),
        (["fig-2", "--set", "stages=2.5"], "stages must be 1 to 4 different whole numbers in [1,"),
        (["fig-2", "--set", "stages=2,2"], "stages must be 1 to 4 different whole numbers in [1,"),
        (["groupwise-fig-4", "--set", "model=x"], "model must be one of vit-small, vit-base, "),
        (["nsgd-fig-1", "--set", "common_rate=1"], "common_rate must be one of 0.05, 0.1, "),
        (["fig-4", "--set", "n=2000", "batch_size=2000"], "batch_size must be a whole number from"),
        (["fig-1", "--with", "x.py"], "--with must stand with adambc-contest alone. Found fig-1."),
        (["adambc-contest", "--with", "x.py"], "--with must be a text file that can be read. "),
    ],
)
def test_what_is_refused(here: Path, complaint: Any, arguments: list[str], said: str) -> None:
    assert complaint(main, arguments).startswith(f"figures: {said}")
    assert list(here.iterdir()) == []


def test_parameters_are_listed(here: Path, capsys: Any) -> None:
    assert main(["fig-1", "nsgd-floor", "--parameters"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "fig-1"
    assert "  mu=0.5                    a number in (0, 1): the smaller eigenvalue; L = 1" in lines
    assert list(here.iterdir()) == []


# Methods of one's own -----------------------------------------------------------------------------


MOMENTUM = """
from dptheory.optimizers.sgdm import Sgdm, init, update
CONFIGURATIONS = [Sgdm(0.1, 0.5), Sgdm(0.2, 0.5)]
"""


def test_an_own_method_runs_as_the_same_method_of_the_library(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MOMENTUM)
    problem, release = scaled_points(0, n=64), Release(1.0, 1.0, 8)
    lanes = [Lanes(Sgdm(0.1, 0.5), (0.1, 0.2)), *own(str(tmp_path / "mine.py")).lanes]
    library, first, second = train(problem, release, lanes, 7, seed=0, observe=points)
    np.testing.assert_allclose(np.concatenate([first, second]), library, rtol=1e-12)


def test_the_tutorial_offers_its_method(capsys: Any) -> None:
    assert len(own(str(TUTORIAL)).lanes) == 24
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "init = update = 1",
            r"defines init, update, CONFIGURATIONS. Found .* \(no CONFIGURATIONS\)",
        ),
        ("1/0", r"a file that runs. Found .*mine.py \(ZeroDivisionError: division by zero\)"),
        ("raise SystemExit(3)", "a file that runs. Found .*SystemExit: 3"),
        ("init = update = 1\nCONFIGURATIONS = []", r"are 1 to 24 methods. Found \[\]"),
        ("init = update = 1\nCONFIGURATIONS = [1] * 25", "are 1 to 24 methods"),
    ],
)
def test_a_file_that_offers_no_method_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "mine.py").write_text(content)
    with pytest.raises(ArgumentError, match=said):
        own(str(tmp_path / "mine.py"))


def test_an_iterate_of_another_shape_is_refused(tmp_path: Path) -> None:
    text = MOMENTUM.replace("init, update", "SgdmState, update")
    (tmp_path / "mine.py").write_text(text + "init = lambda x: SgdmState(x[:1], x[:1], 0)\n")
    lanes = own(str(tmp_path / "mine.py")).lanes
    with pytest.raises(ArgumentError, match=r"whose x has shape \(20,\). Found \(1,\)"):
        train(scaled_points(0, n=64), Release(1.0, 1.0, 8), lanes, 2, seed=0)
