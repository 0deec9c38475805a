r"""What the ledger prints of a statement: the tested object itself, set in LaTeX.

Formulas stand between dollars, words around them; ``N`` are the whole numbers from 1 on.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from verify.display.latex import read
from verify.display.latex.symbols import letters
from verify.display.latex.symbols import plain as bare
from verify.display.latex.tokens import normal, spelling
from verify.display.parts import MOST, longest, repeated, size, used
from verify.display.plain import Kinds, plain
from verify.display.sets import functions, noises, sets
from verify.display.typeset import RELATIONS, render
from verify.formula.expression import Node, pruned
from verify.language.formulas import Part
from verify.language.statement import Certificate, Compare, Limit, Statement, Table, Words
from verify.language.symbols import Notation, Symbol

COMMA = re.compile(r",(?![^(]*\))")  # outside brackets
MOST_CELLS = 12  # of a behaviour that a sentence names one by one

__all__ = ["constants", "formulas", "hypotheses", "render", "sentence"]


def sentence(
    statement: Statement, added: Sequence[str] = (), before: dict[Node, str] | None = None
) -> str:
    """A statement as one sentence without its full stop.

    What has a letter (``let``) is shown by it, with its definition behind what is said; so is what
    stands several times in a sentence that is too long.

    Args:
        added: hypotheses beside its own, between dollars.
        before: the letters of parts in the same section, to which this sentence adds its own, so
            that there a letter stands for one formula.

    Raises:
        ValueError: a formula has no notation.
    """
    before = {} if before is None else before
    known, kinds = _known(statement), Kinds.of(_known(statement))
    trees = [plain(tree, kinds) for tree in formulas(statement)]
    named = _named(statement, trees, known)
    text = _sentence(statement, known, named, added)
    if len(text) <= MOST:
        return text

    def length(node: Node, parts: Mapping[Node, str]) -> int:
        return len(render(node, known, {p: x for p, x in parts.items() if p != node}))

    given = {part.tree: part.latex for part in named}
    more = repeated(trees, known, length, len(text) - MOST, given, before)
    given |= {part.tree: part.latex for part in more}
    compared = [plain(c, kinds) for c in _comparisons(statement)]
    more += longest(compared, known, length, given, before)
    before.update((part.tree, part.latex) for part in more)
    named = tuple(sorted((*named, *more), key=lambda p: size(p.tree)))
    return _sentence(statement, known, named, added)


def _comparisons(statement: Statement) -> list[Node]:
    """What a statement compares, in its hypotheses and in what it says."""
    said = statement.assertion
    return [*statement.written_where, *([said.condition] if isinstance(said, Compare) else [])]


def _named(
    statement: Statement, trees: Sequence[Node], known: Mapping[str, Symbol]
) -> tuple[Part, ...]:
    """The parts of a statement that its author gave a letter, as its formulas show them.

    Raises:
        ValueError: a letter is one of a symbol's, or stands for two formulas.
    """
    kinds = Kinds.of(known)
    drawn = {m.vector.name: m.vector for m in statement.noises}
    letter = {
        part: rf"\mathbb E\left[{render(part.mean_of, {**known, **drawn})}\right]"
        for part in statement.parts
        if part.mean_of is not None
    }
    parts = [
        replace(part, tree=plain(pruned(part.tree), kinds), latex=letter.get(part, part.latex))
        for part in statement.parts
    ]
    found = used(trees, sorted(dict.fromkeys(parts), key=lambda part: size(part.tree)))
    taken = {bare(spelling(letters(s)).words): name for name, s in known.items()}
    for part in found:
        other = taken.setdefault(bare(spelling(part.latex).words), part.latex)
        if other != part.latex or [p.latex for p in found].count(part.latex) > 1:
            raise ValueError(
                "a letter must stand for one formula and be no symbol's. Found "
                f"{part.latex!r} for another one."
            )
    return found


def _sentence(
    statement: Statement, known: Mapping[str, Symbol], named: Sequence[Part], added: Sequence[str]
) -> str:
    parts = {part.tree: part.latex for part in named}
    text = _assertion(statement, known, parts)
    if statement.exists:
        verb = "is" if len(statement.exists) == 1 else "are"
        text = f"there {verb} {listed(sets(statement.exists, known))} such that {text}"
    hidden = statement.assertion.variable if isinstance(statement.assertion, Limit) else ""
    ranging = statement.ranging
    letters = {hidden, *(m.letter.name for m in statement.noises)}
    letters = letters.union(*(f.letters for f in ranging))
    free = tuple(s for s in statement.symbols if s.name not in letters)
    if named:
        text += f" with {listed([_definition(part, known, parts) for part in named])}"
        text += "," if free else ""
    over = [*sets(free, known, parts), *functions(ranging, known), *noises(statement.noises, known)]
    if over:
        text += f" for all {listed(over)}"
    if where := [f"${render(c, known, parts)}$" for c in statement.written_where] + [*added]:
        text += f" with {listed(where)}"
    return text


def _definition(part: Part, known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    others = {tree: latex for tree, latex in parts.items() if tree != part.tree}
    text = f"${part.latex}={render(part.tree, known, others)}$"
    return f"{text} {part.of}" if part.of else text


def constants(statement: Statement) -> str:
    """The constants by which a statement's author exhibits that there are some; "" for none.

    Raises:
        ValueError: a formula has no notation.
    """
    known = _known(statement)
    return listed(
        [f"${letters(known[name])}={render(c, known)}$" for name, c in statement.constants]
    )


def formulas(statement: Statement) -> list[Node]:
    """The formulas that a statement shows."""
    said = statement.assertion
    found = [*statement.written_where]
    found += [place.point for f in statement.ranging for place in f.places]
    found += [s.kind.radius for s in statement.symbols if getattr(s.kind, "radius", None)]
    if isinstance(said, Compare):
        found += [said.left, said.right]
    elif isinstance(said, Limit):
        found += [said.body, said.point, said.value]
    elif isinstance(said, Table):
        found += [tree for _, _, tree in said.entries]
    return found


def hypotheses(statement: Statement) -> tuple[str, ...]:
    """The hypotheses in LaTeX, each between dollars.

    Raises:
        ValueError: a formula has no notation.
    """
    known = _known(statement)
    return tuple(f"${render(condition, known)}$" for condition in statement.where)


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _known(statement: Statement) -> dict[str, Symbol]:
    """The symbols of a statement by name.

    Raises:
        ValueError: a reader could take one of them for another, or for a formula of the others.
    """
    known = {s.name: s for s in (*statement.symbols, *statement.exists)}
    seen = {bare(spelling(f.function.latex).words): "a function" for f in statement.ranging}
    seen |= {bare(spelling(m.vector.latex).words): "noise" for m in statement.noises}
    for name, symbol in known.items():
        other = seen.setdefault(bare(spelling(letters(symbol)).words), name)
        if other != name:
            raise ValueError(
                "the symbols of a statement must be written differently. Found "
                f"{symbol.latex!r} for {other} and {name}."
            )
        if _is_formula(symbol, {n: s for n, s in known.items() if n != name}):
            raise ValueError(
                f"a symbol must not be written as a formula of others. Found {symbol.latex!r} for "
                f"{name}."
            )
    return known


def _is_formula(symbol: Symbol, others: Mapping[str, Symbol]) -> bool:
    """Whether what a symbol is written as says something without it: x^2 beside x, or 2."""
    if len(normal(letters(symbol))) == 1 and not symbol.latex.isdigit():
        return False
    try:
        read(letters(symbol), Notation(others))
    except ValueError:
        return False
    return True


def _assertion(statement: Statement, known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    said = statement.assertion
    if isinstance(said, Compare):
        left, right = render(said.left, known, parts), render(said.right, known, parts)
        text = f"${left}{RELATIONS[said.relation]}{right}$"
        return f"{text} (a definition)" if statement.definition else text
    if isinstance(said, Limit):
        return _limit(said, known, parts)
    if isinstance(said, Table):
        return _table(said, known, parts)
    if isinstance(said, Words):
        return said.text
    if isinstance(said, Certificate):
        return f"the kernel accepts the certificate of `{said.find.name}`, which says {said.says!r}"
    return f"the ratio `{said.ratio.name}` is {said.word!r} in {_cells(said.cells)}"


def _cells(cells: Sequence[str]) -> str:
    """The cells of a behaviour; of many their number and the ends, as the evidence has them all."""
    if len(cells) > MOST_CELLS:
        return f"the {len(cells)} cells from {cells[0]} to {cells[-1]}"
    # Names with commas are kept apart by semicolons.
    apart = "; ".join if any(COMMA.search(cell) for cell in cells) else listed
    return f"the cells {apart(cells)}"


def _limit(said: Limit, known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    variable = render(Node("symbol", (), said.variable), known)
    body = render(said.body, known, parts)
    if said.body.op in ("add", "sub", "neg"):
        body = rf"\left({body}\right)"
    point, value = (render(end, known, parts) for end in (said.point, said.value))
    text = rf"$\lim_{{{variable}\to {point}}}{body}={value}$"
    symbol = known.get(said.variable)
    return text if symbol is None else f"{text} along {sets((symbol,), known)[0]}"


def _table(said: Table, known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    entries = []
    for name, digits, node in said.entries:
        value = (
            "" if node.op == "external" and not node.args else f" of ${render(node, known, parts)}$"
        )
        entries.append(f"{name}: {digits}{value}")
    slack = f", up to {said.slack} in the last one," if said.slack else ""
    return f"the printed digits{slack} are those of the values: {'; '.join(entries)}"
