"""The site without a browser: whole, without anything from outside, and saying what it should."""

import json
import re
from html.parser import HTMLParser
from itertools import accumulate, pairwise
from pathlib import Path

import pytest

from verify.__main__ import main
from verify.site import documents, graph, markdown, reference, search, tutorials
from verify.site.frame import OWN
from verify.site.maths import broken, formula, in_lines, inline

VOID = {"meta", "link", "input", "br", "img", "hr"}
LARGEST = 1_000_000  # bytes of a page
INDEX = 300_000  # of the index of the search
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
    expected = {"index.html", "all-claims.html", "accelerated.html", "lssgd.html", "nsgd.html"}
    expected |= {f"{c}.html" for c in names}
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
    assert "<h1>DP-SHB as a dynamical system</h1>" in text


def test_a_picture_shows_where_an_inequality_fails(site: Path) -> None:
    text = (site / "accelerated/eq-10.html").read_text(encoding="utf-8")
    assert '<polygon class="fails"' in text
    assert text.count("<polyline") == 2
    assert text.count('<line class="axis"') > 4  # ticks
    whole = (site / "accelerated/prop-3.4.html").read_text(encoding="utf-8")
    assert whole.count("<circle") > 20
    assert '<g class="fails"><line' in whole
    assert "<polyline" not in whole
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


def test_a_formula_that_is_too_long_is_cut_inside_brackets_too() -> None:
    inner = "+".join(f"a_{{{k}}}b_{{{k}}}" for k in range(30))
    pieces = broken(rf"x=\left({inner}\right)^2-c(-y)")
    assert len(pieces) > 30
    assert max(map(len, pieces)) < 40
    assert pieces[1] == r"=\left(a_{0}b_{0}\right."
    assert pieces[-2:] == [r"\left.+a_{29}b_{29}\right)^2", "-c(-y)"]
    for piece in pieces:
        formula(piece)


@pytest.mark.parametrize(
    ("latex", "sign"),
    [
        (r"\mathcal E_T", "ℰ"),
        (r"\mathbb E x", "𝔼"),
        (r"\mathbf v", "𝐯"),
        (r"\boldsymbol\alpha", "𝜶"),
    ],
)
def test_a_letter_of_another_alphabet_is_a_letter(latex: str, sign: str) -> None:
    made = formula(latex)
    assert f"<mi>{sign}</mi>" in made
    assert "mathvariant" not in made


def test_the_index_of_the_search(site: Path) -> None:
    text = (site / "search.js").read_text(encoding="utf-8")
    assert len(text.encode()) < INDEX
    index = json.loads(text.removeprefix("window.searchIndex = ").removesuffix(";\n"))
    for _, address, *_ in index["entries"]:
        assert (site / address.partition("#")[0]).is_file()
    kinds = {kind for kind, *_ in index["entries"]}
    assert kinds == {"claim", "paper", "documentation", "library", "figure"}
    # The module of the claim speaks of the heavy ball, the claim's page does not.
    gaps = [int(gap, 36) for gap in index["words"]["heavy"].split()]
    heavy = {index["entries"][k][2] for k in accumulate(gaps)}
    assert {"accelerated/prop-3.4", "accelerated/thm-3.5"} < heavy


def test_an_index_has_sections_and_leaves_formulas_out() -> None:
    text = (
        '<title>t</title><main id="main"><h1>One <small>kind</small></h1><p>alpha &amp; '
        'beta</p><h2 id="two">Two <math alttext="x_1"><mi>gamma</mi></math></h2>delta</main>'
    )
    made = search.script({"docs/a.html": text, "index.html": text})
    assert json.loads(made[len("window.searchIndex = ") : -2]) == {
        "entries": [
            ["documentation", "docs/a.html", "One", "One"],
            ["documentation", "docs/a.html#two", "One", "Two x_1"],
        ],
        "words": {"alpha": "0", "beta": "0", "delta": "1", "kind": "0", "one": "0", "two": "1"},
        "common": [],
    }
    many = search.script({f"docs/{k}.html": text for k in range(30)})
    assert json.loads(many[len("window.searchIndex = ") : -2])["words"] == {}


def test_a_graph_draws_no_edge_twice_and_no_box_over_another(site: Path) -> None:
    edges = [graph.Edge("c", "b"), graph.Edge("b", "a"), graph.Edge("c", "a")]
    assert graph._direct(edges) == edges[:2]
    text = (site / "accelerated.html").read_text(encoding="utf-8")
    boxes = re.findall(r'<rect class="[^"]*" x="([\d.]+)" y="([\d.]+)"', text)
    assert len(boxes) > 10
    assert len(set(boxes)) == len(boxes)
    columns = [sorted(float(y) for x, y in boxes if x == one) for one in {x for x, _ in boxes}]
    assert min(b - a for ys in columns for a, b in pairwise(ys)) > graph.BOX


def test_the_first_page_counts_what_was_found(site: Path, names: tuple[str, ...]) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert re.search(rf"Of {len(names)} claims \d+ hold as stated, \d+ fail", text)
    assert text.count('<ul class="doors">') == 1


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
        list(documents.pages(given, OWN))
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
