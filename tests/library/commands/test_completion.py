"""Scripts that complete commands and options in a shell."""

import argparse
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dptheory import cli
from dptheory.completion import SHELLS, below, script


def printed(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as left:
        cli.main(["--completion", shell])
    assert left.value.code == 0
    return capsys.readouterr().out


def completed(text: str, words: list[str], folder: Path) -> list[str]:
    """What bash proposes for the last word."""
    line = " ".join(f"'{word}'" for word in words)
    ask = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _shtab_dptheory"
    ask += "; printf '%s\\n' ${COMPREPLY[@]}"
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{text}\n{ask}"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["m"], ["memory"]),
        (["tune", ""], ["class", "data", "nonconvex"]),
        (["tune", "data", "--la"], ["--label"]),
        (["tune", "data", "--data", ""], ["a.json", "b.csv", "folder"]),
        (["--v"], ["--version"]),
        (["rate", "--in"], ["--inequality"]),
        (["rate", "--output", ""], ["a.json", "b.csv", "folder"]),
        (["rate", "--alpha", ""], []),
        (["nothing", "--"], ["--help", "--version", "--completion"]),
    ],
    ids=" ".join,
)
def test_bash_completes(words, found, tmp_path, capsys) -> None:
    (tmp_path / "a.json").touch()
    (tmp_path / "b.csv").touch()
    (tmp_path / "folder").mkdir()
    assert completed(printed("bash", capsys), ["dptheory", *words], tmp_path) == found


def test_every_option_of_every_command_is_in_the_script(capsys) -> None:
    text = printed("bash", capsys)
    commands = dict(below(cli.parser()))
    commands |= {f"tune {kind}": parser for kind, parser in below(commands.pop("tune")).items()}
    for name, parser in commands.items():
        prefix = "_shtab_dptheory_" + re.sub(r"\W", "_", name)
        (line,) = (row for row in text.splitlines() if row.startswith(f"{prefix}_option_strings="))
        for action in (a for a in parser._actions if a.help != argparse.SUPPRESS):
            assert set(action.option_strings) <= set(line.partition("(")[2].rstrip(")").split())


def test_zsh_takes_its_script(capsys, tmp_path) -> None:
    text = printed("zsh", capsys)
    assert text.startswith("autoload -U +X compinit && compinit\n")
    assert "compdef _shtab_dptheory" in text
    if (zsh := shutil.which("zsh")) is not None:
        subprocess.run([zsh, "-fn"], input=text, text=True, check=True, cwd=tmp_path)


def test_another_shell_is_refused(capsys) -> None:
    with pytest.raises(SystemExit) as refused:
        cli.main(["--completion", "fish"])
    assert refused.value.code == 2
    words = "dptheory: --completion must be bash or zsh. Found 'fish'.\n"
    assert capsys.readouterr().err == words
    with pytest.raises(ValueError, match="--completion must be bash or zsh"):
        script("fish", cli.parser())
    assert SHELLS == ("bash", "zsh")


def test_every_help_can_be_shown_by_any_terminal() -> None:
    commands = dict(below(cli.parser()))
    kinds = [kind for parser in commands.values() for kind in below(parser).values()]
    found = [parser.format_help() for parser in (*commands.values(), *kinds)]
    assert [text[:40] for text in found if not text.isascii()] == []
