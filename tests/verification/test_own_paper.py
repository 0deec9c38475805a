"""``python -m verify FOLDER``: a paper anywhere is judged, and has its ledger in its folder."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from verify.ledger import collection, lock, selection, sources

INIT = """\"\"\"A paper.\"\"\"

TITLE = "Sums of squares (Nobody 2026)"
MODULES = ("lemma_1", "lemma_4")
"""
NOTATION = """
from verify.language import notation, positive

V = notation(a=positive(unit="1"), b=positive(unit="1"))
"""
RESULT = """
from verify.language import claim, says
from {package}.notation import V

CLAIM = claim("{slug}/{name}", "Lemma", "a sum", says({sides}))
"""
SIDES = {
    "lemma_1": "2 * V.a * V.b <= V.a**2 + V.b**2",
    "lemma_4": "V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4",
}
Run = Callable[..., tuple[str, str]]
MEANINGS = 'first = ["lemma-4"]\nlemma-4 = "Too small: {left} is not at most {right}."\n'


def made(folder: Path) -> Path:
    """A paper of two claims, one of them false."""
    (folder / "results").mkdir(parents=True)
    (folder / "__init__.py").write_text(INIT)
    (folder / "results" / "__init__.py").touch()
    (folder / "notation.py").write_text(NOTATION)
    (folder / "meanings.toml").write_text(MEANINGS)
    for name, sides in SIDES.items():
        slug, id = folder.name.replace("_", "-"), name.replace("_", "-")
        text = RESULT.format(package=folder.name, slug=slug, name=id, sides=sides)
        (folder / "results" / f"{name}.py").write_text(text)
    return folder


def test_a_folder_is_judged_and_keeps_its_ledger(verify: Run, tmp_path: Path, python) -> None:
    folder = made(tmp_path / "sums_of_squares")
    one, four = "sums-of-squares/lemma-1", "sums-of-squares/lemma-4"
    assert verify("sums_of_squares", "--list")[0].split() == [one, four]
    complaint = f"{four}: its meaning must be read with the statements of today."
    told = verify("sums_of_squares", status=1)[1]
    assert f"{complaint} Run 'python -m verify {folder} --read {four}'.\n" in told
    verify("sums_of_squares", "lemma-4", "--read")
    assert verify("sums_of_squares", "--check")[1] == ""
    page = (folder / "paper_checks.md").read_text()
    assert "## sums-of-squares: Sums of squares (Nobody 2026)" in page
    assert "Too small: 2 is not at most 401/201." in page
    assert (folder / "docs/ledger/sums-of-squares.md").exists()
    lines = lock.parsed((folder / "ledger.lock").read_text())
    assert [(x.id, x.verdict) for x in lines] == [(one, "verified"), (four, "refuted")]
    assert {path.stem for path in (folder / "proofs").glob("*.json")} == {"lemma-1", "lemma-4"}
    assert {path.name for path in tmp_path.iterdir()} == {"build", "sums_of_squares"}
    result = folder / "results" / "lemma_1.py"
    result.write_text(result.read_text() + "MORE = 1\n")
    # A process of its own, which has not run the text of before.
    again = python("-m", "verify", "sums_of_squares", "--check", cwd=tmp_path)
    stale = f"verify: {one}: its sources have changed since the ledger was made.\n"
    assert (again.returncode, again.stderr) == (1, stale)


def test_an_installed_paper_is_found_by_its_slug_and_left_alone(
    verify: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made(tmp_path / "installed_sums")
    monkeypatch.setattr(collection, "offered", lambda: {"installed-sums": "installed_sums"})
    monkeypatch.setattr(sources, "is_own", lambda path: "installed_sums" not in str(path))
    said, _ = verify("installed-sums", "lemma-4", "--html", "site")
    assert said.startswith("installed-sums/lemma-4  refuted")
    first = (tmp_path / "site" / "index.html").read_text()
    assert re.search("<h1>Sums of squares .Nobody 2026.</h1>", first)
    assert {path.name for path in folder.iterdir()} - {"__pycache__"} == {
        "__init__.py", "meanings.toml", "notation.py", "results",
    }  # fmt: skip


def test_what_a_module_of_a_paper_depends_on_is_what_it_imports(verify: Run, tmp_path) -> None:
    made(tmp_path / "sums_apart")
    verify("sums_apart", "--list")
    found = sources.files("sums_apart.results.lemma_1")
    own = [path.name for path in found if tmp_path in path.parents]
    assert own == ["notation.py", "lemma_1.py"]
    (entry, _) = selection.chosen([], collection.of_module("sums_apart"))
    assert collection.paper_of(entry.module).slug == "sums-apart"


def test_a_paper_of_this_project_is_meant_by_its_folder(verify: Run, root: Path) -> None:
    folder = str(root / "verify/papers/nsgd")
    assert verify(folder, "--list") == verify("nsgd", "--list")


@pytest.mark.parametrize(
    ("file", "old", "new", "refused"),
    [
        ("__init__.py", "lemma_4", "lemma_5", "--module must name an importable module. Found"),
        ("notation.py", "V =", "1 / 0 #", "claims must be well formed. Found in"),
        ("results/lemma_4.py", "says(", "says(1 / 0 *", "claims must be well formed. Found in"),
        ("results/lemma_4.py", "wrong-sums/", "sums/", "an id must begin with wrong-sums/ in"),
        ("results/lemma_4.py", "lemma-4", "lemma-1", "an id must be of one claim only. Found"),
    ],
)
def test_a_wrong_paper_is_refused_in_one_line(
    verify: Run, tmp_path: Path, file: str, old: str, new: str, refused: str
) -> None:
    path = made(tmp_path / "wrong_sums") / file
    path.write_text(path.read_text().replace(old, new))
    out, error = verify("wrong_sums", status=2)
    assert out == ""
    assert error.startswith(f"verify: {refused}")
    assert error.count("\n") == 1
