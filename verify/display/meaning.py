"""What a computation means that no formula says.

The sentence is the author's (``external(..., means="...")``), else the first of the docstring of
the function that computes it.
"""

import functools
import inspect
import re
from typing import Any

from verify.display.latex.tokens import GREEK, script
from verify.formula.expression import External

FORMULAS_AND_CODE = re.compile(r"(\$[^$]*\$|`[^`]*`)")
LETTER = re.compile(  # tau0, L_1, x_k, v^corr, sigma'^2, 10^-5
    rf"(?<![\w\\.\[-])(?:({'|'.join(GREEK.split())})(\d|_\w+)?|([A-Za-z])(_\w+)|([A-Za-z])(?=\^\w)|(10)(?=\^))"
    r"('*)(\^-?\w+)?(?![\w(-])"
)
LOWERED = re.compile(r"[A-Z][a-z]*\s")  # a word, and no abbreviation, symbol or method
ROLE = re.compile(r":(\w+):`~?([^`]*)`")


def meaning(named: External) -> str:
    """What a computation is, without a full stop; "" where nobody has said it."""
    text = named.means or _first_sentence(_inside(named.function))
    return in_formulas(ROLE.sub(_shown, text).rstrip("."))


def in_formulas(text: str) -> str:
    """A text with letters that are spelled, as ``tau0`` and ``L_1``, between dollars."""
    pieces = FORMULAS_AND_CODE.split(text)
    return "".join(p if k % 2 else LETTER.sub(_formula, p) for k, p in enumerate(pieces))


def _formula(found: re.Match[str]) -> str:
    greek, index, latin, below, base, ten, primes, power = (g or "" for g in found.groups())
    letter = f"\\{greek}" if greek else latin + base + ten
    return f"${letter}{_script('_', index + below)}{primes}{_script('^', power)}$"


def _script(mark: str, text: str) -> str:
    inner = text.removeprefix(mark)
    if inner.isalpha() and len(inner) > 1:
        inner = rf"\mathrm{{{inner}}}"
    return script(mark, inner) if inner else ""


def begun(text: str) -> str:
    """A phrase as it stands within a sentence."""
    return text[:1].lower() + text[1:] if LOWERED.match(text) else text


def _inside(function: Any) -> Any:
    """The function that a partial, a cache or another wrapper calls."""
    if isinstance(function, functools.partial):
        return _inside(function.func)
    inner = getattr(function, "__wrapped__", None) or getattr(function, "function", None)
    return function if inner is None else _inside(inner)


def _first_sentence(function: Any) -> str:
    if not inspect.isfunction(function):
        return ""
    paragraph = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[a-z0-9)`])\. (?=[A-Z])", paragraph)[0]


def _shown(role: re.Match[str]) -> str:
    return f"${role[2]}$" if role[1] == "math" else f"`{role[2]}`"
