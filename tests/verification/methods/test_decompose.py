"""Substitutions and signs: how a proof reads, and what is left alone."""

from fractions import Fraction
from typing import Any

import numpy as np
from verification.methods.decompose_statements import PROVED, V
from verification.notation import goal
from verification.statements import drafts

from verify.language import Draft, says
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.decompose import Decompose

F = Fraction
TRUE = drafts(PROVED)


def proved(draft: Draft, **options: Any) -> Proof | None:
    found = Decompose(**options).prove(goal(draft), Context())
    assert found is None or isinstance(found, Proof)
    return found


def test_the_proof_names_its_substitutions() -> None:
    found = proved(TRUE["a later start"])
    assert found is not None
    assert "k = " in found.text


def test_equations_and_long_searches_are_left_alone() -> None:
    assert proved(says((V.x + 1) ** 2 == V.x**2 + 2 * V.x + 1)) is None
    assert proved(TRUE["a product below a bound"], limit=0) is None


def test_random_quadratics_are_shown_only_where_they_hold() -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        p, r, s = (F(int(rng.integers(-4, 5)), 2) for _ in range(3))
        draft = says(V.x**2 * p + V.x * V.y * r + V.y**2 * s >= 0)
        holds = p >= 0 and s >= 0 and 4 * p * s >= r**2
        assert (proved(draft) is not None) <= holds
