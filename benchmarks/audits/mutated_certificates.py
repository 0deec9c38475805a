"""Changed certificates.

``python -m benchmarks.audits.mutated_certificates [--count 20000] [--seed 1]``.

Certificates of :mod:`dptheory.lyapunov`, and small ones of the kernel's other kinds, are changed in
one to three places and read again by :mod:`verify.kernel`. Whether what is accepted is true is
decided without the kernel: by runs on quadratics in rational arithmetic, by the coefficients of the
characteristic polynomial, by laws on two points, by the lengths of clipped blocks, and for a bound
from below by the library's own certificate of the opposite. One that is accepted though false makes
the run fail.
"""

import argparse
import copy
import functools
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dptheory.lyapunov import full_trade_off, rate
from dptheory.lyapunov.paper_rates import paper_rate
from dptheory.methods import Method, StateSpace, gradient, heavy_ball, momentum, nesterov
from verify import kernel

F = Fraction
Record = dict[str, Any]
PARAMETERS = ("alpha", "beta", "eta", "mu", "L")
STEPS = 40  # of a run on a quadratic
REACHED = 40  # other settings of bounds from below of which the library is asked; more are open
GRID = 24  # points of a law's half of the interval
NAMES = ("feasible", "lower", "infeasible", "rate", "noise", "psd", "pd", "at least", "at most")
NAMES += ("gradient", "heavy-ball", "nesterov", "momentum", "abadi", "not abadi", "auto")


# --- what is changed ------------------------------------------------------------------------


def _envelope(kind: str, statement: Record, witness: Record) -> Record:
    return {"kind": kind, "version": 1, "statement": statement, "witness": witness}


def _law(says: str, value: str, radius: str, pieces: Sequence[Record], slope: str) -> Record:
    statement = {"says": says, "value": value, "radius": radius, "pieces": list(pieces)}
    return _envelope("worst-law", statement, {"slope": slope, "cuts": [[] for _ in pieces]})


def _piece(start: str, end: str, numerator: str, denominator: str = "1") -> Record:
    both = {"numerator": numerator.split(), "denominator": denominator.split()}
    return {"from": start, "to": end, **both}


@functools.cache
def sources() -> Mapping[str, Record]:
    """Accepted certificates by name."""
    found: dict[str, Record] = {}
    for name, method in {
        "descent": gradient(F(1, 10)),
        "heavy": heavy_ball(F(1, 20), F(1, 5)),
        "nesterov": nesterov(F(1, 10), F(1, 3)),
    }.items():
        answer = paper_rate(method, 1, 10)
        found |= {f"lmi {name}": answer.certificate, f"lmi below {name}": answer.lower_certificate}
    found["lmi none"] = paper_rate(heavy_ball(F(1), F(0)), 1, 10).certificate
    for name, setting in {"heavy": ".1 .45 0", "free": ".05 .3 .2"}.items():
        method = momentum(*map(F, setting.split()))
        answer = rate(method, 1, 10)
        (slow,) = full_trade_off(method, 1, 10, [(1 + answer.rho) / 2])
        found |= {
            f"full {name}": answer.certificate,
            f"full below {name}": answer.lower_certificate,
        }
        found[f"noise {name}"] = slow.certificate
    two = StateSpace(
        "two moves", ((F(2, 5), F(1, 20)), (F(1), F(0))), (F(-1, 10), F(0)), (F(0),) * 2
    )
    answer = rate(two, 1, 10)
    (slow,) = full_trade_off(two, 1, 10, [(1 + answer.rho) / 2])
    found |= {"matrices": answer.certificate, "matrices below": answer.lower_certificate}
    found["matrices noise"] = slow.certificate
    matrices = {
        "psd": [["4", "2", "0"], ["2", "1", "0"], ["0", "0", "3"]],
        "pd": [["4", "1", "-1"], ["1", "2", "1/2"], ["-1", "1/2", "3"]],
    }
    for says, rows in matrices.items():
        found[says] = _envelope("semidefinite", {"says": says, "matrix": rows}, {})
    capped = [_piece("-2", "1", "0 1"), _piece("1", "2", "1")]
    found["law below"] = _law("at least", "-1/2", "2", capped, "3/4")
    found["law above"] = _law("at most", "5/3", "1", [_piece("-1", "1", "2 1", "2 -1")], "4/3")
    squares = [["9", "16"], ["36", "64"]]
    equally = {"says": "abadi", "squares": squares, "threshold2": "4"}
    found["groups"] = _envelope("grouping", equally, {"samples": ["1", "2"]})
    never = {"says": "not abadi", "squares": [["9", "16"], ["36", "0"]], "threshold2": "4"}
    found["no groups"] = _envelope("grouping", never, {"group": "1", "samples": ["1", "2"]})
    return {name: made for name, made in found.items() if kernel.accepts(made)}


