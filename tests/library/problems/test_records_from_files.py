"""Records from files: labels as numbers, signs or kinds; words and numbers; lines of names."""

from pathlib import Path

import numpy as np
import pytest

from dptheory.problems.files import Wanted, read_records

FEATURES = np.array([[0.5, 1.0], [-0.5, 2.0], [1.5, 3.0], [0.0, 4.0]])
LABELS = {
    "words": (["no", "yes", "no", "maybe"], [1, 2, 1, 0]),
    "numbers": ([3.0, 10.0, 3.0, -1.0], [1, 2, 1, 0]),
    "truths": ([True, False, True, True], [1, 0, 1, 1]),
}


def arrays(path: Path, labels: object) -> Path:
    """An npz file."""
    np.savez(path / "records.npz", features=FEATURES, labels=labels)
    return path / "records.npz"


def table(path: Path, labels: list[object], head: str = "") -> Path:
    """A CSV with the labels last."""
    rows = [f"{a},{b}, {z}" for (a, b), z in zip(FEATURES, labels, strict=True)]
    (path / "records.csv").write_text("\n".join([head, *rows] if head else rows))
    return path / "records.csv"


@pytest.mark.parametrize("name", LABELS)
def test_kinds_are_numbered_in_their_order_from_either_file(name: str, tmp_path: Path) -> None:
    labels, kinds = LABELS[name]
    of_table = [int(z) for z in labels] if name == "truths" else labels
    for file in (
        arrays(tmp_path, labels),
        table(tmp_path, of_table),
        table(tmp_path, of_table, "a,b,z"),
    ):
        found = read_records("--data", file, None, Wanted.KINDS)
        assert found.features.tolist() == FEATURES.tolist()
        assert found.labels.dtype == np.int64
        assert found.labels.tolist() == kinds


def test_two_labels_are_signs(tmp_path: Path) -> None:
    for labels in (["no", "yes", "no", "no"], [0, 7, 0, 0], np.array([b"a", b"b", b"a", b"a"])):
        found = read_records("--data", arrays(tmp_path, labels), None, Wanted.SIGNS)
        assert found.labels.tolist() == [-1.0, 1.0, -1.0, -1.0]


def test_numbers_stay_as_they_are(tmp_path: Path) -> None:
    for file in (arrays(tmp_path, [1, 2, 2, 4]), table(tmp_path, [1, 2, 2, 4])):
        found = read_records("--data", file, None, Wanted.NUMBERS)
        assert found.labels.tolist() == [1, 2, 2, 4]


@pytest.mark.parametrize(
    ("head", "labels", "label", "named", "kinds"),
    [
        ("0,1,kind", [1, 2, 1, 2], "kind", True, [0, 1, 0, 1]),  # of a data frame without names
        ("", ["a", "b", "a", "b"], "2", False, [0, 1, 0, 1]),
        ("z,b,c", [1, 2, 1, 2], "z", True, [2, 0, 3, 1]),
        ("0,1,a", ["a", "b", "a", "b"], "2", False, [0, 0, 1, 0, 1]),
    ],
)
def test_a_first_line_has_names_or_is_a_record(
    head: str,
    labels: list[object],
    label: str | None,
    named: bool,
    kinds: list[int],
    tmp_path: Path,
) -> None:
    found = read_records("--data", table(tmp_path, labels, head), label, Wanted.KINDS)
    assert (found.named, found.labels.tolist()) == (named, kinds)


UNCLEAR = r"--data must be a table whose first line is plainly names or a record \(--names"


@pytest.mark.parametrize(
    "head", ["a,b,yes", "a,2,z", "a,,z", ",a,b", "NA,1,yes", "400,401,z", "0,1,z", "NaN,nan,z"]
)
def test_a_first_line_that_may_be_either_is_settled_by_an_option(head: str, tmp_path: Path) -> None:
    file = table(tmp_path, ["yes", "no", "no", "yes"], head)
    with pytest.raises(ValueError, match=UNCLEAR):
        read_records("--data", file, None, Wanted.KINDS)
    found = read_records("--data", file, None, Wanted.KINDS, names=True)
    assert (found.named, found.labels.tolist()) == (True, [1, 0, 0, 1])
    if head[0].isdigit():
        found = read_records("--data", file, None, Wanted.KINDS, names=False)
        assert (found.named, len(found.labels)) == (False, 5)
    else:
        with pytest.raises(ValueError, match=r"but for labels\. Found a .* in record 1, column 0,"):
            read_records("--data", file, None, Wanted.KINDS, names=False)


