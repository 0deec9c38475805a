"""Where clipping by groups does what all-layer clipping does: brute force, edges, the kernel."""

import copy
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction as F
from typing import Any

import numpy as np
import pytest

from dptheory.gradients.representability import AutomaticClipping, FlatClipping, representable
from verify import kernel

Rows = list[list[F]]
INSTANCES = 1000
BLOCKS = 20
DIGITS = 60
TOLERANCE = Decimal("1e-40")


def number(rng: np.random.Generator, top: int = 12) -> F:
    return F(int(rng.integers(1, top)), int(rng.integers(1, 6)))


def anything(rng: np.random.Generator, samples: int, groups: int) -> Rows:
    """Small numbers, so that coincidences occur, a quarter of them 0."""
    return [[number(rng) * int(rng.random() < 0.75) for _ in range(groups)] for _ in range(samples)]


def built_for_abadi(
    rng: np.random.Generator, samples: int, groups: int
) -> tuple[FlatClipping, Rows]:
    """Clipped samples are in proportion to the thresholds, the others below them or at them."""
    squares = [number(rng) for _ in range(groups)]
    swapped = groups > 1 and rng.random() < 0.5
    if swapped:  # every sample is without one of the first two groups
        squares[1] = squares[0]
    rows: Rows = []
    for _ in range(samples):
        row = list(squares)
        if swapped:
            row[int(rng.integers(2))] = F(0)
        way, factor = rng.integers(3), 1 + number(rng)
        if way == 0:
            row = [v * factor for v in row]
        elif way == 1:
            row = [v * int(rng.random() < 0.75) / int(rng.integers(1, 4)) for v in row]
        rows.append(row)  # else of the length R exactly
    return FlatClipping(sum(squares[swapped:], F(0))), rows


def built_for_auto(
    rng: np.random.Generator, samples: int, groups: int
) -> tuple[AutomaticClipping, Rows]:
    """Samples of the same lengths, or each with a gradient in one group alone."""
    gamma = F(1, 100) if rng.random() < 0.5 else number(rng)
    if rng.random() < 0.5:
        lengths = [number(rng) for _ in range(groups)]
        return AutomaticClipping(gamma), [
            [v * scale for v in lengths] for scale in rng.random(samples) < 0.9
        ]
    alone = rng.integers(0, groups, size=samples)
    return AutomaticClipping(gamma), [
        [number(rng) * int(m == i) for m in range(groups)] for i in alone
    ]


def instance(k: int) -> tuple[FlatClipping | AutomaticClipping, Rows, bool]:
    """A rule, blocks, and whether they were built to be representable."""
    rng = np.random.default_rng(k)
    samples, groups = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    if k % 2:
        build = built_for_abadi if k % 4 == 1 else built_for_auto
        return *build(rng, samples, groups), True
    rows = anything(rng, samples, groups)
    if k % 4 == 2:
        return AutomaticClipping(F(1, 100) if rng.random() < 0.5 else number(rng)), rows, False
    # In half of the instances the threshold is the length of a sample or of a block.
    lengths = [v for v in [*map(sum, rows), *rows[0]] if v > 0]
    edge = bool(lengths) and rng.random() < 0.5
    return (
        FlatClipping(lengths[int(rng.integers(len(lengths)))] if edge else number(rng, 30)),
        rows,
        False,
    )


def real(value: F) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def clipped(rule: FlatClipping | AutomaticClipping, length: Any, whole: Any, threshold: Any) -> Any:
    """What becomes of a block of a gradient whose clipped part is as long as ``whole``."""
    if length == 0:
        return Decimal(0)
    if isinstance(rule, FlatClipping):
        return length * min(Decimal(1), threshold / whole)
    return length * threshold / (whole + real(rule.regulariser))


