"""Text of the ledger as HTML: formulas as MathML, code in code, and the rest escaped."""

import functools
import html
import re
from xml.etree import ElementTree

SHORT = 60  # characters of a formula that is not broken
FORMULA = re.compile(r"\$([^$]+)\$")
TOKENS = re.compile(r"\\(?:left|right)\b\\?.|\\[a-zA-Z]+|\\.|.", re.DOTALL)
OPENING = (r"\left", "{", "(", "[", r"\lvert", r"\langle", r"\lbrace", r"\begin")
CLOSING = (r"\right", "}", ")", "]", r"\rvert", r"\rangle", r"\rbrace", r"\end")
SIGNS = (r"\le", r"\ge", "<", ">", "=", r"\preceq", "+", "-")
BLACKBOARD = {"N": "\N{DOUBLE-STRUCK CAPITAL N}", "R": "\N{DOUBLE-STRUCK CAPITAL R}"}
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
        found.append(formula(latex) if latex else f"<code>{html.escape(code)}</code>")
        end = piece.end()
    return "".join([*found, html.escape(text[end:])])


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
    for letter, sign in BLACKBOARD.items():
        made = made.replace(f'<mi mathvariant="double-struck">{letter}</mi>', f"<mi>{sign}</mi>")
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
    return ElementTree.tostring(math, encoding="unicode")


def in_lines(text: str) -> str:
    """A sentence whose long formulas may break before their relations and sums."""
    return inline(FORMULA.sub(lambda found: " ".join(_broken(found[1])), text))


def _broken(latex: str) -> list[str]:
    """A formula in pieces, each between dollars, that begin with a sign outside all brackets."""
    if len(latex) <= SHORT:
        return [f"${latex}$"]
    depth, starts = 0, [0]
    for token in TOKENS.finditer(latex):
        depth += token[0].startswith(OPENING) - token[0].startswith(CLOSING)
        script = latex[: token.start()].endswith(("_", "^"))
        if depth == 0 and token[0] in SIGNS and token.start() > 0 and not script:
            starts.append(token.start())
    return [f"${latex[a:b]}$" for a, b in zip(starts, [*starts[1:], None], strict=True)]
