"""What the judgement of a claim comes to: its statements, its parts, and the whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verify.judgement.controls import ControlResult
from verify.judgement.verdict import ORDER, AtSetting, Verdict
from verify.methods.evidence import Finding


@dataclass(frozen=True, kw_only=True)
class StepRecord:
    """A step of an argument: its words, "" where it is checked, and what it rests on, by id."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class LemmaRecord:
    """A lemma that a claim rests on, how it stands, and the steps of its own argument.

    Attributes:
        says: the sentence, rendered from the tested formula.
        definitions: what the named computations in it are.
    """

    id: str
    says: str
    hash: str
    strength: str
    steps: tuple[StepRecord, ...]
    definitions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class StatementRecord:
    """A statement as the ledger shows it, with what was found about it.

    Attributes:
        says: the sentence, rendered from the tested formula. hypotheses: one each.
        hash: of the statement. beside: what it stands for, where that is not the tested object.
        strength: verified, argued or supported where it holds, else the outcome.
        finding: the evidence. checked_by: what checked it a second time, or stands for it.
        remarks: true but empty: a tautology, an ignored symbol, a hypothesis not needed.
        steps: those of its argument that are words or cite something.
        definitions: what the named computations in it are.
        letters: the LaTeX of its symbols, by the names that an instance has.
    """

    says: str
    hypotheses: tuple[str, ...]
    hash: str
    beside: str
    definition: bool
    in_words: bool
    strength: str
    finding: Finding
    checked_by: str
    remarks: tuple[str, ...] = ()
    steps: tuple[StepRecord, ...] = ()
    definitions: tuple[str, ...] = ()
    letters: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class QuoteRecord:
    """A formula in the paper's own LaTeX: it is the tested one, or why another one is tested.

    Attributes:
        tied: what of the statement it is: "assertion" or "hypothesis"; "definition" where the
            tested formula has one of its sides in the place of the other; "" for nothing.
        link: the two of its sides of which this is so, "" where it has no others.
        rearranged: it is so with terms or factors moved across the relation.
        reading: why another formula is tested, "" where it is this one.
        pieces: what parts of the LaTeX stand for, beside the letters of the notation.
    """

    latex: str
    tied: str
    link: str
    rearranged: bool
    reading: str
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PartRecord:
    """One part of a claim: its verdict, and the statements that decide it."""

    name: str
    verdict: str
    extent: str | None
    reason: str
    printed: StatementRecord | None
    repaired: StatementRecord | None = None
    instead: StatementRecord | None = None
    no_correction: str = ""
    settings: tuple[AtSetting, ...] = ()
    misprint: str = ""
    quotes: tuple[QuoteRecord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ClaimRecord:
    """One entry of the ledger."""

    id: str
    paper: str
    where: str
    title: str
    ours: bool
    verdict: str
    extent: str | None
    reason: str
    strength: str
    tightness: float | None
    repair: str | None
    instead: str | None
    parts: tuple[PartRecord, ...]
    notes: tuple[StatementRecord, ...]
    controls: tuple[ControlResult, ...]
    needs_data: tuple[str, ...]
    evidence: tuple[Finding, ...]
    seconds: float
    sources: str = ""
    lemmas: tuple[LemmaRecord, ...] = ()
    known: str = ""

    @property
    def origin(self) -> str:
        """Whose it is, in brackets behind a title, where it is not the paper's or was known."""
        said = "; ".join(["ours"] * self.ours + [f"known: {self.known}"] * bool(self.known))
        return f" ({said})" if said else ""

    @property
    def checked_by(self) -> tuple[str, ...]:
        """What checked its printed and true statements a second time, or stands for them."""
        shown = [s for p in self.parts for s in (p.printed, p.repaired, p.instead)]
        return tuple(dict.fromkeys(s.checked_by for s in shown if s and s.checked_by))

    @property
    def checked_twice(self) -> bool:
        """Whether checker or kernel checked each of these."""
        return bool(self.checked_by) and set(self.checked_by) <= {"checker", "kernel"}

    @property
    def repair_grade(self) -> str:
        """How strong the weakest of its repairs is, "" where it is not corrected."""
        if self.verdict != Verdict.CORRECTED.value:
            return ""
        grades = [
            p.repaired.strength for p in self.parts if p.repaired and p.verdict == self.verdict
        ]
        order = [v.value for v in ORDER]
        return min(grades, key=order.index, default="")

    @property
    def defects(self) -> list[str]:
        """What makes the record unfit for the ledger."""
        found = [f"{self.id}: {self.reason}"] if self.verdict == "error" else []
        found += [
            f"{self.id}: control {c.name!r} of {c.statement!r} must be rejected. Found it accepted."
            for c in self.controls
            if not c.behaves
        ]
        return found
