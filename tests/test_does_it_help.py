"""Every number of docs/does-it-help.md stands in the section that its row names."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
ROW = re.compile(r"^\| (?!what|---).*\|$", re.M)
LINK = re.compile(r"\]\(([\w/.-]+)#([\w-]+)\)")
NUMBER = re.compile(r"(?<![\w$])-?\d+(?:\.\d+)?(?![\w$])")
ROWS = ROW.findall((DOCS / "does-it-help.md").read_text(encoding="utf-8"))


def slug(heading: str) -> str:
    """A heading's anchor."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def section(page: str, anchor: str) -> str:
    """What stands below a heading or a claim's mark, up to the next."""
    text = (DOCS / page).read_text(encoding="utf-8")
    if f'<a id="{anchor}"></a>' in text:
        return text.partition(f'<a id="{anchor}"></a>')[2].partition("<a id=")[0]
    parts = re.split(r"^#+ (.*)$", text, flags=re.M)
    (found,) = (
        body for title, body in zip(parts[1::2], parts[2::2], strict=True) if slug(title) == anchor
    )
    return found


def without_formulas(text: str) -> str:
    return re.sub(r"\$[^$]*\$", "", text)


def rounds_to(number: str, text: str) -> bool:
    """Whether the text has the number, perhaps with more digits."""
    places = len(number.partition(".")[2])
    return any(f"{float(one):.{places}f}" == number.lstrip("+") for one in NUMBER.findall(text))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_a_number_stands_in_the_section_that_the_row_names(row: str) -> None:
    *_, number, _, where = row.strip("|").split("|")
    (link,) = LINK.findall(where)
    said = section(*link)
    assert [n for n in NUMBER.findall(without_formulas(number)) if not rounds_to(n, said)] == []


def test_a_wrong_number_would_be_noticed() -> None:
    assert len(ROWS) > 10
    assert not rounds_to("0.788", section("choosing.md", "rate-and-floor"))