def by_brute_force(rule: FlatClipping | AutomaticClipping, rows: Rows) -> bool:
    """Tries every threshold that reproduces one block, in 60 digits, and clips all blocks."""
    with localcontext() as context:
        context.prec = DIGITS
        root = Decimal.sqrt if isinstance(rule, FlatClipping) else Decimal
        lengths = [[root(real(v)) for v in row] for row in rows]
        R = real(F(rule.clip2)).sqrt() if isinstance(rule, FlatClipping) else Decimal(1)
        wholes = [sum((v * v for v in row), Decimal(0)).sqrt() for row in lengths]
        for m in range(len(rows[0])):
            wanted = [
                (row[m], clipped(rule, row[m], s, R))
                for row, s in zip(lengths, wholes, strict=True)
            ]
            candidates = [R]
            for length, target in wanted:
                if length and isinstance(rule, FlatClipping):
                    candidates += [target, length]
                elif length:
                    candidates.append(target / length * (length + real(F(rule.regulariser))))
            if not any(
                all(
                    abs(clipped(rule, length, length, t) - target) < TOLERANCE
                    for length, target in wanted
                )
                for t in candidates
            ):
                return False
    return True


@pytest.mark.parametrize("block", range(BLOCKS))
def test_decisions_are_those_of_brute_force_and_the_kernel_accepts_them(block: int) -> None:
    size = INSTANCES // BLOCKS
    for k in range(size * block, size * block + size):
        rule, rows, built = instance(k)
        found = representable(rule, rows)
        assert found.representable or not built
        assert found.representable == by_brute_force(rule, rows)
        assert kernel.accepts(found.certificate)
        assert (found.clips is None) == (found.conflict is not None)
        # The opposite is refused, with these samples and group as its witness.
        opposite = copy.deepcopy(found.certificate)
        says = opposite["statement"]["says"]
        opposite["statement"]["says"] = says[4:] if says.startswith("not ") else f"not {says}"
        opposite["witness"] = (
            {"samples": ["1"] * len(rows[0])}
            if says.startswith("not ")
            else {"group": "1", "samples": ["1", str(len(rows))]}
        )
        assert not kernel.accepts(opposite)


def test_half_of_the_instances_are_representable_and_all_edges_occur() -> None:
    edges: Counter[str] = Counter()
    for k in range(INSTANCES):
        rule, rows, _ = instance(k)
        lengths = [*map(sum, rows), *(v for row in rows for v in row)]
        edges["representable"] += representable(rule, rows).representable
        edges["a length of 0"] += 0 in lengths
        edges["one sample"] += len(rows) == 1
        edges["one group"] += len(rows[0]) == 1
        edges["a length of R"] += isinstance(rule, FlatClipping) and rule.clip2 in lengths
    assert edges["representable"] >= INSTANCES // 2
    assert min(edges.values()) >= 100


def damaged(certificate: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Rows]]:
    """The certificate with each of its lengths made longer by a thousandth, and the rows of it."""
    name = "squares" if "squares" in certificate["statement"] else "lengths"
    for i, row in enumerate(certificate["statement"][name]):
        for m in range(len(row)):
            changed = copy.deepcopy(certificate)
            value = F(row[m]) * F(1001, 1000) or F(1, 1000)
            changed["statement"][name][i][m] = str(value)
            yield changed, [[F(v) for v in r] for r in changed["statement"][name]]


@pytest.mark.parametrize("block", range(10))
def test_a_certificate_of_other_lengths_is_accepted_only_where_it_is_true(block: int) -> None:
    refused = 0
    for k in range(10 * block + 1, 10 * block + 11):
        rule, rows, _ = instance(k)
        found = representable(rule, rows)
        for changed, other in damaged(found.certificate):
            if kernel.accepts(changed):
                assert representable(rule, other).representable == found.representable
            else:
                refused += 1
    assert refused >= 5


