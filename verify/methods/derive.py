"""``derive``: a statement from lemmas, link by link, each link checked.

A claim passes ``by=Derive(...)`` with the links that lead to it. What a link asks for - that what
is put into a lemma lies in its sets, that a factor is nonnegative, the lemma itself - is a leaf,
proved by the automatic methods. The conclusion must be the statement's own; where a link is words,
the result is argued.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from verify.formula.expression import lift
from verify.language.argument import Argument, Cited
from verify.language.claims import Lemma
from verify.language.drafts import Draft
from verify.language.formulas import Formula
from verify.language.statement import Compare, Statement
from verify.methods.base import Proof
from verify.methods.context import Context
from verify.methods.derivation.chance import (
    cauchy_schwarz,
    chebyshev,
    expect,
    jensen,
    markov,
    union,
)
from verify.methods.derivation.circle import broken_turns, half_turn, whole_turns
from verify.methods.derivation.circularity import unearned
from verify.methods.derivation.cited import entry_of, normal, stirling, two_means
from verify.methods.derivation.facts import Having
from verify.methods.derivation.instance import Substitute
from verify.methods.derivation.integrality import same_whole
from verify.methods.derivation.links import (
    MONOTONE,
    Add,
    Cases,
    Chain,
    Ends,
    Given,
    Monotone,
    Multiply,
    Shown,
    Spoken,
)
from verify.methods.derivation.moments import (
    inverse_trace,
    mean_of_sum,
    quadratic_form,
    square_of_squares,
    square_of_sum,
)
from verify.methods.derivation.scope import Link, Prove, Refused, Run, Scope, Taken
from verify.methods.derivation.shares import shares
from verify.methods.derivation.slopes import differentiate
from verify.methods.derivation.sums import exchange, sum_over, summands_apart, telescope, term_apart
from verify.methods.evidence import Finding, Level, weakest

# All words of a derivation; those of sums, of means and of the circle stand beside their links.
__all__ = [
    "Derivation",
    "Derive",
    "add",
    "broken_turns",
    "cases",
    "cauchy_schwarz",
    "chain",
    "chebyshev",
    "derive",
    "differentiate",
    "entry_of",
    "exchange",
    "expect",
    "given",
    "half_turn",
    "having",
    "inverse_trace",
    "jensen",
    "markov",
    "mean_of_sum",
    "monotone",
    "multiply",
    "normal",
    "quadratic_form",
    "same_whole",
    "shares",
    "shown",
    "square",
    "square_of_squares",
    "square_of_sum",
    "square_root",
    "stirling",
    "substitute",
    "sum_over",
    "summands_apart",
    "telescope",
    "term_apart",
    "turned_round",
    "two_means",
    "union",
    "whole_turns",
    "words",
]


def derived(count: int) -> str:
    """What a derivation was, in words; so many statements were proved for it."""
    proved = f"{count} statements were" if count > 1 else f"{count or 'no'} statement was"
    return f"derived step by step, for which {proved} proved"


@dataclass(frozen=True)
class Derivation:
    """What became of a derivation.

    Attributes:
        level: that of the weakest leaf, argued if a step is words; None where it fails.
        leaves: the statements that were proved on the way, with their findings.
        argued: the steps that are words. spoken: what these conclude.
        borne: a step that the machine checks rests on something proved.
        failure: the step that does not go through, or "".
        steps: those that went through, the last one concludes the statement.
    """

    level: Level | None
    leaves: tuple[tuple[Statement, Finding], ...] = ()
    argued: tuple[str, ...] = ()
    spoken: tuple[Compare, ...] = ()
    borne: bool = False
    failure: str = ""
    steps: tuple[Taken, ...] = ()

    def proof(self, statement: Statement, context: Context) -> Proof | None:
        """The derivation as a proof of its statement, if it goes through."""
        if self.level is None:
            return None
        count = len({leaf for step in self.steps for leaf in step.leaves})
        text = derived(count)
        lacks = ""
        if self.spoken:
            lacks = unearned(statement, self.spoken, self.borne, context)
        return Proof("derive", self.level, text, argued=self.argued, unearned=lacks)


@dataclass(frozen=True, init=False)
class Derive:
    """A derivation: links that form a chain and end in the statement.

    Attributes:
        steps: the links.
    """

    steps: tuple[Link, ...]
    name: ClassVar[str] = "derive"
    derives: ClassVar[bool] = True

    def __init__(self, *steps: Link) -> None:
        """The derivation with these links.

        Raises:
            ValueError: there are none.
        """
        if not steps:
            raise ValueError("a derivation must have steps. Found none.")
        object.__setattr__(self, "steps", steps)

    def run(self, statement: Statement, prove: Prove) -> Derivation:
        """Check every link, and that the last conclusion is the statement.

        Args:
            statement: what is to be derived. prove: examines a leaf with the automatic methods.
        """
        run, said = Run(prove), statement.assertion
        try:
            if not isinstance(said, Compare) or "tuple" in (said.left.op, said.right.op):
                raise Refused("only a comparison of two numbers can be derived")
            if statement.exists:
                raise Refused("constants must be put in before a derivation")
            scope = Scope(statement.symbols, (), statement.look).given(*statement.where)
            run.step(Ends(Chain(self.steps)), scope, said)
        except Refused as error:
            return Derivation(None, tuple(run.leaves), tuple(run.argued), failure=str(error))
        levels = [found.level for _, found in run.leaves]
        levels += [Level.ARGUED] if run.argued else []
        return Derivation(
            weakest(*levels),
            tuple(run.leaves),
            tuple(run.argued),
            tuple(run.spoken),
            run.borne,
            steps=tuple(run.steps),
        )


def derive(statement: Statement, context: Context, prove: Prove) -> Derivation:
    """What becomes of a statement's own :class:`Derive`.

    Raises:
        TypeError: the statement has none.
    """
    by = statement.by
    if isinstance(by, Argument):
        by = Derive(Spoken(by.text, by.conclusion, by.cites))
    if type(by) is not Derive:
        raise TypeError(f"a derivation must be a Derive. Found {type(by).__name__}.")
    return by.run(statement, prove)


def given(condition: Formula) -> Link:
    """A hypothesis of the statement, or a bound of a symbol's set."""
    return Given(condition.tree)


