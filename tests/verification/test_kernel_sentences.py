"""A statement that the kernel decides says what is proved, and a claim who proved it before."""

import pytest

from verify.display.digits import abbreviated
from verify.ledger.page import render
from verify.ledger.sections import section
from verify.papers.dptheory.results.gradient_rate import TILT
from verify.papers.dptheory.results.momentum_pays import BEATS, RATES
from verify.papers.dptheory.results.momentum_raises import FLOOR


@pytest.mark.parametrize("said", [BEATS, FLOOR, RATES])
def test_a_certificate_says_what_it_proves(said, judged) -> None:
    record = judged(said.id)
    shown = "\n".join(section(record))
    heads = [line for line in shown.splitlines() if line.startswith("- Stated")]
    certified = [line for line in heads if "the kernel accepts" in line]
    assert certified
    for line in certified:
        assert "certificate of" not in line
        assert any(rf"$\alpha={step}" in line for step in ("1/10", "1/100", "19/100"))
        assert "for every $F$ in $S(1,10" in line
        assert r"$F(x_t)-F^*\le" in line or r"$E\,F(x_t)-F^*$ is at most $V_0/T+" in line


def test_who_knew_it_stands_with_the_row(judged) -> None:
    record = judged(TILT.id)
    mark = "(known: Taylor, Hendrickx, Glineur 2017)"
    assert record.known in mark
    assert mark in render([record], {}, {})
    assert mark in "\n".join(section(record))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("rho^2 = 39601/40000, x", "rho^2 = 39601/40000, x"),
        ("623171360933/1000000000000^t", "623171360933/1000000000000^t"),
        (f"between -{10**25}/{3 * 10**24} and 1/2", "between about -3.33333 and 1/2"),
    ],
)
def test_a_rational_that_nobody_reads_is_a_decimal(text: str, shown: str) -> None:
    assert abbreviated(text) == shown
