"""``dptheory privacy``: calibration, accounts with named relations, one line for every mistake."""

import json

import pytest

from dptheory.cli import main
from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring

MNIST = ["--n", "50000", "--batch", "128", "--epochs", "50", "--delta", "1e-5", "--epsilon", "1/5"]
SMALL = ["--n", "100", "--batch", "10", "--iterations", "20", "--delta", "1e-5", "--epsilon", "1"]


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    """The JSON that ``dptheory privacy`` prints."""
    assert main(["privacy", *arguments, "--json"]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return dict(json.loads(output.out))


def test_mnist_setting(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *MNIST, "--sampling", "poisson")
    assert found["iterations"] == 19531
    assert [row["accountant"] for row in found["accounts"]] == [
        "privacy loss distribution", "Renyi divergence",
    ]  # fmt: skip
    assert {row["neighbouring"] for row in found["accounts"]} == {"add-or-remove-one"}
    # Without --noise: the smallest one that the first account allows.
    assert found["noise"] == pytest.approx(0.0460, abs=1e-4)
    assert found["accounts"][0]["epsilon"] == pytest.approx(0.2, rel=1e-3)
    assert found["accounts"][0]["smallest_noise"] == pytest.approx(0.0460, abs=1e-4)
    given = answer(capsys, *MNIST, "--sampling", "poisson", "--noise", "0.425965")
    assert given["accounts"][0]["epsilon"] == pytest.approx(0.0170, abs=1e-4)


def test_every_row_names_its_relation(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *SMALL, "--noise", "3/2", "--lipschitz", "2")
    rows = found["accounts"]
    assert [(row["sampling"], row["neighbouring"]) for row in rows] == [
        ("without-replacement", "replace-one")
    ] * 3 + [("poisson", "add-or-remove-one")] * 2
    assert rows[0]["noise_multiplier"] == pytest.approx(10 * 1.5 / 4)
    assert rows[3]["noise_multiplier"] == pytest.approx(10 * 1.5 / 2)
    for row in rows:
        assert (row["epsilon"] <= 1) == (row["smallest_noise"] <= 1.5)
    exact = rows[0]["smallest_noise"]
    steps = GaussianSteps(2.0, exact, 100, 10, 20)
    eps = pld_epsilon(steps, 1e-5, neighbouring=Neighbouring.REPLACE_ONE)
    assert 0.999 <= eps <= 1


def test_readable_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["privacy", *SMALL, "--sampling", "without-replacement"]) == 0
    text = capsys.readouterr().out
    assert "without-replacement, replace-one: privacy loss distribution" in text
    assert "poisson" not in text


RARE = ["--batch", "1", "--iterations", "1", "--epsilon", "1"]


def test_rare_batches_finish(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "--n", "1e8", *RARE, "--delta", "1e-12", "--noise", "1")
    needed = [row["smallest_noise"] for row in found["accounts"]]
    assert needed[0] == pytest.approx(0.5604, rel=1e-3)
    assert needed[0] < needed[1]
    assert needed[3] < needed[4]


def test_any_noise_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--n", "1000000", *RARE, "--delta", "1e-5"]
    found = answer(capsys, *arguments)
    assert [(row["epsilon"], row["smallest_noise"]) for row in found["accounts"]] == [(0, 0)] * 5
    assert main(["privacy", *arguments]) == 0
    *_, first, second, third, fourth, fifth, why = capsys.readouterr().out.splitlines()
    lines = (first, second, third, fourth, fifth)
    assert [line.split()[:2] for line in lines] == [["0", "any"]] * 5
    assert why.endswith("delta covers that a record is ever drawn (1e-06): any noise does")


def test_all_data_are_covered(capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "--n",
        "100",
        "--batch",
        "100",
        "--iterations",
        "10",
        "--epsilon",
        "1",
        "--delta",
        "1e-5",
    ]
    assert main(["privacy", *line]) == 0
    rows = capsys.readouterr().out.splitlines()[-5:]
    # On all data the privacy loss distribution is exact: the noise just meets the budget.
    assert float(rows[0].split()[0]) == pytest.approx(1, rel=1e-3)


