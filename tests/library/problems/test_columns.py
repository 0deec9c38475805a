"""Columns scaled by public ranges, and columns of a file by name."""

from pathlib import Path

import numpy as np
import pytest

from dptheory.problems.columns import Column, read_ranges, scaled
from dptheory.problems.files import Records, Wanted, read_records

CSV = "id;age;city;smoker;y\nA1;30;Bonn;0;no\nB2;75;Lyon;1;yes\nC3;130;Rome;0;no\n"


def read(path: Path, text: str, *columns: str, **options: object) -> Records:
    """The records of a text."""
    (path / "records.csv").write_text(text)
    wanted = options.pop("wanted", Wanted.SIGNS)
    file = path / "records.csv"
    return read_records("--data", file, None, wanted, columns=columns or None, **options)


def test_values_in_a_range_are_scaled_to_one_and_others_cut() -> None:
    columns = Column("age", 20, 120), Column("smoker", 0, 1)
    found = scaled(np.array([[20.0, 0.0], [70.0, 1.0], [500.0, 0.5]]), columns)
    assert found.tolist() == [[-1, -1, 1], [0, 1, 1], [1, 0, 1]]
    assert np.linalg.norm(found, axis=1).max() <= np.sqrt(3)


@pytest.mark.parametrize("mark", [";", "\t", ","])
def test_columns_are_read_by_name_and_others_need_no_numbers(mark: str, tmp_path: Path) -> None:
    found = read(tmp_path, CSV.replace(";", mark), "smoker", "age")
    assert found.features.tolist() == [[0, 30], [1, 75], [0, 130]]
    assert found.labels.tolist() == [-1, 1, -1]
    assert (found.named, found.left_out) == (True, ("id", "city"))


def test_a_word_or_a_missing_value_is_named_and_not_shown(tmp_path: Path) -> None:
    for cell, words in (("Bonn", "a word"), ("", "a missing value"), ("?", "a missing value")):
        with pytest.raises(ValueError, match=f"Found {words} in record 2, column age, of") as found:
            read(tmp_path, CSV.replace("75", cell), "age", "smoker")
        assert "Bonn" not in str(found.value)


def test_a_record_that_is_too_long_is_refused_where_columns_are_left_out(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"of 5 columns\. Found 6 columns in record 2"):
        read(tmp_path, CSV.replace("Lyon", "Lyon;2"), "age")


@pytest.mark.parametrize("name", ["weight", "y", "0"])
def test_a_column_that_is_not_there_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"--ranges must be of columns of .*"):
        read(tmp_path, CSV, "age", name)


def test_columns_of_an_archive_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "records.npz"
    np.savez(path, features=np.arange(6.0).reshape(2, 3), labels=[0, 1])
    found = read_records("--data", path, None, Wanted.SIGNS, columns=["2", "0"])
    assert found.features.tolist() == [[2, 0], [5, 3]]
    with pytest.raises(ValueError, match=r"--ranges must be of columns of .* Found 3\."):
        read_records("--data", path, None, Wanted.SIGNS, columns=["3"])


def test_one_label_stands_against_the_rest(tmp_path: Path) -> None:
    words, numbers = "1,a\n2,b\n3,c\n", "1,4\n2,5\n3,6\n"
    assert read(tmp_path, words, positive="b", names=False).labels.tolist() == [-1, 1, -1]
    assert read(tmp_path, numbers, positive="6.0", names=False).labels.tolist() == [-1, -1, 1]
    for text, positive in ((words, "d"), (numbers, "7"), (numbers, "a"), ("1,a\n2,a\n", "a")):
        with pytest.raises(ValueError, match="--positive must be one of two or more labels"):
            read(tmp_path, text, positive=positive, names=False)


def test_ranges_are_read_with_and_without_a_heading(tmp_path: Path) -> None:
    path = tmp_path / "ranges.csv"
    for head in ("name,low,high\n", ""):
        path.write_text(f"{head}age,0,120\nbmi,-1e1,60.5\n")
        assert read_ranges("--ranges", path) == (Column("age", 0, 120), Column("bmi", -10, 60.5))
    path.write_text("age;0;120\n")
    assert read_ranges("--ranges", path) == (Column("age", 0, 120),)


@pytest.mark.parametrize(
    "text",
    [
        "age,0,0\n", "age,5,1\n", "age,0\n", "age,0,1,2\n", "age,x,2\n", "age,,2\n", ",0,2\n",
        "age,0,1e60\n", "age,0,1\nage,0,2\n", "name,low,high\n", "age,nan,1\n",
    ],
)  # fmt: skip
def test_other_ranges_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "ranges.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"--ranges must be a table name,low,high"):
        read_ranges("--ranges", path)
