"""What the paper prints is what is tested, or the row says where the reading differs."""

from dataclasses import replace

import pytest

from verify.display.latex.chain import split
from verify.judgement.graph import read_apart
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import claim, each, natural, norm, notation, positive, says, vector
from verify.methods.context import Context

OWN = notation(
    d=natural(),
    tau0=positive(r"\tau_0", unit="1"),
    r=positive(unit="1"),
    G=vector("d", "g", unit="1"),
    x=positive(unit="1"),
)
SIZE = norm(OWN.G)
V = OWN.printing({r"\|\nabla f\|": SIZE, r"\mathbb E[h]": 1 / (OWN.r + OWN.x)})
BOUND = claim(
    "a/bound", "(1)", "a step", says(SIZE / (V.r + V.x) <= SIZE / V.r, given=[V.tau0 < V.r])
)

BOTH_SIDES = r"\mathbb E[h]\|\nabla f\|\le\|\nabla f\|/r"
TIED = [
    (r"\mathbb{E}[h]\|\nabla f\| \le \frac{\|\nabla f\|}{r}", "assertion", ""),
    (r"\frac{\|\nabla f\|}r \ge \mathbb E[h]\|\nabla f\|", "assertion", ""),
    (BOTH_SIDES + r",\ \forall r,x>0", "assertion", ""),
    (r"C:=" + BOTH_SIDES, "assertion", BOTH_SIDES.replace(r"\le", r"\le ")),
    (r"\tau_0=1,\ " + BOTH_SIDES, "assertion", BOTH_SIDES.replace(r"\le", r"\le ")),
    (r"\tau_0 < r", "hypothesis", ""),
    (r"r_1 = \frac{\|\nabla f\|}{r+x}", "definition", ""),
    (r"r_\pm = \frac{\|\nabla f\|}{r\pm x}", "definition", r"r_+=\frac{\|\nabla f\|}{r+ x}"),
]
REARRANGED = [
    (r"\frac{\tau_0}{r}<1", "hypothesis"),
    (r"0<\frac{r-\tau_0}{2}", "hypothesis"),
    (r"3\|\nabla f\| / (r+x) - 3\|\nabla f\|/r\le0", "assertion"),
]
OTHER = [
    r"\mathbb E[h]\|\nabla f\| \le \frac{\|\nabla f\|}{2r}",
    r"\mathbb E[h]\|\nabla f\| \ge \frac{\|\nabla f\|}r",
    r"\mathbb E[h]\|\nabla f\| < \frac{\|\nabla f\|}r",
    r"\tau_0 \le r",
    r"\|\nabla f\| \le \sigma r",
    r"\|\nabla f\|",
    r"\tau_0 > r",
    r"0 < r",
    r"0 < x < 1",
    r"\tau_0^2 < r^2 + 1",
    r"r_1 = \frac{\|\nabla f\|}{2r+x}",
]


def run(*quotes: tuple[str, str]) -> ClaimRecord:
    said = BOUND
    for latex, reading in quotes:
        said = said.quoting(latex, reading=reading)
    return run_claim(said, Context("quick"))


@pytest.mark.parametrize(("latex", "role", "link"), TIED)
def test_a_quote_is_tied_to_the_tested_formula(latex: str, role: str, link: str) -> None:
    (part,) = run((latex, "")).parts
    assert [(q.tied, q.link, q.rearranged) for q in part.quotes] == [(role, link, False)]
    assert "a reading must differ" in run((latex, "another one")).reason


@pytest.mark.parametrize(("latex", "role"), REARRANGED)
def test_terms_and_factors_may_be_moved(latex: str, role: str) -> None:
    (part,) = run((latex, "")).parts
    assert [(q.tied, q.rearranged) for q in part.quotes] == [(role, True)]


def test_a_letter_may_be_defined_by_another_quote() -> None:
    definition = r"r_1 = \frac{1}{r+x}"
    (part,) = run((definition, ""), (r"r_1\|\nabla f\|\le\|\nabla f\|/r", "")).parts
    first, second = part.quotes
    assert (first.tied, second.tied) == ("definition", "assertion")
    assert r"r_1 = \frac{1}{r+x}" in second.pieces


@pytest.mark.parametrize("latex", [TIED[0][0], r"\tau_0 \le \tau_0 + x"])
def test_one_of_two_inequalities_is_quoted(latex: str) -> None:
    said = says(each(SIZE / (V.r + V.x) <= SIZE / V.r, V.tau0 <= V.tau0 + V.x))
    (part,) = run_claim(
        claim("a/two", "(2)", "a step", said).quoting(latex), Context("quick")
    ).parts
    assert [quote.tied for quote in part.quotes] == ["assertion"]


def test_a_letter_may_be_defined_at_the_head_of_a_chain() -> None:
    definition = r"r_1 = \frac{1}{r+x} \le \frac{1}{r}"
    (part,) = run((definition, ""), (r"r_1\|\nabla f\|\le\|\nabla f\|/r", "")).parts
    assert [quote.tied for quote in part.quotes] == ["definition", "assertion"]


@pytest.mark.parametrize("latex", OTHER)
def test_another_formula_needs_a_reading(latex: str) -> None:
    assert "a quote must be the tested formula" in run((latex, "")).reason
    (part,) = run((latex, "the 2 is a slip")).parts
    assert [(quote.tied, quote.reading) for quote in part.quotes] == [("", "the 2 is a slip")]


def test_what_stands_for_a_piece_is_shown() -> None:
    (quote,) = run((TIED[0][0], "")).parts[0].quotes
    assert quote.pieces == (r"\|\nabla f\| = \lVert g\rVert", r"\mathbb E[h] = \frac{1}{r+x}")


def test_a_piece_is_no_whole_side() -> None:
    letters = {r"\mathcal B": SIZE / V.r}
    said = BOUND.quoting(r"\mathbb E[h]\|\nabla f\|\le\mathcal B", letters=letters)
    assert "must not stand for a whole side" in run_claim(said, Context("quick")).reason


def test_a_quote_is_of_a_part() -> None:
    with pytest.raises(ValueError, match="must be of a printed part"):
        BOUND.quoting(TIED[0][0], part="another")


def test_relations_inside_braces_divide_nothing() -> None:
    (chain,) = split(r"\sum_{k=0}^{T} a_k \le b := c.")
    assert chain.members == (r"\sum_{k=0}^{T} a_k", "b", "c")
    assert chain.relations == ("le", "eq")


def test_two_readings_of_one_formula_are_named() -> None:
    first = BOUND.quoting(OTHER[0], reading="the 2 is a slip")
    second = replace(first, id="a/second", quotes=())
    assert not read_apart([first, second.quoting(OTHER[0], reading="the 2 is a slip")])
    (problem,) = read_apart([first, second.quoting(OTHER[0], reading="half of it is meant")])
    assert "a/bound, a/second" in problem
