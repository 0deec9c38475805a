"""Theorems about every function of a class, as theorists print them; each with a false neighbour.

Those with a name of PEPit's are its examples: with the value that it prints for a setting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction as F
from typing import Any

from verify.language import (
    Draft,
    Formula,
    Function,
    dot,
    function,
    let,
    mean,
    method,
    natural,
    noise,
    nonnegative,
    norm,
    notation,
    positive,
    real,
    says,
    vector,
)

V = notation(
    d=natural(search=(1, 3)),
    n=natural(least=0),
    mu=positive(r"\mu"),
    L=positive(),
    M=positive(),
    R=positive(),
    a=positive(r"\alpha"),
    b=positive(r"\beta"),
    t=real(),
    lam=positive(r"\lambda"),
    s2=nonnegative(r"\sigma^2"),
    x=vector("d", "x_0"),
    y=vector("d"),
    z=vector("d"),
    p=vector("d"),
    q=vector("d"),
)
L, mu, a, x = V.L, V.mu, V.a, V.x
CONVEX = function("f", "d", smooth=L, convex=True)
STRONG = function("f", "d", smooth=L, strongly_convex=mu)
SMOOTH = function("f", "d", smooth=L)
KINKED = function("f", "d", convex=True, lipschitz=V.M)
CLOSED = function("f", "d", convex=True)
STEEP = function("f", "d", strongly_convex=mu)
UNIT = function("f", "d", smooth=1, convex=True)
NOISE = noise("w", "d", second_moment_at_most=V.s2)


def sq(v: Any) -> Formula:
    """The square of a length."""
    return norm(v) ** 2


@dataclass(frozen=True)
class Theorem:
    """A bound left <= right.

    Attributes:
        left, right, given: the statement. pepit: what PEPit prints, at ``at``, if it has it.
        value: the factor of the right side at ``at``. false: a factor that makes it false.
        more: other hypotheses that make it false.
    """

    left: Formula
    right: Formula
    given: Sequence[Formula] = ()
    pepit: str = ""
    false: Any = F(99, 100)
    more: Sequence[Formula] | None = None

    @property
    def true(self) -> Draft:
        """The statement."""
        return says(self.left <= self.right, given=self.given)

    @property
    def refuted(self) -> Draft:
        """Its neighbour: a right side that is 1 % smaller, or a hypothesis less."""
        if self.more is not None:
            return says(self.left <= self.right, given=self.more)
        return says(self.left <= self.right * self.false, given=self.given)


GRADIENT = method(lambda f, x, k: x - f.grad(x) / L)
STEPS = method(lambda f, x, k: x - a * f.grad(x))


@method
def backwards(f: Any, x: Formula, k: int) -> Formula:
    """From a point of the proximal point method to the one before it."""
    return x + a * f.grad(x)


def _fast(f: Any, x: Formula, y: Formula, k: int) -> tuple[Formula, Formula]:
    new = y - f.grad(y) / L
    return new, (new + F(k, k + 3) * (new - x)) if k else new


FAST = method(_fast, letters="x y")


def gradient(n: int, f: Function = CONVEX) -> Theorem:
    """Drori, Teboulle 2014."""
    smooth = f.most
    last = method(lambda f, x, k: x - f.grad(x) / smooth).after(f, x, n)
    right = smooth * sq(x - f.argmin) / (4 * n + 2)
    return Theorem(f(last) - f.min, right, pepit="gradient_descent")


def short_gradient(n: int) -> Theorem:
    """The same for every step that is not longer than 1/L."""
    last = STEPS.after(CONVEX, x, n)
    right = L * sq(x - CONVEX.argmin) / (4 * n * L * a + 2)
    return Theorem(CONVEX(last) - CONVEX.min, right, [L * a <= 1], "gradient_descent")


def fast(n: int) -> Theorem:
    """Nesterov's method."""
    last, _ = FAST.after(CONVEX, x, n)
    right = 2 * L * sq(x - CONVEX.argmin) / (n**2 + 5 * n + 6)
    return Theorem(CONVEX(last) - CONVEX.min, right, pepit="accelerated_gradient_convex")


