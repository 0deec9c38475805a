"""The kind "grouping" of the kernel: proofs from the lengths alone, and every damage refused."""

from decimal import Decimal, localcontext
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from verify import kernel


def abadi(rows: Any, threshold2: Any, samples: Any, group: Any = None) -> dict[str, Any]:
    """A certificate for squared lengths; of a conflict where there is a group."""
    says = "abadi" if group is None else "not abadi"
    return envelope(says, {"squares": texts(rows), "threshold2": str(threshold2)}, samples, group)


def auto(rows: Any, gamma: Any, samples: Any, group: Any = None) -> dict[str, Any]:
    """A certificate for lengths; of a conflict where there is a group."""
    says = "auto" if group is None else "not auto"
    return envelope(says, {"lengths": texts(rows), "gamma": str(gamma)}, samples, group)


def shaped(says: str, samples: Any, group: Any) -> dict[str, Any]:
    """A certificate of some kind that has the fields of abadi."""
    return envelope(says, {"squares": texts(PAIR), "threshold2": "16"}, samples, group)


def texts(rows: Any) -> Any:
    return [[str(v) for v in row] for row in rows]


def envelope(says: str, statement: dict[str, Any], samples: Any, group: Any) -> dict[str, Any]:
    witness: dict[str, Any] = {"samples": [str(i) for i in samples]}
    if group is not None:
        witness["group"] = str(group)
    statement = {"says": says, **statement}
    return {"kind": "grouping", "version": 1, "statement": statement, "witness": witness}


PAIR = [[9, 16], [36, 0]]  # (3, 4) and (6, 0)
PROPORTIONAL = [[9, 16], [36, 64]]
# Certificates that prove nothing, and documents that are none.
REFUSED = [
    abadi(PAIR, 16, (1, 1)),  # no representation
    abadi(PAIR, 16, (2, 1)),
    abadi(PAIR, 16, (1, 2), 2),  # the second group has no conflict: a zero block
    abadi(PAIR, 36, (1, 1), 1),  # one sample is in no conflict with itself
    abadi(PAIR, 61, (1, 2), 1),  # no sample is clipped
    abadi(PROPORTIONAL, 16, (1, 2), 1),
    abadi([[9, 16], [F(3601, 100), 64]], 16, (1, 1)),
    abadi([[36, 64], [8, 0]], 25, (2, 1)),  # at least 8, but 9 is wanted
    abadi([[36, 64], [F(901, 100), 0]], 25, (1, 1)),
    abadi([[36, 64], [9, 0]], 25, (1, 2), 1),  # at the edge both are served
    abadi([[9, 0], [16, 0]], 25, (1, 1)),  # neither is clipped, and R_1 = 3 would clip the second
    abadi([[9, 0], [0, 16]], 4, (2, 2)),  # a sample without a gradient there says nothing
    abadi([[-9, 25], [36, 0]], 16, (1, 2), 1),  # outside the ranges
    abadi(PAIR, 0, (1, 2), 1),
    abadi(PAIR, -16, (1, 2), 1),
    auto([[3, 4], [6, 0]], 0, (1, 2), 1),
    auto([[3, 4], [6, 0]], "-1/100", (1, 2), 1),
    auto([[3, -4], [6, 0]], "1/100", (1, 2), 1),
    auto([[3, 4], [3, 4]], "1/100", (1, 2), 1),
    auto([[3, 4], [6, 8]], "1/100", (1, 1)),
    auto([[1, 0], [0, 1]], "1/100", (1, 2), 1),
    abadi(PAIR, 16, (1, 3), 1),  # no such sample or group
    abadi(PAIR, 16, (0, 2), 1),
    abadi(PAIR, 16, ("3/2", 2), 1),
    abadi(PAIR, 16, (1, 2), 3),
    abadi(PAIR, 16, (1, 2), 0),
    abadi(PAIR, 16, (1, 2), "1/2"),
    abadi(PROPORTIONAL, 16, (1,)),  # a threshold for each group
    abadi(PROPORTIONAL, 16, (1, 1, 1)),
]
MALFORMED = [
    abadi([[9, 16], [36]], 16, (1, 2), 1),
    abadi([[]], 16, (1,)),
    abadi([], 16, (1,)),
    abadi(PAIR, 16, (1, 2, 1), 1),
    abadi(PAIR, 16, (1,), 1),
    abadi(PAIR, 16, ()),
    abadi(PAIR, 16, ("x", 2), 1),
    abadi(PAIR, "nan", (1, 2), 1),
    abadi([["inf", 16], [36, 0]], 16, (1, 2), 1),
    {**abadi(PAIR, 16, (1, 2), 1), "version": 2},
    shaped("auto", (1, 2), None),
    shaped("not abadi", (1, 2), None),
    shaped("never", (1, 2), 1),
]


