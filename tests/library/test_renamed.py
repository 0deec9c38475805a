"""Old names work for a release, and the warning says the new one."""

from dataclasses import dataclass

import pytest

from dptheory import lyapunov, renamed
from dptheory.contract import public
from dptheory.errors import ArgumentError
from dptheory.lazy import lazily
from dptheory.parser import Parser


@public
@dataclass(frozen=True)
class Grid:
    size: int


@public
def doubled(size: int) -> int:
    return 2 * size


@pytest.fixture(autouse=True)
def old(monkeypatch: pytest.MonkeyPatch) -> None:
    """``extent`` is the old name of ``size``, ``--extent`` of ``--size``."""
    monkeypatch.setattr(renamed, "ARGUMENTS", (("extent", "size", "Grid doubled"),))
    monkeypatch.setitem(renamed.OPTIONS, "--extent", "--size")


def test_an_old_keyword_works_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match=r"doubled\(extent=...\) is now size=...") as said:
        assert doubled(extent=3) == 6  # type: ignore[call-arg]
    assert said[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="size"):
        assert Grid(extent=3) == Grid(3)  # type: ignore[call-arg]


def test_an_old_field_works_and_warns() -> None:
    with pytest.warns(DeprecationWarning, match="Grid.extent is now size") as said:
        assert Grid(3).extent == 3  # type: ignore[attr-defined]
    assert said[0].filename == __file__


def test_other_unknown_names_are_refused() -> None:
    with pytest.raises(ArgumentError, match="width"):
        doubled(width=3)  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match="extent"):
        doubled(size=3, extent=3)  # type: ignore[call-arg]
    with pytest.raises(AttributeError, match="'Grid' object has no attribute 'width'"):
        Grid(3).width  # type: ignore[attr-defined]  # noqa: B018


def test_an_old_name_of_a_package_works_and_warns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(renamed.OFFERED, "dptheory.lyapunov", {"fastest": "dptheory.lyapunov.rate"})
    get, _ = lazily("dptheory.lyapunov")
    with pytest.warns(
        DeprecationWarning, match="dptheory.lyapunov.fastest is now dptheory.lyapunov.rate"
    ) as said:
        assert get("fastest") is lyapunov.rate
    assert said[0].filename == __file__


@pytest.mark.parametrize("words", [["--extent", "3"], ["--extent=3"]])
def test_an_old_option_works_and_says_so(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    parser = Parser(prog="grid")
    parser.add_argument("--size", type=int)
    parser.add_argument("rest", nargs="*")
    assert parser.parse_args(words).size == 3
    assert capsys.readouterr().err == "grid: --extent is now --size\n"
    assert parser.parse_args(["--", "--extent"]).rest == ["--extent"]
    assert capsys.readouterr().err == ""


def test_an_option_that_a_command_still_has_is_no_old_one() -> None:
    parser = Parser(prog="grid")
    parser.add_argument("--size", type=int)
    parser.add_argument("--extent", type=int)
    assert parser.parse_args(["--extent", "3"]).extent == 3
