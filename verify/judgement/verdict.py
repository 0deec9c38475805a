"""The verdict rule: pure functions of findings. No verdict, scope or extent is ever typed in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from verify.display.digits import ratio as as_shown
from verify.formula.expression import contains
from verify.language.statement import Behaviour, Compare, Limit, Statement, Table, Words
from verify.methods.evidence import PROOFS, Finding, Level, Outcome
from verify.methods.search.worst import number as shown


class Verdict(StrEnum):
    """What the ledger says of a claim, or of a part of it."""

    VERIFIED = "verified"
    ARGUED = "argued"
    SUPPORTED = "supported"
    CORRECTED = "corrected"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNDEFINED = "undefined"
    INCONCLUSIVE = "inconclusive"
    NEEDS_DATA = "needs-data"
    ERROR = "error"


# The weakest part decides: from the one that decides whenever it occurs to the strongest.
ORDER = (
    Verdict.ERROR,
    Verdict.UNDEFINED,
    Verdict.REFUTED,
    Verdict.CORRECTED,
    Verdict.VACUOUS,
    Verdict.INCONCLUSIVE,
    Verdict.NEEDS_DATA,
    Verdict.SUPPORTED,
    Verdict.ARGUED,
    Verdict.VERIFIED,
)
HOLDING = (Verdict.VERIFIED, Verdict.ARGUED, Verdict.SUPPORTED)
FAILING = (Verdict.UNDEFINED, Verdict.REFUTED, Verdict.CORRECTED, Verdict.VACUOUS)


class Extent(StrEnum):
    """Where a failing statement fails."""

    MISPRINT = "misprint"
    AT_SETTINGS = "at the paper's settings"
    WITHIN_SETTINGS = "within the paper's settings"
    AT_EDGE = "at the edge"
    IN_GENERAL = "in general"


# Of parts with one verdict the first of these decides.
GRAVITY = (
    Extent.AT_SETTINGS,
    Extent.WITHIN_SETTINGS,
    Extent.IN_GENERAL,
    Extent.AT_EDGE,
    Extent.MISPRINT,
)


@dataclass(frozen=True, kw_only=True)
class AtSetting:
    """A counterexample in one of the paper's own settings.

    Attributes:
        setting: its name. ratio: left/right, where it is a number.
        chosen: the symbols that the setting leaves open, at plain values that we chose.
    """

    setting: str
    ratio: float | None = None
    chosen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Judged:
    """A statement with its finding."""

    statement: Statement
    finding: Finding

    def __post_init__(self) -> None:
        if not self.finding.speaks_of(self.statement):
            raise ValueError("a finding must speak of the statement. Found another one's hash.")

    @property
    def holds(self) -> bool:
        """Nothing speaks against it."""
        return self.finding.outcome is Outcome.HOLDS

    @property
    def strength(self) -> Verdict:
        """Of a statement that holds: verified, argued or supported."""
        return strength(self.finding)


def strength(f: Finding) -> Verdict:
    """What a finding makes of a statement that holds: verified, argued or supported."""
    if f.covers_all and f.level is Level.ARGUED:
        return Verdict.ARGUED
    proved = f.level in PROOFS or f.level is Level.RECOMPUTED
    if f.covers_all and proved and not f.argued and not f.asymptotic:
        return Verdict.VERIFIED
    return Verdict.SUPPORTED


def possible(printed: Finding) -> tuple[Verdict, ...]:
    """The verdicts that :func:`of_part` may give a part with this finding."""
    if printed.outcome is Outcome.HOLDS:
        return strength(printed), Verdict.VACUOUS
    return {
        Outcome.NOT_REAL: (Verdict.UNDEFINED,),
        Outcome.FAILS: (Verdict.CORRECTED, Verdict.REFUTED),
        Outcome.HYPOTHESES_EMPTY: (Verdict.VACUOUS,),
        Outcome.WORTHLESS: (Verdict.VACUOUS,),
        Outcome.INCONCLUSIVE: (Verdict.INCONCLUSIVE, Verdict.VACUOUS),
        Outcome.NEEDS_DATA: (Verdict.NEEDS_DATA, Verdict.VACUOUS),
    }[printed.outcome]


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What was found about one part of a claim.

    Attributes:
        printed: the statement on the page. repaired, instead: what is true.
        changed: why the repaired statement is no correction of the printed one, or "".
        reachable: the repaired hypotheses hold in a setting, or on an open set.
        misprint: another place of the paper that prints the repaired statement, or "".
        settings: the settings with a counterexample, worst first.
        edge: the statement away from its edges is proved.
        empty: why hypotheses are empty or the bound is worthless in all settings, or "".
    """

    printed: Judged
    repaired: Judged | None = None
    instead: Judged | None = None
    changed: str = ""
    reachable: bool = True
    misprint: str = ""
    settings: tuple[AtSetting, ...] = ()
    edge: bool = False
    empty: str = ""


