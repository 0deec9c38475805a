"""Derivations that the second checker reads: a statement and its links, one for each rule."""

from typing import Any

from verification.notation import V as SHARED

from verify.display.latex import read
from verify.language import (
    PI,
    E,
    Formula,
    natural,
    norm,
    number,
    product,
    real,
    says,
    total,
    vector,
)
from verify.methods.derive import (
    add,
    broken_turns,
    cases,
    cauchy_schwarz,
    entry_of,
    exchange,
    given,
    half_turn,
    having,
    monotone,
    multiply,
    normal,
    shown,
    square,
    square_root,
    stirling,
    substitute,
    sum_over,
    summands_apart,
    telescope,
    term_apart,
    turned_round,
    two_means,
    whole_turns,
)

V = SHARED.extended(z=real(unit="1"), i=natural(), v=vector("n", unit="1"))
r, s, a, b, x, y, z, n, T, t, i = V.r, V.s, V.a, V.b, V.x, V.y, V.z, V.n, V.T, V.t, V.i

LEMMA = says(x**2 <= x, given=["x <= 1"]).build()
AT_Y = substitute(LEMMA, {"x": y})
TERM = shown(1 / (i * (i + 1)) <= 1 / i - 1 / (i + 1))
EVERY = says(n + 1 <= 2 * n).build()

PHI = Formula(read(r"\Phi(-x)", V))
FACTORIAL = Formula(read("T!", V))
FACTORS = shown(number(0) <= y + i)

ACCEPTED: dict[str, Any] = {
    "given": (says(z <= x, given=["z <= x"]), given(z <= x)),
    "shown": (a * b <= (a**2 + b**2) / 2, shown(a * b <= (a**2 + b**2) / 2)),
    "substitute": ((y / 2) ** 2 <= y / 2, substitute(LEMMA, {"x": y / 2})),
    "substitute, a whole number": (T + 2 <= 2 * T + 2, substitute(EVERY, {"n": T + 1})),
    "chain": (y**2 <= 1, AT_Y, shown(y <= 1)),
    "chain, strict": (y**2 < 2, AT_Y, shown(y < 2)),
    "add": (y**2 + z <= y + z + 1, add(AT_Y, shown(z <= z + 1))),
    "multiply": (a * y**2 <= a * y, multiply(AT_Y, a)),
    "turned round": (
        (y + 1) ** 2 == y**2 + 2 * y + 1, turned_round(shown(V("y**2 + 2*y + 1 == (y + 1)**2")))),
    "square": (y**4 <= y**2, square(AT_Y)),
    "reciprocal": (1 / (1 + x) <= 1, monotone("reciprocal", shown(1 <= 1 + x))),
    "root": (y <= y.sqrt(), square_root(AT_Y)),
    "sum over": (
        total(i, 1, T, y**2 * i) <= total(i, 1, T, y * i), sum_over(i, 1, T, multiply(AT_Y, i))),
    "telescope": (
        total(i, 1, T, 1 / (i * (i + 1))) <= 1 - 1 / (T + 1), telescope(i, 1, T, 1 / i, TERM)),
    "cases": (
        V.of(lambda r, s: max(r, s)) <= r**2 + s**2 + 1,
        cases(
            V.r <= V.s,
            shown(V.of(lambda r, s: max(r, s)) <= V.r**2 + V.s**2 + 1),
            shown(V.of(lambda r, s: max(r, s)) <= V.r**2 + V.s**2 + 1))),
    "summands apart": (
        total(i, 1, T, 1 / (i + 1) + y / (i + 2))
        == total(i, 1, T, 1 / (i + 1)) + y * total(i, 1, T, 1 / (i + 2)),
        summands_apart(i, 1, T, 1 / (i + 1), y / (i + 2))),
    "a term apart": (
        says(
            total(i, 1, T, y / i)
            == total(i, 1, n - 1, y / i) + y / n + total(i, n + 1, T, y / i),
            given=[n <= T]),
        term_apart(i, 1, T, n, y / i)),
    "exchange": (
        total(i, 1, T, total(t, 1, n, y**t * i)) == total(t, 1, n, total(i, 1, T, y**t * i)),
        exchange((i, 1, T), (t, 1, n), y**t * i)),
    "turns, broken": (
        says(total(i, 1, T, (2 * PI * i * n / T + y).cos()) == 0, given=[n < T]),
        broken_turns(i, 1, T, n, phase=y)),
    "turns, whole": (
        total(i, 0, T - 1, (2 * PI * i * (3 * T) / T + y).cos()) == T * y.cos(),
        whole_turns(i, 0, T - 1, 3 * T, quotient=3, phase=y)),
    "half turn": (y.cos() <= (y / 2).cos(), half_turn(shown(y / 2 <= y))),
    "Cauchy and Schwarz, a sum": (
        total(i, 1, T, (y + i) * i) ** 2 <= total(i, 1, T, (y + i) ** 2) * total(i, 1, T, i**2),
        cauchy_schwarz(y + i, i, i, 1, T)),
    "having": (y**2 <= x + y, having([AT_Y, shown(0 <= x)], shown(y**2 <= x + y))),
    "two means": (
        product(i, 1, T, y + i) <= (total(i, 1, T, y + i) / T) ** T,
        two_means(i, 1, T, FACTORS)),
    "two means, a root": (
        product(i, 2, T + 2, y + i) ** (1 / (T + 2 - 2 + 1))
        <= total(i, 2, T + 2, y + i) / (T + 2 - 2 + 1),
        two_means(i, 2, T + 2, FACTORS, root=True)),
    "a factorial": (
        FACTORIAL <= (2 * PI * T).sqrt() * (T / E) ** T * (1 / (12 * T)).exp(),
        stirling(T, above=False)),
    "an entry": (V.v[1] ** 2 <= norm(V.v) ** 2, entry_of(V.v, 1)),
    "the normal distribution": (PHI <= (-((-x) ** 2) / 2).exp() / 2, normal(-x, "tail")),
}  # fmt: skip
