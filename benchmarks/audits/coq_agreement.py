"""Certificates before two kernels: ``make coq`` (``python -m benchmarks.audits.coq_agreement``).

The theories of ``verify/coq`` are compiled by Coq, then each certificate of the ledger and of the
settings below is exported and compiled beside them, next to the answer of :mod:`verify.kernel`;
so are the lemmas of what the second checker takes as known.
False neighbours of each (a rate or floor 1 % lower, a changed multiplier, another method), and
theories with a changed hypothesis, must be refused. The status is 1 where the kernels differ or a
false one passes, 2 where there is no Coq. Certificates without a theorem are named.
"""

import copy
import sys
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.audits.proofs import statements
from dptheory.distributions.worst_law import Clip, Normalise, worst_descent
from dptheory.lyapunov import full_trade_off, noise_floor, rate, worst_final
from dptheory.methods import momentum
from verify import kernel
from verify.coq import compiler, facts
from verify.coq.export import KINDS
from verify.language.statement import Certificate

F = Fraction
Document = dict[str, Any]
WORKERS = 2
WORDS = {True: "accepts", False: "refuses"}
MEASURES = ("value", "distance", "gradient")
HORIZONS = (("value", (1, 1, 1, 1)), ("distance", (0, 1, 1, 1)))  # what starts, and E|w_t|^2
# alpha, beta, eta, mu, L; the first is the README's
SETTINGS = {"readme": ".1 .45 0 1 10", "descent": ".1 0 0 1 10", "nesterov": ".1 .5 .5 1 10"}
LINES = {"clip": Clip(F(1, 2)), "normalise": Normalise(F(1, 2))}  # in one dimension
# What a statement says too much of when it is 1 % lower; of rates rho is.
LEAST = {"floor": "c", "horizon": "gain"}
NEIGHBOURS = {
    ("rate", "feasible"): ("faster", "method"),
    ("rate", "infeasible"): ("moments", "method"),
    ("grouping", "not abadi"): ("samples", "one sample"),
    ("grouping", "not auto"): ("samples", "one sample"),
    **{("drift", rule): ("lower", "upper", "slope", "atom") for rule in LINES},
}
# A hypothesis, a condition of the reader or a constant of the theory, and another in its place.
CHANGES = (
    ("convex", "mu / 2 * t * (1 - t) * norm", "mu / 4 * t * (1 - t) * norm"),
    ("convex, and more", "mu / 2 * t * (1 - t) * norm", "mu * t * (1 - t) * norm"),
    ("lipschitz, and more", "<= L * norm (x [-] y)\n", "<= L / 2 * norm (x [-] y)\n"),
    ("lipschitz", "<= L * norm (x [-] y)\n", "<= 2 * L * norm (x [-] y)\n"),
    ("gradient", "x [+] t [*] v)) 0 <<G x, v>>", "x [+] t [*] v)) 0 (2 * <<G x, v>>)"),
    ("interpolation", "<<turn, move>>) / (2 * (L - mu)).", "<<turn, move>>) / (L - mu)."),
    ("minimiser", "forall x, F s <= F x.", "forall x, F s <= F x + 1."),
    ("rest", "rest : last 0%nat = x 0%nat", "rest : last 0%nat = last 0%nat"),
    ("move", "[-] alpha [*] (G (x t", "[+] alpha [*] (G (x t"),
    ("past", "(k < t)%nat -> w k a = w k b)", "(S k < t)%nat -> w k a = w k b)"),
    ("monotone", "o, f o <= g o) -> mean f <= mean g;", "o, f o <= g o) -> True;"),
    ("positive", "dot_positive : forall u, 0 <= dot u u\n", "dot_positive : 0 <= dot zero zero\n"),
    ("pivots", "nonnegative p && squares", "squares"),
    ("zero pivot", "forallb nil r && squares", "squares"),
    ("division", "if Qeq_bool (whole * last) p then whole", "if true then whole"),
    ("multipliers", "forallb nonnegative multipliers && ", ""),
    ("values", " && forallb nil (linear left)", ""),
    ("order", "0 rho2 && negb (Qle_bool mu 0)", "0 rho2 && negb (Qle_bool L 0)"),
    ("conclusion", "<= C * rho2 ^ t * (F", "<= C * rho2 ^ S t * (F"),
    ("floor: gradient", "Gradient => <<G x, G x>>", "Gradient => 2 * <<G x, G x>>"),
    (
        "floor: values",
        "less : difference :=\n  match by_ with\n  | Value => {| quadratic := product (-1",
        "less : difference :=\n  match by_ with\n  | Value => {| quadratic := product (-2",
    ),
    ("floor: x is y", "if nil eta then 10 else 11", "10"),
    ("floor: above 0", "above w) (V 1%Q before", "above w) (V (-1)%Q before"),
    ("horizon: move", "[-] alpha [*] (G (x h", "[+] alpha [*] (G (x h"),
    ("horizon: fair", "l (fun w => w) = zero\n}.", "l (fun w => zero) = zero\n}."),
    ("horizon: chances", "In (r, w) l -> 0 <= r;", "In (r, w) l -> r <= r;"),
    ("horizon: silent", "In (r, w) (next h) -> w = zero.", "In (r, w) (next h) -> w = w."),
    ("horizon: parts", "if Nat.leb p (snd (fst one))", "if Nat.leb p (fst (fst one))"),
    (
        "horizon: shared noises",
        "&& Nat.leb (snd (fst one)) j && Nat.leb (fst (fst one)) N)",
        "&& Nat.leb (fst (fst one)) N)",
    ),
    ("horizon: values", "(fun j => nonnegative (left_ j))", "(fun j => true)"),
    ("horizon: noise", "S t, _ => nth t weights", "S t, _ => nth (S t) weights"),
    ("horizon: start", "O => false | S t => nil", "O => true | S t => nil"),
    ("grouping: clipping", "= Rmin 1 (R_ / sqrt (total", "= Rmax 1 (R_ / sqrt (total"),
    ("grouping: least", "then Qle_bool b least else", "then Qle_bool least b else"),
    ("grouping: root", "Qle_bool 0 (rest * gap)", "Qle_bool (rest * gap) 0"),
    ("inequality: bound", "bounds_ : 0 < c", "bounds_ : 0 <= c"),
    ("inequality: form", "sign_P : forall u v, 0 <= p11 *", "sign_P : forall u v, -1 <= p11 *"),
    ("inequality: Z", "paired Z X1 + paired Z X2 < 0 ->", "paired Z X1 + paired Z X2 <= 0 ->"),
    ("drift: errors", "forall o, norm (e o) <= radius", "forall o, norm (e o) <= 2 * radius"),
    ("drift: mean", "<<e o, z>>) = 0;\n  within_", "<<e o, z>>) <= 1;\n  within_"),
    ("drift: clipping", "if Rle_dec y c then 1 else c / y end", "if Rle_dec y c then c else 1 end"),
    ("drift: across", "<<v, v>> = 1 /\\ <<u, v>> = 0.", "<<v, v>> = 1 /\\ <<u, u>> = 1."),
    ("drift: descent", "(<<a, g>> - alpha * <<a, a>>)", "(<<a, g>> + alpha * <<a, a>>)"),
    ("drift: cubic", "(3 * at_q p r - (r - l)", "(3 * at_q p r + (r - l)"),
    ("drift: cuts", "&& above_cuts p cut cuts r end", "end"),
    ("drift: part", "(c, far, (c, 0, 1))", "(c, far, (1, 0, 1))"),
    ("drift: edge", "if one || nil s then", "if negb one || nil s then"),
    ("drift: second edge", "(0, Qred (radius - s), (0, -1, 0))", "(0, 0, (0, -1, 0))"),
    ("drift: chances", " && nil (summed_atoms (fun _ _ => 1%Q) - 1)", ""),
    ("drift: atoms", "&& (negb one || nil (y * y - x * x))", ""),
    ("drift: upper", "nonnegative (upper - summed_atoms", "nonnegative (summed_atoms"),
    ("facts: a power", "if Req_EM_T e 0 then 1 else", "if Req_EM_T e 0 then 0 else"),
    ("facts: rounding up", "ceil (u : R) : R := - floor (- u).", "ceil (u : R) : R := floor u."),
    (
        "facts: the last term",
        "total_of (fun t => f (a + Z.of_nat t)%Z) (Z.to_nat (b - a + 1)).",
        "total_of (fun t => f (a + Z.of_nat t)%Z) (Z.to_nat (b - a)).",
    ),
    ("facts: least", "has (fun o => Rmin 1 (f o));", "has (fun o => Rmin 2 (f o));"),
    ("facts: of one", "has (fun _ => 1) /\\ average (fun _ => 1) = 1;", "has (fun _ => 1);"),
    ("facts: normal", "T <= t -> Rabs (Phi t - 1) < eps", "T <= t -> Rabs (Phi t - 2) < eps"),
    ("facts: density", "Phi t (exp (- t ^ 2 / 2) / sqrt", "Phi t (2 * exp (- t ^ 2 / 2) / sqrt"),
    ("facts: factorial above", "exp (1 / (12 * IZR n + 1)) <=", "exp (1 / (12 * IZR n)) <="),
    ("facts: factorial below", "exp (1 / (12 * IZR n)).", "exp (1 / (12 * IZR n + 1))."),
    ("horizon: end", "if Nat.eqb j N then -1", "if Nat.eqb j N then -2"),
)


