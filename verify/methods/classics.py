r"""Classics that apply themselves: derivations that are tried where every prover has given up.

Each is made from what a statement speaks of, with lemmas of this module in it, and goes the way of
an author's own ``Derive``: every link is checked, every lemma is proved, anew.

* **Geometric sums**: :math:`(1-u)\sum_{i=m}^ncu^i=c(u^m-u^{n+1})`.
* **Young**: :math:`ab\le a^p/p+b^q/q` for :math:`a,b\ge0`, :math:`p,q>1`, :math:`1/p+1/q=1`. With
  :math:`y(1+\log(x/y))\le x` for x = a^p and x = b^q, y = ab, weighed by 1/p and 1/q, the
  logarithms add up to 0.
* **A mean and its square**: :math:`(Ef)^2\le Ef^2`, from Cauchy and Schwarz with the factor 1.
* **A term of a sum of exponentials**: :math:`z_m\le\log\sum_{i=1}^ne^{z_i}`.
* **The hyperbolic cosine**: :math:`\cosh u\le e^{u^2/2}`, on boxes up to 2, and beyond because
  :math:`u\le u^2/2` there.
* **Hoeffding's lemma**: :math:`Ee^{cX}\le e^{(cR)^2/2}` for a centred X in [-R, R]: the exponential
  lies below its chord, whose mean is :math:`\cosh cR`.
* **Bernstein's inequality**: :math:`Ee^{cX}\le\exp(\frac{c^2EX^2/2}{1-cR/3})`, from
  :math:`e^u\le1+u+\frac{u^2/2}{1-a/3}` for u at most a < 3.
* **The two means**: :math:`(\prod_{i=1}^na_i)^{1/n}\le\frac1n\sum_{i=1}^na_i`, cited.
* **Factorials** between Stirling's formulas, cited, and Wallis's product from them:
  :math:`\prod_{i=1}^k\frac{2i-1}{2i}=\frac{(2k)!}{4^k(k!)^2}`.
* **An entry of a vector** is at most its length, cited.
* **The normal distribution's function**: its bounds are cited, one by one in the place of it.
* **Even powers** grow with the length of their base: :math:`x^{2k}\le y^{2k}` for
  :math:`x^2\le y^2`, where a base may be negative.
* **The number e**, written as :math:`\exp(1)`, which is what provers know of it.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verify.formula.expression import (
    E,
    Node,
    binary,
    free_names,
    lift,
    product,
    substitute,
    total,
    walk,
)
from verify.language.claims import Lemma, lemma
from verify.language.drafts import says
from verify.language.formulas import PI, Formula, number
from verify.language.special import PHI, factored, factorial
from verify.language.statement import Compare, Statement
from verify.language.symbols import Law, between, natural, nonnegative, notation, positive, real
from verify.methods.derivation.chance import CauchySchwarz
from verify.methods.derivation.cited import (
    counted,
    entry_of,
    mean_over,
    normal,
    stirling,
    two_means,
)
from verify.methods.derivation.scope import Link
from verify.methods.derivation.sums import sum_over, term_apart
from verify.methods.derive import (
    Derive,
    add,
    cases,
    chain,
    expect,
    having,
    monotone,
    multiply,
    shown,
    square,
    turned_round,
)
from verify.methods.derive import substitute as instance

INFINITE = float("inf")
MOST_FACTS = 6
V = notation(
    x=positive(),
    y=positive(),
    a=nonnegative(),
    b=nonnegative(),
    u=real(),
    v=real(),
    p=between(1, INFINITE, ends="(]"),
    q=between(1, INFINITE, ends="(]"),
    k=natural(),
)

LOGARITHM = lemma("classics/logarithm", V.y * (1 + (V.x / V.y).log()) <= V.x)


def _young() -> Lemma:
    product, whole = V.a * V.b, V.a**V.p / V.p + V.b**V.q / V.q
    powers = ((V.a**V.p, V.p), (V.b**V.q, V.q))
    first, second = (product * (1 + (x / product).log()) / weight for x, weight in powers)
    inside = chain(
        shown(product == first + second),
        add(*(multiply(instance(LOGARITHM, {"x": x, "y": product}), 1 / w) for x, w in powers)),
    )
    edge = chain(shown(product <= 0), shown(0 <= whole))
    said = product <= whole
    by = Derive(cases(V.a > 0, cases(V.b > 0, inside, edge, said), edge, said))
    return lemma("classics/young", says(said, given=[1 / V.p + 1 / V.q == 1], by=by))


YOUNG = _young()
HALF = lemma("classics/half", V.u.exp() / 2 == (V.u - number(2).log()).exp())
QUOTIENT = lemma("classics/quotient", V.u.exp() / V.v.exp() ** 2 == (V.u - 2 * V.v).exp())
TANGENT = lemma("classics/tangent", V.u.exp() * (1 + V.v - V.u) <= V.v.exp())


def _chord() -> Lemma:
    u, a, above = V.u, V.x, V.u.exp()
    ends = ((a, (a + u) / (2 * a)), (-a, (a - u) / (2 * a)))
    first, second = (above * (1 + end - u) * weight for end, weight in ends)
    tangents = (multiply(instance(TANGENT, {"u": u, "v": end}), weight) for end, weight in ends)
    said = above <= (a + u) / (2 * a) * a.exp() + (a - u) / (2 * a) * (-a).exp()
    by = Derive(chain(shown(above == first + second), add(*tangents)))
    return lemma("classics/chord", says(said, given=[-a <= u, u <= a], by=by))


CHORD = _chord()


def _cosh() -> tuple[Lemma, ...]:
    near, far = (notation(u=between(*ends, ends="[)")).u for ends in ((0, 2), (2, INFINITE)))
    both = [
        lemma(f"classics/cosh-{name}", _mean_of_ends(u) <= (u**2 / 2).exp())
        for name, u in (("near", near), ("far", far))
    ]
    u = V.u

    def above(end: Formula) -> Link:
        inside, beyond = (instance(one, {"u": end}) for one in both)
        return cases(end < 2, inside, beyond, _bounded(end))

    turned = shown(_mean_of_ends(u) == _mean_of_ends(-u))
    same = shown((((-u) ** 2) / 2).exp() == (u**2 / 2).exp())
    below = chain(turned, above(-u), same)
    by = Derive(cases(u < 0, below, above(u), _bounded(u)))
    return (*both, lemma("classics/cosh", says(_bounded(u), by=by)))


def _mean_of_ends(u: Formula) -> Formula:
    """The hyperbolic cosine."""
    return (u.exp() + (-u).exp()) / 2


def _bounded(u: Formula) -> Formula:
    return _mean_of_ends(u) <= (u**2 / 2).exp()


def _bernstein() -> tuple[Lemma, ...]:
    near = notation(u=between(0, 3)).u
    beyond = (1 - near / 3) * (near.exp() - 1 - near) <= near**2 / 2
    inside = lemma("classics/bernstein-inside", beyond)
    u, a = V.u, V.x
    said = u.exp() <= 1 + u + u**2 / 2 / (1 - a / 3)
    by = Derive(cases(u < 0, shown(said), having([instance(inside, {"u": u})], shown(said)), said))
    given = [u <= a, a < 3]
    return inside, lemma("classics/bernstein", says(said, given=given, by=by))


def _odds(index: Formula) -> Formula:
    """The factors of Wallis's product."""
    return (2 * index - 1) / (2 * index)


