"""A statement where a test needs it, beside the claims of ``lemmas.py``."""

import pytest

from dptheory.testing import assert_holds
from verify.language import nonnegative, notation, positive, says

V = notation(a=nonnegative(unit="gradient"), c=positive(unit="gradient"))
KEPT = V.a / (V.a + V.c)


def test_normalising_keeps_at_most_all() -> None:
    assert_holds(says(KEPT <= 1))


def test_normalising_does_not_keep_half() -> None:
    with pytest.raises(AssertionError, match=r"left side"):
        assert_holds(says(KEPT <= V.a / (2 * V.c)))
