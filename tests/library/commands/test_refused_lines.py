"""What no command accepts, each refused in one line that names the argument.

The lines stand in ``test_refused_lines.toml``; the hostile ones are the worst of those that
``python -m benchmarks.audits.hostile_commands`` found.
"""

import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
RATE = "rate --alpha 0.1 --beta 0 --mu 1 --smoothness 10"
MOMENT = "second-moment --noise-multiplier 0.4 --clip 0.1 --batch-size 256 --beta2 0.999"
LONG = [
    (f"{RATE} --alpha 1/{'3' * 5000}", "--alpha"),
    (f"{RATE} --output {'x' * 300}.json", "--output"),
    (f"{MOMENT} --iterations {'9' * 300}", "--iterations"),
]
FILES = {
    "minus": b"-1\n",
    "word": b"1\nx\n",
    "zeros": b"0\n0\n",
    "empty": b"",
    "nan": b"nan\n",
    "three": b"1 2 3",
    "two": b"1 two 3",
    "binary": bytes(range(256)),
    "two.csv": b"0.5,1\n-0.5,-1\n",
    "one.csv": b"0.5,1\n-0.5,1\n",
    "text.csv": b"x,y\n0.5,1\ntwo,-1\n",
    "ragged.csv": b"0.5,1\n-0.5,-1,3\n",
    "nan.csv": b"0.5,1\nnan,-1\n",
    "heads.csv": b"x,y\n",
    "bytes.npz": bytes(range(256)),
}


def refused(command: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines of a command of the table, and what each refusal says."""
    line = command["line"]
    yield from ((f"{line} {more}", words) for more, words in command.get("added", ()))
    for name, values in command.get("values", {}).items():
        yield from ((f"{line} --{name} {value}", f"--{name}") for value in values.split())
    for option in command.get("without", "").split():
        before, _, after = line.partition(f"{option} ")
        yield before + after.partition(" ")[2], option


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files that no command can read."""
    monkeypatch.chdir(tmp_path)
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "words"),
    [*TABLE["lines"], *LONG, *(row for command in TABLE["command"] for row in refused(command))],
    ids=lambda value: value[:60],
)
def test_a_line_is_refused_in_one_line_that_names_the_argument(line, words, folder, refusal):
    assert words in refusal(line)
    assert sorted(os.listdir(folder)) == sorted([*FILES, "loop", "pipe"])


def test_a_message_shows_controls_escaped_and_long_words_cut(refusal: Callable[[str], str]) -> None:
    message = refusal(f"{RATE} --method \x1b[31m{'x' * 5000}")
    assert "\x1b" not in message
    assert len(message) < 500
