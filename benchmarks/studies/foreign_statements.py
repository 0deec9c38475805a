"""Statements of other papers, as they print them, each with its right answer.

A row is LaTeX with its symbols and hypotheses, a draft in Python, or a rate that ``dptheory rate``
is asked for. The right answer is ``verified`` or ``refuted``; of a display it is ``read``. A row
without a statement is a theorem that this language does not offer.
"""

import functools
import itertools
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from benchmarks.studies.theorems_of_classes import CONVEX, STRONG, THEOREMS, sq
from benchmarks.studies.theorems_of_classes import V as CLASSES
from dptheory import Method, heavy_ball, momentum, nesterov, triple_momentum
from verify.language import (
    Draft,
    Formula,
    dot,
    expectation,
    function,
    law,
    let,
    norm,
    notation,
    number,
    positive,
    real,
    says,
    vector,
)


@dataclass(frozen=True)
class Latex:
    """A statement of the command line.

    Attributes:
        said: the comparisons. sets: the symbols with their sets. given: the hypotheses.
    """

    said: str
    sets: str
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rate:
    """``dptheory rate`` of a method; right where rho^2 is at most what is printed.

    Attributes:
        of: the method. mu, smoothness: of the class. most: what rho^2 is at most, as printed.
    """

    of: Method
    mu: Any
    smoothness: Any
    most: float


@dataclass(frozen=True)
class Row:
    """A statement and its right answer.

    Attributes:
        said: None where it cannot be stated. right: the answer. lines: that an author writes.
    """

    said: Latex | Draft | Rate | None
    right: str = "verified"
    lines: int = 1


V = CLASSES.extended(
    D=positive(),
    e=real(),
    **{f"t{i}": vector("d", f"t_{i}") for i in range(5)},
    g=vector("d"),
    w=vector("d"),
    P=law("P", dimension="d"),
    Q=law("Q", radius=notation(R=positive()).R),
    xi=vector(1, r"\xi"),
)
L, mu, a, x = V.L, V.mu, V.a, V.x
LETTERS = "fhqrs"
FUNCTIONS = tuple(function(name, "d", smooth=1, strongly_convex=F(1, 10)) for name in LETTERS)
TABLES = tuple(getattr(V, f"t{i}") for i in range(5))


def over(body: Any) -> Formula:
    """The mean over a law of mean zero on R^d."""
    return expectation(V.P, V.w, body)


def inside(body: Any) -> Formula:
    """The mean over a law of mean zero on [-R, R]."""
    return expectation(V.Q, V.xi, body)


def strong_step(share: Any = 1, longest: Any = 2) -> Draft:
    """A gradient step, in distance."""
    gap = sq(x - STRONG.argmin)
    said = sq(x - a * STRONG.grad(x) - STRONG.argmin) <= share * (1 - a * mu) ** 2 * gap
    return says(said, given=[a * (L + mu) <= 2 if longest == 2 else a * L <= 2])


def misquoted() -> Draft:
    """Nesterov 2.1.12 with both constants in full."""
    g, away = STRONG.grad(x), x - STRONG.argmin
    return says(mu * sq(away) + sq(g) / L <= dot(g, away))


def first_step(share: int) -> Draft:
    """Drori, Teboulle for one step."""
    last = let("x_1", x - CONVEX.grad(x) / L)
    return says(CONVEX(last) - CONVEX.min <= L / share * sq(x - CONVEX.argmin))


def noisy_step(share: Any) -> Draft:
    """A noisy step from the two inequalities of a strongly convex function."""
    given = [mu < L, a * (mu + L) <= 2, over(sq(V.w)) <= V.s2, mu**2 * sq(x) <= sq(V.g)]
    given += [mu * L / (mu + L) * sq(x) + sq(V.g) / (mu + L) <= dot(V.g, x)]
    right = (1 - a * mu) ** 2 * sq(x) + share * a**2 * V.s2
    return says(over(sq(x - a * (V.g + V.w))) <= right, given=given)


