r"""The full inequality and what is known.

``python -m benchmarks.studies.full_inequality [SECTION ...]``.

Sections: ``rates`` beside AutoLyap's (extra ``bench``); ``worst-cases`` of T steps by PEPit;
``constants`` from rest beside these; ``floors`` beside those of (22), of quadratics and of runs;
``horizons`` beside PEPit's; ``section-5`` of Kuru et al. (2020).
The exit status is 1 where a certificate is refused, or a bound below an exact worst case or a run.
Units: L = 1; of section-5 floors are those of :math:`\mu(E F - F_\star)` per unit of
:math:`E|w|^2`.
"""

import argparse
import math
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.studies.attained import Array, Numbers, parameters, worst_case, worst_run
from dptheory import methods
from dptheory.bounds import strongly_convex
from dptheory.extras import MissingExtra, module
from dptheory.lyapunov import sdp
from dptheory.lyapunov.constants import Constant, best_constant
from dptheory.lyapunov.floors import Floor, noise_floor
from dptheory.lyapunov.full_noise import full_trade_off
from dptheory.lyapunov.full_rates import Query, certified, full_rate, smallest, solution, with_start
from dptheory.lyapunov.horizons import worst_final
from dptheory.lyapunov.noise import trade_off
from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.lyapunov.radial import floor_from_below
from dptheory.lyapunov.results import RateResult, TradeOff, exact_method
from dptheory.methods import Method
from verify import kernel
from verify.papers.accelerated.laboratory.accelerated_logistic import (
    SECTION_5,
    problem,
    stated_smoothness,
)

FAMILIES = ("heavy-ball", "momentum", "triple-momentum")
KAPPAS, MIXING = (1.5, 1000.0), (1.5, 100.0)  # MIXING: of runs, which must forget their start
BISECTED = 1e-7  # AutoLyap's interval
ROUNDING = 1e-4  # of a worst case by PEPit, as a share
AFTER = 1, 2, 5, 10  # steps from rest
DEPTHS = 0.01, 6.0  # log of (1 - least squared rate) over 1 - rho^2
ERRORS = 4  # standard errors of a run
HORIZONS = 1, 2, 3, 5, 10  # steps
SOLVED = 1e-5  # of a worst case by PEPit up to ten steps


class Section(NamedTuple):
    """Rows under heads, and whether everything is where it must be."""

    heads: str
    rows: Sequence[Sequence[Any]]
    holds: bool

    def lines(self) -> list[str]:
        """A table; "-" for what there is not."""

        def cell(value: Any) -> str:
            if value is None:
                return "-"
            return str(value) if isinstance(value, str | int) else f"{float(value):.4g}"

        cells = [self.heads.split(" | "), *([cell(v) for v in row] for row in self.rows)]
        first, *rest = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return ["  ".join([row[0].ljust(first), *map(str.rjust, row[1:], rest)]) for row in cells]


def asked(method: Method, mu: Fraction) -> Query:
    """A method on S(mu, 1)."""
    return Query(exact_method(method), mu, Fraction(1))


def drawn(rng: Numbers, family: str, kappas: tuple[float, float] = KAPPAS) -> Query:
    """A random method, which need not converge."""
    mu = 1 / Fraction(math.exp(rng.uniform(*np.log(kappas))))
    alpha, beta, eta = rng.uniform(0.05, 2.5), rng.uniform(0, 0.95), rng.uniform(0, 1)
    if family == "triple-momentum":
        return asked(methods.triple_momentum(mu, Fraction(1)), mu)
    free = methods.momentum(alpha, beta, eta)
    return asked(free if family == "momentum" else methods.heavy_ball(alpha, beta), mu)


# Rates --------------------------------------------------------------------------------------------


class Compared(NamedTuple):
    """Squared rates, 1 where there is none.

    Attributes:
        ours, lowest: the certified ends. theirs: AutoLyap's; NaN where its solver crashed.
        accepted: the kernel accepts both certificates.
        ms, their_ms: CPU time of our upper end with its certificate, and of AutoLyap's answer.
    """

    ours: float
    lowest: float
    theirs: float
    accepted: bool
    ms: float
    their_ms: float


