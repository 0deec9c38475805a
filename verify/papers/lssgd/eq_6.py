r"""Section 3, (6): an example against the 2-norm."""

from fractions import Fraction
from typing import Any

from dptheory.numbers import cos
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.identity import Identity
from verify.papers.lssgd import printed

F = Fraction

CREST = {"a_1": (F(4), F(0)), "a_2": (F(1), F(3, 4))}  # x^2 and y^2 of the two points


def outer(x_squared: Any, y_squared: Any) -> Any:
    """The squared gradient norm of the second branch of (6)."""
    import sympy

    level = sympy.Rational(str(x_squared)) / 4 + sympy.Rational(str(y_squared))
    slope = sympy.pi / 2 * cos(sympy.pi / 2 * level)
    return slope**2 * sympy.Rational(str(printed.eq_6_inner(x_squared, y_squared)))


def differentiable(point: str) -> bool:
    """Whether the gradients of both branches agree at a point of the ellipse."""
    return bool(outer(*CREST[point]) == printed.eq_6_inner(*CREST[point]))


def scaled(formula: Any) -> Any:
    """A formula at rho a_1 and rho a_2."""
    return lambda rho: (tuple(formula(rho**2 * x, rho**2 * y) for x, y in CREST.values()),)


DISTANCES = Identity(
    name="squared distances to the minimum",
    part="distances",
    lhs=scaled(lambda x, y: x + y),
    rhs=lambda rho: ((4 * rho**2, F(7, 4) * rho**2),),
    symbols={"rho": "positive"},
    instance={"rho": F(1)},
    general="at rho a_1 and rho a_2; rho = 1 in print: 2 and sqrt(7)/2",
)
GRADIENTS = Identity(
    name="squared gradient norms of the inner branch",
    part="gradient norms",
    lhs=scaled(printed.eq_6_inner),
    rhs=lambda rho: ((rho**2, F(13, 4) * rho**2),),
    symbols={"rho": "positive"},
    instance={"rho": F(1, 2)},
    general="at rho a_1 and rho a_2, 0 < rho < 1, which lie inside the ellipse",
)
EQ_6 = Claim(
    id="lssgd/eq-6",
    where="§3, (6)",
    title="example against the 2-norm",
    statement=r"$f=\frac{x^2}4+y^2$ if $\frac{x^2}4+y^2\le1$, else $\sin(\frac\pi2(\frac{x^2}4+"
    r"y^2))$; $a_1=(2,0)$, $a_2=(1,\sqrt3/2)$ have distances $2$, $\sqrt7/2$ to the local minimum "
    r"and $\Vert\nabla f\Vert=1$, $\sqrt{13}/2$.",
    checks=(
        DISTANCES,
        Cases(
            name="the gradient exists",
            part="gradient exists",
            cases=lambda _: [{"point": name} for name in CREST],
            holds=differentiable,
            failure="both points lie on the ellipse where the branches meet; f is continuous there "
            "and not differentiable: the inner gradient is not 0, the outer one is",
        ),
    ),
    repair=Repair(
        statement=r"At $\rho a_1$, $\rho a_2$ with any $0<\rho<1$: distances $2\rho>\rho\sqrt7/2$, "
        r"gradient norms $\rho<\rho\sqrt{13}/2$. The printed numbers are the limits from inside.",
        changes=("points inside the ellipse",),
        checks=(DISTANCES, GRADIENTS),
        consequence="none: the example makes its point, in a single quadratic; f itself violates "
        "the smoothness that Theorem 3 assumes.",
    ),
    note="The minimum (0, 0) is local: f = -1 where x^2/4 + y^2 = 3.",
)

CLAIMS = (EQ_6,)
