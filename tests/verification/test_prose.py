"""What a page makes of records: formulas in words, arguments that are always there, names."""

from dataclasses import replace

import pytest
from verification.notation import V

from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import claim, external, says
from verify.ledger.arguments import with_common_arguments
from verify.ledger.prose import in_latex
from verify.ledger.sections import section
from verify.methods.context import Context


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("E_T increases from T = 1 on", "$E_T$ increases from $T=1$ on"),
        ("necessary, alpha L <= 2", r"necessary, $\alpha L\le2$"),
        ("by (13), a Q of u'w in R^d", r"by (13), a $Q$ of $u^\top w$ in $\mathbb R^d$"),
        ("DP-GD (m=100, T=1 or 2)", "DP-GD ($m=100$, $T=1$ or 2)"),
        ("F(x_t) - F* <= 2 * (1/2)^t", r"$F(x_t)-F^*\le2\cdot(1/2)^t$"),
        ("|<g, e>| and sqrt(M), eps_0", r"$|\langle g,e\rangle|$ and $\sqrt{M}$, $\epsilon_0$"),
        ("0/0 = 0, 2e-10 (1/5) and 1/2", r"$0/0=0$, $2\cdot10^{-10}$ (1/5) and 1/2"),
        ("App B.3, `a b` and $x y$: A's", "App B.3, `a b` and $x y$: A's"),
        ("U is n x d, the pole c lies in 1", r"$U$ is $n\times d$, the pole $c$ lies in 1"),
    ],
)
def test_formulas_in_words_are_set(text: str, shown: str) -> None:
    assert in_latex(text) == shown


def gap(a: float, t: float) -> float:
    """The error after t steps."""
    return a * t


@pytest.fixture
def record() -> ClaimRecord:
    first, later = (external("E[F_t]", gap, V.a, t) for t in (V.b, V.b + 1))
    one = claim("test/gap", "here", "a gap", says(first <= later))
    return run_claim(one, Context("quick"))


def test_an_argument_that_is_always_there_is_named_once(record: ClaimRecord) -> None:
    shown, left_out = with_common_arguments(record)
    assert shown.parts[0].printed is not None
    assert shown.parts[0].printed.says.startswith(
        r"$E[F_t]\left(b\right)\le E[F_t]\left(b+1\right)$"
    )
    assert left_out == {"$E[F_t]$: The error after t steps": ("a",)}
    lines = section(record)
    assert "- Where $E[F_t]$ as a function of $a$: the error after $t$ steps." in lines
    assert not any(r"\left(a, b\right)" in line for line in lines[:8])


def test_a_name_is_explained_once_in_a_section(record: ClaimRecord) -> None:
    twice = replace(record, parts=(record.parts[0], record.parts[0]))
    assert sum(line.startswith("- Where") for line in section(twice)) == 1
