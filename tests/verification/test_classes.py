"""Functions of a class and noise: what statements about them say, show, and how they are judged."""

import re
from collections.abc import Callable
from fractions import Fraction as F
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from verify.display.sentences import sentence
from verify.formula.evaluate import truth
from verify.formula.expression import free_names
from verify.judgement.examine import examine
from verify.language import (
    Draft,
    Formula,
    dot,
    each,
    expectation,
    function,
    law,
    let,
    mean,
    natural,
    noise,
    nonnegative,
    norm,
    notation,
    number,
    positive,
    real,
    says,
    tends,
    total,
    vector,
)
from verify.language.statement import Compare, Statement
from verify.methods.context import Context
from verify.methods.evidence import Level, Outcome
from verify.methods.interpolant import described
from verify.methods.interpolated import interpolated
from verify.methods.search.functions import filled

QUICK = Context("quick")
V = notation(
    d=natural(search=(1, 3)),
    n=natural(least=0),
    mu=nonnegative(r"\mu", unit="1"),
    L=positive(unit="1"),
    M=positive(unit="1"),
    a=positive(r"\alpha", unit="1"),
    s2=nonnegative(r"\sigma^2", unit="1"),
    x=vector("d", unit="1"),
    z=vector("d", unit="1"),
    r=real(unit="1"),
    P=law("P", dimension="d", unit="1"),
)
NAMED = V.extended(r=real("f", unit="1"))
STRONG = function("f", "d", smooth=V.L, strongly_convex=V.mu)
CONVEX = function("f", "d", smooth=V.L, convex=True)
SMOOTH = function("f", "d", smooth=V.L)
KINKED = function("f", "d", convex=True, lipschitz=V.M)
w = noise("w", "d", second_moment_at_most=V.s2)


def sq(v: Any) -> Formula:
    """The square of a length."""
    return norm(v) ** 2


g = STRONG.grad(V.x)
AWAY = V.x - STRONG.argmin
SHORT, LONG = V.a * (V.L + V.mu) <= 2, V.a * V.L <= 2
CONTRACTS = sq(AWAY - V.a * g) <= (1 - V.a * V.mu) ** 2 * sq(AWAY)
y = let("y", V.x - CONVEX.grad(V.x) / V.L)
BELOW = let("y", V.x - SMOOTH.grad(V.x) / V.L)


def one_step(share: Any) -> Formula:
    """A step of gradient descent of length 1/L brings the value to L |x - x*|^2 / share."""
    said: Formula = CONVEX(y) - CONVEX.min <= V.L * sq(V.x - CONVEX.argmin) / share
    return said


def potential(more: int) -> Formula:
    """A potential of gradient descent falls, or grows too fast."""
    before = V.n * (CONVEX(V.x) - CONVEX.min) + V.L / 2 * sq(V.x - CONVEX.argmin)
    after = (V.n + more) * (CONVEX(y) - CONVEX.min) + V.L / 2 * sq(y - CONVEX.argmin)
    said: Formula = after <= before
    return said


def noisy_step(share: Any) -> Formula:
    """A step of stochastic gradient descent, with a share of the noise."""
    left = mean(w, sq(AWAY - V.a * (g + w)))
    said: Formula = left <= (1 - V.a * V.mu) ** 2 * sq(AWAY) + V.a**2 * V.s2 * share
    return said


WEIGHT = 2 * V.a * (1 - V.a * V.mu)
BOTH = [(STRONG.interpolates(*pair), WEIGHT) for pair in permutations((V.x, STRONG.argmin))]
NOISE = (mean(w, sq(w)) <= V.s2, V.a**2)


