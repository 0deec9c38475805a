"""Words with the formulas in them set: ``T >= 1`` and ``eps_0`` stand between dollars.

A formula is the longest run of words that are made of single letters with their scripts, numbers
and signs alone. A number by itself is none, nor is one in brackets, which is an equation's.
"""

import re
from collections.abc import Iterator

from verify.display.instances import in_powers
from verify.display.latex.tokens import GREEK, script

# What stays: formulas, code, links, the names of appendices.
KEPT = re.compile(r"(\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)|App(?:endix)? [A-Z]\b[.\d]*)")
FUNCTIONS = ("min", "max", "ln", "exp", "cos")
SIGNS_OF = (
    "α alpha β beta γ gamma δ delta ε epsilon η eta κ kappa λ lambda μ mu ρ rho σ sigma φ phi"
)
LETTERS = dict(zip(SIGNS_OF.split()[::2], SIGNS_OF.split()[1::2], strict=True))
COMMANDS = {word: rf"\{word} " for word in (*GREEK.split(), *FUNCTIONS)}
COMMANDS |= {
    "eps": r"\epsilon ",
    "grad": r"\nabla ",
    "<=": r"\le ",
    ">=": r"\ge ",
    "*": r"\cdot ",
    "..": r",\dots,",
}
COMMANDS |= {letter: rf"\{name} " for letter, name in LETTERS.items()}
NAME = rf"(?:{'|'.join(sorted(filter(str.isalpha, COMMANDS), key=len, reverse=True))}|sqrt)"
INDEX = r"_(?:\{[^{}]*\}|[A-Za-z]+|\d+|[+-])|\^(?:\{[^{}]*\}|\([^()]*\)|-?\w+|\*)|'"
PAIR = r"(?<=/\()[a-z](?=[a-z]\))|[a-z](?=[A-Z]\b)"  # letters without a space: (bm), cL
LETTER = rf"{NAME}(?![A-Za-z])|[A-Za-z](?![A-Za-z0-9])|{PAIR}"
SIGN = r"<=|>=|\.\.|[-+*/=<>|()\[\],]"
TOKEN = re.compile(rf"{INDEX}|{LETTER}|\d+(?:\.\d+)?|{SIGN}")
OTHERS = re.compile(r"'s$|\de[-+]?\d")  # possessives, and numbers in decimals
ENDS = re.compile(r"[.,;:]+$")
HEAD = re.compile(r"(?:[-+*/=<>]+ |(?:a|A|I) |\(\d+\) )*")
TAIL = re.compile(r"(?: (?:[-+*/=<>]+|a))+$")
WORDS = ("", "a", "A", "I", *FUNCTIONS)  # alone they are none
SIGNS = [
    (re.compile(sign), command)
    for sign, command in (
        (r"\b([a-z])'(?=[a-rt-z])", r"\1^\\top "),  # u'w, of two vectors
        (r"(?<=[\w*'|])>", r"\\rangle "),
        (r"<(?=[A-Za-z])", r"\\langle "),
        (r"\bsqrt\(([^()]*)\)", r"\\sqrt{\1}"),
        (r"\bR(?=\^d\b)", r"\\mathbb R"),
        (r"\bE (?=[A-Za-z])", r"E\\,"),
        (r"(?<=[A-Za-z])\*", "^*"),
    )
]
NESTED = re.compile(r"(\\text\{[^{}$]*)\$([^$]*)\$([^{}$]*\})")  # a formula in the words of one
SIZE = re.compile(r"\b([a-z]) x ([a-z])\b")  # of a matrix
BUDGET = re.compile(r"\bepsilon (?=\d)")  # of a run, in its name
PAST = re.compile(r"\bE\((\w+) \| past\) = 0")


def in_latex(text: str) -> str:
    r"""A text whose formulas stand between dollars.

    'to $10^{-7}$, necessary, $\\alpha L\\le2$'
    'to $10^{-7}$, necessary, $\\\\alpha L\\\\le 2$'
    """
    text = NESTED.sub(r"\1}\2\\text{\3", text)
    text = SIZE.sub(r"$\1\\times \2$", text)
    text = PAST.sub(r"$E(\1\\mid\\text{past})=0$", BUDGET.sub("epsilon = ", text))
    text = "".join(p if k % 2 else in_powers(p) for k, p in enumerate(KEPT.split(text)))
    return "".join(p if k % 2 else "".join(_runs(p)) for k, p in enumerate(KEPT.split(text)))


def _runs(text: str) -> Iterator[str]:
    """The pieces of a text, its formulas between dollars."""
    run = ""
    for piece in re.split("( )", text):
        word = ENDS.sub("", piece)
        if (piece == " " and run) or (word and not TOKEN.sub("", word) and not OTHERS.search(word)):
            run += piece
            if word == piece or _open(run.removeprefix("(")) > 0:
                continue
            piece = ""
        yield _shown(run) + piece
        run = ""
    yield _shown(run)


def _open(text: str) -> int:
    """How many brackets of a text are open; an angle is one that has no space beside it."""
    opened = len(re.findall(r"[(\[]|<(?=[A-Za-z])", text))
    closed = len(re.findall(r"[)\]]|(?<=[\w*'|])>", text))
    return opened - closed + text.count("|") % 2


def _shown(run: str) -> str:
    """A run of such words: its formula, with what stands about it."""
    found = HEAD.match(run)
    start = found.end() if found else 0
    body = TAIL.sub("", ENDS.sub("", run[start:].rstrip()))
    if _open(body) > 0 and body.startswith("("):
        start, body = start + 1, body[1:]
    elif _open(body) < 0:
        body = body.removesuffix(")")
    says = re.search("[A-Za-zα-φ=^]", body)
    if body.strip("()[]") in WORDS or _open(body) or not says:
        return run
    return f"{run[:start]}${_set(body)}${run[start + len(body) :]}"


def _set(text: str) -> str:
    """A formula in LaTeX."""
    for sign, command in SIGNS:
        text = sign.sub(command, text)
    latex = re.sub(rf"\\\w+|{TOKEN.pattern}", lambda found: _token(found[0]), text)
    return re.sub(r"(\\[A-Za-z]+)? +(?=(.?))", _spaced, latex)


def _spaced(found: re.Match[str]) -> str:
    """What stands before a letter, with the space that ends a command."""
    return (found[1] or "") + " " * bool(found[1] and found[2].isalpha())


def _token(token: str) -> str:
    if token[0] in "_^" and len(token) > 1:
        inner = token[1:].strip("{}()")
        if inner.isalpha() and len(inner) > 1 and inner not in COMMANDS:
            inner = rf"\mathrm{{{inner}}}"
        return script(token[0], inner if inner == "*" else _set(inner))
    return COMMANDS.get(token, token)