def proximal(n: int) -> Theorem:
    """The proximal point method, from its last point back to its first."""
    first = backwards.after(CLOSED, V.z, n)
    right = sq(first - CLOSED.argmin) / (4 * a * n)
    return Theorem(CLOSED(V.z) - CLOSED.min, right, pepit="proximal_point")


def nonconvex(n: int) -> Theorem:
    """The least gradient on the way."""
    points = GRADIENT.points(SMOOTH, x, n)
    given = [V.t <= sq(SMOOTH.grad(point)) for point in points]
    right = F(4, 3) * L / n * (SMOOTH(x) - SMOOTH(points[-1]))
    return Theorem(V.t, right, given, "gradient_descent (nonconvex)")


def subgradient() -> Theorem:
    """The best of four points of the subgradient method."""
    steps = method(lambda f, x, k: x - V.R / (2 * V.M) * f.grad(x))
    points = steps.points(KINKED, x, 3)
    given = [V.t <= KINKED(point) - KINKED.min for point in points]
    given.append(sq(x - KINKED.argmin) <= V.R**2)
    return Theorem(V.t, V.M * V.R / 2, given, "subgradient_method")


def averaged_subgradients() -> Theorem:
    """The mean of four points of the subgradient method."""
    steps = method(lambda f, x, k: x - V.R / (2 * V.M) * f.grad(x))
    first, second, third, last = steps.points(KINKED, x, 3)
    average = let(r"\bar x", (first + second + third + last) / 4)
    right = V.M * V.R / 2
    return Theorem(KINKED(average) - KINKED.min, right, [sq(x - KINKED.argmin) <= V.R**2])


def averaged_heavy_ball() -> Theorem:
    """The mean of three points of the heavy ball with beta = 1/2, alpha = 1/(2 L): Ghadimi 2015."""
    one = let("x_1", x - CONVEX.grad(x) / (2 * L))
    two = let("x_2", one - CONVEX.grad(one) / (2 * L) + (one - x) / 2)
    average = let(r"\bar x", (x + one + two) / 3)
    right = (CONVEX(x) - CONVEX.min + L * sq(x - CONVEX.argmin) / 2) / 3
    return Theorem(CONVEX(average) - CONVEX.min, right, false=F(1, 2))


def contraction(long: bool) -> Theorem:
    """Two runs of gradient descent come together."""
    gap = x - V.y - a * (STRONG.grad(x) - STRONG.grad(V.y))
    factor = (1 - a * L) ** 2 if long else (1 - a * mu) ** 2
    order = 2 <= a * (L + mu) if long else a * (L + mu) <= 2
    name = "gradient_descent_contraction"
    return Theorem(sq(gap), factor * sq(x - V.y), [order], name, more=[] if long else [a * L <= 2])


def proximal_gradient() -> Theorem:
    """A proximal gradient step to y, towards the least point z of f + h."""
    h = function("h", "d", convex=True)
    step = h.grad(V.y) == (x - V.y) / a - STRONG.grad(x)
    given = [step, h.grad(V.z) == -STRONG.grad(V.z), a * (L + mu) <= 2]
    return Theorem(sq(V.y - V.z), (1 - a * mu) ** 2 * sq(x - V.z), given, "proximal_gradient")


def douglas_rachford() -> Theorem:
    """Two runs: from w = x + grad f(x) to w + y - x, where y is the proximal point of 2 x - w."""
    f, h = (function("f", "d", smooth=1, strongly_convex=F(1, 10)), function("h", "d", convex=True))
    runs = ((x, V.y), (V.p, V.q))
    given = [h.grad(y) == u - f.grad(u) - y for u, y in runs]
    first, second = (u + f.grad(u) for u, _ in runs)
    after = first + V.y - x - (second + V.q - V.p)
    right = F(100, 121) * sq(first - second)
    return Theorem(sq(after), right, given, "douglas_rachford_splitting_contraction")


