"""What words must leave to the machine: neighbours of the statement in words earn it nothing."""

import pytest

from verify.judgement.examine import examine
from verify.language import external, notation, number, positive, says
from verify.language.formulas import Formula
from verify.methods.context import Context
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, chain, multiply, shown, square, words
from verify.methods.evidence import Level

V = notation(x=positive(unit="1"), y=positive(unit="1"))
x, y = V.x, V.y
# A computation that no prover looks into: below 1, and known to nobody but its author.
share = external("share", lambda a, b: float(a / (a + b)), x, y)
twice = external("twice", lambda a, b: 2 * float(a / (a + b)), x, y)
AT_MOST = share <= 1 + x

NOT_EARNED = {
    "itself": (AT_MOST, words("clearly", AT_MOST)),
    "scaled by a formula": (AT_MOST, multiply(words("clearly", y * share <= y * (1 + x)), 1 / y)),
    "scaled by a number": (
        AT_MOST,
        multiply(words("clearly", 3 * share <= 3 + 3 * x), number(1) / 3),
    ),
    "shifted": (AT_MOST, add(words("clearly", share - y <= 1 + x - y), shown(y <= y))),
    "under a root": (AT_MOST, square(words("clearly", share.sqrt() <= (1 + x).sqrt()))),
    "sharper": (
        AT_MOST,
        chain(words("clearly", share <= (1 + x) / 2), shown((1 + x) / 2 <= 1 + x)),
    ),
    "sharper by a term": (
        AT_MOST,
        chain(words("clearly", share <= 1 + x - x / (1 + x)), shown(1 + x - x / (1 + x) <= 1 + x)),
    ),
    "sharper by a factor": (
        AT_MOST,
        chain(
            words("clearly", share <= (1 + x) * y / (y + 1)), shown((1 + x) * y / (y + 1) <= 1 + x)
        ),
    ),
    "scaled, and a term on the other side": (
        share - x <= 1,
        add(
            multiply(words("clearly", 2 * share <= 2 + 2 * x), number(1) / 2),
            shown(-x <= x - 2 * x),
        ),
    ),
    "with nothing proved": (
        share <= 2,
        chain(words("first", share <= twice), words("then", twice <= 2)),
    ),
    "with nothing proved but that x is x": (
        share + x <= 2 + x,
        add(chain(words("first", share <= twice), words("then", twice <= 2)), shown(x <= x)),
    ),
    "an identity": (twice == 2 * share, words("clearly", 2 * share == twice)),
}
EARNED = {
    "a step, and algebra": (
        share <= (1 + x) ** 2,
        chain(words("a share", share <= 1 + 2 * x), shown(1 + 2 * x <= (1 + x) ** 2)),
    ),
    "a sum of small steps": (
        share + twice <= 3 + x,
        add(words("a share", share <= 1), words("twice", twice <= 2), shown(0 <= x)),
    ),
}


def level(said: Formula, link: Link) -> Level:
    return examine(says(said, by=Derive(link)).build(), Context("quick")).level


@pytest.mark.parametrize("name", NOT_EARNED)
def test_the_statement_in_other_words_is_supported(name: str) -> None:
    assert level(*NOT_EARNED[name]) is Level.NUMERIC


@pytest.mark.parametrize("name", EARNED)
def test_words_for_a_step_leave_an_argument(name: str) -> None:
    assert level(*EARNED[name]) is Level.ARGUED
