"""What the pages show is what the commands print and what the snippets do."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

import dptheory
from dptheory.cli import main
from dptheory.prediction import choosing
from verify.site import documents, markdown

ROOT = Path(__file__).resolve().parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    """Page and text of every block of a language."""
    return [
        (page.name, text)
        for page in PAGES
        for found, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if found == language
    ]


# A block without a language right below a snippet is what the snippet prints.
SNIPPET = re.compile(r"^```python\n(.*?)^```$(?:\n+```(?:text)?\n(?!\$ )(.*?)^```$)?", re.M | re.S)
UNRUN = tomllib.loads((ROOT / "tests" / "blocks.toml").read_text(encoding="utf-8"))
SESSIONS = [pytest.param(t, id=f"{n}: {t[2:40]}") for n, t in blocks("") if t.startswith("$ ")]
PYTHON = {page.name: SNIPPET.findall(page.read_text(encoding="utf-8")) for page in PAGES}


def commands(session: str) -> list[tuple[str, list[str]]]:
    """The commands of a session, and the lines that are shown below each."""
    found: list[tuple[str, list[str]]] = []
    for line in session.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def fits(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines agree; a line of dots stands for any number of lines."""
    if "..." not in shown:
        return shown == printed
    cut = shown.index("...")
    head, tail = shown[:cut], shown[cut + 1 :]
    rest = printed[cut:]
    starts = range(len(rest) + 1)
    return head == printed[:cut] and any(fits(tail, rest[k:]) for k in starts)


SCRIPTS = Path(sys.executable).parent


@pytest.fixture(autouse=True, scope="module")
def chosen_once():
    """What two pages ask of ``dptheory tune``, one for a table and one for JSON, is found once."""
    choose, known = choosing.choose, {}

    def kept(question, *report):
        line = repr(
            (question.problem, question.batch_size, question.clips, question.max_iterations)
        )
        asked = line, question.seed, *(model.features.tobytes() for model in question.models)
        if asked not in known:
            known[asked] = choose(question, *report)
        return known[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "choose", kept)
        yield


@pytest.mark.parametrize("session", SESSIONS)
def test_commands_print_what_the_page_shows(session, tmp_path, monkeypatch, capsys):
    """Those of ``dptheory`` in this process, which has imported what they need."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "verify").symlink_to(ROOT / "verify")
    # A copy: a run there keeps its finished claims beside it, and the next would answer from them.
    shutil.copytree(
        ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("build")
    )
    path = f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}
    for command, shown in commands(session):
        if command.startswith("dptheory "):
            status = main(shlex.split(command)[1:])
            out, error = capsys.readouterr()
        else:
            words = ["bash", "-c", command]
            done = subprocess.run(words, env=environment, capture_output=True, text=True)
            status, out, error = done.returncode, done.stdout, done.stderr
        # On a loaded machine a command may say that it takes long.
        said = [x for x in error.splitlines() if "this takes longer than" not in x]
        assert (status, said) == (0, [])
        printed = [line.rstrip() for line in out.splitlines()]
        # A page may show a command and leave out what it prints.
        assert not shown or fits(shown, printed), out


@pytest.mark.parametrize("page", [name for name, snippets in PYTHON.items() if snippets])
def test_the_snippets_of_a_page_run_in_their_order_and_print_what_it_shows(page, capsys):
    names: dict[str, object] = {}
    for code, shown in PYTHON[page]:
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        assert not shown or printed.strip() == shown.strip()


INSIDE = re.compile(r"\]\(#([^)\s]+)\)")


def unrun(page: Path) -> list[str]:
    """The blocks of a page that are neither run nor compared with what a snippet prints."""
    text = page.read_text(encoding="utf-8")
    printed = [shown for _, shown in SNIPPET.findall(text) if shown]
    return [
        block
        for language, block in BLOCK.findall(text)
        if language != "python"
        and not (language == "" and block.startswith("$ "))
        and block not in printed
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_block_that_is_not_run_is_listed_with_the_reason(page: Path) -> None:
    listed = UNRUN.get(page.name, [])
    assert all(entry["why"] for entry in listed)
    begins = [entry["begins"] for entry in listed]
    blocks = unrun(page)
    assert [b.splitlines()[0] for b in blocks if not any(map(b.startswith, begins))] == []
    # And nothing is listed that is run, or gone.
    assert [b for b in begins if not any(block.startswith(b) for block in blocks)] == []


LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
TEXTS = (
    *PAGES,
    *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / documents.TUTORIALS).glob("*.py")),
)


@cache
def places(file: Path) -> set[str]:
    """The anchors of a page: of its headings, and of a ledger's sections."""
    text = file.read_text(encoding="utf-8")
    written = re.findall(r'<a (?:id|name)="([^"]+)"', text)
    return {name for _, name, _ in markdown.anchors(text)} | set(written)


def test_every_link_of_a_page_leads_somewhere() -> None:
    """To a file, and where a place in it is named to that place."""
    lost = []
    for page in TEXTS:
        plain = BLOCK.sub("", page.read_text(encoding="utf-8"))
        for link in LINK.findall(plain):
            file, _, place = link.partition("#")
            to = page.parent / file if file else page
            found = to.exists() and (not place or to.suffix != ".md" or place in places(to))
            # Code such as `f[x](y)` is no link.
            if not found and re.search(r"[./#]", link):
                lost.append((page.name, link))
    assert lost == []


@pytest.mark.parametrize(
    "page", sorted((ROOT / "docs" / "ledger").glob("*.md")), ids=lambda page: page.stem
)
def test_what_a_section_of_the_ledger_cites_stands_on_its_page(page: Path) -> None:
    assert set(INSIDE.findall(page.read_text(encoding="utf-8"))) <= places(page)


def test_the_index_leads_to_every_page() -> None:
    """And no page stands beside it that nothing leads to."""
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    named = {Path(link.partition("#")[0]).name for link in LINK.findall(index)}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"} <= named
    assert {script.name for script in (ROOT / documents.TUTORIALS).glob("*.py")} <= named


def test_pages_tell_no_history() -> None:
    """What was otherwise before stands in the changelog."""
    told = re.compile(r"\b(used to|formerly|previously|in an earlier version|renamed)\b")
    found = [(p.name, m[0]) for p in PAGES for m in told.finditer(p.read_text(encoding="utf-8"))]
    assert found == []


def test_the_version_is_one() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = built["project"]["version"]
    assert version == dptheory.__version__
    said = subprocess.run([SCRIPTS / "dptheory", "--version"], capture_output=True, check=True)
    assert said.stdout.decode() == f"dptheory {version}\n"
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    # What is under "Unreleased" has no version yet.
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert newest[1] == version.removesuffix(".dev0")