# --- changes --------------------------------------------------------------------------------


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every text in nested objects and lists."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from _places(value[key], (*path, key))
    elif isinstance(value, str):
        yield path


def _at(made: Any, path: Sequence[Any]) -> Any:
    return functools.reduce(lambda part, key: part[key], path, made)


def _put(made: Record, path: tuple[Any, ...], value: Any) -> None:
    """Put a value, and its mirrored entry where the path is of a symmetric matrix."""
    _at(made, path[:-1])[path[-1]] = value
    *start, i, j = path
    if path[-3] in ("P", "Z", "Q", "matrix", "step") if len(path) > 3 else False:
        _at(made, start)[j][i] = value


def _numbers(part: Record) -> list[tuple[Any, ...]]:
    return [path for path in _places(part) if kernel.NUMBER.fullmatch(_at(part, path))]


def _number(
    made: Record, side: str, new: Callable[[Fraction], Fraction], rng: random.Random
) -> None:
    paths = [path for path in _numbers(made) if path[0] == side]
    if paths:
        path = rng.choice(paths)
        _put(made, path, str(new(F(_at(made, path)))))


def _coefficient(made: Record, rng: random.Random) -> None:
    size = F(rng.choice((-1, 1)) * 10 ** rng.uniform(-12, 0.5))
    change = rng.choice((lambda v: v * (1 + size), lambda v: v + size))
    _number(made, rng.choice(("statement", "witness")), change, rng)


def _sign(made: Record, rng: random.Random) -> None:
    _number(made, rng.choice(("statement", "witness")), lambda v: -v, rng)


def _whole(made: Record, rng: random.Random) -> None:
    value = F(rng.choice((0, 1, 2, 3, 10)), rng.choice((1, 2)))
    _number(made, rng.choice(("statement", "witness")), lambda v: value, rng)


def _endpoint(made: Record, rng: random.Random) -> None:
    """A number of the statement by a little: a rate, a bound, an end of a piece, an entry."""
    share = F(rng.choice((-1, 1)), 10 ** rng.randint(1, 9))
    _number(made, "statement", lambda v: v * (1 + share), rng)


def _exchange(made: Record, rng: random.Random) -> None:
    paths = _numbers(made)
    first, second = rng.choice(paths), rng.choice(paths)
    values = _at(made, first), _at(made, second)
    _put(made, first, values[1])
    _put(made, second, values[0])


def _name(made: Record, rng: random.Random) -> None:
    path = rng.choice(
        [p for p in (("statement", "says"), ("statement", "method")) if p[1] in made[p[0]]]
    )
    _put(made, path, rng.choice(NAMES))


def _other(made: Record, rng: random.Random) -> None:
    """The witness of another certificate of the kind."""
    same = [s for s in sources().values() if s["kind"] == made["kind"]]
    made["witness"] = copy.deepcopy(rng.choice(same)["witness"])


def _shape(made: Record, rng: random.Random) -> None:
    """No mathematics: an entry lost, or of another type."""
    path = rng.choice(list(_places(made)))
    holder = _at(made, path[:-1])
    if rng.random() < 0.4:
        del holder[path[-1]]
    else:
        holder[path[-1]] = rng.choice((None, 1, 0.5, "", "1/0", "nan", [], {}, True, "1 "))


CHANGES: Mapping[str, Callable[[Record, random.Random], None]] = {
    "coefficient": _coefficient,
    "sign": _sign,
    "number": _whole,
    "endpoint": _endpoint,
    "exchange": _exchange,
    "name": _name,
    "witness": _other,
    "shape": _shape,
}


# --- falsity --------------------------------------------------------------------------------


def _curvatures(mu: Fraction, L: Fraction) -> list[Fraction]:
    return [mu + (L - mu) * F(k, 8) for k in range(9)]


def _misnamed(s: Record, beta: Fraction, eta: Fraction) -> bool:
    fits = {"gradient": beta == eta == 0, "heavy-ball": eta == 0, "nesterov": beta == eta}
    return not fits.get(s["method"], True)


