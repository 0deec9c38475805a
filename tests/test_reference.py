"""What the docstrings of public names say: each parameter, each field, what is refused, the units.

The site's reference is made of them. Whether a sentence is true no test reads; that it is there, it
does.
"""

import dataclasses
import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verify.site import reference

ROOT = Path(__file__).resolve().parents[1]
# What checks a range where a value enters, by the names of dptheory.ranges.
CHECKED = re.compile(r"\b(?:require|positive|nonnegative|count|finite)\(|\braise ValueError")
NAMES = re.compile(r"(?:^|[.;] )((?:\*{0,2}\w+, )*\*{0,2}\w+):", re.M)
# Some functions share their arguments with one that is named.
ELSEWHERE = re.compile(r"[Aa]rg(?:ument)?s(?: and \w+)?(?::| of| as| for|,)[^.]*:func:")
# What names no source: a name, or a module's whole, and why.
UNSOURCED = {
    "dptheory.allocation.schedule": "a record of what was found",
    "dptheory.lyapunov.results": "records and closed lists of answers",
    "dptheory.memory.functions.Recipe": "a record of options",
    "dptheory.memory.layers": "records of shapes",
    "dptheory.memory.tables": "the form of a file",
    "dptheory.planning.adam": "a record; its formulas are those of dptheory.optimizers",
    "dptheory.planning.run": "a record of counts",
    "dptheory.planning.step_conventions": "a record of what is stated",
    "dptheory.privacy.budget": "a record of what may be spent",
    "dptheory.privacy.curve": "a table of accounts that name theirs",
    "dptheory.privacy.neighbouring": "a closed list",
    "dptheory.privacy.noise": "bisection of any account",
    "dptheory.privacy.sampling": "a closed list",
    "dptheory.testing": "calls the judge; no formula",
    "dptheory.tuning.problem": "records of a question and its answers",
}
PACKAGES = reference.packages()
ENTRIES = [(f"{p.name}.{e.name}", e.object) for p in PACKAGES for e in p.entries]
CALLABLE = [pytest.param(name, value, id=name) for name, value in ENTRIES if callable(value)]


def section(said: str, head: str) -> str:
    """The indented text below a head, "" without it."""
    found = re.search(rf"^{head}:\n((?:[ ].*\n?|\n)+)", said + "\n", re.M)
    return inspect.cleandoc(found[1]) if found else ""


def named(text: str) -> set[str]:
    """The parameters that a section tells, several in a line or one in several."""
    return {name.strip(" *") for group in NAMES.findall(text) for name in group.split(",")}


def missing(value: Any) -> Iterator[str]:
    """What a docstring does not tell."""
    said = reference.docstring(value)
    own = inspect.unwrap(value)
    if inspect.isfunction(own):
        told = named(section(said, "Args"))
        if not ELSEWHERE.search(" ".join(said.split())):
            yield from (f"Args: {name}" for name in inspect.signature(own).parameters.keys() - told)
            if CHECKED.search(inspect.getsource(own)) and not section(said, "Raises"):
                yield "Raises"
    elif dataclasses.is_dataclass(value):
        told = set(re.findall(r"\b(\w+)(?=[:,])", section(said, "Attributes")))
        fields = {f.name for f in dataclasses.fields(value) if not f.name.startswith("_")}
        yield from (f"Attributes: {name}" for name in fields - told)


@pytest.mark.parametrize(("name", "value"), CALLABLE)
def test_a_docstring_tells_what_it_takes_and_refuses(name: str, value: Any) -> None:
    said = reference.docstring(value)
    assert said
    assert list(missing(value)) == []


def _called(name: str) -> str:
    """How a function stands in an example."""
    return f"{name.rpartition('.')[2]}("


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_every_public_name_has_an_example_that_prints_what_it_shows(package: Any) -> None:
    """After ``from package import *``, as the reference says."""
    shown = {name: getattr(package.module, name) for name in package.module.__all__}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    wrong = []
    for entry in package.entries:
        if not callable(entry.object):
            continue
        said = section(reference.docstring(entry.object), "Example")
        test = parser.get_doctest(said, dict(shown), entry.name, None, None)
        code = "".join(one.source for one in test.examples)
        # A record may be shown by what returns it.
        used = code and (inspect.isclass(entry.object) or _called(entry.name) in code)
        if not used or runner.run(test, out=wrong.append).failed:
            wrong.append(entry.name)
    assert wrong == []


@pytest.mark.parametrize(("name", "value"), CALLABLE)
def test_a_source_is_named(name: str, value: Any) -> None:
    own = inspect.unwrap(value)
    free = {own.__module__, f"{own.__module__}.{own.__name__}"} & UNSOURCED.keys()
    assert bool(reference.source(value)) != bool(free)


def test_the_reference_has_every_public_name() -> None:
    for package in PACKAGES:
        shown = {entry.name.partition(".")[0] for entry in package.entries}
        assert shown == set(package.module.__all__)


def test_packages_say_what_they_are_for() -> None:
    assert [p.name for p in PACKAGES if not (p.module.__doc__ or "").strip()] == []


def test_every_public_function_is_used_where_a_test_runs_it() -> None:
    """An example: a snippet of a page, a tutorial, or a test of the name itself."""
    pages = [*(ROOT / "docs").glob("*.md"), *(ROOT / "examples").rglob("*.py")]
    tests = (ROOT / "tests").rglob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*pages, *tests))
    # What comes back from a function is used without being named.
    found = [entry for p in PACKAGES for entry in p.entries if inspect.isroutine(entry.object)]
    names = {entry.name.rpartition(".")[2] for entry in found}
    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", text)] == []