def by_autolyap(query: Query) -> Callable[[], float]:
    """A search for the squared rate: V without history that bounds F where its gradient is."""
    autolyap, problems = module("autolyap"), module("autolyap.problemclass")
    A, B, C = (np.array(part, dtype=float) for part in query.method.state_space())

    class Family(module("autolyap.algorithms").Algorithm):
        def get_ABCD(self, k: int) -> tuple[Array, ...]:
            return A, B, C, np.zeros((1, 1))

    family = Family(2, 1, [1], [1], [])
    functions = problems.InclusionProblem([problems.SmoothStronglyConvex(float(query.mu), 1.0)])
    linear = autolyap.IterationIndependent.LinearConvergence
    P, p, T, t = linear.get_parameters_function_value_suboptimality(family)
    known = {"P": P, "p": p, "T": T, "t": t, "tol": BISECTED, "verbosity": 0}
    known["solver_options"] = autolyap.SolverOptions(backend="cvxpy", cvxpy_solver="CLARABEL")

    def search() -> float:
        try:
            with warnings.catch_warnings(action="ignore"):  # "may be inaccurate"
                rho2 = linear.bisection_search_rho(functions, family, **known)["rho"]
        except BaseException as error:  # a panic of Clarabel is no Exception
            if type(error).__name__ != "PanicException":
                raise
            return math.nan
        # At 1 a V that does not grow is enough.
        return 1.0 if rho2 is None or rho2 > 1 - 2 * BISECTED else rho2

    return search


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """A result and its CPU time in ms."""
    began = time.process_time()
    found = call()
    return found, 1e3 * (time.process_time() - began)


def upper_end(query: Query) -> RateResult | None:
    """The certified rate alone."""
    it = sdp.bounded(query.at.floats())
    return certified(query, it, smallest(query.at, it))


def compared(query: Query) -> Compared:
    """Both answers to one question."""
    theirs, their_ms = timed(by_autolyap(query))
    _, ms = timed(lambda: upper_end(query))
    found = full_rate(*query)
    proofs = (p for p in (found.certificate, found.lower_certificate) if p is not None)
    ends = float(found.rho2 or 1), float(found.rho2_lower)
    return Compared(*ends, theirs, all(map(kernel.accepts, proofs)), ms, their_ms)


def measures(found: Sequence[Compared]) -> dict[str, Any]:
    """What the answers of a family come to."""
    both = [c for c in found if c.ours < 1 and c.theirs < 1]
    low = [c for c in both if c.theirs < c.lowest]
    other = [c for c in both if c.theirs >= c.lowest]
    ours, theirs = (statistics.median(times) for times in zip(*(c[4:] for c in found), strict=True))
    return {
        "settings": len(found),
        "both have a rate": len(both),
        "only we": sum(c.ours < 1 and not c.theirs < 1 for c in found),
        "of these, Clarabel crashed": sum(c.ours < 1 and math.isnan(c.theirs) for c in found),
        "only AutoLyap": sum(c.theirs < 1 and not c.ours < 1 for c in found),
        "largest excess of ours": max((c.ours - c.theirs for c in both), default=None),
        "AutoLyap below our certified lower end": len(low),
        "by at most": max((c.lowest - c.theirs for c in low), default=None),
        "largest excess elsewhere": max((c.ours - c.theirs for c in other), default=None),
        "undecided by us": sum(c.lowest < 1 and not c.ours < 1 for c in found),
        "all certificates accepted by the kernel": sum(c.accepted for c in found),
        "median ms, ours": ours,
        "median ms, AutoLyap": theirs,
        "ratio": theirs / ours,
    }


def rates(count: int = 100) -> Section:
    """Squared rates and times beside AutoLyap's."""
    rng = np.random.default_rng(0)
    compared(drawn(rng, "momentum"))  # compiles
    found = [[compared(drawn(rng, family)) for _ in range(count)] for family in FAMILIES]
    columns = [measures(of) for of in found]
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    return Section(" | ".join(("", *FAMILIES)), rows, all(c.accepted for of in found for c in of))


