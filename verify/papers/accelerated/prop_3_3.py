"""Section 3.1, Assumption 3.2, (21) and Proposition 3.3: how large the noise of a step is."""

import dataclasses
import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.feasibility import Hypothesis
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.context import Context
from verify.papers.accelerated import printed
from verify.papers.accelerated.appendix_b1 import FIVES, POSITIVE, UNITS, laplace_variance
from verify.papers.accelerated.batches import (
    NORM_BOUND,
    SIGN_UNITS,
    TRACE_BOUND,
    VARIANCE,
    WEIGHTED_SUM,
)

Case = dict[str, Any]

# Assumption 3.2 -------------------------------------------------------------------------------


def bounded_at_infinity(loss: str, data: tuple[int, ...]) -> bool:
    """Whether S_1(x) of a loss f(x; y) on the line stays finite as x grows."""
    x, y = sympy.symbols("x y", real=True)
    slope = sympy.diff(sympy.sympify(loss, locals={"x": x, "y": y}), x)
    gaps = (abs(slope.subs(y, a) - slope.subs(y, b)) for a, b in itertools.combinations(data, 2))
    return all(bool(sympy.limit(gap, x, sympy.oo).is_finite) for gap in gaps)


def curved(loss: str, **more: Any) -> Hypothesis:
    """Assumption 3.2 for a loss on the line and two records."""
    return Hypothesis(
        name=f"sensitivity of {loss}",
        setting="§3.2, quadratics with data in the curvature",
        satisfied=bounded_at_infinity,
        parameters={"loss": loss, "data": (1, 2)},
        says=("S_1(x) is bounded", "S_1(x) = |x| (y = 1, y' = 2) grows without bound"),
        **more,
    )


def l1(x: Any) -> Any:
    """The L1 norm."""
    return sum(abs(v) for v in x)


def l1_change(change: Any, x: Any) -> Any:
    """L1 norm of the change of the gradient, (Q_y - Q_y') x."""
    return l1([sum(row[k] * x[k] for k in range(2)) for row in change])


def column_sum(change: Any) -> Any:
    """The induced 1-norm: the largest column sum of absolute values."""
    return max(sum(abs(row[k]) for row in change) for k in range(2))


def curvature_changes(_: Context) -> Iterator[dict[str, Any]]:
    """Symmetric changes of the curvature and points, small integers."""
    values = (-2, 0, 1)
    for a, b, d, x, y in itertools.product(values, repeat=5):
        if (x, y) != (0, 0) and (a, b, d) != (0, 0, 0):
            yield {"change": ((a, b), (b, d)), "x": (x, y)}


ASSUMPTION = Claim(
    id="accelerated/assumption-3.2",
    where="§3.1, Assumption 3.2, (19)",
    title="bounded L1 sensitivity",
    statement=r"$\sup_{x\in\mathbb R^d}S_1(x)\le S_1<\infty$.",
    assumption=True,
    checks=(
        dataclasses.replace(
            WEIGHTED_SUM,
            name="weights of the logistic loss",
            # A gradient is c u with |c| <= 1 (c = z e^s/(1 + e^s)); the penalty's part cancels.
            setting="§5, logistic loss with bounded covariates",
        ),
        Identity(
            name="linear coefficients",
            setting="§3.2, quadratics with bounded data in the linear term only",
            lhs=lambda curvature, x, a, b: (curvature * x + a) - (curvature * x + b),
            rhs=lambda curvature, x, a, b: a - b,
            symbols={"curvature": "positive", "x": "real", "a": "real", "b": "real"},
            instance={"curvature": Fraction(2), "x": Fraction(3)}
            | {"a": Fraction(5), "b": Fraction(7)},
            general="S_1(x) is the L1 diameter of the linear coefficients, at every x",
        ),
        curved(
            "y*x**2/2",
            controls=(
                Control(
                    "data in the linear term",
                    curved("x**2/2 + y*x"),
                    Outcome.HOLDS,
                    lambda: (7.0 + 2) - (7.0 + 1) == (10**6 + 2.0) - (10**6 + 1.0),
                ),
            ),
        ),
    ),
    repair=Repair(
        statement=r"Assumption 3.2 holds for the logistic loss with $\Vert u\Vert_1\le r$ "
        r"($S_1=2r$) and for quadratics whose bounded data enter only the linear term. With data "
        r"in the curvature it holds on every ball: $S_1(x)\le R\sup\Vert Q_y-Q_{y'}\Vert_1$ "
        r"(largest column sum) plus the linear part, for $\Vert x\Vert_1\le R$.",
        changes=("the settings are named", "data in the curvature: x stays in a bounded set"),
        checks=(
            Inequality(
                name="data in the curvature, bounded x",
                lhs=lambda spread, x, radius: spread * x,
                rhs=lambda spread, x, radius: spread * radius,
                domain=Domain(
                    {
                        "spread": Range(0, 3, corners=(0, 2)),
                        "x": Range(-5, 5, corners=(-2, 3)),
                        "radius": Range(0, 5, corners=(3, 4)),
                    },
                    where=lambda x, radius, **_: abs(x) <= radius,
                ),
                proof=Decomposition(
                    dict.fromkeys(("spread", "radius", "gap"), "nonnegative"),
                    "the difference is (y - y')(R - x)",
                    substitution=lambda spread, radius, gap: {
                        "spread": spread,
                        "radius": radius,
                        "x": radius - gap,
                    },
                ),
            ),
            Cases(
                name="two dimensions, exact",
                cases=curvature_changes,
                holds=lambda change, x: (l1_change(change, x), column_sum(change) * l1(x)),
                controls=(
                    Control(
                        "largest entry for the largest column sum",
                        Cases(
                            name="entry",
                            cases=curvature_changes,
                            holds=lambda change, x: (
                                l1_change(change, x),
                                max(abs(v) for row in change for v in row) * l1(x),
                            ),
                        ),
                        Outcome.FAILS,
                        lambda: l1_change(((1, 0), (1, 0)), (1, 0)) == 2,
                    ),
                ),
            ),
        ),
        consequence="least squares needs projected iterates, or noise that grows with |x|.",
    ),
)

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

CLAIMS = (ASSUMPTION, SAMPLING_PART, PROP_3_3)
