"""The families that refute the theorems are fixed where they must be; the corollaries' bounds."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from verify.formula.evaluate import truth, value_at
from verify.formula.expression import free_names, lift
from verify.language import Claim, Draft, Escape
from verify.language.statement import Compare, Statement
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


def runs(rng: np.random.Generator, scale: str, step: str) -> dict[str, float]:
    """A run with the noise of Lemma 3.1, the theorems' step size and many records."""

    def drawn(low: float, high: float) -> float:
        return float(10 ** rng.uniform(low, high))

    at = {"tau0": drawn(-2, 2), "tau1": 1 - drawn(-2, 0), "L0": drawn(-2, 2), "L1": drawn(-3, 2)}
    at |= {"Df": drawn(-3, 3), "c2": drawn(-1, 1), "eps": drawn(-1, 1), "B": 8, "d": 1, "ell": 3}
    at |= {"T": drawn(4, 30), scale: at["tau0"] / (1 - at["tau1"]) * drawn(0, 3)}
    at["noise"] = (drawn(0, 4) / at[scale] ** 3) ** 0.5
    at["N"] = at["c2"] * at["B"] * (3 * at["T"]) ** 0.5 / (at["eps"] * at["noise"])
    curvature = at["L1"] * (at[scale] + at["tau0"]) + at["L0"]
    length = at["noise"] * (at["c"] if scale == "c" else 1)
    return at | {step: (2 / (curvature * at["T"] * length**2)) ** 0.5}


@pytest.mark.parametrize(
    ("said", "part", "scale", "step"),
    [
        (COR_3_3, "r from 4b", "r", "eta"),
        (COR_3_3, "r up to 4b", "r", "eta"),
        (COR_3_5, "statement", "c", "rate"),
    ],
)
def test_the_bound_of_a_run_is_below_that_of_the_corollary(
    said: Claim, part: str, scale: str, step: str
) -> None:
    found = said.printed[part].build()
    assert isinstance(found.assertion, Compare)
    rng, met = np.random.default_rng(3), 0
    for _ in range(2000):
        at = runs(rng, scale, step)
        # The first two hypotheses, sigma and the step size, hold by construction.
        if all(truth(hypothesis, at) for hypothesis in found.where[2:]):
            left, right = (value_at(s, at) for s in (found.assertion.left, found.assertion.right))
            assert left <= right
            met += 1
    assert met > 100