def line_search() -> Theorem:
    """Gradient descent with an exact line search."""
    here, there = STRONG.grad(x), STRONG.grad(V.y)
    given = [dot(there, here) == 0, dot(there, V.y - x) == 0]
    left, right = STRONG(V.y) - STRONG.min, STRONG(x) - STRONG.min
    factor = ((L - mu) / (L + mu)) ** 2
    return Theorem(left, factor * right, given, "gradient_exact_line_search")


def optimized() -> Theorem:
    """The optimised gradient method: Kim, Fessler 2016."""
    y1 = let("y_1", x - F(3, 2) * CONVEX.grad(x) / L)
    return Theorem(
        CONVEX(y1) - CONVEX.min, L * sq(x - CONVEX.argmin) / 8, pepit="optimized_gradient"
    )


def conjugate() -> Theorem:
    """The best point of the plane through x_0 along the first two gradients, and so on."""
    g0, g1, g2 = (UNIT.grad(v) for v in (x, V.y, V.z))
    given = [dot(g1, g0) == 0, dot(g1, V.y - x) == 0, dot(g2, g0) == 0, dot(g2, g1) == 0]
    given += [dot(g2, V.y - x) == 0, dot(g2, V.z - x) == 0]
    right = F(619, 10000) * sq(x - UNIT.argmin)
    return Theorem(UNIT(V.z) - UNIT.min, right, given, "conjugate_gradient")


def first_potential() -> Theorem:
    """Bansal, Gupta 2019."""
    last = GRADIENT.after(CONVEX, x, 1)
    far = [L / 2 * sq(v - CONVEX.argmin) for v in (x, last)]
    before, after = (V.n * (CONVEX(x) - CONVEX.min) + far[0]), (CONVEX(last) - CONVEX.min)
    return Theorem((V.n + 1) * after + far[1], before, pepit="gradient_descent_lyapunov_1")


def second_potential() -> Theorem:
    """Taylor, Bach 2019."""

    def at(point: Formula, n: Formula) -> Formula:
        value = (2 * n + 1) * L * (CONVEX(point) - CONVEX.min)
        slope = n * (n + 2) * sq(CONVEX.grad(point))
        return value + slope + L**2 * sq(point - CONVEX.argmin)

    last = GRADIENT.after(CONVEX, x, 1)
    return Theorem(at(last, V.n + 1), at(x, V.n), pepit="gradient_descent_lyapunov_2")


def fast_potential() -> Theorem:
    """Nesterov's potential, for weights lambda^2 - lambda before and lambda^2 after a step."""
    y = let("y", (1 - 1 / V.lam) * x + V.z / V.lam)
    new = let("x_1", y - CONVEX.grad(y) / L)
    z = V.z - V.lam / L * CONVEX.grad(y)
    far = [L / 2 * sq(v - CONVEX.argmin) for v in (V.z, z)]
    before = (V.lam**2 - V.lam) * (CONVEX(x) - CONVEX.min) + far[0]
    after = V.lam**2 * (CONVEX(new) - CONVEX.min) + far[1]
    return Theorem(after, before, [V.lam >= 1], "accelerated_gradient_method (potential)")


def krasnoselskii() -> Theorem:
    """A step x_1 = (1 - q) x_0 + q T x_0, 1/2 <= q <= 3/4, of a T that does not expand."""
    q, far = V.b, V.z
    step = (1 - q) * x + q * V.p
    given = [sq(V.p - far) <= sq(x - far), sq(V.q - far) <= sq(step - far)]
    given += [sq(V.p - V.q) <= sq(x - step), q >= F(1, 2), q <= F(3, 4)]
    right = sq(x - far) / (16 * q * (1 - q))
    return Theorem(sq(step - V.q) / 4, right, given, "krasnoselskii_mann")


