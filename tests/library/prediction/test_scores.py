"""Held-out accuracy and loss: limit cases, standard errors, weights of the penalty."""

import math

import numpy as np
import pytest

from dptheory.commands.tune_accuracy import HeldOut, verdict
from dptheory.prediction import Choice, LinearModel, Question, Task, scores
from dptheory.prediction.penalties import penalised, ranked, weights
from dptheory.prediction.releases import Vector
from dptheory.prediction.scores import Tried

N = 400


def model(clear: float, share: float = 0.5) -> LinearModel:
    """Records on a circle and a constant; labels that follow the first coordinate, or none."""
    generator = np.random.default_rng(5)
    turn = generator.uniform(0, 2 * math.pi, N)
    features = np.column_stack([np.cos(turn), np.sin(turn), np.ones(N)])
    logit = clear * features[:, 0] + math.log(share / (1 - share))
    labels = np.where(generator.random(N) < 1 / (1 + np.exp(-logit)), 1.0, -1.0)
    return LinearModel(features, labels, 1e-3)


def output(scale: float) -> Choice:
    """The minimiser with noise."""
    return Choice("output-perturbation", 1.0, (), noise=Vector("gaussian", scale, 3))


def test_without_noise_a_choice_is_the_model_without_privacy() -> None:
    data = model(6.0)
    found, free = scores.chosen(output(0.0), data, N, 0), scores.without_privacy(data)
    assert found.right == pytest.approx(free.right)
    assert found.losses == pytest.approx(free.losses)
    assert found.accuracy.error == pytest.approx(free.accuracy.error)


def test_every_record_is_tried_once_and_not_with_its_own_weights() -> None:
    """As many coefficients as records: fitted ones would all be right, others are a guess."""
    generator = np.random.default_rng(0)
    features = generator.standard_normal((60, 60))
    labels = np.where(generator.random(60) < 0.5, 1.0, -1.0)
    found = scores.without_privacy(LinearModel(features, labels, 1e-6))
    assert found.right.shape == (60,)
    assert 0.3 < found.accuracy.value < 0.7


def test_noise_and_records_both_count_in_the_standard_error() -> None:
    right = np.array([1.0, 0.0, 1.0, 0.0])
    tried = Tried(right, right, accuracy_variance=0.04, loss_variance=0.0)
    assert tried.accuracy.error == pytest.approx(math.sqrt(1 / 12 + 0.04))
    assert tried.loss.error == pytest.approx(math.sqrt(1 / 12))
    assert tried.accuracy_above(tried).value == 0.0
    assert scores.chosen(output(3.0), model(6.0), N, 0).accuracy_variance > 0


def test_the_more_frequent_label_is_that_of_the_other_half() -> None:
    data = model(0.0, share=0.8)
    found = scores.majority(data)
    assert found.accuracy.value == pytest.approx((data.labels > 0).mean())
    assert found.loss.value == pytest.approx(-0.8 * math.log(0.8) - 0.2 * math.log(0.2), abs=0.06)


def held(data: LinearModel, noise: float) -> str:
    """The verdict on the minimiser with noise."""
    tried = scores.chosen(output(noise), data, N, 0)
    free = scores.without_privacy(data)
    return " ".join(verdict(HeldOut((tried,), free, scores.majority(data), ())))


def test_a_verdict_tells_a_useless_budget_from_useless_columns() -> None:
    assert held(model(6.0), 0.01).startswith("of use: ")
    assert held(model(6.0), 100.0).startswith("WORTHLESS at this budget: ")
    assert held(model(0.0, share=0.7), 0.01).startswith("WORTHLESS with and without privacy: ")


def tried(right: int, of: int) -> Tried:
    """So many of all records right, with the loss of a guess."""
    return Tried((np.arange(of) < right).astype(float), np.full(of, math.log(2)))


@pytest.mark.parametrize(
    ("right", "records", "says"),
    [
        (42, 59, "UNDECIDED: 59 "),
        (48, 59, "of use: "),
        (644, 1000, "of use: "),
        (30, 59, "WORTHLESS "),
    ],
)
def test_a_few_records_do_not_show_that_a_choice_is_of_use(
    right: int, records: int, says: str
) -> None:
    """The majority is right of every other record; with 59 of them one of 20 % may be chance."""
    most = tried(0, records)
    most.right[::2] = 1.0
    found = tried(right, records)
    assert " ".join(verdict(HeldOut((found,), found, most, ()))).startswith(says)


def test_looks_share_a_level() -> None:
    """Of 200 useless choices, each the best of eight looks, hardly one is said to be of use."""
    generator = np.random.default_rng(7)
    found = 0
    for _ in range(200):
        looks = [Tried(v, v).accuracy for v in generator.standard_normal((8, 59))]
        found += any(look.is_positive(len(looks)) for look in looks)
    assert found <= 6  # of 200 at 1 %: more has a chance of 0.5 %


def test_weights_of_the_penalty_end_at_c_one() -> None:
    assert weights(50) == (1.0, 0.1, 0.01)
    assert weights(50_000)[-1] == pytest.approx(1e-5)


def test_a_penalty_that_hides_the_labels_is_last() -> None:
    data = model(6.0, share=0.6)
    task = Task(
        10**5, 3, data.mu, slope=1, bend=0.25, radius_l1=2.5, radius_l2=1.5, epsilon=2, delta=1e-6
    )
    asked = Question(task, (data,), (10**5,), max_iterations=5)
    found = ranked(asked, [100.0, 1e-3])
    assert [one.regularisation for one in found] == [1e-3, 100.0]
    assert found[0].private.loss.value < found[1].private.loss.value
    assert penalised(asked, 0.5).problem.mu == 1.0
