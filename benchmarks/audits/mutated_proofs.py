"""Changed proofs, read again.

``python -m benchmarks.audits.mutated_proofs [--count 10000] [--seed 1]``.

Proofs that the second checker accepts (half of them examples of its tests, half short ones that are
stored) are changed in one place: a coefficient, a sign, an index, a set, a hypothesis, a hint, an
instance, or the form itself; three changes of four are of the statement. Whether a changed
statement is false is decided without the checker, by the engine's exact evaluation at points of its
sets. One that is accepted though false, or without a value at a point, makes the run fail.
"""

import argparse
import copy
import functools
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.audits.checked_proofs import ACCEPTED, DERIVATIONS, document
from verify.checker.documents import answer
from verify.checker.laws import CENTRED, DEGREES
from verify.checker.text import Malformed, Symbol, Tree, Work, number, read, symbol, written
from verify.formula.evaluate import EXACT, Undecided, Undefined, evaluate, truth
from verify.formula.expression import Node
from verify.language.vectors import Law
from verify.ledger.proofs import read as read_file

Proof = dict[str, Any]
STORED = Path("verify/proofs")
SHORT = 10_000  # steps of a proof that is changed
ALLOWED = 30_000  # steps of a changed one
FEW, MANY = 12, 40  # points that a refused and an accepted statement is looked at
SMALL = 6  # of a natural number, and of the length of a sequence
VALUED = ("sum", "product", "constant")  # operations whose first part is no argument
SIGNS = {"add": "sub", "sub": "add"}
OPERATIONS = {"mul": "add", "div": "mul", "max": "min", "min": "max", "exp": "log", "log": "exp"}
OPERATIONS |= {"sin": "cos", "cos": "sin", "sqrt": "neg", "abs": "neg", "pow": "mul"}
RELATIONS = {"le": "lt", "lt": "le", "eq": "le", "ne": "eq"}
# A change that leaves no formula, such as a vector for a number.
UNREADABLE = (
    Malformed,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    RecursionError,
)
NUMBERS = ("0", "1", "2", "3", "-1", "1/2", "-2", "10", "99/100")


# --- changes --------------------------------------------------------------------------------


def _exchanged(tree: Tree, fits: Callable[[Tree], Any], rng: random.Random) -> Tree:
    """The tree with one of its subtrees changed to what ``fits`` makes of it."""
    places: list[tuple[int, ...]] = []

    def look(part: Tree, place: tuple[int, ...]) -> None:
        if fits(part) not in (None, part):
            places.append(place)
        if not isinstance(part, str):
            for k, inner in enumerate(part[1:], 1):
                look(inner, (*place, k))

    def put(part: Tree, place: tuple[int, ...]) -> Tree:
        if not place:
            return fits(part)
        k = place[0]
        return (*part[:k], put(part[k], place[1:]), *part[k + 1 :])

    look(tree, ())
    return put(tree, rng.choice(places)) if places else tree


def _formula(kind: str, tree: Tree, names: Sequence[str], rng: random.Random) -> Tree:
    """A formula with a change of a kind: coefficient, sign, operation, index or relation."""
    other, name = rng.choice(NUMBERS), rng.choice([*names, "0", "1"])
    shift = rng.choice(("add", "sub"))

    def fits(part: Tree) -> Tree | None:
        if kind == "coefficient":
            return other if number(part) is not None else None
        if isinstance(part, str):
            return name if kind == "index" and part in names else None
        if kind == "sign" and part[0] in SIGNS:
            return (SIGNS[part[0]], *part[1:])
        if kind == "operation" and part[0] in OPERATIONS:
            return (OPERATIONS[part[0]], *part[1:])
        if kind == "relation" and part[0] in RELATIONS:
            return (RELATIONS[part[0]], *rng.choice((part[1:], part[:0:-1])))
        if kind == "index" and part[0] in ("sum", "product"):
            return (*part[:3], (shift, part[3], "1"), part[4])
        return None

    return _exchanged(tree, fits, rng)


FORMULA = ("coefficient", "sign", "operation", "index", "relation")


