"""How a proof by signs goes, as text that names no generator: for a checker to multiply out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.formula.written import token, written
from verify.language.symbols import Symbol
from verify.methods.reals.abstraction import Abstraction
from verify.methods.reals.polynomials import Ratio, coefficients
from verify.methods.reals.signs import PLAIN, Reason
from verify.methods.reals.slack import PARTNER, Situation, Step

Names = Mapping[str, str]


@dataclass(frozen=True)
class Writer:
    """Texts of generators: symbols above the ends of their sets, functions by their trees."""

    terms: Abstraction
    symbols: tuple[Symbol, ...]

    def names(self) -> dict[str, str]:
        """The text of every generator that has one."""
        ring = self.terms.ring
        found: dict[str, str] = {}
        for s in self.symbols:
            value = self.terms.symbols[s.name]
            shift = Ratio(value.top - ring.gens[s.name], ring.one).constant
            if shift is not None:
                found[s.name] = _sum(token(s.name), -shift)
                continue
            shift = Ratio(value.top + ring.gens[s.name], ring.one).constant
            if shift is not None:
                found[s.name] = f"(sub {shift} {token(s.name)})"
        for key, value in self.terms.generators():
            (name,) = [n for n, g in ring.gens.items() if g == value.top]
            text = self._function(key, found)
            if text:
                found[name] = text
        return found

    def _function(self, key: Any, names: Names) -> str:
        kind, *rest = key
        if kind == "opaque":
            return written(rest[0])
        if kind == "constant":
            return f"(constant {rest[0]})"
        if kind == "root":
            return f"(pow {self.ratio(rest[1], names)} 1/{rest[0]})"
        if kind == "power":
            return f"(pow {self.ratio(rest[0], names)} {self.ratio(rest[1], names)})"
        if kind in ("log", "cos", "sin", "floor", "ceil"):
            return f"({kind} {self.ratio(rest[0], names)})"
        exponent = f"(mul {rest[1]} {self.ratio(rest[0], names)})"
        if kind == ("exp",):
            return f"(exp {exponent})"
        return f"(pow {self.ratio(kind[1], names)} {exponent})" if len(kind) == 2 else ""

    def ratio(self, value: Ratio, names: Names) -> str:
        """A quotient as text."""
        top = self.polynomial(value.top, names)
        if value.bottom.is_constant():
            return top
        return f"(div {top} {self.polynomial(value.bottom, names)})"

    def polynomial(self, polynomial: Any, names: Names) -> str:
        """A polynomial as text; a generator without one stands by a name that nobody knows."""
        total = ""
        for powers, c in coefficients(polynomial):
            term = ""
            for name, power in zip(self.terms.ring.names, powers, strict=True):
                if power:
                    factor = names.get(name, name)
                    factor = factor if power == 1 else f"(pow {factor} {power})"
                    term = f"(mul {term} {factor})" if term else factor
            size = abs(c)
            if not term or size != 1:
                term = f"(mul {size} {term})" if term else str(size)
            if not total:
                total = term if c > 0 else f"(neg {term})"
            else:
                total = f"({'add' if c > 0 else 'sub'} {total} {term})"
        return total or "0"

    def text(self, polynomial: Any) -> str:
        """A polynomial of the goal as text."""
        return self.polynomial(polynomial, self.names())

    def how(self, situation: Situation, why: Reason | None) -> dict[str, Any]:
        """The substitutions, and the reason where it is more than coefficients.

        Without a reason the last substitution contradicts a condition.
        """
        names = self.names()
        said: dict[str, Any] = {"by": "signs"}
        if situation.steps:
            said["steps"] = [self._step(step, names) for step in situation.steps]
        top, bottom = situation.goal.ratio.top, situation.goal.ratio.bottom
        if why is not None and not (why == PLAIN and bottom.is_constant()):
            below = situation.signs.sign(bottom)
            text = self.polynomial(top if below > 0 else -top, names)
            said["why"] = {"factors": [[text, 1, self.reason(why, names)]]}
        return said

    def _step(self, step: Step, names: dict[str, str]) -> dict[str, Any]:
        said = {"of": self.polynomial(step.used, names), "for": names.get(step.name, step.name)}
        if not step.signs:
            return said | {"put": True}
        for name in step.signs:
            plain = token(name.replace(PARTNER, "").replace("#", "f"))
            mark = "k" if name == step.name else "l"
            names[name] = f"{plain}~{mark}{step.ages.get(name, 0) + 1}"
        new = [names[name] for name in step.signs]
        return said | ({"let": new[0]} if len(new) == 1 else {"share": new})

    def reason(self, reason: Reason, names: Names) -> Any:
        """A reason as JSON: "plain", or an object with factors, coefficients or a form."""
        if reason.factors:
            told = [
                [self.polynomial(factor, names), power, self.reason(why, names)]
                for factor, power, why in reason.factors
            ]
            return {"factors": told}
        if reason.generator:
            parts = [self.reason(why, names) for why in reason.parts]
            word = "form" if reason.form else "in"
            return {word: names.get(reason.generator, reason.generator), "parts": parts}
        return "plain"


def _sum(text: str, shift: Fraction) -> str:
    return text if shift == 0 else f"(add {text} {shift})"


def cases(*hows: Mapping[str, Any]) -> Mapping[str, Any]:
    """One proof for every path of a goal."""
    different = [how for place, how in enumerate(hows) if how not in hows[:place]]
    return different[0] if len(different) == 1 else {"by": "cases", "paths": list(hows)}


def halved(at: Sequence[str], hows: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Proofs for all signs of some polynomials, those of the first one's upper half first."""
    if not at:
        return hows[0]
    middle = len(hows) // 2
    pieces = [halved(at[1:], hows[:middle]), halved(at[1:], hows[middle:])]
    return {"by": "split", "at": at[0], "pieces": pieces}
