"""The verdict rule: a pure function of the evidence. No verdict is ever typed in."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from verify.checks.evidence import Evidence, Form, Outcome, Scope


class Verdict(StrEnum):
    """What the ledger says of a claim."""

    VERIFIED = "verified"
    SUPPORTED = "supported"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNDEFINED = "undefined"
    INCONCLUSIVE = "inconclusive"
    NEEDS_DATA = "needs-data"
    ERROR = "error"


@dataclass(frozen=True)
class Decision:
    """A verdict and the evidence's reason for it, in a sentence."""

    verdict: Verdict
    reason: str


EMPTY = (Outcome.HYPOTHESES_EMPTY, Outcome.WORTHLESS)


def disagreement(evidence: Sequence[Evidence]) -> tuple[Evidence, Evidence] | None:
    """Two findings that cannot both be right, or None.

    They speak of the same form, part and setting, one says ``holds`` and the other ``fails``, and
    the first covers the whole range or both concern the same instance.
    """
    for yes in evidence:
        for no in evidence:
            if (
                (yes.outcome, no.outcome) == (Outcome.HOLDS, Outcome.FAILS)
                and (yes.form, yes.part, yes.setting) == (no.form, no.part, no.setting)
                and (
                    yes.scope is Scope.ALL
                    or (yes.instance and dict(yes.instance) == dict(no.instance))
                )
            ):
                return yes, no
    return None


def decide(evidence: Sequence[Evidence], *, assumption: bool = False) -> Decision:
    """Apply the rule of the design to one claim's evidence."""
    if clash := disagreement(evidence):
        yes, no = clash
        return Decision(Verdict.ERROR, f"two routes disagree: {yes.check} and {no.check}.")
    printed = [e for e in evidence if e.form is Form.PRINTED]
    if assumption:
        return _decide_assumption(printed)
    by = {outcome: [e for e in printed if e.outcome is outcome] for outcome in Outcome}
    if by[Outcome.NOT_REAL]:
        return Decision(Verdict.UNDEFINED, by[Outcome.NOT_REAL][0].summary)
    if by[Outcome.FAILS]:
        repair = [e for e in evidence if e.form is Form.REPAIR]
        repaired = repair and all(e.outcome is Outcome.HOLDS for e in repair)
        verdict = Verdict.CORRECTED if repaired else Verdict.REFUTED
        return Decision(verdict, by[Outcome.FAILS][0].summary)
    if reason := _vacuous(printed):
        return Decision(Verdict.VACUOUS, reason)
    if by[Outcome.INCONCLUSIVE]:
        return Decision(Verdict.INCONCLUSIVE, by[Outcome.INCONCLUSIVE][0].summary)
    holding = by[Outcome.HOLDS]
    if not holding:
        wanting = by[Outcome.NEEDS_DATA]
        if wanting:
            return Decision(Verdict.NEEDS_DATA, wanting[0].summary)
        return Decision(Verdict.INCONCLUSIVE, "no evidence.")
    parts = dict.fromkeys(e.part for e in holding)
    open_parts = [p for p in parts if not any(e.conclusive for e in holding if e.part == p)]
    if open_parts:
        return Decision(Verdict.SUPPORTED, f"no proof over the whole range: {open_parts[0]}.")
    return Decision(Verdict.VERIFIED, next(e for e in holding if e.conclusive).summary)


def _vacuous(printed: Sequence[Evidence]) -> str | None:
    """Why the statement says nothing in any of the paper's settings, or None."""
    for e in printed:
        if e.outcome in EMPTY and not e.setting:
            return e.summary
    settings = {e.setting for e in printed if e.setting}
    empty = [e for e in printed if e.setting and e.outcome in EMPTY]
    if settings and settings == {e.setting for e in empty}:
        return empty[0].summary
    return None


def _decide_assumption(printed: Sequence[Evidence]) -> Decision:
    """An assumption is judged per setting: all verified, none vacuous, some corrected.

    What no check could decide speaks neither for nor against a setting; settings that wait for
    data are left out.
    """
    computed = [e for e in printed if e.outcome is not Outcome.NEEDS_DATA]
    if not computed:
        if printed:
            return Decision(Verdict.NEEDS_DATA, printed[0].summary)
        return Decision(Verdict.INCONCLUSIVE, "no evidence.")
    settings = {s: [e for e in computed if e.setting == s] for s in (e.setting for e in computed)}
    harmless = (Outcome.HOLDS, Outcome.INCONCLUSIVE)
    bad = [s for s, found in settings.items() if any(e.outcome not in harmless for e in found)]
    good = [s for s, found in settings.items() if all(e.outcome is Outcome.HOLDS for e in found)]
    if good and bad:
        return Decision(
            Verdict.CORRECTED, f"holds for {', '.join(good)}; fails for {', '.join(bad)}."
        )
    if wanting := [e for e in computed if e.outcome is Outcome.INCONCLUSIVE]:
        return Decision(Verdict.INCONCLUSIVE, wanting[0].summary)
    if bad:
        return Decision(Verdict.VACUOUS, f"holds in no setting of the paper: {', '.join(bad)}.")
    proved = all(any(e.conclusive for e in found) for found in settings.values())
    return Decision(
        Verdict.VERIFIED if proved else Verdict.SUPPORTED, f"holds for {', '.join(good)}."
    )