def test_the_pair_of_the_paper_conflicts_in_the_first_group() -> None:
    assert kernel.check(abadi(PAIR, 16, (1, 2), 1)) == (
        "no R_1, ..., R_M > 0 clip samples whose groups have the squared lengths "
        "[[9, 16], [36, 0]] as R does, by min(1, R/|g|), R^2 = 16"
    )
    assert kernel.accepts(auto([[3, 4], [6, 0]], "1/100", (2, 1), 1))


def test_a_representation_is_accepted_and_said() -> None:
    assert kernel.check(abadi(PROPORTIONAL, 16, (1, 2))).startswith("some R_1, ..., R_M > 0 clip")
    assert kernel.check(auto([[1, 0], [0, 1]], "0.01", (1, 2))).endswith(
        "[[1, 0], [0, 1]] as R does, by R/(|g| + 0.01), R > 0"
    )


@pytest.mark.parametrize("certificate", REFUSED)
def test_false_or_unproved_statements_are_refused(certificate: dict[str, Any]) -> None:
    with pytest.raises(kernel.Refused):
        kernel.check(certificate)


@pytest.mark.parametrize("certificate", MALFORMED)
def test_documents_of_another_shape_are_malformed(certificate: dict[str, Any]) -> None:
    with pytest.raises(kernel.Malformed):
        kernel.check(certificate)


def test_a_threshold_equal_to_the_norm_leaves_the_sample_unclipped() -> None:
    assert kernel.accepts(abadi([[36, 64], [9, 16]], 25, (1, 1)))
    assert kernel.accepts(abadi([[36, 64], [9, 0]], 25, (1, 1)))
    assert kernel.accepts(abadi([[36, 64], [25, 0]], 25, (1, 2), 1))


def test_a_group_without_gradients_may_name_any_sample() -> None:
    assert kernel.accepts(abadi([[9, 0], [36, 0]], 4, (1, 2)))
    assert kernel.accepts(auto([[9, 0], [0, 0]], 1, (1, 2)))
    assert not kernel.accepts(abadi([[9, 0], [36, 1]], 4, (1, 1)))


def test_ratios_with_roots_are_compared_as_high_precision_does() -> None:
    """Coincidences among them: equal numbers, equal squares, and gaps of either sign."""
    rng = np.random.default_rng(3)
    equal = 0
    with localcontext() as context:
        context.prec = 60
        for _ in range(1000):
            a, b = (F(int(v), int(rng.integers(1, 4))) for v in rng.integers(1, 9, size=2))
            A, B = (F(int(v), int(rng.integers(1, 3)) ** 2) for v in rng.integers(0, 30, size=2))
            if rng.random() < 0.3:
                # Roots that are rational, in proportion.
                root = F(int(rng.integers(1, 9)), 2)
                A, other = root**2, b / a * (root + 1) - 1
                B = other**2 if other >= 0 else B
            left, right = (
                x * ((Decimal(y.numerator) / y.denominator).sqrt() + 1) / z
                for x, y, z in ((a.numerator, B, a.denominator), (b.numerator, A, b.denominator))
            )
            equal += abs(left - right) < Decimal("1e-40")
            assert kernel.same(a, A, b, B, F(1)) == (abs(left - right) < Decimal("1e-40"))
    assert equal >= 100
