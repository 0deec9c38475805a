"""The kernel refuses every damaged certificate and calls unreadable ones malformed."""

import copy
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dptheory.lyapunov import certificates, lmi
from dptheory.lyapunov.rate import rate
from dptheory.methods import heavy_ball, momentum, nesterov, triple_momentum
from verify import kernel

F = Fraction
KERNEL = Path(kernel.__file__)


@pytest.fixture(scope="module")
def feasible() -> dict[str, Any]:
    """The certificate of a heavy ball with momentum."""
    return rate(heavy_ball(F(1, 20), F(1, 5)), 1, 10).certificate


@pytest.fixture(scope="module")
def lower() -> dict[str, Any]:
    """A lower bound by oscillations."""
    found = rate(heavy_ball(F(1, 20), F(3, 5)), 1, 10).lower_certificate
    assert "Z" in found
    return found


def run(path: Path) -> subprocess.CompletedProcess[str]:
    """The kernel as a program, without the project on its path."""
    return subprocess.run(
        [sys.executable, "-I", str(KERNEL), str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=path.parent,
    )


def test_the_program_accepts_refuses_and_complains(
    tmp_path: Path, feasible: dict[str, Any]
) -> None:
    path = tmp_path / "certificate.json"
    certificates.write(feasible, path)
    good = run(path)
    assert good.returncode == 0
    assert good.stdout.startswith("accepted: heavy-ball, alpha = 1/20")
    assert certificates.read(path) == feasible
    path.write_text(json.dumps(feasible | {"rho2": "1/2"}))
    refused = run(path)
    assert (refused.returncode, refused.stdout) == (1, "refused\n")
    for text in ("{", "[]", json.dumps(feasible | {"c": 0.1}), '{"kind": "feasible"}', ""):
        path.write_text(text)
        bad = run(path)
        assert bad.returncode == 2
        assert bad.stderr.startswith("malformed: ")
        assert bad.stderr.count("\n") == 1
    assert run(tmp_path / "missing.json").returncode == 2
    assert kernel.main([]) == 2


def test_the_kernel_is_short_and_stands_alone() -> None:
    text = KERNEL.read_text()
    assert len(text.splitlines()) < 200
    assert max(map(len, text.splitlines())) <= 100
    imports = [line.split()[1] for line in text.splitlines() if line.startswith(("import", "from"))]
    assert set(imports) <= set(sys.stdlib_module_names)


def test_true_certificates_are_accepted(feasible: dict[str, Any], lower: dict[str, Any]) -> None:
    assert kernel.accepts(feasible)
    assert kernel.accepts(lower)
    for method in (nesterov(F(1, 10), F(1, 3)), momentum(0.07, 0.3, 0.9), triple_momentum(1, 10)):
        result = rate(method, 1, 10)
        assert kernel.accepts(result.certificate)
        assert kernel.accepts(result.lower_certificate)
    for method in (heavy_ball(F(1, 5), F(1, 2)), heavy_ball(F(1), F(0)), nesterov(F(1), F(1, 2))):
        assert rate(method, 1, 10).certificate["kind"] == "infeasible"
        assert kernel.accepts(rate(method, 1, 10).certificate)


def test_any_positive_scale_is_accepted(feasible: dict[str, Any]) -> None:
    scaled = copy.deepcopy(feasible)
    for key in ("c0", "c"):
        scaled[key] = str(F(scaled[key]) * F(7, 3))
    scaled["P"] = [[str(F(v) * F(7, 3)) for v in row] for row in scaled["P"]]
    assert kernel.accepts(scaled)
    scaled["P"] = [[str(-F(v)) for v in row] for row in scaled["P"]]
    assert not kernel.accepts(scaled)


DAMAGE: dict[str, dict[str, Any]] = {
    "rho below the quadratic rate": {"rho2": "4/5"},
    "rho = 1": {"rho2": "1"},
    "rho above 1": {"rho2": "11/10"},
    "rho = 0": {"rho2": "0"},
    "negative rho^2": {"rho2": "-1/2"},
    "another step size": {"alpha": "1/10"},
    "another momentum": {"beta": "1/2"},
    "momentum 1": {"beta": "1"},
    "negative momentum": {"beta": "-1/5"},
    "negative step size": {"alpha": "-1/20"},
    "a method with other parameters": {"method": "nesterov"},
    "gradient with momentum": {"method": "gradient"},
    "triple momentum it is not": {"method": "triple-momentum"},
    "heavy ball with extrapolation": {"eta": "1/5"},
    "negative extrapolation": {"method": "momentum", "eta": "-1"},
    "larger L": {"L": "11"},
    "smaller mu": {"mu": "9/10"},
    "mu above L": {"mu": "11"},
    "mu = 0": {"mu": "0"},
    "c0 negative": {"c0": "-1/100"},
    "c0 zero": {"c0": "0"},
    "c negative": {"c": "-1/100"},
    "P indefinite": {"P": [["1/10", "1"], ["1", "1/10"]]},
    "P negative": {"P": [["-1", "0"], ["0", "-1"]]},
    "P zero": {"P": [["0", "0"], ["0", "0"]]},
    "nothing at all": {"P": [["0", "0"], ["0", "0"]], "c0": "0", "c": "0"},
    "kind infeasible without a proof": {"kind": "infeasible"},
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_certificates_are_refused(feasible: dict[str, Any], damage: str) -> None:
    damaged = feasible | DAMAGE[damage]
    if damaged["kind"] != feasible["kind"]:
        with pytest.raises(ValueError, match="fields"):
            kernel.accepts(damaged)
    else:
        assert not kernel.accepts(damaged)


def test_swapped_fields_are_refused(feasible: dict[str, Any]) -> None:
    assert not kernel.accepts(feasible | {"mu": feasible["L"], "L": feasible["mu"]})
    assert not kernel.accepts(feasible | {"alpha": feasible["beta"], "beta": feasible["alpha"]})
    (p11, p12), (_, p22) = feasible["P"]
    assert not kernel.accepts(feasible | {"P": [[p22, p12], [p12, p11]]})
    assert not kernel.accepts(feasible | {"c0": feasible["c"], "c": feasible["c0"]})


def test_a_contracting_but_useless_v_is_refused() -> None:
    """V = y^2 contracts when y alone follows gradient descent, but it does not bound F - F*."""
    # beta = eta/(1+eta): y+ = y - alpha (1+eta) g(y); P = C^T C has s = 0.
    alpha, beta, eta, mu, L = F(1, 10), F(1, 3), F(1, 2), F(1), F(10)
    step = alpha * (1 + eta)
    c0 = step * (1 - step * mu) / (L - mu)
    P, rho2 = (F(9, 4), F(-3, 4), F(1, 4)), max(1 - step * mu, step * L - 1) ** 2
    M = lmi.residual(momentum(alpha, beta, eta), mu, L, rho2, P, c0, F(0))
    assert kernel.semidefinite([list(row) for row in M])
    assert not kernel.rate_holds((alpha, beta, eta, mu, L), rho2, P, c0, F(0))


@pytest.mark.parametrize(
    "damage",
    [
        {"rho2": 0.81},
        {"rho2": "nan"},
        {"rho2": "inf"},
        {"rho2": "1/0"},
        {"rho2": "1/00"},
        {"rho2": "a"},
        {"rho2": None},
        {"rho2": True},
        {"rho2": ["1/2"]},
        {"alpha": ""},
        {"P": "1"},
        {"P": [["1", "0"]]},
        {"P": [["1", "0"], ["0"]]},
        {"P": [["1", "0"], ["1/2", "1"]]},
        {"P": [["1", 0], ["0", "1"]]},
        {"P": [[["1"], "0"], ["0", "1"]]},
        {"kind": "excellent"},
        {"kind": ["feasible"]},
        {"kind": None},
        {"method": "adam"},
        {"method": None},
        {"method": ["heavy-ball"]},
        {"extra": "1"},
        {"Z": [["1"] * 3] * 3},
    ],
)
def test_malformed_certificates_raise(feasible: dict[str, Any], damage: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        kernel.accepts(feasible | damage)


def test_missing_fields_are_malformed(feasible: dict[str, Any], lower: dict[str, Any]) -> None:
    for certificate in (feasible, lower):
        for key in certificate:
            rest = {k: v for k, v in certificate.items() if k != key}
            with pytest.raises(ValueError, match=r"kind must|fields must|method must"):
                kernel.accepts(rest)
    for value in ([], None, "feasible", 3):
        with pytest.raises(ValueError, match="kind must"):
            kernel.accepts(value)


def test_false_lower_bounds_are_refused(lower: dict[str, Any], feasible: dict[str, Any]) -> None:
    assert not kernel.accepts(lower | {"rho2": "9999/10000"})
    assert not kernel.accepts(lower | {"rho2": "1"})
    Z = [[F(v) for v in row] for row in lower["Z"]]
    indefinite = [[str(v - 2 * (i == j) * Z[0][0]) for j, v in enumerate(row)]
                  for i, row in enumerate(Z)]  # fmt: skip
    assert not kernel.accepts(lower | {"Z": indefinite})
    other = [[str(v + (i == j == 1)) for j, v in enumerate(row)] for i, row in enumerate(Z)]
    assert not kernel.accepts(lower | {"Z": other})
    zero = {"Z": [["0"] * 3] * 3}
    assert not kernel.accepts(lower | zero)
    below = {k: v for k, v in lower.items() if k not in ("rho2", "Z")}
    assert not kernel.accepts(below | {"kind": "infeasible"} | {"Z": lower["Z"]})
    for curvature in ("1", "10", "5", "1/2", "20"):
        assert not kernel.accepts(below | {"kind": "infeasible", "curvature": curvature})
    # The bound of a quadratic, just below and just above its spectral radius.
    plain = rate(heavy_ball(F(1, 20), F(0)), 1, 10).lower_certificate
    assert plain["curvature"] == "1"
    assert kernel.accepts(plain | {"rho2": str(F(19, 20) ** 2 - F(1, 10**12))})
    assert not kernel.accepts(plain | {"rho2": str(F(19, 20) ** 2)})
    assert not kernel.accepts(plain | {"rho2": "1/2", "curvature": "1/2"})


def test_upper_and_lower_certificates_never_contradict() -> None:
    """A lower bound at the rate of an accepted certificate is refused, and the other way round."""
    for method in (heavy_ball(F(1, 20), F(3, 5)), nesterov(F(1, 10), F(2, 3))):
        result = rate(method, 1, 10)
        assert F(result.certificate["rho2"]) > F(result.lower_certificate["rho2"])
        raised = result.lower_certificate | {"rho2": result.certificate["rho2"]}
        assert not kernel.accepts(raised)
        lowered = result.certificate | {"rho2": result.lower_certificate["rho2"]}
        assert not kernel.accepts(lowered)