def halpern(n: int) -> Theorem:
    """Some steps of Halpern's iteration with a T that does not expand: Lieder 2021."""
    v = V.extended(**{f"T{k}": vector("d", rf"T_{{{k}}}") for k in range(n + 1)})
    images = [getattr(v, f"T{k}") for k in range(n + 1)]
    points = [x, *(x / (k + 2) + (k + 1) * images[k] / (k + 2) for k in range(n))]
    rest = V.z
    given = [sq(i - rest) <= sq(p - rest) for p, i in zip(points, images, strict=True)]
    for j in range(n + 1):
        given += [sq(images[i] - images[j]) <= sq(points[i] - points[j]) for i in range(j)]
    right = F(4, (n + 1) ** 2) * sq(x - rest)
    return Theorem(sq(points[-1] - images[-1]), right, given, "halpern_iteration")


def strong_proximal() -> Theorem:
    """AutoLyap: the proximal point method on strongly convex functions."""
    first = V.z + a * STEEP.grad(V.z)
    right = sq(first - STEEP.argmin) / (1 + a * mu) ** 2
    return Theorem(sq(V.z - STEEP.argmin), right)


def strong_values() -> Theorem:
    """Gradient descent on strongly convex functions, in values."""
    last = STEPS.after(STRONG, x, 1)
    right = (1 - a * mu) ** 2 * (STRONG(x) - STRONG.min)
    return Theorem(STRONG(last) - STRONG.min, right, [a * L <= 1])


def descent_lemma() -> Theorem:
    """Of all functions with an L-Lipschitz gradient."""
    left = SMOOTH(V.y) - SMOOTH(x) - dot(SMOOTH.grad(x), V.y - x)
    return Theorem(left, L / 2 * sq(V.y - x))


def noisy_step() -> Theorem:
    """Stochastic gradient descent, one step."""
    g, away = STRONG.grad(x), x - STRONG.argmin
    left = mean(NOISE, sq(away - a * (g + NOISE)))
    right = (1 - a * mu) ** 2 * sq(away) + a**2 * V.s2
    return Theorem(left, right, [a * (L + mu) <= 2])


def noisy_descent() -> Theorem:
    """The descent of a step of stochastic gradient descent."""
    g = SMOOTH.grad(x)
    left = mean(NOISE, -a * dot(g, g + NOISE) + L * a**2 / 2 * sq(g + NOISE))
    right = -a * (1 - a * L / 2) * sq(g) + a**2 * L * V.s2 / 2
    return Theorem(left, right, more=None, false=F(101, 100))


def noisy_values() -> Theorem:
    """A step of stochastic gradient descent on convex functions, in distance and value."""
    g, away = CONVEX.grad(x), x - CONVEX.argmin
    left = mean(NOISE, sq(away - a * (g + NOISE))) + a * (CONVEX(x) - CONVEX.min)
    right = sq(away) + a**2 * V.s2
    return Theorem(left, right, [2 * a * L <= 1], more=[a * L <= 2])


def long_noisy_step() -> Theorem:
    """The same for steps that are longer."""
    g, away = STRONG.grad(x), x - STRONG.argmin
    left = mean(NOISE, sq(away - a * (g + NOISE)))
    return Theorem(left, (1 - a * L) ** 2 * sq(away) + a**2 * V.s2, [2 <= a * (L + mu)])


def falling_steps() -> Theorem:
    """A step of 1/(mu (n + 1)), every n: n^2 E|x_n - x_*|^2 grows by at most sigma^2/mu^2."""
    away = x - STRONG.argmin
    after = mean(NOISE, sq(away - (STRONG.grad(x) + NOISE) / (mu * (V.n + 1))))
    right = V.n**2 * sq(away) + V.s2 / mu**2
    return Theorem((V.n + 1) ** 2 * after, right, [L + mu <= 2 * mu * (V.n + 1)])


