"""``python -m verify lemmas.py``: a file of claims, its pictures, and what is wrong with it."""

import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from verify.__main__ import main
from verify.judgement.judge import run_claim
from verify.language import Notation, claim, dot, natural, notation, positive, says, vector
from verify.ledger import selection, sources
from verify.methods.context import Context
from verify.site import drawings, pictures

V = notation(d=natural(), a=positive(unit="1"), b=positive(unit="1"), x=vector("d", unit="1"))
HALF = says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)
LEMMAS = """
from verify.language import claim, notation, positive, says

V = notation(a=positive(unit="1"), b=positive(unit="1"))
CLAIMS = (
    claim("{0}/half", "Lemma 4", "too small", says(V.a * V.b <= V.a**2 * 200 / 201 + V.b**2 / 4)),
    claim("{0}/young", "Lemma 1", "Young", says(2 * V.a * V.b <= V.a**2 + V.b**2)),
)
"""


@pytest.fixture
def verify(tmp_path: Path, monkeypatch, capsys) -> Callable[..., tuple[str, str]]:
    """``verify(*words, status=0)`` in a folder of its own: what the command prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words: str, status: int = 0) -> tuple[str, str]:
        assert main([*words, "--mode", "quick", "--jobs", "1"]) == status
        return tuple(capsys.readouterr())

    return run


def test_a_file_is_checked_drawn_and_listed(verify, tmp_path) -> None:
    (tmp_path / "own_lemmas.py").write_text(LEMMAS.format("own"))
    assert verify("own_lemmas.py", "--list") == ("own/half\nown/young\n", "")
    said, _ = verify("own_lemmas.py", "half", "--picture", "drawn/here")
    assert said.startswith("own/half  refuted  in general  exact  1.0025  2 is not at most 401/201")
    assert said.endswith("own/half: drawn/here/own-half.png\nown/half: drawn/here/own-half.svg\n")
    assert ElementTree.parse("drawn/here/own-half.svg").getroot().tag.endswith("svg")
    assert not (tmp_path / "paper_checks.md").exists()


def test_a_file_in_a_package_has_the_package_before_its_name(verify, tmp_path) -> None:
    inner = tmp_path / "notes_of_mine/inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").touch()
    (inner / "lemmas.py").write_text("from .lemmas_of import CLAIMS\n")
    (inner / "lemmas_of.py").write_text(LEMMAS.format("deep"))
    assert verify("notes_of_mine/inner/lemmas.py", "--list")[0] == "deep/half\ndeep/young\n"
    assert "notes_of_mine.inner.lemmas" in sys.modules


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        (("missing.py",), "SELECTOR must be a file of claims that exists. Found missing.py."),
        (("a.py", "b.py"), "SELECTOR must name one file at most. Found a.py, b.py."),
        (("a.py", "--module", "b"), "--module must not stand beside a file. Found b too."),
        (("no-name.py",), "a file of claims must have the name of a module. Found no-name.py."),
        (("json.py",), "json.py must be what Python imports as json. Found "),
        (("empty_of_claims.py",), "--module must define CLAIMS as a tuple of Claim. Found "),
        (("nonsense-id",), "selector must be a slug (accelerated, "),
        (("dptheory", "--picture", "a.py"), "--picture must be a folder that can be written."),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_line(verify, tmp_path, words, refused) -> None:
    for name in ("a.py", "no-name.py", "json.py", "empty_of_claims.py"):
        (tmp_path / name).write_text("CLAIMS = None\n")
    out, error = verify(*words, status=2)
    assert out == ""
    assert error.startswith(f"verify: {refused}")
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", [(), ("--list",), ("half",)])
@pytest.mark.parametrize(
    "found", ["import sys\nsys.exit(0)", "raise SystemExit", "exit(1)", "1 / 0"]
)
@pytest.mark.parametrize("name", ["lemmas_that_leave", "package_that_leaves.lemmas"])
def test_a_file_that_leaves_is_refused_and_nothing_is_checked(
    verify, tmp_path, monkeypatch, words, found, name
) -> None:
    package, _, inner = name.partition(".")
    for module in (name, package):
        monkeypatch.delitem(sys.modules, module, raising=False)
    file = tmp_path / package / f"{inner}.py" if inner else tmp_path / f"{package}.py"
    if inner:
        file.parent.mkdir()
        (file.parent / "__init__.py").write_text(found)
        found = ""
    file.write_text(f"{found}\n{LEMMAS.format('own')}")
    out, error = verify(str(file), *words, status=2)
    assert out == ""
    refused = "SELECTOR must be in packages" if inner else "claims must be well formed"
    assert error.startswith(f"verify: {refused}")
    assert error.count("\n") == 1


def test_an_unknown_id_is_refused_before_a_paper_is_imported(python, tmp_path) -> None:
    code = """