@dataclass(frozen=True)
class Decision:
    """A verdict, where the statement fails, and the reason in a sentence."""

    verdict: Verdict
    extent: Extent | None
    reason: str


def of_part(facts: Facts) -> Decision:
    """The verdict of one part."""
    finding = facts.printed.finding
    outcome = finding.outcome
    if outcome is Outcome.NOT_REAL:
        return Decision(Verdict.UNDEFINED, extent(facts), finding.text)
    if outcome is Outcome.FAILS:
        return Decision(_failing(facts), extent(facts), _with_factor(facts))
    if outcome in (Outcome.HYPOTHESES_EMPTY, Outcome.WORTHLESS):
        return Decision(Verdict.VACUOUS, None, finding.text)
    if facts.empty:
        return Decision(Verdict.VACUOUS, None, facts.empty)
    if outcome is Outcome.INCONCLUSIVE:
        return Decision(Verdict.INCONCLUSIVE, None, finding.text)
    if outcome is Outcome.NEEDS_DATA:
        return Decision(Verdict.NEEDS_DATA, None, finding.text)
    return Decision(facts.printed.strength, Extent.AT_EDGE if finding.edge else None, finding.text)


def _failing(facts: Facts) -> Verdict:
    repaired = facts.repaired
    if repaired is None or facts.changed or not facts.reachable or not repaired.holds:
        return Verdict.REFUTED
    return Verdict.CORRECTED


def _with_factor(facts: Facts) -> str:
    text = facts.printed.finding.text
    if not facts.settings:
        return text
    worst = facts.settings[0]
    if worst.chosen:
        here = worst.chosen.items() <= facts.printed.finding.point.items()
        ours = ", ".join(n if here else f"{n} = {shown(v)}" for n, v in worst.chosen.items())
        too = "" if here else " as well"
        where = f"within the paper's setting {worst.setting}{too}"
        return f"{text} Fails {where}; of our choice: {ours}."
    factor = f" (ratio {as_shown(worst.ratio)})" if worst.ratio is not None else ""
    return f"{text} Fails at the paper's own setting {worst.setting}{factor}."


def extent(facts: Facts) -> Extent:
    """Where a failing statement fails."""
    if facts.misprint and _failing(facts) is Verdict.CORRECTED:
        return Extent.MISPRINT
    if facts.settings:
        chosen = facts.settings[0].chosen
        return Extent.WITHIN_SETTINGS if chosen else Extent.AT_SETTINGS
    return Extent.AT_EDGE if facts.edge else Extent.IN_GENERAL


