"""What is no quotient of polynomials, by its kind: constants, functions and powers."""

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from verify.formula.expression import Node
from verify.language.statement import Goal
from verify.methods.reals.abstraction import Abstraction, Relation
from verify.methods.reals.exponentials import exponential, logarithm
from verify.methods.reals.facts import enclose, number_node
from verify.methods.reals.polynomials import Ratio
from verify.methods.reals.powers import power, root


def convert(a: Abstraction, node: Node) -> Ratio:
    """The quotient that stands for a function, a power or a constant.

    Raises:
        NotImplementedError: it is none of them.
    """
    if node.op == "constant" and node.value in ("pi", "e"):
        return _constant(a, node)
    if node.op == "pow":
        if node.args[0] == Node("constant", (), "e"):
            return exponential(a, node.args[1])
        return power(a, *map(a.ratio, node.args))
    if node.op == "exp":
        return exponential(a, node.args[0])
    if node.op == "sqrt":
        return root(a, a.ratio(node.args[0]), 2)
    if node.op == "log":
        return logarithm(a, a.ratio(node.args[0]))
    if node.op in ("cos", "sin"):
        return wave(a, node.op, a.ratio(node.args[0]))
    if node.op in ("floor", "ceil"):
        return rounded(a, node.op, a.ratio(node.args[0]))
    raise NotImplementedError(f"no quotient for {node.op}")


def understood(
    path: Goal, more: tuple[str, ...] = ()
) -> tuple[Abstraction, Relation, dict[int, Node]]:
    """A path's facts, its goal, and which hypotheses are which facts; ``more`` generators by name.

    A hypothesis that is not understood is left out, which is weaker.

    Raises:
        NotImplementedError: the goal is not understood.
    """
    terms = Abstraction(path.symbols, (*path.given, path.prove), convert, more)
    givens: dict[int, Node] = {}
    for given in path.given:
        with suppress(NotImplementedError):
            terms.state(terms.relation(given))
            givens[len(terms.facts) - 1] = given
    return terms, terms.relation(path.prove), givens


def _constant(a: Abstraction, node: Node) -> Ratio:
    key = ("constant", node.value)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key, "positive")
    enclose(a, value, node)
    return value


def wave(a: Abstraction, name: str, u: Ratio) -> Ratio:
    key, number = (name, u), u.constant
    if number == 0:
        return a.ring.number(1 if name == "cos" else 0)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key)
    a.learn(a.above(1 - value))
    a.learn(a.above(1 + value))
    if number is not None:
        enclose(a, value, Node(name, (number_node(number),)))
    elif name == "cos":
        a.try_learn(lambda: (a.above(value - (1 - Fraction(1, 2) * (u * u))),))
    else:
        a.try_learn(lambda: (a.below(u), a.above(u - value)))
        a.try_learn(lambda: (a.below(-u), a.above(value - u)))
    twin = ("sin" if name == "cos" else "cos", u)
    if a.known(twin):
        a.learn(Relation("eq", value * value + a.fresh(twin) ** 2 - 1))
    return value


def rounded(a: Abstraction, name: str, u: Ratio) -> Ratio:
    key = (name, u)
    if u.constant is not None:
        round_: Callable[[Fraction], int] = getattr(math, name)
        return a.ring.number(round_(u.constant))
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key)
    low, high = (value, u) if name == "floor" else (u, value)
    a.learn(a.above(high - low))
    a.learn(Relation("gt", low + 1 - high))
    a.try_learn(lambda: (a.below(u), a.above(value)))
    return value