def noisy_descent() -> Draft:
    """The descent of a noisy step."""
    step = V.g + V.w
    left = over(-a * dot(V.g, step) + L * a**2 / 2 * sq(step))
    right = -a * (1 - a * L / 2) * sq(V.g) + a**2 * L * V.s2 / 2
    return says(left <= right, given=[over(sq(V.w)) <= V.s2])


def hoeffding() -> Draft:
    """The exponential moment of a bounded number."""
    left = inside((V.lam * V.xi[1]).exp())
    return says(left <= (V.lam**2 * V.R**2 / 2).exp())


def bernstein() -> Draft:
    """The same with the variance."""
    left = inside((V.lam * V.xi[1]).exp())
    right = (V.lam**2 * inside(V.xi[1] ** 2) / 2 / (1 - V.lam * V.R / 3)).exp()
    return says(left <= right, given=[V.lam * V.R < 3])


def potential(k: int) -> Draft:
    """(n + k)(f - f*) + L/2 |x - x*|^2 after a step; true for k = 1."""
    last = let("x_1", x - CONVEX.grad(x) / L)
    values = [CONVEX(p) - CONVEX.min for p in (x, last)]
    far = [L / 2 * sq(p - CONVEX.argmin) for p in (x, last)]
    return says((V.n + k) * values[1] + far[1] <= V.n * values[0] + far[0])


def optimized(share: int) -> Draft:
    """The optimised gradient method, one step."""
    last = let("x_1", x - F(3, 2) * CONVEX.grad(x) / L)
    return says(CONVEX(last) - CONVEX.min <= L / share * sq(x - CONVEX.argmin))


def frank_wolfe(steps: int) -> Draft:
    """Frank-Wolfe: a set of diameter D by its points, and what a linear minimum over it gives."""
    v = V.extended(**{f"s{k}": vector("d", f"s_{k}") for k in range(steps)})
    corners = [getattr(v, f"s{k}") for k in range(steps)]
    here, given = x, []
    of_set = [x, V.z, *corners]
    for k, corner in enumerate(corners):
        slope = CONVEX.grad(here)
        given += [dot(slope, corner - other) <= 0 for other in of_set if other is not corner]
        step = here + F(2, k + 2) * (corner - here)
        here = corner if k == 0 else let(f"x_{k + 1}", step)
    given += [sq(p - q) <= V.D**2 for i, p in enumerate(of_set) for q in of_set[:i]]
    return says(CONVEX(here) - CONVEX(V.z) <= 2 * L * V.D**2 / (steps + 2), given=given)


def sgd(count: int, share: Any = 1) -> Draft:
    """A step of stochastic gradient descent on the mean of functions, at PEPit's setting."""
    summed = FUNCTIONS[:count]
    rest = [f.grad(V.z) for f in summed]
    given = [_sum(rest) == 0, _sum(sq(g) for g in rest) <= count, sq(x - V.z) <= 4]
    after = [sq(x - f.grad(x) - V.z) for f in summed]
    # (9/10 + sqrt(181/100))^2, with mu = 1/10, L = alpha = v = 1, R = 2, rounded up.
    return says(_sum(after) / count <= share * F(50417, 10000), given=given)


def saga(count: int, share: Any = 1) -> Draft:
    """SAGA on the mean of functions: its potential falls by 1 - alpha mu."""
    summed, tables, least = FUNCTIONS[:count], TABLES[:count], F(1, 10)
    step = 1 / (2 * (count * least + 1))
    weight = 1 / (2 * count * step * (1 - step * least))

    def at(point: Formula, places: Sequence[Formula]) -> Formula:
        pairs = zip(summed, places, strict=True)
        gaps = [f(q) - f(V.z) - dot(f.grad(V.z), q - V.z) for f, q in pairs]
        return _sum(gaps) / count + weight * sq(point - V.z)

    old = [f.grad(q) for f, q in zip(summed, tables, strict=True)]
    after = []
    for i, f in enumerate(summed):
        moved = x - step * (f.grad(x) - old[i] + _sum(old) / count)
        after.append(at(moved, (*tables[:i], x, *tables[i + 1 :])))
    right = (1 - share * step * least) * at(x, tables)
    return says(_sum(after) / count <= right, given=[_sum(f.grad(V.z) for f in summed) == 0])


