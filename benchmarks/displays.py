r"""How the ledger's displays read, in numbers: ``python -m benchmarks.displays [--list] [LEDGER]``.

It reads ``build/ledger.json``, or another file of that form, ``paper_checks.md`` and
``docs/ledger``, and imports nothing of the project.
Counted are displays (a sentence of a printed, repaired or other statement) over 400 characters,
those that have one formula so long, and the lines so long in which the sections show them; rubble
of tracing (a summand 0, a factor or divisor 1, a factor 0); two symbols with one LaTeX; a side that
is the name of a computation; witnesses whose numbers look alike; and rows whose left/right reads 1
and is another number. ``--list`` names them.
"""

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

MOST = 400
FORMULA = re.compile(r"\$([^$]*)\$")
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
SAID = re.compile(r" *- (?:Printed|True|Instead|Note|No violation found|with|and|for all)")
RELATION = re.compile(r"\\(?:le|ge|ne|preceq)(?![a-zA-Z])|[<=>]")
# What may stand behind a number and is no factor: a relation, a closing mark, a dot.
NO_FACTOR = (
    r"(?!\\(?:(?:le|ge|ne|in|to|preceq|right|rvert|rVert|rangle|rfloor|rceil|rbrace|dots|cdot|text"
    r"|end|qquad|quad)(?![a-zA-Z])|\\|,|;| ))"
)
NUMBER_BEFORE = r"(?<!mathbf )(?<![\d.a-zA-Z_^}])"
RUBBLE = re.compile(
    rf"(?<![\d._^])0[+-]|[+-]0(?![\d.^])|{NUMBER_BEFORE}[01](?=[(a-zA-Z\\]){NO_FACTOR}"
    r"|\\cdot ?[01](?![\d.^])|(?<![\d._^])[01]\\cdot|\\frac\{[^{}]*\}\{1\}"
    r"|(?<!\\mathbb R)\^(?:1(?!\d)|\{1\})"
)
NAME = re.compile(r"\\mathrm\{[^{}]*\}|\\text\{[^{}]*\}|\\left\[.*?\\right\]")
EXACTLY = r"(?: \(\S+\))?"  # the fraction behind a decimal
INSTANCE = re.compile(rf"(\S+){EXACTLY} is not (?:at most |below |less than )?(\S+){EXACTLY} at ")

ROW = re.compile(r"^\| \[`([^`]+)`\].*\| ([^|]*) \|$", re.MULTILINE)
CONTACT = 1e-6


@dataclass(frozen=True)
class Display:
    """A statement of the ledger: whose it is, its sentence, and the record."""

    id: str
    role: str
    says: str
    record: Mapping[str, Any]

    @property
    def formulas(self) -> list[str]:
        """What stands between dollars."""
        return FORMULA.findall(self.says)


def displays(claims: list[dict[str, Any]]) -> Iterator[Display]:
    """Every statement that the ledger shows."""
    for claim in claims:
        for part in claim["parts"]:
            for role in ("printed", "repaired", "instead"):
                if record := part[role]:
                    yield Display(claim["id"], f"{role} {part['name']}", record["says"], record)
        for k, note in enumerate(claim["notes"], start=1):
            yield Display(claim["id"], f"note {k}", note["says"], note)


def depth_free(formula: str) -> str:
    """The formula without what stands in brackets, scripts and arguments."""
    found, depth = "", 0
    for sign in formula:
        depth -= sign in ")}]"
        if depth == 0:
            found += sign
        depth += sign in "({["
    return found


def sides(display: Display) -> list[str]:
    """The sides of a single comparison without what stands in brackets, a name as "@"."""
    said = NAME.sub("@", next(iter(display.formulas), ""))
    found = [side.strip() for side in RELATION.split(depth_free(said))]
    return found if len(found) == 2 else []


def is_name(side: str) -> bool:
    """Whether a side is a computation's name and its arguments, if any."""
    return re.fullmatch(r"@(\\left)?(\(\s*(\\right)?\))?", side) is not None


