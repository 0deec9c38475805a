"""What a test says of a claim: read off the claim's entry in the ledger's JSON."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any

GRADES = ("verified", "argued", "supported")  # from the strongest
FEW, MOST = 6, 15  # digits of a number that is shown
ENTRIES = 6  # of a vector that are shown


@dataclass(frozen=True)
class Answer:
    """A claim's row in a test's summary, and what refutes it.

    Attributes:
        id, where, title, verdict, reason: as in the ledger.
        evidence: its grade. ratio: left/right, "" where there is none.
        instances: a paragraph for each part that fails at a point.
        lacking: hypotheses without which it has no value, in LaTeX; what holds, holds with them.
        accepted: false neighbours that its method accepted.
    """

    id: str
    where: str
    title: str
    verdict: str
    evidence: str
    ratio: str
    reason: str
    instances: tuple[str, ...]
    lacking: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()


def answer_of(record: Mapping[str, Any]) -> Answer:
    """The answer of a claim's entry in the ledger's JSON (``verify/ledger.schema.json``)."""
    tight = record["tightness"]
    printed = [part["printed"] or {} for part in record["parts"]]
    lacking = [one for s in printed for one in s.get("finding", {}).get("added", ())]
    return Answer(
        id=record["id"],
        where=record["where"],
        title=record["title"],
        verdict=record["verdict"],
        evidence=record["strength"],
        ratio="" if tight is None else apart(tight, 1)[0],
        reason=record["reason"],
        instances=tuple(_instances(record["parts"])),
        lacking=tuple(dict.fromkeys(lacking)),
        accepted=tuple(c["name"] for c in record["controls"] if not c["behaves"]),
    )


def failure(answer: Answer, at_least: str = "argued", locked: str = "") -> str:
    """Why a test of a claim fails, "" where it passes.

    Args:
        at_least: the weakest of ``GRADES`` that passes.
        locked: the verdict that passes in their place, as the ledger of a paper has it.
    """
    named = f"{answer.where} ({answer.title})"
    if answer.accepted:
        return f"{named} must reject {', '.join(answer.accepted)}. Found it accepted."
    if locked == answer.verdict:
        return ""
    strong = not locked and answer.verdict in GRADES[: GRADES.index(at_least) + 1]
    if strong and answer.lacking:
        hypotheses = " and ".join(answer.lacking)
        return f"{named} must have the hypothesis {hypotheses}. Found none."
    if strong:
        return ""
    weak = answer.verdict in GRADES
    wanted = f", which is less than {at_least}" if weak else ""
    if locked:
        wanted = f", and {locked} in ledger.lock"
    head = f"{named} is {answer.verdict}{wanted}"
    return "\n".join([f"{head}: {answer.reason}", *answer.instances])


def _instances(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What refutes each part that fails at a point, in decimals."""
    for part in parts:
        finding = (part["printed"] or {}).get("finding") or {}
        if finding.get("outcome") != "fails" or not finding.get("point"):
            continue
        sides = apart(finding["left"], finding["right"])
        rows = [("left side", sides[0]), ("right side", sides[1])]
        rows += [(name, shown(value)) for name, value in finding["point"].items()]
        wide = max(len(name) for name, _ in rows)
        said = [f"{part['name']}: {part['printed']['says']}"]
        yield "\n".join(said + [f"    {name:<{wide}}  {value}" for name, value in rows])


def apart(left: Any, right: Any) -> tuple[str, str]:
    """Two values with the fewest digits that tell them apart, at least six."""
    for digits in range(FEW, MOST + 1):
        pair = shown(left, digits), shown(right, digits)
        if pair[0] != pair[1]:
            return pair
    return shown(left), shown(right)


def shown(value: Any, digits: int = FEW) -> str:
    """A value of the ledger's JSON as a decimal: a number, a rational in a string, a list."""
    if isinstance(value, list):
        more = ["..."] if len(value) > ENTRIES else []
        return f"({', '.join([*(shown(v, digits) for v in value[:ENTRIES]), *more])})"
    if isinstance(value, str):
        try:
            value = Fraction(value)
        except ValueError:
            return str(value)  # "the root 1.4142 of x^2 - 2"
    if not isinstance(value, int | float | Fraction):
        return str(value)
    top, bottom = map(Decimal, value.as_integer_ratio())
    context = Context(prec=digits, Emax=10**9, Emin=-(10**9))
    return f"{context.normalize(context.divide(top, bottom)):g}"
