"""Whole, odd and damaged tables of records: read rightly or refused in one line, never else."""

import io
import os
from pathlib import Path

import numpy as np
import pytest

from benchmarks.audits import odd_tables
from dptheory.cli import main
from dptheory.problems.files import Wanted, _carefully, _quickly, read_records

CSV = b'a,b,"y"\n0.5,-1,no\n1e-1,2.25,yes\n-3,.75,no\n+4,1,yes\n'
BYTES = b'\0\t\n\r "#+,-./09;?AEaeinx|\x7f\x80\xc3\xff'


def test_no_table_is_answered_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    assert odd_tables.main(["--seed", "0"]) == 0
    counts = [line.split() for line in capsys.readouterr().out.splitlines()[:-1]]
    kinds = {(kind.strip(","), word): int(number) for number, kind, word in counts}
    assert kinds.pop(("odd", "right")) > 20
    assert kinds.pop(("odd", "refused")) > 200
    assert sum(kinds.values()) > 1000
    assert set(kinds) == {("whole", "right"), ("damaged", "refused")}


def test_the_benchmark_finds_what_is_read_wrongly(tmp_path: Path) -> None:
    content = b"0.5,1\n-0.5,0\n0.25,1\n"
    for change, word in (
        ({"features": [[0.5], [-0.5]], "labels": "10"}, odd_tables.WRONG),  # a record less
        ({"features": [[0.5], [-0.5], [0.25]], "labels": "101"}, odd_tables.RIGHT),
        ({"kind": odd_tables.DAMAGED}, odd_tables.WRONG),
        ({"content": b"0.5,1\n"}, odd_tables.BADLY),
    ):
        given = {"kind": odd_tables.WHOLE, "content": content, "labels": "101"} | change
        table = odd_tables.Table(name="", suffix=".csv", **given)
        assert odd_tables.outcomes(table, tmp_path)[Wanted.SIGNS][0] == word


def shape_of(path: Path) -> tuple[int, ...] | None:
    """Of the features of a file, None where it is refused in one line that names the option."""
    try:
        return read_records("--data", path, None, Wanted.KINDS).features.shape
    except ValueError as error:
        said = str(error)
        return None if said.isprintable() and said.startswith("--data must ") else ()


@pytest.mark.parametrize("head", [True, False], ids=["names", "none"])
def test_a_damaged_byte_of_a_table_never_changes_its_size(head: bool, tmp_path: Path) -> None:
    content, path = CSV if head else CSV.partition(b"\n")[2], tmp_path / "records.csv"
    found = set()
    for place in range(len(content)):
        for byte in BYTES:
            path.write_bytes(content[:place] + bytes([byte]) + content[place + 1 :])
            found.add(shape_of(path))
    assert found == {(4, 2), None}


def test_a_damaged_byte_of_an_archive_is_refused_or_changes_nothing(tmp_path: Path) -> None:
    features, path = np.array([[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]]), tmp_path / "records.npz"
    stream = io.BytesIO()
    np.savez(stream, features=features, labels=[0, 1, 0])
    content, read = stream.getvalue(), 0
    for place in range(len(content)):
        for bit in (1, 4, 128):
            flipped = bytes([content[place] ^ bit])
            path.write_bytes(content[:place] + flipped + content[place + 1 :])
            if shape_of(path) is not None:
                found, read = read_records("--data", path, None, Wanted.KINDS), read + 1
                assert found.features.tolist() == features.tolist()
                assert found.labels.tolist() == [0, 1, 0]
        path.write_bytes(content[:place])
        assert shape_of(path) is None
    assert 0 < read < len(content)  # dates and attributes of the members are read by nobody


CELLS = (
    "1", "-0.5", "+2e1", ".5", "3.", "1e400", "", " ", "nan", "inf", "0x1", "1_0", "a", "1 2", "٣",
)  # fmt: skip