def of_claim(parts: Sequence[Decision]) -> Decision:
    """The verdict of a claim: its weakest part decides.

    A part that needs original data has no vote while another part fails; otherwise the claim needs
    data, and the reason says the verdict of the rest. One that holds is at the edge if a part is.
    """
    if not parts:
        return Decision(Verdict.INCONCLUSIVE, None, "no statement.")
    voting = [p for p in parts if p.verdict is not Verdict.NEEDS_DATA]
    if voting and len(voting) < len(parts):
        rest = of_claim(voting)
        if rest.verdict in FAILING or rest.verdict is Verdict.ERROR:
            return rest
        waiting = next(p for p in parts if p.verdict is Verdict.NEEDS_DATA)
        reason = f"{waiting.reason} What does not need them is {rest.verdict}."
        return Decision(Verdict.NEEDS_DATA, rest.extent, reason)
    weakest = min(parts, key=_weight)
    if weakest.verdict in HOLDING and any(p.extent is Extent.AT_EDGE for p in parts):
        return replace(weakest, extent=Extent.AT_EDGE)
    return weakest


def _weight(part: Decision) -> tuple[int, int]:
    """The less, the more it decides."""
    place = GRAVITY.index(part.extent) if part.extent else len(GRAVITY)
    return ORDER.index(part.verdict), place


def of_assumption(settings: Sequence[tuple[str, Decision]]) -> Decision:
    """An assumption is judged per setting: verified in all, vacuous in none, corrected in some."""
    known = [(n, d) for n, d in settings if d.verdict is not Verdict.NEEDS_DATA]
    if not known:
        return of_claim([d for _, d in settings])
    bad = [n for n, d in known if d.verdict in FAILING]
    good = [(n, d) for n, d in known if d.verdict in HOLDING]
    if good and bad:
        names = ", ".join(n for n, _ in good)
        return Decision(
            Verdict.CORRECTED, Extent.AT_SETTINGS, f"holds for {names}; fails for {', '.join(bad)}."
        )
    if len(bad) == len(known):
        return Decision(
            Verdict.VACUOUS,
            Extent.AT_SETTINGS,
            f"holds in no setting of the paper: {', '.join(bad)}.",
        )
    weakest = of_claim([d for _, d in known if d.verdict not in FAILING])
    if weakest.verdict in HOLDING:
        names = ", ".join(n for n, _ in good)
        return Decision(weakest.verdict, None, f"holds for {names}.")
    return weakest


def changes_object(printed: Statement, repaired: Statement) -> str:
    """Why a repaired statement is no correction of the printed one; "" where it is.

    It keeps the relation, the quantified symbols and one side (the left one of an inequality,
    either one of an identity), and no new hypothesis contains the left side.
    """
    p, r = printed.assertion, repaired.assertion
    if type(p) is not type(r):
        return "it is a statement of another kind"
    missing = {s.name for s in printed.symbols} - {s.name for s in repaired.symbols}
    if missing and isinstance(p, Compare):
        return f"it does not quantify over {', '.join(sorted(missing))}"
    if isinstance(p, Compare) and isinstance(r, Compare):
        if p.relation != r.relation or p.flipped != r.flipped:
            return "its relation is another one"
        kept = p.measured == r.measured or (p.relation == "eq" and p.right == r.right)
        if not kept:
            return "it bounds another quantity"
        new = [c for c in repaired.where if c not in printed.where]
        if any(c == r.condition for c in new):
            return "its conclusion is among its hypotheses"
        if r.measured.args and any(contains(c, r.measured) for c in new):
            return "a new hypothesis contains the left side"
        return ""
    if isinstance(p, Limit) and isinstance(r, Limit):
        same = (p.body, p.variable) == (r.body, r.variable) or p.value == r.value
        return "" if same else "it is the limit of another formula"
    if isinstance(p, Words) and isinstance(r, Words):
        return "" if p.test.function is r.test.function else "it is another predicate"
    if isinstance(p, Behaviour) and isinstance(r, Behaviour):
        same_statistic = p.ratio.function is r.ratio.function
        return "" if same_statistic else "it speaks of another statistic"
    if isinstance(p, Table) and isinstance(r, Table):
        names = {name for name, _, _ in p.entries}
        return "" if {name for name, _, _ in r.entries} <= names else "it has other entries"
    return ""
