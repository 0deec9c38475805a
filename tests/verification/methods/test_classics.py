"""Classics that apply themselves: their lemmas, what they find, and what they leave alone."""

import math
from fractions import Fraction as F

import pytest
from flint import arb

from verify.display.latex import comparisons, read
from verify.display.latex.declared import declared
from verify.display.sentences import render
from verify.judgement.checked import accepted
from verify.judgement.examine import examine, prove
from verify.language import says
from verify.language.special import ERF, PHI
from verify.language.statement import Statement
from verify.language.symbols import notation
from verify.methods import classics, defined
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import PROOFS, Level, Outcome

QUICK = Context(mode="quick")
FOUND = {
    r"\sum_{i=2}^nc\cdot2^{-3i-1}\le c": ("c > 0, n in {2, 3, ...}", ["the geometric sum"]),
    r"\sum_{i=1}^nc^{i^2}\le n": ("c in [0, 1], n in N", []),
    r"\sum_{i=0}^nu^i\le\frac1{1-u}": ("u in [0, 1/2], n in N0", ["the geometric sum"]),
    r"\sum_{i=0}^ni\le n^2": ("n in N", []),
    r"z_m\le\log\left(\sum_{i=1}^ne^{z_i}\right)": (
        "z_1, ..., z_n in R, m in N",
        ["the largest term"],
    ),
    r"z_m\le\log\left(\sum_{i=1}^ne^{2z_i}\right)": ("z_1, ..., z_n in R, m in N", []),
    r"ab\le\frac{a^p}p+\frac{b^q}q": ("a, b >= 0, p, q in (1, inf)", ["Young's inequality"]),
    r"(1-\frac1n)^n\le\frac1e": ("n in N", ["e = exp(1)"]),
    r"\frac{e^x+e^{-x}}2\le e^{x^2/2}": ("x in R", ["the hyperbolic cosine"]),
    r"e^x+e^{-2x}\le e^{x^2}": ("x in R", []),
    r"ab\le a^2+b^2": ("a, b in R", []),
    r"\prod_{i=1}^ns_i\le n": ("s_1, ..., s_n in [0, 1]", ["the two means"] * 2),
    r"n\le\prod_{i=1}^n(1+i)": ("n in N", []),
    r"n\le n!": ("n in N", ["Stirling's formula"]),
    r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac1{\sqrt k}": (
        "k in N",
        ["Stirling's formula"] * 2 + ["the two means"] * 2,
    ),
    r"\Phi(a)-b\le2": (
        "a, b >= 0",
        ["the normal distribution's tail"] * 3 + ["the normal distribution's range"],
    ),
    r"(1-2x)^{2n}\le(1-x)^{2n}": (
        "x in [1, 2], n in N",
        ["even powers"] * 2 + ["Young's inequality"],
    ),
    r"(1-2x)^n\le(1-x)^n": ("x in [1, 2], n in N", ["Young's inequality"]),
    r"b\Phi(a)\le b": ("a, b >= 0", ["the normal distribution's range"]),
}


def statement(latex: str, sets: str) -> Statement:
    """A comparison in LaTeX."""
    v = notation(**{one.name: one.declaration for one in declared(sets)})
    (said,) = comparisons(v, latex)
    return says(said).build()


@pytest.mark.parametrize("lemma", classics.LEMMAS, ids=lambda lemma: lemma.id)
def test_the_lemmas_are_proved(lemma) -> None:
    finding = examine(lemma.build(), QUICK)
    assert finding.outcome is Outcome.HOLDS
    assert finding.level in PROOFS
    assert not finding.sampled


@pytest.mark.parametrize("latex", FOUND)
def test_a_classic_is_found_by_the_form_of_a_statement(latex: str) -> None:
    sets, names = FOUND[latex]
    said = statement(latex, sets)
    assert [name for name, _ in classics.derivations(said)] == names


def test_the_steps_of_a_derivation_use_no_classic() -> None:
    said = statement(r"\sum_{i=0}^nu^i\le\frac1{1-u}", "u in [0, 1/2], n in N0")
    assert isinstance(prove(said, QUICK), Proof)
    assert prove(said, Context(mode="quick", classics=False)) is None


def test_a_root_in_a_divisor_is_told_to_the_second_checker() -> None:
    root = r"\sqrt{2\log(\frac5{4\delta})}"  # Dwork, Roth A.1
    ahead, behind = (rf"\Phi({s}\frac\varepsilon{{2{root}}}-{root})" for s in ("", "-"))
    said = statement(
        rf"{ahead}-e^\varepsilon{behind}\le\delta", r"\varepsilon in (0, 1], \delta in (0, 1)"
    )
    proof = prove(said, QUICK)
    assert isinstance(proof, Proof)
    assert proof.how is not None
    assert accepted(said, proof.how["goals"]) is Level.CERTIFIED


def test_a_power_of_0_has_a_value_where_its_exponent_is_positive() -> None:
    v = notation(**{one.name: one.declaration for one in declared("a >= 0, p > 0, r >= 0")})
    symbols = tuple(v.symbols.values())
    conditions = [
        [need.condition.op for need in defined.needs(read(latex, v), symbols)]
        for latex in ("a^p", "a^r", "a^{p-1}")
    ]
    assert conditions == [["le"], ["lt"], ["lt"]]


@pytest.mark.parametrize("x", [F(-40), F(-3), F(-1, 3), F(0), F(1, 7), F(2), F(9)])
def test_enclosures_hold_what_floats_say(x: F) -> None:
    for computed, value in ((PHI, math.erfc(-x / math.sqrt(2)) / 2), (ERF, math.erf(x))):
        assert computed.function(x) == value
        for given in (x, arb(x.numerator) / x.denominator):
            ball = computed.balls(given)
            assert float(ball.mid()) == pytest.approx(value, rel=1e-13)
            assert ball.rel_accuracy_bits() >= 40 or x == 0


@pytest.mark.parametrize("latex", ["n!", r"\binom{n}{m}", r"(n+1)!", r"\Phi(a)", r"\binom{a}{m}"])
def test_what_is_read_is_shown_as_it_was_written(latex: str) -> None:
    v = notation(**{one.name: one.declaration for one in declared("n, m in N, a in R")})
    assert read(render(read(latex, v), v.symbols), v) == read(latex, v)
    assert render(read(latex, v), v.symbols) == latex