def without(option: str) -> list[str]:
    place = SMALL.index(option)
    return SMALL[:place] + SMALL[place + 2 :]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ([*without("--delta"), "--delta", "0"], "--delta"),
        ([*without("--delta"), "--delta", "1"], "--delta"),
        ([*without("--delta"), "--delta", "1e-20"], "--delta"),
        ([*without("--delta"), "--delta", "nan"], "--delta"),
        ([*without("--batch"), "--batch", "101"], "--batch"),
        ([*without("--batch"), "--batch", "0"], "--batch"),
        ([*without("--batch"), "--batch", "1.5"], "--batch"),
        ([*without("--n"), "--n", "0"], "--n"),
        ([*without("--epsilon"), "--epsilon", "0"], "--epsilon"),
        ([*without("--epsilon"), "--epsilon=-1"], "--epsilon"),
        ([*SMALL, "--lipschitz", "0"], "--lipschitz"),
        ([*SMALL, "--noise", "0"], "--noise"),
        ([*SMALL, "--noise=-1"], "--noise"),
        ([*SMALL, "--epochs", "1"], "--iterations"),
        ([*without("--iterations"), "--iterations", "0"], "--iterations"),
        ([*without("--iterations"), "--epochs", "1e-9"], "--epochs"),
        (without("--iterations"), "--epochs"),
        (without("--epsilon"), "--epsilon"),
        ([*SMALL, "--sampling", "shuffled"], "--sampling"),
        ([*SMALL, "--mechanism", "laplace"], "--mechanism"),
    ],
)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], name: str
) -> None:
    try:
        status = main(["privacy", *arguments])
    except SystemExit as stop:
        status = stop.code
    output = capsys.readouterr()
    assert (status, output.out) == (2, "")
    assert output.err.count("\n") == 1
    assert name in output.err


TIGHT = ["--n", "60000", "--batch", "256", "--iterations", "1000", "--delta", "1e-5"]


def test_every_accountant_answers_a_tight_budget(capsys: pytest.CaptureFixture[str]) -> None:
    rows = answer(capsys, *TIGHT, "--epsilon", "0.015")["accounts"]
    assert len(rows) == 5
    assert not any(row["problem"] for row in rows)
    assert all(row["smallest_noise"] for row in rows)


def test_an_accountant_that_fails_takes_no_other_with_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **__: object) -> float:
        raise ValueError("math domain error")

    monkeypatch.setattr("dptheory.privacy.gaussian.theorem_27_epsilon", failing)
    rows = answer(capsys, *TIGHT, "--epsilon", "1", "--sampling", "without-replacement")
    failed = [row for row in rows["accounts"] if row["problem"]]
    assert [row["accountant"].split(",")[1] for row in failed] == [" Theorem 27 of Wang"]
    assert all(row["smallest_noise"] for row in rows["accounts"] if not row["problem"])


def test_a_floor_is_explained_where_it_applies(capsys: pytest.CaptureFixture[str]) -> None:
    line = [*TIGHT, "--sampling", "poisson", "--epsilon"]
    assert main(["privacy", *line, "0.002"]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("Renyi: no order has an epsilon between 0 and 0.0035")
    assert main(["privacy", *line, "1"]) == 0
    assert "no order" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "more",
    [
        ["--n", "1000", "--batch", "1000", "--iterations", "10", "--epsilon", "1e-5"],
        ["--n", "100", "--batch", "100", "--iterations", "1", "--epsilon", "1e-3"],
    ],
)
def test_small_budgets_on_full_data_are_answered(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, *more, "--delta", "1e-9")
    exact = found["accounts"][0]
    assert not any(row["problem"] for row in found["accounts"])
    assert 0.99 * found["epsilon"] <= exact["epsilon"] <= found["epsilon"]
    assert exact["smallest_noise"] == pytest.approx(found["noise"], rel=2e-4)