def noise_floor() -> Theorem:
    """Who is within the floor stays there."""
    away, floor = x - STRONG.argmin, a * V.s2 / (mu * (2 - a * mu))
    after = mean(NOISE, sq(away - a * (STRONG.grad(x) + NOISE)))
    return Theorem(after, floor, [a * (L + mu) <= 2, sq(away) <= floor])


def noisy_runs(alike: bool) -> Theorem:
    """Two runs come together, under the same noise or each under its own."""
    other = NOISE if alike else noise("u", "d", second_moment_at_most=V.s2)
    gap = x - V.y - a * (STRONG.grad(x) + NOISE - (STRONG.grad(V.y) + other))
    left = mean(NOISE, sq(gap)) if alike else mean(other, mean(NOISE, sq(gap)))
    right = (1 - a * mu) ** 2 * sq(x - V.y)
    return Theorem(left, right if alike else right + 2 * a**2 * V.s2, [a * (L + mu) <= 2])


def noisy_heavy_ball() -> Theorem:
    """A step of the heavy ball with beta = 1/2, alpha = 1/(4 L), in distance: Ghadimi 2015."""
    after = x - (CONVEX.grad(x) + NOISE) / (4 * L) + (x - V.y) / 2
    left = mean(NOISE, sq(2 * after - x - CONVEX.argmin))
    left += (2 * CONVEX(x) - CONVEX(V.y) - CONVEX.min) / L
    return Theorem(left, sq(2 * x - V.y - CONVEX.argmin) + V.s2 / (4 * L**2))


def noisy_subgradient_step() -> Theorem:
    """A step of the subgradient method."""
    g, away = KINKED.grad(x), x - KINKED.argmin
    left = 2 * a * (KINKED(x) - KINKED.min) + mean(NOISE, sq(away - a * (g + NOISE)))
    return Theorem(left, sq(away) + a**2 * (V.M**2 + V.s2))


def subgradient_step() -> Theorem:
    """A step of the subgradient method."""
    g = KINKED.grad(x)
    left = 2 * a * (KINKED(x) - KINKED.min) + sq(x - a * g - KINKED.argmin)
    right = sq(x - KINKED.argmin) + a**2 * V.M**2
    return Theorem(left, right)


