"""What a part is at the paper's settings and at its edges: the facts that its extent rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from verify.formula.expression import lift
from verify.judgement import repairs
from verify.judgement.bounds import for_every_function
from verify.judgement.examine import examine, prove
from verify.judgement.exists import exhibited
from verify.judgement.findings import covered
from verify.judgement.verdict import AtSetting, Judged
from verify.language.claims import Claim, Setting
from verify.language.statement import Compare, Statement, Words
from verify.language.symbols import as_written
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Outcome
from verify.methods.search import points
from verify.methods.search.worst import Witness, made_plain, search

Values = Mapping[str, Any]


class Broken(Exception):
    """A statement that could not be examined; the message names part, statement and point."""


def misprint(claim: Claim, name: str, repaired: Judged | None, context: Context) -> str:
    """The place that prints the repaired statement, where its sides are identical."""
    if repaired is None or name not in claim.elsewhere:
        return ""
    place, draft = claim.elsewhere[name]
    other = draft.build().assertion
    mine = repaired.statement.assertion
    if not isinstance(other, Compare) or not isinstance(mine, Compare):
        return ""
    for side in ("left", "right"):
        if getattr(mine, side) == getattr(other, side):
            continue
        same = replace(
            repaired.statement,
            assertion=Compare("eq", getattr(mine, side), getattr(other, side)),
            by=None,
        )
        if not covered(examine(same, context), same):
            return ""
    return place


def _assigned(statement: Statement, setting: Setting) -> dict[str, Any]:
    """The values that a setting gives to symbols of the statement."""
    return {n: as_written(v) for n, v in setting.values.items() if n in statement.by_name}


def _in_the_sets(statement: Statement, values: Values) -> bool:
    """Whether the values of a setting lie in the sets that the statement quantifies over."""
    try:
        return all(statement.by_name[n].kind.contains(v, values) for n, v in values.items())
    except KeyError:
        # The size of a vector, matrix or sequence is not among the values.
        return True


def failing_settings(
    printed: Judged, settings: Sequence[Setting], context: Context
) -> tuple[AtSetting, ...]:
    """The settings that have a counterexample: those that leave nothing open, the worst first.

    That of the instance which the page shows comes first of the others, and has its values.
    """
    failing = printed.finding.outcome in (Outcome.FAILS, Outcome.NOT_REAL)
    if not failing or not isinstance(printed.statement.assertion, Compare):
        return ()
    if printed.statement.exists:
        # No point by itself tells against constants that are to be chosen.
        return ()
    found, shown = [], printed.finding.point
    for setting in settings:
        values = _assigned(printed.statement, setting)
        if not values or not _in_the_sets(printed.statement, values):
            continue
        if values.items() <= shown.items():
            found.append(_at(setting, values, shown, printed.finding.ratio))
            continue
        there = printed.statement.at(values)
        seen = search(there, context, budget=(40, 150, 1000))
        if seen.witnesses:
            plain = made_plain(there, seen.plainest)
            found.append(_at(setting, values, plain.point, plain.ratio))
        elif seen.undefined and printed.finding.outcome is Outcome.NOT_REAL:
            found.append(_at(setting, values, seen.undefined[0], None))

    def weight(one: AtSetting) -> tuple[bool, bool, float]:
        return bool(one.chosen), not one.chosen.items() <= shown.items(), -(one.ratio or 0)

    return tuple(sorted(found, key=weight))


def _at(setting: Setting, fixed: Values, point: Values, ratio: float | None) -> AtSetting:
    chosen = {n: v for n, v in point.items() if n not in fixed}
    return AtSetting(setting=setting.name, ratio=ratio, chosen=chosen)


def edge(printed: Judged, context: Context) -> bool:
    """Whether the statement is proved away from its edges."""
    outcome = printed.finding.outcome
    if outcome is not Outcome.FAILS or not isinstance(printed.statement.assertion, Compare):
        return False
    strict = printed.statement.with_strict_sets()
    if strict == printed.statement or printed.statement.exists:
        return False
    if strict.ranging and isinstance(for_every_function(strict, context), Witness):
        return False  # a search among many functions takes longer
    if search(strict, context, any_one=True).witnesses:
        return False
    try:
        proof = prove(strict, context)
    except (ValueError, TypeError, ArithmeticError):
        return False
    return isinstance(proof, Proof) and not proof.unearned


def _has_point(statement: Statement, values: Values, context: Context) -> bool:
    rng = context.named(f"reach/{statement.outline}").rng()
    if not _in_the_sets(statement, values):
        return False
    fixed = statement.at(values)
    stream = points.draws(fixed, rng, values)
    return next(points.corners(fixed), None) is not None or next(stream, None) is not None


def reachable(
    printed: Statement, statement: Statement, settings: Sequence[Setting], context: Context
) -> bool:
    """Whether the hypotheses hold in a setting or, where these assign nothing, on an open set."""
    if not isinstance(statement.assertion, Compare | Words):
        return True
    if statement.exists:
        statement = exhibited(statement)
    relevant = [v for s in settings if (v := _assigned(statement, s))]
    if relevant:
        return any(_has_point(statement, values, context) for values in relevant)
    if not statement.symbols:
        return True
    if not repairs.has_interior(printed, statement):
        return False
    unchanged = statement.where == printed.where and statement.symbols == printed.symbols
    return _has_point(statement.with_strict_sets(), {}, context) or (
        unchanged and _has_point(statement, {}, context)
    )


def empty(claim: Claim, name: str, printed: Judged, context: Context) -> str:
    """Why the statement says nothing in any of the paper's settings, or ""."""
    statement = printed.statement
    if printed.finding.outcome is not Outcome.HOLDS or not isinstance(statement.assertion, Compare):
        return ""
    reasons = []
    for setting in claim.settings:
        values = _assigned(statement, setting)
        if not values:
            continue
        fixed = statement.at(values)
        if not _in_the_sets(statement, values):
            reasons.append(f"{setting.name}: outside the sets")
            continue
        if not _has_point(statement, values, context):
            nothing = Compare("lt", lift(0), lift(0))
            if isinstance(prove(replace(fixed, assertion=nothing, by=None), context), Proof):
                reasons.append(f"{setting.name}: no value meets the hypotheses")
                continue
            return ""
        if name not in claim.trivial:
            return ""
        trivial = claim.trivial[name].build().assertion
        if not isinstance(trivial, Compare):
            raise Broken(f"{name}: a trivial bound must compare numbers.")
        worthless = replace(
            fixed, assertion=Compare("le", trivial.right, statement.assertion.right), by=None
        )
        if not covered(examine(worthless, context), worthless):
            return ""
        reasons.append(f"{setting.name}: the trivial bound is smaller")
    return "; ".join(reasons) + "." if reasons else ""
