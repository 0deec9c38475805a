"""For each method what it covers, and statements just outside of that."""

import math
from fractions import Fraction as F

from verification.notation import V as SHARED

from verify.language import (
    between,
    dot,
    inverse,
    matrix,
    natural,
    nonnegative,
    norm,
    one_of,
    says,
    total,
)
from verify.methods.derive import chain, given, shown, substitute

V = SHARED.extended(
    x=nonnegative(unit="1", search=(0, 1)),
    wide=between(F(-1, 1000), 1, unit="1"),
    n=natural(least=0),
    six=natural(least=1, most=6),
    seven=natural(least=1, most=7),
    bit=one_of([0, 1], unit="1"),
    trit=one_of([0, 1, 2], unit="1"),
    p=between(-1, 1, unit="1"),
    q=between(F(-1001, 1000), 1, unit="1"),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1", shape="invertible"),
    S=matrix("d", unit="1", shape="symmetric"),
)
r, s, a, b, alpha, L, x, y, q, half = V.r, V.s, V.a, V.b, V.alpha, V.L, V.x, V.y, V.q, V.half
wide, n, T, k, X, Y, six, seven, bit = V.wide, V.n, V.T, V.k, V.X, V.Y, V.six, V.seven, V.bit
trit, p, A, B, S = V.trit, V.p, V.A, V.B, V.S

false_young = says(r * s <= (r**2 + s**2) / 3)
doubled = substitute(says(r * s <= (r**2 + s**2) / 2), {"r": r, "s": 2 * s})
sum_of_two = says(2 * a <= 2 * a + b)