import sys
from verify.__main__ import main
status = main(["nonsense-id"])
print(status, *(m for m in sys.modules if m.startswith(("verify.papers.acc", "sympy", "verify.r"))))
"""
    assert python("-c", code, cwd=tmp_path).stdout.split() == ["2", "verify.papers.accelerated"]


def test_a_claim_without_symbolic_algebra_does_not_wait_for_it(python, tmp_path) -> None:
    (tmp_path / "own_lemmas.py").write_text(LEMMAS.format("own"))
    code = """
import sys
from verify.__main__ import main
assert main(["own_lemmas.py", "young", "--jobs", "1"]) == 0
print([m for m in ("sympy", "cvxpy", "numba", "matplotlib", "scipy.stats") if m in sys.modules])
"""
    said = python("-c", code, cwd=tmp_path).stdout
    assert said.splitlines()[0].startswith("own/young  verified")
    assert said.splitlines()[-1] == "[]"


def test_the_project_comes_before_a_folder_with_its_names(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "path", ["installed"])
    selection.reach(tmp_path)
    assert sys.path == [str(tmp_path), "installed"]
    (tmp_path / "verify.py").touch()
    selection.reach(tmp_path)
    assert sys.path[-1] == str(tmp_path)


def test_a_dimension_that_is_not_declared_is_named() -> None:
    v = notation(x=vector("d", unit="1"))
    record = run_claim(claim("own/x", "(1)", "x", says(v.x == v.x)), Context())
    assert record.verdict == "error"
    assert record.reason.endswith(
        "a symbol must be declared with those that its set needs, such as its dimension "
        "d=natural(). Found no 'd' for 'x'."
    )


def test_a_dimension_is_declared_before_its_vector_or_after() -> None:
    declared = {"x": vector("d", unit="1"), "T": natural(), "d": natural()}
    for order in (("x", "T", "d"), ("d", "x", "T"), ("T", "d", "x")):
        v = notation(**{name: declared[name] for name in order})
        said = says(dot(v.x, v.x) + v.T >= 0)
        names = [s.name for s in said.build().symbols]
        assert names.index("d") < names.index("x")
        assert run_claim(claim("own/x", "(1)", "x", said), Context()).verdict == "verified"


def test_sets_that_need_each_other_are_refused() -> None:
    v = notation(d=natural(), x=vector("d", unit="1"))
    around = Notation({"d": replace(v.symbols["x"], name="d"), "x": v.symbols["x"]})
    with pytest.raises(ValueError, match="Found d in the set of d"):
        says(around.x == around.x, forall="x").build()


def test_a_picture_marks_where_the_tested_formula_fails() -> None:
    point = {"a": Fraction(1), "b": Fraction(2)}
    found = pictures.along_each(HALF.build(), point)
    assert [p.name for p in found] == ["a", "b"]
    for p in found:
        assert p.at in p.x
        for x, left, right, fails in zip(p.x, p.left, p.right, p.fails, strict=True):
            a, b = (x, 2) if p.name == "a" else (1, x)
            assert left == pytest.approx(a * b)
            assert right == pytest.approx(a * a * 200 / 201 + b * b / 4)
            assert fails == (left > right)
        assert 0 < sum(p.fails) < len(p.fails)


W = notation(n=natural(), k=natural(), r=positive(unit="1"), s=positive(unit="1"))
CROSSED = {
    "real": (HALF, {"a": Fraction(1), "b": Fraction(2)}),
    "once": (says(V.a**2 <= V.b), {"a": Fraction(2), "b": Fraction(3)}),
    "twice": (says(2 * V.a * V.b <= V.a**2 + Fraction(3, 4) * V.b**2), {"a": 1, "b": Fraction(1)}),
    "strict": (says(V.a < V.b), {"a": Fraction(1), "b": Fraction(1)}),
    "equal": (says(V.a**2 == V.b, given=[V.b <= 9]), {"a": Fraction(2), "b": Fraction(3)}),
    "falling": (says(1 / V.a <= V.b**3), {"a": Fraction(1), "b": Fraction(1, 2)}),
    "whole": (says(W.n**2 <= 20 * W.k), {"n": 10, "k": 3}),
    "whole and real": (says(W.n * W.r <= W.s), {"n": 7, "r": Fraction(1), "s": Fraction(20, 3)}),
}


@pytest.mark.parametrize("said", CROSSED)
def test_no_stretch_with_left_above_right_stays_unshaded(said: str) -> None:
    statement, point = CROSSED[said][0].build(), CROSSED[said][1]
    found = pictures.along_each(statement, point)
    assert found
    for p in found:
        assert unshaded(p) == []
        shaded = [*pictures.failing(p)]
        assert shaded
        for begin, end in shaded:
            assert begin[0] <= end[0]
        if said == "once":
            # The crossing itself, of the tested formula: a = sqrt(b), b = a^2.
            edge = max(end[0] for _, end in shaded) if p.name == "b" else shaded[0][0][0]
            assert edge == pytest.approx(4 if p.name == "b" else 3**0.5, rel=1e-3)


def unshaded(p: pictures.Picture) -> list[float]:
    """Where, at hundredths of each stretch, the line of the left side is above, and nothing shows.

    Within a stretch the lines are straight in the units of the picture.
    """
    (across, value), (up, _) = pictures._scales(p)
    spans = [(begin[0], end[0]) for begin, end in pictures.failing(p)]
    rows = [(across(x), up(a), up(b)) for x, a, b in zip(p.x, p.left, p.right, strict=True)]
    lost = []
    for (x, a, b), (y, c, d) in pairwise(rows):
        for k in range(101):
            share = k / 100
            place, gap = value(x + share * (y - x)), a - b + share * (c - d - a + b)
            near = 1e-9 * abs(place)
            if gap > 1e-6 and not any(low - near <= place <= high + near for low, high in spans):
                lost.append(place)
    return lost


def test_drawings_have_the_same_bytes_and_say_where_there_are_none(tmp_path) -> None:
    stated = [
        claim("own/half", "Lemma 4", "too small", HALF),
        claim("own/x", "(1)", "x", {"first": says(V.x == V.x), "second": HALF}),
    ]
    records = [run_claim(one, Context("quick")) for one in stated]
    lines = drawings.write(tmp_path, records, stated)
    assert lines == [
        f"own/half: {tmp_path}/own-half.png",
        f"own/half: {tmp_path}/own-half.svg",
        "own/x: first: nothing to draw: no number along which both sides could be evaluated",
        f"own/x: second: {tmp_path}/own-x--second.png",
        f"own/x: second: {tmp_path}/own-x--second.svg",
    ]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    drawings.write(tmp_path, records, stated)
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir()}


def test_imports_are_found_in_every_kind_of_statement() -> None:
    text = """