def bounded_by_a_name(display: Display) -> bool:
    """Whether the right side of an inequality is a name."""
    first = next(iter(display.formulas), "")
    return any(map(is_name, sides(display)[1:])) and "=" not in depth_free(first)


def written_alike(display: Display) -> bool:
    """Whether the quantifier has one letter twice."""
    _, _, behind = display.says.partition(" for all ")
    sets, _, _ = behind.partition(" with $")
    letters: list[str] = []
    for formula in FORMULA.findall(sets):
        names = re.split(r">|<|=|\\in(?![a-zA-Z])|\\[gl]e(?![a-zA-Z])", formula)[0]
        letters += [name for name in _listed(names) if name != r"\dots"]
    return len(set(letters)) < len(letters)


def _listed(names: str) -> list[str]:
    """What commas outside brackets separate."""
    depth, flat = 0, ""
    for sign in re.sub(r"\\langle.*?\\rangle|\\,", lambda m: m[0].replace(",", ";"), names):
        depth += (sign in "({[") - (sign in ")}]")
        flat += "\n" if sign == "," and depth == 0 else sign
    return flat.split("\n")


def looks_alike(display: Display) -> bool:
    """Whether two different sides of the instance shown are printed with the same digits."""
    finding = display.record["finding"]
    found = INSTANCE.match(finding["text"])
    if found is None or found[1] != found[2]:
        return False
    left, right = (Fraction(finding[side]) for side in ("left", "right"))
    return left != right


def ratios_hidden(claims: list[dict[str, Any]], page: str) -> list[str]:
    """The ids of claims whose row says 1 of a ratio that a search can tell from 1."""
    cells = {row[1]: row[2] for row in ROW.finditer(page)}
    ratios = {claim["id"]: claim["tightness"] for claim in claims}
    return [i for i, r in ratios.items() if r and abs(r - 1) > CONTACT and cells.get(i) == "1"]


def long_lines(folder: Path) -> list[str]:
    """The lines over 400 characters of sections, but for what is folded."""
    pages = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))]
    shown = (FOLDED.sub("", page).split("\n") for page in pages)
    return [line for lines in shown for line in lines if len(line) > MOST and SAID.match(line)]


COUNTS: Mapping[str, Callable[[Display], bool]] = {
    f"over {MOST} characters": lambda d: len(d.says) > MOST,
    f"with a formula over {MOST}": lambda d: max(map(len, d.formulas), default=0) > MOST,
    "with rubble": lambda d: any(map(RUBBLE.search, d.formulas)),
    "with two symbols written alike": written_alike,
    "with a side that is a name": lambda d: any(map(is_name, sides(d))),
    "with a name on the right of an inequality": bounded_by_a_name,
    "whose instance reads 'a is not at most a'": looks_alike,
}


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ledger", nargs="?", default="build/ledger.json", type=Path)
    parser.add_argument("--page", default="paper_checks.md", type=Path)
    parser.add_argument("--sections", default="docs/ledger", type=Path)
    parser.add_argument("--list", action="store_true", help="name the rows, with their lengths")
    arguments = parser.parse_args()
    claims = json.loads(arguments.ledger.read_text(encoding="utf-8"))["claims"]
    shown = list(displays(claims))
    print(f"{len(shown)} displays, the longest of {max(len(d.says) for d in shown)} characters")
    for what, holds in COUNTS.items():
        found = [d for d in shown if holds(d)]
        print(f"{len(found):5} {what}")
        if arguments.list:
            for d in sorted(found, key=lambda d: -len(d.says)):
                print(f"      {len(d.says):5} {d.id} ({d.role})")
    long = long_lines(arguments.sections)
    print(f"{len(long):5} lines of sections over {MOST} characters")
    if arguments.list:
        print("\n".join(f"      {len(line):5} {line[:60]}" for line in long))
    hidden = ratios_hidden(claims, arguments.page.read_text(encoding="utf-8"))
    print(f"{len(hidden):5} rows whose left/right reads 1 and is not")
    if arguments.list:
        print("\n".join(f"      {id}" for id in hidden))


if __name__ == "__main__":
    main()
