"""``python -m benchmarks.audits.odd_tables [--seed 0]``: whole, odd and damaged tables of records.

Each table is drawn with its truth: features and labels, or that it must be refused. Whole ones are
what spreadsheets, data frames and arrays are commonly written as, and must be read; odd ones may be
read rightly or refused; damaged ones must be refused. Every table is read as ``dptheory tune data``
(logistic and quadratic loss) and ``tune nonconvex`` read theirs. One that is answered wrongly, or
refused in anything but one line with the option, makes the run fail.
"""

import argparse
import csv
import gzip
import io
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from dptheory.problems.files import Wanted, read_records

OPTION = "--data"
DRAWS = 12
WHOLE, ODD, DAMAGED = "whole", "odd", "damaged"
RIGHT, REFUSED, WRONG, BADLY = "right", "refused", "wrong", "badly refused"
# What programs and people write for no number; of these in the column of labels, none is a class.
NO_LABELS = (
    "", "NA", "N/A", "n/a", "?", "null", "None", "nan", "NaN", "-nan", "inf", "-Infinity", "#REF!",
    "<NA>", "-", "--", ".", "1,000", "1 000", "1_000", "1.2.3", "½", "١", "1\0", "0;1", "a;b",
    "a\nb",
)  # fmt: skip
NO_FEATURES = (
    *NO_LABELS, "yes", "1e200", "-1e400", "2020-01-01", "12h", "True", "0x1F", "1e", "1d3",
)  # fmt: skip


@dataclass(frozen=True)
class Table:
    """A file of records.

    Attributes:
        name: what was done to it.
        kind: whole, odd or damaged.
        suffix, content: of the file.
        features: of shape (n, d), where it is not damaged.
        labels: n of them, where it is not damaged.
        label, names: as the reader takes them.
    """

    name: str
    kind: str
    suffix: str
    content: bytes
    features: Any = None
    labels: Sequence[Any] = ()
    label: str | None = None
    names: bool | None = None


@dataclass(frozen=True)
class Drawn:
    """Records, names of the columns, and the place of that of the labels."""

    features: Any
    labels: list[str]
    heading: list[str]
    column: int

    @property
    def rows(self) -> list[list[str]]:
        """The cells of the records, the label at its place."""
        rows = [[repr(x) for x in row] for row in self.features.tolist()]
        return [
            row[: self.column] + [z] + row[self.column :]
            for row, z in zip(rows, self.labels, strict=True)
        ]


def drawn(generator: np.random.Generator, case: int) -> Drawn:
    """Records with labels of one of seven kinds; each label occurs twice or more."""
    d, n = (1, 2, 3, 6)[case % 4], int(generator.integers(12, 40))
    kinds = [["0", "1"], ["no", "yes"], ["a b", "c-d", "E"], ["-1", "1"], ["1", "2", "3"],
             ["False", "True"], ["2.5", "-0.25", "1e2", "7"]]  # fmt: skip
    kind = kinds[case % 7]
    features = np.round(generator.standard_normal((n, d)), 3)
    labels = [*kind, *kind, *generator.choice(kind, n - 2 * len(kind)).tolist()]
    heading = [f"x{k}" for k in range(d)]
    column = (0, d, d // 2)[case % 3]
    return Drawn(features, labels, heading[:column] + ["class"] + heading[column:], column)


def text(rows: Sequence[Sequence[str]], separator: str = ",", **options: Any) -> str:
    """A CSV."""
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator, lineterminator="\n", **options).writerows(rows)
    return stream.getvalue()


