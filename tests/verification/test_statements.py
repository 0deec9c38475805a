"""Statements as data: every table is asked for, and a comparison is a statement."""

import ast
import re
import tomllib
from fractions import Fraction as F
from pathlib import Path

import pytest
from verification.statements import said

from verify.formula.code import code_hash
from verify.language import Draft, number, says

TESTS = Path(__file__).parents[1]
LISTS = [p for room in ("verification", "soundness") for p in (TESTS / room).rglob("*.toml")]


def tables_of(path: Path) -> list[str]:
    """The lists and dicts of a module whose names are in capitals."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    made = [s for s in body if isinstance(s, ast.Assign | ast.AnnAssign)]
    made = [s for s in made if isinstance(s.value, ast.Dict | ast.List)]
    names = [ast.unparse(s.target if isinstance(s, ast.AnnAssign) else s.targets[0]) for s in made]
    return [name for name in names if name.isupper()]


ROOMS = (TESTS / "verification", TESTS / "soundness")
PLAIN = [p for room in ROOMS for p in room.rglob("*.py") if not p.name.startswith("test_")]
MODULES = [p for p in PLAIN if tables_of(p)]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_table_is_asked_for_by_a_test_beside_it(path: Path) -> None:
    code = "".join(test.read_text(encoding="utf-8") for test in path.parent.glob("test_*.py"))
    tables = tomllib.loads(path.read_text(encoding="utf-8")).keys() - {"letters", "parts"}
    assert tables
    assert [table for table in sorted(tables) if f'"{table}"' not in code] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_table_of_a_module_is_asked_for_by_a_test_that_names_it(path: Path) -> None:
    texts = [test.read_text(encoding="utf-8") for test in path.parent.glob("test_*.py")]
    code = path.read_text(encoding="utf-8") + "".join(t for t in texts if path.stem in t)
    for table in tables_of(path):
        uses = len(re.findall(rf"\b{table}\b", code)) + code.count(f'"{table.lower()}"')
        assert uses > 1, table


def test_a_comparison_is_a_statement_and_a_list_several() -> None:
    half = number(1) / 2
    assert isinstance(said(half <= 1), Draft)
    several = said([half <= F(1, 2), says(half < 1)])
    assert [type(draft) for draft in several] == [Draft, Draft]


def test_functions_of_one_line_have_two_hashes() -> None:
    one, two = (lambda y: F(y, 2), lambda y: F(3 * y, 2))
    assert code_hash(one) != code_hash(two)
    # Without a source text their code says which they are.
    bare = [eval("lambda y: y + " + k) for k in ("1", "2", "1")]
    assert code_hash(bare[0]) == code_hash(bare[2]) != code_hash(bare[1])
