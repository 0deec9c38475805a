"""A certificate as a theorem for Coq: python -m verify.coq.export CERT.json -o FILE.v

The file states in full what the certificate says, gives its numbers and uses the theorem of
``Theory.v`` for its kind. Nothing is checked here: Coq does.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from verify import kernel

Record = Mapping[str, Any]
NAMED = {"gradient": ("0", "0"), "heavy-ball": ("beta", "0"), "nesterov": ("beta", "beta")}
HEAD = "From certificates Require Import Theory Floor Horizon.\n"
MOVES, PAST = 6, 4  # what a floor's V reads of x, the moves before, and the gradients before
TAIL = "Print Assumptions certified.\n"


class Unsupported(ValueError):
    """A certificate of a kind for which the theory has no theorem."""


def number(value: Any) -> str:
    """A rational number of Coq."""
    ratio = Fraction(value)
    return f"({ratio.numerator} # {ratio.denominator})%Q"


def row(values: Sequence[Any]) -> str:
    """A list of rational numbers."""
    return (
        "["
        + "; ".join(f"{Fraction(v).numerator} # {Fraction(v).denominator}" for v in values)
        + "]%Q"
    )


def rows(matrix: Sequence[Sequence[Any]]) -> str:
    """A list of such lists."""
    return "[" + ";\n    ".join(map(row, matrix)) + "]"


def multipliers(points: str, given: Mapping[str, Any]) -> str:
    """Those of all pairs of points, in the theory's order; 0 where none is given."""
    return row([given.get(i + j, 0) for i, j in product(points, repeat=2)])


def method(statement: Record) -> str:
    """Step size, momentum and extrapolation of the method of that name."""
    beta, eta = NAMED.get(statement["method"], ("beta", "eta"))
    return " ".join(number(0 if key == "0" else statement[key]) for key in ("alpha", beta, eta))


def lyapunov(witness: Record) -> str:
    """V and its multipliers; where y is x, x is a point of its own without weight."""
    Q, q, lower = witness["Q"], witness["q"], witness["lower"]
    if len(q) == 1:  # V reads F at y, the error is at x
        Q, q, lower = [*([*r, "0"] for r in Q), ["0"] * 4], [*q, "0"], lower | {"yx": "1"}
    fields = {
        "Q_": rows(Q),
        "q_": row(q),
        "decrease": multipliers("yxnzs", witness["decrease"]),
        "lower": multipliers("yxs", lower),
        "start": multipliers("ys", witness["start"]),
    }
    return "{| " + ";\n  ".join(f"{name} := {value}" for name, value in fields.items()) + " |}"


def rate(statement: Record, witness: Record) -> str:
    """A rate, without noise."""
    mu, L, rho2, C = (number(statement[key]) for key in ("mu", "L", "rho2", "C"))
    return f"""Definition witness := {lyapunov(witness)}.
Theorem certified : forall (E : space) (F : E -> R) (G : E -> E) (s : E) (x last : nat -> E),
  strongly_convex_smooth {mu} {L} F G -> minimises F s -> run {method(statement)} G x last ->
  forall t, F (x t) - F s <= {C} * {rho2} ^ t * (F (x 0%nat) - F s).
Proof. apply rate_certified with (w := witness). vm_cast_no_check (eq_refl true). Qed.
"""


def noise(statement: Record, witness: Record) -> str:
    """A rate under noise."""
    mu, L, rho2, C, c = (number(statement[key]) for key in ("mu", "L", "rho2", "C", "c"))
    return f"""Definition witness := {lyapunov(witness)}.
Theorem certified : forall (E : space) (F : E -> R) (G : E -> E) (s : E) (outcome : Type)
    (P : expectation outcome) (x last w : nat -> outcome -> E),
  strongly_convex_smooth {mu} {L} F G -> minimises F s -> unbiased P (x 0%nat) w ->
  (forall o, noisy_run {method(statement)} G
    (fun t => w t o) (fun t => x t o) (fun t => last t o)) ->
  forall t, mean P (fun o => F (x t o) - F s) <=
    {C} * {rho2} ^ t * mean P (fun o => F (x 0%nat o) - F s)
    + {c} * faded {rho2} (fun k => mean P (fun o => <<w k o, w k o>>)) t.
Proof.
  apply noise_certified with (w := witness) (m := {row(witness["noise"])}).
  vm_cast_no_check (eq_refl true).
Qed.
"""