@dataclass(frozen=True)
class Row:
    """A certificate, whether each kernel accepts it, and Coq's axioms and seconds."""

    name: str
    kernel: bool
    coq: compiler.Answer


def ledger() -> Iterator[tuple[str, Document]]:
    """The certificates that the ledger rests on, by the name of what finds them."""
    for _, statement in statements([]):
        if isinstance(found := statement.assertion, Certificate):
            document = found.find.function()
            if document is not None:
                yield found.find.name, document


def settings() -> Iterator[tuple[str, Document]]:
    """Rates of the settings, a slower one with its noise, floors and horizons."""
    for name, text in SETTINGS.items():
        alpha, beta, eta, mu, L = map(F, text.split())
        method = momentum(alpha, beta, eta)
        answer = rate(method, mu, L)
        yield f"rate-{name}", answer.certificate
        (slow,) = full_trade_off(method, mu, L, [(1 + answer.rho) / 2])
        yield f"noise-{name}", slow.certificate
        for error in MEASURES:
            found = noise_floor(method, mu, L, measure=error)
            yield f"floor-{error}-{name}", found.certificate
        for start, noise in HORIZONS:
            last = worst_final(method, mu, L, len(noise), noise, measure=start)
            yield f"horizon-{start}-{name}", last.certificate
    for name, rule in LINES.items():
        yield f"line-{name}", worst_descent(rule, F(1, 2), 1, line=True).certificate


