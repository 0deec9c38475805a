"""Bounds of methods with another class, index, step or constant than the true ones."""

from fractions import Fraction as F
from typing import Any

from benchmarks.studies.theorems_of_classes import (
    CLOSED,
    CONVEX,
    FAST,
    GRADIENT,
    KINKED,
    NOISE,
    SMOOTH,
    STEPS,
    STRONG,
    V,
    backwards,
    sq,
)
from verify.language import Draft, Formula, Function, dot, let, mean, says

L, mu, a, x = V.L, V.mu, V.a, V.x


def value(f: Function, last: Formula, bound: Formula) -> Draft:
    """f at a point is at most so much above its least value."""
    return says(f(last) - f.min <= bound)


def contraction(f: Function, factor: Formula, *given: Formula) -> Draft:
    """A gradient step brings two points together."""
    gap = x - V.y - a * (f.grad(x) - f.grad(V.y))
    return says(sq(gap) <= factor * sq(x - V.y), given=list(given))


def nonconvex(share: Any, points: int) -> Draft:
    """The least of some gradients."""
    seen = GRADIENT.points(SMOOTH, x, points)
    given = [V.t <= sq(SMOOTH.grad(point)) for point in seen]
    return says(V.t <= share * L / points * (SMOOTH(x) - SMOOTH(seen[-1])), given=given)


def potential(weight: int, far: Any) -> Draft:
    """A potential of gradient descent that is said to fall."""
    last = GRADIENT.after(CONVEX, x, 1)
    before = V.n * (CONVEX(x) - CONVEX.min) + L * far * sq(x - CONVEX.argmin)
    after = (V.n + weight) * (CONVEX(last) - CONVEX.min) + L * far * sq(last - CONVEX.argmin)
    return says(after <= before)


def search(share: Any, *given: Formula) -> Draft:
    """A step with a line search."""
    left, right = STRONG(V.y) - STRONG.min, STRONG(x) - STRONG.min
    return says(left <= share * ((L - mu) / (L + mu)) ** 2 * right, given=list(given))


away = x - CONVEX.argmin
g, there = STRONG.grad(x), STRONG.grad(V.y)
one, two, three = (GRADIENT.after(CONVEX, x, n) for n in (1, 2, 3))
fast3, _ = FAST.after(CONVEX, x, 3)
NEAR: dict[str, Draft] = {
    "one step, index": value(CONVEX, one, L * sq(away) / 10),
    "two steps, 1 %": value(CONVEX, two, F(99, 1000) * L * sq(away)),
    "two steps, index": value(CONVEX, two, L * sq(away) / 14),
    "three steps, 1 %": value(CONVEX, three, F(99, 1400) * L * sq(away)),
    "three fast steps, 1 %": value(CONVEX, fast3, F(198, 3000) * L * sq(away)),
    "three fast steps, index": value(CONVEX, fast3, 2 * L * sq(away) / 42),
    "a step of length 2/L": value(CONVEX, let("y", x - 2 * CONVEX.grad(x) / L), L * sq(away) / 6),
    "short steps, beyond 3/(2 L)": says(
        CONVEX(STEPS.after(CONVEX, x, 1)) - CONVEX.min <= L * sq(away) / (4 * L * a + 2),
        given=[a * L <= F(8, 5)],
    ),
    "contraction without strong convexity": contraction(CONVEX, F(99, 100) + 0 * L, a * L == 1),
    "contraction of a function that is not convex": contraction(SMOOTH, 1 + 0 * L, a * L <= 1),
    "contraction, rate of the values": contraction(STRONG, (1 - a * L) ** 2, a * (L + mu) <= 2),
    "contraction, long step": contraction(STRONG, (1 - a * mu) ** 2, a * L <= 2),
    "contraction, 1 %": contraction(STRONG, F(99, 100) * (1 - a * mu) ** 2, a * (L + mu) <= 2),
    "nonconvex, Nesterov's 2 without its slack": nonconvex(1, 1),
    "nonconvex, 1 %": nonconvex(F(132, 100), 2),
    "a potential, index": potential(2, F(1, 2)),
    "a potential, constant": potential(1, F(49, 100)),
    "line search, 1 %": search(F(99, 100), dot(there, g) == 0, dot(there, V.y - x) == 0),
    "line search without one of its equations": search(1, dot(there, g) == 0),
    "proximal point, 1 %": says(
        CLOSED(V.z) - CLOSED.min
        <= F(99, 100) * sq(backwards.after(CLOSED, V.z, 3) - CLOSED.argmin) / (12 * a)
    ),
    "subgradient step, half of the steepness": says(
        2 * a * (KINKED(x) - KINKED.min) + sq(x - a * KINKED.grad(x) - KINKED.argmin)
        <= sq(x - KINKED.argmin) + a**2 * V.M**2 / 2
    ),
    "subgradient step, values twice": says(
        F(201, 100) * a * (KINKED(x) - KINKED.min) + sq(x - a * KINKED.grad(x) - KINKED.argmin)
        <= sq(x - KINKED.argmin) + a**2 * V.M**2
    ),
    "noise, 1 %": says(
        mean(NOISE, sq(x - STRONG.argmin - a * (g + NOISE)))
        <= (1 - a * mu) ** 2 * sq(x - STRONG.argmin) + F(99, 100) * a**2 * V.s2,
        given=[a * (L + mu) <= 2],
    ),
    "noise on a function without strong convexity": says(
        mean(NOISE, sq(away - a * (CONVEX.grad(x) + NOISE))) <= F(99, 100) * sq(away) + a**2 * V.s2,
        given=[a * L <= 1],
    ),
    "noise, descent with a long step": says(
        mean(NOISE, -a * dot(g, g + NOISE) + L * a**2 / 2 * sq(g + NOISE))
        <= -a / 2 * sq(g) + L * a**2 * V.s2 / 2,
        given=[a * L <= F(11, 10)],
    ),
    "cocoercivity without convexity": says(
        sq(SMOOTH.grad(x) - SMOOTH.grad(V.y)) <= L * dot(SMOOTH.grad(x) - SMOOTH.grad(V.y), x - V.y)
    ),
    "strong convexity of a convex function": says(
        CONVEX(V.y) + dot(CONVEX.grad(V.y), x - V.y) + L / 100 * sq(x - V.y) <= CONVEX(x)
    ),
    "the descent lemma, 1 %": says(
        SMOOTH(V.y) - SMOOTH(x) - dot(SMOOTH.grad(x), V.y - x) <= F(99, 200) * L * sq(V.y - x)
    ),
    "the descent lemma of a function with kinks": says(
        KINKED(V.y) - KINKED(x) - dot(KINKED.grad(x), V.y - x) <= V.M * sq(V.y - x)
    ),
    "values of a strongly convex function, squared rate": says(
        STRONG(STEPS.after(STRONG, x, 1)) - STRONG.min
        <= (1 - a * mu) ** 3 * (STRONG(x) - STRONG.min),
        given=[a * L <= 1],
    ),
}
