"""What the package says of itself is so: entry points, extras, pins, the papers it cites."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

from verify import papers
from verify.ledger import collection
from verify.site.papers import SOURCES

TITLES = collection.project().titles


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, object]:
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", line)[0].lower().replace("_", "-") for line in requirements}


def test_every_entry_point_leads_to_something(project) -> None:
    groups = [project["scripts"], *project["entry-points"].values()]
    for place in [place for group in groups for place in group.values()]:
        module, _, name = place.partition(":")
        found = importlib.import_module(module)
        assert not name or callable(getattr(found, name))


def test_every_requirement_is_pinned_for_users_and_for_make(project, root) -> None:
    pinned = names((root / "constraints.txt").read_text(encoding="utf-8").splitlines()[1:])
    optional = project["optional-dependencies"]
    wanted = names([*project["dependencies"], *optional["dev"]])
    for extra in ("experiments", "data", "frames", "site"):
        wanted |= names(optional[extra])
    assert wanted - {"dptheory"} <= pinned


def test_all_three_packages_have_their_types(root) -> None:
    for package in ("dptheory", "verify", "figures"):
        assert (root / package / "py.typed").exists()


def test_the_citation_has_every_paper(root) -> None:
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    cited = re.findall(r'  - type: article\n    title: "(.+)"\n    year: (\d{4})', text)
    titles = [title for slug, title in TITLES.items() if slug != "dptheory"]
    assert papers.TITLE.startswith(f"{('no', 'one', 'two', 'three', 'four', 'five')[len(titles)]} ")
    assert len(cited) == len(titles)
    for (title, year), known in zip(cited, titles, strict=True):
        assert known.startswith(title)
        assert known.endswith(f"{year})")


def test_a_paper_has_the_same_authors_in_its_title_its_source_and_the_citation(root) -> None:
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    articles = text.split("  - type: article\n")[1:]
    slugs = [slug for slug in papers.SLUGS if slug != "dptheory"]
    for slug, article in zip(slugs, articles, strict=True):
        family = re.findall(r"family-names: (\S+)", article)
        year = re.findall(r"year: (.+)", article)[0]
        assert TITLES[slug].endswith(f"({', '.join(family)} {year})")
        assert [name.split()[-1] for name in SOURCES[slug].authors.split(", ")] == family
