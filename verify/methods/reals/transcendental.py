"""What is no quotient of polynomials, by its kind: constants, functions and powers."""

import math
from collections.abc import Callable
from fractions import Fraction

from verify.formula.expression import Node
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


def _constant(a: Abstraction, node: Node) -> Ratio:
    key = ("constant", node.value)
    if a.known(key):
        return a.fresh(key)
    value = a.fresh(key, "positive")
    enclose(a, value, node)
    return value


def wave(a: Abstraction, name: str, u: Ratio) -> Ratio:
    r, key = a.ring, (name, u)
    number = u.constant
    if number == 0:
        return r.number(1 if name == "cos" else 0)
    if a.known(key):
        return a.fresh(key)
    value, one = a.fresh(key), r.number(1)
    a.learn(a.above(r.subtract(one, value)))
    a.learn(a.above(r.add(one, value)))
    if number is not None:
        enclose(a, value, Node(name, (number_node(number),)))
    elif name == "cos":
        half = r.multiply(r.number(Fraction(1, 2)), r.multiply(u, u))
        a.try_learn(lambda: a.above(r.subtract(value, r.subtract(one, half))))
    else:
        a.try_learn(lambda: a.below(u), lambda: a.above(r.subtract(u, value)))
        a.try_learn(lambda: a.below(r.negative(u)), lambda: a.above(r.subtract(value, u)))
    twin = ("sin" if name == "cos" else "cos", u)
    if a.known(twin):
        square = r.add(r.multiply(value, value), r.power(a.fresh(twin), 2))
        a.learn(Relation("eq", r.subtract(square, one)))
    return value


def rounded(a: Abstraction, name: str, u: Ratio) -> Ratio:
    r, key = a.ring, (name, u)
    if u.constant is not None:
        round_: Callable[[Fraction], int] = getattr(math, name)
        return r.number(round_(u.constant))
    if a.known(key):
        return a.fresh(key)
    value, one = a.fresh(key), r.number(1)
    low, high = (value, u) if name == "floor" else (u, value)
    a.learn(a.above(r.subtract(high, low)))
    a.learn(Relation("gt", r.subtract(r.add(low, one), high)))
    a.try_learn(lambda: a.below(u), lambda: a.above(value))
    return value