# Worst cases --------------------------------------------------------------------------------------


def best(query: Query, steps: int) -> Constant | None:
    """The least bound C rho^(2N); None if the kernel refuses it."""
    found = best_constant(*query, steps)
    return found if found is not None and kernel.accepts(found.certificate) else None


def worst_cases(count: int = 11) -> Section:
    """Bounds of F(x_T) - F* beside exact worst cases, start at rest."""
    rows, holds = [], True
    every = []
    for mu in (0.1, 0.01):
        standard = methods.nesterov(1.0, methods.nesterov_momentum(1.0, mu))
        every += [(standard, mu, T) for T in (2, 5, 10, 15)]
    every += [(methods.heavy_ball(1.0, 0.45), 0.1, T) for T in (5, 10, 15)]
    for method, mu, T in every[:count]:
        query = asked(method, Fraction(mu))
        exact, found = worst_case(query, T), best(query, T)
        bound, rho2 = (None, None) if found is None else (found.after(T), found.rho**2)
        repaired = (
            strongly_convex.nesterov(1.0, mu, 1.0, T).initial if method.extrapolation else None
        )
        over = [None if v is None else v / exact for v in (bound, repaired)]
        rows.append((method.name, 1 / mu, T, exact, bound, over[0], rho2, repaired, over[1]))
        holds = holds and bound is not None and bound >= exact * (1 - ROUNDING)
    heads = "method | kappa | T | exact | certified | /exact | rho^2 | (29) repaired | /exact"
    return Section(heads, rows, holds)


# Constants ----------------------------------------------------------------------------------------


def constants(count: int = 8) -> Section:
    """C of the rate's own V, the least C at that rate, and the best C rho^(2N) over the exact."""
    rows: list[tuple[Any, ...]] = []
    upper_end(asked(methods.gradient(1.0), Fraction(1, 2)))  # compiles
    for query in usual(10, 100)[:count]:
        least, ms = timed(partial(upper_end, query))
        bounds, each = timed(partial(every_best, query))
        over = [
            math.nan if found is None else found.after(N) / worst_case(query, N)
            for found, N in zip(bounds, AFTER, strict=True)
        ]
        pair = bounds[-1] and (bounds[-1].rho, bounds[-1].constant)
        row = query.method.name, float(1 / query.mu), of_one_v(query), least and least.start
        rows.append((*row, *over, *(pair or (None, None)), ms, each / len(AFTER)))
    heads = " | ".join(f"N = {N}" for N in AFTER)
    heads = f"method | kappa | C of one V | least C | {heads} | rho, N = 10 | C | ms | ms, best"
    size = len(AFTER)
    return Section(heads, rows, all(v >= 1 - ROUNDING for row in rows for v in row[4 : 4 + size]))


def every_best(query: Query) -> list[Constant | None]:
    """The best bounds of the horizons."""
    return [best(query, N) for N in AFTER]


def of_one_v(query: Query) -> Fraction | None:
    """The least C of the V that the rate alone finds."""
    it = sdp.bounded(query.at.floats())
    at = solution(query, it, smallest(query.at, it))
    values = None if at is None else with_start(query, *at)
    return None if values is None else values["C"] / values["s"]


def usual(*kappas: int) -> list[Query]:
    """Four methods as they are mostly tuned."""
    found = []
    for k in kappas:
        standard = Fraction(methods.nesterov_momentum(1.0, 1 / k)).limit_denominator(10**6)
        triple = methods.triple_momentum(Fraction(1, k), Fraction(1))
        one, ball = Fraction(1), methods.heavy_ball(Fraction(1), Fraction(9, 20))
        tuned = methods.gradient(one), ball, methods.nesterov(one, standard), triple
        found += [asked(method, Fraction(1, k)) for method in tuned]
    return found


# Floors -------------------------------------------------------------------------------------------


def paper_floor(query: Query) -> float | None:
    """The smallest floor by (22) over many rates."""
    known = paper_rate(*query).rho2
    return None if known is None else lowest(trade_off(*query, slower(known, 50)))


