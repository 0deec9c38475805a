"""What others have written: files in the folder of a site, and texts of records in its pages."""

import dataclasses
import os
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import claim, lemma, nonnegative, notation, says
from verify.language.claims import Claim
from verify.ledger.collection import Collection
from verify.ledger.selection import Entry
from verify.methods.context import Context
from verify.site import documents, write
from verify.site.maths import formula

V = notation(a=nonnegative(unit="1"), b=nonnegative(unit="1"))
ROOT = lemma("draft/square", says((V.a - V.b) ** 2 >= 0))
HALF = claim("draft/half", "Lemma 4", "too small", says(V.a * V.b <= (V.a**2 + V.b**2) / 3))
YOUNG = claim(
    "draft/young",
    "Lemma 1",
    "Young",
    says(2 * V.a * V.b <= V.a**2 + V.b**2).argued("by the square", cites=[ROOT]),
).quoting(r"2ab\le a^2+b^2")
NONE = Collection("my <own> claims", "draft", ())
ENTRIES = [Entry(__name__, one) for one in (HALF, YOUNG)]
ATTACK = (
    "\"'><script>alert(1)</script>$\\text{<script>alert(2)</script>&lt;img src=x onerror=a()&gt;} "
    "\\href{javascript:alert(3)}{x}\\style{background:url(//x)}{y}$`<b onclick=c()>`"
)


@pytest.fixture(scope="module")
def records() -> list[ClaimRecord]:
    """Of the two claims."""
    return [run_claim(one, Context(mode="quick")) for one in (HALF, YOUNG)]


@pytest.fixture
def written(records: list[ClaimRecord], monkeypatch: pytest.MonkeyPatch) -> Any:
    """``written(folder)``: the pages of the claims, without the documentation."""
    monkeypatch.setattr(documents, "sources", lambda _: None)
    return lambda folder, *found: write.write(
        folder, found or records, ENTRIES[: len(found) or 2], NONE, {}
    )


def files(folder: Path) -> dict[str, str]:
    """Every file by its place."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_what_the_list_names_is_deleted_and_nothing_else(written, records, tmp_path) -> None:
    written(tmp_path)
    before = files(tmp_path)
    listed = before[write.WRITTEN].splitlines()
    assert set(listed) == before.keys() - {write.WRITTEN}
    mine = {"data/results.csv": "1", "photo.png": "2", "draft/notes.html": "3", "model.json": "4"}
    for name, text in mine.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    written(tmp_path, records[0])
    after = files(tmp_path)
    assert mine.items() <= after.items()
    assert before.keys() - after.keys() == {"draft/young.html", "draft/young.json"}
    assert set(after[write.WRITTEN].splitlines()) == after.keys() - {write.WRITTEN} - mine.keys()


def test_a_site_of_own_claims_has_its_own_title(written, tmp_path) -> None:
    written(tmp_path)
    first = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<title>my &lt;own&gt; claims</title>" in first
    assert "<h1>My &lt;own&gt; claims</h1><p>Of 2 claims 1 hold as stated, 1 fail" in first
    assert "<strong>dptheory</strong>" not in first


@pytest.mark.parametrize(
    ("found", "refused"),
    [
        (
            {"site.css": "", "index.html": "", "a/b.csv": ""},
            "must name a new folder or a site. Found files in ",
        ),
        ({".hidden": ""}, "and no site-files.txt, which lists those of a site; one of an e"),
        ({write.WRITTEN: "../outside.txt\n"}, r"must list files of the site. Found '../outside"),
        ({write.WRITTEN: "{root}/outside.txt\n"}, "must list files of the site. Found "),
        ({write.WRITTEN: "there/outside.txt\n"}, "must list files of the site. Found 'there/"),
        ({write.WRITTEN: "site.js\n", "index.html": "mine"}, "must replace no file of others. Fo"),
        ({write.WRITTEN: "site.js\n", "draft/half.json": "mine"}, "must replace no file of others"),
    ],
)
def test_other_files_are_neither_deleted_nor_replaced(written, tmp_path, found, refused) -> None:
    (tmp_path / "outside.txt").write_text("mine")
    folder = tmp_path / "pages"
    for name, text in found.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace("{root}", str(tmp_path)))
    if "there" in "".join(found.values()):
        (folder / "there").symlink_to(tmp_path)
    before = files(folder)
    with pytest.raises(ValueError, match=refused):
        written(folder)
    assert files(folder) == before
    assert (tmp_path / "outside.txt").read_text() == "mine"


def test_a_link_that_took_the_place_of_a_page_is_replaced_itself(written, tmp_path) -> None:
    folder, letter = tmp_path / "pages", tmp_path / "letter.txt"
    written(folder)
    letter.write_text("mine")
    (folder / "index.html").unlink()
    os.symlink(letter, folder / "index.html")
    written(folder)
    assert letter.read_text() == "mine"
    assert not (folder / "index.html").is_symlink()


class Elements(HTMLParser):
    """The elements of a page with their attributes, scripts that are no file of the site apart."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {(tag, name) for name, _ in [("", None), *attrs]}
        self.addresses += [str(value) for name, value in attrs if name in ("href", "src")]