# Edges ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "rows", "squares"),
    [
        # Where no sample is clipped the longest blocks are the thresholds.
        (FlatClipping(F(25)), [[9, 16], [24, 1], [0, 0]], (24, 16)),
        (FlatClipping(F(16)), [[9, 16], [36, 64], [81, 144]], (F(144, 25), F(256, 25))),
        (AutomaticClipping(), [[3, 4], [6, 8]], None),
        # |g_2| = R: it asks for R_1 >= 5 only, and g_1 for R_1 = 5 * 4/5 exactly.
        (FlatClipping(F(25)), [[36, 64], [25, 0]], None),
        (FlatClipping(F(25)), [[36, 64], [9, 16]], (9, 16)),
        (FlatClipping(F(25)), [[36, 64], [9, 0]], (9, 16)),
        # |g_1| = 10 and R = 5: the share of its first block is 3.
        (FlatClipping(F(25)), [[36, 64], [F(90001, 10000), 0]], None),
        (FlatClipping(F(25)), [[36, 64], [F(9000001, 1000000), 0]], None),
        # Samples of one group each have the threshold of all.
        (AutomaticClipping(), [[3, 0], [0, 8]], (1, 1)),
        (FlatClipping(F(4)), [[9, 0], [0, 64]], (4, 4)),
        # |g| is the root of 2 and of 8: the ratios agree up to the stability constant.
        (AutomaticClipping(F(1, 10**30)), [[1, 1], [2, 2]], None),
        # A root of 3 and one of 2 with the same block.
        (AutomaticClipping(), [[1, 1, 1], [1, 1, 0]], None),
        # However large or small the lengths are.
        (AutomaticClipping(F(1, 10**250)), [[F(1, 10**200)] * 2], (0.5, 0.5)),
        (AutomaticClipping(), [[10**160] * 2], (0.5, 0.5)),
        (AutomaticClipping(F(10**200)), [[F(1, 10**200)] * 2], (1.0, 1.0)),
        (FlatClipping(F(1, 10**400)), [[F(1, 10**400)]], (F(1, 10**400),)),
        (FlatClipping(F(10**400)), [[F(10**400), 0]], (F(10**400), F(10**400))),
        (FlatClipping(F(1, 10**616)), [[F(1, 10**616)]], (F(1, 10**616),)),
    ],
)
def test_squared_thresholds_at_the_edges(rule: Any, rows: Any, squares: Any) -> None:
    found = representable(rule, rows)
    assert found.representable == (squares is not None)
    if squares is not None:
        roots = [float(real(F(square)).sqrt()) for square in squares]
        assert found.clips == pytest.approx(roots, rel=1e-15, abs=0)
        assert found.squares == (squares if isinstance(rule, FlatClipping) else None)


def test_one_sample_one_group_and_equal_lengths_are_always_representable() -> None:
    assert representable(AutomaticClipping(), [[1, 1], [1, 1]]).representable
    assert representable(AutomaticClipping(), [[1, 2, 0], [1, 0, 2]]).representable
    for k in range(100):
        rng = np.random.default_rng(k)
        single, column = anything(rng, 1, int(rng.integers(1, 6))), anything(rng, 6, 1)
        level = number(rng)
        assert representable(FlatClipping(level), single).representable
        assert representable(AutomaticClipping(level), single).representable
        # One group: either R itself, or no sample is clipped and R_1 is the largest length.
        largest = max(row[0] for row in column)
        assert representable(FlatClipping(level), column).squares in ((level,), (largest,))
        assert representable(AutomaticClipping(), column).clips == pytest.approx((1.0,))


def test_the_pair_of_the_paper_conflicts_in_its_first_group() -> None:
    found = representable(FlatClipping(F(16)), [[9, 16], [36, 0]])
    assert (found.conflict.group, found.conflict.first, found.conflict.second) == (0, 0, 1)
    assert (found.clips, found.squares) == (None, None)


def test_a_linear_layer_on_inputs_of_one_length_is_representable_at_every_threshold() -> None:
    for k in range(50):
        rng = np.random.default_rng(k)
        square = number(rng)
        bias = [number(rng) for _ in range(8)]
        level = number(rng) * sum(bias) / 8
        found = representable(FlatClipping(level), [[square * v, v] for v in bias])
        assert found.representable
        if level < max(bias) * (1 + square):
            assert found.squares == (level * square / (1 + square), level / (1 + square))


def test_other_lengths_in_all_groups_are_never_representable_by_auto() -> None:
    for k in range(200):
        rng = np.random.default_rng(k)
        groups = int(rng.integers(2, 6))
        first, second = ([number(rng) for _ in range(groups)] for _ in range(2))
        assert representable(AutomaticClipping(), [first, second]).representable == (
            first == second
        )
        assert representable(AutomaticClipping(), [first, first]).representable
