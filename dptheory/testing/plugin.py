"""The plugin of pytest: a test for every claim of the files and papers in ``dptheory_claims``.

.. code-block:: toml

    [tool.pytest.ini_options]
    dptheory_claims = ["lemmas.py", "my_paper"]

A claim of a paper, which is a folder, passes where its verdict is that of the folder's
``ledger.lock``: a refuted claim is a passing test.

Claims are judged by ``dptheory verify`` in a process of its own, one for each file or paper:
nothing heavy is imported here, and no package that the tests import can stand in the engine's way.
Finished claims are kept in ``build/claims``, so that what has not changed is not judged again.
"""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from dptheory.errors import ArgumentError
from dptheory.testing.answers import GRADES, Answer, answer_of, failure
from dptheory.testing.badge import badge

ROW = ("dptheory_verdict", "dptheory_evidence", "dptheory_left_right")
HEADS = ("claim", "verdict", "evidence", "left/right")
PAPER = "__init__.py"  # of the folder that a paper is


class Fails(Exception):
    """A claim does not hold; its message is all that is to be shown."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare what the plugin may be told."""
    parser.addini("dptheory_claims", "files and papers, each claim a test", type="linelist")
    parser.addini("dptheory_at_least", f"the weakest grade that passes: {', '.join(GRADES)}")
    group = parser.getgroup("dptheory")
    group.addoption("--dptheory-badge", metavar="FILE", help="write a badge (.json or .svg)")
    group.addoption("--dptheory-picture", metavar="DIR", help="draw the claims of the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Watch for claims where files of claims, or options of this plugin, are given.

    Raises:
        pytest.UsageError: a file is missing, or a word is not one of those that there are.
    """
    named = [(config.rootpath / name).resolve() for name in config.getini("dptheory_claims")]
    files = tuple(path / PAPER if path.is_dir() else path for path in named)
    at_least = config.getini("dptheory_at_least") or "argued"
    name = config.getoption("--dptheory-badge")
    if at_least not in GRADES:
        raise pytest.UsageError(
            f"dptheory_at_least must be one of {', '.join(GRADES)}. Found {at_least!r}."
        )
    if name is not None and not name.endswith((".json", ".svg")):
        raise pytest.UsageError(f"--dptheory-badge must end in .json or .svg. Found {name}.")
    for file in files:
        if not file.is_file():
            raise pytest.UsageError(f"dptheory_claims must be files that exist. Found {file}.")
    if files:
        config.pluginmanager.register(Claims(config, files, at_least), "dptheory-claims")


class Claims:
    """The claims of a run of pytest, and what became of them."""

    def __init__(self, config: pytest.Config, files: tuple[Path, ...], at_least: str) -> None:
        self.files = files
        self.at_least = at_least
        self.rows: dict[str, tuple[str, ...]] = {}
        self.good = True
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            # Who names no tests means all of them, and a folder of tests may not hold these files.
            folders = [(config.invocation_params.dir / arg).resolve() for arg in config.args]
            config.args += [
                str(f) for f in files if not any(f.is_relative_to(folder) for folder in folders)
            ]

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> "ClaimsOfFile | None":
        """The claims of a file, beside what else it is."""
        if file_path.resolve() not in self.files:
            return None
        if parent.session.isinitpath(file_path) and not self._of_tests(file_path, parent):
            return None  # Asked for by name, any Python file is taken for a module of tests: below.
        return self._claims(file_path, parent)

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> "ClaimsOfFile | None":
        """The claims of a file in place of a module of tests, which it is not."""
        if module_path.resolve() in self.files and not self._of_tests(module_path, parent):
            return self._claims(module_path, parent)
        return None

    def _of_tests(self, path: Path, parent: pytest.Collector) -> bool:
        """Whether a file has the name of a module of tests."""
        return any(path.match(pattern) for pattern in parent.config.getini("python_files"))

    def _claims(self, path: Path, parent: pytest.Collector) -> "ClaimsOfFile":
        found: ClaimsOfFile = ClaimsOfFile.from_parent(parent, path=path)
        found.at_least = self.at_least
        return found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the row of a claim, which workers send in its report."""
        told = dict(report.user_properties)
        if report.when == "call" and ROW[0] in told:
            self.good = self.good and report.passed
            name = report.nodeid.partition("::")[2]
            self.rows[name] = (name, *(str(told[key]) for key in ROW))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """The claims as a table."""
        if not self.rows:
            return
        terminalreporter.section("claims")
        for line in aligned([HEADS, *self.rows.values()]):
            terminalreporter.write_line(line)
        terminalreporter.write_line(self._counted())

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the badge: by the process that all workers report to."""
        name = session.config.getoption("--dptheory-badge")
        if name is None or hasattr(session.config, "workerinput") or not self.rows:
            return
        path = session.config.invocation_params.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(badge(self._counted(), self.good, path.suffix), encoding="utf-8")

    def _counted(self) -> str:
        count = Counter(verdict for _, verdict, *_ in self.rows.values())
        return ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())


class ClaimsOfFile(pytest.File):
    """A file or a paper; its claims are judged together, when the first of them is run."""

    at_least: str
    answers: dict[str, Answer] | None = None

    @property
    def judged(self) -> Path:
        """What is judged: the file, or the paper's folder."""
        return self.path.parent if self.path.name == PAPER else self.path

    @cached_property
    def locked(self) -> dict[str, str]:
        """The verdicts of a paper's ledger, by id; none where it has not been written."""
        path = self.judged / "ledger.lock"
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        return dict(line.split()[:2] for line in lines if not line.startswith("#"))

    def collect(self) -> Iterator["ClaimItem"]:
        """A test for every claim that the file or the paper lists.

        Raises:
            pytest.Collector.CollectError: it cannot be imported, or lists no claims.
        """
        for name in _verify(self.judged, self.config, "--list").split():
            yield ClaimItem.from_parent(self, name=name)

    def answer(self, item: "ClaimItem") -> Answer:
        """What became of a claim."""
        if self.answers is None or item.name not in self.answers:
            alone = hasattr(self.config, "workerinput")  # another worker may have the others
            chosen = [item] if alone else [i for i in item.session.items if i.parent is self]
            self.answers = _answers(self.judged, self.config, [i.name for i in chosen])
        return self.answers[item.name]


class ClaimItem(pytest.Item):
    """A claim as a test."""

    def runtest(self) -> None:
        """Judge the claim.

        Raises:
            Fails: it does not hold.
        """
        parent = self.parent
        if not isinstance(parent, ClaimsOfFile):
            raise ArgumentError(f"a claim must be of a file. Found {parent!r}.")
        found = parent.answer(self)
        told = (found.verdict, found.evidence, found.ratio)
        self.user_properties += list(zip(ROW, told, strict=True))
        if words := failure(found, parent.at_least, parent.locked.get(self.name, "")):
            raise Fails(words)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The counterexample, without a traceback."""
        if isinstance(excinfo.value, Fails):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the claim stands, and its name."""
        return self.path, None, f"claim {self.name}"


def aligned(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """The rows as lines, each column as wide as its longest cell."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _answers(path: Path, config: pytest.Config, names: list[str]) -> dict[str, Answer]:
    drawn = config.getoption("--dptheory-picture")
    picture = ["--picture", str(config.invocation_params.dir / drawn)] if drawn else []
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "claims.json")
        _verify(path, config, *names, "--json", str(written), *picture)
        claims = json.loads(written.read_text(encoding="utf-8"))["claims"]
    return {record["id"]: answer_of(record) for record in claims}


def _verify(path: Path, config: pytest.Config, *words: str) -> str:
    """What ``dptheory verify`` prints of a file or a paper.

    Raises:
        pytest.Collector.CollectError: it could not judge what it was asked.
    """
    # Safely: the folder of the tests may have modules by the names of this project's.
    command = [sys.executable, "-P", "-m", "dptheory", "verify", str(path), *words]
    # Where a paper has settings of pytest of its own, what is kept stands beside it, not in it.
    home = config.rootpath.parent if path == config.rootpath else config.rootpath
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    # 1 is a claim that broke, which its own row says.
    if done.returncode not in (0, 1) or (done.returncode == 1 and "--list" in words):
        raise pytest.Collector.CollectError(done.stderr.strip() or f"exit {done.returncode}")
    return done.stdout
