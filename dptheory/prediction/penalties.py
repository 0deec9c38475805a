r"""Which weight of the penalty is best for records that the weights are not fitted to.

For each :math:`\lambda` a short search (few records, few iterations) chooses a method, which is
tried with its noise on held-out records (:mod:`dptheory.prediction.scores`). Of the weights whose
accuracy is within a standard error of the best, the one with the least loss is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dptheory.prediction import scores
from dptheory.prediction.choosing import Choice, Question, choose
from dptheory.prediction.grid import FEW, thinned
from dptheory.prediction.scores import Tried
from dptheory.progress import Report, silent
from dptheory.ranges import count

ITERATIONS, RUNS = 100, 20  # of the short search
LARGEST = 1.0


@dataclass(frozen=True, eq=False)
class Penalised:
    """A weight of the penalty.

    Attributes:
        regularisation: lambda.
        choice: the method that a short search chose.
        private: what became of held-out records with its noise.
        free: the same without privacy.
    """

    regularisation: float
    choice: Choice
    private: Tried
    free: Tried


def weights(n: int) -> tuple[float, ...]:
    """Powers of ten from 1 down to the first at or below 1/(2n), which is C = 1 of scikit-learn."""
    least, found = 1 / (2 * count("data size n", n)), [LARGEST]
    while found[-1] > least:
        found.append(10.0 ** -len(found))
    return tuple(found)


def penalised(question: Question, regularisation: float) -> Question:
    """The same question with another weight of the penalty."""
    models = [replace(model, regularisation=regularisation) for model in question.models]
    task = replace(question.problem, mu=models[0].mu)
    return replace(question, problem=task, models=tuple(models))


def ranked(
    question: Question, among: Sequence[float], report: Report = silent
) -> tuple[Penalised, ...]:
    """The weights with what they are good for, the best first.

    Args:
        question: on one data set with the logistic loss.
        among: weights, at least one.
        report: is told of progress.
    """
    found = []
    for place, regularisation in enumerate(among, start=1):
        report(f"trying lambda {regularisation:g},", place, len(among))
        asked = penalised(question, regularisation)
        (model,) = asked.models
        few = replace(
            asked,
            models=(thinned(model, FEW),),
            max_iterations=min(asked.max_iterations, ITERATIONS),
            runs=RUNS,
        )
        choice = choose(few).choices[0]
        private = scores.chosen(choice, model, asked.problem.n, asked.seed)
        found.append(Penalised(regularisation, choice, private, scores.without_privacy(model)))
    most = max((one.private.accuracy for one in found), key=lambda score: score.value)

    def order(one: Penalised) -> tuple[bool, float]:
        return one.private.accuracy.value < most.value - most.error, one.private.loss.value

    return tuple(sorted(found, key=order))