def _sum(parts: Iterable[Formula]) -> Formula:
    return functools.reduce(operator.add, parts)


def coordinates(share: Any) -> Draft:
    """Two steps of cyclic coordinate descent; the gradient's parts are 1- and 2-Lipschitz.

    The least point is 0, and least value 0; of the class are the conditions between the points.
    """
    names = [f"{letter}{k}" for k in range(3) for letter in "gh"]
    v = V.extended(**{name: vector("d") for name in names}, f0=real(), f1=real(), f2=real())
    slopes = [(getattr(v, f"g{k}"), getattr(v, f"h{k}")) for k in range(3)]
    zero = 0 * x
    first, second = x - v.g0, V.z - v.h1 / 2
    places = [(x, V.z), (first, V.z), (first, second), (zero, zero)]
    of = [*zip(places, [*slopes, (zero, zero)], [v.f0, v.f1, v.f2, number(0)], strict=True)]
    given = []
    for (p, g, low), (q, h, high) in itertools.permutations(of, 2):
        tangent = low + dot(g[0], q[0] - p[0]) + dot(g[1], q[1] - p[1])
        given += [
            tangent + sq(a - b) / (2 * m) <= high for a, b, m in zip(g, h, (1, 2), strict=True)
        ]
    return says(v.f2 <= share * (sq(x) + sq(V.z)), given=given)


def over_parametrised() -> Draft:
    """A step of stochastic gradient descent where every function has the same least point."""
    right = (1 - a * mu) ** 2 * sq(x - STRONG.argmin)
    return says(sq(x - a * STRONG.grad(x) - STRONG.argmin) <= right, given=[a * (L + mu) <= 2])


# With c = 1/(2 sigma) and b = log(1/delta)/(alpha - 1).
PROFILE = Latex(
    r"\Phi\left(c-\alpha c-\frac b{2c}\right)-e^{2\alpha c^2+b}"
    r"\Phi\left(-c-\alpha c-\frac b{2c}\right)\le e^{-b(\alpha-1)}",
    r"c, b > 0, \alpha in (1, inf)",
)


def _gaussian(of: str) -> Latex:
    """Dwork, Roth A.1: the profile at the noise for a budget, for some epsilon."""
    root = r"\sqrt{2\log(\frac5{4\delta})}"
    ahead, behind = (
        rf"\Phi\left({sign}\frac\varepsilon{{2{root}}}-{root}\right)" for sign in ("", "-")
    )
    return Latex(rf"{ahead}-e^\varepsilon{behind}\le\delta", rf"{of}, \delta in (0, 1)")


