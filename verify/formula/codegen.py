"""Straight-line code of a scalar tree: what nested functions compute, in one function.

Equal parts of a tree are computed once, and what does not depend on the index of a sum, before its
loop. The operations are those of the arithmetic, so that a value is the same, and that there is
none; where a part turns out to be a vector or matrix, the nested functions take over.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from verify.formula.arithmetic import Arithmetic, Balls, Floats, Undecided, Undefined
from verify.formula.expression import FUNCTIONS, Node, free_names

Code = Callable[[Any], Any]
SIGNS = {"add": "+", "sub": "-", "mul": "*"}
# What an arithmetic of floats does in the plain cases, without a call.
FLOATING = {
    "div": "{0} / {1} if {1} else divide({0}, {1})",
    "pow": "pow({0}, {1}) if {0} > 0 else power({0}, {1})",
    "sqrt": "sqrt({0}) if {0} >= 0 else function('sqrt', {0})",
    "log": "log({0}) if {0} > 0 else function('log', {0})",
    "exp": "exp({0})",
    "abs": "abs({0})",
}
STRAIGHT = {*FUNCTIONS, *SIGNS, "neg", "div", "pow"}
LOOPS = ("sum", "product")
COMPARED = ("le", "lt", "eq", "ne")
SCALAR = {"number", "constant", "max", "min", "norm", "norm1", "dot", "trace", "external", *LOOPS}
MARGIN = "    "


@dataclass(frozen=True)
class Parts:
    """How what is no arithmetic of scalars is computed.

    Attributes:
        code: the code of a part. index: that of a whole number.
        most: refuses a sum from one index to another that is too long.
    """

    code: Callable[[Node, Arithmetic], Code]
    index: Callable[[Node], Callable[[Any], int]]
    most: Callable[[int, int], None]


@dataclass
class _Scope:
    """The lines of the function, of the body of a loop, or of what stands before the loop.

    Attributes:
        index: the bound name of the loop whose body this is, or "". variable: its whole number.
        place: the variable of the place that holds the bound names.
    """

    outer: "_Scope | None" = None
    index: str = ""
    variable: str = ""
    place: str = "place"
    lines: list[str] = field(default_factory=list)
    known: dict[Any, str] = field(default_factory=dict)

    @property
    def root(self) -> "_Scope":
        return self.outer.root if self.outer else self

    def home(self, names: frozenset[str]) -> "_Scope":
        """Where a part with these free names is computed: before the loop, if it is the same."""
        # No further out: an inner loop may have no terms, and then the part need have no value.
        same = self.index and self.outer and self.index not in names
        return self.outer if same and self.outer else self

    def found(self, node: Node, names: frozenset[str]) -> str | None:
        """The variable of a part that has been computed already."""
        if node in self.known:
            return self.known[node]
        if self.outer is None or self.index in names:
            return None
        return self.outer.found(node, names)

    def whole(self, name: str) -> str | None:
        """The variable of a bound name."""
        if self.outer is None or (self.index and name == self.index):
            return self.variable if self.index else None
        return self.outer.whole(name)


class _Writer:
    """Writes the lines, and keeps the names that they use."""

    def __init__(self, n: Arithmetic, parts: "Parts") -> None:
        self.n, self.code, self.index = n, parts.code, parts.index
        self.count = 0
        self.names: dict[str, Any] = {"power": n.power, "divide": n.divide, "number": n.number}
        self.names |= {"function": n.function, "compare": n.compare, "most": parts.most}
        if isinstance(n, Floats):
            self.names |= {"pow": math.pow, "sqrt": math.sqrt, "log": math.log, "exp": math.exp}
        self.names["MISSING"] = Undefined("an entry that is not there")

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def given(self, value: Any) -> str:
        name = self.fresh()
        self.names[name] = value
        return name

    def name(self, node: Node, scope: _Scope) -> str:
        """The variable that holds the value of a part, computed by the lines so far."""
        names = free_names(node)
        found = scope.found(node, names)
        if found is None:
            home = scope.home(names)
            text = self._text(node, home)
            found = home.known[node] = self.fresh()
            home.lines.append(f"{found} = {text}")
            if node.op not in STRAIGHT and node.op not in SCALAR:
                home.lines.append(f"if type({found}) is tuple: return slow(place)")
        return found

    def _text(self, node: Node, scope: _Scope) -> str:
        op = node.op
        if op == "symbol":
            whole = scope.whole(node.value)
            return f"number({whole})" if whole else f"place[{node.value!r}]"
        if op in LOOPS:
            return self._loop(node, scope)
        if op == "at" and node.args[0].op == "symbol":
            return self._entry(node, scope)
        if op not in STRAIGHT:
            constant = _constant(node, self.n)
            if constant is not None:
                return self.given(constant)
            return f"{self.given(self.code(node, self.n))}({scope.place})"
        parts = [self.name(a, scope) for a in node.args]
        if op in FLOATING and isinstance(self.n, Floats):
            return FLOATING[op].format(*parts)
        if op in SIGNS:
            return f"{parts[0]} {SIGNS[op]} {parts[1]}"
        if op == "neg":
            return f"-{parts[0]}"
        if op in ("div", "pow"):
            return f"{'divide' if op == 'div' else 'power'}({parts[0]}, {parts[1]})"
        return f"function({op!r}, {parts[0]})"

    def _loop(self, node: Node, scope: _Scope) -> str:
        start, stop = (self._index(a, scope) for a in node.args[:2])
        result, variable, inner = self.fresh(), self.fresh(), self.fresh()
        before = _Scope(scope, place=scope.place)
        body = _Scope(before, node.value, variable, inner)
        term = self.name(node.args[2], body)
        bound = any(re.search(rf"\b{inner}\b", line) for line in body.lines)
        if bound:
            before.lines.append(f"{inner} = {scope.place}.inner()")
            body.lines.insert(0, f"{inner}.bind({node.value!r}, {variable})")
        sign = "+" if node.op == "sum" else "*"
        scope.lines += [
            f"most({start}, {stop})",
            f"{result} = number({int(node.op == 'product')})",
            f"if {start} <= {stop}:",
            *(MARGIN + line for line in before.lines),
            f"{MARGIN}for {variable} in range({start}, {stop} + 1):",
            *(2 * MARGIN + line for line in body.lines),
            f"{2 * MARGIN}{result} = {result} {sign} {term}",
        ]
        return result

    def _entry(self, node: Node, scope: _Scope) -> str:
        name = node.args[0].value
        if scope.whole(name):
            raise TypeError(f"an entry must be one of a sequence. Found the index {name}.")
        sequence = self._rooted(("sequence", name), f"place[{name!r}]", scope)
        place = self._index(node.args[1], scope)
        scope.lines.append(f"if not 1 <= {place} <= len({sequence}): raise MISSING")
        return f"{sequence}[{place} - 1]"

    def _rooted(self, key: tuple[str, str], text: str, scope: _Scope, guard: str = "") -> str:
        """A variable of the function, made once."""
        root = scope.root
        if key not in root.known:
            root.known[key] = self.fresh()
            root.lines.append(f"{root.known[key]} = {text}")
            if guard:
                root.lines.append(f"if {guard.format(root.known[key])}: return slow(place)")
        return root.known[key]

    def _index(self, node: Node, scope: _Scope) -> str:
        """The variable of an index, a whole number in every arithmetic."""
        name = self.fresh()
        text = self._whole(node, scope)
        scope.lines.append(f"{name} = {text or f'{self.given(self.index(node))}({scope.place})'}")
        return name

    def _whole(self, node: Node, scope: _Scope) -> str | None:
        if node.op == "number" and node.value.denominator == 1:
            return str(int(node.value))
        if node.op == "symbol":
            given = ("whole", node.value), f"place.point[{node.value!r}]"
            return scope.whole(node.value) or self._rooted(*given, scope, "type({}) is not int")
        if node.op in SIGNS:
            left, right = (self._whole(a, scope) for a in node.args)
            return f"({left} {SIGNS[node.op]} {right})" if left and right else None
        return None


def _constant(node: Node, n: Arithmetic) -> Any:
    """A literal's value; None in balls, whose precision may change, and if it overflows."""
    if node.op != "number" or isinstance(n, Balls):
        return None
    try:
        return n.number(node.value)
    except Undecided:
        return None


def straight(node: Node, n: Arithmetic, parts: Parts, slow: Code) -> Code:
    """The code of a tree of scalars, or of a comparison of two.

    Args:
        slow: the code of the whole, for the values at which a part is a vector or matrix.
    """
    writer, scope = _Writer(n, parts), _Scope()
    if node.op in COMPARED:
        left, right = (writer.name(a, scope) for a in node.args)
        result = f"compare({node.op!r}, {left}, {right})"
    else:
        result = writer.name(node, scope)
    body = "".join(f"{MARGIN}{line}\n" for line in scope.lines)
    names = writer.names | {"slow": slow}
    exec(f"def run(place):\n{body}{MARGIN}return {result}\n", names)
    run: Code = names["run"]
    return run