def steps(count: int) -> Draft:
    """Drori, Teboulle 2014: after some steps of length 1/L, with their multipliers."""
    f, points = CONVEX, [V.x]
    for i in range(1, count + 1):
        points.append(let(f"x_{i}", points[-1] - f.grad(points[-1]) / V.L))
    shares = [F(i, 2 * count + 1 - i) for i in range(count + 1)] + [F(1)]
    weighted = [(f.interpolates(f.argmin, points[0]), shares[1])]
    for i in range(1, count + 1):
        weighted.append((f.interpolates(points[i - 1], points[i]), shares[i]))
        weighted.append((f.interpolates(f.argmin, points[i]), shares[i + 1] - shares[i]))
    said = f(points[-1]) - f.min <= V.L * sq(V.x - f.argmin) / (4 * count + 2)
    return says(said, by=interpolated(said, *weighted))


def noisy_descent(share: Any) -> Formula:
    """The descent of a step of stochastic gradient descent, with a share of the noise."""
    slope = SMOOTH.grad(V.x)
    left = mean(w, -V.a * dot(slope, slope + w) + V.L * V.a**2 / 2 * sq(slope + w))
    steady = -V.a * (1 - V.a * V.L / 2) * sq(slope)
    said: Formula = left <= steady + V.a**2 * V.L * V.s2 * share
    return said


HOLDS = {
    "the contraction of a gradient step": says(
        CONTRACTS, given=[SHORT], by=interpolated(CONTRACTS, *BOTH)
    ),
    "one step": steps(1),
    "two steps": steps(2),
    "a potential": says(potential(1)),
    "descent": says(SMOOTH(BELOW) <= SMOOTH(V.x) - sq(SMOOTH.grad(V.x)) / (2 * V.L)),
    "convexity": says(CONVEX(V.z) + dot(CONVEX.grad(V.z), V.x - V.z) <= CONVEX(V.x)),
    "a subgradient step": says(
        2 * V.a * (KINKED(V.x) - KINKED.min)
        <= sq(V.x - KINKED.argmin)
        - sq(V.x - V.a * KINKED.grad(V.x) - KINKED.argmin)
        + V.a**2 * V.M**2
    ),
    "a noisy step": says(
        noisy_step(1), given=[SHORT], by=interpolated(noisy_step(1), *BOTH, NOISE)
    ),
    "a noisy descent": says(noisy_descent(F(1, 2))),
    "a second moment": says(number(0) <= mean(w, sq(w))),
    "a second moment, twice": says(mean(w, sq(w)) <= 2 * V.s2),
}
FAILS = {
    "a gradient step that is too long": says(CONTRACTS, given=[LONG]),
    "one step, by the Huber function": says(one_step(7)),
    "a potential that grows": says(potential(2)),
    "Nesterov 2.1.12 misquoted": says(V.mu * sq(AWAY) + sq(g) / V.L <= dot(g, AWAY)),
    "descent without convexity": says(
        SMOOTH(V.z) + dot(SMOOTH.grad(V.z), V.x - V.z) <= SMOOTH(V.x)
    ),
    "half of the noise": says(noisy_step(F(1, 2)), given=[SHORT]),
    "a third of the noise": says(noisy_descent(F(1, 3))),
    "half of a second moment": says(mean(w, sq(w)) <= V.s2 / 2),
    "a subgradient step": says(
        2 * V.a * (KINKED(V.x) - KINKED.min)
        <= sq(V.x - KINKED.argmin) - sq(V.x - V.a * KINKED.grad(V.x) - KINKED.argmin)
    ),
}


@pytest.mark.parametrize("name", HOLDS)
def test_theorems_are_proved_for_every_function_of_the_class(name: str) -> None:
    finding = examine(HOLDS[name].build(), QUICK)
    assert finding.outcome is Outcome.HOLDS, finding.text
    assert finding.level is Level.EXACT, finding.text
    assert finding.covers_all


@pytest.mark.parametrize("name", FAILS)
def test_false_ones_are_refuted_by_a_function_of_the_class(name: str) -> None:
    statement = FAILS[name].build()
    finding = examine(statement, QUICK)
    assert finding.outcome is Outcome.FAILS, finding.text
    assert finding.level is Level.EXACT
    assert all(truth(condition, finding.point) for condition in statement.where)