def elements(folder: Path) -> Elements:
    """Of all pages."""
    found = Elements()
    for path in folder.rglob("*.html"):
        found.feed(path.read_text(encoding="utf-8"))
    return found


def forged(value: Any, name: str = "") -> Any:
    """A record of which every text is an attack, but its ids and words that a rule computes."""
    if type(value) is str and name not in ("id", "name", "paper", "verdict", "extent", "strength"):
        return ATTACK
    if isinstance(value, tuple) and name != "cites":
        return tuple(forged(one, name) for one in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [f.name for f in dataclasses.fields(value) if f.name != "point"]
        return dataclasses.replace(value, **{f: forged(getattr(value, f), f) for f in fields})
    return value


def test_the_texts_of_a_record_are_texts_of_the_page(written, records, tmp_path) -> None:
    written(tmp_path / "own")
    written(tmp_path / "forged", *(forged(one) for one in records))
    own, found = elements(tmp_path / "own"), elements(tmp_path / "forged")
    mathml = {(tag, name) for tag, name in found.found if tag.startswith("m")}
    assert found.found - mathml <= own.found | {("code", "")}
    assert mathml - own.found <= {("mtext", ""), ("mstyle", ""), ("mrow", ""), ("mi", "")}
    assert set(found.addresses) <= set(own.addresses)


@pytest.mark.parametrize(
    ("latex", "holds", "lacks"),
    [
        (r"\text{<b>}", "&lt;b&gt;", "<b>"),
        (r"\text{&lt;b&gt;}", "&lt;b&gt;", "<b>"),
        (r"\text{a & b}", "&amp;", "& "),
        (r"\href{javascript:alert(3)}{x}", "<mi>x</mi>", "href="),
        (r"\style{color:red}{x}", "<mi>x</mi>", "style="),
        (r"\class{c}{x}", "<mi>x</mi>", "class="),
        (r"\color{red}{x}", 'mathcolor="red"', " color="),
        (r"\int_0^1 x < y", "\N{INTEGRAL}", "&#"),
    ],
)
def test_a_formula_is_mathml_and_nothing_else(latex, holds, lacks) -> None:
    made = formula(latex).partition(">")[2]
    assert holds in made
    assert lacks not in made


@pytest.mark.parametrize(
    "name",
    [
        *('a"onmouseover="b', "a/../../x", "../x", "a/..", "/etc/x", "a//b", "a/", "a/b c", "a/.b"),
        *("a/b\n", "a\\b", "a/<b>", "a/b#c", "a/b?c", "a/%2e%2e"),
    ],
)
def test_an_id_names_a_page_in_the_folder(name: str) -> None:
    said = HALF.printed["statement"]
    for make in (lambda: claim(name, "1", "t", said), lambda: lemma(name, said)):
        with pytest.raises(ValueError, match="an id must be slug/name, both of letters"):
            make()


def test_an_id_of_letters_digits_and_points() -> None:
    found: Claim = claim("me/prop-3.1_b", "1", "t", HALF.printed["statement"])
    assert found.id == "me/prop-3.1_b"