def _statement(kind: str, proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    said = proof["statement"]
    said["prove"] = written(_formula(kind, read(said["prove"]), names, rng))


def _everywhere(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """One number, in every formula in which it stands."""
    numbers = json.dumps(proof).replace("(", " ").replace(")", " ").split()
    found = sorted({t.strip('",') for t in numbers if number(t.strip('",')) is not None})
    if found:
        old, new = rng.choice(found), rng.choice(NUMBERS)
        _texts(proof, lambda text: " ".join(_token(t, old, new) for t in text.split(" ")))


def _token(token: str, old: str, new: str) -> str:
    core = token.strip("()")
    return token.replace(core, new) if core == old else token


def _texts(value: Any, change: Callable[[str], str]) -> None:
    """Change every formula in a proof."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(part, str):
            if part.startswith("("):
                value[key] = change(part)
        elif isinstance(part, dict | list):
            _texts(part, change)


def _set(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """An end of a symbol's set, or the kind, the dimension or the ball of a law."""
    lines = proof["statement"]["symbols"]
    if not lines:
        return  # a sentence about numbers alone
    place = rng.randrange(len(lines))
    changes = (("[0", "[-1"), ("(0", "[0"), ("1)", "1]"), ("1]", "2]"), ("oo)", "7]"))
    changes += (("natural 1", "natural 0"), ("natural 0", "natural 1"), ("[1", "[0"), ("[0", "(0"))
    changes += ((" Law", " Batch"), (" Noise", " Law"), (" Batch", " Law"), (" Law d", " Law 1"))
    changes += tuple(
        (radius, rng.choice(("", "2"))) for radius in re.findall(r"\(.*\)", lines[place])
    )
    fitting = [pair for pair in changes if pair[0] in lines[place]]
    if fitting:
        lines[place] = lines[place].replace(*rng.choice(fitting), 1)


def _vector(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """A vector in what is said: a multiple of it, or another one."""
    said = proof["statement"]
    vectors = [line.split(" ")[0] for line in said["symbols"] if line.split(" ")[1] == "Vector"]
    scalars = [*NUMBERS, *(name for name in names if name not in vectors)]
    factor, other = rng.choice(scalars), rng.choice(vectors or [""])
    multiple = rng.random() < 0.7

    def fits(part: Tree) -> Tree | None:
        if part not in vectors:
            return None
        return ("mul", factor, part) if multiple else other

    said["prove"] = written(_exchanged(read(said["prove"]), fits, rng))


def _order(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """Of an equation that is shown by both orders, one order alone is said, or told twice."""
    goals = [goal for goal in proof["goals"] if (goal.get("how") or {}).get("by") == "both"]
    tree = read(proof["statement"]["prove"])
    if goals and tree[0] == "eq":
        if rng.random() < 0.5:
            pieces = rng.choice(goals)["how"]["pieces"]
            pieces[rng.randrange(len(pieces))] = rng.choice(pieces)
        changed = _formula(rng.choice(("coefficient", "sign", "operation")), tree, names, rng)
        proof["statement"]["prove"] = written(changed)


def _hypothesis(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """A hypothesis less, or another one."""
    given = proof["statement"]["given"]
    if given:
        place = rng.randrange(len(given))
        if rng.random() < 0.4:
            del given[place]
        else:
            given[place] = written(_formula(rng.choice(FORMULA), read(given[place]), names, rng))


def _entries(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every entry of nested objects and lists, as its holder and key."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield value, key
        if isinstance(part, dict | list):
            yield from _entries(part)


def _hint(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """A formula or a number of a hint, the last goal's own conclusion apart."""
    hints = [goal["how"] for goal in proof["goals"] if goal.get("how")]
    entries = [
        (h, k) for h, k in _entries(hints) if isinstance(h[k], str) and k not in ("by", "rule")
    ]
    if entries:
        holder, key = rng.choice(entries)
        try:
            holder[key] = written(_formula(rng.choice(FORMULA), read(holder[key]), names, rng))
        except Malformed:
            holder[key] = rng.choice((*NUMBERS, *names))


def _part(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """A term, a step, a case or an obligation's proof left out, doubled or exchanged."""
    hints = [
        part for goal in proof["goals"] for part in (goal.get("how"), goal.get("needs")) if part
    ]
    lists = [h[k] for h, k in _entries(hints) if isinstance(h[k], list) and h[k]]
    if lists:
        chosen = rng.choice(lists)
        place = rng.randrange(len(chosen))
        what = rng.random()
        if what < 0.4:
            del chosen[place]
        elif what < 0.7:
            chosen[place] = rng.choice(chosen)
        else:
            rng.shuffle(chosen)


def _instance(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """A place that a step names (a lemma, a premise, a scope), or a switch of a hint."""
    hints = [goal["how"] for goal in proof["goals"] if goal.get("how")]
    entries = [(h, k) for h, k in _entries(hints) if isinstance(h[k], int)]
    texts = [(h, k) for h, k in _entries(hints) if k in ("by", "rule", "function")]
    if entries and rng.random() < 0.7:
        holder, key = rng.choice(entries)
        holder[key] = not holder[key] if isinstance(holder[key], bool) else rng.randrange(4)
    elif texts:
        holder, key = rng.choice(texts)
        holder[key] = rng.choice([h[k] for h, k in texts] + ["signs", "identity", "boxes"])


def _shape(proof: Proof, names: Sequence[str], rng: random.Random) -> None:
    """No mathematics: a key lost, or a value of another type."""
    holder, key = rng.choice(list(_entries(proof)))
    if rng.random() < 0.5:
        del holder[key]
    else:
        holder[key] = rng.choice((None, 3, [], {}, "(", "x y", True, [[]], "(le)", 1.5))


CHANGES: Mapping[str, Callable[[Proof, Sequence[str], random.Random], None]] = {
    **{k: (lambda p, n, r, k=k: _statement(k, p, n, r)) for k in FORMULA},  # type: ignore[misc]
    "everywhere": _everywhere,
    "vector": _vector,
    "order": _order,
    "set": _set,
    "hypothesis": _hypothesis,
    "hint": _hint,
    "part": _part,
    "instance": _instance,
    "shape": _shape,
}


# How often each is made: mostly what is said, then how it is shown, seldom the form alone.
OFTEN = dict.fromkeys((*FORMULA, "everywhere", "vector", "order", "set", "hypothesis"), 3)
OFTEN |= {"hint": 2, "part": 2, "instance": 2, "shape": 1}


# --- falsity, by the engine's evaluation ----------------------------------------------------


def node(tree: Tree) -> Node:
    """The engine's tree of a formula."""
    if isinstance(tree, str):
        value = number(tree)
        return Node("symbol", (), tree) if value is None else Node("number", (), value)
    op, *parts = tree
    if op == "expect":
        return Node(op, (node(parts[2]),), (parts[0], parts[1]))
    if op in VALUED:
        return Node(op, tuple(map(node, parts[1:])), parts[0])
    return Node(op, tuple(map(node, parts)))


def _drawn(s: Symbol, rng: random.Random) -> Fraction:
    if s.kind == "one-of":
        return Fraction(rng.choice(s.values))
    if s.kind == "natural":
        low = int(s.low or 0)
        most = low + SMALL if s.high is None else int(s.high)
        return Fraction(rng.randint(low, max(low, min(most, low + SMALL))))
    low = Fraction(-4) if s.low is None else s.low
    high = max(low, Fraction(0)) + 5 if s.high is None else s.high
    ends = [low] * (s.low is not None and not s.open_low)
    ends += [high] * (s.high is not None and not s.open_high)
    if ends and rng.random() < 0.25:
        return rng.choice(ends)
    share = rng.choice((Fraction(1, 1000), Fraction(999, 1000), Fraction(rng.randint(1, 63), 64)))
    return low + (high - low) * share


def _law(s: Symbol, size: int, point: dict[str, Any], rng: random.Random) -> Any:
    """Masses and places of a law: in its ball, and with mean zero, if it is centred."""
    if s.kind not in CENTRED:
        ends = [tuple(Fraction(rng.randint(-2, 4)) for _ in range(size)) for _ in range(2)]
        return tuple(zip((Fraction(1, 4), Fraction(3, 4)), ends, strict=True))
    radius = node(s.radius) if s.radius else None
    drawing = np.random.default_rng(rng.randrange(2**32))
    return Law(size, radius=radius).draw(drawing, point, None)


def points(symbols: Sequence[Symbol], rng: random.Random, count: int) -> Iterator[dict[str, Any]]:
    """Points of the sets of symbols; whole numbers, vectors and sequences are small."""
    for _ in range(count):
        point: dict[str, Any] = {}
        for s in symbols:
            if s.kind in ("real", "natural", "one-of"):
                value = _drawn(s, rng)
                point[s.name] = int(value) if s.kind == "natural" else value
        for s in symbols:
            size = int(evaluate(node(read(s.size or "2")), point, EXACT))
            if s.kind == "Vector":
                point[s.name] = tuple(Fraction(rng.randint(-4, 4), 2) for _ in range(size))
            elif s.kind in DEGREES:
                point[s.name] = _law(s, size, point, rng)
            elif s.kind == "Sequence":
                point[s.name] = tuple(_drawn(s, rng) for _ in range(size))
        yield point


def counterexample(said: Mapping[str, Any], rng: random.Random, count: int) -> str:
    """A point of the sets at which a statement fails or has no value, or ""."""
    symbols = [symbol(line) for line in said["symbols"]]
    given, prove = [node(read(c)) for c in said["given"]], node(read(said["prove"]))
    for point in points(symbols, rng, count):
        try:
            if not all(truth(c, point) for c in given):
                continue
        except (Undecided, Undefined, ArithmeticError):
            continue
        try:
            if truth(prove, point):
                continue
        except Undecided:
            continue
        except (Undefined, ArithmeticError):
            pass
        return ", ".join(f"{n} = {v}" for n, v in point.items())
    return ""


# --- the run --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What became of a changed proof.

    Attributes:
        source: ``examples`` or ``stored``.
        kind: of the change.
        word: the checker's answer.
        said: whether the statement says something else, and can be read.
        false: whether it is known to be false.
        where: at which point.
        proof: as changed.
    """

    source: str
    kind: str
    word: str
    said: bool
    false: bool
    where: str
    proof: Proof


def sources() -> dict[str, list[Proof]]:
    """Proofs: the examples, and those that are stored."""
    examples = [*map(document, ACCEPTED.values()), *DERIVATIONS.values()]
    stored = []
    for path in sorted(STORED.glob("*/*.json")):
        kept = read_file(path)[1].stored
        stored += [entry for entry in kept.values() if {"statement", "goals"} <= set(entry)]
    return {"examples": examples, "stored": stored}


def _short(proof: Proof) -> bool:
    """Whether it is accepted in few steps."""
    try:
        return answer(proof, Work(SHORT)).word == "accepted"
    except Malformed:
        return False


def outcomes(count: int, seed: int, proofs: Mapping[str, Sequence[Proof]]) -> Iterator[Outcome]:
    """Changed proofs with what became of them; each source has its share, however large it is."""
    rng = random.Random(seed)

    @functools.cache
    def short(source: str, place: int) -> bool:
        return _short(proofs[source][place])

    for _ in range(count):
        (kind,) = rng.choices(list(OFTEN), list(OFTEN.values()))
        original: Proof = {}
        proof: Proof = {}
        while proof == original:  # there is nothing of the kind to change
            source = rng.choice(list(proofs))
            place = rng.randrange(len(proofs[source]))
            if not short(source, place):
                continue
            original = proofs[source][place]
            proof = copy.deepcopy(original)
            names = [line.split(" ")[0] for line in proof["statement"]["symbols"]]
            CHANGES[kind](proof, names, rng)
        try:
            word = answer(proof, Work(ALLOWED)).word
        except Malformed:
            word = "malformed"
        where = ""
        if kind != "shape" or word.startswith("accepted"):
            try:
                where = counterexample(proof["statement"], rng, MANY if word == "accepted" else FEW)
            except UNREADABLE:
                where = ""
        said = word != "malformed" and proof["statement"] != original["statement"]
        yield Outcome(source, kind, word, said, bool(where), where, proof)


def table(found: Sequence[Outcome]) -> str:
    """Counts by the kind of change."""
    words = ("accepted", "refused", "not read", "malformed")
    lines = [f"{'change':12} {'made':>6} {'false':>6}" + "".join(f" {w:>9}" for w in words)]
    lines[0] += "  accepted though false"
    for kind in (*CHANGES, "all"):
        group = [o for o in found if kind in (o.kind, "all")]
        counts = Counter(o.word for o in group)
        wrong = sum(o.false for o in group if o.word.startswith("accepted"))
        line = f"{kind:12} {len(group):6} {sum(o.false for o in group):6}"
        lines.append(line + "".join(f" {counts[w]:9}" for w in words) + f"  {wrong}")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Print the table, and each proof that was accepted though false."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.mutated_proofs")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    proofs = sources()
    found = list(outcomes(asked.count, asked.seed, proofs))
    words = ", ".join(f"{len(each)} {source}" for source, each in proofs.items())
    print(f"proofs: {words}; seed {asked.seed}")
    print(table(found))
    wrong = [o for o in found if o.false and o.word.startswith("accepted")]
    for outcome in wrong[:20]:
        print(f"accepted though false at {outcome.where}: {json.dumps(outcome.proof)}")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
