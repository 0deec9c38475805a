"""Section 3.1, (21) and Proposition 3.3: how large the noise of a step is."""

from fractions import Fraction
from typing import Any

from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.papers.accelerated import printed
from verify.papers.accelerated.appendix_b1 import FIVES, POSITIVE, UNITS, laplace_variance
from verify.papers.accelerated.batches import (
    NORM_BOUND,
    SIGN_UNITS,
    TRACE_BOUND,
    VARIANCE,
)

Case = dict[str, Any]

# (21) and Proposition 3.3 ----------------------------------------------------------------------

SAMPLING_PART = Claim(
    id="accelerated/eq-21",
    where="§3.1, (21)",
    title="mini-batch part of the noise",
    statement=r"$\sigma_s^2(m,n)=\frac{S_1^2}4\frac1m\frac{n-m}{n-1}$ bounds the mini-batch part "
    r"of the noise (operator norm of $\mathrm{Cov}(v_t\vert x_t)$; as a bound on "
    r"$E\Vert v_t\Vert^2$, the trace).",
    units=SIGN_UNITS,
    hypotheses=("Assumption 3.2", "n >= 2"),
    checks=(*NORM_BOUND, *TRACE_BOUND),
    note="The paper's proof, (41), is wrong in its last step; this one averages over signs. Sharp "
    "for every even n and every m: half of the gradients at each end of a segment.",
)


def step_noise(S: Any, n: Any, m: Any, d: Any, eps0: Any, slack: Any) -> tuple[Any, Any]:
    """(bound on the operator norm, trace) of Cov(w) = Cov(eta) + Cov(v).

    Cov(v) is the reduction of sampling times a population covariance of trace S^2/4 - slack.
    """
    reduction = printed.ratio(1, m) * printed.ratio(n - m, n - 1)
    laplace, sampled = laplace_variance(S, m, eps0), (S**2 * printed.HALF**2 - slack) * reduction
    return laplace + sampled, d * laplace + sampled


def total_noise(name: str, part: str, index: int, argument: str) -> Inequality:
    """One reading of (20): ``step_noise`` at S_1(x) against E_T at S_1."""
    names = dict.fromkeys(("S", "gap", "slack"), "nonnegative") | {"eps0": "positive"}
    more = dict.fromkeys(("extra", "dims"), "nonnegative") | names
    common = {"m": lambda s: s["extra"] + 1, "d": lambda s: s["dims"] + 1}

    def substitution(full: bool, s: Case) -> Case:
        # A batch of m < n; or m = n >= 2, where (n - m)/(n - 1) = 0.
        m = common["m"](s) + (1 if full else 0)
        return {
            "S": s["S"],
            "bound": s["S"] + s["gap"],
            "slack": s["slack"],
            "eps0": s["eps0"],
            "d": common["d"](s),
            "m": m,
            "n": m if full else m + s["left"],
        }

    return Inequality(
        name=name,
        part=part,
        lhs=lambda S, bound, n, m, d, eps0, slack: step_noise(S, n, m, d, eps0, slack)[index],
        rhs=lambda S, bound, n, m, d, eps0, slack: printed.eq_20(bound, n, m, d, eps0),
        domain=Domain(
            {
                "S": Range(0, 5, corners=(0, 2)),
                "bound": Range(2, 8, corners=(2, 5)),
                "n": Range(2, 100, integer=True, corners=(2, 10)),
                "m": Range(1, 20, integer=True, corners=(1, 2)),
                "d": Range(1, 50, integer=True, corners=(1, 20)),
                "eps0": Range(0.01, 5, log=True, corners=(2,)),
                "slack": Range(0, 1, corners=(0, 1)),
            },
            where=lambda S, bound, n, m, slack, **_: bound >= S and m <= n and slack <= S**2 / 4,
        ),
        budget=(150, 2000, 20000),
        proof=Split(
            (
                Decomposition(
                    more | {"left": "positive"},
                    "m < n",
                    substitution=lambda **s: substitution(False, s),
                ),
                Decomposition(more, "m = n", substitution=lambda **s: substitution(True, s)),
            ),
            argument,
        ),
    )


PROP_3_3 = Claim(
    id="accelerated/prop-3.3",
    where="§3.1, Prop 3.3, (20)",
    title="size of the noise",
    statement=r"$\Vert\mathrm{Cov}(w_t\vert x_t)\Vert\le\mathcal E_T:=\sigma_s^2(m,n)+"
    r"2\frac{dS_1^2}{m^2\epsilon_0^2}$, $w_t=\eta_t+v_t$.",
    units=UNITS | {"slack": VARIANCE, "others": "1"},
    hypotheses=(
        "Assumption 3.2, n >= 2",
        "eta_t and v_t are independent given x_t, so that their covariances add",
    ),
    checks=(
        total_noise(
            "operator norms add",
            "operator norm",
            0,
            "2 S_1^2/(m eps0)^2 and (21), with d >= 1 and S_1(x) <= S_1",
        ),
        total_noise(
            "traces add",
            "trace: E|w_t|^2",
            1,
            "2 d S_1^2/(m eps0)^2 and the trace bound of (21), with S_1(x) <= S_1",
        ),
        Identity(
            name="gradients half at each end of a segment",
            part="trace: E|w_t|^2",
            lhs=lambda S, others, m, d, eps0: step_noise(S, others + 1, m, d, eps0, 0)[1],
            rhs=lambda S, others, m, d, eps0: printed.eq_20(S, others + 1, m, d, eps0),
            symbols=POSITIVE | {"others": "positive"},
            instance=FIVES | {"others": Fraction(7)},
            general="E_T is attained as a bound on the trace, in every dimension",
        ),
        Identity(
            name="full batch",
            part="operator norm",
            lhs=lambda S, others, d, eps0: d * step_noise(S, others + 1, others + 1, d, eps0, 0)[0],
            rhs=lambda S, others, d, eps0: printed.eq_20(S, others + 1, others + 1, d, eps0),
            symbols=dict.fromkeys(("S", "others", "d", "eps0"), "positive"),
            instance={n: v for n, v in FIVES.items() if n != "m"} | {"others": Fraction(7)},
            general="for m = n the norm is E_T/d, so that E_T is d times too large for it",
        ),
    ),
    note="eps0 is given in (13), not in (12) as printed. E_T bounds E|w_t|^2 itself, with "
    "equality for S_1(x) = S_1 and gradients half at each end of a segment; as a bound on the "
    "operator norm the Laplace part is too large by the factor d (for m = n the ratio is 1/d). "
    "So the further factor d in (23) is not needed. The printed proof uses (38) and the last step "
    "of (41), which are both wrong.",
)

CLAIMS = (SAMPLING_PART, PROP_3_3)