def test_the_huber_function_is_found() -> None:
    finding = examine(FAILS["one step, by the Huber function"].build(), QUICK)
    assert finding.left / finding.right == F(7, 6)
    assert "f'' = 2 on [0, 1/3], 0 elsewhere" in finding.text


def test_through_the_values_of_drawn_functions_go_ones_that_are_described() -> None:
    rng = np.random.Generator(np.random.Philox(0))
    for _ in range(30):
        least, more = F(int(rng.integers(-6, 4)), 3), F(int(rng.integers(1, 9)), 3)
        places = sorted({F(int(rng.integers(-12, 12)), 5) for _ in range(4)})
        _is_described(least, more, places, rng)


def _is_described(least: F, more: F, places: list[F], rng: np.random.Generator) -> None:
    f = function("f", 1, smooth=least + more, strongly_convex=least)
    V = notation(**{f"x{i}": vector(1, unit="1") for i in range(len(places))})
    points = [getattr(V, name) for name in V]
    said = says(sum((f(x) for x in points), number(0)) <= 0).build()
    said = said.but(where=tuple(c for c in said.where if c.op != "lt" and free_names(c)))
    fixed = {f"x{i}": (x,) for i, x in enumerate(places)}
    point = filled(said, fixed, rng)
    assert point is not None
    assert all(truth(condition, point) for condition in said.where)
    assert described(said, point).startswith("f'' = ")


