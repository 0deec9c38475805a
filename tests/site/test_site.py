"""The site without a browser: whole, without anything from outside, and saying what it should."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from verify.__main__ import main
from verify.site.maths import formula, in_lines, inline

VOID = {"meta", "link", "input", "br"}
LARGEST = 1_000_000  # bytes of a page


class Balanced(HTMLParser):
    """Every element is closed in its order, and no two have one id."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_for_each_claim_and_paper(site: Path, names: tuple[str, ...]) -> None:
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    assert pages == {"index.html", "accelerated.html", "lssgd.html"} | {f"{c}.html" for c in names}


def test_pages_are_well_formed_and_stay_in_their_folder(site: Path) -> None:
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert len(text) < LARGEST
        parser = Balanced()
        parser.feed(text)
        assert parser.open == []
        assert len(set(parser.ids)) == len(parser.ids)
        assert not re.search(r'(?:href|src)="(?:https?:)?//', text)
        # A whole site has a page for what a graph or a list names; this one is a part of it.
        for target in re.findall(r'(?:href|src)="([^"#][^"]*)"', text):
            assert (path.parent / target).exists(), (path.name, target)


def test_printed_and_true_stand_side_by_side_with_the_difference_marked(site: Path) -> None:
    text = (site / "accelerated/eq-18.html").read_text(encoding="utf-8")
    cards = re.findall(r'<section class="card (\w+)">', text)
    assert cards[:2] == ["fails", "verified"]
    assert "<mark>" in text
    assert "<h1>dynamical system</h1>" in text


def test_a_picture_shows_where_an_inequality_fails(site: Path) -> None:
    text = (site / "accelerated/subsampling-decreases-noise.html").read_text(encoding="utf-8")
    assert '<polygon class="fails"' in text
    assert text.count("<polyline") == 2
    assert "<polyline" not in (site / "accelerated/eq-11-full-batch.html").read_text("utf-8")


def test_a_record_to_download(site: Path) -> None:
    record = json.loads((site / "accelerated/eq-10.json").read_text(encoding="utf-8"))
    assert record["id"] == "accelerated/eq-10"
    assert record["parts"][0]["printed"]["finding"]["point"]


def test_a_foreign_folder_is_not_overwritten(tmp_path: Path, capsys) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert (
        main(["accelerated/eq-10", "--mode", "quick", "--jobs", "1", "--html", str(tmp_path)]) == 2
    )
    assert "--html must name a new folder or a site" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_sentences_as_html() -> None:
    assert inline("a < b & `x < y`") == "a &lt; b &amp; <code>x &lt; y</code>"
    assert "\N{DOUBLE-STRUCK CAPITAL N}" in formula(r"d\in\mathbb N")
    assert formula("x_1").startswith('<math alttext="x_1" ')
    with pytest.raises(ValueError, match="a formula must be LaTeX"):
        formula("a_")


def test_a_long_formula_may_break_outside_its_brackets() -> None:
    long = r"$\left(a+b+c+d+e+f+g+h\right)^2 x_+ \le \frac{p+q}{2}+\sum_{i=1}^n(s_i+t_i)$"
    assert in_lines(long).count("<math") == 3
    assert in_lines("$a+b\\le c$").count("<math") == 1