SCALARS: dict[str, Row] = {
    "Young": Row(
        Latex(
            r"ab\le\frac{a^p}p+\frac{b^q}q", "a, b >= 0, p, q in (1, inf)", (r"\frac1p+\frac1q=1",)
        )
    ),
    "means": Row(
        Latex(
            r"\left(\prod_{i=1}^ns_i\right)^{1/n}\le\frac1n\sum_{i=1}^ns_i",
            "s_1, ..., s_n in [0, inf)",
        )
    ),
    "log-sum-exp": Row(
        Latex(
            r"z_m\le\log\left(\sum_{i=1}^ne^{z_i}\right)",
            "z_1, ..., z_n in R, m in N",
            (r"m\le n",),
        )
    ),
    "Robbins 1955": Row(
        Latex(r"\sqrt{2\pi n}\left(\frac ne\right)^ne^{\frac1{12n+1}}\le n!", "n in N")
    ),
    "towards 1/e": Row(Latex(r"(1-\frac1n)^n\le\frac1e", "n in N")),
    "geometric sum": Row(Latex(r"\sum_{i=0}^nu^i\le\frac1{1-u}", "u in [0, 1/2], n in N0")),
    "Mironov 2017, Prop. 3": Row(PROFILE),
    "Dwork, Roth A.1": Row(_gaussian(r"\varepsilon in (0, 1]")),
    "Dwork, Roth for every epsilon": Row(_gaussian(r"\varepsilon > 0"), "refuted"),
    "Wallis": Row(Latex(r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac1{\sqrt{\pi k}}", "k in N")),
    "Wallis with k + 1/2": Row(
        Latex(r"\prod_{i=1}^k\frac{2i-1}{2i}\le\frac1{\sqrt{\pi(k+\frac12)}}", "k in N"), "refuted"
    ),
    "squares of a geometric sum": Row(
        Latex(
            r"\sum_{i=0}^{K-1}(1-\eta\mu)^{2i}\le\frac1{\eta\mu(2-\eta\mu)}",
            r"\eta, \mu > 0, K in N",
            (r"\eta\mu<1",),
        )
    ),
    "Bernoulli": Row(Latex(r"1+rx\le(1+x)^r", "x in [-1, inf), r in [1, inf)")),
    "inverse squares, too small": Row(
        Latex(r"\sum_{i=1}^n\frac1{i^2}\le1.644934", "n in N"), "refuted"
    ),
    "cosh": Row(Latex(r"\frac{e^x+e^{-x}}2\le e^{x^2/2}", "x in R")),
    "an entry's square": Row(says(number(0) <= V.w[1] ** 2), "verified"),
    "an entry below the length": Row(says(V.w[1] ** 2 <= sq(V.w)), "verified"),
}
POINTS: dict[str, Row] = {
    "a gradient step": Row(strong_step(), lines=4),
    "a gradient step, longer": Row(strong_step(longest=3), "refuted", 4),
    "one step, L/6": Row(first_step(6), lines=4),
    "one step, L/7": Row(first_step(7), "refuted", 4),
    "Nesterov 2.1.12 misquoted": Row(misquoted(), "refuted", 3),
    "Polyak's tuning on F(1, 25)": Row(Rate(heavy_ball("1/9", "4/9"), 1, 25, 1), "refuted"),
    "a noisy step from two inequalities": Row(noisy_step(1), lines=5),
    "the same with half the noise": Row(noisy_step(F(1, 2)), "refuted", 5),
    "a noisy descent": Row(noisy_descent(), lines=5),
    "Hoeffding": Row(hoeffding(), lines=3),
    "Bernstein": Row(bernstein(), lines=4),
    "a mean and its square": Row(says(over(norm(V.w)) ** 2 <= over(sq(V.w))), lines=2),
    "a second moment": Row(says(number(0) <= over(sq(V.w))), lines=2),
    "a square beside a mean": Row(says(number(0) <= a**2, given=[over(sq(V.w)) <= V.s2]), lines=2),
    "a moment below twice its bound": Row(
        says(over(sq(V.w)) <= 2 * V.s2, given=[over(sq(V.w)) <= V.s2]), lines=2
    ),
    "a shifted second moment": Row(says(V.e**2 <= inside((V.e + V.xi[1]) ** 2)), lines=2),
}


def _theorem(name: str, lines: int) -> Row:
    return Row(THEOREMS[name].true, lines=lines)


def _quadratics() -> Latex:
    return Latex(
        r"\frac\lambda2(1-\gamma\lambda)^{2n}"
        r"\le\frac L2\max\left(\frac1{2nL\gamma+1},(1-L\gamma)^{2n}\right)",
        r"\lambda >= 0, L, \gamma > 0, n in N",
        (r"\lambda\le L", r"\gamma L\le2"),
    )


EXAMPLES: dict[str, Row] = {
    "gradient_descent n = 1": _theorem("gradient descent, 1 steps", 4),
    "gradient_descent n = 5": _theorem("gradient descent, 5 steps", 4),
    "heavy_ball_momentum": Row(Rate(heavy_ball("1/2", "0.6892"), "0.1", 1, 0.95)),
    "accelerated_gradient_strongly_convex": Row(Rate(nesterov(1, "0.5195"), "0.1", 1, 0.68377)),
    "triple_momentum": Row(Rate(triple_momentum("0.1", 1), "0.1", 1, 0.46755)),
    "robust_momentum": Row(Rate(momentum("1.2869", "0.42697", "0.33186"), "0.1", 1, 0.52861)),
    "gradient_descent_lyapunov_1": _theorem("first potential", 5),
    "the same with n + 2": Row(potential(2), "refuted", 5),
    "gradient_descent_lyapunov_2": _theorem("second potential", 8),
    "proximal_point n = 1": _theorem("proximal point, 1 steps", 4),
    "proximal_point n = 4": _theorem("proximal point, 4 steps", 4),
    "nonconvex gradient_descent n = 1": _theorem("nonconvex gradient descent, 1 steps", 5),
    "sgd_overparametrized": Row(over_parametrised(), lines=2),
    "subgradient, one step": _theorem("a subgradient step", 4),
    "gradient_descent_contraction": _theorem("contraction, short steps", 3),
    "gradient_descent_contraction, long": _theorem("contraction, long steps", 3),
    "proximal_gradient n = 1": _theorem("proximal gradient step", 4),
    "krasnoselskii_mann n = 1": _theorem("averaged step", 5),
    "gradient_descent_quadratics, an eigenvalue": Row(_quadratics(), lines=1),
    "gradient_exact_line_search": _theorem("exact line search", 4),
    "optimized_gradient n = 1": _theorem("optimised gradient, 1 step", 2),
    "optimized_gradient with L/9": Row(optimized(9), "refuted", 2),
    "accelerated_gradient_convex n = 1": _theorem("accelerated gradient, 1 steps", 5),
    "conjugate_gradient n = 2": _theorem("conjugate gradients, 2 steps", 5),
    "frank_wolfe n = 2": Row(frank_wolfe(2), lines=11),
    "halpern n = 2": _theorem("Halpern, 2 steps", 9),
    "saga, 5 functions": Row(saga(5), lines=16),
    "sgd, 5 functions": Row(sgd(5), lines=8),
    "cyclic coordinate descent, 2 steps": Row(coordinates(F(45032, 100000)), lines=14),
    "accelerated_gradient potential": _theorem("accelerated potential", 8),
    "douglas_rachford_contraction": _theorem("Douglas-Rachford, two runs", 7),
    "AutoLyap gradient, strongly convex": _theorem("contraction, short steps", 3),
    "AutoLyap heavy ball, smooth convex": Row(None),
    "AutoLyap Nesterov, smooth convex": _theorem("accelerated potential", 8),
    "AutoLyap proximal point": _theorem("proximal point, strongly convex", 2),
    "AutoLyap Douglas-Rachford": _theorem("Douglas-Rachford, two runs", 7),
    "descent lemma": _theorem("the descent lemma", 2),
}
NOT_OFFERED = (
    "Adam's regret (Kingma, Ba 4.1)",
    "RMSProp",
    "AdaBound",
    "Drori-Teboulle for every N",
    "Nesterov for every N",
    "Ghadimi's averaged heavy ball for every N",
    "averaged SGD for every N",
    "Robbins-Siegmund",
    "Bassily's utility",
    "Altschuler-Talwar's last iterate",
    "Koloskova's rate",
    "DP-FTRL's regret",
    "Abadi's Theorem 1",
)
