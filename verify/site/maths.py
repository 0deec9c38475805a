"""Text of the ledger as HTML: formulas as MathML, code in code, and the rest escaped."""

import contextlib
import functools
import html
import re
import unicodedata
from xml.etree import ElementTree

SHORT = 60  # characters of a formula that is not broken
LONG = 160  # of a piece of one for which brackets are cut
DEEPEST = 3  # brackets inside each other that are cut
WIDE = 40  # characters of a formula that may be wider than a telephone
FORMULA = re.compile(r"\$([^$]+)\$")
# Of a bracket that grows the word alone is the group.
TOKENS = re.compile(r"(\\left|\\right)(?:\\[a-zA-Z]+|\\.|[^a-zA-Z])|\\[a-zA-Z]+|\\.|.", re.DOTALL)
CUT = (r"\left", "(", "[")
OPENING = (*CUT, "{", r"\{", r"\lvert", r"\langle", r"\lbrace", r"\begin")
CLOSING = (r"\right", ")", "]", "}", r"\}", r"\rvert", r"\rangle", r"\rbrace", r"\end")
SIGNS = (r"\le", r"\ge", "<", ">", "=", r"\preceq", "+", "-")
SCRIPTS = tuple(f"{script}{sign}" for script in "_^" for sign in SIGNS)
# Browsers know these as letters of their own and not as a variant of others.
VARIANTS = ("script", "double-struck", "fraktur", "bold", "bold-italic")
# What a formula may be made of. Links, classes and styles, which LaTeX can ask for, are left out.
ELEMENTS = re.compile(
    "math|menclose|mfrac|mi|mmultiscripts|mn|mo|mover|mpadded|mphantom|mprescripts|mroot|mrow|ms|"
    "mspace|msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|munder|munderover|none"
)
ATTRIBUTES = re.compile(
    "accent|accentunder|columnalign|columnlines|columnspacing|depth|display|displaystyle|fence|"
    "form|height|largeop|linebreak|linethickness|lspace|mathbackground|mathcolor|mathsize|"
    "mathvariant|maxsize|minsize|movablelimits|notation|rowlines|rowspacing|rspace|scriptlevel|"
    "separator|stretchy|symmetric|voffset|width|xmlns"
)
PIECES = re.compile(r"\$([^$]+)\$|`([^`]+)`")


def inline(text: str) -> str:
    """A sentence: ``$...$`` becomes MathML and `` `...` `` code.

    Raises:
        ValueError: latex2mathml is missing, or cannot read a formula.
    """
    found, end = [], 0
    for piece in PIECES.finditer(text):
        found.append(html.escape(text[end : piece.start()]))
        latex, code = piece.groups()
        found.append(in_text(latex) if latex else f"<code>{html.escape(code)}</code>")
        end = piece.end()
    return "".join([*found, html.escape(text[end:])])


def in_text(latex: str) -> str:
    """A formula within a line; one that may be too long for it is scrolled by itself."""
    made = formula(latex)
    return f'<span class="formula">{made}</span>' if len(latex) > WIDE else made


@functools.lru_cache(maxsize=8192)
def formula(latex: str) -> str:
    """A formula as MathML, with its LaTeX for those who copy it.

    Raises:
        ValueError: latex2mathml is missing, or cannot read it.
    """
    try:
        from latex2mathml.converter import convert_to_element
    except ImportError as error:
        raise ValueError(
            "--html needs latex2mathml: pip install 'dptheory[site]'. Found none."
        ) from error
    try:
        made = _escaped(convert_to_element(latex))
    except Exception as error:
        raise ValueError(f"a formula must be LaTeX. Found {latex!r:.80}.") from error
    return made.replace("<math ", f'<math alttext="{html.escape(latex)}" ', 1)


def _escaped(math: ElementTree.Element) -> str:
    """MathML of the names above, in which whatever a formula has as text is text.

    Raises:
        ValueError: another element is in it.
    """
    for one in math.iter():
        if not ELEMENTS.fullmatch(one.tag):
            raise ValueError(f"a formula must be of MathML. Found {one.tag}.")
        one.attrib = {k: value for k, value in one.attrib.items() if ATTRIBUTES.fullmatch(k)}
        # The converter writes signs as references.
        one.text, one.tail = html.unescape(one.text or ""), html.unescape(one.tail or "")
        if one.tag == "mi" and unicodedata.category(one.text[:1] or " ") == "Sm":
            one.tag = "mo"  # with an operator's space around it
        for empty in [e for e in one if e.tag == "mo" and not e.text]:
            one.remove(empty)  # a bracket of \left. takes no space
        if (variant := one.get("mathvariant")) in VARIANTS:
            del one.attrib["mathvariant"]
            one.text = "".join(_letter(sign, variant) for sign in one.text)
    return ElementTree.tostring(math, encoding="unicode")


def _letter(sign: str, variant: str) -> str:
    """A letter or digit of another alphabet of mathematics; itself where that lacks it."""
    name = re.sub("LATIN |GREEK |LETTER ", "", unicodedata.name(sign, ""))
    kind = variant.upper().replace("BOLD-", "BOLD ")
    for whole in (f"MATHEMATICAL {kind} {name}", f"{kind} {name}"):
        with contextlib.suppress(KeyError):
            return unicodedata.lookup(whole)
    return sign


def in_lines(text: str) -> str:
    """A sentence whose long formulas may break before their relations and sums."""
    return inline(FORMULA.sub(lambda found: " ".join(f"${x}$" for x in broken(found[1])), text))


def broken(latex: str) -> list[str]:
    """A formula in pieces that begin with a sign, outside all brackets if these are short enough.

    Those of brackets are else cut too, the outer ones first; of what braces enclose none is.
    """
    if len(latex) <= SHORT:
        return [latex]
    found = [latex]
    for deepest in range(DEEPEST + 1):
        found = _cut(latex, deepest)
        if max(map(len, found)) <= LONG:
            break
    return found


def _cut(latex: str, deepest: int) -> list[str]:
    """A formula cut before its signs inside at most so many brackets, each piece a formula.

    Brackets that grow with what they enclose are closed and opened again where one is cut.
    """
    pieces: list[str] = []
    inside: list[str] = []
    start, opened = 0, ""
    for token in TOKENS.finditer(latex):
        before = latex[start : token.start()].rstrip()
        # A sign after nothing, a sign or a bracket belongs to a number, one after _ to a letter.
        unary = before.endswith(("_", "^", ",", *SIGNS, *OPENING))
        binary = before and (not unary or before.endswith(SCRIPTS))
        open_ = len(inside) <= deepest and set(inside) <= set(CUT)
        if token[0] in SIGNS and binary and open_:
            growing = inside.count(r"\left")
            pieces.append(opened + latex[start : token.start()] + r"\right." * growing)
            start, opened = token.start(), r"\left." * growing
        kind = token[1] or token[0]
        if kind in OPENING:
            inside.append(kind)
        elif kind in CLOSING and inside:
            inside.pop()
    return [*pieces, opened + latex[start:]]
