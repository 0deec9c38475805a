"""Certificates before Coq, one of each kind with a false neighbour; the facts as lemmas."""

import inspect
import re
from collections.abc import Mapping
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audits import coq_agreement
from dptheory.distributions.worst_law import Clip, worst_descent
from dptheory.lyapunov import noise_floor, rate, worst_final, worst_shock
from dptheory.methods import gradient, heavy_ball
from verify import kernel
from verify.checker.known import TABLES
from verify.checker.norms import Norms
from verify.checker.rules import MONOTONE, RULES
from verify.checker.waves import Waves
from verify.coq import compiler, export, facts

DESCENT = {"method": "gradient", "alpha": "1/10", "beta": "0", "eta": "0", "mu": "1", "L": "10"}
LONG = {
    "method": "heavy-ball",
    "alpha": "4/121",
    "beta": "81/121",
    "eta": "0",
    "mu": "1",
    "L": "100",
}
needs_coq = pytest.mark.skipif(not compiler.installed(), reason=compiler.MISSING)


@pytest.fixture(scope="module")
def certificates() -> Mapping[str, dict[str, Any]]:
    return {
        "rate": rate(heavy_ball(F(1, 10), F(9, 20)), 1, 10).certificate,
        "floor": noise_floor(gradient(F(1, 10)), 1, 10).certificate,
        "horizon": worst_final(heavy_ball(F(1, 10), F(9, 20)), 1, 10, 3, [1, 0, 1]).certificate,
        "drift": worst_descent(Clip(F(1, 10)), F(1, 2), 1).certificate,
        "feasible": {
            "kind": "rate",
            "version": 1,
            "statement": {"says": "feasible", **DESCENT, "rho2": "81/100"},
            "witness": {"P": [["1", "0"], ["0", "0"]], "c0": "1/100", "c": "0"},
        },
        "infeasible": {
            "kind": "rate",
            "version": 1,
            "statement": {"says": "infeasible", **LONG},
            "witness": {"Z": [["1", "0", "101/2"], ["0", "1", "10"], ["101/2", "10", "10601/4"]]},
        },
        "clipped": {
            "kind": "grouping",
            "version": 1,
            "statement": {
                "says": "not abadi",
                "squares": [["9", "16"], ["36", "0"]],
                "threshold2": "16",
            },
            "witness": {"group": "1", "samples": ["1", "2"]},
        },
        "scaled": {
            "kind": "grouping",
            "version": 1,
            "statement": {
                "says": "not auto",
                "lengths": [["3", "4"], ["6", "0"]],
                "gamma": "1/100",
            },
            "witness": {"group": "1", "samples": ["1", "2"]},
        },
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("coq")
    assert [
        one.error for one in compiler.prepared(place, compiler.theories()) if not one.accepted
    ] == []
    return place


@needs_coq
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("rate", "method"),
        ("floor", "faster"),
        ("horizon", "multiplier"),
        ("drift", "lower"),
        ("feasible", "faster"),
        ("infeasible", "moments"),
        ("clipped", "samples"),
        ("scaled", "samples"),
    ],
)
def test_coq_accepts_a_certificate_and_refuses_its_neighbour(
    folder: Path, certificates: Mapping[str, dict[str, Any]], name: str, how: str
) -> None:
    true = certificates[name]
    answer = compiler.certificate(folder, name, true)
    assert answer.accepted, answer.error
    assert kernel.accepts(true)
    false = dict(coq_agreement.neighbours(true))[how]
    assert not kernel.accepts(false)
    assert not compiler.certificate(folder, f"{name}_{how}", false).accepted


def test_a_kind_without_a_theorem_is_named() -> None:
    document = worst_shock(gradient(F(1, 10)), 1, 10, 2).certificate
    with pytest.raises(export.Unsupported, match=r"Found \('shock', 'value'\)"):
        export.export(document)


def test_the_name_of_the_method_decides_what_is_stated(
    certificates: Mapping[str, dict[str, Any]],
) -> None:
    other = dict(certificates["rate"])
    other["statement"] = {**other["statement"], "method": "nesterov"}
    assert "run (1 # 10)%Q (9 # 20)%Q (9 # 20)%Q G" in export.export(other)
    assert "run (1 # 10)%Q (9 # 20)%Q (0 # 1)%Q G" in export.export(certificates["rate"])


def test_each_change_of_a_theory_is_of_one_place() -> None:
    texts = compiler.theories().values()
    places = {
        name: sum(text.count(old) for text in texts) for name, old, _ in coq_agreement.CHANGES
    }
    assert set(places.values()) == {1}


def test_without_coq_the_audit_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert coq_agreement.main() == 2
    assert capsys.readouterr().out.splitlines() == [compiler.MISSING]


@needs_coq
def test_coq_accepts_what_the_checker_takes_as_known(folder: Path) -> None:
    answer = compiler.facts(folder)
    assert answer.accepted, answer.error
    assert answer.axioms == compiler.AXIOMS


@pytest.fixture(scope="module")
def lemmas() -> Mapping[str, str]:
    return facts.lemmas(compiler.theories()["Facts.v"])


def named(lemmas: Mapping[str, str], stem: str) -> set[str]:
    return {name for name in lemmas if name.startswith(stem)}


def test_each_entry_of_the_table_is_a_lemma_and_each_lemma_an_entry(
    lemmas: Mapping[str, str],
) -> None:
    assert {name: lemmas[name] for name in named(lemmas, "known_")} == facts.statements()
    conditional = [row for table in TABLES for row in table if row[2]]
    for functions, says, needs in conditional:
        less = facts.statement((functions, says, needs[1:]))
        assert less not in facts.statements().values()


def test_each_rule_has_its_lemmas(lemmas: Mapping[str, str]) -> None:
    stems = {f"rule_{rule.replace('-', '_')}" for rule in RULES if rule not in facts.WITHOUT}
    assert facts.WITHOUT.keys() <= RULES.keys()
    for stem in stems:
        assert named(lemmas, stem)
    for name in named(lemmas, "rule_"):
        assert any(name == stem or name.startswith(f"{stem}_") for stem in stems)
    orders = {f"rule_monotone_{function}_{how}" for function in MONOTONE for how in ("le", "lt")}
    assert named(lemmas, "rule_monotone_") == orders


@pytest.mark.parametrize(
    ("reader", "table", "stem", "knows"),
    [
        (Norms, facts.NORMS, "norm_", r"self\.(know|learn|_within)\("),
        (Waves, facts.WAVES, "wave_", r"_turn\(self|ring\.(rules\[|add\()"),
    ],
)
def test_each_method_that_knows_something_has_its_lemmas(
    lemmas: Mapping[str, str], reader: type, table: Mapping[str, set[str]], stem: str, knows: str
) -> None:
    methods = {
        name
        for name, method in vars(reader).items()
        if inspect.isfunction(method) and re.search(knows, inspect.getsource(method))
    }
    assert methods - {"vector"} <= table.keys() <= vars(reader).keys()
    assert set().union(*table.values()) == named(lemmas, stem)
