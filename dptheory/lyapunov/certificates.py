"""Certificates as data: the envelopes that ``verify/kernel.py`` reads, with rationals as strings.

The statement holds what is claimed: method, parameters and, but for infeasibility, rho^2. The
witness holds what proves it: P, c0 and c of a feasible inequality; a dual matrix Z or the curvature
of a quadratic for a lower bound or infeasibility. No LMI matrix is stored: whoever checks one
builds it. Example: ``docs/lmi.md``, section 9.
"""

import json
import math
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq

from dptheory.errors import ArgumentError
from dptheory.files import write_atomically
from dptheory.lyapunov import interpolation
from dptheory.lyapunov.cycles import Cycle
from dptheory.lyapunov.duals import Dual
from dptheory.lyapunov.full_exact import multipliers, ratio, rational
from dptheory.lyapunov.interpolation import Array, Scaled
from dptheory.lyapunov.lmi import Candidate
from dptheory.lyapunov.sdp import EVERY, Moments
from dptheory.methods import Matrix, Method, StateSpace
from dptheory.numbers import Number
from dptheory.ranges import count

Certificate = dict[str, Any]
At = tuple[Method | StateSpace, Fraction, Fraction]  # method, mu and L
DIGITS, NOISE_DIGITS = 6, 12  # of constants


def _envelope(
    says: str,
    method: Method | StateSpace,
    mu: Fraction,
    smoothness: Fraction,
    rho2: Fraction | None,
    witness: dict[str, Any],
) -> Certificate:
    numbers: dict[str, Number] = {"mu": mu, "L": smoothness}
    if rho2 not in (None, 1):
        numbers["rho2"] = rho2
    statement: dict[str, Any] = {"says": says}
    if isinstance(method, StateSpace):
        B, C = _strings((method.B, method.C))
        statement["matrices"] = {"A": _strings(method.A), "B": B, "C": C}
    else:
        own = {"alpha": method.alpha, "beta": method.beta, "eta": method.extrapolation}
        statement["method"], numbers = method.name, own | numbers
    statement |= {name: str(Fraction(value)) for name, value in numbers.items()}
    return {"kind": "rate", "version": 1, "statement": statement, "witness": witness}


def _strings(matrix: Matrix) -> list[list[str]]:
    return [[str(Fraction(entry)) for entry in row] for row in matrix]


def feasible(method: Method, mu: Fraction, smoothness: Fraction, found: Candidate) -> Certificate:
    """V = xi^T P xi + c (F - F*) falls by rho^2 a step; scaled to tr P + c = 1."""
    scale = found.P[0] + found.P[2] + found.c
    p11, p12, p22 = (entry / scale for entry in found.P)
    witness = {
        "P": _strings(((p11, p12), (p12, p22))),
        "c0": str(found.c0 / scale),
        "c": str(found.c / scale),
    }
    return _envelope("feasible", method, mu, smoothness, found.rho2, witness)


def lower(
    method: Method, mu: Fraction, smoothness: Fraction, rho2: Fraction, dual: Dual
) -> Certificate:
    """No certificate exists at this rho^2 or below; for rho^2 = 1: at no rho < 1."""
    witness = {"curvature": str(dual.curvature)} if dual.Z is None else {"Z": _strings(dual.Z)}
    says = "infeasible" if rho2 == 1 else "lower"
    return _envelope(says, method, mu, smoothness, rho2, witness)


def rounded_up(x: Fraction, digits: int = DIGITS) -> Fraction:
    """A positive number, rounded up to so many decimal digits, 1 to 100.

    Raises:
        ValueError: digits is out of its range.
    """
    return math.ceil(x / _unit(x, digits)) * _unit(x, digits)


def rounded_down(x: Fraction, digits: int = NOISE_DIGITS + 1) -> Fraction:
    """The same, rounded down."""
    return math.floor(x / _unit(x, digits)) * _unit(x, digits)


def _unit(x: Fraction, digits: int) -> Fraction:
    count("digits", digits, 1, 100)
    return Fraction(10) ** (math.floor(math.log10(x)) + 1 - digits)


def interpolated(at: At, rho2: Fraction, values: Mapping[str, Fraction]) -> Certificate:
    """V of the full inequality falls by rho^2 a step; scaled to V >= F(x) - F*.

    C and c are rounded up to a few digits, as the inequality allows.

    Args:
        at: method, mu and L. values: the unknowns of :mod:`dptheory.lyapunov.interpolation`, start
            included, and the noise where c is among them.
    """
    method, mu, smoothness = at
    scaled, unit, r = rational(interpolation.scaled(*at)), ratio(smoothness), ratio(rho2)
    names, m = scaled.names, scaled.m
    C = rounded_up(values["C"] / values["s"])
    known = {name: ratio(value) for name, value in {**values, "C": C * values["s"]}.items()}
    scale = known["s"]
    height = unit * (1 - m) / (2 * scale)  # of V, where it bounds F(x) - F*
    weights = interpolation.value_weights(names, known)
    turned = _without_curvature(scaled, unit)
    entry = {i + j: known[i + j] for i, j in map(tuple, names.form)}
    entry |= {j + i: entry[i + j] for i, j in map(tuple, names.form)}
    Q = np.array([[entry[i + j] for j in names.state] for i in names.state])
    Q = turned.T @ Q @ turned
    for i, weight in weights.items():
        point = interpolation.signals(scaled)[names.step.index(i), : len(Q)]
        Q = Q - m / (1 - m) * weight * np.outer(point, point)
    witness: dict[str, Any] = {
        "Q": texts(height * Q),
        "q": [str(weight / scale) for weight in weights.values()],
    }
    for block in EVERY:
        found = multipliers(names, block, known, r)
        witness[block] = {pair: str(weight / scale) for pair, weight in found.items()}
    numbers = {"C": C}
    if "c" in values:
        numbers["c"] = rounded_up(
            values["c"] * (smoothness - mu) / (2 * values["s"] * smoothness**2)
        )
        mean = np.array([known[f"m{i}"] for i in names.state]) @ turned
        witness["noise"] = texts(height / unit * mean)
    said = _envelope("noise" if "c" in values else "rate", method, mu, smoothness, rho2, witness)
    said["statement"] |= {name: str(value) for name, value in numbers.items()}
    return said | {"kind": "interpolation"}


