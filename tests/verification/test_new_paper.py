"""``python -m verify --new FOLDER``: what it writes is judged, drawn, shown and tested as it is."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from figures import __main__ as figures
from verify import new
from verify.ledger import lock

Run = Callable[..., tuple[str, str]]
PLUGINS = ("-p", "no:xdist", "-p", "no:hypothesispytest", "-p", "no:cacheprovider")


def names(folder: Path) -> set[str]:
    """The files below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files if path.suffix != ".pyc"}


def test_a_new_paper_is_judged_drawn_and_shown(verify: Run, tmp_path: Path, root: Path) -> None:
    said, _ = verify("--new", "first_paper")
    folder = tmp_path / "first_paper"
    made = names(folder)
    assert made == names(new.TEMPLATE)
    assert said == f"first_paper: {len(made)} files. To judge it: python -m verify first_paper\n"
    one = "first-paper/lemma-1"
    assert verify("first_paper", "--list")[0] == f"{one}\n"
    assert verify("first_paper")[0].startswith(f"{one}  verified  ")
    (line,) = lock.parsed((folder / "ledger.lock").read_text())
    assert (line.id, line.verdict) == (one, "verified")
    assert verify("first_paper", "--check")[1] == ""
    assert figures.main(["first_paper"]) == 0
    assert names(folder / "images") == {"fig-1.png", "fig-1.svg"}
    assert figures.main(["first_paper", "fig-1", "--reuse-data", "--output", "drawn"]) == 0
    assert names(tmp_path / "drawn") == names(folder / "images")
    verify("first_paper", "--html", "site")
    first = (tmp_path / "site/index.html").read_text()
    assert "<title>Title of the paper (Authors 2026)</title>" in first
    assert "Documentation" not in first
    gallery = (tmp_path / "site/figures/index.html").read_text()
    assert "python -m figures first_paper fig-1" in gallery
    assert {"figures/fig-1.svg", "figures/fig-1/sides.csv", f"{one}.html"} <= names(
        tmp_path / "site"
    )


def test_each_claim_of_a_paper_is_a_test_with_the_verdict_of_its_ledger(
    verify: Run, tmp_path: Path, root: Path
) -> None:
    verify("--new", "tested_paper")
    verify("tested_paper")

    def tests(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-P", "-m", "pytest", "-q", *PLUGINS, *words]
        done = subprocess.run(
            command,
            env=os.environ | {"PYTHONPATH": str(root)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    status, said = tests("tested_paper", "--dptheory-badge", "badge.json")
    assert (status, "2 passed" in said) == (0, True), said
    assert not (tmp_path / "tested_paper/build").exists()
    assert '"1 verified"' in (tmp_path / "badge.json").read_text()
    ledger = tmp_path / "tested_paper/ledger.lock"
    ledger.write_text(ledger.read_text().replace(" verified ", " refuted "))
    # Where the settings of pytest stand above it, the folder is named there.
    (tmp_path / "pytest.ini").write_text("[pytest]\ndptheory_claims = tested_paper\n")
    status, said = tests("--deselect", "tested_paper/test_paper.py")
    assert (status, "1 failed" in said) == (1, True), said
    assert "Section 2, Lemma 1 (a product and a mean of squares) is verified, and refuted" in said


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        (
            '"fig-1"',
            '"fig-2"',
            "a figure must have a module. Found no drawn_badly/drawings/fig_2.py",
        ),
        (
            "recomputed",
            "copied",
            "kind must be one of recomputed, analogue, ours. Found 'copied' in",
        ),
        ("caption", "title", "drawn_badly/figures.toml must list figures by their fields. Found: "),
        ("[[shown]]", "[[shown", "Expected ']]' at the end of an array declaration"),
    ],
)
def test_a_wrong_list_of_figures_is_refused_in_one_line(
    verify: Run, tmp_path: Path, complaint, old: str, new: str, refused: str
) -> None:
    verify("--new", "drawn_badly")
    path = tmp_path / "drawn_badly/figures.toml"
    path.write_text(path.read_text().replace(old, new))
    assert complaint(figures.main, ["drawn_badly"]).startswith(f"figures: {refused}")


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (("full_folder",), "--new must name a new or an empty folder. Found full_folder."),
        (
            ("full_folder/file",),
            "--new must name a new or an empty folder. Found full_folder/file.",
        ),
        (("json",), "--new must be a name that no package has. Found "),
        (
            ("first-paper",),
            "--new must be a name of a package, in small letters. Found first-paper",
        ),
        (("paper_a", "nsgd"), "--new must stand alone. Found something to judge beside it."),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(
    verify: Run, tmp_path: Path, words: tuple[str, ...], refused: str
) -> None:
    (tmp_path / "full_folder").mkdir()
    (tmp_path / "full_folder/file").touch()
    out, error = verify("--new", *words, status=2)
    assert out == ""
    assert error.startswith(f"verify: {refused}")
    assert error.count("\n") == 1
    assert names(tmp_path) == {"full_folder/file"}
