"""``dptheory privacy``: calibration, accounts with named relations."""

import pytest

from dptheory.commands import privacy
from dptheory.privacy import GaussianSteps, Neighbouring, pld_epsilon

MNIST = (
    "privacy --n 50000 --batch-size 128 --epochs 50 --delta 1e-5 --epsilon 1/5 --sampling poisson"
)
SMALL = "privacy --n 100 --batch-size 10 --iterations 20 --delta 1e-5 --epsilon 1"
RARE = "--batch-size 1 --iterations 1 --epsilon 1"
TIGHT = "privacy --n 60000 --batch-size 256 --iterations 1000 --delta 1e-5"


@pytest.fixture(autouse=True, scope="module")
def asked_once():
    """The JSON and the page of a line are of one answer, computed once."""
    compute, known = privacy._answer, {}

    def answer(arguments, *more):
        line = repr(sorted(item for item in vars(arguments).items() if item[0] != "json"))
        if line not in known:
            known[line] = compute(arguments, *more)
        return known[line]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy, "_answer", answer)
        yield


def test_mnist_setting(answer):
    found = answer(MNIST)
    first, second = found["accounts"]
    assert found["iterations"] == 50 * 391
    assert first["accountant"] == "privacy loss distribution"
    assert second["accountant"] == "Renyi divergence"
    assert first["neighbouring"] == second["neighbouring"] == "add-or-remove-one"
    # Without --noise-std: the smallest one that the first account allows.
    assert [found["noise_std"], first["smallest_noise"]] == pytest.approx([0.0460] * 2, abs=1e-4)
    assert first["epsilon"] == pytest.approx(0.2, rel=1e-3)
    given = answer(f"{MNIST} --noise-std 0.425965")
    assert given["accounts"][0]["epsilon"] == pytest.approx(0.0170, abs=1e-4)


def test_every_row_names_its_relation(answer):
    rows = answer(f"{SMALL} --noise-std 3/2 --clip 2")["accounts"]
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
    line = f"privacy --n 1e8 {RARE} --delta 1e-12 --noise-std 1 --sampling without-replacement"
    needed = [row["smallest_noise"] for row in answer(line)["accounts"]]
    assert needed[0] == pytest.approx(0.5604, rel=1e-3)
    assert needed[0] < needed[1]


def test_any_noise_is_said_so(answer, prints):
    line = f"privacy --n 1000000 {RARE} --delta 1e-5"
    rows = answer(line)["accounts"]
    assert [(row["epsilon"], row["smallest_noise"]) for row in rows] == [(0, 0)] * 5
    *shown, why = prints(line).split("to publish")[0].splitlines()
    found = [row.split() for row in shown[-8:-1]]
    by = [row[4:6] for row in found if row[0] == "epsilon"]
    assert by == [["without-replacement,", "replace-one,"], ["poisson,", "add-or-remove-one,"]]
    assert [row[:2] for row in found if row[0] != "epsilon"] == [["0", "any"]] * 5
    assert "poisson" not in prints(f"{line} --sampling without-replacement")
    assert why.endswith("delta covers that a record is ever drawn (1e-06): any noise does")


def test_all_data_are_covered(prints):
    line = "privacy --n 100 --batch-size 100 --iterations 10 --epsilon 1 --delta 1e-5"
    # On all data the privacy loss distribution is exact: the noise just meets the budget.
    rows = [row.split() for row in prints(line).splitlines() if "loss distribution" in row]
    assert float(rows[0][0]) == pytest.approx(1, rel=1e-3)


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
    last = prints(f"{line} 0.002").split("to publish")[0].splitlines()[-1]
    assert last.startswith("Renyi: no order has an epsilon between 0 and 0.0035")
    assert "no order" not in prints(f"{line} 1")


@pytest.mark.parametrize(("n", "T", "epsilon"), [(1000, 10, "1e-5"), (100, 1, "1e-3")])
def test_small_budgets_on_full_data_are_answered(answer, n, T, epsilon):
    found = answer(
        f"privacy --n {n} --batch-size {n} --iterations {T} --epsilon {epsilon} --delta 1e-9"
    )
    exact = found["accounts"][0]
    assert not any(row["problem"] for row in found["accounts"])
    assert 0.99 * found["epsilon"] <= exact["epsilon"] <= found["epsilon"]
    assert exact["smallest_noise"] == pytest.approx(found["noise_std"], rel=2e-4)


def test_a_noise_multiplier_in_place_of_a_budget(answer, prints):
    line = "privacy --n 100 --batch-size 10 --iterations 20 --delta 1e-5 --clip 2"
    line += " --sampling poisson"
    found = answer(f"{line} --noise-multiplier 3")
    assert found["epsilon"] is None
    assert (found["noise_std"], found["noise_multiplier"]) == (0.6, 3)
    assert [row["smallest_noise"] for row in found["accounts"]] == [None] * 2
    same = answer(f"{line} --noise-std 0.6 --epsilon 1")
    ours, theirs = ([row["epsilon"] for row in x["accounts"]] for x in (found, same))
    assert ours == theirs
    assert found["delta_at_epsilon"] is answer(f"{line} --epsilon 1")["delta_at_epsilon"] is None
    at = answer(f"{line} --noise-std 0.6 --epsilon {ours[0]}")["delta_at_epsilon"]
    assert at == {"poisson": pytest.approx(1e-5, rel=1e-2)}
    assert "\ndelta at epsilon 1: " in prints(f"{line} --noise-std 0.6 --epsilon 1")
    row = same["accounts"][0]
    assert row["smallest_noise_multiplier"] == pytest.approx(row["smallest_noise"] * 10 / 2)
    # What a row needs, given back as a multiplier, is the budget.
    again = answer(f"{line} --noise-multiplier {row['smallest_noise_multiplier']}")
    assert again["accounts"][0]["epsilon"] == pytest.approx(1, rel=1e-3)
    page = prints(f"{line} --noise-multiplier 3")
    assert "at noise 0.6, multiplier 3:" in page
    assert "smallest noise" not in page
    assert f"{row['smallest_noise_multiplier']:.6g}" in prints(
        f"{line} --noise-std 0.6 --epsilon 1"
    )


