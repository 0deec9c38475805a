"""Controls: the method that accepted a statement must reject its false neighbours.

A mutant is judged by a counterexample, found without the method. Those that are false go through
the method that accepted the statement, with the same arguments, proof included; one that the method
proves although no counterexample exists is slack of the statement. Where that method is the second
checker, which read a proof, the checker must refuse the proof as one of the mutant; the prover that
found it is put to the test when it finds it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from verify.formula.expression import free_names, walk
from verify.judgement import decisions, proof_mutants
from verify.judgement.checked import accepted
from verify.judgement.decisions import NOTHING_TO_CHANGE
from verify.judgement.examine import examine, prove
from verify.judgement.exists import exhibited
from verify.judgement.mutants import Mutant, mutants
from verify.judgement.obligations import AUTOMATIC
from verify.judgement.refuting import Refuting
from verify.language.claims import Control
from verify.language.statement import Behaviour, Certificate, Compare, Statement, Words
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.kept import Kept
from verify.methods.search.worst import Witness
from verify.methods.words import computes

JUDGED = (12, 10**6, 10**6)  # mutants of a statement, by mode
THROUGH_PROOF = (0, 2, 10**6)  # of them, those that go through the proof
DROPPED = (0, 2, 10**6)  # likewise without a hypothesis, through a derivation: all of it runs anew


class Answer(StrEnum):
    """What became of a control."""

    REJECTED = "rejected"  # false, and the method says so or does not accept it
    SLACK = "slack"  # still true: the method proves it
    UNJUDGED = "not judged"  # not run through the proof in this mode
    SURVIVOR = "survivor"  # no counterexample and no proof
    ACCEPTED = "accepted"  # false, and the method accepts it: a defect


SAID = {
    Answer.REJECTED: "rejected",
    Answer.SLACK: "true as well",
    Answer.SURVIVOR: "neither refuted nor proved",
    Answer.UNJUDGED: "not refuted and not put to the method",
    Answer.ACCEPTED: "false but accepted",
}
OF_PROOFS = SAID | {Answer.SLACK: "still a proof"}


@dataclass(frozen=True)
class ControlResult:
    """How one control came out.

    Attributes:
        statement: the part that was changed. name: the change. kind: mutant, proof or hand.
        method: the method that was to reject it. through_proof: it went through the proof.
        reason: of a survivor or a defect.
    """

    statement: str
    name: str
    kind: str
    method: str
    answer: Answer
    through_proof: bool = False
    reason: str = ""

    @property
    def behaves(self) -> bool:
        """Whether the method did not accept something false."""
        return self.answer is not Answer.ACCEPTED


def run_mutants(
    statement: Statement, finding: Finding, part: str, context: Context
) -> list[ControlResult]:
    """The mutants of a statement that holds, each judged."""
    if finding.outcome is not Outcome.HOLDS:
        return []
    if isinstance(statement.assertion, Words | Behaviour | Certificate):
        return _decided(statement, finding, part)
    if not isinstance(statement.assertion, Compare):
        few = list(mutants(statement))[: max(1, context.pick(*THROUGH_PROOF))]
        return [_by_method(mutant, finding, part, context) for mutant in few]
    if statement.exists:
        statement = exhibited(statement)
    sampled = finding.method == "search"
    every = list(mutants(statement))
    refuting = Refuting(statement, every, context)
    room = context.pick(*THROUGH_PROOF)
    results, unclear = [], []
    # All mutants, or in mode quick some from all over the statement.
    for place in range(0, len(every), max(1, len(every) // context.pick(*JUDGED))):
        mutant = every[place]
        if not refuting.refutes(place, mutant):
            unclear.append((place, mutant))
            continue
        if sampled or room <= 1:
            # The search that accepted the statement is the one that found the counterexample.
            results.append(_result(mutant, finding, part, Answer.REJECTED))
            continue
        room -= 1
        accepted = _accepted(mutant, statement, finding, context)
        answer = Answer.ACCEPTED if accepted else Answer.REJECTED
        why = "a counterexample is known" * accepted
        results.append(_result(mutant, finding, part, answer, True, why))
    derives = getattr(statement.by, "derives", False)
    whole = context.pick(*DROPPED) if derives or context.mode == "quick" else len(unclear)
    for place, mutant in sorted(unclear, key=lambda found: not found[1].dropped):
        # That a hypothesis is not needed is worth a line.
        whole -= mutant.dropped
        if sampled or (whole < 0 if mutant.dropped else room <= 0):
            results.append(_result(mutant, finding, part, Answer.UNJUDGED))
            continue
        room -= 1
        results.append(_through(place, mutant, finding, part, refuting, context))
    refuting.keep()
    return results + _of_proof(statement, finding, part, context)


def _of_proof(
    statement: Statement, finding: Finding, part: str, context: Context
) -> list[ControlResult]:
    """The statement by its derivation with a step left out or a leaf changed."""
    if finding.method != "derive":
        return []
    results = []
    for name, concludes in proof_mutants.tried(statement, context):
        answer = Answer.SLACK if concludes else Answer.REJECTED
        why = "an idle step: the conclusion stands" if concludes else ""
        results.append(ControlResult(part, name, "proof", finding.method, answer, True, why))
    return results


def _result(
    mutant: Mutant, finding: Finding, part: str, answer: Answer, proof: bool = False, why: str = ""
) -> ControlResult:
    return ControlResult(part, mutant.name, "mutant", finding.method, answer, proof, why)


def _by_method(mutant: Mutant, finding: Finding, part: str, context: Context) -> ControlResult:
    """Tables and limits: the method itself is the judge of the changed number."""
    found = examine(mutant.statement, context)
    answer = Answer.ACCEPTED if found.outcome is Outcome.HOLDS else Answer.REJECTED
    return _result(mutant, finding, part, answer, True)


def _accepted(mutant: Mutant, statement: Statement, finding: Finding, context: Context) -> bool:
    """Whether what accepted the statement accepts a false mutant of it."""
    goals = context.kept.used.get(statement.hash, {}).get("goals")
    if goals and accepted(mutant.statement, goals):
        return True
    if statement.hash in context.kept.read:
        return False
    # That nothing proves it must not be taken from what is stored.
    return isinstance(_proof(mutant, finding, replace(context, kept=Kept())), Proof)


def _through(
    place: int, mutant: Mutant, finding: Finding, part: str, refuting: Refuting, context: Context
) -> ControlResult:
    """Put a mutant that is not known to be false through the provers of the statement."""
    if refuting.fell(place, mutant):
        return _result(mutant, finding, part, Answer.REJECTED, True)
    apart = replace(context, kept=context.kept.apart())
    proof = _proof(mutant, finding, apart)
    if isinstance(proof, Witness):
        # The point is kept in place of what was found on the way.
        refuting.falls(place, proof.point)
        return _result(mutant, finding, part, Answer.REJECTED, True)
    context.kept.take(apart.kept)
    if proof is not None and proof.argued:
        # Words go with any statement: that they are said of the mutant too proves nothing.
        why = "no counterexample was found, and only words prove it"
        return _result(mutant, finding, part, Answer.SURVIVOR, True, why)
    answer = Answer.SURVIVOR if proof is None else Answer.SLACK
    why = "no counterexample was found, and the method proves nothing" if proof is None else ""
    return _result(mutant, finding, part, answer, True, why)


def _proof(mutant: Mutant, finding: Finding, context: Context) -> Proof | Witness | None:
    """What the provers that accepted its neighbour find of a mutant."""
    try:
        # That there is a proof is all that counts here.
        return prove(_with_same_method(mutant.statement, finding), context, tell=False)
    except (ValueError, TypeError, ArithmeticError, LookupError):
        return None


def _with_same_method(statement: Statement, finding: Finding) -> Statement:
    """The statement, to be proved by the provers that accepted its neighbour and by no others."""
    if statement.by is not None:
        return statement
    same = tuple(p for p in AUTOMATIC if p.name in finding.method.split(", "))
    return statement.but(by=same) if same else statement


def _decided(statement: Statement, finding: Finding, part: str) -> list[ControlResult]:
    """Words, behaviours and certificates, changed at their decision."""
    return [
        ControlResult(part, name, "mutant", finding.method, Answer(answer), True, reason)
        for name, answer, reason in decisions.changed(statement, finding)
    ]


def run_by_hand(control: Control, context: Context) -> ControlResult:
    """A control made by hand: its route computes that the neighbour is false; it is rejected.

    Raises:
        ValueError: the route compares literals, or does not say what it should.
    """
    statement = control.says.build()
    found = examine(statement, context)
    route = "a counterexample"
    if control.route is not None:
        other = control.route.build()
        if not _computes(other):
            raise ValueError(
                f"a control's route must compute something. Found two literals in {control.name!r}."
            )
        confirmed = examine(other, context)
        if confirmed.outcome is not Outcome.HOLDS:
            raise ValueError(
                f"a control's route must confirm it. Found in {control.name!r}: {confirmed.text}"
            )
        route = confirmed.text
        answer = Answer.ACCEPTED if found.outcome is Outcome.HOLDS else Answer.REJECTED
    else:
        answer = Answer.REJECTED if found.outcome is Outcome.FAILS else Answer.ACCEPTED
        if found.outcome is Outcome.FAILS and found.level is Level.NUMERIC:
            route = "a counterexample in floating point"
    return ControlResult(statement.hash, control.name, "hand", found.method, answer, True, route)


def _computes(statement: Statement) -> bool:
    """Whether a statement is more than a comparison of literals, or of a formula with itself."""
    a = statement.assertion
    if isinstance(a, Words):
        return computes(a.test.function)
    if not isinstance(a, Compare):
        return True
    if statement.tautology:
        return False
    nodes = (*walk(a.left), *walk(a.right))
    calls = [n.value.function for n in nodes if n.op == "external"]
    return bool(free_names(a.left) | free_names(a.right)) or any(map(computes, calls))


def told(results: Sequence[ControlResult]) -> str:
    """What became of controls, in words and without a full stop; "" where there are none."""
    changed = [r for r in results if r.kind == "mutant" and r.name != NOTHING_TO_CHANGE]
    through = sum(r.through_proof for r in changed)
    said = _counted("changed statement", changed, SAID)
    if said and through:
        said += f"; {through} put to the method that accepted the statement"
    proofs = _counted("changed proof", [r for r in results if r.kind == "proof"], OF_PROOFS)
    hand = _counted("statement", [r for r in results if r.kind == "hand"], SAID, " made by hand")
    return ". ".join(filter(None, (said, proofs, hand)))


def _counted(
    what: str, results: Sequence[ControlResult], said: Mapping[Answer, str], more: str = ""
) -> str:
    counts = {answer: sum(r.answer is answer for r in results) for answer in said}
    shown = ", ".join(f"{n} {said[answer]}" for answer, n in counts.items() if n)
    return f"{len(results)} {what}{'s' * (len(results) > 1)}{more}: {shown}" if results else ""
