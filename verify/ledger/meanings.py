"""What a finding means to somebody who relies on the paper: one sentence, its numbers filled in.

The sentences of a paper stand in its ``meanings.toml``, by the claim's name; ``first`` there lists
the findings that matter most, ``letters`` says what letters mean in all of its sections, the table
``symbols`` has a phrase for each letter, by its LaTeX (and in a table of its own for a claim where
it means something else), ``prints`` for letters that only prints have, and the table ``notes`` has
the words of each claim's notes, in their order: what a formula says and what it is for. They are
no code of a claim. A slot names a number of the record: ``{ratio}``, ``{left}``, ``{right}`` of the
instance that decides the claim, ``{T}`` the value of a symbol there, ``{true.ratio}`` of the
repaired statement, ``{note 1.right}`` of a note, ``{part NAME.ratio}`` of another part,
``{setting.ratio}`` the worst of the paper's settings. In the words of a note ``{ratio}`` and the
like are the note's own; they are a phrase that its formula follows.

A formula, between dollars, is one that the record displays, or is written of the record's letters
(those of its title too) alone: no number in it has a second digit, and each of its sides has a
letter or is 0 or 1. So it says what is compared, and never what was measured.
"""

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from verify.display import digits
from verify.judgement.record import ClaimRecord, PartRecord, StatementRecord
from verify.judgement.verdict import FAILING
from verify.ledger.collection import Collection, Paper, project
from verify.ledger.letters import Letters
from verify.ledger.lock import displayed
from verify.ledger.words import NO_WORDS, Words

LONGEST, LONGEST_NOTE = 250, 160
# The keys of what matters most, of the words of notes, and of what letters mean: on the whole page,
# and one by one.
FIRST, NOTES, LETTERS, SYMBOLS, PRINTS = "first", "notes", "letters", "symbols", "prints"
LOW, HIGH = Fraction(1, 10**4), 10**7  # between them no exponent is written
NEAR = Fraction(1, 10)  # ratios that close to 1 are told from it
FEW = Context(prec=3, Emax=10**9, Emin=-(10**9))  # digits of a number in a sentence
SHORT = Context(prec=5, Emax=10**9, Emin=-(10**9))  # of one that has no more
SLOT = re.compile(r"\{([^{}]+)\}")
FORMULA = re.compile(r"\$([^$]+)\$")
# Digits that are no quantity: places of the paper, norms, names of data sets and networks.
PLACE = r"(?:Theorem|Thm|Proposition|Prop|Corollary|Cor|Lemma|Figure|Table|Section|Appendix|Remark"
NAMED = re.compile(
    PLACE + r"|Algorithm|Assumption|Equation|Definition|Fact|row|App)s?\.? [A-Z]?\.?\d[\d.]*[a-z]?"
    r"(?:(?:, | and | to |-)[A-Z]?\.?\d[\d.]*)*|§[\d.]+|\(\d+\)(?:-\(\d+\))?|\b[LS][012]\b"
    r"|CIFAR-?10+|SST-?2|ResNet-?\d+|GPT-?2|DP-[A-Za-z]+"
)
# Words for what is written as a formula or comes from a slot.
SPELLED = re.compile(
    r"\b(?:alpha|beta|gamma|delta|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|sigma|tau|phi|omega"
    r"|\w (?:squared|cubed)|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"|(?:\w+-)?(?:quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundred|hundredth|thousand)s?"
    r")\b|\w+_\w+",
    re.IGNORECASE,
)
TOKEN = re.compile(r"\\[A-Za-z]+|\d[\d.]*|\S")
RELATION = re.compile(r"\\(?:le|ge|ne|approx|to|in|sim)\b|[=<>,]")
UNITS = ("0", "1")  # what a letter may be compared with
COMMANDS = re.compile(r"\\(?:frac|sqrt|le|ge|ne|to|in|log|ln|exp|max|min|left|right|[lr]?[Vv]ert)")


@functools.cache
def _file(folder: Path | None) -> dict[str, Any]:
    path = None if folder is None else folder / "meanings.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path and path.exists() else {}