def texts(numbers: Array) -> Any:
    """An array of rationals as lists of strings."""
    return np.array([*map(str, numbers.ravel())], dtype=object).reshape(numbers.shape).tolist()


def _without_curvature(at: Scaled, smoothness: fmpq) -> Array:
    """How what V reads follows from x, the last move and the gradients of F."""
    size = len(at.names.state)
    unit, whole = np.eye(size, dtype=int), interpolation.true_gradients(at)[:size, :size]
    found: Array = unit + (unit - whole) / (1 - at.m)
    found[:, 1 + len(at.B) :] /= smoothness
    return found


def per_noise(kind: str, at: At, of: str, c: Fraction, witness: dict[str, Any]) -> Certificate:
    """A bound of what is named per unit of E|w|^2.

    Args:
        kind: "floor", from above; "shock" or "radial", from below.
        at: method, mu and L. c: rounded to a few digits, to the safe side.
        witness: what the kernel reads.
    """
    said = _envelope(of, *at, None, witness)
    up = kind == "floor"
    said["statement"]["c"] = str(rounded_up(c, NOISE_DIGITS) if up else rounded_down(c))
    return said | {"kind": kind}


def after_steps(
    kind: str,
    at: At,
    start: str,
    numbers: Mapping[str, Fraction | Sequence[Fraction]],
    witness: dict[str, Any],
) -> Certificate:
    """A bound of the error after some steps.

    Args:
        kind: "horizon", from above; "tree", from below. at: method, mu and L.
        start: what is known of it. numbers, witness: what the kernel reads.
    """
    said = _envelope(start, *at, None, witness)
    for name, value in numbers.items():
        text = str(value) if isinstance(value, Fraction) else [*map(str, value)]
        said["statement"][name] = text
    return said | {"kind": kind}


def without(at: At, rho2: Fraction, proof: Fraction | Cycle | Moments) -> Certificate:
    """No V of the full inequality at this rho^2 or below; for rho^2 = 1: at no rho < 1.

    Args:
        proof: the curvature of a quadratic, a cycle, or moments of a step, those of H.
    """
    method, mu, smoothness = at
    if isinstance(proof, Fraction):
        witness: dict[str, Any] = {"curvature": str(proof)}
    elif isinstance(proof, Cycle):
        height = smoothness / (2 * (1 - mu / smoothness))
        witness = {"cycle": _strings(proof.points), "value": str(proof.value * height)}
    else:
        scaled = rational(interpolation.scaled(*at))
        names, m = scaled.names, scaled.m
        turned = interpolation.true_gradients(scaled)
        turned[1 + len(scaled.B) :] *= ratio(smoothness)
        rows = interpolation.signals(scaled)[:, :-1]
        points = rows[[names.step.index(point) for point in (*names.now, *names.later)]]
        squares = ((points @ proof.step) * points).sum(axis=1)
        heights = ratio(smoothness) / 2 * ((1 - m) * proof.values + m * squares)
        witness = {"step": texts(turned @ proof.step @ turned.T), "values": texts(heights)}
    says = "infeasible" if rho2 == 1 else "lower"
    return _envelope(says, method, mu, smoothness, rho2, witness) | {"kind": "interpolation"}


def solution(certificate: Mapping[str, Any]) -> Candidate:
    """What a feasible certificate holds."""
    witness, rho2 = certificate["witness"], Fraction(certificate["statement"]["rho2"])
    (p11, p12), (_, p22) = witness["P"]
    P = Fraction(p11), Fraction(p12), Fraction(p22)
    return Candidate(rho2, P, Fraction(witness["c0"]), Fraction(witness["c"]))


def write(certificate: Certificate, path: str | os.PathLike[str]) -> None:
    """Write a certificate as JSON, whole or not at all.

    Raises:
        OSError: the file cannot be written.
    """
    write_atomically(Path(path), json.dumps(certificate, indent=1) + "\n")


def read(path: str | os.PathLike[str]) -> Certificate:
    """Read a certificate; whether it proves anything is the kernel's decision.

    Raises:
        OSError: the file cannot be read.
        ValueError: the file is not a JSON object.
    """
    certificate = json.loads(Path(path).read_text(encoding="utf-8"))
    if not isinstance(certificate, dict):
        raise ArgumentError(f"a certificate must be a JSON object. Found {certificate!r}.")
    return certificate
