"""The rules of a derivation: what a step says, made from the steps before it.

What a rule asks for is a hypothesis, plain by its signs, or a leaf that brings a proof of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from verify.checker.goals import check, reading, show
from verify.checker.laws import drawn, has_mean, law
from verify.checker.text import (
    NORMAL,
    NUMBERS,
    Malformed,
    NotRead,
    Refused,
    Symbol,
    Tree,
    conjuncts,
    names_of,
    negated,
    number,
    read,
    replaced,
    weighed,
    written,
)
from verify.checker.values import Goal, is_whole, obligations, shaped

ENOUGH = {"le": ("le", "lt", "eq"), "lt": ("lt",), "eq": ("eq",)}
# By function: what it makes, the condition on the smaller side, whether the order turns.
MONOTONE: dict[str, tuple[Callable[[Tree], Tree], str, bool]] = {
    "exp": (lambda x: ("exp", x), "", False),
    "log": (lambda x: ("log", x), "lt", False),
    "sqrt": (lambda x: ("sqrt", x), "le", False),
    "square": (lambda x: ("pow", x, "2"), "le", False),
    "reciprocal": (lambda x: ("div", "1", x), "lt", True),
    "negative": (lambda x: ("neg", x), "", True),
}
Told = Mapping[str, Any]
Step = Goal  # where it holds, and what it says


def within(fact: Goal, scope: Goal) -> bool:
    """Whether what holds under a fact's assumptions holds under those of a scope."""
    known = set(scope.symbols)
    # What holds for all real numbers holds for those of a set.
    known |= {Symbol(s.name, "real") for s in scope.symbols if s.kind in NUMBERS}
    return set(fact.symbols) <= known and set(fact.given) <= set(scope.given)


