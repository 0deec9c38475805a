r"""Named quantities without the arguments that they have in all of a section.

``[E<u, v_t>^2](f, m, u)`` is shown as ``[E<u, v_t>^2]`` where it has no others there; what it
depends on is said once, with what it means.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from verify.judgement.record import ClaimRecord, PartRecord, QuoteRecord, StatementRecord
from verify.ledger.lock import displayed

LETTER = re.compile(r"\\(?!frac|left|right|,|;)[A-Za-z]+|[A-Za-z]")
BRACKETS = re.compile(r"(?<=[\w}_^])\{[^{}]*\}|[_^]\{[^{}]*\}|\([^()]*\)")
COMPUTED = re.compile(r"\\(?:frac|sqrt)|[-+]|^\d")
OPENINGS = (r"\left(", "(")
MARKS = re.compile(r"\\left[(\[]|\\right[)\]]|\\lbrace|\\rbrace|[()\[\]{},]")
Arguments = tuple[str, ...]
Calls = list[tuple[int, int, list[str]]]


def with_common_arguments(record: ClaimRecord) -> tuple[ClaimRecord, dict[str, Arguments]]:
    """A record as its section shows it, and those arguments by definition.

    An argument is left out where it is the same symbol wherever the section calls the quantity.
    """
    shown = displayed(record)
    texts = [s.says for s in shown]
    texts += [_side(p)[1] for part in record.parts for q in part.quotes for p in q.pieces]
    found: dict[str, Arguments] = {}
    for one in dict.fromkeys(d for s in shown for d in s.definitions):
        name = name_of_definition(one).strip("$")
        common = _common(name, texts)
        found[one] = tuple(common.values())
        record = _without(record, name, set(common))
    return record, found


def _side(piece: str) -> tuple[str, str]:
    """What a piece of a print is, and what it stands for, behind the sign of equality."""
    left, equals, right = piece.partition(" = ")
    return left + equals, right


def name_of_definition(definition: str) -> str:
    """The name that a definition explains, between dollars."""
    return definition.partition("$: ")[0] + "$"


def _common(name: str, texts: list[str]) -> dict[int, str]:
    """The arguments that all calls of a quantity have, by their place."""
    calls = [arguments for text in texts for _, _, arguments in _calls(name, text)]
    if not calls or len({len(arguments) for arguments in calls}) > 1:
        return {}
    columns = enumerate(zip(*calls, strict=True))
    return {k: one[0] for k, one in columns if len(set(one)) == 1 and _is_symbol(one[0])}


def _is_symbol(argument: str) -> bool:
    """Whether an argument is a symbol, as ``x_0`` or ``(x - y)``, and no formula or number."""
    if re.fullmatch(r"\([^()]*\)", argument):
        return True
    while (bare := BRACKETS.sub("", argument)) != argument:
        argument = bare
    return bool(LETTER.search(bare)) and not COMPUTED.search(bare)


def _calls(name: str, text: str) -> Calls:
    """Where a quantity has its arguments in a text: begin, end, and each of them."""
    found: Calls = []
    start = text.find(name)
    while start >= 0:
        begin = start + len(name)
        if text.startswith(OPENINGS, begin):
            *ends, end = _ends(text, begin)
            places = [begin + len(next(o for o in OPENINGS if text.startswith(o, begin)))]
            places += [e + 1 for e in ends]
            last = end - len(r"\right)") if text.startswith(r"\left(", begin) else end - 1
            stops = [*ends, last]
            found.append(
                (begin, end, [text[a:b].strip() for a, b in zip(places, stops, strict=True)])
            )
        start = text.find(name, begin)
    return found


def _ends(text: str, begin: int) -> Iterator[int]:
    """The commas between the arguments that begin somewhere, and the end of the last one."""
    depth = 0
    for mark in MARKS.finditer(text, begin):
        if mark[0] == ",":
            if depth == 1:
                yield mark.start()
        elif mark[0] in ("{", "(", "[", r"\lbrace") or mark[0].startswith(r"\left"):
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                yield mark.end()
                return


def _without(record: ClaimRecord, name: str, places: set[int]) -> ClaimRecord:
    """A record whose calls of a quantity lack the arguments of these places."""
    if not places:
        return record

    def text(said: str) -> str:
        for begin, end, arguments in reversed(_calls(name, said)):
            kept = [one for k, one in enumerate(arguments) if k not in places]
            said = said[:begin] + (rf"\left({', '.join(kept)}\right)" if kept else "") + said[end:]
        return said

    def statement(s: StatementRecord | None) -> StatementRecord | None:
        return None if s is None else replace(s, says=text(s.says))

    def quote(q: QuoteRecord) -> QuoteRecord:
        return replace(q, pieces=tuple(a + text(b) for a, b in map(_side, q.pieces)))

    def part(p: PartRecord) -> PartRecord:
        printed, repaired, instead = map(statement, (p.printed, p.repaired, p.instead))
        quotes = tuple(map(quote, p.quotes))
        return replace(p, printed=printed, repaired=repaired, instead=instead, quotes=quotes)

    notes = tuple(replace(s, says=text(s.says)) for s in record.notes)
    return replace(record, parts=tuple(map(part, record.parts)), notes=notes)
