"""Certificates before Coq: one of each kind and a false neighbour; what has no theorem is named."""

from collections.abc import Mapping
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest

from benchmarks.audits import coq_agreement
from dptheory.lyapunov import noise_floor, rate, worst_final, worst_shock
from dptheory.methods import gradient, heavy_ball
from verify.coq import compiler, export

needs_coq = pytest.mark.skipif(not compiler.installed(), reason=compiler.MISSING)


@pytest.fixture(scope="module")
def certificates() -> Mapping[str, dict[str, Any]]:
    return {
        "rate": rate(heavy_ball(F(1, 10), F(9, 20)), 1, 10).certificate,
        "floor": noise_floor(gradient(F(1, 10)), 1, 10).certificate,
        "horizon": worst_final(heavy_ball(F(1, 10), F(9, 20)), 1, 10, 3, [1, 0, 1]).certificate,
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
    ("name", "how"), [("rate", "method"), ("floor", "faster"), ("horizon", "multiplier")]
)
def test_coq_accepts_a_certificate_and_refuses_its_neighbour(
    folder: Path, certificates: Mapping[str, dict[str, Any]], name: str, how: str
) -> None:
    true = certificates[name]
    answer = compiler.certificate(folder, name, true)
    assert answer.accepted, answer.error
    assert answer.axioms == compiler.AXIOMS
    false = dict(coq_agreement.neighbours(true))[how]
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