def of_paper(paper: Paper) -> dict[str, Words]:
    """The words of a paper, with their slots, by claim id.

    Raises:
        ValueError: the file holds something else.
    """
    file = _file(paper.folder)
    keys = (FIRST, NOTES, LETTERS, SYMBOLS, PRINTS)
    found = {name: text for name, text in file.items() if name not in keys}
    notes = file.get(NOTES, {})
    wrong = [name for name, text in found.items() if not isinstance(text, str)]
    wrong += [
        name
        for name, texts in notes.items()
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts)
    ]
    if wrong:
        raise ValueError(f"a meaning must be a sentence. Found something else for {wrong[0]!r}.")
    return {
        f"{paper.slug}/{name}": Words(
            _one_line(found.get(name, "")), tuple(map(_one_line, notes.get(name, ())))
        )
        for name in [*found, *(name for name in notes if name not in found)]
    }


def _one_line(text: str) -> str:
    return " ".join(text.split())


def first(paper: Paper) -> tuple[str, ...]:
    """The ids of a paper's findings that matter most, in that order.

    Raises:
        ValueError: one of them has no sentence.
    """
    found = tuple(f"{paper.slug}/{name}" for name in _file(paper.folder).get(FIRST, ()))
    said = of_paper(paper)
    if lost := {name for name in found if name not in said or not said[name].meaning}:
        raise ValueError(f"a finding that comes first must have a meaning. Found {min(lost)}.")
    return found


def letters(of: Collection) -> dict[str, Letters]:
    """What the letters of a page mean, by the paper's slug."""
    return {paper.slug: _letters_of(_file(paper.folder)) for paper in of.papers}


def _letters_of(file: Mapping[str, Any]) -> Letters:
    symbols = file.get(SYMBOLS, {})
    common = {latex: text for latex, text in symbols.items() if isinstance(text, str)}
    own = {claim: texts for claim, texts in symbols.items() if claim not in common}
    return Letters(_one_line(file.get(LETTERS, "")), common, own, file.get(PRINTS, {}))


def all_words(of: Collection | None = None) -> dict[str, Words]:
    """The words of some papers, this project's by default, with their slots, by claim id."""
    papers = (of or project()).papers
    return {name: words for paper in papers for name, words in of_paper(paper).items()}


def all_first(of: Collection) -> dict[str, tuple[str, ...]]:
    """The ids of the findings of some papers that matter most, by slug."""
    return {paper.slug: first(paper) for paper in of.papers}


def meanings(
    records: Sequence[ClaimRecord], words: Mapping[str, Words]
) -> tuple[dict[str, Words], list[str]]:
    """The words of records, filled in, by id; and what is wrong with others."""
    found, wrong = {}, []
    for record in records:
        said = words.get(record.id, NO_WORDS)
        meaning, notes = "", []
        try:
            meaning = filled(said.meaning, record) if said.meaning else ""
            if said.notes and len(said.notes) != len(record.notes):
                raise ValueError(
                    f"{record.id}: each note must have words. Found {len(said.notes)} for "
                    f"{len(record.notes)} notes."
                )
            for place, text in enumerate(said.notes, start=1):
                notes.append(filled(text, record, place))
        except ValueError as error:
            wrong.append(str(error))
        if meaning or notes:
            found[record.id] = Words(meaning, tuple(notes))
    return found, wrong


def filled(sentence: str, record: ClaimRecord, note: int = 0) -> str:
    """A sentence with the numbers of its record.

    Args:
        note: the place of the note, from 1, whose words the sentence is; 0 for the claim's own.

    Raises:
        ValueError: a slot names nothing, or a number or formula is not one of the record.
    """
    said, shown = FORMULA.split(sentence)[::2], FORMULA.findall(sentence)
    known = _latex(record)
    letters = _letters(" ".join((*known, *FORMULA.findall(record.title))))
    for formula in shown:
        if problem := _smuggled(formula, known, letters):
            raise ValueError(f"{record.id}: {problem}. Found ${formula}$.")
    plain = NAMED.sub("", SLOT.sub("", " ".join(said)))
    if typed := re.search(r"\d[\d.]*", plain):
        raise ValueError(f"{record.id}: a number must be a slot. Found {typed[0]!r}.")
    if word := SPELLED.search(plain):
        raise ValueError(f"{record.id}: a formula must be in dollars. Found {word[0]!r}.")
    own = f"note {note}." if note else ""

    def value(slot: re.Match[str]) -> str:
        return _shown(_value(slot[1] if "." in slot[1] else own + slot[1], record))

    said = [SLOT.sub(value, piece) for piece in said]
    text = "".join(f"{piece}${formula}$" for piece, formula in zip(said, shown, strict=False))
    text += said[-1]
    if note and text.endswith("."):
        raise ValueError(f"{record.id}: the words of a note must not end in a full stop.")
    most = LONGEST_NOTE if note else LONGEST
    if len(text) > most:
        raise ValueError(f"{record.id}: a meaning must have at most {most} characters.")
    return text


