"""``python -m benchmarks.studies.drawn_patients FOLDER``: records like those of patients, in a csv.

Columns in units of their own, a label ``readmitted`` by a logistic law of them, and ``ranges.csv``
with ranges that are known without the records. ``patients.csv`` is private, ``public.csv`` has as
many records as were published of a pilot study.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dptheory.problems.logistic import logistic_weight

# Name, lowest and highest value, and the weight in the law of the label, by unit of the column.
COLUMNS = (
    ("age", 18, 110, 0.04),
    ("female", 0, 1, -0.2),
    ("bmi", 10, 60, 0.06),
    ("systolic", 70, 230, 0.015),
    ("glucose", 40, 300, 0.006),
    ("cholesterol", 80, 400, 0.0),
    ("smoker", 0, 1, 0.5),
    ("visits", 0, 20, 0.2),
)
AWAY = 7.5  # what the label's logit is below the weighted sum
PRIVATE, PUBLIC = 50_000, 2000
NAMES = tuple(name for name, *_ in COLUMNS)


def drawn(n: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Features of shape (n, 8), as they are written, and labels 0 and 1.

    Args:
        n: records.
        seed: of the drawing.
    """
    generator = np.random.default_rng(seed)
    normal = generator.standard_normal((n, 5)) * [15, 5, 18, 25, 40] + [58, 27, 130, 105, 200]
    age, *rest = np.clip(normal, 1, None).T
    female, smoker = generator.random(n) < 0.52, generator.random(n) < 0.22
    columns = age, female, *rest, smoker, generator.poisson(1.5, n)
    features = np.round(np.column_stack(columns), 1)
    logit = features @ [weight for *_, weight in COLUMNS] - AWAY
    return features, (generator.random(n) < logistic_weight(-logit)).astype(np.int64)


def write(folder: Path, private: int = PRIVATE, public: int = PUBLIC) -> None:
    """``patients.csv``, ``public.csv`` and ``ranges.csv``.

    Args:
        folder: where they are written.
        private, public: the numbers of records.
    """
    for seed, (name, n) in enumerate((("patients.csv", private), ("public.csv", public))):
        table = np.column_stack(drawn(n, seed))
        heading = ",".join([*NAMES, "readmitted"])
        np.savetxt(folder / name, table, "%g", delimiter=",", header=heading, comments="")
    lines = ["name,low,high", *(f"{name},{low},{high}" for name, low, high, _ in COLUMNS)]
    (folder / "ranges.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(argv: Sequence[str] | None = None) -> int:
    """Write the three files."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.studies.drawn_patients")
    parser.add_argument("folder", type=Path)
    write(parser.parse_args(argv).folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