def kind(document: Mapping[str, Any]) -> tuple[str, str]:
    """What the theorems are chosen by."""
    return document["kind"], document["statement"]["says"]


def neighbours(document: Document) -> Iterator[tuple[str, Document]]:
    """False ones, or such that the witness does not prove them."""
    for name in NEIGHBOURS.get(kind(document), ("faster", "multiplier", "method")):
        other = copy.deepcopy(document)
        said, witness = other["statement"], other["witness"]
        if name == "faster":
            least = LEAST.get(other["kind"], "rho2")
            said[least] = str(F(said[least]) * F(99, 100) ** (2 if least == "rho2" else 1))
        elif name == "multiplier":
            numbers, place = largest(witness)
            numbers[place] = str(F(numbers[place]) * F(101, 100))
        elif name == "method":
            said["beta"] = str((F(said["beta"]) + 1) / 2)
        elif name == "moments":
            witness["Z"][0][0] = str(F(witness["Z"][0][0]) * F(9, 10))
        elif name == "samples":
            blocks = said["squares" if "squares" in said else "lengths"]
            blocks[1] = blocks[0]
        elif name in ("lower", "upper"):
            said[name] = str(F(said[name]) + F(1 if name == "lower" else -1, 1000))
        elif name == "slope":
            witness["slope"] = str(F(witness["slope"]) * F(101, 100))
        elif name == "atom":
            witness["atoms"][0]["weight"] = str(F(witness["atoms"][0]["weight"]) * F(9, 10))
        else:
            witness["samples"][1] = witness["samples"][0]
        yield name, other


