"""The hash of a computation follows what it computes: its text, what it holds, the data it uses."""

import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from verify.formula.code import code_hash
from verify.language import external, nonnegative, notation, says

PLAIN = "C = 1\ndef f(x):\n    return C * x\n"
NAMES = ("functools", "fractions", "dataclasses", "numpy as np", "dptheory.contract as contract")
IMPORTS = "".join(f"import {name}\n" for name in NAMES)


@pytest.fixture
def module(tmp_path: Any) -> Iterator[Callable[..., Any]]:
    """Imports a text as a module, always by the same name."""

    def imported(text: str, name: str = "of_an_author") -> types.ModuleType:
        path = tmp_path / f"{name}{len(list(tmp_path.iterdir()))}.py"
        path.write_text(IMPORTS + text, encoding="utf-8")
        found = types.ModuleType(name)
        found.__file__ = str(path)
        sys.modules[name] = found
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), vars(found))
        return found

    yield imported
    for name in [n for n in sys.modules if n.startswith("of_an_author")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "text",
    [
        "C = 1\n\n\ndef f(x):\n    # a comment\n    return (C\n            * x)\n",
        'C = 1\ndef f(x: "int") -> "int":\n    """A docstring."""\n    return C * x\n',
        "C = 1\n@functools.cache\ndef f(x):\n    return C * x\n",
        "C = 1\n@contract.public\ndef f(x: float) -> float:\n    return C * x\n",
        "D = 5\nC = 1\ndef g(x):\n    return D\ndef f(x):\n    return C * x\n",
    ],
)
def test_form_is_no_part_of_it(module: Callable[..., Any], text: str) -> None:
    assert code_hash(module(PLAIN).f) == code_hash(module(text).f)


@pytest.mark.parametrize(
    "one",
    [
        PLAIN,
        "def g(x):\n    return 1 * x\ndef f(x):\n    return g(x)\n",
        "C = 1\ndef g(x):\n    return C * x\ndef f(x):\n    return g(x)\n",
        "T = {'a': np.full(3000, 1.0)}\ndef f(x):\n    return T['a'][7] * x\n",
        "def g(x):\n    return 1 * x\nT = (g,)\ndef f(x):\n    return T[0](x)\n",
        "@dataclasses.dataclass\nclass K:\n    a: object\nK0 = K(np.full(3000, 1.0))\n"
        "def f(x):\n    return K0.a[7] * x\n",
        "class K:\n    def __call__(self, x):\n        return 1 * x\nf = K()\n",
        "class K:\n    def times(self, x):\n        return 1 * x\nf = K().times\n",
        "C = 1\nclass K:\n    def __call__(self, x):\n        return C * x\n"
        "f = functools.partial(K())\n",
        "def half(g):\n    @functools.wraps(g)\n    def call(x):\n        return g(x) / 1\n"
        "    return call\n@half\ndef f(x):\n    return x\n",
        "def f(x, y=1):\n    return y * x\n",
        "f = {0: lambda x: x * 1, 1: lambda x: x * 7}[0]\n",
        "def make(c):\n    return lambda x: c * x\nf = make(1)\n",
        "def make(c):\n    return lambda x: c[0] * x\nf = make([1])\n",
        "C = 1\ndef f(x):\n    return globals()['C'] * x\n",
        "def f(x):\n    return f.c * x\nf.c = 1\n",
        "import array\nC = array.array('d', [1.0])\ndef f(x):\n    return C[0] * x\n",
        "C = np.array([fractions.Fraction(1, 3)])\ndef f(x):\n    return C[0] * x\n",
        "class K:\n    pass\nK.a = 1\ndef f(x):\n    return K.a * x\n",
        "class B:\n    pass\nB.a = 1\nclass K(B):\n    pass\ndef f(x):\n    return K.a * x\n",
        "class K:\n    def g(self, x):\n        return x\nK.g = lambda self, x: 1 * x\n"
        "def f(x):\n    return K().g(x)\n",
        "def times(c):\n    def with_it(g):\n        return lambda self, x: c * g(self, x)\n"
        "    return with_it\nclass K:\n    @times(1)\n    def g(self, x):\n        return x\n"
        "def f(x):\n    return K().g(x)\n",
        "@dataclasses.dataclass\nclass K:\n    a: int = dataclasses.field(compare=False)\n"
        "K0 = K(1)\ndef f(x):\n    return K0.a * x\n",
        "def f(x):\n    return inner(x)\ndef inner(x):\n    return f(x - 1) if x else 1\n",
    ],
)
def test_what_it_computes_is(module: Callable[..., Any], one: str) -> None:
    first, again, other = (code_hash(module(t).f) for t in (one, one, one.replace("1", "2")))
    assert first == again != other


def test_a_file_is_what_it_holds(module: Callable[..., Any], tmp_path: Any) -> None:
    def with_file(folder: str, text: str) -> str:
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "table.txt").write_text(text, encoding="utf-8")
        path = f"pathlib.Path({str(tmp_path / folder / 'table.txt')!r})"
        text = f"import pathlib\nFILE = {path}\ndef f():\n    return __file__, FILE.read_text()\n"
        return code_hash(module(text).f)

    assert with_file("here", "1") == with_file("there", "1") != with_file("there", "2")


def test_what_another_module_defines_is_a_name(module: Callable[..., Any]) -> None:
    def with_helper(value: int) -> str:
        module(f"def g(x):\n    return {value}\n", "of_an_author_too")
        return code_hash(module("from of_an_author_too import g\ndef f(x):\n    return g(x)\n").f)

    assert with_helper(1) == with_helper(2)


def test_data_of_another_module_are_values(module: Callable[..., Any]) -> None:
    def with_data(value: int) -> str:
        module(f"C = {value}\n", "of_an_author_too")
        return code_hash(module("import of_an_author_too as o\ndef f(x):\n    return o.C\n").f)

    assert with_data(1) == with_data(1) != with_data(2)


def test_statements_that_differ_by_a_constant_of_the_module(module: Callable[..., Any]) -> None:
    x = notation(x=nonnegative(unit="1")).x
    one, two = (
        says(external("f(x)", module(PLAIN.replace("1", c)).f, x) <= x).build() for c in "12"
    )
    assert one.hash != two.hash
    assert one.outline == two.outline
    plain = says(x <= 2 * x).build()
    assert plain.hash == plain.outline


def test_what_is_remembered_is_no_part_of_it(module: Callable[..., Any]) -> None:
    field = "dataclasses.field(default_factory=dict, compare=False)"
    text = f"@dataclasses.dataclass\nclass K:\n    known: dict = {field}\nK0 = K()\n"
    found = module(text + "def f(x):\n    return K0.known.setdefault(x, 2 * x)\n")
    before = code_hash(found.f)
    assert found.f(3) == 6
    assert code_hash(found.f) == before


def test_the_machine_is_no_part_of_it(
    module: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = module("import os, sys\ndef f(x):\n    return os.environ, sys.modules, sys.argv, x\n").f
    before = code_hash(found)
    monkeypatch.setenv("A_NEW_NAME", "1")
    monkeypatch.setattr(sys, "argv", ["another"])
    assert code_hash(found) == before
