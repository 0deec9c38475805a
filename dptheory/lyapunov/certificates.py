"""Certificates as data: the mappings that ``verify/kernel.py`` reads, with rationals as strings.

A feasible certificate holds method, parameters, rho^2, P, c0 and c; a lower bound or a proof of
infeasibility holds a dual matrix Z or the curvature of a quadratic. No LMI matrix is stored:
whoever checks one builds it.
"""

import json
import os
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.files import write_atomically
from dptheory.lyapunov.lmi import Symmetric2
from dptheory.methods import Matrix, Method

Certificate = dict[str, Any]


def _head(kind: str, method: Method, mu: Fraction, smoothness: Fraction) -> Certificate:
    return {
        "kind": kind,
        "method": method.name,
        "alpha": str(Fraction(method.alpha)),
        "beta": str(Fraction(method.beta)),
        "eta": str(Fraction(method.eta)),
        "mu": str(Fraction(mu)),
        "L": str(Fraction(smoothness)),
    }


def _strings(matrix: Matrix) -> list[list[str]]:
    return [[str(Fraction(entry)) for entry in row] for row in matrix]


def feasible(
    method: Method,
    mu: Fraction,
    smoothness: Fraction,
    rho2: Fraction,
    P: Symmetric2,
    c0: Fraction,
    c: Fraction,
) -> Certificate:
    """V = xi^T P xi + c (F - F*) falls by rho^2 a step; scaled to tr P + c = 1."""
    scale = P[0] + P[2] + c
    p11, p12, p22 = (entry / scale for entry in P)
    return _head("feasible", method, mu, smoothness) | {
        "rho2": str(rho2),
        "P": _strings(((p11, p12), (p12, p22))),
        "c0": str(c0 / scale),
        "c": str(c / scale),
    }


def lower(
    method: Method,
    mu: Fraction,
    smoothness: Fraction,
    rho2: Fraction,
    *,
    Z: Matrix | None = None,
    curvature: Fraction | None = None,
) -> Certificate:
    """No certificate exists at this rho^2 or below; for rho^2 = 1: at no rho < 1."""
    kind, tail = ("infeasible", {}) if rho2 == 1 else ("lower", {"rho2": str(rho2)})
    if Z is not None:
        return _head(kind, method, mu, smoothness) | tail | {"Z": _strings(Z)}
    return _head(kind, method, mu, smoothness) | tail | {"curvature": str(curvature)}


def solution(certificate: Mapping[str, Any]) -> tuple[Symmetric2, Fraction, Fraction, Fraction]:
    """(P, c0, c, rho^2) of a feasible certificate."""
    (p11, p12), (_, p22) = certificate["P"]
    P = Fraction(p11), Fraction(p12), Fraction(p22)
    return P, Fraction(certificate["c0"]), Fraction(certificate["c"]), Fraction(certificate["rho2"])


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
        raise ValueError(f"a certificate must be a JSON object. Found {certificate!r}.")
    return certificate