def test_the_compiled_reader_reads_no_more_than_the_careful_one() -> None:
    """And it reads the same numbers."""
    generator, both = np.random.default_rng(0), 0
    for _ in range(3000):
        width, column = int(generator.integers(2, 4)), int(generator.integers(0, 2))
        few = CELLS[: int(generator.choice([5, len(CELLS)]))]
        rows = [generator.choice(few, width) for _ in range(generator.integers(1, 4))]
        text = "\n".join(map(",".join, rows))
        quick = _quickly(text, False, column, width)
        try:
            own, wanted = [str(k) for k in range(width)], [*range(width)]
            table, cells = _carefully("--data", Path("file"), text, False, column, own, wanted)
        except ValueError:
            assert quick is None, text
            continue
        numbers = quick is not None and not quick[1]
        careful = np.array([float(c) for c in cells] if numbers else range(len(cells)))
        table[:, column] = careful[table[:, column].astype(int)]
        if quick is None:
            assert not np.isfinite(table).all(), text
            continue
        both += 1
        assert quick[0].tolist() == table.tolist()
        assert quick[1] in ([], cells)
    assert both > 500


LINES = (
    "tune data --radius-l2 1 --scale-rows --regularisation 0.1 --epsilon 1 --data",
    "tune data --radius-l2 1 --scale-rows --regularisation 0.1 --epsilon 1 --n 100 --public",
    "tune nonconvex --n 1000 --delta 1e-5 --epsilon 1 --public",
    "simulate --alpha 1 --beta 0 --noise-std 1 --iterations 1 --regularisation 0.1 --data",
)
UNCLEAR = "plainly names or a record (--names yes or no says which). Found"
FILES = {
    "na.csv": (b"NA,0,1\n0.5,1,0\n-1,0.5,0\n0,-1,1\n", f"{UNCLEAR} a missing value in"),
    "counted.csv": (b"0,1\n0.5,0.2\n0.1,0.4\n0.3,0.2\n", f"{UNCLEAR} a number as the label"),
    "blank.csv": (b"a,b,y\n1,2,1\n3,1,\n2,4,0\n", "letter. Found a missing value in record 2 of"),
    "huge.csv": (b"a,y\n1e200,0\n0.1,1\n", "at most 1e+50. Found another number in record 1 of"),
    "decimals.csv": (b"a;b;y\n0,5;2;0\n", "semicolons without commas, with decimal points. Found"),
    "words.csv": (b"a,sex,y\n1,male,0\n", "Found a word in record 1, column sex, of"),
    "bars.csv": (b"1|2|0\n", "semicolons or tabs. Found 1 (its first line has 2 bars) in"),
    "cell.csv": (b"1," + b"x" * 140_000 + b'\n2,"yes"\n', "Found field larger than field limit"),
    "empty.npz": (b"", "an npz file with numerical arrays features and labels"),
    "one.csv": (b"0.5,1\n-0.5,1\n", "a file with labels of two "),
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("name", FILES)
def test_every_command_refuses_in_one_line_with_its_option(
    line: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, words = FILES[name]
    (tmp_path / name).write_bytes(content)
    assert main([*line.split(), str(tmp_path / name)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f": {line.split()[-1]} must be " in said
    assert words in said


@pytest.mark.parametrize("line", LINES)
def test_a_pipe_that_nobody_writes_is_not_waited_for(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pipe.npz", "pipe.csv"):
        os.mkfifo(tmp_path / name)
        assert main([*line.split(), str(tmp_path / name)]) == 2
        assert f"{line.split()[-1]} must be" in capsys.readouterr().err


def test_an_answer_says_whether_names_were_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{k / 10},{1 - k / 20},{k % 2}\n" for k in range(8))
    path = tmp_path / "records.csv"
    for head, named in (("", False), ("a,b,y\n", True), ("\ufeff", False)):
        path.write_text(head + rows)
        for line, json in ((LINES[0], []), (LINES[0], ["--json"]), (LINES[2], [])):
            words = [*line.split(), str(path), "--max-iterations", "2", *json]
            assert main(words) == 0
            out = capsys.readouterr().out
            said = '"first_line_read_as_names": true' if json else "\nfirst line read as names\n"
            assert (said in f"\n{out}") == named
            if "--data" in words:
                assert ('"n": 8,' in out) if json else ("noise for n = 8 records" in out), out
