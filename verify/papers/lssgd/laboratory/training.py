r"""Runs of DP-LSSGD on R^d, and what their expectations are, in floating point or in balls.

Quadratics have closed forms, here of at most twelve iterations. A ridge moves along its own
direction u, an eigenvector of :math:`A_\sigma` with eigenvalue 1, by
:math:`y\to y-\eta(s(y)+z+n)`; it has closed forms for two iterations, and bounds for more of the
plainest shapes, as balls around the value. What is not known raises ``Undecided``.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import ctx

from dptheory.distributions.arb_tails import ball
from dptheory.numbers import cos, exp, sqrt
from verify.formula.evaluate import Undecided, Undefined
from verify.papers.enclosures import mapped
from verify.papers.lssgd.laboratory import quadratics, shapes
from verify.papers.lssgd.laboratory.problems import MOST_RECORDS, Quadratic, Ridge, read

Number = Callable[[Any], Any]
MOST_STEPS = 12  # of a quadratic
RARE = 1e-3  # a probability with which a closed form may not be the run's


@dataclass(frozen=True)
class Expectation:
    """An expectation over a run, in floating point or in balls.

    Attributes:
        function: of a run and the number T. shares: whether the step sizes are given as shares of
            1/(2L), one for each step. number: of which arithmetic.
    """

    function: Callable[["Run", int], Any]
    shares: bool = False
    number: Number = float

    def __call__(self, F: Any, T: Any, n: Any, b: Any, *values: Any) -> Any:
        """Its value; the last of the values is a step size, or a tuple of one for each step.

        Raises:
            Undefined: there is no such run.
        """
        loss = read(F)
        if loss is None or any(x % 1 or x < 0 for x in (T, n, b)):
            raise Undefined("no such run")
        if not 1 <= b <= n:
            raise Undefined("no such batch")
        G, L, sigma, *rest = values
        if not isinstance(sigma, int | Fraction | float):
            raise Undecided("a smoothing that is no rational number")
        G, L, start, nu, step = mapped(self.number, (G, L, *rest))
        if self.shares:
            step = tuple(share / (2 * L) for share in step)
        run = Run(loss, int(n), int(b), G, L, Fraction(sigma), start, nu, step, self.number)
        return self.function(run, int(T))

    @property
    def balls(self) -> "Expectation":
        """The same in balls."""
        return Expectation(self.function, self.shares, ball)


@dataclass(frozen=True)
class Run:
    """A run, from lengths, losses and gradients, with one step size or one for each step."""

    F: Any  # a Ridge or a Quadratic
    n: int
    b: int
    G: Any
    L: Any
    sigma: Fraction
    start: tuple[Any, ...]
    nu: Any
    step: Any
    number: Number

    def steps(self, T: int) -> tuple[Any, ...]:
        """The step sizes of T steps."""
        return self.step if isinstance(self.step, tuple) else (self.step,) * T

    @property
    def share(self) -> Fraction:
        """The mean square of a batch's error, where one half of the records is 1, the other -1."""
        if self.n == 1:
            return Fraction(0)
        return Fraction(2 * (self.n // 2) * (self.n - self.b), self.n * self.b * (self.n - 1))

    def errors(self) -> list[tuple[Any, Any]]:
        """The errors of a batch in units of G, each with its probability."""
        if self.F.spread == 0 or self.n == self.b:
            return [(1, 0)]
        if self.n > MOST_RECORDS:
            raise Undecided("a batch of many records")
        half, odd = self.n // 2, self.n % 2
        batches, found = math.comb(self.n, self.b), []
        for up in range(min(half, self.b) + 1):
            for down in range(max(0, self.b - up - odd), min(half, self.b - up) + 1):
                ways = math.comb(half, up) * math.comb(half, down)
                error = self.F.spread * Fraction(up - down, self.b)
                found.append((self.number(Fraction(ways, batches)), self.number(error)))
        return found

    @property
    def place(self) -> Any:
        """The first coordinate along the direction of a ridge, in units of G/L."""
        return self.L / self.G * sum(self.start) / sqrt(self.number(len(self.start)))

    def quadratic(self, weights: Sequence[Any]) -> quadratics.Moments:
        """The same run, of a quadratic, with a step for each weight.

        Raises:
            Undecided: there are many, which would take long.
        """
        if len(weights) > MOST_STEPS:
            raise Undecided("a long run on a quadratic")
        share, numbers = self.number(self.share), (self.G, self.L, self.sigma, self.start, self.nu)
        steps = self.steps(len(weights))
        return quadratics.moments(self.F, share, *numbers, steps, self.number)

    def ridge(self, parts: Any, weights: Sequence[Any]) -> Any:
        """E of a function in pieces, of the coordinate's weighted mean over the iterates.

        Raises:
            Undecided: it has no closed form.
        """
        weights = tuple(weights)
        if len(weights) > shapes.MOST_ITERATIONS:
            raise Undecided("no closed form for more than two iterations")
        if len(weights) == 1:
            return shapes.at(parts, self.place)
        share = weights[1] / (weights[0] + weights[1]) * self.steps(2)[0] * self.L
        slope = shapes.slope_at(self.F.slope, self.place)
        found = [
            p * shapes.expected(parts, self.place - share * (slope + z), share * self.nu / self.G)
            for p, z in self.errors()
        ]
        return sum(found[1:], found[0])


def only(k: int) -> list[int]:
    """The weights of an iterate alone."""
    return [0] * k + [1]


# Losses ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Height:
    """F(w^0) - F*, in floating point or in balls."""

    number: Number = float

    def __call__(self, F: Any, G: Any, L: Any, start: Any) -> Any:
        """Its value.

        Raises:
            Undefined: there is no such loss.
        """
        loss = read(F)
        if loss is None:
            raise Undefined("no such loss")
        G, L, none, start = mapped(self.number, (G, L, 0, start))
        run = Run(loss, 1, 1, G, L, Fraction(0), start, none, none, self.number)
        if isinstance(loss, Ridge) and loss.slope == shapes.SINE:
            return run.G**2 / run.L * (1 - cos(run.place))
        return _gap(run, only(0))


def gap(run: Run, k: int) -> Any:
    """The expected error of the last iterate; for a kink a lower bound of it."""
    if run.F == Ridge(shapes.KINK, shapes.ZERO) and k > 1 and k % 2:
        return _across(run, k)
    return _gap(run, only(k))


def average_gap(run: Run, T: int) -> Any:
    """The expected error at the average of the iterates, which the step sizes weight."""
    if run.F == Ridge(shapes.HUBER, shapes.ZERO) and T > shapes.MOST_ITERATIONS:
        return _along(run, run.steps(T))
    return _gap(run, run.steps(T))


def _gap(run: Run, weights: Sequence[Any]) -> Any:
    if isinstance(run.F, Quadratic):
        moments = run.quadratic(weights)
        return moments.expected(moments.hessian, weights) / 2
    return run.G**2 / run.L * run.ridge(shapes.heights(run.F.slope), weights)


def _along(run: Run, steps: tuple[Any, ...]) -> Any:
    """Of Huber's F where hardly any iterate leaves the piece of F on which it is without noise.

    As long as none does, the average is its value without noise and a normal number, and E F there
    is at least F without noise, and at most L/2 variances more, as F is convex and L-smooth.
    """
    knee, whole = run.G / run.L, sum(steps)
    reached = run.place * knee
    kept: list[Any] = []  # what the iterate has of each step's noise
    mean, rare = 0 * reached, 0 * reached
    shares: list[Any] = []
    for step in steps:
        inside = abs(reached) < knee
        if not (inside or abs(reached) > knee):
            raise Undecided("an iterate at a knot")
        if kept:
            variance = run.nu**2 * sum(k**2 for k in kept)
            rare += exp(-((abs(reached) - knee) ** 2) / (2 * variance))
        mean += step / whole * reached
        shares = [s + step / whole * k for s, k in zip(shares, kept, strict=True)] + [0 * step]
        slope = run.L * reached if inside else run.G * reached / abs(reached)
        kept = [k * (1 - step * run.L) if inside else k for k in kept] + [step]
        reached -= step * slope
    if not rare < RARE:
        raise Undecided("a run that may leave its pieces")
    variance = run.nu**2 * sum(s**2 for s in shares)
    low = run.G * (abs(mean) - knee / 2) if abs(mean) > knee else run.L * mean**2 / 2
    # F is at most G|y|; on the line of the pieces, and of a run, in the root mean square.
    line = sqrt(mean**2 + variance)
    farthest = abs(run.place * knee) + whole * (run.G + run.nu)
    room = run.G * sqrt(rare)
    return around(low - room * line, low + run.L / 2 * variance + room * farthest)


def _across(run: Run, k: int) -> Any:
    """After an odd number of steps y is an odd multiple of eta G, and a normal number r.

    Around the start r has the variance of k steps, and the multiple is 1 or -1 unless an r was
    farther than eta G before.
    """
    first, step = run.place * run.G / run.L, run.step
    deviation = step * run.nu * sqrt(run.number(k))
    room = step * run.G - abs(first)
    if not room > 0:
        raise Undecided("a start beyond the first step")
    away = shapes.expected(shapes.heights(shapes.KINK), first, deviation)
    rare = k**2 * exp(-((room / deviation) ** 2) / 2)
    side = step * run.G
    return around(run.G * (side - away), run.G * (side * (1 + rare) + away))


@dataclass(frozen=True)
class ToAndFro:
    """E F at the average of an even number of iterates, F = G|u'w|, from 0 < u'w^0 < eta G/2.

    While the noise has moved y by less than y_0 it alternates, up to that noise, between y_0 and
    y_0 - eta G. The noise is symmetric, so that F, which is at least -G y, is in these runs on
    average at least G (eta G/2 - y_0); their probability is by Levy's inequality at least
    1 - 2 exp(-y_0^2/(2 T (eta nu)^2)). In floating point this lower bound.
    """

    number: Number = float

    def __call__(self, T: Any, G: Any, start: Any, nu: Any, eta: Any) -> Any:
        """Its value.

        Raises:
            Undecided: the run starts or ends elsewhere.
        """
        if T < 2 or T % 2 or not 0 < 2 * start < eta * G:
            raise Undecided("bounded for an even number of steps from beside the kink")
        G, y, nu, eta = mapped(self.number, (G, start, nu, eta))
        deviation = eta * nu * sqrt(self.number(T))
        rare = 2 * exp(-((y / deviation) ** 2) / 2)
        side = G * (eta * G / 2 - y)
        farthest = y + T * eta * (G + nu)
        return around(side * (1 - rare), side + G * (deviation + farthest * sqrt(rare)))


def around(low: Any, high: Any) -> Any:
    """A ball around all values between two, or the smaller of two floats."""
    return low if isinstance(low, float) else low.union(high)


# Gradients and distances -------------------------------------------------------------------------


def square(run: Run, k: int) -> Any:
    r"""The expected squared gradient at $w^k$, in the norm of the inverse of $A_\sigma$."""
    return _square(run, only(k))


def length(run: Run, k: int) -> Any:
    """The expected squared gradient at $w^k$."""
    if isinstance(run.F, Quadratic):
        m = run.quadratic(only(k))
        return m.expected(quadratics.times(m.hessian, m.hessian), only(k))
    return _square(run, only(k))


def average_square(run: Run, T: int) -> Any:
    r"""The expected squared gradient at the average of the iterates, in the norm of the inverse."""
    return _square(run, run.steps(T))


def mean_square(run: Run, T: int) -> Any:
    """The mean over the iterates of their expected squared gradients, in that norm."""
    if isinstance(run.F, Ridge) and run.F.slope == shapes.SINE:
        return _from_the_minimum(run, T)
    return sum((square(run, k) for k in range(1, T)), square(run, 0)) / T


def _square(run: Run, weights: Sequence[Any]) -> Any:
    if isinstance(run.F, Quadratic):
        m = run.quadratic(weights)
        form = quadratics.times(m.hessian, quadratics.times(m.back, m.hessian))
        return m.expected(form, weights)
    return run.G**2 * run.ridge(shapes.squares(run.F.slope), weights)


def _from_the_minimum(run: Run, T: int) -> Any:
    r"""A lower bound of the mean where S = sin.

    After a step of size 1/L from y the cosine's argument is y - sin y less the noise: E sin^2 is at
    least (1 - e^{-2 nu^2/G^2})/2, whatever y is. Above, by the bound on the mean.
    """
    if not (run.place == 0 and run.F.spread == 0 and run.step * run.L == 1):
        raise Undecided("bounded for steps of 1/L from the minimum alone")
    low = run.G**2 * (T - 1) / T * (1 - exp(-2 * (run.nu / run.G) ** 2)) / 2
    return around(low, run.nu**2)


def distance(run: Run, k: int) -> Any:
    """E of the squared A-norm of w^k - w^*."""
    if isinstance(run.F, Quadratic):
        moments = run.quadratic(only(k))
        return moments.expected(moments.matrix, only(k))
    matrix, back = quadratics.smoothings(len(run.start), run.sigma, run.number, ctx.prec)
    found = quadratics.dot(run.start, quadratics.on(matrix, run.start))
    kept = run.number(run.share * run.F.spread**2) * run.G**2
    kept += run.nu**2 * sum(back[i][i] for i in range(len(back)))
    slopes = [(low, high, (a, b, 0)) for low, high, a, b in shapes.pieces(run.F.slope)]
    along = [(low, high, (0, a, b)) for low, high, (a, b, _) in slopes]
    for j, step in enumerate(run.steps(k)[:k]):
        inner = run.G**2 / run.L * run.ridge(along, only(j))
        squared = run.G**2 * run.ridge(shapes.squares(run.F.slope), only(j))
        found += step**2 * (squared + kept) - 2 * step * inner
    return found
