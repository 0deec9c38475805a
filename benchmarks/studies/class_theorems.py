"""Theorems about every function: ``python -m benchmarks.studies.class_theorems [--pepit]``.

Each is judged in mode standard as a claim, and its neighbour (a constant 1 % smaller, or a
hypothesis less) too; with ``--pepit`` the value that PEPit computes for an instance stands beside
that of the statement. Exit status 1 where a theorem is not verified, a neighbour not refuted, or
two values differ by more than 10^-6.
"""

import argparse
import importlib
import sys
import time
from fractions import Fraction
from typing import Any

from benchmarks.studies.theorems_of_classes import INSTANCES, LONG, THEOREMS, Theorem
from verify.formula.evaluate import EXACT, evaluate
from verify.formula.expression import free_names, lift
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language import Draft, claim
from verify.methods.context import Context

CLOSE = 1e-6
START = {"argmin_f": (0,), "min_f": 0, "f_x_0": 1, "x": (1,), "y": (0,), "z": (1,)}
AT_REST = ("halpern_iteration", "proximal_gradient")  # those whose least point is z


def value(theorem: Theorem, setting: dict[str, Any], name: str) -> Fraction:
    """The bound at a setting, from a start of distance 1 or of value 1."""
    known = {**START, **({"z": (0,)} if name in AT_REST else {}), "p": (0,), **setting}
    names = free_names(lift(theorem.right))
    point = {n: known.get(n, (0,) if n.startswith("grad_") else 0) for n in names}
    return Fraction(evaluate(lift(theorem.right), point, EXACT))


def pepit(module: str, name: str, arguments: dict[str, Any]) -> float:
    """What PEPit computes."""
    example = getattr(importlib.import_module(f"PEPit.examples.{module}"), f"wc_{name}")
    found, _ = example(**arguments, wrapper="cvxpy", solver="CLARABEL", verbose=-1)
    return float(found)


def judged(draft: Draft) -> tuple[ClaimRecord, float]:
    """The record of a statement, and the processor time that it took."""
    start = time.process_time()
    record = run_claim(claim("study/one", "a study", "a theorem", draft), Context("standard"))
    return record, time.process_time() - start


def main(arguments: list[str] | None = None) -> int:
    """Print a line a theorem."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--pepit", action="store_true")
    options = parser.parse_args(arguments)
    wrong, total = 0, 0.0
    print(f"{'theorem':36} {'verdict':9} {'s':>5} {'neighbour':9} {'s':>5}  ours, PEPit's")
    for name, theorem in {**THEOREMS, **LONG}.items():
        if options.names and not any(part in name for part in options.names):
            continue
        (true, first), (false, second) = judged(theorem.true), judged(theorem.refuted)
        beside, differ = "", False
        if name in INSTANCES:
            module, example, setting, asked = INSTANCES[name]
            ours = value(theorem, setting, example)
            beside = f"{float(ours):.6f} ({ours})"
            if options.pepit:
                theirs = pepit(module, example, asked)
                beside += f", {theirs:.6f}"
                differ = abs(float(ours) - theirs) > CLOSE
        wrong += true.verdict != "verified" or false.verdict != "refuted" or differ
        total += first + second
        line = f"{name:36} {true.verdict:9} {first:5.1f} {false.verdict:9} {second:5.1f}  {beside}"
        print(line.rstrip(), flush=True)
    print(f"{total:.0f} s of processor time; {wrong} not as they should be")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
