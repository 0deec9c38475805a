"""From a goal to a proof: what it needs to have a value first, then the provers in turn."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from verify.formula.evaluate import truth
from verify.formula.expression import Node, free_names, pruned, walk
from verify.formula.written import written
from verify.judgement.proof_cache import Before, around
from verify.language.statement import Compare, Goal, Statement
from verify.language.symbols import Real, Symbol
from verify.methods import defined, gram
from verify.methods.algebra.means import speaks_of_means
from verify.methods.base import Proof, Prover, Suspect
from verify.methods.boxes import Boxes
from verify.methods.centred import centred
from verify.methods.context import Context
from verify.methods.decide import Decide
from verify.methods.decompose import Decompose
from verify.methods.enumerate import Enumerate
from verify.methods.evidence import Level, weakest
from verify.methods.induct import Induct
from verify.methods.multipliers import Multipliers
from verify.methods.reduce import Reduce, prove_matrix_identity
from verify.methods.search import points
from verify.methods.search.worst import Witness, sides
from verify.methods.split import Split

# Few substitutions are enough, or many do not help: certificates and z3 settle most of the others.
PLAIN: tuple[Prover, ...] = (
    Enumerate(),
    Reduce(),
    Decompose(limit=6),
    Multipliers(),
    Decide(),
    Decompose(),
    Boxes(),
)
AUTOMATIC: tuple[Prover, ...] = (*PLAIN, Induct(provers=PLAIN))
KINDS = tuple(dict.fromkeys(type(prover) for prover in AUTOMATIC))
# These evaluate the goal at every point and notice a missing value themselves, or reduce trees
# with sequences, whose entries have values.
EVALUATING = ("enumerate", "reduce", "induct")
PLAIN_SIGNS = 4  # situations in which a divisor is looked at for its sign
OPAQUE = ("external", "expect")  # what no prover of numbers looks into
# These tell how a decided goal goes.
TELLING: tuple[Prover, ...] = (Multipliers(deep=True), Decompose(), Split())


def by_provers(statement: Statement, context: Context, tell: bool = True) -> Proof | Witness | None:
    """A proof by provers over all the sets, an exact counterexample, or None.

    Where a hypothesis speaks of what no prover looks into, it may not be needed: what is proved
    without it holds with it.

    Args:
        tell: look for a proof that can be told, where one is known that cannot.
    """

    def find(before: Before) -> Proof | Witness | None:
        provers = before.ordered(provers_for(statement))
        return _found(statement, provers, context, tell and not before.untold) if provers else None

    found = around(statement, context, find, tell=tell)
    if not tell or not isinstance(found, Proof):
        return found
    vain = found.level is Level.DECIDED and found.method != Decide.name
    # Told in vain. A later run, which knows, has what decided it: so has this one.
    return by_provers(statement, context, tell=False) if vain else found


def provers_for(statement: Statement) -> tuple[Prover, ...]:
    """The statement's own provers, or all that may apply, cheapest first.

    Raises:
        ValueError: one of them is not the engine's. What an author's object says is no evidence.
    """
    if statement.by is None:
        return AUTOMATIC
    own = tuple(statement.by) if isinstance(statement.by, tuple | list) else (statement.by,)
    asked = [p for prover in own for p in (prover, *getattr(prover, "provers", ()))]
    for prover in asked:
        if type(prover) not in KINDS:
            names = ", ".join(kind.__name__ for kind in KINDS)
            raise ValueError(f"by must be of {names}. Found {type(prover).__name__}.")
    return own


def _found(
    statement: Statement, provers: Sequence[Prover], context: Context, tell: bool
) -> Proof | Witness | None:
    answer = _by_provers(statement, provers, context, tell)
    return answer or _without_hypotheses(statement, provers, context, tell)


def _without_hypotheses(
    statement: Statement, provers: Sequence[Prover], context: Context, tell: bool
) -> Proof | None:
    """A proof without the hypotheses that no prover looks into, if there are any."""
    clear = tuple(c for c in statement.where if not any(n.op in OPAQUE for n in walk(c)))
    if clear == statement.where:
        return None
    without = _by_provers(replace(statement, where=clear), provers, context, tell)
    return without if isinstance(without, Proof) else None


def _by_provers(
    statement: Statement, provers: Sequence[Prover], context: Context, tell: bool
) -> Proof | Witness | None:
    plain = centred(statement)
    try:
        goals = gram.lowered(plain)
    except gram.NotGram:
        return prove_matrix_identity(statement)
    if speaks_of_means(statement) and (known := prove_matrix_identity(statement)):
        return known  # by the moments of a law that has a name, which are no numbers of their own
    proofs: list[Proof] = []
    for goal in goals:
        answer = _prove_goal(statement, goal, provers, context, tell)
        if not isinstance(answer, Proof):
            return answer
        proofs.append(answer)
    texts = dict.fromkeys(p.text for p in proofs)
    fixed = {n: v for p in proofs for n, v in p.fixed.items()}
    method = ", ".join(dict.fromkeys(p.method for p in proofs))
    argued = tuple(word for p in proofs for word in p.argued)
    # That places exist comes after the parts; the checker asks for it by itself.
    hows = [p.how for p in proofs[: gram.parts(statement)]]
    # The checker reads the statement as it is, with its minimiser.
    how = {"goals": hows} if all(hows) and plain is statement else None
    level = weakest(*(p.level for p in proofs))
    return Proof(method, level, "; ".join(texts), fixed, argued, how=how)


def _prove_goal(
    statement: Statement, goal: Goal, provers: Sequence[Prover], context: Context, tell: bool
) -> Proof | Witness | None:
    """The obligations of a goal first, then the goal itself."""
    try:
        needs = defined.needs(goal.prove, goal.symbols)
    except defined.Unclear:
        needs = None
    levels, told, known = [], [], []
    if needs is not None:
        for need in needs:
            obliged = _obligation(goal, need)
            proof = _obliged(obliged, context)
            if not isinstance(proof, Proof) or proof.fixed:
                return None
            levels.append(proof.level)
            if proof.how:
                told.append({"prove": written(obliged.prove), "how": proof.how})
            if obliged.given == goal.given and obliged.symbols == goal.symbols:
                known.append(obliged.prove)
        # The branches without a value have been proved to be out of reach.
        goal = replace(goal, prove=pruned(goal.prove))
    usable = provers if needs is not None else [p for p in provers if p.name in EVALUATING]
    answer = _first(goal, usable, context, lambda s: confirmed(statement, s) is not None)
    if isinstance(answer, Suspect):
        return confirmed(statement, answer)
    decided = isinstance(answer, Proof) and answer.level is Level.DECIDED
    if decided and tell:
        answer = _told_with(goal, (*known, *gram.bounds(statement)), context) or answer
    if isinstance(answer, Proof):
        how = {"how": answer.how} | ({"needs": told} if told else {})
        level = weakest(answer.level, *levels)
        return replace(answer, level=level, how=gram.spelled(how, goal) if answer.how else None)
    return None


def _told_with(goal: Goal, known: Sequence[Node], context: Context) -> Proof | None:
    """A proof that can be told, with more hypotheses: what the checker knows of its own.

    Where z3 decides a goal, the others often lack only that a root which is divided by is positive,
    which is an obligation and has been proved, or a triangle's inequality; and z3 says which few
    conditions a longer search needs.
    """
    more = tuple(c for c in dict.fromkeys(known) if c not in goal.given)
    answer = _first(replace(goal, given=goal.given + more), TELLING, context, lambda _: False)
    if not isinstance(answer, Proof) or not answer.how:
        return None
    return replace(answer, how={**answer.how, "values": True})


@functools.lru_cache(maxsize=4096)
def _obliged(goal: Goal, context: Context) -> Proof | Suspect | None:
    """A proof of an obligation; the neighbours of a statement have most of its divisors.

    That a divisor has a sign is more than that it is not 0, and mostly plain.
    """
    if proof := _signed(goal, Decompose(limit=PLAIN_SIGNS), context):
        return proof
    found = _first(goal, AUTOMATIC, context, lambda _: False)
    if isinstance(found, Proof) and found.level is Level.DECIDED:
        return _signed(goal, Multipliers(), context) or found
    return found


def _signed(goal: Goal, prover: Prover, context: Context) -> Proof | None:
    """A proof that a divisor has a sign, told as more than that it is not 0."""
    orders = (goal.prove.args[::-1], goal.prove.args) if goal.prove.op == "ne" else ()
    for order in orders:
        signed = replace(goal, prove=Node("lt", order))
        proof = prover.prove(signed, context)
        if isinstance(proof, Proof) and proof.how:
            more = {"by": "stronger", "prove": written(signed.prove), "how": proof.how}
            return replace(proof, how=more)
    return None


def _obligation(goal: Goal, need: defined.Need) -> Goal:
    known = {s.name for s in goal.symbols}
    names = dict.fromkeys(
        n for c in (*need.path, need.condition) for n in sorted(free_names(c)) if n not in known
    )
    bound = tuple(Symbol(n, n, "1", Real()) for n in names)
    return Goal(goal.symbols + bound, goal.given + need.path, need.condition)


def _first(
    goal: Goal, provers: Sequence[Prover], context: Context, confirms: Callable[[Suspect], bool]
) -> Proof | Suspect | None:
    """The first proof or confirmed suspicion; else the first suspicion."""
    suspicion: Suspect | None = None
    for prover in provers:
        answer = prover.prove(goal, context)
        if isinstance(answer, Proof):
            return answer
        if isinstance(answer, Suspect):
            if confirms(answer):
                return answer
            suspicion = suspicion or answer
    return suspicion


def confirmed(statement: Statement, suspect: Suspect) -> Witness | None:
    """The suspected point, if it meets the hypotheses and violates the assertion exactly."""
    a = statement.assertion
    # In the order of the symbols: it is shown.
    names = [s.name for s in statement.symbols]
    if not isinstance(a, Compare) or not set(names) <= set(suspect.point):
        return None
    point = {n: suspect.point[n] for n in names}
    try:
        if not points.inside(statement, point) or truth(a.condition, point):
            return None
        left, right = sides(statement, point)
    except ArithmeticError:
        return None
    return Witness(point, left, right, True)