SHOWN = {
    "strongly convex": (
        says(CONTRACTS, given=[SHORT]),
        r"$\lVert x-x_*-\alpha\nabla f(x)\rVert^2\le (1-\alpha\mu)^2\lVert x-x_*\rVert^2$ for all "
        r"$d\in\mathbb N$, $\mu\ge 0$, $L,\alpha>0$, $x\in\mathbb R^d$ and $\mu$-strongly convex "
        r"and $L$-smooth $f:\mathbb R^d\to\mathbb R$ (its least value $f(x_*)=f_*$) with "
        r"$\alpha(L+\mu)\le 2$ and $\mu<L$",
    ),
    "a point with a letter": (
        says(one_step(6)),
        r"$f(y)-f_*\le \frac{L\lVert x-x_*\rVert^2}{6}$ with $y=x-\frac{\nabla f(x)}{L}$, for all "
        r"$d\in\mathbb N$, $L>0$, $x\in\mathbb R^d$ and convex and $L$-smooth "
        r"$f:\mathbb R^d\to\mathbb R$ (its least value $f(x_*)=f_*$)",
    ),
    "subgradients": (
        says(number(0) <= sq(KINKED.grad(V.x))),
        r"$0\le \lVert\nabla f(x)\rVert^2$ for all $d\in\mathbb N$, $M>0$, $x\in\mathbb R^d$ and "
        r"convex and $M$-Lipschitz $f:\mathbb R^d\to\mathbb R$ ($\nabla f$ any subgradient)",
    ),
    "noise": (
        says(mean(w, sq(V.x + w)) <= sq(V.x) + V.s2),
        r"$\mathbb E\left[\lVert x+w\rVert^2\right]\le \lVert x\rVert^2+\sigma^2$ with "
        r"$\mathbb E\left[\lVert x+w\rVert^2\right]=\lVert x\rVert^2+\mathbb E\lVert w\rVert^2$, "
        r"for all $d\in\mathbb N$, $\sigma^2\ge 0$, $x\in\mathbb R^d$ and random "
        r"$w\in\mathbb R^d$ of mean zero given the past with "
        r"$\mathbb E\lVert w\rVert^2\le \sigma^2$",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_shows_the_class_in_the_place_of_its_conditions(name: str) -> None:
    draft, shown = SHOWN[name]
    assert sentence(draft.build()) == shown


def test_a_condition_that_is_left_out_is_seen_on_the_page() -> None:
    statement = says(CONTRACTS, given=[SHORT]).build()
    shown = sentence(statement.but(where=statement.where[:-1]))
    assert "smooth" not in shown
    assert r"\nabla f(x)\in\mathbb R^d" in shown.replace(r"x,x_*,\nabla", r"\nabla")


def conditions(draft: Draft) -> tuple[Any, ...]:
    """The hypotheses of a statement."""
    return draft.build().where


def test_each_pair_of_points_has_its_two_conditions() -> None:
    assert len(conditions(says(CONVEX(V.x) <= CONVEX(V.z)))) == 2
    assert len(conditions(says(CONVEX(V.x) <= CONVEX.min))) == 2
    assert len(conditions(says(one_step(6)))) == 6
    # A minimiser that the statement does not speak of is no hypothesis.
    assert len(conditions(says(CONVEX(V.x) <= 0))) == 0


def test_points_that_stand_in_points_are_points_too() -> None:
    names = {s.name for s in says(CONVEX(y) <= 0).build().symbols}
    assert names == {"d", "L", "x", "f_x", "grad_f_x", "f_y", "grad_f_y"}


def test_points_that_differ_in_a_sign_have_letters_of_their_own() -> None:
    plus, star = (let(latex, 2 * V.x) for latex in ("x_+", "x_{*}"))
    names = {CONVEX(point).tree.value for point in (V.x, plus, let("x'", 3 * V.x), star)}
    assert len(names) == 4


def test_the_minimiser_has_no_gradient() -> None:
    assert CONVEX(CONVEX.argmin).tree == CONVEX.min.tree
    assert CONVEX.grad(CONVEX.argmin).tree == (0 * CONVEX.argmin).tree
    # Where a function has a kink, 0 is one of its subgradients.
    assert KINKED.grad(KINKED.argmin).tree.op == "symbol"


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "no class": (lambda: function("f", "d"), "a class must be smooth, convex or both"),
    "two bounds": (
        lambda: function("f", "d", smooth=V.L, convex=True, lipschitz=V.M),
        "a class must be smooth, convex or both",
    ),
    "not convex": (lambda: SMOOTH.min, "a minimum must be of a convex function"),
    "no letter": (lambda: CONVEX(V.x - CONVEX.grad(V.x)), "a point must be a declared vector"),
    "a unit": (lambda: function("f", "d", convex=True, unit="length"), "the unit of a function"),
    "two functions of one letter": (
        lambda: says(CONVEX(V.x) <= SMOOTH(V.x)).build(),
        "functions and points must be written differently",
    ),
    "two classes of one letter": (
        lambda: says(CONVEX(V.x) <= SMOOTH(V.z)).build(),
        "functions and points must be written differently",
    ),
    "two noises of one letter": (
        lambda: says(
            mean(w, sq(w)) <= mean(noise("w", "d", second_moment_at_most=1), sq(w))
        ).build(),
        "noises must be written differently",
    ),
    "a function with a symbol's letter": (
        lambda: sentence(says(NAMED.r <= CONVEX(NAMED.x)).build()),
        "must be written differently",
    ),
    "noise with a symbol's letter": (
        lambda: sentence(
            says(mean(w, sq(w)) <= sq(V.extended(u=vector("d", "w", unit="1")).u)).build()
        ),
        "must be written differently",
    ),
    "the name of a symbol": (
        lambda: function("f", "d", smooth=V.extended(f_x=real(unit="1")).L)(V.x),
        "must be no symbol's name",
    ),
    "a number": (lambda: CONVEX(V.L), "a point must be a vector of R^d"),
    "another dimension": (
        lambda: CONVEX(notation(z=vector(2, unit="1")).z),
        "a point must be a vector of R^d",
    ),
    "a point that hangs on an index": (
        lambda: says(total(V.n, 0, 3, CONVEX(let("y", V.n * V.x))) <= 0).build(),
        "must not hang on an index",
    ),
    "a point that hangs on a draw": (
        lambda: says(expectation(V.P, V.z, CONVEX(let("y", V.x + V.z))) <= 0).build(),
        "must not hang on an index",
    ),
    "a limit": (lambda: tends(CONVEX(V.x) / V.n, V.n, "oo", 0).build(), "a limit must be of"),
    "noise without a mean": (lambda: says(norm(w) <= 1).build(), "a symbol must be declared"),
    "a norm": (lambda: mean(w, norm(V.x + w)), "a mean must be of what is quadratic"),
    "a cube": (lambda: mean(w, dot(w, V.x) * sq(w)), "a mean must be of what is quadratic"),
    "a vector that noise scales": (
        lambda: mean(w, dot(dot(w, V.x) * w, V.x)),
        "a mean must be of what is quadratic",
    ),
    "a value at a noisy point": (
        lambda: mean(w, CONVEX(let("y", V.x + w)) + sq(w)),
        "a mean must be of what is quadratic",
    ),
    "no noise": (lambda: mean(w, sq(V.x)), "a mean must be of what is quadratic"),
    "its unit": (
        lambda: noise("w", "d", second_moment_at_most=1, unit="loss"),
        "the unit of noise",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_function_or_noise_is_refused(name: str) -> None:
    make, words = REFUSED[name]
    with pytest.raises(ValueError, match=re.escape(words)):
        make()


def test_a_mean_is_linear_and_drops_what_is_orthogonal_to_the_past() -> None:
    u = noise("u", "d", second_moment_at_most=1)
    second = Formula(u.moment.letter.node, u.notation)
    first = Formula(w.moment.letter.node, w.notation)
    both = mean(u, mean(w, sq(V.x - 2 * w + u / 3)) + dot(V.x, u))
    same = says(both == sq(V.x) + 4 * first + second / 9)
    assert examine(same.build(), QUICK).outcome is Outcome.HOLDS
    assert mean(w, dot(w, V.x)).tree == number(0).tree
    assert mean(w, dot(w - V.x, V.x) / 2).tree == (dot(-V.x, V.x) / 2).tree


def test_the_bound_of_a_noise_may_hang_on_the_past() -> None:
    relative = noise("w", "d", second_moment_at_most=V.s2 + V.r**2 * sq(CONVEX.grad(V.x)))
    statement = says(mean(relative, sq(relative)) <= V.s2).build()
    assert {"f_x", "grad_f_x", "moment_w"} <= statement.by_name.keys()
    assert examine(statement, QUICK).outcome is Outcome.FAILS


def test_another_declaration_of_a_symbol_keeps_the_functions() -> None:
    narrow = V.extended(L=V.L.within("[1, 2]"))
    statement = says(CONVEX.min <= CONVEX(V.x), over=narrow).build()
    assert len(statement.ranging) == 1
    assert statement.by_name["L"].kind == narrow.symbols["L"].kind


def test_several_comparisons_share_their_letters() -> None:
    statement = says(each(CONVEX.min <= CONVEX(V.x), CONVEX.min <= CONVEX(y))).build()
    assert isinstance(statement, Statement)
    assert isinstance(statement.assertion, Compare)
    assert examine(statement, QUICK).outcome is Outcome.HOLDS


def test_multipliers_that_do_not_balance_are_refused() -> None:
    with pytest.raises(ValueError, match="the values cancel"):
        interpolated(one_step(6), (CONVEX.interpolates(V.x, y), 1))
    with pytest.raises(ValueError, match="a sum of squares"):
        interpolated(dot(V.x, V.z) <= 0)


def test_multipliers_prove_nothing_false() -> None:
    said = CONTRACTS
    statement = says(said, given=[LONG], by=interpolated(said, *BOTH)).build()
    assert examine(statement, QUICK).outcome is Outcome.FAILS