def archive(**arrays: Any) -> bytes:
    """An npz."""
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def whole(of: Drawn) -> Iterator[Table]:
    """Of one draw, what must be read."""
    rows, named = of.rows, [of.heading, *of.rows]
    width = len(of.heading)
    padded = [[f" {cell} " for cell in row] for row in named]
    texts = {
        "bare": text(rows),
        "with names": text(named),
        "a byte order mark": "\ufeff" + text(rows),
        "a byte order mark before names": "\ufeff" + text(named),
        "carriage returns": text(rows).replace("\n", "\r"),
        "carriage returns and line feeds": text(named).replace("\n", "\r\n"),
        "all quoted": text(named, quoting=csv.QUOTE_ALL),
        "names quoted": text([of.heading], quoting=csv.QUOTE_ALL) + text(rows),
        "blanks around": text(padded),
        "no end of the last line": text(rows)[:-1],
        "blank lines": "\n\n" + text(named).replace("\n", "\n\n") + " \n\n",
        "names with units": text([[f"{name} (cm), é" for name in of.heading], *rows]),
    }
    if width >= 4 and str(of.column) not in of.labels:
        texts["numbers of columns"] = text([[str(k) for k in range(width)], *rows])
    for name, content in texts.items():
        byte = content.encode()
        yield Table(name, WHOLE, ".csv", byte, of.features, of.labels, str(of.column))
        if "names" in name and "units" not in name:
            yield Table(f"{name}, said", WHOLE, ".csv", byte, of.features, of.labels, "class", True)
    last = text(replace(of, column=width - 1).rows).encode()
    yield Table("the label last", WHOLE, ".csv", last, of.features, of.labels)
    yield from whole_archives(of)


def whole_archives(of: Drawn) -> Iterator[Table]:
    """The same records, and other kinds of numbers, in an npz."""
    stream = io.BytesIO()
    np.savez_compressed(stream, features=of.features, labels=np.array(of.labels), more=[1])
    yield Table("compressed", WHOLE, ".npz", stream.getvalue(), of.features, of.labels)
    signs = (of.features > 0).astype(np.uint8)
    content = archive(features=signs, labels=np.array(of.labels, "S"))
    yield Table("bytes", WHOLE, ".NPZ", content, signs, of.labels)
    short = of.features.astype(np.float32)
    content = archive(features=short, labels=signs[:, 0])
    yield Table("short floats", WHOLE, ".npz", content, short, signs[:, 0].tolist())
    content = archive(features=np.asfortranarray(of.features), labels=signs[:, 0] > 0)
    yield Table("truths", WHOLE, ".npz", content, of.features, signs[:, 0].tolist())


def odd(of: Drawn) -> Iterator[Table]:
    """Of one draw, what may be refused but not be read as something else."""
    rows, named = of.rows, [of.heading, *of.rows]
    width, column = len(of.heading), of.column
    counted = [str(k) for k in range(width)]
    numbers = [str(k) for k in range(width - 1)]
    units = ["cm"] * width
    comma = [[cell.replace(".", ",") for cell in row] for row in rows]
    # What pandas writes by default, with the numbers of the records as a column of their own.
    indexed = [["", *of.heading], *([str(k), *row] for k, row in enumerate(rows))]
    found = {
        "numbers of columns": [counted, *rows],
        "numbers of columns from 1": [[str(k + 1) for k in range(width)], *rows],
        "numbers but for the label": [numbers[:column] + ["class"] + numbers[column:], *rows],
        "wavelengths": [[str(400 + k) for k in range(width)], *rows],
        "wavelengths but for the label": [
            [str(400 + k) if k != column else "class" for k in range(width)],
            *rows,
        ],
        "two lines of names": [of.heading, units, *rows],
        "names twice": [of.heading, of.heading, *rows],
        "a comment": [["# written by hand"], *named],
        "names after a mark": [["# " + of.heading[0], *of.heading[1:]], *rows],
        "a column without a name": [[*of.heading[:-1], ""], *rows],
        "a name that is a label": [of.heading[:column] + [of.labels[0]] + of.heading[column + 1 :],
                                   *rows],
        "a title": [["My data"], *named],
    }  # fmt: skip
    for name, lines in found.items():
        yield Table(name, ODD, ".csv", text(lines).encode(), of.features, of.labels, str(column))
    separated = [(mark, lines) for mark in ";\t|" for lines in (rows, named, comma)]
    for mark, lines in [*separated, (" ", rows), (" ", named)]:
        content, name = text(lines, mark).encode(), f"{mark!r} for a comma"
        yield Table(name, ODD, ".csv", content, of.features, of.labels, str(column))
    unquoted = "\n".join(map(";".join, comma)).encode()
    yield Table("comma for a point", ODD, ".csv", unquoted, of.features, of.labels)
    content = text(indexed).encode()
    yield Table("numbered records", ODD, ".csv", content, of.features, of.labels, "class")
    plain = text(named)
    for code in ("utf-16", "utf-16-le", "utf-32", "latin-1", "utf-7"):
        content = plain.replace("class", "é").encode(code)
        yield Table(f"in {code}", ODD, ".csv", content, of.features, of.labels, str(column))
    content = gzip.compress(plain.encode(), mtime=0)
    yield Table("gzip", ODD, ".csv", content, of.features, of.labels)