WHOLE = "privacy --n 1000 --batch-size 1000 --iterations 100 --delta 1e-5"


def test_the_choice_among_runs_stands_between_its_limits(answer, prints):
    line = f"{WHOLE} --noise-multiplier 30 --candidates 20"
    rows = answer(line)["choosing"]
    assert [row["neighbouring"] for row in rows] == ["replace-one", "add-or-remove-one"]
    for row in rows:
        assert (row["law"], row["mean"]) == ("geometric", 20)
        assert row["one_run"] < row["at_least"] < row["epsilon"] < row["renyi"]
    assert rows[0]["epsilon"] == pytest.approx(4.7118, abs=1e-3)
    assert "best of K runs at this noise, geometric, mean 20 (K >= 1):" in prints(line)


def test_a_poisson_number_of_candidates_may_be_none(answer, prints):
    line = f"{SMALL} --sampling poisson --noise-multiplier 2 --candidates"
    (row,) = answer(f"{line} 3,poisson")["choosing"]
    assert 0 < row["at_least"] < row["epsilon"]
    assert "K may be 0" in prints(f"{line} 3,poisson")
    # Hardly ever a run.
    assert answer(f"{line} 1e-6,poisson")["choosing"][0]["epsilon"] == 0


def test_the_last_iterate_of_contracting_steps(answer, prints):
    line = f"{WHOLE} --epsilon 2 --release last"
    steps = "--alpha 0.5 --mu 0.2 --smoothness 2"
    found = answer(f"{line} {steps}")
    (first, second), account = found["last_iterate"], found["accounts"][0]
    assert first["releases_worth"] == pytest.approx(19 * (1 - 0.9**100) / (1 + 0.9**100))
    assert first["epsilon"] < account["epsilon"]
    ratio = first["smallest_noise"] / account["smallest_noise"]
    assert ratio == pytest.approx((first["releases_worth"] / 100) ** 0.5, rel=1e-3)
    assert second["smallest_noise"] == pytest.approx(first["smallest_noise"] / 2)
    assert "as 18.999 releases" in prints(f"{line} {steps}")
    # On quadratics without momentum the law is the same, with it it is exact.
    same = answer(f"{line} --alpha 0.5 --quadratic 0.2")["last_iterate"][0]
    assert same["epsilon"] == pytest.approx(first["epsilon"], rel=1e-9)
    more = answer(f"{line} --alpha 0.5 --quadratic 0.2,2 --beta 1/2")["last_iterate"][0]
    # Stationary, by hand: (1-b)(2(1+b) - al)/((1+b) al) at al = 1/10.
    assert more["releases_worth"] == pytest.approx(29 / 3, rel=1e-6)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--candidates 1", "--candidates must be above 1 and at most 1000000000. Found 1."),
        ("--candidates 3,-1", "--candidates must be MEAN,LAW with LAW one of geometric"),
        ("--candidates 3,best", "--candidates must be MEAN,LAW with LAW one of geometric"),
        ("--candidates many", "--candidates must be a finite decimal"),
        ("--alpha 1", "--alpha must be left out but with --release last. Found 1."),
        ("--release first", "--release must be one of all, last. Found 'first'."),
        ("--release last --alpha 1 --smoothness 3 --mu 1", "--alpha must be at most 2/L, L = 3."),
        ("--release last --alpha 1 --smoothness 1", "--mu must be given with --release last, or"),
        (
            "--release last --alpha 1 --smoothness 1 --mu 1/2 --beta 1/2",
            "--beta must be 0 but with --quadratic: on losses that are not quadratic",
        ),
        ("--release last --alpha 1 --quadratic 1,x", "--quadratic must be a finite decimal"),
        (
            "--release last --alpha 1 --quadratic 1 --mu 1",
            "--mu and --quadratic exclude each other",
        ),
        (
            "--release last --alpha 1e9 --quadratic 1 --beta 1/2",
            "--quadratic: curvature must be one at which the run does not diverge. Found 1.",
        ),
        ("--release last --candidates 3", "--candidates and --release last exclude each other"),
    ],
)
def test_options_of_the_choice_and_the_last_iterate_are_checked(refusal, options, words):
    assert words in refusal(f"{WHOLE} --epsilon 1 {options}")


def test_the_last_iterate_needs_full_batches(refusal):
    line = f"{SMALL} --release last --alpha 1 --mu 1 --smoothness 1"
    assert "--batch-size must be n = 100 with --release last. Found 10." in refusal(line)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--mu 0 --alpha 1", "(convex, steps do not contract)"),
        ("--mu 1/2 --alpha 2", "(strongly convex, steps do not contract)"),
        ("--mu 1/2 --alpha 1", "(strongly convex, steps contract by 0.5)"),
    ],
)
def test_what_is_said_of_the_losses_of_a_last_iterate(options, said, prints):
    line = "privacy --n 100 --batch-size 100 --iterations 5 --noise-std 1 --release last"
    assert said in prints(f"{line} --smoothness 1 {options}")