def _wallis() -> tuple[Lemma, ...]:
    k, index = V.k, Formula(Node("symbol", (), "i"))
    odds = Formula(product(index.tree, 1, k.tree, _odds(index).tree))
    one, both = (Formula(factorial(n.tree)) for n in (k, 2 * k))
    corrections = {"u": 1 / (24 * k), "v": 1 / (12 * k + 1)}
    below = (2 * PI * k).sqrt() * (k / E) ** k * (1 / (12 * k + 1)).exp()
    factor = 1 / (4**k * below**2)
    squares = multiply(square(stirling(k, above=True)), odds * 4**k)
    counted = shown(odds * 4**k * one**2 == both)
    twice = chain(squares, counted, stirling(2 * k, above=False))
    highest = (2 * PI * (2 * k)).sqrt() * (2 * k / E) ** (2 * k) * (1 / (12 * (2 * k))).exp()
    root = 1 / (PI * k).sqrt()
    u, v = corrections.values()
    start = shown(odds == factor * (odds * 4**k * below**2))
    same = shown(factor * highest == root * (u.exp() / v.exp() ** 2))
    by = Derive(
        chain(start, multiply(twice, factor), same, multiply(instance(QUOTIENT, corrections), root))
    )
    sharp = lemma("classics/wallis-sharp", says(odds <= root * (u - 2 * v).exp(), by=by))
    small = multiply(monotone("exp", shown(u - 2 * v <= 0)), root)
    plain = says(odds <= root, by=Derive(chain(instance(sharp, {"k": k}), small)))
    return lemma("classics/wallis", plain), sharp