@pytest.mark.parametrize(
    ("width", "label", "named"),
    [(2, "5", None), (3, "5", None), (4, "5", True), (4, "3", None), (11, "5", True)],
)
def test_numbers_of_columns_are_names_where_they_are_hardly_a_record(
    width: int, label: str, named: bool | None, tmp_path: Path
) -> None:
    rows = [",".join(map(str, range(width))), *(",".join(["0.5"] * (width - 1) + [label]),) * 3]
    (tmp_path / "records.csv").write_text("\n".join(rows))
    if named is None:
        with pytest.raises(ValueError, match=UNCLEAR):
            read_records("--data", tmp_path / "records.csv", None, Wanted.NUMBERS)
        return
    found = read_records("--data", tmp_path / "records.csv", None, Wanted.NUMBERS)
    assert (found.named, found.features.shape) == (named, (3, width - 1))


def test_a_cell_of_two_lines_is_refused(tmp_path: Path) -> None:
    """It may be two records between two quotes, one of them lost."""
    (tmp_path / "records.csv").write_text('0.1,yes\n0.5,"no\n0.2,yes"\n0.3,no\n0.2,yes\n')
    with pytest.raises(ValueError, match="a quoted cell has more than one line at record 2 of"):
        read_records("--data", tmp_path / "records.csv", None, Wanted.KINDS)


def test_a_long_archive_with_a_shape_that_is_damaged_is_refused(tmp_path: Path) -> None:
    """What is read is short of the end, where zipfile looks at the checksum."""
    path = tmp_path / "records.npz"
    np.savez(path, features=np.ones((600, 3)), labels=np.arange(600) % 2)
    content = path.read_bytes()
    assert content.count(b"(600, 3)") == 1
    path.write_bytes(content.replace(b"(600, 3)", b"(600, 1)"))
    with pytest.raises(ValueError, match=r"--data must be an npz file .* \(a checksum is wrong\)"):
        read_records("--data", path, None, Wanted.KINDS)


SEVERAL = r"labels of two values \(--positive LABEL is one against the rest; .*\)\. Found 3 in"


@pytest.mark.parametrize(
    ("labels", "wanted", "words"),
    [
        (["a", "b", "c", "a"], Wanted.SIGNS, SEVERAL),
        ([1, 1, 1, 1], Wanted.KINDS, r"with labels of two or more values\. Found 1 in"),
        (["a", "b", "c", "a"], Wanted.NUMBERS, "with labels that are numbers. Found words in"),
        ([1, 2, np.nan, 1], Wanted.KINDS, r"1e\+50\. Found another number in record 3 of"),
        ([1, 2, -1e200, 1], Wanted.NUMBERS, r"Found another number in record 3 of"),
        (["a", "", "b", "a"], Wanted.KINDS, "missing labels: .* Found a missing value in record 2"),
        (
            ["a", "b", "?", "a"],
            Wanted.SIGNS,
            r"missing labels: .* Found a missing value in record 3",
        ),
        (["1", "2", "lO", "1"], Wanted.KINDS, "Found a word in record 3 and a number in record 1"),
        ([1, 2, 1j, 1], Wanted.KINDS, "--data must be an npz file with numerical arrays"),
        ([None, 2, 1, 1], Wanted.KINDS, "--data must be an npz file with numerical arrays"),
        ([1, 2, 1], Wanted.KINDS, "--data must be a file of features of shape"),
    ],
)
def test_other_labels_are_refused(
    labels: list[object], wanted: Wanted, words: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=words):
        read_records("--data", arrays(tmp_path, labels), None, wanted)
