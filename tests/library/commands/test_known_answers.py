"""Questions that were asked in public, with answers that were computed by others or in closed form.

Accounts are privacy loss distributions and Renyi divergences of dp-accounting, or exact profiles.
"""

from typing import Any

import pytest

CLOSE = 2e-4
POISSON = "privacy --delta 1e-5 --sampling poisson"
FULL = "privacy --n 1 --batch-size 1 --sampling poisson"


@pytest.mark.parametrize(
    ("title", "line", "accountant", "epsilon"),
    [
        ("q 0.01, z 4",
         f"{POISSON} --n 10000 --batch-size 100 --iterations 10000 --noise-multiplier 4",
         (0, 1), (0.9470, 1.0355)),
        ("the same, longer",
         f"{POISSON} --n 10000 --batch-size 100 --iterations 40000 --noise-multiplier 4",
         (0, 1), (2.0334, 2.2097)),
        ("MNIST, 20 epochs",
         f"{POISSON} --n 60000 --batch-size 256 --iterations 4687 --noise-multiplier 1.3",
         (0,), (1.00734,)),
        ("MNIST, 70 epochs",
         f"{POISSON} --n 60000 --batch-size 256 --iterations 16406 --noise-multiplier 0.7",
         (0,), (7.0948,)),
        ("two epochs", f"{POISSON} --n 60000 --batch-size 250 --epochs 2 --noise-multiplier 1.1",
         (0, 1), (0.4110, 0.7958)),
        ("one batch", f"{POISSON} --n 10000 --batch-size 100 --iterations 100 --noise-multiplier 1",
         (0,), (0.7180,)),
        ("eight batches before a step",
         f"{POISSON} --n 10000 --batch-size 800 --iterations 100 --noise-multiplier 1",
         (0,), (5.6134,)),
        ("two libraries", f"{POISSON} --n 50000 --batch-size 1024 --iterations 1464 "
         "--noise-multiplier 1.54", (0, 1), (2.3863, 2.6083)),
        ("an epoch whose last batch is short",
         "privacy --delta 1e-3 --sampling poisson --n 100 --batch-size 64 --epochs 10 "
         "--noise-multiplier 2", (0,), (5.2915,)),
        ("20 releases", f"{FULL} --delta 1e-5 --iterations 20 --noise-multiplier 1.414213562",
         (0,), (17.8566,)),
        ("5 releases", f"{FULL} --delta 1e-5 --iterations 5 --noise-multiplier 2.828427125",
         (0,), (3.3414,)),
    ],
)  # fmt: skip
def test_what_a_noise_spends(
    title: str, line: str, accountant: tuple[int, ...], epsilon: tuple[float, ...], answer: Any
) -> None:
    rows = answer(line)["accounts"]
    found = [rows[k]["epsilon"] for k in accountant]
    assert found == pytest.approx(epsilon, rel=CLOSE, abs=1e-4), title


@pytest.mark.parametrize(
    ("title", "line", "multiplier"),
    [
        ("50,000 records, 10 epochs", f"{POISSON} --n 50000 --batch-size 256 --iterations 1953 "
         "--epsilon 8", 0.53553),
        ("60 full batches", f"{FULL} --delta 1e-5 --iterations 60 --epsilon 1", 28.8973),
        ("one release", f"{FULL} --delta 1e-5 --iterations 1 --epsilon 1", 3.7306),
        ("at a smaller delta", f"{FULL} --delta 1e-6 --iterations 1 --epsilon 1", 4.22468),
    ],
)  # fmt: skip
def test_what_noise_a_budget_needs(title: str, line: str, multiplier: float, answer: Any) -> None:
    found = answer(line)["accounts"][0]["smallest_noise_multiplier"]
    assert found == pytest.approx(multiplier, rel=CLOSE), title


def test_a_zcdp_budget_is_shared_by_three_queries(answer: Any, tmp_path: Any) -> None:
    (tmp_path / "weights.txt").write_text("1\n1\n1\n", encoding="utf-8")
    line = f"allocate --weights {tmp_path / 'weights.txt'} --mechanism gaussian --rho-total 1"
    sigmas = answer(f"{line} --n 1 --sensitivity 1")["sigma_t"]
    assert sigmas == pytest.approx([(3 / 2) ** 0.5] * 3, rel=1e-9)


@pytest.mark.parametrize(
    ("line", "rho", "within"),
    [
        ("gradient --alpha 0.1 --mu 1 --smoothness 10", 0.9, 2e-8),
        ("gradient --alpha 1 --mu 1e-11 --smoothness 1", 1 - 1e-11, 1e-15),
        ("triple-momentum --mu 0.02 --smoothness 1", 1 - 0.02**0.5, 1e-6),
        ("heavy-ball --alpha 0.5 --beta 0.632 --mu 0.1 --smoothness 1", 0.8609, 1e-4),
        ("nesterov --alpha 0.01 --beta 9/11 --mu 1 --smoothness 100", 0.927933, 1e-6),
        ("nesterov --alpha 0.0001 --beta 99/101 --mu 1 --smoothness 10000", 0.993192, 1e-6),
    ],
)
def test_rates(line: str, rho: float, within: float, answer: Any) -> None:
    found = answer(f"rate --method {line}")
    assert found["status"] == "feasible"
    assert found["rho_lower"] <= rho + within
    assert abs(found["rho"] - rho) <= within


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("heavy-ball --alpha 1/9 --beta 4/9 --mu 1 --smoothness 25", "goes round 3 points"),
        ("heavy-ball --alpha 4/121 --beta 81/121 --mu 1 --smoothness 100", "goes round 3 points"),
        ("gradient --alpha 0.2 --mu 1 --smoothness 10", "on a quadratic"),
    ],
)
def test_methods_without_a_rate(line: str, said: str, prints: Any) -> None:
    shown = prints(f"rate --method {line}")
    assert "infeasible" in shown
    assert said in shown
