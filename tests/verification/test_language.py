"""What authors write: comparisons, changed statements, instances, arguments and what they cite."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from verification.refused_declarations import (
    BOUND,
    CLAIMS,
    COMPARISONS,
    INSTANCES_READ,
    INSTANCES_REFUSED,
    NARROWER,
    NOT_NARROWER,
    PAPER,
    V,
    a_claim,
)

from verify.judgement.judge import run_claim
from verify.language import (
    Draft,
    Formula,
    Setting,
    claim,
    external,
    instance,
    lemma,
    notation,
    number,
    one_of,
    positive,
    real,
    says,
)
from verify.language.kinds import Box, OneOf
from verify.language.statement import Compare
from verify.ledger.selection import entries_of
from verify.methods.context import Context
from verify.methods.derive import Derive, substitute, words

F = Fraction
HALF = external("half", lambda y: 0.5, V.y)  # no prover sees into it


def sides(draft: Draft) -> tuple[Any, Any]:
    """Both sides as the engine has them: the smaller one first."""
    said = draft.build().assertion
    assert isinstance(said, Compare)
    return said.left, said.right


def judged(draft: Draft, **fields: Any) -> str:
    return run_claim(claim("a/b", "(1)", "a test", draft, **fields), Context(mode="quick")).verdict


@pytest.mark.parametrize(("make", "message"), COMPARISONS.values(), ids=COMPARISONS)
def test_what_is_no_comparison_is_refused_in_a_line(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(TypeError, match=message) as refused:
        make()
    assert "\n" not in str(refused.value)


def test_a_number_on_the_left_stays_there() -> None:
    straight, turned = says(number(0) <= V.x), says(0 <= V.x)
    assert sides(straight) == sides(turned), "one statement"
    assert (straight.left.tree, turned.left.tree) == (number(0).tree, V.x.tree), "two displays"


def test_changed_sides_are_those_of_the_page() -> None:
    assert sides(BOUND.but(right=V.y / 2)) == ((V.y / 2).tree, V.x.tree)
    assert sides(BOUND.but(left=2 * V.x)) == (V.y.tree, (2 * V.x).tree)
    assert BOUND.but(left=V.z).left.tree == V.z.tree
    assert BOUND.but(left=V.z).right.tree == V.y.tree
    assert sides(says(V.y <= V.x).but(left=V.z, right=3)) == (V.z.tree, number(3).tree)


def test_also_adds_a_hypothesis_and_given_replaces_them() -> None:
    added = BOUND.but(also=["y >= 0"]).build().where
    assert added[:1] == BOUND.build().where
    assert len(added) == 2
    assert BOUND.but(given=["y <= 0"]).build().where == (V("y <= 0").tree,)


def test_formulas_are_compared_by_structure_in_sets_and_dicts() -> None:
    again = V.x + V.y
    assert {V.x + V.y: 1}[again] == 1
    assert len({V.x, V.x, V.y, V.x + V.y, V.y + V.x}) == 4
    assert V.x in [V.y, V.x]
    x, y = V.x, V.y
    assert x not in [y]
    assert not (x <= y + 0).asked
    assert V.z not in (V.y, V.x)
    assert hash(again) == hash(V.x + V.y)
    assert isinstance(V.x == V.y, Formula), "an equation, and no answer"
    assert says(again == V.y).build().assertion.relation == "eq"


OTHER = notation(x=real(unit="1"), w=real(unit="1"))
SAME = notation(y=real(unit="1"), w=real(unit="1"))


def test_a_symbol_with_two_declarations_is_refused_where_it_is_used() -> None:
    with pytest.raises(ValueError, match="Found two declarations of x"):
        says(V.x + OTHER.w <= 1).build()
    names = [s.name for s in says(V.y + OTHER.w <= 1).build().symbols]
    assert names == ["y", "w"], "x is declared twice, and not used"
    assert says(V.x + V.y + SAME.w <= 1).build().by_name["w"] == SAME.symbols["w"]
    said = says(V.x + OTHER.w <= 1, over=OTHER).build()
    assert said.by_name["x"] == OTHER.symbols["x"]


@pytest.mark.parametrize(("text", "values"), INSTANCES_READ.items())
def test_an_instance_is_read_as_it_is_written(text: str, values: dict[str, Any]) -> None:
    assert instance(text) == values


@pytest.mark.parametrize("text", INSTANCES_REFUSED)
def test_an_instance_that_is_not_well_formed_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="an instance must be written as"):
        instance(text)


@pytest.mark.parametrize(("make", "message"), CLAIMS.values(), ids=CLAIMS)
def test_a_claim_that_is_not_well_formed_is_refused(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_heading_says_what_a_claim_says_at_once() -> None:
    said = {"repaired": BOUND.but(also=["y <= 0"]), "ours": True}
    assert claim("a/b", "(1)", "a title").says(BOUND, **said) == a_claim(**said)
    with pytest.raises(TypeError, match=r"must have a statement\. Found settings, ours alone"):
        claim("a/b", "(1)", "a title", settings=(), ours=True)


def test_a_formula_that_several_parts_test_is_a_quote_of_each() -> None:
    made = a_claim({"up": BOUND, "low": BOUND})
    one_by_one = made.quoting(r"x\ge y", part="up").quoting(r"x\ge y", part="low")
    assert made.quoting(r"x\ge y", part=("up", "low")) == one_by_one
    assert [quote.part for quote in one_by_one.quotes] == ["up", "low"]


def test_a_claim_may_wait_for_data_alone() -> None:
    assert a_claim({}, needs_data=["the main table"]).printed == {}


def test_controls_and_repairs_are_changes_of_a_printed_part() -> None:
    made = a_claim({"up": BOUND, "low": says(V.y <= V.x)})
    made = made.rejects("half", part="up", right=V.y / 2).repaired(part="low", also=["y <= 0"])
    (control,) = made.controls
    assert (control.name, sides(control.says)) == ("half", ((V.y / 2).tree, V.x.tree))
    assert len(made.repairs["low"].build().where) == 1
    assert a_claim().rejects("another", says(V.x <= V.y)).controls[0].says.right.tree == V.y.tree


ARGUED = says(HALF <= 1).argued("as everybody knows")


def test_words_do_not_prove_a_neighbour() -> None:
    assert judged(ARGUED) == "supported"
    # The words were written for <= 1; what is changed to another comparison has no proof at all.
    for neighbour in (
        ARGUED.but(right=F(2, 3)),
        ARGUED.but(right=F(1, 2)),
        ARGUED.but(left=2 * HALF),
    ):
        assert judged(neighbour) not in ("argued", "verified", "corrected")
    for false in (ARGUED.but(right=F(1, 3)), ARGUED.but(left=3 * HALF)):
        assert judged(false) == "refuted"
    assert judged(says(V.x**2 <= V.x).argued("clearly")) == "refuted"
    assert judged(says(HALF <= 1, by=Derive(words("so", HALF <= 2)))) != "argued"


FIRST = lemma("a/first", says(V.x <= V.x + 1))
SECOND = lemma("a/second", says(V.x <= V.x + 2).argued("twice the first", cites=[FIRST]))
THIRD = lemma("a/third", says(V.v <= V.v + 3, by=Derive(substitute(SECOND, {"x": V.v}))))


def test_what_a_claim_rests_on_is_computed() -> None:
    def rests(**fields: Any) -> tuple[str, ...]:
        return tuple(one.id for one in a_claim(**fields).rests_on)

    said = says(V.x <= V.x + 4)
    assert rests(printed=said) == ()
    assert rests(printed=said.argued("so", cites=[FIRST])) == ("a/first",)
    assert rests(printed=said.argued("so", cites=[SECOND])) == ("a/second", "a/first")
    assert set(rests(printed=said.argued("so", cites=[THIRD, FIRST]))) == {
        "a/third",
        "a/second",
        "a/first",
    }
    assert rests(repaired=said.argued("so", cites=[FIRST])) == ("a/first",)
    assert rests(notes=[said.argued("so", cites=[FIRST])]) == ("a/first",)
    assert FIRST != lemma("a/first", says(V.x <= V.x + 1)), "a lemma is itself alone"


def test_a_lemma_that_is_false_is_no_ground() -> None:
    false = lemma("a/false", says(V.x <= 1))
    assert judged(says(HALF <= 1).argued("so", cites=[false])) == "error"


def test_settings_and_instances_are_no_hypotheses() -> None:
    small = says(V.x**2 <= V.x, at=instance("x=1/2"))
    assert judged(small) == "refuted"
    assert judged(small, settings=[Setting(name="theirs", values={"x": F(1, 2)})]) == "refuted"
    assert judged(says(notation(x=one_of([0, 1], unit="1")).x <= 1)) == "verified"


@pytest.mark.parametrize(("name", "text", "kind"), NARROWER)
def test_a_symbol_is_declared_again_over_fewer_values(name: str, text: str, kind: Any) -> None:
    again = PAPER.extended(**{name: getattr(PAPER, name).within(text)}).symbols[name]
    declared = PAPER.symbols[name]
    assert (again.latex, again.unit) == (declared.latex, declared.unit)
    assert again.kind == kind
    assert again.box == (None if isinstance(again.kind, OneOf) else declared.box)


def test_a_symbol_is_declared_again_with_another_box_or_listed_values() -> None:
    again = PAPER.extended(n=PAPER.n.within(search=(5, 6)), k=PAPER.k.within((3, 1)))
    assert again.symbols["n"] == replace(PAPER.symbols["n"], box=Box(F(5), F(6)))
    assert again.symbols["k"].kind == OneOf((3, 1))


@pytest.mark.parametrize(("name", "text", "message"), NOT_NARROWER)
def test_a_set_that_is_not_narrower_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        getattr(PAPER, name).within(text)


def test_a_symbol_declared_again_keeps_its_name() -> None:
    with pytest.raises(ValueError, match=r"must keep its name t\. Found s"):
        PAPER.extended(s=PAPER.t.within("(0, 1)"))


def test_a_symbol_without_a_unit_is_a_pure_number_outside_the_papers() -> None:
    v = notation(x=positive(), L=positive(unit="loss"))
    assert judged(says(v.x.log() <= v.x)) == "verified"
    assert judged(says(v.L <= v.x * v.L, given=[v.x >= 1])) == "verified"
    assert judged(says(v.x <= v.L)) == "refuted"


def test_a_paper_s_symbol_without_a_unit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("verify.papers.nsgd.notation")
    monkeypatch.setattr(module, "PLAIN", notation(x=positive()), raising=False)
    with pytest.raises(ValueError, match=r"must have a unit .* Found none for 'x' in verify\."):
        entries_of(module.__name__)