def padded(matrix: Sequence[Sequence[Any]], moves: int) -> list[list[Any]]:
    """The form with a row for each of the theory's moves and gradients before."""
    past = len(matrix) - moves
    place = [*range(moves), *range(MOVES, MOVES + past)]
    full: list[list[Any]] = [[0] * (MOVES + PAST) for _ in range(MOVES + PAST)]
    for i, values in zip(place, matrix, strict=True):
        for j, value in zip(place, values, strict=True):
            full[i][j] = value
    return full


def floor(statement: Record, witness: Record) -> str:
    """The mean over time of an error under noise."""
    values = witness["values"]
    moves = len(witness["form"]) - len(values)
    if moves > MOVES:
        raise Unsupported(f"V must read at most {MOVES - 1} moves. Found {moves - 1}.")
    mu, L, c = (number(statement[key]) for key in ("mu", "L", "c"))
    error = statement["says"].capitalize()
    last = f"{{| form_ := {rows(padded(witness['form'], moves))};\n  values := {row(values)}"
    return f"""Definition witness := {last};
  fall := {multipliers("abcdexs", witness["decrease"])};
  above := {multipliers("bcdes", witness["lower"])} |}}.
Theorem certified : forall (E : space) (F : E -> R) (G : E -> E) (s start : E),
  strongly_convex_smooth {mu} {L} F G -> minimises F s ->
  exists V0, forall (outcome : Type) (P : expectation outcome) (x last w : nat -> outcome -> E),
  unbiased P (x 0%nat) w -> (forall o, x 0%nat o = start) ->
  (forall o, noisy_run {method(statement)} G
    (fun t => w t o) (fun t => x t o) (fun t => last t o)) ->
  forall T, total_of (fun t => mean P (fun o => measured F G s {error} (x t o))) T
    <= V0 + {c} * total_of (fun t => mean P (fun o => <<w t o, w t o>>)) T.
Proof. apply floor_certified with (w := witness). vm_cast_no_check (eq_refl true). Qed.
"""


BEGUN = {"value": ("Gap", "F (x []) - F s"), "distance": ("Square", "<<x [] [-] s, x [] [-] s>>")}


def horizon(statement: Record, witness: Record) -> str:
    """The error after N steps, under noise whose law may depend on the past."""
    mu, L, gain = (number(statement[key]) for key in ("mu", "L", "gain"))
    weights, (name, error) = row(statement["weights"]), BEGUN[statement["says"]]
    steps = len(statement["weights"])
    groups: list[list[str]] = [[] for _ in range(steps + 1)]
    for i, j, k, weight in witness["pairs"]:
        groups[int(j)].append(f"({int(i)}%nat, {int(k)}%nat, {number(weight)})")
    pairs = ";\n    ".join(f"[{'; '.join(group)}]" for group in groups)
    return f"""Definition witness := {{| minimiser := {row(witness["minimiser"])};
  pairs := [{pairs}] |}}.
Theorem certified : forall (E : space) (F : E -> R) (G : E -> E) (s : E)
    (next : list E -> law E) (x last : list E -> E),
  strongly_convex_smooth {mu} {L} F G -> minimises F s ->
  (forall h, fair (next h)) -> silent {weights} next -> tree_run {method(statement)} G x last ->
  ahead next {steps} [] (fun h => F (x h) - F s) <= {gain} * ({error})
    + total_of (fun t => nth t {weights} 0%Q * size_of next t) {steps}.
Proof.
  apply (horizon_certified {method(statement)} {mu} {L} {gain} {weights} {name} witness).
  vm_cast_no_check (eq_refl true).
Qed.
"""


KINDS: Mapping[tuple[str, str], Callable[[Record, Record], str]] = {
    ("interpolation", "rate"): rate,
    ("interpolation", "noise"): noise,
    **{("floor", error): floor for error in ("value", "distance", "gradient")},
    **{("horizon", error): horizon for error in BEGUN},
}


def export(document: Record) -> str:
    """The theorem of a certificate. Unsupported where the theory has none for its kind."""
    kind = document["kind"], document["statement"]["says"]
    if kind not in KINDS:
        raise Unsupported(f"the kind must be one of {sorted(KINDS)}. Found {kind}.")
    return HEAD + KINDS[kind](document["statement"], document["witness"]) + TAIL


def main(arguments: Sequence[str]) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m verify.coq.export", description=__doc__)
    parser.add_argument("certificate", metavar="CERT.json")
    parser.add_argument("-o", "--output", metavar="FILE.v", required=True)
    asked = parser.parse_args(arguments)
    try:
        text = export(kernel.load(asked.certificate))
    except Unsupported as error:
        print(error, file=sys.stderr)
        return 2
    Path(asked.output).write_text(text, encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
