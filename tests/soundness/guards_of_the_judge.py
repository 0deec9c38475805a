"""Guards of the judge: words and the machine, the verdict, repairs, constants, quotes."""

from dataclasses import replace
from fractions import Fraction as F
from typing import Any

from guarding import (
    Guard,
    V,
    answering,
    asked_of,
    corrects,
    earns,
    fails,
    found,
    holds,
    quoted,
    row,
)
from sound import QUICK

from verify.formula import expression
from verify.judgement import (
    exists,
    findings,
    narrowing,
    quote_matching,
    quotes,
    repairs,
    settings,
    verdict,
)
from verify.judgement.verdict import Extent, Facts, Judged, Verdict
from verify.language import (
    Draft,
    Escape,
    Setting,
    in_words,
    natural,
    notation,
    one_of,
    says,
    table,
    tends,
)
from verify.language.statement import Statement
from verify.methods.base import Proof
from verify.methods.derivation import circularity
from verify.methods.evidence import Level, Outcome
from verify.methods.search.worst import Found

r, a, b, c, B, n, T, x, y = V.r, V.a, V.b, V.c, V.B, V.n, V.T, V.x, V.y
SQUARE, BARE, MEANS = says(x**2 <= x), says(x <= B), says((a + b) / 2 <= (a * b).sqrt())
ONE_VALUE = notation(n=natural(least=1, most=1)).n


def with_set(**sets: Any) -> Draft:
    """SQUARE over another set."""
    v = notation(**sets)
    return says(v.of(lambda x: x**2) <= v.of(lambda x: x))


def at_least_0(x: Any) -> Any:
    return x >= 0


def at_least_1(x: Any) -> Any:
    return x >= 1


def judged(outcome: str) -> Judged:
    return Judged(statement=SQUARE.build(), finding=found(SQUARE, outcome=outcome))


def facts(outcome: str, **fields: Any) -> Facts:
    """What was found about a part; ``repaired`` is the outcome of a repair."""
    if "repaired" in fields:
        fields["repaired"] = judged(fields["repaired"])
    return Facts(printed=judged(outcome), **fields)


def verdict_of(outcome: str, **fields: Any) -> Verdict:
    """The verdict of one part."""
    return verdict.of_part(facts(outcome, **fields)).verdict


def failing(extent: str) -> verdict.Decision:
    return verdict.Decision(Verdict.REFUTED, Extent[extent], "so.")


def holding(one: Judged) -> Judged:
    return replace(one, finding=replace(one.finding, outcome=Outcome.HOLDS))


def taking(*outcomes: Outcome) -> Any:
    """The verdict of a part, of one with these outcomes as if it held."""

    def without(was: Any, given: Facts) -> Any:
        there = given.printed.finding.outcome in outcomes
        return was(replace(given, printed=holding(given.printed)) if there else given)

    return without


def asserting(*names: str) -> Any:
    """What a repair changes, of a print whose assertion has these fields of the repair's."""

    def without(was: Any, printed: Statement, repaired: Statement) -> Any:
        theirs = {name: getattr(repaired.assertion, name) for name in names}
        return was(replace(printed, assertion=replace(printed.assertion, **theirs)), repaired)

    return without


def alike(was: Any, printed: Statement, repaired: Statement) -> Any:
    """What a repair changes that asserts the same."""
    return was(printed, replace(repaired, assertion=printed.assertion))


def turned(was: Any, printed: Any, repaired: Statement) -> Any:
    """What a repair changes of a print whose sides are the other way round."""
    said = printed.assertion
    other = replace(said, left=said.right, right=said.left, flipped=not said.flipped)
    return was(replace(printed, assertion=other), repaired)


def whatever_it_depends_on(was: Any, statement: Statement) -> Any:
    """Constants exhibited as if nothing were quantified."""
    return replace(was(replace(statement, symbols=())), symbols=statement.symbols)


def read_as(printed: quotes.Print, reading: str) -> quotes.Print:
    return replace(printed, quote=replace(printed.quote, reading=reading))


def reachable(printed: Draft, repaired: Draft, *theirs: Setting) -> bool:
    """Whether a repair leaves more than a thin set, or one of the settings."""
    return settings.reachable(printed.build(), repaired.build(), theirs, QUICK)