def _latex(record: ClaimRecord) -> tuple[str, ...]:
    """The formulas of a claim's section, as tokens with a space between two."""
    shown = [text for s in displayed(record) for text in (s.says, *s.hypotheses)]
    quoted = [quote.latex for part in record.parts for quote in part.quotes]
    found = [latex for text in shown for latex in FORMULA.findall(text)] + quoted
    return tuple(map(_tokens, found))


def _tokens(latex: str) -> str:
    return f" {' '.join(TOKEN.findall(latex))} "


def _letters(latex: str) -> set[str]:
    return {t for t in TOKEN.findall(latex) if t[-1].isalpha() and not COMMANDS.fullmatch(t)}


def _smuggled(formula: str, known: Sequence[str], letters: set[str]) -> str:
    """Why a formula could be a measurement; "" where it is known, or of these letters alone."""
    if not re.search("[A-Za-z]", formula):
        return "a number must be a slot"
    if any(_tokens(formula) in latex for latex in known):
        return ""
    if strange := sorted(_letters(formula) - letters):
        return f"a formula must have letters of its record, not {strange[0]}"
    if any(len(number) > 1 for number in re.findall(r"\d[\d.]*", formula)):
        return "a number of two digits must be a slot"
    sides = (side.strip() for side in RELATION.split(formula))
    if any(not _letters(side) and side not in UNITS for side in sides):
        return "a side of a formula must have a letter or be 0 or 1"
    return ""


def deciding(record: ClaimRecord) -> PartRecord | None:
    """The first part that decides the verdict of a claim, or its first; None where it broke."""
    parts = [p for p in record.parts if p.verdict == record.verdict] or record.parts
    return next(iter(parts), None)


def without(records: Sequence[ClaimRecord], words: Mapping[str, Words]) -> list[str]:
    """What a reader is owed: a sentence for every claim that fails, and none for no claim."""
    said = {name for name, one in words.items() if one.meaning}
    owed = [r.id for r in records if r.verdict in FAILING and not r.ours and r.id not in said]
    unknown = words.keys() - {r.id for r in records}
    return [f"{name} fails, and must have a meaning." for name in owed] + [
        f"{name} has a meaning and is no claim." for name in sorted(unknown)
    ]


def _value(slot: str, record: ClaimRecord) -> Any:
    whose, _, name = slot.rpartition(".")
    statement = _statement(whose, record)
    finding = statement.finding if statement else None
    value = None
    if finding is not None and name in ("left", "right", "ratio"):
        value = getattr(finding, name)
    elif finding is not None:
        value = finding.point.get(name)
    if whose == "setting":
        found = [s.ratio for p in record.parts for s in p.settings if s.ratio is not None]
        value = max(found, default=None) if name == "ratio" else None
    if value is None or isinstance(value, list | tuple):
        raise ValueError(f"{record.id}: a slot must name a number. Found {slot!r}.")
    return value


def _statement(whose: str, record: ClaimRecord) -> StatementRecord | None:
    """The statement whose numbers a slot takes; None where there is none."""
    kind, _, rest = whose.partition(" ")
    if kind == "note":
        place = int(rest) - 1 if rest.isdigit() else -1
        return record.notes[place] if 0 <= place < len(record.notes) else None
    part = deciding(record)
    if kind == "part":
        part = next((p for p in record.parts if p.name == rest), None)
    if part is None or kind not in ("", "part", "true", "instead"):
        return None
    return {"true": part.repaired, "instead": part.instead}.get(kind, part.printed)


def _shown(value: Any) -> str:
    """A number of a record with the digits that a sentence wants, exactly where these are few."""
    exact = Fraction(value)
    if exact.denominator == 1 and abs(exact) < HIGH:
        return str(exact)
    decimal = SHORT.divide(Decimal(exact.numerator), Decimal(exact.denominator)).normalize()
    if Fraction(decimal) != exact:
        if len(str(exact)) <= digits.READ_AT_ONCE:
            return str(exact)
        if abs(exact - 1) < NEAR:
            return digits.ratio(float(exact))
        decimal = FEW.plus(decimal).normalize()
    return f"{decimal:f}" if LOW <= abs(exact) < HIGH else f"{decimal:e}".replace("e+", "e")