def largest(witness: Document) -> tuple[Any, Any]:
    """Where the largest multiplier of a witness stands: a list or table, and its place there."""
    if "pairs" in witness:
        return max(witness["pairs"], key=lambda pair: F(pair[3])), 3
    return witness["decrease"], max(witness["decrease"], key=lambda p: F(witness["decrease"][p]))


def compared(folder: Path, name: str, document: Document) -> Row:
    """Both answers."""
    return Row(
        name,
        kernel.accepts(document),
        compiler.certificate(folder, name.replace("-", "_").replace(" ", "_"), document),
    )


def changed(change: tuple[str, str, str], compiled_in: Path) -> tuple[str, bool]:
    """Whether Coq refuses the theory with this change."""
    name, old, new = change
    texts = compiler.theories()
    if sum(text.count(old) for text in texts.values()) != 1:
        raise ValueError(f"the text of {name} must be in the theories once. Found otherwise: {old}")
    texts = {file: text.replace(old, new) for file, text in texts.items()}
    with tempfile.TemporaryDirectory() as folder:
        answers = compiler.prepared(Path(folder), texts, compiled_in)
    return name, not all(one.accepted for one in answers)


def main() -> int:
    """Prints the table and what is wrong."""
    if not compiler.installed():
        print(compiler.MISSING)
        return 2
    found = [*settings(), *ledger()]
    true = [(name, document) for name, document in found if kind(document) in KINDS]
    false = [
        (f"{name}-{how}", other) for name, document in true for how, other in neighbours(document)
    ]
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(WORKERS) as pool:
        folder = Path(place)
        once = compiler.prepared(folder, compiler.theories())
        if not once[-1].accepted:
            print(f"the theories must compile. Found: {once[-1].error}")
            return 1
        print(f"theories: {sum(one.seconds for one in once):.1f} s")
        known = compiler.facts(folder)
        count = len(facts.lemmas(compiler.theories()["Facts.v"]))
        print(f"facts: {count} lemmas, {WORDS[known.accepted]}, axioms:", *sorted(known.axioms))
        print(f"{'certificate':<40} kernel  Coq     seconds", flush=True)
        rows = []
        for row in pool.map(lambda one: compared(folder, *one), true + false):
            rows.append(row)
            both = f"{WORDS[row.kernel]} {WORDS[row.coq.accepted]}"
            print(f"{row.name:<40} {both} {row.coq.seconds:7.1f}", flush=True)
        mutants = []
        for name, refused in pool.map(lambda one: changed(one, folder), CHANGES):
            mutants.append((name, refused))
            print(f"{'theory: ' + name:<40}         {WORDS[not refused]}", flush=True)
    for name, document in found:
        if kind(document) not in KINDS:
            print(f"{name:<40} without a theorem: {' '.join(kind(document))}")
    print("axioms:", *sorted({axiom for row in rows for axiom in row.coq.axioms}))
    good, bad = rows[: len(true)], rows[len(true) :]
    wrong = [row.name for row in good if not (row.kernel and row.coq.accepted)]
    wrong += [row.name for row in bad if row.kernel or row.coq.accepted]
    wrong += [name for name, refused in mutants if not refused]
    wrong += ["facts"] * (not known.accepted)
    print(
        f"{len(good)} certificates, {len(bad)} false ones, {len(mutants)} theories; wrong:", *wrong
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
