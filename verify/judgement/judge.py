"""One claim from its statements to its record: findings, controls, extent, verdict."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from verify.display.definitions import definitions
from verify.display.digits import abbreviated
from verify.display.latex.symbols import letters as latex_of
from verify.display.sentences import constants, hypotheses, sentence
from verify.formula.expression import Node
from verify.judgement import remarks, repairs, verdict
from verify.judgement.controls import ControlResult, run_by_hand, run_mutants
from verify.judgement.examine import examine
from verify.judgement.quotes import compared, explained
from verify.judgement.record import (
    ClaimRecord,
    LemmaRecord,
    PartRecord,
    StatementRecord,
    StepRecord,
)
from verify.judgement.settings import Broken, edge, empty, failing_settings, misprint, reachable
from verify.judgement.verdict import Decision, Extent, Facts, Judged, Verdict
from verify.language.argument import steps
from verify.language.claims import Claim, Lemma
from verify.language.drafts import Draft
from verify.language.statement import Certificate, Statement, Words
from verify.language.symbols import as_written
from verify.methods.context import Context
from verify.methods.evidence import Finding, Outcome
from verify.methods.kept import Kept, shared
from verify.methods.search.known import Known

Values = Mapping[str, Any]


@dataclass(frozen=True)
class _Part:
    record: PartRecord
    decision: Decision
    controls: tuple[ControlResult, ...]
    findings: tuple[Finding, ...]


def run_claim(
    claim: Claim, context: Context, known: Known | None = None, kept: Kept | None = None
) -> ClaimRecord:
    """Check one claim; whatever breaks makes its verdict ``error``, in one line.

    Args:
        known: violations that earlier searches found. They are the claim's own: what claims have
            in common, lemmas and leaves, is looked for anew. kept: its proofs, which are read.
    """
    start = time.perf_counter()
    context = replace(context, kept=kept or Kept())
    here = replace(context, known=known)
    parts: list[_Part] = []
    notes: list[StatementRecord] = []
    controls: list[ControlResult] = []
    lemmas: list[LemmaRecord] = []
    letters: dict[Node, str] = {}
    try:
        for name, draft in claim.printed.items():
            parts.append(_part(claim, name, draft, here, letters))
        controls = [c for p in parts for c in p.controls]
        for draft in claim.notes:
            judged = _judged(draft, "note", here)
            if not judged.holds:
                raise Broken(f"a note must hold. Found: {judged.finding.text}")
            notes.append(_record(judged, letters))
        for lemma in claim.rests_on:
            judged = _lemma(lemma, context)
            lemmas.append(_lemma_record(lemma, judged))
            # One that is supported alone may be cited for its argument.
            proved = judged.strength is not Verdict.SUPPORTED or judged.finding.argued
            if not (judged.holds and proved):
                raise Broken(f"a lemma must be proved. Found {lemma.id}: {judged.finding.text}")
        for control in claim.controls:
            with _breaking(f"control {control.name!r}"):
                controls.append(run_by_hand(control, here))
        decision = _decided(claim, parts)
    except Broken as error:
        decision = Decision(Verdict.ERROR, None, str(error))
    except (Exception, SystemExit) as error:
        decision = Decision(Verdict.ERROR, None, f"internal error: {_line(error)}")
    seconds = time.perf_counter() - start
    return _claim_record(claim, parts, notes, lemmas, controls, decision, seconds)


def is_record_of(record: ClaimRecord, claim: Claim) -> bool:
    """Whether a record is one that :func:`run_claim` may write of a claim, ``error`` apart.

    It names the claim, its parts and its lemmas, its findings speak of its statements, and every
    verdict is what the rule makes of them.

    Raises:
        ValueError: a verdict or extent that there is not.
    """
    shown = [*record.notes, *(s for p in record.parts for s in (p.printed, p.repaired, p.instead))]
    if [p.name for p in record.parts] != list(claim.printed) or not all(
        s is None or _fits(s) for s in shown
    ):
        return False
    parts = [_kept(p) for p in record.parts]
    if not all(
        p.record.printed and p.decision.verdict in verdict.possible(p.record.printed.finding)
        for p in parts
    ):
        return False
    if [one.id for one in record.lemmas] != [lemma.id for lemma in claim.rests_on]:
        return False
    if record.verdict != Verdict.ERROR.value and not all(map(_may_be_cited, record.lemmas)):
        return False
    again = _claim_record(
        claim,
        parts,
        record.notes,
        record.lemmas,
        record.controls,
        _decided(claim, parts),
        record.seconds,
    )
    return record == replace(again, sources=record.sources)


def _fits(shown: StatementRecord) -> bool:
    """Whether a statement's evidence speaks of it and has the strength that is said."""
    f = shown.finding
    found = verdict.strength(f).value if f.outcome is Outcome.HOLDS else f.outcome.value
    said = (shown.hash, shown.strength, shown.checked_by)
    return said == (f.statement, found, f.checked_by)


