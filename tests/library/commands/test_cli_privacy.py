"""``dptheory privacy``: calibration, accounts with named relations."""

import pytest

from dptheory.privacy import GaussianSteps, Neighbouring, pld_epsilon

MNIST = "privacy --n 50000 --batch 128 --epochs 50 --delta 1e-5 --epsilon 1/5 --sampling poisson"
SMALL = "privacy --n 100 --batch 10 --iterations 20 --delta 1e-5 --epsilon 1"
RARE = "--batch 1 --iterations 1 --epsilon 1"
TIGHT = "privacy --n 60000 --batch 256 --iterations 1000 --delta 1e-5"


def test_mnist_setting(answer):
    found = answer(MNIST)
    first, second = found["accounts"]
    assert found["iterations"] == 19531
    assert first["accountant"] == "privacy loss distribution"
    assert second["accountant"] == "Renyi divergence"
    assert first["neighbouring"] == second["neighbouring"] == "add-or-remove-one"
    # Without --noise: the smallest one that the first account allows.
    assert [found["noise"], first["smallest_noise"]] == pytest.approx([0.0460] * 2, abs=1e-4)
    assert first["epsilon"] == pytest.approx(0.2, rel=1e-3)
    given = answer(f"{MNIST} --noise 0.425965")
    assert given["accounts"][0]["epsilon"] == pytest.approx(0.0170, abs=1e-4)


def test_every_row_names_its_relation(answer):
    rows = answer(f"{SMALL} --noise 3/2 --lipschitz 2")["accounts"]
    whole, poisson = ("without-replacement", "replace-one"), ("poisson", "add-or-remove-one")
    kinds = [(row["sampling"], row["neighbouring"]) for row in rows]
    assert kinds == [whole] * 3 + [poisson] * 2
    assert rows[0]["noise_multiplier"] == pytest.approx(10 * 1.5 / 4)
    assert rows[3]["noise_multiplier"] == pytest.approx(10 * 1.5 / 2)
    for row in rows:
        assert (row["epsilon"] <= 1) == (row["smallest_noise"] <= 1.5)
    steps = GaussianSteps(2.0, rows[0]["smallest_noise"], 100, 10, 20)
    eps = pld_epsilon(steps, 1e-5, neighbouring=Neighbouring.REPLACE_ONE)
    assert 0.999 <= eps <= 1


def test_rare_batches_finish(answer):
    line = f"privacy --n 1e8 {RARE} --delta 1e-12 --noise 1 --sampling without-replacement"
    needed = [row["smallest_noise"] for row in answer(line)["accounts"]]
    assert needed[0] == pytest.approx(0.5604, rel=1e-3)
    assert needed[0] < needed[1]


def test_any_noise_is_said_so(answer, prints):
    line = f"privacy --n 1000000 {RARE} --delta 1e-5"
    rows = answer(line)["accounts"]
    assert [(row["epsilon"], row["smallest_noise"]) for row in rows] == [(0, 0)] * 5
    *shown, why = prints(line).splitlines()
    found = [row.split() for row in shown[-8:-1]]
    by = [row[4:6] for row in found if row[0] == "epsilon"]
    assert by == [["without-replacement,", "replace-one,"], ["poisson,", "add-or-remove-one,"]]
    assert [row[:2] for row in found if row[0] != "epsilon"] == [["0", "any"]] * 5
    assert "poisson" not in prints(f"{line} --sampling without-replacement")
    assert why.endswith("delta covers that a record is ever drawn (1e-06): any noise does")


def test_all_data_are_covered(prints):
    line = "privacy --n 100 --batch 100 --iterations 10 --epsilon 1 --delta 1e-5"
    # On all data the privacy loss distribution is exact: the noise just meets the budget.
    assert float(prints(line).splitlines()[-6].split()[0]) == pytest.approx(1, rel=1e-3)


def test_every_accountant_answers_a_tight_budget(answer):
    rows = answer(f"{TIGHT} --epsilon 0.015")["accounts"]
    assert not any(row["problem"] for row in rows)
    pld, renyi, theorem, poisson_pld, poisson_renyi = (row["smallest_noise"] for row in rows)
    assert 0 < pld < min(renyi, theorem)
    assert 0 < poisson_pld < poisson_renyi


def test_an_accountant_that_fails_takes_no_other_with_it(answer, monkeypatch):
    def failing(*_: object, **__: object) -> float:
        raise ValueError("math domain error")

    monkeypatch.setattr("dptheory.privacy.gaussian.theorem_27_epsilon", failing)
    rows = answer(f"{TIGHT} --epsilon 1 --sampling without-replacement")["accounts"]
    failed = [row["accountant"].split(",")[1] for row in rows if row["problem"]]
    assert failed == [" Theorem 27 of Wang"]
    assert all(row["smallest_noise"] for row in rows if not row["problem"])


def test_a_floor_is_explained_where_it_applies(prints):
    line = f"{TIGHT} --sampling poisson --epsilon"
    last = prints(f"{line} 0.002").splitlines()[-1]
    assert last.startswith("Renyi: no order has an epsilon between 0 and 0.0035")
    assert "no order" not in prints(f"{line} 1")


@pytest.mark.parametrize(("n", "T", "epsilon"), [(1000, 10, "1e-5"), (100, 1, "1e-3")])
def test_small_budgets_on_full_data_are_answered(answer, n, T, epsilon):
    found = answer(f"privacy --n {n} --batch {n} --iterations {T} --epsilon {epsilon} --delta 1e-9")
    exact = found["accounts"][0]
    assert not any(row["problem"] for row in found["accounts"])
    assert 0.99 * found["epsilon"] <= exact["epsilon"] <= found["epsilon"]
    assert exact["smallest_noise"] == pytest.approx(found["noise"], rel=2e-4)


def test_a_noise_multiplier_in_place_of_a_budget(answer, prints):
    line = "privacy --n 100 --batch 10 --iterations 20 --delta 1e-5 --lipschitz 2"
    line += " --sampling poisson"
    found = answer(f"{line} --noise-multiplier 3")
    assert found["epsilon"] is None
    assert (found["noise"], found["noise_multiplier"]) == (0.6, 3)
    assert [row["smallest_noise"] for row in found["accounts"]] == [None] * 2
    same = answer(f"{line} --noise 0.6 --epsilon 1")
    ours, theirs = ([row["epsilon"] for row in x["accounts"]] for x in (found, same))
    assert ours == theirs
    row = same["accounts"][0]
    assert row["smallest_noise_multiplier"] == pytest.approx(row["smallest_noise"] * 10 / 2)
    # What a row needs, given back as a multiplier, is the budget.
    again = answer(f"{line} --noise-multiplier {row['smallest_noise_multiplier']}")
    assert again["accounts"][0]["epsilon"] == pytest.approx(1, rel=1e-3)
    page = prints(f"{line} --noise-multiplier 3")
    assert "at noise 0.6, multiplier 3:" in page
    assert "smallest noise" not in page
    assert f"{row['smallest_noise_multiplier']:.6g}" in prints(f"{line} --noise 0.6 --epsilon 1")
