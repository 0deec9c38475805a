"""A claim of a paper: a printed statement for each part, and what is true where one fails."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, overload

from verify.language.argument import steps
from verify.language.drafts import Draft, says
from verify.language.formulas import Formula

PART = "statement"  # the name of a single part
ID = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)*")  # it names files, and stands in addresses
Parts = Draft | Mapping[str, Draft]


def instance(text: str) -> dict[str, Any]:
    """Values of symbols: ``instance("d=1 c=7/10 G=(49,)")``.

    Raises:
        ValueError: the text is no list of names and rational numbers.
    """
    pairs = [pair.partition("=") for pair in text.split()]
    names = [name for name, _, _ in pairs]
    try:
        if not all(map(str.isidentifier, names)) or len(set(names)) < len(names):
            raise ValueError("a name must be written once")
        return {name: _value(value) for name, _, value in pairs}
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(
            f"an instance must be written as 'd=1 c=7/10 G=(49,)'. Found {text!r}."
        ) from error


def _value(text: str) -> Any:
    if not text.startswith("("):
        return int(text) if text.lstrip("-").isdigit() else Fraction(text)
    parts, depth, start = [], 0, 1
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if (sign == "," and depth == 1) or depth == 0:
            parts.append(text[start:place])
            start = place + 1
        if depth == 0 and place < len(text) - 1:
            raise ValueError("the bracket closes before the end")
    if depth:
        raise ValueError("a bracket is left open")
    *entries, last = parts  # nothing stands after the last comma
    return tuple(map(_value, parts if last else entries))


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One of the paper's own settings: values of some symbols; the others stay quantified."""

    name: str
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Lemma:
    """A fact that several claims rest on: run once, cited as an object; equal to itself alone."""

    id: str
    says: Draft

    def __post_init__(self) -> None:
        """Refuse an id that is none.

        Raises:
            ValueError: it is no ``slug/name``.
        """
        _check_id(self.id)

    def build(self) -> Any:
        """Its statement."""
        return self.says.build()


def _check_id(id: str) -> None:
    if not ID.fullmatch(id):
        raise ValueError(
            "an id must be slug/name, both of letters, digits, '_', '-' and (not first) '.'. "
            f"Found {id!r:.80}."
        )


def cited(draft: Draft) -> Iterator[Lemma]:
    """The lemmas that a statement's proof cites, and those that these rest on."""
    for step in steps(draft.arguments.get("by")):
        for one in step.cites:
            if isinstance(one, Lemma):
                yield one
                yield from cited(one.says)


def lemma(id: str, said: Draft | Formula, **arguments: Any) -> Lemma:
    """A fact that is no claim of the paper: a statement, or a comparison as :func:`says` takes it.

    Args:
        id: ``slug/name``. said: what holds. arguments: those of :func:`says` for a comparison; for
            a statement what of it is changed.
    """
    draft = said.but(**arguments) if isinstance(said, Draft) else says(said, **arguments)
    return Lemma(id=id, says=draft)


@dataclass(frozen=True, kw_only=True)
class Control:
    """A neighbour of a statement that another route shows to be false.

    Attributes:
        name: what was changed.
        says: the neighbour; the same method must reject it.
        route: a statement that computes, in another way, that the neighbour is false; None where
            a counterexample of the neighbour is enough.
    """

    name: str
    says: Draft
    route: Draft | None = None


