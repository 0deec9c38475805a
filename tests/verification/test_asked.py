"""``--statement``: what is read, what is printed, and what is refused by place."""

import json
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from verify.__main__ import main
from verify.asked import asked
from verify.checker.documents import of_file
from verify.display.latex.declared import declared
from verify.language import Real
from verify.language.kinds import Natural, OneOf
from verify.language.vectors import Matrix, Sequence, Vector

ROOTS = r"\sum_{t=1}^T\frac1{\sqrt t}\le2\sqrt T"
SETS = {
    "T in N": {"T": Natural()},
    r"n \in \mathbb{N}_0": {"n": Natural(0)},
    r"k in {2, 3, ...}, m in N_{\ge 4}": {"k": Natural(2), "m": Natural(4)},
    "x, y in R": {"x": Real(), "y": Real()},
    r"\alpha\in(0,1], \beta > 0": {
        "alpha": Real(F(0), F(1), open_low=True),
        "beta": Real(F(0), None, open_low=True),
    },
    r"\lambda >= 1/2": {"lambda_": Real(F(1, 2))},
    "q in (-inf, 0.5)": {"q": Real(None, F(1, 2), open_high=True)},
    "p in {1/2, 3}": {"p": OneOf((F(1, 2), 3))},
    "x in R^d": {"d": Natural(), "x": Vector("d")},
    "x in R^3": {"x": Vector(3)},
    r"A \in S_+^n, B in R^{n x n}, n in {2, 3, ...}": {
        "A": Matrix("n", "psd"),
        "B": Matrix("n", "any"),
        "n": Natural(2),
    },
    "s_1, ..., s_n in [0, inf)": {"n": Natural(), "s": Sequence("n", Real(F(0)))},
}
NOT_SETS = {
    "a in Q": "'a in Q' at place 0",
    "x in R, f in F(mu, L)": "'f in F(mu, L)' at place 8",
    "x": "'x' at place 0",
    "x in R,": "'' at place 7",
    "x in R, x in N": "'x' at place 8",
    "k in {2, 4, ...}": "'k in {2, 4, ...}' at place 0",
    "x in [inf, 1]": "'x in [inf, 1]' at place 0",
    "A in R^{m x n}": "'A in R^{m x n}' at place 0",
}
NOT_READ = {
    r"x\le y": "use declared symbols. Found 'y' at place 5",
    r"x\lesssim 1": r"use the relations \le, \ge, <, >, = and \preceq. Found \lesssim at place 1",
    r"x\le1\ \forall y": r"say nothing beside its comparisons. Found '\forall' at place 7",
    r"x\le": "have two sides of a relation. Found ',' at place 4",
    "x+1": "compare two sides. Found 'x+1' at place 0",
    "": "compare two sides. Found '' at place 0",
    r"x\le\frac{1}{2": "match its braces. Found the end at place 14",
}


@pytest.mark.parametrize("line", SETS)
def test_sets_are_written_as_on_a_page(line: str) -> None:
    assert {one.name: one.declaration.kind for one in declared(line)} == SETS[line]


@pytest.mark.parametrize("line", NOT_SETS)
def test_what_is_no_set_is_named_by_its_place(line: str) -> None:
    with pytest.raises(ValueError, match="--for must") as caught:
        declared(line)
    assert NOT_SETS[line] in str(caught.value)


@pytest.mark.parametrize("latex", NOT_READ)
def test_what_cannot_be_read_is_one_line_with_its_place(
    latex: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--statement", latex, "--for", "x in R"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    assert NOT_READ[latex] in output.err


@pytest.mark.parametrize(
    "words",
    [
        ["--for", "x in R"],
        ["--given", "x<1"],
        ["--certificate", "c.json"],
        ["--statement", "0\\le1", "nsgd"],
        ["--statement", "0\\le1", "--check"],
        ["--statement", "0\\le1", "--picture", "folder"],
        ["--statement", "x\\le1", "--for", "x in [2, 1]"],
    ],
    ids=" ".join,
)
def test_other_options_are_refused(words: list[str]) -> None:
    assert main(words) == 2


def test_a_true_statement_is_verified_drawn_and_certified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["--statement", "2ab\\le a^2+b^2", "--for", "a, b in [0, inf)"]
    assert main([*words, "--picture", "young.svg", "--certificate", "young.json"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("verified  exact\n  $2ab\\le a^2+b^2$ for all $a,b\\ge 0$\n")
    assert Path("young.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert of_file("young.json") == 0
    assert main([*words, "--json", "-"]) == 0
    capsys.readouterr()


def test_a_refutation_is_a_result_in_the_letters_of_the_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [r"--statement=\alpha\lambda\le\frac{\alpha^2}2+\frac{\lambda^2}4"]
    assert main([*words, "--for", r"\alpha, \lambda \in [0, \infty)"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("refuted  in general  exact\n")
    assert r"1 is not at most 3/4 at \alpha = 1, \lambda = 1; largest ratio of left to" in said


@pytest.mark.parametrize(
    ("statement", "sets", "given"),
    [
        (ROOTS, "T in N", []),
        (r"\|x+y\|^2\le2\|x\|^2+2\|y\|^2", "x, y in R^d", []),
        (r"\frac1{x+1}\le\log(1+\frac1x)\le\frac1x", "x > 0", [r"x\ge\frac13"]),
        (r"a+b=b+a,\quad a\ge b", r"a in {1/2, 3}, b in [0, 1/3)", [r"a\ge b, b\le1", "a>0"]),
        (r"s_1\le2s_1", "s_1, ..., s_n in [1/2, 7)", []),
    ],
)
def test_the_python_that_is_printed_says_the_same(
    statement: str, sets: str, given: list[str]
) -> None:
    question = asked(statement, sets, given)
    module: dict[str, Any] = {}
    exec(question.python, module)
    kept = module["CLAIM"].printed
    assert {n: draft.build().hash for n, draft in kept.items()} == {
        n: draft.build().hash for n, draft in question.claim.printed.items()
    }


def test_json_is_the_record_of_the_ledger(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--statement", r"0\le a^2", "--for", "a in R", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "verified"