def _even() -> tuple[Lemma, ...]:
    grow = lemma("classics/power", V.a**V.k <= V.b**V.k, given=[V.a <= V.b])
    x, y = (base ** (2 * V.k) for base in (V.u, V.v))
    squares = instance(grow, {"a": V.u**2, "b": V.v**2})
    links = (shown(x == (V.u**2) ** V.k), squares, shown((V.v**2) ** V.k == y))
    said = says(x <= y, given=[V.u**2 <= V.v**2], by=Derive(chain(*links)))
    return grow, lemma("classics/even-power", said)


COSH = _cosh()
EVEN = _even()
BERNSTEIN = _bernstein()
WALLIS = _wallis()
LEMMAS = (LOGARITHM, YOUNG, HALF, QUOTIENT, TANGENT, CHORD, *COSH, *BERNSTEIN, *WALLIS, *EVEN)


def derivations(statement: Statement) -> Iterator[tuple[str, Derive]]:
    """What may be tried of a comparison, each with its name; most statements have none."""
    said = statement.assertion
    if not isinstance(said, Compare) or said.relation not in ("le", "lt", "eq"):
        return
    if said.relation == "le":
        yield from _square_of_mean(said)
        yield from _largest_term(said)
        yield from _exponential_moment(statement, said)
        yield from _hyperbolic_cosine(said)
        yield from _mean_of_product(said)
        yield from _normal_tails(said)
        yield from _even_powers(said)
    end = shown(Formula(said.condition))
    for name, facts in (
        ("the geometric sum", _geometric(said)),
        ("Young's inequality", _young_instances(said)),
        ("Stirling's formula", _factorials(said)),
        ("the length of a vector", _entries(statement, said)),
        ("the normal distribution's range", _normal_range(said)),
    ):
        if found := list(itertools.islice(facts, MOST_FACTS)):
            yield name, Derive(having(found, end))
    sides = [_without_e(side) for side in (said.left, said.right)]
    if sides != [said.left, said.right]:
        first, last = _compared("eq", said.left, sides[0]), _compared("eq", sides[1], said.right)
        yield "e = exp(1)", Derive(chain(first, _compared(said.relation, *sides), last))


def _compared(relation: str, left: Any, right: Any) -> Link:
    """A comparison of two numbers for the automatic methods."""
    return shown(Formula(binary(relation, left, right)))


def _geometric(said: Compare) -> Iterator[Link]:
    """The closed forms of the geometric sums that stand in a comparison."""
    for node in dict.fromkeys(_outside(said, ("sum",))):
        first, last, body = node.args
        index = Node("symbol", (), node.value)
        ratio = _ratio(body, index)
        if ratio is None:
            continue
        ends = (substitute(body, {node.value: place}) for place in (first, last + 1))
        yield _compared("eq", (1 - ratio) * node, next(ends) - next(ends))


def _ratio(body: Node, index: Node) -> Node | None:
    """The ratio of a geometric progression, in which ``index`` stands in exponents alone."""
    if index.value not in free_names(body):
        return lift(1)
    if body.op == "pow" and index.value not in free_names(body.args[0]):
        step = _step(body.args[1], index)
        return None if step is None else body.args[0] if step == 1 else body.args[0] ** step
    if body.op in ("mul", "div"):
        parts = [_ratio(part, index) for part in body.args]
        if None not in parts:
            return binary(body.op, *parts)
    return None


def _step(exponent: Node, index: Node) -> int | None:
    """How much an exponent such as 2i + 3 grows with the index; None where it is no whole step."""
    if index.value not in free_names(exponent):
        return 0
    if exponent == index:
        return 1
    if exponent.op == "neg":
        inner = _step(exponent.args[0], index)
        return None if inner is None else -inner
    if exponent.op in ("add", "sub"):
        left, right = (_step(part, index) for part in exponent.args)
        if left is None or right is None:
            return None
        return left + right if exponent.op == "add" else left - right
    if exponent.op == "mul" and exponent.args[0].op == "number":
        inner, factor = _step(exponent.args[1], index), exponent.args[0].value
        return None if inner is None or factor.denominator != 1 else int(factor) * inner
    return None


def _powers(said: Compare) -> list[Node]:
    """The powers with symbols in their exponents that stand outside sums."""
    return [n for n in dict.fromkeys(_outside(said, ("pow",))) if free_names(n.args[1])]


def _young_instances(said: Compare) -> Iterator[Link]:
    for one, other in itertools.combinations(_powers(said), 2):
        values = dict(zip("apbq", (*one.args, *other.args), strict=True))
        yield instance(YOUNG, values)