@dataclass(frozen=True, kw_only=True)
class Quote:
    """A formula in the paper's own LaTeX.

    Attributes:
        latex: a comparison or a chain of them, as printed. part: the part that tests it.
        reading: where the tested formula is another one, and why; "" where it is this one.
        letters: what pieces of the LaTeX stand for, beside the notation's own letters.
    """

    latex: str
    part: str = PART
    reading: str = ""
    letters: Mapping[str, Formula] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One row of a paper's list.

    Attributes:
        id: ``slug/name``, the ledger's key.
        where: section and equation numbers.
        title: a heading; its formulas stand between dollars.
        printed: the statement of each part, as printed.
        repairs: for parts that fail, the nearest true statement of the same object.
        instead: for parts that fail, a true statement of another kind.
        elsewhere: for parts that fail, the printed statement of another place of the paper that
            says the repaired one ("(31)" -> statement): the failure is then a misprint.
        settings: the paper's own settings.
        trivial: for parts that are bounds, a trivial bound: a printed bound above it is worthless.
        quotes: the printed formulas that its parts test.
        controls: neighbours that must be rejected.
        notes: further statements that the ledger shows, each tested.
        assumption: the parts are the paper's settings, and the statement is judged in each.
        needs_data: parts (in words) that only the original data could decide.
        ours: a question of ours that the paper does not print; it counts as no failure of it.
        known: who published the result before ("Bok, Su, Altschuler 2024"), "" for nobody known.
    """

    id: str
    where: str
    title: str
    printed: Mapping[str, Draft]
    repairs: Mapping[str, Draft] = field(default_factory=dict)
    instead: Mapping[str, Draft] = field(default_factory=dict)
    elsewhere: Mapping[str, tuple[str, Draft]] = field(default_factory=dict)
    settings: tuple[Setting, ...] = ()
    trivial: Mapping[str, Draft] = field(default_factory=dict)
    quotes: tuple[Quote, ...] = ()
    controls: tuple[Control, ...] = ()
    notes: tuple[Draft, ...] = ()
    assumption: bool = False
    needs_data: tuple[str, ...] = ()
    ours: bool = False
    known: str = ""

    def __post_init__(self) -> None:
        """Refuse a claim that says nothing, and a repair of nothing.

        Raises:
            ValueError: a name or every statement is missing, the id is no ``slug/name``, or a
                repair is of no printed part.
        """
        said = self.printed or self.needs_data
        had = {"id": self.id, "where": self.where, "title": self.title, "statement": said}
        if lacking := [name for name, value in had.items() if not value]:
            raise ValueError(
                "a claim must have id, where, title and a statement. "
                f"Found no {' and no '.join(lacking)} in {self.id!r}."
            )
        _check_id(self.id)
        quoted = {quote.part for quote in self.quotes}
        for parts in (self.repairs, self.instead, self.elsewhere, self.trivial, quoted):
            if unknown := sorted(set(parts) - set(self.printed)):
                raise ValueError(f"{self.id}: a repair must be of a printed part. Found {unknown}.")

    def quoting(
        self,
        latex: str,
        *,
        part: str | Sequence[str] = "",
        reading: str = "",
        letters: Mapping[str, Formula] | None = None,
    ) -> "Claim":
        r"""The claim with a formula in the paper's own LaTeX.

        The engine reads it and shows that a part tests it: ``quoting(r"\eta \le \frac{r}{L_0}")``.

        Args:
            latex: a comparison or a chain of them, as printed.
            part: which part tests it, where there are several; those that do, each for a quote.
            reading: where the tested formula is another one, and why.
            letters: what pieces of the LaTeX stand for, beside the notation's own letters.
        """
        parts = (part or PART,) if isinstance(part, str) else part
        new = (Quote(latex=latex, part=p, reading=reading, letters=letters or {}) for p in parts)
        return replace(self, quotes=(*self.quotes, *new))

    def rejects(
        self,
        name: str,
        says: Draft | None = None,
        *,
        part: str = "",
        route: Draft | None = None,
        **changes: Any,
    ) -> "Claim":
        """The claim with a false neighbour that its method must reject.

        Args:
            name: what was changed. says: the neighbour, or ``changes`` of a printed part.
            part: which part, where there are several. route: see :class:`Control`.
        """
        control = Control(name=name, says=says or self._part(part).but(**changes), route=route)
        return replace(self, controls=(*self.controls, control))

    def repaired(self, says: Draft | None = None, *, part: str = "", **changes: Any) -> "Claim":
        """The claim with what is true where a printed part fails.

        Args:
            says: the nearest true statement, or ``changes`` of the printed part.
            part: which part, where there are several.
        """
        repairs = {**self.repairs, part or PART: says or self._part(part).but(**changes)}
        return replace(self, repairs=repairs)

    def trivially(self, says: Draft, *, part: str = "") -> "Claim":
        """The claim with a trivial bound of a part: a printed one above it is worthless."""
        return replace(self, trivial={**self.trivial, part or PART: says})

    @property
    def drafts(self) -> tuple[Draft, ...]:
        """Its statements."""
        repairs = (*self.repairs.values(), *self.instead.values())
        return (*self.printed.values(), *repairs, *self.notes)

    @property
    def rests_on(self) -> tuple[Lemma, ...]:
        """The lemmas that its arguments cite, and those that these rest on."""
        found: dict[Lemma, None] = {}
        for draft in self.drafts:
            found |= dict.fromkeys(cited(draft))
        return tuple(found)

    def _part(self, name: str) -> Draft:
        if (name or PART) not in self.printed:
            parts = ", ".join(self.printed)
            raise ValueError(f"{self.id}: a part must be one of {parts}. Found {name!r}.")
        return self.printed[name or PART]


@dataclass(frozen=True)
class Heading:
    """Which claim it is, before it says anything; the fields are those of :class:`Claim`."""

    id: str
    where: str
    title: str

    def says(
        self,
        printed: Parts,
        *,
        repaired: Parts | None = None,
        instead: Parts | None = None,
        elsewhere: tuple[str, Draft] | Mapping[str, tuple[str, Draft]] | None = None,
        settings: Sequence[Setting] = (),
        notes: Sequence[Draft] = (),
        needs_data: Sequence[str] = (),
        assumption: bool = False,
        ours: bool = False,
        known: str = "",
    ) -> Claim:
        """The claim; a single statement stands for a single part; see :class:`Claim`."""
        return Claim(
            id=self.id,
            where=self.where,
            title=self.title,
            printed=_parts(printed),
            repairs=_parts(repaired),
            instead=_parts(instead),
            elsewhere={PART: elsewhere} if isinstance(elsewhere, tuple) else elsewhere or {},
            settings=tuple(settings),
            notes=tuple(notes),
            needs_data=tuple(needs_data),
            assumption=assumption,
            ours=ours,
            known=known,
        )


@overload
def claim(id: str, where: str, title: str) -> Heading: ...


@overload
def claim(id: str, where: str, title: str, printed: Parts, **said: Any) -> Claim: ...


def claim(
    id: str, where: str, title: str, printed: Parts | None = None, **said: Any
) -> Heading | Claim:
    """A claim, or its heading: ``claim("slug/name", "Lemma 2", "a few words").says(STATEMENT)``.

    Args:
        id, where, title: of :class:`Claim`. printed, said: the arguments of :meth:`Heading.says`,
            for a claim that fits into one call.

    Raises:
        TypeError: there is more to say than a heading, but no statement.
    """
    heading = Heading(id, where, title)
    if printed is None:
        if said:
            raise TypeError(f"a claim must have a statement. Found {', '.join(said)} alone.")
        return heading
    return heading.says(printed, **said)


def _parts(said: Parts | None) -> Mapping[str, Draft]:
    return {PART: said} if isinstance(said, Draft) else said or {}
