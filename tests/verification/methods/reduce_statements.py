"""Identities that must reduce, and equations just outside that must not; of matrices too."""

from fractions import Fraction as F
from typing import Any

from verify.language import (
    PI,
    E,
    between,
    dot,
    expectation,
    external,
    inverse,
    largest,
    law,
    least,
    matrix,
    natural,
    nonnegative,
    norm,
    notation,
    number,
    piecewise,
    positive,
    product,
    real,
    sequence,
    total,
    trace_of,
    vector,
)

V = notation(
    b=between(0, 1, unit="1"),
    q=between(0, 1, unit="1", ends="()"),
    m=between(-1, 1, unit="1"),
    c=real(unit="1"),
    x=positive(unit="1"),
    y=nonnegative(unit="1"),
    z=real(unit="1"),
    phi=real(unit="1"),
    t=natural(),
    n=natural(least=0),
    tau=natural(),
    j=natural(),
    G=sequence("t", unit="1"),
    H=sequence(12, unit="1"),
    d=natural(),
    A=matrix("d", unit="1", shape="invertible"),
    B=matrix("d", unit="1"),
    S=matrix("d", unit="1", shape="symmetric"),
    Q=matrix("d", unit="1", shape="psd"),
    P=matrix("d", unit="1", shape="pd"),
    g=vector("d", unit="1"),
    h=vector("d", unit="1"),
    k=vector(3, unit="1"),
    L=law(unit="1"),
    w=vector(1, unit="1"),
)
b, q, c, x, y, z, phi, t, n, tau, j = V.b, V.q, V.c, V.x, V.y, V.z, V.phi, V.t, V.n, V.tau, V.j
G, d, A, B, S, Q, P, g, h, k, L, w = V.G, V.d, V.A, V.B, V.S, V.Q, V.P, V.g, V.h, V.k, V.L, V.w

W = inverse(A) @ g
called = external("f", lambda u: u, z)


def to_t(body: Any) -> Any:
    return total(tau, 1, t, body)


average = (1 - b) * to_t(b ** (t - tau) * (G[tau] + phi))