class Rules:
    """The rules, and what they may ask for."""

    def __init__(self, leaves: Sequence[Goal]) -> None:
        """With the leaves that were checked."""
        self.leaves = leaves

    def require(self, scope: Goal, condition: Tree, why: str) -> None:
        """A condition is a hypothesis, a leaf, or plain."""
        if not all(self.holds(scope, part) for part in conjuncts(condition)):
            raise Refused(f"{why} is not shown: {written(condition)}")

    def holds(self, scope: Goal, part: Tree) -> bool:
        """Whether a comparison is a hypothesis, a leaf, or plain and has a value."""
        ways = (part, ("lt", *part[1:])) if part[0] == "le" else (part,)
        known = {*scope.given, *(c for s in scope.symbols for c in ends(s))}
        leaves = (leaf.prove for leaf in self.leaves if within(leaf, scope))
        if known.intersection(ways) or any(prove in ways for prove in leaves):
            return True
        try:
            check(replace(scope, prove=part), None)
        except Refused:
            return False
        return True

    def valued(self, scope: Goal, tree: Tree) -> None:
        """A formula has a value wherever the scope's assumptions hold."""
        unknown = free(tree) - {s.name for s in scope.symbols}
        if unknown:
            raise Refused(f"{min(unknown)} stands for nothing in a step")
        for need in obligations(replace(scope, prove=tree)):
            self.require(need, need.prove, "that a formula has a value")

    def same(self, scope: Goal, a: Tree, b: Tree, why: str) -> None:
        """Two formulas that have values are one."""
        if a != b:
            try:
                show(replace(scope, prove=("eq", a, b)), {"by": "identity"})
            except NotRead:
                raise
            except Refused as error:
                raise Refused(f"{why}: {error}") from error

    def matches(self, scope: Goal, found: Tree, wanted: Tree) -> None:
        """A conclusion is the wanted one, or says more."""
        if found[0] not in ENOUGH[wanted[0]]:
            raise Refused("a conclusion of another relation")
        for mine, asked in zip(found[1:], wanted[1:], strict=True):
            if mine != asked:
                self.valued(scope, asked)
                self.same(scope, mine, asked, "a conclusion with another side")

    def inside(self, scope: Goal, inner: Goal, over: Sequence[Tree]) -> None:
        """A scope is another one with one more whole number, between two whole ends."""
        index, first, last = over
        for end in (first, last):
            self.valued(scope, end)
            if not is_whole(end, scope.natural):
                raise Refused("an end of a sum may not be whole")
        own = [s for s in inner.symbols if s.name == index]
        if len(own) != 1 or own[0].kind not in ("real", "natural") or own[0].high is not None:
            raise Refused("an index must range over all whole numbers from a first one")
        if own[0].low is not None:
            order = "lt" if own[0].open_low else "le"
            self.require(scope, (order, str(own[0].low), first), "the least index")
        more = (("le", first, index), ("le", index, last))
        if index in {s.name for s in scope.symbols} or not within(
            inner, replace(scope, symbols=(*scope.symbols, *own), given=(*scope.given, *more))
        ):
            raise Refused("the scope inside a sum has other assumptions")

    # --- rules: what a step says, from the steps before it ------------------------------------

    def given(self, here: Goal, before: list[Step], told: Told) -> Tree:
        known = {*here.given, *(c for s in here.symbols for c in ends(s))}
        if here.prove not in known:
            raise Refused("a hypothesis that there is not")
        return here.prove

    def shown(self, here: Goal, before: list[Step], told: Told) -> Tree:
        self.require(here, here.prove, "a step by the automatic methods")
        return here.prove

    def spoken(self, here: Goal, before: list[Step], told: Told) -> Tree:
        for side in here.prove[1:]:
            self.valued(here, side)
        return here.prove

    def substitute(self, here: Goal, before: list[Step], told: Told) -> Tree:
        lemma = self.leaves[place(told["lemma"], len(self.leaves))]
        own = {s.name: s for s in here.symbols}
        values = {s.name: s.name for s in lemma.symbols}
        values |= {name: read(text) for name, text in told["values"].items()}
        if len(values) > len(lemma.symbols):
            raise Refused("a value for a symbol that the lemma does not have")
        for s in lemma.symbols:
            value = values[s.name]
            # Its length, dimension and radius at what is put in.
            s = replace(s, size=replaced(s.size, values), radius=replaced(s.radius, values))
            if value in own and s in _seen(own[value], s.name):
                continue
            self.valued(here, value)
            if s.kind == "Vector":
                parts = reading(here).vector(value)
                if any(own[name].size != s.size for name in parts):
                    raise Refused("a vector of another dimension")
            elif s.kind not in NUMBERS:
                raise NotRead(f"a lemma about a {s.kind}")
            elif shaped(replace(here, prove=value)) not in ("", "number"):
                raise Refused("a vector for a number")
            if s.kind == "natural" and not is_whole(value, here.natural):
                raise Refused("what is put in may not be whole")
            if s.kind == "one-of" and number(value) not in s.values:
                raise Refused("what is put in is not in the list")
            for condition in ends(s):
                self.require(here, replaced(condition, {s.name: value}), "a lemma's set")
        for condition in lemma.given:
            put_in = weighed(replaced(condition, values), here.work)
            self.require(here, put_in, "a hypothesis of a lemma")
        return weighed(replaced(lemma.prove, values), here.work)

    def chain(self, here: Goal, before: list[Step], told: Told) -> Tree:
        says = _together(here, before)
        for a, b in pairwise(says):
            self.same(here, a[2], b[1], "a chain breaks")
        return (_weakest(says), says[0][1], says[-1][2])

    def add(self, here: Goal, before: list[Step], told: Told) -> Tree:
        says = _together(here, before)
        _, left, right = says[0]
        for one in says[1:]:
            left, right = ("add", left, one[1]), ("add", right, one[2])
        return (_weakest(says), left, right)

    def expect(self, here: Goal, before: list[Step], told: Told) -> Tree:
        (step,) = before
        inner = self.drawn(here, told)
        ((relation, left, right),) = _together(inner, [step])
        return (relation, self.mean(here, told, left), self.mean(here, told, right))

    def markov(self, here: Goal, before: list[Step], told: Told) -> Tree:
        inner, x, level = self.drawn(here, told), read(told["number"]), read(told["level"])
        self.valued(inner, x)
        self.valued(here, level)
        self.require(inner, ("le", "0", x), "the sign of what reaches a level")
        self.require(here, ("lt", "0", level), "the sign of a level")
        event = ("piecewise", ("le", level, x), "1", ("lt", x, level), "0")
        return ("le", self.mean(here, told, event), ("div", self.mean(here, told, x), level))

    def drawn(self, here: Goal, told: Told) -> Goal:
        """The scope of what a law draws."""
        one, known = drawn(law(here.symbols, told["law"]), told["variable"])
        if one.name in {s.name for s in here.symbols}:
            raise Refused("the name of what is drawn stands for something else")
        return replace(here, symbols=(*here.symbols, one), given=(*here.given, *known))

    def mean(self, here: Goal, told: Told, body: Tree) -> Tree:
        """The expectation of what has a value wherever the law draws."""
        has_mean(law(here.symbols, told["law"]), body, told["variable"])
        return ("expect", told["variable"], told["law"], body)

    def multiply(self, here: Goal, before: list[Step], told: Told) -> Tree:
        ((relation, left, right),) = _together(here, before)
        factor = read(told["factor"])
        self.valued(here, factor)
        if relation == "lt" and not self.holds(here, ("lt", "0", factor)):
            relation = "le"
        if relation == "le":
            self.require(here, ("le", "0", factor), "the sign of a factor")
        return (relation, ("mul", factor, left), ("mul", factor, right))

    def monotone(self, here: Goal, before: list[Step], told: Told) -> Tree:
        ((relation, left, right),) = _together(here, before)
        build, sign, turns = MONOTONE[told["function"]]
        if sign:
            self.require(here, (sign, "0", left), "the sign of the smaller side")
        sides = build(left), build(right)
        return (relation, *(sides[::-1] if turns else sides))

    def sum_over(self, here: Goal, before: list[Step], told: Told) -> Tree:
        (step,), over = before, _over(told)
        self.inside(here, step, over)
        relation, left, right = step.prove
        relation = "le" if relation == "lt" else relation
        return (relation, ("sum", *over, left), ("sum", *over, right))

    def telescope(self, here: Goal, before: list[Step], told: Told) -> Tree:
        (step,), over = before, _over(told)
        self.inside(here, step, over)
        (index, first, last), (relation, left, right) = over, step.prove
        potential, beyond = read(told["potential"]), ("add", last, "1")
        after = replaced(potential, {index: ("add", index, "1")})
        for tree in (potential, after):
            self.valued(step, tree)
        self.same(step, right, ("sub", potential, after), "a potential with another difference")
        self.require(here, ("le", first, beyond), "the order of a telescope's ends")
        at = [replaced(potential, {index: place}) for place in (first, beyond)]
        for tree in at:
            self.valued(here, tree)
        relation = "le" if relation == "lt" else relation
        return (relation, ("sum", *over, left), ("sub", *at))

    def split(self, here: Goal, before: list[Step], told: Told) -> Tree:
        over, bodies = _over(told), [read(text) for text in listed(told, "bodies")]
        sums: list[Tree] = [("sum", *over, body) for body in bodies]
        for tree in sums:
            self.valued(here, tree)
        return ("eq", ("sum", *over, _added(bodies)), _added(sums))

    def apart(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """A sum as what stands before one of its terms, that term, and what stands after it."""
        over, place, body = _over(told), read(told["place"]), read(told["body"])
        index, first, last = over
        whole: Tree = ("sum", *over, body)
        for tree in (whole, place):
            self.valued(here, tree)
        if index in names_of(place) or not is_whole(place, here.natural):
            raise Refused("the place of a term may not be whole")
        for order in (("le", first, place), ("le", place, last)):
            self.require(here, order, "the place of a term")
        ahead = ("sum", index, first, ("sub", place, "1"), body)
        behind = ("sum", index, ("add", place, "1"), last, body)
        return ("eq", whole, ("add", ("add", ahead, replaced(body, {index: place})), behind))

    def exchange(self, here: Goal, before: list[Step], told: Told) -> Tree:
        outer, inner = _over(told, "outer"), _over(told, "inner")
        ends = {name for end in (*outer[1:], *inner[1:]) for name in names_of(end)}
        if outer[0] == inner[0] or ends & {outer[0], inner[0]}:
            raise Refused("the ends of a double sum depend on its indices")
        body = read(told["body"])
        sums = [("sum", *a, ("sum", *b, body)) for a, b in ((outer, inner), (inner, outer))]
        for tree in sums:
            self.valued(here, tree)
        return ("eq", *sums)

    def turn(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """The sum of cos(2 pi j k/d + phase) over d steps j in a row, for whole d >= 1 and k.

        For k = q d every term is cos(phase); for q d < k < (q + 1) d the powers of exp(2 pi i k/d),
        which is not 1, sum to 0.
        """
        index, first, last = over = _over(told)
        k, phase, q = parts = [read(told[name]) for name in ("number", "phase", "quotient")]
        if any(index in names_of(tree) for tree in (first, last, *parts)):
            raise Refused("an index that stands for something else")
        steps = ("add", ("sub", last, first), "1")
        for tree in (steps, *parts):
            self.valued(here, tree)
        if not all(is_whole(tree, here.natural) for tree in (first, last, k, q)):
            raise Refused("a number of steps that may not be whole")
        self.require(here, ("le", "1", steps), "the number of steps")
        passed, angle = (
            ("mul", q, steps),
            ("mul", ("mul", ("mul", "2", ("constant", "pi")), index), k),
        )
        cosine = ("cos", ("add", ("div", angle, steps), phase))
        if told["divides"]:
            self.require(here, ("eq", k, passed), "the quotient")
            return ("eq", ("sum", *over, cosine), ("mul", steps, ("cos", phase)))
        self.require(here, ("lt", passed, k), "the quotient")
        self.require(here, ("lt", k, ("mul", ("add", q, "1"), steps)), "the quotient")
        return ("eq", ("sum", *over, cosine), "0")

    def half_turn(self, here: Goal, before: list[Step], told: Told) -> Tree:
        ((relation, left, right),) = _together(here, before)
        self.require(here, ("le", "0", left), "the smaller angle")
        self.require(here, ("le", right, ("constant", "pi")), "the larger angle")
        return (relation, ("cos", right), ("cos", left))

    def cauchy_schwarz(self, here: Goal, before: list[Step], told: Told) -> Tree:
        a, b, over = read(told["left"]), read(told["right"]), listed(told, "over")
        if not over:
            sides: list[Tree] = [("dot", a, b), ("mul", ("norm", a), ("norm", b))]
            for side in sides:
                self.valued(here, side)
            return ("le", *sides)
        index, first, last = _over(told)
        product, *squares = (
            ("sum", index, first, last, body)
            for body in (("mul", a, b), ("pow", a, "2"), ("pow", b, "2"))
        )
        for tree in (product, *squares):
            self.valued(here, tree)
        return ("le", ("pow", product, "2"), ("mul", *squares))

    def having(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """A step among whose hypotheses are facts, which take no instance away."""
        *facts, last = before
        known = tuple(part for fact in _together(here, facts) for part in conjuncts(fact))
        (says,) = _together(replace(here, given=here.given + known), [last])
        return says

    def two_means(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """A product of terms that are not negative, and the power of their mean, or the roots."""
        (step,), over = before, _over(told)
        self.inside(here, step, over)
        _, first, last = over
        _, zero, body = step.prove
        if zero != "0":
            raise Refused("a factor whose sign is not shown")
        self.require(here, ("le", first, last), "the number of factors")
        count = last if first == "1" else ("add", ("sub", last, first), "1")
        whole, mean = ("product", *over, body), ("div", ("sum", *over, body), count)
        if told["root"]:
            return ("le", ("pow", whole, ("div", "1", count)), mean)
        return ("le", whole, ("pow", mean, count))

    def stirling(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """Robbins 1955: a factorial and Stirling's formula, for whole numbers from 1 on."""
        n = read(told["number"])
        self.valued(here, n)
        if not is_whole(n, here.natural):
            raise Refused("a factorial of what may not be whole")
        self.require(here, ("le", "1", n), "the number of a factorial")
        index = "i"
        while index in names_of(n):
            index += "_"
        factorial = ("product", index, "1", n, index)
        root = ("sqrt", ("mul", ("mul", "2", ("constant", "pi")), n))
        near = ("mul", root, ("pow", ("div", n, ("constant", "e")), n))
        twelve: Tree = ("mul", "12", n)
        if told["above"]:
            return ("le", ("mul", near, ("exp", ("div", "1", ("add", twelve, "1")))), factorial)
        return ("le", factorial, ("mul", near, ("exp", ("div", "1", twelve))))

    def entry(self, here: Goal, before: list[Step], told: Told) -> Tree:
        vector = read(told["vector"])
        if vector not in {s.name for s in here.symbols if s.kind == "Vector"}:
            raise Refused("an entry of what is no vector")
        entry = ("at", vector, read(told["place"]))
        self.valued(here, entry)
        return ("le", ("pow", entry, "2"), ("pow", ("norm", vector), "2"))

    def normal(self, here: Goal, before: list[Step], told: Told) -> Tree:
        """The normal distribution's function, its tail, and its slope at 0, the largest."""
        t, bound = read(told["at"]), told["bound"]
        value: Tree = (*NORMAL, t)
        self.valued(here, value)
        if bound == "positive":
            return ("lt", "0", value)
        if bound == "below 1":
            return ("lt", value, "1")
        if bound == "tail":
            self.require(here, ("le", t, "0"), "the sign of an argument")
            return ("le", value, ("div", ("exp", ("div", ("neg", ("pow", t, "2")), "2")), "2"))
        self.require(here, ("le", "0", t), "the sign of an argument")
        width: Tree = ("sqrt", ("mul", "2", ("constant", "pi")))
        return ("le", value, ("add", ("div", "1", "2"), ("div", t, width)))

    def cases(self, here: Goal, before: list[Step], told: Told) -> Tree:
        parts = conjuncts(read(told["condition"]))
        more = [parts, *((*parts[:i], negated(part)) for i, part in enumerate(parts))]
        for i, part in enumerate(parts):
            for side in part[1:]:
                self.valued(replace(here, given=here.given + parts[:i]), side)
        for step, extra in zip(before, more, strict=True):
            inner = replace(here, given=here.given + extra)
            (says,) = _together(inner, [step])
            self.matches(inner, says, here.prove)
        return here.prove

    def ends(self, here: Goal, before: list[Step], told: Told) -> Tree:
        (says,) = _together(here, before)
        self.matches(here, says, here.prove)
        return here.prove


RULES: Mapping[str, Callable[[Rules, Goal, list[Step], Told], Tree]] = {
    "given": Rules.given,
    "shown": Rules.shown,
    "spoken": Rules.spoken,
    "substitute": Rules.substitute,
    "chain": Rules.chain,
    "add": Rules.add,
    "expect": Rules.expect,
    "markov": Rules.markov,
    "multiply": Rules.multiply,
    "monotone": Rules.monotone,
    "sum-over": Rules.sum_over,
    "telescope": Rules.telescope,
    "split": Rules.split,
    "apart": Rules.apart,
    "exchange": Rules.exchange,
    "turn": Rules.turn,
    "half-turn": Rules.half_turn,
    "cauchyschwarz": Rules.cauchy_schwarz,
    "having": Rules.having,
    "twomeans": Rules.two_means,
    "stirling": Rules.stirling,
    "entry": Rules.entry,
    "normal": Rules.normal,
    "cases": Rules.cases,
    "ends": Rules.ends,
}


def ends(s: Symbol) -> list[Tree]:
    """The set of a number as conditions."""
    low = [("lt" if s.open_low else "le", str(s.low), s.name)] if s.low is not None else []
    high = [("lt" if s.open_high else "le", s.name, str(s.high))] if s.high is not None else []
    return low + high


def _seen(s: Symbol, name: str) -> tuple[Symbol, ...]:
    """A symbol under another name; a law within a ball is one without, too."""
    return replace(s, name=name), replace(s, name=name, radius="")


def free(tree: Tree) -> set[str]:
    """The names of the symbols in a formula, bound ones left out."""
    if isinstance(tree, str):
        return names_of(tree)
    if tree[0] == "expect":
        return {tree[2]} | (free(tree[3]) - {tree[1]})
    if tree[0] in ("sum", "product"):
        return free(tree[2]) | free(tree[3]) | (free(tree[4]) - {tree[1]})
    # A constant and a computation begin with a name that is no symbol.
    return set().union(*map(free, tree[1 + (tree[0] in ("constant", "external")) :]))


def _together(here: Goal, before: Sequence[Step]) -> list[Tree]:
    """What steps say that hold in a scope."""
    if not before or not all(within(step, here) for step in before):
        raise Refused("a step from another scope")
    return [step.prove for step in before]


def _weakest(says: Sequence[Tree]) -> str:
    relations = {one[0] for one in says}
    return "lt" if "lt" in relations else "le" if "le" in relations else "eq"


def _over(told: Told, name: str = "over") -> tuple[Tree, ...]:
    index, first, last = map(read, told[name])
    return (index, first, last)


def _added(parts: Sequence[Tree]) -> Tree:
    first, *others = parts
    for one in others:
        first = ("add", first, one)
    return first


def listed(told: Told, name: str) -> list[Any]:
    found = told[name]
    if not isinstance(found, list):
        raise Malformed(f"{name} must be a list")
    return found


def place(value: Any, count: int) -> int:
    if type(value) is not int or not 0 <= value < count:
        raise Malformed("a step must name an earlier one, a scope or a leaf")
    return value
