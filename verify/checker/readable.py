"""Statements as a person reads them: ``x^2 <= n + 1`` for ``(le (pow x 2) (add n 1))``."""

from verify.checker.text import Symbol, Tree

# By operation its sign, how tightly it binds, and how tightly its left part has to.
SIGNS = {
    "le": (" <= ", 0, 1),
    "lt": (" < ", 0, 1),
    "eq": (" = ", 0, 1),
    "ne": (" != ", 0, 1),
    "add": (" + ", 1, 1),
    "sub": (" - ", 1, 1),
    "mul": (" * ", 2, 2),
    "div": ("/", 2, 2),
    "pow": ("^", 3, 4),
}


def readable(tree: Tree) -> str:
    """A formula with signs between its parts; what has none stands as ``op(part, ...)``."""
    return _bound(tree)[0]


def _bound(tree: Tree) -> tuple[str, int]:
    """The text of a formula, and how tightly it is bound."""
    if isinstance(tree, str):
        return tree, 1 if tree.startswith("-") else 2 if tree[0].isdigit() and "/" in tree else 4
    op, *parts = tree
    if op in SIGNS:
        sign, own, least = SIGNS[op]
        left, right = parts
        return f"{_part(left, least)}{sign}{_part(right, own + 1)}", own
    if op == "neg":
        return f"-{_part(parts[0], 3)}", 1
    return f"{op}({', '.join(map(readable, parts))})", 4


def _part(tree: Tree, least: int) -> str:
    text, own = _bound(tree)
    return text if own >= least else f"({text})"


def declared(s: Symbol) -> str:
    """A symbol and its set, as they were read."""
    left, right = "(" if s.open_low or s.low is None else "[", ")" if s.open_high else "]"
    interval = f"{left}{'-oo' if s.low is None else s.low}, "
    interval += "oo)" if s.high is None else f"{s.high}{right}"
    if s.kind == "real":
        return f"{s.name} in {interval}"
    if s.kind == "natural":
        return f"{s.name} whole in {interval}"
    if s.kind == "one-of":
        return f"{s.name} in {{{', '.join(map(str, s.values))}}}"
    if s.kind == "Vector":
        return f"{s.name} in R^{s.size or 'd'}"
    if s.kind == "Sequence":
        return f"{s.name} in {interval}^{s.size}"
    place = f" on R^{s.size}" if s.size else ""
    within = f" within {readable(s.radius)}" if s.radius else ""
    return f"{s.name} a {s.kind}{place}{within}"
