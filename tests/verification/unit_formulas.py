"""Units of formulas, and what is said of quantities that do not go together."""

from fractions import Fraction
from typing import Any

from verify.display.latex import tex
from verify.language import (
    PI,
    dot,
    each,
    entries,
    expectation,
    external,
    in_words,
    index,
    inverse,
    largest,
    law,
    matrix,
    natural,
    norm,
    norm1,
    notation,
    number,
    piecewise,
    positive,
    product,
    quantity,
    real,
    says,
    sequence,
    tends,
    total,
    trace_of,
    vector,
)

V = notation(
    F=real("F", unit="loss"),
    L=positive("L", unit="loss/length^2"),
    alpha=positive(r"\alpha", unit="length^2/loss"),
    G=positive("G", unit="gradient"),
    s=positive("s", unit="length"),
    beta=positive(r"\beta", unit="1"),
    p=positive("p", unit="probability"),
    n=natural("n"),
    g=sequence("n", "g", unit="gradient"),
    x=vector(2, "x", unit="length"),
    u=vector(2, "u", unit="gradient"),
    H=matrix(2, "H", unit="loss/length^2"),
    law=law(r"\mathcal L", unit="gradient"),
)
F, L, alpha, G, s, beta, p, n, g, x = V.F, V.L, V.alpha, V.G, V.s, V.beta, V.p, V.n, V.g, V.x
u, H = V.u, V.H

tau = index("tau")
e = index("e")
solver = external("solver", abs, F)


def sides(left: Any, right: Any, **fields: Any) -> Any:
    return says(tex(V, left) <= tex(V, right), **fields)


UNITS = [
    (alpha * L, ""),
    (G**2 * alpha, "loss=1"),
    (F + L * s**2 / 2, "loss=1"),
    (F - 0, "loss=1"),
    (0 + F, "loss=1"),
    (largest(0, G), "loss=1 length=-1"),
    ((L / alpha).sqrt(), "loss=1 length=-2"),
    (G ** Fraction(1, 2), "loss=1/2 length=-1/2"),
    (G ** (number(3) - 1), "loss=2 length=-2"),
    (beta**n, ""),
    ((-alpha * L).exp(), ""),
    ((1 + p).log(), ""),
    (PI * s, "length=1"),
    (quantity(0.01, "gradient") + G, "loss=1 length=-1"),
    (abs(F), "loss=1"),
    (g[n], "loss=1 length=-1"),
    (total(tau, 1, n, beta**tau * g[tau]), "loss=1 length=-1"),
    (product(tau, 1, n, 1 - alpha * L), ""),
    (product(tau, 1, 3, s), "length=3"),
    (dot(x, u), "loss=1"),
    (norm(H @ x), "loss=1 length=-1"),
    (norm1(x) + norm(x), "length=1"),
    (inverse(H) @ u, "length=1"),
    (trace_of(H.T), "loss=1 length=-2"),
    (piecewise(G <= 0, F, G > 0, 2 * F), "loss=1"),
    (expectation(V.law, e, norm(e) ** 2 * alpha), "loss=1"),
    (entries(F, 2 * F), "loss=1"),
    # A bound index is a pure number, whatever its letter means outside.
    (total(s, 1, 3, s + 1), ""),
    # An unknown part takes the unit of its neighbour; alone it is unknown.
    (solver + F, "loss=1"),
    (solver * s, "unknown"),
    (number(0), "unknown"),
    (0 * F, "unknown"),
    (entries(F, s), "unknown"),
    (index("unheard"), "unknown"),
]

CLASHES = [
    (G - 1, "$G-1$ subtracts a pure number from a gradient"),
    (F + G, "$F+G$ adds a gradient to a loss"),
    (largest(F, s), r"$\max(F, s)$ compares a loss with a length"),
    (s.exp(), "$e^s$ applies exp to a length"),
    ((F / s**2).log(), r"$\ln\left(\frac{F}{s^2}\right)$ applies log to a loss/length^2"),
    (beta**s, "applies pow to a length"),
    (s**n, "$s^n$ raises a length to a power that varies"),
    (s**beta, "to a power that varies"),
    (product(tau, 1, n, s), "multiplies a length a varying number of times"),
    (total(tau, 1, n, tau + s), "adds a length to a pure number"),
    (g[n] + x[1], "adds a length to a gradient"),
    (external("solver", abs, F + s), "adds a length to a loss"),
    (piecewise(G <= F, F), "compares a gradient with a loss"),
    (alpha + s, "adds a length to a length^2/loss"),
    (beta + 1 / s, "adds a 1/length to a pure number"),
]

# What is said of a statement's sides; nothing where they agree.
SIDES = [
    (sides("F", r"\frac{L}{2}s"), "left side has unit loss, right side gradient"),
    (sides("F", "LF"), "left side has unit loss, right side loss^2/length^2"),
    (sides("F", r"\frac{L}{2}s^2"), ""),
    (sides("G-1", "G"), "$G-1$ subtracts a pure number from a gradient"),
    (sides("F", "Ls^2", given=["s >= 1"]), ""),
    (each(F == L * s**2, s == G), "left side has unit length, right side gradient"),
    (0 <= F, ""),
    (tends(F / n, n, "oo", 0), ""),
    (tends(s * G, s, 0, G), "left side has unit loss, right side gradient"),
    (tends(s * G, s, 1, F), "left side has unit length, right side 1"),
    (in_words(V, "it works", lambda F: True), ""),
]