TRUE = {
    "momentum": average == (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b**t) * phi,
    "any ratio": to_t(c ** (t - tau)) * (1 - c) == 1 - c**t,
    "reflected": to_t(b ** (tau - 1)) == to_t(b ** (t - tau)),
    "empty sum": total(tau, 1, n, b ** (n - tau)) * (1 - b) == 1 - b**n,
    "powers of two": to_t(2**tau) == 2 ** (t + 1) - 2,
    "sum of whole numbers": to_t(tau) == t * (t + 1) / 2,
    "telescope": to_t(1 / (tau * (tau + 1))) == t / (t + 1),
    "arithmetic-geometric": to_t(tau * c ** (tau - 1)) * (1 - c) ** 2
    == 1 - (t + 1) * c**t + t * c ** (t + 1),
    "linearity": to_t(x * G[tau] + 2) == 2 * t + x * to_t(G[tau]),
    "last term": total(tau, 1, t + 1, x**tau) == x ** (t + 1) + to_t(x**tau),
    "shift": total(tau, 0, t - 1, x**tau) == to_t(x ** (tau - 1)),
    "products": product(tau, 1, t, tau / (tau + 1)) == 1 / (t + 1),
    "constant product": product(tau, 1, t, b) == b**t,
    "binomial": (z + y) ** 2 == z**2 + 2 * z * y + y**2,
    "root of a product": (x * y).sqrt() == x.sqrt() * y.sqrt(),
    "root of a square": (z**2).sqrt() == abs(z),
    "root of a known sign": (b * b - 2 * b + 1).sqrt() == 1 - b,
    "logarithm of a quotient": (x / (1 - q)).log() == x.log() - (1 - q).log(),
    "exponential": (z + 1).exp() == E * z.exp(),
    "power of a sum": x ** (y + 1) == x * x**y,
    "power of what may be 0": y ** (t + 1) == y * y**t,
    "power of a product": (b * x) ** t == b**t * x**t,
    "circle": z.sin() ** 2 + z.cos() ** 2 == 1,
    "pi": PI * z - z * PI == 0,
    "a whole turn": (2 * PI * t * (tau + j) / j + phi).cos() == (2 * PI * t * tau / j + phi).cos(),
    "the last root of unity": (2 * PI * (j - 1) / j).cos() == (2 * PI / j).cos(),
    "sum of angles": (z + phi).sin() == z.sin() * phi.cos() + z.cos() * phi.sin(),
    "product to sum": 2 * z.cos() * phi.cos() == (z - phi).cos() + (z + phi).cos(),
    "three times an angle": (3 * z).cos() == 4 * z.cos() ** 3 - 3 * z.cos(),
    "a twelfth of a turn": (PI / 6).sin() + (5 * PI / 6).cos() == (1 - number(3).sqrt()) / 2,
    "an index below another one": [G[tau] - G[tau] == 0, tau <= j, j <= t],
    "equal whole symbols": piecewise(t == j, t, t != j, j) == j,
    "maximum": largest(z, y) + least(z, y) == z + y,
    "gap": largest(z, y) - least(z, y) == abs(z - y),
    "exact branch": piecewise((b == 0), 1, (b != 0), (b + 1) / (b + 1)) == 1,
    "0 to a positive power": number(0) ** t == 0,
    "square of a norm": norm(g - z * h) ** 2
    == norm(g) ** 2 - 2 * z * dot(g, h) + z**2 * norm(h) ** 2,
    "mean of a constant": expectation(L, w, w[1] ** 2 + 3) == 3 + expectation(L, w, w[1] ** 2),
    "centred law": expectation(L, w, (z + w[1]) ** 2) == z**2 + expectation(L, w, w[1] ** 2),
    # With hypotheses.
    "a ratio that is not 1": [to_t(c ** (t - tau)) == (1 - c**t) / (1 - c), c != 1],
    "a sign that is known": [abs(z - y) == y - z, z <= y],
    "a maximum that is known": [largest(z, y) == y, z <= y],
    "equal symbols": [z * y == y**2, z == y],
    "a known value": [z**2 == 4, z == 2],
}

FALSE = {
    "half a turn": (PI * t * (tau + j) / j).cos() == (PI * t * tau / j).cos(),
    "a broken turn": (2 * PI * z + phi).cos() == phi.cos(),
    "a turn of another number": (2 * PI * t * (tau + j + 1) / j).cos()
    == (2 * PI * t * tau / j).cos(),
    "the sine of the last root": (2 * PI * (j - 1) / j).sin() == (2 * PI / j).sin(),
    "sum of angles with the other sign": (z + phi).cos()
    == z.cos() * phi.cos() + z.sin() * phi.sin(),
    "three times a sine": (3 * z).sin() == 4 * z.sin() ** 3 - 3 * z.sin(),
    "a third of a turn": (2 * PI / 3).sin() == F(1, 2),
    "an eighth of a turn": (PI / 4).cos() == F(1, 2),
    "an index that may be beyond another one": [G[tau] - G[tau] == 0, tau <= j + 1, j <= t],
    "symbols that may differ": piecewise(t == j, t, t != j, t) == j,
    "momentum, one off": average
    == (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b ** (t - 1)) * phi,
    "momentum, another sequence": average
    == (1 - b) * to_t(b ** (t - tau) * G[1]) + (1 - b**t) * phi,
    "true but at 0": b**n == piecewise((b == 0), 0, (b != 0), b**n),
    "0 to the power 0": number(0) ** n == 0,
    "power of two, one off": to_t(2**tau) == 2 ** (t + 1) - 1,
    "sum to a smaller end": total(tau, t, j, z) == z * (j - t + 1),
    "wrong branch": piecewise((b == 0), 5, (b != 0), 1) == 1,
    "missing branch": piecewise(z > 0, z) == z,
    "root of a square": (z**2).sqrt() == z,
    "maximum": largest(z, y) == y,
    "odd power of a sum": (z + y) ** 3 == z**3 + y**3,
    "outside the sequence": G[t + 1] - G[t + 1] == 0,
    "index below 1": to_t(G[tau - 1]) == to_t(G[tau - 1]),
    "divisor beside a sequence": G[1] * z / z == G[1],
    "linear in a law that is squared": expectation(L, w, w[1] ** 2) == 0,
    "a sign that is not known": [abs(z - y) == y - z, z <= y + 1],
    "a hypothesis about the number of an induction": [to_t(c**tau / c**tau * tau**2) == t, t <= 1],
    "no identity": x <= x,
    # Formulas without a normal form.
    "a function of the author's own": called == called,
    "too high a power": (z**200).exp() * z**300 == z**300 * (z**200).exp(),
}

