"""The printed tables of the group-wise paper, and the multipliers that its budgets need."""

from fractions import Fraction
from pathlib import Path

import pytest

from dptheory.privacy.distinguishing import sampled_epsilon_lower
from dptheory.privacy.noise import SETTLED
from verify.formula.evaluate import Undefined
from verify.papers.groupwise import settings
from verify.papers.groupwise.formulas import printed_means, printed_tables, table_entries
from verify.papers.groupwise.laboratory import noise_multipliers
from verify.papers.groupwise.results import alg_1_noise

MODELS = (
    printed_tables.VIT_SMALL,
    printed_tables.VIT_LARGE,
    printed_tables.ROBERTA_BASE,
    printed_tables.ROBERTA_LARGE,
    printed_tables.GPT2_SMALL,
    printed_tables.GPT2_MEDIUM,
    printed_tables.GPT2_LARGE,
)
DOCUMENT = Path(__file__).parents[3] / "docs" / "grouping.md"


@pytest.mark.parametrize("model", MODELS, ids=lambda m: m.model)
def test_every_row_has_five_entries_at_both_budgets_and_all_groupings(
    model: table_entries.Printed,
) -> None:
    assert {1, model.layers, model.parameters} <= set(model.groups)
    assert all(len(row) == 10 for row in model.rows.values())


def test_a_row_without_ten_entries_is_refused() -> None:
    with pytest.raises(ValueError, match="ten entries"):
        table_entries.printed(table_entries.IMAGES, "x 2 3\n1 90.1 90.2")


def test_an_entry_is_the_printed_number() -> None:
    assert printed_tables.VIT_SMALL.value(2, 75, 2) == Fraction("71.93")
    assert printed_tables.VIT_SMALL.digits(2, 75, "CIFAR100") == "71.93"


@pytest.mark.parametrize(("eps", "M", "j"), [(3, 1, 1), (2, 147, 1), (2, 1, 0), (2, 1, 6)])
def test_an_entry_that_is_not_printed_has_no_value(eps: int, M: int, j: int) -> None:
    with pytest.raises(Undefined):
        printed_tables.VIT_SMALL.value(eps, M, j)


def test_a_setting_has_what_the_tables_print() -> None:
    printed = {M for model in MODELS for M in model.groups}
    for setting in settings.GROUPS:
        assert setting.values["M"] in printed
        assert setting.values["gamma"] == Fraction(1, 100)
    epochs, batch = printed_tables.TABLE_6["CIFAR100"]
    for setting in settings.CIFAR100_LARGE:
        assert setting.values["B"] == batch
        assert setting.values["T"] == epochs * noise_multipliers.SIZES["CIFAR100"] // batch


def test_accuracies_of_872_sentences_are_told_from_others() -> None:
    assert all(
        table_entries.is_share(Fraction(round(100 * k / 872 * 100), 100), 872) for k in range(873)
    )
    # An entry of [18], which is a mean.
    assert not table_entries.is_share(Fraction("90.53"), 872)


def test_more_groups_show_more_at_the_noise_of_one() -> None:
    shown = [float(alg_1_noise.least_spent(M)) for M in (1, 2, 4, 147)]
    assert shown == sorted(shown)
    # What one group shows is within the budget that its noise is for.
    assert shown[0] < 2


@pytest.mark.parametrize("groups", [0, -1, Fraction(1, 2)])
def test_a_number_of_groups_is_whole(groups: Fraction) -> None:
    with pytest.raises(Undefined):
        alg_1_noise.least_spent(groups)


def documented() -> dict[tuple[str, int], list[str]]:
    """The table of the document: (data, epsilon) -> its row."""
    rows = (line.strip("| ").split(" | ") for line in DOCUMENT.read_text().splitlines())
    return {(r[0], int(r[5])): r for r in rows if len(r) == 11 and r[0] in noise_multipliers.SIZES}


def test_the_document_has_every_run_at_both_budgets() -> None:
    runs = {(run.data, eps): run for run in noise_multipliers.RUNS for eps in run.budgets}
    assert documented().keys() == runs.keys()
    for cell, row in documented().items():
        assert row[1:4] == [str(x) for x in (runs[cell].n, runs[cell].batch, runs[cell].steps)]
        assert float(row[4]) == pytest.approx(runs[cell].delta, rel=5e-3)


@pytest.mark.parametrize("accountant", noise_multipliers.ACCOUNTANTS)
def test_a_multiplier_of_the_document_is_the_smallest_that_keeps_its_budget(
    accountant: str,
) -> None:
    run = noise_multipliers.RUNS[0]
    account = noise_multipliers.ACCOUNTANTS[accountant]
    column = 6 + list(noise_multipliers.ACCOUNTANTS).index(accountant)
    printed = float(documented()["CIFAR100", 8][column])
    assert account(run, printed + 0.001) < 8 < account(run, printed - 0.001)


def test_no_multiplier_but_the_last_keeps_the_budget_of_a_replaced_record() -> None:
    run = noise_multipliers.RUNS[0]
    *others, last = map(float, documented()["CIFAR100", 8][6:])
    rate, delta = run.batch / run.n, run.delta
    assert sampled_epsilon_lower(rate, max(others) / 2, run.steps, delta) > 8
    assert sampled_epsilon_lower(rate, last / 2, run.steps, delta) < 8


def test_the_central_limit_is_no_bound() -> None:
    run = noise_multipliers.RUNS[0]
    limit = float(documented()["CIFAR100", 8][6 + list(noise_multipliers.ACCOUNTANTS).index("GDP")])
    assert sampled_epsilon_lower(run.batch / run.n, limit, run.steps, run.delta) > 8


def test_a_multiplier_is_rounded_up_to_what_keeps_the_budget() -> None:
    run = noise_multipliers.RUNS[0]
    needed = noise_multipliers.multiplier(run, 2, "GDP")
    assert noise_multipliers.gaussian_limit(run, needed) <= 2
    assert noise_multipliers.gaussian_limit(run, needed * (1 - 2 * SETTLED)) > 2


def test_an_unknown_accountant_is_refused() -> None:
    with pytest.raises(KeyError):
        noise_multipliers.multiplier(noise_multipliers.RUNS[0], 2, "none")


def test_gpt2_scores_are_averaged_in_per_cent_of_all_layer_clipping() -> None:
    for model in MODELS:
        whole = printed_means.mean_entry(model, 8, 1)
        if model.columns is table_entries.SCORES:
            assert whole == 100
        else:
            assert whole == sum(model.value(8, 1, j) for j in table_entries.FIVE) / 5


def test_a_mean_of_a_row_that_is_not_printed_has_no_value() -> None:
    with pytest.raises(Undefined):
        printed_means.mean_entry(printed_tables.VIT_SMALL, 3, 1)