THEOREMS: dict[str, Theorem] = {
    **{f"gradient descent, {n} steps": gradient(n) for n in (1, 2, 5)},
    **{f"short gradient steps, {n}": short_gradient(n) for n in (1, 2)},
    **{f"accelerated gradient, {n} steps": fast(n) for n in (1, 2, 5)},
    **{f"proximal point, {n} steps": proximal(n) for n in (1, 2, 4)},
    **{f"nonconvex gradient descent, {n} steps": nonconvex(n) for n in (1, 2)},
    "subgradients, 3 steps": subgradient(),
    "averaged subgradients, 4 points": averaged_subgradients(),
    "averaged heavy ball, 3 points": averaged_heavy_ball(),
    "contraction, short steps": contraction(False),
    "contraction, long steps": contraction(True),
    "proximal gradient step": proximal_gradient(),
    "Douglas-Rachford, two runs": douglas_rachford(),
    "exact line search": line_search(),
    "optimised gradient, 1 step": optimized(),
    "conjugate gradients, 2 steps": conjugate(),
    "first potential": first_potential(),
    "second potential": second_potential(),
    "accelerated potential": fast_potential(),
    "averaged step": krasnoselskii(),
    "Halpern, 2 steps": halpern(2),
    "proximal point, strongly convex": strong_proximal(),
    "values, strongly convex": strong_values(),
    "the descent lemma": descent_lemma(),
    "a noisy step": noisy_step(),
    "a noisy descent": noisy_descent(),
    "a noisy step, in values": noisy_values(),
    "a longer noisy step": long_noisy_step(),
    "falling noisy steps": falling_steps(),
    "a noise floor": noise_floor(),
    "two runs under one noise": noisy_runs(True),
    "two runs, each with its noise": noisy_runs(False),
    "a noisy step of the heavy ball": noisy_heavy_ball(),
    "a noisy subgradient step": noisy_subgradient_step(),
    "a subgradient step": subgradient_step(),
}
# What takes longer than a test.
LONG: dict[str, Theorem] = {
    "gradient descent, 10 steps": gradient(10),
    "proximal point, 10 steps": proximal(10),
    "nonconvex gradient descent, 5 steps": nonconvex(5),
    "Halpern, 4 steps": halpern(4),
}
# Of PEPit's examples: module, name, the parameters here, its arguments.
CONVEX_EXAMPLES = "unconstrained_convex_minimization"
INSTANCES: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    **{
        f"gradient descent, {n} steps": (
            CONVEX_EXAMPLES,
            "gradient_descent",
            {"L": 1},
            {"L": 1, "gamma": 1, "n": n},
        )
        for n in (1, 2, 5, 10)
    },
    **{
        f"short gradient steps, {n}": (
            CONVEX_EXAMPLES,
            "gradient_descent",
            {"L": 1, "a": F(1, 2)},
            {"L": 1, "gamma": 0.5, "n": n},
        )
        for n in (1, 2)
    },
    **{
        f"accelerated gradient, {n} steps": (
            CONVEX_EXAMPLES,
            "accelerated_gradient_convex",
            {"L": 1},
            {"mu": 0, "L": 1, "n": n},
        )
        for n in (1, 2)  # beyond, PEPit's has other weights
    },
    **{
        f"proximal point, {n} steps": (
            CONVEX_EXAMPLES,
            "proximal_point",
            {"a": 1},
            {"gamma": 1, "n": n},
        )
        for n in (1, 2, 4, 10)
    },
    **{
        f"nonconvex gradient descent, {n} steps": (
            "nonconvex_optimization",
            "gradient_descent",
            {"L": 1},
            {"L": 1, "gamma": 1, "n": n},
        )
        for n in (1, 2, 5)
    },
    "subgradients, 3 steps": (
        CONVEX_EXAMPLES,
        "subgradient_method",
        {"M": 1, "R": 1},
        {"M": 1, "n": 3, "gamma": 0.5},
    ),
    "contraction, short steps": (
        "tutorials",
        "gradient_descent_contraction",
        {"mu": F(1, 4), "L": 1, "a": 1},
        {"L": 1, "mu": 0.25, "gamma": 1, "n": 1},
    ),
    "contraction, long steps": (
        "tutorials",
        "gradient_descent_contraction",
        {"mu": F(1, 4), "L": 1, "a": F(7, 4)},
        {"L": 1, "mu": 0.25, "gamma": 1.75, "n": 1},
    ),
    "proximal gradient step": (
        "composite_convex_minimization",
        "proximal_gradient",
        {"mu": F(1, 4), "L": 1, "a": 1},
        {"L": 1, "mu": 0.25, "gamma": 1, "n": 1},
    ),
    "Douglas-Rachford, two runs": (
        "composite_convex_minimization",
        "douglas_rachford_splitting_contraction",
        {},
        {"mu": 0.1, "L": 1, "alpha": 1, "theta": 1, "n": 1},
    ),
    "exact line search": (
        CONVEX_EXAMPLES,
        "gradient_exact_line_search",
        {"mu": F(1, 4), "L": 1},
        {"L": 1, "mu": 0.25, "n": 1},
    ),
    "optimised gradient, 1 step": (
        CONVEX_EXAMPLES,
        "optimized_gradient",
        {"L": 1},
        {"L": 1, "n": 1},
    ),
    **{
        f"Halpern, {n} steps": ("fixed_point_problems", "halpern_iteration", {}, {"n": n})
        for n in (2, 4)
    },
}
