"""Changed proofs: none is accepted though its statement is false."""

import copy
import json
import random
from typing import Any

from tests.checker.numbers import points, truth, violated
from tests.checker.proofs import ACCEPTED, document
from verify.checker.documents import answer
from verify.checker.text import Malformed, conjuncts, read, symbol

MUTANTS = 600
SWAPS = {"add": "sub", "sub": "add", "mul": "add", "le": "lt", "lt": "le", "eq": "le"}
SWAPS |= {"max": "add", "exp": "log", "log": "exp", "sin": "cos", "cos": "sin", "div": "mul"}


def mutated(text: str, rng: random.Random) -> str:
    """A formula with one token changed: an operation, a number, or a letter by another one."""
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    letters = [t for t in tokens if t.isalnum() and not t.isdigit() and t not in SWAPS]
    letters = [t for t in letters if len(t) == 1]
    place = rng.randrange(len(tokens))
    token = tokens[place]
    if token in SWAPS:
        tokens[place] = SWAPS[token]
    elif token in letters:
        tokens[place] = rng.choice([*letters, "0", "1"])
    elif token[0].isdigit():
        tokens[place] = rng.choice(["0", "1", "2", "3", "-1", "1/2"])
    return " ".join(tokens).replace("( ", "(").replace(" )", ")")


def changed(proof: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A proof with one or two changes: of the statement, of a set, or of a hint."""
    proof = copy.deepcopy(proof)
    said, goal = proof["statement"], proof["goals"][0]
    for _ in range(rng.randint(1, 2)):
        kind = rng.random()
        if kind < 0.5:
            said["prove"] = goal["prove"] = mutated(said["prove"], rng)
        elif kind < 0.6 and said["given"]:
            place = rng.randrange(len(said["given"]))
            said["given"][place] = mutated(said["given"][place], rng)
        elif kind < 0.7:
            place = rng.randrange(len(said["symbols"]))
            line = said["symbols"][place]
            said["symbols"][place] = line.replace("[0", "[-1").replace("(0", "[0")
        elif goal["how"]:
            _change_hint(goal["how"], rng)
    return proof


def _change_hint(how: dict[str, Any], rng: random.Random) -> None:
    key = rng.choice(sorted(how))
    value = how[key]
    if isinstance(value, list) and value:
        entry = rng.randrange(len(value))
        if isinstance(value[entry], dict) and rng.random() < 0.7:
            _change_hint(value[entry], rng)
        elif isinstance(value[entry], str):
            value[entry] = mutated(value[entry], rng)
        else:
            del value[entry]
    elif isinstance(value, dict):
        _change_hint(value, rng)
    elif isinstance(value, str) and key not in ("by", "on"):
        how[key] = mutated(value, rng)


def false_somewhere(proof: dict[str, Any], rng: random.Random) -> bool:
    """Whether floating point sees a point of the sets at which the statement fails."""
    said = proof["statement"]
    symbols = [symbol(line) for line in said["symbols"]]
    given = [part for text in said["given"] for part in conjuncts(read(text))]
    goals = conjuncts(read(said["prove"]))
    for point in points(symbols, rng, 60):
        try:
            inside = all(truth(c, point) for c in given)
        except (ArithmeticError, ValueError):
            continue
        if inside and any(violated(goal, point) for goal in goals):
            return True
    return False


def test_no_changed_proof_of_a_false_statement_is_accepted() -> None:
    rng = random.Random(26)
    scalar = [case for case in ACCEPTED.values() if "Vector" not in json.dumps(case)]
    false = accepted = 0
    for _ in range(MUTANTS):
        proof = changed(document(rng.choice(scalar)), rng)
        try:
            word = answer(proof).word
        except Malformed:
            continue
        if word == "accepted":
            accepted += 1
            assert not false_somewhere(proof, rng), json.dumps(proof)
        else:
            false += 1
    assert false > MUTANTS // 5
    assert accepted > MUTANTS // 20
