r"""A statement of the command line: LaTeX in, verdict out.

``python -m verify --statement '\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T' --for 'T in N'`` reads it,
judges it as any claim, and prints its Python, which says the same.
"""

import argparse
import json
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dptheory.files import output, write_atomically
from verify.display.instances import bare
from verify.display.latex import comparisons
from verify.display.latex.chain import compared
from verify.display.latex.declared import Declared, declared, raw
from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.language.claims import PART, Claim, claim
from verify.language.drafts import says
from verify.language.symbols import notation
from verify.ledger.proofs import text_of
from verify.ledger.record import to_json
from verify.methods.context import Context
from verify.methods.kept import Kept
from verify.methods.search.known import Known
from verify.site import drawings

HEADING = ("own/statement", "command line", "a statement in LaTeX")
WIDTH = 96
FORMATS = (".png", ".svg")
FORALL = re.compile(r"(?:[\s,]|\\[ ,;:]|\\q?quad(?![a-zA-Z]))*\\forall(?![a-zA-Z])(.*)$", re.DOTALL)
ALONE = ("module", "html", "output", "list", "check", "read", "fresh", "tenth", "controls")


@dataclass(frozen=True)
class Asked:
    """What is asked.

    Attributes:
        symbols: that are declared. said: the comparisons in LaTeX. given: the hypotheses in LaTeX.
        claim: the same as an object; a part for each comparison.
    """

    symbols: tuple[Declared, ...]
    said: tuple[str, ...]
    given: tuple[str, ...]
    claim: Claim

    @property
    def python(self) -> str:
        """A module of one claim that says the same."""
        calls = [symbol.python for symbol in self.symbols]
        words = {symbol.make.__name__ for symbol in self.symbols} | {"claim", "notation", "says"}
        words |= {"Real"} if any("=Real(" in call for call in calls) else set()
        given = [f"tex(V, {raw(text)})" for text in self.given]
        also = ", given=GIVEN" if given else ""
        drafts = [f"says(tex(V, {raw(text)}){also})" for text in self.said]
        parts = [f'"{i}": {draft}' for i, draft in enumerate(drafts, start=1)]
        printed = drafts[0] if len(drafts) == 1 else _lines("{", parts, "}", 4)
        lines = ['"""A statement in LaTeX."""', ""]
        if any("Fraction(" in call for call in calls):
            lines += ["from fractions import Fraction", ""]
        lines += [
            "from verify.display.latex import tex",
            f"from verify.language import {', '.join(sorted(words))}",
            "",
            f"V = {_lines('notation(', calls, ')')}",
        ]
        lines += [f"GIVEN = {_lines('[', given, ']')}"] if given else []
        heading = [*map(raw, HEADING), printed]
        return "\n".join([*lines, f"CLAIM = {_lines('claim(', heading, ')')}"])

    def named(self, text: str) -> str:
        """A text about a point with the LaTeX of its symbols: ``\\alpha = 1``."""
        latex = {symbol.name: symbol.latex for symbol in self.symbols}
        names = "|".join(map(re.escape, latex)) or "(?!)"
        return re.sub(rf"(?<![\w\\])({names})(?= = | to )", lambda found: latex[found[1]], text)


def _lines(opening: str, parts: Sequence[str], closing: str, indent: int = 0) -> str:
    """A list on one line where it is short, else a part a line."""
    short = f"{opening}{', '.join(parts)}{closing}"
    if len(short) <= WIDTH - 8 or not parts:
        return short
    inside = "".join(f"    {part},\n" for part in parts)
    return textwrap.indent(f"{opening}\n{inside}{closing}", " " * indent).lstrip()


