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
        features, found = read_records("--data", file, None, Wanted.KINDS)
        assert features.tolist() == FEATURES.tolist()
        assert found.dtype == np.int64
        assert found.tolist() == kinds


def test_two_labels_are_signs(tmp_path: Path) -> None:
    for labels in (["no", "yes", "no", "no"], [0, 7, 0, 0], np.array([b"a", b"b", b"a", b"a"])):
        found = read_records("--data", arrays(tmp_path, labels), None, Wanted.SIGNS)[1]
        assert found.tolist() == [-1.0, 1.0, -1.0, -1.0]


def test_numbers_stay_as_they_are(tmp_path: Path) -> None:
    for file in (arrays(tmp_path, [1, 2, 2, 4]), table(tmp_path, [1, 2, 2, 4])):
        assert read_records("--data", file, None, Wanted.NUMBERS)[1].tolist() == [1, 2, 2, 4]


def test_a_first_line_has_names_unless_its_only_word_is_a_label(tmp_path: Path) -> None:
    """Names may be numbers but for that of the labels, as those of a data frame without names."""
    named = read_records("--data", table(tmp_path, [1, 2, 1, 2], "0,1,kind"), "kind", Wanted.KINDS)
    assert named[0].tolist() == FEATURES.tolist()
    bare = read_records("--data", table(tmp_path, ["a", "b", "a", "b"]), "2", Wanted.KINDS)
    assert bare[1].tolist() == [0, 1, 0, 1]
    first = read_records("--data", table(tmp_path, [1, 2, 1, 2], "z,b,c"), "z", Wanted.KINDS)
    assert first[1].tolist() == [2, 0, 3, 1]


@pytest.mark.parametrize(
    ("labels", "wanted", "words"),
    [
        (["a", "b", "c", "a"], Wanted.SIGNS, r"labels must be of two values\. Found 3 \(a, b, c\)"),
        ([1, 1, 1, 1], Wanted.KINDS, r"labels must be of two values or more\. Found 1 \(1\)"),
        (["a", "b", "c", "a"], Wanted.NUMBERS, "labels must be numbers. Found 'a' in"),
        ([1, 2, np.nan, 1], Wanted.KINDS, "--data must be a file of finite labels. Found record 2"),
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