def _kept(record: PartRecord) -> _Part:
    """A part of a record, as it was judged."""
    extent = Extent(record.extent) if record.extent is not None else None
    decision = Decision(Verdict(record.verdict), extent, record.reason)
    found = [s.finding for s in (record.printed, record.repaired, record.instead) if s is not None]
    return _Part(record, decision, (), tuple(found))


@contextmanager
def _breaking(
    what: str, kinds: tuple[type[BaseException], ...] = (Exception, SystemExit)
) -> Iterator[None]:
    """Name what broke the claim, where it raises an error of these kinds."""
    try:
        yield
    except kinds as error:
        raise Broken(f"{what}: {_line(error)}") from error


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if isinstance(error, ValueError | TypeError) else f"{type(error).__name__}: {text}"


def _decided(claim: Claim, parts: Sequence[_Part]) -> Decision:
    waiting = [
        Decision(Verdict.NEEDS_DATA, None, f"needs data: {words}.") for words in claim.needs_data
    ]
    decisions = [p.decision for p in parts]
    if claim.assumption:
        named = [(p.record.name, p.decision) for p in parts]
        named += [(words, d) for words, d in zip(claim.needs_data, waiting, strict=True)]
        return verdict.of_assumption(named)
    return verdict.of_claim([*decisions, *waiting])


def _judged(draft: Draft, what: str, context: Context, first: Sequence[Values] = ()) -> Judged:
    """A statement with its finding.

    Raises:
        Broken: its formula is not well formed, raises, or has a value that is no number.
    """
    with _breaking(what):
        statement = draft.build()
        return Judged(statement=statement, finding=examine(statement, context, first))


@shared
def _lemma(lemma: Lemma, context: Context) -> Judged:
    """A lemma, judged once for all claims that rest on it."""
    return _judged(lemma.says, f"lemma {lemma.id}", context)


def _may_be_cited(lemma: LemmaRecord) -> bool:
    """Whether a recorded lemma is proved, or supported with an argument in words."""
    if lemma.strength == Verdict.SUPPORTED.value:
        return any(step.text for step in lemma.steps)
    return lemma.strength in (Verdict.VERIFIED.value, Verdict.ARGUED.value)


def _part(
    claim: Claim, name: str, draft: Draft, context: Context, letters: dict[Node, str]
) -> _Part:
    """One part with its statements; the letters of their parts are added to those of the claim."""
    settings = [{n: as_written(v) for n, v in s.values.items()} for s in claim.settings]
    printed = _judged(draft, name, context, settings)
    repaired = instead = None
    if name in claim.repairs:
        repaired = _judged(claim.repairs[name], f"{name}, repaired", context, settings)
    if name in claim.instead:
        instead = _judged(claim.instead[name], f"{name}, instead", context, settings)
        if not instead.holds:
            raise Broken(f"{name}: what is true instead must hold. Found: {instead.finding.text}")
    failing = failing_settings(printed, claim.settings, context)
    facts = Facts(
        printed=printed,
        repaired=repaired,
        instead=instead,
        changed=repairs.objection(printed.statement, repaired.statement) if repaired else "",
        reachable=repaired is None
        or reachable(printed.statement, repaired.statement, claim.settings, context),
        misprint=misprint(claim, name, repaired, context),
        settings=failing,
        # Where it fails at a setting nobody asks about the edges.
        edge=not failing and edge(printed, context),
        empty=empty(claim, name, printed, context),
    )
    decision = verdict.of_part(facts)
    controls: list[ControlResult] = []
    with _breaking(f"{name}, controls"):
        for judged, label in (
            (printed, name),
            (repaired, f"{name}, repaired"),
            (instead, f"{name}, instead"),
        ):
            if judged is not None:
                controls += run_mutants(judged.statement, judged.finding, label, context)
    with _breaking(name, (ValueError,)):
        quotes = compared(claim, name, draft, printed.statement)
    found = [j.finding for j in (printed, repaired, instead) if j is not None]
    for tree, letter in explained(claim, draft, printed.statement).items():
        letters.setdefault(tree, letter)
    record = PartRecord(
        name=name,
        verdict=decision.verdict.value,
        extent=decision.extent.value if decision.extent else None,
        reason=decision.reason,
        printed=_record(printed, letters, "stated" if claim.ours else "printed"),
        repaired=_record(repaired, letters) if repaired else None,
        instead=_record(instead, letters) if instead else None,
        no_correction=facts.changed
        if repaired and printed.finding.outcome is not Outcome.HOLDS
        else "",
        settings=facts.settings,
        misprint=facts.misprint if decision.extent is Extent.MISPRINT else "",
        quotes=quotes,
    )
    return _Part(record, decision, tuple(controls), tuple(found))