import a
if a:
    import b
else:
    from . import c
try:
    import d
except* ValueError:
    import e
finally:
    import f
with a as g:
    for h in g:
        match h:
            case 1:
                async def i():
                    class J:
                        import k.l
"""
    found = sources._imports("own.lemmas", False, text)
    assert set(found) == {"a", "b", "own", "own.c", "d", "e", "f", "k.l"}


# What an author may mean otherwise than it is read, or not see that it cannot be read.
TRAPS = """
import math
from verify.language import claim, index, natural, nonnegative, notation, real, says, sequence
from verify.language import total

V = notation(
    t=natural(), T=natural(), x=real(unit="1"), f=nonnegative("f", unit="loss"),
    s=sequence("T", unit="1"),
)
i = index("i")
FALLS = says(V.s[V.T] <= V.s[1], given=[V.s[V.t + 1] <= V.s[V.t], V.t < V.T])
CLAIMS = (
    claim("own/each", "(1)", "decreasing", FALLS),
    claim("own/one", "(1)", "a step down", FALLS.but(forall="t")),
    claim("own/i", "(1)", "decreasing", says(V.s[V.T] <= V.s[1], given=[V.s[i + 1] <= V.s[i]])),
    claim("own/j", "(1)", "undeclared", says(V.x + i <= V.x)),
    claim("own/sum", "(1)", "in a sum", says(V.s[1] <= 1, given=[total(i, 1, V.T, V.s[i]) <= 0])),
    claim("own/erf", "(1)", "a black box", says(V.of(lambda x: math.erf(x)) <= 1)),
    claim("own/units", "(1)", "a loss and a number", says(V.f <= abs(V.x))),
)
"""
INDEX_ALONE = "an index must stand in what is said too, in a sum, or in forall= where one value is"


def test_a_trap_is_named_in_its_own_row(verify, tmp_path) -> None:
    (tmp_path / "traps_of_mine.py").write_text(TRAPS)
    said, _ = verify("traps_of_mine.py", status=1)
    lines = dict(line.split("  ", 1) for line in said.split("\n")[:7])
    assert INDEX_ALONE in lines["own/each"]
    assert lines["own/each"].endswith("Found t in a hypothesis alone.")
    assert " refuted " in lines["own/one"]
    assert INDEX_ALONE in lines["own/i"]
    assert "an index stand inside its sum" in lines["own/j"]
    assert " refuted " in lines["own/sum"]
    assert lines["own/erf"].endswith("; no prover looks into <lambda>.")
    assert " supported " in lines["own/erf"]
    assert lines["own/units"].endswith(" Units: left side has unit loss, right side 1.")


@pytest.mark.parametrize(
    ("claims", "line", "message"),
    [
        ('claim("own/a", "", "t", says(V.a <= V.a))', 4, "Found no where in 'own/a'."),
        ('claim("", "", "t", says(V.a <= V.a))', 4, "Found no id and no where in ''."),
        (
            'claim("own/a", "(1)", "t",\n says(V.a.erf() <= V.a))',
            5,
            "abs, sqrt, log, exp, cos, sin",
        ),
        ('claim("own/a", "(1)", "t", says(V.a <= V.b))', 4, "Found 'b'"),
        ('claim("own/a", "(1)", "t", says(largest(V.z, 0) <= V.a))', 4, "Found 'z'"),
        ('claim("own/a", "(1)", "t", says(total(index("i"), 1, "oo", V.a) <= 1))', 4, "is a limit"),
    ],
)
def test_what_is_wrong_in_a_file_has_its_line(verify, tmp_path, claims, line, message) -> None:
    name = f"wrong_at_{len(claims)}"
    head = "from verify.language import *\n\n"
    text = f'{head}V = notation(a=positive(unit="1"), z=vector(2))\nCLAIMS = ({claims},)\n'
    (tmp_path / f"{name}.py").write_text(text)
    _, error = verify(f"{name}.py", status=2)
    assert f"{name}.py, line {line}: " in error
    assert "--module" not in error
    assert message in error