def floor_by_rate(query: Query) -> float | None:
    """The smallest floor by the full inequality over some rates."""
    known = full_rate(*query).rho2
    return None if known is None else lowest(full_trade_off(*query, slower(known, 12)))


def slower(rho2: Fraction, count: int) -> list[float]:
    """Rates between one and 1."""
    return [*np.sqrt(1 - float(1 - rho2) * np.exp(-np.linspace(*DEPTHS, count)))]


def lowest(found: TradeOff) -> float | None:
    """The smallest gain of a trade-off."""
    return min((it.gain for it in found if it is not None), default=None)


def floor(query: Query) -> Floor | None:
    """The least floor of the mean over time; None if it fails or the kernel refuses it."""
    found = noise_floor(*query)
    return found if found is not None and kernel.accepts(found.certificate) else None


def known_settings() -> list[Query]:
    """Those of the table in docs/lmi.md."""
    made = [(methods.gradient(Fraction(1)), k) for k in (2, 10, 100, 1000)]
    made.append((methods.gradient(Fraction(2 * 10, 11)), 10))
    made.append((methods.gradient(Fraction(3, 2)), 100))
    balls = [("1", ".45", 10), ("1", ".45", 100), ("1", ".3", 10), ("1", ".8", 100)]
    for alpha, beta, k in [*balls, (".35", ".2", 172)]:
        made.append((methods.heavy_ball(Fraction(alpha), Fraction(beta)), k))
    for k in (10, 100, 1000):
        standard = Fraction(methods.nesterov_momentum(1.0, 1 / k)).limit_denominator(10**6)
        made.append((methods.nesterov(Fraction(1), standard), k))
    made += [(methods.triple_momentum(Fraction(1, k), Fraction(1)), k) for k in (10, 100)]
    return [asked(method, Fraction(1, k)) for method, k in made]


def floors(count: int = 40) -> Section:
    """Both ends of the floor, the bounds through a rate, and the worst run."""
    rng, rows, holds = np.random.default_rng(1), [], True
    known = known_settings()
    floor(known[0])  # loads the solver
    while len(rows) < len(known) + count:
        fixed = len(rows) < len(known)
        query = known[len(rows)] if fixed else drawn(rng, FAMILIES[len(rows) % 3], MIXING)
        if full_rate(*query).rho2 is None:
            continue
        found, ms = timed(lambda query=query: floor(query))
        end, end_ms = timed(lambda query=query: floor_from_below(*query))
        low, accepted = (end.gain, kernel.accepts(end.certificate)) if end else (0, True)
        run, error = (None, 0) if fixed else worst_run(query, rng)
        run, error = (v and v / float(query.mu) for v in (run, error))
        gain = math.nan if found is None else found.gain
        holds = holds and accepted and max(low, (run or 0) - ERRORS * error) <= gain
        at = query.method.name, float(1 / query.mu), *parameters(query.method)
        bounds = paper_floor(query), floor_by_rate(query), gain, low
        ratio = gain / low if low else math.nan
        rows.append((*at, *bounds, ratio, found and found.lookback, ms, end_ms, run))
    heads = "family | kappa | alpha L | beta | eta | (22) | by a rate | most | least"
    return Section(f"{heads} | most/least | lookback | ms | ms, least | run", rows, holds)


# Horizons -----------------------------------------------------------------------------------------