def _run(alpha: Fraction, beta: Fraction, eta: Fraction, curvature: Fraction, x: Fraction,
         pulse: Fraction) -> Iterator[Fraction]:  # fmt: skip
    """x_0, x_1, ... on a quadratic from rest, an error ``pulse`` in the first gradient."""
    last = x
    for t in range(STEPS):
        yield x
        slope = curvature * (x + eta * (x - last)) + (pulse if t == 0 else 0)
        x, last = x - alpha * slope + beta * (x - last), x


def _run_of_matrices(
    s: Record, curvature: Fraction, x: Fraction, pulse: Fraction
) -> Iterator[Fraction]:
    """The same of a method in state space."""
    A, B, C = (s["matrices"][name] for name in "ABC")
    d = [F(0)] * len(B)
    for t in range(STEPS):
        yield x
        y = x + sum(F(c) * move for c, move in zip(C, d, strict=True))
        slope = curvature * y + (pulse if t == 0 else 0)
        d = [
            sum((F(a) * move for a, move in zip(row, d, strict=True)), F(b) * slope)
            for row, b in zip(A, B, strict=True)
        ]
        x += d[0]


def _matrices_are_false(s: Record) -> bool | None:
    """Whether a run on a quadratic is above the bound; of bounds from below nobody is asked."""
    if s["says"] in ("lower", "infeasible"):
        return None
    mu, L, r, C = (F(s[name]) for name in ("mu", "L", "rho2", "C"))
    for curvature in _curvatures(mu, L):
        clean = _run_of_matrices(s, curvature, F(1), F(0))
        if any(x**2 > C * r**t for t, x in enumerate(clean)):
            return True
        noisy = list(_run_of_matrices(s, curvature, F(0), F(1)))[1:] if "c" in s else []
        if any(curvature * x**2 / 2 > F(s["c"]) * r**t for t, x in enumerate(noisy)):
            return True
    return False


def _rate_is_false(document: Record) -> bool | None:
    s = document["statement"]
    if "matrices" in s:
        return _matrices_are_false(s)
    alpha, beta, eta, mu, L = setting = tuple(F(s[name]) for name in PARAMETERS)
    if _misnamed(s, beta, eta):
        return True
    r = F(s.get("rho2", 1))
    if s["says"] in ("lower", "infeasible"):
        least = _least(document["kind"], setting)
        return None if least is None else least <= r if r < 1 else least < 1
    for curvature in _curvatures(mu, L):
        trace = 1 + beta - alpha * curvature * (1 + eta)
        product = beta - alpha * curvature * eta
        # A root of z^2 - trace z + product outside of the circle of radius sqrt(r).
        if abs(product) > r or r * trace**2 > (r + product) ** 2:
            return True
        if "C" not in s:
            continue
        C = F(s["C"])
        clean = _run(alpha, beta, eta, curvature, F(1), F(0))
        if any(x**2 > C * r**t for t, x in enumerate(clean)):
            return True
        if "c" in s:
            noisy = list(_run(alpha, beta, eta, curvature, F(0), F(1)))[1:]
            if any(curvature * x**2 / 2 > F(s["c"]) * r**t for t, x in enumerate(noisy)):
                return True
    return False


ASKED: dict[tuple[str, tuple[Fraction, ...]], Fraction] = {}


def _least(kind: str, setting: tuple[Fraction, ...]) -> Fraction | None:
    """The least rho^2 of which the library has a certificate (2: none); None where not asked."""
    if (kind, setting) not in ASKED and len(ASKED) < REACHED:
        alpha, beta, eta, mu, L = setting
        if kind == "rate":
            found = paper_rate(Method("momentum", alpha, beta, eta), mu, L).rho2
        else:
            found = rate(momentum(alpha, beta, eta), mu, L).rho2
        ASKED[kind, setting] = F(2) if found is None else F(found)
    return ASKED.get((kind, setting))


def _matrix_is_false(document: Record) -> bool:
    """A coefficient of det(t + M) that is negative (for pd: or 0): Faddeev and LeVerrier."""
    s = document["statement"]
    M = [[F(v) for v in row] for row in s["matrix"]]
    size = range(len(M))
    product = [[F(int(i == j)) for j in size] for i in size]
    for k in range(1, len(M) + 1):
        product = [[sum(M[i][m] * product[m][j] for m in size) for j in size] for i in size]
        coefficient = sum((product[i][i] for i in size), F(0)) / k
        if coefficient < 0 or (coefficient == 0 and s["says"] == "pd"):
            return True
        product = [[(coefficient if i == j else 0) - product[i][j] for j in size] for i in size]
    return False