def _even_powers(said: Compare) -> Iterator[tuple[str, Derive]]:
    """An even power below another one with its exponent, where the base is negative."""
    end = shown(Formula(said.condition))
    for one, other in itertools.permutations(_powers(said), 2):
        base, exponent = one.args
        if exponent == other.args[1] and exponent.op == "mul" and exponent.args[0] == lift(2):
            values = {"u": base, "v": other.args[0], "k": exponent.args[1]}
            below = having([instance(EVEN[-1], values)], end)
            split = cases(0 <= Formula(base), end, below, Formula(said.condition))
            yield "even powers", Derive(split)


def _hyperbolic_cosine(said: Compare) -> Iterator[tuple[str, Derive]]:
    """(e^t + e^-t)/2 below what is at least e^(t^2/2)."""
    exponents = [node.args[0] for node in _outside(said, ("exp",))]
    for t in map(Formula, exponents):
        if said.left == _mean_of_ends(t).tree:
            end = _compared("le", (t**2 / 2).exp(), said.right)
            yield "the hyperbolic cosine", Derive(chain(instance(COSH[-1], {"u": t}), end))
            return


def _exponential_moment(statement: Statement, said: Compare) -> Iterator[tuple[str, Derive]]:
    """E exp(c X) of a centred X in [-R, R], by its bound or by its second moment too."""
    left = said.left
    if left.op != "expect" or left.args[0].op != "exp":
        return
    name, law = left.value
    kind = statement.by_name[law].kind
    if not isinstance(kind, Law) or kind.dimension != 1 or kind.radius is None:
        return
    variable, (exponent,) = Node("symbol", (), name), left.args[0].args
    most = Formula(_replaced(exponent, variable[1], kind.radius))
    u, over = Formula(exponent), (Formula(Node("symbol", (), law)), Formula(variable))
    hoeffding = "expect" not in {node.op for node in walk(said.right)}
    values = {"u": u, "x": most}
    if hoeffding:
        links = [
            expect(*over, instance(CHORD, values)),
            _compared("eq", left.having([_put(CHORD, values)]), _mean_of_ends(most)),
            instance(COSH[-1], {"u": most}),
            _compared("le", (most**2 / 2).exp(), said.right),
        ]
        yield "Hoeffding's lemma", Derive(chain(*links))
    else:
        links = [
            expect(*over, instance(BERNSTEIN[-1], values)),
            _compared("le", left.having([_put(BERNSTEIN[-1], values)]), said.right),
        ]
        yield "Bernstein's inequality", Derive(chain(*links))


def _put(known: Lemma, values: Mapping[str, Any]) -> Node:
    """The right side of an instance of a lemma."""
    right: Node = known.build().assertion.right
    return substitute(right, {name: lift(value) for name, value in values.items()})


def _replaced(node: Node, part: Node, by: Node) -> Node:
    return by if node == part else node.having(_replaced(a, part, by) for a in node.args)


def _square_of_mean(said: Compare) -> Iterator[tuple[str, Derive]]:
    """(E f)^2 <= E f^2, where the right side is a mean."""
    left, right = said.left, said.right
    if left.op != "pow" or left.args[1] != lift(2) or left.args[0].op != "expect":
        return
    mean = left.args[0]
    variable, law = (Node("symbol", (), name) for name in mean.value)
    product = CauchySchwarz(mean.args[0], lift(1), (law, variable))
    squares = (mean.having([factor ** lift(2)]) for factor in (mean.args[0], lift(1)))
    bound = next(squares) * next(squares)
    left_again = mean.having([mean.args[0] * 1]) ** lift(2)
    links = _compared("eq", left, left_again), product, _compared("eq", bound, right)
    yield "Cauchy and Schwarz", Derive(chain(*links))


def _largest_term(said: Compare) -> Iterator[tuple[str, Derive]]:
    """z_m <= log sum e^(z_i), where z_m is a term."""
    left, right = said.left, said.right
    if left.op != "at" or right.op != "log" or right.args[0].op != "sum":
        return
    first, last, body = right.args[0].args
    index, place = Formula(Node("symbol", (), right.args[0].value)), left.args[1]
    here = substitute(body, {index.tree.value: place})
    if body.op != "exp" or here != Node("exp", (left,)):
        return
    term = Formula(body)
    below, above = (
        sum_over(index, a, b, shown(0 <= term)) for a, b in ((first, place - 1), (place + 1, last))
    )
    apart = turned_round(term_apart(index, first, last, place, term))
    none = [total(index.tree, *ends, lift(0)) for ends in ((first, place - 1), (place + 1, last))]
    start = _compared("eq", here, none[0] + here + none[1])
    whole = chain(start, add(below, _compared("eq", here, here), above), apart)
    same = _compared("eq", left, Node("log", (here,)))
    yield "the largest term", Derive(chain(same, monotone("log", whole)))