MATRIX_TRUE = {
    "natural norm": dot(W, inverse(inverse(A) @ inverse(A).T) @ W) == dot(g, g),
    "square of a sum": (S + B) @ (S + B) == S @ S + S @ B + B @ S + B @ B,
    "cyclic trace": trace_of(A @ B @ S) == trace_of(S @ A @ B),
    "trace of a transpose": trace_of(A @ B @ S) == trace_of(S @ B.T @ A.T),
    "symmetric": S.T == S,
    "inverse of a product": inverse(A @ P) == inverse(P) @ inverse(A),
    "inverse of an inverse": inverse(inverse(A)) == A,
    "inverse of a transpose": inverse(A).T == inverse(A.T),
    "inverse of a multiple": inverse(x * A) == inverse(A) / x,
    "trace of the identity": trace_of(A @ inverse(A)) == d,
    "adjoint": dot(A @ g, h) == dot(g, A.T @ h),
    "norm of a multiple": norm(z * g) == abs(z) * norm(g),
    "resolvent": inverse(A) - inverse(P) == inverse(A) @ (P - A) @ inverse(P),
    "transpose of a product": (A @ B).T == B.T @ A.T,
    # A statement with a sequence shows that its entries exist, and that no divisor may be 0.
    "entries of a sequence": average == (1 - b) * to_t(b ** (t - tau) * G[tau]) + (1 - b**t) * phi,
    "a closed form": to_t(q ** (t - tau)) == (1 - q**t) / (1 - q),
}

MATRIX_FALSE = {
    "commuting": A @ B == B @ A,
    "commuting symmetric": S @ Q == Q @ S,
    "square of a sum": (S + B) @ (S + B) == S @ S + 2 * (S @ B) + B @ B,
    "wrong cycle": trace_of(A @ B @ S) == trace_of(A @ S @ B),
    "not symmetric": B.T == B,
    "transposed product of symmetric": (S @ Q).T == S @ Q,
    "inverse that may not exist": inverse(B) @ B @ g == g,
    "inverse of a semidefinite": inverse(Q) @ Q == inverse(A) @ A,
    "inverse of a product with one": inverse(A @ B) == inverse(B) @ inverse(A),
    "inverse of a sum": inverse(A + P) == inverse(A) + inverse(P),
    "inverse of a multiple that may be 0": inverse(z * A) == inverse(A) / z,
    "norm of a multiple": norm(z * g) == z * norm(g),
    "divisor that may be 0": dot(g, g) / norm(g) == norm(g),
    "other size": dot(g, k) == dot(k, g),
    "not the identity": A @ inverse(A.T) == A.T @ inverse(A),
    "not orthogonal": norm(A @ g) == norm(g),
    "beyond a sequence": G[t + 1] == 1 * G[t + 1],
    "divisor beside a sequence": G[1] * z / z == G[1],
    "a closed form that divides by 0": to_t(c ** (t - tau)) == (1 - c**t) / (1 - c),
    "no identity": dot(g, g) <= dot(g, g),
}