def level(proof: Proof) -> Level:
    """The level that a proof of BARE gives it."""
    return findings.proved(BARE.build(), proof, Found()).level


GOOD, WAITING = verdict.of_part(facts("holds")), verdict.of_part(facts("needs-data"))
FAILING, THEIRS = failing("IN_GENERAL"), Setting(name="theirs", values={"x": F(7, 10)})
WORDS = [
    Guard("nothing proved beneath", circularity.unearned,
          lambda was, statement, spoken, borne, context: was(statement, spoken, True, context),
          lambda: earns(says(a <= b), c <= b, borne=False)),
    Guard("an identity again", circularity._same_identity, answering(False),
          lambda: earns(
              says((a + b) ** 2 == a**2 + 2 * a * b + b**2),
              (b + a) * (a + b) == a**2 + b**2 + 2 * a * b)),
    Guard("other numbers, as a logarithm", circularity._Form.like, answering(False),
          lambda: earns(says(a <= b.exp()), a.log() <= b / 2)),
    Guard("another exponent", circularity._blank, lambda was, node: node,
          lambda: earns(says(a * b <= c**2), a * b <= c ** F(3, 2))),
    Guard("a number inside of a root", circularity._bare, lambda was, node, factor=False: node,
          lambda: earns(says(a <= (1 + b).sqrt()), a <= b.sqrt())),
    Guard("the statement scaled", circularity._scaled, answering(False),
          lambda: earns(says((a + b) ** 2 <= c), b * (a**2 + 2 * a * b + b**2) <= b * c)),
    Guard("the statement rearranged", circularity._moved, answering(False),
          lambda: earns(says((a + b) ** 2 <= c), a**2 + 2 * a * b <= c - b**2)),
    Guard("each side a multiple", circularity._multiple, answering(False),
          lambda: earns(says((a + b) ** 2 <= c), 3 * (a**2 + 2 * a * b + b**2) <= c / 2)),
    Guard("each side shifted", circularity._shifted, answering(False),
          lambda: earns(says(abs(a) <= b), (a**2).sqrt() + 5 <= b + 3)),
    Guard("under a function", circularity._under_a_function, answering(False),
          lambda: earns(says((a + b) ** 2 <= c), (a**2 + 2 * a * b + b**2).sqrt() <= c.sqrt())),
    Guard("one term more", circularity._terms, lambda was, node: (circularity._alike(node),),
          lambda: earns(says(a <= b + c), a + b <= b + c)),
    Guard("one factor more", circularity._factors,
          lambda was, node: (circularity._alike(node),) if node.op == "mul" else was(node),
          lambda: earns(says(a <= b * c), a * b <= b * c)),
    Guard("one divisor less", circularity._factors,
          lambda was, node: (circularity._alike(node),) if node.op == "div" else was(node),
          lambda: earns(says(a <= b / (1 + c)), a <= b)),
]  # fmt: skip
VERDICT = [
    Guard("support by a limit theorem", verdict.strength, asked_of(asymptotic=False),
          lambda: verdict.strength(found(BARE, asymptotic=True)) == "verified"),
    Guard("steps in words", verdict.strength, asked_of(argued=()),
          lambda: verdict.strength(found(BARE, argued=("so it is",))) == "verified"),
    Guard("samples of a set", verdict.strength, asked_of(sampled=False),
          lambda: verdict.strength(found(BARE, sampled=True)) == "verified"),
    Guard("a symbol at one value", verdict.strength, asked_of(fixed={}),
          lambda: verdict.strength(found(BARE, level="argued", fixed={"x": 1})) == "argued"),
    Guard("another statement's evidence", Judged.__post_init__, answering(None),
          lambda: Judged(statement=BARE.build(), finding=found(SQUARE))),
    Guard("no repair that is a correction", verdict._failing, asked_of(changed=""),
          lambda: verdict_of("fails", repaired="holds", changed="it is another") == "corrected"),
    Guard("a repair of nothing", verdict._failing, asked_of(reachable=True),
          lambda: verdict_of("fails", repaired="holds", reachable=False) == "corrected"),
    Guard("a repair that fails", verdict._failing,
          lambda was, given: was(replace(given, repaired=holding(given.repaired))),
          lambda: verdict_of("fails", repaired="fails") == "corrected"),
    Guard("empty at every setting", verdict.of_part, asked_of(empty=""),
          lambda: verdict_of("holds", empty="no setting") == "verified"),
    Guard("an open question", verdict.of_part, taking(Outcome.INCONCLUSIVE),
          lambda: verdict_of("inconclusive") == "verified"),
    Guard("a part that waits for data", verdict.of_part, taking(Outcome.NEEDS_DATA),
          lambda: verdict_of("needs-data") == "verified"),
    Guard("hypotheses that hold nowhere", verdict.of_part,
          taking(Outcome.HYPOTHESES_EMPTY, Outcome.WORTHLESS),
          lambda: verdict_of("hypotheses-empty") == "verified"),
    Guard("no value", verdict.of_part, taking(Outcome.NOT_REAL),
          lambda: verdict_of("not-real") == "verified"),
    Guard("a misprint without its repair", verdict.extent,
          lambda was, given: Extent.MISPRINT if given.misprint else was(given),
          lambda: verdict.extent(facts("fails", misprint="(5)")) == "misprint"),
    Guard("the order of the extents", verdict._weight,
          lambda was, part: (0, part.extent is not Extent.IN_GENERAL),
          lambda: verdict.of_claim([failing("AT_SETTINGS"), FAILING]).extent == "in general"),
    Guard("the weakest part", verdict._weight,
          lambda was, part: tuple(-place for place in was(part)),
          lambda: verdict.of_claim([GOOD, FAILING]).verdict == "verified"),
    Guard("data that are missing", verdict.of_claim,
          lambda was, parts: was([p for p in parts if p.verdict is not Verdict.NEEDS_DATA]),
          lambda: verdict.of_claim([GOOD, WAITING]).verdict == "verified"),
    Guard("an assumption that holds somewhere", verdict.of_assumption,
          lambda was, parts: was([(n, d) for n, d in parts if d.verdict not in verdict.FAILING]),
          lambda: verdict.of_assumption(
              [("theirs", GOOD), ("other", FAILING)]).verdict == "verified"),
]  # fmt: skip
REPAIRS = [
    Guard("a repair of another kind", verdict.changes_object, alike,
          lambda: corrects(says(1 / T <= F(1, 2)), tends(1 / T, T, "oo", 0))),
    Guard("a symbol less", verdict.changes_object,
          lambda was, printed, repaired: was(printed, replace(repaired, symbols=printed.symbols)),
          lambda: corrects(BARE, says(x <= x + 1))),
    Guard("another relation", verdict.changes_object, asserting("relation"),
          lambda: corrects(SQUARE, says(x**2 < x + x**2 + 1))),
    Guard("the other direction", verdict.changes_object, turned,
          lambda: corrects(says(x**2 >= x), says(x**2 <= x + x**2 + 1))),
    Guard("another quantity", verdict.changes_object, asserting("left"),
          lambda: corrects(SQUARE, SQUARE.but(left=x / 2))),
    Guard("a hypothesis on the left side", expression.contains, answering(False),
          lambda: corrects(SQUARE, SQUARE.but(right=x + 1, also=["x**2 <= 1/2"]))),
    Guard("the limit of another formula", verdict.changes_object, alike,
          lambda: corrects(tends(1 / T, T, "oo", 1), tends(2 / T, T, "oo", 0))),
    Guard("another predicate", verdict.changes_object, alike,
          lambda: corrects(in_words(V, "it is", at_least_1), in_words(V, "it is", at_least_0))),
    Guard("other entries", verdict.changes_object, alike,
          lambda: corrects(row("0.34", F(1, 3)), table({"y": ("0.33", F(1, 3))}))),
    Guard("a bound by itself", repairs._says_nothing, answering(""),
          lambda: corrects(SQUARE, SQUARE.but(right=x**2))),
    Guard("a set of two values", repairs._other_sets, answering(""),
          lambda: corrects(SQUARE, with_set(x=one_of([0, 1], unit="1")))),
    Guard("the conclusion, swapped", repairs._equivalent, answering(False),
          lambda: corrects(SQUARE, SQUARE.but(also=["exp(x*(x - 1)) <= 1"]))),
    Guard("the conclusion in two", repairs._adds_up, answering(False),
          lambda: corrects(BARE, BARE.but(also=["x <= m", "m <= B"]))),
    Guard("a line", repairs._defines, answering(True),
          lambda: reachable(MEANS, MEANS.but(also=["a == b"]))),
    Guard("one value of a symbol", repairs._listed, answering(False),
          lambda: reachable(says(n <= 1), says(ONE_VALUE <= 1))),
    Guard("no setting meets it", settings._has_point, answering(True),
          lambda: reachable(SQUARE, SQUARE.but(also=["x <= 1/2"]), THEIRS)),
    Guard("a thin set", repairs.has_interior, answering(True),
          lambda: reachable(MEANS, MEANS.but(also=["a == b"]))),
]  # fmt: skip
FINDINGS = [
    Guard("a part of the set", findings.covered, asked_of(sampled=False),
          lambda: findings.covered(found(BARE, sampled=True), BARE.build())),
    Guard("what does not hold", findings.covered, asked_of(outcome=Outcome.HOLDS),
          lambda: findings.covered(found(BARE, outcome="inconclusive"), BARE.build())),
    Guard("what is said of another", findings.covered,
          lambda was, one, of: was(replace(one, statement=of.hash), of),
          lambda: findings.covered(found(SQUARE), BARE.build())),
    Guard("floating point", findings.covered, asked_of(level=Level.EXACT),
          lambda: findings.covered(found(BARE, level="numeric"), BARE.build())),
    Guard("a proof with words", findings.proved,
          lambda was, of, proof, seen: was(of, replace(proof, argued=()), seen),
          lambda: level(Proof("m", Level.EXACT, "so", {}, ("it is",))) == "exact"),
    Guard("a proof that its words are", findings.proved,
          lambda was, of, proof, seen: was(of, replace(proof, unearned=""), seen),
          lambda: level(Proof("m", Level.ARGUED, "so", {}, ("so",), "it is words")) == "argued"),
    Guard("a divisor of one branch", narrowing._all_needs,
          lambda was, of: tuple(replace(need, path=()) for need in was(of)),
          lambda: holds(V.of(lambda x, w: 0 / x if w > F(1, 2) else 0) <= 0)),
]  # fmt: skip
CONSTANTS = [
    Guard("a constant that depends", exists.exhibited, whatever_it_depends_on,
          lambda: holds(says(B <= r, exists={"r": 2 * B}))),
    Guard("a constant outside its set", exists._in_their_sets, answering(None),
          lambda: holds(says(c * x <= 0, exists={"c": -1}))),
    Guard("an escape that is not proved", findings.covered, answering(True),
          lambda: fails(says(y <= 1 + c, exists={"c": None}, by=Escape({"y": 1 / (1 + c)})))),
    Guard("an escape out of the set", exists._obligations, asked_of(symbols=(), where=()),
          lambda: fails(says(y <= 1 + c, exists={"c": None}, by=Escape({"y": 2 + c})))),
]  # fmt: skip
QUOTES = [
    Guard("another formula", quotes._record,
          lambda was, printed, of: was(printed if printed.found else read_as(printed, "so"), of),
          lambda: quoted(r"a \le 2 b", says(a <= b))),
    Guard("a reading of the same", quotes._record,
          lambda was, printed, of: was(read_as(printed, ""), of),
          lambda: quoted(r"a \le b", says(a <= b), reading="as printed")),
    Guard("another sign of comparison", quote_matching._same,
          lambda was, of, printed, said: was(of, replace(printed, relation=said.relation), said),
          lambda: quoted(r"a < b", says(a <= b))),
    Guard("a chain up and down", quotes._links,
          lambda was, chain, reader: was(
              replace(chain, relations=chain.relations[:1] * len(chain.relations)), reader),
          lambda: quoted(r"a \le c \ge b", says(a <= b, given=[c <= 1]))),
]  # fmt: skip
GUARDS = [*WORDS, *VERDICT, *REPAIRS, *FINDINGS, *CONSTANTS, *QUOTES]
