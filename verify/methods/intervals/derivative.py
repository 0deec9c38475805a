"""The derivative of a tree by one of its symbols, as a tree."""

from fractions import Fraction

from verify.formula.expression import Node, free_names, lift

ZERO, ONE = lift(0), lift(1)


def derivative(node: Node, name: str) -> Node:
    """The partial derivative by the symbol called ``name``.

    It is the derivative wherever both the formula and this tree have a value. Where a radicand, or
    the base of a broken power, is 0 the tree has none; if it is 0 along an interval, so is its own
    derivative, which is a factor of the tree's term.

    Raises:
        NotImplementedError: the formula has an operation that is not smooth, or whose derivative is
            no tree (a branch, ``max``, ``abs``, ``floor``, a sum to a bound that depends on the
            symbol).
    """
    if name not in free_names(node):
        return ZERO
    if node.op == "symbol":
        return ONE
    if node.op == "pow":
        return _power(node, name)
    if node.op == "sum":
        return _sum(node, name)
    slopes = [derivative(a, name) for a in node.args]
    if node.op == "add":
        return _add(*slopes)
    if node.op == "sub":
        return _sub(*slopes)
    if node.op == "neg":
        return _neg(slopes[0])
    if node.op == "mul":
        a, b = node.args
        return _add(_mul(slopes[0], b), _mul(a, slopes[1]))
    if node.op == "div":
        return _quotient(node, *slopes)
    inner, slope = node.args[0], slopes[0]
    if node.op == "exp":
        return _mul(slope, node)
    if node.op == "log":
        return _div(slope, inner)
    if node.op == "sqrt":
        return _div(slope, _mul(lift(2), node))
    if node.op == "sin":
        return _mul(slope, Node("cos", (inner,)))
    if node.op == "cos":
        return _neg(_mul(slope, Node("sin", (inner,))))
    raise NotImplementedError(f"the derivative of {node.op} is no formula")


def _quotient(node: Node, top_slope: Node, bottom_slope: Node) -> Node:
    top, bottom = node.args
    if bottom_slope == ZERO:
        return _div(top_slope, bottom)
    # (a/b)' = (a'b - ab') / b^2, written a'/b - ab'/b^2: each part keeps its own sign.
    return _sub(_div(top_slope, bottom), _div(_mul(top, bottom_slope), bottom ** lift(2)))


def _power(node: Node, name: str) -> Node:
    base, exponent = node.args
    slope = derivative(base, name)
    if name not in free_names(exponent):
        if exponent.op == "number":
            value = Fraction(exponent.value)
            if value == 0:
                return ZERO
            lowered = ONE if value == 1 else base if value == 2 else base ** lift(value - 1)
            return _mul(slope, _mul(exponent, lowered))
        return _mul(slope, _mul(exponent, base ** (exponent - ONE)))
    # b^e = exp(e log b), for b > 0.
    inner = _mul(derivative(exponent, name), Node("log", (base,)))
    return _mul(node, _add(inner, _div(_mul(exponent, slope), base)))


def _sum(node: Node, name: str) -> Node:
    first, last, body = node.args
    if name == node.value or name in free_names(first) | free_names(last):
        raise NotImplementedError("the derivative by the bound of a sum is no formula")
    return Node("sum", (first, last, derivative(body, name)), node.value)


def _add(a: Node, b: Node) -> Node:
    if a == ZERO:
        return b
    return a if b == ZERO else a + b


def _sub(a: Node, b: Node) -> Node:
    if b == ZERO:
        return a
    return _neg(b) if a == ZERO else a - b


def _neg(a: Node) -> Node:
    return a if a == ZERO else a.args[0] if a.op == "neg" else -a


def _mul(a: Node, b: Node) -> Node:
    if ZERO in (a, b):
        return ZERO
    if a == ONE:
        return b
    return a if b == ONE else a * b


def _div(a: Node, b: Node) -> Node:
    return a if a == ZERO or b == ONE else a / b