def damaged(of: Drawn, generator: np.random.Generator) -> Iterator[Table]:
    """Of one draw, what must be refused."""
    rows, width = of.rows, len(of.heading)
    places = {"first": 0, "middle": len(rows) // 2, "last": len(rows) - 1}
    feature = next(k for k in range(width) if k != of.column)

    def made(name: str, lines: Sequence[Sequence[str]], **options: Any) -> Iterator[Table]:
        for heading in ([], [of.heading]):
            content = text([*heading, *lines], **options).encode()
            yield Table(name, DAMAGED, ".csv", content, label=str(of.column))

    def changed(where: int, column: int, cell: str) -> list[list[str]]:
        return [
            row[:column] + [cell] + row[column + 1 :] if k == where else row
            for k, row in enumerate(rows)
        ]

    for word, where in places.items():
        for cell in (NO_FEATURES[k] for k in generator.permutation(len(NO_FEATURES))[:3]):
            yield from made(f"{cell!r} in the {word} record", changed(where, feature, cell))
        for cell in (NO_LABELS[k] for k in generator.permutation(len(NO_LABELS))[:3]):
            yield from made(f"label {cell!r} of the {word} record", changed(where, of.column, cell))
        row, before, after = rows[where], rows[:where], rows[where + 1 :]
        yield from made(f"a cell less in the {word} record", [*before, row[:-1], *after])
        yield from made(f"a cell more in the {word} record", [*before, [*row, "1"], *after])
        yield from made(f"semicolons in the {word} record", [*before, [";".join(row)], *after])
        if where:
            yield from made(f"names before the {word} record", [*before, of.heading, row, *after])
            yield from made("marked as a comment", [*before, ["#" + row[0], *row[1:]], *after])
        lines = text(rows).splitlines()
        quoted = [*lines[:where], '"' + lines[where], *lines[where + 1 :]]
        yield Table(
            f"a quote before the {word} record", DAMAGED, ".csv", "\n".join(quoted).encode()
        )
    for content in (b"", b"\xef\xbb\xbf", b"\n\n", text([of.heading]).encode(), b"1\n2\n3\n"):
        yield Table("hardly anything", DAMAGED, ".csv", content)
    yield from damaged_archives(of, generator)


def damaged_archives(of: Drawn, generator: np.random.Generator) -> Iterator[Table]:
    """The same in an npz."""
    X, n = of.features, len(of.labels)
    y, bad = np.arange(n) % 2, X.copy()
    bad[int(generator.integers(n)), 0] = generator.choice([np.nan, np.inf, -np.inf, 1e200])
    good = archive(features=X, labels=y)
    place = good.index(X.tobytes()) + int(generator.integers(X.nbytes))
    flipped = good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :]
    single = io.BytesIO()
    np.save(single, X)
    words = np.where(y > 0, "yes", generator.choice(["", "?", "NA", "nan", " "]))
    contents = {
        "a bit of a number": flipped,
        "cut short": good[: int(generator.integers(1, len(good)))],
        "empty": b"",
        "one array": single.getvalue(),
        "no labels": archive(features=X),
        "X and y": archive(X=X, y=y),
        "bad numbers": archive(features=bad, labels=y),
        "missing words": archive(features=X, labels=words),
        "missing numbers": archive(features=X, labels=np.where(y > 0, 1.0, np.nan)),
        "words and numbers": archive(features=X, labels=np.where(y > 0, "yes", "1")),
        "objects": archive(features=X, labels=y.astype(object)),
        "complex numbers": archive(features=X * 1j, labels=y),
        "dates": archive(features=X.astype("M8[s]"), labels=y),
        "numbers as words": archive(features=X.astype(str), labels=y),
        "a record less": archive(features=X[1:], labels=y),
        "labels in a column": archive(features=X, labels=y[:, None]),
        "features of one axis": archive(features=X[:, 0], labels=y),
        "no records": archive(features=X[:0], labels=y[:0]),
        "a table": text(of.rows).encode(),
    }
    for name, content in contents.items():
        yield Table(name, DAMAGED, ".npz", content)