# By method: what it proves, then statements just outside.
PAIRS = {
    "enumerate, one value more": [six**2 <= 36, seven**2 <= 36, T**2 <= 36],
    "enumerate, one symbol more": [bit <= 1, trit <= 1, y + bit <= 1],
    "enumerate, irrational values": [
        six.exp() >= F(271, 100) * six, six.exp() >= F(2719, 1000) * six, six.sqrt() ** 2 < six,
        six.exp().log() < six],
    "enumerate, a value that is missing": [
        1 / six <= 1, trit / trit <= 1, trit.log() >= -1, (six - 2).sqrt() <= 2],
    "decompose, a negative term": [
        (a + b) ** 2 - 4 * a * b >= 0, (a + b) ** 2 - F(401, 100) * a * b >= 0, (a + r) ** 3 >= 0,
        wide >= 0],
    "decompose, a hypothesis": [
        says(alpha * L <= 1, given=["alpha*L <= 1"]),
        says(alpha * L <= 1, given=["alpha*L <= 1 + 1/1000000"]),
        says(alpha * L <= F(999999, 10**6), given=["alpha*L <= 1"]),
        says(alpha * L < 1, given=["alpha*L <= 1"])],
    "decide, the last digit": [
        a * b <= (a**2 + b**2) / 2, a * b <= F(499999, 10**6) * (a**2 + b**2),
        a * b < (a**2 + b**2) / 2, (r + s) ** 2 <= 2 * r**2 + F(199, 100) * s**2],
    "decide, branches": [
        V.of(lambda r: min(1, abs(r))) <= 1, V.of(lambda r: 2 if r == 7 else 1) <= 1,
        V.of(lambda r, s: 2 if r < s < r + F(1, 10**9) else 1) <= 1,
        V.of(lambda r: max(min(r, 1), -abs(r))) <= F(999, 1000)],
    "decide, whole numbers": [
        T**2 >= T, (T - 2) ** 2 >= V.of(lambda T: F(1, 4)), (2 * T - 5) ** 2 <= T,
        n * (n - 1) >= F(1, 2)],
    "decide, roots": [
        (a * b).sqrt() <= (a + b) / 2, (a * b).sqrt() <= F(999, 2000) * (a + b), x.sqrt() <= x,
        (r**2).sqrt() >= r + F(1, 10**9), (r**2).sqrt() == r],
    "decide, exp and log": [
        r.exp() >= 1 + r, r.exp() >= 1 + F(1001, 1000) * r, a.log() <= a - F(1001, 1000),
        y.exp() <= 1 + F(17, 10) * y],
    "boxes, just beyond the box": [
        y * (1 - y) <= F(1, 4), wide * (wide - 1) <= 0, x * (x - 1) <= 0,
        y * (1 - y) <= F(249999, 10**6)],
    "boxes, where the sides meet": [
        y.sin() <= y, p.sin() <= p, y.sin() < y, y.exp() - 1 <= y + y**2 / 2,
        y.sin() <= y - y**3 / F(61, 10)],
    "boxes, exact fractions": [half / 2 < half, y / 2 < y, half <= half * (1 - F(1, 10**30))],
    "boxes, powers": [
        2**y <= 1 + y, 2**y <= V.of(lambda y: F(199, 100)), 2**y <= 1 + F(99, 100) * y,
        2**y >= 1 + F(7, 10) * y],
    "induct, from 0 on": [
        (1 + x) ** n >= 1 + n * x, (1 + r) ** n >= 1 + n * r,
        (1 + x) ** n >= 1 + (n + F(1, 100)) * x, 1 + n * x < (1 + x) ** n,
        (1 + q) ** n >= 1 + n * q],
    "induct, sums": [
        total(k, 1, T, k) == T * (T + 1) / 2, total(k, 1, T, k) == T**2 - T / 2 + F(1, 2),
        total(k, 0, T, k + 1) == T * (T + 1) / 2,
        total(k, 1, T, k**2) <= T**3 / 3 + T**2 / 2 + T / 7,
        total(k, 1, n, k) == n * (n + 1) / 2 + (n - 1) * 0 + 1],
    "induct, a step that holds without its base": [
        T <= 2**T, T + F(3, 2) <= 2**T, n + 1 <= 2**n * F(99, 100),
        total(k, 1, T, 2 * k) == T * (T + 1) + 1],
    "induct, hypotheses on the index": [
        T**2 <= 4**T, says(2 * T**2 <= 2**T, given=["T >= 6"]), says(2**T <= 8, given=["T <= 4"]),
        says(2**T <= 7 * T, given=["T != 6", "T != 7"])],
    "reduce, a sign": [
        (r + s) * (r - s) == r**2 - s**2, (r + s) * (r - s) == r**2 + s**2,
        (r + s) ** 2 == r**2 + s**2, r + F(1, 10**40) == r],
    "reduce, signs of symbols": [
        (a**2).sqrt() == a, (r**2).sqrt() == r, abs(r) == r, (wide**2).sqrt() == wide,
        (r**2).log() == V.of(lambda r: 2 * math.log(abs(r)) + (r
        == 0) * 0 if False else 2 * math.log(1 + abs(r)) )],
    "reduce, branches": [
        V.of(lambda r: max(r, 0) - max(-r, 0)) == r,
        V.of(lambda r: max(r, 0) - max(-r, 0)) == abs(r), V.of(lambda r: 5 if r == 0 else r) == r,
        r / r == 1, V.of(lambda n: n**0 * 1 if False else 0**n) == 0],
    "reduce, sums": [
        total(k, 1, T, k + 1) == total(k, 1, T, k) + T,
        total(k, 0, T, k + 1) == total(k, 1, T, k) + T,
        total(k, 1, n - 1, k) + n == total(k, 1, n, k) + 1,
        total(k, 1, T, y**k) == (1 - y ** (T + 1)) / (1 - y)],
    "reduce, matrices": [
        inverse(A @ B) == inverse(B) @ inverse(A), inverse(A @ B) == inverse(A) @ inverse(B),
        A @ B == B @ A, (A @ B).T == A.T @ B.T, A.T == A, S @ A == (S @ A).T,
        dot(A @ X, Y) == dot(X, A @ Y), norm(A @ X) == norm(X),
        inverse(A + B) == inverse(A) + inverse(B)],
}  # fmt: skip

# derive, with the engine's own provers for the leaves: what is false gives nothing.
THROUGH = {
    "an instance": (r * (2 * s) <= (r**2 + (2 * s) ** 2) / 2, doubled),
    "a hypothesis": (says(r <= 1, given=[r <= 1]), given(r <= 1)),
}

REFUSED = {
    "another statement": (r * (2 * s) <= (r**2 + 3 * s**2) / 2, doubled),
    "a false lemma": (false_young, substitute(false_young, {"r": r, "s": s})),
    "outside its set": (2 * a <= 2 * a + r, substitute(sum_of_two, {"a": a, "b": r})),
    "a gap": (r <= r + 2, chain(shown(r <= r + 1), shown(r + F(3, 2) <= r + 2))),
    "a wrong direction": (r + 1 <= r, chain(shown(r <= r + 1))),
    "a false step": (r**2 <= r, chain(shown(r**2 <= r))),
    "no such hypothesis": (r <= 1, given(r <= 1)),
}
