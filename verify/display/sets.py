r"""The sets of symbols in LaTeX, symbols of one set together: ``$\alpha,L>0$``."""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.display.latex.symbols import letters
from verify.display.latex.tokens import joined, script
from verify.display.typeset import NO_PARTS, render
from verify.display.typeset.pieces import shown
from verify.formula.expression import Node
from verify.language.classes import ZERO, Ranging
from verify.language.noise import Moment
from verify.language.symbols import Law, Matrix, Natural, OneOf, Real, Sequence, Symbol, Vector

SHAPES = {
    "any": "",
    "invertible": "invertible ",
    "symmetric": "symmetric ",
    "psd": "positive semidefinite ",
    "pd": "positive definite ",
}
LISTED = 24  # values of a finite set that are all shown


def sets(
    symbols: tuple[Symbol, ...], known: Mapping[str, Symbol], parts: Mapping[Node, str] = NO_PARTS
) -> list[str]:
    """A phrase for every set, in the order in which the sets first occur.

    Args:
        known: all symbols by name. parts: what stands for some parts of a radius.
    """
    groups: dict[Any, list[Symbol]] = {}
    for symbol in symbols:
        alone = symbol.name if isinstance(symbol.kind, Sequence) else ""
        groups.setdefault((repr(symbol.kind), alone), []).append(symbol)
    return [_phrase(group, known, parts) for group in groups.values()]


def single(kind: object) -> bool:
    """Whether a set has one element."""
    if isinstance(kind, Natural):
        return kind.least == kind.most
    return isinstance(kind, OneOf) and len(kind.values) == 1


def narrowed(
    symbols: tuple[Symbol, ...], conditions: tuple[Node, ...]
) -> tuple[tuple[Symbol, ...], list[Node]]:
    """Symbols with the sets that bounds by a number leave them, and the other conditions."""
    kinds: dict[str, Any] = {s.name: s.kind for s in symbols}
    rest = []
    for condition in conditions:
        name, kind = _bounded(condition, kinds)
        if name:
            kinds[name] = kind
        else:
            rest.append(condition)
    return tuple(replace(s, kind=kinds[s.name]) for s in symbols), rest


def _bounded(condition: Node, kinds: Mapping[str, Any]) -> tuple[str, Any]:
    """A symbol that a condition bounds by a number, and its set with that end; or neither."""
    if condition.op not in ("le", "lt"):
        return "", None
    left, right = condition.args
    low = right.op == "symbol"
    number, symbol = (left, right) if low else (right, left)
    kind = kinds.get(symbol.value) if symbol.op == "symbol" else None
    value, open_ = _value(number), condition.op == "lt"
    if value is None or not isinstance(kind, Real):
        return "", None
    old, left_out = (kind.low, kind.open_low) if low else (kind.high, kind.open_high)
    if old is not None and (value < old if low else value > old):
        value, open_ = old, left_out
    open_ = open_ or (value == old and left_out)
    if low:
        kind = replace(kind, low=value, open_low=open_)
    else:
        kind = replace(kind, high=value, open_high=open_)
    return ("", None) if kind.empty else (symbol.value, kind)


def _value(node: Node) -> Fraction | None:
    """The number that a node is, a fraction of two too; None for others."""
    if node.op == "div":
        top, bottom = map(_value, node.args)
        return top / bottom if top is not None and bottom else None
    return node.value if node.op == "number" else None


def functions(ranging: tuple[Ranging, ...], known: Mapping[str, Symbol]) -> list[str]:
    """A phrase for every function of a class: which class, and its minimiser if it has a letter."""
    return [_function(one, known) for one in ranging]


def _function(one: Ranging, known: Mapping[str, Symbol]) -> str:
    f = one.function
    words = []
    if f.least == ZERO:
        words.append("convex")
    elif f.convex:
        words.append(f"${render(f.least, known)}$-strongly convex")
    words += [f"${render(f.most, known)}$-smooth"] if f.most is not None else []
    words += [f"${render(f.reach, known)}$-Lipschitz"] if f.reach is not None else []
    space = rf"\mathbb R{script('^', _length(f.dimension, known))}"
    beside = [
        f"its least value ${f.latex}({place.latex})={place.value.latex}$"
        for place in one.places
        if place.gradient is None
    ]
    beside += [rf"$\nabla {f.latex}$ any subgradient"] if f.most is None else []
    more = f" ({', '.join(beside)})" if beside else ""
    return rf"{' and '.join(words)} ${f.latex}:{space}\to\mathbb R${more}"


