"""The families that refute the theorems and corollaries: fixed where they must be, and run."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from verify.formula.evaluate import value_at
from verify.formula.expression import free_names, lift
from verify.judgement.exists import Escape
from verify.language import Claim, Draft
from verify.language.statement import Statement
from verify.papers.nsgd.results.cor_3_3 import COR_3_3
from verify.papers.nsgd.results.cor_3_5 import COR_3_5
from verify.papers.nsgd.results.lemma_b3 import EQ_32_FROM_T
from verify.papers.nsgd.results.lemma_c3 import EQ_44
from verify.papers.nsgd.results.thm_3_2 import THM_3_2
from verify.papers.nsgd.results.thm_3_4 import THM_3_4

PROBLEM = ("tau0", "tau1", "L0", "L1")
CASES = (
    (THM_3_2, "C5", PROBLEM),
    (THM_3_2, "T5", ("noise", "d", *PROBLEM, "r")),
    (THM_3_4, "C9", PROBLEM),
    (THM_3_4, "T9", ("noise", "d", *PROBLEM, "c")),
    (COR_3_3, "C6", (*PROBLEM, "Df", "B")),
    (COR_3_5, "C10", (*PROBLEM, "Df", "B")),
    (EQ_32_FROM_T, "C32", (*PROBLEM, "c2")),
    (EQ_44, "C44", (*PROBLEM, "c2")),
)


def escaped(said: Claim) -> Statement:
    """The statement of a claim that a family refutes."""
    (found,) = (s for s in map(Draft.build, said.printed.values()) if isinstance(s.by, Escape))
    return found


def family(said: Claim) -> Mapping[str, Any]:
    """The family that refutes a claim."""
    by = escaped(said).by
    assert isinstance(by, Escape)
    return by.family


@pytest.mark.parametrize(("said", "constant", "arguments"), CASES)
def test_a_constant_is_one_number_along_its_family(
    said: Claim, constant: str, arguments: tuple[str, ...]
) -> None:
    assert constant in {s.name for s in escaped(said).exists}
    for name in arguments:
        assert not free_names(lift(family(said)[name]))


@pytest.mark.parametrize(
    ("said", "constants", "clips"),
    [
        (COR_3_3, {"C6": 1, "T6": 1, "c2": 1, "N6": 1, "T": 96}, False),
        (COR_3_3, {"C6": 3, "T6": 2, "c2": 2, "N6": 1, "T": 2000}, False),
        (COR_3_5, {"C10": 1, "T10": 1, "c2": 1, "N10": 1, "T": 96}, True),
        (COR_3_5, {"C10": 3, "T10": 2, "c2": 2, "N10": 1, "T": 2000}, True),
    ],
)
def test_steps_that_are_too_long_stay_away_from_the_minimiser(
    said: Claim, constants: dict[str, int], clips: bool
) -> None:
    at = {name: float(value_at(lift(value), constants)) for name, value in family(said).items()}
    rng, G, L0 = np.random.default_rng(3), at["slope"], at["L0"]
    x, least = np.full(400, G / L0), np.full(400, G)
    for _ in range(constants["T"] - 1):
        g = L0 * x
        if clips:
            step = g * at["c"] / np.maximum(at["c"], abs(g))
            x = x - at["rate"] * (step + at["c"] * at["noise"] * rng.normal(size=400))
        else:
            step = g / (at["r"] + abs(g))
            x = x - at["eta"] * (step + at["noise"] * rng.normal(size=400))
        least = np.minimum(least, L0 * abs(x))
    assert least.mean() >= 3 * G / 4
