"""Clauses over quotients of polynomials as SMT-LIB text, and what z3 says of them.

z3 runs as a program of its own for every query: what ran before leaves no trace, a crash costs one
answer, and besides z3's resource units its allocations are counted. The units alone do not stop it:
a single operation on large polynomials can take an hour.
"""

import functools
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.methods.reals.abstraction import Abstraction, Clause, Relation
from verify.methods.reals.polynomials import Ring, coefficients

MEGABYTES = 1500
DIGITS = 30


@dataclass(frozen=True)
class Answer:
    """``unsat``, ``sat`` with a rational point near a model, or ``unknown``."""

    verdict: str
    point: Mapping[str, Fraction]


@dataclass(frozen=True)
class Attempt:
    """One attempt: a tactic, its resource units and the allocations it may make."""

    tactic: str
    rlimit: int
    allocations: int


@dataclass(frozen=True)
class Terms:
    """Polynomials, and what the sign of one is seen to be (gt, ge, le or lt)."""

    ring: Ring
    sign: Callable[[Any], str | None]


class Formulas:
    """The text of one goal's formulas."""

    def __init__(self, terms: Terms | Abstraction) -> None:
        self.ring, self.sign = terms.ring, terms.sign
        self.names = {name: f"x{i}" for i, name in enumerate(terms.ring.names)}
        self.used: set[str] = set()

    def polynomial(self, polynomial: Any) -> str:
        """A polynomial."""
        parts = []
        for powers, c in coefficients(polynomial):
            factors = [number(c)] if c != 1 or not any(powers) else []
            for name, power in zip(self.ring.names, powers, strict=True):
                if power:
                    self.used.add(name)
                    factors += [self.names[name]] * power
            parts.append(f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0])
        if not parts:
            return "0.0"
        return f"(+ {' '.join(parts)})" if len(parts) > 1 else parts[0]

    def relation(self, relation: Relation) -> str:
        """A relation; where its denominator is zero it counts as true: nothing is claimed there."""
        top, bottom = self.polynomial(relation.ratio.top), relation.ratio.bottom
        shape = {
            "ge": "(>= {} 0.0)",
            "gt": "(> {} 0.0)",
            "eq": "(= {} 0.0)",
            "ne": "(not (= {} 0.0))",
        }[relation.op]
        if self.sign(bottom) == "gt":
            return shape.format(top)
        below = self.polynomial(bottom)
        if relation.op in ("eq", "ne"):
            return f"(or (= {below} 0.0) {shape.format(top)})"
        return (
            f"(or (= {below} 0.0) (and (> {below} 0.0) {shape.format(top)})"
            f" (and (< {below} 0.0) {shape.format(f'(- {top})')}))"
        )

    def clause(self, clause: Clause) -> str:
        """One of the relations."""
        literals = [self.relation(r) for r in clause]
        return f"(or {' '.join(literals)})" if len(literals) > 1 else literals[0]

    def bound(self, name: str, op: str, value: int) -> str:
        """``name <= value`` (le) or ``name >= value`` (ge)."""
        return f"({'<=' if op == 'le' else '>='} {self.names[name]} {number(Fraction(value))})"

    def script(self, formulas: Sequence[str], tactic: str) -> str:
        """The conjunction of the formulas and of the signs of the generators in them."""
        used = [name for name in self.ring.names if name in self.used]
        lines = [f"(declare-const {self.names[name]} Real)" for name in used]
        for name in used:
            if sign := self.ring.signs.get(name):
                relation = ">" if sign == "positive" else ">="
                lines.append(f"(assert ({relation} {self.names[name]} 0.0))")
        lines += [f"(assert {formula})" for formula in formulas]
        lines.append(f"(check-sat-using {tactic})")
        if used:
            values = f"(get-value ({' '.join(self.names[name] for name in used)}))"
            lines += [values, "(set-option :pp.decimal true)"]
            lines += [f"(set-option :pp.decimal_precision {DIGITS})", values]
        return "\n".join(lines) + "\n"

    def ask(self, formulas: Sequence[str], attempt: Attempt) -> Answer:
        """What z3 says of the conjunction within the counts of one attempt.

        Raises:
            FileNotFoundError: z3's program is not there.
        """
        verdict, _, rest = _said(self.script(formulas, attempt.tactic), attempt).partition("\n")
        if verdict == "unsat" or verdict != "sat":
            return Answer("unsat" if verdict == "unsat" else "unknown", {})
        by_text = {text: name for name, text in self.names.items()}
        values = {by_text[text]: value for text, value in read_values(rest).items()}
        return Answer("sat", {n: values.get(n, self._inside(n)) for n in self.ring.names})

    def _inside(self, name: str) -> Fraction:
        return Fraction(int(self.ring.signs.get(name) == "positive"))


@functools.lru_cache(maxsize=2000)
def _said(script: str, attempt: Attempt) -> str:
    """What z3 prints; two provers ask the same of one goal."""
    limits = [
        f"rlimit={attempt.rlimit}",
        f"memory_max_alloc_count={attempt.allocations}",
        f"memory_max_size={MEGABYTES}",
    ]
    done = subprocess.run(
        [program(), "-in", *limits], input=script, capture_output=True, text=True, check=False
    )
    return done.stdout


@functools.cache
def program() -> str:
    """The path of z3's program, which its Python package installs.

    Raises:
        FileNotFoundError: it is not there.
    """
    beside = Path(sysconfig.get_path("scripts")) / "z3"
    found = str(beside) if beside.exists() else shutil.which("z3")
    if found is None:
        raise FileNotFoundError("z3 must be installed (package z3-solver). Found no program z3.")
    return found


def number(value: Fraction) -> str:
    """A rational in SMT-LIB."""
    size = f"{abs(value.numerator)}.0"
    if value.denominator != 1:
        size = f"(/ {size} {value.denominator}.0)"
    return size if value >= 0 else f"(- {size})"


def read_values(text: str) -> dict[str, Fraction]:
    """The values that z3 printed: exactly where rational, else as decimals."""
    found: dict[str, Fraction] = {}
    tokens = re.findall(r"[()]|[^\s()]+", text)
    for answer in _trees(tokens):
        for pair in answer:
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str):
                value = _rational(pair[1])
                if value is not None:
                    found.setdefault(pair[0], value)
    return found


def _trees(tokens: list[str]) -> list[list[Any]]:
    stack: list[list[Any]] = [[]]
    for token in tokens:
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                break
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(token)
    return [tree for tree in stack[0] if isinstance(tree, list)]


def _rational(tree: Any) -> Fraction | None:
    if isinstance(tree, str):
        try:
            return Fraction(tree.rstrip("?"))
        except ValueError:
            return None
    parts = [_rational(t) for t in tree[1:]]
    numbers = [p for p in parts if p is not None]
    if len(numbers) != len(parts):
        return None
    if tree[0] == "-" and len(numbers) == 1:
        return -numbers[0]
    if tree[0] == "/" and len(numbers) == 2 and numbers[1] != 0:
        return numbers[0] / numbers[1]
    return None