def shown(condition: Formula) -> Link:
    """A comparison for the automatic methods."""
    return Shown(condition.tree)


def words(text: str, conclusion: Formula, *, cites: Sequence[Cited] = ()) -> Link:
    """A comparison for which there are only words, and what they rest on; the result is argued.

    Raises:
        ValueError: there are no words.
    """
    if not text.strip():
        raise ValueError("a step in words must have words. Found none.")
    return Spoken(text, conclusion.tree, tuple(cites))


def substitute(lemma: Lemma | Draft | Statement, values: Mapping[str, Any]) -> Link:
    """The instance of a lemma with formulas for its symbols."""
    statement = lemma if isinstance(lemma, Statement) else lemma.build()
    cites = (lemma,) if isinstance(lemma, Lemma) else ()
    return Substitute(statement, tuple((n, lift(v)) for n, v in values.items()), cites)


def chain(*links: Link) -> Link:
    """a <= b and b <= c give a <= c."""
    return Chain(_some(links))


def add(*links: Link) -> Link:
    """The sum of comparisons."""
    return Add(_some(links))


def multiply(link: Link, factor: Any) -> Link:
    """A comparison times a nonnegative factor."""
    return Multiply(link, lift(factor))


def turned_round(link: Link) -> Link:
    """An identity with its sides exchanged."""
    return Multiply(Monotone("negative", link), lift(-1))


def having(facts: Sequence[Link], link: Link) -> Link:
    """A step among whose hypotheses are facts, each from a link of its own."""
    return Having(_some(facts), link)


def monotone(function: str, link: Link) -> Link:
    """exp, log, sqrt, square, reciprocal or negative of both sides.

    Raises:
        ValueError: another function.
    """
    if function not in MONOTONE:
        raise ValueError(f"a function must be one of {', '.join(MONOTONE)}. Found {function!r}.")
    return Monotone(function, link)


def square(link: Link) -> Link:
    """The squares of both sides, the smaller one nonnegative."""
    return Monotone("square", link)


def square_root(link: Link) -> Link:
    """The square roots of both sides, the smaller one nonnegative."""
    return Monotone("sqrt", link)


def cases(
    condition: Formula, then: Link, otherwise: Link, conclusion: Formula | None = None
) -> Link:
    """One derivation where a condition holds, another one where it does not."""
    return Cases(condition.tree, then, otherwise, None if conclusion is None else conclusion.tree)


def _some(links: Sequence[Link]) -> tuple[Link, ...]:
    if not links:
        raise ValueError("a step must have links. Found none.")
    return tuple(links)