def _steps(statement: Statement) -> tuple[StepRecord, ...]:
    return tuple(
        StepRecord(text=step.text, cites=tuple(one.id for one in step.cites))
        for step in steps(statement.by)
    )


def _lemma_record(lemma: Lemma, judged: Judged) -> LemmaRecord:
    statement = judged.statement
    return LemmaRecord(
        id=lemma.id,
        says=sentence(statement.pruned(), judged.finding.added),
        hash=statement.hash,
        strength=judged.strength.value,
        steps=_steps(statement),
        definitions=definitions(statement),
    )


def _said(judged: Judged, letters: dict[Node, str], digits: str) -> str:
    """The sentence of a statement, and where it holds the constants that show there are some.

    Of a certificate that holds it is the kernel's own.
    """
    if judged.holds and isinstance(judged.statement.assertion, Certificate):
        return abbreviated(judged.finding.text.rstrip("."))
    said = sentence(judged.statement.pruned(), judged.finding.added, letters, digits)
    shown = constants(judged.statement)
    return f"{said}; for example {shown}" if shown and judged.holds else said


def _record(judged: Judged, letters: dict[Node, str], digits: str = "stated") -> StatementRecord:
    statement = judged.statement
    strength = judged.strength.value if judged.holds else judged.finding.outcome.value
    return StatementRecord(
        says=_said(judged, letters, digits),
        hypotheses=hypotheses(statement) + judged.finding.added,
        hash=statement.hash,
        beside=statement.beside,
        definition=statement.definition,
        in_words=isinstance(statement.assertion, Words),
        strength=strength,
        finding=judged.finding,
        checked_by=judged.finding.checked_by,
        remarks=remarks.of_statement(statement) + remarks.of_added(judged.finding.added),
        definitions=definitions(statement),
        steps=_steps(statement),
        letters={s.name: latex_of(s) for s in statement.symbols},
    )


def _ratios(part: PartRecord) -> list[float]:
    """The ratios that a part is told by: those in the paper's settings where it fails in these."""
    within = part.extent in (Extent.AT_SETTINGS, Extent.WITHIN_SETTINGS)
    there = [s.ratio for s in part.settings if s.ratio is not None] if within else []
    here = part.printed.finding.ratio if part.printed else None
    return there or ([] if here is None else [here])


def _claim_record(
    claim: Claim,
    parts: Sequence[_Part],
    notes: Sequence[StatementRecord],
    lemmas: Sequence[LemmaRecord],
    controls: Sequence[ControlResult],
    decision: Decision,
    seconds: float,
) -> ClaimRecord:
    records = [p.record for p in parts]
    deciding = [r for r in records if r.verdict == decision.verdict.value] or records
    ratios = [(r.extent == decision.extent, ratio) for r in deciding for ratio in _ratios(r)]
    return ClaimRecord(
        id=claim.id,
        paper=claim.id.split("/")[0],
        where=claim.where,
        title=claim.title,
        ours=claim.ours,
        known=claim.known,
        verdict=decision.verdict.value,
        extent=decision.extent.value if decision.extent else None,
        reason=decision.reason,
        strength=_strength(records),
        # Of a claim that fails, that of a part which decides its verdict, and its extent.
        tightness=max(ratios)[1] if ratios else None,
        repair="; ".join(r.repaired.says for r in records if r.repaired) or None,
        instead="; ".join(r.instead.says for r in records if r.instead) or None,
        parts=tuple(records),
        notes=tuple(notes),
        controls=tuple(controls),
        needs_data=claim.needs_data,
        evidence=tuple(f for p in parts for f in p.findings),
        lemmas=tuple(lemmas),
        seconds=seconds,
    )


def _strength(records: Sequence[PartRecord]) -> str:
    """How strong the printed statements' evidence is, in a word or two for the row."""
    words = []
    for record in records:
        if record.printed is None:
            continue
        f = record.printed.finding
        word = f.level.value
        if record.printed.definition:
            word = f"definition, {word}"
        if record.printed.in_words:
            word = f"in words, {word}"
        if f.fixed:
            word += ", at fixed values"
        elif f.sampled:
            word += ", sampled"
        if f.asymptotic:
            word += ", asymptotic"
        words.append(word)
    return "; ".join(dict.fromkeys(words))