def tables(seed: int) -> list[Table]:
    """Whole, odd and damaged tables of ``DRAWS`` draws."""
    generator = np.random.default_rng(seed)
    found: list[Table] = []
    for case in range(DRAWS):
        of = drawn(generator, case)
        found += [*whole(of), *odd(of), *damaged(of, generator)]
    return found


def expected(labels: Sequence[Any], wanted: Wanted) -> list[float] | None:
    """Labels as they are wanted; None where they cannot be."""
    try:
        values = [float(z) for z in labels]
    except ValueError:
        values = [str(z) for z in labels]  # type: ignore[misc]
    if wanted is Wanted.NUMBERS:
        return None if isinstance(values[0], str) else values
    order = sorted(set(values))
    if len(order) < 2 or (wanted is Wanted.SIGNS and len(order) > 2):
        return None
    kinds = [order.index(z) for z in values]
    return [2.0 * k - 1 for k in kinds] if wanted is Wanted.SIGNS else [float(k) for k in kinds]


def outcomes(table: Table, folder: Path) -> dict[Wanted, tuple[str, str]]:
    """What became of a table in every way to read it, and what was said."""
    path = folder / f"records{table.suffix}"
    path.write_bytes(table.content)
    return {wanted: _outcome(table, wanted, path) for wanted in Wanted}


def _outcome(table: Table, wanted: Wanted, path: Path) -> tuple[str, str]:
    labels = expected(table.labels, wanted) if table.kind != DAMAGED else None
    try:
        found = read_records(OPTION, path, table.label, wanted, table.names)
    except ValueError as error:
        said = str(error)
        one = said.isprintable() and said.startswith((f"{OPTION} must", "--label must"))
        refusable = table.kind != WHOLE or labels is None
        return (REFUSED if one and refusable else BADLY), said
    except Exception as error:
        return BADLY, repr(error)
    fits = labels == found.labels.tolist() and np.array_equal(found.features, table.features)
    return (RIGHT if fits else WRONG), f"{found.features.shape}, {found.labels.tolist()}"


def main(argv: Sequence[str] | None = None) -> int:
    """Read every table in three ways, print counts and failures; 1 if there was one."""
    p = argparse.ArgumentParser(prog="python -m benchmarks.audits.odd_tables")
    p.add_argument("--seed", type=int, default=0, help="of the tables (default 0)")
    seed = p.parse_args(argv).seed
    drawn_tables, failed, counts = tables(seed), 0, Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as name:
        for table in drawn_tables:
            read = outcomes(table, Path(name))
            words = {word for word, _ in read.values()}
            worst = next(word for word in (WRONG, BADLY, RIGHT, REFUSED) if word in words)
            counts[table.kind, worst] += 1
            if worst in (WRONG, BADLY):
                failed += 1
                said = next(said for word, said in read.values() if word == worst)
                print(f"{worst}: {table.kind}, {table.name}: {said[:200]}")
                print(f"    {table.content[:100]!r}")
    for (kind, word), number in sorted(counts.items()):
        print(f"{number:6} {kind}, {word}")
    print(f"{len(drawn_tables)} tables, seed {seed}: {failed} answered or refused wrongly")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