def noises(moments: tuple[Moment, ...], known: Mapping[str, Symbol]) -> list[str]:
    """A phrase for every noise."""
    return [_noise(moment.vector, known) for moment in moments]


def _noise(vector: Symbol, known: Mapping[str, Symbol]) -> str:
    power = script("^", _length(vector.kind.dimension, known))
    return rf"random ${vector.latex}\in\mathbb R{power}$ of mean zero given the past"


def _phrase(group: list[Symbol], known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    kind = group[0].kind
    names = ",".join(letters(s) for s in group)
    if (own := getattr(kind, "latex", None)) is not None:
        return ", ".join(own(letters(s)) for s in group)
    if isinstance(kind, Real):
        return f"${names}{_interval(kind)}$"
    if isinstance(kind, Natural):
        return f"${names}{_whole(kind)}$"
    if isinstance(kind, OneOf):
        return _listed(names, kind)
    if isinstance(kind, Vector):
        return rf"${names}\in\mathbb R{script('^', _length(kind.dimension, known))}$"
    if type(kind) is Matrix:  # a paper's own matrix says what it is in words
        size = _length(kind.dimension, known)
        power = joined(joined(size, r"\times"), size)
        return rf"{SHAPES[kind.shape]}${names}\in\mathbb R^{{{power}}}$"
    if isinstance(kind, Sequence):
        last = kind.length if isinstance(kind.length, int) else Node("symbol", (), kind.length)
        first, final = (render(group[0].node[i], known) for i in (1, last))
        return rf"${first},\dots,{final}{_interval(kind.entry)}$"
    if isinstance(kind, Law):
        radius = ""
        if kind.radius is not None:
            radius = render(kind.radius, known, parts)
            radius = f" and support in the ball of radius ${radius}$"
        space = rf"\mathbb R{script('^', _length(kind.dimension, known))}"
        return f"laws ${names}$ on ${space}$ of mean zero{radius}"
    return f"${names}$ ({kind.words()})"


def _length(size: int | str, known: Mapping[str, Symbol]) -> str:
    if isinstance(size, int):
        return str(size)
    return letters(known[size]) if size in known else size


def _interval(kind: Real) -> str:
    if kind.low is None and kind.high is None:
        return r"\in\mathbb R"
    if kind.high is None:
        return (">" if kind.open_low else r"\ge ") + shown(kind.low)
    if kind.low is None:
        return ("<" if kind.open_high else r"\le ") + shown(kind.high)
    left, right = "(" if kind.open_low else "[", ")" if kind.open_high else "]"
    return rf"\in{left}{shown(kind.low)},{shown(kind.high)}{right}"


def _whole(kind: Natural) -> str:
    if kind.most is not None:
        if kind.least == kind.most:
            return f"={kind.least}"
        between = r",\dots," if kind.most > kind.least + 1 else ","
        return rf"\in\lbrace {kind.least}{between}{kind.most}\rbrace"
    return r"\in\mathbb N" if kind.least == 1 else rf"\in\mathbb N_{{\ge {kind.least}}}"


def _listed(names: str, kind: OneOf) -> str:
    values = kind.values
    if len(values) == 1:
        return f"${names}={shown(values[0])}$"
    if len(values) <= LISTED:
        return rf"${names}\in\lbrace {','.join(map(shown, values))}\rbrace$"
    if _run(values):
        first, second, last = (shown(values[i]) for i in (0, 1, -1))
        return rf"${names}\in\lbrace {first},{second},\dots,{last}\rbrace$"
    first = ",".join(map(shown, values[:3]))
    return rf"${names}$ among {len(values)} listed values (${first},\dots,{shown(values[-1])}$)"


def _run(values: tuple[Any, ...]) -> bool:
    """Whether the values are an arithmetic progression."""
    if not all(isinstance(v, int | Fraction) for v in values):
        return False
    step = values[1] - values[0]
    return all(b - a == step for a, b in itertools.pairwise(values))
