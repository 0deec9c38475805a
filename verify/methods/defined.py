"""Where a formula has a value: the conditions on its divisors, radicands, logarithms and powers.

They are obligations: each is proved before a prover looks at the formula itself. Otherwise
z3's root of a negative number would make the assumptions contradictory, and prove anything.
"""

from dataclasses import dataclass, replace

from verify.formula.expression import Node, binary, lift, substitute
from verify.language.symbols import Natural, Real, Symbol


@dataclass(frozen=True)
class Need:
    """Under the conditions of the path, ``condition`` must hold for a value to exist.

    Attributes:
        isolated: it can fail on a set without interior only (a divisor that is 0).
    """

    path: tuple[Node, ...]
    condition: Node
    isolated: bool


class Unclear(TypeError):
    """The tree holds something whose definedness these rules do not cover."""


@dataclass(frozen=True)
class _Names:
    """Symbols that are whole numbers from 0 on, and those that are positive."""

    whole: set[str]
    positive: set[str]

    def with_index(self, name: str) -> "_Names":
        return replace(self, whole=self.whole | {name})


def needs(node: Node, symbols: tuple[Symbol, ...]) -> tuple[Need, ...]:
    """Every need of a tree, inner ones first, without repetition.

    Raises:
        Unclear: a construct that is not covered (entries of sequences, laws, inverses, externals).
    """
    whole = {s.name for s in symbols if isinstance(s.kind, Natural) and s.kind.least >= 0}
    positive = {s.name for s in symbols if isinstance(s.kind, Real) and _positive(s.kind)}
    return tuple(dict.fromkeys(_needs(node, (), _Names(whole, positive))))


def _positive(kind: Real) -> bool:
    return kind.low is not None and (kind.low > 0 or (kind.low == 0 and kind.open_low))


def plainest(need: Need) -> tuple[Need, ...]:
    """A need as its author would write it: sigma is not 0 for 2 sigma, x is not y for |x - y|.

    Where the formula's other needs are met, it is met if and only if all these are.
    """
    return tuple(replace(need, condition=c) for c in _plainest(need.condition))


def _plainest(condition: Node) -> tuple[Node, ...]:
    if condition.op != "ne":
        left, right = condition.args
        return (binary(condition.op, *right.args[::-1]),) if right.op == "sub" else (condition,)
    divisor, _ = condition.args
    if _nonzero_number(divisor):
        return ()
    if divisor.op == "mul":
        return tuple(c for factor in divisor.args for c in _plainest(binary("ne", factor, 0)))
    power = divisor.op == "pow" and divisor.args[1].op == "number" and divisor.args[1].value > 0
    if divisor.op in ("abs", "sqrt", "neg", "div") or power:
        return _plainest(binary("ne", divisor.args[0], 0))
    if divisor.op == "sub":
        left, right = divisor.args
        return (binary("ne", right, left) if left.op == "number" else binary("ne", left, right),)
    return (condition,)


def _needs(node: Node, path: tuple[Node, ...], names: _Names) -> list[Need]:
    if node.op in ("at", "expect", "inverse", "external", "matmul", "transpose", "trace", "norm1"):
        raise Unclear(f"the value of {node.op} is not covered")
    if node.op == "undefined":
        return [Need(path, binary("lt", 0, 0), False)]
    if node.op in ("sum", "product"):
        first, last, body = node.args
        if not _is_natural(first, names.whole):
            raise Unclear("a sum whose index may be negative")
        if not is_whole(last, names.whole):
            raise Unclear("a sum whose last index may be broken")
        # A name of its own: a symbol of the statement may be called like the index.
        index = Node("symbol", (), f"{node.value}#{len(path)}")
        body = substitute(body, {node.value: index})
        within = path + (binary("le", first, index), binary("le", index, last))
        inner = _needs(body, within, names.with_index(index.value))
        return _needs(first, path, names) + _needs(last, path, names) + inner
    if node.op == "piecewise":
        found: list[Need] = []
        for condition, value in zip(node.args[::2], node.args[1::2], strict=True):
            parts = condition.args if condition.op == "and" else (condition,)
            for place, part in enumerate(parts):
                # A conjunction is read from left to right, and no further than it is true.
                found += _needs(part, path + parts[:place], names)
            found += _needs(value, path + parts, names)
        return found
    found = [need for child in node.args for need in _needs(child, path, names)]
    if node.op == "div" and not _nonzero_number(node.args[1]):
        found.append(Need(path, binary("ne", node.args[1], 0), True))
    if node.op == "sqrt":
        found += _at_least(node.args[0], path, strict=False)
    if node.op == "log":
        found += _at_least(node.args[0], path, strict=True)
    if node.op == "pow":
        base, exponent = node.args
        found += _power(base, exponent, path, names)
    return found


def _nonzero_number(node: Node) -> bool:
    return node.op == "number" and node.value != 0


def _at_least(node: Node, path: tuple[Node, ...], *, strict: bool) -> list[Need]:
    if node.op == "number" and (node.value > 0 or (node.value == 0 and not strict)):
        return []
    return [Need(path, binary("lt" if strict else "le", 0, node), False)]


def _power(base: Node, exponent: Node, path: tuple[Node, ...], names: _Names) -> list[Need]:
    if exponent.op == "neg" and exponent.args[0].op == "number":
        exponent = lift(-exponent.args[0].value)
    if exponent.op == "number":
        value = exponent.value
        if value.denominator != 1:
            return _at_least(base, path, strict=value < 0)
        negative = value < 0 and not _nonzero_number(base)
        return [Need(path, binary("ne", base, 0), True)] if negative else []
    if base.op == "number" and base.value > 0:
        return []
    if is_whole(exponent, names.whole):
        # 0 to the power 0 is 1: a whole exponent needs a base other than 0 only where negative.
        if _is_natural(exponent, names.whole):
            return []
        return [Need(path, binary("le", 0, exponent), False)]
    # 0 to a positive power is 0.
    return _at_least(base, path, strict=exponent.value not in names.positive)


def is_whole(node: Node, whole: set[str]) -> bool:
    """Whether a tree is a sum, difference or product of whole numbers and whole symbols."""
    if node.op == "number":
        return bool(node.value.denominator == 1)
    if node.op == "symbol":
        return node.value in whole
    if node.op in ("floor", "ceil"):
        return True
    return node.op in ("add", "sub", "mul", "neg") and all(is_whole(a, whole) for a in node.args)


def _is_natural(node: Node, whole: set[str]) -> bool:
    """Whether it is a sum or product of naturals and whole numbers >= 0."""
    if node.op == "number":
        return bool(node.value >= 0)
    if node.op == "symbol":
        return node.value in whole
    return node.op in ("add", "mul") and all(_is_natural(a, whole) for a in node.args)