def horizons(count: int = 20) -> Section:
    """Both ends of the worst error after N steps from F(x_0) - F* = 1, and E|w_t|^2 = 0 or 1."""
    rng, rows, holds = np.random.default_rng(2), [], True
    settings = known_settings()
    while len(settings) < count:
        query = drawn(rng, FAMILIES[len(settings) % 3])
        if full_rate(*query).rho2 is not None:
            settings.append(query)
    for query in settings[:count]:
        at = query.method.name, float(1 / query.mu), *parameters(query.method)
        floor = noise_floor(*query)
        for steps in HORIZONS:
            asked = (None, True), ([1] * steps, True), ([1] * steps, False)
            calls = (partial(worst_final, *query, steps, w, copies=copies) for w, copies in asked)
            (plain, ms), (noisy, noisy_ms), (looser, loose_ms) = map(timed, calls)
            if plain is None or noisy is None or looser is None:
                rows.append((*at, steps, *[None] * 12))
                holds = False
                continue
            proofs = [(it.certificate, it.lower_certificate) for it in (plain, noisy, looser)]
            accepted = all(kernel.accepts(proof) for both in proofs for proof in both if proof)
            gaps = [it.bound / it.lower - 1 if it.lower else math.inf for it in (plain, noisy)]
            pepit = worst_case(query, steps)
            holds = holds and accepted and gaps[0] <= 1e-6 and gaps[1] <= 1e-5
            holds = holds and plain.lower - SOLVED <= pepit <= plain.bound + SOLVED
            cut, noise = 1 - noisy.bound / looser.bound, sum(noisy.weights)
            ends = plain.bound, gaps[0], pepit, noisy.bound, gaps[1], cut
            rows.append((*at, steps, *ends, noise, floor and floor.gain, ms, noisy_ms, loose_ms))
    heads = "family | kappa | alpha L | beta | eta | N | no noise, most | gap | PEPit | noise, most"
    rest = "gap | cut by copies | sum of c_t | floor | ms | ms, noise | ms, no copies"
    return Section(f"{heads} | {rest}", rows, holds)


# Section 5 ----------------------------------------------------------------------------------------


def known_bound(query: Query) -> tuple[float | None, float | None]:
    """Squared rate and floor of gradient descent's bound, or of (29) as repaired."""
    of = {"gradient": strongly_convex.gradient, "nesterov": strongly_convex.nesterov}
    if query.method.name not in of:
        return None, None
    alpha, mu = float(query.method.alpha), float(query.mu)
    first, last = of[query.method.name](alpha, mu, 1.0, 2).noise_weights
    return first / last, last / (1 - first / last) * mu


def section_5(count: int = 4) -> Section:
    """What is certified of the paper's tuning, with its L and with the sharp one."""
    data, rows = problem(SECTION_5), []
    stated = stated_smoothness(data)
    for L, c in [(L, c) for L in (stated, data.L) for c in SECTION_5.factors][:count]:
        alpha, mu = c * L / stated, data.mu / L
        beta = methods.nesterov_momentum(alpha, mu)
        momenta = methods.heavy_ball(alpha, beta), methods.nesterov(alpha, beta)
        for method in (methods.gradient(alpha), *momenta):
            query = asked(method, Fraction(mu))
            (rate, proved), old = known_bound(query), paper_rate(*query).rho2
            squares = full_rate(*query).rho2, old, rate
            at = method.name, 1 / mu, alpha, method.beta
            mine, theirs = noise_floor(*query), paper_floor(query)
            ends = [v and float(query.mu) * v for v in (mine and mine.gain, theirs)]
            rows.append((*at, *squares, *ends, proved))
    heads = "method | kappa | alpha L | beta | rho^2 | (22) | proved | floor | (22) | proved"
    return Section(heads, rows, all((row[4] is None) == (row[7] is None) for row in rows))


SECTIONS = {
    "rates": rates,
    "worst-cases": worst_cases,
    "constants": constants,
    "floors": floors,
    "horizons": horizons,
    "section-5": section_5,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the sections."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studies.full_inequality")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--count", type=int, help="settings (of rates: of a family), fewer or more")
    given, holds = parser.parse_args(arguments), True
    for name in given.sections or SECTIONS:
        if name not in SECTIONS:
            parser.error(f"SECTION must be one of {', '.join(SECTIONS)}. Found {name!r}.")
        section = SECTIONS[name]
        try:
            with threadpool_limits(1):
                found = section(given.count) if given.count else section()
        except MissingExtra as error:
            print(f"{name}: left out, {error}\n")
            continue
        print("\n".join([f"{name}: {section.__doc__}", *found.lines(), ""]), flush=True)
        holds = holds and found.holds
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