def asked(statement: str, sets: str = "", given: Sequence[str] = ()) -> Asked:
    """The claim that a statement in LaTeX makes.

    Args:
        statement: a comparison, or a chain or a list of them.
        sets: the symbols with their sets (:mod:`verify.display.latex.declared`).
        given: hypotheses, as ``statement`` is written.

    Raises:
        ValueError: something cannot be read; the place is named.
    """
    symbols = declared(sets)
    v = notation(**{symbol.name: symbol.declaration for symbol in symbols})
    hypotheses = [one for text in given for one in comparisons(v, text)]
    statement = _unquantified(statement, {symbol.latex for symbol in symbols})
    found = comparisons(v, statement)
    drafts = [says(one, given=hypotheses, over=v) for one in found]
    for draft in drafts:
        draft.build()
    parts = {str(i): draft for i, draft in enumerate(drafts, start=1)}
    return Asked(
        symbols,
        _texts(statement),
        tuple(one for text in given for one in _texts(text)),
        claim(*HEADING, parts if len(parts) > 1 else drafts[0]),
    )


def _unquantified(text: str, known: set[str]) -> str:
    r"""A text without ``\forall x, y`` at its end: a claim is of all values of its symbols."""
    last = FORALL.search(text)
    if last is None or not {name.strip() for name in last[1].split(",")} <= known:
        return text
    return text[: last.start()]


def _texts(text: str) -> tuple[str, ...]:
    """Every comparison of a text by itself."""
    return tuple(text[start:end] for (start, _), _, (_, end) in compared(text))


def answer(arguments: argparse.Namespace) -> int:
    """Judge what the command line asks, print and write; returns the exit status.

    Raises:
        ValueError: something cannot be read, or a file not written.
    """
    if arguments.selectors:
        raise ValueError(f"--statement must have no SELECTOR. Found {arguments.selectors[0]!r}.")
    if beside := [name for name in ALONE if getattr(arguments, name) not in (None, False)]:
        raise ValueError(f"--statement must stand without --{beside[0]}. Found both.")
    picture = output("--picture", arguments.picture, *FORMATS)
    if picture is not None and picture.suffix not in FORMATS:
        raise ValueError(f"--picture must be a file of .png or .svg. Found {picture}.")
    certificate = output("--certificate", arguments.certificate, ".json")
    question = asked(arguments.statement, arguments.sets or "", arguments.given or ())
    kept = Kept()
    context = Context(mode=arguments.mode or "standard", seed=arguments.seed)
    record = run_claim(question.claim, context, kept=kept)
    if arguments.json == "-":
        print(json.dumps(to_json(record), indent=1, ensure_ascii=False))
        return int(record.verdict == "error")
    if arguments.json is not None:
        write_atomically(Path(arguments.json), json.dumps(to_json(record), indent=1))
    print("\n".join(_said(question, record)))
    if picture is not None:
        print("\n".join(drawings.write_one(picture, record, question.claim)))
    print(_certificate(record, kept, certificate))
    print(f"\n# lemmas.py, to keep it: python -m verify lemmas.py\n{question.python}")
    return int(record.verdict == "error")


def _said(question: Asked, record: ClaimRecord) -> list[str]:
    """The verdict, and for every comparison how it was read and what was found."""
    head = "  ".join(filter(None, (record.verdict, record.extent, record.strength)))
    if not record.parts:
        return [f"{head}  {bare(record.reason)}"]
    found = [head]
    for part in record.parts:
        if part.printed is not None:
            own = "" if part.name == PART else f"{part.verdict}: "
            found.append(f"  {own}{part.printed.says}")
            found.append(f"    {question.named(bare(part.printed.finding.text))}")
            found += [f"    {question.named(remark)}" for remark in part.printed.remarks]
    return found


def _certificate(record: ClaimRecord, kept: Kept, path: Path | None) -> str:
    """What a second program may read, and where it was written."""
    hashes = [part.printed.hash for part in record.parts if part.printed is not None]
    found = {h: kept.used[h] for h in hashes if "goals" in kept.used.get(h, {})}
    if not found:
        return "certificate: none that the second checker reads"
    count = f" of {len(found)} of {len(hashes)} comparisons" if len(found) < len(hashes) else ""
    if path is None:
        return f"certificate{count}: accepted by the second checker; --certificate FILE writes it"
    write_atomically(path, text_of(Known({}), Kept(used=found)))
    return f"certificate{count}: {path} (python -m verify.checker {path})"
