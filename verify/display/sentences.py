r"""What the ledger prints of a statement: the tested object itself, set in LaTeX.

Formulas stand between dollars, words around them; ``N`` are the whole numbers from 1 on.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from verify.display.cells import together
from verify.display.instances import in_powers
from verify.display.latex import read
from verify.display.latex.symbols import letters
from verify.display.latex.symbols import plain as bare
from verify.display.latex.tokens import normal, spelling
from verify.display.meaning import begun, meaning
from verify.display.parts import MOST, longest, repeated, size, used
from verify.display.plain import Kinds, plain
from verify.display.sets import functions, narrowed, noises, sets, single
from verify.display.typeset import RELATIONS, render
from verify.formula.evaluate import in_floats
from verify.formula.expression import Node, pruned
from verify.language.formulas import Part
from verify.language.statement import (
    Behaviour,
    Certificate,
    Compare,
    Limit,
    Statement,
    Table,
    Words,
    demanded,
    strict,
)
from verify.language.symbols import Notation, Symbol

FORMULA = re.compile(r"\$[^$]*\$")
COMMAND = re.compile(r"\\(?:text|mathrm)\{[^{}]*\}|\\[A-Za-z]+")  # a word, or a sign's name
COMMA = re.compile(r"[,;](?![^(]*\))")  # outside brackets
SHORT = 80  # signs of the formulas of a table that stand beside their values
FEW_SIGNS = 16  # of a number that is shown as it is

__all__ = ["constants", "formulas", "hypotheses", "render", "sentence"]


def sentence(
    statement: Statement,
    added: Sequence[str] = (),
    before: dict[Node, str] | None = None,
    digits: str = "stated",
) -> str:
    """A statement as one sentence without its full stop.

    What has a letter (``let``) is shown by it, with its definition behind what is said; so is what
    stands several times in a sentence that is too long.

    Args:
        added: hypotheses beside its own, between dollars.
        before: the letters of parts in the same section, to which this sentence adds its own, so
            that there a letter stands for one formula.
        digits: what a table calls its digits: stated, or printed.

    Raises:
        ValueError: a formula has no notation.
    """
    before = {} if before is None else before
    known = _known(statement)
    kinds = Kinds.of(known)
    # The parts that its author gave a letter stay, inner ones first.
    for part in sorted(statement.parts, key=lambda part: size(part.tree)):
        kinds = kinds.keeping(plain(pruned(part.tree), kinds))
    letters = {plain(pruned(tree), kinds): letter for tree, letter in before.items()}
    trees = [plain(tree, kinds) for tree in formulas(statement)]
    named = _named(statement, trees, known, kinds)
    text = _sentence(statement, known, named, added, digits)
    if len(text) <= MOST:
        return text

    def length(node: Node, parts: Mapping[Node, str]) -> int:
        return len(render(node, known, {p: x for p, x in parts.items() if p != node}))

    given = {part.tree: part.latex for part in named}
    more = repeated(trees, known, length, len(text) - MOST, given, letters)
    given |= {part.tree: part.latex for part in more}
    said = [statement.assertion.condition] if isinstance(statement.assertion, Compare) else []
    compared = [plain(c, kinds) for c in (*statement.written_where, *said)]
    more += longest(compared, known, length, given, letters)
    before.update((part.tree, part.latex) for part in more)
    named = tuple(sorted((*named, *more), key=lambda p: size(p.tree)))
    return _sentence(statement, known, named, added, digits)


def _named(
    statement: Statement, trees: Sequence[Node], known: Mapping[str, Symbol], kinds: Kinds
) -> tuple[Part, ...]:
    """The parts of a statement that its author gave a letter, as its formulas show them.

    Raises:
        ValueError: a letter is one of a symbol's, or stands for two formulas.
    """
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
    statement: Statement,
    known: Mapping[str, Symbol],
    named: Sequence[Part],
    added: Sequence[str],
    given: str,
) -> str:
    parts = {part.tree: part.latex for part in named}
    text = _assertion(statement, known, parts, given)
    named = _standing(named, statement, known, parts, text)
    if statement.exists:
        verb = "is" if len(statement.exists) == 1 else "are"
        text = f"there {verb} {listed(sets(statement.exists, known))} such that {text}"
    hidden = statement.assertion.variable if isinstance(statement.assertion, Limit) else ""
    ranging = statement.ranging
    letters = {hidden, *(m.letter.name for m in statement.noises)}
    letters = letters.union(*(f.letters for f in ranging))
    symbols = tuple(s for s in statement.symbols if s.name not in letters)
    symbols, conditions = narrowed(symbols, statement.written_where)
    fixed = tuple(s for s in symbols if single(s.kind))
    free = tuple(s for s in symbols if s not in fixed)
    if named:
        text += f" with {listed([_definition(part, known, parts) for part in named])}"
        text += "," if symbols else ""
    if fixed:
        text += f" at {listed(sets(fixed, known, parts))}{',' * bool(free)}"
    over = [*sets(free, known, parts), *functions(ranging, known), *noises(statement.noises, known)]
    if over:
        text += f" for all {listed(over)}"
    if where := [f"${render(c, known, parts)}$" for c in conditions] + [*added]:
        text += f" with {listed(where)}"
    return text.removesuffix(",")


def _standing(
    named: Sequence[Part],
    statement: Statement,
    known: Mapping[str, Symbol],
    parts: Mapping[Node, str],
    text: str,
) -> list[Part]:
    """The parts whose letter a reader meets in what is said, or in another such part."""
    said = text + "".join(f"${render(c, known, parts)}$" for c in statement.written_where)
    kept: list[Part] = []
    for part in reversed(named):
        if _stands(part.latex, said):
            kept.insert(0, part)
            said += _definition(part, known, parts)
    return kept


def _stands(letter: str, said: str) -> bool:
    """Whether a letter stands in a formula of a text by itself, and in no word or longer letter."""
    formulas = " ".join(FORMULA.findall(said))
    if letter.startswith("\\"):
        return bool(re.search(rf"{re.escape(letter)}(?![A-Za-z_])", formulas))
    return bool(re.search(rf"{re.escape(letter)}(?![_\d])", COMMAND.sub(" ", formulas)))


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


def _assertion(
    statement: Statement, known: Mapping[str, Symbol], parts: Mapping[Node, str], given: str
) -> str:
    said = statement.assertion
    if isinstance(said, Compare):
        left, right = (render(side, known, parts) for side in (said.left, said.right))
        if sorted(left) == sorted(right) and not parts and not statement.definition:
            # What is said must not be simplified to one formula on both sides.
            left, right = (render(s, known, as_written=True) for s in (said.left, said.right))
        text = f"${left}{RELATIONS[said.relation]}{right}$"
        if not statement.definition:
            return text
        if left == right:
            return f"the library computes ${left}$"
        return f"{text}, the right side as the library computes it,"
    if isinstance(said, Limit):
        return _limit(said, known, parts)
    if isinstance(said, Table):
        return _table(said, known, parts, given)
    if isinstance(said, Words):
        return said.text
    if isinstance(said, Certificate):
        return f"the kernel accepts the certificate of `{said.find.name}`, which says {said.says!r}"
    return _behaviour(said)


def _behaviour(said: Behaviour) -> str:
    """What a word demands of a ratio, in which cases, and the ratio in its author's words."""
    least, most = demanded(said.word)
    below = f"Q<{most:g}" if strict(said.word) else rf"Q\le {most:g}"
    wanted = rf"{least:g}\le {below}" if least else below
    cells = together(said.cells)
    count = f"each of {len(said.cells)} cases" if len(said.cells) > 1 else "one case"
    # Names with commas are kept apart by semicolons.
    apart = "; ".join if any(map(COMMA.search, cells)) else listed
    what = begun(meaning(said.ratio)) or f"`{said.ratio.name}`"
    return f"${wanted}$ ({said.word!r}), where $Q$ is {what}, in {count}: {apart(cells)}"