def _law_is_false(document: Record) -> bool:
    """A law on two points of a grid, or on 0, whose mean value is beyond the bound."""
    s = document["statement"]
    sign, R = (1 if s["says"] == "at least" else -1), F(s["radius"])

    def least(e: Fraction) -> Fraction | None:
        values = []
        for piece in s["pieces"]:
            if F(piece["from"]) <= e <= F(piece["to"]):
                top, below = (sum(F(c) * e**k for k, c in enumerate(piece[name]))
                              for name in ("numerator", "denominator"))  # fmt: skip
                values.append(sign * top / below)
        return min(values, default=None)

    bound = sign * F(s["value"])
    here = [(e, least(e)) for e in (R * F(k, GRID) for k in range(-GRID, GRID + 1))]
    if any(v is None for _, v in here):
        return True
    below = [(e, v) for e, v in here if e < 0 and v is not None]
    above = [(e, v) for e, v in here if e > 0 and v is not None]
    middle = least(F(0))
    if middle is None or middle < bound:
        return True
    return any((b * v - a * w) / (b - a) < bound for a, v in below for b, w in above)


def _groups_are_false(document: Record) -> bool:
    """The sets of thresholds of each group, as intervals of their squares, and what they share."""
    s = document["statement"]
    n, level = [[F(v) for v in row] for row in s["squares"]], F(s["threshold2"])
    shared = True
    for m in range(len(n[0])):
        low, exact = F(0), set()
        for row in n:
            if row[m]:
                if sum(row) > level:
                    exact.add(level * row[m] / sum(row))
                else:
                    low = max(low, row[m])
        shared &= len(exact) <= 1 and all(e >= low for e in exact)
    return shared != (s["says"] == "abadi")


FALSE: Mapping[str, Callable[[Record], bool | None]] = {
    "rate": _rate_is_false,
    "interpolation": _rate_is_false,
    "semidefinite": _matrix_is_false,
    "worst-law": _law_is_false,
    "grouping": _groups_are_false,
}


# --- the run --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """A changed certificate: its kind, the kind of change, the kernel's word, and its falsity.

    ``false`` is None where that is open.
    """

    kind: str
    change: str
    word: str
    false: bool | None
    document: Record


def outcomes(count: int, seed: int) -> Iterator[Outcome]:
    """Changed certificates with what became of them."""
    rng, names = random.Random(seed), list(sources())
    for _ in range(count):
        change = rng.choice(list(CHANGES))
        made = original = sources()[names[0]]
        while made == original:
            original = sources()[rng.choice(names)]
            made = copy.deepcopy(original)
            for _ in range(rng.choice((1, 1, 2, 3)) if change != "shape" else 1):
                CHANGES[change](made, rng)
        try:
            word = "accepted" if kernel.accepts(made) else "refused"
        except kernel.Malformed:
            word = "malformed"
        false = FALSE[made["kind"]](made) if word == "accepted" else False
        yield Outcome(original["kind"], change, word, false, made)


def table(found: Sequence[Outcome]) -> str:
    """Counts by kind of certificate and by kind of change."""
    words = ("accepted", "refused", "malformed")
    lines = [
        f"{'':14} {'made':>6}"
        + "".join(f" {w:>9}" for w in words)
        + "      open  accepted though false"
    ]
    for name in (*FALSE, *CHANGES, "all"):
        group = [o for o in found if name in (o.kind, o.change, "all")]
        counts = Counter(o.word for o in group)
        line = f"{name:14} {len(group):6}" + "".join(f" {counts[w]:9}" for w in words)
        undecided = sum(o.false is None for o in group)
        lines.append(f"{line} {undecided:9}  {sum(o.false is True for o in group)}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the table, and each certificate that was accepted though false."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.mutated_certificates")
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    found = list(outcomes(asked.count, asked.seed))
    print(f"{len(sources())} certificates, seed {asked.seed}")
    print(table(found))
    wrong = [o for o in found if o.false]
    for outcome in wrong[:20]:
        print(f"accepted though false: {json.dumps(outcome.document)}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
