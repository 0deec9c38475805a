"""The site without a browser: whole, without anything from outside, and saying what it should."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from verify.__main__ import main
from verify.site import documents, markdown, reference, tutorials
from verify.site.maths import formula, in_lines, inline

VOID = {"meta", "link", "input", "br", "img", "hr"}
LARGEST = 1_000_000  # bytes of a page
WHOLE = 30_000_000  # of the site


class Balanced(HTMLParser):
    """Every element is closed in its order, and no two have one id; where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.unnamed: list[str] = []
        self.headings: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.targets += [v for name, v in attrs if name in ("href", "src") and v]
        if tag == "img" and not found.get("alt"):
            self.unnamed.append(str(found.get("src")))
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def parsed(site: Path) -> dict[Path, Balanced]:
    """Every page."""
    found = {}
    for path in site.rglob("*.html"):
        found[path] = Balanced()
        found[path].feed(path.read_text(encoding="utf-8"))
    return found


def test_a_page_for_each_claim_paper_document_and_package(
    site: Path, names: tuple[str, ...], root: Path
) -> None:
    pages = {str(path.relative_to(site)) for path in site.rglob("*.html")}
    expected = {"index.html", "accelerated.html", "lssgd.html", "nsgd.html"} | {
        f"{c}.html" for c in names
    }
    expected |= {f"docs/{page.stem}.html" for page in (root / "docs").glob("*.md")}
    expected |= {f"docs/{name}.html" for name in ("README", "CONTRIBUTING", "CHANGELOG")}
    scripts = (root / documents.TUTORIALS).glob("*.py")
    expected |= {f"docs/tutorials/{script.stem}.html" for script in scripts}
    expected |= {f"reference/{p.name}.html" for p in reference.packages()}
    assert pages == expected | {"reference/index.html", "figures/index.html"}


def test_pages_are_well_formed_small_and_named(parsed: dict[Path, Balanced]) -> None:
    for path, page in parsed.items():
        assert path.stat().st_size < LARGEST
        assert page.open == [], path
        assert len(set(page.ids)) == len(page.ids), path
        assert page.unnamed == [], path
        # For those who go from heading to heading: one page has one title.
        assert page.headings[0] == 1, path
        assert page.headings.count(1) == 1, path


def test_every_link_of_the_site_leads_to_a_place_in_it(parsed: dict[Path, Balanced]) -> None:
    lost = []
    for path, page in parsed.items():
        for target in page.targets:
            file, _, fragment = target.partition("#")
            to = (path.parent / file).resolve() if file else path
            known = parsed.get(to)
            if not to.is_file() or (fragment and (known is None or fragment not in known.ids)):
                lost.append((path.name, target))
    assert lost == []


def test_the_whole_site_is_small(site: Path) -> None:
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < WHOLE


def test_printed_and_true_stand_side_by_side_with_the_difference_marked(site: Path) -> None:
    text = (site / "accelerated/eq-18.html").read_text(encoding="utf-8")
    cards = re.findall(r'<section class="card (\w+)">', text)
    assert cards[:2] == ["fails", "verified"]
    assert "<mark>" in text
    assert "<h1>Dynamical system</h1>" in text


def test_a_picture_shows_where_an_inequality_fails(site: Path) -> None:
    text = (site / "accelerated/released-budget.html").read_text(encoding="utf-8")
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


def test_a_page_of_markdown_as_html() -> None:
    text = (
        "# A *title*\n\nOf $x_1 < 2$ and `$5`, for $5 or\n$$\\frac12$$\n\n[there](to.md), [no](x)\n"
    )
    made = markdown.rendered(text, lambda link: "to.html" if link == "to.md" else None)
    assert '<h1 id="a-title">' in made or '<h1 id="a-title"' in made
    assert made.count("<math ") == 2
    assert "<code>$5</code>, for $5 or" in made
    assert '<a href="to.html">there</a>, <span>no</span>' in made
    assert markdown.anchor("`f`, and (3)") == "f-and-3"


def test_a_link_to_nothing_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Index\n\n[lost](lost.md)\n")
    for name in documents.OTHERS:
        (tmp_path / name).write_text("# One\n")
    given = documents.sources(frozenset(), tmp_path)
    assert given is not None
    with pytest.raises(ValueError, match=r"a link must lead to a file\. Found 'lost\.md'"):
        list(documents.pages(given, ("Ledger",)))
    assert documents.sources(frozenset(), tmp_path / "docs") is None


def test_a_script_as_a_page() -> None:
    script = '"""One.\n\nAbout.\n"""\n\n# %% [markdown]\n# Text.\n\n# %%\nprint(1 + 1)\n#: 2\n'
    assert tutorials.as_markdown(script) == (
        "# One\n\nAbout.\n\nText.\n\n```python\nprint(1 + 1)\n```\n\n```text\n2\n```\n"
    )


def test_a_docstring_as_html() -> None:
    said = (
        "The root of :math:`x`, by :func:`~a.b`.\n\nArgs:\n    x: at least 0,\n        in metres.\n"
    )
    made = reference.described(said)
    assert "<math " in made
    assert "<code>a.b</code>" in made
    assert "<dt><code>x</code></dt><dd>at least 0, in metres.</dd>" in made