def _limit(said: Limit, known: Mapping[str, Symbol], parts: Mapping[Node, str]) -> str:
    variable = render(Node("symbol", (), said.variable), known)
    body = render(said.body, known, parts)
    if said.body.op in ("add", "sub", "neg"):
        body = rf"\left({body}\right)"
    point, value = (render(end, known, parts) for end in (said.point, said.value))
    text = rf"$\lim_{{{variable}\to {point}}}{body}={value}$"
    symbol = known.get(said.variable)
    return text if symbol is None else f"{text} along {sets((symbol,), known)[0]}"


def _table(said: Table, known: Mapping[str, Symbol], parts: Mapping[Node, str], given: str) -> str:
    values = [f"${render(node, known)}$" for _, _, node in said.entries]
    alike = len(values) > 1 and len(set(values)) == 1  # each at a setting that its name says
    brief = max(map(len, values)) <= SHORT
    entries = []
    for name, digits, node in said.entries:
        known_alone = alike or (node.op == "external" and not node.args)  # its name says no more
        exact = f"${render(node, known, parts)}$"
        value = _rounded(node, digits)
        if not value or exact == f"${value}$":
            computed = exact
        else:
            computed = f"{exact}, which is {value}" if brief else value
        shown = f", computed {computed}" * (not known_alone)
        entries.append(f"{name}: {given} {in_powers(digits)}{shown}")
    slack = f", give or take {said.slack} in the last digit" * bool(said.slack)
    each = "each number" if len(entries) > 1 else "the number"
    what = f"{values[0]}, computed at its own setting" if alike else "the computed one"
    return f"{each} is {what}, rounded{slack}: {'; '.join(entries)}"


def _rounded(node: Node, digits: str) -> str:
    """A number of a table with two digits more than it shows; "" where it has none."""
    if node.op == "number" and len(str(node.value)) < FEW_SIGNS:
        return ""
    try:
        (value,) = in_floats((node,), {})
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return ""
    shown = sum(map(str.isdigit, re.split("[eE]", digits)[0].lstrip("-0.")))
    return in_powers(f"{value:.{shown + 2}g}")