def _mean_of_product(said: Compare) -> Iterator[tuple[str, Derive]]:
    """A product, or a root of it, by the mean of its factors; Wallis's by Stirling's formula."""
    left, root = said.left, said.left.op == "pow"
    whole = left.args[0] if root else left
    if whole.op != "product":
        return
    first, last, body = whole.args
    index = Formula(Node("symbol", (), whole.value))
    if not root and first == lift(1) and body == _odds(index).tree:
        for known in WALLIS:
            end = _compared("le", _put(known, {"k": last}), said.right)
            yield "Stirling's formula", Derive(chain(instance(known, {"k": last}), end))
    one = two_means(index, first, last, shown(0 <= Formula(body)), root=root)
    mean = mean_over(index.tree, first, last, body)
    bound = mean if root else mean ** counted(first, last)
    end = _compared("le", bound, said.right)
    yield "the two means", Derive(one)
    yield "the two means", Derive(chain(one, end))


def _factorials(said: Compare) -> Iterator[Link]:
    """Both bounds of each factorial."""
    for node in dict.fromkeys(_outside(said, ("product",))):
        number, other = factored(node) or (None, None)
        if number is not None and other is None:
            yield from (stirling(number, above=above) for above in (True, False))


def _entries(statement: Statement, said: Compare) -> Iterator[Link]:
    """The entries of vectors beside the lengths of these."""
    lengths = {node.args[0] for node in _outside(said, ("norm",))}
    for node in dict.fromkeys(_outside(said, ("at",))):
        if node.args[0] in lengths and node.args[0].op == "symbol":
            yield entry_of(Formula(node.args[0]), node.args[1])


def _normal(node: Node) -> bool:
    return node.op == "external" and node.value is PHI


def _normal_range(said: Compare) -> Iterator[Link]:
    for node in dict.fromkeys(filter(_normal, _outside(said, ("external",)))):
        yield from (normal(node.args[0], bound) for bound in ("positive", "below 1"))


def _normal_tails(said: Compare) -> Iterator[tuple[str, Derive]]:
    """Phi(t), perhaps less something, by its tail, or by its slope where t is positive."""
    one = said.left.args[0] if said.left.op == "sub" else said.left
    if not _normal(one):
        return
    t, right = Formula(one.args[0]), Formula(said.right)
    less = () if one == said.left else (monotone("negative", _positive(said.left.args[1])),)
    exponent = -(t**2) / 2
    tail, tangent = (add(normal(t, bound), *less) for bound in ("tail", "tangent"))
    falling = chain(
        tail,
        instance(HALF, {"u": exponent}),
        monotone("exp", shown(exponent - number(2).log() <= right.log())),
        shown(right.log().exp() == right),
    )
    rising = chain(tangent, shown(number(1) / 2 + t / (2 * PI).sqrt() <= right))
    name = "the normal distribution's tail"
    yield name, Derive(tail)
    yield name, Derive(falling)
    yield name, Derive(cases(t <= 0, falling, rising, Formula(said.condition)))


def _positive(node: Node) -> Link:
    """That a formula, perhaps a multiple of a value of Phi, is not negative."""
    if node.op == "mul" and _normal(node.args[1]):
        return multiply(normal(node.args[1].args[0], "positive"), Formula(node.args[0]))
    return shown(0 <= Formula(node))


def _without_e(node: Node) -> Node:
    """The tree with exp in the place of e: 1/e is exp(-1)."""
    args = tuple(map(_without_e, node.args))
    if node == E:
        return Node("exp", (lift(1),))
    if node.op == "pow" and node.args[0] == E:
        return Node("exp", args[1:])
    if node.op == "div" and node.args[1] == E:
        inverse = Node("exp", (lift(-1),))
        return inverse if args[0] == lift(1) else args[0] * inverse
    return node.having(args)


def _outside(said: Compare, wanted: Sequence[str]) -> Iterator[Node]:
    """The nodes of some operations that stand outside sums, products and expectations."""
    waiting = [said.right, said.left]
    while waiting:
        node = waiting.pop()
        if node.op in wanted:
            yield node
        if node.op not in ("sum", "product", "expect"):
            waiting += reversed(node.args)
