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
HEAD = "From certificates Require Import Theory Floor Horizon Grouping Inequality Drift.\n"
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


def parameters(statement: Record) -> list[Any]:
    """Step size, momentum and extrapolation of the method of that name."""
    beta, eta = NAMED.get(statement["method"], ("beta", "eta"))
    return [0 if key == "0" else statement[key] for key in ("alpha", beta, eta)]


def method(statement: Record) -> str:
    """These as Coq's."""
    return " ".join(map(number, parameters(statement)))


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


def feasible(statement: Record, witness: Record) -> str:
    """A rate by the matrix inequality: its inequalities are among those of interpolation.

    V >= (c + 2 s/L)(F - F*), as in the kernel; here V is over this constant.
    """
    mu, L, rho2 = (Fraction(statement[key]) for key in ("mu", "L", "rho2"))
    (p11, p12), (_, p22) = (map(Fraction, line) for line in witness["P"])
    c0, c = Fraction(witness["c0"]), Fraction(witness["c"])
    curved = p11 - p12**2 / p22 if p22 else p11
    if not mu < L or c + 2 * curved / L <= 0:
        raise Unsupported("mu must be below L, and the constant of V positive. Found otherwise.")
    p11, p12, p22, c0, c = (v / (c + 2 * curved / L) for v in (p11, p12, p22, c0, c))
    two, begun = 2 * (L - mu) * c0, 2 * (p11 + 2 * p12 + p22) / mu
    decrease = {"xy": rho2 * c, "yz": c, "sy": (1 - rho2) * c + two, "ys": two}
    none = [0] * 4
    found = {
        "Q": [[p11 + 2 * p12 + p22, -p12 - p22, 0, 0], [-p12 - p22, p22, 0, 0], none, none],
        "q": [0, c],
        "decrease": decrease,
        "lower": {"sx": 1 - c},
        "start": {"ys": begun},
    }
    return rate({**statement, "C": c + begun}, found)


def real(value: Any) -> str:
    """A rational number as a real one of Coq."""
    ratio = Fraction(value)
    return f"({ratio.numerator} / {ratio.denominator})"


def squares(matrix: Sequence[Sequence[Fraction]]) -> str:
    """A semidefinite matrix as a list of (d, v): the sum of d v v^T, a pivot each."""
    rest, found = [list(line) for line in matrix], []
    for k, _ in enumerate(rest):
        pivot = rest[k][k]
        if pivot:
            v = [entry / pivot for entry in rest[k]]
            found.append(f"({real(pivot)}, ({', '.join(map(real, v))}))")
            rest = [[a - pivot * p * q for a, q in zip(line, v, strict=True)]
                    for line, p in zip(rest, v, strict=True)]  # fmt: skip
    return "[" + ";\n  ".join(found) + "]"


def infeasible(statement: Record, witness: Record) -> str:
    """No solution of the matrix inequality at any rho < 1."""
    if "Z" not in witness:
        raise Unsupported("the witness must be a matrix Z. Found a curvature.")
    Z = [list(map(Fraction, line)) for line in witness["Z"]]
    alpha, beta, eta = (Fraction(value) for value in parameters(statement))
    reads = [1 + beta, -beta, -alpha], [Fraction(1), Fraction(0), Fraction(0)]  # x+ and x
    moved = [
        [sum((p[i] * Z[i][j] * q[j] for i, j in product(range(3), repeat=2)), -Z[k][m])
         for m, q in enumerate(reads)]
        for k, p in enumerate(reads)
    ]  # fmt: skip
    setting = " ".join(map(real, (alpha, beta, eta, statement["mu"], statement["L"])))
    return f"""Definition Z : moments := {squares(Z)}.
Definition N : list (R * (R * R)) := {squares(moved)}.
Theorem certified : forall rho2, 0 < rho2 < 1 ->
  forall p11 p12 p22 c0 c, ~ obeyed {setting} rho2 p11 p12 p22 c0 c.
Proof. refuted_by Z N. Qed.
"""


def unlike(statement: Record, witness: Record) -> str:
    """No thresholds clip the groups of these samples as one clips the whole."""
    auto = "gamma" in statement
    samples = rows(statement["lengths" if auto else "squares"])
    (i, j), m = (int(k) - 1 for k in witness["samples"]), int(witness["group"]) - 1
    at, proof = f"{m} {i} {j}", "vm_cast_no_check (eq_refl true). Qed."
    if auto:
        gamma = number(statement["gamma"])
        return f"""Definition samples := {samples}.
Theorem certified : forall R_ T, 0 < R_ -> ~ scaled_alike samples {gamma} R_ T.
Proof. apply (scaling_impossible samples {at} {gamma}). {proof}
"""
    level = number(statement["threshold2"])
    return f"""Definition samples := {samples}.
Theorem certified : forall R_ T, 0 < R_ -> R_ * R_ = {level} -> (forall k, 0 < T k) ->
  ~ clipped_alike samples R_ T.
Proof. apply (clipping_impossible samples {level} {at}). {proof}
"""


def drift(statement: Record, witness: Record) -> str:
    """The least mean descent of a clipped or normalised gradient under errors of mean 0."""
    rule, scale = {"clip": ("Clip", "threshold"), "normalise": ("Normalise", "regulariser")}[
        statement["says"]
    ]
    names = (scale, "gradient", "tau0", "tau1", "alpha", "lower", "upper")
    c, s, tau0, tau1, alpha, lower, upper = (number(statement[name]) for name in names)
    mean, radius = f"descent ({rule} {c}) {alpha} ({s} [*] u)", f"{tau0} + {tau1} * {s}"
    atoms = [
        ", ".join(number(at[name]) for name in ("x", "y", "weight")) for at in witness["atoms"]
    ]
    return f"""Definition witness := {{| line_slope := {number(witness["slope"])};
  cuts_ := {rows(witness["cuts"])};
  atoms := [{"; ".join(f"({atom})" for atom in atoms)}] |}}.
Theorem certified : forall (E : space) (u v : E), <<u, u>> = 1 ->
  room {"true" if statement["d"] == "= 1" else "false"} u v ->
  (forall outcome (P : expectation outcome) (e : outcome -> E), deviation P ({radius}) e ->
    {lower} <= mean P (fun o => {mean} ({s} [*] u [+] e o)))
  /\\ exists l : law E, fair l /\\ (forall r e, In (r, e) l -> norm e <= {radius})
    /\\ mean_of l (fun e => {mean} ({s} [*] u [+] e)) <= {upper}.
Proof. apply drift_certified with (w := witness). vm_cast_no_check (eq_refl true). Qed.
"""


KINDS: Mapping[tuple[str, str], Callable[[Record, Record], str]] = {
    ("interpolation", "rate"): rate,
    ("interpolation", "noise"): noise,
    **{("floor", error): floor for error in ("value", "distance", "gradient")},
    **{("horizon", error): horizon for error in BEGUN},
    ("rate", "feasible"): feasible,
    ("rate", "infeasible"): infeasible,
    ("grouping", "not abadi"): unlike,
    ("grouping", "not auto"): unlike,
    **{("drift", rule): drift for rule in ("clip", "normalise")},
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
